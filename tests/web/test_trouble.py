"""Trouble at one place of the site leaves all other places alone, and is told of."""

import asyncio
import gc
import logging
from typing import Any

import httpx
import pytest

from goatherd.web.ledger import Ledger
from goatherd.web.ledger.rows import Made
from goatherd.web.ledger.trouble import LedgerDown
from goatherd.web.rooms.keeper import Keeper
from tests.web.postgres import Cluster
from tests.web.site import PATIENCE, Browser, OpenSite, Program, opened, seated, until

pytestmark = pytest.mark.anyio


# A match that cannot be replayed


async def spoil(site: OpenSite, table: str) -> None:
    """Append a row that the rules do not know, as another version might have."""
    room = await site.room(table)
    made = [Made(0, "fly away", 0)]
    assert await site.worker.ledger.append_decisions(table, room.version, made, 1.0)
    site.worker.rooms.by_id.pop(table)


async def test_a_match_that_cannot_be_replayed_stops_no_other(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(database) as site, site.client() as client:
        site.stop_the_keeper()
        browser = Browser(client)
        bad = await browser.play_now("goat-1916")
        programs = [Program(client) for _ in range(3)]
        good = [await one.make("goat-1916", players=4, bots={"1": 1}) for one in programs]
        for one, table in zip(programs, good, strict=True):
            for seat in (0, 2, 3):
                await one.sit(table, seat)
            await one.start(table)
        await spoil(site, bad)
    async with opened(database) as site, site.client() as again:
        keeper, rooms = site.worker.keeper, site.worker.rooms
        await until(lambda: keeper.on_duty and set(good) <= set(rooms.by_id))
        assert rooms.unplayable == {bad}
        assert (await again.get("/health")).json()["unplayable"] == 1
        assert (await again.get("/health")).status_code == 200
        again.cookies = client.cookies
        assert (await again.get("/")).status_code == 200, "it is in the list of the player's tables"
        shown = await again.get(f"/t/{bad}")
        assert shown.status_code == 500
        assert "rules" in shown.text
        for table in good:
            assert (await Program(again).see(table))["stage"] == "playing"
    told = [one for one in caplog.records if one.name == "goatherd.rooms"]
    assert len(told) == 1
    assert bad in told[0].getMessage()


async def test_a_row_that_cannot_be_replayed_leaves_one_room(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """It may come from another worker while the table is in memory."""
    site.stop_the_keeper()
    table, _ = await seated(client, "goat-n-goat", 2)
    room = await site.room(table)
    made = [Made(0, "fly away", 0)]
    assert await site.worker.ledger.append_decisions(table, room.version, made, 1.0)
    assert (await client.post(f"/api/tables/{table}/decisions")).status_code == 422
    answer = await client.get(f"/api/tables/{table}")
    assert answer.status_code == 200, "it has not heard of the row yet"
    with pytest.raises(Exception, match="cannot be gone on with"):
        await site.worker.rooms.catch_up(room)
    assert site.worker.rooms.unplayable == {table}
    assert (await client.get(f"/api/tables/{table}")).status_code == 500


# Who has gone meanwhile


async def test_an_error_of_whoever_has_gone_is_no_news(
    site: OpenSite, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    site.stop_the_keeper()
    table, _ = await seated(client, "goat-n-goat", 2)
    room = await site.room(table)
    told: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    async def fails() -> None:
        await asyncio.sleep(0.01)
        raise RuntimeError("too late")

    asking = asyncio.create_task(site.worker.rooms._to_the_end(fails()))
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await site.worker.rooms.settled()
    loading = asyncio.create_task(site.worker.rooms.get("abcdefghjk"))
    await asyncio.sleep(0)
    loading.cancel()
    await asyncio.gather(loading, return_exceptions=True)
    await until(lambda: not site.worker.rooms._loading)
    assert room.version == 0
    del asking, loading
    gc.collect()
    await asyncio.sleep(0)
    assert told == []
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


# Forms sent at once


@pytest.mark.parametrize("path", ["/play-now", "/tables"])
async def test_a_form_sent_eight_times_at_once_makes_one_table(
    site: OpenSite, client: httpx.AsyncClient, path: str
) -> None:
    browser = Browser(client)
    await browser.get("/")
    fields = [("game", "goita"), ("players", "4"), ("table", "abcdefghjk")]
    fields += [("hints", "yes"), ("take_back", "yes")]
    answers = await asyncio.gather(*(browser.post(path, fields) for _ in range(8)))
    assert [one.status_code for one in answers] == [303] * 8
    assert {one.headers["location"] for one in answers} == {"/t/abcdefghjk"}
    assert sum(await site.worker.ledger.counts()) == 1


# Whoever left


async def test_a_page_that_asks_by_itself_brings_nobody_back(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    browser = Browser(client)
    table = await browser.play_now("goat-1916")
    room = await site.room(table)
    await browser.post(f"/t/{table}/leave")
    assert room.seats[0].stand_in
    await browser.get(f"/t/{table}", headers={"x-fragment": "1"})
    await browser.get(f"/t/{table}?waiting=1")
    assert room.seats[0].stand_in
    await browser.get(f"/t/{table}")
    assert not room.seats[0].stand_in


# Parts of a worker


async def test_health_names_the_part_that_is_not_well(
    site: OpenSite, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    site.worker.health.note("a part", "cannot reach 192.0.2.7")
    site.worker.health.note("a part", "cannot reach 192.0.2.7")
    told = await client.get("/health")
    assert told.status_code == 503
    assert told.json() == {"status": "unwell", "troubles": ["a part"]}
    assert caplog.text.count("192.0.2.7") == 1, "the reason is logged, once"
    site.worker.health.note("a part", None)
    assert (await client.get("/health")).json() == {"status": "well"}


async def test_a_part_that_ends_by_itself_is_told_of(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: Keeper) -> None:
        raise RuntimeError("swept away")

    monkeypatch.setattr(Keeper, "sweep", broken)
    async with opened(database) as site, site.client() as client:
        await until(lambda: bool(site.worker.health.troubles))
        assert (await client.get("/health")).json()["troubles"] == ["sweep"]
    assert "sweep ended by itself" in caplog.text
    assert "swept away" in caplog.text


@pytest.mark.slow
async def test_a_keeper_whose_duty_is_cut_takes_it_up_again(
    postgres: Cluster, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of looking through all tables, too."""
    monkeypatch.setattr("goatherd.web.site.DUTY", 0.05)
    whole = Keeper.take_duty
    taken: list[bool] = []

    async def cut(self: Keeper) -> None:
        self.on_duty = True
        taken.append(True)
        if len(taken) == 2:
            raise LedgerDown("the line was cut")
        await whole(self)

    monkeypatch.setattr(Keeper, "take_duty", cut)
    async with opened(postgresql) as site, site.client() as client:
        keeper = site.worker.keeper
        await until(lambda: keeper.on_duty)
        table, _ = await seated(client, "goat-1916", 4)
        room = await site.room(table)
        keeper.leave_duty()
        await until(lambda: len(taken) > 2 and keeper.on_duty)
        postgres.disconnect(postgresql)
        await until(lambda: "keeper" in site.worker.health.troubles or not keeper.on_duty)
        await until(lambda: keeper.on_duty and not site.worker.health.troubles)
        version = room.version
        row = room.seat_to_act()
        assert row is not None
        await site.worker.rooms.stand_in(room, row.seat, absent=True)
        await until(lambda: room.version > version)


async def test_what_was_missed_is_learnt_when_the_database_is_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goatherd.web.site.AGAIN", 0.01)
    async with opened(database) as site, site.client() as client:
        site.stop_the_keeper()
        table, _ = await seated(client, "goat-n-goat", 2)
        room = await site.room(table)
        news, failures = site.worker.ledger.news, iter(range(3))

        def failing(*given: Any) -> Any:
            if next(failures, None) is not None:
                raise LedgerDown("away")
            return news(*given)

        monkeypatch.setattr(site.worker.ledger, "news", failing)
        legal = room.playing().legal()[0]
        made = [Made(room.playing().turn or 0, legal, 0)]
        await site.worker.ledger.append_decisions(table, room.version, made, 1.0)
        async with asyncio.timeout(PATIENCE):
            await site.worker._learn(table)
        assert room.version == 1
        assert not site.worker.health.troubles


@pytest.mark.slow
async def test_a_listener_that_could_not_read_hears_on(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice came, and the database went away before what it was about could be read."""
    monkeypatch.setattr("goatherd.web.site.AGAIN", 0.05)
    async with opened(postgresql) as site, site.client() as client, Ledger(postgresql) as other:
        site.stop_the_keeper()
        table, _ = await seated(client, "goat-n-goat", 2)
        room = await site.room(table)
        news, failures = site.worker.ledger.news, iter(range(2))

        def failing(*given: Any) -> Any:
            if next(failures, None) is not None:
                raise LedgerDown("away")
            return news(*given)

        monkeypatch.setattr(site.worker.ledger, "news", failing)
        for version in range(3):
            match = room.playing()
            made = [Made(match.turn or 0, match.legal()[0], 0)]
            assert await other.append_decisions(table, version, made, 1.0)
            await until(lambda version=version: room.version > version)  # type: ignore[misc]
        assert next(failures, None) is None, "it did fail"
        await until(lambda: not site.worker.health.troubles)
