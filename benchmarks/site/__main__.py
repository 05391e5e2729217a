"""``python -m benchmarks.site``: what one worker of the site bears, with people on loopback.

start   from the command to the first page; a table's first paint and weight in a real browser
live    tables of four people with open event streams, a decision at each every five seconds
bots    the same, while bots think at ten more tables
api     decisions a second through the JSON API, against an endpoint that only appends a row
break   twice as many live tables each time, until it is too slow or a decision is lost
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import uvloop
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.site import live, opening, programs
from benchmarks.site.server import NotServing, fresh_database, serving, site
from benchmarks.site.tally import Spread

T = TypeVar("T")

STATUS = Console(stderr=True)
SOON = 0.150
MOST_TABLES = 3200
BREAK_SECONDS = 15.0
STARTS = 5


@dataclass(frozen=True)
class Line:
    """A row of the table."""

    measure: str
    figure: str
    target: str = ""
    met: bool | None = None


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.site",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Each measure starts a server of its own with an empty database, and removes both.",
    )
    parser.add_argument("--tables", type=int, default=200, help="live tables (200)")
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="of play in each measure (30); api: in all"
    )
    parser.add_argument(
        "--only", choices=list(MEASURES), action="append", help="this measure; may be repeated"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="a PostgreSQL server, where a database is made for each measure (SQLite)",
    )
    asked = parser.parse_args(given)
    if not 1 <= asked.tables <= MOST_TABLES or not 1 <= asked.seconds <= 3600:
        parser.error(f"1 to {MOST_TABLES} tables, 1 to 3600 seconds")
    return asked


# The measures


def opened(asked: argparse.Namespace, tell: live.Tell) -> Iterator[Line]:
    times = []
    for turn in range(STARTS):
        tell(f"start {turn + 1} of {STARTS}")
        times.append(opening.first_answer(asked.database))
    middle = statistics.median(times)
    yield Line(
        "first page after the command",
        f"{middle:.2f} s (best {min(times):.2f})",
        "≤ 2 s",
        middle <= 2,
    )
    tell("tables in a browser")
    with fresh_database(asked.database) as database, site(database) as served:
        found = opening.paints(served)
    for one in found:
        yield Line(f"{one.game}: first paint", f"{one.seconds:.2f} s", "< 1 s", one.seconds < 1)
        yield Line(
            f"{one.game}: page weight",
            f"{one.kilobytes:.0f} kB",
            "< 150 kB",
            one.kilobytes < 150,
        )
    if not found:
        yield Line("first paint, page weight", "no playwright with chromium here")


def played(asked: argparse.Namespace, tell: live.Tell) -> Iterator[Line]:
    yield from lived_lines(lived(asked.database, asked.tables, asked.seconds, tell))


def played_beside_bots(asked: argparse.Namespace, tell: live.Tell) -> Iterator[Line]:
    found = lived(asked.database, asked.tables, asked.seconds, tell, with_bots=True)
    yield from lived_lines(found)
    assert found.bot_answers is not None
    yield Line(f"a bot's answer, {live.BOT_TABLES} tables", in_words(found.bot_answers))
    yield Line("bots that were not ready in time", str(found.bot_stand_ins))


def lived(
    server: str | None, tables: int, seconds: float, tell: live.Tell, *, with_bots: bool = False
) -> live.Outcome:
    with fresh_database(server) as database:
        with site(database, *live.OPTIONS) as served:
            run = live.Run(served, tables, seconds, tell, with_bots)
            in_a_loop(run.play())
        tell("reading the ledger")
        return in_a_loop(run.outcome())


def lived_lines(found: live.Outcome) -> Iterator[Line]:
    used, kept = found.resources, found.verdict
    yield Line(
        f"{found.tables} tables: post to the others' event",
        in_words(found.delays),
        "p95 < 150 ms",
        found.delays.p95 < SOON,
    )
    yield Line("decisions made, of those due", f"{found.made} of {found.expected}")
    yield Line(
        "acknowledged; lost, doubled, gaps",
        f"{kept.acknowledged}; {kept.lost}, {kept.doubled}, {kept.gaps}",
        "0, 0, 0",
        kept.is_clean,
    )
    yield Line(
        "unanswered posts, events never seen or out of order",
        f"{found.unanswered}, {found.unseen}, {found.behind}",
        "0, 0, 0",
        not (found.unanswered or found.unseen or found.behind),
    )
    yield Line("posts refused because the site was faster", str(found.refused))
    kilobytes = found.kb_a_table()
    yield Line(
        "memory a table: seated, after each third of play",
        f"{', '.join(f'{kb:.0f}' for kb in kilobytes)} kB"
        f" (server {found.rss_before / 1000:.0f} MB without)",
        "< 100 kB",
        max(kilobytes) < 100,
    )
    yield Line(
        "share of a core: server, this script",
        f"{used.server_cpu / used.seconds:.0%}, {used.client_cpu / used.seconds:.0%}",
    )
    yield Line("server's processor time a decision", f"{found.cpu_a_decision * 1000:.1f} ms")


def decided(asked: argparse.Namespace, tell: live.Tell) -> Iterator[Line]:
    seconds = asked.seconds / (2 * programs.TURNS)
    tell("thinking matches up")
    with fresh_database(asked.database) as ours, fresh_database(asked.database) as theirs:
        count = int(programs.MOST_A_SECOND * seconds * programs.TURNS)
        matches = in_a_loop(programs.filled(ours, count))
        with site(ours) as served, serving(programs.bare(theirs), theirs) as bare:
            tell("deciding, in turns with the bare endpoint")
            site_speed, bare_speed = in_a_loop(programs.compared(served, bare, matches, seconds))
    ratio = site_speed.median / bare_speed.median
    yield Line("decisions through the API", speed(site_speed))
    yield Line("rows through a bare endpoint", speed(bare_speed))
    yield Line("ratio", f"{ratio:.2f}", "≥ 0.25", ratio >= 0.25)


def broken(asked: argparse.Namespace, tell: live.Tell) -> Iterator[Line]:
    tables, seconds = asked.tables, min(asked.seconds, BREAK_SECONDS)
    while tables <= MOST_TABLES:
        found = lived(asked.database, tables, seconds, tell)
        used = found.resources.server_cpu / found.resources.seconds
        holds = found.delays.p95 < SOON and found.is_sound
        yield Line(f"{tables} tables", f"{in_words(found.delays)}, {used:.0%} of a core", "", holds)
        if not holds:
            yield Line("breaks at", f"{tables} tables")
            return
        tables *= 2
    yield Line("breaks at", f"more than {tables // 2} tables")


MEASURES: dict[str, Callable[[argparse.Namespace, live.Tell], Iterator[Line]]] = {
    "start": opened,
    "live": played,
    "bots": played_beside_bots,
    "api": decided,
    "break": broken,
}


def in_a_loop(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


# Text


def in_words(found: Spread) -> str:
    shown = (found.median, found.p95, found.p99, found.longest)
    median, p95, p99, longest = (f"{1000 * seconds:.0f}" for seconds in shown)
    return f"p50 {median}, p95 {p95}, p99 {p99}, max {longest} ms ({found.times})"


def speed(found: programs.Speed) -> str:
    turns = ", ".join(f"{turn:.0f}" for turn in found.turns)
    return f"{found.median:.0f}/s ({turns}; {statistics.median(found.cpu):.0%} of a core)"


def verdict(line: Line) -> str:
    if line.met is None:
        return ""
    return "[green]met[/]" if line.met else "[bold red]missed[/]"


def table() -> Table:
    made = Table(title="One worker of the site", title_justify="left")
    made.add_column("measure")
    made.add_column("figure")
    made.add_column("target", justify="right")
    made.add_column("")
    return made


@contextmanager
def progress(total: int) -> Iterator[tuple[live.Tell, Callable[[], None]]]:
    """Tells what is going on; and, to be called after each measure, how far it is."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=STATUS, transient=True) as bar:
        task = bar.add_task("starting", total=total)

        def tell(what: str) -> None:
            bar.update(task, description=what)

        yield tell, lambda: bar.advance(task)


