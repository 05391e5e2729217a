"""Perft: how many sequences of decisions there are from fixed deals, pinned.

A wrong rule, a missing or an extra decision almost never leaves all of these numbers as they are.
"""

import random
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import Match
from goatherd.interpreted import as_record
from goatherd.rule import NOBODY
from goatherd.view import legal_numbers
from tests.matches import walk

COUNTS = {
    ("goat-n-goat", 2, 1): [3, 5, 14, 45, 111, 252, 630, 1424],
    ("goat-n-goat", 2, 2): [2, 3, 9, 33, 74, 172, 620, 1248],
    ("goat-n-goat", 3, 1): [3, 5, 11, 32, 78, 168, 413, 978],
    ("goat-n-goat", 3, 2): [2, 3, 9, 34, 82, 206, 736],
    ("goat-n-goat", 4, 1): [3, 5, 17, 61, 153, 402, 1410],
    ("goat-n-goat", 4, 2): [2, 3, 13, 60, 180, 552, 2172],
    ("goat-n-goat", 5, 1): [3, 5, 17, 61, 153, 402, 1410],
    ("goat-n-goat", 5, 2): [2, 3, 11, 46, 122, 316, 1134],
    ("goat-1916", 4, 1): [8, 24, 88, 352, 2004],
    ("goat-1916", 4, 2): [8, 20, 72, 276, 1596],
    ("goat-1916", 6, 1): [8, 24, 72, 276, 972],
    ("goat-1916", 6, 2): [8, 24, 72, 276, 828],
    ("goat-1916", 8, 1): [6, 24, 88, 352, 1152],
    ("goat-1916", 8, 2): [6, 24, 72, 234, 768],
    ("goita", 4, 1): [1, 1, 1, 1, 4, 11, 22, 77, 205, 617, 1359],
    ("goita", 4, 2): [1, 1, 1, 1, 7, 37, 92, 311, 531, 1235],
    ("goat-lords", 2, 1): [5, 57, 299, 2710],
    ("goat-lords", 2, 2): [8, 45, 389, 2662],
    ("goat-lords", 3, 1): [6, 68, 562, 2984],
    ("goat-lords", 3, 2): [8, 45, 368, 2671],
    ("goat-lords", 4, 1): [6, 68, 562, 2904],
    ("goat-lords", 4, 2): [9, 46, 377, 1972],
    ("goat-lords", 5, 1): [6, 68, 562, 2904],
    ("goat-lords", 5, 2): [8, 41, 336, 1782],
    ("goat-lords", 6, 1): [5, 57, 473, 2455],
    ("goat-lords", 6, 2): [8, 33, 232, 1394],
}
"""By game, players and seed: how many sequences of one, two, three ... decisions."""

LATE = {
    ("goat-n-goat", 2, 1, "deck_end", "short"): [6, 12, 36, 98, 362, 1011],
    ("goat-n-goat", 3, 1, "deck_end", "short"): [4, 5, 18, 64, 177, 624],
    ("goat-n-goat", 3, 2, "deck_end", "short"): [8, 16, 56, 276, 1316],
    ("goat-lords", 2, 16, "goatinhood", "herds"): [7, 32, 247],
    ("goat-lords", 4, 12, "goatinhood", "herds"): [7, 47, 313],
    ("goat-lords", 6, 7, "goatinhood", "herds"): [8, 67, 300],
}
"""The same with an option that matters late, from the first place in a random match where it does:
by game, players, seed of deal and decisions, and option."""


OPPONENTS = ["11111345", "11111267", "22233344", "45556789"]
PARTNERS = ["11111345", "22233344", "11111267", "45556789"]
CALLS = [
    (OPPONENTS, "on", [2, 4, 4, 4, 10, 27, 58, 111]),
    (OPPONENTS, "open", [2, 4, 4, 4, 10, 27, 58, 111]),
    (PARTNERS, "on", [2, 2, 4, 4, 8, 23, 47, 75]),
    (PARTNERS, "open", [2, 2, 4, 3, 8, 23, 47, 75]),
]
"""Goita with two hands of five pawns: open calls of partners end the match a decision earlier."""

