"""All tables that somebody is at: loading them, writing down what is done, telling who looks on.

Everything goes the same way: what is asked for is checked in the room, written to the ledger,
learnt from there, and then told. Where another worker was faster, the room learns that first and
the asker is told that the table has moved on.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from goatherd.fairness import new_secret
from goatherd.proof import MOST_VOID
from goatherd.web.ledger.rows import (
    TAKE_BACK,
    ListedTable,
    Made,
    SeatRow,
    StoredTable,
    TableUpdate,
)
from goatherd.web.ledger.store import Ledger
from goatherd.web.refused import (
    Refused,
    Stale,
    bad_request,
    not_your_seat,
    reason,
    stale,
    unknown_table,
    unplayable,
)
from goatherd.web.rooms import dealing
from goatherd.web.rooms.company import check_may_speak, check_name, silenced_with
from goatherd.web.rooms.room import DEALING, DRAWING, OVER, PLAYING, WAITING, WINDOW, Room
from goatherd.web.rooms.seats import Share, free_seat, new_sitting, person_seat, seat_in_rematch
from goatherd.web.rooms.spec import TableSpec
from goatherd.web.tasks import retrieve
from goatherd.words import Text

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a table's id; none that look alike."""
ID_LENGTH = 10
LONGEST_MESSAGE = 200
BEAT = 20.0
"""Seconds between signs to all who listen that their line is not dead."""
LISTED_WHILE_WAITING = 7 * 24 * 3600.0
"""Seconds for which an open table that does not begin is shown to everybody: whoever made it has
forgotten it by then. Its link goes on working."""
FORGOTTEN_AFTER, FORGOTTEN_WHEN_OVER = 300.0, 30.0
"""Seconds after which a room that nobody looks at is dropped from memory."""

log = logging.getLogger("goatherd.rooms")


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def read_id(code: str) -> str:
    """The id that a person typed, maybe with a dash and capitals; UnknownTable if it is none."""
    plain = code.strip().lower().replace("-", "").replace(" ", "")
    if len(plain) != ID_LENGTH or any(letter not in LETTERS for letter in plain):
        raise unknown_table()
    return plain


