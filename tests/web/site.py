"""A site for tests: opened in this process or as a command, and people and programs who use it."""

import asyncio
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from unittest.mock import AsyncMock, patch
from urllib.parse import urlencode, urlsplit

import httpx
from fastapi import FastAPI

from goatherd.bots.pool.pool import BotPool
from goatherd.web.app import make_app
from goatherd.web.ledger import Ledger
from goatherd.web.person import SECRETS
from goatherd.web.rooms import rooms
from goatherd.web.rooms.room import Room
from goatherd.web.site import Settings, Site

HOST = "goats.test"
HOME = f"http://{HOST}"
PATIENCE = 30.0
"""Seconds after which something that should have happened has failed to."""
ENDED = b""
"""What stands for the end of a stream."""

Answer = httpx.Response
Json = dict[str, Any]


# The site


class OpenSite:
    """A worker in this process, with its rooms within reach."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.worker: Site = app.state.site

    def client(self, **given: Any) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=HOME, **given)

    async def room(self, table: str) -> Room:
        return await self.worker.rooms.get(table)

    def stop_the_keeper(self) -> None:
        """From now on nothing happens by itself."""
        keeper = self.worker.keeper
        self.worker.rooms.after_change = lambda room: None
        keeper.leave_duty()
        keeper.take_duty = AsyncMock()  # type: ignore[method-assign]

    def keep(self, room: Room) -> None:
        """Let happen again what happens by itself, in one room."""
        keeper = self.worker.keeper
        keeper.on_duty = True
        self.worker.rooms.after_change = keeper.see_to
        keeper._drop(room.id)
        keeper.see_to(room)

    async def reloaded(self, table: str) -> Room:
        """The room as the ledger tells it, made anew."""
        self.worker.rooms.by_id.pop(table, None)
        return await self.room(table)

    async def events(
        self, path: str, headers: Mapping[str, str] | None = None
    ) -> AsyncGenerator[bytes, None]:
        """The blocks of an event stream, the answer's head first, as they come."""
        sent: asyncio.Queue[bytes] = asyncio.Queue()
        all_sent = asyncio.Event()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                head = [b"%d" % message["status"]]
                head += [b"%b: %b" % pair for pair in message["headers"]]
                sent.put_nowait(b"\n".join(head))
            for block in message.get("body", b"").split(b"\n\n"):
                if block:
                    sent.put_nowait(block)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                all_sent.set()

        async def receive() -> Any:
            await all_sent.wait()
            return {"type": "http.disconnect"}

        called = self.app(scope_of(path, headers or {}), receive, send)
        streaming = asyncio.ensure_future(called)
        streaming.add_done_callback(lambda _: sent.put_nowait(ENDED))
        try:
            async with asyncio.timeout(PATIENCE):
                block = await sent.get()
            while block is not ENDED:
                yield block
                async with asyncio.timeout(PATIENCE):
                    block = await sent.get()
            await streaming  # which tells of its error, if there was one
        finally:
            streaming.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await streaming

    async def first_event(self, path: str, headers: Mapping[str, str] | None = None) -> bytes:
        """All that a stream sends up to its first event."""
        blocks = []
        async with aclosing(self.events(path, headers)) as events:
            async for block in events:
                blocks.append(block)
                if block.startswith((b"event:", b"data:", b"id:")) or len(blocks) > 3:
                    break
        return b"\n\n".join(blocks)


def scope_of(path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """What a server tells the application of a GET."""
    parts = urlsplit(path)
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [
            (name.lower().encode(), value.encode())
            for name, value in {"host": HOST, **headers}.items()
        ],
        "client": ("127.0.0.1", 1),
        "server": (HOST, 80),
    }


@asynccontextmanager
async def opened(
    database: str, *, think: bool = False, seed: int = 1, **settings: Any
) -> AsyncIterator[OpenSite]:
    """A site on a migrated database, in a hurry unless the settings say otherwise.

    Without `think`, no processes for bots are started: rules of thumb stand in for strong ones.
    Tables come from the seed, so that the same cards are dealt each time.
    """
    chosen: Json = {"pace": 0.0, "window": 0.0, "rate": 0.0, "bots": 1} | settings
    app = make_app(Settings(database=database, **chosen))
    chance = random.Random(seed)
    async with Ledger(database) as ledger:  # all secrets of tables come from that of the site
        for name in SECRETS:
            await ledger.setting(name, lambda: f"a secret for tests, {seed}")
    with (
        patch.object(BotPool, "start", BotPool.start if think else lambda self: None),
        patch.object(rooms, "secrets", chance),
    ):
        async with app.router.lifespan_context(app):
            yield OpenSite(app)


# People


