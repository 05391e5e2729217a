"""Every policy of every game decides by what its seat may know, and only what is legal."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from goatherd import Match
from goatherd.interpreted import as_record
from goatherd.rng import seed_fast
from goatherd.view import legal_numbers
from tests.matches import Variant, label, new, variants

POLICIES = ("greedy", "beginner", "guide")

every_variant = pytest.mark.parametrize("variant", variants(), ids=label)
every_policy = pytest.mark.parametrize("policy", POLICIES)


def decision(match: Match, policy: str, view: Any = None, *, listed: bool = True) -> int:
    """What a policy decides in a match, or in a view of it, with the same dice; it changes nothing
    else, and only the guide rolls them, and can do without a list of what is legal."""
    state = (match.state if view is None else view).copy()
    s = as_record(state)
    seed_fast(s, 1, len(match.decisions()))
    before = state.copy()
    choices = np.full(512, -1, np.int16)
    n = match.contract.rules.legal(s, choices) if listed else 0
    choose: Callable[..., int] = getattr(match.contract.search, policy)
    chosen = choose(s, choices, n)
    if policy == "guide":
        state["rng"] = before["rng"]
    assert state.tobytes() == before.tobytes()
    return chosen


def positions(variant: Variant, policy: str, seed: int) -> Iterator[Match]:
    """A match, before each of its decisions: two in three are the policy's, one is random."""
    match = new(variant, seed)
    chance = random.Random(seed)
    while not match.over:
        yield match
        number = decision(match, policy)
        if chance.random() < 1 / 3:
            number = chance.choice(legal_numbers(match.contract, as_record(match.state)))
        match.play(match.contract.facts.actions[number])


@every_policy
@every_variant
def test_a_policy_decides_by_what_its_seat_may_know(variant: Variant, policy: str) -> None:
    """And what it decides is legal."""
    for match in positions(variant, policy, 1):
        assert match.turn is not None
        view = match.state.copy()
        match.contract.rules.redact(as_record(view), match.turn)
        chosen = decision(match, policy)
        assert type(chosen) is int
        assert chosen == decision(match, policy, view)
        assert chosen in legal_numbers(match.contract, as_record(match.state))


@every_variant
def test_a_guide_decides_the_same_where_nothing_was_listed(variant: Variant) -> None:
    """A search lists what is legal only where it needs to know."""
    for match in positions(variant, "guide", 3):
        assert decision(match, "guide", listed=False) == decision(match, "guide")


@pytest.mark.slow
@every_policy
@every_variant
def test_a_policy_decides_so_in_many_matches(variant: Variant, policy: str) -> None:
    for seed in range(2, 6):
        for match in positions(variant, policy, seed):
            assert match.turn is not None
            view = match.state.copy()
            match.contract.rules.redact(as_record(view), match.turn)
            assert decision(match, policy) == decision(match, policy, view)
