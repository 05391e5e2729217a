"""Nothing leaks: what a viewer cannot know changes no byte of what they get.

Each game is played a while; then the truth behind the table is exchanged for another that the
viewer cannot tell from it, and everything that can be asked for is asked for again.
"""

import asyncio
import random
import re
import time
from contextlib import aclosing
from itertools import islice, product
from typing import Any, cast

import httpx
import pytest

import goatherd
from goatherd import Match, View
from goatherd.bots.pool.pool import BotPool
from goatherd.web.rooms.keeper import Keeper, Pauses
from goatherd.web.rooms.room import Room
from goatherd.web.rooms.rooms import Rooms
from tests.games.goita_positions import deal, exchanged, hand
from tests.matches import walk
from tests.test_properties import imagined, viewer_number
from tests.web.site import PATIENCE, OpenSite, Program, opened, seated, until

pytestmark = pytest.mark.anyio
every_game = pytest.mark.parametrize("game", goatherd.games())

PLAYERS = 4
AFTER = ("/replay", "/review", "/record", "/line", "/proof")
"""What is open once the match is over."""
OFFER = re.compile(rb'value="\w{10}" data-commitment="[0-9a-f]{64}"')
"""A table that could be made next, another one on every home page."""
POSITIONS = (0, 7, 40)
"""Decisions after which the truth is exchanged."""


@pytest.fixture
def site(site: OpenSite) -> OpenSite:
    """A site at which nothing happens by itself."""
    site.stop_the_keeper()
    return site


