"""Lessons in the terminal, taken by typing."""

from collections.abc import Iterable
from io import StringIO

import pytest
from rich.console import Console

import goatherd
from goatherd.lesson import Lesson, Place, lesson, lessons
from goatherd.terminal.learn import Coach, checked_place, show_lessons

ALL = [(game, name) for game in goatherd.games() for name in lessons(game)]


def taken(
    taught: Lesson,
    answers: Iterable[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str = "en",
    place: Place | None = None,
) -> tuple[Coach, str]:
    """The coach after these answers, and what the screen said."""
    screen = StringIO()
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in answers)))
    coach = Coach(taught, place or Place(), Console(file=screen, width=100), language)
    coach.run()
    return coach, screen.getvalue()


def right_answers(taught: Lesson) -> list[str]:
    place, answers = Place(), []
    while not taught.is_over(place):
        answers.append(taught.expected(place) or "")
        place = taught.after(place)
    return answers


@pytest.mark.parametrize("language", ["en", "ko", "ja"])
@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_is_taken_to_its_end_and_the_match_goes_on(
    game: str, name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = lesson(game, name)
    coach, said = taken(taught, [*right_answers(taught), "quit"], monkeypatch, language)
    assert taught.is_over(coach.place)
    for step in taught.steps:
        assert "".join(step.says[language].split())[:20] in "".join(said.split())


def test_another_try_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    taught = lesson("goita", "1-first-steps")
    coach, said = taken(taught, ["", "pass", "defend rook", "quit"], monkeypatch)
    assert coach.place == Place(1)
    assert "Click one of your golds." in said
    assert "defend rook is not legal" in said
    assert "goatherd learn goita --lesson 1-first-steps --step 2" in said


def test_one_can_go_back_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    taught = lesson("goita", "1-first-steps")
    coach, _ = taken(taught, ["", "defend gold", "back", "quit"], monkeypatch)
    assert coach.place == Place(1)


def test_a_lesson_goes_on_where_one_left(monkeypatch: pytest.MonkeyPatch) -> None:
    taught = lesson("goita", "1-first-steps")
    assert checked_place(taught, 0) == checked_place(taught, 1) == Place(0)
    assert checked_place(taught, 99) == Place(len(taught.steps) - 1)
    _, said = taken(taught, ["quit"], monkeypatch, place=checked_place(taught, 4))
    assert "[Step 4 of 8]" in said
    assert "Seat 2 passes." in said


def test_the_lessons_of_a_game_are_listed() -> None:
    screen = StringIO()
    show_lessons(Console(file=screen, width=100), "goita", "ja")
    assert "1-first-steps  はじめの一歩" in screen.getvalue()
