"""Tree search: iterations a second from the first decision of a match, next to plain playouts.

An iteration imagines a world, walks down the tree and plays on to the end by the greedy policy; a
playout deals and plays on at random. In Goita both are of a single round.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import goatherd
from benchmarks.measure import Measure, Probe, sized, throughput

if TYPE_CHECKING:
    from goatherd.view import View

PORTION = 4096
"""Iterations of one search, each from a deal of its own."""
ROUND = {"goita": {"target": "round"}}


def opening(name: str, players: int, seed: int) -> View:
    """The view of whoever has the first real choice of a match."""
    match = goatherd.load(name).new(players=players, seed=seed, **ROUND.get(name, {}))
    while len(match.legal()) == 1 or "quiet" in match.legal():
        match.play(match.legal()[-1])
    return match.view(match.turn)


def search_iterations(name: str, players: int) -> Measure:
    """Iterations per second, one core, with belief and a tree of its own for each deal."""
    from goatherd.bots.search import evidence_of
    from goatherd.fast.searcher import Searcher

    views = [opening(name, players, seed) for seed in range(64)]
    deals = count()

    def search() -> int:
        number = next(deals)
        view = views[number % len(views)]
        assert view.seat is not None
        searcher = Searcher(view.contract, view.seat, number, 1, belief=True)
        searcher.iterate(view.state, evidence_of(view), PORTION)
        return PORTION

    return throughput(search)


def plain_playouts(name: str, players: int) -> Measure:
    """Random matches per second, one core."""
    game = goatherd.load(name)
    options: dict[str, Any] = ROUND.get(name, {})

    def play(n: int) -> int:
        game.playouts(n, players=players, seed=1, threads=1, **options)
        return n

    return sized(play)


def iterations(name: str, players: int) -> Probe:
    label = f"search {name} {players}"
    return Probe(label, "iterations/s", partial(search_iterations, name, players))


def playouts(name: str, players: int) -> Probe:
    label = f"playouts {name} {players}"
    return Probe(label, "playouts/s", partial(plain_playouts, name, players))
