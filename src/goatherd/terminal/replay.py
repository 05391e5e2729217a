"""A saved match, decision by decision."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rich.console import Console
from rich.text import Text as Line

from goatherd.errors import BadOption
from goatherd.game import load
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.rule import Decision
from goatherd.table import Table
from goatherd.terminal.console import ask
from goatherd.terminal.paint import Painted
from goatherd.words import Text


class Showing(NamedTuple):
    """For whom a match is shown: a seat, a spectator (None), or with all cards open."""

    seat: int | None = None
    open: bool = False


def checked_showing(match: Match, seat: int | None, *, open_cards: bool) -> Showing:
    if seat is not None and open_cards:
        raise BadOption("--seat and --open: choose one of them")
    if seat is not None and not 0 <= seat < match.players:
        raise BadOption(f"no seat {seat}: seats are 0 to {match.players - 1}")
    if open_cards and not match.over:
        raise BadOption("--open: the match is unfinished; its cards are shown after the end")
    return Showing(seat, open_cards)


def tables(match: Match, showing: Showing) -> Iterator[Table]:
    """The table at the start and after each decision, each with what that decision brought."""
    position = load(match.game).new(match.players, match.seed, match.order, **match.options)
    yield table_of(position, showing)
    for _, text in match.decisions():
        before = position.copy()
        position.play(text)
        yield replace(table_of(position, showing), events=events(before, position, showing))


def table_of(match: Match, showing: Showing) -> Table:
    return open_table(match) if showing.open else match.view(showing.seat).table()


def events(before: Match, after: Match, showing: Showing) -> tuple[Text, ...]:
    if showing.open:
        return open_events(before, after)
    return tuple(after.news(before.view(showing.seat)))


def open_table(match: Match) -> Table:
    """The table with all cards open, and with what the seat to act is asked."""
    contract = match.contract
    asked = contract.spectator if match.turn is None else match.turn
    table = contract.table(as_record(match.state), asked, ())
    return replace(table, viewer=None, winners=tuple(match.winners()))


def open_events(before: Match, after: Match) -> tuple[Text, ...]:
    """What the decision between two positions brought, in full."""
    seat, text = after.decisions()[-1]
    made = Decision(seat, after.contract.actions.index(text))
    told = after.contract.narrate(as_record(before.state), made, as_record(after.state), text)
    return tuple(told)


def tell(console: Console, match: Match, showing: Showing, language: str) -> None:
    """All that happened, a decision a line, and the table at the end."""
    table = None
    for number, table in enumerate(tables(match, showing)):
        for event in table.events:
            console.print(Line(f"{number:>4}  ", "dim") + Line(event.say(language)))
    assert table is not None
    console.print()
    console.print(Painted(replace(table, events=()), language))


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
