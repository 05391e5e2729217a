"""Live tables: how soon a decision is seen by the others, and what that costs the server."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice

from benchmarks.site.audit import Audited, audited
from benchmarks.site.people import Crowd, SeatedTable
from benchmarks.site.server import Served
from benchmarks.site.tally import MADE, REFUSED, UNANSWERED, Spread, Verdict, spread, verdict
from goatherd.game import games

EVERY = 5.0
"""Seconds between two decisions at a table."""
ARRIVING = 16
"""Tables that are set up at the same time."""
WARM_TABLES, WARMING = 4, 40
"""Tables of each game, and decisions at each of them, before anything is measured."""
STRAGGLERS = 3.0
"""Seconds that the last events have to arrive."""
OPTIONS = ("--pace", "0", "--window", "0")
"""The site answers for people without a pause, so that tables never wait for anything but us."""

BOT_TABLES = 10
STRONGEST = 5
QUIET_BOTS, LONGEST_WARMING = 4.0, 240.0
"""Seconds without a bot that was not ready, after which all of them are; and how long that may
take."""

Tell = Callable[[str], None]


@dataclass
class Resources:
    """What the server and we used while people played."""

    rss: list[int] = field(default_factory=list)
    """kB at the beginning of play and after each third."""
    seconds: float = 0.0
    server_cpu: float = 0.0
    client_cpu: float = 0.0
    load: float = 0.0


@dataclass
class Outcome:
    """All that a run brought."""

    tables: int
    delays: Spread
    verdict: Verdict
    refused: int
    unanswered: int
    unseen: int
    behind: int
    expected: int
    """Decisions that should have been made in the time."""
    made: int
    rss_before: int
    rss_seated: int
    resources: Resources
    bot_answers: Spread | None = None
    bot_stand_ins: int = 0

    def kb_a_table(self) -> list[float]:
        """When all are seated, and after each third of play."""
        counted = [self.rss_seated, *self.resources.rss[1:]]
        return [(rss - self.rss_before) / self.tables for rss in counted]

    @property
    def cpu_a_decision(self) -> float:
        """Seconds of the processor for each decision of a person, with all that follows from it."""
        return self.resources.server_cpu / max(self.made, 1)

    @property
    def is_sound(self) -> bool:
        return self.verdict.is_clean and not (self.unanswered or self.unseen or self.behind)


@dataclass
class Run:
    """One measurement, on a server of its own."""

    served: Served
    tables: int
    seconds: float
    tell: Tell
    with_bots: bool = False
    crowd: Crowd = field(init=False)
    known: list[SeatedTable] = field(default_factory=list)
    """Every table that people ever sat at."""
    bot_tables: list[SeatedTable] = field(default_factory=list)
    resources: Resources = field(default_factory=Resources)
    begun: float = 0.0
    stand_ins: int = 0
    rss_before: int = 0
    rss_seated: int = 0

    async def play(self) -> None:
        """Everything up to the end of play; `outcome` comes after the server has ended."""
        self.crowd = Crowd(self.served.port)
        try:
            await self._warm_up()
            self.rss_before = self.served.rss()
            self.tell(f"{self.tables} tables: people sit down")
            seated = await self._seated(self.tables)
            self.rss_seated = self.served.rss()
            if self.with_bots:
                await self._let_bots_think()
            await self._play_at(seated)
        finally:
            self.crowd.lines.close()

    async def outcome(self) -> Outcome:
        tables = [table.id for table in self.known]
        found = await audited(self.served.database, tables)
        bots = await audited(self.served.database, [table.id for table in self.bot_tables])
        tally = self.crowd.tally
        return Outcome(
            self.tables,
            spread(tally.delays(self.begun)),
            _held_against(found, self.crowd),
            len(tally.with_outcome(REFUSED)),
            len(tally.with_outcome(UNANSWERED)),
            tally.unseen(3),
            self.crowd.behind,
            int(self.tables * self.seconds / EVERY),
            sum(post.sent >= self.begun for post in tally.with_outcome(MADE)),
            self.rss_before,
            self.rss_seated,
            self.resources,
            self._bot_answers(bots) if self.with_bots else None,
            self.stand_ins,
        )

    # Getting ready

    async def _warm_up(self) -> None:
        """All that a server keeps once for all tables is there before memory is counted."""
        self.tell("warming up")
        for table in await self._seated(WARM_TABLES * len(games())):
            for _ in range(WARMING):
                await self._decide_when_possible(table, time.perf_counter() + 5)

    async def _seated(self, count: int) -> list[SeatedTable]:
        turn = asyncio.Semaphore(ARRIVING)

        async def one(game: str) -> SeatedTable:
            async with turn:
                return await self._new_table(game)

        kinds = islice(cycle(games()), count)
        return list(await asyncio.gather(*(one(game) for game in kinds)))

    async def _new_table(self, game: str) -> SeatedTable:
        table = await self.crowd.seated(game)
        await self.crowd.watch(table)
        self.known.append(table)
        return table

    # Play

    async def _play_at(self, tables: list[SeatedTable]) -> None:
        self.tell(f"{self.tables} tables: play")
        self.begun = time.perf_counter()
        self.since = time.time()
        end = self.begun + self.seconds
        watching = asyncio.create_task(self._watch_resources())
        async with asyncio.TaskGroup() as playing:
            for place, table in enumerate(tables):
                first = self.begun + EVERY * place / len(tables)
                playing.create_task(self._play_table(table, first, end))
        await watching
        self.until = time.time()
        if self.with_bots:
            self.stand_ins = await self._stand_ins() - self.stand_ins
        await asyncio.sleep(STRAGGLERS)

    async def _play_table(self, table: SeatedTable, due: float, end: float) -> None:
        while due < end:
            await asyncio.sleep(due - time.perf_counter())
            if table.is_over:
                self.crowd.leave(table)
                table = await self._new_table(table.game)
            await self._decide_when_possible(table, due + EVERY)
            while due < time.perf_counter():  # a turn that was missed is not made up for
                due += EVERY

    async def _decide_when_possible(self, table: SeatedTable, until: float) -> None:
        """The site may still be answering for somebody: then the decision comes right after."""
        while (person := table.to_act()) is None:
            if table.is_over or time.perf_counter() > until:
                return
            await asyncio.sleep(0.005)
        await self.crowd.decide(table, person)

    async def _watch_resources(self) -> None:
        used, own = self.served.cpu_seconds(), time.process_time()
        self.resources.rss.append(self.served.rss())
        for third in (1, 2, 3):
            await asyncio.sleep(self.begun + self.seconds * third / 3 - time.perf_counter())
            self.resources.rss.append(self.served.rss())
        self.resources.seconds = time.perf_counter() - self.begun
        self.resources.server_cpu = self.served.cpu_seconds() - used
        self.resources.client_cpu = time.process_time() - own
        self.resources.load = os.getloadavg()[0]

    # Bots beside them

    async def _let_bots_think(self) -> None:
        """Ten tables at which nobody but bots is left."""
        self.tell(f"{BOT_TABLES} tables of bots get warm")
        for game in islice(cycle(games()), BOT_TABLES):
            await self._bot_table(game)
        last, quiet_since = -1, time.perf_counter()
        begun = quiet_since
        while time.perf_counter() - quiet_since < QUIET_BOTS:
            if time.perf_counter() - begun > LONGEST_WARMING:
                break
            await asyncio.sleep(1.0)
            await self._replace_finished_bot_tables()
            now = await self._stand_ins()
            if now != last:
                last, quiet_since = now, time.perf_counter()
        self.stand_ins = last
        self._keeping = asyncio.create_task(self._keep_bots_busy())

    async def _bot_table(self, game: str) -> None:
        bots = {str(seat): STRONGEST for seat in (1, 2, 3)}
        table = await self.crowd.seated(game, people=1, bots=bots)
        await self.crowd.watch(table)
        await self.crowd.absent(table)
        self.bot_tables.append(table)

    async def _keep_bots_busy(self) -> None:
        while time.perf_counter() < (self.begun or time.perf_counter()) + self.seconds:
            await self._replace_finished_bot_tables()
            await asyncio.sleep(1.0)

    async def _replace_finished_bot_tables(self) -> None:
        for table in [one for one in self.bot_tables if one.is_over and one.people]:
            self.crowd.leave(table)
            table.people[0].shown = b""
            with suppress(ConnectionError):
                await self._bot_table(table.game)

    async def _stand_ins(self) -> int:
        text = await asyncio.to_thread(self.served.figures)
        line = next(line for line in text.splitlines() if line.startswith("goatherd_bot_stand_ins"))
        return int(float(line.split()[-1]))

    def _bot_answers(self, bots: dict[str, Audited]) -> Spread:
        times = [table.answer_times(self.since, self.until) for table in bots.values()]
        return spread([seconds for table in times for seconds in table])


def _held_against(found: dict[str, Audited], crowd: Crowd) -> Verdict:
    ledger = {table: one.rows for table, one in found.items()}
    by_itself = {table: one.by_itself for table, one in found.items()}
    return verdict(crowd.tally.posts, ledger, by_itself)
