"""Full speed: the only room that imports Numba."""

from goatherd.fast.batch import Batch
from goatherd.fast.simulate import Playouts, playouts

__all__ = ["Batch", "Playouts", "playouts"]
