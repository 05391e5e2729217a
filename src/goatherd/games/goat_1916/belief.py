"""What past decisions say about hands.

Once somebody has played a goat, the book's side is settled (GOAT-8). Who then follows into a book
of the other side would have got rid of a goat there, and who follows into one of the own side would
have put a red card there. So a hand whose owner did neither most likely had none, and still has
none among the cards that it held then.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.games.goat_1916.cards import BLACK, GOAT, HAND, KINDS, NONE, SEATS
from goatherd.games.goat_1916.rules import kind_of, side_of
from goatherd.rule import State, rule

GOATLESS, REDLESS = 0, 1
KEPT_BACK = 0.4
"""How often a goat or a red card is kept back where it would have done its work."""


def gather(s: State, history: Sequence[tuple[int, str]]) -> npt.NDArray[np.int16]:
    """For each seat: how many cards of its hand are most likely no goats, and how many not red."""
    out = np.zeros((SEATS, 2), np.int16)
    played, searched, first_goat = 0, NONE, NONE
    for decider, text in history:
        word, _, what = text.partition(" ")
        if word == "search":
            searched = int(what)
        if word not in ("lead", "play", "command"):
            continue
        seat = searched if word == "command" else decider
        kind = KINDS.index(what)
        fits = (kind == GOAT, kind < BLACK)
        for wanted in (GOATLESS, REDLESS):
            out[seat, wanted] -= not fits[wanted] and out[seat, wanted] > 0
        if word == "play" and first_goat != NONE:
            wanted = GOATLESS if side_of(seat) == side_of(first_goat) else REDLESS
            if not fits[wanted]:
                out[seat, wanted] = HAND - 1
        if kind == GOAT and first_goat == NONE:
            first_goat = seat
        played += 1
        if played == s.players:
            played, first_goat = 0, NONE
    return out


@rule
def weigh(s: State, evidence: Any, viewer: int, least: float) -> float:
    """How likely the others' decisions were, if these are the hands."""
    weight = 1.0
    for seat in range(s.players):
        if seat != viewer:
            goats = reds = cards = 0
            for place in range(HAND):
                kind = kind_of(s.hand[seat, place])
                goats += int(kind == GOAT)
                reds += int(kind < BLACK)
                cards += int(kind <= GOAT)
            for _ in range(goats - (cards - int(evidence[seat, GOATLESS]))):
                weight *= KEPT_BACK
            for _ in range(reds - (cards - int(evidence[seat, REDLESS]))):
                weight *= KEPT_BACK
    return weight
