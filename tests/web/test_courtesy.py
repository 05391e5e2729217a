"""Courtesy: who may wait lets others go first, though not for ever."""

import asyncio
import time

import pytest

from goatherd.web import courtesy
from goatherd.web.courtesy import CALM, Courtesy

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
