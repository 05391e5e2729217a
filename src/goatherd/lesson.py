"""Lessons: a game learnt by playing it, in a few steps on a laid-out deal and under the real rules.

A lesson is a TOML file in the folder `lessons` of a game. It says how the cards lie, which seat is
the learner's, and step by step what is said to the learner, what is pointed at, what the learner
is to do, what is said to another try, and what the others do then. A step without anything to do is
only read. After the last step the match goes on like any other.

A place in a lesson is two numbers: the step, and how many of its decisions are made. The match at
a place follows from them, so a face needs to remember nothing else.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, TypeAlias

from goatherd.errors import BadLesson, BadOption, IllegalMove, UnknownLesson, nearest, quoted
from goatherd.game import load
from goatherd.games import files
from goatherd.match import Match
from goatherd.table import Table
from goatherd.words import LANGUAGES

Sentence: TypeAlias = Mapping[str, str]
"""What is said, by language."""

FIELDS = {"title", "players", "seat", "seed", "order", "options", "before", "steps"}
STEP_FIELDS = {*LANGUAGES, "point", "do", "wrong", "then"}


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn."""

    says: Sentence
    points_at: tuple[str, ...]
    """Ids of cards, names of zones, or `seat 2`, as a description of the table has them."""
    do: tuple[str, ...]
    """What the learner decides, one after another; nothing where the step is only read."""
    wrong: Sentence
    """What is said to another decision; empty where there is nothing to decide."""
    then: tuple[tuple[int, str], ...]
    """What the others do after it: seat and decision."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a game."""

    game: str
    name: str
    title: Sentence
    players: int
    seat: int
    """The learner's."""
    seed: int
    order: str
    options: Mapping[str, str | int]
    before: tuple[tuple[int, str], ...]
    """What has been played when the lesson begins."""
    steps: tuple[Step, ...]

    def beginning(self) -> Match:
        """The match as it lies before the first step."""
        game = load(self.game)
        match = game.new(self.players, self.seed, self.order, **self.options)
        play_all(match, self.before)
        return match

    def match_at(self, place: "Place") -> Match:
        """The match at a place; after the last step, where it goes on by itself."""
        match = self.beginning()
        for step in self.steps[: place.step]:
            play_all(match, [*((self.seat, text) for text in step.do), *step.then])
        if place.step < len(self.steps):
            play_all(match, [(self.seat, text) for text in self.steps[place.step].do[: place.made]])
        return match

    def expected(self, place: "Place") -> str | None:
        """The decision that the learner is to make now; None where there is only to read on."""
        step = self.steps[place.step]
        return step.do[place.made] if place.made < len(step.do) else None

    def places(self) -> "tuple[Place, ...]":
        """All places of the lesson in order; the last is where it is over."""
        found = [
            Place(number, made)
            for number, step in enumerate(self.steps)
            for made in range(max(len(step.do), 1))
        ]
        return (*found, Place(len(self.steps)))

    def news(self, place: "Place") -> int:
        """How many decisions of the others have come since the learner's last one."""
        if place.step == 0 or place.made:
            return 0
        return len(self.steps[place.step - 1].then)

    def after(self, place: "Place") -> "Place":
        """The next place: a decision was made as expected, or the step was read."""
        if place.made + 1 < len(self.steps[place.step].do):
            return Place(place.step, place.made + 1)
        return Place(place.step + 1)

    def is_over(self, place: "Place") -> bool:
        return place.step >= len(self.steps)


class Place(NamedTuple):
    """How far somebody has come in a lesson."""

    step: int = 0
    made: int = 0
    """How many decisions of the step are made."""

    def before(self) -> "Place":
        """One step back: to the beginning of this step, or of the one before it."""
        return Place(self.step if self.made else max(self.step - 1, 0))


def play_all(match: Match, decisions: Sequence[tuple[int, str]]) -> None:
    for seat, text in decisions:
        if seat != match.turn:
            raise IllegalMove(f"seat {seat} is to {text!r}, and it is seat {match.turn}'s turn")
        match.play(text)


# --- reading -------------------------------------------------------------------------------------


