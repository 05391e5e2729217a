"""A saved match, decision by decision."""

from rich.console import Console
from rich.text import Text as Line

from goatherd.match import Match
from goatherd.showing import Showing, tables
from goatherd.terminal.console import ask
from goatherd.terminal.paint import Painted
from goatherd.words import Text


def tell(console: Console, match: Match, showing: Showing, language: str) -> None:
    """All that happened, a decision a line, and the table at the end."""
    table = None
    for number, table in enumerate(tables(match, showing)):
        for event in table.events:
            console.print(Line(f"{number:>4}  ", "dim") + Line(event.say(language)))
    assert table is not None
    console.print()
    console.print(Painted(table._replace(events=()), language))


def step(console: Console, match: Match, showing: Showing, language: str) -> None:
    """One table at a time: Enter for the next, `b` back, a number to jump, `q` to quit."""
    shown = list(tables(match, showing))
    last = len(shown) - 1
    place = 0
    while True:
        heading = Text("Decision {number} of {last}", number=place, last=last)
        console.rule(heading.say(language))
        console.print(Painted(shown[place], language))
        answer = ask(console, Text("Enter: next, b: back, a number: go there, q: quit"), language)
        if answer is None or answer == "q" or (not answer and place == last):
            return
        place = min(max(next_place(place, answer), 0), last)


def next_place(place: int, answer: str) -> int:
    if answer.isdecimal():
        return int(answer)
    return {"": place + 1, "b": place - 1}.get(answer, place)
