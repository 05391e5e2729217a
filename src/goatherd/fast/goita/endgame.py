"""Near the end of a round of Goita: every imagined world is solved instead of searched.

A world with few pieces left is solved in microseconds, so the bot values each of its decisions
exactly in thousands of worlds and takes the best on average. It stands in for a `Thinker`.
"""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numba.extending import register_jitable

from goatherd.contract import Contract
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import OWNS_NOTHING
from goatherd.fast.goita.solver import move_values, workspace
from goatherd.fast.kernels import CHANCE
from goatherd.fast.search import NOT_FORCED, SETTINGS, TREE, next_world
from goatherd.fast.thinker import Found, States, in_parallel
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

DESK = np.dtype([("moves", np.int64, (16,)), ("values", np.int64, (16,))])


def add_payoffs(desk: Any, n: int, sign: int, payoffs: Any, sums: Any) -> None:
    for i in range(n):
        sums[i] += payoffs[(sign * desk.values[i] + HIGHEST) // STEP]


register_jitable(**OWNS_NOTHING)(add_payoffs)


@compiled
def solve_worlds(
    view: Any,
    worlds: Any,
    trees: Any,
    chances: Any,
    evidence: Any,
    settings: Any,
    workspaces: Any,
    desks: Any,
    n: int,
    payoffs: Any,
    sums: Any,
    count: int,
) -> None:
    """Solve so many worlds more, and add to each move's sum what it brings."""
    sign = 1 - 2 * (int(settings[0].viewer) & 1)
    for _ in range(count):
        accepted = trees[0].accepted
        next_world(view[0], worlds, trees[0], chances[0], evidence, settings[0])
        if settings[0].belief == 0 or trees[0].accepted > accepted:
            move_values(worlds[0], workspaces[0], worlds[2:], desks[0].moves, n, desks[0].values)
        add_payoffs(desks[0], n, sign, payoffs, sums)


class Solving:
    """One thread's worlds and sums."""

    def __init__(self, contract: Contract, seed: int, number: int, moves: list[int]) -> None:
        self.worlds = np.zeros(3, contract.rules.state)
        self.tree = np.zeros(1, TREE)
        self.tree["tries"] = 1
        self.chance = np.zeros(1, CHANCE)
        self.desk = np.zeros(1, DESK)
        self.desk["moves"][0, : len(moves)] = moves
        self.sums = np.zeros(len(moves))
        self.slices: list[States] = []
        """What each slice added to the sums, where slices are made."""
        self.solved = 0
        seed_fast(as_record(self.chance), seed, number)

    def solve(
        self, view: States, evidence: States, settings: States, payoffs: States, count: int
    ) -> None:
        with borrowed_workspace() as mine:
            solve_worlds(
                view,
                self.worlds,
                self.tree,
                self.chance,
                evidence,
                settings,
                mine,
                self.desk,
                len(self.sums),
                payoffs,
                self.sums,
                count,
            )
        self.solved += count

    def solve_slice(
        self, view: States, evidence: States, settings: States, payoffs: States
    ) -> None:
        before = self.sums.copy()
        self.solve(view, evidence, settings, payoffs, SLICE)
        self.slices.append(self.sums - before)

    def is_settled(self) -> bool:
        """Whether one decision is the best beyond doubt."""
        count = len(self.slices)
        return count >= FIRST_DOUBT and count & (count - 1) == 0 and leads(np.array(self.slices))


def leads(slices: States) -> bool:
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
        contract: Contract,
        view: States,
        moves: list[int],
        seat: int,
        seed: int,
        threads: int,
        belief: bool,
    ) -> None:
        self.seat = seat
        self.moves = moves
        self.threads = [Solving(contract, seed, number, moves) for number in range(threads)]
        self.payoffs = payoffs_of(view, seat)
        self.settings = np.zeros(1, SETTINGS)
        self.settings["viewer"] = seat
        self.settings["belief"] = belief
        self.settings["forced"] = NOT_FORCED

    def iterate(self, view: States, evidence: States, iterations: int) -> None:
        """So many worlds in all, or as many as are of use."""
        share = -(-min(iterations, MOST_WORLDS) // len(self.threads))

        def work(one: Solving) -> Iterator[None]:
            one.solve(view, evidence, self.settings, self.payoffs, share)
            yield

        in_parallel(work, self.threads)

    def think(self, view: States, evidence: States, seconds: float) -> None:
        """Until the time is over, or more worlds would not change the decision."""
        end = time.perf_counter() + seconds
        share = MOST_WORLDS // len(self.threads)

        def work(one: Solving) -> Iterator[None]:
            while one.solved < share and (time.perf_counter() < end or one.solved == 0):
                one.solve_slice(view, evidence, self.settings, self.payoffs)
                if one.is_settled():
                    return
                yield

        in_parallel(work, self.threads)

    def try_hard(self, view: States, evidence: States, action: int, iterations: int) -> None:
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


def payoffs_of(view: States, seat: int) -> States:
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


IDLE: deque[Any] = deque()
"""Workspaces of the solver that nobody uses. They are large, so they are kept."""


@contextmanager
def borrowed_workspace() -> Iterator[Any]:
    """A workspace that no other thread uses meanwhile."""
    try:
        mine = IDLE.pop()
    except IndexError:
        mine = workspace()
    try:
        yield mine
    finally:
        IDLE.append(mine)
