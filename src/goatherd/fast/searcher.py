"""Search trees about one view, which can be gone on with for the next."""

import math
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, NamedTuple, TypeVar

import numpy as np

from goatherd.contract import Contract
from goatherd.fast.choices import ADDED, MOST_CHOICES, NO_SECRET, fingerprint
from goatherd.fast.kernels import CHANCE
from goatherd.fast.memory import FIRST_CHOICES, FIRST_NODES, borrowed, give_back
from goatherd.fast.search import enter_choices, search
from goatherd.fast.tree import (
    GAPS,
    LAST_EDGE,
    MOST_NODES,
    NO_NODE,
    NOT_FORCED,
    ROOT,
    SCRATCH,
    SEAT_BITS,
    SETTINGS,
    TREE,
    edge_of,
)
from goatherd.fast.worlds import CHAIN
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast

Array = np.ndarray[Any, Any]

PIECE = 4096
"""Iterations that nothing can interrupt."""
FIRST_LOOK = 64
"""Iterations before the first look at the clock."""
SHORTEST, LONGEST, SLICES = 0.0005, 0.005, 100
"""Then it is looked at so often, if that makes slices of so many seconds at least and at most."""
FEWEST_SLICES = 10
"""Before it can be said how much chance there is in what they got."""
LEAD, LEAD_OF_ONE = 5.0, 2.5
"""Standard errors by which a decision must lead each other one to be clear. Where only the searcher
learns, what a decision is worth changes less with time, so that less is enough."""
SELDOM = 1e-9
"""Random decisions of playouts that have none."""


class Found(NamedTuple):
    """What a search found out about one decision of the root."""

    action: int
    visits: int
    total: float
    """The sum of the payoffs of the visits."""

    @property
    def mean(self) -> float:
        return self.total / self.visits


class Tree:
    """One tree over the decisions that follow a view."""

    def __init__(self, contract: Contract, settings: Array, seed: int, number: int) -> None:
        self.contract = contract
        self.settings = settings
        self.single_learner = contract.search.tuning.single_learner
        self.view = np.zeros(1, contract.rules.state)
        self.memory = borrowed(contract)
        weakref.finalize(self, give_back, contract.facts.name, self.memory)
        self.features = self.memory.features
        self.nodes = self.memory.first_nodes(FIRST_NODES)
        self.nodes[: ROOT + 1] = 0
        self.nodes["edge"][NO_NODE] = LAST_EDGE
        self.choices, self.slots = self.memory.first_choices(FIRST_CHOICES)
        self.tree = np.zeros(1, TREE)
        self.tree["root"] = ROOT
        self.tree["used"] = ROOT + 1
        self.tree["chosen"] = 1
        self.tree["secret"] = NO_SECRET
        self.scratch = np.zeros(1, SCRATCH)
        self.states = np.zeros(2, contract.rules.state)
        self.chain = np.zeros(1, CHAIN)
        self.chance = np.zeros(1, CHANCE)
        seed_fast(as_record(self.chance), seed, number)

    def search(self, view: Array, evidence: Array, iterations: int) -> None:
        """So many iterations."""
        self.view = view
        while iterations > 0:
            self.make_room(evidence)
            iterations -= self.go_on(evidence, iterations)

    def arrays(self, evidence: Array) -> tuple[Any, ...]:
        """What compiled code works on: see `Workspace`."""
        worlds = (self.view, self.states, self.chain, self.chance, evidence)
        return (
            worlds,
            self.nodes,
            self.features,
            self.choices,
            self.slots,
            self.tree,
            self.scratch,
            self.settings,
        )

    def go_on(self, evidence: Array, iterations: int, *, while_room: bool = True) -> int:
        """So many iterations more, or as many as there is room for; says how many."""
        return search(self.arrays(evidence), iterations, while_room)

    def make_room(self, evidence: Array) -> None:
        """Where there is too little for an iteration, and can be more, as much again."""
        if len(self.nodes) < MOST_NODES and int(self.tree["used"][0]) == len(self.nodes):
            self.nodes = self.memory.first_nodes(2 * len(self.nodes))
        chosen = int(self.tree["chosen"][0]) + ADDED
        if self.single_learner and len(self.choices) < min(chosen, MOST_CHOICES):
            self.choices, self.slots = self.memory.first_choices(2 * len(self.choices))
            enter_choices(self.arrays(evidence))

    def children(self, node: int) -> list[int]:
        found = []
        child = int(self.nodes["first"][node])
        while child != NO_NODE:
            found.append(child)
            child = int(self.nodes["next"][child])
        return found

    def found(self) -> list[Found]:
        """The decisions that were tried at the root."""
        if self.single_learner:
            first = int(self.tree["choice"][0]) + 1
            entries = self.choices[first : first + int(self.choices["count"][first - 1])].tolist()
            return [Found(action, visits, total) for total, visits, action, *_ in entries if visits]
        return [
            Found(
                int(self.nodes["edge"][child]) >> SEAT_BITS,
                int(self.nodes["visits"][child]),
                float(self.nodes["total"][child]),
            )
            for child in self.children(self.root)
        ]

    @property
    def root(self) -> int:
        return int(self.tree["root"][0])

    @property
    def got(self) -> float:
        """The searcher's payoffs in all iterations."""
        return float(self.tree["got"][0])

    def seen(self, action: int) -> int:
        """The decision that the others see when this one is made."""
        return int(self.contract.search.public_action(as_record(self.view), action))

    def child_by(self, action: int, seat: int) -> int:
        """The child of the root that a decision leads to, NO_NODE if that was never tried."""
        edge = edge_of(self.seen(action), seat)
        for child in self.children(self.root):
            if self.nodes["edge"][child] == edge:
                return child
        return NO_NODE

    def follow(self, action: int, seat: int) -> bool:
        """Go on from the position after a decision at the root; whether that was ever tried."""
        child = self.child_by(action, seat)
        if child == NO_NODE:
            return False
        self.tree["root"] = child
        self.chain["weight"] = 0.0
        self.tree["choice"] = 0
        if self.seen(action) != action:
            self.tree["secret"] = fingerprint(int(self.tree["secret"][0]), action)
        return True

    def main_line(self, fewest: int) -> list[tuple[int, int]]:
        """The decisions most often tried, as (seat, action), as far as they were tried often.

        Where only the searcher learns, as far as the searcher will see them: up to the own next
        decision, which depends on what was drawn or laid face down meanwhile.
        """
        line: list[tuple[int, int]] = []
        node, searcher = self.root, int(self.view["turn"][0])
        if self.single_learner and (found := self.found()):
            best = max(found, key=lambda one: one.visits).action
            line, node = [(searcher, best)], self.child_by(best, searcher)
        while children := self.children(node):
            node = max(children, key=lambda child: int(self.nodes["visits"][child]))
            edge = int(self.nodes["edge"][node])
            seat, action = edge & ((1 << SEAT_BITS) - 1), edge >> SEAT_BITS
            unsure = self.single_learner and (seat == searcher or self.stands_for_others(action))
            if unsure or self.nodes["visits"][node] < fewest:
                break
            line.append((seat, action))
        return line

    def stands_for_others(self, action: int) -> bool:
        """Whether other decisions, made in secret, look like this one."""
        others = range(len(self.contract.facts.actions))
        return any(self.seen(other) == action != other for other in others)


