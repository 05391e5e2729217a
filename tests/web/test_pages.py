"""Pages and forms, as a browser without scripts uses them: whole matches, and what is refused."""

import asyncio
import random
import re
from contextlib import suppress
from unittest.mock import AsyncMock, patch

import httpx
import pytest

import goatherd
from goatherd.bots.bot import Estimate, Explanation
from goatherd.fairness import verify
from tests.web.site import HOME, Answer, Browser, Form, OpenSite, Page, opened, seated, until

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("game", goatherd.games())


# Whole matches


async def table_of_two(one: Browser, two: Browser, game: str, options: dict[str, str]) -> str:
    """A table that one person makes by its form, and at which the other sits down by its code."""
    form = Page((await one.get(f"/new?game={game}")).text).forms["/tables"]
    players = 4
    kept = [
        (name, value) for name, value in form.fields if not name.startswith(("option", "number"))
    ]
    chosen = dict(kept) | {"players": str(players), "seat-0": "me", "seat-1": "open"} | options
    chosen |= {f"seat-{seat}": "bot-1" for seat in range(2, players)}
    made = await one.post("/tables", list(chosen.items()))
    assert made.status_code == 303, made.text
    table = str(made.headers["location"]).rpartition("/")[2]
    code = f"{table[:5]}-{table[5:]}".upper()
    joined = await two.followed(await two.post("/join", [("code", code)]))
    sit = Page(joined.text).forms["sit"]
    sit.fields.append(("words", "some words of mine"))
    await two.send(sit, next(button for button in sit.buttons if button[1] == "1"))
    seats = Page((await one.get(f"/t/{table}")).text).forms["seats"]
    start = next(button for button in seats.buttons if button[2].endswith("/start"))
    begun = await one.send(seats, start)
    assert 'data-stage="playing"' in begun.text
    return table


def choices(page: str) -> tuple[Form, list[tuple[str, str, str]]]:
    """The buttons that decide something, or that confirm what was put together."""
    form = Page(page).forms["decide"]
    return form, [button for button in form.buttons if button[0] in ("decision", "confirm")]


async def play_on(browser: Browser, table: str, chance: random.Random) -> str:
    """Decide if asked; the page then, or as it is."""
    page = (await browser.get(f"/t/{table}")).text
    for _ in range(20):
        form, buttons = choices(page)
        if not buttons:
            break
        confirm = [button for button in buttons if button[0] == "confirm"]
        answer = await browser.send(form, (confirm or [chance.choice(buttons)])[0])
        assert answer.status_code in (200, 409), answer.text
        page = answer.text
    return page


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("goat-n-goat", {}, marks=pytest.mark.slow),
        ("goat-1916", {}),
        ("goita", {"number-target": "20"}),
        pytest.param("goat-lords", {"number-hand": "3"}, marks=pytest.mark.slow),
    ],
)
async def test_two_people_without_scripts_play_a_match_to_its_end(
    site: OpenSite, game: str, options: dict[str, str]
) -> None:
    async with site.client() as first, site.client() as second:
        one, two = Browser(first), Browser(second, "ko")
        table = await table_of_two(one, two, game, options)
        digest = re.findall(r"[0-9a-f]{64}", (await one.get(f"/t/{table}")).text)[0]
        chance = random.Random(game)
        async with asyncio.timeout(300):
            while 'data-stage="over"' not in (page := await play_on(one, table, chance)):
                await play_on(two, table, chance)
                await asyncio.sleep(0.002)
        assert f"/t/{table}/replay" in page
        await after_the_match(two, table, digest)


async def after_the_match(browser: Browser, table: str, digest: str) -> None:
    record = await browser.get(f"/t/{table}/record")
    assert "attachment" in record.headers["content-disposition"]
    noted = verify(record.text, nonce="some words of mine", digest=digest)
    assert all(check.ok for check in noted)
    match = goatherd.replay(record.text)
    last = len(match.decisions())
    for path in ("/replay", f"/replay?at={last}", "/replay?at=99999", "/review", "/proof"):
        shown = await browser.get(f"/t/{table}{path}")
        assert shown.status_code == 200, path
    checked = await browser.post(f"/t/{table}/proof", [("digest", digest)])
    assert checked.status_code == 200
    line = await browser.get(f"/t/{table}/line")
    assert line.status_code == (200 if match.contract.faces.line else 404)
    again = await browser.post(f"/t/{table}/rematch")
    assert again.status_code == 303
    shown = await browser.get(again.headers["location"])
    assert 'data-stage="waiting"' in shown.text


