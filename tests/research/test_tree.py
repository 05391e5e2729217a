"""A match as a tree: every outcome of chance, its probability, and what seats know on the way."""

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

import goatherd
from goatherd.research.tree import CHANCE, Node, Teller, Tree, shares

TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in goatherd.games()
    for players in goatherd.load(name).players
]
GAMES = pytest.mark.parametrize("name", goatherd.games())


def walk(tree: Tree, seed: int, visit: Callable[[Node], None]) -> Node:
    """Play a match at random, chance by its probabilities."""
    dice, node = random.Random(seed), tree.root
    while not node.over:
        visit(node)
        node = node.child(dice.choices(node.legal, weights(node))[0])
    return node


def weights(node: Node) -> list[float]:
    outcomes = getattr(node, "outcomes", None)
    return [1.0] * len(node.legal) if outcomes is None else [one.probability for one in outcomes]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_match_can_be_gone_through_outcome_by_outcome(name: str, players: int) -> None:
    chances = []

    def visit(node: Node) -> None:
        if node.turn == CHANCE:
            chances.append(node)
            assert sum(weights(node)) == pytest.approx(1)
            assert len(node.legal) > 1

    end = walk(Tree(name, players), 1, visit)
    assert chances
    assert sum(end.returns()) == pytest.approx(0)


@GAMES
def test_what_is_dealt_late_is_dealt_as_often_as_by_a_shuffle(name: str) -> None:
    """Seat 0's first hand, dealt card by card and by the generator: chi-square of each kind."""
    deals = 400
    late = sum((first_hand(walk_to_first(Tree(name), seed)) for seed in range(deals)), Counter())
    game = goatherd.load(name)
    dealt: Counter[str] = Counter()
    for seed in range(deals):
        dealt += Counter(game.new(seed=seed).cards()["hand 0"])
    kinds = [kind for kind in {*late, *dealt} if late[kind] + dealt[kind] >= 20]
    square = sum((late[kind] - dealt[kind]) ** 2 / (late[kind] + dealt[kind]) for kind in kinds)
    assert square < len(kinds) + 4 * np.sqrt(2 * len(kinds))


def walk_to_first(tree: Tree, seed: int) -> Node:
    dice, node = random.Random(seed), tree.root
    while node.is_chance:
        node = node.child(dice.choices(node.legal, weights(node))[0])
    return node


def first_hand(node: Node) -> Counter[str]:
    return Counter(node.tree.contract.faces.zones(node._s)["hand 0"])


@GAMES
def test_the_first_card_is_as_likely_as_its_kind_is_frequent(name: str) -> None:
    tree = Tree(name)
    node = tree.root
    assert node.is_chance
    whole = Counter(dict(node.weights))  # type: ignore[attr-defined]
    assert node.child(node.legal[0]).is_chance
    left = Counter(dict(node.child(node.legal[0]).weights))  # type: ignore[attr-defined]
    assert whole - left == Counter({node.legal[0]: 1})


@GAMES
def test_cards_that_are_not_dealt_yet_change_nothing_that_is_seen(name: str) -> None:
    """Two orders of the late cards are one node: seats see the same, to the byte."""

    def visit(node: Node) -> None:
        if node.late is None or node.is_chance:
            return
        twin = Node(node.tree, node.state.copy(), node.late, node.before, node.made)
        cards = twin.state[node.late.field][0]
        cards[node.late.places] = cards[node.late.places][::-1]
        for seat in range(node.tree.players):
            assert twin.seen(seat).tobytes() == node.seen(seat).tobytes()
        assert twin.legal == node.legal

    walk(Tree(name), 5, visit)


def test_who_is_asked_in_secret_leaves_no_trace_in_what_others_know() -> None:
    """GOITA-25: while pawn calls are asked for, nobody knows how far the asking has got."""
    node = walk_to_first(Tree("goita"), 3)
    known = node.known(3)
    for _ in range(3):
        assert node.turn != 3
        node = node.child(node.tree.contract.facts.actions.index("quiet"))
        assert node.known(3) == known or node.turn == 3


@GAMES
def test_what_a_seat_knows_follows_from_its_views_alone(name: str) -> None:
    """Along two matches that a seat cannot tell apart, its information state is the same; it tells
    apart what the seat did itself."""
    seen: dict[bytes, set[bytes]] = {}

    def visit(node: Node) -> None:
        if not node.is_chance:
            view = node.seen(node.turn).tobytes()
            seen.setdefault(node.known(node.turn), set()).add(view)

    for seed in range(6):
        walk(Tree(name), seed, visit)
    assert all(len(views) == 1 for views in seen.values())


def test_a_teller_asks_only_where_there_is_something_to_choose() -> None:
    assert Teller(()).choose({4: 3}) == 4
    assert Teller((1,)).number(2) == 1


def test_shares_sum_to_nothing() -> None:
    won = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 0], [1, 1, 1]])
    expected = np.array([[1, -0.5, -0.5], [0.25, 0.25, -0.5], [0, 0, 0], [0, 0, 0]])
    assert np.allclose(shares(won, 3), expected)
    assert np.allclose(shares(np.array([[0, 1, 0, 1]]), 2), [[-1, 1, -1, 1]])
