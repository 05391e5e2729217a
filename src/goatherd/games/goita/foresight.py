"""How good players of Goita decide: a small network, fitted to rounds of the search bot.

It looks at what a player knows, as a list of facts, each with a row of numbers that are added up:

* for each kind, how many the player holds and how many are out of sight (`HELD`);
* what everybody sees (`SEEN`): how many pieces each player has left; the pieces that each has
  attacked with, apart for those that all others let pass; the pieces defended with; the attack to
  be answered. Players are counted from the one who decides.

What is above zero of the sums is weighed and added up once more (`CHOSEN`), which gives the
logit with which each kind is attacked with or laid face down, or an attack is let pass,
stopped with its own kind or with a king. There are three such networks, one a purpose.

The part of the sums that everybody sees is the same whatever the player holds, so it is found once
for a position: its *public bias*. All sums are of whole numbers, so that they are the same in any
order. `tools/goita_foresight.py` makes the numbers.
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.games.goita.cards import (
    ATTACK,
    DEFEND,
    HAND,
    HIDE,
    KINDS,
    KING,
    LANCE,
    PASS,
    PLAYS,
    SEATS,
)
from goatherd.games.goita.greedy import greedy
from goatherd.games.goita.rules import (
    ATTACKING,
    DEFENDING,
    HIDING,
    legal,
    may_attack_with_king,
)
from goatherd.rng import part, u64
from goatherd.rule import State, rule

FILE = Path(__file__).with_suffix(".npz")

TO_HIDE, TO_ATTACK, TO_ANSWER = range(3)
NO_PURPOSE = -1
"""Before the first piece is played."""
LET_PASS, STOP, STOP_WITH_KING = range(3)
"""What there is to choose in an answer, in place of kinds."""
MOST_HELD = MOST_OUT = 5
"""So many of a kind, or more."""
COUNTED = (MOST_HELD + 1) * (MOST_OUT + 1)
LEFT = 0
AGAINST = LEFT + SEATS * (HAND + 1)
ATTACKED = AGAINST + SEATS * len(KINDS)
CAME_BACK = ATTACKED + SEATS * len(KINDS)
DEFENDED = CAME_BACK + SEATS * len(KINDS)
FACTS = NO_FACT = DEFENDED + SEATS * len(KINDS)
"""Where the rows of each sort of fact begin in `SEEN`, and how many there are; after them is one of
zeros."""
MOST_FACTS = SEATS * (1 + 2 * PLAYS) + 1
"""Of a position."""

with np.load(FILE) as _file:
    HELD: npt.NDArray[np.int16] = _file["held"].reshape(3 * len(KINDS) * COUNTED, -1)
    SEEN: npt.NDArray[np.int16] = np.pad(_file["seen"], ((0, 0), (0, 1), (0, 0)))
    CHOSEN: npt.NDArray[np.int16] = _file["chosen"].reshape(3 * len(KINDS), -1)
UNITS = HELD.shape[1]
FINE_BITS = 8
"""Numbers are in 256ths; products of two, in 65536ths."""
STEP_BITS, MIDDLE = 6, 1024
EXP_WEIGHTS = np.exp(np.arange(-MIDDLE, MIDDLE) / (1 << STEP_BITS)).astype(np.float32)
"""The exponential of each logit, in 64ths, from -16 to 16."""

BITS = 6
ONES = (1 << BITS) - 1
"""Counts of all kinds are kept in one number, so many bits a kind."""


@rule
def facts_about(s: State, seat: int, step: int) -> Any:
    """The rows of `SEEN` for what everybody sees of the player so many places after this seat.

    Always as many, so that compiled code need not foresee how many there are.
    """
    player = (seat + step) & 3
    return (
        u64(LEFT + step * (HAND + 1) + int(s.left[player])),
        defended(s, player, step, 0),
        defended(s, player, step, 1),
        defended(s, player, step, 2),
        defended(s, player, step, 3),
        attacked(s, player, step, 0),
        attacked(s, player, step, 1),
        attacked(s, player, step, 2),
        attacked(s, player, step, 3),
    )


@rule
def defended(s: State, player: int, step: int, play: int) -> Any:
    """Of a piece defended with face up."""
    kind = int(s.defence[player, play])
    seen = (kind >= 0) & (s.down[player, play] == 0)
    return u64(DEFENDED + step * len(KINDS) + kind if seen else NO_FACT)


@rule
def attacked(s: State, player: int, step: int, play: int) -> Any:
    """Of a piece attacked with; whether all others let it pass is seen from the next play."""
    kind = int(s.attack[player, play])
    again = play + 1 < PLAYS and s.down[player, (play + 1) & 3] == 1
    sort = CAME_BACK if again else ATTACKED
    return u64(sort + step * len(KINDS) + kind if kind >= 0 else NO_FACT)


@rule
def fact_to_answer(s: State, seat: int, purpose: int) -> Any:
    """Of the attack that is to be answered."""
    row = AGAINST + ((int(s.attacker) - seat) & 3) * len(KINDS) + int(s.against)
    return u64(row if purpose == TO_ANSWER else NO_FACT)


def facts_of(s: State, seat: int, purpose: int) -> list[int]:
    """All rows of a position, for who decides."""
    rows = [fact_to_answer(s, seat, purpose)]
    for step in range(SEATS):
        rows.extend(facts_about(s, seat, step))
    return rows


@rule
def write_public_bias(s: State, seat: int, purpose: int, biases: Any, at: int) -> None:
    """Sum up all rows of a position, for who decides."""
    row, of = u64(at), u64(purpose)
    fact = fact_to_answer(s, seat, purpose)
    for unit in range(u64(UNITS)):
        biases[row, unit] = SEEN[of, fact, unit]
    for step in range(SEATS):
        a, b, c, d, e, f, g, h, i = facts_about(s, seat, step)
        for unit in range(u64(UNITS)):
            some = SEEN[of, a, unit] + SEEN[of, b, unit] + SEEN[of, c, unit] + SEEN[of, d, unit]
            more = SEEN[of, e, unit] + SEEN[of, f, unit] + SEEN[of, g, unit] + SEEN[of, h, unit]
            biases[row, unit] = np.int16(biases[row, unit] + some + more + SEEN[of, i, unit])


@rule
def fact_of(purpose: int, kind: int, held: int, out: int) -> Any:
    """The row of `HELD` for what a player has and misses of a kind."""
    has = min((held >> (BITS * kind)) & ONES, MOST_HELD)
    misses = min((out >> (BITS * kind)) & ONES, MOST_OUT)
    return u64(((purpose * len(KINDS) + kind) * (MOST_HELD + 1) + has) * (MOST_OUT + 1) + misses)


@rule
def facts_in_hand(purpose: int, held: int, out: int) -> Any:
    """Those rows for all kinds."""
    return (
        fact_of(purpose, 0, held, out),
        fact_of(purpose, 1, held, out),
        fact_of(purpose, 2, held, out),
        fact_of(purpose, 3, held, out),
        fact_of(purpose, 4, held, out),
        fact_of(purpose, 5, held, out),
        fact_of(purpose, 6, held, out),
        fact_of(purpose, 7, held, out),
    )


@rule
def active(facts: Any, unit: Any, public_bias: Any) -> Any:
    """What a unit's sum is above zero."""
    a, b, c, d, e, f, g, h = facts
    some = HELD[a, unit] + HELD[b, unit] + HELD[c, unit] + HELD[d, unit]
    others = HELD[e, unit] + HELD[f, unit] + HELD[g, unit] + HELD[h, unit]
    return np.int32(max(np.int16(some + others + public_bias), np.int16(0)))


