"""Who asks: signed cookies, languages, themes, nicknames, and the keys to seats."""

import httpx
import pytest

from goatherd.web.ledger.people import Device
from goatherd.web.names import safe_name
from goatherd.web.person import SECRETS, Person, Seal, newcomer, preferred, safe_line
from goatherd.web.request import key_of
from goatherd.web.serve import renew_secrets
from tests.web.site import Browser, OpenSite, opened, until

SEAL = Seal("a secret", "another one")
ANNA = Person("anna", "Anna", "ja", "dark")


# Cookies


def test_a_cookie_is_the_person() -> None:
    assert SEAL.opened(SEAL.cookie(ANNA)) == ANNA


@pytest.mark.parametrize(
    "cookie",
    [
        None,
        "",
        "x",
        SEAL.cookie(ANNA)[:-1],
        SEAL.cookie(ANNA) + "x",
        SEAL.cookie(ANNA).swapcase(),
        Seal("another secret", "of deals").cookie(ANNA),
        "x" * 10_000,
        SEAL._cookies.dumps(["anna"]),
        SEAL._cookies.dumps(["anna", "Anna", 3, "dark"]),
        SEAL._cookies.dumps({"id": "anna"}),
        "\u00e9.\u00e9",
    ],
)
def test_a_forged_cookie_is_none(cookie: str | None) -> None:
    assert SEAL.opened(cookie) is None


def test_keys_differ_by_table_seat_and_person() -> None:
    keys = {
        SEAL.seat_key(table, seat, person)
        for table in ("one", "two")
        for seat in (0, 1)
        for person in ("anna", "ben")
    }
    assert len(keys) == 8
    assert SEAL.csrf(ANNA) not in keys


@pytest.mark.anyio
async def test_cookies_are_for_the_server_alone(site: OpenSite, client: httpx.AsyncClient) -> None:
    first = await client.get("/")
    kept = first.headers["set-cookie"].lower()
    assert "httponly" in kept
    assert "samesite=lax" in kept
    assert "secure" not in kept
    assert "set-cookie" not in (await client.get("/")).headers, "it is known already"
    by_https = await client.get("https://goats.test/", headers={"cookie": ""})
    assert "secure" in by_https.headers.get("set-cookie", "secure").lower()


@pytest.mark.anyio
async def test_behind_https_cookies_say_so(database: str) -> None:
    async with opened(database, secure=True) as site, site.client() as client:
        kept = (await client.get("/")).headers["set-cookie"]
        assert "secure" in kept.lower()
        assert kept.startswith("__Host-goatherd=")
        assert "path=/;" in kept.lower()
        assert "domain" not in kept.lower()


@pytest.mark.anyio
async def test_who_came_before_https_stays_who_they_are(database: str) -> None:
    async with opened(database, secure=True) as site:
        cookie = site.worker.seal.cookie(Person("anna", "Anna", "en"))
        async with site.client(cookies={"goatherd": cookie}) as client:
            page = await client.get("/")
            assert "Anna" in page.text
            assert page.headers["set-cookie"].startswith(f"__Host-goatherd={cookie};")
        both = {"goatherd": cookie, "__Host-goatherd": site.worker.seal.cookie(BERTA)}
        async with site.client(cookies=both) as client:
            page = await client.get("/")
            assert "Berta" in page.text
            assert "set-cookie" not in page.headers


@pytest.mark.anyio
async def test_the_key_to_a_seat_is_kept_by_https_alone(database: str) -> None:
    async with opened(database, secure=True) as site, site.client() as client:
        browser = Browser(client)
        await browser.get("/")
        client.cookies.clear()
        client.headers["cookie"] = f"__Host-goatherd={site.worker.seal.cookie(BERTA)}"
        await browser.get("/")
        table = await browser.play_now("goat-1916")
        key = key_of(site.worker.seal, table, (await site.room(table)).seats[0])
        async with site.client() as other:
            kept = (await other.get(f"/t/{table}/seat/{key}")).headers.get_list("set-cookie")
            assert any(one.startswith(f"__Secure-seat-{table}={key};") for one in kept)
        async with site.client(cookies={f"__Secure-seat-{table}": key}) as known:
            assert 'class="own' in (await known.get(f"/t/{table}")).text


