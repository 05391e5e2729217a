"""Nothing leaks: what a viewer cannot know changes no byte of what they get.

Each game is played a while; then the truth behind the table is exchanged for another that the
viewer cannot tell from it, and everything that can be asked for is asked for again.
"""

import asyncio
import random
import time
from contextlib import aclosing
from itertools import product
from typing import Any, cast

import httpx
import pytest

import goatherd
from goatherd import Match, View
from goatherd.bots.pool.pool import BotPool
from goatherd.web.rooms.clock import Clock, TimeControl
from goatherd.web.rooms.keeper import Keeper, Pauses
from goatherd.web.rooms.room import Room
from goatherd.web.rooms.rooms import Rooms
from tests.games.goita_positions import deal, exchanged, hand
from tests.matches import walk
from tests.web.site import PATIENCE, OpenSite, Program, opened, seated, until
from tests.web.watch import PLAYERS, Watch, leaks, table_at, twins, viewers, written

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("game", goatherd.games())

POSITIONS = (0, 7, 40)
"""Decisions after which the truth is exchanged."""


@pytest.fixture
def site(site: OpenSite) -> OpenSite:
    """A site at which nothing happens by itself."""
    site.stop_the_keeper()
    return site


async def exchange(room: Room, match: Match) -> None:
    """Put another truth behind the table."""
    room.match = match
    room._turned(room.began)
    room.tell()


@every_game
async def test_what_a_viewer_cannot_know_changes_no_byte_that_they_get(
    site: OpenSite, game: str
) -> None:
    async with site.client() as client:
        for decisions in POSITIONS if "sqlite" in site.worker.settings.database else POSITIONS[1:2]:
            room, tokens = await table_at(site, client, game, decisions)
            truth = room.match
            assert truth is not None
            for seat in viewers(truth):
                token = None if seat is None else tokens[seat]
                async with Watch(site, room.id, seat, token) as watch:
                    for twin in twins(truth, seat):
                        assert await leaks(site, watch, truth, twin) == set(), (decisions, seat)


async def test_a_piece_laid_face_down_changes_no_byte_that_others_get(site: OpenSite) -> None:
    """Another decision that looks alike to all but one."""
    async with site.client() as client:
        room, tokens = await table_at(site, client, "goita", 0)
        truth, twin = laid_face_down(room.match)
        hider = truth.turn
        for seat in (None, *(other for other in range(PLAYERS) if other != hider)):
            token = None if seat is None else tokens[seat]
            async with Watch(site, room.id, seat, token) as watch:
                assert await leaks(site, watch, truth, twin) == set(), seat


def laid_face_down(match: Match | None) -> tuple[Match, Match]:
    """A match of Goita a decision later, in two ways."""
    assert match is not None
    first, *_, last = match.legal()
    assert first.startswith("hide")
    assert last.startswith("hide")
    later = match.copy(), match.copy()
    for one, text in zip(later, (first, last), strict=True):
        one.play(text)
    return later


@every_game
async def test_no_answer_holds_the_secret_or_the_seed_before_the_end(
    site: OpenSite, game: str
) -> None:
    async with site.client() as client:
        room, tokens = await table_at(site, client, game, 23)
        match = room.match
        assert match is not None
        secrets = [room.table.secret, str(match.seed), f"{match.seed:x}"]
        secrets += [seat.nonce for seat in room.seats if seat.nonce]
        for seat in viewers(match):
            token = None if seat is None else tokens[seat]
            async with Watch(site, room.id, seat, token) as watch:
                for what, answer in (await watch.everything(room)).items():
                    for secret in secrets:
                        assert secret.encode() not in answer.lower(), what
                    keys = [key for other, key in enumerate(tokens) if other != seat]
                    assert not any(key and key.encode() in answer for key in keys), what


@pytest.mark.parametrize("game", ["goat-1916", "goat-lords"])  # where a decision may show a card
async def test_what_follows_a_hidden_card_cannot_be_tried_out(site: OpenSite, game: str) -> None:
    """Two decisions at once: whether the second is legal may not depend on what the first shows."""
    async with site.client() as client:
        room, tokens = await table_at(site, client, game, 0)
        truths, first, seconds = telling(game)
        seat = truths[0].turn
        assert seat is not None
        bearer = {"authorization": f"Bearer {tokens[seat]}"}
        for second in seconds:
            wanted = {"version": room.version, "decisions": [first, second]}
            answers = []
            for match in truths:
                await exchange(room, match)
                api = f"/api/tables/{room.id}/decisions"
                answers.append(written(await client.post(api, json=wanted, headers=bearer)))
            assert answers[0] == answers[1], (first, second)
            assert b"422" in answers[0][:3]


