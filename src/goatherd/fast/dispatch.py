"""The contract of a game for compiled code: one name a rule, chosen by the type of the record.

Compiled functions that call these names serve every game. (Tried: building such a function anew
around each game's own rules; it cannot be kept on disk and is compiled again in each process.)
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import overload, register_jitable

from goatherd import rng
from goatherd.games import FOLDERS, contract
from goatherd.rule import RULES, Contract, State

# `strict=False`: the rules carry annotations of their own, which the choosers need not repeat.
GAMES: dict[Any, Contract] = {
    numba.from_dtype(game.state): game for game in map(contract, FOLDERS)
}
"""Each game by the compiled type of its record."""

for marked in RULES:
    if marked is not rng.u64:
        # Rules own no arrays, so they need not count who holds those that they are given: that
        # would be most of the time of a short one.
        register_jitable(_nrt=False)(marked)


@overload(rng.u64, strict=False)
def _u64(x: Any) -> Callable[[Any], Any]:
    return lambda x: np.uint64(x)


def setup(s: State) -> None:
    """Deal; see `Contract.setup`, as for all that follow."""


def legal(s: State, out: Any) -> Any: ...


def apply(s: State, action: int) -> None: ...


def scores(s: State, out: Any) -> None: ...


def winners(s: State, out: Any) -> None: ...


def redact(s: State, seat: int) -> None: ...


def imagine(s: State, seat: int) -> None: ...


def observe(s: State, seat: int, out: Any) -> None: ...


def _rule(s: Any, name: str) -> Any:
    """The game's own function, which Numba compiles in place of the general name."""
    if isinstance(s, types.Record) and s in GAMES:
        return getattr(GAMES[s], name)
    return None


@overload(setup, strict=False, jit_options={"_nrt": False})
def _setup(s: Any) -> Any:
    return _rule(s, "setup")


@overload(legal, strict=False, jit_options={"_nrt": False})
def _legal(s: Any, out: Any) -> Any:
    return _rule(s, "legal")


@overload(apply, strict=False, jit_options={"_nrt": False})
def _apply(s: Any, action: Any) -> Any:
    return _rule(s, "apply")


@overload(scores, strict=False, jit_options={"_nrt": False})
def _scores(s: Any, out: Any) -> Any:
    return _rule(s, "scores")


@overload(winners, strict=False, jit_options={"_nrt": False})
def _winners(s: Any, out: Any) -> Any:
    return _rule(s, "winners")


@overload(redact, strict=False, jit_options={"_nrt": False})
def _redact(s: Any, seat: Any) -> Any:
    return _rule(s, "redact")


@overload(imagine, strict=False, jit_options={"_nrt": False})
def _imagine(s: Any, seat: Any) -> Any:
    return _rule(s, "imagine")


@overload(observe, strict=False, jit_options={"_nrt": False})
def _observe(s: Any, seat: Any, out: Any) -> Any:
    return _rule(s, "observe")