BERTA = Person("berta", "Berta", "en")


@pytest.mark.anyio
async def test_a_forged_cookie_makes_a_newcomer(site: OpenSite) -> None:
    for forged in ("forged", "x" * 3000):
        async with site.client(cookies={"goatherd": forged}) as client:
            page = await client.get("/")
            assert page.status_code == 200
            assert "goatherd=" in page.headers["set-cookie"]


# Languages


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("", "en"),
        ("ko", "ko"),
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("en;q=0.2, ja;q=0.7", "ja"),
        ("fr, de;q=0.9", "en"),
        ("ja;q=zero, ko;q=0.1", "ko"),
        ("*", "en"),
        (";;;q=,,", "en"),
        ("JA-jp", "ja"),
    ],
)
def test_the_browser_chooses_the_first_language(accepts: str, language: str) -> None:
    assert preferred(accepts) == language
    assert newcomer(accepts).language == language


@pytest.mark.anyio
async def test_a_chosen_language_and_theme_stay(client: httpx.AsyncClient) -> None:
    browser = Browser(client, "ko")
    assert '<html lang="ko"' in (await browser.get("/")).text
    sent = [("name", "Anna"), ("language", "ja"), ("theme", "dark"), ("back", "/rules")]
    answer = await browser.post("/me", sent)
    assert answer.headers["location"] == "/rules"
    page = (await browser.get("/")).text
    assert '<html lang="ja"' in page
    assert "Anna" in page
    assert "dark" in page.partition(">")[2][:300]
    await browser.post("/me", [("name", ""), ("language", "xx"), ("theme", "pink")])
    page = (await browser.get("/")).text
    assert '<html lang="ja"' in page
    assert "Anna" in page


@pytest.mark.anyio
@pytest.mark.parametrize(
    "back", ["//evil.test", "/\\evil.test", "https://evil.test", "evil", "", "\\\\evil", "/\t/evil"]
)
async def test_nobody_is_led_elsewhere(client: httpx.AsyncClient, back: str) -> None:
    answer = await Browser(client).post("/me", [("name", "Anna"), ("back", back)])
    location = httpx.URL("http://goats.test/").join(answer.headers["location"])
    assert location.host == "goats.test"
    assert answer.headers["location"].startswith("/")
    assert answer.headers["location"][1:2] not in ("/", "\\", "\t")


# Names


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Anna  ", "Anna"),
        ("Anna\u202eevil", "Annaevil"),
        ("a\u200bb\u2066c", "abc"),
        ("\x00\x07\n", ""),
        ("x" * 200, "x" * 24),
        ("가나다", "가나다"),
        ("e\u0301", "é"),
        ("a\u00a0\u3000b", "a b"),
        ("\ud800", ""),
    ],
)
def test_names_are_what_can_be_shown(given: str, shown: str) -> None:
    assert safe_name(given) == shown


def test_lines_are_one_line() -> None:
    assert safe_line("one\ntwo\r\n\tthree\u2028four", 100) == "one two three four"
    assert safe_line("x" * 1000, 200) == "x" * 200


# Keys to seats


