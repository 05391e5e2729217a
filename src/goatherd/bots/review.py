"""A finished match gone through again: what every decision cost, compared with the best one.

A decision is judged by what its seat could know then: the search bot thinks about that seat's view.
Where a game has a solver (Goita, from the first piece of a round on), the judgement is exact
instead: every decision is valued with all hands open, as players do when they go through a round
afterwards.
"""

from collections.abc import Iterator
from typing import NamedTuple

from goatherd.bots.bot import Explanation
from goatherd.bots.search import SearchBot
from goatherd.bots.solver import solver
from goatherd.errors import BadOption
from goatherd.interpreted import as_record, copied
from goatherd.match import Match
from goatherd.rule import Endgame
from goatherd.solution import seen_by
from goatherd.timeline import PastPosition
from goatherd.words import Text

SLIP, MISTAKE, BLUNDER = 0.02, 0.06, 0.15
"""What a decision must cost to be called so, of 1 between lost and won by far."""


class Judgement(NamedTuple):
    """What a decision was worth."""

    number: int
    """Which decision of the match, from 1."""
    seat: int
    decision: str
    best: str
    """The best decision; the one made, if none was better."""
    cost: float
    """How much worse the one made was, of 1 between lost and won by far; 0 for the best."""
    outlook: float
    """How the seat stood before it, with the best decision: 0 lost, 1 won by far."""
    points: int | None = None
    """What it cost in points of the round, where that is exact."""

    @property
    def exact(self) -> bool:
        return self.points is not None


def grade(cost: float) -> Text:
    """What a decision is called that costs so much; nothing for a good one."""
    if cost >= BLUNDER:
        return Text("blunder")
    if cost >= MISTAKE:
        return Text("mistake")
    return Text("slip") if cost >= SLIP else Text("")


def review(match: Match, bot: SearchBot) -> Iterator[Judgement | None]:
    """A judgement of each decision, None for those that had no alternative."""
    if not match.over:
        raise BadOption("a review goes through a finished match, and this one is not")
    for position, (seat, decision) in zip(match.timeline(), match.decisions(), strict=False):
        yield judgement(position, seat, decision, bot)


def judgement(position: PastPosition, seat: int, decision: str, bot: SearchBot) -> Judgement | None:
    """What this decision was worth here; None if there was no other."""
    number = position.number + 1
    if len(position.legal()) == 1:
        return None
    endgame = position.contract.search.endgame
    if endgame is not None and endgame.is_solvable(as_record(position.state)):
        return exact_judgement(endgame, position, seat, decision)
    view = position.view(seat, events=0)
    return weighed(bot.judge(view, decision), number, seat, decision)


def weighed(thought: Explanation, number: int, seat: int, decision: str) -> Judgement:
    """A judgement from the bot's estimates."""
    best = thought.estimates[0]
    made = next(one for one in thought.estimates if one.decision == decision)
    assert best.value is not None
    assert made.value is not None
    cost = max(best.value - made.value, 0.0)
    outlook = max(best.value, made.value)
    return Judgement(number, seat, decision, best.decision if cost else decision, cost, outlook)


def exact_judgement(
    endgame: Endgame, position: PastPosition, seat: int, decision: str
) -> Judgement:
    """A judgement from the values of all decisions, with all cards open."""
    solved = solver(endgame).solve_moves(copied(position.state))
    worth = {move.text: seen_by(seat, move.value) for move in solved.moves}
    best = max(worth, key=lambda text: (worth[text], text == decision))
    lost = worth[best] - worth[decision]
    outlook = 0.5 + worth[best] / endgame.scale
    cost = lost / endgame.scale
    return Judgement(position.number + 1, seat, decision, best, cost, outlook, lost)


class Summary(NamedTuple):
    """How a seat played: its decisions that had alternatives, and what they cost together."""

    seat: int
    decisions: int
    best: int
    """How many of them were as good as any."""
    cost: float


def summary(judged: list[Judgement], players: int) -> list[Summary]:
    """A line for each seat."""
    own = {seat: [one for one in judged if one.seat == seat] for seat in range(players)}
    return [
        Summary(
            seat,
            len(made),
            sum(one.decision == one.best for one in made),
            sum(one.cost for one in made),
        )
        for seat, made in own.items()
    ]
