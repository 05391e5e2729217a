"""What a seat may know of a match of Goat Lords, and which matches are possible from there.

Hidden are hands, face-down action cards and the draw pile (LORDS-30). Every decision is made in
the open. One fact is not kept: which wild or action card was turned up and shuffled back in at
the start (LORDS-6), so an imagined match may have it in a hand already.
"""

from typing import Any

from goatherd import rng
from goatherd.games.goat_lords.cards import (
    GOATINI,
    KINDS,
    LORD,
    NONE,
    SEATS,
    SPECTATOR,
    VIEWERS,
    WILDS,
)
from goatherd.games.goat_lords.state import (
    ACTION_KINDS,
    EACH,
    GOAT_KINDS,
    NOTHING,
    OVER,
    SECRETS,
    byte,
    next_seat,
    note_card,
    note_kind,
    with_byte_of,
)
from goatherd.rng import u64
from goatherd.rule import State, rule


@rule
def redact(s: State, seat: int) -> None:
    """LORDS-30."""
    for i in range(3):
        s.rng[i] = 0
    if s.phase == OVER:
        return
    s.deck[:] = NONE
    other = seat
    for _ in range(s.players - int(seat < s.players)):
        other = next_seat(s, other)
        hide_seat(s, other)
        if s.told[other] != NOTHING:
            show_known(s, other, seat)
    for hand in range(s.players):
        if s.told[hand] == SECRETS:
            keep_secrets(s, hand, seat)


@rule
def hide_seat(s: State, seat: int) -> None:
    """Leave nothing of a hand and of the face-down action cards."""
    s.unseen[seat] = s.held[seat]
    s.kinds[seat] = 0
    s.pairs[seat] = 0
    s.cards[seat] = 0
    s.hand[seat] = 0
    s.front[seat] = 0


@rule
def show_known(s: State, seat: int, viewer: int) -> None:
    """Put the cards that a viewer knows back into a hand; all know nothing but wilds."""
    for kind in range(GOAT_KINDS if s.told[seat] == SECRETS else WILDS):
        s.hand[seat, kind] = s.known[seat, kind, viewer]
        s.unseen[seat] -= s.known[seat, kind, viewer]
        note_kind(s, seat, kind)


@rule
def keep_secrets(s: State, seat: int, viewer: int) -> None:
    """Of what others know of a hand, leave what everybody knows."""
    for kind in range(GOAT_KINDS):
        own = s.known[seat, kind, viewer]
        common = s.known[seat, kind, SPECTATOR]
        for other in range(VIEWERS):
            s.known[seat, kind, other] = common
        s.known[seat, kind, viewer] = own
    s.no_wild[seat] = own_and_common(s.no_wild[seat], viewer)
    s.no_lord[seat] = own_and_common(s.no_lord[seat], viewer)


@rule
def own_and_common(word: Any, viewer: int) -> Any:
    """The viewer's own byte, and that of everybody in place of all others."""
    return with_byte_of(u64(byte(word, SPECTATOR)) * u64(EACH), word, viewer)


# Possible truths


@rule
def imagine(s: State, seat: int) -> None:
    """One match among all that this view allows, each as likely as any other.

    Cards are dealt to unseen places: action cards to fronts, then the wilds to hands that may hold
    them, then all other goats; what is left is the draw pile.
    """
    if s.phase == OVER:
        return
    actions = imagine_fronts(s)
    lords, goatini = imagine_wilds(s, seat, int(s.left) - actions)
    size = fill_bag(s, actions, WILDS, GOAT_KINDS)
    for other in range(s.players):
        while s.unseen[other] > 0:
            s.hand[other, take(s, actions, size)] += 1
            s.unseen[other] -= 1
            size -= 1
    for i in range(lords + goatini):
        s.deck[size + i] = LORD if i < lords else GOATINI
    rng.shuffle(s, s.deck, int(s.left))
    for other in range(s.players):
        note_cards(s, other)


@rule
def note_cards(s: State, seat: int) -> None:
    for kind in range(GOAT_KINDS):
        note_kind(s, seat, kind)
    for card in range(ACTION_KINDS):
        note_card(s, seat, card)


@rule
def imagine_fronts(s: State) -> int:
    """Deal the unseen action cards; returns how many are left for the draw pile."""
    size = fill_bag(s, 0, GOAT_KINDS, len(KINDS))
    for other in range(s.players):
        for _ in range(unseen_front(s, other)):
            s.front[other, take(s, 0, size) - GOAT_KINDS] += 1
            size -= 1
    return size


