"""How Goita looks to people."""

from goatherd.looks import Looks
from goatherd.words import Text

LOOKS = Looks(
    sentence=Text(
        "Two against two with the wooden pieces of Noto: stop the attack, make your own, and do "
        "not say a word."
    ),
    option_titles={
        "size": Text("Size"),
        "target": Text("Points to win"),
        "ritual": Text("Ritual before the deal"),
        "pawn_calls": Text("Calls of pawns"),
        "dealer": Text("First dealer"),
    },
    choices={
        "full": Text("the whole game"),
        "mini": Text("a tiny one, to study"),
        "round": Text("a single round"),
        "off": Text("no"),
        "on": Text("yes"),
        "open": Text("openly, one after another"),
    },
)