def random_gaps(epsilon: float) -> Array:
    """How many guided decisions a playout makes before a random one, in equally likely cases, if
    this part of all decisions is random."""
    cases = (np.arange(GAPS) + 0.5) / GAPS
    with np.errstate(divide="ignore"):
        gaps = np.log(cases) / np.log(1.0 - max(epsilon, SELDOM))
    most = np.iinfo(np.int16).max
    out: Array = np.minimum(gaps, most).astype(np.int16)
    return out


def settings_for(contract: Contract, seat: int, predict_in_playouts: bool) -> Array:
    """How a search of this seat is set."""
    tuning = contract.search.tuning
    settings = np.zeros(1, SETTINGS)
    settings["viewer"] = seat
    settings["bonus"] = tuning.bonus
    settings["later"] = tuning.bonus * tuning.later
    settings["usual"] = tuning.usual
    settings["prior"] = tuning.prior
    settings["random_gaps"] = random_gaps(tuning.epsilon)
    settings["predict_in_playouts"] = predict_in_playouts and contract.search.predict is not None
    settings["forced"] = NOT_FORCED
    settings["lookahead"] = tuning.lookahead
    return settings


class Slices:
    """What parts of a search got, by which it is judged how much chance there is in it: iterations
    that follow each other are alike, since they are often in the same world, but slices are not."""

    def __init__(self) -> None:
        self.count = 0
        self.iterations = 0
        self.got = 0.0
        self.squares = 0.0
        """Of what each got, a part for each of its iterations, summed."""

    def add(self, iterations: int, got: float) -> None:
        self.count += 1
        self.iterations += iterations
        self.got += got
        self.squares += got * got / iterations

    @property
    def spread(self) -> float:
        """The standard deviation that single iterations would have if they were independent;
        infinite as long as it cannot be told."""
        if self.count < FEWEST_SLICES:
            return math.inf
        off = self.squares - self.got * self.got / self.iterations
        return math.sqrt(max(0.0, off) / (self.count - 1))


