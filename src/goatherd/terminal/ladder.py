"""The command `ladder`: plays, keeps the results, and shows them as tables."""

import math
import secrets
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from goatherd import __version__, processes
from goatherd.bots import spec
from goatherd.errors import BadOption
from goatherd.game import Game, load
from goatherd.ladder.plan import Plan, checked
from goatherd.ladder.play import run
from goatherd.ladder.results import Results, place_for, seed_in
from goatherd.ladder.standings import Decided, Duel, Standings, standings
from goatherd.ladder.statistics import Interval
from goatherd.terminal.simulate import checked_count

MOST_PROCESSES = 1024
LISTED = 10
"""Reasons for failures that are told."""


def planned(
    game: Game,
    bots: str,
    n: str,
    players: int | None,
    options: Mapping[str, str],
    seed: int | None,
    file: str | None,
    *,
    lone: bool,
) -> Plan:
    """What was asked for, checked. Without a seed it is that of the file, if there is one."""
    if seed is None and file is not None:
        seed = seed_in(Path(file))
    return checked(
        Plan(
            game.name,
            game.checked_players(players),
            tuple(options.items()),
            tuple(spec.split(bots)),
            checked_count(n),
            secrets.randbits(32) if seed is None else seed,
            lone,
        )
    )


def checked_jobs(jobs: int | None) -> int:
    """How many processes: one for each core unless said."""
    if jobs is None:
        return processes.cores()
    if not 1 <= jobs <= MOST_PROCESSES:
        raise BadOption(f"--jobs {jobs}: give a number from 1 to {MOST_PROCESSES}")
    return jobs


# Playing


class Stopped(KeyboardInterrupt):
    """Ctrl-C: what is done is kept; says how to go on."""


def play(plan: Plan, jobs: int, file: str | None, progress: Progress) -> Standings:
    """Play what is not yet in the file, and sum up all of it.

    Without a file, results are kept in the user's state folder until the ladder is done.
    """
    place = place_for(plan, __version__) if file is None else Path(file)
    results = Results(place, plan, __version__)
    try:
        done = results.done()
        total = plan.deals * len(plan.pairings())
        with progress:
            task = progress.add_task(load(plan.game).title, total=total, completed=len(done))
            for job in run(plan, done, jobs):
                results.add(job)
                progress.advance(task)
    except KeyboardInterrupt:
        results.close()
        raise Stopped(how_to_go_on(plan, place, file)) from None
    finally:
        results.close()
    if file is None:
        place.unlink()
    return standings(plan, results.played)


def how_to_go_on(plan: Plan, place: Path, file: str | None) -> str:
    """What to say after Ctrl-C; what is kept is looked up, since it may have come at any time."""
    results = Results(place, plan, __version__)
    results.close()
    kept, total = len(results.done()), plan.deals * len(plan.pairings())
    command = plan.command() + ("" if file is None else f" --csv {shlex.quote(file)}")
    return f"stopped; {kept} of {total} deals are kept. To go on: {command}"


def progress_bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        speed_estimate_period=600,
    )


# Showing


class Sheet(NamedTuple):
    """A table that can be drawn on a terminal or written for a page."""

    titles: Sequence[str]
    rows: Sequence[Sequence[str]]
    """A cell with an interval has it after a line break."""


def show(console: Console, plan: Plan, found: Standings, *, markdown: bool = False) -> None:
    """The tables of a ladder, with the command that plays it again."""
    draw = print_markdown if markdown else print_table
    console.print(heading(plan, found), soft_wrap=markdown)
    console.print()
    for sheet in sheets(plan, found):
        draw(console, sheet)
    for line in forfeit_lines(plan, found):
        console.print(line, soft_wrap=True)
    where = "In brackets" if markdown else "Below the estimates"
    console.print(f"{where}: 95 % intervals, over deals.", soft_wrap=markdown)
    command = plan.command()
    console.print(
        f"To repeat it: `{command}`" if markdown else f"To repeat it: {command}", soft_wrap=True
    )


def heading(plan: Plan, found: Standings) -> str:
    return (
        f"{load(plan.game).title}, {plan.players} players: {found.matches:,} matches on "
        f"{plan.deals:,} duplicate deals a pairing, {found.decisions:.1f} decisions and "
        f"{found.seconds:.3g} seconds a match"
    )


def sheets(plan: Plan, found: Standings) -> Iterator[Sheet]:
    yield ratings_sheet(plan, found)
    if found.duels:
        yield sides_sheet(plan, found) if found.two_sided else lone_sheet(plan, found)
    if not found.two_sided and not plan.lone:
        yield decided_sheet(plan, found)


