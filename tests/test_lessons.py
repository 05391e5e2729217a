"""Lessons: every one is short, in all languages, and goes through under the real rules."""

from importlib import resources
from pathlib import Path

import pytest

import goatherd
from goatherd.errors import BadLesson, UnknownLesson
from goatherd.lesson import Lesson, Place, lesson, lessons, read, shelf
from goatherd.words import LANGUAGES

MOST_WORDS, MOST_STEPS = 120, 8
ALL = [(game, name) for game in goatherd.games() for name in lessons(game)]
GOITA = (shelf("goita") / "1-first-steps.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", goatherd.games())
def test_every_game_has_first_steps_and_the_heart_of_it(game: str) -> None:
    names = lessons(game)
    assert len(names) == 2
    assert names[0] == "1-first-steps"


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_is_played_through_as_a_learner_would(game: str, name: str) -> None:
    taught = lesson(game, name)
    place, shown = Place(), []
    while not taught.is_over(place):
        match = taught.match_at(place)
        assert match.turn == taught.seat
        expected = taught.expected(place)
        shown.append((place, expected))
        if expected is not None:
            assert expected in match.view(taught.seat).legal()
        place = taught.after(place)
    assert [place.step for place, _ in shown] == sorted(place.step for place, _ in shown)
    assert any(expected for _, expected in shown)
    after = taught.match_at(place)
    assert not after.over
    assert after.turn == taught.seat


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_is_short(game: str, name: str) -> None:
    taught = lesson(game, name)
    words = sum(len(step.says["en"].split()) for step in taught.steps)
    assert words <= MOST_WORDS
    assert len(taught.steps) <= MOST_STEPS


@pytest.mark.parametrize(("game", "name"), ALL)
def test_one_step_back_is_where_one_was(game: str, name: str) -> None:
    taught = lesson(game, name)
    assert Place().before() == Place()
    for step in range(1, len(taught.steps) + 1):
        here = Place(step)
        assert here.before() == Place(step - 1)
        if step < len(taught.steps) and len(taught.steps[step].do) > 1:
            assert Place(step, 1).before() == here
        replayed = taught.match_at(here.before())
        assert (
            replayed.decisions() == taught.match_at(here).decisions()[: len(replayed.decisions())]
        )


def test_each_sentence_is_there_in_every_language() -> None:
    for game, name in ALL:
        taught = lesson(game, name)
        for step in taught.steps:
            said = [step.says, *([step.wrong] if step.do else [])]
            assert all(sentence[language] for sentence in said for language in LANGUAGES)


def test_lessons_are_part_of_the_package() -> None:
    assert (resources.files("goatherd.games") / "goita" / "lessons").is_dir()
    assert Path(str(shelf("goita"))).name == "lessons"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('do = ["defend gold"]', 'do = ["defend lance"]', "step 2: 'defend lance' is not legal"),
        ('do = ["attack silver"]', 'do = ["attack silver", "pass"]', "step 3: seat 0 is to 'pass'"),
        ('"hand 0/silver/0"', '"hand 0/silver/3"', "step 3: there is no 'hand 0/silver/3'"),
        ('"1 pass", "2 pass", "3 pass"]', '"1 pass"]', "step 3: after it, seat 2 is to act"),
        ('"1 pass", "2 pass"', '"one passes"', "'one passes' is no seat and decision"),
        ('ja = "受けた人が次に攻めます。銀で攻めましょう。"\n', "", "step 3: no sentence in ja"),
        ('wrong.ko = "금장을 막는', 'wrong.fr = "금장을 막는', "step 2, wrong: no sentence in ko"),
        ("gold   gold   bishop king", "gold   goat   bishop king", "there is no piece 'goat'"),
        ('point = ["attack 3"', 'points = ["attack 3"', "step 2: 'points' is none of"),
        ("players = 4\n", "", "players is missing"),
        ("players = 4\n", "players = four\n", "1-first-steps.toml: Invalid value"),
    ],
)
def test_a_lesson_that_cannot_be_taught_names_file_and_step(old: str, new: str, said: str) -> None:
    assert old in GOITA
    with pytest.raises(BadLesson) as refused:
        read("goita", "1-first-steps", GOITA.replace(old, new, 1))
    assert "goita/1-first-steps.toml" in str(refused.value)
    assert said in str(refused.value)


def test_an_unknown_lesson_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownLesson, match="did you mean '1-first-steps'"):
        lesson("goita", "first-steps")


def test_the_sentences_of_a_lesson_never_name_hidden_cards() -> None:
    """What a step points at is seen by the learner: it is looked up in their own view."""
    taught: Lesson = lesson("goita", "1-first-steps")
    view = taught.beginning().view(taught.seat)
    assert view.cards()["defence 3"] == ["(?)"]
