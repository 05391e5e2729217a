"""Connections to the server, lean enough that hundreds of people cost us little."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlencode

import httptools

HOST = "127.0.0.1"
PATIENCE = 20.0
"""Seconds after which an answer is given up."""
EVENT_ID = re.compile(rb"^id: (\d+)\.(\d+)$", re.MULTILINE)


class Gone(ConnectionError):
    """The server closed a connection that was in use."""


@dataclass
class Answer:
    """What the server answered."""

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def header(self, name: bytes) -> bytes:
        return next((value for key, value in self.headers if key.lower() == name), b"")

    def json(self) -> Any:
        return json.loads(self.body)


class Wire(asyncio.Protocol):
    """One connection: one request at a time, and its answer."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._answer = Answer()
        self._waiting: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(Gone("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._answer.headers.append((name, value))

    def on_body(self, body: bytes) -> None:
        self._answer.body += body

    def on_message_complete(self) -> None:
        answer, self._answer = self._answer, Answer()
        answer.status = self._parser.get_status_code()
        waiting, self._waiting = self._waiting, None
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    async def ask(self, request: bytes) -> Answer:
        if self.transport is None:
            raise Gone("the connection is closed")
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        async with asyncio.timeout(PATIENCE):
            return await self._waiting

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


class Stream(Wire):
    """An event stream: tells of each event, with how many decisions it has seen."""

    def __init__(self, tell: Callable[[int, bytes], None]) -> None:
        super().__init__()
        self._tell = tell
        self._buffer = bytearray()

    def on_body(self, body: bytes) -> None:
        self._buffer += body
        while (end := self._buffer.find(b"\n\n")) >= 0:
            event = bytes(self._buffer[:end])
            del self._buffer[: end + 2]
            found = EVENT_ID.search(event)
            if found is not None:
                self._tell(int(found[1]), event)


class Lines:
    """Connections to one server, kept alive and used again."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._free: list[Wire] = []
        self._all: list[Wire] = []

    async def connected(self, wire: Wire) -> Wire:
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: wire, HOST, self.port)
        self._all.append(wire)
        return wire

    @asynccontextmanager
    async def a_wire(self) -> AsyncIterator[Wire]:
        while self._free:
            wire = self._free.pop()
            if wire.transport is not None:
                break
        else:
            wire = await self.connected(Wire())
        yield wire
        self._free.append(wire)  # one that failed is not used again

    async def ask(self, request: bytes) -> Answer:
        async with self.a_wire() as wire:
            return await wire.ask(request)

    def close(self) -> None:
        for wire in self._all:
            wire.close()


def request(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    """A request as it goes over the wire; `_` in a header's name stands for `-`."""
    lines = [f"{method} {path} HTTP/1.1", f"host: {HOST}", f"content-length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def get(path: str, **headers: str) -> bytes:
    return request("GET", path, b"", **headers)


def post_form(path: str, fields: Sequence[tuple[str, str]], **headers: str) -> bytes:
    body = urlencode(fields).encode()
    return request("POST", path, body, content_type="application/x-www-form-urlencoded", **headers)


def post_json(path: str, sent: object, **headers: str) -> bytes:
    return request(
        "POST", path, json.dumps(sent).encode(), content_type="application/json", **headers
    )