def ratings_sheet(plan: Plan, found: Standings) -> Sheet:
    order = sorted(range(len(plan.bots)), key=lambda bot: -found.ratings[bot].estimate)
    labels = plan.labels()
    rows = [[labels[bot], with_bounds(found.ratings[bot], whole)] for bot in order]
    return Sheet(["Bot", "Rating"], rows)


def sides_sheet(plan: Plan, found: Standings) -> Sheet:
    """Where two sides play: a row for each pairing."""
    titles = ["Bot", "Matches", "Wins, %", "Decided deals", "Margin"]
    per_round = any(duel.per_round is not None for duel in found.duels)
    decided = {(entry.one, entry.other): entry for entry in found.decided}
    rows = []
    for duel in found.duels:
        row = [named(plan, duel, "against"), f"{duel.matches:,}", with_bounds(duel.wins, percent)]
        row += [decided_cell(decided[duel.one, duel.other]), with_bounds(duel.margin, points)]
        rows.append([*row, with_bounds(duel.per_round, points)] if per_round else row)
    return Sheet([*titles, "A round"] if per_round else titles, rows)


def lone_sheet(plan: Plan, found: Standings) -> Sheet:
    """Where all play for themselves: a row for each bot alone among others."""
    rows = []
    for duel in found.duels:
        relative = Interval(*(value / duel.fair for value in duel.wins))
        row = [named(plan, duel, "among"), f"{duel.matches:,}", with_bounds(duel.wins, percent)]
        row += [with_bounds(relative, times), with_bounds(duel.margin, points)]
        rows.append(row)
    return Sheet(["Bot", "Matches", "Wins, %", "Fair share", "Margin"], rows)


def decided_sheet(plan: Plan, found: Standings) -> Sheet:
    rows = [[named(plan, entry, "against"), decided_cell(entry)] for entry in found.decided]
    return Sheet(["Bot", "Decided deals"], rows)


def forfeit_lines(plan: Plan, found: Standings) -> Iterator[str]:
    labels = plan.labels()
    for entry in found.forfeits[:LISTED]:
        often = "once" if entry.times == 1 else f"{entry.times:,} times"
        yield f"{labels[entry.bot]} lost by failing, {often}: {entry.reason}"
    if len(found.forfeits) > LISTED:
        rest = sum(entry.times for entry in found.forfeits[LISTED:])
        yield f"... and {rest:,} times for other reasons"


# Cells


def named(plan: Plan, entry: Duel | Decided, between: str) -> str:
    labels = plan.labels()
    return f"{labels[entry.one]}\n{between} {labels[entry.other]}"


def decided_cell(entry: Decided) -> str:
    if entry.deals == 0:
        return "none"
    won = round(entry.won.estimate * entry.deals)
    return f"{won:,} of {entry.deals:,}\n{percent(entry.won.low)} to {percent(entry.won.high)}%"


def with_bounds(interval: Interval | None, written: Callable[[float], str]) -> str:
    """The estimate, and below it the bounds where there are any."""
    if interval is None:
        return "none"
    estimate = written(interval.estimate)
    if math.isinf(interval.high) or interval.low == interval.high:
        return estimate
    return f"{estimate}\n{written(interval.low)} to {written(interval.high)}"


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def points(number: float) -> str:
    return f"{number:+.2f}"


def times(number: float) -> str:
    return f"{number:.2f}×"


def whole(number: float) -> str:
    return f"{round(number):+d}" if round(number) else "0"


def print_table(console: Console, sheet: Sheet) -> None:
    table = Table(show_lines=True)
    for place, title in enumerate(sheet.titles):
        table.add_column(title, justify="right" if place else "left", overflow="fold")
    for row in sheet.rows:
        table.add_row(*row)
    console.print(table)


def print_markdown(console: Console, sheet: Sheet) -> None:
    lines = [sheet.titles, ["---"] * len(sheet.titles), *map(bracketed, sheet.rows)]
    for cells in lines:
        console.print(f"| {' | '.join(cells)} |", soft_wrap=True)
    console.print()


def bracketed(row: Sequence[str]) -> list[str]:
    """Cells of a page: `58.3 (55.1 to 61.2)`."""
    name, *cells = [cell.replace("|", "\\|") for cell in row]
    parts = [cell.partition("\n") for cell in cells]
    return [
        name.replace("\n", " "),
        *(f"{estimate} ({bounds})" if bounds else estimate for estimate, _, bounds in parts),
    ]
