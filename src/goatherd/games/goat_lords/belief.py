"""What past decisions say about hands.

Who gives up a stack without a fight (LORDS-11) has most likely no card of its kind: among the cards
held then, and still held. So a hand with more of that kind than could have been drawn since is
less likely.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.games.goat_lords.cards import GOATS, SEATS, WILDS
from goatherd.games.goat_lords.state import GOAT_KINDS
from goatherd.rule import State, rule

KEPT_BACK = 0.35
"""How often a stack is given up with a card that could have defended it."""
LEAVING = {"birth": 2, "adopt": 1, "duel": 1, "discard": 1, "defend": 1, "press": 1, "drop": 1}
"""How many cards of a hand a decision plays."""


def gather(s: State, history: Sequence[tuple[int, str]]) -> npt.NDArray[np.int16]:
    """For each seat and kind: how many cards of its hand are most likely of another kind."""
    out = np.zeros((SEATS, GOAT_KINDS), np.int16)
    attacked = 0
    for seat, text in history:
        word, *rest = text.split()
        out[seat] = np.maximum(out[seat] - LEAVING.get(word, 0), 0)
        if word == "duel":
            attacked = GOATS.index(rest[1])
        elif word == "defend":
            attacked = 0
        elif word == "yield" and attacked >= WILDS:
            out[seat, attacked] = s.hand_size
            attacked = 0
    return out


@rule
def weigh(s: State, evidence: Any, viewer: int, least: float) -> float:
    """How likely the others' decisions were, if these are the hands."""
    weight = 1.0
    for seat in range(s.players):
        if seat != viewer:
            for kind in range(WILDS, GOAT_KINDS):
                most = int(s.held[seat]) - int(evidence[seat, kind])
                if s.hand[seat, kind] > max(most, int(s.known[seat, kind, viewer])):
                    weight *= KEPT_BACK
    return weight
