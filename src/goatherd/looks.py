"""How a game looks to people: what its table, its options and the first page say and show.

All of it has a default, so that a game can be played before it has any looks of its own. Beside
this, a game's folder may hold `table.css`, the style sheet of its table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from goatherd.table import UNKNOWN
from goatherd.words import NOTHING, Text

BACK = "back"
"""The picture of a card whose face is not to be seen."""


@dataclass(frozen=True)
class Looks:
    """The looks of one game."""

    sentence: Text = NOTHING
    """What one does in it, for somebody who has not heard of it."""
    docked: tuple[str, ...] = ("hand",)
    """The zones of the viewer that are played from: they lie below the table, within reach."""
    short_titles: Mapping[str, Text] = field(default_factory=dict)
    """What a zone is called where its title would be too long; by the first word of its name where
    it is a seat's, by the whole name in the middle."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """The beginning of the names of pictures in a zone whose cards are kinds of their own, by the
    first word of its name."""
    coloured: tuple[str, ...] = ()
    """The zones whose cards get the first letter of their kind as a class."""
    shared: tuple[str, ...] = ()
    """The zones in which cards of several players lie in a row: each shows whose it is. The names
    of these cards say so too, in the gap `player`."""
    at_once: tuple[str, ...] = ()
    """The verbs of decisions that are made with one click, though they can never be taken back: a
    card is drawn after each card that is played. All others that show something ask once."""
    option_titles: Mapping[str, Text] = field(default_factory=dict)
    choices: Mapping[str, Text] = field(default_factory=dict)
    """What can be chosen for options, by its notation."""

    def picture(self, zone: str, kind: str) -> str:
        """The name of a card's picture."""
        return BACK if kind == UNKNOWN else self.pictures.get(zone.partition(" ")[0], "") + kind

    def option_title(self, option: str) -> Text:
        return self.option_titles.get(option) or Text("{name}", name=option)

    def choice(self, choice: str | int) -> Text:
        """A choice in words; a number is its own word."""
        return self.choices.get(str(choice)) or Text("{number}", number=choice)
