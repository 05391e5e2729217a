"""A table: looking at it, sitting down, deciding."""

from collections.abc import Awaitable, Sequence
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from goatherd.bots.pool.pool import Overfull
from goatherd.errors import BotFailed
from goatherd.web.asking import (
    AnAsking,
    APosting,
    Asking,
    Onlooker,
    Posting,
    asking,
    seat_by_key,
    seat_cookie,
)
from goatherd.web.drawn import page, sayer_at
from goatherd.web.pages.home import QUICK_LEVEL, nonce_of, posting_level
from goatherd.web.person import safe_line
from goatherd.web.refused import Refused, bad_request, not_your_seat
from goatherd.web.rooms.room import PLAYING, Room
from goatherd.web.rooms.rooms import LONGEST_MESSAGE, free_seat
from goatherd.web.rooms.staging import Asked, stage, why_not
from goatherd.web.scene import Hint, Scene
from goatherd.web.streams import BEAT, Stream
from goatherd.words import Text

router = APIRouter(prefix="/t/{table}", include_in_schema=False)

HINT_SECONDS = 1.0
HINT_PATIENCE = 20.0
HINTED = 3
"""Decisions in a hint."""
Draft = Annotated[list[str], Query(default_factory=list, max_length=64)]


# Looking at it


@router.get("")
async def table(asking: AnAsking, draft: Draft) -> Response:
    room = await asking.room()
    seat = asking.seat_at(room)
    if seat is not None and room.seats[seat].stand_in:
        await asking.site.rooms.stand_in(room, seat, absent=False)
    return table_page(asking, room, draft=draft)


def table_page(
    asking: Asking,
    room: Room,
    *,
    draft: Sequence[str] = (),
    refused: Refused | None = None,
) -> Response:
    """The page of a table, or its main part alone where the script asks for it."""
    try:
        scene = stage(room, asked(asking, room, draft, refused))
    except Refused as stale:
        refused = stale
        scene = stage(room, asked(asking, room, (), stale))
    status = HTTPStatus.OK if refused is None else refused.status
    if asking.wants_fragment:
        return asking.remembered(HTMLResponse(fragment(asking, room, scene), status))
    names = room.names(asking.person.language)
    return asking.page("table.html", status, names=names, scene=scene)


def asked(
    asking: Onlooker,
    room: Room,
    draft: Sequence[str],
    refused: Refused | None = None,
) -> Asked:
    seat = asking.seat_at(room)
    hint = asking.site.hints.find((room.id, seat, room.known_version(seat), tuple(draft)))
    link = None
    if seat is not None:
        person = room.seats[seat].person or ""
        key = asking.seal.seat_key(room.id, seat, person)
        link = asking.address(f"/t/{room.id}/seat/{key}")
    return Asked(
        seat,
        asking.person.language,
        asking.person.id,
        tuple(draft),
        refused.why if refused else None,
        hint,
        link,
        asking.address(f"/t/{room.id}"),
    )


def plain_fragment(asking: Onlooker, room: Room) -> str:
    """The table as it is, without a draft or a refusal."""
    seat = asking.seat_at(room)
    what = (room.id, room.event_id(seat), seat, asking.person)
    return asking.site.recent.get(
        what, lambda: fragment(asking, room, stage(room, asked(asking, room, ())))
    )


def fragment(asking: Onlooker, room: Room, scene: Scene) -> str:
    language = asking.person.language
    return page(
        "_table.html",
        sayer_at(language, tuple(room.names(language)), (room.id, scene.version)),
        scene=scene,
        csrf=asking.seal.csrf(asking.person),
    )


