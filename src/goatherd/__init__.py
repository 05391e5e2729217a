"""Goatherd: play, host and study four hidden-information goat games."""

from goatherd.errors import BadOption, BadRecord, IllegalMove, UnknownGame
from goatherd.game import Game, games, load, replay
from goatherd.match import Match
from goatherd.rule import Option
from goatherd.view import View

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Match",
    "Option",
    "UnknownGame",
    "View",
    "games",
    "load",
    "replay",
]
