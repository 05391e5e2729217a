"""The open API: whole matches by programs, streams, refusals, and what its document promises."""

import asyncio
import json
import random
import re
from contextlib import aclosing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

import goatherd
from goatherd.fairness import verify
from goatherd.web.rooms import rooms
from tests.web.site import OpenSite, Program, seated, serving

pytestmark = pytest.mark.anyio
MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("goat-n-goat", 4, {}),
    ("goat-1916", 4, {}),
    ("goita", 4, {"target": 20}),
    ("goat-lords", 4, {"hand": 3}),
]


# Whole matches


async def play_seat(site: OpenSite, program: Program, table: str, chance: random.Random) -> None:
    """Follow the stream of a seat and decide by chance whenever it is asked."""
    async with aclosing(site.events(f"/api/tables/{table}/events", program.headers)) as events:
        async for block in events:
            seen = view_in(block)
            if seen is None:
                continue
            if seen["stage"] == "over":
                return
            if seen["legal"]:
                choice = chance.choice(seen["legal"])["text"]
                decided = await program.decide(table, seen["version"], choice)
                assert decided.status_code in (200, 409), decided.text


def view_in(block: bytes) -> dict[str, Any] | None:
    """The view that an event brings; None for comments."""
    for line in block.decode().splitlines():
        if line.startswith("data: "):
            view: dict[str, Any] = json.loads(line.removeprefix("data: "))
            return view
    return None


@pytest.mark.parametrize(("game", "players", "options"), MATCHES, ids=lambda given: str(given)[:12])
async def test_programs_play_a_match_to_its_end(
    site: OpenSite, client: httpx.AsyncClient, game: str, players: int, options: dict[str, Any]
) -> None:
    table, programs = await seated(client, game, players, options=options)
    commitment = (await programs[0].see(table))["commitment"]
    chance = random.Random(game)
    async with asyncio.timeout(300):
        await asyncio.gather(*(play_seat(site, one, table, chance) for one in programs))
    seen = await programs[0].see(table)
    assert seen["stage"] == "over"
    record = (await client.get(f"/api/tables/{table}/record")).text
    assert all(check.ok for check in verify(record, commitment, "a nonce 2"))
    again = goatherd.replay(record)
    assert again.scores() == seen["scores"]
    assert again.winners() == seen["winners"]
    assert [list(made) for made in again.decisions()] == seen["history"]
    rounds = (await client.get(f"/api/tables/{table}/rounds")).json()
    assert [one["line"] for one in rounds] == again.lines()
    assert all("?" not in repr(one["cards"]) for one in rounds)
    stored = await site.worker.ledger.load(table)
    assert stored is not None
    assert stored.table.scores == tuple(again.scores())
    assert [row.number for row in stored.decisions] == list(range(len(stored.decisions)))


# Tables


async def test_the_games_and_what_their_options_allow(client: httpx.AsyncClient) -> None:
    listed = (await client.get("/api/games")).json()
    assert [game["name"] for game in listed] == goatherd.games()
    for game in listed:
        loaded = goatherd.load(game["name"])
        assert game["players"] == list(loaded.players)
        assert set(game["options"]) == set(loaded.options())


async def test_only_open_tables_are_listed(client: httpx.AsyncClient) -> None:
    shown, hidden = Program(client), Program(client)
    table = await shown.make("goita", open=True)
    await hidden.make("goita")
    listed = (await client.get("/api/tables")).json()
    assert [one["table"] for one in listed] == [table]
    assert listed[0]["stage"] == "waiting"
    assert listed[0]["seats"] == ["empty"] * 4


