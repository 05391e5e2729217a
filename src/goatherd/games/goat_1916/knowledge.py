"""What a seat may know of a match of Goat, and which matches are possible from there."""

from goatherd import rng
from goatherd.games.goat_1916.cards import (
    EMPTY,
    FACE_DOWN,
    GOAT,
    HAND,
    KINDS,
    PACK,
    SEATS,
)
from goatherd.games.goat_1916.rules import (
    COMMANDING,
    HIDDEN_CARD,
    LEADING_SEARCHED,
    NO_CARD,
    OVER,
    SEARCHING,
    copies,
    held_by,
    kind_of,
    next_seat,
    public,
    see_hand,
    sort_hand,
)
from goatherd.rule import State, rule

UNSEEN = PACK - EMPTY - 1
"""Where in the deck unseen cards are counted; what is no card is counted too, and not looked at."""


@rule
def redact(s: State, seat: int) -> None:
    """GOAT-16: hands are known in part, piles not at all."""
    for i in range(3):
        s.rng[i] = 0
    if s.phase == OVER:
        return
    for other in range(s.players):
        hide_hand(s, seat, other)
    for place in range(PACK):
        s.deck[place] = EMPTY if s.deck[place] == EMPTY else FACE_DOWN


@rule
def knows(viewer: int, card: int) -> bool:
    return int(card) & (1 << viewer) == 0


@rule
def hide_hand(s: State, viewer: int, seat: int) -> None:
    """Leave the cards that the viewer knows, and of each whether everybody does.

    Which other seats know of a card besides its owner is not for the viewer to know.
    """
    known = 0
    size = 0
    for place in range(HAND):
        card = int(s.hand[seat, place])
        size += card != NO_CARD
        if knows(viewer, card):
            kind = kind_of(card)
            secret = held_by(seat, kind) & ~(1 << viewer)
            s.hand[seat, known] = public(kind) if knows(SEATS, card) else secret
            known += 1
    for place in range(known, size):
        s.hand[seat, place] = HIDDEN_CARD


# Possible truths


@rule
def imagine(s: State, seat: int) -> None:
    """One deal among all that this view allows, each as likely as any other.

    The unseen cards are gathered and shuffled at the front of the deck, which is hidden anyway.
    """
    if s.phase == OVER:
        return
    size = gather_unseen(s)
    rng.shuffle(s, s.deck, size)
    while not leader_could_show(s, size):
        rng.shuffle(s, s.deck, size)
    fill_piles(s, fill_hands(s, size))
    if s.phase == LEADING_SEARCHED or s.phase == COMMANDING:
        see_hand(s, int(s.leader), int(s.searched))


@rule
def gather_unseen(s: State) -> int:
    """Put every card that the view does not show at the front of the deck; returns how many."""
    count_unseen(s)
    size = 0
    for kind in range(len(KINDS)):
        for _ in range(s.deck[UNSEEN + kind]):
            s.deck[size] = kind
            size += 1
    return size


@rule
def count_unseen(s: State) -> None:
    """Write how many cards of each kind are neither taken, nor in the book, nor known in a hand.

    The counts stand in the second half of the deck, where no card is put before its kind's count
    has been read: of no number there are more than three of a colour (GOAT-2).
    """
    for kind in range(len(KINDS)):
        s.deck[UNSEEN + kind] = copies(s, kind) - int(s.taken[0, kind]) - int(s.taken[1, kind])
    for seat in range(s.players):
        s.deck[UNSEEN + int(s.book[seat])] -= 1
        for place in range(HAND):
            s.deck[UNSEEN + kind_of(s.hand[seat, place])] -= 1


@rule
def leader_could_show(s: State, size: int) -> bool:
    """GOAT-13: until the lead, who has shown a card holds something other than goats."""
    if s.phase != SEARCHING and s.phase != LEADING_SEARCHED:
        return True
    for place in range(HAND):
        kind = kind_of(s.hand[s.leader, place])
        if kind == FACE_DOWN:
            size -= 1
            kind = int(s.deck[size])
        if kind < GOAT:
            return True
    return False


@rule
def fill_hands(s: State, size: int) -> int:
    """Deal unseen cards to the hands, to the leader first; returns how many are left."""
    seat = int(s.leader)
    for _ in range(s.players):
        for place in range(HAND):
            if s.hand[seat, place] == HIDDEN_CARD:
                size -= 1
                s.hand[seat, place] = held_by(seat, s.deck[size])
        sort_hand(s, seat)
        seat = next_seat(s, seat)
    return size


@rule
def fill_piles(s: State, size: int) -> None:
    """Move the cards left to the piles: from the last place on, for each lies at or before it."""
    for seat in range(int(s.players) - 1, -1, -1):
        first = seat * int(s.share)
        for place in range(first + int(s.share) - 1, first - 1, -1):
            if place >= s.top[seat]:
                size -= 1
                s.deck[place] = s.deck[size]
            else:
                s.deck[place] = EMPTY
    for place in range(int(s.players) * int(s.share), PACK):
        s.deck[place] = EMPTY
