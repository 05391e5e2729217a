"""One worker of the site: what its pages, streams and programs share, how it starts and stops."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from goatherd.bots.pool.pool import BotPool
from goatherd.web.board.cache import BoardCaches, LruCache
from goatherd.web.board.model import Hint
from goatherd.web.courtesy import Courtesy
from goatherd.web.health import Health
from goatherd.web.ledger import notices
from goatherd.web.ledger.notices import KeeperLock
from goatherd.web.ledger.store import Ledger
from goatherd.web.ledger.trouble import LedgerDown
from goatherd.web.limits import PEOPLE_AT_ADDRESS, Rates, Streams
from goatherd.web.metrics import Metrics
from goatherd.web.person import SECRETS, Seal, new_key
from goatherd.web.refused import Refused
from goatherd.web.reviews import Reviews
from goatherd.web.rooms.keeper import Keeper, Pauses
from goatherd.web.rooms.room import Room
from goatherd.web.rooms.rooms import Rooms
from goatherd.web.tasks import end

DUTY = 3.0
"""Seconds between asking who is the keeper."""
AGAIN = 1.0
"""Seconds until the database is asked again for what it did not tell."""
COUNTING = 15.0
"""Seconds between counts of all tables for the figures."""

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
    """Requests a second that one person may make in the long run; 0: any number."""
    burst: float = 120.0
    bots: int | None = None
    """Processes for bots; None: by the number of cores."""
    secure: bool = False
    """Whether the site is reached by https alone, so that cookies may say so."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies, which are believed when they say who asks."""
    metrics: int | None = None
    """The port for figures on this machine, that of the first worker; None: nowhere."""


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
    """Of people."""
    addresses: Rates = field(init=False)
    streams: Streams = field(init=False)
    health: Health = field(default_factory=Health)
    on_failure: Callable[[], None] = lambda: None
    """Called when the worker cannot go on and must be replaced."""
    metrics: Metrics = field(init=False)
    boards: BoardCaches = field(default_factory=BoardCaches)
    """Tables as they were drawn last."""
    hints: LruCache[object, Hint] = field(default_factory=lambda: LruCache(1000))
    """By table, seat, version and draft."""
    courtesy: Courtesy = field(default_factory=Courtesy)
    closing: asyncio.Event = field(init=False)
    """Set when the worker is about to stop: streams end."""
    number: int = 0
    """Which of the workers it is."""
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _stop_metrics: Callable[[], None] = lambda: None

    async def open(self) -> None:
        settings = self.settings
        self.closing = asyncio.Event()
        self.ledger = Ledger(settings.database)
        kept = [await self.ledger.setting(name, new_key) for name in SECRETS]
        self.seal = Seal(*kept)
        self.rates = Rates(settings.rate, settings.burst)
        share = PEOPLE_AT_ADDRESS
        self.addresses = Rates(share * settings.rate, share * settings.burst)
        self.streams = Streams(limited=settings.rate > 0)
        self.metrics = Metrics()
        self.pool = BotPool(processes=settings.bots)
        self.rooms = Rooms(self.ledger, settings.window, self.seal.secret_of)
        self.keeper = Keeper(self.rooms, self.pool, Pauses(settings.pace))
        self.reviews = Reviews(self.pool, self.ledger.keep_losses)
        self.rooms.after_change = self.keeper.see_to
        self.pool.start()
        self.metrics.rooms.set_function(lambda: len(self.rooms.by_id))
        self.metrics.unplayable.set_function(lambda: len(self.rooms.unplayable))
        self.metrics.troubles.set_function(lambda: len(self.health.troubles))
        self.metrics.stand_ins.set_function(lambda: self.pool.status().stand_ins)
        if settings.metrics is not None:
            self._stop_metrics = self.metrics.serve(settings.metrics + self.number)
        self._start("listener", self._listen())
        self._start("keeper", self._serve_duty())
        self._start("sweep", self.keeper.sweep())
        self._start("beats", self.rooms.keep_alive())
        self._start("figures", self._count())

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self._ended)
        self._tasks.append(task)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """None of these tasks ends by itself; without one of them the worker only seems to work."""
        if self.closing.is_set():
            return
        error = None if task.cancelled() else task.exception()
        log.critical("%s ended by itself: this worker ends", task.get_name(), exc_info=error)
        self.health.note(task.get_name(), "ended by itself")
        self.on_failure()

    async def close(self) -> None:
        self.stop_streams()
        await end(self._tasks)
        await asyncio.to_thread(self._stop_metrics)
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
        async for table in notices.listen(self.ledger, partial(self.health.note, "listener")):
            await self._learn(table)

    async def _learn(self, table: str | None) -> None:
        """Learn what has changed at a table, or at any, however long the database is away."""
        while True:
            try:
                await self._catch_up(table)
            except LedgerDown as trouble:
                self.health.note("listener", f"misses what other workers write: {trouble}")
                table = notices.EVERYTHING
                await asyncio.sleep(AGAIN)
            else:
                self.health.note("listener", None)
                return

    async def _catch_up(self, table: str | None) -> None:
        rooms = self.rooms.by_id
        for room in list(rooms.values()) if table is notices.EVERYTHING else [rooms.get(table)]:
            if room is not None:
                with suppress(Refused):  # it cannot be replayed: the others can
                    await self.rooms.catch_up(room)
        if self.keeper.on_duty and table is notices.EVERYTHING:
            await self.keeper.take_duty()  # a match may have begun unheard
        elif self.keeper.on_duty and table not in rooms:
            with suppress(Refused):
                await self.rooms.get(str(table))

    async def _serve_duty(self) -> None:
        """Be the keeper whenever no other worker is."""
        async with KeeperLock(self.ledger, partial(self.health.note, "keeper")) as lock:
            while True:
                await self._see_to_duty(await lock.held())
                await asyncio.sleep(DUTY)

    async def _see_to_duty(self, held: bool) -> None:
        try:
            if held and not self.keeper.on_duty:
                await self.keeper.take_duty()
            elif not held and self.keeper.on_duty:
                self.keeper.leave_duty()
        except LedgerDown as trouble:  # it is taken anew, from the first table on
            self.keeper.leave_duty()
            self.health.note("bots", f"wait for the database: {trouble}")
        else:
            self.health.note("bots", None)

    def count_decisions(self, room: Room, count: int) -> None:
        self.metrics.decided(room.id, count, in_secret=room.question is not None)

    async def _count(self) -> None:
        """Keep the figures about all tables up to date."""
        while True:
            with suppress(LedgerDown):
                self.metrics.count_tables(await self.ledger.counts())
            await asyncio.sleep(COUNTING)
