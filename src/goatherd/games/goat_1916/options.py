"""The options of Goat, and how they and a given order get into a record."""

from collections import Counter
from collections.abc import Sequence

from goatherd.errors import BadOption, quoted
from goatherd.games.goat_1916.cards import EMPTY, KINDS, NONE
from goatherd.games.goat_1916.rules import NO_CARD, copies
from goatherd.rule import NOBODY, Option, Options, State
from goatherd.words import Text

OPTIONS = (
    Option(
        "lowest",
        6,
        Text("The lowest of the twelve numbers (GOAT-2)."),
        low=4,
        high=6,
    ),
    Option(
        "red",
        2,
        Text("How many of the four cards of each number are red (GOAT-2)."),
        low=1,
        high=3,
    ),
)


def configure(s: State, players: int, options: Options) -> None:
    s.players = players
    s.turn = NOBODY
    s.lowest = options["lowest"]
    s.red = options["red"]
    pack = [kind for kind in range(len(KINDS)) for _ in range(copies(s, kind))]
    s.share = len(pack) // players
    s.deck[:] = EMPTY
    s.deck[: len(pack)] = pack
    s.hand[:] = NO_CARD
    s.book[:] = EMPTY
    s.by[:] = NOBODY
    s.searched = NOBODY
    s.shown = NONE


def arrange(s: State, order: Sequence[str]) -> None:
    """Set up from the whole pack: seat 0's pile from its top, then seat 1's, and so on."""
    unknown = [card for card in order if card not in KINDS]
    if unknown:
        known = ", ".join(KINDS)
        raise BadOption(f"order: there is no card {quoted(unknown[0])}; cards are {known}")
    found = Counter(order)
    for number, kind in enumerate(KINDS):
        count = copies(s, number)
        if found[kind] != count:
            raise BadOption(
                f"order: {found[kind]} of {kind}, and there are {count} "
                "with these players and options (GOAT-1, GOAT-2, GOAT-3)"
            )
    s.deck[: len(order)] = [KINDS.index(card) for card in order]
    s.ordered = 1
