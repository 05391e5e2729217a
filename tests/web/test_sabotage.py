"""The leak tests can fail: each fault that they are to find is planted once, and found.

A planted fault tells a viewer something of the truth: `told()` is another text for every truth.
"""

import zlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.sse import format_sse_event
from starlette.responses import Response

from goatherd import Match, View
from goatherd.rule import Refusal
from goatherd.web import streams
from goatherd.web.api import routes
from goatherd.web.ledger import migrate
from goatherd.web.request import PageRequest
from goatherd.web.rooms import drafts
from goatherd.web.rooms.drafts import Draft, Drafts
from goatherd.web.rooms.keeper import Keeper, legal
from goatherd.web.rooms.room import Room
from goatherd.web.rooms.secret_round import SecretRound, is_question
from goatherd.words import Text
from tests.matches import functions_of
from tests.web import test_leaks
from tests.web.site import OpenSite
from tests.web.watch import Watch, leaks, table_at, twins

pytestmark = pytest.mark.anyio

Told = Callable[[], str]
Patch = pytest.MonkeyPatch
DECISIONS = 7


@dataclass
class Planted:
    """A site with a table whose truth can be exchanged, and where faults are planted."""

    site: OpenSite
    room: Room
    tokens: list[str | None]
    patch: Patch

    def of_the_game(self, name: str) -> Callable[..., Any]:
        """One of the game's functions."""
        found: Callable[..., Any] = functions_of(self.room.table.game, name)[name]
        return found

    def replace(self, name: str, by: Callable[..., Any]) -> None:
        """Put something else in its place."""
        self.patch.setitem(functions_of(self.room.table.game, name), name, by)

    def told(self) -> str:
        room = self.site.worker.rooms.by_id.get(self.room.id)  # None while it is read
        match = None if room is None else room.match
        if match is None:
            return "leak"
        return f"leak{zlib.crc32(repr(match.cards()).encode())}"

    async def found(self, sabotage: "Sabotage", *, spectator: bool = False) -> set[str]:
        """What the leak test finds once the fault is there; nothing before."""
        truth = self.room.match
        assert truth is not None
        seat = None if spectator else truth.turn
        token = None if seat is None else self.tokens[seat]
        (twin,) = twins(truth, seat)
        async with Watch(self.site, self.room.id, seat, token) as watch:
            assert await leaks(self.site, watch, truth, twin) == set()
            sabotage(self)
            return await leaks(self.site, watch, truth, twin)


Sabotage = Callable[[Planted], None]


@pytest.fixture
def database(tmp_path: Path) -> str:
    """One kind is enough: the faults have nothing to do with it."""
    url = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(url)
    return url


@pytest.fixture(params=["goat-1916", "goita"])
async def planted(
    request: pytest.FixtureRequest, site: OpenSite, monkeypatch: Patch
) -> AsyncIterator[Planted]:
    site.stop_the_keeper()
    async with site.client() as client:
        room, tokens = await table_at(site, client, request.param, DECISIONS)
        with monkeypatch.context() as patch:
            yield Planted(site, room, tokens, patch)


# Faults


def hands_laid_open(planted: Planted) -> None:
    planted.replace("redact", lambda s, seat: None)


def an_event_too_many(planted: Planted) -> None:
    narrate = planted.of_the_game("narrate")
    planted.replace("narrate", lambda *told: [*narrate(*told), Text(planted.told())])


def a_status_that_knows(planted: Planted) -> None:
    status = planted.of_the_game("status")
    planted.replace("status", lambda s: {**status(s), "more": planted.told()})


def a_table_that_knows(planted: Planted) -> None:
    table = planted.of_the_game("table")

    def drawn(*seen: Any) -> Any:
        found = table(*seen)
        return found._replace(facts=(*found.facts, Text(planted.told())))

    planted.replace("table", drawn)


def a_refusal_that_knows(planted: Planted) -> None:
    planted.replace("refusal", lambda s, action: Refusal(None, Text(planted.told())))