@rule
def kind_logits(biases: Any, at: int, begin: int, purpose: int, held: int, out: int) -> Any:
    """The logit of each kind, in 65536ths, for a player who holds and misses so many of each; the
    public bias is in a row of an array, from a column on.

    One loop for all eight, of numbers of 16 bits whose products are added up in 32: compiled code
    makes as many rounds of it at once as the processor can. Places are unsigned, since it would
    look at each whether it is counted from the end.
    """
    facts = facts_in_hand(purpose, held, out)
    row, column, first = u64(at), u64(begin), u64(purpose * len(KINDS))
    king = rook = bishop = gold = silver = knight = lance = pawn = np.int32(0)
    for unit in range(u64(UNITS)):
        weight = active(facts, unit, biases[row, column + unit])
        king = np.int32(king + weight * CHOSEN[first, unit])
        rook = np.int32(rook + weight * CHOSEN[first + u64(1), unit])
        bishop = np.int32(bishop + weight * CHOSEN[first + u64(2), unit])
        gold = np.int32(gold + weight * CHOSEN[first + u64(3), unit])
        silver = np.int32(silver + weight * CHOSEN[first + u64(4), unit])
        knight = np.int32(knight + weight * CHOSEN[first + u64(5), unit])
        lance = np.int32(lance + weight * CHOSEN[first + u64(6), unit])
        pawn = np.int32(pawn + weight * CHOSEN[first + u64(7), unit])
    return king, rook, bishop, gold, silver, knight, lance, pawn


