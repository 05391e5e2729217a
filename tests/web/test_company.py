"""Who sits with whom: look-alike names, seats in the chat, and the host's word before the match."""

import httpx
import pytest

from goatherd.web.refused import Refused
from tests.web.site import Browser, OpenSite, Page, Program

pytestmark = pytest.mark.anyio


async def waiting(site: OpenSite, client: httpx.AsyncClient) -> tuple[str, Browser]:
    """A table of four that waits, and its host at seat 0."""
    host = Browser(client)
    form = Page((await host.get("/new?game=goita")).text).forms["/tables"]
    kept = {name: value for name, value in form.fields if not name.startswith("option")}
    seats = {"seat-0": "me", **{f"seat-{seat}": "open" for seat in range(1, 4)}}
    made = await host.post("/tables", list((kept | {"players": "4"} | seats).items()))
    assert made.status_code == 303, made.text
    return str(made.headers["location"]).rpartition("/")[2], host


async def sit(browser: Browser, table: str, seat: int, name: str) -> httpx.Response:
    fields = [("seat", str(seat)), ("name", name), ("words", "mine")]
    return await browser.post(f"/t/{table}/sit", fields, headers={"x-fragment": "1"})


@pytest.mark.parametrize("other", ["Yuki", "ΥUKΙ", "yuki\u200b", "Ｙｕｋｉ", "Yúki", "Y uki"])
async def test_two_who_look_alike_do_not_sit_at_one_table(
    site: OpenSite, client: httpx.AsyncClient, other: str
) -> None:
    table, _ = await waiting(site, client)
    async with site.client() as second, site.client() as third:
        first = await sit(Browser(second), table, 1, "Yuki")
        assert first.status_code == 200, first.text
        refused = await sit(Browser(third), table, 2, other)
        assert refused.status_code == 409
        assert "looks the same" in refused.text
    room = await site.room(table)
    assert [row.kind for row in room.seats] == ["person", "person", "empty", "empty"]


async def test_programs_are_held_to_it_too(site: OpenSite, client: httpx.AsyncClient) -> None:
    program = Program(client)
    table = await program.make("goita", players=4)
    await program.sit(table, 0, "Modern")
    for name, status in (("Modem", 409), ("Bot", 422), ("Seat 3", 422), ("Ada", 201)):
        asked = {"seat": 1, "name": name, "nonce": "n"}
        answer = await client.post(f"/api/tables/{table}/seats", json=asked)
        assert answer.status_code == status, (name, answer.text)
    unnamed = {"seat": 2, "name": "\u200b", "nonce": "n"}
    assert (await client.post(f"/api/tables/{table}/seats", json=unnamed)).status_code == 201


