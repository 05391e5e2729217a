"""Ladders: duplicate deals, seats, and the same results in any number of processes."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import goatherd
from goatherd import BadOption, BotFailed, Match, View
from goatherd.bots import spec
from goatherd.bots.bot import Bot
from goatherd.ladder import play as playing
from goatherd.ladder.plan import CARDS, DICE, Plan, checked, derived, seatings
from goatherd.ladder.play import Bench, Job
from goatherd.ladder.results import Results
from goatherd.ladder.standings import standings
from tests.ladder.plans import plan, played, without_seconds
from tests.processes import assert_gone

TABLES = [
    plan(),
    plan("goat-1916", 6),
    plan("goat-n-goat", 2),
    plan("goat-n-goat", 3),
    plan("goat-lords", 5),
    plan("goat-lords", 3, lone=True),
    plan(bots=("random", "greedy", "beginner")),
]
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.command())


# Deals and seats


@every_table
def test_each_deal_is_played_with_the_same_cards(
    table: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    began: dict[int, set[bytes]] = {}

    def look(match: Match, bots: list[Bot]) -> tuple[None, str]:
        began.setdefault(deal, set()).add(match.state.tobytes())
        return None, ""

    monkeypatch.setattr(playing, "play_out", look)
    with Bench(table) as bench:
        for deal in range(3):
            for pairing in range(len(table.pairings())):
                bench(Job(deal, pairing))
    assert [len(states) for states in began.values()] == [1, 1, 1]
    assert len(set.union(*began.values())) == 3


@every_table
def test_both_bots_have_every_seat_as_often(table: Plan) -> None:
    for pairing, pair in enumerate(table.pairings()):
        taken = Counter(
            (seat, bot)
            for seating in seatings(table, pairing)
            for seat, bot in enumerate(seating.bots)
        )
        assert {bot for _, bot in taken} == set(pair)
        by_bot = {bot: {taken[seat, bot] for seat in range(table.players)} for bot in pair}
        assert all(len(counts) == 1 for counts in by_bot.values())
        assert table.lone or by_bot[pair[0]] == by_bot[pair[1]]


def test_two_sides_are_exchanged() -> None:
    assert [seating.bots for seating in seatings(plan(), 0)] == [(1, 0, 1, 0), (0, 1, 0, 1)]
    assert [s.bots for s in seatings(plan("goat-n-goat", 2), 0)] == [(1, 0), (0, 1)]


def test_where_all_play_alone_one_sits_among_the_others() -> None:
    found = [seating.bots for seating in seatings(plan("goat-lords", 3), 0)]
    assert found == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert [s.bots for s in seatings(plan("goat-lords", 3, lone=True), 0)] == found[:3]


def test_seeds_for_cards_and_bots_all_differ() -> None:
    places = [(d, p, n) for d in range(30) for p in (CARDS, DICE) for n in range(8)]
    for seed in (0, 1, 2**128 - 1):
        assert len({derived(seed, *place) for place in places}) == len(places)
    assert derived(1, 0, 0, 0) != derived(2, 0, 0, 0) != derived(1 << 64, 0, 0, 0)


def test_deals_do_not_depend_on_the_other_bots_of_the_list() -> None:
    two = plan(bots=("random", "random"), deals=2)
    three = plan(bots=("random", "random", "exec:true"), deals=2)
    with Bench(two) as one, Bench(three) as other:
        assert without_seconds(one(Job(1, 0))) == without_seconds(other(Job(1, 0)))


def test_each_seat_has_a_seed_of_its_own_whoever_sits_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds: list[Any] = []
    make = spec.make

    def look(text: str, settings: Any = None, offered: Any = None) -> Bot:
        seeds.append(offered["seed"])
        assert offered["threads"] == 1
        return make(text, settings, offered)

    monkeypatch.setattr(spec, "make", look)
    with Bench(plan()) as bench:
        for deal in range(3):
            bench(Job(deal, 0))
    matches = [tuple(seeds[first : first + 4]) for first in range(0, len(seeds), 4)]
    assert matches[::2] == matches[1::2]
    assert len({seed for match in matches for seed in match}) == 3 * 4


@pytest.mark.parametrize("game", goatherd.games())
def test_bots_that_decide_alike_have_the_same_matches(game: str) -> None:
    players = max(goatherd.load(game).players)
    rows = played(plan(game, players, bots=("search:3", "search:3"), deals=1))
    assert len({(row.scores, row.decisions) for row in rows}) == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"bots": ("random",)}, "name at least two"),
        ({"deals": 0}, "a number of deals"),
        ({"deals": 10**10}, "a number of deals"),
        ({"seed": -1}, "a seed is a number"),
        ({"lone": True}, "--lone is for three or more"),
        ({"bots": ("random", "random:5")}, "write it as random"),
        ({"bots": ("random", "exec:no-such-program")}, "cannot start 'no-such-program'"),
        ({"bots": ("random", "exec:false")}, "exec:false ended"),
    ],
)
def test_a_bad_plan_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises((BadOption, BotFailed), match=reason):
        checked(plan(**changes))


# Playing


def test_the_results_are_those_of_the_matches() -> None:
    table = plan(deals=2)
    rows = played(table)
    assert [(row.deal, row.seating) for row in rows] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for row in rows:
        match = table.new_match(row.deal)
        bots = [goatherd.bot("random", seed=derived(1, row.deal, DICE, seat)) for seat in range(4)]
        while match.turn is not None:
            match.play(bots[match.turn].choose(match.view(match.turn)))
        assert row.scores == tuple(match.scores())
        assert row.winners == tuple(match.winners())
        assert row.decisions == len(match.decisions())
        assert (row.rounds, row.forfeit) == (1, "")


def test_two_processes_play_what_one_plays() -> None:
    table = plan(bots=("random", "random", "exec:false"), deals=4)
    one, two = played(table), played(table, 2)
    assert len(one) == 4 * 3 * 2
    assert without_seconds(two) == without_seconds(one)


def test_a_bot_that_fails_loses_the_match(tmp_path: Path) -> None:
    bot = f"exec:{sys.executable} -c 'raise SystemExit(7)'"
    for table in (plan(bots=("random", bot)), plan("goat-lords", 3, bots=("random", bot))):
        table = table._replace(deals=1)
        rows = played(table)
        for row in rows:
            seating = seatings(table, 0)[row.seating]
            assert row.winners == tuple(
                seat for seat in range(table.players) if not seating.bots[seat]
            )
            assert "exit code 7" in row.forfeit
        found = standings(table, rows)
        (failed,) = found.forfeits
        assert (failed.bot, failed.times) == (1, len(rows))
        assert failed.reason.startswith("ended (exit code 7)")
        assert all(duel.margin is None for duel in found.duels)


def test_a_program_serves_all_matches_of_a_process(tmp_path: Path) -> None:
    """And is started again after it failed, which here it does at every tenth view."""
    starts = tmp_path / "starts"
    script = tmp_path / "bot.py"
    script.write_text(
        f"""
