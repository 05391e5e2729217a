"""The review of a finished match in a terminal: every decision, and what it cost."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text as Line

from goatherd.bots.review import BLUNDER, MISTAKE, Judgement, grade, review, summary, turning_point
from goatherd.bots.search import SearchBot
from goatherd.errors import BadOption
from goatherd.match import Match
from goatherd.terminal.console import errors, output
from goatherd.words import Player, Text

STYLES = ((BLUNDER, "bold red"), (MISTAKE, "yellow"))
"""How a decision is drawn that costs so much."""


def run(match: Match, think: float, seat: int | None, chart: str | None, language: str) -> None:
    """Review a match, show it, and draw it if that is asked for."""
    from goatherd.terminal.chart import checked_file, draw

    if seat is not None and not 0 <= seat < match.players:
        raise BadOption(f"no seat {seat + 1}: seats are 1 to {match.players}")
    path = None if chart is None else checked_file(chart)
    made = judged(match, SearchBot(think=think), errors())
    show(output(), match, made, seat, language)
    if path is not None:
        draw(path, match, made)


def judged(match: Match, bot: SearchBot, console: Console) -> list[Judgement]:
    """The judgements of all decisions that had an alternative, with a bar while they are made."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    found = []
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("decisions", total=len(match.decisions()))
        for one in review(match, bot):
            bar.advance(task)
            if one is not None:
                found.append(one)
    return found


def show(
    console: Console, match: Match, made: list[Judgement], seat: int | None, language: str
) -> None:
    """All judgements of one seat or of everybody, and a summary."""
    shown = [one for one in made if seat is None or one.seat == seat]
    console.print(decisions(shown, language))
    console.print()
    console.print(sums(made, match.players, language))
    turned = turning_point(match, made)
    if turned is not None:
        console.print(
            Text(
                "Turning point: decision {number}, {decision} by {player}.",
                number=turned.number,
                decision=turned.decision,
                player=Player(turned.seat),
            ).say(language)
        )
    if any(one.hindsight is not None for one in made):
        note = Text("Hindsight: what it cost with all hands open, which nobody could know then.")
        console.print(Line(note.say(language), "dim"))


def decisions(shown: list[Judgement], language: str) -> Table:
    hindsight = any(one.hindsight is not None for one in shown)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right", style="dim")
    for heading in (Text("Player"), Text("Decision"), Text("Better")):
        table.add_column(heading.say(language), overflow="fold")
    table.add_column(Text("Cost").say(language), justify="right")
    if hindsight:
        table.add_column(Text("Hindsight").say(language), justify="right")
    table.add_column(Text("To win").say(language), justify="right")
    table.add_column("")
    for one in shown:
        table.add_row(
            str(one.number),
            Text("{player}", player=Player(one.seat)).say(language),
            one.decision,
            one.best if one.best != one.decision else "",
            f"{100 * one.cost:.1f} %",
            *([in_hindsight(one, language)] if hindsight else []),
            f"{100 * one.outlook:.0f} %",
            grade(one.cost).say(language),
            style=style_of(one.cost),
        )
    return table


def style_of(cost: float) -> str:
    return next((style for least, style in STYLES if cost >= least), "")


def in_hindsight(one: Judgement, language: str) -> str:
    """`−20 points (pass)`; nothing where nothing was lost, or where it cannot be told."""
    if one.hindsight is None or not one.hindsight.points:
        return ""
    lost = Text("{points} points", points=one.hindsight.points).say(language)
    return f"−{lost} ({one.hindsight.best})"


def sums(made: list[Judgement], players: int, language: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(Text("Player").say(language))
    for heading in (Text("Decisions"), Text("Best moves"), Text("Cost")):
        table.add_column(heading.say(language), justify="right")
    for one in summary(made, players):
        table.add_row(
            Text("{player}", player=Player(one.seat)).say(language),
            str(one.decisions),
            str(one.best),
            f"{100 * one.cost:.0f} %",
        )
    return table
