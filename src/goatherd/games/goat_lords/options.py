"""The options of Goat Lords, and how they and a given order get into a record."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from goatherd.errors import BadOption, quoted
from goatherd.games.goat_lords.cards import GOATS, KINDS, MAX_HAND, NONE
from goatherd.games.goat_lords.deck import (
    MINI_DECK,
    MINI_HAND,
    MINI_PLAYERS,
    STANDARD,
    STANDARD_TEXT,
    Deck,
    deck_of,
    read_deck,
    reread_deck,
)
from goatherd.rule import NOBODY, SIZE, Option, Options, State, check_players
from goatherd.words import Text

AUTO = "auto"
"""`hand`: by the number of players."""
HERDS = "herds"
"""`goatinhood`: only players with a herd are asked."""
TOPS = "tops"
"""`open_herds`: a person is shown only the top stacks."""

OPTIONS = (
    Option(
        "hand",
        5,
        Text("Goats in a full hand; auto: 5 with two or three players, 4 with more (LORDS-4)."),
        choices=(AUTO,),
        low=3,
        high=MAX_HAND,
    ),
    Option(
        "deck",
        STANDARD,
        Text("The cards, their points and extra plays (LORDS-1, LORDS-3)."),
        choices=(STANDARD,),
        read=read_deck,
        reread=reread_deck,
        sample=STANDARD_TEXT,
    ),
    Option(
        "goatinhood",
        "anyone",
        Text("Whom Goatinhood asks for a wild: everybody, or only players with a herd (LORDS-22)."),
        choices=("anyone", HERDS),
    ),
    Option(
        "open_herds",
        "yes",
        Text("Whether people are shown whole herds, or only the top stacks (LORDS-31)."),
        choices=("yes", TOPS),
    ),
    SIZE,
)


def configure(s: State, players: int, options: Options) -> None:
    s.players = players
    s.turn = NOBODY
    s.herds_asked = options["goatinhood"] == HERDS
    s.tops_only = options["open_herds"] == TOPS
    if options["size"] == SIZE.default:
        s.hand_size = _hand_size(options["hand"], players)
        deck = deck_of(str(options["deck"]))
    else:
        check_players(players, MINI_PLAYERS, options)
        _check_defaults(options)
        s.hand_size = MINI_HAND
        deck = MINI_DECK
    _check_enough(deck, players, int(s.hand_size))
    s.counts[:] = deck.counts
    s.points[:] = deck.points
    s.extra[:] = deck.extra
    s.deck[:] = NONE
    s.left = sum(deck.counts)
    s.deck[: s.left] = np.repeat(np.arange(len(KINDS)), deck.counts)
    s.discard[:] = NONE
    s.duel[:] = NONE
    s.card = s.target = s.place = NONE


def _check_defaults(options: Options) -> None:
    for option in OPTIONS:
        if option.name in ("hand", "deck") and options[option.name] != option.default:
            raise BadOption(
                Text(
                    "{option}: with size={size}, deck and full hand are given",
                    option=option.name,
                    size=str(options["size"]),
                )
            )


def _hand_size(option: str | int, players: int) -> int:
    """LORDS-4."""
    if option == AUTO:
        return 5 if players <= 3 else 4
    return int(option)


def _check_enough(deck: Deck, players: int, hand_size: int) -> None:
    """LORDS-6: whatever is dealt, an ordinary goat must be left to start the discard pile."""
    needed = players * hand_size + 1
    if deck.ordinary < needed:
        raise BadOption(
            Text(
                "deck: {count} goats that are not wild, and {players} players with {hand} cards "
                "each need {needed} (LORDS-6)",
                count=deck.ordinary,
                players=players,
                hand=hand_size,
                needed=needed,
            )
        )


def arrange(s: State, order: Sequence[str]) -> None:
    """Set up from all cards in order, the top of the draw pile first."""
    unknown = [card for card in order if card not in KINDS]
    if unknown:
        known = ", ".join(KINDS)
        raise BadOption(f"order: there is no card {quoted(unknown[0])}; cards are {known}")
    found = Counter(order)
    for kind, count in zip(KINDS, s.counts, strict=True):
        if found[kind] != count:
            rule = "LORDS-1" if kind in GOATS else "LORDS-2"
            raise BadOption(f"order: {found[kind]} of {kind}, and there are {count} ({rule})")
    s.deck[: len(order)] = [KINDS.index(card) for card in reversed(order)]
    s.ordered = 1
