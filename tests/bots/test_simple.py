"""Bots that decide at once: legal, repeatable, and blind to what their seat cannot know."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd import BadOption, BotFailed, View, rng
from goatherd.bots.simple import PolicyBot, RandomBot, number_of
from goatherd.interpreted import as_record
from tests.matches import Variant, advanced, label, new, variants, walk

VARIANTS = variants()
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=label)
any_variant = st.sampled_from(VARIANTS)
any_seed = st.integers(0, 2**128 - 1)


def highest(s: Any, choices: Any, n: int) -> int:
    """A policy: the last of the legal decisions."""
    return int(choices[n - 1])


def dicing(s: Any, choices: Any, n: int) -> int:
    """A policy that draws, and would change the record if it were given the view's own."""
    return int(choices[rng.below(s, n)])


def with_policy(view: View, policy: Any) -> View:
    """The view of a game that has this policy as `greedy`, whatever it has of its own."""
    contract = replace(view.contract, search=replace(view.contract.search, greedy=policy))
    return View(contract, view.seat, view.state, view.history(), (), (), ())


def view_to_decide(variant: Variant, seed: int, decisions: int) -> View | None:
    match = advanced(variant, seed, decisions)
    return None if match.over else match.view(match.turn)


@every_variant
def test_random_bots_play_whole_matches(variant: Variant) -> None:
    match = new(variant)
    bots = [RandomBot(seat) for seat in range(match.players)]
    while match.turn is not None:
        match.play(bots[match.turn].choose(match.view(match.turn)))
    assert match.over


@given(any_variant, any_seed, st.integers(0, 80), any_seed)
def test_what_a_seat_cannot_know_changes_no_choice(
    variant: Variant, seed: int, decisions: int, imagined: int
) -> None:
    """The cards of others are dealt anew; the views are the same to the byte, so is the choice."""
    view = view_to_decide(variant, seed, decisions)
    if view is None or view.seat is None:
        return
    other = view.state.copy()
    s = as_record(other)
    rng.seed_keyed(s, imagined)
    view.contract.rules.imagine(s, view.seat)
    view.contract.rules.redact(s, view.seat)
    twin = View(view.contract, view.seat, other, view.history(), (), (), ())
    assert other.tobytes() == view.state.tobytes()
    assert RandomBot(seed).choose(twin) == RandomBot(seed).choose(view)
    for policy in (highest, dicing):
        chosen = [PolicyBot("greedy", 5).choose(with_policy(v, policy)) for v in (view, twin)]
        assert chosen[0] == chosen[1]


@every_variant
def test_the_policies_of_a_game_play_whole_matches(variant: Variant) -> None:
    """Both of them, on views alone; a view with the same bytes gets the same decision."""
    match = new(variant)
    policies = [name for name in ("greedy", "beginner") if hasattr(match.contract.search, name)]
    bots = [goatherd.bot(policies[seat % 2]) for seat in range(match.players) if policies]
    while bots and match.turn is not None:
        view = match.view(match.turn)
        twin = View(view.contract, view.seat, view.state.copy(), (), (), (), ())
        decision = bots[match.turn].choose(view)
        assert goatherd.bot(bots[match.turn].name).choose(twin) == decision
        match.play(decision)
    assert match.over == bool(bots)


def test_a_seeded_bot_chooses_evenly() -> None:
    match = goatherd.load("goita").new(seed=3)
    view = match.view(match.turn)
    legal = view.legal()
    chosen = Counter(RandomBot(seed).choose(view) for seed in range(1000 * len(legal)))
    assert set(chosen) == set(legal)
    assert max(abs(count - 1000) for count in chosen.values()) < 150


def test_a_bot_without_a_seed_chooses_anew_each_time() -> None:
    match = goatherd.load("goat-n-goat").new(seed=3)
    view = match.view(match.turn)
    bot = RandomBot()
    assert {bot.choose(view) for _ in range(200)} == set(view.legal())


@every_variant
def test_a_policy_is_asked_and_leaves_the_view_alone(variant: Variant) -> None:
    match = new(variant)
    for position in walk(match, random.Random(1), 40):
        if position.over:
            break
        view = position.view(position.turn)
        before = view.state.tobytes()
        assert PolicyBot("greedy").choose(with_policy(view, highest)) == view.legal()[-1]
        assert PolicyBot("greedy").choose(with_policy(view, dicing)) in view.legal()
        assert view.state.tobytes() == before


def test_a_game_without_a_policy_says_so() -> None:
    match = goatherd.load("goita").new(seed=1)
    with pytest.raises(BotFailed, match="Goita has no policy 'cunning'"):
        PolicyBot("cunning").choose(match.view(match.turn))


def test_an_illegal_policy_is_caught() -> None:
    match = goatherd.load("goita").new(seed=1)
    view = match.view(match.turn)
    with pytest.raises(BotFailed, match="not legal"):
        PolicyBot("greedy").choose(with_policy(view, lambda s, choices, n: 0))


@pytest.mark.parametrize("seed", [-1, 2**128, True, "7", 1.5])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    for make in (RandomBot, lambda seed: PolicyBot("greedy", seed)):
        with pytest.raises(BadOption, match="a seed is a number from 0"):
            make(seed)


def test_numbers_differ_by_seed_and_by_view() -> None:
    match = goatherd.load("goita").new(seed=1)
    views = [match.view(seat) for seat in range(4)]
    numbers = {number_of(view, seed) for view in views for seed in (0, 1, 2**128 - 1)}
    assert len(numbers) == 12
