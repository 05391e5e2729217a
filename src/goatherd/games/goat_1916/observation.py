"""A view of Goat as numbers: what one seat knows, seats counted from its own."""

from typing import Any

from goatherd.games.goat_1916.cards import BLACK, GOAT, HAND, KINDS, NUMBER, SEATS
from goatherd.games.goat_1916.rules import (
    HIDDEN_CARD,
    OVER,
    PHASES,
    kind_of,
    pile_size,
    side_of,
    taker,
)
from goatherd.rule import NOBODY, Part, State, rule
from goatherd.tensor import (
    EIGHTH,
    HALF,
    HUNDREDTH,
    QUARTER,
    SIXTEENTH,
    clear,
    mark,
    share,
    shares,
)

KIND_COUNT = len(KINDS)
FEATURES = 5
"""Of a card in the book: red, black, goat, number, place."""
TABLES = 3
"""Four, six or eight players; also how many values either option has."""
FEWEST, LEAST_RED, LEAST_LOW = 4, 1, 4

OBSERVATION = (
    Part(
        "hands",
        SEATS * KIND_COUNT,
        "of each hand, the own first and then in turn order: how many cards of each kind are "
        "known to be there, by quarters",
    ),
    Part("unseen", SEATS, "of each hand, cards that cannot be named, by quarters"),
    Part("piles", SEATS, "of each pile, its cards, by sixteenths"),
    Part(
        "book",
        SEATS * FEATURES,
        "of each seat's card in the book: whether red, black, a goat; its number, by sixteenths; "
        "its place from 1, by eighths",
        most=1.0625,
    ),
    Part("ahead", SEATS, "1 for the seat that would take the book as it lies"),
    Part(
        "taken",
        2 * KIND_COUNT,
        "cards taken by the own side, then by the other: how many of each kind, by quarters "
        "(goats by sixteenths)",
    ),
    Part("points", 2, "points of the own side and of the other, of 256", most=2),
    Part("phase", OVER, f"1 for the phase: {', '.join(PHASES[:OVER])}"),
    Part("leader", SEATS, "1 for the seat that leads this book"),
    Part("searched", SEATS, "1 for the seat searched for this book"),
    Part("shown", KIND_COUNT, "1 for the kind shown for the search"),
    Part("players", TABLES, "1 for four, six, eight players"),
    Part("lowest", TABLES, "1 for the lowest number: 4, 5, 6"),
    Part("red", TABLES, "1 for so many red cards of each number: 1, 2, 3"),
)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    """Write a view, seen from its seat; a spectator sits behind seat 0."""
    clear(out, 0, out.size)
    chair = seat if seat < s.players else 0
    at = observe_hands(s, chair, out, 0)
    at = observe_piles(s, chair, out, at)
    at = observe_book(s, chair, out, at)
    at = mark_seat(s, chair, taker(s), out, at)
    at = observe_taken(s, chair, out, at)
    at = mark(out, at, int(s.phase), OVER)
    at = mark_seat(s, chair, int(s.leader), out, at)
    at = mark_seat(s, chair, int(s.searched), out, at)
    at = mark(out, at, int(s.shown), KIND_COUNT)
    at = mark(out, at, (int(s.players) - FEWEST) >> 1, TABLES)
    at = mark(out, at, int(s.lowest) - LEAST_LOW, TABLES)
    mark(out, at, int(s.red) - LEAST_RED, TABLES)


@rule
def from_chair(s: State, chair: int, seat: int) -> int:
    """How many seats after the observer's this one comes."""
    steps = seat - chair
    return steps if steps >= 0 else steps + int(s.players)


@rule
def mark_seat(s: State, chair: int, seat: int, out: Any, at: int) -> int:
    place = NOBODY if seat == NOBODY else from_chair(s, chair, seat)
    return mark(out, at, place, SEATS)


@rule
def observe_hands(s: State, chair: int, out: Any, at: int) -> int:
    unseen = at + SEATS * KIND_COUNT
    for seat in range(s.players):
        steps = from_chair(s, chair, seat)
        for place in range(HAND):
            kind = kind_of(s.hand[seat, place])
            if kind <= GOAT:
                out[at + steps * KIND_COUNT + kind] += QUARTER
            elif s.hand[seat, place] == HIDDEN_CARD:
                out[unseen + steps] += QUARTER
    return unseen + SEATS


@rule
def observe_piles(s: State, chair: int, out: Any, at: int) -> int:
    for seat in range(s.players):
        share(out, at + from_chair(s, chair, seat), pile_size(s, seat), SIXTEENTH)
    return at + SEATS


@rule
def observe_book(s: State, chair: int, out: Any, at: int) -> int:
    for place in range(s.played):
        kind = int(s.book[place])
        card = at + from_chair(s, chair, int(s.by[place])) * FEATURES
        out[card] = kind < BLACK
        out[card + 1] = (kind >= BLACK) & (kind < GOAT)
        out[card + 2] = kind == GOAT
        share(out, card + 3, int(NUMBER[kind]), SIXTEENTH)
        share(out, card + 4, place + 1, EIGHTH)
    return at + SEATS * FEATURES


@rule
def observe_taken(s: State, chair: int, out: Any, at: int) -> int:
    """Cards and points, own side first."""
    points = at + 2 * KIND_COUNT
    for i in range(2):
        side = side_of(chair) ^ i
        at = shares(out, at, s.taken[side, :GOAT], QUARTER)
        at = share(out, at, int(s.taken[side, GOAT]), SIXTEENTH)
        share(out, points + i, int(s.score[side]), HUNDREDTH * HALF)
    return points + 2
