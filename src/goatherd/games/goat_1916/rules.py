"""Goat: two sides play for books of cards, and only the red cards in them count.

Source: the rules of Milton Bradley's *Goat* (Springfield, Massachusetts, 1916), restated as
GOAT-1 to GOAT-16. Four, six or eight players; even seats play against odd seats.

Options: `lowest` (the lowest of the twelve numbers) and `red` (how many of a number's four cards
are red), both GOAT-2; `size` (fewer cards, to study).

Decided where the book is silent: the numbers are 6 to 17, two red and two black of each (GOAT-2);
a side that played nothing but goats is led by whoever played the first of them (GOAT-9); who
holds only goats cannot search (GOAT-13); a shown card is seen by all, a searched hand by the
leader alone (GOAT-14).

A hand is four places, sorted. Each holds a kind and, in the low bits, one bit for each viewer
that does not know of the card: the eight seats, then the spectator. Sorting puts of equal cards
the best known first, and that is the one shown or played. So what each viewer knows needs no
book-keeping of its own: a shown card is *at least one* to everybody, and a card that leaves takes
one known copy from everybody who knew of one.

Who sees what is in `knowledge.py`: the own hand, all cards played, shown cards, and what a search
has shown (GOAT-16). Nobody sees a pile, not even its owner.
"""

from typing import Any

import numpy as np

from goatherd import rng
from goatherd.games.goat_1916.cards import (
    BLACK,
    COMMAND,
    EMPTY,
    FACE_DOWN,
    GOAT,
    HAND,
    KINDS,
    LEAD,
    LEFT_OUT,
    NONE,
    NUMBER,
    PACK,
    PLAY,
    RANKS,
    SEARCH,
    SEATS,
    SHOW,
)
from goatherd.rng import RNG
from goatherd.rule import NOBODY, State, record_type, rule

PHASES = ("lead", "search", "lead after search", "command", "follow", "over")
LEADING, SEARCHING, LEADING_SEARCHED, COMMANDING, FOLLOWING, OVER = range(6)

STATE = record_type(
    [
        RNG,
        ("players", np.int8),
        ("turn", np.int8),  # seat to act; NOBODY when over
        ("phase", np.int8),  # see PHASES
        ("lowest", np.int8),  # option
        ("red", np.int8),  # option
        ("dealt", np.int8),  # option `size`: cards in a hand,
        ("ranks", np.int8),  # how many of the twelve numbers are in the pack, the highest ones,
        ("copies", np.int8),  # cards of each number,
        ("goats", np.int8),  # and goats
        ("ordered", np.int8),  # 1: the deck was given, and the deal does not shuffle
        ("share", np.int8),  # cards dealt to each
        ("leader", np.int8),  # of this book; once over: who took the last one
        ("score", np.int16, (2,)),  # by side: even seats, odd seats
        ("hand", np.int16, (SEATS, HAND)),  # kind << VIEWERS | who does not know; then NO_CARD
        ("searched", np.int8),  # opponent searched for this book, or NOBODY
        ("shown", np.int8),  # kind shown for the search, or NONE
        ("played", np.int8),  # cards in the book
        ("book", np.int8, (SEATS,)),  # kinds, in the order played; then EMPTY
        ("by", np.int8, (SEATS,)),  # who played them; then NOBODY
        ("top", np.int8, (SEATS,)),  # place in the deck of the pile's top card
        ("deck", np.int8, (PACK,)),  # `share` cards each, from the top; EMPTY once drawn
        ("taken", np.int8, (2, len(KINDS))),  # by side: how many of each kind
    ]
)

VIEWERS = SEATS + 1
SECRET = (1 << VIEWERS) - 1
"""The bits of a card that nobody knows."""
NO_CARD = EMPTY << VIEWERS | SECRET
"""An empty place in a hand; it sorts last."""
HIDDEN_CARD = FACE_DOWN << VIEWERS | SECRET
"""In a view: a card in a hand that the viewer cannot name; it sorts after those it can."""


@rule
def kind_of(card: int) -> int:
    """The kind of a card in a hand."""
    return int(card) >> VIEWERS


@rule
def held_by(seat: int, kind: int) -> int:
    """A card of this kind as it comes into a hand: a secret of its owner."""
    return int(kind) << VIEWERS | (SECRET & ~(1 << seat))


@rule
def public(kind: int) -> int:
    """A card of this kind that everybody knows to be in a hand."""
    return int(kind) << VIEWERS


@rule
def side_of(seat: int) -> int:
    """GOAT-4."""
    return int(seat) & 1


