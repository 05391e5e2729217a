"""Trees in which only the searcher learns, and everybody else decides as the guide would."""

import random

import numpy as np
import pytest

import goatherd
from goatherd import View
from goatherd.bots.search import SearchBot, evidence_of
from goatherd.fast.choices import CHOICE, NO_SECRET, find_choice, fingerprint
from goatherd.fast.memory import FIRST_CHOICES
from goatherd.fast.searcher import Searcher, Tree
from goatherd.fast.tree import SEAT_BITS, TREE
from goatherd.interpreted import as_record
from tests.matches import walk


def attacked(seed: int = 5) -> View:
    """The view of who has to answer an attack and can."""
    match = goatherd.load("goita").new(seed=seed, target="round")
    for here in walk(match, random.Random(seed)):
        if here.turn is not None and "pass" in here.legal() and len(here.legal()) > 1:
            return here.view(here.turn)
    raise AssertionError("nobody was attacked")


def searcher_of(view: View, iterations: int) -> Searcher:
    assert view.seat is not None
    searcher = Searcher(view.contract, view.seat, 1, 1, True)
    searcher.iterate(view.state, evidence_of(view), iterations)
    return searcher


def heads(tree: Tree) -> list[int]:
    """The heads of all choices."""
    found, at = [], 1
    while at < int(tree.tree["chosen"][0]):
        found.append(at)
        at += 1 + int(tree.choices["count"][at])
    return found


def choices_at(tree: Tree, node: int) -> list[tuple[int, ...]]:
    """The decisions of each choice at a node."""
    sizes = tree.choices["count"]
    return [
        tuple(tree.choices["action"][head + 1 : head + 1 + int(sizes[head])].tolist())
        for head in heads(tree)
        if tree.choices["node"][head] == node
    ]


@pytest.mark.parametrize("game", ["goita", "goat-1916"])
def test_only_the_searcher_learns(game: str) -> None:
    match = goatherd.load(game).new(seed=3)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    view = match.view(match.turn)
    searcher = searcher_of(view, 4000)
    tree = searcher.trees[0]
    assert sum(one.visits for one in searcher.found()) == 4000
    deciders = {
        int(tree.nodes["edge"][child]) & ((1 << SEAT_BITS) - 1)
        for head in heads(tree)
        for child in tree.children(int(tree.choices["node"][head]))
    }
    assert deciders == {view.seat}
    beyond = {int(tree.choices["node"][head]) for head in heads(tree)} - {tree.root}
    assert beyond, "the searcher learns what to do later too"


def test_what_was_drawn_on_the_way_makes_another_choice() -> None:
    """In Goat, whose hands are drawn from hidden piles, at least at some node."""
    match = goatherd.load("goat-1916").new(seed=3)
    tree = searcher_of(match.view(match.turn), 20_000).trees[0]
    nodes = {int(tree.choices["node"][head]) for head in heads(tree)} - {tree.root}
    sets = [choices_at(tree, node) for node in nodes]
    assert any(len(found) > 1 for found in sets)
    for found in sets:
        assert len(found) == len(set(found))
        assert all(list(actions) == sorted(set(actions)) for actions in found)


def test_choices_with_the_same_fingerprint_are_told_apart() -> None:
    """Or a decision would be taken for legal that is not."""
    tree = as_record(np.zeros(1, TREE))
    tree.chosen = 1
    choices = np.zeros(16, CHOICE).view(np.recarray)
    slots = np.zeros(16, np.int32)
    one, other = [3, 2_000_000], [4, 2_000_000 - 1_000_003]
    assert fingerprint(fingerprint(NO_SECRET, one[0]), one[1]) == fingerprint(
        fingerprint(NO_SECRET, other[0]), other[1]
    )
    for _ in range(2):
        heads = [
            find_choice(choices, slots, tree, 1, legal, 2, NO_SECRET) for legal in (one, other)
        ]
        assert heads == [1, 4]
    assert choices["action"][[2, 3, 5, 6]].tolist() == one + other


