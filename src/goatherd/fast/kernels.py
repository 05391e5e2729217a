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
from goatherd.rule import record_type
from goatherd.tensor import clear

MOST_LEGAL = 512
ALL_LEGAL, WRONG_COUNT = -1, -2

# The lists that rules write to are arrays inside records: passing such a one on costs nothing,
# where an ordinary array is counted up and down at every call.
SCRATCH = np.dtype([("legal", np.int16, (MOST_LEGAL,))])
CHANCE = np.dtype([RNG])


def observations(n: int, width: int) -> Any:
    return np.zeros(n, np.dtype([("row", np.float32, (width,))]))


def legal_lists(n: int, actions: int) -> Any:
    """What is legal in each of n matches: as a mask, as a list, and whether the match is over."""
    fields = [
        ("mask", np.uint8, (actions,)),
        ("over", np.uint8),
        ("count", np.int16),
        ("numbers", np.int16, (actions + 2,)),  # listing may write a little beyond its end
    ]
    return np.zeros(n, record_type(fields))


def list_legal(s: Any, here: Any) -> None:
    """Bring a match's list up to date."""
    clear(here.mask, 0, here.mask.size)
    here.count = legal(s, here.numbers)
    for j in range(here.count):
        here.mask[here.numbers[j]] = 1
    here.over = s.turn < 0


register_jitable(**OWNS_NOTHING)(list_legal)


@compiled
def random_matches(
    template: Any, seed: Any, first: int, points: Any, won: Any, lengths: Any
) -> None:
    """Play matches number first, first + 1, ... of a seed with random decisions."""
    states = np.zeros(1, template.dtype)
    s = states[0]
    scratch = np.zeros(1, SCRATCH)
    for i in range(lengths.size):
        choices = scratch[0].legal  # does not keep `scratch` alive, which must outlast the loop
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
    states: Any, template: Any, seeds: Any, numbers: Any, which: Any, lists: Any
) -> None:
    """Set up the matches in `which`, each from its seed's stream, and list what is legal."""
    for j in range(which.size):
        i = which[j]
        states[i] = template[0]
        seed_fast(states[i], seeds[i], numbers[i])
        setup(states[i])
        list_legal(states[i], lists[i])


@compiled
def step_matches(states: Any, actions: Any, lists: Any) -> int:
    """Make one decision in each unfinished match, and list what is legal next.

    If one is not legal, nothing is done and its match is returned; else one of the above.
    """
    if actions.size != states.size:
        return WRONG_COUNT
    for i in range(states.size):
        action = actions[i]
        mask = lists[i].mask
        if lists[i].over == 0 and (action < 0 or action >= mask.size or mask[action] == 0):
            return i
    for i in range(states.size):
        if lists[i].over == 0:
            apply(states[i], actions[i])
            list_legal(states[i], lists[i])
    return ALL_LEGAL


@compiled
def random_choices(lists: Any, chance: Any, actions: Any) -> None:
    """One random legal decision for each match; -1 where it is over."""
    for i in range(lists.size):
        actions[i] = -1
        if lists[i].over == 0:
            actions[i] = lists[i].numbers[below(chance[0], lists[i].count)]


@compiled
def observe_matches(states: Any, out: Any) -> None:
    """Each match as its seat to act sees it, in numbers; zeros where it is over.

    The next match is copied before this one is looked at, which hides the wait for memory.
    """
    seen = np.zeros(2, states.dtype)
    seen[:1] = states[:1]
    for i in range(states.size):
        here = seen[i & 1]
        if i + 1 < states.size:
            seen[(i + 1) & 1] = states[i + 1]
        seat = here.turn
        if seat >= 0:
            redact(here, seat)
            observe(here, seat, out[i].row)
        else:
            clear(out[i].row, 0, out[i].row.size)


@compiled
def observe_seats(states: Any, seats: Any, out: Any) -> None:
    """Each match as one seat sees it, in numbers; at its end, when all is open, too."""
    seen = np.zeros(1, states.dtype)
    for i in range(states.size):
        seen[0] = states[i]
        redact(seen[0], seats[i])
        observe(seen[0], seats[i], out[i].row)


@compiled
def score_matches(states: Any, out: Any) -> None:
    for i in range(states.size):
        scores(states[i], out[i])


@compiled
def winners_of_matches(states: Any, out: Any) -> None:
    for i in range(states.size):
        winners(states[i], out[i])
