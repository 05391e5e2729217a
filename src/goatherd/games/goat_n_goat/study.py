"""What a study of Goat 'n' Goat counts."""

from typing import Any

from goatherd.games.goat_n_goat.cards import CLAIM, COLOUR, DONE, DROP, NUMBER, PLAY, SKIP
from goatherd.rule import State, rule

EVENTS = (
    "flocks lost (GNG-6)",
    "cards lost with a flock (GNG-6)",
    "cards dropped over the limit (GNG-8)",
    "mountains claimed (GNG-9)",
    "claims passed up (GNG-9)",
    "reshuffles (GNG-13)",
)
LOST, LOST_CARDS, DROPPED, CLAIMED, PASSED_UP, RESHUFFLED = range(6)


@rule
def watch(s: State, action: int, counts: Any) -> None:
    if action < 0:
        counts[RESHUFFLED] += s.reshuffled
    elif action < DONE:
        kind = action - PLAY
        colour = int(COLOUR[kind])
        seat = int(s.turn)
        lost = int(s.highest[seat, colour] > NUMBER[kind])
        counts[LOST] += lost
        counts[LOST_CARDS] += lost * int(s.goats[seat, colour])
    elif action >= CLAIM:
        counts[CLAIMED] += int(action < SKIP)
        counts[PASSED_UP] += int(action == SKIP)
    else:
        counts[DROPPED] += int(action >= DROP)
