"""The work of research on the command line: its arguments, a progress bar, what was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from goatherd.errors import BadOption, quoted
from goatherd.game import Game
from goatherd.terminal import console

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from goatherd.research import crossplay as crossplays
    from goatherd.research import data as tables
    from goatherd.research import nashconv as nashconvs
    from goatherd.research.scale import Where
    from goatherd.research.study import Plan


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on the error stream; what it gives is called at each job that is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, TimeRemainingColumn(), console=console.errors(), transient=True)
    with bar:
        task = bar.add_task(title, total=total)
        yield partial(bar.advance, task)


def numbers_of_players(game: Game, text: str | None) -> tuple[int, ...]:
    """`2-5`, `2,4`, or all that there are."""
    if text is None:
        return game.players
    try:
        first, dash, last = text.partition("-")
        if dash:
            wanted = tuple(p for p in game.players if int(first) <= p <= int(last))
        else:
            wanted = tuple(int(word) for word in text.split(","))
    except ValueError:
        wanted = ()
    if not wanted:
        allowed = ", ".join(map(str, game.players))
        raise BadOption(
            f"--players {quoted(text)}: write 2-5 or 2,4; {game.title} is for {allowed}"
        )
    return tuple(game.checked_players(number) for number in wanted)


def comparison(game: Game, text: str | None) -> tuple[str, tuple[str, ...]] | None:
    """`option=a,b`, with values that the option allows."""
    if text is None:
        return None
    name, equals, listed = text.partition("=")
    values = tuple(listed.split(","))
    if not equals or len(values) < 2:
        raise BadOption(f"--compare {quoted(text)}: write OPTION=A,B")
    for value in values:
        game.checked_options({name: value})
    return name, values


def study_plan(
    game: Game,
    players: str | None,
    n: int,
    seed: int,
    bots: str,
    options: Mapping[str, str],
    compare: str | None,
) -> Plan:
    from goatherd.research.study import Plan, checked

    return checked(
        Plan(
            game.name,
            n,
            numbers_of_players(game, players),
            seed,
            tuple(bots.split(",")),
            tuple(options.items()),
            comparison(game, compare),
        )
    )


def study(plan: Plan, file: str, where: Where) -> None:
    """Carry out a study, and write its report."""
    from goatherd.research import report
    from goatherd.research import study as studies

    report.check_writable(file)
    report.pyarrow()
    with progress(plan.game, len(studies.jobs(plan))) as tell:
        found = studies.run(plan, where, tell)
    tell_of(report.write(found, file))


def tell_of(files: Sequence[Path]) -> None:
    for file in files:
        console.output().print(f"written: {file}", markup=False, highlight=False)


def named_bots(names: Sequence[str]) -> list[str]:
    """Bots that there are."""
    from goatherd.bots import spec

    return [spec.checked(name) for name in names]


def counted(name: str, number: int) -> int:
    if number < 1:
        raise BadOption(f"{name} {number}: at least 1")
    return number


def iterations(name: str, text: str | None) -> tuple[int, ...]:
    """`10,100,1000`."""
    if text is None:
        return ()
    try:
        numbers = tuple(int(word) for word in text.split(","))
    except ValueError:
        numbers = (0,)
    if min(numbers) < 1:
        raise BadOption(f"{name} {quoted(text)}: write whole numbers like 10,100,1000")
    return numbers


def nashconv(plan: nashconvs.Plan, file: str | None, where: Where) -> None:
    """Measure, show, and maybe write the table."""
    from goatherd.research import nashconv as nashconvs
    from goatherd.research import report

    if file is not None:
        report.check_writable(file)
    with progress(plan.game, len(nashconvs.jobs(plan))) as tell:
        lines = nashconvs.run(plan, where, tell)
    head = ["policy", "nashconv", *(f"seat {seat} gains" for seat in range(len(lines[0].gains)))]
    rows = [
        [line.policy, f"{line.nashconv:.6f}", *(f"{gain:.6f}" for gain in line.gains)]
        for line in lines
    ]
    shown = Table(*head)
    for row in rows:
        shown.add_row(*row)
    console.output().print(shown)
    if file is not None:
        text = "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in [head, *rows])
        report.whole(Path(file), text.encode())
        tell_of([Path(file)])


def crossplay(plan: crossplays.Plan, file: str, where: Where) -> None:
    """Play, and write both tables and their picture."""
    from goatherd.research import crossplay as crossplays
    from goatherd.research import report

    report.check_writable(file)
    with progress(plan.game, len(crossplays.jobs(plan))) as tell:
        found = crossplays.run(plan, where, tell)
    picture = Path(file).with_suffix(".svg")
    report.whole(Path(file), crossplays.as_csv(plan, found).encode())
    report.whole(picture, crossplays.heat_map(plan, found).encode())
    console.output().print(plan.command(), markup=False, highlight=False)
    tell_of([Path(file), picture])


def data(plan: tables.Plan, folder: str, where: Where) -> None:
    """Make the tables."""
    from goatherd.research import data as tables
    from goatherd.research import report

    report.check_writable(f"{folder}/matches.parquet")
    report.pyarrow()
    with progress(plan.game, len(tables.jobs(tables.checked(plan)))) as tell:
        files = tables.write(plan, folder, where, tell)
    tell_of(files)


def check_data(folder: str) -> None:
    from goatherd.research import data as tables

    matches = tables.check(folder)
    console.output().print(f"{folder}: {matches} matches, all as they were played")
