"""Bots: they get views and nothing else, and answer with one of the legal decisions.

`bot.py` says what a bot is, `spec.py` which there are and how they are written.
"""

import sys
from types import ModuleType

from goatherd.bots.bot import Bot, Estimate, Explanation
from goatherd.bots.spec import make, names

__all__ = ["Bot", "Estimate", "Explanation", "bot", "names"]


def bot(name: str, **settings: object) -> Bot:
    """A bot by its name (`greedy`), with settings by keyword or in its name (`search:0.1s`)."""
    return make(name, settings)


class _Bots(ModuleType):
    """This folder: importing it hides the function `goatherd.bots`, so it does the same."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _Bots