@every_game
async def test_play_now_is_one_click(site: OpenSite, client: httpx.AsyncClient, game: str) -> None:
    browser = Browser(client)
    table = await browser.play_now(game)
    page = await browser.get(f"/t/{table}")
    assert page.status_code == 200
    assert 'data-seat="0"' in page.text
    room = await site.room(table)
    assert [row.kind for row in room.seats][1:] == ["bot"] * (room.table.players - 1)
    mine = await browser.get("/")
    assert f"/t/{table}" in mine.text


# The pages


@pytest.mark.parametrize("language", ["en", "ko", "ja"])
async def test_pages_in_every_language(client: httpx.AsyncClient, language: str) -> None:
    browser = Browser(client, language)
    for path in ("/", "/new", "/rules", "/fair", "/rules/goita?players=4"):
        page = await browser.get(path)
        assert page.status_code == 200
        assert f'<html lang="{language}"' in page.text


MISSING = (
    ("/no/such/page", 404),
    ("/t/abcdefghjk", 404),
    ("/t/short", 404),
    ("/t/abcdefghjk/events", 404),
    ("/t/abcdefghjk/replay", 404),
    ("/rules/chess", 404),
    ("/new?game=chess", 404),
    ("/static/no-such-file.js", 404),
    ("/static/../app.py", 404),
    ("/static/%2e%2e/app.py", 404),
    ("/join", 405),
    ("/t/%00", 404),
    ("/rules/goita?players=x", 422),
)


@pytest.mark.parametrize(("language", "word"), [("en", "no such"), ("ko", "없"), ("ja", "ません")])
async def test_what_is_not_there_is_said_in_the_language_of_the_reader(
    client: httpx.AsyncClient, language: str, word: str
) -> None:
    browser = Browser(client, language)
    for path, status in MISSING:
        refused = await browser.get(path)
        assert refused.status_code == status, path
        assert f'<html lang="{language}"' in refused.text
        assert word in refused.text or status != 404, path
        assert "Traceback" not in refused.text
        assert "/src/" not in refused.text


# What is refused


async def state_of(site: OpenSite, table: str) -> object:
    stored = await site.worker.ledger.load(table)
    assert stored is not None
    return stored


DISTURBING: tuple[tuple[str, dict[str, str], int], ...] = (
    ("decide", {"version": "0", "decision": "draw"}, 403),
    ("decide", {"version": "x", "decision": "draw"}, 403),
    ("take-back", {"version": "0"}, 403),
    ("hint", {}, 403),
    ("leave", {}, 403),
    ("back", {}, 403),
    ("start", {}, 403),
    ("seats", {"seat-0": "3"}, 403),
    ("sit", {"seat": "0"}, 409),
    ("sit", {"seat": "x"}, 422),
    ("sit", {"seat": "-1"}, 422),
    ("sit", {"seat": "99"}, 409),
    ("sit", {"seat": "٣"}, 422),
    ("sit", {"seat": "9" * 500}, 422),
    ("rematch", {}, 409),
    ("proof", {}, 409),
    ("say", {"text": "   \u202e\u200b "}, 422),
    ("say", {"text": "x" * 900}, 422),
)


async def test_a_stranger_cannot_disturb_a_table(site: OpenSite, client: httpx.AsyncClient) -> None:
    site.stop_the_keeper()
    table, _ = await seated(client, "goat-n-goat", 2)
    before = await state_of(site, table)
    async with site.client() as http:
        stranger = Browser(http)
        for deed, fields, status in DISTURBING:
            refused = await stranger.post(f"/t/{table}/{deed}", list(fields.items()))
            assert refused.status_code == status, (deed, fields)
            assert "Traceback" not in refused.text
            assert await state_of(site, table) == before


async def at_seat(site: OpenSite, client: httpx.AsyncClient) -> tuple[str, Browser]:
    """The browser of whoever is to act at a table of two."""
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    turn = (await programs[0].see(table))["turn"]
    token = programs[turn].token
    assert token is not None
    browser = Browser(site.client())
    browser.http.cookies.set(f"seat-{table}", token)
    return table, browser