WHOLE = {
    ("goat-n-goat", 1): [1, 1, 2, 4, 8, 12, 16, 16, 24, 38, 48, 60, 72, 78, 40],
    ("goat-n-goat", 2): [1, 1, 2, 4, 8, 10, 12, 12, 18, 30, 48, 48, 48, 36, 10],
    ("goat-1916", 1): [4, 8, 8, 16, 21, 26, 26, 26, 18, 18],
    ("goat-1916", 3): [3, 4, 8, 14, 20, 32, 40, 48, 40, 40, 16, 16],
    ("goita", 1): [2, 2, 4, 6, 10, 15, 23, 30, 34, 38, 44, 46, 40, 30, 22, 16, 10, 4, 2],
    ("goita", 3): [1, 1, 2, 4, 6, 8, 12, 17, 19, 18, 21, 23, 24, 19, 11, 8, 5, 4, 3],
    ("goat-lords", 1): [3, 8, 32, 60, 69, 41, 32, 37, 14],
    ("goat-lords", 2): [3, 11, 30, 68, 92, 68, 27, 13],
}
"""All sequences of decisions that there are in a mini, from fixed deals to the end."""


def perft(match: Match, depth: int) -> list[int]:
    """The number of sequences of each length up to a depth."""
    counts = [0] * depth
    _count(match, match.state, 0, counts)
    return counts


def _count(match: Match, state: np.ndarray[Any, Any], made: int, counts: list[int]) -> None:
    s = as_record(state)
    if s.turn == NOBODY or made == len(counts):
        return
    for action in legal_numbers(match.contract, s):
        counts[made] += 1
        after = state.copy()
        match.contract.rules.apply(as_record(after), action)
        _count(match, after, made + 1, counts)


@pytest.mark.parametrize("deal", COUNTS, ids=str)
def test_sequences_of_decisions(deal: tuple[str, int, int]) -> None:
    name, players, seed = deal
    match = goatherd.load(name).new(players=players, seed=seed)
    assert perft(match, len(COUNTS[deal])) == COUNTS[deal]


def test_every_game_and_number_of_players_is_counted() -> None:
    assert {deal[:2] for deal in COUNTS} == {
        (name, players) for name in goatherd.games() for players in goatherd.load(name).players
    }


@pytest.mark.parametrize("deal", WHOLE, ids=str)
def test_sequences_of_decisions_of_a_mini_to_the_end(deal: tuple[str, int]) -> None:
    name, seed = deal
    game = goatherd.load(name)
    match = game.new(seed=seed, size="mini")
    assert perft(match, len(WHOLE[deal]) + 1) == [*WHOLE[deal], 0]


@pytest.mark.parametrize("deal", LATE, ids=str)
def test_sequences_of_decisions_with_an_option_that_matters_late(
    deal: tuple[str, int, int, str, str],
) -> None:
    name, players, seed, option, value = deal
    chosen = late(goatherd.load(name).new(players=players, seed=seed, **{option: value}))
    assert perft(chosen, len(LATE[deal])) == LATE[deal]
    assert perft(late(goatherd.load(name).new(players=players, seed=seed)), 3) != LATE[deal][:3]


def late(match: Match) -> Match:
    """A match played on at random until little is left in the deck, or a Goatinhood is there."""
    for position in walk(match, random.Random(match.seed)):
        if position.game == "goat-n-goat":
            if position.view(None).status()["deck"] in (0, 1, 2):
                break
        elif "action goatinhood" in position.legal():
            break
    return match


@pytest.mark.parametrize(("hands", "calls", "counts"), CALLS)
def test_sequences_of_calls(hands: list[str], calls: str, counts: list[int]) -> None:
    match = goatherd.load("goita").new(order=hands, seed=1, pawn_calls=calls)
    assert perft(match, len(counts)) == counts
