"""Near the end of a round of Goita: every imagined world is solved instead of searched.

A world with few pieces left is solved in microseconds, so the bot values each of its decisions
exactly in thousands of worlds and takes the best on average. It stands in for a
`Searcher`.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable

from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import OWNS_NOTHING
from goatherd.fast.goita.solver import move_values, workspace
from goatherd.fast.kernels import CHANCE
from goatherd.fast.searcher import Array, Found, in_parallel
from goatherd.fast.simulate import cores
from goatherd.fast.spares import Spares
from goatherd.fast.worlds import CHAIN, Worlds, next_world, worlds_of
from goatherd.games.goita.outlook import payoff_of_points
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast

MOST_WORLDS = 200_000
"""For one decision: more would hardly change it. Most of them are the believed one once more, which
need not be solved again."""
SLICE = 64
"""Worlds between two looks at the clock."""
FIRST_DOUBT = 64
"""Slices before it is first asked whether more would change anything, then at each doubling."""
STRETCHES = 16
"""Parts of the chain of worlds by which that is judged: worlds that follow each other are alike,
long stretches are not."""
BEYOND_DOUBT = 6.0
"""Standard errors by which the best decision must lead."""
HIGHEST, STEP = 100, 10
"""The points of a round that the solver gives: from -HIGHEST to HIGHEST in steps."""

SCRATCH = np.dtype([("moves", np.int64, (16,)), ("values", np.int64, (16,))])


def add_payoffs(scratch: Any, n: int, sign: int, payoffs: Any, sums: Any) -> None:
    for i in range(n):
        sums[i] += payoffs[(sign * scratch.values[i] + HIGHEST) // STEP]


register_jitable(**OWNS_NOTHING)(add_payoffs)


class EndgameWorkspace(NamedTuple):
    """All that solving works on."""

    worlds: Worlds
    """With a third state, to be written on."""
    solver: Any
    """The solver's own workspace."""
    scratch: Any
    payoffs: Any
    """What the points of a round are worth."""
    sums: Any
    """What each move brought so far."""


def solve_all(arrays: Any, count: int) -> None:
    worlds, solver, scratch, payoffs, sums = arrays
    w = EndgameWorkspace(worlds_of(worlds), solver, scratch, payoffs, sums)
    states, chain, cell = w.worlds.states, w.worlds.chain[0], w.scratch[0]
    sign = 1 - 2 * (int(chain.viewer) & 1)
    n = w.sums.size
    for _ in range(count):
        accepted = chain.accepted
        next_world(w.worlds)
        if chain.belief == 0 or chain.accepted > accepted:
            move_values(states[0], w.solver[0], states[2:], cell.moves, n, cell.values)
        add_payoffs(cell, n, sign, w.payoffs, w.sums)


register_jitable(**OWNS_NOTHING)(solve_all)


@compiled
def solve_worlds(arrays: Any, count: int) -> None:
    """Solve so many worlds more, and add to each move's sum what it brings; `arrays` is a workspace
    as plain tuples, whose types Numba finds quickly."""
    solve_all(arrays, count)


class Solving:
    """One thread's worlds and sums."""

    def __init__(
        self, view: Array, seat: int, moves: list[int], belief: bool, seed: int, number: int
    ) -> None:
        self.view = view
        self.payoffs = payoffs_of(view, seat)
        self.states = np.zeros(3, view.dtype)
        self.chain = np.zeros(1, CHAIN)
        self.chain["viewer"] = seat
        self.chain["belief"] = belief
        self.chain["tries"] = 1
        self.chance = np.zeros(1, CHANCE)
        self.scratch = np.zeros(1, SCRATCH)
        self.scratch["moves"][0, : len(moves)] = moves
        self.sums = np.zeros(len(moves))
        self.slices: list[Array] = []
        """What each slice added to the sums, where slices are made."""
        self.solved = 0
        seed_fast(as_record(self.chance), seed, number)

    def solve(self, evidence: Array, count: int) -> None:
        worlds = (self.view, self.states, self.chain, self.chance, evidence)
        with borrowed_workspace() as mine:
            solve_worlds((worlds, mine, self.scratch, self.payoffs, self.sums), count)
        self.solved += count

    def solve_slice(self, evidence: Array) -> None:
        before = self.sums.copy()
        self.solve(evidence, SLICE)
        self.slices.append(self.sums - before)

    def is_settled(self) -> bool:
        """Whether one decision is the best beyond doubt."""
        count = len(self.slices)
        return count >= FIRST_DOUBT and count & (count - 1) == 0 and leads(np.array(self.slices))


