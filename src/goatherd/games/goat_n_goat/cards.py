"""The 84 goats and 21 mountains of Goat 'n' Goat, and the notation of its decisions."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from goatherd.words import Text

SEATS = 5
"""At most; fewer play with the first seats."""
COLOURS = ("r", "b", "g")
NUMBERS = (1, 2, 3, 4, 5)
KINDS = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)
"""The kinds of goat: colour by colour, low before high."""
COLOUR = np.repeat(np.arange(3, dtype=np.int8), len(NUMBERS))
NUMBER = np.tile(np.array(NUMBERS, np.int8), len(COLOURS))
"""The colour and the number of each kind; compiled rules read them, hence the arrays."""
NONE = -1
FACE_DOWN = len(KINDS)
"""In a view: a card of the deck."""

LOWEST, HIGHEST = 3, 9
HEIGHTS = HIGHEST - LOWEST + 1
MOUNTAINS = tuple(
    f"{colour}{height}" for colour in COLOURS for height in range(LOWEST, HIGHEST + 1)
)
"""The kinds of mountain, whether or not this number of players uses them."""


@dataclass(frozen=True)
class Pack:
    """The cards of a match and how they are laid out; see the option `size`."""

    counts: tuple[int, ...]
    """GNG-1: goats of each number, for each colour."""
    ranges: Mapping[int, tuple[tuple[int, ...], ...]]
    """GNG-2: the mountains of each colour, by number of players."""
    dealt: tuple[int, ...]
    """GNG-3: cards dealt to each seat."""
    display: int
    """GNG-3."""
    hand_limit: int
    """GNG-8."""

    @property
    def goats(self) -> list[int]:
        """All goats, by kind."""
        return [kind for kind, count in enumerate(self.counts) for _ in range(count)]


def alike(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The same for every colour."""
    return counts * len(COLOURS)


FULL = Pack(
    counts=alike((10, 8, 5, 3, 2)),
    ranges={
        2: ((3, 4, 5, 6, 7, 8, 9),) * 3,
        3: ((3, 4, 5, 6, 7, 8, 9),) * 3,
        4: ((3, 3, 4, 5, 6, 7, 8),) * 3,
        5: ((3, 3, 4, 4, 5, 6, 7),) * 3,
    },
    dealt=(3, 4, 4, 5, 5),
    display=6,
    hand_limit=8,
)
MINI = Pack(
    counts=(4, 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0),
    ranges={2: ((3,), (3,), ())},
    dealt=(1, 2),
    display=2,
    hand_limit=3,
)
"""As large as can be searched to the end: see `docs/minis.md`."""
PACKS = {"full": FULL, "mini": MINI}
MOST_GOATS = len(FULL.goats)

COLOUR_NAMES = (Text("red"), Text("blue"), Text("green"))
NAMES = {
    kind: Text("{colour} {number}", colour=COLOUR_NAMES[i // 5], number=NUMBERS[i % 5])
    for i, kind in enumerate(KINDS)
}
MOUNTAIN_NAMES = {
    mountain: Text(
        "{colour} mountain {number}",
        colour=COLOUR_NAMES[i // HEIGHTS],
        number=LOWEST + i % HEIGHTS,
    )
    for i, mountain in enumerate(MOUNTAINS)
}

ACTIONS = (
    *(f"play {kind}" for kind in KINDS),
    "done",
    *(f"take {kind}" for kind in KINDS),
    *(f"drop {kind}" for kind in KINDS),
    *(f"claim {mountain}" for mountain in MOUNTAINS),
    "skip",
)
PLAY = ACTIONS.index("play r1")
DONE = ACTIONS.index("done")
TAKE = ACTIONS.index("take r1")
DROP = ACTIONS.index("drop r1")
CLAIM = ACTIONS.index("claim r3")
SKIP = ACTIONS.index("skip")
