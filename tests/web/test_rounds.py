"""The finished rounds of a match on its page: open to everybody, and not a moment before."""

import random

import httpx
import pytest

from goatherd.web.rooms.room import Room
from tests.web.site import OpenSite, seated

pytestmark = pytest.mark.anyio


async def played_on(site: OpenSite, room: Room, chance: random.Random) -> None:
    """One more decision, whosever it is."""
    assert room.match is not None
    assert room.match.turn is not None
    decision = chance.choice(room.match.legal())
    await site.worker.rooms.move(room, room.match.turn, room.version, decision)


async def test_a_finished_round_is_open_to_everybody_and_no_sooner(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """GOITA-24: all hands and face-down pieces, of every round before this one."""
    site.stop_the_keeper()
    table, _ = await seated(client, "goita", 4)
    room, chance = await site.room(table), random.Random(3)
    assert room.match is not None
    address = f"/t/{table}/rounds"
    while not room.match.finished():
        assert (await client.get(address)).status_code == 404
        assert f'href="{address}"' not in (await client.get(f"/t/{table}")).text
        for _ in range(8):
            if not room.match.finished():
                await played_on(site, room, chance)
    assert f'href="{address}"' in (await client.get(f"/t/{table}")).text
    page = await client.get(address)
    assert page.status_code == 200
    assert "(?)" not in page.text
    board = page.text.partition('<section id="table"')[2]
    assert '#back"' not in board
    while len(room.match.finished()) < 2 and not room.match.over:
        await played_on(site, room, chance)
    if not room.match.over:
        assert (await client.get(f"{address}?number=1")).text != (await client.get(address)).text


async def test_a_game_without_rounds_has_none_to_show(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, _ = await seated(client, "goat-1916", 4)
    answer = await client.get(f"/t/{table}/rounds")
    assert answer.status_code == 404
    assert "No round of this match is over yet." in answer.text
