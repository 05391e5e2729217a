"""Goatherd for researchers, students and designers of games: nothing here is needed to play.

Importing this package makes the games known to whichever of PettingZoo, Gymnasium and OpenSpiel is
installed (extra `research`):

* `pettingzoo.make("aec", "goatherd/goita-v0")`, see `goatherd.research.pettingzoo`
* `gymnasium.make("goatherd/goita-v0")`, see `goatherd.research.gymnasium`
* `pyspiel.load_game("python_goita")`, see `goatherd.research.openspiel`
"""

from importlib import import_module
from importlib.util import find_spec

from goatherd.research.observation import decode

__all__ = ["decode", "register"]

PEERS = {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "pyspiel"}
"""The module here for each library that games are registered with."""


def register() -> None:
    """Make the games known to each of these libraries that is installed."""
    for name, library in PEERS.items():
        if find_spec(library) is not None:
            import_module(f"goatherd.research.{name}").register()


register()
