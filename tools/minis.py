"""Measure the minis, for `docs/minis.md`.

    python tools/minis.py            all games
    python tools/minis.py goita      one of them

Goes through every match of each game with `size=mini`, values uniform play exactly, and holds what
`imagine` draws against all that a seat can believe, at places of random matches.
"""

import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import goatherd
from goatherd import rng
from goatherd.interpreted import as_record, copied
from goatherd.research.beliefs import Zones, worlds
from goatherd.research.exact import flattened, judged, uniform
from goatherd.research.tree import ChanceNode, Node, Tree

UNORDERED = ("deck", "draw", "circle")
"""Zones of cards that nobody has looked at, and whose order is dealt later."""
PLACES = 24
"""Of random matches, where beliefs are held against enumeration."""
FEWEST = 5.0
"""Rarer worlds than this many expected draws are counted together, as usual for chi-square."""


class Fit(NamedTuple):
    """How well draws agree with what is expected of them."""

    worlds: int
    draws: int
    freedom: int
    chi_square: float


def places(tree: Tree, seed: int, count: int) -> Iterator[Node]:
    """Decision nodes of random matches, one a match."""
    dice = random.Random(seed)
    for _ in range(count):
        node, seen = tree.root, []
        while not node.over:
            if isinstance(node, ChanceNode):
                chances = [outcome.probability for outcome in node.outcomes]
                node = node.child(dice.choices(node.legal, chances)[0])
            else:
                seen.append(node)
                node = node.child(dice.choice(node.legal))
        yield dice.choice(seen)


def dealt(tree: Tree, s: Any) -> Zones:
    """Where the cards are; those that nobody has looked at in no order."""
    return tuple(
        (zone, tuple(sorted(cards) if zone in UNORDERED else cards))
        for zone, cards in tree.contract.faces.zones(s).items()
    )


def fit(node: Node, draws: int, seed: int) -> Fit:
    """`imagine` against enumeration, for the seat to act."""
    expected: dict[object, float] = defaultdict(float)
    for world in worlds(node):
        ordered = ((zone, tuple(sorted(cards))) for zone, cards in world.zones)
        zones = dict(world.zones) | {zone: cards for zone, cards in ordered if zone in UNORDERED}
        expected[tuple(zones.items())] += world.probability * draws
    drawn: Counter[object] = Counter()
    for number in range(draws):
        s = as_record(copied(node.seen(node.turn)))
        rng.seed_fast(s, seed, number)
        node.tree.contract.rules.imagine(s, node.turn)
        drawn[dealt(node.tree, s)] += 1
    return compared(expected, drawn, draws)


def compared(expected: Mapping[object, float], drawn: Counter[object], draws: int) -> Fit:
    """The chi-square of the two; a world that cannot be makes it infinite."""
    if set(drawn) - set(expected):
        return Fit(len(expected), draws, len(expected) - 1, float("inf"))
    pairs = [(wanted, drawn[world]) for world, wanted in expected.items()]
    rare = [pair for pair in pairs if pair[0] < FEWEST]
    pairs = [pair for pair in pairs if pair[0] >= FEWEST]
    if rare:
        pairs.append((sum(wanted for wanted, _ in rare), sum(got for _, got in rare)))
    chi_square = sum((got - wanted) ** 2 / wanted for wanted, got in pairs)
    return Fit(len(expected), draws, len(pairs) - 1, chi_square)


def believed(tree: Tree) -> Fit:
    """All places together: chi-squares add up."""
    fits = [fit(node, 2000, number) for number, node in enumerate(places(tree, 1, PLACES))]
    return Fit(*(sum(column) for column in zip(*fits, strict=True)))


def row(name: str) -> str:
    """A line of the table."""
    tree = Tree(name, size="mini")
    begun = time.process_time()
    flat = flattened(tree)
    verdict = judged(flat, uniform(flat))
    print(
        f"{name}: {time.process_time() - begun:.0f} s for the tree and its values", file=sys.stderr
    )
    found = believed(tree)
    counts = flat.counts()
    cells = (
        goatherd.load(name).title,
        tree.players,
        f"{len(flat.actor):,}",
        f"{counts['ends']:,}",
        f"{counts['chance']:,}",
        f"{counts['information sets']:,}",
        f"{verdict.values[0]:+.4f}",
        f"{verdict.nashconv:.4f}",
        f"{found.worlds:,}",
        f"{found.chi_square:.1f} / {found.freedom}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    for name in sys.argv[1:] or goatherd.games():
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
