"""Decisions of others that a search foresees better than its guide would, from what it noted."""

import random
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import View
from goatherd.bots.search import MANY_ITERATIONS, MUCH_TIME, SearchBot, evidence_of
from goatherd.fast.cache import sources
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import node_features, predict
from goatherd.fast.expected import FEATURES_FROM
from goatherd.fast.memory import SPARES
from goatherd.fast.searcher import Searcher
from goatherd.fast.tree import NO_FEATURES
from goatherd.games.goita import GAME
from goatherd.games.goita.foresight import FILE
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast
from tests.matches import new, variants, walk


@compiled
def foreseen(states: Any, notes: Any, choices: Any, n: int) -> int:
    node_features(states[0], notes, 1)
    return int(predict(states[0], notes, 1, choices, n))


def goita_views(seed: int) -> list[View]:
    """From all over a random match, those of seats with something to choose."""
    match = goatherd.load("goita").new(seed=seed, target="round")
    return [
        here.view(here.turn)
        for here in walk(match, random.Random(seed))
        if here.turn is not None and len(here.legal()) > 1
    ]


@pytest.mark.parametrize("seed", range(3))
def test_decisions_are_foreseen_the_same_interpreted_and_compiled(seed: int) -> None:
    assert GAME.search.node_features is not None
    assert GAME.search.predict is not None
    for view in goita_views(seed):
        choices = np.array(view.legal_numbers(), np.int16)
        one, notes = view.state.copy(), np.zeros((2, 2, GAME.search.feature_count), np.int16)
        seed_fast(as_record(one), 1, 0)
        other = one.copy()
        GAME.search.node_features(as_record(one), notes[0], 1)
        expected = GAME.search.predict(as_record(one), notes[0], 1, choices, len(choices))
        assert expected in choices
        assert foreseen(other, notes[1], choices, len(choices)) == expected
        assert other.tobytes() == one.tobytes()
        assert (notes[0] == notes[1]).all()


def test_games_without_foresight_have_their_guide() -> None:
    for variant in variants():
        match = new(variant, 3)
        if match.contract.search.predict is not None:
            continue
        while len(match.legal()) == 1:
            match.play(match.legal()[0])
        view = match.view(match.turn)
        choices = np.array(view.legal_numbers(), np.int16)
        state = view.state.copy()
        seed_fast(as_record(state), 1, 0)
        expected = match.contract.search.guide(as_record(state.copy()), choices, len(choices))
        assert foreseen(state, np.zeros((1, 0), np.int16), choices, len(choices)) == expected


def searcher_of(view: View, iterations: int, *, predict_in_playouts: bool = False) -> Searcher:
    assert view.seat is not None
    searcher = Searcher(view.contract, view.seat, 1, 1, True, predict_in_playouts)
    searcher.iterate(view.state, evidence_of(view), iterations)
    return searcher


def test_what_everybody_sees_is_noted_at_nodes_that_are_visited_often() -> None:
    SPARES.clear()  # so that nothing was written in its memory before
    tree = searcher_of(goita_views(5)[3], 20_000).trees[0]
    used, noted = int(tree.tree["used"][0]), int(tree.tree["featured"][0])
    rows = tree.nodes["features"][:used]
    assert noted > 10
    assert sorted(rows[rows != NO_FEATURES]) == list(range(1, noted + 1))
    assert (tree.nodes["visits"][:used][rows != NO_FEATURES] >= FEATURES_FROM).all()
    assert tree.features[1 : noted + 1].any(axis=1).all()
    assert not tree.features[noted + 1 :].any()


def test_a_tree_without_room_for_notes_is_searched_on() -> None:
    view = goita_views(5)[3]
    searcher = searcher_of(view, 10)
    tree = searcher.trees[0]
    tree.features = tree.features[:3].copy()
    tree.search(view.state, evidence_of(view), 10_000)
    assert tree.tree["featured"][0] == 2
    assert sum(one.visits for one in searcher.found()) == 10_010


def test_who_looks_closely_expects_something_else_in_playouts() -> None:
    """And can be repeated."""
    view = goita_views(5)[3]
    quick, close = (searcher_of(view, 2000, predict_in_playouts=look) for look in (False, True))
    assert close.settings["predict_in_playouts"][0] == 1
    assert quick.found() != close.found()
    assert searcher_of(view, 2000, predict_in_playouts=True).found() == close.found()


def test_only_games_with_foresight_are_looked_at_closely() -> None:
    match = goatherd.load("goat-1916").new(seed=1)
    searcher = searcher_of(match.view(match.turn), 1, predict_in_playouts=True)
    assert searcher.settings["predict_in_playouts"][0] == 0


@pytest.mark.parametrize(
    ("settings", "close"),
    [
        ({"think": MUCH_TIME}, True),
        ({"think": MUCH_TIME / 2}, False),
        ({"iterations": MANY_ITERATIONS}, True),
        ({"iterations": MANY_ITERATIONS - 1}, False),
    ],
)
def test_who_has_time_looks_closely(settings: dict[str, Any], close: bool) -> None:
    player = SearchBot(**settings, seed=1, threads=1)
    player.choose(goita_views(5)[3])
    assert player._searcher.settings["predict_in_playouts"][0] == close


def test_other_numbers_are_other_code() -> None:
    """What is looked up in arrays is compiled in, so the cache must know of the file."""
    assert FILE in sources()
