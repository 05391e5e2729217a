"""Positions to ask bots about."""

import random

import goatherd
from goatherd import Match
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast
from goatherd.view import View
from tests.matches import walk


def middle(name: str, seed: int = 2, decisions: int = 30) -> Match:
    """A match some way on, at a real choice."""
    game = goatherd.load(name)
    match = game.new(players=max(game.players), seed=seed)
    for here in walk(match, random.Random(seed)):
        decisions -= 1
        if decisions < 0 and len(here.legal()) > 1:
            break
    return match


def at_a_choice(name: str = "goita") -> View:
    """A view whose last legal decision is not what rules of thumb decide."""
    for seed in range(100):
        match = middle(name, seed)
        view = match.view(match.turn)
        if goatherd.bot("greedy").choose(view) != view.legal()[-1]:
            return view
    raise AssertionError("there is no such view")


def finished(name: str = "goat-1916") -> Match:
    match = goatherd.load(name).new(seed=1)
    for _ in walk(match, random.Random(1)):
        pass
    return match


def indistinguishable(match: Match) -> tuple[View, View]:
    """The view of the seat to act, and that in another truth which it cannot tell from this."""
    view = match.view(match.turn)
    other = view.state.copy()
    seed_fast(as_record(other), 99, 0)
    view.contract.rules.imagine(as_record(other), view.seat or 0)
    assert other.tobytes() != match.state.tobytes()
    view.contract.rules.redact(as_record(other), view.seat or 0)
    twin = View(view.contract, view.seat, other, view.history(), view.this_round(), [], [])
    return match.view(match.turn), twin
