"""Event streams: one for each page that is looked at.

Each event is the whole table as it is now, so a lost one does no harm, and somebody whose line is
slow gets the newest instead of all. A stream is a coroutine that sleeps until its room changes, and
there may be thousands: so it is not told while its request goes through all that surrounds an
endpoint, each layer of which would sleep too, but when that is done.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from fastapi.sse import format_sse_event
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from goatherd.web.rooms.room import Room
from goatherd.web.safety import HEADERS
from goatherd.web.site import Site

AGAIN = 1500
"""Milliseconds after which a browser that lost the stream asks for it again."""


HEAD = StreamingResponse(
    (),
    headers={"cache-control": "no-store", "x-accel-buffering": "no", **HEADERS},
    media_type="text/event-stream",
).raw_headers
COMMENT = format_sse_event(comment="still here")
"""What no listener need know of."""
BEAT = format_sse_event(event="beat", data_str=".")
"""What a page waits for: browsers do not tell of comments, nor of a line that is dead."""
STREAMS = "goatherd.streams"
"""Where in the scope of a request the application finds its stream."""


class Stream(Response):
    """Tells of a room until whoever listens goes away, or the worker stops."""

    def __init__(
        self,
        site: Site,
        room: Room,
        seat: Callable[[], int | None],
        draw: Callable[[], str],
        known: str | None,
        who: tuple[str, str],
        beat: bytes = COMMENT,
    ) -> None:
        self.background = None
        self.site = site
        self.room = room
        self.seat = seat
        """The listener's, which may change."""
        self.draw = draw
        self.known = known
        """The id of the last event that the listener has."""
        self.who = who
        """The listener's person and address."""
        self.beat = beat
        """What shows that the line is not dead."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.site.streams.check(*self.who)
        scope[STREAMS].append(self)

    async def tell(self, receive: Receive, send: Send) -> None:
        """Until the listener goes away, which nothing but `receive` says: to send something to
        nobody is no error. It says the same once all has been sent."""
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        self.room.listeners += 1
        self.site.metrics.streams.inc()
        self.site.streams.open(*self.who)
        telling = asyncio.create_task(self._tell(send))
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self.room.listeners -= 1
            self.site.metrics.streams.dec()
            self.site.streams.close(*self.who)
            telling.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await telling

    async def tell_head(self, send: Send) -> None:
        """What a HEAD request gets, which waits for nothing."""
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        await send(body(b"", more=False))

    async def _tell(self, send: Send) -> None:
        try:
            await send(body(format_sse_event(retry=AGAIN, comment="goatherd")))
            heard = self.room.beats
            while not self.site.closing.is_set():
                changed, now = self.room.changed, self.room.event_id(self.seat())
                if now != self.known:
                    self.known = now
                    await send(body(format_sse_event(data_str=self.draw(), id=now)))
                elif heard != self.room.beats:
                    heard = self.room.beats
                    await send(body(self.beat))
                else:
                    await changed.wait()
        finally:
            await send(body(b"", more=False))


def body(data: bytes, *, more: bool = True) -> dict[str, object]:
    return {"type": "http.response.body", "body": data, "more_body": more}
