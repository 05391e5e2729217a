"""Where every card is; `?` for one that a view does not know."""

from typing import Any

from goatherd.rule import State
from my_game.rules import NONE


def zones(s: State) -> dict[str, list[str]]:
    out = {}
    for seat in range(s.players):
        out[f"hand {seat}"] = known(s.hand[seat], int(s.held[seat]))
        out[f"trick {seat}"] = [str(s.trick[seat] + 1)] if s.trick[seat] != NONE else []
    out["deck"] = known(s.deck, int(s.left))
    out["gone"] = known(s.gone, 0)
    return out


def known(held: Any, count: int) -> list[str]:
    """The cards that are known to be there, and one `?` for each of the others."""
    cards = [str(rank + 1) for rank, here in enumerate(held) if here]
    return cards + ["?"] * (count - len(cards))
