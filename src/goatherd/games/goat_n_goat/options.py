"""The options of Goat 'n' Goat, and how they and a given order get into a record."""

from collections import Counter
from collections.abc import Sequence

from goatherd.errors import BadOption, quoted
from goatherd.games.goat_n_goat.cards import (
    COUNTS,
    GOATS,
    HEIGHTS,
    KINDS,
    LOWEST,
    NONE,
    RANGES,
)
from goatherd.rule import NOBODY, Option, Options, State
from goatherd.words import Text

SHORT = "short"
"""`deck_end`: the deck has run out when a card is missing."""
COMPARED = {"english": 3, "korean": 2}
"""GNG-17: how many mountains each edition compares to break a tie."""

OPTIONS = (
    Option(
        "claims",
        "one",
        Text("One mountain a turn, or one for each flock that can (GNG-10)."),
        choices=("one", "each-colour"),
    ),
    Option(
        "deck_end",
        "last-card",
        Text(
            "When the deck has run out: with its last card, or once the display lacks a card "
            "(GNG-12)."
        ),
        choices=("last-card", SHORT),
    ),
    Option(
        "edition",
        "english",
        Text("Whose rule breaks ties: three mountains are compared, or two (GNG-17)."),
        choices=("english", "korean"),
    ),
)


def configure(s: State, players: int, options: Options) -> None:
    s.players = players
    s.turn = NOBODY
    s.claim_each = options["claims"] == "each-colour"
    s.when_short = options["deck_end"] == SHORT
    s.compared = COMPARED[str(options["edition"])]
    s.turns_left = NONE
    s.deck[:] = GOATS
    s.deck_size = len(GOATS)
    for height in RANGES[players]:
        s.mountains[height - LOWEST :: HEIGHTS] += 1
    s.lowest[:] = LOWEST


def arrange(s: State, order: Sequence[str]) -> None:
    """Set up from 84 goats: all of seat 0's cards, seat 1's, ..., the display, the deck."""
    unknown = [card for card in order if card not in KINDS]
    if unknown:
        known = ", ".join(KINDS)
        raise BadOption(f"order: there is no goat {quoted(unknown[0])}; goats are {known}")
    found = Counter(order)
    for kind, count in zip(KINDS, COUNTS, strict=True):
        if found[kind] != count:
            raise BadOption(f"order: {found[kind]} of {kind}, and there are {count} (GNG-1)")
    s.deck[:] = [KINDS.index(card) for card in reversed(order)]
    s.ordered = 1
