"""How a search looks at Goita: one round at a time, and what its end is worth."""

from typing import Any

from goatherd.games.goita.cards import CALL, CONTINUE, HIDE, NONE, PASS, QUIET, REDEAL, SEATS
from goatherd.games.goita.rules import ATTACKING, DEFENDING, HIDING, OPEN_CALLS
from goatherd.rule import Endgame, State, Tuning, rule

TUNING = Tuning(
    bonus=1.0, prior=0.3, epsilon=0.02, lookahead=10_000, single_learner=True, later=0.05, usual=32
)

SIDES = 2
MOST = 100.0
"""The points of a round, but for ten pawns (GOITA-13)."""
ROUND = 38.0
"""What a round brings its winners, on average."""


@rule
def horizon(s: State) -> None:
    """The end of the round is the end of the search: the next deal tells nothing about this one."""
    s.target = 0


@rule
def payoffs(s: State, view: State, points: Any, won: Any, out: Any) -> None:
    """Single rounds: the points. Otherwise, the chance to win the match from the new score."""
    for team in range(SIDES):
        value = 1.0 * int(s.won == team)
        if s.won == NONE:
            value = payoff_of_points(int(view.target), int(s.score[team]), int(s.score[1 - team]))
        for seat in range(team, SEATS, SIDES):
            out[seat] = value


@rule
def payoff_of_points(target: int, ours: int, theirs: int) -> float:
    """Of a team's points and the other's after a round."""
    if target == 0:
        return 0.5 + (ours - theirs) / (2 * MOST)
    return chance_to_win(target, ours, theirs)


@rule
def chance_to_win(target: int, ours: int, theirs: int) -> float:
    """A smooth guess: who needs less is ahead, and the more so the less is left to play.

    A round brings one team `ROUND` points or so, so what is still open is about the square root of
    the rounds to come.
    """
    if ours >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    we_need = (target - ours) / ROUND
    they_need = (target - theirs) / ROUND
    ahead = (they_need - we_need) / (0.5 + we_need + they_need) ** 0.5
    return float(0.5 + 0.5 * ahead / (0.75 + ahead * ahead) ** 0.5)


def win_chance(s: State, payoff: float) -> float:
    """A payoff is that chance, but where a single round is played: there it is the points."""
    if s.target:
        return payoff
    return min(max(0.5 + (payoff - 0.5) * MOST / ROUND, 0.0), 1.0)


@rule
def public_action(s: State, action: int) -> int:
    """GOITA-6, GOITA-12, GOITA-25: the decision as others see it, any hidden one as the first."""
    if action >= HIDE and action < PASS:
        return HIDE
    if s.pawn_calls == OPEN_CALLS:
        return action
    if action == CALL or action == QUIET:
        return QUIET
    if action == REDEAL or action == CONTINUE:
        return REDEAL
    return action


def is_in_play(s: State) -> bool:
    """Whether pieces are played: not in the calls before that, nor after the end of a round."""
    return s.phase in (HIDING, DEFENDING, ATTACKING)


def pieces_left(s: State) -> int:
    """In all hands."""
    return int(s.left.sum())


ENDGAME = Endgame(is_in_play, pieces_left, 8, 2 * MOST, "goatherd.fast.goita")
