"""The memory of search trees: large arrays, kept for the next tree.

New memory is handed out by the system page by page, which takes longer than many a search. A tree
begins on a small part of its memory, so that what it looks at lies close together, and takes more
as it grows.
"""

from typing import Any

import numpy as np

from goatherd.contract import Contract
from goatherd.fast.choices import CHOICE
from goatherd.fast.simulate import cores
from goatherd.fast.spares import Spares
from goatherd.fast.tree import NODE

Array = np.ndarray[Any, Any]

FIRST_NODES = FIRST_CHOICES = 1 << 12
MOST_FEATURED = 1 << 14
"""Nodes whose features are kept, where a game has some: the first, which are come by most."""
MOST_KEPT = 1 << 18
"""Nodes, or entries of choices, of a memory that is kept: 16 MB in all. Larger ones are let go."""


class TreeMemory:
    """Arrays of one tree; what an earlier tree left there is never looked at."""

    def __init__(self, contract: Contract) -> None:
        numbers = contract.search.feature_count
        self.nodes = np.zeros(FIRST_NODES, NODE)
        self.features = np.zeros((MOST_FEATURED if numbers else 1, numbers), np.int16)
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


SPARES: Spares[TreeMemory] = Spares(cores(None))
"""Memories that no tree uses, by the name of their game: as many as trees grow at once."""


def borrowed(contract: Contract) -> TreeMemory:
    """A memory that no other tree uses, until it is given back."""
    return SPARES.take(contract.facts.name, lambda: TreeMemory(contract))


def give_back(game: str, memory: TreeMemory) -> None:
    if max(len(memory.nodes), len(memory.choices)) <= MOST_KEPT:
        SPARES.give_back(game, memory)
