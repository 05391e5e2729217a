"""How Goat 'n' Goat looks to people."""

from goatherd.looks import Looks
from goatherd.words import Text

LOOKS = Looks(
    sentence=Text(
        "Line up goats of one colour, low before high, and lead them up a mountain before "
        "somebody else does."
    ),
    short_titles={"penalty": Text("Penalties")},
    pictures={"mountains": "mountain-", "score": "mountain-"},
    coloured=("mountains",),
    option_titles={
        "size": Text("Size"),
        "claims": Text("Mountains in a turn"),
        "deck_end": Text("End of the deck"),
        "edition": Text("Breaking ties"),
    },
    choices={
        "full": Text("the whole game"),
        "mini": Text("a tiny one, to study"),
        "one": Text("one"),
        "each-colour": Text("one for each flock"),
        "last-card": Text("with its last card"),
        "short": Text("once a card is missing"),
        "english": Text("as in the English rules"),
        "korean": Text("as in the Korean rules"),
    },
)
