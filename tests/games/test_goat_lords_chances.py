"""The tables by which the sensible player of Goat Lords spares divisions."""

from hypothesis import given
from hypothesis import strategies as st

from goatherd.games.goat_lords.cards import MAX_CARDS
from goatherd.games.goat_lords.deck import MAX_POINTS
from goatherd.games.goat_lords.greedy import CHANCES, SAFE, divided

MOST = SAFE * MAX_CARDS * MAX_POINTS
"""A stack of all the cards there can be."""


@given(st.integers(0, MOST), st.integers(1, MAX_CARDS))
def test_points_are_divided_exactly(points: int, n: int) -> None:
    assert divided(points, n) == points // n
    whole = points // n * n
    assert divided(whole, n) == whole // n
    assert divided(max(whole - 1, 0), n) == max(whole - 1, 0) // n


def test_the_more_a_defender_is_expected_to_hold_the_less_is_won() -> None:
    for chances in CHANCES:
        assert chances[0] == SAFE
        assert (chances[1:] <= chances[:-1]).all()


def test_two_cards_win_more_than_one() -> None:
    """With one card expected against them, one wins 40 and two win 80 of 100 duels."""
    assert (CHANCES[2] >= CHANCES[1]).all()
    assert CHANCES[:, SAFE].tolist() == [80, 40, 80]
