"""The arrays of search trees: kept from tree to tree, and made larger as a tree grows."""

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import goatherd
from goatherd import View
from goatherd.bots.search import SearchBot, evidence_of
from goatherd.fast import memory, searcher
from goatherd.fast.memory import SPARES, TreeMemory
from goatherd.fast.searcher import Found, Searcher
from goatherd.fast.tree import ROOT

ITERATIONS = 3000
FIVE_PAWNS = ("goita", 8)
"""A deal in which the first seat may call: what comes after calls can be a node of its tree."""
every_game = pytest.mark.parametrize("name", goatherd.games())


@pytest.fixture(autouse=True)
def only_ours() -> None:
    """Memories of other tests are out of the way."""
    gc.collect()
    SPARES.clear()


def first_choice(name: str, seed: int = 3) -> View:
    match = goatherd.load(name).new(seed=seed)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    return match.view(match.turn)


def searched(view: View) -> Searcher:
    assert view.seat is not None
    found = Searcher(view.contract, view.seat, 1, 1, True)
    found.iterate(view.state, evidence_of(view), ITERATIONS)
    return found


def told(one: Searcher) -> tuple[list[Found], list[tuple[int, int]], bytes]:
    """All that a search says, and its tree."""
    tree = one.trees[0]
    return one.found(), one.main_line(5), tree.nodes[: int(tree.tree["used"][0])].tobytes()


def litter(used: TreeMemory) -> None:
    """Leave something everywhere, as another tree might."""
    for array in (used.nodes, used.features, used.choices, used.slots):
        array.view(np.uint8)[...] = 0x11


@pytest.mark.parametrize(("name", "seed"), [*((name, 3) for name in goatherd.games()), FIVE_PAWNS])
def test_what_another_tree_left_behind_is_never_looked_at(name: str, seed: int) -> None:
    """It might be about other cards, or another seat's."""
    view = first_choice(name, seed)
    expected = told(searched(view))
    (mine,) = SPARES.idle(name)
    litter(mine)
    again = searched(view)
    assert again.trees[0].memory is mine
    assert told(again) == expected


@every_game
def test_a_tree_that_had_to_grow_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice(name)
    monkeypatch.setattr(searcher, "FIRST_NODES", 64)
    grown = searched(view)
    assert len(grown.trees[0].nodes) > 64
    monkeypatch.setattr(searcher, "FIRST_NODES", 1 << 16)
    monkeypatch.setattr(searcher, "FIRST_CHOICES", 1 << 16)
    assert told(searched(view)) == told(grown)


def test_trees_that_grow_side_by_side_are_as_if_each_grew_alone() -> None:
    views = [first_choice(name, seed) for name in goatherd.games() for seed in range(3, 9)]
    alone = [told(searched(view)) for view in views]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda view: told(searched(view)), views))
    assert found == alone


def test_two_trees_never_share_their_memory() -> None:
    view = first_choice("goita")
    trees = [one for _ in range(3) for one in Searcher(view.contract, 0, 1, 2, True).trees]
    kept = [Searcher(view.contract, 0, 1, 2, True) for _ in range(3)]
    memories = {id(tree.memory) for one in kept for tree in one.trees}
    assert len(memories) == 6
    assert memories.isdisjoint({id(tree.memory) for tree in trees})


def test_a_memory_is_given_back_when_its_tree_is_gone() -> None:
    view = first_choice("goita")
    mine = searched(view).trees[0].memory
    assert SPARES.idle("goita") == [mine]
    assert searched(view).trees[0].memory is mine


def test_very_large_memories_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_KEPT", memory.FIRST_NODES - 1)
    searched(first_choice("goita"))
    assert not SPARES.idle("goita")


def test_no_more_memories_are_kept_than_trees_grow_at_once() -> None:
    view = first_choice("goita")
    crowd = [Searcher(view.contract, 0, 1, 1, True) for _ in range(SPARES.most + 3)]
    del crowd
    assert len(SPARES.idle("goita")) == SPARES.most


def test_a_bot_grows_its_next_tree_in_the_same_memory() -> None:
    view = first_choice("goita")
    bot = SearchBot(iterations=100, threads=1, seed=1)
    for _ in range(3):
        bot.explain(view)
    bot.close()
    assert len(SPARES.idle("goita")) == 1


def test_a_search_ends_where_room_could_be_made() -> None:
    """So that it is made, and the search goes on."""
    view = first_choice("goat-lords")
    one = searched(view)
    tree = one.trees[0]
    used = int(tree.tree["used"][0])
    tree.nodes = tree.memory.nodes[: used + 10]
    assert tree.go_on(evidence_of(view), 10_000) < 10_000
    assert tree.tree["used"][0] == len(tree.nodes)
    before = int(tree.tree["iterations"][0])
    tree.search(view.state, evidence_of(view), 10_000)
    assert tree.tree["iterations"][0] == before + 10_000
    assert tree.nodes["visits"][ROOT] == tree.tree["iterations"][0]
