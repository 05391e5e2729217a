"""A round of Goita as bits, for the solver: one bit for each piece that a hand can still lose.

A hand holds at most eight pieces, so a round's hands are 32 bits: seat n has bits 8n to 8n + 7,
its dearest piece lowest. Pieces of one kind leave from the lowest up, so that a position is written
in one way only. Where a bit's kind matters, there is a mask for it, made once for a round; so
"who can stop this attack" or "which of my attacks can nobody stop" is an `&`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, register_jitable

from goatherd.fast.dispatch import OWNS_NOTHING
from goatherd.games.goita.cards import HAND, KINDS, KING, LANCE, NONE, SEATS
from goatherd.games.goita.rules import ATTACKING, HIDING
from goatherd.rule import State

F = TypeVar("F", bound=Callable[..., Any])

SLOTS = SEATS * HAND
FREE = 8
"""In place of the kind of an attack: there is none to stop, and the attacker plays again."""
KINGS_ONLY = 9
"""Any attack that kings stop, and that no other piece is left to stop."""
DEEPEST = 80
"""More than the plays and passes of a round."""
MOST_PLAYS = 64
"""More than a hand's pairs of a defence and an attack."""
TABLE_BITS = 18
"""Of a whole round. A larger table saves one position in ten, and waits longer for memory."""

WORKSPACE = np.dtype(
    [
        # The slots of a round: see `lay_out`.
        ("kind", np.int64, (SLOTS,)),
        ("peers", np.int64, (SLOTS,)),  # slots of the same hand and kind
        ("beaten", np.int64, (SLOTS,)),  # slots of the other team that stop an attack with this
        ("stops", np.int64, (10,)),  # by the kind of an attack: slots that stop it
        ("again", np.int64),  # slots of the same kind as the slot below
        ("kings", np.int64),
        ("bound_kings", np.int64),  # kings that may attack only once a king was shown
        ("both_kings", np.int64, (SEATS,)),
        # The position to solve: see `locate`.
        ("hands", np.int64),
        ("attacker", np.int64),
        ("attack", np.int64),  # a kind, or FREE
        ("turn", np.int64),
        ("shown", np.int64),  # 1: a king was played face up
        ("attacking", np.int64),  # 1: a defence is laid, and its attack must follow
        ("laid", np.int64),  # the kind of that defence if it is face down, or NONE
        # The question: see `pose`.
        ("question", np.int64),
        ("claimer", np.int64),  # the team that claims to reach `points`
        ("points", np.int64),
        ("single", np.int64),  # slots whose piece reaches them, played last
        ("double", np.int64),  # slots that reach them as a pair with the slot above
        # The search.
        ("nodes", np.int64),  # positions looked at, ever
        ("depth", np.int64),
        ("attacks", np.int64, (HAND,)),
        ("hides", np.int64, (HAND,)),
        ("plays", np.int64, (DEEPEST, MOST_PLAYS)),
        ("generation", np.int64),
        ("mask", np.int64),  # of places of the table in use for this round
        ("used", np.int64),  # the largest of these since the table was cleared
        ("table", np.int64, (1 << TABLE_BITS,)),
    ],
    align=True,
)
"""All that a search needs, to be made once and used for any number of rounds, by one thread.

The table at its end, two megabytes, is used only as far as a position needs it.
"""


def part(function: F) -> F:
    """Let compiled code call a function."""
    register_jitable(**OWNS_NOTHING)(function)
    return function


def _of_bits(emit: Callable[[Any, Any], Any]) -> Any:
    """A function of one whole number that is a single instruction."""

    def typing(context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return types.int64(types.int64), generate

    return intrinsic(typing)


count = _of_bits(lambda builder, bits: builder.ctpop(bits))
lowest = _of_bits(lambda builder, bits: builder.cttz(bits, ir.Constant(ir.IntType(1), 1)))
"""The number of the lowest bit that is set; there must be one."""


@part
def held_by(hands: int, seat: int) -> int:
    return hands & (255 << (8 * seat))


@part
def one_of_each(hand: int, w: Any) -> int:
    """The next piece to go of each kind in a hand."""
    return int(hand & ~((hand << 1) & w.again))


@part
def answering(hands: int, kind: int, first: int, seats: int, w: Any) -> int:
    """The first that can stop an attack of `seats` seats from `first` on, or -1."""
    able = hands & w.stops[kind]
    turned = ((able | (able << SLOTS)) >> (8 * (first & 3))) & ((1 << (8 * seats)) - 1)
    if turned == 0:
        return -1
    return int((first + (lowest(turned) >> 3)) & 3)


# From a record


@part
def lay_out(s: State, w: Any) -> None:
    """Give each piece of the hands its slot, for this position and all that can follow it."""
    clear_slots(w)
    pieces = 0
    for seat in range(SEATS):
        slot = 8 * seat
        for kind in range(len(KINDS)):
            for i in range(s.hand[seat, kind]):
                w.kind[slot] = kind
                w.stops[kind] |= 1 << slot
                w.again |= int(i > 0) << slot
                slot += 1
        w.both_kings[seat] = s.both_kings[seat]
        pieces += slot - 8 * seat
    mark_slots(w)
    turn_page(w, pieces)


@part
def clear_slots(w: Any) -> None:
    for slot in range(SLOTS):
        w.kind[slot] = NONE
    for kind in range(w.stops.size):
        w.stops[kind] = 0
    w.again = 0


@part
def mark_slots(w: Any) -> None:
    """GOITA-18, GOITA-22, when `stops` has the slots of each kind: who stops what."""
    for slot in range(SLOTS):
        if w.kind[slot] != NONE:
            w.peers[slot] = w.stops[w.kind[slot]] & held_by(-1, slot >> 3)
    w.kings = w.stops[KING]
    w.stops[KING] = 0
    w.stops[KINGS_ONLY] = w.kings
    for kind in range(KING + 1, LANCE):
        w.stops[kind] |= w.kings
    w.bound_kings = w.kings
    for seat in range(SEATS):
        if w.both_kings[seat] == 1:
            w.bound_kings &= ~held_by(-1, seat)
    for slot in range(SLOTS):
        if w.kind[slot] != NONE:
            w.beaten[slot] = w.stops[w.kind[slot]] & team_slots(1 - ((slot >> 3) & 1))


@part
def team_slots(team: int) -> int:
    return 0x00FF00FF << (8 * team)


@part
def locate(s: State, w: Any) -> None:
    """Write a position of the round that was laid out as the one to solve."""
    w.hands = 0
    for slot in range(SLOTS):
        if w.kind[slot] != NONE:
            dealt_above = count(w.peers[slot] >> slot)
            w.hands |= int(dealt_above <= s.hand[slot >> 3, w.kind[slot]]) << slot
    w.attacker = s.attacker
    w.turn = s.turn
    w.shown = s.face_up[KING] > 0
    w.attack = FREE if s.phase == HIDING else s.against
    w.attacking = s.phase == ATTACKING
    w.laid = NONE
    play = ((s.hand_size - s.left[s.turn]) >> 1) & 3
    if w.attacking and s.down[s.turn, play] == 1:
        w.laid = s.defence[s.turn, play]


# The table


@part
def turn_page(w: Any, pieces: int) -> None:
    """Forget what the table holds, by a new generation; as large a table as the position needs."""
    bits = min(TABLE_BITS, 4 + (5 * pieces >> 3))
    w.mask = (1 << bits) - 1
    w.generation += 1
    if w.generation == 256:
        for place in range(w.used + 1):
            w.table[place] = 0
        w.generation = 1
        w.used = 0
    w.used = max(w.used, w.mask)