@rule
def next_seat(s: State, seat: int) -> int:
    following = seat + 1
    return 0 if following == s.players else following


@rule
def copies(s: State, kind: int) -> int:
    """GOAT-1, GOAT-2, GOAT-3: how many cards of this kind are in the pack."""
    if kind == GOAT:
        return int(s.goats)
    number = int(NUMBER[kind])
    rank = number - int(s.lowest)
    if rank < RANKS - s.ranks or rank >= RANKS or (s.players == SEATS and number == LEFT_OUT):
        return 0
    return int(s.red) if kind < BLACK else int(s.copies) - int(s.red)


# The deal, and what a hand does


@rule
def setup(s: State) -> None:
    """GOAT-5."""
    if s.ordered == 0:
        rng.shuffle(s, s.deck, int(s.players) * int(s.share))
    for seat in range(s.players):
        s.top[seat] = seat * int(s.share)
        for place in range(s.dealt):
            s.hand[seat, place] = draw(s, seat)
        sort_hand(s, seat)
    s.phase = LEADING
    s.turn = 0
    s.leader = 0


@rule
def pile_size(s: State, seat: int) -> int:
    return (seat + 1) * int(s.share) - int(s.top[seat])


@rule
def draw(s: State, seat: int) -> int:
    """GOAT-6: the top card of the own pile, while there is one."""
    if pile_size(s, seat) == 0:
        return NO_CARD
    top = int(s.top[seat])
    card = held_by(seat, s.deck[top])
    s.deck[top] = EMPTY
    s.top[seat] = top + 1
    return card


@rule
def sort_hand(s: State, seat: int) -> None:
    """A bubble sort whose swaps are no branches: one comparison for each pair of places."""
    for last in range(HAND - 1, 0, -1):
        for place in range(last):
            swap_in_order(s, seat, place)


@rule
def settle(s: State, seat: int) -> None:
    """Sort a hand in which one card is new."""
    for place in range(HAND - 1):
        swap_in_order(s, seat, place)
    for place in range(HAND - 3, -1, -1):
        swap_in_order(s, seat, place)


@rule
def swap_in_order(s: State, seat: int, place: int) -> None:
    left = int(s.hand[seat, place])
    right = int(s.hand[seat, place + 1])
    s.hand[seat, place] = min(left, right)
    s.hand[seat, place + 1] = max(left, right)


@rule
def find(s: State, seat: int, kind: int) -> int:
    """The place of the best known card of a kind that this hand holds."""
    place = 0
    for i in range(HAND - 1):
        place += kind_of(s.hand[seat, i]) < kind
    return place


# Right of search


@rule
def show(s: State, seat: int, kind: int) -> None:
    """GOAT-11, GOAT-14: all see the card, which stays in the hand."""
    s.hand[seat, find(s, seat, kind)] = public(kind)
    s.shown = kind
    s.phase = SEARCHING


@rule
def search(s: State, seat: int, opponent: int) -> None:
    """GOAT-11."""
    s.searched = opponent
    s.phase = LEADING_SEARCHED
    see_hand(s, seat, opponent)


@rule
def see_hand(s: State, viewer: int, seat: int) -> None:
    """GOAT-14: from now on the viewer knows each of these cards."""
    for place in range(HAND):
        card = int(s.hand[seat, place])
        if card != NO_CARD:
            s.hand[seat, place] = card & ~(1 << viewer)


# Playing a book


@rule
def play_card(s: State, seat: int, kind: int) -> None:
    """GOAT-6: a card goes from hand to book, and the next one is drawn at once."""
    played = int(s.played) & 7
    s.book[played] = kind
    s.by[played] = seat
    s.played = played + 1
    s.hand[seat, find(s, seat, kind)] = draw(s, seat)
    settle(s, seat)


@rule
def lead(s: State, seat: int, kind: int) -> None:
    """GOAT-6, GOAT-12: after a search, the leader also says what the opponent plays."""
    play_card(s, seat, kind)
    if s.searched == NOBODY:
        s.phase = FOLLOWING
        pass_turn(s, seat)
    else:
        s.phase = COMMANDING


@rule
def command(s: State, seat: int, kind: int) -> None:
    """GOAT-12."""
    play_card(s, int(s.searched) & 7, kind)
    s.phase = FOLLOWING
    pass_turn(s, seat)


