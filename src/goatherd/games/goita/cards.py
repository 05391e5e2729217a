"""The 32 pieces of Goita and the notation of its decisions."""

from typing import NamedTuple

import numpy as np

from goatherd.words import Text

SEATS = 4
HAND = 8
PLAYS = 4

KINDS = ("king", "rook", "bishop", "gold", "silver", "knight", "lance", "pawn")
KING, ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN = range(8)
FACE_DOWN = 8
"""In a view: a face-down piece that its viewer cannot know."""
NONE = -1

POINTS = np.array([50, 40, 40, 30, 30, 20, 20, 10], np.int16)
"""GOITA-1."""


class Pack(NamedTuple):
    """The pieces of a match; see the option `size`."""

    counts: tuple[int, ...]
    """GOITA-1: of each kind. All together are a power of two."""
    hand: int
    """GOITA-5."""

    @property
    def pieces(self) -> list[int]:
        """All pieces, by kind."""
        return [kind for kind, count in enumerate(self.counts) for _ in range(count)]


FULL = Pack(counts=(2, 2, 2, 4, 4, 4, 4, 10), hand=HAND)
MINI = Pack(counts=(2, 0, 0, 0, 0, 0, 0, 14), hand=4)
"""As large as can be searched to the end: see `docs/minis.md`."""
PACKS = {"full": FULL, "mini": MINI}
MOST_PIECES = len(FULL.pieces)
MOST = np.array([FULL.counts, MINI.counts], np.int8).max(axis=0)
"""Pieces of each kind, at most."""

NAMES = {
    "king": Text("king"),
    "rook": Text("rook"),
    "bishop": Text("bishop"),
    "gold": Text("gold"),
    "silver": Text("silver"),
    "knight": Text("knight"),
    "lance": Text("lance"),
    "pawn": Text("pawn"),
}

MAX_SHIFT = 3

ACTIONS = (
    "call",
    "quiet",
    "redeal",
    "continue",
    *(f"hide {kind}" for kind in KINDS),
    "pass",
    *(f"defend {kind}" for kind in KINDS),
    *(f"attack {kind}" for kind in KINDS),
    "first me",
    "first partner",
    *(f"point {place}" for place in range(MOST_PIECES)),
    *(f"shift {shift:+d}" if shift else "shift 0" for shift in range(-MAX_SHIFT, MAX_SHIFT + 1)),
)
CALL = ACTIONS.index("call")
QUIET = ACTIONS.index("quiet")
REDEAL = ACTIONS.index("redeal")
CONTINUE = ACTIONS.index("continue")
HIDE = ACTIONS.index("hide king")
PASS = ACTIONS.index("pass")
DEFEND = ACTIONS.index("defend king")
ATTACK = ACTIONS.index("attack king")
FIRST_ME = ACTIONS.index("first me")
FIRST_PARTNER = ACTIONS.index("first partner")
POINT = ACTIONS.index("point 0")
SHIFT = ACTIONS.index("shift -3")
