"""My matches: results, figures, whose turn it is, another device, and being forgotten."""

import asyncio
import json
import random
import time
from typing import Any
from unittest.mock import AsyncMock

import httpx
import pytest

import goatherd
from goatherd.bots.pool.pool import BotPool
from goatherd.bots.review import Judgement
from goatherd.fairness import verify
from goatherd.web.history import beaten_level, nearest_level, next_level, played_match, stars
from goatherd.web.ledger.people import AgainstBots, Loss, Losses
from goatherd.web.ledger.rows import ListedTable, SeatRow, TableRow
from goatherd.web.pages.mine import DEVICE_LINK_KEPT, next_of
from goatherd.web.person import Person
from goatherd.web.rooms.room import PLAYING
from tests.web.site import Browser, OpenSite
from tests.web.test_pages import play_on, table_of_two

pytestmark = pytest.mark.anyio


def person_of(site: OpenSite, browser: Browser) -> Person:
    person = site.worker.seal.opened(browser.http.cookies["goatherd"])
    assert person is not None
    return person


def a_row(id: str = "abcdefghjk", **facts: Any) -> TableRow:
    plain: dict[str, Any] = {
        "id": id, "game": "goita", "players": 4, "options": {}, "open": False, "main": None,
        "byoyomi": None, "hints": True, "take_back": True, "secret": "5e" * 32, "host": "",
        "created": 1.0,
    }  # fmt: skip
    return TableRow(**plain | facts)


def bots(*levels: int) -> list[SeatRow]:
    return [SeatRow(seat, "bot", level=level) for seat, level in enumerate(levels, 1)]


# --- results -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scores", "winners", "result", "margin"),
    [
        ("goita", (150, 90, 150, 90), (0, 2), "won", 60),
        ("goita", (90, 150, 90, 150), (1, 3), "lost", -60),
        ("goat-n-goat", (17, 17, 3, 4), (0, 1), "tied", 0),
        ("goat-n-goat", (17, 17, 3, 4), (0,), "won", 0),
        ("goat-n-goat", (3, 17, 3, 4), (1,), "lost", -14),
    ],
)
def test_a_partner_shares_the_result(
    game: str, scores: tuple[int, ...], winners: tuple[int, ...], result: str, margin: int
) -> None:
    row = a_row(game=game, started=1.0, finished=2.0, scores=scores, winners=winners)
    seats = (SeatRow(0, "person", "anna", "Anna"), *bots(1, 2, 3))
    match = played_match(ListedTable(row, seats), "anna")
    assert match is not None
    assert (match.result, match.margin) == (result, margin)
    assert match.others[0].say("en") == "Kid (level 1)"
    assert played_match(ListedTable(row, seats), "bert") is None


def test_a_level_is_beaten_with_no_partner_who_is_stronger() -> None:
    alone = AgainstBots("goat-n-goat", 4, (0,), 0, weakest=1, opposite=3, beside=1)
    assert beaten_level(alone) == 1
    assert beaten_level(alone._replace(winners=(0, 1))) == 0  # tied
    assert beaten_level(alone._replace(winners=(1,))) == 0
    two = AgainstBots("goita", 4, (0, 2), 0, weakest=3, opposite=4, beside=3)
    assert beaten_level(two) == 4
    assert beaten_level(two._replace(beside=5)) == 0
    assert beaten_level(two._replace(winners=(1, 3))) == 0


async def test_only_matches_against_bots_alone_count_for_the_ladder(site: OpenSite) -> None:
    ledger = site.worker.ledger
    anna, bert = SeatRow(0, "person", "anna", "Anna"), SeatRow(2, "person", "bert", "Bert")
    ended = {
        "aaaaaaaaaa": [anna, *bots(1, 2, 3)],
        "bbbbbbbbbb": [anna, *bots(4, 5, 5)[:1], bert, *bots(5, 5, 5)[2:]],
        "cccccccccc": [SeatRow(0, "person", "anna", "Anna", stand_in=True), *bots(5, 5, 5)],
        "dddddddddd": [anna, *bots(1, 2, 3)],
    }
    for id, seats in ended.items():
        await ledger.create_table(a_row(id, started=1.0), seats)
        await ledger.finish(id, [150, 0, 150, 0], [0, 2], 2.0)
    await ledger.create_table(a_row("eeeeeeeeee", started=1.0), [anna, *bots(5, 5, 5)])
    found = await ledger.against_bots("anna")
    assert found == [AgainstBots("goita", 4, (0, 2), 0, weakest=1, opposite=1, beside=2)]


def test_the_ladder_ends_at_its_top() -> None:
    first, last = next_level(0), next_level(5)
    assert first is not None
    assert (first.number, last) == (1, None)
    assert stars(2) == "★★☆☆☆"


