"""Goat 'n' Goat: two to five players gather goats into flocks and climb mountains with them.

Source: the English and Korean rule books of Hisashi Hayashi's game (OKAZU brand; Board M
Factory), restated as GNG-1 to GNG-18. Seat 0 takes the first turn, then the seats in order.

Options: `claims` (GNG-10), `deck_end` (GNG-12), `edition` (GNG-17), `size` (fewer cards, to
study).

Decided where the books are silent: one mountain a turn (GNG-10); the deck has run out with its
last card, even if the display is then full (GNG-12), and its new deck is shuffled at once; with
nothing to shuffle, that counts as the second time (GNG-13). A seat always has a card to play: it
was dealt some, and every turn before the last round ends with at least one card drawn.

Who sees what is in `knowledge.py`: hands and the order of the deck are hidden, all else is open
(GNG-18). Every card that enters a hand after the deal comes from the display, so what is known
of a hand is known to all. When the discard pile becomes the deck, everybody knows its cards.

A turn has four steps, each a few decisions: play, take (and drop), claim, refresh. All cards of a
turn have one number, so once the first of a colour has been played no higher one is left in that
flock, and a flock can be judged card by card (GNG-6). It never descends, so counts by kind
tell its order.
"""

from typing import Any

import numpy as np

from goatherd import rng
from goatherd.games.goat_n_goat.cards import (
    CLAIM,
    COLOUR,
    COLOURS,
    DONE,
    DROP,
    HEIGHTS,
    HIGHEST,
    KINDS,
    LOWEST,
    MOST_GOATS,
    MOUNTAINS,
    NONE,
    NUMBER,
    NUMBERS,
    PLAY,
    SEATS,
    SKIP,
    TAKE,
)
from goatherd.rng import RNG
from goatherd.rule import NOBODY, State, record_type, rule

PHASES = ("play", "take", "drop", "claim", "over")
PLAYING, TAKING, DROPPING, CLAIMING, OVER = range(5)

ALL_COLOURS = len(COLOURS)
ALL_KINDS = len(KINDS)
ALL_NUMBERS = len(NUMBERS)
ALL_MOUNTAINS = len(MOUNTAINS)
NO_MOUNTAIN = 127
"""In `lowest`: more goats than there are."""

STATE = record_type(
    [
        RNG,
        ("players", np.int8),
        ("turn", np.int8),  # seat to act; NOBODY when over
        ("phase", np.int8),  # see PHASES
        ("claim_each", np.int8),  # option `claims`, 1: a mountain for each flock that can
        ("compared", np.int8),  # option `edition`: mountains compared to break a tie
        ("when_short", np.int8),  # option `deck_end`, 1: it has run out once a card is missing
        ("places", np.int8),  # option `size`: cards in a full display,
        ("hand_limit", np.int8),  # in a full hand,
        ("dealt", np.int8, (SEATS,)),  # dealt to each seat,
        ("counts", np.int8, (ALL_KINDS,)),  # and goats of each kind
        ("ordered", np.int8),  # 1: the deck was given, and the set-up does not shuffle
        ("number", np.int8),  # played this turn, 0 before the first card
        ("to_take", np.int8),  # cards still to take from the display this turn
        ("reshuffled", np.int8),  # 1: the deck has run out once and is made of discards
        ("turns_left", np.int8),  # of the last round; NONE before it
        ("deck_size", np.int8),
        ("deck", np.int8, (MOST_GOATS,)),  # kinds, the top one last; NONE beyond its size
        ("stock", np.int8, (ALL_KINDS,)),  # the deck by kind once it is made of discards, or 0
        ("display", np.int8, (ALL_KINDS,)),
        ("discard", np.int8, (ALL_KINDS,)),
        ("hand", np.int8, (SEATS, ALL_KINDS)),  # how many of each kind
        ("unseen", np.int8, (SEATS,)),  # in a view: cards of that hand not named in `hand`
        ("held", np.int8, (SEATS,)),  # cards in hand
        ("known", np.int8, (SEATS, ALL_KINDS)),  # cards that everybody knows to be in that hand
        ("flock", np.int8, (SEATS, ALL_KINDS)),
        ("goats", np.int8, (SEATS, ALL_COLOURS)),  # how many in each flock
        ("highest", np.int8, (SEATS, ALL_COLOURS)),  # number in each flock, 0 if it is empty
        ("penalty", np.int8, (SEATS, ALL_KINDS)),
        ("laid", np.int8, (ALL_KINDS,)),  # cards in flocks and penalty piles, of all seats
        ("mountains", np.int8, (ALL_MOUNTAINS,)),  # unclaimed, by colour and number
        ("lowest", np.int8, (ALL_COLOURS,)),  # number unclaimed, or NO_MOUNTAIN
        ("score", np.int8, (SEATS, ALL_MOUNTAINS)),  # claimed mountains
        ("points", np.int16, (SEATS,)),  # so far, as they would count at the end (GNG-16)
    ]
)


