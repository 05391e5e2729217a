"""Where every card of Goat is, and the public facts that are no cards."""

from collections.abc import Iterable

from goatherd.games.goat_1916.cards import EMPTY, FACE_DOWN, KINDS, NONE
from goatherd.games.goat_1916.rules import NO_CARD, PHASES, kind_of, pile_size, taker
from goatherd.rule import NOBODY, State
from goatherd.table import UNKNOWN, spread


def zones(s: State) -> dict[str, list[str]]:
    """Each seat's hand and pile, the book, and what each side has taken."""
    out = {}
    for seat in range(s.players):
        out[f"hand {seat}"] = named(kind_of(card) for card in s.hand[seat])
        out[f"pile {seat}"] = named(s.deck[seat * s.share : (seat + 1) * s.share])
    out["book"] = [f"{seat}:{card}" for seat, card in book(s)]
    for side in range(2):
        out[f"taken {side}"] = spread(KINDS, s.taken[side])
    return out


def named(kinds: Iterable[int]) -> list[str]:
    return [UNKNOWN if kind == FACE_DOWN else KINDS[kind] for kind in kinds if kind != EMPTY]


def book(s: State) -> list[tuple[int, str]]:
    """Who has played what, in the order played."""
    return [(int(s.by[place]), KINDS[s.book[place]]) for place in range(s.played)]


def status(s: State) -> dict[str, object]:
    """Public facts: phase, leader, the card shown and the opponent searched for this book, who
    would take it as it lies, points by side, sizes of hands and piles, books left to finish."""
    ahead = taker(s)
    return {
        "phase": PHASES[s.phase],
        "leader": int(s.leader),
        "shown": KINDS[s.shown] if s.shown != NONE else None,
        "searched": int(s.searched) if s.searched != NOBODY else None,
        "ahead": ahead if ahead != NOBODY else None,
        "points": [int(points) for points in s.score],
        "hands": [hand_size(s, seat) for seat in range(s.players)],
        "piles": [pile_size(s, seat) for seat in range(s.players)],
        "books left": books_left(s),
        "lowest": int(s.lowest),
        "red": int(s.red),
    }


def hand_size(s: State, seat: int) -> int:
    return sum(int(card != NO_CARD) for card in s.hand[seat])


def books_left(s: State) -> int:
    """Books not yet taken, with the one being played: everybody gives one card to each."""
    return int(s.share) - int(s.taken.sum()) // int(s.players)