def let_us_open_enough() -> None:
    """Every stream is an open file, here and in the server."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> int:
    """Measures and prints; 1 if a measure could not be taken, 130 after Ctrl-C."""
    asked = arguments()
    let_us_open_enough()
    names = asked.only or list(MEASURES)
    shown, before, taken, code = table(), os.getloadavg()[0], stolen(), 0
    try:
        with progress(len(names)) as (tell, advance):
            for name in names:
                shown.add_section()
                shown.add_row(f"[bold]{name}[/]")
                for line in MEASURES[name](asked, tell):
                    shown.add_row(line.measure, line.figure, line.target, verdict(line))
                advance()
    except KeyboardInterrupt:
        code = 130
    except (NotServing, ExceptionGroup, ConnectionError, RuntimeError) as trouble:
        STATUS.print(f"{name}: {trouble}", markup=False)
        code = 1
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(shown)
    after = os.getloadavg()[0]
    console.print(
        f"· load average {before:.1f} before, {after:.1f} after, {os.cpu_count()} cores; "
        f"other guests of the host took {stolen() - taken:.0f} s of their time"
    )
    return code


def stolen() -> float:
    """Seconds that the host gave to others while our processors had work to do."""
    try:
        with open("/proc/stat", encoding="ascii") as lines:
            return int(lines.readline().split()[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):  # only Linux tells
        return 0.0


if __name__ == "__main__":
    raise SystemExit(main())
