"""Positions of Goat 'n' Goat: hands, flocks, a deck that runs out, a match that ended."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

import goatherd
from goatherd import Match
from goatherd.games.goat_n_goat.cards import FULL, HEIGHTS, KINDS, MOUNTAINS, NONE
from goatherd.games.goat_n_goat.rules import find_lowest

GAME = goatherd.load("goat-n-goat")
DECK = [KINDS[kind] for kind in FULL.goats]


def new(first: str, players: int = 2, **options: str) -> Match:
    """A match in which these cards come first: hands, display, top of the deck."""
    top = first.replace("|", " ").split()
    rest = Counter(DECK) - Counter(top)
    return GAME.new(players=players, order=[*top, *rest.elements()], seed=1, **options)


def do(match: Match, *decisions: str) -> None:
    for decision in decisions:
        match.play(decision)


def play(match: Match, cards: str) -> None:
    do(match, *(f"play {card}" for card in cards.split()), "done")


def take(match: Match, cards: str) -> None:
    do(match, *(f"take {card}" for card in cards.split()))


def any_turn(match: Match) -> None:
    """A turn of whatever comes first: one card played, nothing claimed."""
    seat = match.turn
    do(match, match.legal()[0], "done")
    while match.turn == seat and match.legal()[0].split()[0] != "play":
        match.play("skip" if "skip" in match.legal() else match.legal()[0])


def put(match: Match, zone: str, cards: str) -> None:
    """Move cards from the bottom of the deck to a hand, to the flocks or to a pile."""
    s = match._s
    place, _, number = zone.partition(" ")
    seat = int(number or 0)
    for card in cards.split():
        kind = KINDS.index(card)
        s.deck[:] = np.append(np.delete(s.deck, s.deck.tolist().index(kind)), NONE)
        s.deck_size -= 1
        s.stock[kind] -= s.reshuffled
        pile = s.discard if place == "discard" else getattr(s, place)[seat]
        pile[kind] += 1
        s.laid[kind] += place in ("flock", "penalty")
        if place == "hand":
            s.held[seat] += 1
        if place == "flock":
            s.goats[seat, kind // 5] += 1
            s.highest[seat, kind // 5] = max(int(card[1]), s.highest[seat, kind // 5])


def shorten(match: Match, left: int, zone: str = "discard") -> None:
    """Leave so many cards in the deck; the others go elsewhere."""
    put(match, zone, " ".join(match.cards()["deck"][left:]))


def grant(match: Match, seat: int, mountains: str) -> None:
    """Give mountains to a seat that never climbed them."""
    s = match._s
    for name in mountains.split():
        mountain = MOUNTAINS.index(name)
        s.mountains[mountain] -= 1
        s.score[seat, mountain] += 1
        find_lowest(s, mountain // HEIGHTS)


def near_the_end(
    left: int, players: int, plays: str = "r1", zone: str = "discard", **options: str
) -> Match:
    """Seat 0 has played and is to take; so many cards are left in the deck."""
    match = new("r1 r2 r3", players=players, **options)
    shorten(match, left, zone)
    play(match, plays)
    return match


def take_any(match: Match) -> None:
    seat = match.turn
    while match.turn == seat and match.legal()[0].startswith("take"):
        match.play(match.legal()[0])


def finished(scores: Sequence[str], penalties: Sequence[int], **options: str) -> Match:
    """A match that ended with these mountains and so many penalty cards at each seat."""
    match = GAME.new(players=len(scores), order=DECK, seed=1, **options)
    shorten(match, 1, "penalty 0")
    while not match.over:
        any_turn(match)
    s = match._s
    for seat, mountains in enumerate(scores):
        s.score[seat] = 0
        grant(match, seat, mountains)
        s.penalty[seat] = 0
        s.penalty[seat, 0] = penalties[seat]
        s.points[seat] = points_on_the_table(match, seat)
    return match


def points_on_the_table(match: Match, seat: int) -> int:
    """GNG-16, counted by hand."""
    cards = match.cards()
    climbed = sum(int(mountain[1:]) for mountain in cards[f"score {seat}"])
    return climbed - len(cards[f"penalty {seat}"])
