"""How a search looks at Goat (1916): what the end of a match is worth to each seat."""

from typing import Any

from goatherd.payoff import chance_to_win, pay
from goatherd.rule import State, Tuning, rule

TUNING = Tuning(bonus=1.0, prior=0.3, epsilon=0.1, lookahead=10_000, single_learner=True)

SWING = 60.0
"""A margin that is a clear win."""


@rule
def payoffs(s: State, view: State, points: Any, won: Any, out: Any) -> None:
    pay(int(s.players), 2, points, won, SWING, out)


def win_chance(s: State, payoff: float) -> float:
    return chance_to_win(payoff, 2)
