"""What past decisions of a round say about hands.

Any deal that fits a view is possible, but not equally likely: who lets an attack pass has mostly
nothing that stops it, who attacks with a kind has mostly more of it, and what is laid face down is
rather a single piece than one of a pair. By Bayes' rule a deal is as likely as the decisions seen
would be with it. `weigh` says how likely, from tables of how often good players decide so; the
tables were counted by `tools/goita_habits.py` in rounds of the search bot.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.games.goita.cards import HAND, KINDS, KING, LANCE, NONE, PLAYS, SEATS
from goatherd.rule import State, rule

EVENTS = 33
"""Passes of a round against the other team's attacks, and an end mark."""

PASS_WITH_SAME = 0.12
PASS_WITH_KING = 0.55
"""How often an attack of the other team is let pass with a piece of its kind, or only a king."""

MOST_HELD = 5
"""In the tables: so many of a kind, or more."""
ATTACKS = np.array(
    [
        [1.00, 3.36, 2.86, 1.00, 1.00, 1.00],
        [1.00, 0.03, 0.34, 1.00, 1.00, 1.00],
        [1.00, 0.03, 0.34, 1.00, 1.00, 1.00],
        [1.00, 0.02, 0.25, 3.58, 1.47, 1.00],
        [1.00, 0.02, 0.22, 2.01, 1.68, 1.00],
        [1.00, 0.03, 0.69, 3.44, 1.09, 1.00],
        [1.00, 0.02, 0.25, 3.34, 1.67, 1.00],
        [1.00, 0.01, 0.04, 0.03, 0.03, 0.19],
    ],
    np.float32,
)
HIDES = np.array(
    [
        [1.00, 0.01, 0.01, 1.00, 1.00, 1.00],
        [1.00, 0.01, 0.03, 1.00, 1.00, 1.00],
        [1.00, 0.01, 0.01, 1.00, 1.00, 1.00],
        [1.00, 0.03, 0.02, 0.20, 0.74, 1.00],
        [1.00, 0.04, 0.03, 0.07, 0.74, 1.00],
        [1.00, 0.11, 0.05, 0.01, 1.00, 1.00],
        [1.00, 0.08, 0.03, 0.03, 0.07, 1.00],
        [1.00, 4.92, 6.81, 6.19, 4.20, 1.55],
    ],
    np.float32,
)
"""How gladly a kind is attacked with or laid face down, by how many of it are held."""


def gather(s: State, history: Sequence[tuple[int, str]]) -> npt.NDArray[np.int16]:
    """The passes of this round against attacks of the other team: who, which attack, and how many
    pieces the passer held."""
    out = np.full((EVENTS, 3), NONE, np.int16)
    passes = 0
    attacker = against = NONE
    left = [HAND] * SEATS
    for seat, text in history:
        word, _, piece = text.partition(" ")
        left[seat] -= word in ("hide", "defend", "attack")
        if word == "attack":
            attacker, against = seat, KINDS.index(piece)
        elif word == "pass" and (seat - attacker) % 2 == 1 and against != KING:
            out[passes] = seat, against, left[seat]
            passes += 1
    return out


@rule
def weigh(s: State, evidence: Any, viewer: int) -> float:
    """How likely the others' decisions were, if these are the hands."""
    weight = 1.0
    event = 0
    while evidence[event, 0] != NONE:
        if evidence[event, 0] != viewer:
            weight *= pass_likelihood(
                s, int(evidence[event, 0]), int(evidence[event, 1]), int(evidence[event, 2])
            )
        event += 1
    for seat in range(SEATS):
        if seat != viewer:
            weight *= plays_likelihood(s, seat)
    return weight


@rule
def pass_likelihood(s: State, seat: int, against: int, left: int) -> float:
    if had(s, seat, against, left):
        return PASS_WITH_SAME
    if against < LANCE and had(s, seat, KING, left):
        return PASS_WITH_KING
    return 1.0


@rule
def had(s: State, seat: int, kind: int, left: int) -> bool:
    """Whether a piece was in hand when so many were left there: it still is, or lies face down."""
    count = int(s.hand[seat, kind])
    for play in range((HAND - left) >> 1, PLAYS):
        count += int((s.down[seat, play] == 1) & (s.defence[seat, play] == kind))
    return count > 0


@rule
def plays_likelihood(s: State, seat: int) -> float:
    """Of all that a seat attacked with and laid face down, from its last play back to its first."""
    weight = 1.0
    for back in range(PLAYS):
        play = PLAYS - 1 - back
        if s.attack[seat, play] != NONE:
            weight *= likelihood(s, seat, play, ATTACKS, int(s.attack[seat, play]), 0)
        if s.down[seat, play] == 1:
            weight *= likelihood(s, seat, play, HIDES, int(s.defence[seat, play]), 1)
    return weight


@rule
def likelihood(s: State, seat: int, play: int, habits: Any, chosen: int, defence: int) -> float:
    """How likely a kind was chosen among those held at that half of a play."""
    total = 0.0
    picked = 0.0
    first = KING if defence == 1 or chosen == KING else KING + 1  # a king may attack but rarely
    for kind in range(first, len(KINDS)):
        count = min(held_then(s, seat, play, kind, defence), MOST_HELD)
        gladly = float(habits[kind, count]) * int(count > 0)
        total += gladly
        picked += gladly * int(kind == chosen)
    return picked / total


@rule
def held_then(s: State, seat: int, play: int, kind: int, defence: int) -> int:
    """How many of a kind were in hand before an attack, or before the defence that precedes it."""
    count = int(s.hand[seat, kind])
    for later in range(play, PLAYS):
        count += int(s.attack[seat, later] == kind)
        count += int((s.defence[seat, later] == kind) & ((later > play) | (defence == 1)))
    return count
