"""Search trees that think about one view for a while, and go on thinking about the next."""

import math
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, NamedTuple, TypeVar

import numpy as np

from goatherd.contract import Contract
from goatherd.fast import search
from goatherd.fast.choices import NO_SECRET, fingerprint, lacks_entries
from goatherd.fast.ground import FIRST_CHOICES, FIRST_NODES, borrowed, give_back
from goatherd.fast.kernels import CHANCE
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast

States = np.ndarray[Any, Any]

PIECE = 4096
"""Iterations that nothing can interrupt."""
FIRST_LOOK = 64
"""Iterations before the first look at the clock."""
SHORTEST, LONGEST, SLICES = 0.0005, 0.005, 100
"""Then it is looked at so often, if that makes slices of so many seconds at least and at most."""
FEWEST_SLICES = 10
"""Before it can be said how much chance there is in what they got."""
LEAD, LEAD_ALONE = 5.0, 2.5
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

    def __init__(self, contract: Contract, seed: int, number: int) -> None:
        self.contract = contract
        self.alone = contract.search.tuning.single_learner
        self.view = np.zeros(1, contract.rules.state)
        self.ground = borrowed(contract)
        weakref.finalize(self, give_back, self.ground)
        self.nodes = self.ground.first_nodes(FIRST_NODES)
        self.nodes[: search.ROOT + 1] = 0
        self.nodes["edge"][search.NO_NODE] = search.LAST_EDGE
        self.notes = self.ground.notes
        self.choices, self.slots = self.ground.first_choices(FIRST_CHOICES)
        self.tree = np.zeros(1, search.TREE)
        self.tree["root"] = search.ROOT
        self.tree["used"] = search.ROOT + 1
        self.tree["chosen"] = 1
        self.tree["secret"] = NO_SECRET
        self.desk = np.zeros(1, search.DESK)
        self.worlds = np.zeros(2, contract.rules.state)
        self.chance = np.zeros(1, CHANCE)
        seed_fast(as_record(self.chance), seed, number)

    def search(self, view: States, evidence: States, settings: States, iterations: int) -> None:
        """So many iterations."""
        self.view = view
        while iterations > 0:
            self.make_room()
            iterations -= self.go_on(evidence, settings, iterations)

    def go_on(
        self, evidence: States, settings: States, iterations: int, *, while_room: bool = True
    ) -> int:
        """So many iterations more, or as many as there is room for; says how many."""
        return search.search(
            self.view,
            self.worlds,
            self.nodes,
            self.notes,
            self.choices,
            self.slots,
            self.tree,
            self.desk,
            self.chance,
            evidence,
            settings,
            iterations,
            while_room,
        )

    def make_room(self) -> None:
        """Where there is too little for an iteration, and can be more, as much again."""
        if search.lacks_nodes(self.nodes, as_record(self.tree)):
            self.nodes = self.ground.first_nodes(2 * len(self.nodes))
        if self.alone and lacks_entries(self.choices, as_record(self.tree)):
            self.choices, self.slots = self.ground.first_choices(2 * len(self.choices))
            search.enter_choices(self.choices, self.slots, self.tree)

    def children(self, node: int) -> list[int]:
        found = []
        child = int(self.nodes["first"][node])
        while child != search.NO_NODE:
            found.append(child)
            child = int(self.nodes["next"][child])
        return found

    def found(self) -> list[Found]:
        """The decisions that were tried at the root."""
        if self.alone:
            first = int(self.tree["choice"][0]) + 1
            entries = self.choices[first : first + int(self.choices["count"][first - 1])].tolist()
            return [Found(action, visits, total) for total, visits, action, *_ in entries if visits]
        return [
            Found(
                int(self.nodes["edge"][child]) >> search.SEAT_BITS,
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
        edge = search.edge_of(self.seen(action), seat)
        for child in self.children(self.root):
            if self.nodes["edge"][child] == edge:
                return child
        return search.NO_NODE

    def follow(self, action: int, seat: int) -> bool:
        """Go on from the position after a decision at the root; whether that was ever tried."""
        child = self.child_by(action, seat)
        if child == search.NO_NODE:
            return False
        self.tree["root"] = child
        self.tree["weight"] = 0.0
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
        if self.alone and (found := self.found()):
            best = max(found, key=lambda one: one.visits).action
            line, node = [(searcher, best)], self.child_by(best, searcher)
        while children := self.children(node):
            node = max(children, key=lambda child: int(self.nodes["visits"][child]))
            edge = int(self.nodes["edge"][node])
            seat, action = edge & ((1 << search.SEAT_BITS) - 1), edge >> search.SEAT_BITS
            unsure = self.alone and (seat == searcher or self.stands_for_others(action))
            if unsure or self.nodes["visits"][node] < fewest:
                break
            line.append((seat, action))
        return line

    def stands_for_others(self, action: int) -> bool:
        """Whether other decisions, made in secret, look like this one."""
        others = range(len(self.contract.facts.actions))
        return any(self.seen(other) == action != other for other in others)


def stays_of(wander: float) -> States:
    """How many guided decisions a playout makes before a random one, in equally likely cases, if
    this part of all decisions is random."""
    cases = (np.arange(search.CASES) + 0.5) / search.CASES
    with np.errstate(divide="ignore"):
        stays = np.log(cases) / np.log(1.0 - max(wander, SELDOM))
    most = np.iinfo(np.int16).max
    out: States = np.minimum(stays, most).astype(np.int16)
    return out


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


class Thinker:
    """Several trees, one a thread, that search the same view (root parallelism)."""

    def __init__(
        self,
        contract: Contract,
        seat: int,
        seed: int,
        threads: int,
        belief: bool,
        close: bool = False,
    ) -> None:
        """`close`: in playouts too decisions are foreseen as well as the game can."""
        self.contract = contract
        self.trees = [Tree(contract, seed, number) for number in range(threads)]
        self.settings = np.zeros(1, search.SETTINGS)
        self.settings["viewer"] = seat
        self.settings["alone"] = contract.search.tuning.single_learner
        self.settings["belief"] = belief
        self.settings["close"] = close and contract.search.predict is not None
        self.settings["forced"] = search.NOT_FORCED
        self.settings["bonus"] = contract.search.tuning.bonus
        self.settings["later"] = contract.search.tuning.bonus * contract.search.tuning.later
        self.settings["usual"] = contract.search.tuning.usual
        self.settings["prior"] = contract.search.tuning.prior
        self.settings["stays"] = stays_of(contract.search.tuning.epsilon)
        self.settings["longest"] = contract.search.tuning.lookahead

    def iterate(self, view: States, evidence: States, iterations: int) -> None:
        """So many iterations in all."""
        share = -(-iterations // len(self.trees))

        def work(tree: Tree) -> Iterator[None]:
            for first in range(0, share, PIECE):
                tree.search(view, evidence, self.settings, min(PIECE, share - first))
                yield

        in_parallel(work, self.trees)

    def try_hard(self, view: States, evidence: States, action: int, iterations: int) -> None:
        """So many iterations that begin with this decision, whatever it brings."""
        self.settings["forced"] = action
        try:
            self.iterate(view, evidence, iterations)
        finally:
            self.settings["forced"] = search.NOT_FORCED

    def think(self, view: States, evidence: States, seconds: float) -> None:
        """Search until the time is over, or until more of it could not change the decision."""
        in_parallel(lambda tree: self._until(seconds, tree, view, evidence), self.trees)

    def _until(self, seconds: float, tree: Tree, view: States, evidence: States) -> Iterator[None]:
        end = time.perf_counter() + seconds
        pause = min(LONGEST, max(SHORTEST, seconds / SLICES))
        lead = LEAD_ALONE if tree.alone else LEAD
        slices = Slices()
        iterations = FIRST_LOOK
        while (now := time.perf_counter()) < end:
            before = tree.got
            tree.search(view, evidence, self.settings, iterations)
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