def leads(slices: Array) -> bool:
    """Whether the decision with the highest sum is ahead of each other one by far more than chance
    would explain, or worth the same all the time."""
    stretches = slices.reshape(STRETCHES, -1, slices.shape[1]).sum(axis=1)
    best = int(stretches.sum(axis=0).argmax())
    lead = stretches[:, [best]] - stretches
    error = lead.std(axis=0, ddof=1) / STRETCHES**0.5
    return bool((lead.mean(axis=0) >= BEYOND_DOUBT * error).all())


class EndgameSearcher:
    """Thinks about one view near the end of a round, with as many threads as wanted."""

    def __init__(
        self,
        view: Array,
        moves: list[int],
        seat: int,
        seed: int,
        threads: int,
        belief: bool,
    ) -> None:
        self.seat = seat
        self.moves = moves
        self.threads = [
            Solving(view, seat, moves, belief, seed, number) for number in range(threads)
        ]

    def iterate(self, view: Array, evidence: Array, iterations: int) -> None:
        """So many worlds in all, or as many as are of use."""
        share = -(-min(iterations, MOST_WORLDS) // len(self.threads))

        def work(one: Solving) -> Iterator[None]:
            one.solve(evidence, share)
            yield

        in_parallel(work, self.threads)

    def think(self, view: Array, evidence: Array, seconds: float) -> None:
        """Until the time is over, or more worlds would not change the decision."""
        end = time.perf_counter() + seconds
        share = MOST_WORLDS // len(self.threads)

        def work(one: Solving) -> Iterator[None]:
            while one.solved < share and (time.perf_counter() < end or one.solved == 0):
                one.solve_slice(evidence)
                if one.is_settled():
                    return
                yield

        in_parallel(work, self.threads)

    def try_hard(self, view: Array, evidence: Array, action: int, iterations: int) -> None:
        """Every decision has been tried in every world."""

    def found(self) -> list[Found]:
        """What each decision brought, best first."""
        solved = sum(one.solved for one in self.threads)
        sums = sum((one.sums for one in self.threads), np.zeros(len(self.moves)))
        found = [Found(move, solved, float(total)) for move, total in zip(self.moves, sums)]
        return sorted(found, key=lambda one: (-one.total, one.action))

    def follow(self, action: int, seat: int) -> bool:
        """Nothing is kept: the next view is solved as quickly."""
        return False

    def main_line(self, fewest: int) -> list[tuple[int, int]]:
        return [(self.seat, self.found()[0].action)]


def payoffs_of(view: Array, seat: int) -> Array:
    """What the points of a round, from -HIGHEST to HIGHEST for the seat's team, are worth."""
    s = as_record(view)
    team = seat % 2
    ours, theirs = int(s.score[team]), int(s.score[1 - team])
    return np.array(
        [
            payoff_of_points(int(s.target), ours + max(points, 0), theirs + max(-points, 0))
            for points in range(-HIGHEST, HIGHEST + 1, STEP)
        ]
    )


SPARES: Spares[Array] = Spares(cores(None))
"""Workspaces of the solver that no thread uses. They are large, so they are kept."""


@contextmanager
def borrowed_workspace() -> Iterator[Array]:
    """A workspace that no other thread uses meanwhile."""
    mine = SPARES.take("goita", workspace)
    try:
        yield mine
    finally:
        SPARES.give_back("goita", mine)
