"""How Goat (1916) looks to people."""

from goatherd.looks import Looks
from goatherd.words import Text

LOOKS = Looks(
    sentence=Text(
        "Two sides play for the red cards. Mind the goats, and look into an opponent's hand "
        "before you lead."
    ),
    short_titles={
        "pile": Text("Pile"),
        "taken 0": Text("Taken by team {number}", number=1),
        "taken 1": Text("Taken by team {number}", number=2),
    },
    shared=("book",),
    at_once=("play", "lead", "command"),
    option_titles={
        "size": Text("Size"),
        "lowest": Text("Lowest number"),
        "red": Text("Red cards of each number"),
    },
    choices={
        "full": Text("the whole game"),
        "mini": Text("a tiny one, to study"),
    },
)
