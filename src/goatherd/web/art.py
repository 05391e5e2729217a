"""The drawings of cards and pieces: symbols in a sprite for each game, `static/art/<game>.svg`."""

from collections.abc import Callable
from functools import cache

from markupsafe import Markup

from goatherd.looks import BACK
from goatherd.table import UNKNOWN
from goatherd.web.files import STATIC

DRAWN = Markup(
    '<svg class="card-art" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
)

WRITTEN = Markup('<span class="card-art written" aria-hidden="true">{}</span>')
"""A card of a game without drawings: what it is called in the notation."""

Art = Callable[[str, str], Markup]
"""Gives the drawing of a kind of card in a game."""


def drawer(static: Callable[[str], str] = "/static/{}".format) -> Art:
    """What draws cards, from sprites at the addresses that `static` gives.

    A kind is named as in the notation, and `?` is drawn as the back of a card. The drawing is
    hidden from screen readers: the name of the card stands beside it. In a game without a sprite,
    the kind itself is written on the card.
    """

    @cache
    def art(game: str, kind: str) -> Markup:
        if not STATIC.joinpath("art", f"{game}.svg").is_file():
            return WRITTEN.format("" if kind in (UNKNOWN, BACK) else kind)
        symbol = BACK if kind == UNKNOWN else kind
        return DRAWN.format(static(f"art/{game}.svg"), symbol)

    return art
