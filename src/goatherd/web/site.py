"""One worker of the site: what its pages, streams and programs share, how it starts and stops."""

import asyncio
import logging
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from goatherd.bots.pool.pool import BotPool
from goatherd.web.courtesy import Courtesy
from goatherd.web.ledger import notices
from goatherd.web.ledger.notices import KeeperLock
from goatherd.web.ledger.store import Ledger
from goatherd.web.metrics import Metrics
from goatherd.web.person import Seal
from goatherd.web.reviews import Reviews
from goatherd.web.rooms.keeper import Keeper, Pauses
from goatherd.web.rooms.rooms import Rooms
from goatherd.web.safety import Rates
from goatherd.web.scene import Hint
from goatherd.web.templating import LruCache

DUTY = 3.0
"""Seconds between asking who is the keeper."""
MISSED = 0.5
"""Seconds after which a task that goes on has missed that it was to end."""

log = logging.getLogger("goatherd.site")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a site is run."""

    database: str
    pace: float = 1.0
    """How fast bots and single answers come: 1 for people, 0 at once."""
    window: float = 8.0
    """Seconds for answers to a question that all are asked in secret."""
    rate: float = 20.0
    """Requests a second that one client may make in the long run; 0: any number."""
    burst: float = 120.0
    bots: int | None = None
    """Processes for bots; None: by the number of cores."""
    secure: bool = False
    """Whether the site is reached by https alone, so that cookies may say so."""


@dataclass
class Site:
    """A worker. `seal` and the rest are there once `open` has been awaited."""

    settings: Settings
    ledger: Ledger = field(init=False)
    rooms: Rooms = field(init=False)
    pool: BotPool = field(init=False)
    keeper: Keeper = field(init=False)
    reviews: Reviews = field(init=False)
    seal: Seal = field(init=False)
    rates: Rates = field(init=False)
    metrics: Metrics = field(init=False)
    recent: LruCache[str] = field(default_factory=lambda: LruCache(32))
    """Tables as they were drawn last: who decides gets theirs as answer and as event."""
    hints: LruCache[Hint] = field(default_factory=lambda: LruCache(1000))
    """By table, seat, version and draft."""
    courtesy: Courtesy = field(default_factory=Courtesy)
    closing: asyncio.Event = field(init=False)
    """Set when the worker is about to stop: streams end."""
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self) -> None:
        settings = self.settings
        self.closing = asyncio.Event()
        self.ledger = Ledger(settings.database)
        self.seal = Seal(await self.ledger.setting("secret", lambda: secrets.token_urlsafe(32)))
        self.rates = Rates(settings.rate, settings.burst)
        self.metrics = Metrics()
        self.pool = BotPool(processes=settings.bots)
        self.rooms = Rooms(self.ledger, settings.window, self.seal.secret_of)
        self.keeper = Keeper(self.rooms, self.pool, Pauses(settings.pace))
        self.reviews = Reviews(self.pool)
        self.rooms.after_change = self.keeper.see_to
        self.pool.start()
        for work in (
            *(self._listen(), self._serve_duty()),
            *(self.keeper.sweep(), self.rooms.keep_alive()),
        ):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        self.stop_streams()
        await end(self._tasks)
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                task.result()
        await self.keeper.close()
        await self.reviews.close()
        await self.pool.close()
        await self.ledger.close()

    def stop_streams(self) -> None:
        """Let every open stream end now; browsers come back by themselves."""
        self.closing.set()
        for room in self.rooms.by_id.values():
            room.tell()

    async def _listen(self) -> None:
        """Learn what other workers write, as soon as they have written it."""
        async for table in notices.listen(self.ledger):
            if table is notices.EVERYTHING:
                for room in list(self.rooms.by_id.values()):
                    await self.rooms.catch_up(room)
            elif table in self.rooms.by_id:
                await self.rooms.catch_up(self.rooms.by_id[table])
            elif self.keeper.on_duty and table is not None:
                await self.rooms.get(table)

    async def _serve_duty(self) -> None:
        """Be the keeper whenever no other worker is."""
        async with KeeperLock(self.ledger) as lock:
            while True:
                held = await lock.held()
                if held and not self.keeper.on_duty:
                    await self.keeper.take_duty()
                elif not held and self.keeper.on_duty:
                    self.keeper.leave_duty()
                await asyncio.sleep(DUTY)


async def end(tasks: Iterable["asyncio.Task[None]"]) -> None:
    """Cancel them until all have ended. Once is not enough: where an answer of the database comes
    at the same moment, its driver may take the answer and forget that it was to end."""
    waiting = {task for task in tasks if not task.done()}
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=MISSED)
