"""What the ledger has of a run, read after the server has ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from benchmarks.site.tally import Row
from goatherd.web.ledger.rows import StoredTable
from goatherd.web.ledger.store import Ledger
from goatherd.web.rooms.room import Room
from goatherd.web.rooms.secret_round import is_question


@dataclass(frozen=True)
class Audited:
    """The decisions of one table."""

    rows: tuple[Row, ...]
    times: tuple[float, ...]
    by_itself: frozenset[int]
    """The numbers of those that the site made for somebody who had nothing to choose."""

    def answer_times(self, since: float, until: float) -> list[float]:
        """Seconds that each decision took that somebody had to think about."""
        return [
            now - before
            for number, (before, now) in enumerate(pairwise(self.times), start=1)
            if before >= since and now <= until and number not in self.by_itself
        ]


async def audited(database: str, tables: Iterable[str]) -> dict[str, Audited]:
    """The tables of a run. Each is played through anew: a decision that may not be raises."""
    found: dict[str, Audited] = {}
    async with Ledger(database) as ledger:
        for table in tables:
            stored = await ledger.load(table)
            assert stored is not None, f"table {table} is lost"
            found[table] = _played_through(stored)
    return found


def _played_through(stored: StoredTable) -> Audited:
    room = Room(replace(stored, decisions=()), 0.0)
    by_itself = set()
    for row in stored.decisions:
        assert room.match is not None
        if len(room.match.legal()) == 1 or is_question(room.match):
            by_itself.add(row.number)
        room.learn(row)
    rows = tuple(Row(row.number, row.seat, row.text) for row in stored.decisions)
    return Audited(rows, tuple(row.at for row in stored.decisions), frozenset(by_itself))