@rule
def pass_turn(s: State, seat: int) -> None:
    """GOAT-6, GOAT-12: turn order, passing over the searched player."""
    if s.played == s.players:
        take_book(s)
        return
    following = next_seat(s, seat)
    s.turn = next_seat(s, following) if following == s.searched else following


@rule
def side_by_goat(s: State) -> int:
    """GOAT-8: the side that the first goat gives the book to, or NONE."""
    for place in range(s.played):
        if s.book[place] == GOAT:
            return 1 - side_of(s.by[place])
    return NONE


@rule
def taker(s: State) -> int:
    """GOAT-7, GOAT-8, GOAT-9: who takes the book as it lies, or NOBODY as yet."""
    side = side_by_goat(s)
    best = -1
    seat = NOBODY
    for place in range(s.played):
        number = int(NUMBER[s.book[place]])
        if ((side == NONE) | (side_of(s.by[place]) == side)) & (number > best):
            best = number
            seat = int(s.by[place])
    return seat


@rule
def take_book(s: State) -> None:
    """GOAT-7, GOAT-8: a full book goes to its taker's side, and the taker leads next."""
    seat = taker(s)
    side = side_of(seat)
    for place in range(s.players):
        kind = int(s.book[place])
        s.taken[side, kind] += 1
        s.score[side] += points(kind)
        s.book[place] = EMPTY
        s.by[place] = NOBODY
    s.played = 0
    s.searched = NOBODY
    s.shown = NONE
    s.leader = seat
    s.turn = seat
    s.phase = LEADING
    if s.hand[seat, 0] == NO_CARD:
        finish(s)


@rule
def points(kind: int) -> int:
    """GOAT-15."""
    return int(NUMBER[kind]) if kind < BLACK else 0


@rule
def finish(s: State) -> None:
    """GOAT-10."""
    s.phase = OVER
    s.turn = NOBODY


# The contract


@rule
def legal(s: State, out: Any) -> int:
    seat = int(s.turn) & 7
    if s.phase == FOLLOWING:
        return held(s, seat, PLAY, GOAT, out)
    if s.phase == LEADING:
        return legal_shows(s, seat, held(s, seat, LEAD, GOAT, out), out)
    if s.phase == SEARCHING:
        return legal_searches(s, seat, out)
    if s.phase == LEADING_SEARCHED:
        return held(s, seat, LEAD, GOAT - 1, out)
    if s.phase == COMMANDING:
        return held(s, int(s.searched) & 7, COMMAND, GOAT, out)
    return 0


@rule
def held(s: State, seat: int, action: int, highest: int, out: Any) -> int:
    """GOAT-6, GOAT-12: one decision for each kind in this hand, up to the highest kind allowed."""
    n = 0
    before = NONE
    for place in range(HAND):
        kind = kind_of(s.hand[seat, place])
        out[n] = action + kind
        n += (kind != before) & (kind <= highest)
        before = kind
    return n


@rule
def legal_shows(s: State, seat: int, n: int, out: Any) -> int:
    """GOAT-11, GOAT-13: red cards and goats, if there is a card to lead afterwards."""
    may_lead = kind_of(s.hand[seat, 0]) < GOAT
    before = NONE
    for place in range(HAND):
        kind = kind_of(s.hand[seat, place])
        out[n] = SHOW + kind
        n += may_lead & (kind != before) & ((kind < BLACK) | (kind == GOAT))
        before = kind
    return n


@rule
def legal_searches(s: State, seat: int, out: Any) -> int:
    """GOAT-11: any opponent."""
    n = 0
    for opponent in range(1 - side_of(seat), s.players, 2):
        out[n] = SEARCH + opponent
        n += 1
    return n


@rule
def apply(s: State, action: int) -> None:
    seat = int(s.turn) & 7
    if action >= PLAY:
        play_card(s, seat, action - PLAY)
        pass_turn(s, seat)
    elif action < SHOW:
        lead(s, seat, action - LEAD)
    elif action < SEARCH:
        show(s, seat, action - SHOW)
    elif action < COMMAND:
        search(s, seat, action - SEARCH)
    else:
        command(s, seat, action - COMMAND)


@rule
def over(s: State) -> bool:
    return bool(s.phase == OVER)


@rule
def scores(s: State, out: Any) -> None:
    """GOAT-15."""
    for seat in range(s.players):
        out[seat] = s.score[side_of(seat)]


@rule
def winners(s: State, out: Any) -> None:
    """GOAT-15: the higher side; of equal sides, nobody."""
    for seat in range(s.players):
        side = side_of(seat)
        out[seat] = over(s) and s.score[side] > s.score[1 - side]
