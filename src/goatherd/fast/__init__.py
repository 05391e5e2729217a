"""Full speed: the only room that imports Numba."""

from goatherd.fast.batch import Batch
from goatherd.fast.playouts import Playouts, playouts

__all__ = ["Batch", "Playouts", "playouts"]
