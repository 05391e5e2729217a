"""What keeps the site safe: headers, limits, tokens, clean names, and logs without secrets."""

import asyncio
import logging
from collections.abc import AsyncIterator
from unittest.mock import AsyncMock

import httpx
import pytest

from goatherd.web.limits import Rates
from goatherd.web.refused import Refused
from goatherd.web.safety import HEADERS, LARGEST_BODY
from tests.web.postgres import Cluster
from tests.web.site import HOST, PATIENCE, Browser, OpenSite, opened, scope_of, seated

pytestmark = pytest.mark.anyio


# Headers


async def test_every_kind_of_answer_carries_the_headers(
    site: OpenSite, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(client)
    table = await browser.play_now("goat-1916")
    stylesheet = (await browser.get("/")).text.partition('rel="stylesheet" href="')[2]
    answers = [
        await browser.get("/"),
        await browser.get(f"/t/{table}"),
        await browser.get(stylesheet.partition('"')[0]),
        await browser.get("/static/none.css"),
        await browser.get("/none"),
        await browser.get("/health"),
        await browser.get("/api/openapi.json"),
        await browser.get("/api/tables/none"),
        await browser.post("/join", [("code", table)]),
        await browser.post("/join", [("csrf", "wrong")]),
        await client.post("/api/tables", content=b"x" * (LARGEST_BODY + 1)),
        await client.put("/"),
    ]
    monkeypatch.setattr(site.worker.ledger, "ping", lambda: 1 / 0)
    answers.append(await browser.get("/health"))
    assert [answer.status_code for answer in answers[-4:]] == [403, 413, 405, 500]
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers.get(name) == value, (answer.url, name)
        assert "server" not in answer.headers


async def test_streams_carry_the_headers(site: OpenSite, client: httpx.AsyncClient) -> None:
    table = await Browser(client).play_now("goat-1916")
    for path in (f"/t/{table}/events", f"/api/tables/{table}/events"):
        head = (await site.first_event(path)).decode().partition("\n\n")[0]
        for name, value in HEADERS.items():
            assert f"{name}: {value}" in head
        assert "cache-control: no-store" in head


async def test_a_connection_keeps_nothing_of_what_was_asked(site: OpenSite) -> None:
    """It may be idle for long, and there may be hundreds."""
    scope = scope_of("/health", {})
    headers = scope["headers"]
    await site.app(scope, receive=AsyncMock(), send=AsyncMock())
    assert set(scope) <= {"type", "method"}
    assert not headers


def test_the_policy_allows_nothing_inline_and_nobody_else() -> None:
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


async def test_pages_are_not_kept_and_files_are(client: httpx.AsyncClient) -> None:
    page = await client.get("/")
    assert page.headers["cache-control"] == "no-store"
    link = page.text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert "immutable" in (await client.get(link)).headers["cache-control"]


async def test_what_is_for_nobody_else_is_not_kept(
    database: str, site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, _ = await seated(client, "goat-1916", 4)
    for path in ("/api/games", "/api/tables", f"/api/tables/{table}", "/none", "/health"):
        assert (await client.get(path)).headers["cache-control"] == "no-store"
    assert (await client.get("/static/table.css")).headers["cache-control"] == "no-cache"


async def test_a_site_by_https_alone_says_so(database: str) -> None:
    for secure in (True, False):
        async with opened(database, secure=secure) as site, site.client() as client:
            for path in ("/", "/health", "/api/games", "/static/table.css"):
                told = (await client.get(path)).headers.get("strict-transport-security")
                assert told == ("max-age=31536000" if secure else None)


async def test_an_error_of_ours_tells_nothing(
    site: OpenSite, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("the secret is in /some/path")

    monkeypatch.setattr(site.worker.rooms, "open_tables", lambda limit=50: broken())
    for path, language in (("/", "ko"), ("/", "ja"), ("/", "en"), ("/api/tables", "en")):
        answer = await client.get(path, headers={"accept-language": language})
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text
        assert "RuntimeError" not in answer.text


# Forms


async def test_a_form_needs_its_token(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    await browser.get("/")
    for token in ("", "wrong", browser.csrf[:-1], browser.csrf + "x", "\u00e9"):
        refused = await browser.post("/play-now", [("game", "goita"), ("csrf", token)])
        assert refused.status_code == 403
    async with site.client() as other:
        await other.get("/")
        stolen = await other.post("/play-now", data={"game": "goita", "csrf": browser.csrf})
        assert stolen.status_code == 403, "another person's token"
    async with site.client() as unknown:
        nobody = await unknown.post("/play-now", data={"game": "goita", "csrf": browser.csrf})
        assert nobody.status_code == 403
    assert (await site.worker.ledger.counts()).playing == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.test"},
        {"origin": f"https://{HOST}.evil.test"},
        {"origin": f"http://{HOST}:8080"},
        {"origin": "null", "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site"},
    ],
)
async def test_forms_of_other_sites_are_refused(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    refused = await Browser(client).post("/play-now", [("game", "goita")], headers=headers)
    assert refused.status_code == 403


async def test_our_own_forms_are_taken(client: httpx.AsyncClient) -> None:
    for headers in ({"origin": f"http://{HOST}"}, {"sec-fetch-site": "same-origin"}, {}):
        made = await Browser(client).post("/play-now", [("game", "goita")], headers=headers)
        assert made.status_code == 303


# Sizes


async def chunks(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // 65536):
        yield b"x" * 65536


@pytest.mark.parametrize("path", ["/play-now", "/api/tables", "/t/abcdefghjk/decide"])
@pytest.mark.parametrize("chunked", [False, True])
async def test_ten_megabytes_are_too_many(
    client: httpx.AsyncClient, path: str, chunked: bool
) -> None:
    """With and without a length that is told beforehand."""
    kind = "application/json" if "api" in path else "application/x-www-form-urlencoded"
    body = chunks(10_000_000) if chunked else b"game=" + b"x" * 10_000_000
    refused = await client.post(path, content=body, headers={"content-type": kind})
    assert refused.status_code == 413
    assert "64 kB" in refused.text


async def test_odd_forms_are_refused(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    await browser.get("/")
    many = [(f"field{number}", "x") for number in range(101)]
    assert (await browser.post("/play-now", many)).status_code == 400
    upload = {"game": ("goita.txt", b"goita")}
    sent = await client.post("/play-now", files=upload, data={"csrf": browser.csrf})
    assert sent.status_code == 400
    text = await client.post(
        "/play-now", content=b"\xff\x00%%%", headers={"content-type": "text/plain"}
    )
    assert text.status_code == 403
    broken = await client.post(
        "/play-now", content=b"--x", headers={"content-type": "multipart/form-data; boundary=y"}
    )
    assert broken.status_code in (400, 403)
    assert (await site.worker.ledger.counts()).playing == 0


# How often


def test_a_bucket_fills_by_its_rate() -> None:
    rates = Rates(rate=2.0, burst=4.0)
    for _ in range(4):
        rates.spend("a goat", now=100.0)
    with pytest.raises(Refused) as refused:
        rates.spend("a goat", now=100.0)
    assert refused.value.status == 429
    assert refused.value.retry_after == 1
    rates.spend("another goat", now=100.0)
    rates.spend("a goat", now=100.5)
    with pytest.raises(Refused):
        rates.spend("a goat", now=100.5)
    for _ in range(4):
        rates.spend("a goat", now=1000.0)
    with pytest.raises(Refused):
        rates.spend("a goat", now=1000.0)


def test_only_so_many_clients_are_remembered() -> None:
    rates = Rates(rate=1.0, burst=1.0, remembered=10)
    for number in range(1000):
        rates.spend(f"goat {number}", now=5.0)
    assert len(rates._buckets) == 10
    Rates(rate=0.0, burst=0.0).spend("anybody")


async def test_who_asks_too_often_is_told_when_to_come_back(database: str) -> None:
    async with opened(database, rate=0.001, burst=5.0) as site, site.client() as client:
        answers = [await client.get("/api/tables") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [*[200] * 5, 429, 429]
        assert int(answers[-1].headers["retry-after"]) > 1
        assert answers[-1].json()["error"]
        async with site.client() as other:
            page = await other.get("/")  # the same address: its bucket is empty
        assert page.status_code == 429
        assert "retry-after" in page.headers


# What people write


NASTY = '<script>alert("x")</script>\u202e\u200b\x07&"\''


async def test_chat_is_escaped_cleaned_and_cut(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    table = await browser.play_now("goat-1916")
    assert (await browser.post(f"/t/{table}/say", [("text", NASTY)])).status_code == 303
    assert (await browser.post(f"/t/{table}/say", [("text", "z" * 700)])).status_code == 303
    page = (await browser.get(f"/t/{table}")).text
    event = (await site.first_event(f"/t/{table}/events", browser.cookies())).decode()
    for text in (page, event):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text
        assert "\u202e" not in text
        assert "\x07" not in text
        assert "z" * 200 in text
        assert "z" * 201 not in text


async def test_names_are_escaped_and_cleaned(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    answer = await browser.post("/me", [("name", "<b>\u202eGoat\u200b"), ("back", "/")])
    assert answer.status_code == 303
    table = await browser.play_now("goat-1916")
    page = (await browser.get(f"/t/{table}")).text
    assert "&lt;b&gt;Goat" in page
    assert "<b>Goat" not in page
    room = await site.room(table)
    assert room.seats[0].name == "<b>Goat"


async def test_names_of_programs_are_cleaned_too(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, _ = await seated(client, "goat-n-goat", 2)
    waiting = (await client.post("/api/tables", json={"game": "goita"})).json()["table"]
    for seat, (name, shown) in enumerate(
        [("\u202e\u200b", "Seat 1"), ("a" * 60, "a" * 24), ("<i>", "<i>")]
    ):
        sent = {"seat": seat, "name": name}
        assert (await client.post(f"/api/tables/{waiting}/seats", json=sent)).is_success
        assert (await site.room(waiting)).seats[seat].name == shown
    assert "<i>" not in (await client.get(f"/t/{waiting}")).text
    assert table


# The database


async def refused_for_now(client: httpx.AsyncClient) -> None:
    for path in ("/", "/health", "/t/abcdefghjk"):
        page = await client.get(path, headers={"accept-language": "ko"})
        assert page.status_code == 503, path
        assert page.headers["retry-after"] == "3"
        assert '<html lang="ko"' in page.text
        assert "Traceback" not in page.text
        assert "sqlite" not in page.text.lower()
    told = await client.get("/api/tables")
    assert told.status_code == 503
    assert set(told.json()) == {"error", "rule"}


async def test_a_database_that_is_stopped_and_comes_back(
    postgres: Cluster, postgresql: str
) -> None:
    async with opened(postgresql) as site, site.client() as client:
        site.stop_the_keeper()
        table, programs = await seated(client, "goat-n-goat", 2)
        turn = (await programs[0].see(table))["turn"]
        legal = (await programs[turn].see(table))["legal"][0]["text"]
        postgres.shut(postgresql)
        try:
            await refused_for_now(client)
            assert (await programs[turn].decide(table, 0, legal)).status_code == 503
            assert (await programs[turn].see(table))["version"] == 0
        finally:
            postgres.reopen(postgresql)
        assert (await programs[turn].decide(table, 0, legal)).status_code == 200
        async with asyncio.timeout(PATIENCE):
            while (await client.get("/health")).json() != {"status": "well"}:
                await asyncio.sleep(0.1)  # the listener comes back a moment later


# Logs


async def test_logs_hold_no_secret(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even when something breaks with everything at hand."""
    caplog.set_level(logging.DEBUG)
    async with opened(database) as site, site.client() as client:
        browser = Browser(client)
        table = await browser.play_now("goat-1916")
        room = await site.room(table)
        link = (await browser.get(f"/t/{table}")).text.partition("/seat/")[2].partition('"')[0]
        await browser.get(f"/t/{table}/seat/{link}")
        monkeypatch.setattr("goatherd.web.pages.table.board_for", lambda *_: 1 / 0)
        await browser.get(f"/t/{table}")
        await browser.get(f"/t/{table}/seat/{link}")
        cookie = client.cookies["goatherd"]
        hidden = [room.table.secret, link, cookie, browser.csrf, site.worker.seal._secret.decode()]
        assert room.match is not None
        hidden.append(str(room.match.seed))
    ours = [record for record in caplog.records if not record.name.startswith("httpx")]
    assert any(record.levelno == logging.ERROR for record in ours)
    formatter = logging.Formatter()
    for record in ours:
        line = formatter.format(record)
        for secret in hidden:
            assert secret not in line, record.name
