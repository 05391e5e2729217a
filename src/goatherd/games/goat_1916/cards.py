"""The cards of Goat and the notation of its decisions.

Kinds are named by the number printed on them, from the lowest that any option puts there to the
highest, so the number of a kind and of a decision does not depend on the options.
"""

from typing import NamedTuple

import numpy as np

from goatherd.words import Text

SEATS = 8
"""The most that can play."""
HAND = 4
"""GOAT-5."""
PACK = 60
"""GOAT-1."""

NUMBERS = range(4, 18)
RANKS = 12
"""How many numbers in a row are in the pack at once (GOAT-1)."""
LEFT_OUT = 6
"""With eight players, the cards of this number (GOAT-3)."""


class Pack(NamedTuple):
    """How many cards a match has; see the option `size`."""

    players: tuple[int, ...]
    ranks: int
    """How many of the twelve numbers are there, the highest ones (GOAT-1)."""
    copies: int
    """Cards of each number, red and black together (GOAT-1)."""
    goats: int
    """GOAT-1."""
    hand: int
    """GOAT-5."""


FULL = Pack(players=(4, 6, 8), ranks=RANKS, copies=4, goats=12, hand=HAND)
MINI = Pack(players=(4,), ranks=2, copies=2, goats=4, hand=2)
"""As large as can be searched to the end: see `docs/minis.md`."""
PACKS = {"full": FULL, "mini": MINI}

KINDS = (
    *(f"R{number}" for number in NUMBERS),
    *(f"B{number}" for number in NUMBERS),
    "goat",
)
BLACK = len(NUMBERS)
"""The first black kind: every kind below is red."""
GOAT = 2 * BLACK
FACE_DOWN = GOAT + 1
"""In a view: a card that its viewer cannot know."""
EMPTY = GOAT + 2
"""No card: of a place in a hand, a pile or the book."""
NONE = -1

NUMBER = np.array([*NUMBERS, *NUMBERS, 0], np.int8)
"""By kind; a goat counts as 0 (GOAT-9). Compiled rules read it, hence the array."""

NAMES = {
    **{f"R{number}": Text("red {number}", number=number) for number in NUMBERS},
    **{f"B{number}": Text("black {number}", number=number) for number in NUMBERS},
    "goat": Text("goat"),
}

ACTIONS = (
    *(f"lead {kind}" for kind in KINDS),
    *(f"show {kind}" for kind in KINDS),
    *(f"search {seat}" for seat in range(SEATS)),
    *(f"command {kind}" for kind in KINDS),
    *(f"play {kind}" for kind in KINDS),
)
LEAD = ACTIONS.index("lead R4")
SHOW = ACTIONS.index("show R4")
SEARCH = ACTIONS.index("search 0")
COMMAND = ACTIONS.index("command R4")
PLAY = ACTIONS.index("play R4")
