"""Five levels of strength, from gentle to as strong as it gets.

The gentle ones play like people who have just learnt the rules: the first takes what is obvious,
the second plays by sensible rules of thumb. The others think ahead, each longer than the one below.
`docs/strength.md` shows how they fare against one another.
"""

from typing import NamedTuple

from goatherd.bots.bot import Bot
from goatherd.bots.search import SearchBot
from goatherd.bots.simple import PolicyBot
from goatherd.errors import BadOption, quoted
from goatherd.words import Text


class Level(NamedTuple):
    """One level: its number from 1, its name, and how it plays."""

    number: int
    name: Text
    about: Text
    spec: str
    """The bot that it is, as `goatherd ladder` takes it."""


A_LITTLE = 600
"""Iterations: halfway from level 2 to level 4."""

LEVELS = (
    Level(1, Text("Kid"), Text("takes what is obvious, as in a first match"), "beginner"),
    Level(2, Text("Yearling"), Text("plays by sensible rules of thumb"), "greedy"),
    Level(3, Text("Climber"), Text("looks ahead a little"), f"search:{A_LITTLE}:no-belief"),
    Level(4, Text("Lead goat"), Text("thinks for a tenth of a second"), "search:0.1s"),
    Level(5, Text("Goatherd"), Text("thinks for a second, as strong as it gets"), "search:1s"),
)
STRONGEST = LEVELS[-1].number


def level_bot(level: int, seed: int | None = None, threads: int | None = None) -> Bot:
    """The bot of a level."""
    chosen = checked_level(level)
    if chosen.number == 1 or chosen.number == 2:
        player: Bot = PolicyBot(chosen.spec, seed)
    elif chosen.number == 3:
        player = SearchBot(iterations=A_LITTLE, belief=False, seed=seed, threads=threads)
    else:
        player = SearchBot(think=0.1 if chosen.number == 4 else 1.0, seed=seed, threads=threads)
    player.name = f"level:{chosen.number}"
    return player


def checked_level(level: object) -> Level:
    known = {one.number: one for one in LEVELS}
    if isinstance(level, bool) or not isinstance(level, int) or level not in known:
        raise BadOption(f"no level {quoted(level)}: levels are 1 (gentle) to {STRONGEST} (strong)")
    return known[level]