async def test_a_table_that_does_not_begin_is_not_listed_for_ever(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = await Program(client).make("goita", open=True)
    played, _ = await seated(client, "goat-1916", 4, open=True)
    monkeypatch.setattr(rooms, "LISTED_WHILE_WAITING", -60.0)
    listed = (await client.get("/api/tables")).json()
    assert [one["table"] for one in listed] == [played]
    home = (await client.get("/")).text
    assert played in home
    assert waiting not in home
    assert (await client.get(f"/t/{waiting}")).status_code == 200


async def test_an_event_is_the_table_as_it_is_asked_for(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-1916", 4)
    for viewer in (programs[1], Program(client)):
        event = await site.first_event(f"/api/tables/{table}/events", viewer.headers)
        assert view_in(event) == await viewer.see(table)


async def test_a_stream_tells_of_every_decision(site: OpenSite, client: httpx.AsyncClient) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    async with aclosing(site.events(f"/api/tables/{table}/events")) as events:
        versions = []
        async for block in events:
            seen = view_in(block)
            if seen is None:
                continue
            versions.append(seen["version"])
            if len(versions) == 6:
                break
            mine = programs[seen["turn"]]
            legal = (await mine.see(table))["legal"]
            assert (await mine.decide(table, seen["version"], legal[0]["text"])).is_success
    assert versions == [0, 1, 2, 3, 4, 5]


async def test_a_stream_goes_on_where_it_was_cut(site: OpenSite, client: httpx.AsyncClient) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    seen = await programs[0].see(table)
    known = programs[0].headers | {"last-event-id": seen["event"]}
    async with aclosing(site.events(f"/api/tables/{table}/events", known)) as events:
        assert view_in(await anext(events)) is None  # the head
        assert view_in(await anext(events)) is None  # a comment: nothing is new
        mine = programs[seen["turn"]]
        legal = (await mine.see(table))["legal"]
        await mine.decide(table, 0, legal[0]["text"])
        news = view_in(await anext(events))
    assert news is not None
    assert news["version"] == 1


@pytest.mark.parametrize(
    ("language", "word"), [("en", "turn"), ("ko", "차례"), ("ja", "番"), ("fr, ja;q=0.5", "番")]
)
async def test_texts_come_in_the_language_that_is_asked_for(
    site: OpenSite, client: httpx.AsyncClient, language: str, word: str
) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    turn = (await programs[0].see(table))["turn"]
    wanted = {"version": 0, "decisions": ["no such thing"]}
    headers = programs[1 - turn].headers | {"accept-language": language}
    refused = await client.post(f"/api/tables/{table}/decisions", json=wanted, headers=headers)
    assert refused.status_code == 409
    assert word in refused.json()["error"]


# What is refused


async def unchanged(site: OpenSite, table: str) -> tuple[object, ...]:
    stored = await site.worker.ledger.load(table)
    assert stored is not None
    return stored.table, stored.seats, stored.decisions


REFUSED: list[tuple[str, Any, int]] = [
    ("decisions", {"version": 0, "decisions": ["no such thing"]}, 422),
    ("decisions", {"version": 7, "decisions": ["draw"]}, 409),
    ("decisions", {"version": -1, "decisions": ["draw"]}, 422),
    ("decisions", {"version": "0", "decisions": ["draw"]}, 422),
    ("decisions", {"version": 0.5, "decisions": ["draw"]}, 422),
    ("decisions", {"version": 1e400, "decisions": ["draw"]}, 422),
    ("decisions", {"version": 10**40, "decisions": ["draw"]}, 409),
    ("decisions", {"version": True, "decisions": ["draw"]}, 422),
    ("decisions", {"version": 0, "decisions": []}, 422),
    ("decisions", {"version": 0, "decisions": ["x" * 101]}, 422),
    ("decisions", {"version": 0, "decisions": ["x"] * 65}, 422),
    ("decisions", {"version": 0, "decisions": ["draw"], "seat": 1}, 422),
    ("decisions", {"version": 0, "decisions": ["take back"]}, 422),
    ("decisions", {"version": 0, "decisions": ["\x00"]}, 422),
    ("decisions", [], 422),
    ("seats", {"seat": 0, "name": "Anna"}, 409),
    ("seats", {"seat": 9, "name": "Anna"}, 409),
    ("start", {"host_key": "wrong"}, 403),
]


async def test_bad_input_is_refused_and_changes_nothing(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    turn = (await programs[0].see(table))["turn"]
    headers = programs[turn].headers | {"content-type": "application/json"}
    before = await unchanged(site, table)
    for what, sent, status in REFUSED:
        body = json.dumps(sent)
        refused = await client.post(f"/api/tables/{table}/{what}", content=body, headers=headers)
        assert refused.status_code == status, (what, sent)
        assert set(refused.json()) == {"error", "rule"}
        assert "Traceback" not in refused.text
        assert await unchanged(site, table) == before


async def test_an_illegal_decision_names_the_rule(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    seen = await programs[0].see(table)
    mine = programs[seen["turn"]]
    legal = {one["text"] for one in (await mine.see(table))["legal"]}
    illegal = next(text for text in goatherd.load("goat-n-goat").actions if text not in legal)
    refused = await mine.decide(table, 0, illegal)
    assert refused.status_code == 422
    assert refused.json()["rule"].startswith("GNG-")


async def test_a_wrong_token_is_no_seat(site: OpenSite, client: httpx.AsyncClient) -> None:
    site.stop_the_keeper()
    table, _ = await seated(client, "goat-n-goat", 2)
    before = await unchanged(site, table)
    for token in ("", "wrong", "x" * 150, "Bearer", "\u00e9"):
        headers = [(b"authorization", f"Bearer {token}".encode())]
        decision = {"version": 0, "decisions": ["draw"]}
        for path, sent in (("decisions", decision), ("take-back?version=0", None)):
            refused = await client.post(f"/api/tables/{table}/{path}", json=sent, headers=headers)
            assert refused.status_code == 403
    assert await unchanged(site, table) == before


async def test_the_token_of_another_seat_or_table_is_refused(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    other, _ = await seated(client, "goat-n-goat", 2)
    turn = (await programs[0].see(table))["turn"]
    legal = (await programs[turn].see(table))["legal"]
    elsewhere = await programs[turn].decide(other, 0, legal[0]["text"])
    assert elsewhere.status_code == 403
    not_their_turn = await programs[1 - turn].decide(table, 0, legal[0]["text"])
    assert not_their_turn.status_code == 409


async def test_a_table_or_record_that_is_not_there(client: httpx.AsyncClient) -> None:
    for table in ("abcdefghjk", "short", "zz", "%00", "a" * 20):
        assert (await client.get(f"/api/tables/{table}")).status_code == 404
    assert (await client.get("/api/no/such/page")).status_code == 404
    table, _ = await seated(client, "goat-n-goat", 2)
    assert (await client.get(f"/api/tables/{table}/record")).status_code == 409


async def test_tables_that_cannot_be(client: httpx.AsyncClient) -> None:
    for wanted, status in (
        ({"game": "chess"}, 404),
        ({"game": "goita", "players": 3}, 422),
        ({"game": "goita", "options": {"target": 5}}, 422),
        ({"game": "goita", "options": {"colour": "red"}}, 422),
        ({"game": "goita", "bots": {"7": 1}}, 422),
        ({"game": "goita", "bots": {"0": 9}}, 422),
        ({"game": "goita", "main": 0, "byoyomi": 0}, 422),
        ({"game": "goita", "main": -1}, 422),
        ({"game": "goita", "increment": -1}, 422),
        ({"game": "goita", "main": 0, "byoyomi": 0, "increment": 0}, 422),
        ({"game": "goita", "increment": 5.0}, 201),
        ({"game": "goat-lords", "options": {"deck": "/etc/passwd"}}, 422),
    ):
        refused = await client.post("/api/tables", json=wanted)
        assert refused.status_code == status, wanted
        assert "root:" not in refused.text


async def test_a_deck_of_ones_own_stands_in_the_record(client: httpx.AsyncClient) -> None:
    deck = "# few\nninja 20 15\nfoodie 4 5\nlord 3 40\n"
    table, programs = await seated(client, "goat-lords", 2, options={"deck": deck, "hand": 3})
    while (await programs[0].see(table))["stage"] == "playing":
        await play_somehow(table, programs)
    record = (await client.get(f"/api/tables/{table}/record")).text
    assert "option deck lord 3 40; ninja 20 15; foodie 4 5;" in record
    assert goatherd.replay(record).record() == record


async def play_somehow(table: str, programs: list[Program]) -> None:
    for program in programs:
        seen = await program.see(table)
        if seen["legal"]:
            await program.decide(table, seen["version"], seen["legal"][0]["text"])


async def test_bad_decks_and_options_are_refused_in_the_readers_language(
    client: httpx.AsyncClient,
) -> None:
    for options, why in (
        ({"deck": "ninja 20 15\nunicorn 2 5"}, "2번째 줄"),
        ({"deck": "ninja ２０ 15"}, "1번째 줄"),
        ({"deck": "ninja 20 15\n" * 400}, "4000"),
        ({"deck": "ninja 8 15\n"}, "LORDS-6"),
        ({"goatinhood": "herds", "ritual": "on"}, "'ritual'"),
    ):
        refused = await client.post(
            "/api/tables",
            json={"game": "goat-lords", "options": options},
            headers={"accept-language": "ko"},
        )
        said = refused.json()["error"]
        assert refused.status_code == 422
        assert why in said
        assert re.search("[가-힣]", said), said


async def test_what_is_no_json_is_refused(client: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/json"}
    for body in (b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"game": 1}'):
        refused = await client.post("/api/tables", content=body, headers=headers)
        assert refused.status_code in (400, 422), body[:10]
        assert refused.json()["error"]


# Two at once


async def test_two_posts_for_one_turn_count_once(site: OpenSite, client: httpx.AsyncClient) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goat-n-goat", 2)
    for version in range(5):
        seen = await programs[0].see(table)
        mine = programs[seen["turn"]]
        legal = [one["text"] for one in (await mine.see(table))["legal"]]
        posts = [mine.decide(table, version, legal[place % len(legal)]) for place in range(6)]
        answers = await asyncio.gather(*posts)
        assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]
    stored = await site.worker.ledger.load(table)
    assert stored is not None
    assert len(stored.decisions) == 5


async def test_decisions_together_are_all_made_or_none(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    site.stop_the_keeper()
    table, programs = await seated(client, "goita", 4, options={"pawn_calls": "off"})
    hand = (await programs[0].see(table))["cards"]["hand 0"]
    low = next(card for card in hand if card != "king")
    refused = await programs[0].decide(table, 0, f"hide {low}", "attack nothing")
    assert refused.status_code == 422
    assert (await programs[0].see(table))["version"] == 0
    rest = hand.copy()
    rest.remove(low)
    attack = next(card for card in rest if card != "king")
    made = await programs[0].decide(table, 0, f"hide {low}", f"attack {attack}")
    assert made.json() == {"version": 2}


# The document

EXAMPLES = 60
"""Of good and of bad input, for each operation."""


def operations(url: str) -> list[Any]:
    """All that the document promises; streams never end, so they are tested above."""
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    return [one.ok() for one in found if not one.ok().path.endswith("/events")]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what Schemathesis is made of
def test_the_api_is_what_its_document_says(tmp_path: Path) -> None:
    """Schemathesis finds no answer that the document does not allow, to good and to bad input."""
    with serving(f"sqlite:///{tmp_path / 'site.db'}") as server:
        tried = 0
        for operation in operations(server.url):
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                with suppress(Unsatisfiable):  # there is nothing bad to send
                    try_out(operation, mode, server.url)
                    tried += 1
        assert tried > 10
    assert "Traceback" not in server.errors


def try_out(operation: Any, mode: GenerationMode, url: str) -> None:
    table = httpx.post(f"{url}/api/tables", json={"game": "goat-1916"}).json()["table"]

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode), st.booleans())
    def tried(case: Any, at_a_table: bool) -> None:
        if at_a_table and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
        if operation.label == "POST /api/tables" and mode is GenerationMode.POSITIVE:
            # Which players, seats and options a game has is more than the document can say.
            for name in ("players", "options", "bots", "main", "byoyomi", "increment", "draw"):
                case.body.pop(name, None)
        if mode is GenerationMode.POSITIVE and isinstance(case.body, dict) and "seal" in case.body:
            case.body.pop("nonce", None)  # one of them, which the document says in words only
        case.call_and_validate()

    tried()


async def test_a_quiet_line_shows_that_it_is_not_dead(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """Every so often, and never because something has changed that a seat may not see."""
    site.stop_the_keeper()
    table, _ = await seated(client, "goita", 4)
    room = await site.room(table)
    async with aclosing(site.events(f"/api/tables/{table}/events")) as events:
        head, greeting, first = [await anext(events) for _ in range(3)]
        assert b"text/event-stream" in head
        assert b"content-security-policy" in head
        assert greeting.startswith(b": goatherd")
        assert b"data:" in first
        following = asyncio.ensure_future(anext(events))
        room.tell()
        await asyncio.sleep(0.05)
        assert not following.done()
        room.beat()
        assert await following == b": still here"
