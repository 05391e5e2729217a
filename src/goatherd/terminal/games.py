"""The list of the games."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text as Line

from goatherd.book import first_sentence
from goatherd.game import Game, games, load
from goatherd.rule import Option
from goatherd.words import Text, catalogue


def show(console: Console, language: str) -> None:
    """Each game with its title, its players, a sentence and its options."""
    for game in map(load, games()):
        console.print(heading(game, language))
        console.print(Line(first_sentence(game.name, language)))
        console.print(options(game.options().values(), language))
        console.print()


def heading(game: Game, language: str) -> Line:
    """`goita   Goita · 4 players`."""
    title = catalogue(language).gettext(game.title)
    players = Text("({count} players)", count=spoken(game.players)).say(language)
    return Line(game.name, "bold cyan").append(f"  {title} ", "bold").append(players, "dim")


def spoken(players: Sequence[int]) -> str:
    """`2–5` where no number is left out, `4, 6, 8` otherwise."""
    unbroken = len(players) > 1 and list(players) == list(range(players[0], players[-1] + 1))
    return f"{players[0]}–{players[-1]}" if unbroken else ", ".join(map(str, players))


def options(given: Iterable[Option], language: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for title in (Text("option"), Text("default"), Text("allowed"), Text("what it changes")):
        table.add_column(title.say(language), overflow="fold")
    for option in given:
        about = option.about.say(language)
        table.add_row(option.name, str(option.default), option.allowed().say(language), about)
    return table
