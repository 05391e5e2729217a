"""What past decisions say about the cards that were dealt to others, the only hidden ones.

Who stops playing a number has most likely no card more of it that would have joined a flock
(GNG-5, GNG-6), and who could claim a mountain and did not most likely holds a card that makes that
flock grow. So a deal is as likely as these decisions would be with it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.games.goat_n_goat.cards import COLOURS, SEATS
from goatherd.games.goat_n_goat.rules import ALL_COLOURS, ALL_KINDS, ALL_NUMBERS
from goatherd.rule import State, rule

KEPT_BACK = 0.25
"""How often a card that could have been played as well is kept back."""
NOTHING_TO_GROW = 0.6
"""How often a claim is put off without a dealt card that the flock could take."""


def gather(s: State, history: Sequence[tuple[int, str]]) -> npt.NDArray[np.int16]:
    """For each seat: how often it stopped where each kind could have joined a flock, and the
    highest number of each flock whose claim it put off."""
    out = np.zeros((SEATS, ALL_KINDS + ALL_COLOURS), np.int16)
    highest = np.zeros((SEATS, ALL_COLOURS), np.int16)
    number = 0
    for seat, text in history:
        word, _, card = text.partition(" ")
        if word == "play":
            number = int(card[1])
            highest[seat, COLOURS.index(card[0])] = number
        elif word == "done":
            for colour in range(ALL_COLOURS):
                joins = highest[seat, colour] <= number
                out[seat, colour * ALL_NUMBERS + number - 1] += joins
        elif word == "claim":
            highest[seat, COLOURS.index(card[0])] = 0
        elif word == "skip":
            out[seat, ALL_KINDS:] = highest[seat]
    return out


@rule
def weigh(s: State, evidence: Any, viewer: int, least: float) -> float:
    """How likely the others' decisions were, if these cards were dealt to them."""
    weight = 1.0
    for seat in range(s.players):
        if seat != viewer:
            for kind in range(ALL_KINDS):
                # The evidence first: it is the same in all worlds, so that can be foreseen.
                if evidence[seat, kind] > 0 and s.hand[seat, kind] > s.known[seat, kind]:
                    weight *= KEPT_BACK
            for colour in range(ALL_COLOURS):
                waits = int(evidence[seat, ALL_KINDS + colour])
                if waits > 0 and not could_grow(s, seat, colour, waits):
                    weight *= NOTHING_TO_GROW
    return weight


@rule
def could_grow(s: State, seat: int, colour: int, highest: int) -> bool:
    """Whether a dealt card still in hand could join a flock that ends in this number."""
    count = 0
    for number in range(highest, ALL_NUMBERS + 1):
        kind = colour * ALL_NUMBERS + number - 1
        count += int(s.hand[seat, kind]) - int(s.known[seat, kind])
    return count > 0
