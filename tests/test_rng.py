"""Chance: the published SipHash, fair draws, the same numbers for good."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from goatherd import rng
from goatherd.interpreted import as_record
from goatherd.rule import record_type

CHANCE = record_type([rng.RNG, ("cards", np.int8, (60,))])


def keyed(seed: int) -> Any:
    s = as_record(np.zeros(1, CHANCE))
    rng.seed_keyed(s, seed)
    return s


def fast(seed: int, index: int = 0) -> Any:
    s = as_record(np.zeros(1, CHANCE))
    rng.seed_fast(s, seed, index)
    return s


def test_siphash_agrees_with_its_reference() -> None:
    """The reference test vector for the key 00 01 .. 0f and the message 00 01 .. 07."""
    low, high = 0x0706050403020100, 0x0F0E0D0C0B0A0908
    assert rng.siphash(low, high, 0x0706050403020100) == 0x93F5F5799A932462


def test_a_seed_gives_the_same_numbers_for_good() -> None:
    s = keyed(0x0F0E0D0C0B0A09080706050403020100)
    assert [rng.draw(s) for _ in range(2)] == [
        rng.siphash(0x0706050403020100, 0x0F0E0D0C0B0A0908, count) for count in range(2)
    ]
    assert [rng.below(keyed(7), n) for n in (2, 10, 100, 1000)] == [0, 1, 12, 128]


@pytest.mark.parametrize("start", [keyed, fast])
@pytest.mark.parametrize("n", [1, 2, 3, 7, 84])
def test_draws_are_even(start: Any, n: int) -> None:
    s = start(3)
    draws = Counter(rng.below(s, n) for _ in range(200 * n))
    assert set(draws) <= set(range(n))
    spread = sum((draws[i] - 200) ** 2 / 200 for i in range(n))
    assert spread < n + 6 * (2 * n) ** 0.5


@pytest.mark.parametrize("start", [keyed, fast])
def test_parts_of_one_are_even(start: Any) -> None:
    s = start(5)
    parts = np.sort([rng.part(s) for _ in range(2000)])
    assert 0.0 <= parts[0] <= parts[-1] < 1.0
    assert np.abs(parts - np.arange(0.5, 2000) / 2000).max() < 1.63 / 2000**0.5


@pytest.mark.parametrize("start", [keyed, fast])
@pytest.mark.parametrize("n", [0, 1, 2, 5, 60])
def test_a_shuffle_keeps_the_cards(start: Any, n: int) -> None:
    s = start(4)
    s.cards[:] = np.arange(60)
    rng.shuffle(s, s.cards, n)
    assert sorted(s.cards) == list(range(60))
    assert list(s.cards[n:]) == list(range(n, 60))


@pytest.mark.parametrize("start", [keyed, fast])
def test_every_order_is_as_likely(start: Any) -> None:
    s = start(5)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(4800):
        s.cards[:4] = range(4)
        rng.shuffle(s, s.cards, 4)
        orders[tuple(map(int, s.cards[:4]))] += 1
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 23 + 6 * 46**0.5


def test_streams_differ() -> None:
    firsts = {rng.draw(fast(seed, index)) for seed in range(20) for index in range(20)}
    assert len(firsts) == 400
