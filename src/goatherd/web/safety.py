"""What every answer says to browsers, how much may be sent, and how often."""

import time
from collections import OrderedDict
from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goatherd.web.refused import Refused
from goatherd.words import Text

LARGEST_BODY = 64 * 1024
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


class Guard:
    """Puts the headers on every answer and cuts off bodies that are too large."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, Measured(receive), send_with_headers)


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


class Rates:
    """How often each client may ask: a bucket that fills by `rate` a second up to `burst`.

    Only so many clients are remembered; whoever has not asked for longest is forgotten first.
    """

    def __init__(self, rate: float, burst: float, remembered: int = 20_000) -> None:
        self.rate = rate
        self.burst = burst
        self.remembered = remembered
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, client: str, cost: float = 1.0, now: float | None = None) -> None:
        """Take from the client's bucket; Refused if there is not enough in it."""
        if self.rate <= 0:
            return
        now = time.monotonic() if now is None else now
        left, since = self._buckets.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        self._buckets[client] = (left - cost if left >= cost else left, now)
        if len(self._buckets) > self.remembered:
            self._buckets.popitem(last=False)
        if left < cost:
            wait = int((cost - left) / self.rate) + 1
            raise Refused(
                HTTPStatus.TOO_MANY_REQUESTS,
                Text("Too much at once. Try again in {seconds} s.", seconds=wait),
                retry_after=wait,
            )