class Rooms:
    """The rooms of one worker."""

    def __init__(
        self,
        ledger: Ledger,
        window: float = WINDOW,
        secret_of: Callable[[str], str] = lambda table: new_secret(),
    ) -> None:
        self.ledger = ledger
        self.secret_of = secret_of
        """The secret of a table that is made under this id."""
        self.by_id: dict[str, Room] = {}
        self.after_change: Callable[[Room], None] = lambda room: None
        """Called whenever a room has changed; the keeper sees to what comes next."""
        self.window = window
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._used: dict[str, float] = {}
        self._writing: set[asyncio.Future[None]] = set()
        self.unplayable: set[str] = set()
        """Tables whose match could not be replayed when it was last asked for."""

    async def get(self, table: str) -> Room:
        """The room of a table; Refused if there is no such table."""
        self._used[table] = time.monotonic()
        room = self.by_id.get(table)
        if room is not None:
            return room
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.create_task(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
            loading.add_done_callback(retrieve)
        return await asyncio.shield(loading)

    async def open_tables(self, limit: int = 50) -> list[ListedTable]:
        """The tables that anybody may join or watch, the newest first."""
        since = time.time() - LISTED_WHILE_WAITING
        found = await self.ledger.open_tables(limit)
        return [one for one in found if one.table.started or one.table.created >= since]

    async def _load(self, table: str) -> Room:
        stored = await self.ledger.load(table)
        if stored is None:
            self._used.pop(table, None)
            raise unknown_table()
        room = self._replayed(stored)
        room.window = self.window
        self.by_id[table] = room
        await self._finish(room)
        self.after_change(room)
        return room

    def _replayed(self, stored: StoredTable) -> Room:
        with self._replaying(stored.table.id):
            return Room(stored, time.monotonic())

    @contextmanager
    def _replaying(self, table: str) -> Iterator[None]:
        """Where rows are replayed. A match whose rows do not fit the rules is set aside, so that no
        other has to wait for it; whoever runs the site is told."""
        try:
            yield
        except Exception as error:
            if table not in self.unplayable:
                log.error("table %s is left out, it cannot be replayed: %s", table, reason(error))
            self.unplayable.add(table)
            self.by_id.pop(table, None)
            raise unplayable() from None
        self.unplayable.discard(table)

    def forget_unused(self) -> None:
        """Drop rooms that nobody looks at and nothing will happen in by itself."""
        now = time.monotonic()
        for table, room in list(self.by_id.items()):
            patience = FORGOTTEN_WHEN_OVER if room.stage == OVER else FORGOTTEN_AFTER
            unused = now - self._used.get(table, 0.0)
            if room.listeners or room.lock.locked() or unused < patience:
                continue
            if room.stage in (WAITING, OVER) or waits_for_person(room):
                del self.by_id[table]
                self._used.pop(table, None)

    async def keep_alive(self) -> None:
        """Let something come over every line now and then, for ever: a proxy would close a quiet
        one, and that a listener has gone is only seen when something is sent.

        It comes at the same time whatever has changed unseen, which must not show here either.
        """
        while True:
            await asyncio.sleep(BEAT)
            for room in list(self.by_id.values()):
                if room.listeners:
                    room.beat()
                    await asyncio.sleep(0)

    async def catch_up(self, room: Room) -> None:
        """Learn what other workers have written."""
        news = await self.ledger.news(room.id, room.version, room.table.changes)
        if news is not None and news:
            with self._replaying(room.id):
                room.hear(news, time.monotonic())
            self._told(room)

    async def catch_up_with(self, room: Room, seat: int, version: int) -> None:
        """Learn what a seat knows already, from a worker that wrote it a moment ago."""
        if version > room.known_version(seat):
            await self.catch_up(room)

    def _told(self, room: Room) -> None:
        room.tell()
        self.after_change(room)

    # Making tables

    async def open_table(
        self,
        spec: TableSpec,
        host: str,
        seats: Sequence[SeatRow],
        table: str | None = None,
    ) -> Room:
        """Make a table. Its secret is fixed now, and its hash can be seen from now on."""
        table = table or new_id()
        row = spec.row(table, self.secret_of(table), host, time.time())
        await self.ledger.create_table(row, seats)
        room = Room(StoredTable(row, tuple(seats)), time.monotonic())
        room.window = self.window
        self.by_id[row.id] = room
        self._used[row.id] = time.monotonic()
        return room

    # Around the match

    async def change(
        self, room: Room, table: TableUpdate | None = None, seats: Sequence[SeatRow] = ()
    ) -> None:
        """Write changed seats, or what changed in the table's row; the lock must be held."""
        await self._to_the_end(self._change(room, table or {}, seats))

    async def _change(self, room: Room, table: TableUpdate, seats: Sequence[SeatRow]) -> None:
        changes = await self.ledger.change(room.id, room.table.changes, table, seats)
        await self.catch_up(room)
        if changes is None:
            raise stale()

    @asynccontextmanager
    async def _around(self, room: Room) -> AsyncIterator[None]:
        """The room's lock, and the room as it is now: somebody may have sat down a moment ago at
        another worker, and been told so."""
        async with room.lock:
            await self.catch_up(room)
            yield

    async def sit(self, room: Room, seat: int, person: str, name: str, share: Share) -> None:
        """Give a free seat to a person, who moves there if they had another."""
        async with self._around(room):
            check_stage(room, WAITING, Text("The match has begun: you can watch it."))
            if not 0 <= seat < room.table.players:
                raise Refused(HTTPStatus.NOT_FOUND, Text("There is no such seat."))
            row = room.seats[seat]
            if row.person not in (None, person):
                raise Refused(
                    HTTPStatus.CONFLICT,
                    Text("{name} sits there already. Choose another seat.", name=row.name),
                )
            if row.kind == "bot":
                raise Refused(HTTPStatus.CONFLICT, Text("A bot has that seat."))
            check_name(room, seat, person, name)
            taken = person_seat(room.id, seat, person, name, share)
            if row.person == person:  # who seals anew stays on the seat, and keeps its key
                taken = replace(taken, sitting=row.sitting)
            left = [SeatRow(old.seat) for old in room.seats if old.person == person]
            rows = {old.seat: old for old in left} | {seat: taken}
            await self.change(room, seats=tuple(rows.values()))

    async def remove(self, room: Room, seat: int) -> None:
        """The host frees a seat of somebody else before the match."""
        async with self._around(room):
            check_stage(room, WAITING, Text("The match has begun."))
            if not 0 <= seat < room.table.players or room.seats[seat].kind != "person":
                raise Refused(HTTPStatus.NOT_FOUND, Text("Nobody sits there."))
            if room.seats[seat].person == room.table.host:
                raise bad_request(Text("The host cannot be removed from the own seat."))
            await self.change(room, seats=(SeatRow(seat),))

    async def leave(self, room: Room, seat: int) -> None:
        """Free a seat before the match; during it, a bot plays on until the person is back."""
        async with self._around(room):
            if room.stage == WAITING:
                await self.change(room, seats=(SeatRow(seat),))
            elif seat in room.unopened:
                await self._make_void(room, [seat])
            elif room.stage in (DEALING, DRAWING, PLAYING):
                left = replace(room.seats[seat], stand_in=True, sitting=new_sitting())
                await self.change(room, seats=(left,))

    async def stand_in(self, room: Room, seat: int, absent: bool) -> None:
        """Let a bot play for a person who is absent, or give the seat back."""
        async with self._around(room):
            row = room.seats[seat]
            if row.kind == "person" and row.stand_in != absent and room.stage == PLAYING:
                await self.change(room, seats=(replace(row, stand_in=absent),))

    async def set_seat(self, room: Room, seat: int, level: int | None) -> None:
        """The host keeps a free seat for a person (None) or gives it to a bot."""
        async with self._around(room):
            check_stage(room, WAITING, Text("The match has begun."))
            if not 0 <= seat < room.table.players:
                raise Refused(HTTPStatus.NOT_FOUND, Text("There is no such seat."))
            if room.seats[seat].kind == "person":
                raise Refused(HTTPStatus.CONFLICT, Text("Somebody sits there."))
            await self.change(room, seats=(free_seat(seat, level),))

    async def start(self, room: Room, level: int) -> None:
        """Begin the match; seats that are still free get bots of this level."""
        async with self._around(room):
            check_stage(room, WAITING, Text("The match has begun already."))
            if not any(row.kind == "person" for row in room.seats):
                raise Refused(HTTPStatus.CONFLICT, Text("Nobody has sat down yet."))
            if len(room.table.voids) >= MOST_VOID:
                raise Refused(HTTPStatus.CONFLICT, Text("Too many deals of this table were void."))
            bots = [free_seat(row.seat, level) for row in room.seats if row.kind == "empty"]
            now = time.time()
            # Whose nonce is still sealed opens it now that the deal is fixed, see `open_nonce`.
            sealed = dealing.unopened_seats(room.seats)
            waits = sealed or room.table.draw is not None
            begun: TableUpdate = {"frozen": now} if waits else {"frozen": now, "started": now}
            await self.change(room, begun, bots)

    async def open_nonce(self, room: Room, seat: int, nonce: str) -> None:
        """Take in what a seat had sealed; the last one begins the match."""
        async with self._around(room):
            while room.seats[seat].nonce != nonce:
                check_stage(room, DEALING, Text("No nonce is to be opened now."))
                row = room.seats[seat]
                if not dealing.is_sealed_by(row, room.id, nonce):
                    raise bad_request(Text("This is not the nonce that was sealed at this seat."))
                is_last = room.unopened == [seat] and room.table.draw is None
                begun: TableUpdate = {"started": time.time()} if is_last else {}
                with suppress(Stale):  # another worker was faster, maybe with another's nonce
                    await self.change(room, begun, [replace(row, nonce=nonce)])

    async def point(self, room: Room, seat: int, place: int) -> None:
        """Draw one of the pieces that lie face down; with the last one, all are turned up and the
        match begins."""
        async with self._around(room):
            while True:
                check_stage(room, DRAWING, Text("Nobody draws for partners now."))
                if seat not in room.to_point:
                    raise Refused(HTTPStatus.CONFLICT, Text("You have drawn your piece."))
                if place not in room.places_left:
                    why = Text("Somebody has drawn that piece: take another one (GOITA-26).")
                    raise Refused(HTTPStatus.CONFLICT, why)
                with suppress(Stale):  # another worker was faster
                    return await self._point(room, seat, place)

    async def _point(self, room: Room, seat: int, place: int) -> None:
        drawn = list(room.table.draw or ())
        drawn[seat] = place
        seats: list[SeatRow] = []
        pointed: TableUpdate = {"draw": drawn}
        if room.to_point == [seat]:
            seats = dealing.seats_after_draw(room.table, room.seats, drawn)
            pointed = {"draw": drawn, "started": time.time()}
        await self.change(room, pointed, seats)

    async def call_off(self, room: Room, after: float) -> None:
        """Make a deal void that has waited so many seconds for nonces."""
        async with self._around(room):
            check_stage(room, DEALING, Text("No deal waits for nonces now."))
            assert room.table.frozen is not None
            if time.time() < room.table.frozen + after:
                raise Refused(
                    HTTPStatus.CONFLICT,
                    Text(
                        "Give them a moment: {seconds} seconds from the start.",
                        seconds=round(after),
                    ),
                )
            await self._make_void(room, room.unopened)

    async def _make_void(self, room: Room, failed: Sequence[int]) -> None:
        """All begin anew, with another secret; what came of this one stays in the record."""
        void = dealing.voided(room.table, room.seats, failed)
        voids = [*room.table.voids, void]
        anew: TableUpdate = {"secret": new_secret(), "frozen": None, "voids": voids}
        await self.change(room, anew, dealing.seats_after_void(room.seats, failed))

    async def say(
        self, room: Room, seat: int | None, name: str, text: str, person: str | None = None
    ) -> None:
        async with self._around(room):
            check_may_speak(room, person)
        await self.ledger.say(room.id, seat, name, text, time.time(), person=person)
        await self.catch_up(room)

    async def silence(self, room: Room, number: int, *, silent: bool) -> None:
        """The host lets whoever said this line say nothing more, or speak again."""
        async with self._around(room):
            await self.change(room, {"silenced": silenced_with(room, number, silent=silent)})

    async def rematch(self, room: Room, person: str) -> str:
        """The table at which everybody may play again; made when somebody first asks for it."""
        async with self._around(room):
            check_stage(room, OVER, Text("The match is not over yet."))
            if room.table.rematch is not None:
                return room.table.rematch
            if room.seat_of(person) is None:
                raise not_your_seat()
            seats = [seat_in_rematch(row) for row in room.seats]
            again = await self.open_table(TableSpec.of(room.table), person, seats)
            await self.change(room, {"rematch": again.id})
            return again.id

    # The match itself

    async def decide(self, room: Room, seat: int, version: int, texts: Sequence[str]) -> None:
        """Make decisions for a seat, all of them or none."""
        await self.catch_up_with(room, seat, version)
        async with room.lock:
            room.check_decisions(seat, version, texts)
            if room.question is not None:
                await self._to_the_end(self._answer(room, room.version, seat, texts[0]))
                return
            if len(texts) > 1:
                room.check_truth(seat, texts)
            await self._to_the_end(self._append(room, room.version, seat, texts))

    async def move(self, room: Room, seat: int, version: int, text: str) -> None:
        """Make a decision that nobody sent: of a bot, or for somebody without a choice. The version
        is that of the room, not of a seat."""
        async with room.lock:
            if version != room.version:
                raise stale()
            await self._to_the_end(self._append(room, room.version, seat, [text]))

    async def answer(self, room: Room, seat: int, version: int, text: str) -> None:
        """Answer a question in secret for a bot, or for somebody without a choice."""
        async with room.lock:
            if version != room.version or room.question is None:
                raise stale()
            await self._to_the_end(self._answer(room, version, seat, text))

    async def _answer(self, room: Room, number: int, seat: int, text: str) -> None:
        """Keep an answer apart until the question closes."""
        if not await self.ledger.answer(room.id, number, seat, text, time.time()):
            await self.catch_up(room)
            raise stale()
        room.take_answer(number, seat, text)
        self._told(room)

    async def close_question(self, room: Room) -> None:
        """Let all answers become decisions, together; Refused while one is missing."""
        async with room.lock:
            made = None if room.question is None else room.question.decisions()
            if made is None:
                raise stale()
            rows = [Made(seat, text) for seat, text in made]
            await self._to_the_end(self._write(room, room.version, rows))

    async def _to_the_end(self, writing: Coroutine[Any, Any, None]) -> None:
        """Write, and learn what was written, even if whoever asked for it has gone meanwhile."""
        task = asyncio.ensure_future(writing)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        task.add_done_callback(retrieve)
        await asyncio.shield(task)

    async def settled(self) -> None:
        """Until all that is being written has been."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    async def take_back(self, room: Room, seat: int, version: int) -> None:
        async with self._around(room):
            steps = room.check_take_back(seat, version)
            await self._to_the_end(self._append(room, room.version, seat, [TAKE_BACK] * steps))

    async def _append(self, room: Room, first: int, seat: int, texts: Sequence[str]) -> None:
        """Write decisions from a number on: that of when they were checked, since the room may
        have learnt of another worker's in between."""
        spent = round(1000 * room.thinking(time.monotonic()))
        made = [Made(seat, text, 0 if place else spent) for place, text in enumerate(texts)]
        await self._write(room, first, made)

    async def _write(self, room: Room, first: int, made: Sequence[Made]) -> None:
        now = time.monotonic()
        if not await self.ledger.append_decisions(room.id, first, made, time.time()):
            await self.catch_up(room)
            raise stale()
        room.take_in(made, first, now)
        await self._finish(room)
        self._told(room)

    async def _finish(self, room: Room) -> None:
        """Note the result of a match that is over, if nobody has yet."""
        if room.match is None or not room.match.over or room.table.finished is not None:
            return
        scores, winners = room.match.scores(), room.match.winners()
        await self.ledger.finish(room.id, scores, winners, time.time())
        news = await self.ledger.news(room.id, room.version, room.table.changes)
        assert news is not None
        room.hear(news, time.monotonic())


def check_stage(room: Room, stage: str, otherwise: Text) -> None:
    if room.stage != stage:
        raise Refused(HTTPStatus.CONFLICT, otherwise)


def waits_for_person(room: Room) -> bool:
    """Whether nothing will happen before a person decides, however long that takes."""
    if room.question is not None:
        return bool(room.awaited()) and room.time is None and all_others_answered(room)
    row = room.seat_to_act()
    if row is None or row.kind != "person" or row.stand_in or room.time is not None:
        return False
    assert room.match is not None
    return len(room.match.legal()) > 1


def all_others_answered(room: Room) -> bool:
    """Whether a question in secret waits for people alone."""
    question = room.question
    assert question is not None
    return set(question.asked) == {*question.answers, *room.awaited()}
