"""The options of Goat, and how they and a given order get into a record."""

from collections import Counter
from collections.abc import Sequence

from goatherd.errors import BadOption, quoted
from goatherd.games.goat_1916.cards import EMPTY, FULL, KINDS, NONE, PACKS, Pack
from goatherd.games.goat_1916.rules import NO_CARD, copies
from goatherd.rule import NOBODY, SIZE, Option, Options, State, check_players
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
    SIZE,
)


def configure(s: State, players: int, options: Options) -> None:
    s.players = players
    s.turn = NOBODY
    pack = PACKS[str(options["size"])]
    check_players(players, pack.players, options)
    s.dealt = pack.hand
    s.ranks = pack.ranks
    s.copies = pack.copies
    s.goats = pack.goats
    s.lowest = options["lowest"]
    s.red = _red(int(options["red"]), pack)
    cards = [kind for kind in range(len(KINDS)) for _ in range(copies(s, kind))]
    s.share = len(cards) // players
    s.deck[:] = EMPTY
    s.deck[: len(cards)] = cards
    s.hand[:] = NO_CARD
    s.book[:] = EMPTY
    s.by[:] = NOBODY
    s.searched = NOBODY
    s.shown = NONE


def _red(of_four: int, pack: Pack) -> int:
    """GOAT-2: where a number has fewer cards than four, as large a part of them."""
    red, rest = divmod(of_four * pack.copies, FULL.copies)
    if rest:
        raise BadOption(
            Text(
                "red={red}: with {copies} cards of each number, half of them are red (GOAT-2)",
                red=of_four,
                copies=pack.copies,
            )
        )
    return red


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
