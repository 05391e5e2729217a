"""Writing views as numbers: what the observations of all games are made of.

Each function writes a run of numbers and returns the place after it. Shares are powers of two
(`EIGHTH`), because multiplying by them is exact: interpreted and compiled code agree to the bit.
"""

from typing import Any

import numpy as np

from goatherd.rule import rule

WHOLE, HALF, QUARTER, EIGHTH, SIXTEENTH = (np.float32(2.0**-power) for power in range(5))
HUNDREDTH = np.float32(2.0**-7)
"""Of points: one 128th, to be exact."""


@rule
def clear(out: Any, at: int, size: int) -> int:
    row = out[at : at + size]
    for i in range(size):
        row[i] = 0
    return at + size


@rule
def mark(out: Any, at: int, place: int, size: int) -> int:
    """One-hot: 1 at a place, none if it is outside."""
    clear(out, at, size)
    if 0 <= place < size:
        out[at + place] = 1
    return at + size


@rule
def share(out: Any, at: int, count: int, part: Any) -> int:
    """One number, scaled."""
    out[at] = np.float32(count) * part
    return at + 1


@rule
def shares(out: Any, at: int, counts: Any, part: Any) -> int:
    """A row of counts, scaled. (The slice lets compiled code write several at once.)"""
    row = out[at : at + counts.size]
    for i in range(counts.size):
        row[i] = np.float32(counts[i]) * part
    return at + int(counts.size)


@rule
def turned(seat: int, steps: int, players: int) -> int:
    """The seat so many steps after a seat."""
    other = seat + steps
    return other if other < players else other - players


@rule
def by_seat(out: Any, at: int, counts: Any, seat: int, players: int, part: Any) -> int:
    """One count a seat, scaled, the viewer's first; 0 for seats that nobody plays."""
    for i in range(players):
        at = share(out, at, int(counts[turned(seat, i, players)]), part)
    return clear(out, at, int(counts.size) - players)


@rule
def rows_by_seat(out: Any, at: int, table: Any, seat: int, players: int, part: Any) -> int:
    """A row of counts a seat, scaled, the viewer's first; 0 for seats that nobody plays."""
    for i in range(players):
        at = shares(out, at, table[turned(seat, i, players)], part)
    return clear(out, at, (len(table) - players) * table.shape[1])
