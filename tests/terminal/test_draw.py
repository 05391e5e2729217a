"""Drawing for partners in the terminal."""

from io import StringIO

import pytest
from rich.console import Console

import goatherd
from goatherd import BadOption
from goatherd.terminal.draw import draw_partners


def drawn(
    monkeypatch: pytest.MonkeyPatch,
    answers: str,
    people: list[int],
    seed: int = 5,
    ritual: str = "off",
) -> tuple[list[int] | None, str]:
    monkeypatch.setattr("sys.stdin", StringIO(answers))
    screen = StringIO()
    match = goatherd.load("goita").new(seed=seed, ritual=ritual)
    return draw_partners(match, people, Console(file=screen, width=80), "en"), screen.getvalue()


def test_four_people_draw_and_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    seats, screen = drawn(monkeypatch, "2\n2\nx\n1\n4\n3\n", [0, 1, 2, 3], ritual="on")
    assert seats is not None
    assert sorted(seats) == [0, 1, 2, 3]
    assert screen.count("Type one of these numbers.") == 2
    told = [line for line in screen.splitlines() if "has drawn" in line]
    for chair, line in enumerate(told):
        piece = "a king" if seats[chair] % 2 == 0 else "a pawn"
        assert line == f"Player {chair + 1} has drawn {piece}: seat {seats[chair] + 1}."
    again, _ = drawn(monkeypatch, "2\n1\n4\n3\n", [0, 1, 2, 3], ritual="on")
    assert again == seats


def test_the_seed_decides_what_lies_where(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {
        tuple(drawn(monkeypatch, "1\n2\n3\n4\n", [0, 1, 2, 3], seed, ritual="on")[0] or ())
        for seed in range(40)
    }
    assert len(found) == 6


def test_bots_draw_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    seats, screen = drawn(monkeypatch, "3\n", [0], ritual="on")
    assert seats is not None
    assert len(seats) == 1
    assert screen.count("has drawn") == 4
    assert drawn(monkeypatch, "", [0], ritual="on")[0] is None


def test_without_the_ritual_nobody_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="part of the ritual"):
        drawn(monkeypatch, "1\n", [0])


def test_the_record_tells_of_the_draw() -> None:
    match = goatherd.load("goita").new(seed=5, ritual="on")
    match.drawn = (1, 0, 3, 2)
    text = match.record()
    assert "drawn 1 0 3 2\n" in text
    again = goatherd.replay(text)
    assert again.drawn == (1, 0, 3, 2)
    assert again.record() == text
    assert "drawn" not in goatherd.load("goita").new(seed=5, ritual="on").record()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("drawn 1 0 3 2", "drawn 1 0 3 3", "each of 4 people draws another piece"),
        ("drawn 1 0 3 2", "drawn 1 0 3", "each of 4 people draws another piece"),
        ("drawn 1 0 3 2", "drawn 9 0 3 2", "each of 4 people draws another piece"),
        ("option ritual on", "option ritual off", "ritual"),
    ],
)
def test_a_draw_that_cannot_have_been_is_refused(old: str, new: str, why: str) -> None:
    match = goatherd.load("goita").new(seed=5, ritual="on")
    match.drawn = (1, 0, 3, 2)
    with pytest.raises(goatherd.BadRecord, match=why):
        goatherd.replay(match.record().replace(old, new))


def test_what_is_drawn_at_the_screen_stands_in_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("2\n1\n4\n3\n"))
    match = goatherd.load("goita").new(seed=5, ritual="on")
    draw_partners(match, [0, 1, 2, 3], Console(file=StringIO(), width=80), "en")
    assert "drawn 1 0 3 2\n" in match.record()
    assert "drawn 1 0 3 2\n" in match.copy().record()
