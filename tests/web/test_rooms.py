"""Tables that are played at: taking back, clocks, stand-ins, Goita's window, and their rows."""

import asyncio
import random
import time
from dataclasses import replace
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goatherd
from goatherd import Match
from goatherd.errors import BadOption
from goatherd.web.ledger.rows import TAKE_BACK, Made
from goatherd.web.refused import Refused
from goatherd.web.rooms.clock import (
    LONGEST_BYOYOMI,
    LONGEST_INCREMENT,
    LONGEST_MAIN,
    Clock,
    TimeControl,
)
from goatherd.web.rooms.room import PLAYING, Room, knowledge, showed_something, way_back
from goatherd.web.rooms.rooms import read_id, waits_for_person
from goatherd.web.rooms.seats import Share
from goatherd.web.rooms.spec import TableSpec
from goatherd.words import Text
from tests.games.goita_positions import deal
from tests.matches import walk
from tests.web.site import Browser, OpenSite, Program, opened, seated, until

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("game", goatherd.games())


@pytest.fixture
def site(site: OpenSite) -> OpenSite:
    """A site at which nothing happens by itself."""
    site.stop_the_keeper()
    return site


async def move(site: OpenSite, room: Room, chance: random.Random) -> None:
    assert room.match is not None
    assert room.match.turn is not None
    decision = chance.choice(room.match.legal())
    await site.worker.rooms.move(room, room.match.turn, room.version, decision)


# Taking back


@every_game
async def test_a_room_loaded_anew_is_the_room(
    site: OpenSite, client: httpx.AsyncClient, game: str
) -> None:
    """After random decisions, some of them taken back and chosen anew."""
    table, _ = await seated(client, game, 4, main=3000, byoyomi=5, increment=3)
    room, chance, taken = await site.room(table), random.Random(f"{game} 1"), 0
    while room.stage == PLAYING and room.version < 120:
        await move(site, room, chance)
        last = room.decided[-1][0]
        if room.stage == PLAYING and room.why_no_take_back(last) is None and chance.random() < 0.5:
            await site.worker.rooms.take_back(room, last, room.version)
            taken += 1
    again = await site.reloaded(table)
    assert again is not room
    assert taken
    assert everything_of(again) == everything_of(room)


def everything_of(room: Room) -> list[Any]:
    assert room.match is not None
    told = [room.version, room.table, room.seats, room.clocks, room.decided, room.match.record()]
    for seat in (None, *range(room.table.players)):
        view = room.view(seat)
        told += [view.state.tobytes(), view.history(), repr(view.table()), room.event_id(seat)]
    return told


@every_game
async def test_take_backs_are_rows_and_lead_to_the_last_choice(
    site: OpenSite, client: httpx.AsyncClient, game: str
) -> None:
    room, before = await until_take_back(site, client, game)
    rows, last = room.version, room.decided[-1][0]
    steps = room.check_take_back(last, rows)
    await site.worker.rooms.take_back(room, last, rows)
    assert room.match is not None
    assert room.match.state.tobytes() == before[-steps].state.tobytes()
    assert room.version == rows + steps
    stored = await site.worker.ledger.load(room.id)
    assert stored is not None
    assert [row.text for row in stored.decisions[rows:]] == [TAKE_BACK] * steps
    with pytest.raises(Refused):  # with the version from before
        await site.worker.rooms.take_back(room, last, rows)


async def until_take_back(
    site: OpenSite, client: httpx.AsyncClient, game: str
) -> tuple[Room, list[Match]]:
    """A table at which the last decision may be taken back, with the match before each of them. In
    some games a whole match may bring none."""
    chance = random.Random(game)
    while True:
        table, _ = await seated(client, game, 4)
        room, before = await site.room(table), list[Match]()
        while room.stage == PLAYING:
            before.append(room.playing().copy())
            await move(site, room, chance)
            if room.why_no_take_back(room.decided[-1][0]) is None:
                return room, before


@pytest.mark.parametrize("game", ["goat-n-goat", "goat-1916"])
def test_what_followed_by_itself_is_taken_back_with_its_cause(game: str) -> None:
    found: set[bool] = set()
    for seed in range(9):
        start = goatherd.load(game).new(players=4, seed=seed)
        for match in walk(start, random.Random(seed), 0 if len(found) == 2 else 90):
            moved = match.decisions() and not match.over
            steps = way_back(match, knowledge(match, match.view)) if moved else Text("")
            if isinstance(steps, int):
                cause = match.copy()
                for _ in range(steps):
                    cause.undo()
                assert cause.turn == match.decisions()[-1][0]
                assert len(cause.legal()) > 1
                found.add(steps > 1)
    assert found == {True, False}