def a_history_that_knows(planted: Planted) -> None:
    history = View.history
    planted.patch.setattr(View, "history", lambda self: [*history(self), (0, planted.told())])


def a_preview_of_the_truth(planted: Planted) -> None:
    of = Drafts.of

    def drafted(self: Drafts, texts: Any) -> Draft:
        draft = of(self, texts)
        return draft._replace(words=tuple(Text(planted.told()) for _ in draft.words))

    planted.patch.setattr(Drafts, "of", drafted)


def a_preview_in_the_true_world(planted: Planted) -> None:
    """Whether a decision goes on is tried out where the cards really lie."""
    first: list[str] = []

    def looks_like(view: View, world: object) -> bool:
        first.append(planted.told())
        return first[-1] == first[0]

    planted.patch.setattr(drafts, "looks_like", looks_like)


def a_hint_from_the_truth(planted: Planted) -> None:
    """A bot is given more than the view that is shown."""
    draft = Room.draft

    def opened(self: Room, seat: int, texts: Any) -> Draft:
        found = draft(self, seat, texts)
        view = found.view
        history = [*view.history(), (0, planted.told())]
        more = View(view.contract, seat, view.state, history, view.this_round(), view.lines(), ())
        return found._replace(view=more)

    planted.patch.setattr(Room, "draft", opened)


def a_header_that_knows(planted: Planted) -> None:
    remembered = PageRequest.remembered

    def tagged(self: PageRequest, response: Response) -> Response:
        response.headers["etag"] = planted.told()
        return remembered(self, response)

    planted.patch.setattr(PageRequest, "remembered", tagged)


def a_stream_that_knows(planted: Planted) -> None:
    written = format_sse_event

    def told(**event: Any) -> bytes:
        return written(**event) + b": " + planted.told().encode()

    planted.patch.setattr(streams, "format_sse_event", told)


def an_api_that_knows(planted: Planted) -> None:
    shown = routes.shown

    def more(*asked: Any) -> Any:
        return shown(*asked).model_copy(update={"prompt": planted.told()})

    planted.patch.setattr(routes, "shown", more)


def metrics_that_know(planted: Planted) -> None:
    planted.site.worker.metrics.rooms.set_function(lambda: zlib.crc32(planted.told().encode()))


def a_list_that_knows(planted: Planted) -> None:
    names = Room.names
    planted.patch.setattr(
        Room, "names", lambda self, language: [f"{planted.told()}", *names(self, language)[1:]]
    )


def an_event_id_that_knows(planted: Planted) -> None:
    planted.patch.setattr(Room, "event_id", lambda self, seat: f"1.{planted.told()[4:]}")


PAGE, API, STREAM, API_STREAM = "page", "api", "events", "api events"
EVERYWHERE = (PAGE, API, STREAM, API_STREAM)
FAULTS: list[tuple[Sabotage, tuple[str, ...]]] = [
    (hands_laid_open, EVERYWHERE),
    (an_event_too_many, EVERYWHERE),
    (a_table_that_knows, (PAGE, STREAM)),
    (a_status_that_knows, (API, API_STREAM)),
    (a_history_that_knows, EVERYWHERE),
    (a_list_that_knows, EVERYWHERE),
    (an_event_id_that_knows, EVERYWHERE),
    (a_header_that_knows, (PAGE,)),
    (a_stream_that_knows, (STREAM, API_STREAM)),
    (an_api_that_knows, (API, API_STREAM)),
    (metrics_that_know, ("metrics",)),
    (a_refusal_that_knows, ("why", "form")),
    (a_preview_of_the_truth, ("draft",)),
    (a_preview_in_the_true_world, ("draft",)),
    (a_hint_from_the_truth, ("hint",)),
]


