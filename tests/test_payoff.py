"""Payoffs: what a search takes the end of a match to be worth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd.games.goita.outlook import chance_to_win
from goatherd.interpreted import as_record
from goatherd.payoff import pay
from tests.matches import Variant, advanced, label, variants

points = st.lists(st.integers(-50, 400), min_size=2, max_size=6)


def paid(scores: list[int], swing: float = 20.0) -> list[float]:
    """The payoffs of players who play each for themselves."""
    won = np.array([score == max(scores) for score in scores], np.int8)
    out = np.zeros(len(scores))
    pay(len(scores), len(scores), scores, won, swing, out)
    return list(out)


@given(points)
def test_payoffs_lie_between_0_and_1_and_follow_the_points(scores: list[int]) -> None:
    payoffs = paid(scores)
    assert all(0 <= payoff <= 1 for payoff in payoffs)
    for one, other in zip(range(len(scores)), range(1, len(scores)), strict=False):
        if scores[one] > scores[other]:
            assert payoffs[one] > payoffs[other]
        if scores[one] == scores[other]:
            assert payoffs[one] == payoffs[other]


@given(points, st.integers(1, 30))
def test_more_points_are_never_worth_less(scores: list[int], more: int) -> None:
    richer = [scores[0] + more, *scores[1:]]
    assert paid(richer)[0] > paid(scores)[0]
    for seat in range(1, len(scores)):
        assert paid(richer)[seat] <= paid(scores)[seat]


def test_a_win_is_worth_more_than_any_margin() -> None:
    assert paid([21, 20])[0] > paid([19, 20])[0] + 0.5


@pytest.mark.parametrize("variant", variants(), ids=label)
def test_the_ends_of_all_games_are_paid(variant: Variant) -> None:
    """The winners get most, and those who play together get the same."""
    match = advanced(variant, seed=11, decisions=100_000)
    contract = match.contract
    won = np.zeros(8, np.int8)
    won[match.winners()] = 1
    scores = np.array([*match.scores(), *[0] * 8], np.int32)
    out = np.zeros(8, np.float32)
    state = as_record(match.state)
    contract.search.payoffs(state, state, scores, won, out)
    payoffs = out[: match.players]
    assert (payoffs >= 0).all()
    assert (payoffs <= 1).all()
    for seat in range(match.players):
        if match.winners():
            assert (payoffs[seat] == payoffs.max()) == (seat in match.winners())
        assert payoffs[seat] == payoffs[seat % contract.facts.sides(match.players)]


@given(st.integers(1, 100), st.integers(0, 1000), st.integers(0, 1000))
def test_the_chance_to_win_a_match_of_goita(tens: int, ours: int, theirs: int) -> None:
    target = 10 * tens
    if ours >= target and theirs >= target:
        return
    chance = chance_to_win(target, ours, theirs)
    assert 0 <= chance <= 1
    assert chance + chance_to_win(target, theirs, ours) == pytest.approx(1)
    if max(ours, theirs) < target:
        assert chance_to_win(target, ours + 10, theirs) > chance


def test_every_game_has_a_tuning() -> None:
    for name in goatherd.games():
        tuning = goatherd.load(name).contract.search.tuning
        assert tuning.bonus > 0
        assert 0 <= tuning.prior < 1
        assert 0 <= tuning.epsilon < 1
