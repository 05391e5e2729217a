"""Nobody can keep the others from playing: heads, cookies, forms, connections and streams."""

import asyncio
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from goatherd.errors import BadOption
from goatherd.web import limits, serve
from goatherd.web.ledger import migrate
from goatherd.web.limits import Rates, Streams, cost_of, network_of
from goatherd.web.person import Person
from goatherd.web.protocol import PIECE, Connections
from goatherd.web.refused import Refused
from goatherd.web.safety import LARGEST_HEAD, checked_head
from goatherd.web.site import Settings
from tests.web.site import HOST, PATIENCE, Browser, Server, opened, seated, serving

A_MOMENT = 5.0
"""Seconds in which a site that nobody holds up has long answered, on a slow machine too."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('limits') / 'site.db'}"
    migrate(database)
    with serving(database) as running:
        yield running


@contextmanager
def connected(server: Server, address: str = "127.0.0.1") -> Iterator[socket.socket]:
    """A connection from one of the addresses of this machine."""
    port = int(server.url.rpartition(":")[2])
    with socket.create_connection(
        ("127.0.0.1", port), timeout=PATIENCE, source_address=(address, 0)
    ) as line:
        yield line


def answer_of(line: socket.socket) -> bytes:
    """All that comes until the other side ends it."""
    heard = b""
    while piece := line.recv(65536):
        heard += piece
    return heard


def others_play(server: Server) -> None:
    """Somebody else sits down, begins and decides."""
    with httpx.Client(base_url=server.url, timeout=A_MOMENT) as client:
        made = client.post("/api/tables", json={"game": "goat-1916", "bots": {}}).json()
        where = f"/api/tables/{made['table']}"
        tokens = [
            client.post(f"{where}/seats", json={"seat": seat, "name": name}).json()["token"]
            for seat, name in enumerate(("Ada", "Bo", "Cy", "Di"))
        ]
        client.post(f"{where}/start", json={"host_key": made["host_key"]})
        seen = client.get(where).json()
        headers = {"authorization": f"Bearer {tokens[seen['turn']]}"}
        own = client.get(where, headers=headers).json()
        sent = {"version": own["version"], "decisions": [own["legal"][0]["text"]]}
        decided = client.post(f"{where}/decisions", json=sent, headers=headers)
        assert decided.status_code == 200, decided.text


# Heads and cookies


def memory(server: Server) -> int:
    """In kB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.parametrize(
    "beginning",
    [b"GET / HTTP/1.1\r\nhost: x\r\nx-long: ", b"GET /", b"POST / HTTP/1.1\r\n", b"\r\n"],
    ids=["a header", "an address", "a name", "empty lines"],
)
def test_a_head_that_never_ends_is_refused(server: Server, beginning: bytes) -> None:
    before = memory(server)
    with connected(server) as line:
        line.sendall(beginning)
        flood = beginning[-2:] * 2000 if beginning == b"\r\n" else b"a" * 4000
        sent = 0
        try:
            while sent < 20_000_000:
                sent += line.send(flood)
                if sent == len(flood):
                    others_play(server)
        except OSError:
            pass
    if beginning != b"\r\n":
        assert sent < 20_000_000, "it was cut off long before"
    assert memory(server) - before < 8_000
    others_play(server)


def test_who_sends_too_large_a_head_is_told(server: Server) -> None:
    for size, status in ((LARGEST_HEAD - 2000, b"200"), (LARGEST_HEAD + PIECE, b"431")):
        with connected(server) as line:
            head = b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-long: "
            line.sendall(head + b"a" * size + b"\r\n\r\n")
            assert answer_of(line).startswith(b"HTTP/1.1 " + status)


def test_heads_one_after_another_are_counted_each_for_itself(server: Server) -> None:
    head = b"GET /health HTTP/1.1\r\nhost: x\r\nx-long: " + b"a" * 6000 + b"\r\n"
    with connected(server) as line:
        line.sendall((head + b"\r\n") * 9 + head + b"connection: close\r\n\r\n")
        assert answer_of(line).count(b"HTTP/1.1 200") == 10


def test_what_follows_a_body_in_pieces_has_an_end_too(server: Server) -> None:
    with connected(server) as line:
        line.sendall(
            b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx-trailer: "
        )
        sent = 0
        try:
            while sent < 20_000_000:
                sent += line.send(b"a" * 4000)
        except OSError:
            pass
        assert sent < 20_000_000
    others_play(server)


