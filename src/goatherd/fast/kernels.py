"""The compiled loops over matches. States come as arrays of a game's record."""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import (
    OWNS_NOTHING,
    apply,
    legal,
    observe,
    redact,
    scores,
    setup,
    winners,
)
from goatherd.rng import RNG, below, seed_fast
from goatherd.tensor import clear

MOST_LEGAL = 512
ALL_LEGAL, WRONG_COUNT = -1, -2
SCRATCH = np.dtype([RNG, ("legal", np.int16, (MOST_LEGAL,))])
"""A list of legal decisions and a generator.

The lists that rules write to are arrays inside records, here and in `rows`: passing such a one on
costs nothing, where an ordinary array is counted up and down at every call.
"""


def rows(n: int, width: int, kind: Any, *more: Any) -> Any:
    """n records with a `row` of so many numbers, and more fields if wanted."""
    return np.zeros(n, np.dtype([("row", kind, (width,)), *more]))


def mark_legal(s: Any, choices: Any, mask: Any) -> None:
    for action in range(mask.size):
        mask[action] = 0
    for j in range(legal(s, choices)):
        mask[choices[j]] = 1


register_jitable(**OWNS_NOTHING)(mark_legal)


@compiled
def random_matches(
    template: Any, seed: Any, first: int, points: Any, won: Any, lengths: Any
) -> None:
    """Play matches number first, first + 1, ... of a seed with random decisions."""
    states = np.zeros(1, template.dtype)
    s = states[0]
    choices = np.zeros(1, SCRATCH)[0].legal
    for i in range(lengths.size):
        states[0] = template[0]
        seed_fast(s, seed, first + i)
        setup(s)
        made = 0
        while s.turn >= 0:
            apply(s, choices[below(s, legal(s, choices))])
            made += 1
        lengths[i] = made
        scores(s, points[i])
        winners(s, won[i])


@compiled
def start_matches(
    states: Any, template: Any, seed: Any, numbers: Any, which: Any, masks: Any
) -> None:
    """Set up the matches in `which` from the streams in `numbers`, with their legal masks."""
    choices = np.zeros(1, SCRATCH)[0].legal
    for j in range(which.size):
        i = which[j]
        states[i] = template[0]
        seed_fast(states[i], seed, numbers[i])
        setup(states[i])
        mark_legal(states[i], choices, masks[i].row)
        masks[i].over = 0


@compiled
def step_matches(states: Any, actions: Any, masks: Any, scratch: Any) -> int:
    """Make one decision in each unfinished match, and mark what is legal next.

    If one is not legal, nothing is done and its match is returned; else one of the above.
    """
    if actions.size != states.size:
        return WRONG_COUNT
    for i in range(states.size):
        action = actions[i]
        mask = masks[i].row
        if states[i].turn >= 0 and (action < 0 or action >= mask.size or mask[action] == 0):
            return i
    choices = scratch[0].legal
    for i in range(states.size):
        s = states[i]
        if s.turn >= 0:
            apply(s, actions[i])
            mark_legal(s, choices, masks[i].row)
            masks[i].over = s.turn < 0
    return ALL_LEGAL


@compiled
def random_choices(states: Any, scratch: Any, actions: Any) -> None:
    """One random legal decision for each match; -1 where it is over."""
    choices = scratch[0].legal
    for i in range(states.size):
        actions[i] = -1
        if states[i].turn >= 0:
            actions[i] = choices[below(scratch[0], legal(states[i], choices))]


@compiled
def observe_matches(states: Any, out: Any) -> None:
    """Each match as its seat to act sees it, in numbers; zeros where it is over."""
    seen = np.zeros(1, states.dtype)
    for i in range(states.size):
        if states[i].turn >= 0:
            seen[0] = states[i]
            redact(seen[0], seen[0].turn)
            observe(seen[0], states[i].turn, out[i].row)
        else:
            clear(out[i].row, 0, out[i].row.size)


@compiled
def score_matches(states: Any, out: Any) -> None:
    for i in range(states.size):
        scores(states[i], out[i])
