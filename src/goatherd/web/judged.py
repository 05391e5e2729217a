"""A reviewed match for its page: what every decision cost, and each player's worst ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from goatherd.bots.review import BLUNDER, MISTAKE, SLIP, Judgement, grade, summary
from goatherd.game import load
from goatherd.match import Match
from goatherd.words import Text

KEPT = 50
"""Matches whose words are remembered."""
WORST = 3
"""How many of a player's decisions are shown first."""
SIGNS = ((BLUNDER, "??"), (MISTAKE, "?"), (SLIP, "?!"))
"""As players of chess write them beside a move."""


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """One decision and what it cost."""

    number: int
    seat: int
    name: str
    decision: Text
    better: Text | None
    """A better decision; None if there was none."""
    cost: float
    """Of 1 between lost and won by far."""
    points: int | None
    """The cost in points of the round, where that is exact."""
    outlook: float
    """How the seat stood before it: 0 lost, 1 won by far."""

    @property
    def mark(self) -> Text:
        """What such a decision is called; nothing for a good one."""
        return grade(self.cost)

    @property
    def sign(self) -> str:
        return next((sign for least, sign in SIGNS if self.cost >= least), "")

    @property
    def percent(self) -> int:
        return as_percent(self.outlook)

    @property
    def price(self) -> Text:
        """The cost in words."""
        if self.points is not None:
            return Text("{points} points", points=self.points)
        return Text("{percent} %", percent=f"{100 * self.cost:.1f}")


@dataclass(frozen=True, slots=True)
class JudgedPlayer:
    """How a seat played."""

    seat: int
    name: str
    decisions: int
    """Those that had an alternative."""
    best: int
    cost: float
    worst: Sequence[JudgedRow]

    @property
    def percent(self) -> int:
        return round(100 * self.cost)


@dataclass(frozen=True, slots=True)
class Curve:
    """How one side stood at its decisions."""

    name: str
    rows: Sequence[JudgedRow]

    @property
    def lowest(self) -> JudgedRow:
        return min(self.rows, key=lambda row: row.outlook)

    @property
    def highest(self) -> JudgedRow:
        return max(self.rows, key=lambda row: row.outlook)


@dataclass(frozen=True, slots=True)
class Review:
    """What is known so far; a review takes a while."""

    judged: int
    total: int
    rows: Sequence[JudgedRow]
    players: Sequence[JudgedPlayer]
    curves: Sequence[Curve]

    @property
    def done(self) -> bool:
        return self.judged == self.total

    @property
    def exact(self) -> bool:
        """Whether some costs are exact."""
        return any(row.points is not None for row in self.rows)


def reviewed(match: Match, judgements: Sequence[Judgement | None], names: Sequence[str]) -> Review:
    """The page of a review from its judgements so far, one for each decision from the first on."""
    rows = _teller(match, tuple(names)).tell(judgements)
    made = [one for one in judgements if one is not None]
    return Review(
        judged=len(judgements),
        total=len(match.decisions()),
        rows=rows,
        players=players(match, made, rows, names),
        curves=curves(match, rows, names),
    )


class Teller:
    """Puts the judged decisions of a match into words, by playing it again.

    That takes a while, and a page asks again and again while its review is made: so a teller
    remembers how far it has come.
    """

    def __init__(self, match: Match, names: Sequence[str]) -> None:
        self.match = match
        self.names = names
        self._begin()

    def _begin(self) -> None:
        match = self.match
        self.position = load(match.game).new(
            match.players, match.seed, match.order, **match.options
        )
        self.told: list[Judgement | None] = []
        self.rows: list[JudgedRow] = []

    def tell(self, judgements: Sequence[Judgement | None]) -> list[JudgedRow]:
        if self.told != list(judgements[: len(self.told)]):
            self._begin()  # the review was made anew, and a bot does not think the same twice
        decisions = self.match.decisions()
        for one in judgements[len(self.told) :]:
            seat, decision = decisions[len(self.told)]
            if one is not None:
                self.rows.append(self.row(one, seat))
            self.position.play(decision)
            self.told.append(one)
        return self.rows.copy()

    def row(self, one: Judgement, seat: int) -> JudgedRow:
        choices = self.position.view(seat).table().choices
        words = {choice.text: choice.words for choice in choices}
        return JudgedRow(
            number=one.number,
            seat=seat,
            name=self.names[seat],
            decision=words[one.decision],
            better=None if one.best == one.decision else words[one.best],
            cost=one.cost,
            points=one.points,
            outlook=min(max(one.outlook, 0.0), 1.0),
        )


@lru_cache(maxsize=KEPT)
def _teller(match: Match, names: tuple[str, ...]) -> Teller:
    return Teller(match, names)


def players(
    match: Match, made: list[Judgement], rows: Sequence[JudgedRow], names: Sequence[str]
) -> list[JudgedPlayer]:
    return [
        JudgedPlayer(
            seat=one.seat,
            name=names[one.seat],
            decisions=one.decisions,
            best=one.best,
            cost=one.cost,
            worst=worst([row for row in rows if row.seat == one.seat]),
        )
        for one in summary(made, match.players)
    ]


def worst(rows: Sequence[JudgedRow]) -> list[JudgedRow]:
    """The costliest decisions that are worth a word, the worst first."""
    costly = [row for row in rows if row.cost >= SLIP]
    return sorted(costly, key=lambda row: (-row.cost, row.number))[:WORST]


def curves(match: Match, rows: Sequence[JudgedRow], names: Sequence[str]) -> list[Curve]:
    """A curve for each side that had something to decide."""
    sides = match.contract.sides(match.players)
    drawn = []
    for side in range(sides):
        own = [row for row in rows if row.seat % sides == side]
        if own:
            drawn.append(Curve(", ".join(names[side : match.players : sides]), own))
    return drawn


def as_percent(share: float) -> int:
    return round(100 * share)
