"""How a search plays on in Goita: each decision is drawn as often as good players make it.

The tables in `habits.py` say how often. They look at one kind at a time, which is not as exact as
the network by which the search foresees decisions in its tree (`foresight.py`), but quicker; and in
a playout, which is long, a single decision matters less.
"""

from typing import Any

import numpy as np

from goatherd.games.goita.cards import (
    ATTACK,
    DEFEND,
    FULL,
    HIDE,
    KING,
    LANCE,
    MOST,
    PASS,
    PAWN,
    PLAYS,
)
from goatherd.games.goita.foresight import BITS, ONES, TO_ATTACK, TO_HIDE, face_down
from goatherd.games.goita.greedy import greedy
from goatherd.games.goita.habits import (
    ATTACKS,
    HIDES,
    KING_FIRST,
    MOST_HELD,
    MOST_OUT,
    MOST_STOPS,
    PASSES,
    STAGES,
    Table,
)
from goatherd.games.goita.rules import (
    ATTACKING,
    DEFENDING,
    HIDING,
    legal,
    may_attack_with_king,
)
from goatherd.rng import part, u64
from goatherd.rule import State, rule

BESIDE = MOST + 1
"""How many cases there are of how many of a kind lie before a player who sees them."""
BEGIN = np.cumsum(BESIDE**2) - BESIDE**2
"""Where the cases of a kind begin in `WEIGHTS`."""


def _by_lying(table: Table) -> Table:
    """A table of `habits.py` with, for each stage, the cases of all kinds in a row: by how many of
    a kind are held, and then by how many lie."""
    rows = []
    for kind, (most, count) in enumerate(zip(MOST, FULL.counts, strict=True)):
        held, lying = np.indices((most + 1, most + 1))
        out = np.clip(count - held - lying, 0, MOST_OUT)
        rows.append(table[kind][:, np.minimum(held, MOST_HELD), out].reshape(STAGES, -1))
    return np.concatenate(rows, axis=1)


WEIGHTS = np.ascontiguousarray([_by_lying(HIDES), _by_lying(ATTACKS)])
"""By what a piece is chosen for (`TO_HIDE`, `TO_ATTACK`): one table, so that compiled code knows
its shape."""


@rule
def guide(s: State, choices: Any, n: int) -> int:
    """A decision to expect of a good player; draws from the record's generator. While pieces are
    played it need not know what there is to choose."""
    seat = int(s.turn) & 3
    if s.phase == DEFENDING:
        return usual_answer(s, seat)
    if s.phase == ATTACKING:
        kings = int(s.hand[seat, KING]) * int(may_attack_with_king(s, seat))
        return ATTACK + usual_kind(s, seat, TO_ATTACK, kings)
    if s.phase == HIDING:
        return HIDE + usual_kind(s, seat, TO_HIDE, int(s.hand[seat, KING]))
    return greedy(s, choices, n if n > 0 else legal(s, choices))


@rule
def usual_kind(s: State, seat: int, purpose: int, kings: int) -> int:
    """A kind to attack with or to lay face down; `kings` are those that may be chosen.

    All kinds are looked at, held or not, since what is held could not be foreseen; and twice, which
    costs nothing: compiled code remembers the weights, as nothing is drawn in between.
    """
    chance = part(s)
    down = face_down(s, seat)
    king = weight_of(s, seat, down, purpose, KING, kings)
    total = king
    for kind in range(KING + 1, PAWN + 1):
        total += weight_of(s, seat, down, purpose, kind, int(s.hand[seat, kind]))
    chosen_after = chance * total
    so_far = king
    chosen = int(so_far <= chosen_after)
    for kind in range(KING + 1, PAWN):
        so_far += weight_of(s, seat, down, purpose, kind, int(s.hand[seat, kind]))
        chosen += int(so_far <= chosen_after)
    return chosen


@rule
def weight_of(s: State, seat: int, down: int, purpose: int, kind: int, held: int) -> float:
    """The weight of a kind among those held, 0 if none is."""
    stage = ((int(s.left[seat]) - 1) >> 1) & 3
    lying = int(s.face_up[kind]) + (down >> (BITS * kind) & ONES)
    case = int(BEGIN[kind]) + held * int(BESIDE[kind]) + lying
    return float(WEIGHTS[purpose, stage, u64(case)])


@rule
def usual_answer(s: State, seat: int) -> int:
    """Let an attack pass, or stop it; with the king where there is nothing else."""
    against = int(s.against) & 7
    same = int(s.hand[seat, against] > 0)
    king = int((against < LANCE) & (s.hand[seat, KING] > 0))
    if same + king == 0:
        return PASS
    chance = part(s)
    lets_pass = passes(s, seat, against, same + 2 * king - 1)
    if chance < lets_pass:
        return PASS
    # What is left of the same chance says with which of two.
    if same == 0 or (king == 1 and chance < lets_pass + (1.0 - lets_pass) * KING_FIRST):
        return DEFEND + KING
    return DEFEND + against


@rule
def passes(s: State, seat: int, against: int, able: int) -> float:
    """How often an attack is let pass by who is able to stop it in this way."""
    attacker = int(s.attacker) & 3
    relation = ((seat - attacker) & 3) - 1
    theirs = (int(s.left[attacker]) >> 1) - 1
    stage = ((int(s.left[seat]) - 1) >> 1) & 3
    out = int(s.counts[against]) - int(s.hand[seat, against]) - int(s.face_up[against])
    for play in range(PLAYS):
        out -= int(s.down[seat, play]) & int(s.defence[seat, play] == against)
    return float(PASSES[able, relation, theirs, stage, min(out, MOST_STOPS) & 3])
