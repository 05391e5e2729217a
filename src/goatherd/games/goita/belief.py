"""What past decisions of a round say about hands.

Any deal that fits a view is possible, but not equally likely: who lets an attack pass has mostly
nothing that stops it, who attacks with a kind has mostly more of it, and what is laid face down is
rather a single piece than one of a pair. By Bayes' rule a deal is as likely as the decisions seen
would be with it. `weigh` says how likely, from the tables in `habits.py`.

Each decision is judged by what its seat held then, and by how many pieces of a kind it could see
nowhere. Both are found on the way back from the hand as it is now, so the evidence lists the
decisions of each seat from the last to the first.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.games.goita.cards import COUNTS, HAND, KINDS, KING, LANCE, NONE, PLAYS, SEATS
from goatherd.games.goita.habits import (
    ATTACKS,
    HIDES,
    KING_FIRST,
    MOST_HELD,
    MOST_OUT,
    MOST_STOPS,
    PASSES,
)
from goatherd.rule import State, rule

EVENTS = 84
"""Decisions of a round that say something, and an end mark: 32 pieces, and at most three passes
for each of 16 attacks."""
SEAT, WORD, KIND, STAGE, AGAINST, RELATION, THEIRS, OUT = range(8)
"""In a row of evidence: whose decision, what it was, its kind (or, of what is laid face down, the
play), how much of the hand was left, the attack to answer, where its attacker sits, how much of
that hand was left, and then how many pieces of each kind had not been played face up."""
HIDDEN, DEFENDED, ATTACKED, PASSED = range(4)
WORDS = {"hide": HIDDEN, "defend": DEFENDED, "attack": ATTACKED, "pass": PASSED}
FACE_UP = (DEFENDED, ATTACKED)

SURE = 0.95
"""How far the habits are trusted: players differ, and no decision is out of the question."""
ANY = 0.25
"""How likely a decision is otherwise."""
BITS = 6
ONES = (1 << BITS) - 1


def gather(s: State, history: Sequence[tuple[int, str]]) -> npt.NDArray[np.int16]:
    """The decisions of this round, seat by seat, the last first."""
    rows: list[list[list[int]]] = [[] for _ in range(SEATS)]
    out = COUNTS.tolist()
    left = [HAND] * SEATS
    attacker = against = NONE
    for seat, text in history:
        name, _, piece = text.partition(" ")
        word = WORDS.get(name, NONE)
        if word == NONE:
            continue
        kind = KINDS.index(piece) if word in FACE_UP else (HAND - left[seat]) // 2
        stage, relation = (left[seat] - 1) // 2, (seat - attacker) % SEATS - 1
        theirs = left[attacker] // 2 - 1
        if word != PASSED or against != KING:
            rows[seat].append([seat, word, kind, stage, against, relation, theirs, *out])
        left[seat] -= word != PASSED
        if word in FACE_UP:
            out[kind] -= 1
        if word == ATTACKED:
            attacker, against = seat, kind
    found = [row for of_seat in rows for row in reversed(of_seat)]
    evidence = np.full((EVENTS, OUT + len(KINDS)), NONE, np.int16)
    evidence[: len(found)] = np.reshape(found, (-1, OUT + len(KINDS)))
    return evidence


@rule
def weigh(s: State, evidence: Any, viewer: int, least: float) -> float:
    """How likely the others' decisions were, if these are the hands; every one makes it less, so
    the rest is left out once it is too little."""
    weight = 1.0
    seat = NONE
    held = own = 0
    event = 0
    while evidence[event, SEAT] != NONE and weight >= least:
        if evidence[event, SEAT] != viewer:
            if evidence[event, SEAT] != seat:
                seat = int(evidence[event, SEAT])
                held = in_hand(s, seat)
                own = held + face_down(s, seat)
            word = int(evidence[event, WORD])
            kind = int(evidence[event, KIND])
            if word == HIDDEN:
                kind = int(s.defence[seat, kind])
                held += 1 << (BITS * kind)
                weight *= choice(evidence, event, held, own, HIDES, kind, KING)
            elif word == ATTACKED:
                held += 1 << (BITS * kind)
                own += 1 << (BITS * kind)
                first = KING
                if kind != KING and evidence[event, OUT] == COUNTS[KING] and own & ONES < 2:
                    first = KING + 1
                weight *= choice(evidence, event, held, own, ATTACKS, kind, first)
            else:
                if word == DEFENDED:
                    held += 1 << (BITS * kind)
                    own += 1 << (BITS * kind)
                weight *= answer(evidence, event, held, own, kind)
        event += 1
    return weight


@rule
def in_hand(s: State, seat: int) -> int:
    """How many of each kind a seat holds, some bits a kind."""
    counts = 0
    for kind in range(len(KINDS)):
        counts += int(s.hand[seat, kind]) << (BITS * kind)
    return counts


@rule
def face_down(s: State, seat: int) -> int:
    """How many of each kind a seat has laid face down, likewise."""
    counts = 0
    for play in range(PLAYS):
        counts += int(s.down[seat, play]) << (BITS * (int(s.defence[seat, play]) & 7))
    return counts


@rule
def choice(
    evidence: Any, event: int, held: int, own: int, habits: Any, chosen: int, first: int
) -> float:
    """How likely a kind was chosen among those held, from this one on."""
    total = 0.0
    picked = 0.0
    stage = int(evidence[event, STAGE])
    for kind in range(first, len(KINDS)):
        count = min((held >> (BITS * kind)) & ONES, MOST_HELD)
        out = min(int(evidence[event, OUT + kind]) - ((own >> (BITS * kind)) & ONES), MOST_OUT)
        gladly = float(habits[kind, stage, count, out])
        total += gladly
        picked += gladly * int(kind == chosen)
    if picked == total:
        return 1.0
    return SURE * picked / total + (1.0 - SURE) * ANY


@rule
def answer(evidence: Any, event: int, held: int, own: int, shown: int) -> float:
    """How likely an attack was let pass, or stopped with what was shown."""
    against = int(evidence[event, AGAINST])
    same = int((held >> (BITS * against)) & ONES > 0)
    king = int(against < LANCE and held & ONES > 0)
    if same + king == 0:
        return 1.0
    out = min(int(evidence[event, OUT + against]) - ((own >> (BITS * against)) & ONES), MOST_STOPS)
    passes = float(
        PASSES[
            same + 2 * king - 1,
            int(evidence[event, RELATION]),
            int(evidence[event, THEIRS]),
            int(evidence[event, STAGE]),
            out,
        ]
    )
    likely = passes
    if evidence[event, WORD] == DEFENDED:
        likely = 1.0 - passes
        if same + king == 2:
            likely *= KING_FIRST if shown == KING else 1.0 - KING_FIRST
    return SURE * likely + (1.0 - SURE) * ANY