@every_game
async def test_only_the_last_to_act_takes_back_and_only_what_showed_nothing(
    site: OpenSite, client: httpx.AsyncClient, game: str
) -> None:
    """In the same words as the rule: nothing hidden was seen, no chance event, nobody acted."""
    chance, allowed = random.Random(game), 0
    while not allowed:  # a whole match may bring none
        table, _ = await seated(client, game, 4)
        allowed += await allowed_take_backs(site, await site.room(table), chance)


async def allowed_take_backs(site: OpenSite, room: Room, chance: random.Random) -> int:
    """How often something could be taken back in a match, each of them checked."""
    allowed = 0
    while room.stage == PLAYING and room.version < 80:
        assert room.match is not None
        before = room.match.copy()
        await move(site, room, chance)
        if room.match.over or room.question is not None:
            continue
        last = room.decided[-1][0]
        for seat in range(4):
            may = room.why_no_take_back(seat) is None
            assert not may or seat == last
            allowed += may
            if may:
                for viewer in (None, *range(4)):
                    old, now = before.view(viewer), room.match.view(viewer)
                    assert unknown(old.cards()) <= unknown(now.cards())
                    assert now.history()[: len(old.history())] == old.history()
                assert before.state["rng"].tobytes() == room.match.state["rng"].tobytes()
    return allowed


def unknown(cards: dict[str, list[str]]) -> int:
    return sum("?" in card for zone in cards.values() for card in zone)


async def test_what_drew_on_chance_is_not_taken_back() -> None:
    match = goatherd.load("goita").new(seed=1)
    found = set()
    chance = random.Random(1)
    while not match.over:
        before = match.state["rng"].tobytes()
        match.play(chance.choice(match.legal()))
        if match.state["rng"].tobytes() != before:
            assert showed_something(match, knowledge(match, match.view))
            found.add(match.decisions()[-1][1].split()[0])
    assert found


async def test_a_table_without_taking_back(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, programs = await seated(client, "goat-n-goat", 2, take_back=False)
    room, chance = await site.room(table), random.Random(1)
    for _ in range(10):
        await move(site, room, chance)
        last = room.decided[-1][0]
        refused = await programs[last].take_back(table, room.version)
        assert refused.status_code == 409


async def test_nothing_is_taken_back_before_the_first_decision(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, programs = await seated(client, "goat-n-goat", 2)
    assert (await programs[0].take_back(table, 0)).status_code == 409
    waiting = await Program(client).make("goat-n-goat")
    assert (await programs[0].take_back(waiting, 0)).status_code == 403


# Clocks


def test_main_time_runs_first_and_then_byoyomi_for_each_decision() -> None:
    clock = Clock.full(TimeControl(main=60, byoyomi=10))
    assert clock.left(5.0) == (60, 10), "it does not run yet"
    assert clock.decided(45.5).main == 14.5
    assert clock.decided(90.0).main == 0
    later = clock.decided(45.5).running(100.0)
    assert later.left(104.5) == (10, 10)
    assert later.left(120.5) == (0, 4)
    assert later.left(99.0) == (14.5, 10), "a clock that is asked too early"
    assert later.runs_out_in(104.5) == 20
    late = clock.decided(90.0).running(0.0)
    assert late.left(3.0) == (0, 7), "each decision has the whole period again"
    assert late.left(30.0) == (0, 0)
    assert Clock.full(TimeControl(main=5)).running(0.0).runs_out_in(5.0) == 0


def test_an_increment_is_added_with_each_decision() -> None:
    clock = Clock.full(TimeControl(main=60, increment=10))
    assert clock.main == 60, "not before the first one"
    assert clock.decided(20.0).main == 50
    assert clock.decided(20.0).decided(1.0).main == 59
    assert clock.decided(60.0).main == 10, "whoever decides at the last moment has that at least"
    assert Clock.full(TimeControl(main=0, increment=30)).main == 30, "there is nothing else"
    both = Clock.full(TimeControl(main=0, byoyomi=30, increment=5))
    assert both.main == 0
    assert both.decided(29.0).main == 5, "byo-yomi that was used is no debt"
    assert both.decided(29.0).running(0.0).left(10.0) == (0, 25)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 100)), max_size=20), st.integers(0, 50))
