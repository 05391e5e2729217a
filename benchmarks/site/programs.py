"""Programs at tables that nobody watches: decisions a second through the JSON API.

The tables are written into the ledger before the server starts, with secrets that we know, so that
we know the cards too and can think up every match beforehand: what is measured is deciding alone.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice

from benchmarks.site.people import OPTIONS, PLAYERS, Trouble
from benchmarks.site.server import Served
from benchmarks.site.wire import Lines, Wire, post_json
from goatherd.fairness import new_secret
from goatherd.game import games, load
from goatherd.web.ledger.migrate import migrate
from goatherd.web.ledger.rows import SeatRow, StoredTable, TableRow
from goatherd.web.ledger.store import Ledger
from goatherd.web.person import SECRETS, Seal, new_key
from goatherd.web.rooms.dealing import match_of
from goatherd.web.rooms.rooms import new_id

CONNECTIONS = 32
TURNS = 3
"""Of each of the two servers, one after the other."""
MOST_A_SECOND = 1500
"""More decisions than this are not prepared; whoever gets through all of them ends early."""
CONFLICT = 409


@dataclass(frozen=True)
class Prepared:
    """A match as it will be played: requests, in their order."""

    table: StoredTable
    requests: tuple[bytes, ...]


def prepared(seal: Seal, game: str, chance: random.Random) -> Prepared:
    """A table and a random match at it."""
    secret, table = new_secret(), new_id()
    options = load(game).checked_options(OPTIONS.get(game, {}), recorded=True)
    seats = tuple(SeatRow(i, "person", secrets.token_hex(8), f"Goat {i}") for i in range(PLAYERS))
    tokens = [seal.seat_key(table, row.seat, row.person or "") for row in seats]
    row = TableRow(
        id=table,
        game=game,
        players=PLAYERS,
        options=options,
        open=False,
        main=None,
        byoyomi=None,
        hints=False,
        take_back=False,
        secret=secret,
        host="",
        created=time.time(),
    )
    match = match_of(row, seats)
    requests: list[bytes] = []
    while match.turn is not None:
        text = chance.choice(match.legal())
        requests.append(_request(table, tokens[match.turn], len(requests), text))
        match.play(text)
    return Prepared(StoredTable(row, seats), tuple(requests))


def _request(table: str, token: str, version: int, text: str) -> bytes:
    sent = {"version": version, "decisions": [text]}
    return post_json(f"/api/tables/{table}/decisions", sent, authorization=f"Bearer {token}")


async def filled(database: str, decisions: int) -> list[Prepared]:
    """Tables with so many decisions to be made, in a new ledger, all begun."""
    migrate(database)
    matches: list[Prepared] = []
    async with Ledger(database) as ledger:
        seal = Seal(*[await ledger.setting(name, new_key) for name in SECRETS])
        kinds = cycle(games())
        while sum(len(match.requests) for match in matches) < decisions or (
            len(matches) < 2 * CONNECTIONS
        ):
            match = prepared(seal, next(kinds), random.Random(len(matches)))
            now = time.time()
            started = replace(match.table.table, frozen=now, started=now)
            await ledger.create_table(started, match.table.seats)
            matches.append(match)
    return matches


@dataclass
class Player:
    """One connection that plays its matches, one after the other."""

    requests: Iterator[bytes]
    wire: Wire
    made: int = 0

    async def play(self, until: float) -> None:
        while time.perf_counter() < until:
            request = next(self.requests, None)
            if request is None:
                return
            answer = await self.wire.ask(request)
            if answer.status != CONFLICT:  # the site may have given a single answer before us
                if answer.status != 200:
                    raise Trouble(f"{answer.status}: {answer.body[:300]!r}")
                self.made += 1


@dataclass
class Speed:
    """Decisions a second, turn by turn, and what the server used of a core meanwhile."""

    turns: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.turns)


class Bench:
    """One server with its connections."""

    def __init__(self, served: Served, requests: Sequence[Iterator[bytes]]) -> None:
        self.served = served
        self.speed = Speed()
        self._lines = Lines(served.port)
        self._requests = requests
        self._players: list[Player] = []

    async def connect(self) -> None:
        for requests in self._requests:
            self._players.append(Player(requests, await self._lines.connected(Wire())))

    async def take_turn(self, seconds: float, *, counts: bool = True) -> None:
        made, used = sum(one.made for one in self._players), self.served.cpu_seconds()
        begun = time.perf_counter()
        await asyncio.gather(*(one.play(begun + seconds) for one in self._players))
        passed = time.perf_counter() - begun
        if counts:
            self.speed.turns.append((sum(one.made for one in self._players) - made) / passed)
            self.speed.cpu.append((self.served.cpu_seconds() - used) / passed)

    def close(self) -> None:
        self._lines.close()


def shared_out(matches: Sequence[Prepared]) -> list[Iterator[bytes]]:
    """The requests of each connection."""

    def of(place: int) -> Iterator[bytes]:
        for match in islice(matches, place, None, CONNECTIONS):
            yield from match.requests

    return [of(place) for place in range(CONNECTIONS)]


def bare(database: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.site.bare", database]


async def compared(
    site: Served, bare_site: Served, matches: Sequence[Prepared], seconds: float
) -> tuple[Speed, Speed]:
    """The speeds of the site and of the bare endpoint, measured in turns."""
    benches = [Bench(site, shared_out(matches)), Bench(bare_site, shared_out(matches))]
    try:
        for bench in benches:
            await bench.connect()
            await bench.take_turn(min(seconds / 4, 1.0), counts=False)
        for _ in range(TURNS):
            for bench in benches:
                await bench.take_turn(seconds)
    finally:
        for bench in benches:
            bench.close()
    return benches[0].speed, benches[1].speed
