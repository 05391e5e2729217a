"""The cards of Goat Lords and the notation of its decisions.

How many cards of each kind there are, their points and their extra plays are data: `deck.py`.
"""

import numpy as np

from goatherd.words import Text

SEATS = 6
SPECTATOR = SEATS
VIEWERS = 8
"""Seats, spectator, and one that is nobody: compiled code handles eight at once."""

GOATS = (
    "lord",
    "goatini",
    "goatacorn",
    "dragon",
    "tgoat",
    "ninja",
    "kraken",
    "fairy",
    "fainting",
    "ghoast",
    "ladypug",
    "foodie",
)
"""LORDS-1: the two wilds, then the kinds that a stack can be of."""
LORD, GOATINI = 0, 1
WILDS = 2
"""Goat kinds from this number on are ordinary, not wild."""

ACTION_CARDS = (
    "escape",
    "sneak",
    "goatlette",
    "fire",
    "hypnotize",
    "santy",
    "loaf",
    "flower",
    "atomic",
    "goatinhood",
)
"""LORDS-2."""
ESCAPE, SNEAK, GOATLETTE, FIRE, HYPNOTIZE, SANTY, LOAF, FLOWER, ATOMIC, GOATINHOOD = range(10)

KINDS = GOATS + ACTION_CARDS
"""In piles, where both may lie, an action card has its number plus `len(GOATS)`."""
NONE = -1

MAX_CARDS = 160
MAX_GOATS = 128
MAX_STACKS = MAX_GOATS // 2
"""All stacks of the largest deck in one herd."""
MAX_HAND = 7
MAX_DUEL = 2 * MAX_HAND + 1
"""The defender, who holds no more than a full hand, answers every card but the last."""
MAX_FRONT = 3
"""LORDS-5: face-down action cards that may lie in front of a player."""

NAMES = {
    "lord": Text("Goat Lord"),
    "goatini": Text("Magical Goatini"),
    "goatacorn": Text("Flying Goat-a-Corn"),
    "dragon": Text("Fire Breathing Dragon Goat"),
    "tgoat": Text("Friendly T-Goat"),
    "ninja": Text("Goat Ninja"),
    "kraken": Text("Krakengoat"),
    "fairy": Text("Fairy Goat Mother"),
    "fainting": Text("Fainting Baby Goat"),
    "ghoast": Text("Gleeful Ghoast"),
    "ladypug": Text("Ladypug"),
    "foodie": Text("Foodie Goat"),
    "escape": Text("Escape Goat"),
    "sneak": Text("Sneak-A-Goat"),
    "goatlette": Text("Russian Goatlette"),
    "fire": Text("Raining Fire-Goats"),
    "hypnotize": Text("Hypnotized Goat"),
    "santy": Text("Santy Goat"),
    "loaf": Text("Loaf of Goat"),
    "flower": Text("Flower Goatee"),
    "atomic": Text("Atomic Goat"),
    "goatinhood": Text("Goatinhood"),
}

ORDINARY = GOATS[WILDS:]

ACTIONS = (
    *(f"birth {kind}" for kind in ORDINARY),
    *(f"birth {kind} lord" for kind in ORDINARY),
    *(f"birth {kind} goatini" for kind in ORDINARY),
    *(f"adopt {kind}" for kind in ORDINARY),
    *(f"duel {seat} {kind}" for seat in range(SEATS) for kind in GOATS),
    *(f"discard {kind}" for kind in GOATS),
    *(f"action {card}" for card in ACTION_CARDS),
    *(f"target {seat}" for seat in range(SEATS)),
    *(f"stack {place}" for place in range(MAX_STACKS)),
    "left",
    "right",
    *(f"defend {kind}" for kind in GOATS),
    *(f"press {kind}" for kind in GOATS),
    "yield",
    "escape",
    "accept",
    *(f"trash {card}" for card in ACTION_CARDS),
    *(f"drop {kind}" for kind in GOATS),
)
BORN = np.array([GOATS.index(text.split()[1]) for text in ACTIONS if "birth" in text], np.int8)
"""The kind of goat that each birth decision names,"""
BORN_WITH = np.array(
    [GOATS.index(text.split()[-1]) for text in ACTIONS if "birth" in text], np.int8
)
"""and the kind it is born with: the same, or a wild."""
BIRTH = ACTIONS.index("birth goatacorn")
BIRTH_LORD = ACTIONS.index("birth goatacorn lord")
BIRTH_GOATINI = ACTIONS.index("birth goatacorn goatini")
ADOPT = ACTIONS.index("adopt goatacorn")
DUEL = ACTIONS.index("duel 0 lord")
DISCARD = ACTIONS.index("discard lord")
ACTION = ACTIONS.index("action escape")
TARGET = ACTIONS.index("target 0")
STACK = ACTIONS.index("stack 0")
LEFT = ACTIONS.index("left")
RIGHT = ACTIONS.index("right")
DEFEND = ACTIONS.index("defend lord")
PRESS = ACTIONS.index("press lord")
YIELD = ACTIONS.index("yield")
PLAY_ESCAPE = ACTIONS.index("escape")
ACCEPT = ACTIONS.index("accept")
TRASH = ACTIONS.index("trash escape")
DROP = ACTIONS.index("drop lord")
