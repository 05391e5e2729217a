"""The record of a match and the rules: see `book/en.md`.

Each function is also compiled: it works on numbers and arrays of the record `s` alone, and draws
chance only by `goatherd.rng`.
"""

from typing import Any

import numpy as np

from goatherd.rng import RNG, below
from goatherd.rule import NOBODY, State, record_type, rule

SEATS, HAND, RANKS = 3, 3, 12
NONE = -1

STATE = record_type(
    [
        RNG,
        ("players", np.int8),
        ("turn", np.int8),
        ("asked", np.int8),  # how many have played to the trick
        ("tricks", np.int8),  # that are over
        ("hand", np.int8, (SEATS, RANKS)),  # 1: holds that card; a view knows only its own
        ("held", np.int8, (SEATS,)),  # how many cards
        ("deck", np.int8, (RANKS,)),  # 1: was not dealt; no view knows it
        ("left", np.int8),  # how many of them
        ("trick", np.int8, (SEATS,)),  # the card that was played to it, or NONE
        ("gone", np.int8, (RANKS,)),  # 1: was played to a trick that is over
        ("points", np.int8, (SEATS,)),
        ("of_my_game", np.int8),  # by its fields a record is told from those of other games
    ]
)


@rule
def setup(s: State) -> None:
    s.turn = 0
    s.left = RANKS
    for rank in range(RANKS):
        s.deck[rank] = 1
    for seat in range(s.players):
        s.trick[seat] = NONE
        s.held[seat] = HAND
        s.left -= HAND
        draw_hand(s, seat)


@rule
def draw_hand(s: State, seat: int) -> None:
    """As many cards of the deck as this seat holds."""
    for _ in range(s.held[seat]):
        in_deck = 0
        for rank in range(RANKS):
            in_deck += int(s.deck[rank])
        which = below(s, in_deck)
        for rank in range(RANKS):
            if s.deck[rank] == 1:
                if which == 0:
                    s.deck[rank] = 0
                    s.hand[seat, rank] = 1
                which -= 1


@rule
def legal(s: State, out: Any) -> int:
    n = 0
    for rank in range(RANKS):
        if s.hand[s.turn, rank] == 1:
            out[n] = rank
            n += 1
    return n


@rule
def apply(s: State, action: int) -> None:
    seat = int(s.turn)
    s.hand[seat, action] = 0
    s.held[seat] -= 1
    s.trick[seat] = action
    s.asked += 1
    s.turn = (seat + 1) % s.players
    if s.asked == s.players:
        end_trick(s)


@rule
def end_trick(s: State) -> None:
    best = 0
    for seat in range(s.players):
        if s.trick[seat] > s.trick[best]:
            best = seat
    s.points[best] += 1
    for seat in range(s.players):
        s.gone[s.trick[seat]] = 1
        s.trick[seat] = NONE
    s.asked = 0
    s.tricks += 1
    s.turn = best if s.tricks < HAND else NOBODY


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]


@rule
def winners(s: State, out: Any) -> None:
    most = 0
    for seat in range(s.players):
        most = max(most, int(s.points[seat]))
    for seat in range(s.players):
        out[seat] = int(s.turn == NOBODY and s.points[seat] == most)


@rule
def redact(s: State, seat: int) -> None:
    """Leave what a seat may know: its own hand, and what lies open. At the end, all does."""
    for i in range(3):
        s.rng[i] = 0
    if s.turn == NOBODY:
        return
    for rank in range(RANKS):
        s.deck[rank] = 0
        for other in range(s.players):
            if other != seat:
                s.hand[other, rank] = 0


@rule
def imagine(s: State, seat: int) -> None:
    """Deal the cards that this seat does not know anew."""
    if s.turn == NOBODY:
        return
    for rank in range(RANKS):
        s.deck[rank] = int(s.gone[rank] == 0)
        if seat < s.players and s.hand[seat, rank] == 1:
            s.deck[rank] = 0
    for other in range(s.players):
        if s.trick[other] != NONE:
            s.deck[s.trick[other]] = 0
    for other in range(s.players):
        if other != seat:
            draw_hand(s, other)