class Searcher:
    """Several trees, one a thread, that search the same view (root parallelism)."""

    def __init__(
        self,
        contract: Contract,
        seat: int,
        seed: int,
        threads: int,
        belief: bool,
        predict_in_playouts: bool = False,
    ) -> None:
        """`predict_in_playouts`: there too decisions are predicted as well as the game can."""
        self.settings = settings_for(contract, seat, predict_in_playouts)
        self.trees = [Tree(contract, self.settings, seed, number) for number in range(threads)]
        for tree in self.trees:
            tree.chain["viewer"] = seat
            tree.chain["belief"] = belief

    def iterate(self, view: Array, evidence: Array, iterations: int) -> None:
        """So many iterations in all."""
        share = -(-iterations // len(self.trees))

        def work(tree: Tree) -> Iterator[None]:
            for first in range(0, share, PIECE):
                tree.search(view, evidence, min(PIECE, share - first))
                yield

        in_parallel(work, self.trees)

    def try_hard(self, view: Array, evidence: Array, action: int, iterations: int) -> None:
        """So many iterations that begin with this decision, whatever it brings."""
        self.settings["forced"] = action
        try:
            self.iterate(view, evidence, iterations)
        finally:
            self.settings["forced"] = NOT_FORCED

    def think(self, view: Array, evidence: Array, seconds: float) -> None:
        """Search until the time is over, or until more of it could not change the decision."""
        in_parallel(lambda tree: self._until(seconds, tree, view, evidence), self.trees)

    def _until(self, seconds: float, tree: Tree, view: Array, evidence: Array) -> Iterator[None]:
        end = time.perf_counter() + seconds
        pause = min(LONGEST, max(SHORTEST, seconds / SLICES))
        lead = LEAD_OF_ONE if tree.single_learner else LEAD
        slices = Slices()
        iterations = FIRST_LOOK
        while (now := time.perf_counter()) < end:
            before = tree.got
            tree.search(view, evidence, iterations)
            slices.add(iterations, tree.got - before)
            spent = time.perf_counter() - now
            left = end - now - spent
            pace = iterations / max(spent, 1e-6)
            found = tree.found()
            if is_settled(found, pace * left) or is_clear(found, slices.spread, lead):
                return
            yield
            iterations = max(1, int(pace * min(pause, max(left, pause / 10))))

    def found(self) -> list[Found]:
        """What all trees found, most visited first."""
        sums: dict[int, tuple[int, float]] = {}
        for one in (found for tree in self.trees for found in tree.found()):
            visits, total = sums.get(one.action, (0, 0.0))
            sums[one.action] = (visits + one.visits, total + one.total)
        merged = [Found(action, *both) for action, both in sums.items()]
        return sorted(merged, key=lambda one: (-one.visits, -one.total, one.action))

    def follow(self, action: int, seat: int) -> bool:
        """Keep what was found about the position after a decision of the own."""
        followed = [tree.follow(action, seat) for tree in self.trees]
        return all(followed)

    def main_line(self, fewest: int) -> list[tuple[int, int]]:
        return self.trees[0].main_line(fewest)


T = TypeVar("T")


def in_parallel(work: Callable[[T], Iterator[None]], parts: Sequence[T]) -> None:
    """Work on each part, a thread a part; a single one is worked on in this thread.

    The work pauses now and then: it ends there if this thread is interrupted, since a thread that
    works cannot be.
    """
    if len(parts) == 1:
        for _ in work(parts[0]):
            pass
        return
    interrupted = Event()

    def work_on(part: T) -> None:
        for _ in work(part):
            if interrupted.is_set():
                return

    with ThreadPoolExecutor(len(parts)) as pool:
        try:
            list(pool.map(work_on, parts))
        except BaseException:
            interrupted.set()
            raise


def is_settled(found: list[Found], to_come: float) -> bool:
    """Whether so many visits more cannot change which decision has most of them."""
    visits = sorted((one.visits for one in found), reverse=True)
    return len(visits) > 1 and visits[0] - visits[1] > to_come


def is_clear(found: list[Found], spread: float, needed: float) -> bool:
    """Whether the decision that was tried most often leads each other one by so many standard
    errors, if payoffs of single iterations are spread so much."""
    best = max(found, key=lambda one: one.visits)
    return len(found) > 1 and all(
        best.mean - other.mean > needed * spread * math.sqrt(1 / best.visits + 1 / other.visits)
        for other in found
        if other is not best
    )
