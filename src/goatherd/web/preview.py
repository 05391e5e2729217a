"""What other sites show of a link to this one: a title, a sentence and a picture.

Of a match that goes on they tell the game alone: whoever gets the link may yet sit down.
"""

from dataclasses import dataclass
from typing import Literal

from goatherd.game import Game
from goatherd.web.files import STATIC
from goatherd.web.listings import picture_of
from goatherd.words import Text


@dataclass(frozen=True, slots=True)
class Preview:
    """How a link is shown."""

    title: Text
    about: Text
    picture: str
    """A file of `static/art`."""
    kind: Literal["website", "article"] = "website"
    listed: bool = True
    """Whether search engines may list the page: not what only the link leads to."""


SITE = Preview(
    Text("Goat games with friends and bots"),
    Text(
        "Play at once against bots, or send a link to your friends. Nothing to install, no account."
    ),
    "site.png",
)


def picture_file(game: Game) -> str:
    """The picture of a game; that of the site for one that has none, from another package."""
    name = f"{picture_of(game.name)}.png"
    return name if STATIC.joinpath("art", name).is_file() else SITE.picture


def game_preview(game: Game) -> Preview:
    return Preview(Text(game.title), game.contract.looks.sentence, picture_file(game))


def rules_preview(game: Game) -> Preview:
    title = Text("Rules of {game}", game=Text(game.title))
    return Preview(title, game.contract.looks.sentence, picture_file(game), "article")


def table_preview(game: Game) -> Preview:
    """Of a table, whatever goes on there."""
    about = Text("Open the link to sit down or to watch. Nothing to install, no account.")
    return Preview(Text(game.title), about, picture_file(game), listed=False)


def result_preview(game: Game, summary: Text) -> Preview:
    """Of a match that is over: who won."""
    title = Text("{game}: the result", game=Text(game.title))
    return Preview(title, summary, picture_file(game), "article", listed=False)
