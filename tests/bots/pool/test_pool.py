"""The pool: every table gets its decisions, whatever happens to the processes that think."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

import goatherd
from goatherd import BadOption, BadRecord, BotFailed, NothingToDecide
from goatherd.bots.levels import LEVELS
from goatherd.bots.pool import pool as pool_module
from goatherd.bots.pool.pool import BotPool, Overfull, Status
from goatherd.bots.pool.queue import MOST_WAITING, Rank
from tests.bots.pool.fake_worker import go_ahead
from tests.bots.positions import at_a_choice, finished, indistinguishable, middle
from tests.matches import walk
from tests.processes import assert_gone, is_running

FAKE = Path(__file__).parent / "fake_worker.py"
T = TypeVar("T")
TOO_LONG = 500.0
"""Seconds, compiling included: a question that is never answered fails, and does not hang."""
every_game = pytest.mark.parametrize("name", goatherd.games())


@asynccontextmanager
async def opened(pool: BotPool) -> AsyncIterator[BotPool]:
    pool.start()
    try:
        yield pool
    finally:
        await pool.close()


def fake(what: str = "", notes: Path | None = None, processes: int = 1) -> BotPool:
    files = [] if notes is None else [str(notes)]
    return BotPool(processes, command=(sys.executable, str(FAKE), what, *files))


def ask(pool: BotPool, question: Callable[[BotPool], Awaitable[T]]) -> tuple[T, Status]:
    """What an open pool answers, and how it is doing after that."""

    async def asked() -> tuple[T, Status]:
        async with opened(pool), asyncio.timeout(TOO_LONG):
            return await question(pool), pool.status()

    return asyncio.run(asked())


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that happens beside this."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not happen")


def noted(notes: Path, kind: str) -> list[str]:
    """The seconds of all requests of a kind, in the order in which they were done."""
    lines = [line.split() for line in notes.read_text().splitlines()]
    return [seconds for _, done, seconds in lines if done == kind]


# --- without any process -------------------------------------------------------------------------


@every_game
def test_gentle_levels_and_single_decisions_need_no_process(name: str) -> None:
    """The pool is not even open."""
    pool = BotPool(seed=1)
    match = middle(name)
    view = match.view(match.turn)
    for level in (1, 2):
        expected = goatherd.bot("level", level=level, seed=1).choose(view)
        assert asyncio.run(pool.decide(view, level)) == expected
    while len(match.legal()) > 1:
        match.play(match.legal()[0])
    if match.turn is not None:
        view = match.view(match.turn)
        assert asyncio.run(pool.decide(view, 5)) == view.legal()[0]
        assert asyncio.run(pool.explain(view)).estimates[0].decision == view.legal()[0]
    assert pool.status().stand_ins == 0


def test_a_closed_pool_lets_rules_of_thumb_decide() -> None:
    pool, view = BotPool(), at_a_choice()
    assert asyncio.run(pool.decide(view, 5)) == goatherd.bot("greedy").choose(view)
    assert pool.status().stand_ins == 1
    with pytest.raises(BotFailed, match="closed"):
        asyncio.run(pool.explain(view))


def test_bad_questions_are_refused() -> None:
    pool, match = BotPool(), middle("goita")
    with pytest.raises(BadOption, match="levels are 1"):
        asyncio.run(pool.decide(match.view(match.turn), 6))
    with pytest.raises(NothingToDecide, match="spectator"):
        asyncio.run(pool.decide(match.view(None), 1))
    with pytest.raises(NothingToDecide, match="spectator"):
        asyncio.run(pool.explain(match.view(None)))
    with pytest.raises(BadOption, match="at least 1"):
        BotPool(0)


# --- processes at work ---------------------------------------------------------------------------


def test_a_process_decides() -> None:
    view = at_a_choice()
    decision, status = ask(fake(), lambda pool: pool.decide(view, 5))
    assert decision == view.legal()[-1]
    assert (status.answered, status.stand_ins, status.losses) == (1, 0, 0)


def test_what_a_library_prints_does_no_harm() -> None:
    view = at_a_choice()
    assert ask(fake("prints"), lambda pool: pool.decide(view, 5))[0] == view.legal()[-1]


def test_all_processes_get_warm_for_all_games() -> None:
    async def warm(pool: BotPool) -> None:
        await until(lambda: set(pool.status().warm.values()) == {2})

    _, status = ask(fake(processes=2), warm)
    assert list(status.warm) == goatherd.games()
    assert len(status.processes) == 2


def test_decisions_come_first_and_share_the_time(tmp_path: Path) -> None:
    """While a process is busy a review, a hint and three decisions come in, in this order."""
    notes, view = tmp_path / "notes", at_a_choice()
    order: list[str] = []

    async def done(name: str, answer: Coroutine[Any, Any, object]) -> None:
        await answer
        order.append(name)

    async def crowd(pool: BotPool) -> None:
        await until(lambda: min(pool.status().warm.values()) == 1)
        busy = asyncio.ensure_future(pool.decide(view, 5))
        await until(lambda: pool.status().running == 1)
        more = asyncio.gather(
            done("review", pool.review(finished().record())),
            done("hint", pool.explain(view, 1.0)),
            *(done("decision", pool.decide(view, 5)) for _ in range(3)),
        )
        await until(lambda: pool.status().waiting == 5)
        go_ahead(notes).touch()
        await asyncio.gather(busy, more)

    _, status = ask(fake("waits", notes), crowd)
    assert order == ["decision", "decision", "decision", "hint", "review"]
    assert noted(notes, "Decide") == ["1.0", "0.25", str(1 / 3), "0.5"]
    assert noted(notes, "Explain") == ["1.0"]
    assert set(noted(notes, "Judge")) == {str(pool_module.REVIEW_SECONDS)}
    assert status.stand_ins == 0


def test_a_review_that_waits_does_not_shorten_anybodys_thoughts(tmp_path: Path) -> None:
    notes, view = tmp_path / "notes", at_a_choice()

    async def both(pool: BotPool) -> None:
        await asyncio.gather(
            *(pool.review(finished().record()) for _ in range(3)), pool.decide(view, 5)
        )

    ask(fake(notes=notes), both)
    assert noted(notes, "Decide") == ["1.0"]


def test_a_decision_that_is_no_longer_wanted_is_not_made(tmp_path: Path) -> None:
    notes, view = tmp_path / "notes", at_a_choice()

    async def change_of_mind(pool: BotPool) -> str:
        await until(lambda: min(pool.status().warm.values()) == 1)
        busy = asyncio.ensure_future(pool.decide(view, 5))
        await until(lambda: pool.status().running == 1)
        unwanted = asyncio.ensure_future(pool.decide(view, 4))
        await until(lambda: pool.status().waiting == 1)
        unwanted.cancel()
        await asyncio.wait([unwanted])
        assert pool.status().waiting == 0
        busy.cancel()
        await asyncio.wait([busy])
        go_ahead(notes).touch()
        return await pool.decide(view, 5)

    decision, _ = ask(fake("waits", notes), change_of_mind)
    assert decision == view.legal()[-1]
    assert len(noted(notes, "Decide")) == 2


def test_no_more_are_let_in_than_can_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    for rank in Rank:
        monkeypatch.setitem(MOST_WAITING, rank, 1)
    view, record = at_a_choice(), finished().record()

    async def crowd(pool: BotPool) -> list[object]:
        questions: list[Awaitable[object]] = [
            *(pool.decide(view, 5) for _ in range(3)),
            *(pool.explain(view) for _ in range(3)),
            *(pool.review(record) for _ in range(3)),
        ]
        return await asyncio.gather(*questions, return_exceptions=True)

    answers, status = ask(fake(), crowd)
    greedy = goatherd.bot("greedy").choose(view)
    assert answers[:3] == [view.legal()[-1], greedy, greedy]
    assert status.stand_ins == 2
    assert [isinstance(answer, Overfull) for answer in answers] == [
        *[False] * 3,
        *[False, True, True],
        *[False, True, True],
    ]


# --- accidents -----------------------------------------------------------------------------------


def test_a_job_over_which_a_process_died_is_done_by_the_next(tmp_path: Path) -> None:
    notes, view = tmp_path / "notes", at_a_choice()
    decision, status = ask(fake("dies once", notes), lambda pool: pool.decide(view, 5))
    assert decision == view.legal()[-1]
    assert (status.stand_ins, status.losses) == (0, 1)


def test_a_job_that_kills_every_process_is_decided_by_rule_of_thumb(tmp_path: Path) -> None:
    notes, view = tmp_path / "notes", at_a_choice()
    decision, status = ask(fake("dies", notes), lambda pool: pool.decide(view, 5))
    assert decision == goatherd.bot("greedy").choose(view)
    assert status.stand_ins == 1
    assert len(noted(notes, "Decide")) == 2


def test_processes_that_hang_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "GRACE", 0.2)
    notes, view = tmp_path / "notes", at_a_choice()
    decision, status = ask(fake("hangs", notes), lambda pool: pool.decide(view, 4))
    assert decision == goatherd.bot("greedy").choose(view)
    assert status.stand_ins == 1
    pids = tmp_path / "pids"
    pids.write_text("\n".join({line.split()[0] for line in notes.read_text().splitlines()}))
    assert len(pids.read_text().split()) >= 2
    assert_gone(pids)


def test_a_process_killed_while_idle_is_replaced() -> None:
    view = at_a_choice()

    async def killed(pool: BotPool) -> int:
        await until(lambda: min(pool.status().warm.values()) == 1)
        (before,) = pool.status().processes
        os.kill(before, signal.SIGKILL)
        await until(lambda: pool.status().processes not in ((), (before,)))
        assert await pool.decide(view, 5) == view.legal()[-1]
        return before

    before, status = ask(fake(), killed)
    assert not is_running(before)
    assert (status.stand_ins, status.losses) == (0, 1)


@pytest.mark.parametrize("what", ["fails", "lies"])
def test_bots_that_are_of_no_use_are_stood_in_for(what: str) -> None:
    view = at_a_choice()
    decision, status = ask(fake(what), lambda pool: pool.decide(view, 5))
    assert decision == goatherd.bot("greedy").choose(view)
    assert (status.stand_ins, status.losses) == (1, 0)


def test_nobody_sits_in_front_of_a_dead_table() -> None:
    """While a process gets warm, patience has an end."""
    view = at_a_choice()
    decision, status = ask(fake("stays cold"), lambda pool: pool.decide(view, 5, patience=0.05))
    assert decision == goatherd.bot("greedy").choose(view)
    assert (status.stand_ins, status.waiting) == (1, 0)


def test_where_nothing_can_be_compiled_rules_of_thumb_decide() -> None:
    view = at_a_choice()
    decision, status = ask(fake("cannot get warm"), lambda pool: pool.decide(view, 5))
    assert decision == goatherd.bot("greedy").choose(view)
    assert status.stand_ins == 1


def test_where_no_process_can_be_started_patience_has_an_end() -> None:
    view = at_a_choice()
    pool = BotPool(1, command=("/no/such/program",))
    decision, status = ask(pool, lambda pool: pool.decide(view, 5, patience=0.05))
    assert decision == goatherd.bot("greedy").choose(view)
    assert status.processes == ()


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["", "hangs", "stays cold"])
def test_closing_leaves_no_process_and_nobody_waiting(what: str, tmp_path: Path) -> None:
    view, pids = at_a_choice(), tmp_path / "pids"

    async def closed() -> str:
        pool = fake(what, processes=2)
        pool.start()
        await until(lambda: len(pool.status().processes) == 2)
        pids.write_text("\n".join(map(str, pool.status().processes)))
        waiting = asyncio.ensure_future(pool.decide(view, 5))
        await asyncio.sleep(0)
        await pool.close()
        await pool.close()
        assert pool.status()[:4] == ((), dict.fromkeys(goatherd.games(), 0), 0, 0)
        return await waiting

    assert asyncio.run(closed()) in view.legal()
    assert_gone(pids)


def test_a_closed_pool_can_be_opened_again() -> None:
    view, pool = at_a_choice(), fake()
    assert ask(pool, lambda pool: pool.decide(view, 5))[0] == view.legal()[-1]
    assert ask(pool, lambda pool: pool.decide(view, 5))[0] == view.legal()[-1]


SCRIPT = """
import asyncio, sys
from goatherd.bots.pool.pool import BotPool

