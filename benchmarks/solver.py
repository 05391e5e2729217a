"""How long the Goita solver takes: medians over a hundred random deals, one core."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from statistics import median
from typing import Any

import numpy as np

import goatherd
from benchmarks.measure import Measure, Probe, seconds_of, sized

DEALS = 100
HALF = 16
"""Pieces in all four hands when half are played."""
FEW = 12
ROUND: dict[str, Any] = {"target": "round", "pawn_calls": "off"}

States = Any
"""An array of Goita's records."""


@cache
def openings() -> States:
    """A hundred deals, the dealer about to lay the first piece."""
    return goatherd.load("goita").batch(DEALS, seed=1, **ROUND).states.copy()


@cache
def positions(pieces: int) -> States:
    """A hundred positions of random rounds with so many pieces left, one a round."""
    batch = goatherd.load("goita").batch(20 * DEALS, seed=2, **ROUND)
    found: dict[int, States] = {}
    while not batch.over.all():
        here = ~batch.over & (batch.states["left"].sum(axis=1) == pieces)
        for i in np.flatnonzero(here):
            found.setdefault(int(i), batch.states[i : i + 1].copy())
        batch.step(batch.random_actions())
    return np.concatenate([found[i] for i in sorted(found)][:DEALS])


def median_seconds(action: Callable[[States], object], states: States) -> float:
    """Of doing something with each of the positions."""
    return median(seconds_of(partial(action, states[i : i + 1])) for i in range(len(states)))


def values(pieces: int, scale: float) -> Measure:
    """The value of a position."""
    from goatherd.fast.goita.solve import solve

    states = openings() if pieces == 32 else positions(pieces)
    solve(states[:1])  # compiles
    return lambda _: scale * median_seconds(solve, states)


def opening_moves() -> Measure:
    """The value of every opening move."""
    from goatherd.fast.goita.solve import solve_moves

    solve_moves(openings()[:1])
    return lambda _: median_seconds(solve_moves, openings())


def worlds() -> Measure:
    """Small positions a second, each forgotten before the next, as a bot imagines them."""
    from goatherd.fast.goita.solver import solve_states, workspace

    used, states = workspace(), positions(FEW)

    def work(n: int) -> int:
        many = np.resize(states, n)
        solve_states(many, used, np.zeros(n, np.int64))
        return n

    work(1)
    return sized(work)


WHOLE_ROUND = Probe("goita, a whole round", "s", partial(values, 32, 1.0), lower_is_better=True)
EVERY_MOVE = Probe("goita, every opening move", "s", opening_moves, lower_is_better=True)
HALF_PLAYED = Probe(
    "goita, half the pieces played", "ms", partial(values, HALF, 1e3), lower_is_better=True
)
WORLDS = Probe(f"goita, {FEW} pieces left", "positions/s", worlds)
