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

CALLED = ("goatherd.rng", "goatherd.games.goita.")
"""The rules of these modules stay calls: inlined, they make Goita a fifth slower. All others are
inlined, which makes the other games faster by up to a quarter (`python -m benchmarks`)."""

for marked in RULES:
    if marked not in (rng.u64, rng.i64):
        inlined = not marked.__module__.startswith(CALLED)
        register_jitable(forceinline=inlined, **OWNS_NOTHING)(marked)

overload(rng.u64, strict=False)(lambda x: lambda x: np.uint64(x))
overload(rng.i64, strict=False)(lambda x: lambda x: np.int64(x))


def setup(s: State) -> None:
    """Deal; see `Contract.setup`, as for all that follow."""


def legal(s: State, out: Any) -> Any: ...


def apply(s: State, action: int) -> None: ...


def scores(s: State, out: Any) -> None: ...


def winners(s: State, out: Any) -> None: ...


def redact(s: State, seat: int) -> None: ...


def imagine(s: State, seat: int) -> None: ...


def observe(s: State, seat: int, out: Any) -> None: ...


def greedy(s: State, choices: Any, n: int) -> Any: ...


def beginner(s: State, choices: Any, n: int) -> Any: ...


def guide(s: State, choices: Any, n: int) -> Any: ...


def note(s: State, notes: Any, at: int) -> None: ...


def foresee(s: State, notes: Any, at: int, choices: Any, n: int) -> Any: ...


def frame(s: State) -> None: ...


def payoffs(s: State, view: State, points: Any, won: Any, out: Any) -> None: ...


def shown(s: State, action: int) -> Any: ...


def weigh(s: State, evidence: Any, viewer: int, least: float) -> Any: ...


WITHOUT: dict[str, Callable[..., Any]] = {
    "note": lambda s, notes, at: None,
    "foresee": lambda s, notes, at, choices, n: guide(s, choices, n),
}
"""What stands for a function that not every game has."""


def _chooser(name: str) -> Callable[..., Any]:
    """Says which function of a game Numba shall compile in place of a general name."""

    def choose(s: Any, *_: Any) -> Any:
        if isinstance(s, types.Record) and s in GAMES:
            return getattr(GAMES[s], name) or WITHOUT[name]
        return None

    return choose


GENERAL = (
    *(setup, legal, apply, scores, winners, redact, imagine, observe),
    *(greedy, beginner),
    *(guide, note, foresee, frame, payoffs, shown, weigh),
)

for general in GENERAL:
    # Not strict: the rules carry annotations, which the chooser cannot know.
    overload(general, strict=False, jit_options=OWNS_NOTHING)(_chooser(general.__name__))
