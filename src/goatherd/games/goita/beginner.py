"""A beginner at Goita: stops whatever can be stopped, and strikes with the best piece."""

from typing import Any

from goatherd.games.goita.rules import DEFENDING, HIDING
from goatherd.rule import State, rule


@rule
def beginner(s: State, choices: Any, n: int) -> int:
    """Stops every attack it can, the partner's too, hides the cheapest piece and attacks with the
    most valuable one; calls five pawns and never plays on after a partner's call."""
    if s.phase == DEFENDING or s.phase == HIDING:
        return int(choices[n - 1])
    return int(choices[0])
