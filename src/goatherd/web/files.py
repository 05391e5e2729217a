"""The files that pages load, and their addresses."""

import hashlib
from functools import cache
from importlib import resources

from goatherd.games import files, names

STATIC = resources.files("goatherd.web") / "static"


@cache
def static(path: str) -> str:
    """The address of a static file, new whenever the file is."""
    content = STATIC.joinpath(*path.split("/")).read_bytes()
    return f"/static/{path}?{hashlib.sha256(content).hexdigest()[:10]}"


def style_of(game: str) -> bytes | None:
    """A game's own style sheet for its table, which is in its folder."""
    style = files(game) / "table.css" if game in names() else None
    return style.read_bytes() if style is not None and style.is_file() else None


@cache
def table_style(game: str) -> str:
    """The address of a game's own style sheet; empty where it has none."""
    style = style_of(game)
    if style is None:
        return ""
    return f"/static/games/{game}.css?{hashlib.sha256(style).hexdigest()[:10]}"
