"""The file of a ladder: what is in it, going on from it, and refusing what is not its own."""

import csv
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goatherd import BadOption, BadRecord
from goatherd.ladder.plan import Plan
from goatherd.ladder.play import Job, Played, run
from goatherd.ladder.results import Results, columns, place_for, seed_in
from tests.ladder.plans import plan, played, without_seconds

VERSION = "1.2.3"


def write(file: Path, table: Plan, jobs: list[list[Played]]) -> None:
    results = Results(file, table, VERSION)
    for job in jobs:
        results.add(job)
    results.close()


@pytest.fixture(scope="module")
def finished() -> tuple[Plan, list[list[Played]]]:
    table = plan(bots=("random", "random", "exec:a, \"b\" 'c d'"), deals=3)
    jobs = [
        [
            Played(deal, pairing, seating, (deal, 2, -1, 2), (1, 3), 30, 1, 0.25, reason)
            for seating, reason in enumerate(["", 'seat 1: "late", again'])
        ]
        for deal in range(3)
        for pairing in range(3)
    ]
    return table, jobs


def test_a_file_says_where_it_comes_from(
    finished: tuple[Plan, list[list[Played]]], tmp_path: Path
) -> None:
    table, jobs = finished
    file = tmp_path / "folder" / "results.csv"
    write(file, table, jobs)
    first, *rest = file.read_text(encoding="utf-8").splitlines()
    assert first == f"# goatherd {VERSION}: {table.command()}"
    assert seed_in(file) == 1
    header, *rows = csv.reader(rest)
    assert header == columns(4)
    assert len(rows) == 18
    assert dict(zip(header, rows[1], strict=True)) == {
        "deal": "0",
        "pairing": "1-2",
        "seating": "1",
        **{f"bot {seat}": "random" for seat in range(4)},
        "score 0": "0",
        "score 1": "2",
        "score 2": "-1",
        "score 3": "2",
        "won 0": "0",
        "won 1": "1",
        "won 2": "0",
        "won 3": "1",
        "decisions": "30",
        "rounds": "1",
        "seconds": "0.250",
        "forfeit": 'seat 1: "late", again',
    }


