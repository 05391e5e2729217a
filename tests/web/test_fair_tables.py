"""Sealed nonces at live tables: sitting down, freezing, opening, void deals, and an attacker."""

import asyncio
import json
import secrets
from typing import Any

import httpx
import pytest

import goatherd
from goatherd.fairness import commitment_of, hash_of, seal_of, verify
from goatherd.proof import MOST_VOID, SealedDeal
from goatherd.web.ledger import Ledger
from goatherd.web.ledger.rows import VoidDeal
from goatherd.web.refused import Refused
from goatherd.web.rooms import dealing
from goatherd.web.rooms.room import DEALING, PLAYING, WAITING
from goatherd.web.rooms.rooms import Rooms
from goatherd.web.rooms.seats import Share
from tests.web.site import Answer, Browser, Json, OpenSite, Page, Program, until

pytestmark = pytest.mark.anyio


class Sealer(Program):
    """A program that seals a nonce, looks at what the table fixes, and then opens it."""

    nonce = digest = ""

    async def seal(self, table: str, seat: int) -> None:
        self.nonce = secrets.token_hex(16)
        sealed = seal_of(table, seat, self.nonce)
        sitting = {"seat": seat, "name": f"Sealer {seat}", "seal": sealed}
        answer = await self.http.post(f"/api/tables/{table}/seats", json=sitting)
        assert answer.status_code == 201, answer.text
        self.token = answer.json()["token"]

    async def seal_anew(self, table: str, seat: int) -> None:
        self.nonce = secrets.token_hex(16)
        sealed = {"seal": seal_of(table, seat, self.nonce)}
        answer = await self.http.post(
            f"/api/tables/{table}/seal", json=sealed, headers=self.headers
        )
        assert answer.status_code == 204, answer.text

    async def look(self, table: str, seat: int) -> Json:
        """Note the digest down, if it holds the own seal."""
        deal: Json = (await self.see(table))["deal"]
        told = json.loads(deal["statement"])
        assert told[3] == table
        assert told[-1][seat] == f"person {seal_of(table, seat, self.nonce)}"
        assert hash_of(*told) == deal["digest"]
        self.digest = deal["digest"]
        return deal

    async def open(self, table: str, nonce: str = "") -> Answer:
        return await self.http.post(
            f"/api/tables/{table}/open", json={"nonce": nonce or self.nonce}, headers=self.headers
        )


async def two_sealed(client: httpx.AsyncClient, **wanted: Any) -> tuple[str, list[Sealer]]:
    """A frozen table of two."""
    people = [Sealer(client), Sealer(client)]
    table = await people[0].make("goat-1916", players=4, **wanted)
    for seat, one in enumerate(people):
        await one.seal(table, seat)
    await people[0].start(table)
    return table, people


