"""The pages of a finished match: many at once, and none of them plays it again."""

import asyncio
import threading
from typing import Any

import pytest

import goatherd
from goatherd.match import Match
from tests.matches import functions_of
from tests.web.site import OpenSite, seated

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("game", goatherd.games())


async def finished(site: OpenSite, game: str) -> tuple[str, Match]:
    """A table whose match is over, freshly read from the ledger."""
    options = {"options": {"target": "round"}} if game == "goita" else {}
    async with site.client() as client:
        table, _ = await seated(client, game, 4, **options)
    site.stop_the_keeper()
    room = await site.room(table)
    assert room.match is not None
    while not room.match.over:
        assert room.match.turn is not None
        await site.worker.rooms.move(room, room.match.turn, room.version, room.match.legal()[-1])
    room = await site.reloaded(table)
    assert room.match is not None
    return table, room.match


class Watched:
    """Counts the decisions that are carried out, and knows by whom."""

    def __init__(self, game: str) -> None:
        self.rules = functions_of(game, "apply")
        self.apply = self.rules["apply"]
        self.threads: list[int] = []

    def __enter__(self) -> "Watched":
        self.rules["apply"] = self._counted
        return self

    def __exit__(self, *_: object) -> None:
        self.rules["apply"] = self.apply

    def _counted(self, s: Any, action: int) -> None:
        self.threads.append(threading.get_ident())
        self.apply(s, action)


@every_game
async def test_a_replay_carries_out_each_decision_once_and_not_where_others_wait(
    site: OpenSite, game: str
) -> None:
    table, match = await finished(site, game)
    last = len(match.decisions())
    async with site.client() as client:
        with Watched(game) as watched:
            for at in (last, 0, 1, last // 2, last - 1):
                shown = await client.get(f"/t/{table}/replay?at={at}")
                assert shown.status_code == 200
            for page in ("result", "review"):
                assert (await client.get(f"/t/{table}/{page}")).status_code == 200
    assert threading.get_ident() not in watched.threads
    assert len(watched.threads) == last


@every_game
async def test_many_open_the_pages_of_a_match_at_once(site: OpenSite, game: str) -> None:
    table, _ = await finished(site, game)
    pages = [f"/t/{table}/{page}" for page in ("review", "replay?at=9", "result")]
    async with site.client() as client:
        for _ in range(3):
            answers = await asyncio.gather(*(client.get(page) for page in pages * 8))
            assert {answer.status_code for answer in answers} == {200}
