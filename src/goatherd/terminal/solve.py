"""The exact values of a Goita position: every decision, best first, and best play to the end."""

import time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text as Line

from goatherd.bots.solver import solver_of
from goatherd.errors import BadOption, BadRecord
from goatherd.game import from_line, replay
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.record import HEAD
from goatherd.showing import open_events
from goatherd.solution import MoveValues, seen_by
from goatherd.terminal.console import read_text
from goatherd.terminal.line import is_line, write
from goatherd.words import Player, Text


class Solved(NamedTuple):
    """A position, what was found, and how long that took, compiling aside."""

    match: Match
    found: MoveValues
    seconds: float


def position(given: str) -> Match:
    """The match that a line or a record tells of, if it can be solved."""
    text = given if is_line(given) else read_text(given)
    if text.lstrip().startswith(HEAD):
        match = replay(text)
    else:
        read = from_line(text)
        if not isinstance(read, Match):
            raise BadRecord("line: it hides pieces (x); to solve it, write out all four hands")
        match = read
    if match.contract.search.endgame is None:
        raise BadRecord(f"line 2: {match.contract.facts.title} cannot be solved; Goita can")
    if match.over:
        raise BadRecord("the round is finished; to solve it, leave out its last moves")
    return match


def solved(match: Match) -> Solved:
    """The values of all moves, and the time that takes without compiling."""
    try:
        solver = solver_of(match.contract)
    except ModuleNotFoundError as missing:
        how = "solving needs the extra 'fast': pip install 'goatherd[fast]'"
        raise BadOption(f"{how} ({missing})") from None
    assert solver is not None
    solver.warm_up()
    begun = time.perf_counter()
    found = solver.solve_moves(match.state)
    return Solved(match, found, time.perf_counter() - begun)


# Showing


def show(console: Console, result: Solved, language: str) -> None:
    """Who is to act, each decision with its points, and best play."""
    match, found, seconds = result
    console.print(Line(to_act(match).say(language), "bold"))
    console.print(moves_table(match, found, language))
    console.print(Line(Text("Best play:").say(language), "bold"))
    after = show_best_play(console, match, found.line, language)
    write(console, after.lines()[-1])
    time_taken = Text(
        "Solved in {seconds} s; {positions} positions were looked at.",
        seconds=f"{seconds:.3f}",
        positions=f"{found.nodes:,}",
    )
    console.print(Line(time_taken.say(language), "dim"))


def to_act(match: Match) -> Text:
    assert match.turn is not None
    return Text("It is the turn of {player}.", player=Player(match.turn))


def moves_table(match: Match, found: MoveValues, language: str) -> Table:
    """Every legal decision, best first, with the points that the round then is worth."""
    numbers = [move.number for move in found.moves]
    choices = match.contract.table(as_record(match.state), found.turn, numbers).choices
    words = {choice.number: choice.words for choice in choices}
    table = Table()
    table.add_column(Text("Decision").say(language))
    table.add_column("", no_wrap=True)
    table.add_column(Text("Points").say(language), justify="right", no_wrap=True)
    for move in found.best_first():
        points = seen_by(found.turn, move.value)
        style = "bold" if move.value == found.value else ""
        table.add_row(move.text, words[move.number].say(language), f"{points:+d}", style=style)
    return table


def show_best_play(console: Console, match: Match, line: tuple[str, ...], language: str) -> Match:
    """Tell best play decision by decision; the match after it."""
    played = match.copy()
    for number, text in enumerate(line, 1):
        before = played.copy()
        played.play(text)
        for event in open_events(before, played):
            console.print(Line(f"{number:>4}  ", "dim") + Line(event.say(language)))
    return played
