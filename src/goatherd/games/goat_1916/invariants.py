"""What holds in every record of Goat, and in every view of one."""

import numpy as np

from goatherd.games.goat_1916.cards import BLACK, EMPTY, FACE_DOWN, FULL, GOAT, KINDS, NONE, PACKS
from goatherd.games.goat_1916.rules import (
    COMMANDING,
    FOLLOWING,
    HIDDEN_CARD,
    LEADING,
    LEADING_SEARCHED,
    NO_CARD,
    OVER,
    SEARCHING,
    SECRET,
    VIEWERS,
    copies,
    next_seat,
    points,
    side_of,
)
from goatherd.invariants import (
    Numbers,
    counted,
    equal,
    filled,
    numbers,
    require,
    unused,
    within,
)
from goatherd.rule import NOBODY, State

ALL_KINDS = len(KINDS)
CARD = (EMPTY << VIEWERS) + SECRET
"""The highest number that a place in a hand may hold."""


def check(s: State, viewer: int | None) -> None:
    """BadState unless a match can come to this record, as the truth (None) or as a seat sees it."""
    check_ranges(s)
    pack = np.array([copies(s, kind) for kind in range(ALL_KINDS)])
    require(s.share == pack.sum() // s.players, "share is not what is dealt to each")
    check_taken(s, pack)
    check_book(s)
    hidden = viewer is not None and s.phase != OVER
    check_hands(s, hidden)
    check_piles(s, hidden)
    unseen = pack - in_sight(s)
    require((unseen >= 0).all(), "there are more cards of a kind than in the pack")
    check_phase(s, unseen)


def check_ranges(s: State) -> None:
    within(s, LEADING, OVER, "phase")
    within(s, 4, 6, "lowest")
    packs = [pack for pack in PACKS.values() if s.players in pack.players]
    sizes = [(pack.ranks, pack.copies, pack.goats, pack.hand) for pack in packs]
    require((s.ranks, s.copies, s.goats, s.dealt) in sizes, "there is no such pack of cards")
    within(s, 1, s.copies - 1, "red")
    within(s, 0, 1, "ordered")
    within(s, 0, s.players - 1, "leader", "played")
    within(s, NOBODY, s.players - 1, "searched", "by")
    within(s, NONE, GOAT, "shown")
    within(s, 0, CARD, "hand")
    within(s, 0, EMPTY, "book", "deck")
    within(s, 0, FULL.goats, "taken")


def check_taken(s: State, pack: Numbers) -> None:
    taken = numbers(s.taken)
    require((taken.sum(axis=0) <= pack).all(), "more was taken than there is")
    require(taken.sum() % s.players == 0, "what was taken is no whole books")
    worth = [points(kind) for kind in range(ALL_KINDS)]
    equal(s.score, taken @ np.array(worth), "score is not what was taken")


def books(s: State) -> int:
    """How many books were taken."""
    return int(numbers(s.taken).sum()) // int(s.players)


def check_book(s: State) -> None:
    played = int(s.played)
    kinds = filled(s.book, played, EMPTY, "book")
    by = filled(s.by, played, NOBODY, "by")
    require((kinds <= GOAT).all(), "book holds something that is no card")
    require(len(set(by.tolist())) == played, "somebody played twice to a book")
    require((by >= 0).all(), "by names nobody")
    require(played == 0 or by[0] == s.leader, "the leader did not lead")
    require(played < 2 or s.searched in (NOBODY, by[1]), "who was searched did not follow")


def left_to(s: State, seat: int) -> int:
    """How many cards a seat still has, in hand and pile."""
    played = books(s) + int((np.asarray(s.by) == seat).sum())
    return int(s.share) - played


def check_hands(s: State, hidden: bool) -> None:
    unused(s, s.players, NO_CARD, "hand")
    for seat in range(s.players):
        cards = numbers(s.hand[seat])
        equal(cards, np.sort(cards), "hand is not in its order")
        kinds = cards >> VIEWERS
        held = kinds != EMPTY
        require((cards[~held] == NO_CARD).all(), "hand holds something that is no card")
        require(
            held.sum() == min(int(s.dealt), left_to(s, seat)), "hand has too many or too few cards"
        )
        unknown = kinds == FACE_DOWN
        require(hidden or not unknown.any(), "hand is hidden where nothing is")
        require((cards[unknown] == HIDDEN_CARD).all(), "a hidden card says something")
        named = cards[kinds <= GOAT]
        require((named & (1 << seat) == 0).all(), "hand holds a card that its owner does not know")


def check_piles(s: State, hidden: bool) -> None:
    unused(s, s.players, 0, "top")
    deck, share = numbers(s.deck), int(s.share)
    require((deck[s.players * share :] == EMPTY).all(), "deck has cards for nobody")
    for seat in range(s.players):
        drawn = int(s.top[seat]) - seat * share
        require(0 <= drawn <= share, "top is in no pile of its own")
        size = max(left_to(s, seat) - int(s.dealt), 0)
        require(share - drawn == size, "a pile has too many or too few cards")
        pile = deck[seat * share : (seat + 1) * share]
        require((pile[:drawn] == EMPTY).all(), "deck has cards that were drawn")
        below = pile[drawn:]
        lies = below == FACE_DOWN if hidden else below <= GOAT
        require(lies.all(), "deck shows what is hidden, or hides what is not")


def in_sight(s: State) -> Numbers:
    """How many cards of each kind the record names."""
    hands = counted(numbers(s.hand) >> VIEWERS, ALL_KINDS)
    lying = counted(s.book, ALL_KINDS) + counted(s.deck, ALL_KINDS)
    found: Numbers = numbers(s.taken).sum(axis=0) + lying + hands
    return found


def check_phase(s: State, unseen: Numbers) -> None:
    """GOAT-6, GOAT-11: who is to act, and what a search has come to."""
    over = books(s) == s.share
    require((s.phase == OVER) == over, "phase does not say whether all is played")
    require((s.turn == NOBODY) == over, "turn does not say whether all is played")
    if over:
        return
    shows = s.phase in (SEARCHING, LEADING_SEARCHED, COMMANDING)
    searches = s.phase in (LEADING_SEARCHED, COMMANDING)
    require(s.phase == FOLLOWING or s.turn == s.leader, "another than the leader is to lead")
    require(s.played == 0 or s.phase in (COMMANDING, FOLLOWING), "book began before it was led")
    require(s.phase != COMMANDING or s.played == 1, "phase does not fit the book")
    require(s.phase != FOLLOWING or s.played >= 1, "nothing was led to follow")
    if s.phase == FOLLOWING:
        require(s.turn == follower(s), "turn is not of who plays next")
        shows = searches = s.searched != NOBODY
        require(not searches or s.played >= 2, "who was searched did not play yet")
    require((s.shown != NONE) == shows, "shown does not fit the phase")
    require(s.shown < BLACK or s.shown in (NONE, GOAT), "a black card was shown")
    require((s.searched != NOBODY) == searches, "searched does not fit the phase")
    require(not searches or side_of(s.searched) != side_of(s.leader), "a partner was searched")
    check_leader(s, unseen)


def follower(s: State) -> int:
    """GOAT-6, GOAT-12: who plays next to a book; who was searched has played already."""
    commanded = s.searched != NOBODY and s.played == 2
    last = int(s.leader) if commanded else int(s.by[s.played - 1])
    following = next_seat(s, last)
    return next_seat(s, following) if following == s.searched else following


def check_leader(s: State, unseen: Numbers) -> None:
    """GOAT-13: until the lead, who has shown a card holds something other than goats."""
    if s.phase not in (SEARCHING, LEADING_SEARCHED):
        return
    kinds = numbers(s.hand[s.leader]) >> VIEWERS
    may = (kinds == FACE_DOWN).any() and unseen[:GOAT].sum() > 0
    require((kinds < GOAT).any() or may, "the leader has shown a card and holds only goats")
