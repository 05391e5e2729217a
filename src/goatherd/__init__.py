"""Goatherd: play, host and study four hidden-information goat games."""

from typing import TYPE_CHECKING

from goatherd.errors import (
    BadOption,
    BadRecord,
    BadView,
    BotFailed,
    IllegalMove,
    NothingToDecide,
    UnknownBot,
    UnknownGame,
)
from goatherd.game import Game, games, load, replay
from goatherd.match import Match
from goatherd.rule import Option
from goatherd.view import View

if TYPE_CHECKING:
    from goatherd.bots.bot import Bot

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "BadRecord",
    "BadView",
    "BotFailed",
    "Game",
    "IllegalMove",
    "Match",
    "NothingToDecide",
    "Option",
    "UnknownBot",
    "UnknownGame",
    "View",
    "bot",
    "bots",
    "games",
    "load",
    "replay",
]


def bot(name: str, **settings: object) -> "Bot":
    """A bot by its name (`greedy`), with settings by keyword or in its name (`search:0.1s`)."""
    from goatherd.bots import bot

    return bot(name, **settings)


def bots() -> list[str]:
    """The names of the bots.

    Once the folder of this name is imported, it takes this one's place, and can be called alike.
    """
    from goatherd.bots import names

    return names()
