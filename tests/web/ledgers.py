"""Tables, workers and other processes for the tests of the ledger."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from goatherd.web.ledger import Ledger, SeatRow, StoredTable, TableRow


def a_table(id: str = "abcdefghjk", **facts: Any) -> TableRow:
    given: dict[str, Any] = {
        "game": "goita",
        "players": 4,
        "options": {"target": 150, "ritual": "off"},
        "open": True,
        "main": 600,
        "byoyomi": 30,
        "clock": {"increment": 5},
        "hints": True,
        "take_back": False,
        "secret": "5e" * 32,
        "host": "anna",
        "created": 1000.25,
    }
    return TableRow(id=id, **(given | facts))


SEATS = (
    SeatRow(0, "person", person="anna", name="Anna", nonce="n0"),
    SeatRow(1, "bot", name="Bot 3", level=3),
    SeatRow(2, "person", person="berta", name="염소 山羊", nonce="n2", stand_in=True),
    SeatRow(3),
)


async def seated(ledger: Ledger, id: str = "abcdefghjk", **facts: Any) -> str:
    await ledger.create_table(a_table(id, **facts), SEATS)
    return id


async def loaded(ledger: Ledger, table: str) -> StoredTable:
    stored = await ledger.load(table)
    assert stored is not None
    return stored


async def texts(ledger: Ledger, table: str) -> list[str]:
    return [made.text for made in (await loaded(ledger, table)).decisions]


@asynccontextmanager
async def two(database: str) -> AsyncIterator[tuple[Ledger, Ledger]]:
    """Two workers."""
    async with Ledger(database) as one, Ledger(database) as other:
        yield one, other


@contextmanager
def another_process(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A Python process, killed at the end if not before."""
    command = [sys.executable, "-c", script, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()
