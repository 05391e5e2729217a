"""A reviewed match for its page: what every decision cost, and each player's worst ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from goatherd.bots.review import BLUNDER, MISTAKE, SLIP, Judgement, grade, summary
from goatherd.match import Match
from goatherd.timeline import PastPosition
from goatherd.words import Text

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


class Worded(NamedTuple):
    """A judgement with its decisions in words; without one where there was no alternative."""

    judgement: Judgement | None
    decision: Text = Text("")
    best: Text = Text("")


def reviewed(match: Match, told: Sequence[Worded], names: Sequence[str]) -> Review:
    """The page of a review from what is told so far, one for each decision from the first on."""
    rows = [row(one, names) for one in told if one.judgement is not None]
    made = [one.judgement for one in told if one.judgement is not None]
    return Review(
        judged=len(told),
        total=len(match.decisions()),
        rows=rows,
        players=players(match, made, rows, names),
        curves=curves(match, rows, names),
    )


def in_words(
    match: Match, judgements: Sequence[Judgement | None], known: Sequence[Worded] = ()
) -> tuple[Worded, ...]:
    """Each judgement with its decisions in the words of their seat.

    A page asks again and again while its review is made: what it knows already is not looked up
    anew. A review that was begun anew is, since a bot does not think the same twice.
    """
    if [one.judgement for one in known] != list(judgements[: len(known)]):
        known = ()
    positions = match.timeline()[len(known) : len(judgements)]
    new = zip(positions, judgements[len(known) :], strict=True)
    return (*known, *(worded(position, one) for position, one in new))


def worded(position: PastPosition, one: Judgement | None) -> Worded:
    if one is None:
        return Worded(None)
    choices = position.view(one.seat, events=0).table().choices
    words = {choice.text: choice.words for choice in choices}
    return Worded(one, words[one.decision], words[one.best])


def row(told: Worded, names: Sequence[str]) -> JudgedRow:
    one = told.judgement
    assert one is not None
    return JudgedRow(
        number=one.number,
        seat=one.seat,
        name=names[one.seat],
        decision=told.decision,
        better=None if one.best == one.decision else told.best,
        cost=one.cost,
        points=one.points,
        outlook=min(max(one.outlook, 0.0), 1.0),
    )


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
    sides = match.contract.facts.sides(match.players)
    drawn = []
    for side in range(sides):
        own = [row for row in rows if row.seat % sides == side]
        if own:
            drawn.append(Curve(", ".join(names[side : match.players : sides]), own))
    return drawn


def as_percent(share: float) -> int:
    return round(100 * share)