def test_one_plays_like_a_level_only_where_enough_is_known() -> None:
    mine = Losses("goita", None, 100, 3.0)
    weak, strong = Losses("goita", 1, 500, 20.0), Losses("goita", 4, 500, 5.0)
    assert nearest_level(mine, [weak, strong]) == weak
    assert nearest_level(mine, [weak]) is None
    assert nearest_level(mine, [weak, strong._replace(decisions=10)]) is None
    assert nearest_level(mine._replace(decisions=99), [weak, strong]) is None
    assert nearest_level(None, [weak, strong]) is None


async def test_my_matches_tell_results_and_figures(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    await browser.get("/")
    person, ledger = person_of(site, browser).id, site.worker.ledger
    for number, id in enumerate(("aaaaaaaaaa", "bbbbbbbbbb")):
        seats = [SeatRow(0, "person", person, "Anna"), *bots(2, 2, 2)]
        await ledger.create_table(a_row(id, started=1.0), seats)
        won = number == 0
        scores = [150, 20, 150, 20] if won else [20, 150, 20, 150]
        await ledger.finish(id, scores, [0, 2] if won else [1, 3], 2.0 + number)
        await ledger.keep_losses(id, [Loss(0, 60, 3.0), Loss(1, 300, 9.0)])
        await ledger.keep_losses(id, [Loss(0, 60, 3.0)])  # a review that is made again
    page = (await browser.get("/me")).text
    assert "won 150 : 20" in page
    assert "lost 20 : 150" in page
    assert "2 played, 1 won, 0 tied" in page
    assert "Level 2 beaten" in page
    assert "/t/aaaaaaaaaa/review" in page
    assert [tuple(one) for one in await ledger.losses_of(person)] == [("goita", None, 120, 6.0)]
    assert [tuple(one) for one in await ledger.losses_of_levels()] == [("goita", 2, 600, 18.0)]
    assert 'name="level" value="3"' in (await browser.get("/")).text
    async with site.client() as other:
        assert "aaaaaaaaaa" not in (await Browser(other).get("/me")).text


async def test_a_review_keeps_what_decisions_cost_once_it_is_done(
    site: OpenSite, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(client)
    await browser.get("/")
    person, ledger = person_of(site, browser).id, site.worker.ledger
    seats = [SeatRow(0, "person", person, "Anna"), *bots(1, 2, 3)]
    await ledger.create_table(a_row(started=1.0), seats)
    judged = [
        Judgement(number, number % 2, "pass", "pass", cost=0.125 * (number % 2), outlook=0.5)
        for number in range(1, 9)
    ]
    monkeypatch.setattr(BotPool, "review", AsyncMock(return_value=judged))
    match = goatherd.load("goita").new(seed=1)
    going_on = site.worker.reviews.of("abcdefghjk", match)
    assert going_on.task is not None
    await going_on.task
    assert [tuple(one) for one in await ledger.losses_of(person)] == [("goita", None, 4, 0.0)]
    assert [tuple(one) for one in await ledger.losses_of_levels()] == [("goita", 1, 4, 0.5)]


async def test_the_ladder_is_played_at_its_level(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    answer = await browser.post("/play-now", [("game", "goita"), ("level", "1")])
    room = await site.room(answer.headers["location"].rpartition("/")[2])
    assert [row.level for row in room.seats[1:]] == [1, 1, 1]
    # The button of the ladder comes after the list of levels, and counts.
    both = [("game", "goita"), ("level", "3"), ("level", "2")]
    answer = await browser.post("/play-now", both)
    room = await site.room(answer.headers["location"].rpartition("/")[2])
    assert [row.level for row in room.seats[1:]] == [2, 2, 2]
    assert (await browser.post("/play-now", [("game", "goita"), ("level", "9")])).status_code == 422


# --- whose turn it is ----------------------------------------------------------------------------


async def test_what_is_cleared_away_leaves_the_list(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    table = await browser.play_now("goat-n-goat")
    assert f'value="{table}"' in (await browser.get("/me")).text
    async with site.client() as other:
        assert (await Browser(other).post("/me/clear", [("table", table)])).status_code == 403
    page = await browser.followed(await browser.post("/me/clear", [("table", table)]))
    assert table not in page.text
    assert table not in (await browser.get("/")).text
    assert (await browser.get(f"/t/{table}")).status_code == 200  # the link goes on working


def test_from_a_table_one_gets_to_each_of_the_others() -> None:
    assert next_of([], "a") is None
    assert next_of(["a"], "a") is None
    assert next_of(["a", "b", "c"], "") == "a"
    assert [next_of(["a", "b", "c"], here) for here in "abc"] == ["b", "c", "a"]


async def test_own_turns_are_counted(site: OpenSite, client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    await browser.get("/")
    assert (await browser.get("/me/turns")).json() == {"count": 0, "next": None}
    assert (await browser.get("/next")).headers["location"] == "/me"
    site.stop_the_keeper()
    mine = set()
    for _ in range(4):
        table = await browser.play_now("goat-n-goat")
        room = await site.room(table)
        if room.view(0).turn == 0:
            mine.add(f"/t/{table}")
    told = (await browser.get("/me/turns")).json()
    assert told["count"] == len(mine)
    assert told["next"] in mine or not mine


# --- another device ------------------------------------------------------------------------------


async def link_from(browser: Browser) -> str:
    page = (await browser.post("/me/device")).text
    return page.partition('id="device-link" class="mono" value="http://goats.test')[2].partition(
        '"'
    )[0]


async def test_a_link_moves_a_person_to_another_device_once(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    table = await browser.play_now("goita")
    link = await link_from(browser)
    async with site.client() as second, site.client() as third:
        other, late = Browser(second), Browser(third)
        for one in (other, late):
            assert (await one.get(link)).status_code == 200  # looking uses nothing up
        moved, refused = await asyncio.gather(other.post(link), late.post(link))
        assert sorted([moved.status_code, refused.status_code]) == [303, 410]
        winner, loser = (other, late) if moved.status_code == 303 else (late, other)
        assert person_of(site, winner).id == person_of(site, browser).id
        assert table in (await winner.get("/me")).text
        assert table not in (await loser.get("/me")).text
        assert "has been used" in (await loser.get(link)).text


async def test_a_forged_or_old_link_moves_nobody(
    site: OpenSite, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(client)
    await browser.get("/")
    before = person_of(site, browser)
    for forged in ("/device/x", "/device/" + "A" * 24, "/device/%F0%9F%90%90"):
        assert (await browser.get(forged)).status_code == 410
        assert (await browser.post(forged)).status_code == 410
    link, now = await link_from(browser), time.time()
    monkeypatch.setattr("goatherd.web.pages.mine.time.time", lambda: now + DEVICE_LINK_KEPT + 60)
    assert (await browser.post(link)).status_code == 410
    assert person_of(site, browser) == before


# --- all that is known ---------------------------------------------------------------------------


async def test_a_person_takes_out_all_that_is_theirs_and_nothing_of_others(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    async with site.client() as second:
        one, two = Browser(client), Browser(second)
        table = await table_of_two(one, two, "goita", {})
        await one.post(f"/t/{table}/say", [("text", "my very words")])
        await two.post(f"/t/{table}/say", [("text", "words of another")])
        told = await one.get("/me/export")
        assert "attachment" in told.headers["content-disposition"]
        known = json.loads(told.text)
        assert known["person"]["id"] == person_of(site, one).id
        assert [row["id"] for row in known["tables"]] == [table]
        assert [row["text"] for row in known["messages"]] == ["my very words"]
        assert {row["seat"] for row in known["decisions"]} <= {0}
        room = await site.room(table)
        for hidden in ("words of another", room.table.secret, person_of(site, two).id):
            assert hidden not in told.text


async def test_who_is_forgotten_in_a_match_leaves_the_others_their_match_and_its_proof(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    async with site.client() as second:
        one, two = Browser(client), Browser(second)
        table = await table_of_two(one, two, "goita", {"number-target": "20"})
        await two.post(f"/t/{table}/say", [("text", "my very words")])
        person = person_of(site, two).id
        refused = await two.post("/me/forget")
        assert refused.status_code == 422
        gone = await two.post("/me/forget", [("sure", "yes")])
        assert gone.status_code == 303
        assert person_of(site, two).id != person
        room = await site.reloaded(table)
        assert room.stage == PLAYING
        assert (room.seats[1].person, room.seats[1].name) == (None, "")
        assert room.seats[1].stand_in
        assert not room.messages
        told = await site.worker.ledger.everything_of(person)
        assert not any(told.values())
        chance = random.Random(1)
        async with asyncio.timeout(120):
            while 'data-stage="over"' not in (page := await play_on(one, table, chance)):
                await asyncio.sleep(0.002)
        assert "somebody" in page
        record = (await one.get(f"/t/{table}/record")).text
        assert all(check.ok for check in verify(record, nonce="some words of mine"))


async def test_a_table_that_has_not_begun_passes_to_whoever_is_left(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    ledger = site.worker.ledger
    seats = [SeatRow(0, "person", "anna", "Anna"), SeatRow(1, "person", "bert", "Bert")]
    seats += [SeatRow(seat) for seat in (2, 3)]
    await ledger.create_table(a_row(host="anna"), seats)
    assert await ledger.places_of("anna") == [("abcdefghjk", False)]
    await ledger.forget_at("abcdefghjk", "anna")
    stored = await ledger.load("abcdefghjk")
    assert stored is not None
    assert stored.table.host == "bert"
    await ledger.forget_at("abcdefghjk", "bert")
    assert await ledger.load("abcdefghjk") is None