def test_choices_are_found_again_when_there_are_more_slots() -> None:
    match = goatherd.load("goat-1916").new(seed=3)
    tree = searcher_of(match.view(match.turn), 5000).trees[0]
    assert len(tree.choices) == len(tree.slots) > FIRST_CHOICES
    assert sorted(int(slot) for slot in tree.slots if slot) == heads(tree)


def test_a_tree_without_room_for_choices_is_searched_on() -> None:
    view = attacked()
    searcher = searcher_of(view, 200)
    tree = searcher.trees[0]
    tree.choices = tree.choices[: int(tree.tree["chosen"][0])].copy()
    tree.go_on(evidence_of(view), 200, while_room=False)
    assert sum(one.visits for one in searcher.found()) == 400
    assert int(tree.tree["chosen"][0]) == len(tree.choices)


def test_what_was_laid_face_down_is_remembered_within_a_turn() -> None:
    """After `hide`, the search goes on with what it found for that very piece."""
    game = goatherd.load("goita")
    match = game.from_line("11235589,11234567,11234567,11112344,s1")
    assert isinstance(match, goatherd.Match)
    bot = SearchBot(iterations=4000, seed=3)
    decision = bot.choose(match.view(0))
    assert decision.startswith("hide ")
    searcher = bot._searcher
    match.play(decision)
    bot.choose(match.view(0))
    assert bot._searcher is searcher
    after = searcher.found()
    assert {one.action for one in after} <= set(match.view(0).legal_numbers())
    assert sum(one.visits for one in after) > 2000


def test_the_main_line_ends_where_the_searcher_cannot_see_on() -> None:
    view = attacked()
    explanation = SearchBot(iterations=4000, seed=1, solver=False).explain(view)
    assert explanation.line[0] == (view.seat, explanation.estimates[0].decision)
    for seat, decision in explanation.line[1:]:
        assert seat != view.seat
        assert not decision.startswith("hide")


def test_a_single_decision_is_explained_too() -> None:
    match = goatherd.load("goita").new(seed=1, target="round")
    while len(match.legal()) > 1 or match.legal() != ["pass"]:
        match.play(match.legal()[0])
    thought = SearchBot(iterations=10, seed=1, solver=False).explain(match.view(match.turn))
    assert [(one.decision, one.visits) for one in thought.estimates] == [("pass", 10)]


def later_choices(tree: Tree) -> list[list[int]]:
    """The visits of each decision, for each of the searcher's choices after the first between at
    least two."""
    sizes = tree.choices["count"]
    return [
        tree.choices["visits"][head + 1 : head + 1 + int(sizes[head])].tolist()
        for head in heads(tree)
        if tree.choices["node"][head] != tree.root and sizes[head] > 1
    ]


def test_later_decisions_are_first_made_as_the_guide_would() -> None:
    """In Goat the guide nearly always does the same where the same decisions are legal."""
    match = goatherd.load("goat-1916").new(seed=3)
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    view = match.view(match.turn)
    varied = {}
    for usual in (0, 10):
        searcher = searcher_of(view, 0)
        searcher.settings["usual"] = usual
        searcher.iterate(view.state, evidence_of(view), 10_000)
        few = [one for one in later_choices(searcher.trees[0]) if 1 < sum(one) <= 10]
        varied[usual] = float(np.mean([np.count_nonzero(one) > 1 for one in few]))
    assert varied[10] < 0.1 < varied[0]


def test_the_searcher_gets_more_where_it_tries_out_less_later() -> None:
    """What comes of the same first decision, in points of a round of Goita."""
    got = {}
    for later in (0.05, 1.0):
        payoffs = []
        for seed in range(4):
            view = attacked(seed)
            searcher = searcher_of(view, 0)
            searcher.settings["later"] = later
            searcher.try_hard(view.state, evidence_of(view), view.legal_numbers()[-1], 20_000)
            payoffs.append(searcher.trees[0].got / 20_000)
        got[later] = 200 * float(np.mean(payoffs))
    assert got[0.05] > got[1.0] + 0.5