async def test_who_moves_to_another_seat_keeps_the_name(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, _ = await waiting(site, client)
    async with site.client() as second:
        browser = Browser(second)
        for seat in (1, 2):
            assert (await sit(browser, table, seat, "Yuki")).status_code == 200
    assert [row.name for row in (await site.room(table)).seats][1:] == ["", "Yuki", ""]


async def test_nobody_is_called_like_a_bot(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, _ = await waiting(site, client)
    async with site.client() as second:
        answer = await sit(Browser(second), table, 1, "Вot 3")
        assert answer.status_code == 200
    assert (await site.room(table)).seats[1].name.startswith("Goat ")


async def test_the_chat_says_from_which_seat(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, host = await waiting(site, client)
    await host.post(f"/t/{table}/say", [("text", "I sit here")])
    async with site.client() as second:
        watcher = Browser(second)
        await watcher.post(f"/t/{table}/say", [("text", "I watch")])
    await site.worker.rooms.start(await site.room(table), 1)
    page = (await host.get(f"/t/{table}")).text
    told = page.partition('id="messages"')[2].partition("</ol>")[0].split("<li>")[1:]
    assert ["Seat 1" in one for one in told] == [True, False]
    assert ["watching" in one for one in told] == [False, True]


async def test_the_host_removes_somebody_before_the_match(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, host = await waiting(site, client)
    async with site.client() as second:
        guest = Browser(second)
        await sit(guest, table, 1, "Yuki")
        mine = await guest.post(f"/t/{table}/remove", [("remove", "0")])
        assert mine.status_code == 403
        form = Page((await host.get(f"/t/{table}")).text).forms["seats"]
        button = next(one for one in form.buttons if one[2].endswith("/remove"))
        assert button[:2] == ("remove", "1")
        await host.send(form, button)
        assert (await site.room(table)).seats[1].kind == "empty"
        own = await host.post(f"/t/{table}/remove", [("remove", "0")])
        assert own.status_code == 422
        assert (await host.post(f"/t/{table}/remove", [("remove", "3")])).status_code == 404
        await site.worker.rooms.start(await site.room(table), 1)
        late = await host.post(f"/t/{table}/remove", [("remove", "0")])
        assert late.status_code == 409


async def test_a_program_whose_answer_was_lost_gets_its_seat_again(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    program = Program(client)
    table = await program.make("goita", players=4)
    asked = {"seat": 1, "name": "Ada", "nonce": "n", "again": "a secret of sixteen"}
    answers = [await client.post(f"/api/tables/{table}/seats", json=asked) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    other = asked | {"again": "another secret, too"}
    refused = await client.post(f"/api/tables/{table}/seats", json=other)
    assert refused.status_code == 409


async def test_the_host_of_an_api_table_frees_a_seat(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    program = Program(client)
    table = await program.make("goita", players=4)
    await program.sit(table, 1)
    where = f"/api/tables/{table}/remove"
    wrong = await client.post(where, json={"host_key": "x" * 24, "seat": 1})
    assert wrong.status_code == 403
    freed = await client.post(where, json={"host_key": program.host_key, "seat": 1})
    assert freed.status_code == 204, freed.text
    assert (await site.room(table)).seats[1].kind == "empty"
    gone = await client.get(f"/api/tables/{table}", headers=program.headers)
    assert gone.status_code == 403


# Who may speak, and who is heard


def lines(page: str) -> list[str]:
    return page.partition('id="messages"')[2].partition("</ol>")[0].split("<li>")[1:]


async def say(browser: Browser, table: str, text: str) -> httpx.Response:
    return await browser.post(f"/t/{table}/say", [("text", text)], headers={"x-fragment": "1"})


@pytest.mark.parametrize("begun", [False, True])
async def test_the_host_silences_somebody_who_watches(
    site: OpenSite, client: httpx.AsyncClient, begun: bool
) -> None:
    table, host = await waiting(site, client)
    if begun:
        await site.worker.rooms.start(await site.room(table), 1)
    async with site.client() as second:
        watcher = Browser(second)
        await say(watcher, table, "I see all")
        assert (await watcher.post(f"/t/{table}/silence", [("silence", "0")])).status_code == 403
        page = await host.get(f"/t/{table}")
        assert 'aria-label="Silence: Goat' in page.text
        form = Page(page.text).forms["ears"]
        button = next(one for one in form.buttons if one[0] == "silence")
        await host.send(form, button)
        refused = await say(watcher, table, "I say all")
        assert refused.status_code == 403
        assert "asked you to be silent" in refused.text
        await watcher.post("/me", [("name", "Somebody Else"), ("language", "en")])
        assert (await say(watcher, table, "It is me")).status_code == 403
        stored = await site.worker.ledger.load(table)
        assert stored is not None
        assert len(stored.table.silenced) == 1
        assert len(stored.messages) == 1
        form = Page((await host.get(f"/t/{table}")).text).forms["ears"]
        await host.send(form, next(one for one in form.buttons if one[0] == "speak"))
        assert (await say(watcher, table, "Thank you")).status_code == 200


async def test_silence_holds_at_other_workers_and_after_a_restart(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, _ = await waiting(site, client)
    rooms, ours, theirs = site.worker.rooms, await site.room(table), await site.reloaded(table)
    await rooms.say(theirs, None, "Eve", "BLEAT", "eve")
    await rooms.catch_up(ours)
    await rooms.silence(ours, 0, silent=True)
    for room in (theirs, await site.reloaded(table)):
        with pytest.raises(Refused, match="silent"):
            await rooms.say(room, None, "Somebody Else", "BLEAT", "eve")
        await rooms.say(room, None, "Ada", "grass", "ada")


async def test_players_are_not_silenced(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, host = await waiting(site, client)
    async with site.client() as second:
        guest = Browser(second)
        await sit(guest, table, 1, "Yuki")
        await say(guest, table, "I play")
        refused = await host.post(f"/t/{table}/silence", [("silence", "0")])
        assert refused.status_code == 422
        assert (await host.post(f"/t/{table}/silence", [("silence", "7")])).status_code == 404
        assert (await say(guest, table, "I go on")).status_code == 200


async def test_who_mutes_somebody_is_sent_their_lines_no_more(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """In pages and streams of their own alone, and nobody is told."""
    table, host = await waiting(site, client)
    await site.worker.rooms.start(await site.room(table), 1)
    async with site.client() as second, site.client() as third:
        loud, other = Browser(second), Browser(third)
        await say(loud, table, "BLEAT")
        await say(other, table, "grass")
        before = await site.room(table)
        known = (before.event_id(None), before.table, before.messages)
        others = [(await one.get(f"/t/{table}")).text for one in (loud, other)]
        form = Page((await host.get(f"/t/{table}")).text).forms["ears"]
        button = next(one for one in form.buttons if one[:2] == ("mute", "0"))
        await host.send(form, button)
        await say(loud, table, "BLEAT again")
        page = (await host.get(f"/t/{table}")).text
        event = (await site.first_event(f"/t/{table}/events", host.cookies())).decode()
        for told in (page, event):
            assert "BLEAT" not in told
            assert "grass" in told
        stored = await site.worker.ledger.load(table)
        assert stored is not None
        assert (stored.table.silenced, stored.messages[:2]) == ((), known[2])
        for one, page_before in zip((loud, other), others, strict=True):
            page = (await one.get(f"/t/{table}")).text
            assert "BLEAT again" in page
            assert page.count("Hear everybody") == page_before.count("Hear everybody") == 0
        form = Page((await host.get(f"/t/{table}")).text).forms["ears"]
        await host.post(f"/t/{table}/mute", [])
        assert "BLEAT again" in (await host.get(f"/t/{table}")).text


async def test_muting_changes_nothing_that_others_see(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, host = await waiting(site, client)
    await site.worker.rooms.start(await site.room(table), 1)
    site.stop_the_keeper()
    async with site.client() as second:
        loud = Browser(second)
        await say(loud, table, "BLEAT")
        room = await site.room(table)
        before = (room.event_id(None), room.table.changes, (await loud.get(f"/t/{table}")).text)
        await host.post(f"/t/{table}/mute", [("mute", "0")])
        room = await site.room(table)
        assert before == (
            room.event_id(None), room.table.changes, (await loud.get(f"/t/{table}")).text
        )  # fmt: skip
        assert (await host.post(f"/t/{table}/mute", [("mute", "9")])).status_code == 404


async def test_programs_are_sent_no_chat(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, host = await waiting(site, client)
    await say(host, table, "BLEAT")
    assert "BLEAT" not in (await client.get(f"/api/tables/{table}")).text


async def test_lines_of_a_person_who_is_forgotten_go_with_their_silence(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, _ = await waiting(site, client)
    rooms, room = site.worker.rooms, await site.room(table)
    await rooms.say(room, None, "Eve", "BLEAT", "eve_1")
    await rooms.say(room, None, "Evi", "grass", "eve-1")
    await rooms.silence(room, 0, silent=True)
    await rooms.silence(room, 1, silent=True)
    await site.worker.ledger.forget("eve_1")
    stored = await site.worker.ledger.load(table)
    assert stored is not None
    assert [row.text for row in stored.messages] == ["grass"]
    assert stored.table.silenced == ("", "eve-1")
