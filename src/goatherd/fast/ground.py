"""The ground that search trees grow in: large arrays, kept for the next tree.

New memory is handed out by the system page by page, which takes longer than many a search. A tree
begins on a small part of its ground, so that what it looks at lies close together, and takes more
as it grows.
"""

from collections import defaultdict, deque
from typing import Any

import numpy as np

from goatherd.contract import Contract
from goatherd.fast import search
from goatherd.fast.choices import CHOICE
from goatherd.fast.simulate import cores

Array = np.ndarray[Any, Any]

FIRST_NODES = FIRST_CHOICES = 1 << 12
MOST_NOTES = 1 << 14
"""Nodes that notes are made about, where a game has some: the first, which are come by most."""
MOST_KEPT = 1 << 18
"""Nodes, or entries of choices, of a ground that is kept: 16 MB in all. Larger ones are let go."""
MOST_IDLE = cores(None)
"""Grounds of a game that are kept: as many trees as there are cores grow at once."""


class Ground:
    """Arrays of one tree; what an earlier tree left there is never looked at."""

    def __init__(self, contract: Contract) -> None:
        self.name = contract.facts.name
        self.nodes = np.zeros(FIRST_NODES, search.NODE)
        self.notes = np.zeros(
            (MOST_NOTES if contract.search.feature_count else 1, contract.search.feature_count),
            np.int16,
        )
        self.choices = np.zeros(FIRST_CHOICES, CHOICE)
        self.slots = np.zeros(FIRST_CHOICES, np.int32)

    def first_nodes(self, size: int) -> Array:
        self.nodes = at_least(self.nodes, size)
        return self.nodes[:size]

    def first_choices(self, size: int) -> tuple[Array, Array]:
        """As many slots as entries, all of them free."""
        self.choices = at_least(self.choices, size)
        self.slots = at_least(self.slots, size)
        self.slots[:size] = 0
        return self.choices[:size], self.slots[:size]


def at_least(array: Array, size: int) -> Array:
    """The array, or a larger one that begins with it."""
    if size <= len(array):
        return array
    grown = np.zeros(size, array.dtype)
    grown[: len(array)] = array
    return grown


IDLE: defaultdict[str, deque[Ground]] = defaultdict(lambda: deque(maxlen=MOST_IDLE))
"""Grounds that no tree grows in, by their game; the oldest makes room for one too many."""


def borrowed(contract: Contract) -> Ground:
    """A ground that no other tree grows in, until it is given back."""
    try:
        return IDLE[contract.facts.name].pop()
    except IndexError:
        return Ground(contract)


def give_back(ground: Ground) -> None:
    if max(len(ground.nodes), len(ground.choices)) <= MOST_KEPT:
        IDLE[ground.name].append(ground)
