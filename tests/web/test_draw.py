"""Drawing for partners: pieces face down from the same chance as the cards, and who sits where."""

import itertools
import re

import httpx
import pytest

import goatherd
from goatherd.fairness import pieces_lying, seats_drawn, verify
from goatherd.proof import Deal, SealedDeal
from goatherd.web.rooms.room import DRAWING, PLAYING
from tests.web.site import Browser, OpenSite, Page, Program, opened, until

pytestmark = pytest.mark.anyio

PIECES = ("king", "king", "pawn", "pawn")
RITUAL = {"ritual": "on", "target": "round"}


def a_deal(number: int) -> Deal:
    return Deal(secret=f"{number:064x}", digest="5e" * 32)


def test_all_orders_of_the_pieces_are_as_likely() -> None:
    counts = dict.fromkeys(set(itertools.permutations(PIECES)), 0)
    for number in range(1200):
        counts[tuple(pieces_lying(a_deal(number), PIECES))] += 1
    assert len(counts) == 6
    assert all(130 < count < 270 for count in counts.values()), counts


@pytest.mark.parametrize("drawn", list(itertools.permutations(range(4)))[::5])
def test_who_drew_the_same_sit_opposite_and_the_kings_first(drawn: tuple[int, ...]) -> None:
    for number in range(12):
        lying = pieces_lying(a_deal(number), PIECES)
        seats = seats_drawn(a_deal(number), PIECES, drawn)
        assert sorted(seats) == [0, 1, 2, 3]
        for chair, seat in enumerate(seats):
            assert (seat % 2 == 0) == (lying[drawn[chair]] == "king")


async def drawing(site: OpenSite, client: httpx.AsyncClient) -> tuple[str, list[Program]]:
    """Four programs that are about to draw."""
    site.stop_the_keeper()
    programs = [Program(client) for _ in range(4)]
    table = await programs[0].make("goita", options=RITUAL, draw=True)
    for seat, program in enumerate(programs):
        await program.sit(table, seat, nonce="chance")
    await programs[0].start(table)
    return table, programs


async def point(program: Program, table: str, place: int) -> httpx.Response:
    return await program.http.post(
        f"/api/tables/{table}/point", json={"place": place}, headers=program.headers
    )


async def test_everybody_points_and_all_is_turned_up_at_once(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, programs = await drawing(site, client)
    for chair, place in enumerate((2, 0, 3)):
        assert (await point(programs[chair], table, place)).status_code == 204
        seen = await programs[3].see(table)
        assert (seen["stage"], seen["seat"]) == (DRAWING, 3)
        assert (place in seen["drawing"]["left"], seen["drawing"]["drawn"]) == (False, None)
        assert not re.search(
            "king|pawn",
            (await client.get(f"/t/{table}"))
            .text.partition('id="point')[2]
            .partition("</form>")[0],
        )
    twice, taken = await point(programs[0], table, 1), await point(programs[3], table, 2)
    assert (twice.status_code, taken.status_code) == (409, 409)
    assert "GOITA-26" in taken.json()["error"]
    assert (await point(programs[3], table, 1)).status_code == 204
    views = [await program.see(table) for program in programs]
    assert {view["stage"] for view in views} == {PLAYING}
    drawn = views[0]["drawing"]["drawn"]
    assert drawn == ["a king", "a pawn", "a king", "a pawn"]
    assert sorted(view["seat"] for view in views) == [0, 1, 2, 3]
    first = next(view for view in views if view["legal"])
    assert first["seat"] in (0, 2)
    assert {one["text"] for one in first["legal"]} == {"first me", "first partner"}
    room = await site.room(table)
    assert [row.name for row in room.seats] == views[0]["names"]
    again = await site.reloaded(table)
    assert again.match is not None
    assert room.match is not None
    text = room.match.record()
    assert again.match.record() == text == goatherd.replay(text).record()
    assert "fair draw king king pawn pawn\n" in text
    assert "fair drawn 2 0 3 1\n" in text
    deal = room.deal
    assert deal is not None
    checks = verify(text, digest=deal.digest)
    assert all(check.ok for check in checks)
    seats = seats_drawn(deal, PIECES, (2, 0, 3, 1))
    assert [view["seat"] for view in views] == seats
    for lie in ("fair draw king pawn king pawn", "fair draw king king king pawn"):
        bent = text.replace("fair draw king king pawn pawn", lie)
        assert not all(check.ok for check in verify(bent))
    assert not all(check.ok for check in verify(text.replace("fair drawn 2 0 3 1\n", "")))


async def test_bots_draw_for_themselves_and_whoever_left(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        alone = Program(client)
        bots = {"1": 1, "2": 1, "3": 1}
        table = await alone.make("goita", options=RITUAL, draw=True, bots=bots)
        await alone.sit(table, 0)
        await alone.start(table)
        room = await site.room(table)
        await until(lambda: room.to_point == [0])
        assert (await point(alone, table, room.places_left[0])).status_code == 204
        await until(lambda: room.stage == PLAYING)
        seen = await alone.see(table)
        assert seen["drawing"]["drawn"][seen["seat"]] in ("a king", "a pawn")
        drawn_as = room.seats[seen["seat"]]
        assert (drawn_as.kind, drawn_as.chair) == ("person", 0)


async def test_a_draw_without_partners_or_without_the_ritual_is_refused(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    for wanted, reason in (
        ({"game": "goat-1916", "draw": True}, "no partners to be drawn"),
        ({"game": "goita", "draw": True}, "part of the ritual"),
    ):
        refused = await client.post("/api/tables", json=wanted)
        assert (refused.status_code, reason in refused.json()["error"]) == (422, True)
    assert not site.worker.rooms.by_id
    host = Browser(client)
    page = await host.get("/new?game=goita")
    form = Page(page.text).forms["/tables"]
    form.fields.append(("draw", "yes"))
    refused = await host.post("/tables", form.fields)
    assert refused.status_code == 422
    assert "part of the ritual" in refused.text
    assert "draw for partners" not in (await host.get("/new?game=goat-lords")).text


async def test_people_without_scripts_draw_by_buttons(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        host = Browser(client)
        form = Page((await host.get("/new?game=goita")).text).forms["/tables"]
        fields = [one for one in form.fields if one[0] != "option-ritual"]
        fields += [("draw", "yes"), ("option-ritual", "on")]
        fields += [(f"seat-{seat}", "bot-1") for seat in (1, 2, 3)]
        made = await host.followed(await host.post("/tables", fields))
        assert "Partners are drawn before the match." in made.text
        table = made.url.path.rpartition("/")[2]
        begun = await host.followed(await host.post(f"/t/{table}/start"))
        assert 'data-stage="drawing"' in begun.text
        room = await site.room(table)
        while 0 in room.to_point:  # a bot may be faster with the piece that the page offers
            form = Page((await host.get(f"/t/{table}")).text).forms["point"]
            await host.send(form, form.buttons[0])
        await until(lambda: room.stage == PLAYING)
        assert 'id="drawn"' in (await host.get(f"/t/{table}")).text
        assert SealedDeal().draw == ()
