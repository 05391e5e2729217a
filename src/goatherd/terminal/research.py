"""The work of research on the command line: its arguments, a progress bar, what was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from goatherd.errors import BadOption, quoted
from goatherd.game import Game
from goatherd.terminal import console

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

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