QUADRATIC = 'a="' + "\\a" * 60_000 + '"'


def test_a_large_cookie_is_refused_by_the_server(server: Server) -> None:
    for cookie in (QUADRATIC, "a=" + 4095 * "x", QUADRATIC[:4097]):
        with connected(server) as line:
            line.sendall(f"GET / HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\n\r\n".encode())
            assert answer_of(line).startswith(b"HTTP/1.1 431")
        others_play(server)


@pytest.mark.anyio
async def test_a_large_cookie_is_refused_by_the_application_unread(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(database)
    async with opened(database) as site, site.client() as client:
        for path in ("/", "/t/abcdefghjk", "/api/tables", "/static/table.css"):
            async with asyncio.timeout(A_MOMENT):
                refused = await client.get(path, headers={"cookie": QUADRATIC})
            assert refused.status_code == 431
            assert "set-cookie" not in refused.headers, "who they are must not be forgotten"
            for size in (2000, 4000):
                cookies = f"a={'x' * size}; b={'y' * 200}"
                answer = await client.get(path, headers={"cookie": cookies})
                assert (answer.status_code == 431) is (size == 4000)
        many = [("x-long", "a" * 1000)] * 17
        assert (await client.get("/", headers=many)).status_code == 431


def test_a_cookie_full_of_backslashes_is_read_in_no_time() -> None:
    """Python before 3.11.10 takes quadratic time: 4 kB are 15 ms of everybody's."""
    name, value = checked_head([(b"cookie", b'a="' + b"\\a" * 2000 + b'"; goatherd=x')])[0]
    assert name == b"cookie"
    assert value.endswith(b"; goatherd=x")
    assert b"\\" not in value


# Forms


@pytest.mark.anyio
@pytest.mark.parametrize("charset", ["punycode", "idna", "undefined", "hex", "x\0y", "latin-1"])
@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded"]
)
async def test_forms_are_read_in_one_encoding(tmp_path: Path, charset: str, kind: str) -> None:
    database = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(database)
    body = b'--b\r\nContent-Disposition: form-data; name="game"\r\n\r\n\xff\xfe-x\r\n--b--\r\n'
    async with opened(database) as site, site.client() as client:
        browser = Browser(client)
        await browser.get("/")
        for name in (f"charset={charset}", f'Charset="{charset}"', f"charset*=utf-8''{charset}"):
            headers = {"content-type": f"{kind}; {name}"}
            refused = await client.post("/play-now", content=body, headers=headers)
            assert refused.status_code == 415
        made = await browser.post(
            "/play-now",
            [("game", "goita")],
            headers={"content-type": "application/x-www-form-urlencoded; charset=UTF-8"},
        )
        assert made.status_code == 303


# How often


def test_what_takes_longer_costs_more() -> None:
    assert cost_of("GET", "/static/table.css") < cost_of("GET", "/") < cost_of("GET", "/t/x/replay")
    assert cost_of("POST", "/t/x/say") > cost_of("POST", "/t/x/decide") == 1.0
    assert cost_of("POST", "/api/tables") > cost_of("GET", "/api/tables")
    for path in ("/health", "/metrics", "/nothing", "/static", "", "/t/x/events"):
        assert cost_of("GET", path) == 1.0


def test_a_household_is_one_address() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db9::1")
    assert network_of("?") == "?"


def test_what_costs_more_than_a_bucket_holds_can_be_had() -> None:
    Rates(rate=1.0, burst=2.0).spend("a goat", 5.0, now=1.0)


