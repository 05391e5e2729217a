"""The drawings of cards and pieces: symbols in a sprite for each game, `static/art/<game>.svg`."""

from collections.abc import Callable
from functools import cache

from markupsafe import Markup

from goatherd.table import UNKNOWN

BACK = "back"
"""The symbol of a card whose face is not to be seen."""

DRAWN = Markup(
    '<svg class="card-art" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
)

Art = Callable[[str, str], Markup]
"""Gives the drawing of a kind of card in a game."""


def drawer(static: Callable[[str], str] = "/static/{}".format) -> Art:
    """What draws cards, from sprites at the addresses that `static` gives.

    A kind is named as in the notation, and `?` is drawn as the back of a card. The drawing is
    hidden from screen readers: the name of the card stands beside it.
    """

    @cache
    def art(game: str, kind: str) -> Markup:
        symbol = BACK if kind == UNKNOWN else kind
        return DRAWN.format(static(f"art/{game}.svg"), symbol)

    return art
