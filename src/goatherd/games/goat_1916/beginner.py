"""A beginner at Goat: the highest card, if it takes the book; otherwise a goat, or the lowest."""

from typing import Any

from goatherd.games.goat_1916.cards import GOAT, NUMBER, PLAY
from goatherd.games.goat_1916.rules import FOLLOWING, LEADING, side_of, taker
from goatherd.rule import State, rule


@rule
def beginner(s: State, choices: Any, n: int) -> int:
    """Plays its highest card to take the book, even from a partner; when that will not do, throws
    a goat away, or its lowest card if a partner has the book. Never searches."""
    if s.phase == LEADING:
        return highest(choices, n, 0)
    if s.phase != FOLLOWING:
        return int(choices[0])
    top = highest(choices, n, PLAY)
    if NUMBER[top - PLAY] > highest_played(s):
        return top
    if choices[n - 1] == PLAY + GOAT and side_of(taker(s)) != side_of(s.turn):
        return PLAY + GOAT
    return lowest(choices, n, PLAY)


@rule
def highest(choices: Any, n: int, first: int) -> int:
    """The choice of the highest number; `first` is that of the first kind."""
    best = int(choices[0])
    for i in range(1, n):
        if choices[i] - first <= GOAT and NUMBER[choices[i] - first] > NUMBER[best - first]:
            best = int(choices[i])
    return best


@rule
def lowest(choices: Any, n: int, first: int) -> int:
    """The choice of the lowest number that is no goat, if there is one."""
    best = int(choices[0])
    for i in range(1, n):
        if choices[i] - first < GOAT and NUMBER[choices[i] - first] < NUMBER[best - first]:
            best = int(choices[i])
    return best


@rule
def highest_played(s: State) -> int:
    """The highest number in the book."""
    top = 0
    for place in range(s.played):
        top = max(top, int(NUMBER[s.book[place]]))
    return top
