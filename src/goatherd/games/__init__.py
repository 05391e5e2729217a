"""The games there are. A fifth game is a fifth folder and one more line here."""

from functools import cache
from importlib import import_module

from goatherd.contract import Contract

FOLDERS = {
    "goat-n-goat": "goat_n_goat",
    "goat-1916": "goat_1916",
    "goita": "goita",
    "goat-lords": "goat_lords",
}


@cache
def contract(name: str) -> Contract:
    """The contract of one game, imported when it is first asked for."""
    game: Contract = import_module(f"goatherd.games.{FOLDERS[name]}").GAME
    return game
