"""What every game must have, and what this one has besides."""

import pytest

import goatherd
from goatherd.testing import PROPERTIES, check_game, check_property, variants


def test_it_has_what_every_game_must_have() -> None:
    check_game("my-game")


@pytest.mark.parametrize("about", PROPERTIES)
def test_one_by_one(about: str) -> None:
    check_property(about, variants("my-game")[0], seed=7)


def test_the_highest_card_wins_a_trick() -> None:
    match = goatherd.load("my-game").new(players=2, seed=1)
    cards = []
    for _ in range(2):
        cards.append(int(match.legal()[-1].removeprefix("play ")))
        match.play(match.legal()[-1])
    best = cards.index(max(cards))
    assert match.turn == best
    assert match.scores()[best] == 1