async def test_nobody_is_dealt_to_before_all_have_opened(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, (one, other) = await two_sealed(client)
    assert (await one.see(table))["stage"] == DEALING
    assert (await one.look(table, 0))["unopened"] == [0, 1]
    await other.look(table, 1)
    assert one.digest == other.digest
    assert (await one.open(table)).status_code == 204
    seen = await one.see(table)
    assert (seen["stage"], seen["deal"]["unopened"]) == (DEALING, [1])
    assert (await other.open(table)).status_code == 204
    assert (await one.open(table)).status_code == 204, "sent twice, it counts once"
    seen = await one.see(table)
    assert (seen["stage"], seen["deal"]["digest"]) == (PLAYING, one.digest)
    room = await site.room(table)
    assert room.match is not None
    record = room.match.record()
    for person in (one, other):
        checks = verify(record, nonce=person.nonce, digest=person.digest)
        assert all(check.ok for check in checks)
    assert "fair seat 2 bot 3" in record
    again = await site.reloaded(table)
    assert again.match is not None
    assert again.match.record() == record


async def test_what_is_opened_is_what_was_sealed(client: httpx.AsyncClient) -> None:
    table, (one, other) = await two_sealed(client)
    for wrong in ("something else", other.nonce):
        refused = await one.open(table, wrong)
        assert refused.status_code == 422
        assert "not the nonce that was sealed" in refused.json()["error"]
    stranger = Program(client)
    refused = await client.post(f"/api/tables/{table}/open", json={"nonce": one.nonce})
    assert (refused.status_code, stranger.token) == (403, None)
    assert (await one.see(table))["deal"]["unopened"] == [0, 1]


async def test_nothing_can_be_changed_once_the_table_has_frozen(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, (one, _) = await two_sealed(client)
    room, service = await site.room(table), site.worker.rooms
    fixed = room.deal
    for change in (
        service.sit(room, 2, "late", "Late", Share(seal="5e" * 32)),
        service.sit(room, 0, "late", "Late", Share()),
        service.set_seat(room, 2, 1),
        service.start(room, 5),
    ):
        with pytest.raises(Refused):
            await change
    assert room.deal == fixed
    assert (await one.open(table)).status_code == 204


async def test_a_nonce_is_told_to_nobody_before_the_end(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, people = await two_sealed(client)
    for one in people:
        shown = [str(await one.see(table)), (await client.get(f"/t/{table}")).text]
        shown.append((await client.get("/")).text)
        assert not any(other.nonce in page for other in people for page in shown)
        await one.open(table)


async def test_who_does_not_open_in_time_loses_the_seat_and_all_begin_anew(
    site: OpenSite, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "QUICKLY", 0.2)
    site.stop_the_keeper()
    table, (one, other) = await two_sealed(client, main=60, byoyomi=10)
    room = await site.room(table)
    first, secret, digest = room.commitment, room.table.secret, room.deal
    await one.look(table, 0)
    await one.open(table)
    site.keep(room)
    await until(lambda: room.stage == WAITING)
    monkeypatch.setattr(dealing, "QUICKLY", 90.0)
    assert digest is not None
    assert room.table.secret != secret
    assert [row.kind for row in room.seats] == ["person", "empty", "bot", "bot"]
    assert room.seats[0].seal is None, "what was opened is known by now"
    again = await site.reloaded(table)
    assert again.commitment == room.commitment != first
    refused = await other.open(table)
    assert refused.status_code == 403
    await one.seal_anew(table, 0)
    await one.start(table)
    await one.look(table, 0)
    await one.open(table)
    played = await site.room(table)
    assert played.match is not None
    text = played.match.record()
    checks = verify(text, digest=one.digest)
    assert all(check.ok for check in checks)
    fair = goatherd.replay(text).fair
    assert isinstance(fair, SealedDeal)
    assert [deal.failed for deal in fair.void] == [(1,)]
    assert fair.void[0].commitment == first == commitment_of(secret)
    assert fair.void[0].digest == digest.digest


async def test_the_host_need_not_wait_for_ever(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, (one, _) = await two_sealed(client)
    await one.open(table)
    room, service = await site.room(table), site.worker.rooms
    with pytest.raises(Refused, match="Give them a moment"):
        await service.call_off(room, 60.0)
    await service.call_off(room, 0.0)
    assert (room.stage, room.table.voids[0]["failed"]) == (WAITING, [1])
    with pytest.raises(Refused, match="No deal waits"):
        await service.call_off(room, 0.0)


async def test_who_leaves_a_frozen_table_makes_the_deal_void_unless_they_have_opened(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, (one, other) = await two_sealed(client)
    await one.open(table)
    room, service = await site.room(table), site.worker.rooms
    await service.leave(room, 0)
    assert room.stage == DEALING, "what they had to do is done: a bot plays on"
    assert (await other.open(table)).status_code == 204
    assert [row.stand_in for row in room.seats] == [True, False, False, False]
    table, people = await two_sealed(client)
    room = await site.room(table)
    await service.leave(room, 1)
    assert (room.stage, room.table.voids[0]["failed"]) == (WAITING, [1])
    assert people[0].nonce not in str(room.table.voids), "it was not even opened"


async def test_a_table_over_days_waits_and_a_live_one_does_not(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    for clock, patience in (
        ({}, dealing.BY_AND_BY),
        ({"main": 600, "byoyomi": 30}, dealing.QUICKLY),
        ({"main": 0, "byoyomi": 86400}, dealing.BY_AND_BY),
        ({"main": 0, "byoyomi": 7 * 86400}, 7 * 86400.0),
    ):
        table = await Program(client).make("goita", **clock)
        assert dealing.time_to_open((await site.room(table)).table) == patience


async def test_a_nonce_may_be_left_with_the_table(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """The match begins without its owner, and the record says that the table knew it."""
    sealer, absent = Sealer(client), Program(client)
    table = await sealer.make("goat-1916", players=4)
    await sealer.seal(table, 0)
    await absent.sit(table, 1, nonce="left")
    await sealer.start(table)
    assert (await sealer.look(table, 0))["unopened"] == [0]
    await sealer.open(table)
    room = await site.room(table)
    assert room.match is not None
    text = room.match.record()
    assert f"fair seat 1 left {seal_of(table, 1, 'left 1')}" in text
    assert all(check.ok for check in verify(text, digest=sealer.digest, nonce="left 1"))


async def test_one_person_and_bots_begin_at_once(site: OpenSite, client: httpx.AsyncClient) -> None:
    """As soon as their own page has opened: nobody else is waited for."""
    alone = Sealer(client)
    table = await alone.make("goita", bots={"1": 1, "2": 2, "3": 5})
    await alone.seal(table, 0)
    await alone.start(table)
    await alone.look(table, 0)
    await alone.open(table)
    assert (await alone.see(table))["stage"] == PLAYING


async def test_without_scripts_words_are_sealed_by_the_table(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    host = Browser(client)
    page = (await host.get("/new?game=goita")).text
    assert "left with the table, which then knows it before" in page
    form = Page(page).forms["/tables"]
    form.fields += [("words", "typed by hand"), ("seat-1", "bot-1")]
    table = (await host.send(form, ("", "", ""))).url.path.rpartition("/")[2]
    begun = await host.followed(await host.post(f"/t/{table}/start"))
    assert 'data-stage="playing"' in begun.text
    room = await site.room(table)
    assert room.match is not None
    text = room.match.record()
    assert f"fair seat 0 left {seal_of(table, 0, 'typed by hand')}" in text
    assert all(check.ok for check in verify(text, nonce="typed by hand"))


async def test_two_workers_take_two_nonces_at_once(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, (one, other) = await two_sealed(client)
    service, ours = site.worker.rooms, await site.room(table)
    async with Ledger(site.worker.settings.database) as ledger:
        theirs = Rooms(ledger, window=0.0)
        room = await theirs.get(table)
        await asyncio.gather(
            service.open_nonce(ours, 0, one.nonce), theirs.open_nonce(room, 1, other.nonce)
        )
        await service.catch_up(ours)
        await theirs.catch_up(room)
        assert ours.stage == room.stage == PLAYING
        assert ours.match is not None
        assert room.match is not None
        assert ours.match.record() == room.match.record()


async def test_a_frozen_table_is_waited_for_after_a_restart(
    site: OpenSite, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.stop_the_keeper()
    table, _ = await two_sealed(client)
    monkeypatch.setattr(dealing, "BY_AND_BY", 0.1)
    site.worker.rooms.by_id.clear()
    keeper = site.worker.keeper
    site.worker.rooms.after_change = keeper.see_to
    await type(keeper).take_duty(keeper)
    room = await site.room(table)
    await until(lambda: room.stage == WAITING)
    assert room.table.voids[0]["failed"] == [0, 1]


async def test_a_table_that_fails_too_often_deals_no_more(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table = await Program(client).make("goita")
    room, service = await site.room(table), site.worker.rooms
    await service.sit(room, 0, "anna", "Anna", Share(seal="5e" * 32))
    void = VoidDeal(secret="5e" * 32, seats=["bot 1"] * 4, nonces=[], failed=[0])
    async with room.lock:
        await service.change(room, {"voids": [void] * MOST_VOID})
    with pytest.raises(Refused, match="Too many deals"):
        await service.start(room, 1)


async def test_the_owner_bends_the_database_behind_a_frozen_table(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """Whatever is changed once the digest was noted, `verify` shows it."""
    for bent in (
        """UPDATE tables SET options = '{"red": 3}'""",
        f"UPDATE tables SET secret = '{'0d' * 32}'",
        "UPDATE seats SET level = 5 WHERE kind = 'bot'",
        "UPDATE seats SET kind = 'person', level = NULL WHERE seat = 3",
        "UPDATE seats SET seal = NULL, nonce = NULL WHERE seat = 1",
        "UPDATE tables SET voids = '[]', frozen = 1.0",
    ):
        table, people = await two_sealed(client)
        for seat, one in enumerate(people):
            await one.look(table, seat)
            await one.open(table)
        async with Ledger(site.worker.settings.database) as ledger:
            await run(ledger, bent)
        record = (await site.reloaded(table)).match
        assert record is not None
        checks = verify(record.record(), digest=people[0].digest)
        assert all(check.ok for check in checks) == ("voids" in bent), bent


async def run(ledger: Ledger, statement: str) -> None:
    from sqlalchemy import create_engine, text

    engine = create_engine(ledger.url)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()
