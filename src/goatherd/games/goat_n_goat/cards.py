"""The 84 goats and 21 mountains of Goat 'n' Goat, and the notation of its decisions."""

import numpy as np

from goatherd.words import Text

SEATS = 5
"""At most; fewer play with the first seats."""
DISPLAY = 6
HAND_LIMIT = 8
DEALT = np.array([3, 4, 4, 5, 5], np.int8)
"""GNG-3: cards dealt to each seat."""

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

COUNTS = np.tile(np.array([10, 8, 5, 3, 2], np.int8), len(COLOURS))
"""GNG-1."""
GOATS = np.repeat(np.arange(len(KINDS), dtype=np.int8), COUNTS)

LOWEST, HIGHEST = 3, 9
HEIGHTS = HIGHEST - LOWEST + 1
MOUNTAINS = tuple(
    f"{colour}{height}" for colour in COLOURS for height in range(LOWEST, HIGHEST + 1)
)
"""The kinds of mountain, whether or not this number of players uses them."""
RANGES = {
    2: (3, 4, 5, 6, 7, 8, 9),
    3: (3, 4, 5, 6, 7, 8, 9),
    4: (3, 3, 4, 5, 6, 7, 8),
    5: (3, 3, 4, 4, 5, 6, 7),
}
"""GNG-2: the mountains of each colour, by number of players."""

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