# Set-up


@rule
def setup(s: State) -> None:
    """GNG-3, GNG-4."""
    if s.ordered == 0:
        rng.shuffle(s, s.deck, int(s.deck_size))
    for seat in range(s.players):
        for _ in range(s.dealt[seat]):
            s.hand[seat, top_card(s)] += 1
        s.held[seat] = s.dealt[seat]
    for _ in range(s.places):
        s.display[top_card(s)] += 1
    s.phase = PLAYING
    s.turn = 0


@rule
def top_card(s: State) -> int:
    """Take the top card off the deck."""
    s.deck_size -= 1
    top = int(s.deck_size)
    kind = int(s.deck[top])
    s.deck[top] = NONE
    return kind


# Play


@rule
def play(s: State, seat: int, kind: int) -> None:
    """GNG-5, GNG-6."""
    colour = int(COLOUR[kind])
    if s.highest[seat, colour] > NUMBER[kind]:
        lose_flock(s, seat, colour)
    leave_hand(s, seat, kind)
    s.laid[kind] += 1
    s.flock[seat, kind] += 1
    s.goats[seat, colour] += 1
    s.highest[seat, colour] = NUMBER[kind]
    s.number = NUMBER[kind]


@rule
def lose_flock(s: State, seat: int, colour: int) -> None:
    """GNG-6: the whole flock goes to the penalty pile."""
    for kind in range(colour * ALL_NUMBERS, (colour + 1) * ALL_NUMBERS):
        s.penalty[seat, kind] += s.flock[seat, kind]
    s.points[seat] -= s.goats[seat, colour]
    clear_flock(s, seat, colour)


@rule
def discard_flock(s: State, seat: int, colour: int) -> None:
    """GNG-9, GNG-15."""
    for kind in range(colour * ALL_NUMBERS, (colour + 1) * ALL_NUMBERS):
        s.discard[kind] += s.flock[seat, kind]
        s.laid[kind] -= s.flock[seat, kind]
    clear_flock(s, seat, colour)


@rule
def clear_flock(s: State, seat: int, colour: int) -> None:
    for kind in range(colour * ALL_NUMBERS, (colour + 1) * ALL_NUMBERS):
        s.flock[seat, kind] = 0
    s.goats[seat, colour] = 0
    s.highest[seat, colour] = 0


@rule
def leave_hand(s: State, seat: int, kind: int) -> None:
    """GNG-18: with a card that all see leaving goes one known of its kind."""
    s.hand[seat, kind] -= 1
    s.held[seat] -= 1
    s.known[seat, kind] -= s.known[seat, kind] > 0


@rule
def stop_playing(s: State, seat: int) -> None:
    """GNG-7: the number played says how many to draw; none in the last round (GNG-14)."""
    if s.turns_left == NONE:
        s.to_take = s.number
        s.phase = TAKING
    else:
        offer_claim(s, seat)


# Draw


