"""Cross-play, data and NashConv as commands: what they write, and what they refuse."""

import csv
import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from goatherd.cli import app
from goatherd.errors import BadRecord
from goatherd.research import crossplay, data
from goatherd.research.scale import Where

HERE = Where(processes=1)


def run(*given: str) -> str:
    done = CliRunner().invoke(app, list(given))
    assert done.exit_code == 0, done.output
    return done.output


# Cross-play


def plan(game: str, players: int, *bots: str) -> crossplay.Plan:
    return crossplay.Plan(game, players, (), bots, "greedy", 6, 3)


def test_what_one_wins_the_other_loses() -> None:
    made = plan("goat-1916", 4, "random", "greedy")._replace(options=(("size", "mini"),))
    found = crossplay.run(made, HERE)
    one, other = found["against", 0, 1], found["against", 1, 0]
    assert one.matches == other.matches == 12
    assert one.won + other.won == pytest.approx(12)
    assert set(found) >= {("partners", 0, 0), ("partners", 1, 1), ("partners", 0, 1)}


def test_partners_sit_together_in_both_orders() -> None:
    made = plan("goita", 4, "random", "beginner")
    job = crossplay.Job("partners", 0, 1, 0, 1)
    tables = [bots for bots, _ in crossplay.seatings(made, job)]
    assert tables == [
        ["random", "greedy", "beginner", "greedy"],
        ["beginner", "greedy", "random", "greedy"],
        ["greedy", "random", "greedy", "beginner"],
        ["greedy", "beginner", "greedy", "random"],
    ]


def test_where_all_play_alone_there_are_no_partners() -> None:
    made = plan("goat-n-goat", 3, "random", "greedy")
    assert {job.table for job in crossplay.jobs(made)} == {"against"}


def test_the_command_writes_a_table_and_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    given = ["--bots", "random,greedy", "-n", "2", "--seed", "1", "-j", "1", "--out", str(out)]
    said = run("crossplay", "goita", *given, "-o", "target=round")
    assert "goatherd crossplay goita --bots random,greedy" in said.replace("\n", " ")
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert {row["table"] for row in rows} == {"against", "partners"}
    assert out.with_suffix(".svg").read_text().startswith("<svg")


# Data


def test_data_are_the_same_again_and_pass_their_check(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    given = ["-n", "3", "--seed", "5", "-j", "1", "--bots", "greedy,random"]
    for name in ("one", "two"):
        run("data", "goat-1916", *given, "--out", str(tmp_path / name))
    for file in ("matches.parquet", "decisions.parquet"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    said = run("data", "goat-1916", "--check", str(tmp_path / "one"))
    assert "3 matches, all as they were" in " ".join(said.split())
    assert "| hands |" in (tmp_path / "one" / "README.md").read_text()


def test_a_decision_that_was_changed_is_found(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    made = data.Plan("goita", 4, (("target", "round"),), ("random",), 2, 1)
    data.write(made, str(tmp_path), HERE)
    file = tmp_path / "decisions.parquet"
    table = parquet.read_table(file)
    actions = table.column("action").to_pylist()
    actions[3] += 1
    place = table.column_names.index("action")
    parquet.write_table(table.set_column(place, "action", [actions]), file)
    with pytest.raises(BadRecord, match="row 3 of decisions"):
        data.check(str(tmp_path))


# NashConv


@pytest.mark.slow
def test_nashconv_as_a_command(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    out = tmp_path / "table.csv"
    run(
        *("nashconv", "goat-lords", "--bot", "random", "--bot", "greedy", "--cfr", "1,20"),
        *("--mccfr", "200"),
        *("-j", "1", "--out", str(out)),
    )
    rows = {
        row["policy"]: float(row["nashconv"])
        for row in csv.DictReader(out.read_text().splitlines())
    }
    assert set(rows) >= {"random", "greedy", "CFR (OpenSpiel), 20 iterations"}
    assert rows["CFR (OpenSpiel), 20 iterations"] < rows["random"]
    assert all(math.isfinite(number) for number in rows.values())


# What is refused


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nashconv", "goat-n-goat"], "name at least one"),
        (["nashconv", "goat-n-goat", "--bot", "gredy"], "did you mean"),
        (["nashconv", "goat-n-goat", "--size", "tiny", "--bot", "random"], "allowed are"),
        (["nashconv", "goat-n-goat", "--bot", "random", "--cfr", "x"], "whole numbers like"),
        (["nashconv", "goat-n-goat", "--bot", "random", "--seeds", "0"], "at least 1"),
        (["crossplay", "goita", "--bots", "greedy"], "name at least two"),
        (["crossplay", "goita", "--bots", "greedy,nobody"], "no bot 'nobody'"),
        (["data", "goita", "--out", "/proc/nowhere"], "/proc/nowhere"),
        (["data", "goita", "--bots", "nobody"], "no bot 'nobody'"),
        (["data", "goita", "--check", "/nowhere"], "/nowhere"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(given: list[str], said: str) -> None:
    done = CliRunner().invoke(app, given)
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())
    assert "Traceback" not in done.output
