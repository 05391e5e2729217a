"""Positions of Goat Lords: decks, herds, hands, and what is refused."""

from collections import Counter
from collections.abc import Sequence

import pytest

import goatherd
from goatherd import IllegalMove, Match
from goatherd.games.goat_lords.cards import GOATS, KINDS, NONE
from goatherd.games.goat_lords.deck import STANDARD_DECK
from goatherd.games.goat_lords.state import note_kind
from goatherd.rule import State

GAME = goatherd.load("goat-lords")
STANDARD_CARDS = [
    kind for kind, count in zip(KINDS, STANDARD_DECK.counts, strict=True) for _ in range(count)
]


def deal(cards: str, players: int = 2, hand: int = 5, **options: object) -> Match:
    """A match whose deck is exactly these cards: hands, the card turned up, what is drawn."""
    order = cards.replace("|", " ").split()
    return GAME.new(players, seed=1, order=order, hand=hand, deck=deck_of(order), **options)


def deck_of(order: Sequence[str]) -> str:
    worth = [str(points) for points in STANDARD_DECK.points]
    worth += [f"+{extra}" for extra in STANDARD_DECK.extra]
    counts = Counter(order)
    return " ".join(f"{kind} {counts[kind]} {worth[i]};" for i, kind in enumerate(KINDS))


def do(match: Match, *decisions: str) -> None:
    for decision in decisions:
        match.play(decision)


def refused(match: Match, decision: str) -> str:
    """The rule that forbids a decision."""
    assert decision not in match.legal()
    with pytest.raises(IllegalMove) as error:
        match.play(decision)
    assert error.value.rule is not None
    return error.value.rule


def verbs(match: Match) -> set[str]:
    return {decision.split()[0] for decision in match.legal()}


def duel_position(
    attack: str, defence: str = "dragon", front0: str = "", front1: str = "", draws: str = ""
) -> Match:
    """Seat 0 to play, with a base of krakens and three cards of its choice; seat 1 with a base of
    fairies, two ninjas on top and one card of its choice. All else in hand is ghoasts."""
    match = deal(
        f"{front0} kraken kraken {attack} | {front1} fairy fairy ninja ninja {defence} | foodie |"
        + " ghoast" * 7
        + f"| {draws}"
        + " ladypug" * 12
    )
    do(match, "birth kraken", "birth fairy", "discard ghoast", "birth ninja")
    assert match.turn == 0
    return match


def three_herds(front0: str = "", front1: str = "", front2: str = "", draws: str = "") -> Match:
    """Three players with a hand of three: seats 0 and 2 with two stacks, seat 1 with a base."""
    match = deal(
        f"{front0} kraken kraken ninja | {front1} fairy fairy foodie |"
        f"{front2} tgoat tgoat dragon | foodie |"
        f"ninja ghoast | ladypug ladypug | dragon ghoast | goatacorn goatacorn | ladypug |"
        f"goatacorn goatacorn | {draws}" + " fainting" * 12,
        players=3,
        hand=3,
    )
    do(match, "birth kraken", "birth fairy", "birth tgoat")
    do(match, "birth ninja", "discard ladypug", "birth dragon")
    assert match.turn == 0
    return match


def empty_draw_pile(match: Match) -> None:
    """As if the match had gone on: what is left to draw is in the trash."""
    s = match._s
    for place in range(s.left):
        _to_trash(s, int(s.deck[place]))
        s.deck[place] = NONE
    s.left = 0


def cut_hand(match: Match, seat: int, cards: str) -> None:
    """Leave only these cards in a hand, the others are in the trash."""
    s = match._s
    for kind, name in enumerate(GOATS):
        for _ in range(s.hand[seat, kind] - cards.split().count(name)):
            _to_trash(s, kind)
            s.hand[seat, kind] -= 1
            note_kind(s, seat, kind)
            s.held[seat] -= 1
    assert match.cards()[f"hand {seat}"] == sorted(cards.split(), key=GOATS.index)


def _to_trash(s: State, kind: int) -> None:
    s.trash[kind] += 1
    s.face_up[kind] += 1
