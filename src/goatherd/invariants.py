"""What must hold in a record that comes from outside, said in short lines.

Compiled code trusts its record: it checks no index and no loop. So whatever is not our own is
checked before, by the `check` of its game (see `goatherd.contract`), which is made of these.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from goatherd.errors import BadState
from goatherd.rule import State

Numbers = npt.NDArray[np.int64]


def require(holds: object, otherwise: str) -> None:
    """BadState, which says so, unless this holds."""
    if not holds:
        raise BadState(otherwise)


def numbers(field: Any) -> Numbers:
    """A field as wide numbers, whose sums do not run over."""
    return np.asarray(field).astype(np.int64)


def within(s: State, low: int, high: int, *names: str) -> None:
    """Each of these fields holds nothing but numbers from `low` to `high`."""
    for name in names:
        field = np.asarray(getattr(s, name))
        require(low <= field.min() and field.max() <= high, f"{name} is not from {low} to {high}")


def equal(left: Any, right: Any, otherwise: str) -> None:
    require(np.array_equal(np.asarray(left), np.asarray(right)), otherwise)


def filled(field: Any, size: int, empty: int, name: str) -> Numbers:
    """The first `size` entries of a pile; the others are empty."""
    pile = numbers(field)
    require(0 <= size <= pile.size, f"{name} has no room for {size}")
    require((pile[size:] == empty).all(), f"{name} goes on beyond its end")
    return pile[:size]


def counted(kinds: Any, most: int) -> Numbers:
    """How many of each kind there are, from kind 0 on."""
    found = numbers(kinds)
    return np.bincount(found[(found >= 0) & (found < most)], minlength=most).astype(np.int64)


def unused(s: State, first: int, empty: int, *names: str) -> None:
    """Nothing is written for seats from `first` on, where nobody sits."""
    for name in names:
        rows = np.asarray(getattr(s, name))[first:]
        require((rows == empty).all(), f"{name} says something of a seat where nobody sits")
