"""How the workers of a site tell one another what happened, and agree on who moves the bots.

On PostgreSQL, a transaction that changes a table also sends a notice with its id, and a session
lock says who is the keeper. With SQLite there is one worker, which knows all it does.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy.engine import URL

from goatherd.web.ledger import database
from goatherd.web.ledger.store import Ledger
from goatherd.web.ledger.trouble import said
from goatherd.web.ledger.writing import CHANNEL

if TYPE_CHECKING:
    from psycopg import AsyncConnection

EVERYTHING = None
"""The notice that any table may have changed: some notices were or may have been lost."""
SILENCE = 15.0
"""Seconds without a notice after which a listener asks whether its connection still lives."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between attempts to connect: each time twice as many."""
KEEPER = 0x676F61742D6B6565
"""The number of the keeper's lock."""

Tell: TypeAlias = Callable[[str | None], None]
"""Called with what is wrong with the connection, and with None when it is well."""

log = logging.getLogger(__name__)


def log_trouble(trouble: str | None) -> None:
    if trouble is not None:
        log.warning(trouble)


async def listen(ledger: Ledger, tell: Tell = log_trouble) -> AsyncGenerator[str | None, None]:
    """The ids of tables that other workers have changed; EVERYTHING first, and after each gap.

    Never ends by itself; not even a database that is away for hours ends it.
    """
    if ledger.url.drivername == "sqlite":
        yield EVERYTHING
        await asyncio.Event().wait()
    pause = FIRST_PAUSE
    while True:
        try:
            connection = await _connect(ledger.url)
            try:
                await connection.execute(f"LISTEN {CHANNEL}")
                pause = FIRST_PAUSE
                tell(None)
                yield EVERYTHING
                async with aclosing(_notices(connection, ledger.worker)) as notices:
                    async for table in notices:
                        yield table
            finally:
                await connection.close()
        except _troubles() as error:
            tell(f"no notices from other workers: {said(error)}")
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _notices(connection: "AsyncConnection[Any]", worker: str) -> AsyncGenerator[str, None]:
    while True:
        async with aclosing(connection.notifies(timeout=SILENCE)) as notices:
            async for notice in notices:
                sender, _, table = notice.payload.partition(" ")
                if sender != worker:
                    yield table
        await asyncio.wait_for(connection.execute("SELECT 1"), database.PATIENCE)


class KeeperLock(AbstractAsyncContextManager["KeeperLock"]):
    """Held by exactly one worker of a site: the keeper, who moves bots and watches clocks.

    A keeper that loses its connection learns of it when it next asks; until then there may be two.
    That does no harm, since each decision is still appended only once.
    """

    def __init__(self, ledger: Ledger, tell: Tell = log_trouble) -> None:
        self._url = ledger.url
        self._tell = tell
        self._connection: AsyncConnection[Any] | None = None

    async def held(self) -> bool:
        """Whether this worker is the keeper now, after trying to be. To be asked every few seconds.

        No trouble of the database gets out: who cannot ask is not the keeper.
        """
        if self._url.drivername == "sqlite":
            return True
        try:
            held = await asyncio.wait_for(self._ask(), 2 * database.PATIENCE)
        except _troubles() as error:
            self._tell(f"cannot ask who moves the bots: {said(error)}")
            await self._disconnect()
            return False
        self._tell(None)
        return held

    async def _ask(self) -> bool:
        if self._connection is not None:  # a session that answers still has its lock
            await self._connection.execute("SELECT 1")
            return True
        connection = await _connect(self._url)
        try:
            asked = await connection.execute("SELECT pg_try_advisory_lock(%s)", (KEEPER,))
            taken = await asked.fetchone()
            if taken == (True,):
                self._connection = connection
        finally:
            if self._connection is not connection:
                await connection.close()
        return self._connection is not None

    async def release(self) -> None:
        """Let another worker be the keeper, which it can be at once: a connection that is closed
        keeps its locks until the database has noticed."""
        try:
            if self._connection is not None:
                with suppress(*_troubles()):
                    unlocked = self._connection.execute("SELECT pg_advisory_unlock(%s)", (KEEPER,))
                    await asyncio.wait_for(unlocked, database.PATIENCE)
        finally:
            await self._disconnect()

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*_troubles()):
                await connection.close()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.release()


async def _connect(url: URL) -> "AsyncConnection[Any]":
    from psycopg import AsyncConnection

    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    connecting: dict[str, Any] = database.CONNECTING
    return await AsyncConnection.connect(plain, autocommit=True, **connecting)


def _troubles() -> tuple[type[Exception], ...]:
    from psycopg import Error

    return (Error, OSError, TimeoutError)
