"""A beginner at Goat 'n' Goat: lays as many cards as possible and takes the highest ones."""

from typing import Any

from goatherd.games.goat_n_goat.cards import CLAIM, DROP, HEIGHTS, NUMBER, PLAY, SKIP, TAKE
from goatherd.games.goat_n_goat.rules import (
    ALL_COLOURS,
    ALL_NUMBERS,
    CLAIMING,
    PLAYING,
    TAKING,
)
from goatherd.rule import State, rule


@rule
def beginner(s: State, choices: Any, n: int) -> int:
    """Lays all cards of the number it has most of, whatever flock that costs, takes the highest
    cards, drops the lowest and claims the highest mountain it can at once."""
    if s.phase == PLAYING and s.number > 0:
        return int(choices[0])
    best = 0
    for i in range(1, n):
        if eagerness(s, int(choices[i])) > eagerness(s, int(choices[best])):
            best = i
    return int(choices[best])


@rule
def eagerness(s: State, choice: int) -> int:
    """How much a beginner likes one of the choices, among others of the same kind."""
    if s.phase == PLAYING:
        return of_number(s, int(NUMBER[choice - PLAY]))
    if s.phase == TAKING:
        return int(NUMBER[choice - TAKE])
    if s.phase == CLAIMING:
        return (choice - CLAIM) % HEIGHTS if choice < SKIP else -1
    return -int(NUMBER[choice - DROP])


@rule
def of_number(s: State, number: int) -> int:
    """How many cards of a number the seat to act holds."""
    cards = 0
    for colour in range(ALL_COLOURS):
        cards += int(s.hand[s.turn, colour * ALL_NUMBERS + number - 1])
    return cards