class Watch:
    """Everything that one viewer gets from the site, whenever they ask."""

    def __init__(self, site: OpenSite, table: str, seat: int | None, token: str | None) -> None:
        self.site = site
        self.table = table
        self.seat = seat
        self.client = site.client()
        self.bearer = {"authorization": f"Bearer {token}"} if token else {}
        if token:
            self.client.cookies.set(f"seat-{table}", token)

    async def __aenter__(self) -> "Watch":
        await self.client.get("/")  # from now on the browser is known
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def everything(self, room: Room) -> dict[str, bytes]:
        """By what was asked: status, headers and body of the answer."""
        assert room.match is not None
        home, api = f"/t/{self.table}", f"/api/tables/{self.table}"
        legal = room.view(self.seat).legal()
        got = {path: await self._get(path) for path in ("/", home, *self._others(room))}
        got |= {path: await self._get(home + path) for path in AFTER}
        got |= {path: await self._get(path, self.bearer) for path in (api, f"{api}/record")}
        for decision in legal[:3]:
            query = str(httpx.QueryParams(draft=decision))
            got[f"draft {decision}"] = await self._get(f"{home}?{query}")
        got["events"] = await self._event(f"{home}/events", self._cookies())
        got["api events"] = await self._event(f"{api}/events", self.bearer)
        return got | await self._refusals(room, home, api)

    def _others(self, room: Room) -> list[str]:
        """Why the cards on the table cannot be played, and lists."""
        zones = room.view(self.seat).table().zones
        cards = [card.id for zone in zones for card in zone.cards]
        cards = cards[:: max(len(cards) // 4, 1)]
        asked = [f"/t/{self.table}/why?{httpx.QueryParams(card=card)}" for card in cards]
        return [*asked, "/api/tables", "/health"]

    async def _refusals(self, room: Room, home: str, api: str) -> dict[str, bytes]:
        """Answers to what this viewer may not do now: each of them, and twice at a time."""
        assert room.match is not None
        page = (await self.client.get(home)).text
        csrf = page.partition('name="csrf" value="')[2].partition('"')[0]
        legal = room.view(self.seat).legal()
        illegal = [text for text in room.match.contract.facts.actions if text not in legal]
        version = room.known_version(self.seat)
        tries = [(version, [text]) for text in illegal[:: max(len(illegal) // 3, 1)]]
        tries += [(version, [text, illegal[0]]) for text in legal[:2]]
        tries += [(version + 1, [illegal[-1]])]
        found = {}
        for number, texts in tries:
            form = {"csrf": csrf, "version": number, "decision": texts}
            wanted = {"version": number, "decisions": texts}
            fragment = {"x-fragment": "1"}
            posted = await self.client.post(f"{home}/decide", data=form, headers=fragment)
            found[f"form {number} {texts}"] = written(posted)
            sent = await self.client.post(f"{api}/decisions", json=wanted, headers=self.bearer)
            found[f"api {number} {texts}"] = written(sent)
            back = {"csrf": csrf, "version": number + 1}
            posted = await self.client.post(f"{home}/take-back", data=back, headers=fragment)
            found[f"take back {number}"] = written(posted)
        return found

    async def _get(self, path: str, headers: dict[str, str] | None = None) -> bytes:
        answer = written(await self.client.get(path, headers=headers))
        return OFFER.sub(b"", answer)

    async def _event(self, path: str, headers: dict[str, str]) -> bytes:
        return await self.site.first_event(path, headers)

    def _cookies(self) -> dict[str, str]:
        kept = self.client.cookies.items()
        return {"cookie": "; ".join(f"{name}={value}" for name, value in kept)}


def written(answer: httpx.Response) -> bytes:
    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{answer.status_code}\n{head}\n\n".encode() + answer.content


async def table_at(
    site: OpenSite, client: httpx.AsyncClient, game: str, decisions: int
) -> tuple[Room, list[str | None]]:
    """A room after so many random decisions, or when Goita's calls are over; the seats' keys."""
    table, programs = await seated(client, game, PLAYERS)
    room = await site.room(table)
    assert room.match is not None
    chance = random.Random(decisions)
    while room.version < decisions or room.is_question_to_all():
        assert room.match.turn is not None
        decision = chance.choice(room.match.legal())
        await site.worker.rooms.move(room, room.match.turn, room.version, decision)
    return room, [program.token for program in programs]


async def exchange(room: Room, match: Match) -> None:
    """Put another truth behind the table."""
    room.match = match
    room._asked.clear()
    room.tell()


def viewers(match: Match) -> list[int | None]:
    """The seat to act, the next one, and a spectator."""
    turn = match.turn or 0
    return [turn, (turn + 1) % PLAYERS, None]


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
                    before = await watch.everything(room)
                    for twin in twins(truth, seat):
                        await exchange(room, twin)
                        after = await watch.everything(room)
                        assert after.keys() == before.keys()
                        for what, answer in after.items():
                            assert answer == before[what], (decisions, seat, what)
                        await exchange(room, truth)


def twins(match: Match, seat: int | None) -> list[Match]:
    """Another truth that a viewer cannot tell from this one, with other cards."""
    number = viewer_number(match, seat)
    others = (imagined(match, number, seed) for seed in range(1, 20))
    return list(islice((other for other in others if other.cards() != match.cards()), 1))


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
    room.spent = [0] * PLAYERS
    room._asked_from = -1
    room._turned(time.monotonic())
    room.tell()


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
            for match, answers in ((CALLER, 1), (NO_CALLER, 3)):
                begin(room, match)
                site.keep(room)
                await until(lambda expected=answers: room.version == expected)  # type: ignore[misc]
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
            heard.append((blocks, room.spent))
    assert heard[0] == heard[1]
    assert len(heard[0][0]) == 4
    assert heard[0][1] == [0] * PLAYERS


async def test_who_may_call_is_asked_at_once_and_answers_when_they_like(database: str) -> None:
    both = deal("", "pawn*5 gold silver knight", "", "pawn*5 rook bishop lance", calls="on")
    async with opened(database, window=LONG) as site, site.client() as client:
        room, tokens = await asked_at(site, client, both)
        site.keep(room)
        seen = [await Program(client, token).see(room.id) for token in tokens]
        assert [[one["text"] for one in view["legal"]] for view in seen] == [
            [], ["call", "quiet"], [], ["call", "quiet"],
        ]  # fmt: skip
        third = asyncio.create_task(Program(client, tokens[3]).decide(room.id, 0, "call"))
        first = await Program(client, tokens[1]).decide(room.id, 0, "quiet")
        assert first.status_code == 200, first.text
        assert first.json() == {"version": 1}
        site.worker.rooms.window = 0.0
        assert (await third).status_code == 200
        assert room.view(None).history()[1::2] == [(1, "quiet"), (3, "call")]


async def test_answers_in_secret_are_not_taken_back(database: str) -> None:
    async with opened(database, window=LONG) as site, site.client() as client:
        room, tokens = await asked_at(site, client, CALLER)
        site.keep(room)
        caller = Program(client, tokens[1])
        assert (await caller.decide(room.id, 0, "call")).status_code == 200
        refused = await caller.take_back(room.id, 1)
        assert refused.status_code == 409
        assert "secret" in refused.json()["error"]


async def test_the_last_answer_is_not_taken_back_when_all_are_open(database: str) -> None:
    async with opened(database) as site, site.client() as client:
        room, _ = await asked_at(site, client, deal("", "", "", "pawn*5", calls="on"))
        for seat in range(PLAYERS):
            await site.worker.rooms.move(room, seat, seat, "quiet")
        assert room.asked_since is None
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
            if truth.turn != 0 and not room.is_question_to_all():
                told = [await pauses_at(room, match) for match in (truth, *twins(truth, None))]
                assert told[0][0].startswith("a bot's pause")
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
