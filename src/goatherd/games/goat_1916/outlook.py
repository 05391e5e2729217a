"""How a search looks at Goat (1916): what the end of a match is worth to each seat."""

from typing import Any

from goatherd.payoff import pay
from goatherd.rule import State, Tuning, rule

TUNING = Tuning(bonus=1.0, prior=0.3, wander=0.1, longest=10_000)

SWING = 60.0
"""A margin that is a clear win."""


@rule
def frame(s: State) -> None:
    """A search looks as far as the end of the match."""


@rule
def payoffs(s: State, view: State, points: Any, won: Any, out: Any) -> None:
    pay(int(s.players), 2, points, won, SWING, out)


@rule
def shown(s: State, action: int) -> int:
    """The decision as others see it: nothing is decided in secret."""
    return action