async def main():
    pool = BotPool(2, command=(sys.executable, *sys.argv[1:]))
    pool.start()
    try:
        while not min(pool.status().warm.values()) == 2:
            await asyncio.sleep(0.01)
        print(*pool.status().processes, flush=True)
        await asyncio.sleep(600)
    finally:
        await pool.close()

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_processes_end_quietly_with_the_one_that_started_them(
    end: signal.Signals, tmp_path: Path
) -> None:
    """Ctrl-C goes to all processes of a terminal, here to all of a session; kill to one alone."""
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(FAKE), ""],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        processes = process.stdout.readline()
        os.killpg(process.pid, end)
        if end == signal.SIGINT:
            for number in processes.split():
                with suppress(ProcessLookupError):  # it has gone with the one that started it
                    os.kill(int(number), end)
        said, complaint = process.communicate(timeout=60)
    (tmp_path / "pids").write_text(processes)
    assert len(processes.split()) == 2
    assert (said, complaint) == ("stopped\n" if end == signal.SIGINT else "", "")
    assert_gone(tmp_path / "pids")


# --- reviews -------------------------------------------------------------------------------------


def test_a_match_that_goes_on_is_never_sent(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    with pytest.raises(BadOption, match="finished match"):
        ask(fake(notes=notes), lambda pool: pool.review(middle("goita").record()))
    assert not notes.exists() or noted(notes, "Judge") == []


@pytest.mark.parametrize(
    "text", ["a poem", finished().record().replace("game goat-1916", "game chess")]
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"line [12]"):
        asyncio.run(BotPool().review(text))


def test_progress_is_told_step_by_step() -> None:
    match = finished()
    told: list[tuple[int, int]] = []

    async def reviewed(pool: BotPool) -> object:
        return await pool.review(match.record(), lambda *step: told.append(step))

    ask(fake(), reviewed)
    total = len(match.decisions())
    assert told == [(step, total) for step in range(1, total + 1)]


# --- real bots -----------------------------------------------------------------------------------

compiled = pytest.mark.xdist_group("fast")


@compiled
def test_decisions_are_legal_for_all_games_and_levels() -> None:
    matches = [middle(name) for name in goatherd.games()]
    views = [match.view(match.turn) for match in matches]

    async def decisions(pool: BotPool) -> list[str]:
        asked = (pool.decide(view, level.number) for level in LEVELS for view in views)
        return await asyncio.gather(*asked)

    made, status = ask(BotPool(1), decisions)
    for place, decision in enumerate(made):
        assert decision in views[place % len(views)].legal()
    assert (status.answered, status.stand_ins, status.losses) == (3 * len(views), 0, 0)


@compiled
def test_bots_decide_alike_where_their_seat_sees_no_difference() -> None:
    pairs = [indistinguishable(middle(name)) for name in goatherd.games()]

    async def twice(pool: BotPool) -> list[tuple[str, str]]:
        return [(await pool.decide(one, 3), await pool.decide(other, 3)) for one, other in pairs]

    made, status = ask(BotPool(1, seed=7), twice)
    assert [one for one, _ in made] == [other for _, other in made]
    assert status.stand_ins == 0


@compiled
def test_a_hint_has_all_decisions() -> None:
    view = at_a_choice()
    thought, _ = ask(BotPool(1), lambda pool: pool.explain(view, 0.05))
    assert sorted(one.decision for one in thought.estimates) == sorted(view.legal())
    assert thought.estimates[0].value is not None


@compiled
@pytest.mark.parametrize("name", ["goita", "goat-1916"])
def test_a_review_judges_every_decision_that_had_an_alternative(name: str) -> None:
    options: dict[str, Any] = {"target": "round"} if name == "goita" else {}
    match = goatherd.load(name).new(seed=1, **options)
    chosen: list[tuple[int, int, str]] = []
    for here in walk(match, random.Random(1)):
        if chosen and chosen[-1][2] == "":
            number, seat, _ = chosen.pop()
            chosen.append((number, seat, here.decisions()[-1][1]))
        if here.turn is not None and len(here.legal()) > 1:
            chosen.append((len(here.decisions()) + 1, here.turn, ""))
    found, _ = ask(BotPool(1), lambda pool: pool.review(match.record(), seconds=0.01))
    assert [(one.number, one.seat, one.decision) for one in found] == chosen


@compiled
def test_a_damaged_record_is_refused_by_the_hand() -> None:
    text = finished().record()
    wrong = "result 1 2 3 4 winners 0"
    damaged = text.replace(text.splitlines()[-1], wrong)
    with pytest.raises(BadRecord, match="another result"):
        ask(BotPool(1), lambda pool: pool.review(damaged))


@compiled
def test_this_process_never_imports_the_compiler() -> None:
    script = (
        "import asyncio, sys, goatherd\n"
        "from goatherd.bots.pool.pool import BotPool\n"
        "async def main():\n"
        "    pool = BotPool(1)\n"
        "    pool.start()\n"
        "    match = goatherd.load('goat-1916').new(seed=1)\n"
        "    for level in (1, 2, 3, 4):\n"
        "        await pool.decide(match.view(match.turn), level)\n"
        "    await pool.explain(match.view(match.turn), 0.05)\n"
        "    await pool.close()\n"
        "    print(pool.status().answered)\n"
        "asyncio.run(main())\n"
        "print([name for name in ('numba', 'llvmlite') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3\n[]\n"
