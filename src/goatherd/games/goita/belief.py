"""What past decisions of a round say about hands.

Any deal that fits a view is possible, but not equally likely: who lets an attack pass has mostly
nothing that stops it, who attacks with a kind has mostly more of it, and what is laid face down is
rather a single piece than one of a pair. By Bayes' rule a deal is as likely as the decisions seen
would be with it. `weigh` says how likely, by the network in `foresight.py`.

Each decision is judged by what its seat held then, and by how many pieces of a kind it could see
nowhere. Both are found on the way back from the hand as it is now, so the evidence lists the
decisions of each seat from the last to the first.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.errors import BadState
from goatherd.games.goita.cards import KINDS, KING, LANCE, NONE, PLAYS, SEATS
from goatherd.games.goita.foresight import (
    BITS,
    LET_PASS,
    ONES,
    SEEN,
    STOP,
    STOP_WITH_KING,
    TO_ANSWER,
    TO_ATTACK,
    TO_HIDE,
    UNITS,
    answer_logits,
    exp_weight,
    face_down,
    facts_of,
    has,
    in_hand,
    kind_logits,
)
from goatherd.games.goita.knowledge import undealt
from goatherd.games.goita.rules import OVER
from goatherd.rule import State, rule

EVENTS = 84
"""Decisions of a round that say something, and an end mark: 32 pieces, and at most three passes
for each of 16 attacks."""
SEAT, WORD, KIND, AGAINST, OUT = range(5)
"""In a row of evidence: whose decision, what it was, its kind (or, of what is laid face down, the
play), the attack to answer, and then how many pieces of each kind had not been played face up."""
PUBLIC_BIAS = OUT + len(KINDS)
"""And from here on the public bias of the position: see `foresight.py`."""
HIDDEN, DEFENDED, ATTACKED, PASSED = range(4)
WORDS = {"hide": HIDDEN, "defend": DEFENDED, "attack": ATTACKED, "pass": PASSED}
PURPOSES = (TO_HIDE, TO_ANSWER, TO_ATTACK, TO_ANSWER)
"""What a decision of each sort was to choose."""
FACE_UP = (DEFENDED, ATTACKED)

SURE = 0.97
"""How far foresight is trusted: players differ, and no decision is out of the question."""
ANY = 0.25
"""How likely a decision is otherwise."""


class Past:
    """What everybody saw at an earlier time of the round: fields as in the record."""

    def __init__(self, s: State) -> None:
        self.hand_size = int(s.hand_size)
        self.left = np.full(SEATS, self.hand_size, np.int8)
        self.attack = np.full((SEATS, PLAYS), NONE, np.int8)
        self.defence = np.full((SEATS, PLAYS), NONE, np.int8)
        self.down = np.zeros((SEATS, PLAYS), np.int8)
        self.attacker = self.against = NONE
        self.out = s.counts.copy()

    def public_bias(self, seat: int, purpose: int) -> npt.NDArray[np.int16]:
        """Of this position, for who decides."""
        rows = SEEN[purpose, facts_of(self, seat, purpose)]
        public_bias: npt.NDArray[np.int16] = rows.sum(axis=0, dtype=np.int16)
        return public_bias

    def play_of(self, seat: int) -> int:
        """Which play the next piece of a seat belongs to."""
        return (self.hand_size - int(self.left[seat])) // 2

    def lay(self, seat: int, word: int, kind: int) -> None:
        """A piece is played; the kind of one laid face down is not known."""
        play = self.play_of(seat)
        self.left[seat] -= 1
        if word == HIDDEN:
            self.down[seat, play] = 1
            return
        self.out[kind] -= 1
        if word == DEFENDED:
            self.defence[seat, play] = kind
        else:
            self.attack[seat, play] = kind
            self.attacker, self.against = seat, kind

    def led_to(self, s: State) -> bool:
        """Whether this is what the record shows."""
        rows = np.array_equal(self.attack, s.attack) and np.array_equal(self.down, s.down)
        defence = np.where(self.down == 1, NONE, np.where(s.down == 1, NONE, s.defence))
        return rows and np.array_equal(self.defence, defence)


def gather(s: State, history: Sequence[tuple[int, str]]) -> npt.NDArray[np.int16]:
    """The decisions of this round, seat by seat, the last first."""
    rows: list[list[list[int]]] = [[] for _ in range(SEATS)]
    past = Past(s)
    for seat, text in () if undealt(s) else history:  # of the round before, then
        name, _, piece = text.partition(" ")
        word = WORDS.get(name, NONE)
        if word == NONE:
            continue
        kind = KINDS.index(piece) if word in FACE_UP else past.play_of(seat)
        if word != PASSED or past.against != KING:
            public_bias = past.public_bias(seat, PURPOSES[word])
            rows[seat].append([seat, word, kind, past.against, *past.out, *public_bias])
        if word != PASSED:
            past.lay(seat, word, kind)
    if s.phase != OVER and not past.led_to(s):
        raise BadState("the decisions of the round do not lead to what lies on the table")
    found = [row for of_seat in rows for row in reversed(of_seat)]
    evidence = np.full((EVENTS, PUBLIC_BIAS + UNITS), NONE, np.int16)
    evidence[: len(found)] = np.reshape(found, (-1, PUBLIC_BIAS + UNITS))
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
                weight *= choice(evidence, event, TO_HIDE, held, own, kind, KING)
            elif word == ATTACKED:
                held += 1 << (BITS * kind)
                own += 1 << (BITS * kind)
                first = KING
                if kind != KING and evidence[event, OUT] == s.counts[KING] and own & ONES < 2:
                    first = KING + 1
                weight *= choice(evidence, event, TO_ATTACK, held, own, kind, first)
            else:
                if word == DEFENDED:
                    held += 1 << (BITS * kind)
                    own += 1 << (BITS * kind)
                weight *= answer(evidence, event, held, own, kind)
        event += 1
    return weight


@rule
def missed(evidence: Any, event: int, own: int) -> int:
    """How many of each kind a player saw nowhere who had these, some bits a kind."""
    counts = -own
    for kind in range(len(KINDS)):
        counts += int(evidence[event, OUT + kind]) << (BITS * kind)
    return counts


@rule
def choice(
    evidence: Any, event: int, purpose: int, held: int, own: int, chosen: int, first: int
) -> float:
    """How likely a kind was chosen among those held, from this one on."""
    out = missed(evidence, event, own)
    logits = kind_logits(evidence, event, PUBLIC_BIAS, purpose, held, out)
    total = 0.0
    picked = 0.0
    for kind in range(first, len(KINDS)):
        weight = exp_weight(logits[kind]) * has(held, kind)
        total += weight
        picked += weight * int(kind == chosen)
    if picked == total:
        return 1.0
    return SURE * picked / total + (1.0 - SURE) * ANY


@rule
def answer(evidence: Any, event: int, held: int, own: int, shown: int) -> float:
    """How likely an attack was let pass, or stopped with what was shown."""
    against = int(evidence[event, AGAINST])
    same = has(held, against)
    king = int(against < LANCE) * has(held, KING)
    if same + king == 0:
        return 1.0
    out = missed(evidence, event, own)
    logits = answer_logits(evidence, event, PUBLIC_BIAS, held, out)
    passes = exp_weight(logits[LET_PASS])
    stops = same * exp_weight(logits[STOP])
    stops_with_king = king * exp_weight(logits[STOP_WITH_KING])
    likely = passes
    if evidence[event, WORD] == DEFENDED:
        likely = stops_with_king if shown == KING else stops
    return SURE * likely / (passes + stops + stops_with_king) + (1.0 - SURE) * ANY
