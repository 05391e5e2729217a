"""Matches for tests that hold for every game."""

from typing import Any

import goatherd
from goatherd import testing
from goatherd.testing import Variant, advanced, cards_of, label, new, seats, walk

__all__ = [
    "Variant",
    "advanced",
    "cards_of",
    "functions_of",
    "label",
    "new",
    "seats",
    "variants",
    "walk",
]


def variants() -> list[Variant]:
    """Every game with every number of players, and every allowed choice of every option."""
    return [variant for name in goatherd.games() for variant in testing.variants(name)]


def functions_of(game: str, name: str) -> dict[str, Any]:
    """Where the contract of a game keeps this function: a test may exchange it there, if it puts it
    back."""
    contract = goatherd.load(game).contract
    groups = (vars(group) for group in (contract.rules, contract.faces, contract.search))
    return next(group for group in groups if name in group)
