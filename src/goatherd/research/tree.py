"""A match as a tree: decisions, and every outcome of chance with its probability.

A match draws chance from a generator, all cards of a shuffle at once. Here somebody else tells what
chance brings (`rng.told_number`), and as late as can be: a shuffled card stays open until the rules
look at it. So a chance node deals one card, by its kind, and the probability of a kind is how many
of it are left among all that are left; what is never drawn is never dealt.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd import rng
from goatherd.contract import Contract
from goatherd.game import load
from goatherd.interpreted import as_record, copied
from goatherd.research.look import masked, round_of, view_of
from goatherd.rule import NOBODY, Decision
from goatherd.view import View, legal_numbers, seat_numbers

CHANCE = -2
"""In `Node.turn`: chance decides."""
SETUP = -1
"""In place of a decision: the set-up of the match."""
NOTHING_KNOWN = b""


class Outcome(NamedTuple):
    """What chance may bring: a kind of card or a number, and how likely it is."""

    number: int
    probability: float


class Step(NamedTuple):
    """A decision, and what chance brought with it."""

    action: int
    told: tuple[int, ...]


class OutcomeNeeded(Exception):
    """The rules ask for more chance than has been told."""

    def __init__(self, weights: Mapping[int, int]) -> None:
        super().__init__("chance decides")
        self.weights = weights
        """How many equal cases bring each outcome."""


class Teller:
    """Says what chance brings from a list of outcomes, and asks when it is at its end."""

    def __init__(self, told: Sequence[int]) -> None:
        self.told = told
        self.used = 0

    def choose(self, weights: Mapping[int, int]) -> int:
        """One of these; where there is but one, nothing is chosen."""
        if len(weights) == 1:
            return next(iter(weights))
        if self.used == len(self.told):
            raise OutcomeNeeded(weights)
        self.used += 1
        return self.told[self.used - 1]

    def number(self, n: int) -> int:
        return self.choose(dict.fromkeys(range(n), 1))

    def place(self, counts: Any) -> int:
        return self.choose({place: int(n) for place, n in enumerate(counts) if n > 0})

    def deal_late(self, s: Any, cards: Any, n: int) -> None:
        """Shuffle: what these cards are is open until each is looked at."""
        if isinstance(cards, LateCards):
            cards.late[:n] = True
            return
        name = next(name for name in s.arrays if np.may_share_memory(getattr(s, name), cards))
        late = np.arange(cards.size) < n
        object.__setattr__(s, name, LateCards(cards, late, self))

    def turn_up(self, cards: LateCards, n: int, first: int, end: int) -> None:
        cards.settle(n - 1, first, end)


class LateCards:
    """A field of a record whose cards, where they are late, are dealt when they are looked at."""

    def __init__(self, cards: Any, late: npt.NDArray[np.bool_], teller: Teller) -> None:
        self.cards = cards
        self.late = late
        self.teller = teller

    def __getitem__(self, place: int) -> Any:
        if self.late[place]:
            self.settle(place)
        return self.cards[place]

    def __setitem__(self, place: int, kind: int) -> None:
        self.cards[place] = kind
        self.late[place] = False

    def settle(self, place: int, first: int = 0, end: int = 1 << 15) -> None:
        """Deal the card at a place, of these kinds."""
        kinds, counts = np.unique(self.cards[self.late], return_counts=True)
        weights = {
            int(kind): int(n) for kind, n in zip(kinds, counts, strict=True) if first <= kind < end
        }
        kind = self.teller.choose(weights)
        other = int(np.flatnonzero(self.late & (self.cards == kind))[-1])
        self.cards[other], self.cards[place] = self.cards[place], kind
        self.late[place] = False

    def sort(self) -> None:
        """Equal positions are equal bytes."""
        self.cards[self.late] = np.sort(self.cards[self.late])


class Late(NamedTuple):
    """Which cards of which field are open."""

    field: str
    places: npt.NDArray[np.bool_]


class Tree:
    """All matches of a game with these players and options."""

    def __init__(self, name: str, players: int | None = None, **options: object) -> None:
        game = load(name)
        self.contract: Contract = game.contract
        self.players = game.checked_players(players)
        self.options = game.checked_options(options)
        self.dice = random.Random(0)
        """For worlds that are imagined."""
        self._start = np.zeros(1, self.contract.rules.state)
        self.contract.rules.configure(as_record(self._start), self.players, self.options)

    @cached_property
    def root(self) -> Node:
        """Before the set-up."""
        return self._carried_out(self._start, None, SETUP, (), None)

    def _carried_out(
        self,
        start: npt.NDArray[Any],
        late: Late | None,
        action: int,
        told: tuple[int, ...],
        before: Node | None,
    ) -> Node:
        """The node that a decision and these outcomes of chance lead to."""
        state = copied(start)
        teller = Teller(told)
        s = _told_record(state, teller)
        if late is not None:
            places = late.places.copy()
            object.__setattr__(s, late.field, LateCards(state[late.field][0], places, teller))
        try:
            if action == SETUP:
                self.contract.rules.setup(s)
            else:
                self.contract.rules.apply(s, action)
        except OutcomeNeeded as needed:
            return ChanceNode(self, before, action, told, needed.weights)
        return Node(self, state, _still_late(s), before, action, told)

    def at(self, path: Sequence[Step]) -> Node:
        """The node that these steps lead to from the root."""
        node = None
        for action, told in path:
            start, late = (self._start, None) if node is None else (node.state, node.late)
            node = self._carried_out(start, late, action, told, node)
        assert node is not None
        return node

    def __reduce__(self) -> tuple[Any, ...]:
        return _tree, (self.contract.facts.name, self.players, self.options)


def _tree(name: str, players: int, options: Mapping[str, object]) -> Tree:
    return Tree(name, players, **options)


def _told_record(state: npt.NDArray[Any], teller: Teller) -> Any:
    record: type = type(as_record(state))
    s = _told_type(record)(state)
    object.__setattr__(s, "teller", teller)
    return s


@cache
def _told_type(record: type) -> type:
    """The same record with a teller: Python makes a class for each state type once."""
    return type("ToldRecord", (record,), {"__slots__": ("teller",)})


def _still_late(s: Any) -> Late | None:
    for name in s.arrays:
        cards = getattr(s, name)
        if isinstance(cards, LateCards) and cards.late.any():
            cards.sort()
            return Late(name, cards.late)
    return None


class Node:
    """A position after a decision: somebody decides now, or the match is over."""

    is_chance = False

    def __init__(
        self,
        tree: Tree,
        state: npt.NDArray[Any],
        late: Late | None,
        before: Node | None,
        made: int,
        told: tuple[int, ...] = (),
        is_imagined: bool = False,
    ) -> None:
        self.tree = tree
        self.state = state
        """The truth, in an array of length one; cards that are late lie in any order."""
        self.late = late
        self.before = before
        """The node that the last decision was made at; None after the set-up."""
        self.made = made
        """That decision,"""
        self.told = told
        """and what chance brought with it."""
        self.is_imagined = is_imagined
        self._s = as_record(state)
        self._known: dict[int, bytes] = {}
        self._views: dict[int, npt.NDArray[Any]] = {}

    def __repr__(self) -> str:
        return f"<Node of {self.tree.contract.facts.name}, {len(self.decisions())} decisions>"

    @property
    def turn(self) -> int:
        """The seat to act; NOBODY when the match is over, CHANCE where chance decides."""
        return int(self._s.turn)

    @property
    def over(self) -> bool:
        return self.turn == NOBODY

    @cached_property
    def legal(self) -> list[int]:
        """The numbers of the legal decisions, ascending."""
        return legal_numbers(self.tree.contract, self._s)

    def child(self, action: int) -> Node:
        """What a decision leads to."""
        return self.tree._carried_out(self.state, self.late, action, (), self)

    def children(self) -> Iterator[tuple[int, Node]]:
        for action in self.legal:
            yield action, self.child(action)

    def scores(self) -> list[int]:
        return seat_numbers(self.tree.contract.rules.scores, self._s)

    def returns(self) -> list[float]:
        """What the match is worth to each seat: see `shares`; nothing before its end."""
        if not self.over:
            return [0.0] * self.tree.players
        contract = self.tree.contract
        won = np.array([seat_numbers(contract.rules.winners, self._s)])
        return [float(share) for share in shares(won, contract.facts.sides(self.tree.players))[0]]

    def __deepcopy__(self, memo: object) -> Node:
        """Nodes do not change."""
        return self

    def path(self) -> list[Step]:
        """The steps that lead here from the root."""
        steps: list[Step] = []
        node: Node | None = self
        while node is not None:
            if node.is_imagined:
                raise TypeError("an imagined world has no past that could be told")
            steps.append(Step(node.made, node.told))
            node = node.before
        return steps[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        return Tree.at, (self.tree, self.path())

    # What a seat knows

    def decisions(self) -> list[Decision]:
        """All decisions, oldest first."""
        found: list[Decision] = []
        node: Node = self
        while node.before is not None:
            found.append(node.decision())
            node = node.before
        return found[::-1]

    def decision(self) -> Decision:
        """The last decision."""
        assert self.before is not None
        return Decision(self.before.turn, self.made, round_of(self.before._s))

    def seen(self, seat: int) -> npt.NDArray[Any]:
        """The record as a seat sees it, in an array of length one."""
        if seat not in self._views:
            state = copied(self.state)
            self.tree.contract.rules.redact(as_record(state), seat)
            self._views[seat] = state
        return self._views[seat]

    def known(self, seat: int) -> bytes:
        """A fingerprint of all that a seat has seen and done so far: its information state.

        It changes only when the seat's view does, or when a decision is made that it knows of: what
        others decide unknown to it leaves no trace, not even that it was made.
        """
        if seat not in self._known:
            self._known[seat] = self._learnt(seat)
        return self._known[seat]

    def _learnt(self, seat: int) -> bytes:
        before = NOTHING_KNOWN if self.before is None else self.before.known(seat)
        told = self._told(seat)
        view = self.seen(seat).tobytes()
        if self.before is not None and not told and view == self.before.seen(seat).tobytes():
            return before
        digest = hashlib.blake2b(before, digest_size=16)
        digest.update(view)
        for _, text in told:
            digest.update(text.encode() + b"\n")
        return digest.digest()

    def _told(self, seat: int) -> list[tuple[int, str]]:
        """What a seat learns of decisions now: of the last one, or of a whole round at its end."""
        if self.before is None:
            return []
        made = [self.decision()]
        if self.over or made[0].round != round_of(self._s):
            made = [one for one in self.decisions() if one.round == made[0].round]
        return self._masked(seat, made)

    def history(self, seat: int) -> list[tuple[int, str]]:
        """All decisions as a seat may know them now."""
        return self._masked(seat, self.decisions())

    def _masked(self, seat: int, made: Sequence[Decision]) -> list[tuple[int, str]]:
        return masked(self.tree.contract, as_record(self.seen(seat)), seat, made)

    def view(self, seat: int) -> View:
        """What a seat may know, as bots are given it."""
        return view_of(self.tree.contract, self.state, self.decisions(), seat)

    def observation(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees, as numbers (`game.observation`)."""
        contract = self.tree.contract
        out = np.zeros(sum(part.size for part in contract.search.observation), np.float32)
        contract.search.observe(as_record(self.seen(seat)), seat, out)
        return out


