"""What a game is: one NumPy record and a handful of plain functions on it.

A game's folder provides a `Contract`. Its compiled part (setup, legal, apply, ...) is written as
plain Python functions marked with `@rule`, which run as they stand and are also compiled by
`goatherd.fast`. Such functions work on a record of the game's `state` type, called `s`, and:

* read and write only fields of `s` and arrays that they are given: no objects, no exceptions;
* draw chance only through `goatherd.rng`;
* keep numbers small or wrap them in `int()`, because interpreted fields are NumPy scalars,
  which do not grow.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from goatherd.errors import BadOption, quoted
from goatherd.table import Table
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
    wander: float
    """The part of decisions beyond the tree that are random instead of the guide's."""
    longest: int
    """How many decisions are looked ahead before the match counts as it stands."""
    alone: bool = False
    """Whether nobody but the searcher learns in the tree: the others decide as the guide would."""
    later: float = 1.0
    """If so, how much is tried out at the searcher's later decisions, as a part of `bonus`: what
    comes of the first one is found by going on well."""
    usual: int = 0
    """And how often each of these is decided as the guide would, before what came of it is
    believed."""


class LineNotation(NamedTuple):
    """A notation that players of a game exchange, where there is one."""

    write: Callable[[Any, Sequence[tuple[int, str]]], str]
    """From a record and the decisions of the round, both as one seat may know them."""
    read: Callable[[str], Opening]
    """Raises BadRecord."""
    ended: Callable[[Any, Any], bool]
    """Whether a round ended between two records of a match."""


class Part(NamedTuple):
    """A run of numbers in an observation: its name, how many, and what they say."""

    name: str
    size: int
    about: str


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


TRUTHS = {True: ("on", "yes"), False: ("off", "no")}

Options: TypeAlias = Mapping[str, str | int]


@dataclass(frozen=True)
class Contract:
    """Everything the rest of Goatherd asks of a game."""

    name: str
    title: str
    """In English; a message of the catalogues, as every text here."""
    players: tuple[int, ...]
    together: bool
    """Whether every other seat plays together, on one of two sides; otherwise each for itself."""
    state: np.dtype[Any]
    """Fields that every game has: `rng` (see `goatherd.rng`), `players`, `turn`."""
    actions: tuple[str, ...]
    """The notation of every decision; the place in this list is its number."""
    kinds: tuple[str, ...]
    """The kinds of card, in the order in which unordered zones list them."""
    options: tuple[Option, ...]
    observation: tuple[Part, ...]

    # Before the first card: on a zeroed record, in this order.
    configure: Callable[[State, int, Options], None]
    """Write number of players, options and the unshuffled cards into a zeroed record."""
    arrange: Callable[[State, Sequence[str]], None]
    """Put the cards into a given order; `setup` will then not shuffle. Raises BadOption."""

    # The compiled part (`@rule`).
    setup: Callable[[State], None]
    legal: Callable[[State, Any], int]
    """Write the numbers of the legal decisions, ascending, and return how many there are."""
    apply: Callable[[State, int], None]
    """Carry out one legal decision and the automatic steps that follow."""
    over: Callable[[State], bool]
    scores: Callable[[State, Any], None]
    """Write the points so far, one number a seat."""
    winners: Callable[[State, Any], None]
    """Write 1 for each winning seat, 0 for others: all 0 before the end."""
    redact: Callable[[State, int], None]
    """Truth to view, in place; the seat `players` is a spectator. At the end, all is open."""
    imagine: Callable[[State, int], None]
    """View to one truth that fits it, in place, uniformly; draws from the record's generator."""
    observe: Callable[[State, int, Any], None]
    """Write a view as numbers, seen from its seat."""
    greedy: Callable[[State, Any, int], int]
    """A sensible player's decision, one of `choices[:n]`; reads only what the seat may know."""
    beginner: Callable[[State, Any, int], int]
    """A beginner's, likewise."""

    # What a search needs besides (`@rule`, but for `tuning` and `gather`).
    tuning: Tuning
    guide: Callable[[State, Any, int], int]
    """A decision to expect of a good player, as `greedy`; may draw from the record's generator.
    The number of choices is 0 where they were not listed: then it lists them if it needs to."""
    frame: Callable[[State], None]
    """Make an imagined world end where looking further would tell nothing."""
    payoffs: Callable[[State, State, Any, Any, Any], None]
    """Write what an end is worth to each seat, 0 to 1, from the record, the view that the search
    began with, the scores and the winners."""
    shown: Callable[[State, int], int]
    """The decision that the others see when this one is made: another if it is secret."""
    gather: Callable[[State, Sequence[tuple[int, str]]], npt.NDArray[np.int16]]
    """What past decisions of the round say about hidden cards, from a view and its history."""
    weigh: Callable[[State, Any, int, float], float]
    """How likely those decisions were in a world, for a viewer; if that is below the last argument,
    anything below it will do."""

    # For people: all of these work on a truth and on a view alike, and never on more.
    zones: Callable[[State], dict[str, list[str]]]
    """Where every card is; `?` for what a view does not know."""
    status: Callable[[State], dict[str, object]]
    """Public facts that are no cards."""
    refusal: Callable[[State, int], Refusal]
    """Why this decision is not legal now (it is known to be illegal)."""
    masked: Callable[[State, int, Decision], str | None] | None
    """A past decision as a seat may know it now: `hide ?`, or None if not even that. A game where
    every decision is open has no such function."""
    table: Callable[[State, int, Sequence[int]], Table]
    """The table as a seat sees it, with its legal decisions."""
    narrate: Callable[[State, Decision, State, str], Sequence[Text]]
    """What happened: the view before, the decision, the view after, and its masked text."""
    notes: int = 0
    """Where a search notes down what everybody sees at a node of its tree, to expect decisions
    there better than `guide` does: how many numbers that takes."""
    note: Callable[[State, Any, int], None] | None = None
    """Write them into this row of an array (`@rule`)."""
    foresee: Callable[[State, Any, int, Any, int], int] | None = None
    """As `guide`, with such a row (`@rule`)."""
    line: LineNotation | None = None
    quiet: str | None = None
    """Where all are asked in secret and most can only stay quiet: the decision to do so. At a live
    table it is what everybody has decided who has not answered within a short time."""

    def sides(self, players: int) -> int:
        """How many sides so many players make: a seat's side is what is left when its number is
        divided by this."""
        return 2 if self.together else players

    @property
    def spectator(self) -> int:
        """The number of the seat that knows nothing private, for `redact` and `imagine`."""
        return max(self.players)
