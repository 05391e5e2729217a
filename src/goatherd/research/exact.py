"""Exact numbers on games small enough to go through every match: NashConv, and what it takes.

A tree is flattened once into lists. A policy gives each information set the probabilities of its
decisions; NashConv is how much all seats together could win if each, alone, knew the others'
policies and answered best. With two players (or sides of one) it is the distance from an
equilibrium; with partners or more players it is by seat: one deviates, and the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from goatherd.bots import spec
from goatherd.bots.net import NetBot
from goatherd.errors import BadOption
from goatherd.research.tree import CHANCE, ChanceNode, Node, Tree
from goatherd.rule import NOBODY
from goatherd.view import View

MOST_NODES = 4_000_000
"""Beyond these a game is too large to be gone through."""


class InfoSet(NamedTuple):
    """What a seat knows where it decides, and what it may decide."""

    seat: int
    actions: tuple[int, ...]
    view: View


@dataclass
class Flat:
    """A whole tree, a parent before its children; lists in the order of the nodes."""

    players: int
    actor: list[int] = field(default_factory=list)
    """The seat that decides, CHANCE, or NOBODY at an end."""
    children: list[tuple[int, ...]] = field(default_factory=list)
    chances: list[tuple[float, ...]] = field(default_factory=list)
    """Of a chance node: how likely each child is."""
    info: list[int] = field(default_factory=list)
    """The place in `sets` of what the actor knows."""
    returns: list[tuple[float, ...]] = field(default_factory=list)
    sets: list[InfoSet] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """Histories by who acts, and information sets."""
        ends = self.actor.count(NOBODY)
        chance = self.actor.count(CHANCE)
        return {
            "decisions": len(self.actor) - ends - chance,
            "chance": chance,
            "ends": ends,
            "information sets": len(self.sets),
        }


def flattened(tree: Tree, tell: Callable[[int], None] | None = None) -> Flat:
    """Go through every match of a game."""
    flat = Flat(tree.players)
    known: dict[tuple[int, bytes], int] = {}
    waiting: list[tuple[Node, int]] = [(tree.root, -1)]
    families: list[list[int]] = []
    while waiting:
        node, parent = waiting.pop()
        place = len(flat.actor)
        if place >= MOST_NODES:
            title = tree.contract.facts.title
            raise BadOption(
                f"{title} so is too large to go through: more than {MOST_NODES:,} nodes"
            )
        if parent >= 0:
            families[parent].append(place)
        families.append([])
        add(flat, node, known)
        if tell is not None and place % 1000 == 0:
            tell(place)
        if not node.over:
            waiting.extend((node.child(action), place) for action in reversed(node.legal))
    flat.children = [tuple(family) for family in families]
    return flat


def add(flat: Flat, node: Node, known: dict[tuple[int, bytes], int]) -> None:
    flat.actor.append(NOBODY if node.over else node.turn)
    outcomes = node.outcomes if isinstance(node, ChanceNode) else []
    flat.chances.append(tuple(outcome.probability for outcome in outcomes))
    flat.returns.append(tuple(node.returns()) if node.over else ())
    info = -1
    if not node.over and not node.is_chance:
        key = (node.turn, node.known(node.turn))
        if key not in known:
            known[key] = len(flat.sets)
            flat.sets.append(InfoSet(node.turn, tuple(node.legal), node.view(node.turn)))
        info = known[key]
        assert flat.sets[info].actions == tuple(node.legal)
    flat.info.append(info)


# Policies

Policy = Sequence[Sequence[float]]
"""For each information set the probability of each of its decisions."""


def uniform(flat: Flat) -> Policy:
    return [[1 / len(one.actions)] * len(one.actions) for one in flat.sets]


def policy_of(flat: Flat, bot: str, seeds: Iterable[int]) -> Policy:
    """How a bot decides: the mean of what it does with these seeds. `random` is exactly uniform,
    and a net that samples says itself how likely it finds each decision."""
    if bot == "random":
        return uniform(flat)
    if bot.startswith("policy:"):
        with spec.make(bot) as net:
            if isinstance(net, NetBot) and net.sample:
                return [net.chances(one.view).tolist() for one in flat.sets]
    policy = [[0.0] * len(one.actions) for one in flat.sets]
    count = 0
    for seed in seeds:
        count += 1
        with spec.make(bot, offered={"seed": seed, "threads": 1}) as player:
            for place, one in enumerate(flat.sets):
                actions = one.view.contract.facts.actions
                decision = actions.index(player.choose(one.view))
                policy[place][one.actions.index(decision)] += 1.0
    return [[part / count for part in row] for row in policy]


# Values


class Verdict(NamedTuple):
    """What a policy is worth when all play it, and what each seat could win by leaving it."""

    values: tuple[float, ...]
    best: tuple[float, ...]
    """What each seat gets if it alone answers best."""

    @property
    def gains(self) -> tuple[float, ...]:
        return tuple(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def nashconv(self) -> float:
        return sum(self.gains)


def judged(flat: Flat, policy: Policy) -> Verdict:
    """NashConv of a policy that every seat plays."""
    seats = range(flat.players)
    values = tuple(value_of(flat, policy, seat) for seat in seats)
    return Verdict(values, tuple(best_response(flat, policy, seat) for seat in seats))


def weights(flat: Flat, policy: Policy, node: int) -> Sequence[float]:
    """How likely each child is, by chance or by its actor's policy."""
    return flat.chances[node] if flat.actor[node] == CHANCE else policy[flat.info[node]]


