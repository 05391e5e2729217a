"""Compiled play is interpreted play: the same source, the same bytes."""

from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import rng
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import setup
from goatherd.fast.twins import Twins
from goatherd.interpreted import as_record
from goatherd.testing import PropertyBroken, check_property
from tests.matches import Variant, functions_of, label, variants

every_variant = pytest.mark.parametrize("variant", variants(), ids=label)


@compiled
def deal_states(states: Any) -> None:
    for i in range(states.size):
        setup(states[i])


def play(twins: Twins) -> None:
    twins.check()
    while not twins.batch.over.all():
        twins.step()
        twins.check()
    twins.check_ends()


def twins_of(variant: Variant, size: int, seed: int) -> Twins:
    name, players, options = variant
    return Twins(goatherd.load(name), players, options, size, seed)


@every_variant
def test_matches_step_by_step(variant: Variant) -> None:
    play(twins_of(variant, 6, 1))


@pytest.mark.slow
@every_variant
def test_many_matches_step_by_step(variant: Variant) -> None:
    for seed in range(2, 5):
        play(twins_of(variant, 24, seed))


@every_variant
def test_views_imagined_matches_and_observations(variant: Variant) -> None:
    twins = twins_of(variant, 4, 9)
    for step in range(61):
        twins.step()
        if step % 30:
            continue
        for seat in (*range(twins.batch.players), twins.contract.facts.spectator):
            twins.check_views(seat)


@pytest.mark.parametrize("name", goatherd.games())
def test_the_keyed_generator_deals_the_same(name: str) -> None:
    game = goatherd.load(name)
    matches = [game.new(seed=seed * 0x1234567890ABCDEF1234567890ABCDE) for seed in range(9)]
    states = np.zeros(len(matches), game.contract.rules.state)
    for i, match in enumerate(matches):
        start = np.zeros(1, game.contract.rules.state)
        game.contract.rules.configure(as_record(start), match.players, match.options)
        rng.seed_keyed(as_record(start), match.seed)
        states[i] = start[0]
    deal_states(states)
    assert states.tobytes() == b"".join(match.state.tobytes() for match in matches)


def test_rules_that_compile_to_something_else_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = functions_of("goita", "apply")["apply"]

    def other(s: Any, action: int) -> None:
        apply(s, action)
        s.players = 3

    monkeypatch.setitem(functions_of("goita", "apply"), "apply", other)
    with pytest.raises(PropertyBroken) as found:
        check_property("compiled rules are the interpreted ones", ("goita", 4, {}), 2)
    said = "goita 4, seed 2, after decision 1: a record is another compiled than interpreted: "
    assert said + "players" in str(found.value)
