"""Compiled play is interpreted play: the same source, the same bytes."""

from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import rng
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import imagine, observe, redact, setup, winners
from goatherd.interpreted import as_record
from goatherd.view import legal_numbers, seat_numbers
from tests.matches import Variant, label, variants

every_variant = pytest.mark.parametrize("variant", variants(), ids=label)


@compiled
def deal_states(states: Any) -> None:
    for i in range(states.size):
        setup(states[i])


@compiled
def redact_states(states: Any, seat: int) -> None:
    for i in range(states.size):
        redact(states[i], seat)


@compiled
def imagine_states(states: Any, seat: int) -> None:
    for i in range(states.size):
        rng.seed_fast(states[i], np.uint64(5), i)
        imagine(states[i], seat)


@compiled
def observe_states(states: Any, seat: int, out: Any) -> None:
    for i in range(states.size):
        observe(states[i], seat, out[i])


@compiled
def winners_of_states(states: Any, out: Any) -> None:
    for i in range(states.size):
        winners(states[i], out[i])


class Twins:
    """A batch, and the same matches played by the interpreted rules."""

    def __init__(self, variant: Variant, size: int, seed: int) -> None:
        name, players, options = variant
        self.game = goatherd.load(name)
        self.contract = self.game.contract
        self.batch = self.game.batch(size, players=players, seed=seed, **options)
        self.states = [self._start(players, options, seed, i) for i in range(size)]

    def _start(self, players: int, options: dict[str, object], seed: int, i: int) -> Any:
        state = np.zeros(1, self.contract.rules.state)
        s = as_record(state)
        self.contract.rules.configure(s, players, self.game.checked_options(options))
        rng.seed_fast(s, seed, i)
        self.contract.rules.setup(s)
        return state

    def step(self) -> None:
        actions = self.batch.random_actions()
        self.batch.step(actions)
        for state, action in zip(self.states, actions, strict=True):
            if action >= 0:
                self.contract.rules.apply(as_record(state), int(action))

    def check(self) -> None:
        assert self.batch.states.tobytes() == b"".join(state.tobytes() for state in self.states)
        for i, state in enumerate(self.states):
            legal = legal_numbers(self.contract, as_record(state))
            assert np.flatnonzero(self.batch.legal_mask[i]).tolist() == legal

    def play(self) -> None:
        self.check()
        while not self.batch.over.all():
            self.step()
            self.check()
        for rule, got in (
            (self.contract.rules.scores, self.batch.scores),
            (self.contract.rules.winners, self._winners()),
        ):
            assert [seat_numbers(rule, as_record(s)) for s in self.states] == got.tolist()

    def _winners(self) -> Any:
        out = np.zeros((self.batch.size, self.batch.players), np.int64)
        winners_of_states(self.batch.states, out)
        return out


@every_variant
def test_matches_step_by_step(variant: Variant) -> None:
    Twins(variant, 6, 1).play()


@pytest.mark.slow
@every_variant
def test_many_matches_step_by_step(variant: Variant) -> None:
    for seed in range(2, 5):
        Twins(variant, 24, seed).play()


@every_variant
def test_views_imagined_matches_and_observations(variant: Variant) -> None:
    twins = Twins(variant, 4, 9)
    width = sum(part.size for part in twins.game.observation)
    for step in range(61):
        twins.step()
        if step % 30:
            continue
        for seat in (*range(twins.batch.players), twins.contract.facts.spectator):
            compare_views(twins, seat, width)


def compare_views(twins: Twins, seat: int, width: int) -> None:
    fast = twins.batch.states.copy()
    redact_states(fast, seat)
    plain = [state.copy() for state in twins.states]
    for state in plain:
        twins.contract.rules.redact(as_record(state), seat)
    assert fast.tobytes() == b"".join(state.tobytes() for state in plain)
    if seat < twins.batch.players:
        seen = np.zeros((len(plain), width), np.float32)
        observe_states(fast, seat, seen)
        for i, state in enumerate(plain):
            row = np.full(width, 7, np.float32)
            twins.contract.search.observe(as_record(state), seat, row)
            assert row.tolist() == seen[i].tolist()
    imagine_states(fast, seat)
    for i, state in enumerate(plain):
        rng.seed_fast(as_record(state), 5, i)
        twins.contract.rules.imagine(as_record(state), seat)
    assert fast.tobytes() == b"".join(state.tobytes() for state in plain)


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
