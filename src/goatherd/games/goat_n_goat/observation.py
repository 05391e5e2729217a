"""A view of Goat 'n' Goat as numbers, for learners; seats are counted from the viewer on.

Of a flock its size and highest number decide what can follow, and of a score pile its points; what
cards of them are gone is told for all seats together.
"""

from typing import Any

from goatherd.games.goat_n_goat.cards import NONE, SEATS
from goatherd.games.goat_n_goat.rules import (
    ALL_COLOURS,
    ALL_KINDS,
    ALL_MOUNTAINS,
    ALL_NUMBERS,
    OVER,
)
from goatherd.rule import Part, State, rule
from goatherd.tensor import (
    EIGHTH,
    HALF,
    HUNDREDTH,
    SIXTEENTH,
    WHOLE,
    by_seat,
    mark,
    rows_by_seat,
    share,
    shares,
)

FEWEST = 2

OBSERVATION = (
    Part("phase", OVER, "1 at the step of the turn: play, take, drop, claim"),
    Part("players", SEATS - FEWEST + 1, "1 at the number of players: two to five"),
    Part("turn", SEATS, "1 at the seat to act, the viewer first"),
    Part("number", ALL_NUMBERS, "1 at the number played this turn"),
    Part("to_take", 1, "cards still to take from the display, by eighths"),
    Part("claims", 1, "option: 1 if each flock that can may claim"),
    Part("deck_end", 1, "option: 1 if the deck has run out only once a card is missing"),
    Part("edition", 1, "option: mountains compared to break a tie, by eighths"),
    Part("last_round", 1, "1 in the last round"),
    Part("turns_left", 1, "turns left in the last round, by eighths"),
    Part("reshuffled", 1, "1 if the discard pile has become the deck"),
    Part("deck", 1, "cards in the deck, of 128"),
    Part("stock", ALL_KINDS, "the deck by kind, once it is made of discards, by sixteenths"),
    Part("display", ALL_KINDS, "cards of each kind, by eighths"),
    Part("discard", ALL_KINDS, "cards of each kind, by sixteenths"),
    Part("laid", ALL_KINDS, "cards of each kind in all flocks and penalty piles, by sixteenths"),
    Part("mountains", ALL_MOUNTAINS, "unclaimed mountains by colour and number, by halves"),
    Part("points", SEATS, "points of each seat, by sixteenths", -5.25, 7.875),
    Part("held", SEATS, "cards in each hand, by eighths", most=2),
    Part("hand", SEATS * ALL_KINDS, "cards of each kind known in each hand, by eighths", most=1.25),
    Part("size", SEATS * ALL_COLOURS, "size of each flock, by sixteenths", most=1.75),
    Part("highest", SEATS * ALL_COLOURS, "highest number of each flock, by eighths"),
)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    at = observe_turn(s, seat, out)
    at = observe_middle(s, out, at)
    observe_seats(s, seat, out, at)


@rule
def observe_turn(s: State, seat: int, out: Any) -> int:
    """Where the match stands. Returns the place of the next number, as the others do."""
    at = mark(out, 0, int(s.phase), OVER)
    at = mark(out, at, int(s.players) - FEWEST, SEATS - FEWEST + 1)
    at = mark(out, at, int(s.turn) - seat + int(s.players) * (s.turn < seat), SEATS)
    at = mark(out, at, int(s.number) - 1, ALL_NUMBERS)
    at = share(out, at, int(s.to_take), EIGHTH)
    at = share(out, at, int(s.claim_each), WHOLE)
    at = share(out, at, int(s.when_short), WHOLE)
    at = share(out, at, int(s.compared), EIGHTH)
    at = mark(out, at, -int(s.turns_left == NONE), 1)
    at = share(out, at, max(int(s.turns_left), 0), EIGHTH)
    at = share(out, at, int(s.reshuffled), WHOLE)
    return share(out, at, int(s.deck_size), HUNDREDTH)


@rule
def observe_middle(s: State, out: Any, at: int) -> int:
    at = shares(out, at, s.stock, SIXTEENTH)
    at = shares(out, at, s.display, EIGHTH)
    at = shares(out, at, s.discard, SIXTEENTH)
    at = shares(out, at, s.laid, SIXTEENTH)
    return shares(out, at, s.mountains, HALF)


@rule
def observe_seats(s: State, seat: int, out: Any, at: int) -> None:
    """Part by part, seat by seat; the places of seats that nobody plays stay 0."""
    players = int(s.players)
    at = by_seat(out, at, s.points, seat, players, SIXTEENTH)
    at = by_seat(out, at, s.held, seat, players, EIGHTH)
    at = rows_by_seat(out, at, s.hand, seat, players, EIGHTH)
    at = rows_by_seat(out, at, s.goats, seat, players, SIXTEENTH)
    rows_by_seat(out, at, s.highest, seat, players, EIGHTH)
