"""Taking all finished matches out of a site's database, and into another."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import IO, TypeVar

from rich.console import Console
from rich.progress import Progress

from goatherd.web.ledger import portable
from goatherd.web.ledger.migrate import migrate
from goatherd.web.ledger.rows import StoredTable
from goatherd.web.ledger.store import Ledger
from goatherd.web.rooms.room import Room

Done = TypeVar("Done")
Work = Callable[
    [Ledger, IO[bytes], Callable[[StoredTable], str], Callable[[int, int], None]], Awaitable[Done]
]


def export(database: str, file: Path, console: Console) -> portable.Exported:
    """Write all finished matches to a new file."""
    with file.open("xb") as out:
        return _run(portable.export, database, out, console, "Exporting")


def import_(database: str, file: Path, console: Console) -> portable.Imported:
    """Take in the matches of a file; those that are there already stay as they are."""
    with file.open("rb") as matches:
        return _run(portable.import_, database, matches, console, "Importing")


def record_of(stored: StoredTable) -> str:
    """The record of a stored match, played again from its rows."""
    match = Room(stored, now=0.0).match
    assert match is not None
    return match.record()


def _run(work: Work[Done], database: str, file: IO[bytes], console: Console, word: str) -> Done:
    migrate(database)

    async def done() -> Done:
        with Progress(console=console, transient=True) as bar:
            task = bar.add_task(word, total=None)
            async with Ledger(database) as ledger:
                return await work(
                    ledger,
                    file,
                    record_of,
                    lambda done, of: bar.update(task, completed=done, total=of),
                )

    return asyncio.run(done())