class Events:
    """The table whenever it changes, as whoever asks may see it.

    Served below FastAPI's routing, which would keep some ten kB for each open stream.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = await asking(Request(scope))
        room = await asked.room()
        viewer = asked.at(room)
        headers, query = asked.request.headers, asked.request.query_params
        stream = Stream(
            viewer.site,
            room,
            lambda: viewer.seat_at(room),
            lambda: plain_fragment(viewer, room),
            headers.get("last-event-id") or query.get("known"),
            BEAT,
        )
        await stream(scope, receive, send)


@router.get("/why")
async def why(asking: AnAsking, card: str, draft: Draft) -> Response:
    """Why nothing can be done with a card, in one line."""
    room = await asking.room()
    refusal = why_not(room, asking.seat_at(room), card[:100], draft)
    language = asking.person.language
    sentence = refusal.why.say(language, room.names(language))
    return PlainTextResponse(f"{sentence} ({refusal.rule})" if refusal.rule else sentence)


@router.get("/seat/{key}")
async def seat_link(asking: AnAsking, key: str) -> Response:
    """Swap the key to a seat for a cookie, so that it stands in no address."""
    room = await asking.room()
    if seat_by_key(asking.seal, room, key) is None:
        raise not_your_seat()
    response = asking.see_other(f"/t/{room.id}")
    asking.keep(response, seat_cookie(room.id), key, f"/t/{room.id}")
    return response


# Around the match


@router.post("/sit")
async def sit(posting: APosting) -> Response:
    room = await posting.room()
    seat = posting.number("seat", 0, 99)
    person = posting.person
    return await done(
        posting,
        room,
        posting.site.rooms.sit(room, seat, person.id, person.name, nonce_of(posting)),
    )


@router.post("/leave")
async def leave(posting: APosting) -> Response:
    room = await posting.room()
    seat = posting.own_seat(room)
    await posting.site.rooms.leave(room, seat)
    return posting.see_other("/" if room.stage == PLAYING else f"/t/{room.id}")


@router.post("/back")
async def back(posting: APosting) -> Response:
    room = await posting.room()
    seat = posting.own_seat(room)
    return await done(posting, room, posting.site.rooms.stand_in(room, seat, absent=False))


@router.post("/seats")
async def seats(posting: APosting) -> Response:
    """The host says which seats are for people and which for bots."""
    room = await posting.room()
    posting.check_host(room)
    return await done(posting, room, set_seats(posting, room))


@router.post("/start")
async def start(posting: APosting) -> Response:
    room = await posting.room()
    posting.check_host(room)
    await set_seats(posting, room)
    return await done(posting, room, posting.site.rooms.start(room, QUICK_LEVEL))


async def set_seats(posting: Posting, room: Room) -> None:
    for row in room.seats:
        wanted = posting.text(f"seat-{row.seat}")
        if not wanted or row.kind == "person":
            continue
        level = None if wanted == "open" else posting_level(wanted)
        if free_seat(row.seat, level) != row:
            await posting.site.rooms.set_seat(room, row.seat, level)


@router.post("/say")
async def say(posting: APosting) -> Response:
    room = await posting.room()
    text = safe_line(posting.text("text", 4 * LONGEST_MESSAGE), LONGEST_MESSAGE)
    if not text:
        return table_page(posting, room, refused=bad_request(Text("Write something first.")))
    posting.site.rates.spend(f"say {posting.person.id}", 5.0)
    seat = posting.seat_at(room)
    return await done(posting, room, posting.site.rooms.say(room, seat, posting.person.name, text))


@router.post("/rematch")
async def rematch(posting: APosting) -> Response:
    room = await posting.room()
    again = await posting.site.rooms.rematch(room, posting.person.id)
    return posting.see_other(f"/t/{again}")


# Deciding


@router.post("/decide")
async def decide(posting: APosting) -> Response:
    """Make a decision. One of several parts is put together first, and made when confirmed."""
    room = await posting.room()
    seat = posting.own_seat(room)
    version = posting.number("version", 0, 10**9)
    texts = posting.texts("decision")
    await posting.site.rooms.catch_up_with(room, seat, version)
    try:
        room.check_decisions(seat, version, texts)
        draft = room.draft(seat, texts)
        if not draft.complete or (len(draft.parts) > 1 and not posting.text("confirm")):
            await posting.site.courtesy.let_others_go()
            room.check_decisions(seat, version, texts)  # the table may have moved on meanwhile
            return drafted(posting, room, draft.parts)
        await posting.site.rooms.decide(room, seat, version, draft.parts)
    except Refused as refused:
        posting.site.metrics.refused.labels(str(int(refused.status))).inc()
        return table_page(posting, room, refused=refused)
    posting.site.metrics.decisions.inc(len(texts))
    return moved_on(posting, room)


def drafted(posting: Posting, room: Room, parts: Sequence[str]) -> Response:
    if posting.wants_fragment:
        return table_page(posting, room, draft=parts)
    return posting.see_other(f"/t/{room.id}?{urlencode([('draft', part) for part in parts])}")


@router.post("/take-back")
async def take_back(posting: APosting) -> Response:
    room = await posting.room()
    seat = posting.own_seat(room)
    version = posting.number("version", 0, 10**9)
    return await done(posting, room, posting.site.rooms.take_back(room, seat, version))


@router.post("/hint")
async def hint(posting: APosting) -> Response:
    """What a strong bot makes of the seat's own view."""
    room = await posting.room()
    seat = posting.own_seat(room)
    if not room.table.hints:
        refused = Refused(HTTPStatus.FORBIDDEN, Text("There are no hints at this table."))
        return table_page(posting, room, refused=refused)
    room.playing()
    texts = posting.texts("decision")
    view = room.draft(seat, texts).view
    if view.turn != seat:
        raise Refused(HTTPStatus.CONFLICT, Text("It is not your turn."))
    posting.site.rates.spend(f"hint {posting.person.id}", 10.0)
    version = room.known_version(seat)
    try:
        thought = await posting.site.pool.explain(view, HINT_SECONDS, patience=HINT_PATIENCE)
    except (BotFailed, Overfull):
        busy = Text("The bots have too much to think about. Try again in a moment.")
        refused = Refused(HTTPStatus.SERVICE_UNAVAILABLE, busy)
        return table_page(posting, room, draft=texts, refused=refused)
    words = {choice.text: choice.words for choice in view.table().choices}
    found = [one for one in thought.estimates if one.value is not None][:HINTED]
    lines = tuple(
        Text("{decision}: outlook {percent} %", decision=words[one.decision], percent=percent)
        for one in found
        for percent in [round(100 * (one.value or 0.0))]
    )
    if found:
        about = (room.id, seat, version, tuple(texts))
        posting.site.hints.keep(about, Hint(found[0].decision, lines))
    return table_page(posting, room, draft=texts)


# Answers


async def done(posting: Posting, room: Room, work: Awaitable[None]) -> Response:
    """Do it, and show the table; show why where it was refused."""
    try:
        await work
    except Refused as refused:
        posting.site.metrics.refused.labels(str(int(refused.status))).inc()
        return table_page(posting, room, refused=refused)
    return moved_on(posting, room)


def moved_on(posting: Posting, room: Room) -> Response:
    if posting.wants_fragment:
        return posting.remembered(HTMLResponse(plain_fragment(posting, room)))
    return posting.see_other(f"/t/{room.id}")
