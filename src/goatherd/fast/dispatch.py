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

GAMES: dict[Any, Contract] = {numba.from_dtype(game.state): game for game in map(contract, FOLDERS)}
"""Each game by the compiled type of its record."""

OWNS_NOTHING = {"_nrt": False}
"""Rules own no arrays, so they need not count who holds those that they are given: that would be
most of the time of a short one."""

for marked in RULES:
    if marked is not rng.u64:
        register_jitable(**OWNS_NOTHING)(marked)

overload(rng.u64, strict=False)(lambda x: lambda x: np.uint64(x))


def setup(s: State) -> None:
    """Deal; see `Contract.setup`, as for all that follow."""


def legal(s: State, out: Any) -> Any: ...


def apply(s: State, action: int) -> None: ...


def scores(s: State, out: Any) -> None: ...


def winners(s: State, out: Any) -> None: ...


def redact(s: State, seat: int) -> None: ...


def imagine(s: State, seat: int) -> None: ...


def observe(s: State, seat: int, out: Any) -> None: ...


def _chooser(name: str) -> Callable[..., Any]:
    """Says which function of a game Numba shall compile in place of a general name."""

    def choose(s: Any, *_: Any) -> Any:
        if isinstance(s, types.Record) and s in GAMES:
            return getattr(GAMES[s], name)
        return None

    return choose


for general in (setup, legal, apply, scores, winners, redact, imagine, observe):
    # Not strict: the rules carry annotations, which the chooser cannot know.
    overload(general, strict=False, jit_options=OWNS_NOTHING)(_chooser(general.__name__))
