"""A finished match gone through again: what every decision cost, compared with the best one.

A decision is judged by what its seat could know then: the search bot thinks about that seat's view.
Where a game has a solver (Goita, from the first piece of a round on), hindsight stands beside that:
what the decision cost with all hands open, as players see it who go through a round afterwards.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goatherd.bots.bot import Explanation
from goatherd.bots.search import SearchBot
from goatherd.bots.solver import solver
from goatherd.errors import BadOption
from goatherd.interpreted import as_record, copied
from goatherd.match import Match
from goatherd.reasons import reasons
from goatherd.solution import seen_by
from goatherd.timeline import PastPosition
from goatherd.view import View
from goatherd.words import Text

SLIP, MISTAKE, BLUNDER = 0.02, 0.06, 0.15
"""What a decision must cost to be called so, of a chance to win."""


class Hindsight(NamedTuple):
    """What a decision was worth with all hands open, which nobody could know then."""

    best: str
    """The best decision; the one made, if none was better."""
    points: int
    """What the one made cost, in points of the round."""


class Judgement(NamedTuple):
    """What a decision was worth."""

    number: int
    """Which decision of the match, from 1."""
    seat: int
    decision: str
    best: str
    """The best decision; the one made, if none was better."""
    cost: float
    """How much less likely a win was after the one made; 0 for the best."""
    outlook: float
    """How likely a win was with the best decision, as far as the seat could know."""
    hindsight: Hindsight | None = None
    """Where the game has a solver."""
    reasons: tuple[Text, ...] = ()
    """Why the best is better, where the one made cost something."""


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
    if len(position.legal()) == 1:
        return None
    view = position.view(seat, events=0)
    judged = weighed(view, bot.judge(view, decision), position.number + 1, decision)
    why = reasons(view, judged.best, decision) if judged.cost >= SLIP else ()
    return judged._replace(hindsight=hindsight(position, seat, decision), reasons=tuple(why))


def weighed(view: View, thought: Explanation, number: int, decision: str) -> Judgement:
    """A judgement from the bot's estimates."""
    assert view.seat is not None
    best = thought.estimates[0]
    made = next(one for one in thought.estimates if one.decision == decision)
    after_best, after_made = win_chance(view, best.value), win_chance(view, made.value)
    cost = max(after_best - after_made, 0.0)
    return Judgement(
        number,
        view.seat,
        decision,
        best.decision if cost else decision,
        cost,
        max(after_best, after_made),
    )


def win_chance(view: View, value: float | None) -> float:
    """The chance to win that an estimate of a search stands for."""
    assert value is not None
    return view.contract.search.win_chance(as_record(view.state), value)


def hindsight(position: PastPosition, seat: int, decision: str) -> Hindsight | None:
    """What the decision cost with all cards open, where that can be solved."""
    endgame = position.contract.search.endgame
    if endgame is None or not endgame.is_solvable(as_record(position.state)):
        return None
    solved = solver(endgame).solve_moves(copied(position.state))
    worth = {move.text: seen_by(seat, move.value) for move in solved.moves}
    best = max(worth, key=lambda text: (worth[text], text == decision))
    return Hindsight(best, worth[best] - worth[decision])


def turning_point(match: Match, judged: Sequence[Judgement]) -> Judgement | None:
    """The costliest decision of those who did not win; None where none cost enough to be named."""
    winners = match.winners()
    lost = [one for one in judged if one.seat not in winners and one.cost >= MISTAKE]
    return max(lost, key=lambda one: (one.cost, -one.number), default=None)


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