@given(st.data())
def test_a_file_cut_anywhere_is_gone_on_with(
    finished: tuple[Plan, list[list[Played]]], tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    table, jobs = finished
    file = tmp_path_factory.mktemp("cut") / "results.csv"
    write(file, table, jobs)
    whole = file.read_bytes()
    file.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    results = Results(file, table, VERSION)
    done = results.done()
    assert results.played == [row for job in jobs for row in job][: len(results.played)]
    for job in jobs:
        if Job(job[0].deal, job[0].pairing) not in done:
            results.add(job)
    results.close()
    assert file.read_bytes() == whole


def test_going_on_gives_what_one_run_gives(tmp_path: Path) -> None:
    table = plan(deals=5)
    stopped = Results(tmp_path / "stopped.csv", table, VERSION)
    for number, job in enumerate(run(table, stopped.done(), 1)):
        if number == 2:
            break
        stopped.add(job)
    stopped.close()
    again = Results(tmp_path / "stopped.csv", table, VERSION)
    assert len(again.played) == 4
    for job in run(table, again.done(), 2):
        again.add(job)
    again.close()
    assert without_seconds(again.played) == without_seconds(played(table))
    kept = Results(tmp_path / "stopped.csv", table, VERSION)
    assert kept.played == again.played
    assert kept.done() == {Job(deal, 0) for deal in range(5)}
    kept.close()


@pytest.mark.parametrize("bots", [("random", "greedy"), ("random", "exec:./a -n 2 -n 9")])
def test_a_ladder_goes_on_to_more_deals(bots: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    short, long = (plan(bots=bots, deals=deals) for deals in (2, 12))
    jobs = [
        [Played(deal, 0, seating, (0, 2, 0, 2), (1, 3), 30, 1, 0.25, "") for seating in range(2)]
        for deal in range(2)
    ]
    write(file, short, jobs)
    for _ in range(2):
        results = Results(file, long, VERSION)
        assert results.played == [row for job in jobs for row in job]
        results.close()
    write(file, long, [[row._replace(deal=11) for row in jobs[0]]])
    assert file.read_text(encoding="utf-8").startswith(f"# goatherd {VERSION}: {long.command()}\n")
    assert list(tmp_path.iterdir()) == [file]


def test_a_damaged_ladder_that_is_shorter_is_left_alone(
    finished: tuple[Plan, list[list[Played]]], tmp_path: Path
) -> None:
    table, jobs = finished
    file = tmp_path / "results.csv"
    write(file, table, jobs)
    damaged = file.read_bytes().replace(b"\n1,1-2,0,", b"\n1,1-2,9,")
    file.write_bytes(damaged)
    with pytest.raises(BadRecord, match=r"line \d+: "):
        Results(file, table._replace(deals=9), VERSION)
    assert file.read_bytes() == damaged


FOREIGN = [
    b"hello",
    b"hello\n",
    b"deal,pairing\n0,1\n",
    b"\xff\xfe\x00\n",
    b"# goatherd 9.9: goatherd ladder goita\n",
]


@pytest.mark.parametrize("content", FOREIGN)
def test_a_foreign_file_is_refused_and_left_alone(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    file.write_bytes(content)
    with pytest.raises(BadOption, match="name another file"):
        Results(file, plan(), VERSION)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    "changes", [{"seed": 2}, {"deals": 2}, {"bots": ("random", "greedy")}, {"options": ()}]
)
def test_the_results_of_another_ladder_are_refused(
    changes: dict[str, Any], finished: tuple[Plan, list[list[Played]]], tmp_path: Path
) -> None:
    table, jobs = finished
    file = tmp_path / "results.csv"
    write(file, table, jobs)
    before = file.read_bytes()
    for other, version in ((table._replace(**changes), VERSION), (table, "9.9")):
        with pytest.raises(BadOption, match="another ladder"):
            Results(file, other, version)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"0,1-2,0,", b"0,1-2,1,"),
        (b"0,1-2,0,", b"0,9-9,0,"),
        (b"0,1-2,0,", b"-1,1-2,0,"),
        (b"0,1-2,0,", b"3,1-2,0,"),
        (b"0,1-2,0,", b"zero,1-2,0,"),
        (b"0,1-2,0,random", b"0,1-2,0,greedy"),
        (b"2,-1,2,0,1", b"2,-1,2,7,1"),
        (b"2,-1,2,0,1", b"2,-1,x,0,1"),
        (b",30,1,", b",30,1,1,"),
        (b",0.250,", b",soon,"),
        (b"late", b"\xff"),
        (b"deal,pairing", b"deal,pair"),
        (b"2,1-2,", b"1,1-2,"),
    ],
)
def test_a_damaged_file_is_refused_by_its_line(
    old: bytes, new: bytes, finished: tuple[Plan, list[list[Played]]], tmp_path: Path
) -> None:
    table, jobs = finished
    file = tmp_path / "results.csv"
    write(file, table, jobs)
    damaged = file.read_bytes().replace(old, new)
    file.write_bytes(damaged)
    with pytest.raises(BadRecord, match=r"line \d+: "):
        Results(file, table, VERSION)
    assert file.read_bytes() == damaged


def test_two_ladders_do_not_write_to_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    results = Results(tmp_path / "results.csv", plan(), VERSION)
    with pytest.raises(BadOption, match="another ladder is writing"):
        Results(tmp_path / "results.csv", plan(), VERSION)
    results.close()


def test_seeds_are_read_from_files_of_ladders_only(tmp_path: Path) -> None:
    assert seed_in(tmp_path / "none.csv") is None
    file = tmp_path / "results.csv"
    file.write_text("hello --seed 5 \n", encoding="utf-8")
    assert seed_in(file) is None


def test_unnamed_files_differ_by_plan_and_version() -> None:
    places = {place_for(plan(seed=seed), version) for seed in (1, 2) for version in ("1", "2")}
    assert len(places) == 4
