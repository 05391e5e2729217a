"""How Goat Lords looks to people."""

from goatherd.looks import Looks
from goatherd.words import Text

LOOKS = Looks(
    sentence=Text(
        "Pair goats into stacks, pile stacks into a herd, and rob the herds of your neighbours."
    ),
    docked=("hand", "actions"),
    option_titles={
        "size": Text("Size"),
        "hand": Text("Cards in a full hand"),
        "deck": Text("Deck"),
        "goatinhood": Text("Goatinhood asks"),
        "open_herds": Text("Herds shown"),
    },
    choices={
        "full": Text("the whole game"),
        "mini": Text("a tiny one, to study"),
        "auto": Text("by the number of players"),
        "standard": Text("the standard one"),
        "anyone": Text("everybody"),
        "herds": Text("only players with a herd"),
        "yes": Text("whole"),
        "tops": Text("only their top stacks"),
    },
)
