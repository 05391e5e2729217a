"""Worlds that a seat holds for possible, and how likely something is in them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

Cards: TypeAlias = Mapping[str, Sequence[str]]
"""Where every card is, by zone."""
HUNDRED = 100


class World(NamedTuple):
    """An imagined truth that fits a view, weighed by what the others have done."""

    cards: Cards
    weight: float


class Worlds:
    """Several of them, imagined when they are first asked about."""

    def __init__(self, imagine: Callable[[], Sequence[World]]) -> None:
        self._imagine = imagine

    @cached_property
    def all(self) -> Sequence[World]:
        return self._imagine()

    def odds(self, holds: Callable[[Cards], bool]) -> int:
        """In how many of a hundred worlds something holds."""
        whole = sum(world.weight for world in self.all)
        found = [world for world in self.all if holds(world.cards)]
        if whole <= 0:  # each is held for all but impossible, so they count alike
            return round(HUNDRED * len(found) / len(self.all))
        return round(HUNDRED * sum(world.weight for world in found) / whole)