def telling(game: str) -> tuple[list[Match], str, list[str]]:
    """Two truths that the seat to act cannot tell apart, a decision after which it could, and what
    could follow in one of them only."""
    chance = random.Random(0)
    for match in walk(goatherd.load(game).new(players=PLAYERS, seed=0), chance):
        assert match.turn is not None
        for twin, first in product(twins(match, match.turn), match.legal()):
            following = [after(truth, first, match.turn) for truth in (match, twin)]
            if all(following) and following[0] != following[1]:
                return [match, twin], first, sorted(following[0] ^ following[1])
    raise AssertionError("no decision shows anything")


def after(match: Match, text: str, seat: int) -> set[str]:
    """What a seat may decide next, after a decision of its own."""
    trial = match.copy()
    trial.play(text)
    return set(trial.legal()) if trial.turn == seat else set()


# Goita's question to all


CALLER = deal(
    "", "pawn*5 gold silver knight", "gold", "pawn*2 rook bishop lance gold silver king", calls="on"
)
NO_CALLER = exchanged(CALLER, (1, "pawn"), (3, "rook"))
"""The same to everybody but seats 1 and 3: in the first of them, seat 1 may call five pawns."""
LONG = 600.0


async def asked_at(
    site: OpenSite, client: httpx.AsyncClient, match: Match
) -> tuple[Room, list[Any]]:
    """A table of four people at the beginning of the question."""
    site.stop_the_keeper()
    table, programs = await seated(client, "goita", PLAYERS, main=600, byoyomi=30)
    room = await site.room(table)
    begin(room, match)
    return room, [program.token for program in programs]


def begin(room: Room, match: Match) -> None:
    """Put another match at its beginning into a room."""
    room.match = match.copy()
    room.version = 0
    room.time = TimeControl(600, 30, 5)
    room.clocks = [Clock.full(room.time)] * PLAYERS
    room._turned(time.monotonic())
    room.tell()


def answered(room: Room) -> int:
    """How many answers are in."""
    return 0 if room.question is None else len(room.question.answers)


@pytest.mark.parametrize("seat", [0, 2, None])
async def test_nobody_can_tell_whether_somebody_else_may_call(
    database: str, seat: int | None
) -> None:
    """In the middle of the question, with all answers in that need no thought."""
    assert [hand(NO_CALLER, other).count("pawn") < 5 for other in range(PLAYERS)] == [True] * 4
    assert hand(CALLER.view(seat), seat or 0) == hand(NO_CALLER.view(seat), seat or 0)
    got = []
    async with opened(database, window=LONG) as site, site.client() as client:
        room, tokens = await asked_at(site, client, CALLER)
        token = None if seat is None else tokens[seat]
        async with Watch(site, room.id, seat, token) as watch:
            for match, answers in ((CALLER, 3), (NO_CALLER, 4)):
                begin(room, match)
                site.keep(room)
                await until(lambda expected=answers: answered(room) == expected)  # type: ignore[misc]
                async with asyncio.timeout(PATIENCE):  # nothing waits for the window to close
                    await site.worker.rooms.stand_in(room, 0, absent=False)
                    got.append(await watch.everything(room))
    assert got[0].keys() == got[1].keys()
    for what, answer in got[0].items():
        assert answer == got[1][what], what


@pytest.mark.parametrize("seat", [0, 2, None])
async def test_streams_do_not_tell_when_others_answer(database: str, seat: int | None) -> None:
    """From the beginning of the question until all is open, and whose clock has run."""
    heard = []
    async with opened(database, window=0.2) as site, site.client() as client:
        room, tokens = await asked_at(site, client, CALLER)
        headers = {} if seat is None else {"authorization": f"Bearer {tokens[seat]}"}
        for match in (CALLER, NO_CALLER):
            begin(room, match)
            async with aclosing(site.events(f"/api/tables/{room.id}/events", headers)) as events:
                blocks = [await anext(events) for _ in range(3)]
                site.keep(room)
                while b'"version":4' not in blocks[-1]:
                    blocks.append(await anext(events))
            heard.append((blocks, room.clocks))
    assert heard[0] == heard[1]
    assert len(heard[0][0]) == 4
    assert {clock.main for clock in heard[0][1] or ()} == {600}, "nothing is added either"


