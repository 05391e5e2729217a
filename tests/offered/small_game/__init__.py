"""A small game in a package of its own, with no more than a game needs to be played.

Three cards each, from one deck. In turn everybody plays one; the highest of a trick is a point for
whoever played it, and after three tricks most points win.
"""

from typing import Any

import numpy as np

from goatherd.contract import Contract, Faces, Facts, Rules
from goatherd.rng import RNG, below
from goatherd.rule import NOBODY, State, record_type, rule

SEATS, HAND, RANKS = 3, 3, 12
STATE = record_type(
    [
        RNG,
        ("players", np.int8),
        ("turn", np.int8),
        ("asked", np.int8),  # how many have played to the trick
        ("tricks", np.int8),  # that are over
        ("hand", np.int8, (SEATS, RANKS)),  # 1: holds that card; a view knows only its own
        ("held", np.int8, (SEATS,)),  # how many cards
        ("played", np.int8, (SEATS,)),  # to the trick; -1: nothing yet
        ("gone", np.int8, (RANKS,)),  # 1: was played
        ("points", np.int8, (SEATS,)),
    ]
)


@rule
def setup(s: State) -> None:
    s.turn = 0
    for seat in range(s.players):
        s.held[seat] = HAND
        s.played[seat] = -1
        for _ in range(HAND):
            give(s, seat)


@rule
def give(s: State, seat: int) -> None:
    """One of the cards that nobody has."""
    left = 0
    for rank in range(RANKS):
        left += int(is_free(s, rank))
    which = below(s, left)
    for rank in range(RANKS):
        if is_free(s, rank):
            if which == 0:
                s.hand[seat, rank] = 1
                return
            which -= 1


@rule
def is_free(s: State, rank: int) -> bool:
    held = int(s.gone[rank])
    for seat in range(s.players):
        held += int(s.hand[seat, rank])
    return held == 0


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
    s.gone[action] = 1
    s.played[seat] = action
    s.asked += 1
    s.turn = (seat + 1) % s.players
    if s.asked == s.players:
        end_trick(s)


@rule
def end_trick(s: State) -> None:
    best = 0
    for seat in range(s.players):
        if s.played[seat] > s.played[best]:
            best = seat
    s.points[best] += 1
    for seat in range(s.players):
        s.played[seat] = -1
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
    for i in range(3):
        s.rng[i] = 0
    for other in range(s.players):
        if other != seat:
            for rank in range(RANKS):
                s.hand[other, rank] = 0


@rule
def imagine(s: State, seat: int) -> None:
    for other in range(s.players):
        if other != seat:
            for _ in range(s.held[other]):
                give(s, other)


def zones(s: State) -> dict[str, list[str]]:
    out = {}
    for seat in range(s.players):
        known = [str(rank + 1) for rank in range(RANKS) if s.hand[seat, rank] == 1]
        out[f"hand {seat}"] = known + ["?"] * (int(s.held[seat]) - len(known))
        out[f"played {seat}"] = [str(s.played[seat] + 1)] if s.played[seat] >= 0 else []
    return out


GAME = Contract(
    facts=Facts(
        name="small-game",
        title="Small game",
        players=(2, 3),
        actions=tuple(f"play {rank + 1}" for rank in range(RANKS)),
        kinds=tuple(str(rank + 1) for rank in range(RANKS)),
    ),
    rules=Rules(
        state=STATE,
        setup=setup,
        legal=legal,
        apply=apply,
        scores=scores,
        winners=winners,
        redact=redact,
        imagine=imagine,
    ),
    faces=Faces(zones=zones),
)
