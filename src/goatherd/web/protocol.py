"""How requests are read: within limits, which uvicorn and httptools have none of.

The head of a request has 16 kB and 10 s, its cookies 4 kB, its body 20 s. A connection that waits
for a request is closed where its address has too many, or the worker has: who plays goes on.
"""

import time
from collections.abc import Callable
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from goatherd.web.safety import LARGEST_COOKIE, LARGEST_HEAD, cookie_size

HEAD_SECONDS, BODY_SECONDS, LINGER_SECONDS = 10.0, 20.0, 2.0
PIECE = 4096
"""Bytes that are parsed before their number is looked at again."""
MOST_LINGERING = 1024 * 1024
"""Bytes that are thrown away so that who was refused can read why."""


class Phase(Enum):
    """What a connection is waiting for."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()
    IDLE = auto()
    """Nothing: the next request may come."""
    REFUSED = auto()
    """The other side, to read why."""


class Connections:
    """The open connections of a worker, and which of them wait for the other side."""

    def __init__(
        self, most: int, most_of_address: int, is_proxy: Callable[[str], bool] = lambda _: False
    ) -> None:
        self.most = most
        self.most_of_address = most_of_address
        self._is_proxy = is_proxy
        self._by_address: dict[str, dict[LimitedProtocol, None]] = {}
        self._open = 0
        self._waiting: dict[LimitedProtocol, float] = {}
        """With when each has waited long enough; who began first comes first."""

    def __len__(self) -> int:
        return self._open

    def admit(self, connection: "LimitedProtocol") -> bool:
        """Take a new one in, if need be in place of one that only waits."""
        address = connection.address
        own = self._by_address.setdefault(address, {})
        own[connection] = None
        self._open += 1
        admitted = True
        if len(own) > self.most_of_address and not self._is_proxy(address):
            admitted = self._make_room(next((one for one in own if one in self._waiting), None))
        elif self._open > self.most:
            admitted = self._make_room(next(iter(self._waiting), None))
        if not admitted:
            self.leave(connection)
        return admitted

    def _make_room(self, waiting: "LimitedProtocol | None") -> bool:
        if waiting is None:
            return False
        waiting.give_way()
        self.leave(waiting)
        return True

    def leave(self, connection: "LimitedProtocol") -> None:
        self._waiting.pop(connection, None)
        own = self._by_address.get(connection.address, {})
        if connection not in own:
            return
        del own[connection]
        self._open -= 1
        if not own:
            del self._by_address[connection.address]

    def wait(self, connection: "LimitedProtocol", seconds: float) -> None:
        self._waiting.pop(connection, None)
        self._waiting[connection] = time.monotonic() + seconds

    def wait_no_more(self, connection: "LimitedProtocol") -> None:
        self._waiting.pop(connection, None)

    def close_late(self) -> None:
        """Close those that have waited long enough. To be called every second or so."""
        now = time.monotonic()
        for connection in [one for one, until in self._waiting.items() if until <= now]:
            self._waiting.pop(connection, None)
            connection.end_late()


class LimitedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, among: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.among = among
        self.address = ""
        self.phase = Phase.HEAD
        self.overhead = 0
        """Bytes of the request that is being read, its body left out."""
        self._body = 0
        """Bytes of the body in the piece that is being parsed."""
        self._began = False
        """Whether a request began in that piece."""

    # From the network

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self.among.admit(self):
            self._wait(Phase.HEAD, HEAD_SECONDS)
        else:
            self.phase = Phase.REFUSED
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.among.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.phase is Phase.IDLE:
            self._wait(Phase.HEAD, HEAD_SECONDS)
        for start in range(0, len(data), PIECE):
            if self.phase is Phase.REFUSED or self.transport.is_closing():
                self._throw_away(len(data) - start)
                return
            self._parse(data[start : start + PIECE])

    def _parse(self, piece: bytes) -> None:
        in_request = self.phase in (Phase.HEAD, Phase.BODY)
        self._body, self._began = 0, False
        super().data_received(piece)
        if self._began and not in_request:
            self.overhead = 0  # most of the piece may belong to the request before
        else:
            self.overhead += len(piece) - self._body
        if self.overhead > LARGEST_HEAD and self.phase in (Phase.HEAD, Phase.BODY):
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    # From the parser

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began = True
        if self.phase is not Phase.HEAD:
            self._wait(Phase.HEAD, HEAD_SECONDS)

    def on_headers_complete(self) -> None:
        if self.phase is Phase.REFUSED:
            return
        if cookie_size(self.headers) > LARGEST_COOKIE:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        super().on_headers_complete()
        self._wait(Phase.BODY, BODY_SECONDS)

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        if self.phase is not Phase.REFUSED:
            super().on_body(body)

    def on_message_complete(self) -> None:
        if self.phase is Phase.REFUSED:
            return
        super().on_message_complete()
        self.overhead = 0
        if self.cycle.response_complete:
            self._wait(Phase.IDLE, self.timeout_keep_alive)
        else:
            self.phase = Phase.ANSWER
            self.among.wait_no_more(self)

    # From the application

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.phase is Phase.ANSWER and self.cycle.response_complete:
            self._wait(Phase.IDLE, self.timeout_keep_alive)

    # Limits

    def _wait(self, phase: Phase, seconds: float) -> None:
        self.phase = phase
        self.among.wait(self, seconds)

    def give_way(self) -> None:
        """Make room for another one, which counts from now on in its place."""
        self.connections.discard(self)
        self.transport.close()

    def end_late(self) -> None:
        """The other side has not sent in time what it was to send."""
        if self.phase is Phase.HEAD:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif self.phase is Phase.REFUSED:
            self.transport.abort()
        else:
            self.transport.close()

    def _refuse(self, status: HTTPStatus) -> None:
        """Say why, where nothing else is being answered, and parse no more of this."""
        self._unset_keepalive_if_required()
        self._wait(Phase.REFUSED, LINGER_SECONDS)
        self.overhead = 0
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.close()
            return
        self.transport.write(plain_answer(status))
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def _throw_away(self, size: int) -> None:
        self.overhead += size
        if self.overhead > MOST_LINGERING:
            self.transport.abort()


def plain_answer(status: HTTPStatus) -> bytes:
    said = f"{status.phrase}\n"
    return (
        f"HTTP/1.1 {status} {status.phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
        f"content-length: {len(said)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n{said}"
    ).encode()
