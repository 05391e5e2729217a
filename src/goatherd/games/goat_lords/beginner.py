"""A beginner at Goat Lords: a birth if there is one, else a duel, else whatever comes first."""

from typing import Any

from goatherd.games.goat_lords.cards import ACTION, PLAY_ESCAPE
from goatherd.games.goat_lords.state import PLAYING
from goatherd.rule import State, rule


@rule
def beginner(s: State, choices: Any, n: int) -> int:
    """Gives birth whenever it can, then adopts, then duels with any card for it; keeps a duel up
    as long as it has cards, and never escapes."""
    if s.phase == PLAYING and choices[n - 1] >= ACTION:
        return int(choices[n - 1])
    if n > 1 and choices[0] == PLAY_ESCAPE:
        return int(choices[1])
    return int(choices[0])
