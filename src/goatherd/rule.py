"""What rules are made of: a record, functions marked with `@rule`, and the small types around them.

A game is one NumPy record and a handful of plain functions on it; `contract.py` lists them. Those
that are compiled (setup, legal, apply, ...) are written as plain Python functions marked with
`@rule`, which run as they stand and are also compiled by `goatherd.fast`. Such functions work on a
record of the game's `state` type, called `s`, and:

* read and write only fields of `s` and arrays that they are given: no objects, no exceptions;
* draw chance only through `goatherd.rng`;
* keep numbers small or wrap them in `int()`, because interpreted fields are NumPy scalars,
  which do not grow.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from goatherd.errors import BadOption, quoted
from goatherd.words import Text

State: TypeAlias = Any
"""A record of a game's `state` dtype: see `goatherd.interpreted`; compiled, a Numba record."""

F = TypeVar("F", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every function marked so far, for `goatherd.fast` to compile."""

NOBODY = -1
"""In `turn`: the match is over, or, in a view, whose turn it is is hidden."""


def rule(function: F) -> F:
    """Mark a function as part of the rules: it must also compile."""
    RULES.append(function)
    return function


def record_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The type of a record with these fields, aligned and without a byte that is no field's.

    Records are compared and hidden byte for byte, and NumPy leaves what lies between fields as
    it happened to be; so the gaps are fields too.
    """
    filled: list[tuple[Any, ...]] = []
    end = 0
    aligned = np.dtype(list(fields), align=True)
    for field in fields:
        kind, offset, *_ = aligned.fields[field[0]]  # type: ignore[index]
        if offset > end:
            filled.append((f"gap{end}", np.int8, (offset - end,)))
        filled.append(field)
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        filled.append((f"gap{end}", np.int8, (aligned.itemsize - end,)))
    return np.dtype(filled, align=True)


class Decision(NamedTuple):
    """One decision as it was made: who, which number, and in which round (0 without rounds)."""

    seat: int
    action: int
    round: int = 0


class Refusal(NamedTuple):
    """Why a decision is not legal: the rule that forbids it, if one does, and the reason."""

    rule: str | None
    why: Text


class Opening(NamedTuple):
    """What a text in a game's own notation sets up and plays."""

    options: Mapping[str, str | int]
    order: Sequence[str]
    decisions: Sequence[tuple[int, str]]
    viewer: int | None = None
    """Whose view the text is (the spectator's number: anybody's); None if it hides nothing."""


class Tuning(NamedTuple):
    """How a tree search is best set for a game; found by matches between settings."""

    bonus: float
    """How much is tried out besides what looks best."""
    prior: float
    """How much of that is for the guide's decision, 0 to 1."""
    epsilon: float
    """The part of decisions beyond the tree that are random instead of the guide's."""
    lookahead: int
    """How many decisions are looked ahead before the match counts as it stands."""
    single_learner: bool = False
    """Whether nobody but the searcher learns in the tree: the others decide as the guide would."""
    later: float = 1.0
    """If so, how much is tried out at the searcher's later decisions, as a part of `bonus`: what
    comes of the first one is found by going on well."""
    usual: int = 0
    """And how often each of these is decided as the guide would, before what came of it is
    believed."""


class Endgame(NamedTuple):
    """How positions of a game are valued exactly, where that can be done."""

    is_solvable: Callable[[State], bool]
    """Whether a position can be solved by who knows all cards; from a truth or a view."""
    left: Callable[[State], int]
    """How much is left to play for, in pieces or cards of all hands."""
    few: int
    """With so much left, a search solves the worlds that it imagines instead of searching in them.
    (With more, what could be done in each world says too little about what can be done without
    knowing it.)"""
    scale: float
    """The points between payoffs of 0 and 1."""
    solver: str
    """The module that solves, with what `goatherd.bots.solver.Solver` says; it is imported when it
    is first needed, since it is compiled."""


class LineNotation(NamedTuple):
    """A notation that players of a game exchange, where there is one."""

    write: Callable[[Any, Sequence[tuple[int, str]]], str]
    """From a record and the decisions of the round, both as one seat may know them."""
    read: Callable[[str], Opening]
    """Raises BadRecord."""


class Rounds(NamedTuple):
    """What there is to say about rounds, in a game that deals more than once."""

    ended: Callable[[Any, Any], bool]
    """Whether a round ended between two records of a match."""
    finish: Callable[[Any, int], None]
    """Carry out the decision that ends a round, and stop there: nothing is dealt, all lies open."""


class Part(NamedTuple):
    """A run of numbers in an observation: its name, how many, and what they say."""

    name: str
    size: int
    about: str
    least: float = 0.0
    """No number of it is below this in any match,"""
    most: float = 1.0
    """and none above this."""


@dataclass(frozen=True)
class Option:
    """One option of a game: its default, what is allowed, and what it changes.

    Allowed are the `choices`, and the whole numbers from `low` to `high` where these are given.
    `read` is for an option that is neither: it turns what was given, a text or the path of a file
    that holds it, into what is kept; `reread` does so with what a record says was kept or somebody
    sent, and must not open any file. `sample` is such a text, to begin with.
    """

    name: str
    default: str | int
    about: Text
    choices: tuple[str | int, ...] = ()
    low: int | None = None
    high: int | None = None
    seats: bool = False
    """Whether these numbers are seats, which people count from 1 and programs from 0."""
    read: Callable[[object], str | int] | None = None
    reread: Callable[[object], str | int] | None = None
    sample: str = ""

    def allowed(self) -> Text:
        """What may be given, in words: `round, or a number from 10 to 1000`."""
        choices = [str(choice) for choice in self.choices]
        if self.read is not None:
            return Text("{choices}, or a file or what stands in one", choices=choices)
        if self.low is None or self.high is None:
            return Text("{choices}", choices=choices)
        if self.seats:
            return Text("a seat from {low} to {high}, counted from 0", low=self.low, high=self.high)
        if not choices:
            return Text("a number from {low} to {high}", low=self.low, high=self.high)
        return Text(
            "{choices}, or a number from {low} to {high}",
            choices=choices,
            low=self.low,
            high=self.high,
        )

    def kept(self, given: object, *, recorded: bool = False) -> str | int:
        """The value to keep for what was given: a number may come as text, yes and no as bool.

        What comes from a record may come from anybody.
        """
        special = self.reread if recorded else self.read
        if special is not None:
            return special(given)
        value = given
        if isinstance(given, bool):
            value = next((word for word in TRUTHS[given] if word in self.choices), given)
        elif isinstance(given, str) and self.low is not None and given.isascii():
            value = int(given) if given.isdigit() and len(given) < 10 else given
        if isinstance(value, str | int) and not isinstance(value, bool) and self.accepts(value):
            return value
        raise BadOption(
            Text(
                "{option}={given}: allowed are {values}",
                option=self.name,
                given=quoted(given),
                values=self.allowed(),
            )
        )

    def accepts(self, value: str | int) -> bool:
        if value in self.choices:
            return True
        if self.low is None or self.high is None or not isinstance(value, int):
            return False
        return self.low <= value <= self.high


SIZE = Option(
    "size",
    "full",
    Text("The whole game, or one so small that it can be searched to the end."),
    choices=("full", "mini"),
)
"""Every game has this option."""

TRUTHS = {True: ("on", "yes"), False: ("off", "no")}

Options: TypeAlias = Mapping[str, str | int]


def check_players(players: int, allowed: Sequence[int], options: Options) -> None:
    """That a game of this size is for so many players."""
    if players not in allowed:
        raise BadOption(
            Text(
                "size={size} is for {counts} players, not {players}",
                size=str(options["size"]),
                counts=allowed,
                players=players,
            )
        )
