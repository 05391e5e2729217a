"""The tree search, in every game: its trees add up, its worlds come as often as they should."""

import math
import random
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import Match, View
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import guide, imagine, weigh
from goatherd.fast.goita.endgame import leads
from goatherd.fast.kernels import CHANCE
from goatherd.fast.searcher import (
    FEWEST_SLICES,
    Found,
    Searcher,
    Slices,
    is_clear,
    is_settled,
    random_gaps,
)
from goatherd.fast.tree import LAST_EDGE, NO_NODE, RIPE, ROOT
from goatherd.fast.worlds import CHAIN, MOST_TRIES, Worlds, needed_tries, next_world
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast
from tests.matches import Variant, label, variants, walk

every_variant = pytest.mark.parametrize("variant", variants(), ids=label)
every_game = pytest.mark.parametrize("name", goatherd.games())


def positions(variant: Variant, seed: int, count: int) -> list[View]:
    """Views of seats to act from all over a random match."""
    name, players, options = variant
    match = goatherd.load(name).new(players=players, seed=seed, **options)
    views = [
        here.view(here.turn)
        for here in walk(match, random.Random(seed))
        if here.turn is not None and len(here.legal()) > 1
    ]
    return random.Random(seed).sample(views, min(count, len(views)))


def searched(view: View, iterations: int, *, seed: int = 1, threads: int = 1) -> Searcher:
    assert view.seat is not None
    searcher = Searcher(view.contract, view.seat, seed, threads, True)
    searcher.iterate(view.state, evidence_of(view), iterations)
    return searcher


def evidence_of(view: View) -> Any:
    return view.contract.search.gather(as_record(view.state), view.this_round())


@every_variant
def test_a_tree_adds_up(variant: Variant) -> None:
    for view in positions(variant, seed=3, count=3):
        searcher = searched(view, 300)
        found = searcher.found()
        assert sum(one.visits for one in found) == 300
        assert {one.action for one in found} <= set(view.legal_numbers())
        tree = searcher.trees[0]
        nodes = tree.nodes[: int(tree.tree["used"][0])]
        beyond = ROOT + 1
        assert (nodes["visits"][ROOT:] > 0).all()
        if not tree.single_learner:
            assert (nodes["visits"][beyond:] <= nodes["available"][beyond:]).all()
        assert (nodes["available"][beyond:] <= 300).all()
        assert (nodes["total"] >= 0).all()
        assert (nodes["total"] <= nodes["visits"] + 1e-3).all()
        for node in range(ROOT, len(nodes)):
            children = tree.children(node)
            below = sum(int(nodes["visits"][child]) for child in children)
            assert below <= nodes["visits"][node]
            # The first visits of a node below the root go no further.
            assert below <= max(0, nodes["visits"][node] - RIPE) or node == ROOT


@every_variant
def test_every_node_is_a_child_once_and_siblings_are_in_order(variant: Variant) -> None:
    (view,) = positions(variant, seed=4, count=1)
    tree = searched(view, 300).trees[0]
    used = int(tree.tree["used"][0])
    reached = [child for node in range(ROOT, used) for child in tree.children(node)]
    assert sorted(reached) == list(range(ROOT + 1, used))
    for node in range(ROOT, used):
        edges = [int(tree.nodes["edge"][child]) for child in tree.children(node)]
        assert edges == sorted(set(edges))
    assert tree.nodes["edge"][NO_NODE] == LAST_EDGE


@pytest.mark.parametrize("epsilon", [0.02, 0.1, 0.5, 0.9])
def test_the_right_part_of_a_playouts_decisions_is_random(epsilon: float) -> None:
    assert 1.0 / (1.0 + random_gaps(epsilon).mean()) == pytest.approx(epsilon, rel=0.03)


def test_playouts_may_be_all_guided_or_all_random() -> None:
    assert random_gaps(0.0).min() > 40
    assert not random_gaps(1.0).any()


@compiled
def guided(states: Any, choices: Any, n: int) -> int:
    return int(guide(states[0], choices, n))


@every_variant
def test_playouts_are_guided_the_same_interpreted_and_compiled(variant: Variant) -> None:
    for view in positions(variant, seed=7, count=12):
        choices = np.array(view.legal_numbers(), np.int16)
        one = view.state.copy()
        seed_fast(as_record(one), 1, 0)
        other = one.copy()
        expected = view.contract.search.guide(as_record(one), choices, len(choices))
        assert guided(other, choices, len(choices)) == expected
        assert other.tobytes() == one.tobytes()


