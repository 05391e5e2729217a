"""Figures for those who run the site: right, and telling nothing about a table."""

import time

import httpx
import pytest

from goatherd.web.metrics import Metrics
from tests.games.goita_positions import deal
from tests.web.site import Browser, OpenSite, opened, seated

pytestmark = pytest.mark.anyio


def figure(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(name, labels) or 0.0


async def test_a_secret_answer_is_counted_when_the_question_is_closed(database: str) -> None:
    """Before, it would tell that somebody had a choice."""
    async with opened(database, window=600.0) as site, site.client() as client:
        site.stop_the_keeper()
        table, programs = await seated(client, "goita", 4)
        room, metrics = await site.room(table), site.worker.metrics
        room.match = deal("pawn*5 gold silver knight", "", "pawn*5", calls="on")
        room._turned(time.monotonic())
        answered = await programs[0].decide(table, 0, "call")
        assert answered.status_code == 200
        assert figure(metrics, "goatherd_decisions_total") == 0
        for seat, answer in ((1, "quiet"), (2, "quiet"), (3, "quiet")):
            await site.worker.rooms.answer(room, seat, 0, answer)
        assert figure(metrics, "goatherd_decisions_total") == 0
        await site.worker.rooms.close_question(room)
        assert room.question is None
        turn = room.playing().turn
        assert turn is not None
        seen = await programs[turn].see(table)
        text = next(one["text"] for one in seen["legal"] if one["text"] != "redeal")
        decided = await programs[turn].decide(table, seen["version"], text)
        assert decided.status_code == 200, decided.text
        assert figure(metrics, "goatherd_decisions_total") >= 2


async def test_requests_are_timed_and_streams_are_not(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    metrics = site.worker.metrics

    def timed(method: str) -> float:
        return figure(metrics, "goatherd_request_seconds_count", method=method)

    before = timed("GET")
    for path in ("/", "/none", "/health", "/api/tables"):
        await client.get(path)
    assert timed("GET") == before + 4
    assert figure(metrics, "goatherd_request_seconds_sum", method="GET") > 0
    await client.request("GOAT", "/")
    await client.request("HERD", "/")
    assert timed("other") == 2
    assert timed("GOAT") == 0, "whoever asks could make up any number of them"
    table = await Browser(client).play_now("goat-1916")
    before = timed("GET")
    await site.first_event(f"/t/{table}/events")
    assert timed("GET") == before