import json, sys
print("started", file=open({str(starts)!r}, "a"))
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if "bye" in message or number == 100:
        break
    view = message.get("view")
    print(json.dumps({{"decision": view["legal"][0]}} if view else {{"name": "x"}}), flush=True)
""",
        encoding="utf-8",
    )
    table = plan(bots=("random", f"exec:{sys.executable} {script}"), deals=8)
    rows = played(table)
    failures = sum(bool(row.forfeit) for row in rows)
    assert 0 < failures < len(rows)
    assert len(starts.read_text().split()) == failures + 1


class Broken(Bot):
    """A bot with a mistake in it, which is no failure to be passed over."""

    def _choose(self, view: View) -> str:
        raise ZeroDivisionError


def test_a_mistake_in_a_bot_of_ours_stops_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec.Kind, "find_maker", lambda kind: Broken)
    with pytest.raises(ZeroDivisionError):
        played(plan())


# The whole command, stopped


STUBBORN = """
import json, os, sys, time
print(os.getpid(), file=open({pids!r}, "a"))
for line in sys.stdin:
    message = json.loads(line)
    if "bye" not in message:
        view = message.get("view")
        print(json.dumps({{"decision": view["legal"][0]}} if view else {{"name": "x"}}), flush=True)
time.sleep(600)
"""


def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    """And ends all processes, the programs of bots included."""
    file, pids, script = (tmp_path / name for name in ("results.csv", "pids", "bot.py"))
    script.write_text(STUBBORN.format(pids=str(pids)), encoding="utf-8")
    bots = ("random", f"exec:{sys.executable} {script}")
    table = plan(bots=bots, deals=100_000, seed=3)
    words = [*shlex.split(table.command())[1:], "--jobs", "2", "--csv", str(file)]
    with subprocess.Popen(
        [sys.executable, "-c", "from goatherd.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    ) as process:
        while not file.exists() or len(file.read_bytes().splitlines()) < 10:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        shown, complaint = process.communicate(timeout=60)
    assert (process.returncode, shown) == (130, "")
    assert_gone(pids)
    results = Results(file, table, goatherd.__version__)
    results.close()
    assert complaint == (
        f"goatherd: stopped; {len(results.done())} of 100000 deals are kept. "
        f"To go on: {table.command()} --csv {file}\n"
    )