def value_of(flat: Flat, policy: Policy, seat: int) -> float:
    values = [0.0] * len(flat.actor)
    for node in range(len(flat.actor) - 1, -1, -1):
        values[node] = mean(flat, policy, seat, node, values)
    return values[0]


def mean(flat: Flat, policy: Policy, seat: int, node: int, values: list[float]) -> float:
    if flat.actor[node] == NOBODY:
        return flat.returns[node][seat]
    parts = zip(weights(flat, policy, node), flat.children[node], strict=True)
    return sum(part * values[child] for part, child in parts)


def best_response(flat: Flat, policy: Policy, seat: int) -> float:
    """What a seat gets that knows the others' policy and answers best.

    With perfect recall a seat has decided as often at every node of an information set; so sets are
    settled from those with most own decisions before them on, when all that follows is known.
    """
    reach, depth = reaches(flat, policy, seat)
    levels: list[list[int]] = [[] for _ in range(max(depth) + 1)]
    for node, level in enumerate(depth):
        levels[level].append(node)
    values = [0.0] * len(flat.actor)
    for nodes in reversed(levels):
        chosen = choices(flat, seat, nodes, reach, values)
        for node in reversed(nodes):
            if flat.actor[node] == seat:
                values[node] = values[flat.children[node][chosen[flat.info[node]]]]
            else:
                values[node] = mean(flat, policy, seat, node, values)
    return values[0]


def choices(
    flat: Flat, seat: int, level: Sequence[int], reach: list[float], values: list[float]
) -> dict[int, int]:
    """The best decision at each of the seat's information sets on a level."""
    totals: dict[int, list[float]] = {}
    for node in level:
        if flat.actor[node] == seat:
            total = totals.setdefault(flat.info[node], [0.0] * len(flat.children[node]))
            for place, child in enumerate(flat.children[node]):
                total[place] += reach[node] * values[child]
    return {info: max(range(len(total)), key=total.__getitem__) for info, total in totals.items()}


def reaches(flat: Flat, policy: Policy, seat: int) -> tuple[list[float], list[int]]:
    """How likely chance and the others lead to each node, and the seat's decisions before it."""
    reach, depth = [0.0] * len(flat.actor), [0] * len(flat.actor)
    reach[0] = 1.0
    for node, children in enumerate(flat.children):
        own = flat.actor[node] == seat
        parts = [1.0] * len(children) if own else weights(flat, policy, node) if children else ()
        for part, child in zip(parts, children, strict=True):
            reach[child] = reach[node] * part
            depth[child] = depth[node] + own
    return reach, depth


# For other programs


def efg(flat: Flat, title: str) -> str:
    """The tree in Gambit's format, which OpenSpiel reads: its C++ then runs on our minis."""
    names = " ".join(f'"seat {seat}"' for seat in range(flat.players))
    lines = [f'EFG 2 R "{title}" {{ {names} }} ""']
    number, at_seat = numbers_by_seat(flat), 0
    ends = 0
    for node, actor in enumerate(flat.actor):
        children = flat.children[node]
        if actor == NOBODY:
            ends += 1
            paid = " ".join(f"{part:.12g}" for part in flat.returns[node])
            lines.append(f't "" {ends} "" {{ {paid} }}')
        elif actor == CHANCE:
            parts = zip(range(len(children)), flat.chances[node], strict=True)
            told = " ".join(f'"{place}" {part:.17g}' for place, part in parts)
            lines.append(f'c "" {node + 1} "" {{ {told} }} 0')
        else:
            at_seat = number[flat.info[node]]
            told = " ".join(f'"{action}"' for action in flat.sets[flat.info[node]].actions)
            lines.append(f'p "" {actor + 1} {at_seat} "" {{ {told} }} 0')
    return "\n".join(lines) + "\n"


def numbers_by_seat(flat: Flat) -> list[int]:
    """Each information set's number among those of its seat, from 1."""
    seen = [0] * flat.players
    numbers = []
    for one in flat.sets:
        seen[one.seat] += 1
        numbers.append(seen[one.seat])
    return numbers