async def test_who_may_call_is_asked_at_once_and_answers_when_they_like(database: str) -> None:
    both = deal("", "pawn*5 gold silver knight", "", "pawn*5 rook bishop lance", calls="on")
    async with opened(database, window=LONG) as site, site.client() as client:
        room, tokens = await asked_at(site, client, both)
        site.keep(room)
        seen = [await Program(client, token).see(room.id) for token in tokens]
        assert [[one["text"] for one in view["legal"]] for view in seen] == [
            [], ["call", "quiet"], [], ["call", "quiet"],
        ]  # fmt: skip
        third = await Program(client, tokens[3]).decide(room.id, 0, "call")
        first = await Program(client, tokens[1]).decide(room.id, 0, "quiet")
        for taken in (third, first):  # at once, whoever else may have to answer before
            assert (taken.status_code, taken.json()) == (200, {"version": 0}), taken.text
        assert (await Program(client, tokens[3]).decide(room.id, 0, "quiet")).status_code == 409
        assert (room.version, room.decided) == (0, [])
        room.window = 0.0
        site.keep(room)
        await until(lambda: room.version >= 4)
        assert room.view(None).history()[1::2] == [(1, "quiet"), (3, "call")]


async def test_answers_in_secret_are_not_taken_back(database: str) -> None:
    async with opened(database, window=LONG) as site, site.client() as client:
        room, tokens = await asked_at(site, client, CALLER)
        site.keep(room)
        caller = Program(client, tokens[1])
        assert (await caller.decide(room.id, 0, "call")).status_code == 200
        refused = await caller.take_back(room.id, 0)
        assert refused.status_code == 409
        assert "secret" in refused.json()["error"]


async def test_the_last_answer_is_not_taken_back_when_all_are_open(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        room, _ = await asked_at(site, client, deal("", "", "", "pawn*5", calls="on"))
        for seat in range(PLAYERS):
            await site.worker.rooms.move(room, seat, seat, "quiet")
        assert room.question is None
        assert room.why_no_take_back(3) is not None


# Pauses


class Recorded(Pauses):
    """Pauses of no time at all that are written down."""

    def __init__(self, told: list[object]) -> None:
        super().__init__(0.0)
        self.told = told

    def of_a_bot(self, *, goes_on: bool) -> float:
        self.told.append(f"a bot's pause, {goes_on=}")
        return 0.0

    def of_a_person(self) -> float:
        self.told.append("a person's pause")
        return 0.0


class Thinker:
    """Stands for the pool: writes down that it was asked, and says the first that is legal."""

    def __init__(self, told: list[object]) -> None:
        self.told = told

    async def decide(self, view: View, level: int, patience: float) -> str:
        self.told.append(("thinks", view.seat))
        return view.legal()[0]


class Silent:
    """Stands for the rooms: nothing is written."""

    async def move(self, room: Room, seat: int, version: int, text: str) -> None:
        pass


@every_game
async def test_a_pause_is_drawn_before_anybody_looks_at_the_cards(database: str, game: str) -> None:
    """Whatever a bot holds: the same pauses are asked for, and before it thinks."""
    async with opened(database) as site, site.client() as client:
        site.stop_the_keeper()
        program = Program(client)
        table = await program.make(game, players=PLAYERS, bots={"1": 3, "2": 3, "3": 3})
        await program.sit(table, 0)
        await program.start(table)
        room = await site.room(table)
        assert room.match is not None
        chance, compared = random.Random(5), 0
        for _ in range(25):
            truth = room.match
            if truth.turn != 0 and room.question is None:
                told = [await pauses_at(room, match) for match in (truth, *twins(truth, None))]
                assert str(told[0][0]).startswith("a bot's pause")
                assert all(other == told[0] for other in told)
                compared += len(told) - 1
            await exchange(room, truth)
            assert truth.turn is not None
            decision = chance.choice(truth.legal())
            await site.worker.rooms.move(room, truth.turn, room.version, decision)
        assert compared


async def pauses_at(room: Room, match: Match) -> list[Any]:
    told: list[object] = []
    await exchange(room, match)
    keeper = Keeper(cast(Rooms, Silent()), cast(BotPool, Thinker(told)), Recorded(told))
    await keeper._next(room)
    return told