def test_taking_back_gains_no_time(steps: list[tuple[bool, float]], increment: int) -> None:
    clock = Clock.full(TimeControl(main=300, byoyomi=10, increment=increment))
    standing = 0
    for takes_back, spent in steps:
        if takes_back and standing:
            clock, standing = clock.taken_back(spent), standing - 1
        else:
            clock, standing = clock.decided(spent), standing + 1
        assert 0 <= clock.main <= 300 + standing * increment
        assert clock.running_since is None
    assert clock.decided(0.0).taken_back(0.0).main == pytest.approx(clock.main)


def test_how_a_clock_is_said() -> None:
    assert TimeControl(600, 30).words().say() == "10:00 + 0:30"
    assert TimeControl(0, 86400).words().say() == "0:00 + 1 d 0:00"
    assert TimeControl(300, 0, 10).words().say() == "5:00, 0:10 more with each decision"
    both = TimeControl(7200, 30, 10).words()
    assert both.say() == "2:00:00, 0:10 more with each decision, then 0:30 for each"
    assert len({both.say(language) for language in ("en", "ko", "ja")}) == 3


@pytest.mark.parametrize(
    "times",
    [
        (0, 0),
        (-1, 30),
        (LONGEST_MAIN + 1,),
        (0, LONGEST_BYOYOMI + 1),
        (1, 0, LONGEST_INCREMENT + 1),
        (600, 30, -1),
    ],
)
def test_there_are_clocks_that_no_table_has(times: tuple[int, ...]) -> None:
    with pytest.raises(BadOption, match=r"seconds|without any time"):
        TimeControl(*times)


def test_a_clock_is_kept_in_the_row_of_a_table() -> None:
    for time_control in (None, TimeControl(600, 30), TimeControl(0, 60), TimeControl(300, 0, 10)):
        spec = TableSpec.checked("goita", options={"target": 50}, time=time_control, hints=False)
        row = spec.row("abcdefghjk", "5e" * 32, "anna", 1.0)
        assert TimeControl.of(row) == time_control
        assert TableSpec.of(row) == spec
    odd = replace(row, clock={"hourglass": 3})
    with pytest.raises(BadOption, match="no such clock"):
        TimeControl.of(odd)


LIMITS = {"main": LONGEST_MAIN, "byoyomi": LONGEST_BYOYOMI, "increment": LONGEST_INCREMENT}


