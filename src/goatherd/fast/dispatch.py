"""The contract of a game for compiled code: one name a rule, chosen by the type of the record.

Compiled functions that call these names serve every game. (Tried: building such a function anew
around each game's own rules; it cannot be kept on disk and is compiled again in each process.)
"""

import warnings
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.extending import overload, register_jitable

from goatherd import rng
from goatherd.contract import Contract
from goatherd.games import contract, folders, names
from goatherd.rule import RULES, State


def _games() -> dict[Any, Contract]:
    """Each game by the compiled type of its record, by which its rules are chosen."""
    found: dict[Any, Contract] = {}
    for name in names():
        try:
            game = contract(name)
        except Exception as error:
            if name in folders():
                raise
            warnings.warn(f"{name} cannot be compiled: {error}", RuntimeWarning, stacklevel=2)
            continue
        other = found.setdefault(numba.from_dtype(game.rules.state), game)
        if other is not game:
            same = f"its record has the same fields as that of {other.facts.name}; rename one"
            warnings.warn(f"{name} cannot be compiled: {same}", RuntimeWarning, stacklevel=2)
    return found


GAMES = _games()

OWNS_NOTHING = {"_nrt": False}
"""Rules own no arrays, so they need not count who holds those that they are given: that would be
most of the time of a short one."""

CALLED = (
    "goatherd.rng",
    *(
        game.rules.setup.__module__.rpartition(".")[0] + "."
        for game in GAMES.values()
        if not game.rules.inlined
    ),
)
"""Where rules stay calls; all others become part of what calls them."""

for marked in RULES:
    if marked not in (rng.u64, rng.i64):
        inlined = not marked.__module__.startswith(CALLED)
        register_jitable(forceinline=inlined, **OWNS_NOTHING)(marked)

overload(rng.u64, strict=False)(lambda x: lambda x: np.uint64(x))
overload(rng.i64, strict=False)(lambda x: lambda x: np.int64(x))

# Compiled records have no teller, and the compiler leaves out what follows from one.
overload(rng.is_told, strict=False)(lambda s: lambda s: False)
overload(rng.told_number, strict=False)(lambda s, n: lambda s, n: np.uint64(0))
overload(rng.told_place, strict=False)(lambda s, counts: lambda s, counts: 0)
overload(rng.deal_late, strict=False)(lambda s, cards, n: lambda s, cards, n: None)
overload(rng.told_top, strict=False)(
    lambda s, cards, n, first, end: lambda s, cards, n, first, end: None
)


def setup(s: State) -> None:
    """Deal; see `goatherd.contract.Rules`, and `Search` for what follows its functions."""


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


def node_features(s: State, features: Any, at: int) -> None: ...


def predict(s: State, features: Any, at: int, choices: Any, n: int) -> Any: ...


def horizon(s: State) -> None: ...


def payoffs(s: State, view: State, points: Any, won: Any, out: Any) -> None: ...


def public_action(s: State, action: int) -> Any: ...


def weigh(s: State, evidence: Any, viewer: int, least: float) -> Any: ...


def watch(s: State, action: int, counts: Any) -> None: ...


WITHOUT: dict[str, Callable[..., Any]] = {
    "node_features": lambda s, features, at: None,
    "predict": lambda s, features, at, choices, n: guide(s, choices, n),
}
"""What stands for a function that not every game has."""


def _chooser(group: str, name: str) -> Callable[..., Any]:
    """Says which function of a game Numba shall compile in place of a general name."""

    def choose(s: Any, *_: Any) -> Any:
        if not isinstance(s, types.Record) or s not in GAMES:
            return None
        game = GAMES[s]
        found = getattr(getattr(game, group), name)
        if found is None:
            return WITHOUT[name]
        if game.search.guides_unlisted:
            return found
        return _listing_first(name, found)

    return choose


def _listing_first(name: str, found: Callable[..., Any]) -> Callable[..., Any]:
    """For a game whose `guide` and `predict` need to know what there is to choose."""
    if name == "guide":
        return lambda s, choices, n: found(s, choices, n if n > 0 else legal(s, choices))
    if name == "predict":
        return lambda s, features, at, choices, n: found(
            s, features, at, choices, n if n > 0 else legal(s, choices)
        )
    return found


GENERAL = {
    "rules": (setup, legal, apply, scores, winners, redact, imagine),
    "search": (
        *(greedy, beginner, guide, node_features, predict),
        *(horizon, payoffs, public_action, weigh, observe),
    ),
    "study": (watch,),
}
"""By their group in the contract."""

for group, functions in GENERAL.items():
    for general in functions:
        # Not strict: the rules carry annotations, which the chooser cannot know.
        overload(general, strict=False, jit_options=OWNS_NOTHING)(_chooser(group, general.__name__))
