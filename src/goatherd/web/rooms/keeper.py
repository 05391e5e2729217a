"""What happens at tables by itself: bots move, single answers are given, clocks run out.

Each room has at most one thing that is due, planned anew whenever the room changes. When it is done
must tell nothing about hidden cards: how long a bot or a single answer takes is drawn by chance
before anybody looks at the cards, and a bot's thought has to fit into it.
"""

import asyncio
import logging
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from goatherd.bots.levels import level_bot
from goatherd.bots.pool.pool import BotPool
from goatherd.bots.search import SearchBot
from goatherd.view import View
from goatherd.web.ledger.rows import SeatRow
from goatherd.web.ledger.trouble import LedgerDown
from goatherd.web.refused import Refused
from goatherd.web.rooms.dealing import time_to_open
from goatherd.web.rooms.room import DEALING, DRAWING, PLAYING, Room
from goatherd.web.rooms.rooms import Rooms, waits_for_person
from goatherd.web.rooms.secret_round import SecretRound

STAND_IN_LEVEL = 3
"""Of the bot that plays for a person who is absent."""
PATIENCE = 3.0
"""Seconds that a bot may take to get ready, where nobody wants to wait."""
SPARE = 0.3
"""Seconds that a bot has beyond its thought, so that it is ready in time also on a busy machine."""
THUMB = 0.05
"""Seconds that are left for the rules of thumb, where the thought was not ready."""
SWEEP = 15.0
AGAIN = 3.0
"""Seconds until what could not be done is tried again."""

log = logging.getLogger("goatherd.keeper")


class Pauses:
    """How long things take that nobody has to think about, in seconds."""

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace
        """1 for people; 0 where nobody wants to wait."""
        self._chance = random.SystemRandom()

    def of_a_bot(self, *, goes_on: bool) -> float:
        """Before a bot's decision; a short one within its turn."""
        if goes_on:
            return self.pace * self._chance.uniform(0.35, 0.6)
        return self.pace * self._chance.uniform(1.1, 1.9)

    def of_a_person(self) -> float:
        """Before an answer that a person would give without a choice."""
        return self.pace * min(self._chance.lognormvariate(0.75, 0.35), 6.0)


class Due(NamedTuple):
    """What is planned in a room."""

    moment: tuple[int, object, float | None]
    """The version, who was to act, and the deal that it was planned for."""
    task: asyncio.Task[None]


