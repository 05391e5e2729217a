"""A match shown decision by decision: to a seat, to a spectator, or with all cards open."""

from collections.abc import Iterator
from typing import NamedTuple

from goatherd.errors import BadOption
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.rule import Decision
from goatherd.table import Table
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
    position = beginning_of(match)
    yield table_of(position, showing)
    for _, text in match.decisions():
        before = position.copy()
        position.play(text)
        yield table_of(position, showing)._replace(events=events(before, position, showing))


def table_at(match: Match, number: int, showing: Showing) -> Table:
    """The table after so many decisions, with what the last of them brought."""
    position = beginning_of(match)
    made = [text for _, text in match.decisions()[:number]]
    for text in made[:-1]:
        position.play(text)
    if not made:
        return table_of(position, showing)
    before = position.copy()
    position.play(made[-1])
    return table_of(position, showing)._replace(events=events(before, position, showing))


def beginning_of(match: Match) -> Match:
    """The match before its first decision."""
    return Match(match.contract, match.players, match.options, match.seed, match.order)


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
    return table._replace(viewer=None, winners=tuple(match.winners()))


def open_events(before: Match, after: Match) -> tuple[Text, ...]:
    """What the decision between two positions brought, in full."""
    seat, text = after.decisions()[-1]
    made = Decision(seat, after.contract.actions.index(text))
    told = after.contract.narrate(as_record(before.state), made, as_record(after.state), text)
    return tuple(told)