@every_game
def test_a_search_can_be_repeated_and_cut_into_pieces(name: str) -> None:
    (view,) = positions((name, max(goatherd.load(name).players), {}), seed=5, count=1)
    whole = searched(view, 400)
    again = searched(view, 100)
    for _ in range(3):
        again.iterate(view.state, evidence_of(view), 100)
    assert whole.found() == again.found()
    assert whole.found() != searched(view, 400, seed=2).found()


@every_game
def test_threads_share_the_iterations(name: str) -> None:
    (view,) = positions((name, max(goatherd.load(name).players), {}), seed=5, count=1)
    searcher = searched(view, 400, threads=2)
    assert sum(one.visits for one in searcher.found()) == 400
    assert searcher.found() == searched(view, 400, threads=2).found()
    assert searcher.trees[0].found() != searcher.trees[1].found()


@every_game
def test_a_full_tree_is_searched_on(name: str) -> None:
    (view,) = positions((name, max(goatherd.load(name).players), {}), seed=5, count=1)
    searcher = searched(view, 200)
    tree = searcher.trees[0]
    tree.nodes = tree.nodes[: int(tree.tree["used"][0])].copy()
    tree.go_on(evidence_of(view), 200, while_room=False)
    assert tree.tree["used"][0] == len(tree.nodes)
    assert tree.nodes["visits"][ROOT] == 400


def test_the_decision_that_wins_the_round_is_found() -> None:
    """GOITA-21, GOITA-22: after a king attack that nobody can stop, gold and gold score 60."""
    game = goatherd.load("goita")
    match = game.from_line("11235589,11234567,11234567,11112344,s1")
    assert isinstance(match, Match)
    for decision in ("hide pawn", "attack pawn", "pass", "pass", "pass"):
        match.play(decision)
    for decision in ("hide lance", "attack king", "pass", "pass", "pass"):
        match.play(decision)
    for decision in ("hide knight", "attack king", "pass", "pass", "pass"):
        match.play(decision)
    best = searched(match.view(0), 500).found()[0]
    assert game.action(best.action) == "hide gold"
    assert best.mean == pytest.approx(0.5 + 60 / 200, abs=1e-6)


def test_a_settled_search_is_one_that_cannot_change() -> None:
    found = [Found(1, 90, 0.0), Found(2, 30, 0.0)]
    assert is_settled(found, 59)
    assert not is_settled(found, 60)
    assert not is_settled(found[:1], 0)


def test_a_decision_is_clear_when_it_leads_by_more_than_chance_would_explain() -> None:
    """Of 100 payoffs each, spread by 0.5, means have a standard error of 0.05 each."""
    lead = 5.0 * 0.5 * math.sqrt(2 / 100)
    best, close, far = (
        Found(action, 100, 100 * mean)
        for action, mean in enumerate((0.6, 0.6 - lead + 0.01, 0.6 - lead - 0.01))
    )
    assert is_clear([best, far], 0.5, 5.0)
    assert not is_clear([best, far, close], 0.5, 5.0)
    assert not is_clear([best], 0.5, 5.0)
    assert is_clear([best, close], 0.4, 5.0)
    assert not is_clear(
        [Found(0, 100, 50.0), Found(1, 10, 9.0)], 0.1, 5.0
    )  # the better one was rare


def test_nothing_is_clear_before_it_can_be_said_how_much_chance_there_is() -> None:
    slices = Slices()
    for _ in range(FEWEST_SLICES):
        assert slices.spread == math.inf
        assert not is_clear([Found(0, 100, 90.0), Found(1, 100, 10.0)], slices.spread, 1.0)
        slices.add(100, 50.0)
    assert slices.spread == 0.0
    assert is_clear([Found(0, 100, 90.0), Found(1, 100, 10.0)], slices.spread, 1.0)


