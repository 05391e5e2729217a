"""Many matches by policies that decide at once, with a count of what happened in each."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import apply, legal, scores, setup, watch, winners
from goatherd.fast.kernels import CHANCE, SCRATCH
from goatherd.fast.policies import OWN_CHANCE, checked_policies, decide
from goatherd.fast.simulate import (
    checked_count,
    checked_stream,
    chunks,
    cores,
    over_threads,
    template,
)
from goatherd.rng import seed_fast

if TYPE_CHECKING:
    from goatherd.game import Game

END = -1


class Counted(NamedTuple):
    """Matches: one row a match; a column a seat, or one for each of the game's events."""

    scores: npt.NDArray[np.int32]
    winners: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int32]
    events: npt.NDArray[np.int32]


@compiled
def counted_matches(
    template: Any,
    seed: Any,
    first: int,
    policies: Any,
    points: Any,
    won: Any,
    lengths: Any,
    events: Any,
) -> None:
    """Play matches number first, first + 1, ... of a seed, a policy at each seat."""
    states = np.zeros(1, template.dtype)
    s = states[0]
    chances = np.zeros(1, CHANCE)
    scratch = np.zeros(1, SCRATCH)
    counts = np.zeros(events.shape[1], np.int32)
    for i in range(lengths.size):
        choices = scratch[0].legal  # see `random_matches`
        states[0] = template[0]
        seed_fast(s, seed, first + i)
        seed_fast(chances[0], seed ^ np.uint64(OWN_CHANCE), first + i)
        setup(s)
        made = 0
        counts[:] = 0
        while s.turn >= 0:
            n = legal(s, choices)
            action = decide(s, choices, n, policies[s.turn], chances[0])
            watch(s, action, counts)
            apply(s, action)
            made += 1
        watch(s, END, counts)
        events[i] = counts
        lengths[i] = made
        scores(s, points[i])
        winners(s, won[i])


def count_matches(
    game: "Game",
    n: int,
    players: int,
    seed: int,
    policies: Sequence[int],
    options: Mapping[str, object],
    first: int = 0,
    threads: int | None = None,
) -> Counted:
    """Play n matches, from number `first` on, with a policy at each seat (`fast.policies`)."""
    n = checked_count(n)
    start, stream = template(game, players, options), checked_stream(seed)
    numbers = checked_policies(policies, players)
    width = len(game.contract.study.events)
    out = Counted(
        np.zeros((n, players), np.int32),
        np.zeros((n, players), np.bool_),
        np.zeros(n, np.int32),
        np.zeros((n, width), np.int32),
    )

    def play(part: slice) -> int:
        results = (out.scores[part], out.winners[part], out.lengths[part], out.events[part])
        counted_matches(start, stream, first + part.start, numbers, *results)
        return int(part.stop - part.start)

    for _ in over_threads(play, chunks(n), cores(threads)):
        pass
    return out
