"""A sensible player of Goat: searches for goats, feeds red cards to sure books, and throws goats
into lost ones."""

from typing import Any

import numpy as np

from goatherd.games.goat_1916.cards import (
    COMMAND,
    GOAT,
    HAND,
    LEAD,
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
    legal,
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

THEIRS, RESCUED, OURS = range(3)
"""Whose a book is as it lies: theirs for good, theirs with a player of ours to come, or ours."""
DECIDED = 24
"""The number that a goat counts as here: it is above all, but the book goes to the other side."""
ABOVE = 18
"""More numbers than there can be above a card; a goat has 15 or more above it."""


def margin(opponents: int, lies: int, high: int, above: int) -> int:
    """In percent: how much more often than not a book is ours with this card in it, if so many
    opponents are to come. The highest card in it has `high` - 1 numbers above it."""
    if high == 0:
        return -SURE if lies == OURS else SURE
    if above >= RANKS:
        return -SURE
    above_both = min(above, high - 1)
    if above < high - 1 or lies == OURS:
        return 2 * int(HOLDS[opponents, above_both]) - SURE
    return 2 * (int(BEATEN[above_both]) >> 1) - SURE if lies == RESCUED else -SURE


MARGINS = np.array(
    [
        [margin(opponents, lies, high, above) for above in range(ABOVE)]
        for opponents in range(SEATS // 2 + 1)
        for lies in (THEIRS, RESCUED, OURS)
        for high in range(RANKS + 2)
    ],
    np.int8,
)
"""`margin` of all its cases: a search has no time for branches that cannot be foreseen."""
LATER = np.array(
    [(RANKS - 1 - above) ** 2 >> 3 if above < RANKS else -RID_OF_GOAT for above in range(ABOVE)],
    np.int8,
)
"""What a card in hand is worth later, in points: high ones take books, goats lose them."""
LEADS = np.array([16 * int(number) for number in (*NUMBER[:GOAT], DECIDED)], np.int16)
"""What each kind is worth in a book, sixteen times its number; of equal ones the first counts."""


@rule
def greedy(s: State, choices: Any, n: int) -> int:
    """The decision of a player who asks who will take this book; one of `choices[:n]`."""
    if n == 1:
        return int(choices[0])
    seat = int(s.turn) & 7
    if s.phase == FOLLOWING:
        return best_card(s, seat, PLAY, GOAT)
    if s.phase == LEADING and choices[n - 1] >= SHOW:
        return show(choices, n)
    if s.phase == SEARCHING:
        return search(s, seat, choices, n)
    if s.phase == COMMANDING:
        return command(s, choices, n)
    return best_card(s, seat, LEAD, GOAT - int(s.phase == LEADING_SEARCHED))


@rule
def guide(s: State, choices: Any, n: int) -> int:
    """The same for a search: who follows need not know what there is to choose."""
    if s.phase == FOLLOWING:
        return best_card(s, int(s.turn) & 7, PLAY, GOAT)
    return greedy(s, choices, n if n > 0 else legal(s, choices))


# The right of search


@rule
def show(choices: Any, n: int) -> int:
    """Show the highest red card, which will be led if the search finds a goat; else a goat."""
    red = (choices[n - 1] == SHOW + GOAT) & (choices[n - 2] >= SHOW)
    return int(choices[n - 1 - int(red)])


@rule
def search(s: State, seat: int, choices: Any, n: int) -> int:
    """An opponent known to hold a goat; otherwise the one of whose hand the least is known."""
    best = WORST
    for i in range(n):
        promise = 0
        for place in range(HAND):
            card = int(s.hand[choices[i] - SEARCH, place])
            known = int(card & (1 << seat) == 0)
            promise += known * ((SURE + 1) * int(kind_of(card) == GOAT) - 1)
        best = max(best, promise * PLACES - i)
    return int(choices[-best & (PLACES - 1)])


@rule
def command(s: State, choices: Any, n: int) -> int:
    """What brings us the book, or points if it is ours anyway; but opponents gladly lose goats."""
    top = int(s.lowest) + RANKS - 1
    above_lead = (top - int(NUMBER[s.book[0]])) & 15
    others = (int(s.players) >> 1) - 1
    pot = points(int(s.book[0])) + TO_COME * (int(s.players) - 2)
    best = WORST
    for i in range(n):
        kind = (int(choices[i]) - COMMAND) & 31
        above = (top - int(NUMBER[kind])) & 31
        beaten = int(above < above_lead)
        chance = beaten * (int(BEATEN[min(above, above_lead)]) >> 1)
        chance += (1 - beaten) * int(HOLDS[others, above_lead])
        chance = max(chance, SURE * int(kind == GOAT))
        worth = (2 * chance - SURE) * (pot + points(kind)) + SURE * int(LATER[above])
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
def best_card(s: State, seat: int, first: int, highest: int) -> int:
    """Weigh what each card does for this book against what it would be worth later; of the kinds
    up to the highest, which are played by decisions from `first` on.

    A search spends much of its time here. (The loop over the hand ends early, which keeps the
    compiler from making vectors of four cards: that would take twice as long. And a place that is
    masked cannot be counted from the end, so that compiled code need not ask.)
    """
    top = int(s.lowest) + RANKS - 1
    to_come = int(s.players) - int(s.played) - 1
    pot = TO_COME * to_come
    opponents = int(s.players) >> 1
    lead = 0
    if s.phase == LEADING_SEARCHED and holds_goat(s, int(s.searched)):
        lead = 16 * DECIDED + 1
    for place in range(s.played):
        kind = int(s.book[place])
        theirs = side_of(s.by[place]) ^ side_of(seat)
        pot += points(kind)
        opponents -= theirs
        # Of equal numbers the first counts, so later ones are a bit lower; even ones are ours.
        lead = max(lead, int(LEADS[kind]) - 2 * place + theirs)
    lies = max(OURS * (1 - (lead & 1)), int(to_come > opponents))
    high = min(max(top + 1 - ((lead + 14) >> 4), 0), RANKS + 1)
    book = (opponents * 3 + lies) * (RANKS + 2) + high
    best = WORST
    for place in range(HAND):
        kind = kind_of(s.hand[seat, place])
        if kind > highest:
            break
        above = (top - int(NUMBER[kind & 31])) & 31
        worth = int(MARGINS[book, above]) * (pot + points(kind & 31)) - SURE * int(LATER[above])
        best = max(best, worth * PLACES - place)
    return first + kind_of(s.hand[seat, -best & (PLACES - 1)])