@rule
def unseen_front(s: State, seat: int) -> int:
    count = int(s.fronts[seat])
    for card in range(ACTION_KINDS):
        count -= int(s.front[seat, card])
    return count


@rule
def fill_bag(s: State, size: int, first: int, end: int) -> int:
    """Add the unseen cards of some kinds to the bag: the draw pile's cells from `size` on, which
    are empty in a view. Returns where it ends."""
    for kind in range(first, end):
        for _ in range(unseen_cards(s, kind)):
            s.deck[size] = kind
            size += 1
    return size


@rule
def unseen_cards(s: State, kind: int) -> int:
    count = int(s.counts[kind]) - int(s.face_up[kind])
    for seat in range(s.players):
        if kind < GOAT_KINDS:
            count -= int(s.hand[seat, kind])
        else:
            count -= int(s.front[seat, kind - GOAT_KINDS])
    return count


@rule
def take(s: State, first: int, size: int) -> int:
    """A random card out of the bag, whose cells are those from `first` to `size`."""
    i = first + rng.below(s, size - first)
    kind = int(s.deck[i])
    s.deck[i] = s.deck[size - 1]
    s.deck[size - 1] = NONE
    return kind


@rule
def imagine_wilds(s: State, viewer: int, room: int) -> tuple[int, int]:
    """Deal the wilds to hands and to the draw pile, which has room for so many goats.

    Hands that can hold none are left out at once; where some other gets too many, all are dealt
    again, so that each fitting deal is equally likely. Returns the lords and the goatini that
    fell to the pile.
    """
    lords = goatini = NONE
    while goatini == NONE:
        take_wilds_back(s, viewer)
        lords = deal_wilds(s, viewer, LORD, room)
        if lords != NONE:
            goatini = deal_wilds(s, viewer, GOATINI, room - lords)
    return lords, goatini


@rule
def take_wilds_back(s: State, viewer: int) -> None:
    for seat in range(s.players):
        if seat != viewer:
            for wild in range(WILDS):
                s.unseen[seat] += s.hand[seat, wild] - s.known[seat, wild, viewer]
                s.hand[seat, wild] = s.known[seat, wild, viewer]


@rule
def deal_wilds(s: State, viewer: int, wild: int, room: int) -> int:
    """How many fell to the draw pile, or NONE if a hand got more than it can hold."""
    in_pile = 0
    for _ in range(unseen_cards(s, wild)):
        seat = random_place(s, viewer, wild, room - in_pile)
        if seat == SEATS:
            in_pile += 1
        else:
            s.hand[seat, wild] += 1
            s.unseen[seat] -= 1
            if too_many_wilds(s, seat, viewer):
                return NONE
    return in_pile


@rule
def too_many_wilds(s: State, seat: int, viewer: int) -> bool:
    lords = int(s.hand[seat, LORD])
    wilds = lords + int(s.hand[seat, GOATINI])
    return (wilds > wild_room(s, seat, viewer)) | (lords > lord_room(s, seat, viewer))


@rule
def random_place(s: State, viewer: int, wild: int, room: int) -> int:
    """The seat of one of the unseen places that this wild may have, SEATS for the draw pile."""
    places = room
    for seat in range(s.players):
        places += wild_places(s, seat, viewer, wild)
    place = rng.below(s, places)
    for seat in range(s.players):
        place -= wild_places(s, seat, viewer, wild)
        if place < 0:
            return seat
    return SEATS


@rule
def wild_places(s: State, seat: int, viewer: int, wild: int) -> int:
    """The unseen places of a hand, if the viewer allows it one wild more than it knows of."""
    lords = int(s.known[seat, LORD, viewer])
    wilds = lords + int(s.known[seat, GOATINI, viewer])
    fits = wilds < wild_room(s, seat, viewer)
    fits &= (wild != LORD) | (lords < lord_room(s, seat, viewer))
    return int(s.unseen[seat]) * int(fits)


@rule
def wild_room(s: State, seat: int, viewer: int) -> int:
    return int(s.held[seat]) - byte(s.no_wild[seat], viewer)


@rule
def lord_room(s: State, seat: int, viewer: int) -> int:
    return int(s.held[seat]) - byte(s.no_lord[seat], viewer)
