"""Observations: the box that they lie in, and their named parts again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from goatherd.errors import BadOption
from goatherd.game import load

if TYPE_CHECKING:
    from goatherd.game import Game

Numbers = npt.NDArray[np.float32]


def width(game: Game) -> int:
    """How many numbers an observation has."""
    return sum(part.size for part in game.observation)


def bounds(game: Game) -> tuple[Numbers, Numbers]:
    """The least and the most that each number of an observation can be."""
    sizes = [part.size for part in game.observation]
    least = np.repeat([part.least for part in game.observation], sizes)
    most = np.repeat([part.most for part in game.observation], sizes)
    return least.astype(np.float32), most.astype(np.float32)


def decode(game: Game | str, observation: npt.ArrayLike) -> dict[str, Numbers]:
    """The named parts of an observation, or of many, a row each; `game.observation` explains them.

    The parts are views: what is written to them is written to the observation.
    """
    known = load(game) if isinstance(game, str) else game
    numbers = np.asarray(observation, np.float32)
    if not numbers.ndim or numbers.shape[-1] != width(known):
        raise BadOption(
            f"an observation of {known.title} has {width(known)} numbers, not {numbers.shape}"
        )
    ends = np.cumsum([part.size for part in known.observation])
    parts = np.split(numbers, ends[:-1], axis=-1)
    return {part.name: piece for part, piece in zip(known.observation, parts, strict=True)}
