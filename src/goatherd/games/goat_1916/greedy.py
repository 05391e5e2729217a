"""A sensible player of Goat: searches for goats, feeds red cards to sure books, and throws goats
into lost ones."""

from typing import Any

import numpy as np

from goatherd.games.goat_1916.cards import (
    COMMAND,
    GOAT,
    HAND,
    NUMBER,
    PLAY,
    RANKS,
    SEARCH,
    SEATS,
    SHOW,
)
from goatherd.games.goat_1916.rules import (
    COMMANDING,
    FOLLOWING,
    LEADING,
    LEADING_SEARCHED,
    SEARCHING,
    kind_of,
    points,
    side_of,
)
from goatherd.rule import State, rule

BEATEN = np.array([0, 20, 36, 50, 60, 70, 78, 84, 88, 92, 94, 96, 100], np.int16)
"""In percent: how often one player beats a card, by how many numbers are above it."""
HOLDS = np.array(
    [[round(100 * (1 - p / 100) ** others) for p in BEATEN] for others in range(SEATS // 2 + 1)],
    np.int16,
)
"""In percent: how often so many players do not."""
TO_COME = 4
"""Points that each player still to come adds to a book, on average."""
RID_OF_GOAT = 6
"""Points that it is worth to be rid of a goat."""
SURE = 100
WORST = -(1 << 40)
PLACES = 8
"""More than there are choices: a worth times this, less its place, finds the first of the best."""

LOST, OPEN, WON = range(-1, 2)
"""Whose a book is: decided by a goat, or not yet."""


@rule
def greedy(s: State, choices: Any, n: int) -> int:
    """The decision of a player who asks who will take this book; one of `choices[:n]`."""
    if n == 1:
        return int(choices[0])
    seat = int(s.turn) & 7
    if s.phase == FOLLOWING:
        return best_card(s, seat, choices, n, PLAY)
    if s.phase == LEADING and choices[n - 1] >= SHOW:
        return show(choices, n)
    if s.phase == SEARCHING:
        return search(s, seat, choices, n)
    if s.phase == COMMANDING:
        return command(s, choices, n)
    return best_card(s, seat, choices, n, 0)


# The right of search


@rule
def show(choices: Any, n: int) -> int:
    """Show the highest red card, which will be led if the search finds a goat; else a goat."""
    if choices[n - 1] == SHOW + GOAT and choices[n - 2] >= SHOW:
        return int(choices[n - 2])
    return int(choices[n - 1])


@rule
def search(s: State, seat: int, choices: Any, n: int) -> int:
    """An opponent known to hold a goat; otherwise the one of whose hand the least is known."""
    best = 0
    most = -SURE
    for i in range(n):
        promise = 0
        for place in range(HAND):
            card = int(s.hand[choices[i] - SEARCH, place])
            if card & (1 << seat) == 0:  # the seat knows of it
                promise += SURE if kind_of(card) == GOAT else -1
        if promise > most:
            most = promise
            best = i
    return int(choices[best])


@rule
def command(s: State, choices: Any, n: int) -> int:
    """What brings us the book, or points if it is ours anyway; but opponents gladly lose goats."""
    lead = int(NUMBER[s.book[0]])
    pot = points(int(s.book[0])) + TO_COME * (int(s.players) - 2)
    best = WORST
    for i in range(n):
        kind = int(choices[i]) - COMMAND
        number = int(NUMBER[kind])
        above = int(s.lowest) + RANKS - 1 - max(number, lead)
        chance = SURE
        if kind != GOAT:
            if number > lead:
                chance = int(BEATEN[above]) >> 1
            else:
                chance = int(HOLDS[(int(s.players) >> 1) - 1, above])
        worth = (2 * chance - SURE) * (pot + points(kind)) + SURE * later_worth(s, kind)
        best = max(best, worth * PLACES - i)
    return int(choices[-best & (PLACES - 1)])


@rule
def holds_goat(s: State, seat: int) -> bool:
    found = False
    for place in range(HAND):
        found |= kind_of(s.hand[seat, place]) == GOAT
    return found


# A card for a book


@rule
def fate(s: State, side: int) -> int:
    """Whether a goat has decided the book, or will, for or against this side."""
    if s.phase == LEADING_SEARCHED and holds_goat(s, int(s.searched)):
        return WON
    for place in range(s.played):
        if s.book[place] == GOAT:
            return LOST if side_of(s.by[place]) == side else WON
    return OPEN


@rule
def best_card(s: State, seat: int, choices: Any, n: int, first: int) -> int:
    """Weigh what each card does for this book against what it would be worth later."""
    side = side_of(seat)
    decided = fate(s, side)
    if decided != OPEN:
        return best_for_decided(s, choices, n, first, decided)
    to_come = int(s.players) - int(s.played) - 1
    pot = TO_COME * to_come
    lead = 0
    opponents = int(s.players) >> 1
    for place in range(s.played):
        theirs = side_of(s.by[place]) ^ side
        pot += points(int(s.book[place]))
        opponents -= theirs
        # Of equal numbers the first counts, so later ones are a bit lower; even ones are ours.
        lead = max(lead, 16 * int(NUMBER[s.book[place]]) - 2 * place + theirs)
    high = (lead + 14) >> 4
    ours = 1 - (lead & 1)
    rescued = int(to_come > opponents)
    best = WORST
    for i in range(n):
        kind = int(choices[i]) - first
        number = int(NUMBER[kind])
        above = int(s.lowest) + RANKS - 1 - max(number, high)
        held = int(number > high) | ours
        chance = held * int(HOLDS[opponents, above])
        chance += (1 - held) * rescued * (int(BEATEN[above]) >> 1)
        chance *= int(kind != GOAT)
        worth = (2 * chance - SURE) * (pot + points(kind)) - SURE * later_worth(s, kind)
        best = max(best, worth * PLACES - i)
    return int(choices[-best & (PLACES - 1)])


@rule
def best_for_decided(s: State, choices: Any, n: int, first: int, decided: int) -> int:
    """A goat has been played: red for our own book, nothing of worth for theirs."""
    best = WORST
    for i in range(n):
        kind = int(choices[i]) - first
        worth = decided * points(kind) - later_worth(s, kind)
        best = max(best, worth * PLACES - i)
    return int(choices[-best & (PLACES - 1)])


@rule
def later_worth(s: State, kind: int) -> int:
    """What a card in hand is worth later, in points: high ones take books, goats lose them."""
    above_lowest = int(NUMBER[kind]) - int(s.lowest)
    return (above_lowest * above_lowest) >> 3 if kind != GOAT else -RID_OF_GOAT
