"""The command `goatherd solve`: what it shows, and what it says to what cannot be solved."""

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import goatherd
from goatherd.cli import app
from goatherd.words import LANGUAGES

LINE = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431,1p,2p,315,4p"
CERTAIN = "11667789,11122345,11122345,11334455,s1"
"""Nobody can stop rooks, bishops or kings, and two kings last are a hundred points."""
HIDDEN = "12345678,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1,113,2p,3p,431"


def run(*words: str, typed: str | None = None) -> Result:
    settings = {"LC_ALL": "C.UTF-8", "COLUMNS": "100", "TERMINAL_WIDTH": "100"}
    return CliRunner().invoke(app, ["solve", *words], input=typed, env=settings)


def shown(*words: str, typed: str | None = None) -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0
    return result.stdout


def without_time(page: str) -> str:
    return re.sub(r"\d+\.\d+ s", "", page)


def rows(page: str) -> list[tuple[str, int]]:
    """Each decision of the table with its points, as they stand there."""
    found = re.findall(r"^│ ([a-z ]+?) +│.*│ +([+-]\d+) │$", page, flags=re.MULTILINE)
    return [(text, int(points)) for text, points in found]


def match_of(line: str) -> goatherd.Match:
    match = goatherd.load("goita").from_line(line)
    assert isinstance(match, goatherd.Match)
    return match


def line_in(page: str) -> str:
    return next(row for row in page.splitlines() if re.match(r"[1-9]{8},", row))


def test_every_decision_is_shown_with_its_points_best_first() -> None:
    page = shown(LINE)
    assert "It is the turn of Seat 1." in page
    assert {text for text, _ in rows(page)} == set(match_of(LINE).legal())
    points = [value for _, value in rows(page)]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("line", [LINE, CERTAIN, LINE + ",1p", LINE + ",1p,2p"])
def test_best_play_earns_what_the_best_decision_promises(line: str) -> None:
    page = shown(line)
    played = match_of(line_in(page))
    assert line_in(page).startswith(line)
    assert played.over
    mover = match_of(line).turn
    assert mover is not None
    earned = played.scores()[mover] - played.scores()[(mover + 1) % 4]
    assert earned == rows(page)[0][1]


def test_the_points_are_those_of_the_team_to_act() -> None:
    assert rows(shown(CERTAIN))[0][1] == 100
    assert "scores double: 100." in shown(CERTAIN)
    against = CERTAIN + ",117"
    assert match_of(against).turn == 1
    assert rows(shown(against)) == [("pass", -100)]


def test_a_record_is_solved_as_its_line_is(tmp_path: Path) -> None:
    file = tmp_path / "round, saved.txt"
    file.write_text(match_of(LINE).record(), encoding="utf-8")
    expected = without_time(shown(LINE))
    assert without_time(shown(str(file))) == expected
    assert without_time(shown(typed=match_of(LINE).record())) == expected
    assert without_time(shown("-", typed=f"{LINE}\n")) == expected


def test_a_round_of_a_longer_match_is_solved_to_its_end() -> None:
    match = goatherd.load("goita").new(seed=5, target=150, pawn_calls="off")
    chance = random.Random(5)
    while not match.lines():
        match.play(chance.choice(match.legal()))
    page = shown(typed=match.record())
    assert {text for text, _ in rows(page)} == set(match.legal())
    assert line_in(page).startswith(match.line())


def test_it_is_told_in_every_language() -> None:
    pages = [shown(LINE, "--lang", language) for language in LANGUAGES]
    assert len(set(pages)) == len(LANGUAGES)
    assert len({tuple(rows(page)) for page in pages}) == 1
    assert all("Best play" not in page for page in pages[1:])


def test_help_has_examples_that_work() -> None:
    page = shown("--help")
    assert "Examples:" in page
    for line in re.findall(r"goatherd solve ([1-9]{8},\S+)", page):
        assert rows(shown(line))


def finished() -> str:
    match = match_of(CERTAIN)
    while not match.over:
        match.play(match.legal()[-1])
    return match.line()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((HIDDEN,), "it hides pieces (x); to solve it, write out all four hands"),
        ((finished(),), "the round is finished; to solve it, leave out its last moves"),
        (("1,2,3",), "four hands and the dealer"),
        ((LINE + ",9p",), "field 14"),
        (("no-such-file",), "no-such-file: No such file"),
    ],
)
def test_what_cannot_be_solved_is_one_clear_line(words: tuple[str, ...], reason: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_records_that_cannot_be_solved_say_why() -> None:
    other = run(typed=goatherd.load("goat-1916").new(seed=1).record())
    assert "Goat (1916) cannot be solved; Goita can" in other.stderr
    calls = run(typed=goatherd.load("goita").new(seed=1).record())
    assert "solve it after the calls" in calls.stderr
    assert (other.exit_code, calls.exit_code) == (2, 2)