@rule
def take(s: State, seat: int, kind: int) -> None:
    """GNG-7, GNG-18: everybody sees what is taken."""
    s.display[kind] -= 1
    s.hand[seat, kind] += 1
    s.held[seat] += 1
    s.known[seat, kind] += 1
    s.to_take -= 1
    if s.to_take == 0:
        limit_hand(s, seat)


@rule
def limit_hand(s: State, seat: int) -> None:
    """GNG-8."""
    if s.held[seat] > s.hand_limit:
        s.phase = DROPPING
    else:
        offer_claim(s, seat)


@rule
def drop(s: State, seat: int, kind: int) -> None:
    """GNG-8: face up, to the penalty pile."""
    leave_hand(s, seat, kind)
    s.laid[kind] += 1
    s.penalty[seat, kind] += 1
    s.points[seat] -= 1
    limit_hand(s, seat)


# Claim


@rule
def offer_claim(s: State, seat: int) -> None:
    """GNG-9: asked only of a seat that can claim, which everybody sees."""
    if can_claim(s, seat):
        s.phase = CLAIMING
    else:
        end_turn(s, seat)


@rule
def can_claim(s: State, seat: int) -> bool:
    """GNG-9."""
    flocks = 0
    for colour in range(ALL_COLOURS):
        flocks += s.goats[seat, colour] >= s.lowest[colour]
    return flocks > 0


@rule
def claim(s: State, seat: int, mountain: int) -> None:
    """GNG-9, GNG-10."""
    colour = mountain // HEIGHTS
    s.mountains[mountain] -= 1
    s.score[seat, mountain] += 1
    s.points[seat] += LOWEST + mountain % HEIGHTS
    find_lowest(s, colour)
    discard_flock(s, seat, colour)
    if s.claim_each == 1:
        offer_claim(s, seat)
    else:
        end_turn(s, seat)


@rule
def find_lowest(s: State, colour: int) -> None:
    """The lowest mountain left is what a flock must reach to claim at all."""
    height = LOWEST
    while height <= HIGHEST and s.mountains[colour * HEIGHTS + height - LOWEST] == 0:
        height += 1
    s.lowest[colour] = height if height <= HIGHEST else NO_MOUNTAIN


# End of a turn


@rule
def end_turn(s: State, seat: int) -> None:
    """GNG-11, GNG-14: there is no refresh in the last round, which ends with its last turn."""
    if s.turns_left == NONE:
        refresh(s)
    else:
        s.turns_left -= 1
    s.number = 0
    if s.turns_left == 0:
        finish(s)
    else:
        s.phase = PLAYING
        s.turn = seat + 1 if seat + 1 < s.players else 0


@rule
def refresh(s: State) -> None:
    """GNG-11: as many cards as the turn took (GNG-7), unless the deck runs out for good."""
    for _ in range(s.number):
        if s.deck_size > 0:
            turn_up(s)
        elif s.turns_left == NONE:
            turn_up_late(s)


@rule
def turn_up(s: State) -> None:
    """GNG-11, GNG-12: the deck has run out with its last card, unless that is yet to be missed."""
    kind = top_card(s)
    s.display[kind] += 1
    s.stock[kind] -= s.reshuffled
    if s.deck_size == 0 and s.when_short == 0:
        run_out(s)


@rule
def turn_up_late(s: State) -> None:
    """GNG-12: with `deck_end=short` the deck has run out now that a card is missing."""
    run_out(s)
    if s.deck_size > 0:
        turn_up(s)


@rule
def run_out(s: State) -> None:
    """GNG-13: a new deck the first time, but not for two players; otherwise the last round."""
    if s.players > 2 and s.reshuffled == 0:
        shuffle_discard(s)
    if s.deck_size == 0:
        s.turns_left = s.players