@pytest.mark.parametrize(("fault", "where"), FAULTS, ids=lambda one: getattr(one, "__name__", ""))
async def test_the_leak_test_finds_it_wherever_it_shows(
    planted: Planted, fault: Sabotage, where: tuple[str, ...]
) -> None:
    found = {kind_of(planted, what) for what in await planted.found(fault)}
    assert found >= set(where), found


def kind_of(planted: Planted, what: str) -> str:
    """Which part of the site an answer comes from."""
    table = planted.room.id
    if "why?" in what:
        return "why"
    named = {f"/t/{table}": PAGE, f"/api/tables/{table}": API}
    return named.get(what) or (what if what in EVERYWHERE else what.split(" ")[0])


async def test_the_leak_test_finds_laid_pieces_in_the_history(
    site: OpenSite, monkeypatch: Patch
) -> None:
    """With every decision open, a piece that was laid face down is named."""
    monkeypatch.setitem(functions_of("goita", "masked"), "masked", None)
    site.stop_the_keeper()
    with pytest.raises(AssertionError):
        await test_leaks.test_a_piece_laid_face_down_changes_no_byte_that_others_get(site)


# What has a test of its own


async def test_trying_two_decisions_out_in_the_truth_is_found(
    site: OpenSite, monkeypatch: Patch
) -> None:
    def by_the_truth(self: Room, seat: int, version: int, texts: Any) -> None:
        self.check_truth(seat, texts)

    monkeypatch.setattr(Room, "check_decisions", by_the_truth)
    site.stop_the_keeper()
    with pytest.raises(AssertionError):
        await test_leaks.test_what_follows_a_hidden_card_cannot_be_tried_out(site, "goat-lords")


async def test_being_asked_in_turn_is_found(database: str, monkeypatch: Patch) -> None:
    """Who is asked only when all before have answered learns that they had to think."""

    def in_turn(self: SecretRound, seat: int, *, by_button: bool) -> Match:
        shown = self.match.copy()
        while is_question(shown) and shown.turn in self.answers:
            shown.play(self.answers[shown.turn])
        return shown

    monkeypatch.setattr(SecretRound, "shown_to", in_turn)
    with pytest.raises(AssertionError):
        await test_leaks.test_nobody_can_tell_whether_somebody_else_may_call(database, 2)


async def test_counting_secret_answers_is_found(database: str, monkeypatch: Patch) -> None:
    known = Room.event_id

    def counting(self: Room, seat: int | None) -> str:
        answers = 0 if self.question is None else len(self.question.answers)
        return f"{known(self, seat)}.{answers}"

    monkeypatch.setattr(Room, "event_id", counting)
    with pytest.raises(AssertionError):
        await test_leaks.test_streams_do_not_tell_when_others_answer(database, 2)


async def test_a_pause_that_knows_the_cards_is_found(database: str, monkeypatch: Patch) -> None:
    async def hurried(self: Keeper, room: Room, row: Any) -> None:
        assert room.match is not None
        quick = zlib.crc32(repr(legal(room)).encode()) % 2 == 0
        self.pauses.of_a_bot(goes_on=quick)
        await self.pool.decide(room.match.view(row.seat), row.level, patience=1.0)

    monkeypatch.setattr(Keeper, "_move_bot", hurried)
    with pytest.raises(AssertionError):
        await test_leaks.test_a_pause_is_drawn_before_anybody_looks_at_the_cards(
            database, "goat-1916"
        )


async def test_thinking_before_the_pause_is_drawn_is_found(
    database: str, monkeypatch: Patch
) -> None:
    async def thought_first(self: Keeper, room: Room, row: Any) -> None:
        assert room.match is not None
        await self.pool.decide(room.match.view(row.seat), row.level, patience=1.0)
        self.pauses.of_a_bot(goes_on=False)

    monkeypatch.setattr(Keeper, "_move_bot", thought_first)
    with pytest.raises(AssertionError):
        await test_leaks.test_a_pause_is_drawn_before_anybody_looks_at_the_cards(
            database, "goat-1916"
        )
