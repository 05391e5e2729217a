"""The contract of a game: all that the rest of Goatherd asks of it, in five groups.

`Facts` say what the game is, `Rules` decide what happens, `Search` is what bots and learners need
besides, `Faces` is what people see, and `Study` what is counted over many matches. What has a
default can be left out at first: a game can be played, hosted and searched with facts, rules and
the zones of its cards.

Functions that are marked *compiled* are written with `@rule` (see `rule.py`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd import defaults, invariants, payoff
from goatherd.looks import Looks
from goatherd.rule import (
    NOBODY,
    Decision,
    Endgame,
    LineNotation,
    Option,
    Options,
    Part,
    Refusal,
    Rounds,
    State,
    Tuning,
)
from goatherd.table import Table
from goatherd.words import Text
from goatherd.worlds import Worlds


@dataclass(frozen=True)
class Partners:
    """How people may draw for partners before the match: who draws the first piece has one side."""

    pieces: tuple[str, ...]
    """As many as seats; those of the first kind go to seats 0, 2 and so on."""
    words: tuple[Text, ...]
    """What each piece is called when it was drawn."""
    option: tuple[str, str]
    """The option, and its value, that a draw needs."""
    why: Text
    """What is said where it has another one."""


@dataclass(frozen=True)
class Facts:
    """What the game is: plain data."""

    name: str
    title: str
    """In English; a message of the catalogues, as every text here."""
    players: tuple[int, ...]
    actions: tuple[str, ...]
    """The notation of every decision; the place in this list is its number."""
    kinds: tuple[str, ...]
    """The kinds of card, in the order in which unordered zones list them."""
    together: bool = False
    """Whether every other seat plays together, on one of two sides; otherwise each for itself."""
    rank: int = 100
    """Its place in lists of games: the lowest first, then by name."""
    options: tuple[Option, ...] = ()
    quiet: str | None = None
    """Where all are asked in secret and most can only stay quiet: the decision to do so. At a live
    table it is what everybody has decided who has not answered within a short time."""

    partners: Partners | None = None
    """Where people may draw for partners: of which pieces."""

    def sides(self, players: int) -> int:
        """How many sides so many players make: a seat's side is what is left when its number is
        divided by this."""
        return 2 if self.together else players

    @property
    def spectator(self) -> int:
        """The number of the seat that knows nothing private, for `redact` and `imagine`."""
        return max(self.players)


@dataclass(frozen=True)
class Rules:
    """What happens, and who may know it."""

    state: np.dtype[Any]
    """Fields that every game has: `rng` (see `goatherd.rng`), `players`, `turn`."""
    setup: Callable[[State], None]
    """Deal: from a configured record to the first decision. Compiled."""
    legal: Callable[[State, Any], int]
    """Write the numbers of the legal decisions, ascending, and return how many there are.
    Compiled."""
    apply: Callable[[State, int], None]
    """Carry out one legal decision and the automatic steps that follow. Compiled."""
    scores: Callable[[State, Any], None]
    """Write the points so far, one number a seat. Compiled."""
    winners: Callable[[State, Any], None]
    """Write 1 for each winning seat, 0 for others: all 0 before the end. Compiled."""
    redact: Callable[[State, int], None]
    """Truth to view, in place; the seat `players` is a spectator. At the end, all is open.
    Compiled."""
    imagine: Callable[[State, int], None]
    """View to one truth that fits it, in place, uniformly; draws from the record's generator.
    Compiled."""
    over: Callable[[State], bool] = defaults.nobody_to_act
    """Whether the match is over. A game that hides whose turn it is has to say."""
    configure: Callable[[State, int, Options], None] = defaults.configure
    """Write number of players, options and the unshuffled cards into a zeroed record, before
    anything else."""
    arrange: Callable[[State, Sequence[str]], None] = defaults.refuse_order
    """Put the cards into a given order, after that; `setup` will then not shuffle. Raises
    BadOption."""
    inlined: bool = True
    """Whether compiled rules become part of what calls them: most games are faster so, by up to a
    quarter; one with long rules may be slower (`python -m benchmarks` tells)."""
    check: Callable[[State, int | None], None] = defaults.check_nothing
    """Raise BadState unless a match can come to this record: as the truth (None), or as this seat
    sees it. All that compiled code relies on, for records that come from outside."""
    masked: Callable[[State, int, Decision], str | None] | None = None
    """A past decision as a seat may know it now: `hide ?`, or None if not even that. A game where
    every decision is open has no such function."""
    clash: Callable[[Options], Text | None] | None = None
    """Why these options, each of them allowed, cannot be chosen together; None if they can."""
    rounds: Rounds | None = None


@dataclass(frozen=True)
class Search:
    """What bots and learners need besides; by default they play without any knowledge."""

    # Players that decide at once.
    greedy: Callable[[State, Any, int], int] = defaults.random_choice
    """A sensible player's decision, one of `choices[:n]`; reads only what the seat may know.
    Compiled."""
    beginner: Callable[[State, Any, int], int] = defaults.random_choice
    """A beginner's, likewise. Compiled."""

    # Tree search.
    tuning: Tuning = defaults.TUNING
    guide: Callable[[State, Any, int], int] = defaults.random_choice
    """A decision to expect of a good player, as `greedy`; may draw from the record's generator.
    Compiled."""
    guides_unlisted: bool = False
    """Whether `guide` and `predict` are also to be called with 0 choices, where nobody listed them,
    and list them only if they need to: that is quicker."""
    horizon: Callable[[State], None] = payoff.to_the_end
    """Make an imagined world end where looking further would tell nothing. Compiled."""
    payoffs: Callable[[State, State, Any, Any, Any], None] = defaults.win_and_place
    """Write what an end is worth to each seat, 0 to 1, from the record, the view that the search
    began with, the scores and the winners. Compiled."""
    win_chance: Callable[[State, float], float] = defaults.expected_payoff
    """About how likely a seat is to win that expects such a payoff, from a view."""
    public_action: Callable[[State, int], int] = payoff.in_the_open
    """The decision that the others see when this one is made: another if it is secret. Compiled."""

    # What past decisions tell.
    gather: Callable[[State, Sequence[tuple[int, str]]], npt.NDArray[np.int16]] = (
        defaults.gather_nothing
    )
    """What past decisions of the round say about hidden cards, from a view and its history."""
    weigh: Callable[[State, Any, int, float], float] = defaults.all_alike
    """How likely those decisions were in a world, for a viewer; if that is below the last argument,
    anything below it will do. Compiled."""

    # What a better, slower guess at the others' decisions is made from.
    feature_count: int = 0
    """How many numbers a search keeps about what everybody sees at a node of its tree."""
    node_features: Callable[[State, Any, int], None] | None = None
    """Write them into this row of an array. Compiled."""
    predict: Callable[[State, Any, int, Any, int], int] | None = None
    """As `guide`, with such a row. Compiled."""

    endgame: Endgame | None = None
    """How endings are solved, where they can be."""

    # Learners.
    observation: tuple[Part, ...] = defaults.OBSERVATION
    observe: Callable[[State, int, Any], None] = defaults.observe_players
    """Write a view as numbers, seen from its seat. Compiled."""