BAD_DECISIONS = (
    ("0", "no such decision", 422),
    ("7", "draw", 409),
    ("-1", "draw", 422),
    ("1e3", "draw", 422),
    ("", "draw", 422),
    ("0", "", 422),
    ("0", "x" * 200, 422),
    ("9" * 40, "draw", 422),
)


async def test_bad_decisions_are_refused_on_the_page(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, browser = await at_seat(site, client)
    before = await state_of(site, table)
    for version, decision, status in BAD_DECISIONS:
        sent = [("version", version), ("decision", decision)]
        for fragment in ({}, {"x-fragment": "1"}):
            refused = await browser.post(f"/t/{table}/decide", sent, headers=fragment)
            assert refused.status_code == status, (version, decision)
            assert "Traceback" not in refused.text
    assert await state_of(site, table) == before
    await browser.http.aclose()


async def test_a_refused_decision_shows_the_table_and_the_reason(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, browser = await at_seat(site, client)
    refused = await browser.decide(table, 0, "no such decision")
    assert 'id="refusal" role="alert"' in refused.text
    assert 'data-version="0"' in refused.text
    fragment = await browser.decide(table, 5, "draw", headers={"x-fragment": "1"})
    assert fragment.status_code == 409
    assert fragment.text.startswith("<section")
    await browser.http.aclose()


async def test_hints_before_the_match_and_where_there_are_none(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    fields = [("game", "goat-1916"), ("players", "4"), ("seat-0", "me")]
    made = await browser.post("/tables", fields)
    table = str(made.headers["location"]).rpartition("/")[2]
    assert (await browser.post(f"/t/{table}/hint")).status_code == 403  # hints were not chosen
    quick = await browser.play_now("goat-n-goat")
    room = await site.room(quick)
    await until(lambda: room.match is not None and room.match.turn == 0)
    answer = await browser.post(f"/t/{quick}/hint")
    assert answer.status_code in (200, 503)  # no bot process is there to think
    hinting = await browser.post("/tables", [*fields, ("hints", "yes")])
    waiting = str(hinting.headers["location"]).rpartition("/")[2]
    assert (await browser.post(f"/t/{waiting}/hint")).status_code == 409


async def test_a_hint_stays_until_somebody_decides(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    browser = Browser(client)
    table = await browser.play_now("goat-n-goat")
    room = await site.room(table)
    best = room.view(0).legal()[0]
    thought = Explanation((Estimate(best, 0.61, 10),), ())
    hints = 'class="hints"'
    with patch.object(site.worker.pool, "explain", AsyncMock(return_value=thought)):
        assert hints in (await browser.post(f"/t/{table}/hint")).text
    await browser.post(f"/t/{table}/say", [("text", "Hm.")])
    shown = (await browser.get(f"/t/{table}")).text
    assert "Hm." in shown
    assert hints in shown
    assert hints not in (await Browser(site.client()).get(f"/t/{table}")).text
    await site.worker.rooms.decide(room, 0, 0, [best])
    assert hints not in (await browser.get(f"/t/{table}")).text


IMPOSSIBLE: tuple[dict[str, str], ...] = (
    {"players": "3"},
    {"players": "x"},
    {"players": ""},
    {"players": "4", "number-target": "5"},
    {"players": "4", "number-target": "many"},
    {"players": "4", "option-ritual": "maybe"},
    {"players": "4", "option-ritual": "on", "option-dealer": "2"},
    {"players": "4", "seat-1": "bot-9"},
    {"players": "4", "seat-1": "bot-"},
    {"players": "4", "clock": "own", "minutes": "-1", "seconds": "3"},
    {"players": "4", "clock": "own", "minutes": "0", "seconds": "0"},
    {"players": "4", "clock": "own", "minutes": "1.5", "seconds": "0"},
    {"players": "4", "clock": "5"},
    {"players": "4", "clock": "x+y"},
)


async def test_a_table_that_cannot_be_is_refused_with_its_form(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    for fields in IMPOSSIBLE:
        refused = await browser.post("/tables", [("game", "goita"), *fields.items()])
        assert refused.status_code == 422, fields
        assert not re.search(r"(players|target|ritual)=", refused.text)  # it speaks to people
        assert 'role="alert"' in refused.text
    assert (await site.worker.ledger.counts()).waiting == 0


DECK = "# mine\r\nninja 20 15\r\nfoodie 20 5\r\nlord 3 40\r\n"


async def test_a_deck_of_ones_own_is_pasted_and_kept_in_the_record(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    fields = [("game", "goat-lords"), ("players", "2"), ("seat-0", "me"), ("seat-1", "bot-1")]
    made = await browser.post("/tables", [*fields, ("option-deck", ""), ("text-deck", DECK)])
    assert made.status_code == 303, made.text
    room = await site.room(str(made.headers["location"]).rpartition("/")[2])
    assert room.table.options["deck"] == "lord 3 40; ninja 20 15; foodie 20 5;"
    chosen = [*fields, ("option-deck", "standard"), ("text-deck", DECK)]
    made = await browser.post("/tables", chosen)
    room = await site.room(str(made.headers["location"]).rpartition("/")[2])
    assert room.table.options["deck"] == "standard"


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        (DECK + "unicorn 2 5", "5번째 줄"),
        ("ninja ２０ 15\n", "1번째 줄"),
        ("# nothing but this\n" * 300, "4000"),
        ("ninja 8 15\n", "11"),
        ("/etc/passwd", "파일"),
        ("", "카드가 없습니다"),
        ("x" * 66_000, "64 kB"),
    ],
    ids=["kind", "digits", "long", "few", "path", "empty", "large"],
)
async def test_a_deck_that_cannot_be_is_refused_with_its_line(
    site: OpenSite, client: httpx.AsyncClient, deck: str, why: str
) -> None:
    browser = Browser(client, "ko")
    fields = [("game", "goat-lords"), ("players", "2"), ("option-deck", ""), ("text-deck", deck)]
    refused = await browser.post("/tables", fields)
    assert refused.status_code in (413, 422)
    assert why in refused.text
    assert "root:" not in refused.text
    assert refused.status_code == 413 or deck.strip()[:40] in refused.text  # to be mended
    assert (await site.worker.ledger.counts()).waiting == 0


async def test_an_option_that_the_game_does_not_have_is_refused(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    fields = [("game", "goita"), ("players", "4"), ("option-ritual", "on"), ("option-deck", "")]
    refused = await Browser(client).post("/tables", fields)
    assert refused.status_code == 422
    assert "Goita has no such option." in refused.text
    assert (await site.worker.ledger.counts()).waiting == 0


async def test_unknown_games_and_codes(client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    assert (await browser.post("/play-now", [("game", "chess")])).status_code == 404
    assert (await browser.post("/tables", [("game", "../x")])).status_code == 404
    for code in ("", "abcdefghjk", "https://elsewhere.test/t/", "<script>alert(1)</script>"):
        refused = await browser.post("/join", [("code", code)])
        assert refused.status_code == 404
        assert "<script>alert" not in refused.text


async def test_a_link_is_as_good_as_a_code(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    table = await browser.play_now("goat-1916")
    for code in (table, f"{table[:5]}-{table[5:]}", f"{HOME}/t/{table}", f"{HOME}/t/{table}/"):
        joined = await browser.post("/join", [("code", code)])
        assert joined.headers["location"] == f"/t/{table}"


# Streams


async def test_a_page_and_its_stream_show_the_same_table(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    browser = Browser(client)
    table = await browser.play_now("goat-n-goat")
    page = (await browser.get(f"/t/{table}", headers={"x-fragment": "1"})).text
    event = (await site.first_event(f"/t/{table}/events", browser.cookies())).decode()
    shown = "\n".join(
        line.removeprefix("data: ") for line in event.splitlines() if line.startswith("data: ")
    )
    assert shown == page
    known = re.findall(r'data-event-id="([^"]+)"', page)[0]
    assert f"id: {known}" in event


async def test_streams_end_when_the_site_closes(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        table = await Browser(client).play_now("goat-n-goat")
        room = await site.room(table)
        listening = asyncio.create_task(site.first_event(f"/t/{table}/events?known=none"))
        await listening
        await until(lambda: room.listeners == 0)
        site.worker.stop_streams()
        ended: Answer = await client.get(f"/t/{table}/events")  # or it would never come back
        assert ended.status_code == 200


async def test_a_site_closes_though_a_task_misses_that_it_is_to_end(database: str) -> None:
    async def deaf() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
        await asyncio.sleep(3600)

    async with opened(database) as site:
        task = asyncio.create_task(deaf())
        site.worker._tasks.append(task)
        await asyncio.sleep(0)
    assert task.cancelled()
