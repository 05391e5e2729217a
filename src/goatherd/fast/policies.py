"""Matches played by the games' own policies, to measure one against another."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.extending import register_jitable

from goatherd.errors import BadOption
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import (
    OWNS_NOTHING,
    apply,
    beginner,
    greedy,
    legal,
    scores,
    setup,
    winners,
)
from goatherd.fast.kernels import CHANCE, SCRATCH, list_legal
from goatherd.fast.simulate import (
    Playouts,
    checked_count,
    checked_stream,
    chunks,
    cores,
    over_threads,
    template,
)
from goatherd.rng import below, seed_fast

if TYPE_CHECKING:
    from goatherd.game import Game

POLICIES = ("random", "beginner", "greedy")
"""The place in this list is a policy's number."""
RANDOM, BEGINNER, GREEDY = range(len(POLICIES))

OWN_CHANCE = 0x676F6174
"""Keeps the generator of random decisions apart from that of the cards."""


def decide(s: Any, choices: Any, n: int, policy: int, chance: Any) -> int:
    """What a policy decides. Random decisions draw from `chance`, so that they change no deal."""
    if policy == GREEDY:
        return int(greedy(s, choices, n))
    if policy == BEGINNER:
        return int(beginner(s, choices, n))
    return int(choices[below(chance, n)])


register_jitable(**OWNS_NOTHING)(decide)


@compiled
def policy_matches(
    template: Any,
    seed: Any,
    first: int,
    policies: Any,
    turns: int,
    points: Any,
    won: Any,
    lengths: Any,
) -> None:
    """Play matches number first, first + 1, ... of a seed, each deal `turns` times.

    Each time the players move up by one seat; columns of `points` and `won` are players: the
    one who decides by `policies[0]`, wherever it sat, comes first.
    """
    states = np.zeros(1, template.dtype)
    s = states[0]
    chances = np.zeros(1, CHANCE)
    scratch = np.zeros(1, SCRATCH)
    by_seat = np.zeros((2, policies.size), np.int32)
    seated = np.zeros(policies.size, np.int8)
    for i in range(lengths.size):
        # Taken anew from an array that lives on: a record does not keep its array's memory.
        choices = scratch[0].legal
        shift = (first + i) % turns
        for player in range(policies.size):
            seated[(player + shift) % policies.size] = policies[player]
        states[0] = template[0]
        seed_fast(s, seed, (first + i) // turns)
        seed_fast(chances[0], seed ^ np.uint64(OWN_CHANCE), first + i)
        setup(s)
        made = 0
        while s.turn >= 0:
            n = legal(s, choices)
            apply(s, decide(s, choices, n, seated[s.turn], chances[0]))
            made += 1
        lengths[i] = made
        scores(s, by_seat[0])
        winners(s, by_seat[1])
        for player in range(policies.size):
            seat = (player + shift) % policies.size
            points[i, player] = by_seat[0, seat]
            won[i, player] = by_seat[1, seat] > 0


@compiled
def play_until(states: Any, lists: Any, seats: Any, policies: Any, chances: Any, made: Any) -> None:
    """Let the policies of the seats decide in each match until it is this seat's turn, or over;
    adds up how many decisions that were."""
    for i in range(states.size):
        s = states[i]
        here = lists[i]
        before = made[i]
        while s.turn >= 0 and s.turn != seats[i]:
            policy = policies[i, s.turn]
            apply(s, decide(s, here.numbers, here.count, policy, chances[i]))
            here.count = legal(s, here.numbers)
            made[i] += 1
        if made[i] != before:
            list_legal(s, here)


def play_policies(
    game: "Game",
    n: int,
    players: int,
    seed: int,
    policies: Sequence[int],
    options: Mapping[str, object],
    threads: int | None = None,
) -> Playouts:
    """Play n deals with these policies (see POLICIES), one a player, from every seat.

    A deal is played once for each way to seat them in this order: `(GREEDY, RANDOM, RANDOM)`
    thrice, `(GREEDY, RANDOM, GREEDY, RANDOM)` twice. Columns of the results are the players in the
    order of `policies`, not the seats; the results are the same on any number of cores.
    """
    numbers = checked_policies(policies, players)
    turns = ways_to_sit(policies)
    size = checked_count(n) * turns
    start = template(game, players, options)
    stream = checked_stream(seed)
    shape = (size, players)
    out = Playouts(np.zeros(shape, np.int32), np.zeros(shape, np.bool_), np.zeros(size, np.int32))

    def play(part: slice) -> int:
        results = (out.scores[part], out.winners[part], out.lengths[part])
        policy_matches(start, stream, part.start, numbers, turns, *results)
        return int(part.stop - part.start)

    for _ in over_threads(play, chunks(size), cores(threads)):
        pass
    return out


def checked_tables(policies: Any, n: int, players: int) -> Any:
    """For each of n matches, the policy of each seat."""
    numbers = np.asarray(policies)
    fits = numbers.shape == (n, players) and numbers.dtype.kind in "iu"
    if not fits or not ((numbers >= 0) & (numbers < len(POLICIES))).all():
        named = ", ".join(f"{number} {name}" for number, name in enumerate(POLICIES))
        raise BadOption(f"policies: a row a match and a column a seat are needed, of {named}")
    return np.ascontiguousarray(numbers, np.int8)


def checked_policies(policies: Sequence[int], players: int) -> Any:
    if len(policies) != players or not all(policy in range(len(POLICIES)) for policy in policies):
        named = ", ".join(f"{number} {name}" for number, name in enumerate(POLICIES))
        raise BadOption(f"policies={list(policies)}: {players} of {named} are needed, one a player")
    return np.array(policies, np.int8)


def ways_to_sit(policies: Sequence[int]) -> int:
    """How many different seatings moving up by one seat makes of these policies."""
    told = list(policies)
    return next(k for k in range(1, len(told) + 1) if told[k:] + told[:k] == told)
