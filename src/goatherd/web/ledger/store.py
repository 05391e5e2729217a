"""The ledger: everything the site keeps, behind one small door."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from types import TracebackType
from typing import Any, TypeVar

from sqlalchemy import Connection

from goatherd.web.ledger import database, people, reading, writing
from goatherd.web.ledger.clerk import Clerk
from goatherd.web.ledger.rows import (
    Counts,
    ListedTable,
    Made,
    News,
    SeatRow,
    StoredTable,
    TableRow,
    TableUpdate,
)
from goatherd.web.ledger.trouble import check_storable
from goatherd.web.ledger.writing import Append, Deed

T = TypeVar("T")

MOST_WAITING = 5000
"""Writes (and reads) that may wait; at some thousand a second that is seconds of waiting."""
CHUNK = 100
"""Tables that are read at once where all are wanted."""


class Ledger(AbstractAsyncContextManager["Ledger"]):
    """The database of a worker. The schema must be there: see `migrate`.

    Methods may be called from any event loop and never block it. An awaited write is on disk; it
    goes on if whoever awaits it is cancelled. LedgerDown means that the database does not answer
    now; BadWrite, that it never will take this.
    """

    def __init__(self, url: str, *, most_waiting: int = MOST_WAITING) -> None:
        self.url = database.address(url)
        self._clerk = Clerk(self.url, most_waiting)

    @property
    def worker(self) -> str:
        """The name under which this ledger tells others what it wrote."""
        return self._clerk.worker

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Write what waits to be written, then let go of the database."""
        await self._clerk.close()

    # --- one table -------------------------------------------------------------------------------

    def create_table(self, table: TableRow, seats: Sequence[SeatRow]) -> Awaitable[bool]:
        """BadWrite if there is a table of that id."""
        check_storable(*(seat.name for seat in seats))
        return self._do(table.id, partial(writing.create, table=table, seats=seats))

    def append_decisions(
        self, table: str, first_number: int, made: Sequence[Made | tuple[int, str, int]], at: float
    ) -> Awaitable[bool]:
        """All of them or none: False if the table has not exactly `first_number` decisions."""
        rows = [Made(*decision) for decision in made]
        check_storable(*(decision.text for decision in rows))
        return self._clerk.write(Append(table, first_number, rows, at))

    async def answer(self, table: str, number: int, seat: int, text: str, at: float) -> bool:
        """Keep an answer to the question that all are asked in secret after so many decisions;
        False if the seat has answered it already."""
        check_storable(text)
        work = partial(writing.answer, table=table, number=number, seat=seat, said=text, at=at)
        return bool(await self._do(table, work))

    def change(
        self,
        table: str,
        expected_changes: int | None,
        updates: TableUpdate | None = None,
        seats: Sequence[SeatRow] = (),
    ) -> Awaitable[int | None]:
        """Write these columns and seats. The new number of changes; None if there is no such table
        or it has other changes than expected (None expects nothing)."""
        check_storable(*(seat.name for seat in seats))
        work = partial(
            writing.change,
            table=table,
            expected=expected_changes,
            updates=updates or {},
            seats=seats,
        )
        return self._do(table, work)

    def say(
        self,
        table: str,
        seat: int | None,
        name: str,
        text: str,
        at: float,
        most_kept: int = 200,
        person: str | None = None,
    ) -> Awaitable[int]:
        """Add a message to the chat, of which only the last ones are kept. Its number."""
        check_storable(name, text)
        message = {"seat": seat, "name": name, "text": text, "at": at, "person": person}
        return self._do(
            table, partial(writing.say, table=table, message=message, most_kept=most_kept)
        )

    async def finish(
        self, table: str, scores: Sequence[int], winners: Sequence[int], at: float
    ) -> bool:
        """False if the table was finished already; what it says then stays."""
        work = partial(writing.finish, table=table, scores=scores, winners=winners, at=at)
        return bool(await self._do(table, work))

    async def keep_finished(self, match: StoredTable) -> bool:
        """Take in a match that was played elsewhere; False if there is a table of its id."""
        return bool(await self._do(match.table.id, partial(writing.keep_finished, match=match)))

    def load(self, table: str) -> Awaitable[StoredTable | None]:
        return self._clerk.read(partial(reading.load, table=table))

    def news(self, table: str, known_decisions: int, known_changes: int) -> Awaitable[News | None]:
        """What is new since then; None if there is no such table."""
        return self._clerk.read(
            partial(
                reading.news,
                table=table,
                known_decisions=known_decisions,
                known_changes=known_changes,
            )
        )

    # --- many tables -----------------------------------------------------------------------------

    def tables_of(
        self, person: str, limit: int = 50, *, going_on: bool = False
    ) -> Awaitable[list[ListedTable]]:
        """Where the person sits or is the host: unfinished ones first, then the newest first; those
        that are `going_on` alone, if one asks for them."""
        work = partial(reading.tables_of, person=person, limit=limit, going_on=going_on)
        return self._clerk.read(work)

    def open_tables(self, limit: int = 50) -> Awaitable[list[ListedTable]]:
        """Open tables that wait or are played, the newest first."""
        return self._clerk.read(partial(reading.open_tables, limit=limit))

    async def in_progress(self, chunk: int = CHUNK) -> AsyncIterator[ListedTable]:
        """All tables that are being dealt or played, by id."""
        for some in (reading.being_dealt, reading.being_played):
            after = ""
            while found := await self._clerk.read(partial(some, after=after, limit=chunk)):
                for listed in found:
                    yield listed
                after = found[-1].table.id

    async def finished(
        self, after: tuple[float, str] = (0.0, ""), chunk: int = CHUNK
    ) -> AsyncIterator[StoredTable]:
        """All finished matches, the oldest first; `after` is when one finished, and its id."""
        while found := await self._clerk.read(partial(reading.finished, after=after, limit=chunk)):
            for match in found:
                assert match.table.finished is not None
                after = (match.table.finished, match.table.id)
                yield match

    # --- people ----------------------------------------------------------------------------------

    def matches_of(self, person: str, limit: int = 500) -> Awaitable[list[ListedTable]]:
        """Finished matches of a person, the newest first."""
        return self._clerk.read(partial(people.matches_of, person=person, limit=limit))

    def places_of(self, person: str) -> Awaitable[list[tuple[str, bool]]]:
        """All tables of a person, cleared away or not, and whether each is over."""
        return self._clerk.read(partial(people.places_of, person=person))

    def cleared_by(self, person: str) -> Awaitable[set[str]]:
        """The tables that the person has cleared away."""
        return self._clerk.read(partial(people.cleared_by, person=person))

    def against_bots(self, person: str) -> Awaitable[list[people.AgainstBots]]:
        """How the person's matches against bots alone ended, each kind of end once."""
        return self._clerk.read(partial(people.against_bots, person=person))

    def clear(self, table: str, person: str) -> Awaitable[bool]:
        """Leave a table out of the person's list from now on."""
        return self._do("", partial(people.clear, table=table, person=person))

    def keep_losses(self, table: str, losses: Sequence[people.Loss]) -> Awaitable[bool]:
        """Keep what the seats' decisions cost, as a review of the match has found."""
        return self._do("", partial(people.keep_losses, table=table, losses=losses))

    def losses_of(self, person: str) -> Awaitable[list[people.Losses]]:
        return self._clerk.read(partial(people.losses_of, person=person))

    def losses_of_levels(self) -> Awaitable[list[people.Losses]]:
        return self._clerk.read(people.losses_of_levels)

    def add_device(
        self, key: str, device: people.Device, now: float, kept: float
    ) -> Awaitable[bool]:
        """Keep a link to another device, by its hash, for so many seconds."""
        check_storable(device.name)
        work = partial(people.add_device, key=key, device=device, now=now, kept=kept)
        return self._do("", work)

    def find_device(self, key: str, since: float) -> Awaitable[people.Device | None]:
        """Whom a link moves that was made since then."""
        return self._clerk.read(partial(people.find_device, key=key, since=since))

    def take_device(self, key: str, since: float) -> Awaitable[people.Device | None]:
        """The same, and the link is used up; None for whoever comes second."""
        return self._do("", partial(people.take_device, key=key, since=since))

    def everything_of(self, person: str) -> Awaitable[dict[str, list[dict[str, Any]]]]:
        """All that is kept of a person."""
        return self._clerk.read(partial(people.everything, person=person))

    def forget_at(self, table: str, person: str) -> Awaitable[bool]:
        """Take a person off a table, whose match stays."""
        return self._do(table, partial(people.forget_at, table=table, person=person))

    def forget(self, person: str) -> Awaitable[bool]:
        """Delete what is left of a person who is off all tables."""
        return self._do("", partial(people.forget, person=person))

    # --- the site --------------------------------------------------------------------------------

    def setting(self, name: str, make: Callable[[], str]) -> Awaitable[str]:
        """What is kept under the name; made at first use, and the same for all workers."""
        return self._do("", partial(writing.setting, name=name, make=make))

    def renew(self, secrets: Mapping[str, str]) -> Awaitable[writing.Renewed]:
        """Put other settings in place of these: cookies, keys to seats and forms end."""
        return self._do("", partial(writing.renew, values=secrets))

    def counts(self) -> Awaitable[Counts]:
        return self._clerk.read(reading.counts)

    def ping(self) -> Awaitable[None]:
        """LedgerDown if the database does not answer."""
        return self._clerk.read(reading.ping)

    def _do(self, table: str, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        return self._clerk.write(Deed(table, work))