@cache
def lessons(game: str) -> tuple[str, ...]:
    """The names of a game's lessons, in the order in which they are learnt."""
    files = (entry.name for entry in shelf(game).iterdir()) if shelf(game).is_dir() else ()
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def lesson(game: str, name: str) -> Lesson:
    """A lesson of a game, checked to the last step; UnknownLesson if there is none of that name.

    Kept for good: a page asks for it at every step, and to check it takes some thirty decisions.
    """
    known = lessons(load(game).name)
    if name not in known:
        hint = nearest(name, known) or ";"
        raise UnknownLesson(f"no lesson {quoted(name)}{hint} Lessons are: {', '.join(known)}")
    file = shelf(game) / f"{name}.toml"
    return read(game, name, file.read_text(encoding="utf-8"))


def shelf(game: str) -> Traversable:
    return files(game) / "lessons"


def read(game: str, name: str, text: str) -> Lesson:
    """The lesson that a file tells of; BadLesson names the file and the step."""
    where = f"{game}/{name}.toml"
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadLesson(f"{where}: {error}") from None
    _check_fields(where, told, FIELDS)
    try:
        made = Lesson(
            game=game,
            name=name,
            title=_sentence(where, told.get("title")),
            players=told["players"],
            seat=told["seat"],
            seed=told.get("seed", 0),
            order=told["order"],
            options=told.get("options", {}),
            before=_decisions(where, told.get("before", ())),
            steps=tuple(
                _step(f"{where}, step {number}", step)
                for number, step in enumerate(told["steps"], 1)
            ),
        )
    except KeyError as missing:
        raise BadLesson(f"{where}: {missing.args[0]} is missing") from None
    check(made)
    return made


def _step(where: str, told: Mapping[str, Any]) -> Step:
    _check_fields(where, told, STEP_FIELDS)
    do = tuple(told.get("do", ()))
    return Step(
        says=_sentence(where, {language: told.get(language) for language in LANGUAGES}),
        points_at=tuple(told.get("point", ())),
        do=do,
        wrong=_sentence(f"{where}, wrong", told.get("wrong")) if do else {},
        then=_decisions(where, told.get("then", ())),
    )


def _check_fields(where: str, told: Mapping[str, Any], known: set[str]) -> None:
    for name in told:
        if name not in known:
            raise BadLesson(f"{where}: {quoted(name)} is none of {', '.join(sorted(known))}")


def _sentence(where: str, told: Any) -> Sentence:
    said = told if isinstance(told, dict) else {}
    missing = [language for language in LANGUAGES if not said.get(language)]
    if missing:
        raise BadLesson(f"{where}: no sentence in {', '.join(missing)}")
    return {language: said[language] for language in LANGUAGES}


def _decisions(where: str, told: Sequence[str]) -> tuple[tuple[int, str], ...]:
    out = []
    for entry in told:
        seat, _, text = entry.partition(" ")
        if not seat.isdecimal() or not text:
            raise BadLesson(f"{where}: {quoted(entry)} is no seat and decision, as in '2 pass'")
        out.append((int(seat), text))
    return tuple(out)


# --- checking ------------------------------------------------------------------------------------


def check(lesson: Lesson) -> None:
    """Play a lesson to its end; BadLesson where the rules do not allow a step, or where it points
    at something that the learner does not see."""
    where = f"{lesson.game}/{lesson.name}.toml"
    try:
        match = lesson.beginning()
    except (BadOption, IllegalMove) as error:
        raise BadLesson(f"{where}: {error}") from None
    for number, step in enumerate(lesson.steps, 1):
        _check_step(f"{where}, step {number}", lesson, step, match)


def _check_step(where: str, lesson: Lesson, step: Step, match: Match) -> None:
    """Play the step in the match."""
    seen = match.view(lesson.seat).table()
    for target in step.points_at:
        if not _is_seen(seen, target):
            raise BadLesson(f"{where}: there is no {quoted(target)} to point at")
    try:
        play_all(match, [*((lesson.seat, text) for text in step.do), *step.then])
    except IllegalMove as error:
        raise BadLesson(f"{where}: {error}") from None
    if match.turn != lesson.seat:
        raise BadLesson(f"{where}: after it, seat {match.turn} is to act, not the learner")


def _is_seen(seen: Table, target: str) -> bool:
    zones = {zone.name for zone in seen.zones}
    cards = {card.id for zone in seen.zones for card in zone.cards}
    return target in zones | cards | {f"seat {seat.number}" for seat in seen.seats}