@dataclass(frozen=True)
class Faces:
    """What people see: all of these work on a truth and on a view alike, and never on more."""

    zones: Callable[[State], dict[str, list[str]]]
    """Where every card is; `?` for what a view does not know."""
    status: Callable[[State], dict[str, object]] = defaults.no_status
    """Public facts that are no cards."""
    refusal: Callable[[State, int], Refusal] = defaults.refusal
    """Why this decision is not legal now (it is known to be illegal)."""
    table: Callable[[State, int, Sequence[int]], Table] | None = None
    """The table as a seat sees it, with its legal decisions; by default zones in rows and a button
    for each decision."""
    narrate: Callable[[State, Decision, State, str], Sequence[Text]] = defaults.narrate
    """What happened: the view before, the decision, the view after, and its masked text."""
    reasons: Callable[[State, int, str, str | None, Worlds], Iterable[Text]] | None = None
    """Why a decision is good, from the record of a view, its seat, the decision, another one that
    it is held against, and worlds that fit the view: the sentence that says most first."""
    line: LineNotation | None = None


@dataclass(frozen=True)
class Study:
    """What a study of many matches counts besides points, winners and lengths."""

    events: tuple[str, ...] = ()
    """What is counted, each with the rule that it is of: `flocks lost (GNG-6)`."""
    watch: Callable[[State, int, Any], None] = defaults.watch_nothing
    """Add what this decision brings to the counts, before it is carried out; and once more with -1,
    when the match is over. Compiled."""


@dataclass(frozen=True)
class Contract:
    """A game."""

    facts: Facts
    rules: Rules
    faces: Faces
    search: Search = field(default_factory=Search)
    study: Study = field(default_factory=Study)
    looks: Looks = field(default_factory=Looks)

    def check(self, s: State, viewer: int | None) -> None:
        """BadState unless this is one of its records, as the truth (None) or as a seat sees it."""
        invariants.require(int(s.players) in self.facts.players, "so many do not play this game")
        invariants.within(s, NOBODY, int(s.players) - 1, "turn")
        self.rules.check(s, viewer)

    def table(self, s: State, seat: int, legal: Sequence[int]) -> Table:
        """The table as a seat, or the spectator, sees it; `s` is its view."""
        if self.faces.table is not None:
            return self.faces.table(s, seat, legal)
        shown = defaults.Shown(
            self.facts.name,
            None if seat == self.facts.spectator else seat,
            self.facts.sides(int(s.players)),
            bool(self.rules.over(s)),
            tuple(defaults.numbers_of(self.rules.scores, s)),
        )
        decisions = [(number, self.facts.actions[number]) for number in legal]
        return defaults.plain_table(s, shown, self.faces.zones(s), decisions)
