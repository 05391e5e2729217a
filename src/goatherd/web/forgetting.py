"""Deleting everything that the site knows of a person, while others may be playing with them."""

import asyncio
from contextlib import suppress

from goatherd.web.refused import Refused
from goatherd.web.rooms.rooms import Rooms

AT_ONCE = 100
"""Tables that are written in one transaction."""
ATTEMPTS = 3
"""How often to leave a table that somebody else is changing at the same moment."""


async def forget_person(rooms: Rooms, person: str) -> None:
    """Take the person off every table, then delete the rest. Matches and their proofs stay; in one
    that goes on, a bot plays the seat to the end."""
    places = await rooms.ledger.places_of(person)
    for table, over in places:
        if not over:
            await leave_for_good(rooms, table, person)
    for first in range(0, len(places), AT_ONCE):
        some = [table for table, _ in places[first : first + AT_ONCE]]
        await asyncio.gather(*(rooms.ledger.forget_at(table, person) for table in some))
        for table in some:
            await tell_room(rooms, table)
    await rooms.ledger.forget(person)


async def leave_for_good(rooms: Rooms, table: str, person: str) -> None:
    """Leave the seat as whoever gets up does: a deal that waits for them becomes void."""
    for _ in range(ATTEMPTS):
        with suppress(Refused):  # changed at this moment, or a match that cannot be replayed
            room = await rooms.get(table)
            seat = room.seat_of(person)
            if seat is not None:
                await rooms.leave(room, seat)
            return


async def tell_room(rooms: Rooms, table: str) -> None:
    """Let a room in memory know, and whoever looks on; one whose table is gone goes too."""
    room = rooms.by_id.get(table)
    if room is None:
        return
    if await rooms.ledger.news(table, room.version, room.table.changes) is None:
        rooms.by_id.pop(table, None)
        room.tell()
        return
    with suppress(Refused):
        await rooms.catch_up(room)
