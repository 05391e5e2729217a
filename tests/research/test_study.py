"""A study counts what happened, whoever counts it; its report is whole or not there."""

import shlex
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import goatherd
from goatherd.cli import app
from goatherd.errors import BadOption
from goatherd.fast.counting import count_matches
from goatherd.interpreted import as_record
from goatherd.research import report, study
from goatherd.research.scale import Where
from goatherd.research.study import Plan, added, checked, run, stat_of
from goatherd.rng import below, seed_fast
from goatherd.view import legal_numbers

GAMES = pytest.mark.parametrize("name", goatherd.games())
HERE = Where(processes=1)


@GAMES
def test_counts_are_the_same_interpreted_and_compiled(name: str) -> None:
    game = goatherd.load(name)
    contract, players = game.contract, game.players[0]
    counted = count_matches(game, 3, players, 5, [0] * players, {}, first=2)
    for i in range(3):
        state = np.zeros(1, contract.rules.state)
        s = as_record(state)
        contract.rules.configure(s, players, game.checked_options({}))
        seed_fast(s, 5, 2 + i)
        chance = np.zeros(1, [("rng", np.uint64, (3,))])
        seed_fast(as_record(chance), 5 ^ 0x676F6174, 2 + i)
        contract.rules.setup(s)
        events = np.zeros(len(contract.study.events), np.int32)
        while s.turn >= 0:
            legal = legal_numbers(contract, s)
            action = legal[below(as_record(chance), len(legal))]
            contract.study.watch(s, action, events)
            contract.rules.apply(s, action)
        contract.study.watch(s, -1, events)
        assert list(events) == list(counted.events[i])


def test_what_is_counted_is_what_the_history_tells() -> None:
    """Goat Lords, from records: duels, births and action cards are decisions that can be read."""
    game = goatherd.load("goat-lords")
    events = dict.fromkeys(game.contract.study.events, 0)
    counts = np.zeros(len(events), np.int32)
    match = game.new(players=3, seed=4)
    dice = np.random.default_rng(1)
    told = []
    while not match.over:
        text = str(dice.choice(match.legal()))
        game.contract.study.watch(match._s, game.number(text), counts)
        told.append(text.split())
        match.play(text)
    found = dict(zip(events, counts.tolist(), strict=True))
    assert found["duels (LORDS-11)"] == sum(words[0] == "duel" for words in told)
    assert found["births (LORDS-9)"] == sum(words[0] == "birth" for words in told)
    assert found["births with a wild (LORDS-9)"] == sum(
        words[0] == "birth" and len(words) == 3 for words in told
    )
    assert found["loaf played (LORDS-15)"] == told.count(["action", "loaf"])
    assert found["escape played (LORDS-25)"] == told.count(["escape"])


def test_any_number_of_processes_and_parts_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("goat-n-goat", 3000, (2, 3), 7, compared=("claims", ("one", "each-colour")))
    whole = run(plan, HERE)
    monkeypatch.setattr(study, "JOB", 700)
    assert run(plan, HERE).counts == whole.counts
    assert len(whole.counts) == 4
    for counts in whole.counts.values():
        assert all(sum(values.values()) == 3000 for values in counts.values())


def test_histograms_add_up_and_have_the_mean_of_their_values() -> None:
    total = added({"a": {1: 2}}, {"a": {1: 1, 4: 1}, "b": {0: 1}})
    assert total == {"a": {1: 3, 4: 1}, "b": {0: 1}}
    found = stat_of(total["a"])
    assert (found.n, found.mean, found.least, found.most, found.share) == (4, 1.75, 1, 4, 1.0)
    assert found.error == pytest.approx(np.std([1, 1, 1, 4]) / 2)


def test_a_report_holds_what_was_counted(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    plan = Plan("goat-1916", 400, (4,), 1, compared=("red", ("2", "3")))
    files = report.write(run(plan, HERE), str(tmp_path / "p.html"))
    page = files[0].read_text()
    assert "side 1 wins" in page
    assert "What red changes" in page
    assert shlex.quote("red=2,3").strip("'") in page
    table = parquet.read_table(files[1])
    assert table.schema.metadata[b"command"].decode() == plan.command()
    assert sum(table.column("matches").to_pylist()) % 400 == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_command_writes_a_report(tmp_path: Path) -> None:
    out = tmp_path / "new" / "goita.html"
    given = ["study", "goita", "-n", "300", "--seed", "1", "-j", "1", "--out", str(out)]
    done = CliRunner().invoke(app, [*given, "-o", "target=round", "--bots", "greedy"])
    assert done.exit_code == 0, done.output
    assert "written:" in done.output
    assert "--option target=round" in out.read_text()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--players", "7"], "Goat 'n' Goat is for"),
        (["--players", "x-y"], "write 2-5 or 2,4"),
        (["-n", "-5"], "give a whole number"),
        (["--bots", "search:10"], "random, beginner, greedy"),
        (["--compare", "claims"], "write OPTION=A,B"),
        (["--compare", "claims=one,two"], "allowed are"),
        (["--option", "clams=one"], "did you mean"),
        (["--out", "/proc/nowhere/x.html"], "/proc/nowhere"),
        (["--jobs", "0"], "at least one process"),
        (["--ray", "nowhere"], "an address like"),
    ],
)
def test_what_cannot_be_studied_is_said_in_a_sentence(given: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["study", "goat-n-goat", "-n", "10", *given])
    assert done.exit_code == 2
    assert said in done.output.replace("\n", " ")
    assert "Traceback" not in done.output


def test_a_bot_that_is_not_compiled_is_no_bot_for_a_study() -> None:
    with pytest.raises(BadOption, match="goatherd ladder"):
        checked(Plan("goita", 10, (4,), 1, bots=("level:3",)))
