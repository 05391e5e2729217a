"""What every answer says to browsers, and how much may be sent."""

import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import Protocol

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goatherd.web.refused import Refused
from goatherd.words import Text

LARGEST_BODY = 64 * 1024
LARGEST_HEAD = 16 * 1024
LARGEST_COOKIE = 4 * 1024
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}
"""Said besides by a site that is reached by https alone."""


class Gate(Protocol):
    """What the guard asks before a request is looked at."""

    headers: dict[str, str]

    def admit(self, scope: Scope) -> None:
        """Refused if there is no room for this request."""

    def answered(self, scope: Scope, seconds: float) -> None:
        """Told how long a request took."""


class Guard:
    """Lets requests in that are small enough and not too many, cuts off bodies that are too large,
    and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, gate: Gate, refuse: ASGIApp) -> None:
        self.app = app
        self.gate = gate
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        gate, began = self.gate, time.perf_counter()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in gate.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        app = self.app
        answer: Send = send_with_headers
        if scope["method"] == "HEAD":
            scope, answer = {**scope, "method": "GET"}, without_body(answer)
        try:
            scope["headers"] = checked_head(scope["headers"])
            gate.admit(scope)
        except Refused as refused:
            scope["refused"] = refused
            scope["headers"] = [one for one in scope["headers"] if one[0] in READ_IF_REFUSED]
            app = self.refuse
        await app(scope, Measured(receive), answer)
        gate.answered(scope, time.perf_counter() - began)


def without_body(send: Send) -> Send:
    """Sends the head of an answer alone: what a HEAD request gets."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head


READ_IF_REFUSED = {b"accept-language", b"host"}
"""What is looked at of a request that is not let in: no cookie, whose reading may take long."""


def checked_head(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers; Refused if there is too much in them to be looked at.

    No cookie of ours has a backslash in it, and Python before 3.11.10 takes quadratic time for one
    that is full of them (CVE-2024-7592): they are left out.
    """
    size = sum(len(name) + len(value) for name, value in headers)
    if size > LARGEST_HEAD or cookie_size(headers) > LARGEST_COOKIE:
        raise Refused(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            Text("Your browser sends too much with its request. Delete its cookies of this site."),
        )
    if any(name == b"cookie" and b"\\" in value for name, value in headers):
        return [(name, value.replace(b"\\", b"")) for name, value in headers]
    return headers


def cookie_size(headers: Iterable[tuple[bytes, bytes]]) -> int:
    return sum(len(value) for name, value in headers if name == b"cookie")


class Measured:
    """Receives a body as long as it is small enough."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.size = 0

    async def __call__(self) -> Message:
        message = await self.receive()
        self.size += len(message.get("body", b""))
        if self.size > LARGEST_BODY:
            raise too_large()
        return message


def too_large() -> Refused:
    why = Text("That is too large: {most} kB at most.", most=LARGEST_BODY // 1024)
    return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, why)
