"""What a seat may know of a match of Goat 'n' Goat, and which matches are possible from there.

Two things are hidden: the cards that were dealt, from all but their owner, and the order of the
deck. Its cards are no secret once it is made of discards (GNG-13): these lay open before.
"""

from goatherd import rng
from goatherd.games.goat_n_goat.cards import FACE_DOWN
from goatherd.games.goat_n_goat.rules import ALL_KINDS, OVER, top_card
from goatherd.rule import State, rule


@rule
def redact(s: State, seat: int) -> None:
    """GNG-18."""
    for i in range(3):
        s.rng[i] = 0
    if s.phase == OVER:
        return
    s.deck[: s.deck_size] = FACE_DOWN
    for other in range(s.players):
        if other != seat:
            hide_hand(s, other)


@rule
def hide_hand(s: State, other: int) -> None:
    """Leave of a hand what everybody knows of it."""
    known = 0
    for kind in range(ALL_KINDS):
        s.hand[other, kind] = s.known[other, kind]
        known += int(s.known[other, kind])
    s.unseen[other] = s.held[other] - known


# Possible truths


@rule
def imagine(s: State, seat: int) -> None:
    """One match among all that this view allows, each as likely as any other.

    What the view does not show is shuffled and dealt to the hands; the rest is the deck, unless
    that is made of discards, whose kinds are known.
    """
    if s.phase == OVER:
        return
    gather_hidden(s)
    rng.shuffle(s, s.deck, int(s.deck_size))
    for other in range(s.players):
        for _ in range(s.unseen[other]):
            s.hand[other, top_card(s)] += 1
        s.unseen[other] = 0
    if s.reshuffled == 1:
        gather_stock(s)
        rng.shuffle(s, s.deck, int(s.deck_size))


@rule
def gather_hidden(s: State) -> None:
    """Make a deck of all cards that are neither in sight nor known to be in the deck."""
    size = 0
    for kind in range(ALL_KINDS):
        hidden = int(s.counts[kind]) - in_sight(s, kind) - int(s.stock[kind])
        size = add_to_deck(s, size, kind, hidden)
    s.deck_size = size


@rule
def gather_stock(s: State) -> None:
    size = int(s.deck_size)
    for kind in range(ALL_KINDS):
        size = add_to_deck(s, size, kind, int(s.stock[kind]))
    s.deck_size = size


@rule
def add_to_deck(s: State, size: int, kind: int, count: int) -> int:
    """Put cards of a kind on a deck of this size; returns its new one."""
    for i in range(count):
        s.deck[size + i] = kind
    return size + count


@rule
def in_sight(s: State, kind: int) -> int:
    """How many of a kind the view shows, known cards of the others' hands among them."""
    count = int(s.display[kind]) + int(s.discard[kind]) + int(s.laid[kind])
    for seat in range(s.players):
        count += int(s.hand[seat, kind])
    return count