class ChanceNode(Node):
    """A node in the midst of a decision, where chance brings something."""

    is_chance = True

    def __init__(
        self,
        tree: Tree,
        before: Node | None,
        made: int,
        told: tuple[int, ...],
        weights: Mapping[int, int],
    ) -> None:
        start = tree._start if before is None else before.state
        super().__init__(tree, start, None if before is None else before.late, before, made, told)
        self.weights = weights

    @property
    def turn(self) -> int:
        return CHANCE

    @property
    def over(self) -> bool:
        return False

    def known(self, seat: int) -> bytes:
        """As before the decision: what it brings is yet to come."""
        return NOTHING_KNOWN if self.before is None else self.before.known(seat)

    def decisions(self) -> list[Decision]:
        return [] if self.before is None else self.before.decisions()

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """What may come, in the order of the numbers."""
        whole = sum(self.weights.values())
        return [Outcome(number, n / whole) for number, n in sorted(self.weights.items())]

    @cached_property
    def legal(self) -> list[int]:
        return [outcome.number for outcome in self.outcomes]

    def child(self, action: int) -> Node:
        """What an outcome leads to."""
        told = (*self.told, action)
        return self.tree._carried_out(self.state, self.late, self.made, told, self.before)


def imagined(node: Node, seat: int, seed: int) -> Node:
    """A node that a seat cannot tell from this one, each as likely as any other.

    The seat knows there what it knows here; of the others' past only what they see now is kept.
    """
    contract = node.tree.contract
    state = copied(node.seen(seat))
    s = as_record(state)
    rng.seed_fast(s, seed, 0)
    contract.rules.imagine(s, seat)
    state["rng"] = node.state["rng"]
    late = node.late
    if late is not None:
        cards = state[late.field][0]
        cards[late.places] = np.sort(cards[late.places])
    world = Node(node.tree, state, late, node.before, node.made, node.told, is_imagined=True)
    for other in range(node.tree.players):
        view = world.seen(other).tobytes()
        world._known[other] = hashlib.blake2b(view, digest_size=16).digest()
    world._known[seat] = node.known(seat)
    return world


def shares(won: npt.NDArray[Any], sides: int) -> npt.NDArray[np.float64]:
    """What each match is worth to its seats, from who won it (a row a match): its seats' or sides'
    shares sum to 0.

    A winner gets 1, and a loser -1 divided by the number of other sides; several winners have what
    one would get between them, and where nobody wins, nobody gets anything.
    """
    by_side = won[:, :sides] > 0
    count = by_side.sum(axis=1, keepdims=True)
    part = np.where(by_side, sides / np.maximum(count, 1), 0.0)
    worth = np.where(count > 0, (part - 1.0) / (sides - 1), 0.0)
    seats: npt.NDArray[np.float64] = worth[:, np.arange(won.shape[1]) % sides]
    return seats
