"""People at tables: they open the link, sit down, watch, and decide at random."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape

from benchmarks.site.tally import DRAFTED, MADE, REFUSED, Tally
from benchmarks.site.wire import Answer, Gone, Lines, Stream, Wire, get, post_form, post_json

PLAYERS = 4
MOST_PARTS = 64
OPTIONS: dict[str, dict[str, str | int]] = {"goita": {"pawn_calls": "off"}}
"""Questions to all four in secret are answered by the site itself, and would only disturb."""

CSRF = re.compile(rb'name="csrf" value="([^"]+)"')
VERSION = re.compile(rb'data-version="(\d+)"')
OFFER = re.compile(rb'<button[^>]*\sname="decision" value="([^"]*)"')
CHOSEN = re.compile(rb'<input type="hidden" name="decision" value="([^"]*)"')
MY_TURN = b'data-turn="mine"'
OVER = b'data-stage="over"'
CONFIRM = b'id="confirm"'


class Trouble(RuntimeError):
    """The server answered what it should not."""


def checked(answer: Answer, *expected: int) -> Answer:
    if answer.status not in expected:
        raise Trouble(f"{answer.status} instead of {expected}: {answer.body[:300]!r}")
    return answer


def texts(pattern: re.Pattern[bytes], html: bytes) -> list[str]:
    return [unescape(found.decode()) for found in pattern.findall(html)]


@dataclass
class Person:
    """Somebody with a browser."""

    seat: int
    cookie: str
    csrf: str
    version: int = -1
    """Of the table as it was last seen."""
    shown: bytes = b""
    stream: Wire | None = None

    @property
    def is_to_act(self) -> bool:
        return MY_TURN in self.shown and OFFER.search(self.shown) is not None


@dataclass
class SeatedTable:
    """A table with people at it."""

    id: str
    game: str
    people: list[Person] = field(default_factory=list)

    @property
    def version(self) -> int:
        return max(person.version for person in self.people)

    @property
    def is_over(self) -> bool:
        return any(OVER in person.shown for person in self.people)

    def to_act(self) -> Person | None:
        """Who sees that they may decide, at the table as it is now."""
        now = self.version
        return next((one for one in self.people if one.version == now and one.is_to_act), None)


class Crowd:
    """All people of a run, and what they did."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.lines = Lines(port)
        self.tally = Tally()
        self.behind = 0
        """Events that came with fewer decisions than one before them."""
        self._chance = random.Random(seed)

    # Coming and going

    async def seated(
        self, game: str, people: int = PLAYERS, bots: Mapping[str, int] | None = None
    ) -> SeatedTable:
        """A new table with people on its first seats and bots on the others, begun."""
        options = OPTIONS.get(game, {})
        wanted = {"game": game, "players": PLAYERS, "options": options, "bots": dict(bots or {})}
        made = checked(await self.lines.ask(post_json("/api/tables", wanted)), 201).json()
        table = SeatedTable(made["table"], game)
        for seat in range(people):
            table.people.append(await self._sit_down(table.id, seat))
        start = post_json(f"/api/tables/{table.id}/start", {"host_key": made["host_key"]})
        checked(await self.lines.ask(start), 204)
        return table

    async def _sit_down(self, table: str, seat: int) -> Person:
        page = checked(await self.lines.ask(get(f"/t/{table}")), 200)
        cookie = page.header(b"set-cookie").partition(b";")[0].decode()
        csrf = texts(CSRF, page.body)[0]
        form = post_form(f"/t/{table}/sit", [("csrf", csrf), ("seat", str(seat))], cookie=cookie)
        checked(await self.lines.ask(form), 303)
        return Person(seat, cookie, csrf)

    async def watch(self, table: SeatedTable) -> None:
        """Open everybody's event stream, and wait until all see the table."""
        for person in table.people:
            await self._open_stream(table, person)
        async with asyncio.timeout(30):
            while any(person.version < 0 for person in table.people):
                await asyncio.sleep(0.01)

    async def _open_stream(self, table: SeatedTable, person: Person) -> None:
        def tell(version: int, event: bytes) -> None:
            self.tally.saw(table.id, person.seat, version, time.perf_counter())
            self.behind += version < person.version
            person.version, person.shown = version, event

        person.stream = await self.lines.connected(Stream(tell))
        assert person.stream.transport is not None
        asking = get(f"/t/{table.id}/events", cookie=person.cookie, accept="text/event-stream")
        person.stream.transport.write(asking)

    def leave(self, table: SeatedTable) -> None:
        """Close the pages."""
        for person in table.people:
            if person.stream is not None:
                person.stream.close()

    # Deciding

    async def decide(self, table: SeatedTable, person: Person) -> None:
        """One decision at random, in as many posts as it has parts."""
        version, shown = person.version, person.shown
        for _ in range(MOST_PARTS):
            chosen = texts(CHOSEN, shown)
            complete = CONFIRM in shown
            if not complete:
                chosen.append(self._chance.choice(texts(OFFER, shown)))
            answer = await self._post(table, person, version, chosen, complete)
            if answer is None:
                return
            shown = answer

    async def _post(
        self, table: SeatedTable, person: Person, version: int, chosen: Sequence[str], ready: bool
    ) -> bytes | None:
        """Send a form; the table with the draft so far if the decision goes on."""
        fields = [
            ("csrf", person.csrf),
            ("version", str(version)),
            ("confirm", "1" if ready else ""),
        ]
        fields += [("decision", text) for text in chosen]
        form = post_form(f"/t/{table.id}/decide", fields, cookie=person.cookie, x_fragment="1")
        post = self.tally.sent(table.id, version, person.seat, chosen, time.perf_counter())
        try:
            answer = await self.lines.ask(form)
        except (TimeoutError, Gone):
            return None
        found = VERSION.search(answer.body)
        if answer.status != 200 or found is None:
            post.outcome = REFUSED
            return None
        if int(found[1]) > version:
            post.outcome = MADE
            return None
        post.outcome = DRAFTED
        return answer.body

    async def absent(self, table: SeatedTable) -> None:
        """Everybody goes away in mid-match, and bots play for them."""
        for person in table.people:
            form = post_form(f"/t/{table.id}/leave", [("csrf", person.csrf)], cookie=person.cookie)
            checked(await self.lines.ask(form), 303)
