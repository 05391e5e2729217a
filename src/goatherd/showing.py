"""A match shown decision by decision: to a seat, to a spectator, or with all cards open."""

from collections.abc import Iterator
from typing import NamedTuple

from goatherd.errors import BadOption
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.rule import Decision
from goatherd.table import Table
from goatherd.timeline import PastPosition
from goatherd.words import Text


class Showing(NamedTuple):
    """For whom a match is shown: a seat, a spectator (None), or with all cards open."""

    seat: int | None = None
    open: bool = False


def checked_showing(match: Match, seat: int | None, *, open_cards: bool) -> Showing:
    if seat is not None and open_cards:
        raise BadOption("--seat and --open: choose one of them")
    if seat is not None and not 0 <= seat < match.players:
        raise BadOption(f"no seat {seat + 1}: seats are 1 to {match.players}")
    if open_cards and not match.over:
        raise BadOption("--open: the match is unfinished; its cards are shown after the end")
    return Showing(seat, open_cards)


def tables(match: Match, showing: Showing) -> Iterator[Table]:
    """The table at the start and after each decision, each with what that decision brought."""
    return (table_of(position, showing) for position in match.timeline())


def table_at(match: Match, number: int, showing: Showing) -> Table:
    """The table after so many decisions, with what the last of them brought."""
    return table_of(match.timeline()[number], showing)


def table_of(position: PastPosition, showing: Showing) -> Table:
    return position.open_table() if showing.open else position.table(showing.seat)


def open_events(before: Match, after: Match) -> tuple[Text, ...]:
    """What the decision between two positions brought, in full."""
    seat, text = after.decisions()[-1]
    made = Decision(seat, after.contract.facts.actions.index(text))
    told = after.contract.faces.narrate(as_record(before.state), made, as_record(after.state), text)
    return tuple(told)
