"""The worlds that a search plays in: each fits the searcher's view.

They come as a chain: a newly imagined one takes the place of the last one with the odds of their
weights (Metropolis and Hastings), so that worlds in which the others' past decisions make sense
come up as often as they should (`weigh`); where few do, several are imagined for each iteration.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.dispatch import OWNS_NOTHING, horizon, imagine, weigh
from goatherd.rng import FAST, draw, part, u64
from goatherd.rule import record_type

MOST_TRIES = 16
"""Worlds that are imagined for an iteration, at most: see `needed_tries`."""

CHAIN = record_type(
    [
        ("viewer", np.int64),  # whose view it is
        ("belief", np.int64),  # 1: worlds are weighed
        ("weight", np.float64),  # of the believed world; 0 before the first
        ("tries", np.int64),  # worlds that are imagined for an iteration
        ("imagined", np.int64),  # worlds that were weighed
        ("accepted", np.int64),  # worlds that took the place of the last one
    ]
)


class Worlds(NamedTuple):
    """What worlds are made from: arrays of one record, but for `states` and `evidence`."""

    views: Any
    """What the searcher sees. (Numba takes the name `view` for a method of arrays.)"""
    states: Any
    """The world to play in, and the last believed one."""
    chain: Any
    chance: Any
    """The search's own generator."""
    evidence: Any
    """What past decisions say about hidden cards: see `Search.gather`."""


def worlds_of(arrays: Any) -> Worlds:
    """Worlds of a plain tuple."""
    views, states, chain, chance, evidence = arrays
    return Worlds(views, states, chain, chance, evidence)


def give_chance(s: Any, chance: Any) -> None:
    """A generator of its own for a world, so that a world that comes again goes on differently."""
    s.rng[0] = draw(chance)
    s.rng[1] = draw(chance) | u64(1)
    s.rng[2] = u64(FAST)


def next_world(worlds: Worlds) -> None:
    """Make the next world to play in."""
    states, chain, chance = worlds.states, worlds.chain[0], worlds.chance[0]
    s = states[0]
    viewer = int(chain.viewer)
    accepted = True
    for _ in range(chain.tries):
        states[0] = worlds.views[0]
        give_chance(s, chance)
        imagine(s, viewer)
        if chain.belief == 1:
            least = part(chance) * chain.weight
            weight = weigh(s, worlds.evidence, viewer, least)
            accepted = weight >= least
            if accepted:
                chain.weight = weight
                chain.accepted += 1
                states[1] = s
            chain.imagined += 1
    if not accepted:
        states[0] = states[1]
        give_chance(s, chance)
    horizon(s)


def needed_tries(chain: Any) -> int:
    """So many that every other iteration has another world, if worlds go on being accepted as
    often as before."""
    refused = 1.0 - chain.accepted / chain.imagined if chain.imagined > 0 else 0.0
    tries, same = 1, refused
    while same > 0.5 and tries < MOST_TRIES:
        tries += 1
        same *= refused
    return tries


for helper in (worlds_of, give_chance, next_world, needed_tries):
    register_jitable(forceinline=True, **OWNS_NOTHING)(helper)
