"""What a seat may believe in a game so small that all its matches can be gone through."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import factorial, prod
from typing import Any, NamedTuple

import numpy.typing as npt

from goatherd.interpreted import as_record
from goatherd.research.tree import ChanceNode, Node

Zones = tuple[tuple[str, tuple[str, ...]], ...]


class World(NamedTuple):
    """A way in which the cards may lie that a seat does not see, and how likely it is."""

    zones: Zones
    probability: float


def worlds(node: Node) -> list[World]:
    """All that the seat to act may believe at a node: what `imagine` is to draw from.

    Possible is what lies so at some node of the tree that the seat cannot tell from this one. Each
    card that it does not see is as likely to lie in one unseen place as in another, so a world is
    as likely as there are ways to deal it with cards of which no two are alike.
    """
    seen = dict(_zones(node, node.seen(node.turn)))
    ways = {
        zones: prod(_ways(seen[zone], cards) for zone, cards in zones)
        for zones in {_zones(other, other.state) for other in _alike(node)}
    }
    whole = sum(ways.values())
    return [World(zones, one / whole) for zones, one in sorted(ways.items())]


def _zones(node: Node, state: npt.NDArray[Any]) -> Zones:
    return tuple(
        (zone, tuple(cards))
        for zone, cards in node.tree.contract.faces.zones(as_record(state)).items()
    )


def _ways(seen: Sequence[str], cards: Sequence[str]) -> float:
    """In how many ways the unseen cards of a zone can be dealt to it, but for a factor that is the
    same in all worlds. Face-down pieces, in brackets, have a place each."""
    hidden = Counter(cards) - Counter(seen)
    return 1 / prod(factorial(n) for card, n in hidden.items() if not card.startswith("("))


def _alike(node: Node) -> Iterator[Node]:
    """All nodes at which the seat to act knows the same as here."""
    seat, here, path = node.turn, node.known(node.turn), set()
    before: Node | None = node
    while before is not None:
        path.add(before.known(seat))
        before = before.before
    left = [node.tree.root]
    while left:
        other = left.pop()
        if isinstance(other, ChanceNode):
            left += [other.child(outcome.number) for outcome in other.outcomes]
        elif other.turn == seat and other.known(seat) == here:
            yield other
        elif other.known(seat) in path:
            left += [below for _, below in other.children()]
