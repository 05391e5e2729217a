"""The solvers of games that have one; they are compiled, and imported when first needed."""

from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np

from goatherd.contract import Contract
from goatherd.rule import Endgame
from goatherd.solution import MoveValues

Array = np.ndarray[Any, Any]


class Solver(Protocol):
    """What the module that a contract names as its solver gives."""

    EndgameSearcher: type[Any]
    """Stands in for a `goatherd.fast.searcher.Searcher` where worlds are solved."""

    def solve_moves(self, state: Array) -> MoveValues:
        """The exact value of every legal decision of a truth."""

    def warm_up(self) -> None:
        """Compile, or load, what solving needs."""


def solver_of(contract: Contract) -> Solver | None:
    """The solver of a game, if it has one."""
    endgame = contract.search.endgame
    return None if endgame is None else solver(endgame)


def solver(endgame: Endgame) -> Solver:
    return cast(Solver, import_module(endgame.solver))
