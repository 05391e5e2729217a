"""Veiled trees: nobody in them decides by what only the searcher knows."""

import random

import numpy as np

import goatherd
from goatherd import View
from goatherd.bots.search import SearchBot, evidence_of
from goatherd.fast import search
from goatherd.fast.choices import ANYBODY, CHOICE, find_choice, fingerprint
from goatherd.fast.thinker import FIRST_CHOICES, Thinker, Tree
from goatherd.interpreted import as_record
from tests.matches import walk


def attacked(seed: int = 5) -> View:
    """The view of who has to answer an attack and can."""
    match = goatherd.load("goita").new(seed=seed, target="round")
    for here in walk(match, random.Random(seed)):
        if here.turn is not None and "pass" in here.legal() and len(here.legal()) > 1:
            return here.view(here.turn)
    raise AssertionError("nobody was attacked")


def thinker_of(view: View, iterations: int) -> Thinker:
    assert view.seat is not None
    thinker = Thinker(view.contract, view.seat, 1, 1, True)
    thinker.iterate(view.state, evidence_of(view), iterations)
    return thinker


def heads(tree: Tree) -> list[int]:
    """The heads of all choices."""
    found, at = [], 1
    while at < int(tree.tree["chosen"][0]):
        found.append(at)
        at += 1 + int(tree.choices["count"][at])
    return found


def is_own(tree: Tree, head: int) -> bool:
    """Whether this choice is the searcher's, who has decided nothing in secret on the way."""
    size = int(tree.choices["count"][head])
    print_ = fingerprint(ANYBODY, ANYBODY)
    for action in tree.choices["action"][head + 1 : head + 1 + size].tolist():
        print_ = fingerprint(print_, action)
    return print_ == int(tree.choices["action"][head])


def visits_at(tree: Tree, node: int, *, own: bool) -> int:
    """How often somebody chose at a node: the searcher with the own hand, or anybody."""
    return sum(
        int(tree.choices["visits"][head + 1 : head + 1 + int(tree.choices["count"][head])].sum())
        for head in heads(tree)
        if tree.choices["node"][head] == node and is_own(tree, head) == own
    )


def test_the_searcher_learns_in_own_worlds_and_others_in_a_spectators() -> None:
    tree = thinker_of(attacked(), 2000).trees[0]
    assert visits_at(tree, tree.root, own=True) == 1000
    # Before choices are told apart at a node, and where only one thing can be done, none is made.
    assert 500 < visits_at(tree, tree.root, own=False) <= 1000
    for child in tree.children(tree.root):
        decider = {int(tree.nodes["edge"][node]) & 15 for node in tree.children(child)}
        if decider and decider != {int(tree.views["turn"][search.OWN])}:
            assert visits_at(tree, child, own=True) == 0


def test_who_can_choose_between_the_same_decisions_learns_together() -> None:
    tree = thinker_of(attacked(), 2000).trees[0]
    sets = [
        (
            int(tree.choices["node"][head]),
            is_own(tree, head),
            tuple(tree.choices["action"][head + 1 : head + 1 + int(tree.choices["count"][head])]),
        )
        for head in heads(tree)
        if tree.choices["node"][head] == tree.root
    ]
    assert len(sets) == len(set(sets)) > 1
    assert all(list(actions) == sorted(set(actions)) for _, _, actions in sets)


def test_choices_with_the_same_fingerprint_are_told_apart() -> None:
    """Or a decision would be taken for legal that is not."""
    tree = as_record(np.zeros(1, search.TREE))
    tree.chosen = 1
    choices = np.zeros(16, CHOICE).view(np.recarray)
    slots = np.zeros(16, np.int32)
    one, other = [3, 2_000_000], [4, 2_000_000 - 1_000_003]
    assert fingerprint(fingerprint(ANYBODY, one[0]), one[1]) == fingerprint(
        fingerprint(ANYBODY, other[0]), other[1]
    )
    heads = [find_choice(choices, slots, tree, 1, legal, 2, ANYBODY) for legal in (one, other)]
    assert heads == [1, 4]
    assert [find_choice(choices, slots, tree, 1, legal, 2, ANYBODY) for legal in (one, other)] == [
        1,
        4,
    ]
    assert choices["action"][[2, 3, 5, 6]].tolist() == one + other


def test_what_others_learn_does_not_follow_from_the_searchers_hand() -> None:
    """With the same view for a spectator, worlds of a spectator come alike for any own hand."""
    view = attacked()
    assert view.seat is not None
    other = view.state.copy()
    hand = as_record(other).hand
    seat = view.seat
    swapped = hand[seat].copy()
    held, missing = int(np.flatnonzero(swapped)[-1]), int(np.flatnonzero(swapped == 0)[0])
    hand[seat, held] -= 1
    hand[seat, missing] += 1
    thinkers = [Thinker(view.contract, seat, 1, 1, True) for _ in range(2)]
    this, that = (
        thinker.both_views(state)
        for thinker, state in zip(thinkers, (view.state, other), strict=True)
    )
    assert this[search.OWN].tobytes() != that[search.OWN].tobytes()
    assert this[search.OPEN].tobytes() == that[search.OPEN].tobytes()


def test_choices_are_found_again_when_there_are_more_slots() -> None:
    tree = thinker_of(attacked(), 500).trees[0]
    before = {head: tree.choices[head].tobytes() for head in heads(tree)}
    chosen = int(tree.tree["chosen"][0])
    assert len(tree.choices) >= FIRST_CHOICES
    tree.make_room_to_choose(len(tree.choices))
    assert int(tree.tree["chosen"][0]) == chosen
    assert {head: tree.choices[head].tobytes() for head in heads(tree)} == before
    assert sorted(int(slot) for slot in tree.slots if slot) == sorted(before)


def test_a_tree_without_room_for_choices_is_searched_on() -> None:
    view = attacked()
    thinker = thinker_of(view, 200)
    tree = thinker.trees[0]
    tree.choices = tree.choices[: int(tree.tree["chosen"][0])].copy()
    tree.go_on(evidence_of(view), thinker.settings, 200)
    assert sum(one.visits for one in thinker.found()) == 200
    assert int(tree.tree["chosen"][0]) == len(tree.choices)


def test_what_was_laid_face_down_is_remembered_within_a_turn() -> None:
    """After `hide`, the search goes on with what it found for that very piece."""
    game = goatherd.load("goita")
    match = game.from_line("11235589,11234567,11234567,11112344,s1")
    assert isinstance(match, goatherd.Match)
    bot = SearchBot(iterations=4000, seed=3)
    decision = bot.choose(match.view(0))
    assert decision.startswith("hide ")
    thinker = bot._thinker
    match.play(decision)
    bot.choose(match.view(0))
    assert bot._thinker is thinker
    after = thinker.found()
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
    assert [(one.decision, one.visits) for one in thought.estimates] == [("pass", 5)]