@pytest.mark.anyio
async def test_four_hundred_cookies_of_one_address_get_no_more_than_a_few(tmp_path: Path) -> None:
    """They share what their address may ask; somebody at another address plays on."""
    database = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(database)
    async with opened(database, rate=0.01, burst=10.0) as site:
        people = [site.worker.seal.cookie(site_person(number)) for number in range(400)]
        answers = []
        for cookie in people:
            async with site.client(cookies={"goatherd": cookie}) as client:
                answers.append((await client.get("/")).status_code)
                for path in ("/health", "/nothing", "/static/none.css"):
                    answers.append((await client.get(path)).status_code)
        let_in = [status for status in answers if status != 429]
        most = limits.PEOPLE_AT_ADDRESS * 10
        assert len(let_in) < 3 * most, "files cost little, all else is as much as a few people's"
        assert answers[-100:] == [429] * 100
        transport = httpx.ASGITransport(site.app, client=("198.51.100.7", 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as other:
            assert (await other.get("/")).status_code == 200


def site_person(number: int) -> Person:
    return Person(f"person {number}", "Goat", "en")


@pytest.mark.anyio
async def test_nothing_but_a_listed_proxy_says_who_asks(tmp_path: Path) -> None:
    for bad in ("*", "proxy", "10.0.0.1/8", ""):
        with pytest.raises(BadOption, match="--proxy"):
            serve.check_proxies([bad])
    is_proxy = serve.proxies_of(Settings("", proxies=("127.0.0.9", "10.0.0.0/8")))
    assert is_proxy("127.0.0.9")
    assert is_proxy("10.1.2.3")
    assert not is_proxy("127.0.0.1")
    assert not is_proxy("")


@pytest.mark.slow
def test_who_asks_cannot_be_made_up(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'site.db'}"
    limited = ["--rate", "0.01", "--proxy", "127.0.0.9"]
    with serving(database, *limited) as server:

        def asks(address: str, claimed: str) -> bytes:
            with connected(server, address) as line:
                head = f"GET /api/tables HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {claimed}\r\n"
                line.sendall(f"{head}connection: close\r\n\r\n".encode())
                return answer_of(line)[9:12]

        made_up = {asks("127.0.0.5", f"192.0.2.{number}") for number in range(8)}
        assert b"429" in made_up, "one address, whatever it says"
        told = [asks("127.0.0.9", f"192.0.2.{number}") for number in range(8)]
        assert told == [b"200"] * 8, "the proxy is believed"
        appended = [asks("127.0.0.9", f"192.0.2.{number}, 203.0.113.5") for number in range(8)]
        assert b"429" in appended, "the last address is the one that the proxy saw"


# Connections and streams


@contextmanager
def few_files(most: int) -> Iterator[None]:
    """Whatever is started meanwhile may open so many files at most."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    started = subprocess.Popen

    class Limited(started):  # type: ignore[misc, valid-type]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, preexec_fn=limit, **named)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 256), most))

    subprocess.Popen = Limited  # type: ignore[misc]
    try:
        yield
    finally:
        subprocess.Popen = started  # type: ignore[misc]
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft, hard)


@pytest.mark.slow
def test_a_thousand_idle_connections_lock_nobody_out(tmp_path: Path) -> None:
    """With room for fewer than a thousand: those that only wait make room, for others at the same
    address too."""
    database = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(database)
    with ExitStack() as stack:
        with few_files(700):
            server = stack.enter_context(serving(database, "--rate", "1000"))
        for number in range(1000):
            line = stack.enter_context(connected(server, f"127.0.1.{1 + number % 20}"))
            line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        others_play(server)
        for _ in range(300):
            line = stack.enter_context(connected(server))
            line.sendall(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{")
        others_play(server)
        assert httpx.get(f"{server.url}/health", timeout=A_MOMENT).json() == {"status": "well"}
    assert "Too many open files" not in server.errors


def test_the_soft_limit_of_files_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: found.append(limit))
    for given, most in (((256, 4096), 4096), ((4096, 4096), 4096), ((256, -1), serve.MOST_FILES)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, given=given: given)
        assert serve.raise_file_limit() == most
    assert found == [(4096, 4096), (serve.MOST_FILES, -1)]


class Line:
    """A connection that is counted."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.closed = False
        self.late = False

    def give_way(self) -> None:
        self.closed = True

    def end_late(self) -> None:
        self.late = True


def lines(among: Any, address: str, count: int, *, waiting: bool) -> list[Line]:
    made = [Line(address) for _ in range(count)]
    for line in made:
        if among.admit(line) and waiting:
            among.wait(line, 0.0)
    return made


def test_an_address_has_so_many_connections_at_most() -> None:
    among: Any = Connections(most=100, most_of_address=5, is_proxy=lambda one: one == "proxy")
    idle = lines(among, "a", 3, waiting=True)
    lines(among, "a", 2, waiting=False)
    newer = lines(among, "a", 4, waiting=False)
    assert len(among) == 5
    assert [one.closed for one in idle] == [True] * 3, "who only waits makes room, oldest first"
    assert newer[-1] not in among._by_address["a"], "all others are being answered: no room"
    lines(among, "b", 2, waiting=False)
    lines(among, "proxy", 50, waiting=False)
    assert len(among) == 57
    for one in newer:
        among.leave(one)
        among.leave(one)
    assert len(among) == 54


def test_all_addresses_together_have_so_many_connections_at_most() -> None:
    among: Any = Connections(most=10, most_of_address=5)
    for number in range(10):
        lines(among, f"idle {number}", 1, waiting=True)
    fresh = lines(among, "fresh", 1, waiting=False)
    assert fresh[0] in among._by_address["fresh"]
    assert len(among) == 10
    assert "idle 0" not in among._by_address


def test_who_sends_nothing_for_long_is_closed() -> None:
    among: Any = Connections(most=10, most_of_address=5)
    waiting, busy = lines(among, "a", 1, waiting=True), lines(among, "a", 1, waiting=False)
    among.close_late()
    assert waiting[0].late
    assert not busy[0].late


@pytest.mark.slow
def test_a_head_and_a_body_must_come_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command, with less patience."""
    program = (
        "from goatherd.web import protocol; protocol.HEAD_SECONDS = protocol.BODY_SECONDS = 0.5;"
        "from goatherd.cli import main; main()"
    )
    monkeypatch.setattr(
        "tests.web.site.command",
        lambda database, *more: [
            *(sys.executable, "-P", "-c", program, "serve", "--port", "0"),
            *("--database", database, *more),
        ],
    )
    with serving(f"sqlite:///{tmp_path / 'site.db'}") as server:
        half = b"GET / HTTP/1.1\r\nhost: x\r\n"
        with connected(server) as line:
            line.sendall(half)
            assert answer_of(line).startswith(b"HTTP/1.1 408")
        with connected(server) as line:
            line.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n" + half)
            assert answer_of(line).startswith(b"HTTP/1.1 200")
        with connected(server) as line:
            line.sendall(
                b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
                b"content-length: 20\r\n\r\n{"
            )
            answer_of(line)
        with httpx.stream("GET", f"{server.url}/api/tables/{a_table(server)}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            time.sleep(1.5)
            assert not stream.is_closed
            others_play(server)
    assert "Traceback" not in server.errors
    assert "ERROR" not in server.errors


def a_table(server: Server) -> str:
    made = httpx.post(f"{server.url}/api/tables", json={"game": "goita"})
    return str(made.json()["table"])


def test_streams_of_a_person_and_of_an_address_are_counted() -> None:
    streams = Streams(limited=True)
    for _ in range(limits.MOST_STREAMS_OF_PERSON):
        streams.check("Anna", "a")
        streams.open("Anna", "a")
    with pytest.raises(Refused, match="close some"):
        streams.check("Anna", "b")
    streams.check("Berta", "a")
    for number in range(limits.MOST_STREAMS_OF_ADDRESS - limits.MOST_STREAMS_OF_PERSON):
        streams.open(f"goat {number}", "a")
    with pytest.raises(Refused, match="close some"):
        streams.check("Berta", "a")
    streams.check("Berta", "b")
    streams.close("Anna", "a")
    streams.check("Berta", "a")
    Streams(limited=False).check("Anna", "a")
    for _ in range(limits.MOST_STREAMS_OF_PERSON - 1):
        streams.close("Anna", "a")
    assert "Anna" not in streams._open


@pytest.mark.anyio
async def test_too_many_streams_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_STREAMS_OF_PERSON", 2)
    database = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(database)
    async with opened(database, rate=1000.0, burst=1000.0) as site, site.client() as client:
        site.stop_the_keeper()
        table, _ = await seated(client, "goat-n-goat", 2)
        path = f"/api/tables/{table}/events"
        streams = [site.events(path) for _ in range(2)]
        for stream in streams:
            assert (await anext(stream)).startswith(b"200")
        refused = await client.get(path)
        assert refused.status_code == 429
        assert refused.headers["retry-after"]
        for stream in streams:
            await stream.aclose()
        assert not site.worker.streams._open
