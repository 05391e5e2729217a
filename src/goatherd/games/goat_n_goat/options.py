"""The options of Goat 'n' Goat, and how they and a given order get into a record."""

from collections import Counter
from collections.abc import Sequence

from goatherd.errors import BadOption, quoted
from goatherd.games.goat_n_goat.cards import (
    COLOURS,
    HEIGHTS,
    KINDS,
    LOWEST,
    NONE,
    PACKS,
)
from goatherd.games.goat_n_goat.rules import find_lowest
from goatherd.rule import NOBODY, SIZE, Option, Options, State, check_players
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
    SIZE,
)


def configure(s: State, players: int, options: Options) -> None:
    s.players = players
    s.turn = NOBODY
    s.claim_each = options["claims"] == "each-colour"
    s.when_short = options["deck_end"] == SHORT
    s.compared = COMPARED[str(options["edition"])]
    s.turns_left = NONE
    pack = PACKS[str(options["size"])]
    check_players(players, tuple(pack.ranges), options)
    s.dealt[: len(pack.dealt)] = pack.dealt
    s.places = pack.display
    s.hand_limit = pack.hand_limit
    s.counts[:] = pack.counts
    s.deck_size = len(pack.goats)
    s.deck[:] = NONE
    s.deck[: s.deck_size] = pack.goats
    for colour in range(len(COLOURS)):
        for height in pack.ranges[players][colour]:
            s.mountains[colour * HEIGHTS + height - LOWEST] += 1
        find_lowest(s, colour)


def arrange(s: State, order: Sequence[str]) -> None:
    """Set up from all goats: all of seat 0's cards, seat 1's, ..., the display, the deck."""
    unknown = [card for card in order if card not in KINDS]
    if unknown:
        known = ", ".join(KINDS)
        raise BadOption(f"order: there is no goat {quoted(unknown[0])}; goats are {known}")
    found = Counter(order)
    for kind, count in zip(KINDS, s.counts, strict=True):
        if found[kind] != count:
            raise BadOption(f"order: {found[kind]} of {kind}, and there are {count} (GNG-1)")
    s.deck[: len(order)] = [KINDS.index(card) for card in reversed(order)]
    s.ordered = 1
