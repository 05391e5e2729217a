"""Draws the description of a table, of any game, as lines of text.

Nothing is told by colour alone: `*` stands before what can be chosen, `!` before what play turns
on, `>` before the seat to act; known cards that lie face down are in brackets, unknown ones `?`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text as Line

from goatherd.table import UNKNOWN, Card, Choice, Seat, Table, Zone
from goatherd.words import Player, Text, seat_name

LIT, MARKED, TO_ACT, EMPTY = "*", "!", ">", "–"
LEGEND = Text("* can be chosen   ! what play turns on   > whose turn it is   ? unknown")
INDENT = 4
GAP = "  "
TOGETHER = " + "
"""Between the cards of one stack."""
BETWEEN = " · "


class Painted:
    """A table in a language, to be printed by Rich."""

    def __init__(self, table: Table, language: str = "en") -> None:
        self.table = table
        self.language = language

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)

    def lines(self, width: int) -> Iterator[Line]:
        """What happened, the middle, the seats with the viewer's last, and what is asked."""
        for event in self.table.events:
            yield Line(self.say(event), "italic")
        if self.table.facts:
            yield Line(BETWEEN.join(map(self.say, self.table.facts)), "dim")
        for zone in self.table.zones:
            if zone.owner is None:
                yield from flow([self.zone(zone)], width)
        for seat in seats_from_viewer(self.table):
            yield self.heading(seat)
            yield from self.corner(seat, width)
        yield Line(self.say(self.table.prompt), "bold")

    def say(self, text: Text) -> str:
        return text.say(self.language)

    def heading(self, seat: Seat) -> Line:
        """`> *Seat 2 (you) · Team 1 · 40 points · Dealer`."""
        who = seat_name(seat.number)
        if seat.number == self.table.viewer:
            who = Text("{player} (you)", player=Player(seat.number))
        parts = [(LIT if seat.lit else "") + self.say(who), *map(self.say, self.about(seat))]
        mark = TO_ACT if seat.to_act else " "
        return Line(f"{mark} {BETWEEN.join(parts)}", "bold" if seat.to_act else "")

    def about(self, seat: Seat) -> Iterator[Text]:
        if any(other.side != other.number for other in self.table.seats):
            yield Text("Team {number}", number=seat.side + 1)
        yield Text("{points} points", points=seat.score)
        yield from seat.facts
        if seat.number in self.table.winners:
            yield Text("Winner")

    def corner(self, seat: Seat, width: int) -> Iterator[Line]:
        """What a seat has before it: a line a zone for the viewer, run together for others."""
        own = [zone for zone in self.table.zones if zone.owner == seat.number]
        zones = [self.zone(zone) for zone in own if zone.cards or zone.lit]
        if seat.number == self.table.viewer:
            for zone in zones:
                yield from flow([zone], width)
        else:
            yield from flow(zones, width)

    def zone(self, zone: Zone) -> list[Line]:
        """A zone as tokens, its title with the first of them."""
        groups = [[self.cards(run, zone) for run in runs(cards, zone)] for cards in stacks(zone)]
        tokens = [Line(TOGETHER).join(group) for group in groups] or [Line(EMPTY)]
        if zone.top is not None:
            on_top = Text("on top: {card}", card=zone.cards[zone.top].name)
            tokens.append(Line(f"({self.say(on_top)})"))
        mark = LIT if zone.lit else ""
        title = Line(f"{mark}{self.say(zone.title)}: ", "bold" if zone.lit else "")
        return [title + tokens[0], *tokens[1:]]

    def cards(self, run: Sequence[Card], zone: Zone) -> Line:
        """`*3×pawn`: equal cards that lie side by side."""
        card = run[0]
        name = UNKNOWN if card.kind == UNKNOWN else self.say(card.name)
        if not card.face_up and zone.layout != "hand" and card.kind != UNKNOWN:
            name = f"({name})"
        count = f"{len(run)}×" if len(run) > 1 else ""
        marks = (LIT if card.lit else "") + (MARKED if card.marked else "")
        return Line(f"{marks}{count}{name}", style_of(card))


def seats_from_viewer(table: Table) -> Iterable[Seat]:
    """The seats in turn, the viewer's last."""
    first = 0 if table.viewer is None else table.viewer + 1
    return (*table.seats[first:], *table.seats[:first])


def stacks(zone: Zone) -> Iterator[Sequence[Card]]:
    """The cards that belong together: those of one stack; elsewhere each run does."""
    if zone.layout == "stack":
        for _, stack in groupby(zone.cards, key=lambda card: card.stack):
            yield list(stack)
    else:
        yield from runs(zone.cards, zone)


def runs(cards: Sequence[Card], zone: Zone) -> Iterator[list[Card]]:
    """Cards that look the same, together where they lie side by side; in a pile, all of them."""
    if zone.layout == "pile":
        looks = [appearance(card) for card in cards]
        cards = sorted(cards, key=lambda card: looks.index(appearance(card)))
    for _, run in groupby(cards, key=appearance):
        yield list(run)


def appearance(card: Card) -> tuple[str, Text, bool, bool, bool]:
    return card.kind, card.name, card.face_up, card.lit, card.marked


def style_of(card: Card) -> str:
    if card.marked:
        return "bold yellow"
    return "bold green" if card.lit else ""


def flow(zones: Sequence[Sequence[Line]], width: int) -> Iterator[Line]:
    """Zones side by side in lines of so many columns; one that must be torn is torn at a card."""
    line, begun = Line(" " * INDENT), False
    for zone in zones:
        gap = BETWEEN
        whole = Line(GAP).join(zone)
        if begun and line.cell_len + len(gap) + whole.cell_len > width:
            yield line
            line, begun = Line(" " * INDENT), False
        for token in zone:
            if begun and line.cell_len + len(gap) + token.cell_len > width:
                yield line
                line, begun = Line(" " * (INDENT + len(GAP))), False
            line = line + (gap if begun else "") + token
            begun, gap = True, GAP
    if begun:
        yield line


def listed(choices: Sequence[Choice], language: str) -> Columns:
    """The legal decisions, numbered from 1, each with its notation."""
    entries = [
        Line(f"{place:>3}  {choice.words.say(language)}").append(f"  [{choice.text}]", "dim")
        for place, choice in enumerate(choices, 1)
    ]
    return Columns(entries, column_first=True, padding=(0, 2))
