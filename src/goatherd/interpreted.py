"""A record for interpreted rules: its fields as attributes, far faster than NumPy's own.

Array fields are views of the record's memory. Single numbers are Python's integers, which do not
overflow; written, they go to the memory at once, with a check of their range. Of two records on
the same memory, one does not see which numbers the other writes after it has read them.
"""

from functools import cache
from typing import Any

import numpy as np

from goatherd.rule import State


def as_record(states: np.ndarray[Any, Any]) -> State:
    """The one record of an array of length one, to be read and written in place."""
    return _kind(states.dtype)(states)


def copied(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array of records of its own. NumPy's `copy` goes field by field, and takes twenty times as
    long."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


class _Record:
    """Base of the classes made for each type of record. Its fields are slots that are filled when
    they are first asked for: few of them ever are."""

    __slots__ = ("_states",)
    arrays: frozenset[str]
    numbers: frozenset[str]
    teller: Any = None
    """Who says what chance brings, in place of the record's generator: see `rng.told_number`."""

    def __init__(self, states: np.ndarray[Any, Any]) -> None:
        fill(self, "_states", states)

    def __getattr__(self, name: str) -> Any:
        """A field that is asked for the first time."""
        if name in self.numbers:
            field = self._states[name].item()
        elif name in self.arrays:
            field = self._states[name][0]
        else:
            raise AttributeError(f"the record has no field {name!r}")
        fill(self, name, field)
        return field

    def __setattr__(self, name: str, value: object) -> None:
        if name not in self.numbers:
            raise AttributeError(f"the record has no single number {name!r}")
        memory = self._states[name]
        memory[0] = value
        fill(self, name, memory.item())

    def __repr__(self) -> str:
        names = self._states.dtype.names or ()
        return f"<record {' '.join(f'{name}={getattr(self, name)}' for name in names)}>"


fill = object.__setattr__
"""Writes a slot alone, not the memory behind it."""


@cache
def _kind(dtype: np.dtype[Any]) -> type[_Record]:
    names = dtype.names or ()
    arrays = frozenset(name for name in names if dtype[name].shape)
    members = {"arrays": arrays, "numbers": frozenset(names) - arrays, "__slots__": names}
    return type("Record", (_Record,), members)