def test_payoffs_that_stay_the_same_for_long_tell_less() -> None:
    """In so many iterations in the same world the mean is as uncertain as that of so many fewer:
    its standard error is as many times higher as the root of that."""
    chance = np.random.default_rng(1)
    for alike in (1, 4, 25):
        slices = Slices()
        for iterations in chance.integers(500, 1500, size=400) // alike * alike:
            got = np.repeat(chance.normal(0.5, 0.2, size=iterations // alike), alike)
            slices.add(int(iterations), float(got.sum()))
        assert slices.spread == pytest.approx(0.2 * math.sqrt(alike), rel=0.15)


def test_a_tree_knows_what_it_got() -> None:
    match = goatherd.load("goat-lords").new(players=2, seed=1)
    searcher = searched(match.view(match.turn), 2000)
    assert searcher.trees[0].got == pytest.approx(sum(one.total for one in searcher.found()))


def test_a_decision_leads_beyond_doubt_where_chance_would_not_explain_it() -> None:
    """What solved worlds brought two decisions, slice by slice."""
    one, other = np.random.default_rng(1).normal(size=(2, 64))
    assert leads(np.column_stack([one + 3.0, other]))
    assert leads(np.column_stack([other, one + 3.0]))
    assert leads(np.column_stack([one, one]))
    assert not leads(np.column_stack([one + 0.3, other]))
    changed = np.repeat([1.0, -0.5], 32)  # like worlds follow each other
    assert not leads(np.column_stack([changed, np.zeros(64)]))


# Worlds


@compiled
def go_along(worlds: Worlds, out: Any) -> None:
    for i in range(out.size):
        next_world(worlds)
        out[i] = worlds.states[0]


@compiled
def imagined(view: Any, seat: int, evidence: Any, seed: Any, out: Any, weights: Any) -> None:
    for i in range(out.size):
        out[i] = view[0]
        seed_fast(out[i], seed, i)
        imagine(out[i], seat)
        weights[i] = weigh(out[i], evidence, seat, 0.0)


def guessed_view(name: str) -> View:
    """A view with much to guess and something to guess it from."""
    game = goatherd.load(name)
    player = goatherd.bot("greedy")
    best: tuple[int, View] | None = None
    for seed in range(8):
        match = game.new(players=min(game.players), seed=seed)
        for _ in range(60):
            if match.over:
                break
            assert match.turn is not None
            view = match.view(match.turn)
            told = int(np.abs(evidence_of(view)).sum())
            if best is None or told > best[0]:
                best = (told, view)
            match.play(player.choose(view))
    assert best is not None
    return best[1]


@pytest.mark.parametrize("tries", [1, 3])
@every_game
def test_worlds_come_as_often_as_the_evidence_says(name: str, tries: int) -> None:
    """The chain of worlds agrees with weighing independent ones, in how many cards of each kind
    every seat holds on average, however many are imagined before one is played in."""
    view = guessed_view(name)
    assert view.seat is not None
    evidence = evidence_of(view)
    n = 40_000
    out = np.zeros(n, view.state.dtype)
    weights = np.zeros(n)
    imagined(view.state, view.seat, evidence, np.uint64(1), out, weights)
    assert (weights > 0).all()
    hands = out["hand"].reshape(n, -1).astype(float)
    expected = (hands * weights[:, None]).sum(0) / weights.sum()
    states, chain, chance = np.zeros(2, view.state.dtype), np.zeros(1, CHAIN), np.zeros(1, CHANCE)
    chain["viewer"], chain["belief"], chain["tries"] = view.seat, 1, tries
    seed_fast(as_record(chance), 2, 0)
    go_along(Worlds(view.state, states, chain, chance, evidence), out)
    got = out["hand"].reshape(n, -1).astype(float).mean(0)
    spread = hands.std(0) + 1e-9
    effective = weights.sum() ** 2 / (weights**2).sum()
    assert np.abs(got - expected).max() < (8 * spread / np.sqrt(effective / 4) + 1e-6).max()


@every_variant
def test_weighing_is_the_same_interpreted_and_compiled(variant: Variant) -> None:
    for view in positions(variant, seed=9, count=4):
        assert view.seat is not None
        evidence = evidence_of(view)
        out, weights = np.zeros(5, view.state.dtype), np.zeros(5)
        imagined(view.state, view.seat, evidence, np.uint64(1), out, weights)
        for i in range(5):
            world = as_record(out[i : i + 1])
            weight = view.contract.search.weigh(world, evidence, view.seat, 0.0)
            assert weight == pytest.approx(weights[i])
            assert 0 < weight <= 1
            assert view.contract.search.weigh(world, evidence, view.seat, weight) == weight
            assert (
                view.contract.search.weigh(world, evidence, view.seat, 1.01 * weight)
                < 1.01 * weight
            )


def test_more_worlds_are_imagined_where_few_are_accepted() -> None:
    chain = np.zeros(1, CHAIN).view(np.recarray)[0]
    assert needed_tries(chain) == 1
    chain.imagined = 1000
    wanted = {1000: 1, 500: 1, 300: 2, 60: 12, 20: MOST_TRIES, 0: MOST_TRIES}
    for chain.accepted, tries in wanted.items():
        assert needed_tries(chain) == tries
