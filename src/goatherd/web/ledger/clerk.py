"""The clerk: one thread that does all database work of a worker.

The event loop never waits for a disk, SQLite has its one writer, and while one transaction is
being synced the writes that arrive pile up and share the next: many moves cost one sync.
"""

import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError

from goatherd.web.ledger import database
from goatherd.web.ledger.trouble import (
    BadWrite,
    LedgerBusy,
    LedgerDown,
    is_down,
    is_lost_connection,
    said,
)
from goatherd.web.ledger.writing import Write, carry_out

T = TypeVar("T")
Read = Callable[[Connection], Any]

MOST_AT_ONCE = 500
"""Writes in one transaction: more would only make the first of them wait."""
MOST_READ_BETWEEN = 20
"""Reads before it is the writes' turn again."""
ATTEMPTS = 5
"""How often a write is tried that others keep overtaking."""


class _Errand(NamedTuple):
    """Something to do, and who waits for it."""

    task: Any
    future: "asyncio.Future[Any]"


class _Outcome(NamedTuple):
    future: "asyncio.Future[Any]"
    value: Any = None
    error: Exception | None = None


class Clerk:
    """Reads and writes for one worker; to be called from event loops."""

    def __init__(self, url: URL, most_waiting: int) -> None:
        self.worker = secrets.token_hex(4)
        """Who tells the other workers."""
        self._url = url
        self._engine = database.engine(url)
        self._most_waiting = most_waiting
        self._reads: list[_Errand] = []
        self._writes: list[_Errand] = []
        self._bell = threading.Condition()
        self._closing = False
        self._reader: Connection | None = None
        self._writer: Connection | None = None
        self._thread = threading.Thread(target=self._work, name="ledger", daemon=True)
        self._thread.start()

    # --- from the event loop ---------------------------------------------------------------------

    def read(self, task: Callable[[Connection], T]) -> "asyncio.Future[T]":
        return self._accept(self._reads, task)

    def write(self, task: Write) -> "asyncio.Future[Any]":
        return self._accept(self._writes, task)

    def _accept(self, waiting: list[_Errand], task: Any) -> "asyncio.Future[Any]":
        future = asyncio.get_running_loop().create_future()
        with self._bell:
            if self._closing:
                raise LedgerDown("the ledger is closed")
            if len(waiting) >= self._most_waiting:
                raise LedgerBusy(f"{len(waiting)} others wait for the database already")
            waiting.append(_Errand(task, future))
            self._bell.notify()
        return future

    async def close(self) -> None:
        """Do what waits, then end."""
        with self._bell:
            self._closing = True
            self._bell.notify()
        await asyncio.to_thread(self._thread.join)

    # --- on the thread ---------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            writes, reads = self._take()
            if not writes and not reads:
                break
            if writes:
                _deliver(self._write(writes))
            _deliver([self._read(errand) for errand in reads])
        self._drop()
        self._engine.dispose()

    def _take(self) -> tuple[list[_Errand], list[_Errand]]:
        """What waits; nothing once the ledger is closed and all is done."""
        with self._bell:
            while not (self._writes or self._reads or self._closing):
                self._bell.wait()
            writes = self._writes[:MOST_AT_ONCE]
            del self._writes[:MOST_AT_ONCE]
            reads = self._reads[:MOST_READ_BETWEEN]
            del self._reads[:MOST_READ_BETWEEN]
            return writes, reads

    def _read(self, errand: _Errand) -> _Outcome:
        try:
            return _Outcome(errand.future, self._again_if_lost(lambda: self._look(errand.task)))
        except Exception as error:
            return _Outcome(errand.future, error=self._told(error))

    def _look(self, task: Read) -> Any:
        if self._reader is None:
            self._reader = database.reading(self._engine.connect())
        with self._reader.begin():
            return task(self._reader)

    def _write(self, errands: Sequence[_Errand]) -> list[_Outcome]:
        """All in one transaction; if one of them is bad, each in its own."""
        try:
            values = self._again_if_lost(lambda: self._transaction([e.task for e in errands]))
        except Exception as error:
            if not is_down(error):
                return [self._write_alone(errand) for errand in errands]
            return [_Outcome(errand.future, error=self._told(error)) for errand in errands]
        return [_Outcome(e.future, value) for e, value in zip(errands, values, strict=True)]

    def _write_alone(self, errand: _Errand) -> _Outcome:
        """Somebody faster makes a write fail once; then it sees what they wrote."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                (value,) = self._again_if_lost(lambda: self._transaction([errand.task]))
                return _Outcome(errand.future, value)
            except Exception as error:
                if not isinstance(error, DBAPIError) or is_down(error) or attempt == ATTEMPTS:
                    return _Outcome(errand.future, error=self._told(error))
        raise AssertionError("the last attempt returns")

    def _transaction(self, writes: Sequence[Write]) -> list[Any]:
        if self._writer is None:
            self._writer = self._engine.connect()
        transaction = self._writer.begin()
        try:
            values = carry_out(self._writer, writes, self.worker)
        except BaseException:
            with suppress(DBAPIError):  # what went wrong first is what matters
                transaction.rollback()
            raise
        try:
            transaction.commit()
        except DBAPIError as error:
            raise LedgerDown(
                f"{said(error)}: whether the last writes were kept will be seen later"
            ) from None
        return values

    def _again_if_lost(self, attempt: Callable[[], T]) -> T:
        """A connection may have been lost long ago, and nobody noticed: try once with a new one.

        Nothing is written twice: a transaction that was not committed ends with its connection.
        """
        try:
            return self._dropping(attempt)
        except DBAPIError as error:
            if not is_lost_connection(error):
                raise
        return self._dropping(attempt)

    def _dropping(self, attempt: Callable[[], T]) -> T:
        """Trouble leaves no connection behind in an unknown state."""
        try:
            return attempt()
        except Exception as error:
            if is_down(error):
                self._drop()
            raise

    def _drop(self) -> None:
        for connection in (self._reader, self._writer):
            if connection is not None:
                with suppress(DBAPIError):
                    connection.close()
        self._reader = self._writer = None

    def _told(self, error: Exception) -> Exception:
        """The error for the caller: without statement and parameters."""
        if isinstance(error, LedgerDown):
            return error
        if is_down(error):
            return LedgerDown(f"the database {database.shown(self._url)} fails: {said(error)}")
        if isinstance(error, IntegrityError | DBAPIError | UnicodeError | OverflowError):
            return BadWrite(said(error))
        return error


def _deliver(outcomes: Sequence[_Outcome]) -> None:
    """Wake each waiting event loop once for all of them."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Outcome]] = {}
    for outcome in outcomes:
        by_loop.setdefault(outcome.future.get_loop(), []).append(outcome)
    for loop, own in by_loop.items():
        with suppress(RuntimeError):  # closed meanwhile: nobody waits any more
            loop.call_soon_threadsafe(_resolve, own)


def _resolve(outcomes: Sequence[_Outcome]) -> None:
    for future, value, error in outcomes:
        if future.done():  # whoever asked has gone
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)