@rule
def answer_logits(biases: Any, at: int, begin: int, held: int, out: int) -> Any:
    """The same for `LET_PASS`, `STOP` and `STOP_WITH_KING`."""
    facts = facts_in_hand(TO_ANSWER, held, out)
    row, column, first = u64(at), u64(begin), u64(TO_ANSWER * len(KINDS))
    passes = stops = stops_with_king = np.int32(0)
    for unit in range(u64(UNITS)):
        weight = active(facts, unit, biases[row, column + unit])
        passes = np.int32(passes + weight * CHOSEN[first, unit])
        stops = np.int32(stops + weight * CHOSEN[first + u64(1), unit])
        stops_with_king = np.int32(stops_with_king + weight * CHOSEN[first + u64(2), unit])
    return passes, stops, stops_with_king


@rule
def exp_weight(logit: int) -> float:
    """The exponential of a logit: the weight with which it is chosen."""
    step = (int(logit) >> (2 * FINE_BITS - STEP_BITS)) + MIDDLE
    return float(EXP_WEIGHTS[min(max(step, 0), 2 * MIDDLE - 1)])


# Counts of all kinds in one number


@rule
def in_hand(s: State, seat: int) -> int:
    """How many of each kind a seat holds."""
    counts = 0
    for kind in range(len(KINDS)):
        counts += int(s.hand[seat, kind]) << (BITS * kind)
    return counts


@rule
def face_down(s: State, seat: int) -> int:
    """How many of each kind a seat has laid face down."""
    counts = 0
    for play in range(PLAYS):
        counts += int(s.down[seat, play]) << (BITS * (int(s.defence[seat, play]) & 7))
    return counts


@rule
def not_face_up(s: State) -> int:
    """How many of each kind have not been played face up."""
    counts = 0
    for kind in range(len(KINDS)):
        counts += (int(s.counts[kind]) - int(s.face_up[kind])) << (BITS * kind)
    return counts


@rule
def has(counts: int, kind: int) -> int:
    """1 if there is any of a kind, otherwise 0."""
    return int((counts >> (BITS * kind)) & ONES > 0)


# Decisions in the tree of a search


@rule
def node_features(s: State, features: Any, at: int) -> None:
    """Write the public bias of a position, for `predict`."""
    purpose = purpose_of(int(s.phase))
    if purpose != NO_PURPOSE:
        write_public_bias(s, int(s.turn) & 3, purpose, features, at)


@rule
def purpose_of(phase: int) -> int:
    """What is to be chosen."""
    if phase == HIDING:
        return TO_HIDE
    if phase == ATTACKING:
        return TO_ATTACK
    if phase == DEFENDING:
        return TO_ANSWER
    return NO_PURPOSE


@rule
def predict(s: State, features: Any, at: int, choices: Any, n: int) -> int:
    """A decision to expect of a good player, from the features of the position; draws from the
    record's generator. While pieces are played it need not know what there is to choose."""
    purpose = purpose_of(int(s.phase))
    seat = int(s.turn) & 3
    if purpose == NO_PURPOSE:
        return greedy(s, choices, n if n > 0 else legal(s, choices))
    if purpose == TO_ANSWER and not can_stop(s, seat):
        return PASS
    held = in_hand(s, seat)
    out = not_face_up(s) - held - face_down(s, seat)
    if purpose == TO_ANSWER:
        return predicted_answer(s, held, answer_logits(features, at, 0, held, out))
    found = kind_logits(features, at, 0, purpose, held, out)
    if purpose == TO_HIDE:
        return HIDE + predicted_kind(s, held, found, KING)
    first = KING if may_attack_with_king(s, seat) else KING + 1
    return ATTACK + predicted_kind(s, held, found, first)


@rule
def predicted_kind(s: State, held: int, logits: Any, first: int) -> int:
    """A kind among those held, from this one on."""
    total = 0.0
    for kind in range(first, len(KINDS)):
        total += exp_weight(logits[kind]) * has(held, kind)
    chosen_after = part(s) * total
    chosen, so_far = first, 0.0
    for kind in range(first, len(KINDS)):
        weight = exp_weight(logits[kind]) * has(held, kind)
        if weight > 0.0 and so_far <= chosen_after:
            chosen = kind
        so_far += weight
    return chosen


@rule
def can_stop(s: State, seat: int) -> bool:
    """Whether a hand has something against the attack."""
    against = int(s.against) & 7
    return bool((s.hand[seat, against] > 0) | ((against < LANCE) & (s.hand[seat, KING] > 0)))


@rule
def predicted_answer(s: State, held: int, logits: Any) -> int:
    """Let an attack that could be stopped pass, or stop it."""
    against = int(s.against) & 7
    same = has(held, against)
    king = int(against < LANCE) * has(held, KING)
    passes = exp_weight(logits[LET_PASS])
    stops = same * exp_weight(logits[STOP])
    stops_with_king = king * exp_weight(logits[STOP_WITH_KING])
    chance = part(s) * (passes + stops + stops_with_king)
    if chance < passes:
        return PASS
    if same == 1 and (king == 0 or chance < passes + stops):
        return DEFEND + against
    return DEFEND + KING
