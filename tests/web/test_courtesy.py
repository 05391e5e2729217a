"""Courtesy: who may wait lets others go first, though not for ever."""

import asyncio
import time

import pytest

from goatherd.web import courtesy
from goatherd.web.courtesy import CALM, Courtesy
from tests.web.site import Browser, OpenSite

pytestmark = pytest.mark.anyio


async def test_whoever_is_ready_goes_first() -> None:
    order: list[str] = []

    async def work(name: str, *then: str) -> None:
        time.sleep(2 * CALM)
        order.append(name)
        if then:
            following = asyncio.create_task(work(*then))
            await following

    others = [asyncio.create_task(work(*names)) for names in (("a", "b", "c"), ("d",))]
    await Courtesy().let_others_go()
    order.append("me")
    assert order == ["a", "d", "b", "c", "me"]
    await asyncio.gather(*others)


async def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "PATIENCE", 0.05)
    over = False

    async def never_done() -> None:
        while not over:
            time.sleep(2 * CALM)
            await asyncio.sleep(0)

    busy = asyncio.create_task(never_done())
    polite = Courtesy()
    await asyncio.gather(polite.let_others_go(), polite.let_others_go())
    assert not busy.done()
    over = True
    await busy


async def test_nobody_waits_where_nothing_is_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "PATIENCE", 3600.0)
    polite = Courtesy()
    for _ in range(10):
        await polite.let_others_go()


async def test_a_table_that_moves_on_meanwhile_makes_a_draft_stale(
    site: OpenSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.stop_the_keeper()
    async with site.client() as client:
        browser = Browser(client)
        table = await browser.play_now("goat-n-goat")
        room = await site.room(table)
        assert room.match is not None
        while room.match.turn is not None and room.match.turn != 0:
            await site.worker.rooms.move(room, room.match.turn, room.version, room.match.legal()[0])
        version = room.version
        first, other = room.match.legal()[:2]
        assert not room.draft(0, [first]).complete

        async def moved_on() -> None:
            await site.worker.rooms.move(room, 0, room.version, other)

        monkeypatch.setattr(site.worker.courtesy, "let_others_go", moved_on)
        answer = await browser.decide(table, version, first, headers={"x-fragment": "1"})
        assert answer.status_code == 409
        assert f'data-version="{version + 1}"' in answer.text
        assert room.match.decisions()[-1] == (0, other)