class Keeper:
    """Sees to the rooms of one worker, as long as this worker is the one that does."""

    def __init__(self, rooms: Rooms, pool: BotPool, pauses: Pauses) -> None:
        self.rooms = rooms
        self.pool = pool
        self.pauses = pauses
        self.chance = random.SystemRandom()
        self.on_duty = False
        self._due: dict[str, Due] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def take_duty(self) -> None:
        """From now on this worker moves the bots: at all tables that are being played."""
        self.on_duty = True
        async for listed in self.rooms.ledger.in_progress():
            if self.on_duty:
                with suppress(Refused):  # its match cannot be replayed: all others go on
                    self.see_to(await self.rooms.get(listed.table.id))

    def leave_duty(self) -> None:
        self.on_duty = False
        for table in list(self._due):
            self._drop(table)

    async def close(self) -> None:
        self.leave_duty()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.rooms.settled()

    def see_to(self, room: Room) -> None:
        """Plan what is due next in a room, in place of what was planned before.

        Where nothing has changed but what people say, the plan stands.
        """
        moment = (room.version, self._who_acts(room), room.table.frozen)
        planned = self._due.get(room.id)
        if planned is not None and planned.moment == moment and not planned.task.done():
            return
        self._drop(room.id)
        if not self.on_duty or not may_move_on(room):
            return
        task = asyncio.create_task(self._carry_out(room))
        self._due[room.id] = Due(moment, task)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _who_acts(self, room: Room) -> object:
        """What a plan depends on besides the decisions: who is to act, or who has answered."""
        question = room.question
        if room.stage == DRAWING:
            return tuple(room.to_point), tuple(room.people)
        if question is None:
            return room.seat_to_act()
        return frozenset(question.answers), tuple(room.people)

    def _drop(self, table: str) -> None:
        planned = self._due.pop(table, None)
        if planned is not None and planned.task is not asyncio.current_task():
            planned.task.cancel()

    async def _carry_out(self, room: Room) -> None:
        """Do what is due; where it cannot be done, try again later."""
        while True:
            try:
                await self._next(room)
            except Refused:
                return  # somebody was faster, and what is due now has been planned
            except LedgerDown as trouble:
                log.warning("table %s waits for the database: %s", room.id, trouble)
            except Exception:
                log.exception("table %s: what was due could not be done", room.id)
            else:
                return
            await asyncio.sleep(AGAIN)

    async def _next(self, room: Room) -> None:
        if room.stage == DEALING:
            await self._await_nonces(room)
            return
        if room.stage == DRAWING:
            await self._draw_for_somebody(room)
            return
        if room.question is not None:
            await self._go_on_with_question(room, room.question)
            return
        row = room.seat_to_act()
        assert row is not None
        if row.kind == "bot" or row.stand_in:
            await self._move_bot(room, row)
        elif len(legal(room)) == 1:
            await self._answer_for_person(room, row)
        else:
            await self._watch_clock(room, row)

    async def _await_nonces(self, room: Room) -> None:
        assert room.table.frozen is not None
        patience = time_to_open(room.table)
        await asyncio.sleep(max(room.table.frozen + patience - time.time(), 0.0))
        await self.rooms.call_off(room, patience)

    async def _draw_for_somebody(self, room: Room) -> None:
        """Bots draw for themselves, and for people who are away; for others when time is up."""
        pause = self.pauses.of_a_bot(goes_on=False)
        rows = [room.seats[seat] for seat in room.to_point]
        absent = [row for row in rows if row.kind == "bot" or row.stand_in]
        if not absent:
            assert room.table.frozen is not None
            pause = max(room.table.frozen + 2 * time_to_open(room.table) - time.time(), 0.0)
        await asyncio.sleep(pause)
        place = self.chance.choice(room.places_left)
        await self.rooms.point(room, (absent or rows)[0].seat, place)

    async def _move_bot(self, room: Room, row: SeatRow) -> None:
        assert room.match is not None
        version, goes_on = room.version, moved_last(room) == row.seat
        decision = await self._thought(room.match.view(row.seat), row, goes_on=goes_on)
        await self.rooms.move(room, row.seat, version, decision)

    async def _thought(self, view: View, row: SeatRow, *, goes_on: bool) -> str:
        """A bot's decision, at a moment that is drawn before the view is looked at: it depends on
        the level, which all know, and not on whether there is a choice or how hard it is."""
        level = row.level or STAND_IN_LEVEL
        pause = self.pauses.of_a_bot(goes_on=goes_on)
        if not pause:
            return await self.pool.decide(view, level, patience=PATIENCE)
        clock = asyncio.get_running_loop()
        pause = max(pause, thinks_for(level) + SPARE)
        ready = clock.time() + pause
        decision = await self.pool.decide(view, level, within=pause - THUMB)
        await asyncio.sleep(ready - clock.time())
        return decision

    async def _answer_for_person(self, room: Room, row: SeatRow) -> None:
        version, answer = room.version, legal(room)[0]
        pause = self.pauses.of_a_person()
        clock = room.clock_of(row.seat, runs=True)
        if clock is not None:  # the answer is given in time, whatever the clock says
            pause = min(pause, clock.runs_out_in(time.monotonic()))
        await asyncio.sleep(pause)
        await self.rooms.move(room, row.seat, version, answer)

    async def _go_on_with_question(self, room: Room, question: SecretRound) -> None:
        """Answer for whoever does not answer themselves, unseen, then close the question when all
        have answered; with a live clock always after the same time."""
        missing = [seat for seat in question.asked if seat not in question.answers]
        for seat in missing:
            if not room.answers_by_themselves(seat):
                await self._answer_for(room, room.seats[seat], question)
                return
        if room.has_window and not question.ends_by_a_call():
            await self._until(question.since + room.window)
            if missing:
                await self.rooms.answer(room, missing[0], question.number, question.quiet)
                return
        elif missing and question.decisions() is None:
            await self._wait_for_people(room, question, missing)
            return
        else:
            await asyncio.sleep(self.pauses.of_a_bot(goes_on=False))
        await self.rooms.close_question(room)

    async def _answer_for(self, room: Room, row: SeatRow, question: SecretRound) -> None:
        answer = question.quiet
        if row.kind == "bot" or row.stand_in:
            answer = await self._thought(room.question_to(row.seat), row, goes_on=True)
        await self.rooms.answer(room, row.seat, question.number, answer)

    async def _wait_for_people(
        self, room: Room, question: SecretRound, missing: Sequence[int]
    ) -> None:
        """Where a decision may take days, so may an answer, and then a bot stands in."""
        clock = room.clock_of(missing[0], runs=False)
        assert clock is not None, "without a clock nothing is planned: see waits_for_person"
        await self._until(question.since + clock.runs_out_in(question.since))
        await self.rooms.stand_in(room, missing[0], absent=True)

    async def _until(self, moment: float) -> None:
        await asyncio.sleep(max(moment - time.monotonic(), 0.0))

    async def _watch_clock(self, room: Room, row: SeatRow) -> None:
        clock = room.clock_of(row.seat, runs=True)
        assert clock is not None
        while (left := clock.runs_out_in(time.monotonic())) > 0:
            await asyncio.sleep(left)
        await self.rooms.stand_in(room, row.seat, absent=True)

    async def sweep(self) -> None:
        """Drop unused rooms from memory, now and then, for ever."""
        while True:
            await asyncio.sleep(SWEEP)
            self.rooms.forget_unused()


def may_move_on(room: Room) -> bool:
    """Whether something is going to happen at a table by itself."""
    return room.stage in (DEALING, DRAWING) or (
        room.stage == PLAYING and not waits_for_person(room)
    )


def legal(room: Room) -> list[str]:
    assert room.match is not None
    return room.match.legal()


def thinks_for(level: int) -> float:
    """The seconds that a level's bot thinks about a choice; 0 where it does not go by the clock."""
    bot = level_bot(level)
    return (bot.think or 0.0) if isinstance(bot, SearchBot) else 0.0


def moved_last(room: Room) -> int | None:
    assert room.match is not None
    made = room.match.decisions()[-1:]
    return made[0][0] if made else None