@rule
def shuffle_discard(s: State) -> None:
    """GNG-13: there may be nothing to shuffle."""
    n = 0
    for kind in range(ALL_KINDS):
        for _ in range(s.discard[kind]):
            s.deck[n] = kind
            n += 1
        s.stock[kind] = s.discard[kind]
        s.discard[kind] = 0
    rng.shuffle(s, s.deck, n)
    s.deck_size = n
    s.reshuffled = n > 0


@rule
def finish(s: State) -> None:
    """GNG-15."""
    for seat in range(s.players):
        for colour in range(ALL_COLOURS):
            discard_flock(s, seat, colour)
        for kind in range(ALL_KINDS):
            s.penalty[seat, kind] += s.hand[seat, kind]
            s.laid[kind] += s.hand[seat, kind]
            s.hand[seat, kind] = 0
            s.known[seat, kind] = 0
        s.points[seat] -= s.held[seat]
        s.held[seat] = 0
    s.phase = OVER
    s.turn = NOBODY


# The contract


@rule
def legal(s: State, out: Any) -> int:
    seat = int(s.turn)
    if s.phase == PLAYING:
        if s.number == 0:
            return present(s.hand[seat], PLAY, out)
        return legal_more(s, seat, out)
    if s.phase == TAKING:
        return present(s.display, TAKE, out)
    if s.phase == CLAIMING:
        return legal_claims(s, seat, out)
    if s.phase == DROPPING:
        return present(s.hand[seat], DROP, out)
    return 0


@rule
def present(cards: Any, first: int, out: Any) -> int:
    """A decision for each kind of which there is a card (GNG-5, GNG-7, GNG-8)."""
    n = 0
    for kind in range(ALL_KINDS):
        out[n] = first + kind
        n += cards[kind] > 0
    return n


@rule
def legal_more(s: State, seat: int, out: Any) -> int:
    """GNG-5: more cards of the same number, or enough."""
    n = 0
    for colour in range(ALL_COLOURS):
        kind = colour * ALL_NUMBERS + int(s.number) - 1
        out[n] = PLAY + kind
        n += s.hand[seat, kind] > 0
    out[n] = DONE
    return n + 1


@rule
def legal_claims(s: State, seat: int, out: Any) -> int:
    """GNG-9."""
    n = 0
    for colour in range(ALL_COLOURS):
        for height in range(LOWEST, min(int(s.goats[seat, colour]), HIGHEST) + 1):
            mountain = colour * HEIGHTS + height - LOWEST
            out[n] = CLAIM + mountain
            n += s.mountains[mountain] > 0
    out[n] = SKIP
    return n + 1


@rule
def apply(s: State, action: int) -> None:
    seat = int(s.turn)
    if action < DONE:
        play(s, seat, action - PLAY)
    elif action == DONE:
        stop_playing(s, seat)
    elif action < DROP:
        take(s, seat, action - TAKE)
    elif action < CLAIM:
        drop(s, seat, action - DROP)
    elif action < SKIP:
        claim(s, seat, action - CLAIM)
    else:
        end_turn(s, seat)


@rule
def over(s: State) -> bool:
    return bool(s.phase == OVER)


@rule
def scores(s: State, out: Any) -> None:
    """GNG-16: what the mountains score, less one for each penalty card."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


@rule
def winners(s: State, out: Any) -> None:
    """GNG-17."""
    best = rank(s, 0)
    for seat in range(1, s.players):
        best = max(best, rank(s, seat))
    for seat in range(s.players):
        out[seat] = s.phase == OVER and rank(s, seat) == best


@rule
def rank(s: State, seat: int) -> int:
    """GNG-17: points, then the highest mountains, as digits of one number."""
    digits = int(s.points[seat])
    compared = 0
    for height in range(HIGHEST, LOWEST - 1, -1):
        for colour in range(ALL_COLOURS):
            for _ in range(s.score[seat, colour * HEIGHTS + height - LOWEST]):
                if compared < s.compared:
                    digits = 10 * digits + height
                    compared += 1
    while compared < s.compared:
        digits = 10 * digits
        compared += 1
    return digits
