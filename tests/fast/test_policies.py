"""Matches by policies: compiled as interpreted, and each policy stronger than the one below."""

from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import BadOption, rng
from goatherd.fast.kernels import CHANCE
from goatherd.fast.policies import (
    BEGINNER,
    GREEDY,
    OWN_CHANCE,
    POLICIES,
    RANDOM,
    play_policies,
    ways_to_sit,
)
from goatherd.fast.simulate import Playouts, template
from goatherd.interpreted import as_record
from goatherd.view import seat_numbers
from tests.matches import Variant, label, variants

SIDES = {"goita", "goat-1916"}
"""Games of two sides, which sit alternately."""

TABLES = [(name, n) for name in goatherd.games() for n in goatherd.load(name).players]
every_table = pytest.mark.parametrize(("name", "players"), TABLES)
every_variant = pytest.mark.parametrize("variant", variants(), ids=label)


class Plain:
    """The same matches by the interpreted rules."""

    def __init__(self, variant: Variant, seed: int, policies: list[int]) -> None:
        name, self.players, options = variant
        self.game = goatherd.load(name)
        self.contract = self.game.contract
        self.start = template(self.game, self.players, options)
        self.seed = seed
        self.policies = policies
        self.turns = ways_to_sit(policies)

    def play(self, i: int) -> tuple[list[int], list[int], int]:
        """Scores and winners of match i by player, and how many decisions were made."""
        state = self.start.copy()
        s = as_record(state)
        rng.seed_fast(s, self.seed, i // self.turns)
        chance = as_record(np.zeros(1, CHANCE))
        rng.seed_fast(chance, self.seed ^ OWN_CHANCE, i)
        self.contract.rules.setup(s)
        made = 0
        while s.turn >= 0:
            self.contract.rules.apply(s, self.decide(s, i, chance))
            made += 1
        ranks = (
            seat_numbers(rule, s)
            for rule in (self.contract.rules.scores, self.contract.rules.winners)
        )
        points, won = ([row[self.seat(p, i)] for p in range(self.players)] for row in ranks)
        return points, won, made

    def seat(self, player: int, i: int) -> int:
        return (player + i % self.turns) % self.players

    def decide(self, s: Any, i: int, chance: Any) -> int:
        choices = np.zeros(512, np.int16)
        n = self.contract.rules.legal(s, choices)
        sits = [self.seat(player, i) for player in range(self.players)]
        policy = POLICIES[self.policies[sits.index(s.turn)]]
        if policy == "random":
            return int(choices[rng.below(chance, n)])
        decided: int = getattr(self.contract.search, policy)(s, choices, n)
        return decided


@every_variant
def test_compiled_policies_decide_as_interpreted_ones(variant: Variant) -> None:
    name, players, options = variant
    policies = [(BEGINNER, GREEDY, GREEDY, RANDOM)[i % 4] for i in range(players)]
    got = play_policies(goatherd.load(name), 1, players, 5, policies, options)
    plain = Plain(variant, 5, policies)
    for i in range(plain.turns):
        points, won, made = plain.play(i)
        assert got.scores[i].tolist() == points
        assert got.winners[i].tolist() == won
        assert got.lengths[i] == made


def seated(name: str, players: int, one: int, rest: int) -> list[int]:
    """One policy against another: a side each, or one player against all others."""
    if name in SIDES:
        return [one, rest] * (players // 2)
    return [one] + [rest] * (players - 1)


def share(done: Playouts, name: str) -> float:
    """Of the wins, how many the first player has; a shared win counts in part."""
    wins = done.winners[:, :2] if name in SIDES else done.winners
    return float((wins[:, 0] / np.maximum(wins.sum(1), 1)).mean())


def lead(done: Playouts) -> float:
    """By how many standard errors the first player's score is above that of the next one."""
    margin = (done.scores[:, 0] - done.scores[:, 1]).astype(float)
    return float(margin.mean() / (margin.std() / np.sqrt(margin.size)))


@pytest.mark.parametrize(("better", "worse"), [(GREEDY, BEGINNER), (BEGINNER, RANDOM)])
@every_table
def test_each_policy_beats_the_one_below(name: str, players: int, better: int, worse: int) -> None:
    policies = seated(name, players, better, worse)
    done = play_policies(goatherd.load(name), 1000, players, 11, policies, {})
    even = 1 / 2 if name in SIDES else 1 / players
    assert share(done, name) > 1.2 * even
    assert lead(done) > 8


def test_a_deal_is_played_from_every_seat() -> None:
    game = goatherd.load("goita")
    done = play_policies(game, 50, 4, 3, [GREEDY, BEGINNER] * 2, {})
    assert done.lengths.size == 2 * 50
    again = play_policies(game, 50, 4, 3, [BEGINNER, GREEDY] * 2, {})
    assert done.scores[0::2].tolist() == again.scores[1::2][:, [1, 2, 3, 0]].tolist()
    assert done.lengths[1::2].tolist() == again.lengths[0::2].tolist()


@pytest.mark.parametrize(
    ("policies", "ways"), [([0, 0, 0], 1), ([2, 0, 2, 0], 2), ([2, 1, 1], 3), ([2, 2, 0, 0], 4)]
)
def test_seatings_that_differ_are_played_once(policies: list[int], ways: int) -> None:
    assert ways_to_sit(policies) == ways


def test_one_thread_or_many() -> None:
    game = goatherd.load("goat-n-goat")
    one, many = (
        play_policies(game, 3000, 2, 1, [GREEDY, RANDOM], {}, threads=threads) for threads in (1, 2)
    )
    assert all((a == b).all() for a, b in zip(one, many, strict=True))


@pytest.mark.parametrize("policies", [[GREEDY], [GREEDY, RANDOM, 3, RANDOM]])
def test_policies_that_do_not_fit_are_refused(policies: list[int]) -> None:
    with pytest.raises(BadOption, match="one a player"):
        play_policies(goatherd.load("goita"), 1, 4, 1, policies, {})
