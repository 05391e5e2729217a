"""A reviewed match for its page: what every decision cost, and each player's worst ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from goatherd.bots.review import BLUNDER, MISTAKE, SLIP, Judgement, grade, summary, turning_point
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
    """How much less likely a win was after it."""
    outlook: float
    """How likely a win was before it, as far as the seat could know."""
    hindsight: Text | None = None
    """What it cost with all hands open, if that is known and it cost something."""
    reasons: Sequence[Text] = ()
    """Why the better decision is better."""

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
class RoundStart:
    """Where a round of the match begins."""

    number: int
    """Its first decision, from 1."""
    scores: Sequence[int]
    """The points of each side then."""

    @property
    def score(self) -> str:
        return " : ".join(str(points) for points in self.scores)


@dataclass(frozen=True, slots=True)
class Curve:
    """How one side stood at its decisions."""

    names: Sequence[str]
    """Its players."""
    rows: Sequence[JudgedRow]

    @property
    def name(self) -> str:
        return ", ".join(self.names)

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
    rounds: Sequence[RoundStart]
    """Of a game that deals more than once; none of a match of one round."""
    turning_point: JudgedRow | None
    """The costliest decision of those who did not win, once the review is done."""

    @property
    def done(self) -> bool:
        return self.judged == self.total

    @property
    def has_hindsight(self) -> bool:
        return any(row.hindsight is not None for row in self.rows)


class Worded(NamedTuple):
    """A judgement with its decisions in words; without one where there was no alternative."""

    judgement: Judgement | None
    decision: Text = Text("")
    best: Text = Text("")
    best_in_hindsight: Text = Text("")


def reviewed(match: Match, told: Sequence[Worded], names: Sequence[str]) -> Review:
    """The page of a review from what is told so far, one for each decision from the first on."""
    rows = [row(one, names) for one in told if one.judgement is not None]
    made = [one.judgement for one in told if one.judgement is not None]
    total = len(match.decisions())
    turned = turning_point(match, made) if len(told) == total else None
    return Review(
        judged=len(told),
        total=total,
        rows=rows,
        players=players(match, made, rows, names),
        curves=curves(match, rows, names),
        rounds=round_starts(match),
        turning_point=next((row for row in rows if turned and row.number == turned.number), None),
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
    in_hindsight = Text("") if one.hindsight is None else words[one.hindsight.best]
    return Worded(one, words[one.decision], words[one.best], in_hindsight)


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
        outlook=min(max(one.outlook, 0.0), 1.0),
        hindsight=hindsight_in_words(told),
        reasons=one.reasons,
    )


def hindsight_in_words(told: Worded) -> Text | None:
    one = told.judgement
    if one is None or one.hindsight is None or not one.hindsight.points:
        return None
    return Text(
        "With all hands open it cost {points} points: best was {decision}.",
        points=one.hindsight.points,
        decision=told.best_in_hindsight,
    )


def round_starts(match: Match) -> list[RoundStart]:
    """The rounds of a match that has several, each with the score that it began with."""
    if match.contract.rules.rounds is None:
        return []
    timeline = match.timeline()
    sides = match.contract.facts.sides(match.players)
    starts: list[RoundStart] = []
    known = None
    for number, made in enumerate(timeline.decisions):
        if made.round != known:
            known = made.round
            starts.append(RoundStart(number + 1, timeline[number].scores()[:sides]))
    return starts if len(starts) > 1 else []


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
            drawn.append(Curve(tuple(names[side : match.players : sides]), own))
    return drawn


def as_percent(share: float) -> int:
    return round(100 * share)