@dataclass
class Form:
    """A form of a page, with the buttons that send it."""

    action: str = ""
    method: str = "get"
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, value and the address they send the form to, where that is another."""


class Page(HTMLParser):
    """What somebody without scripts can do with a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self._open: Form | None = None
        self._select = ""
        self._outside: list[tuple[str, tuple[str, str, str]]] = []
        self.feed(text)
        for name, button in self._outside:
            self.forms[name].buttons.append(button)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(given.get("action", ""), given.get("method", "get"))
            self.forms[given.get("id", given.get("action", ""))] = self._open
        elif tag == "button" and given.get("type", "submit") == "submit":
            self._button(given)
        elif self._open is not None and "name" in given:
            self._field(tag, given)
        elif tag == "option" and self._open is not None and "selected" in given:
            self._open.fields.append((self._select, given.get("value", "")))

    def _button(self, given: dict[str, str]) -> None:
        button = (given.get("name", ""), given.get("value", ""), given.get("formaction", ""))
        if "form" in given:
            self._outside.append((given["form"], button))
        elif self._open is not None:
            self._open.buttons.append(button)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        assert self._open is not None
        if tag == "select":
            self._select = given["name"]
        elif tag == "input":
            unchosen = given.get("type") in ("radio", "checkbox") and "checked" not in given
            if not unchosen:
                self._open.fields.append((given["name"], given.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


class Browser:
    """A person's browser: keeps cookies, sends forms, runs no scripts."""

    def __init__(self, client: httpx.AsyncClient, language: str = "en") -> None:
        self.http = client
        self.http.headers["accept-language"] = language
        self.csrf = ""

    async def get(self, path: str, **given: Any) -> Answer:
        return self._read(await self.http.get(path, **given))

    async def post(self, path: str, fields: Sequence[tuple[str, str]] = (), **given: Any) -> Answer:
        """Send a form; the token is there unless the fields bring their own."""
        if not self.csrf:
            await self.get("/")
        sent = list(fields)
        if "csrf" not in dict(fields):
            sent.append(("csrf", self.csrf))
        headers = {"content-type": "application/x-www-form-urlencoded"} | given.pop("headers", {})
        body = urlencode(sent)
        return self._read(await self.http.post(path, content=body, headers=headers, **given))

    async def send(self, form: Form, button: tuple[str, str, str]) -> Answer:
        """Press a button of a form; a redirect is followed as browsers do."""
        name, value, action = button
        fields = [*form.fields, (name, value)] if name else form.fields
        where = action or form.action
        if form.method == "get":
            return await self.get(f"{where}?{urlencode(fields)}")
        answer = await self.post(where, fields)
        return await self.followed(answer)

    async def followed(self, answer: Answer) -> Answer:
        while answer.is_redirect:
            answer = await self.get(answer.headers["location"])
        return answer

    def _read(self, answer: Answer) -> Answer:
        found = re.search(r'name="csrf" value="([^"]+)"', answer.text)
        if found:
            self.csrf = found[1]
        return answer

    def cookies(self) -> dict[str, str]:
        """As they are sent to a stream."""
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}

    async def play_now(self, game: str) -> str:
        """A table against bots; its id."""
        answer = await self.post("/play-now", [("game", game)])
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).rpartition("/")[2]

    async def decide(self, table: str, version: int, *decisions: str, **given: Any) -> Answer:
        fields = [("version", str(version)), ("confirm", "1")]
        fields += [("decision", decision) for decision in decisions]
        return await self.post(f"/t/{table}/decide", fields, **given)


# Programs


class Program:
    """A program that plays by the API."""

    def __init__(self, client: httpx.AsyncClient, token: str | None = None) -> None:
        self.http = client
        self.token = token
        self.host_key = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    async def make(self, game: str, **wanted: Any) -> str:
        answer = await self.http.post("/api/tables", json={"game": game, **wanted})
        assert answer.status_code == 201, answer.text
        self.host_key = answer.json()["host_key"]
        return str(answer.json()["table"])

    async def sit(self, table: str, seat: int, name: str = "", nonce: str = "a nonce") -> None:
        sitting = {"seat": seat, "name": name or f"Program {seat}", "nonce": f"{nonce} {seat}"}
        answer = await self.http.post(f"/api/tables/{table}/seats", json=sitting)
        assert answer.status_code == 201, answer.text
        self.token = answer.json()["token"]

    async def start(self, table: str) -> None:
        begun = await self.http.post(f"/api/tables/{table}/start", json={"host_key": self.host_key})
        assert begun.status_code == 204, begun.text

    async def see(self, table: str) -> Json:
        answer = await self.http.get(f"/api/tables/{table}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        seen: Json = answer.json()
        return seen

    async def decide(self, table: str, version: int, *decisions: str) -> Answer:
        return await self.http.post(
            f"/api/tables/{table}/decisions",
            json={"version": version, "decisions": list(decisions)},
            headers=self.headers,
        )

    async def take_back(self, table: str, version: int) -> Answer:
        return await self.http.post(
            f"/api/tables/{table}/take-back", params={"version": version}, headers=self.headers
        )


async def seated(
    client: httpx.AsyncClient, game: str, players: int, **wanted: Any
) -> tuple[str, list[Program]]:
    """A table that has begun, with a program on every seat."""
    programs = [Program(client) for _ in range(players)]
    table = await programs[0].make(game, players=players, **wanted)
    for seat, program in enumerate(programs):
        await program.sit(table, seat)
    await programs[0].start(table)
    return table, programs


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that other tasks bring about."""
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await asyncio.sleep(0.005)


# The command


class Server:
    """`goatherd serve`, running."""

    def __init__(self, process: "subprocess.Popen[str]", url: str) -> None:
        self.process = process
        self.url = url
        self.errors = ""
        """What it wrote as errors, once it has ended."""

    def kill(self) -> None:
        """As a crash would."""
        self.process.kill()
        self.process.wait()


def command(database: str, *arguments: str) -> list[str]:
    hurry = ["--pace", "0", "--window", "0", "--rate", "0", "--bots", "1", "--port", "0"]
    serve = [sys.executable, "-m", "goatherd", "serve", "--database", database]
    return [*serve, *hurry, *arguments]


@contextmanager
def serving(database: str, *arguments: str) -> Iterator[Server]:
    """A real server on a port of its own, stopped at the end."""
    process = subprocess.Popen(
        command(database, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said + process.stderr.read()
        url = found[0].rstrip("/")
        wait_for(url)
        server = Server(process, url)
        yield server
    finally:
        process.terminate()
        try:
            _, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            _, errors = process.communicate()
    server.errors = errors


def wait_for(url: str) -> None:
    """Until the server answers."""
    until_when = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(f"{url}/health").raise_for_status()
        except httpx.HTTPError:
            assert time.monotonic() < until_when, "the server does not answer"
            time.sleep(0.05)
        else:
            return