@pytest.mark.anyio
async def test_the_link_of_a_seat_is_swapped_for_a_cookie(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    table = await browser.play_now("goat-n-goat")
    room = await site.room(table)
    await until(lambda: room.match is not None and room.match.turn == 0)
    key = (await browser.get(f"/t/{table}")).text.partition("/seat/")[2].partition('"')[0]
    async with site.client() as other:
        phone = Browser(other)
        watching = await phone.get(f"/t/{table}")
        assert "data-seat" not in watching.text
        swapped = await phone.get(f"/t/{table}/seat/{key}")
        assert swapped.status_code == 303
        assert swapped.headers["location"] == f"/t/{table}"
        kept = swapped.headers["set-cookie"]
        assert f"Path=/t/{table}" in kept
        assert "httponly" in kept.lower()
        assert 'data-seat="0"' in (await phone.get(f"/t/{table}")).text
        elsewhere = await phone.play_now("goat-1916")
        other.cookies.set(f"seat-{elsewhere}", key)
        async with site.client(cookies={f"seat-{elsewhere}": key}) as third:
            assert "data-seat" not in (await third.get(f"/t/{elsewhere}")).text


@pytest.mark.anyio
async def test_a_wrong_key_opens_no_seat(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    table = await browser.play_now("goat-n-goat")
    async with site.client() as other:
        for key in ("x", "x" * 24, "%C3%A9", "x" * 3000):
            refused = await other.get(f"/t/{table}/seat/{key}")
            assert refused.status_code == 403
            assert f"seat-{table}" not in refused.headers.get("set-cookie", "")


# Keys that change, secrets that are renewed


@pytest.mark.anyio
async def test_the_link_of_a_seat_changes_when_the_seat_is_left(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    host = Browser(client)
    table = await host.play_now("goat-1916")
    room = await site.room(table)

    def key() -> str:
        return key_of(site.worker.seal, table, room.seats[0])

    given = key()
    async with site.client() as other:
        guest = Browser(other)
        await guest.get(f"/t/{table}/seat/{given}", follow_redirects=True)
        await guest.post(f"/t/{table}/leave")
        assert key() != given
        assert 'class="own' in (await guest.get(f"/t/{table}")).text, "they may come back"
        async with site.client() as third:
            assert (await third.get(f"/t/{table}/seat/{given}")).status_code == 403
        given = key()
        await host.post(f"/t/{table}/leave")
        assert key() != given
        assert 'class="own' not in (await guest.get(f"/t/{table}")).text
    assert 'class="own' in (await host.get(f"/t/{table}")).text


@pytest.mark.anyio
async def test_whoever_sits_down_again_has_another_key(site: OpenSite) -> None:
    async with site.client() as client:
        host = Browser(client)
        await host.post("/tables", [("game", "goita"), ("players", "4"), ("seat-0", "me")])
        (room,) = site.worker.rooms.by_id.values()
        keys = set()
        for _ in range(3):
            keys.add(key_of(site.worker.seal, room.id, room.seats[0]))
            await host.post(f"/t/{room.id}/leave")
            await host.post(f"/t/{room.id}/sit", [("seat", "0")])
        assert len(keys) == 3


@pytest.mark.anyio
async def test_with_new_secrets_cookies_and_links_end_and_matches_go_on(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        host = Browser(client)
        table = await host.play_now("goita")
        await host.post("/tables", [("game", "goita"), ("players", "4"), ("seat-0", "me")])
        waiting = next(one for one in site.worker.rooms.by_id if one != table)
        room = await site.room(table)
        assert room.match is not None
        record = room.match.record().partition("play")[0]
        key = key_of(site.worker.seal, table, room.seats[0])
        cookies = dict(client.cookies)
        old = [await site.worker.ledger.setting(name, str) for name in SECRETS]
        await site.worker.ledger.add_device("hash of a link", Device("anna", "Anna"), 1.0, 9.0)
    said = await renew_secrets(database)
    assert "go on, with bots for the people: 1." in said
    assert "are gone: 1" in said
    async with opened(database) as site, site.client(cookies=cookies) as client:
        now = [await site.worker.ledger.setting(name, str) for name in SECRETS]
        assert not set(old) & set(now)
        assert await site.worker.ledger.find_device("hash of a link", 0.0) is None
        assert 'class="own' not in (await client.get(f"/t/{table}")).text
        assert (await client.get(f"/t/{table}/seat/{key}")).status_code == 403
        assert (await client.get(f"/t/{waiting}")).status_code == 404
        room = await site.room(table)
        assert room.seats[0].stand_in
        assert room.match is not None
        assert room.match.record().partition("play")[0].partition("result")[0] in record
        await until(lambda: room.stage == "over")
