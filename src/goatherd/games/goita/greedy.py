"""A sensible player of Goita: counts pieces, keeps the king for need and leaves partners alone."""

from typing import Any

from goatherd.games.goita.cards import (
    ATTACK,
    CALL,
    DEFEND,
    HIDE,
    KING,
    LANCE,
    PASS,
    PLAYS,
    POINTS,
    REDEAL,
)
from goatherd.games.goita.rules import (
    ATTACKING,
    CALLING,
    DECIDING,
    DEFENDING,
    HIDING,
    partner,
)
from goatherd.rule import State, rule

BITS = 6
WORST = 1 << 20
"""What a piece that may not be chosen costs."""
PLACES = 8
"""As many as there are kinds: a cost times this, plus the kind, finds the first of the least."""


@rule
def greedy(s: State, choices: Any, n: int) -> int:
    """The decision of a player who counts what could stop an attack; one of `choices[:n]`.

    Pawns are always called, and a partner's five are always dealt again.
    """
    if n == 1:
        return int(choices[0])
    seat = int(s.turn) & 3
    if s.phase == DEFENDING:
        return answer(s, seat, int(choices[n - 1]))
    if s.phase == ATTACKING:
        return strike(s, seat, choices, n)
    if s.phase == HIDING:
        return hide(s, seat, choices, n)
    if s.phase == CALLING:
        return CALL
    if s.phase == DECIDING:
        return REDEAL
    return int(choices[0])


@rule
def answer(s: State, seat: int, stop: int) -> int:
    """Stop the other team, with the king only if there is nothing else and the attacker has used
    half of the pieces; leave the partner's attack alone, unless stopping it wins the round."""
    spare_king = stop == DEFEND + KING and s.left[s.attacker] > 4
    if s.left[seat] > 2 and (spare_king or s.attacker == partner(seat)):
        return PASS
    return stop


@rule
def strike(s: State, seat: int, choices: Any, n: int) -> int:
    """Attack with what few pieces can stop and many copies follow, the cheaper first; with three
    pieces in hand, think of what the last two will score."""
    counts = seen(s, seat)
    best = WORST
    for kind in range(8):  # held or not: a search has no time for branches that cannot be foreseen
        held = int(s.hand[seat, kind])
        held *= int((kind != KING) | (choices[0] == ATTACK))
        risk = 8 * (stoppers(s, seat, counts, kind) - held) + int(POINTS[kind]) // 10
        if s.left[seat] == 3:
            risk -= last_points(s, seat, kind) // 5
        best = min(best, risk * PLACES + kind + WORST * int(held == 0))
    return ATTACK + (best & (PLACES - 1))


@rule
def hide(s: State, seat: int, choices: Any, n: int) -> int:
    """Lay down a cheap piece whose attack would be stopped, never a king if that can be helped;
    of the last two, the cheaper."""
    if s.left[seat] == 2:
        return int(choices[n - 1])
    counts = seen(s, seat)
    best = WORST
    for kind in range(8):
        worth = int(POINTS[kind]) // 10 - stoppers(s, seat, counts, kind) + 10 * int(kind == KING)
        best = min(best, worth * PLACES + kind + WORST * int(s.hand[seat, kind] == 0))
    return HIDE + (best & (PLACES - 1))


@rule
def last_points(s: State, seat: int, attack: int) -> int:
    """What the last two of three pieces score once this attack is made: a pair counts double."""
    best = 0
    for kind in range(8):
        count = int(s.hand[seat, kind]) - int(kind == attack)
        best = max(best, count * int(POINTS[kind]))
    return best


# Counting


@rule
def seen(s: State, seat: int) -> int:
    """How many of each kind the seat has in sight, six bits a kind; the lowest six bits count the
    places without a piece, which hold NONE."""
    counts = 0
    for kind in range(8):
        counts += (int(s.hand[seat, kind]) + int(s.face_up[kind])) << (BITS * kind + BITS)
    for play in range(PLAYS):
        counts += int(s.down[seat, play]) << (BITS * int(s.defence[seat, play]) + BITS)
    return counts


@rule
def unseen(s: State, counts: int, kind: int) -> int:
    return int(s.counts[kind]) - ((counts >> (BITS * kind + BITS)) & ((1 << BITS) - 1))


@rule
def stoppers(s: State, seat: int, counts: int, kind: int) -> int:
    """How many pieces out of sight would stop an attack with this kind.

    Kings count only in the second half of a hand: before that, nobody likes to spend one.
    """
    kings = unseen(s, counts, KING) * int((kind < LANCE) & (s.left[seat] <= 4))
    return (unseen(s, counts, kind) + kings) * int(kind != KING)