@pytest.mark.parametrize("name", LIMITS)
async def test_pages_programs_and_the_service_have_the_same_limits(
    site: OpenSite, client: httpx.AsyncClient, name: str
) -> None:
    browser = Browser(client)
    page = (await browser.get("/new?game=goita")).text
    shown = {"main": ("minutes", 60), "byoyomi": ("seconds", 1), "increment": ("increment", 1)}
    field, unit = shown[name]
    form = {"minutes": "10", "seconds": "30", "increment": "0"}
    for seconds in (LIMITS[name], LIMITS[name] + unit):
        allowed = seconds <= LIMITS[name]
        times = {"main": 600, name: seconds}
        made = await client.post("/api/tables", json={"game": "goita", **times})
        assert made.status_code == (201 if allowed else 422)
        sent = form | {field: str(seconds // unit)}
        fields = [("game", "goita"), ("players", "4"), ("clock", "own"), *sent.items()]
        assert (await browser.post("/tables", fields)).status_code == (303 if allowed else 422)
        if allowed:
            TimeControl(**times)
            assert f'max="{seconds // unit}"' in page
        else:
            with pytest.raises(BadOption):
                TimeControl(**times)


async def test_a_table_with_an_increment_is_played_and_played_again(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    fields = [("game", "goat-1916"), ("players", "4"), ("clock", "5+0+10"), ("seat-0", "me")]
    made = await browser.post("/tables", [*fields, *((f"seat-{n}", "bot-1") for n in (1, 2, 3))])
    table = made.headers["location"].rpartition("/")[2]
    room = await site.room(table)
    assert room.time == TimeControl(300, 0, 10)
    assert "5:00, 0:10 more with each decision" in (await browser.get(f"/t/{table}")).text
    assert TableSpec.of(room.table).time == room.time
    bad = await browser.post("/tables", [*fields[:2], ("clock", "5+0+10+3")])
    assert bad.status_code == 422


async def test_time_is_spent_by_who_thinks(site: OpenSite, client: httpx.AsyncClient) -> None:
    table, programs = await seated(client, "goat-n-goat", 2, main=100, byoyomi=5, increment=7)
    room = await site.room(table)
    seen = await programs[0].see(table)
    mine = programs[seen["turn"]]
    legal = (await mine.see(table))["legal"]
    room.began -= 30
    await mine.decide(table, 0, legal[0]["text"])
    assert room.clocks is not None
    assert 47 < room.clocks[seen["turn"]].main <= 77
    assert room.clocks[1 - seen["turn"]].main == 100


async def test_nobody_thinks_while_nobody_serves_the_table(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, programs = await seated(client, "goat-n-goat", 2, main=100, byoyomi=5)
    seen = await programs[0].see(table)
    legal = (await programs[seen["turn"]].see(table))["legal"]
    made = [Made(seen["turn"], legal[0]["text"], 0)]
    await site.worker.ledger.append_decisions(table, 0, made, time.time() - 5000)
    again = await site.reloaded(table)
    assert again.version == 1
    assert again.thinking(time.monotonic()) < 100
    assert again.clocks is not None
    assert [clock.main for clock in again.clocks] == [100, 100]


async def test_when_time_is_up_a_bot_takes_the_seat_until_its_owner_is_back(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        table, programs = await seated(client, "goat-n-goat", 2, main=1000, byoyomi=5)
        room = await site.room(table)
        turn = (await programs[0].see(table))["turn"]
        room.began -= 10_000
        site.keep(room)
        await until(lambda: room.seats[turn].stand_in)
        await until(lambda: room.version > 0)
        assert room.decided[0][0] == turn
        assert not room.seats[1 - turn].stand_in
        token = programs[turn].token
        assert token is not None
        async with site.client(cookies={f"seat-{table}": token}) as browser:
            page = await browser.get(f"/t/{table}")
        assert page.status_code == 200
        assert not room.seats[turn].stand_in


async def test_who_leaves_is_played_for_and_comes_back(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        program = Program(client)
        table = await program.make("goat-n-goat", players=2, bots={"1": 1})
        await program.sit(table, 0)
        await program.start(table)
        room = await site.room(table)
        await site.worker.rooms.leave(room, 0)
        await until(lambda: room.table.finished is not None)
        assert room.stage == "over"


@every_game
async def test_an_answer_without_a_choice_is_given_for_a_person(database: str, game: str) -> None:
    """Whenever people are to decide, they have something to choose."""
    async with opened(database) as site, site.client() as client:
        table, _ = await seated(client, game, 4)
        room, chance = await site.room(table), random.Random(3)
        for _ in range(25):
            await until(lambda: room.stage != PLAYING or waits_for_person(room))
            if room.stage != PLAYING:
                break
            assert room.match is not None
            if room.question is not None:  # all answer by the same button, whatever they hold
                await site.worker.rooms.answer(room, room.awaited()[0], room.version, "quiet")
                continue
            assert len(room.match.legal()) > 1
            await move(site, room, chance)


async def test_bots_go_on_after_a_restart(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        site.stop_the_keeper()
        program = Program(client)
        table = await program.make("goat-1916", players=4, bots={"0": 1, "1": 1, "2": 1})
        await program.sit(table, 3)
        await program.start(table)
        await site.worker.rooms.leave(await site.room(table), 3)
    async with opened(database, seed=2) as site:
        await until(lambda: table in site.worker.rooms.by_id)
        room = await site.room(table)
        await until(lambda: room.table.finished is not None)


# Goita's question to all


LIVE = {"main": 600, "byoyomi": 30}


async def asked(
    site: OpenSite, client: httpx.AsyncClient, *hands: str, **clock: int
) -> tuple[Room, list[Program]]:
    """Four people who are asked whether they call."""
    site.stop_the_keeper()
    table, programs = await seated(client, "goita", 4, **clock)
    room = await site.room(table)
    room.match = deal(*hands, calls="on")
    room._turned(time.monotonic())
    return room, programs


CALLER = "pawn*5 gold silver knight"


async def test_answers_come_to_light_together(database: str) -> None:
    """Until the window closes nobody sees an answer; who has no choice is answered for."""
    async with opened(database, window=600.0) as site, site.client() as client:
        room, programs = await asked(site, client, CALLER, **LIVE)
        site.keep(room)
        called = await programs[0].decide(room.id, 0, "call")
        assert called.json() == {"version": 0}
        await until(lambda: room.question is not None and len(room.question.answers) == 4)
        for seat, program in enumerate(programs):
            seen = await program.see(room.id)
            assert seen["history"] == ([[0, "call"]] if seat == 0 else [])
            assert (seen["legal"], room.version) == ([], 0)
        room.window = 0.0
        site.keep(room)
        await until(lambda: room.version >= 4)
        seen = await programs[3].see(room.id)
        assert seen["history"][:4] == [[0, "call"], [1, "quiet"], [2, "quiet"], [3, "quiet"]]


async def test_who_says_nothing_until_the_window_closes_stays_quiet(database: str) -> None:
    async with opened(database, window=0.05) as site, site.client() as client:
        room, _ = await asked(site, client, CALLER, "", "pawn*5", **LIVE)
        site.keep(room)
        await until(lambda: room.version == 4)
        assert [text for _, text in room.decided] == ["quiet"] * 4


@pytest.mark.parametrize("clock", [{}, {"main": 0, "byoyomi": 86400}])
async def test_without_a_live_clock_everybody_answers_by_the_same_button(
    database: str, clock: dict[str, int]
) -> None:
    """Also who can only stay quiet, so that waiting tells nothing; and nobody is hurried."""
    async with opened(database, window=0.0) as site, site.client() as client:
        room, programs = await asked(site, client, "", CALLER, **clock)
        site.keep(room)
        seen = [await one.see(room.id) for one in programs]
        offered = [[one["text"] for one in view["legal"]] for view in seen]
        assert offered == [["quiet"], ["call", "quiet"], ["quiet"], ["quiet"]]
        for seat in (3, 0, 2):
            assert (await programs[seat].decide(room.id, 0, "quiet")).status_code == 200
        assert room.event_id(3) == f"{room.event_id(1)}.answered"
        assert (room.version, room.window_left(time.monotonic())) == (0, None)
        assert (await programs[1].decide(room.id, 0, "call")).status_code == 200
        await until(lambda: room.version >= 4)
        assert room.view(None).history()[:2] == [(0, "quiet"), (1, "call")]


async def test_whoever_plays_alone_is_not_hurried_and_not_asked_without_a_choice(
    database: str,
) -> None:
    async with opened(database, window=0.0) as site, site.client() as client:
        site.stop_the_keeper()
        alone = Program(client)
        table = await alone.make("goita", bots={"1": 1, "2": 1, "3": 1})
        await alone.sit(table, 0)
        await alone.start(table)
        room = await site.room(table)
        for hand, waits in ((CALLER, True), ("", False)):
            room.match, room.version = deal(hand, calls="on"), 0
            room._turned(time.monotonic())
            site.keep(room)
            if waits:
                await until(lambda: room.question is not None and len(room.question.answers) == 3)
                await asyncio.sleep(0.05)
                assert room.version == 0
                assert room.awaited() == [0]
            else:
                await until(lambda: room.version >= 4)


async def test_a_call_of_six_ends_the_question_and_the_next_one_has_its_own_window(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    room, _ = await asked(site, client, "", "pawn*6 gold silver", **LIVE)
    question, service = room.question, site.worker.rooms
    assert question is not None
    await service.answer(room, 1, 0, "call")
    with pytest.raises(Refused):  # whoever is asked before has not answered
        await service.close_question(room)
    assert not question.ends_by_a_call()
    await service.answer(room, 0, 0, "quiet")
    assert question.ends_by_a_call()
    await service.close_question(room)
    assert room.decided == [(0, "quiet"), (1, "call")]
    assert room.question is not None
    assert (room.question is question, room.question.number) == (False, 2)


async def test_answers_outlive_a_restart(site: OpenSite, client: httpx.AsyncClient) -> None:
    """An answer that was taken is on disk, and counts once."""
    site.stop_the_keeper()
    table, programs = await seated(client, "goita", 4)
    room = await site.room(table)
    seat = 2
    assert (await programs[seat].decide(table, 0, "quiet")).status_code == 200
    again = await site.reloaded(table)
    assert again is not room
    assert again.question is not None
    assert again.question.answers == {seat: "quiet"}
    assert again.event_id(seat) == room.event_id(seat)
    assert (await programs[seat].decide(table, 0, "quiet")).status_code == 409
    for other in (0, 1, 3):
        await site.worker.rooms.answer(again, other, 0, "quiet")
    await site.worker.rooms.close_question(again)
    assert again.version == 4
    stored = await site.worker.ledger.load(table)
    assert stored is not None
    assert (stored.answers, len(stored.decisions)) == ((), 4)


async def test_open_calls_are_asked_and_seen_in_turn(database: str) -> None:
    """No window, and nobody is asked before their turn."""
    async with opened(database, window=600.0) as site, site.client() as client:
        site.stop_the_keeper()
        table, programs = await seated(client, "goita", 4)
        room = await site.room(table)
        room.match = deal("pawn*5 gold silver knight", "", "pawn*5", calls="open")
        room._turned(time.monotonic())
        assert room.question is None
        for program in programs:
            assert (await program.see(table))["turn"] == 0
        assert (await programs[2].see(table))["legal"] == []
        assert (await programs[2].decide(table, 0, "call")).status_code == 409
        assert (await programs[0].decide(table, 0, "call")).json() == {"version": 1}
        for program in programs:
            seen = await program.see(table)
            assert seen["turn"] == 1
            assert seen["history"] == [[0, "call"]]
            assert seen["status"]["called"] == [0]
        site.keep(room)
        await until(lambda: room.version == 2)  # who has no choice is answered for, after a pause
        assert room.decided[-1] == (1, "quiet")
        assert room.match is not None
        assert room.match.turn == 2


# Seats


async def test_a_full_table_seats_nobody_else(site: OpenSite, client: httpx.AsyncClient) -> None:
    program = Program(client)
    table = await program.make("goat-n-goat", players=2, bots={"1": 1})
    await program.sit(table, 0)
    for seat, words in ((0, "sits there already"), (1, "bot"), (2, "no such seat")):
        sent = {"seat": seat, "name": "Late"}
        refused = await client.post(f"/api/tables/{table}/seats", json=sent)
        assert refused.status_code in (404, 409)
        assert words in refused.json()["error"]
    room = await site.room(table)
    assert [row.name for row in room.seats if row.kind == "person"] == ["Program 0"]


async def test_two_who_want_one_seat(site: OpenSite, client: httpx.AsyncClient) -> None:
    table = await Program(client).make("goat-n-goat", players=2)
    wanted = [{"seat": 0, "name": f"Goat {number}"} for number in range(5)]
    answers = await asyncio.gather(
        *(client.post(f"/api/tables/{table}/seats", json=sent) for sent in wanted)
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]


async def test_a_match_needs_somebody_and_begins_once(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    program = Program(client)
    table = await program.make("goat-n-goat", players=2)
    start = f"/api/tables/{table}/start"
    assert (await client.post(start, json={"host_key": program.host_key})).status_code == 409
    await program.sit(table, 1)
    begun = [client.post(start, json={"host_key": program.host_key}) for _ in range(3)]
    answers = await asyncio.gather(*begun)
    assert sorted(answer.status_code for answer in answers) == [204, 409, 409]
    room = await site.room(table)
    assert [row.kind for row in room.seats] == ["bot", "person"]


async def test_a_rematch_is_one_table_for_everybody(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, _ = await seated(client, "goat-1916", 4)
    room, chance = await site.room(table), random.Random(1)
    people = [row.person for row in room.seats]
    assert people[0] is not None
    with pytest.raises(Refused):
        await site.worker.rooms.rematch(room, people[0])
    while room.stage == PLAYING:
        await move(site, room, chance)
    first = await site.worker.rooms.rematch(room, people[0])
    assert people[1] is not None
    assert await site.worker.rooms.rematch(room, people[1]) == first
    again = await site.room(first)
    assert [row.person for row in again.seats] == people
    assert again.stage == "waiting"
    assert again.table.secret != room.table.secret
    with pytest.raises(Refused):
        await site.worker.rooms.rematch(again, "a stranger")


async def test_rooms_that_nobody_uses_are_forgotten_and_found_again(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, programs = await seated(client, "goat-n-goat", 2)
    rooms = site.worker.rooms
    rooms._used[table] = time.monotonic() - 1e6
    rooms.forget_unused()
    assert table not in rooms.by_id
    assert (await programs[0].see(table))["stage"] == "playing"
    assert table in rooms.by_id


@pytest.mark.parametrize("code", ["ABCDE-FGHJK", " abcdefghjk ", "abcde fghjk"])
def test_a_code_may_be_typed_in_many_ways(code: str) -> None:
    assert read_id(code) == "abcdefghjk"


@pytest.mark.parametrize("code", ["", "abc", "abcdefghj1", "abcdefghji", "../../etc", "a" * 11])
def test_what_is_no_code(code: str) -> None:
    with pytest.raises(Refused):
        read_id(code)


# Several workers


async def test_a_room_hears_of_what_another_worker_wrote(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    table, programs = await seated(client, "goat-n-goat", 2)
    ours, theirs = await site.room(table), await site.reloaded(table)
    turn = (await programs[0].see(table))["turn"]
    legal = (await programs[turn].see(table))["legal"]
    rooms = site.worker.rooms
    await rooms.decide(theirs, turn, 0, [legal[0]["text"]])
    with pytest.raises(Refused):  # it did not know; now it does
        await rooms.decide(ours, turn, 0, [legal[-1]["text"]])
    assert ours.version == 1
    await rooms.say(theirs, 0, "Anna", "hello")
    await rooms.catch_up(ours)
    assert [message.text for message in ours.messages] == ["hello"]
    assert ours.table == theirs.table


async def test_what_was_told_at_another_worker_counts_at_once(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """Somebody sits down at one worker, begins at the other, and knows a decision before it."""
    table = await Program(client).make("goat-n-goat", players=2)
    ours, theirs = await site.room(table), await site.reloaded(table)
    rooms = site.worker.rooms
    await rooms.sit(theirs, 0, "anna", "Anna", Share())
    await rooms.sit(ours, 1, "ben", "Ben", Share())
    await rooms.start(theirs, 1)
    await rooms.catch_up(ours)
    for room, behind in ((ours, theirs), (theirs, ours)):
        assert room.match is not None
        assert room.match.turn is not None
        legal = room.match.legal()
        await rooms.decide(room, room.match.turn, room.version, legal[:1])
        assert behind.version == room.version - 1
        turn, after = room.match.turn, room.match.legal()
        await rooms.decide(behind, turn, room.version, after[:1])
        await rooms.catch_up(room)
    assert ours.decided == theirs.decided
    assert len(ours.decided) == 4


async def test_a_decision_is_written_for_the_position_it_was_checked_in(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    """Also where the room hears of another worker's between the check and the writing."""
    table, _ = await seated(client, "goat-n-goat", 2)
    ours, theirs = await site.room(table), await site.reloaded(table)
    rooms = site.worker.rooms
    assert ours.match is not None
    assert ours.match.turn is not None
    turn, legal = ours.match.turn, ours.match.legal()
    await rooms.decide(theirs, turn, 0, legal[:1])
    news = await rooms.ledger.news(table, ours.version, ours.table.changes)
    assert news is not None
    deciding = asyncio.create_task(rooms.decide(ours, turn, 0, legal[-1:]))
    await asyncio.sleep(0)  # it is checked now, and about to be written
    ours.hear(news, time.monotonic())
    with pytest.raises(Refused):
        await deciding
    assert ours.decided == [(turn, legal[0])]
    assert everything_of(await site.reloaded(table)) == everything_of(ours)


async def test_a_decision_is_learnt_once(
    site: OpenSite, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though a worker may hear of what it wrote before it is told that it is written."""
    table, _ = await seated(client, "goat-n-goat", 2)
    room, rooms = await site.room(table), site.worker.rooms
    append = rooms.ledger.append_decisions

    async def append_and_hear(*given: Any) -> bool:
        written = await append(*given)
        await rooms.catch_up(room)
        return written

    monkeypatch.setattr(rooms.ledger, "append_decisions", append_and_hear)
    await move(site, room, random.Random(1))
    assert (room.version, len(room.decided)) == (1, 1)
    assert everything_of(await site.reloaded(table)) == everything_of(room)
