"""A table: looking at it, sitting down, deciding."""

from collections.abc import Awaitable, Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from goatherd.bots.pool.pool import Overfull
from goatherd.bots.review import win_chance
from goatherd.errors import BotFailed
from goatherd.fairness import LONGEST_NONCE
from goatherd.game import load
from goatherd.web.board.build import ViewerState, board_for, why_not
from goatherd.web.board.html import board_html
from goatherd.web.board.model import BoardModel, Hint
from goatherd.web.board.parts import Reader
from goatherd.web.limits import network_of
from goatherd.web.pages.home import QUICK_LEVEL, level_of, share_of
from goatherd.web.person import changed, safe_line
from goatherd.web.preview import table_preview
from goatherd.web.refused import Refused, bad_request, not_your_seat
from goatherd.web.request import (
    MOST_MUTED,
    SECURE,
    FormRequest,
    FormRequestDep,
    PageRequest,
    PageRequestDep,
    Visitor,
    client_of,
    key_of,
    mute_cookie,
    page_request,
    seat_by_key,
    seat_cookie,
)
from goatherd.web.rooms.company import speaker
from goatherd.web.rooms.dealing import CALLED_OFF_AFTER
from goatherd.web.rooms.room import PLAYING, Room
from goatherd.web.rooms.rooms import LONGEST_MESSAGE
from goatherd.web.rooms.seats import free_seat
from goatherd.web.streams import BEAT, Stream
from goatherd.web.templating import Translator
from goatherd.words import Text

router = APIRouter(prefix="/t/{table}", include_in_schema=False)

HINT_SECONDS = 1.0
HINT_PATIENCE = 20.0
HINTED = 3
"""Decisions in a hint."""
Draft = Annotated[list[str], Query(default_factory=list, max_length=64)]


# Looking at it


@router.get("")
async def table(request: PageRequestDep, draft: Draft, waiting: bool = False) -> Response:
    """A page that somebody opens gives their seat back to them; one that asks by itself does not:
    our script for a fragment, or a page without scripts that is `waiting`."""
    room = await request.room()
    seat = request.seat_at(room)
    by_itself = waiting or request.wants_fragment
    if seat is not None and room.seats[seat].stand_in and not by_itself:
        await request.site.rooms.stand_in(room, seat, absent=False)
    return table_page(request, room, draft=draft)


def table_page(
    request: PageRequest,
    room: Room,
    *,
    draft: Sequence[str] = (),
    refused: Refused | None = None,
) -> Response:
    """The page of a table, or its main part alone where the script asks for it."""
    try:
        board = board_for(room, viewer_state(request, room, draft, refused))
    except Refused as stale:
        refused = stale
        board = board_for(room, viewer_state(request, room, (), stale))
    status = HTTPStatus.OK if refused is None else refused.status
    if request.wants_fragment:
        return request.remembered(HTMLResponse(table_html(request, room, board), status))
    names = room.names(request.person.language)
    html = Markup(table_html(request, room, board))
    preview = table_preview(load(room.table.game))
    return request.page(
        "table.html", status, names=names, preview=preview, board=board, table_html=html
    )


def viewer_state(
    request: Visitor,
    room: Room,
    draft: Sequence[str],
    refused: Refused | None = None,
) -> ViewerState:
    seat = request.seat_at(room)
    hint = request.site.hints.find((room.id, seat, room.known_version(seat), tuple(draft)))
    link = None
    if seat is not None:
        key = key_of(request.seal, room.id, room.seats[seat])
        link = request.address(f"/t/{room.id}/seat/{key}")
    return ViewerState(
        seat,
        request.person.language,
        request.person.id,
        request.person.name,
        tuple(draft),
        refused.why if refused else None,
        hint,
        link,
        request.address(f"/t/{room.id}"),
        request.muted_at(room),
    )


def plain_table(visitor: Visitor, room: Room) -> str:
    """The table as it is, without a draft or a refusal: the answer to a decision, and an event."""
    seat = visitor.seat_at(room)
    cache = visitor.site.boards.of(room.id)
    whose = (seat, visitor.person, visitor.muted_tags(room))
    event_id = room.event_id(seat)
    known = cache.page(whose, event_id)
    if known is not None:
        return known
    board = board_for(room, viewer_state(visitor, room, ()))
    return cache.keep_page(whose, event_id, table_html(visitor, room, board))


def table_html(visitor: Visitor, room: Room, board: BoardModel) -> str:
    """A board as the visitor reads it."""
    language = visitor.person.language
    say = Translator(language, room.names(language))
    csrf, cache = visitor.seal.csrf(visitor.person), visitor.site.boards.of(room.id)
    return board_html(board, Reader(say, csrf, board.game, cache))


class Events:
    """The table whenever it changes, as whoever asks may see it.

    Served below FastAPI's routing, which would keep some ten kB for each open stream.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = await page_request(Request(scope))
        room = await asked.room()
        viewer = asked.at(room)
        headers, query = asked.http.headers, asked.http.query_params
        stream = Stream(
            viewer.site,
            room,
            lambda: viewer.seat_at(room),
            lambda: plain_table(viewer, room),
            headers.get("last-event-id") or query.get("known"),
            (asked.person.id, network_of(client_of(asked.http))),
            BEAT,
        )
        await stream(scope, receive, send)


@router.get("/why")
async def why(request: PageRequestDep, card: str, draft: Draft) -> Response:
    """Why nothing can be done with a card, in one line."""
    room = await request.room()
    refusal = why_not(room, request.seat_at(room), card[:100], draft)
    language = request.person.language
    sentence = refusal.why.say(language, room.names(language))
    return PlainTextResponse(f"{sentence} ({refusal.rule})" if refusal.rule else sentence)


@router.get("/seat/{key}")
async def seat_link(request: PageRequestDep, key: str) -> Response:
    """Swap the key to a seat for a cookie, so that it stands in no address."""
    room = await request.room()
    if seat_by_key(request.seal, room, key) is None:
        raise not_your_seat()
    response = request.see_other(f"/t/{room.id}")
    request.keep(response, SECURE, seat_cookie(room.id), key, f"/t/{room.id}")
    return response


# Around the match


@router.post("/sit")
async def sit(form: FormRequestDep) -> Response:
    room = await form.room()
    seat = form.number("seat", 0, 99)
    person = changed(form.person, form.text("name"), "", "")
    if person.name == form.person.name:
        person = form.person
    sitting = form.site.rooms.sit(room, seat, person.id, person.name, share_of(form))
    return await done(replace(form, person=person), room, sitting)


@router.post("/open")
async def open_nonce(form: FormRequestDep) -> Response:
    """Tell the nonce that the browser has sealed, now that the deal is fixed."""
    room = await form.room()
    seat = form.own_seat(room)
    nonce = form.text("nonce", 2 * LONGEST_NONCE)
    return await done(form, room, form.site.rooms.open_nonce(room, seat, nonce))


@router.post("/point")
async def point(form: FormRequestDep) -> Response:
    """Draw for partners: point at a piece that lies face down."""
    room = await form.room()
    seat = form.own_seat(room)
    place = form.number("place", 0, 99)
    return await done(form, room, form.site.rooms.point(room, seat, place))


@router.post("/call-off")
async def call_off(form: FormRequestDep) -> Response:
    """The host waits no longer for nonces."""
    room = await form.room()
    form.check_host(room)
    return await done(form, room, form.site.rooms.call_off(room, CALLED_OFF_AFTER))


@router.post("/leave")
async def leave(form: FormRequestDep) -> Response:
    room = await form.room()
    seat = form.own_seat(room)
    has_key = room.seat_of(form.person.id) is None
    await form.site.rooms.leave(room, seat)
    answer = form.see_other("/" if room.stage == PLAYING else f"/t/{room.id}")
    if has_key and room.seats[seat].person is not None:  # who leaves by a key may come back by one
        key = key_of(form.seal, room.id, room.seats[seat])
        form.keep(answer, SECURE, seat_cookie(room.id), key, f"/t/{room.id}")
    return answer


@router.post("/back")
async def back(form: FormRequestDep) -> Response:
    room = await form.room()
    seat = form.own_seat(room)
    return await done(form, room, form.site.rooms.stand_in(room, seat, absent=False))


@router.post("/seats")
async def seats(form: FormRequestDep) -> Response:
    """The host says which seats are for people and which for bots."""
    room = await form.room()
    form.check_host(room)
    return await done(form, room, set_seats(form, room))


@router.post("/remove")
async def remove(form: FormRequestDep) -> Response:
    """The host asks somebody to leave, before the match."""
    room = await form.room()
    form.check_host(room)
    return await done(form, room, form.site.rooms.remove(room, form.number("remove", 0, 99)))


@router.post("/start")
async def start(form: FormRequestDep) -> Response:
    room = await form.room()
    form.check_host(room)
    await set_seats(form, room)
    return await done(form, room, form.site.rooms.start(room, QUICK_LEVEL))


async def set_seats(form: FormRequest, room: Room) -> None:
    for row in room.seats:
        wanted = form.text(f"seat-{row.seat}")
        if not wanted or row.kind == "person":
            continue
        level = None if wanted == "open" else level_of(wanted)
        if free_seat(row.seat, level) != row:
            await form.site.rooms.set_seat(room, row.seat, level)


@router.post("/say")
async def say(form: FormRequestDep) -> Response:
    room = await form.room()
    text = safe_line(form.text("text", 4 * LONGEST_MESSAGE), LONGEST_MESSAGE)
    if not text:
        return table_page(form, room, refused=bad_request(Text("Write something first.")))
    seat = form.seat_at(room)
    return await done(
        form, room, form.site.rooms.say(room, seat, form.person.name, text, form.person.id)
    )


@router.post("/silence")
async def silence(form: FormRequestDep) -> Response:
    """The host lets somebody who watches say nothing more, or speak again."""
    room = await form.room()
    form.check_host(room)
    silent = bool(form.text("silence"))
    number = form.number("silence" if silent else "speak", 0, 10**9)
    return await done(form, room, form.site.rooms.silence(room, number, silent=silent))


@router.post("/mute")
async def mute(form: FormRequestDep) -> Response:
    """Leave somebody's lines out, for whoever asks; without a line, hear everybody again.

    Only a cookie knows. The answer to a script is no table, so that it opens the page anew: its
    stream began with the cookie of before."""
    room = await form.room()
    tags: list[str] = []
    if form.text("mute"):
        person = speaker(room, form.number("mute", 0, 10**9))
        known = form.muted_tags(room)
        tags = [tag for tag in known if tag != form.seal.speaker(room.id, person)]
        tags = [*tags, form.seal.speaker(room.id, person)][-MOST_MUTED:]
    path = f"/t/{room.id}"
    answer = form.remembered(HTMLResponse()) if form.wants_fragment else form.see_other(path)
    form.keep(answer, SECURE, mute_cookie(room.id), ".".join(tags), path)
    return answer


@router.post("/rematch")
async def rematch(form: FormRequestDep) -> Response:
    room = await form.room()
    again = await form.site.rooms.rematch(room, form.person.id)
    return form.see_other(f"/t/{again}")


# Deciding


@router.post("/decide")
async def decide(form: FormRequestDep) -> Response:
    """Make a decision. One of several parts is put together first, and made when confirmed."""
    room = await form.room()
    seat = form.own_seat(room)
    version = form.number("version", 0, 10**9)
    texts = form.texts("decision")
    if instead := form.text("instead"):
        texts = [*texts[:-1], instead]
    await form.site.rooms.catch_up_with(room, seat, version)
    try:
        room.check_decisions(seat, version, texts)
        draft = room.draft(seat, texts)
        confirmed = bool(form.text("confirm"))
        if not (draft.complete and (confirmed or not room.asks(seat, draft))):
            await form.site.courtesy.let_others_go()
            room.check_decisions(seat, version, texts)  # the table may have moved on meanwhile
            return drafted(form, room, draft.parts)
        await form.site.rooms.decide(room, seat, version, draft.parts)
    except Refused as refused:
        form.site.metrics.refused.labels(str(int(refused.status))).inc()
        return table_page(form, room, refused=refused)
    form.site.count_decisions(room, len(draft.parts))
    return moved_on(form, room)


def drafted(form: FormRequest, room: Room, parts: Sequence[str]) -> Response:
    if form.wants_fragment:
        return table_page(form, room, draft=parts)
    return form.see_other(f"/t/{room.id}?{urlencode([('draft', part) for part in parts])}")


@router.post("/take-back")
async def take_back(form: FormRequestDep) -> Response:
    room = await form.room()
    seat = form.own_seat(room)
    version = form.number("version", 0, 10**9)
    return await done(form, room, form.site.rooms.take_back(room, seat, version))


@router.post("/hint")
async def hint(form: FormRequestDep) -> Response:
    """What a strong bot makes of the seat's own view."""
    room = await form.room()
    seat = form.own_seat(room)
    if not room.table.hints:
        refused = Refused(HTTPStatus.FORBIDDEN, Text("There are no hints at this table."))
        return table_page(form, room, refused=refused)
    room.playing()
    texts = form.texts("decision")
    view = room.draft(seat, texts).view
    if view.turn != seat:
        raise Refused(HTTPStatus.CONFLICT, Text("It is not your turn."))
    version = room.known_version(seat)
    try:
        thought = await form.site.pool.explain(view, HINT_SECONDS, patience=HINT_PATIENCE)
    except (BotFailed, Overfull):
        busy = Text("The bots have too much to think about. Try again in a moment.")
        refused = Refused(HTTPStatus.SERVICE_UNAVAILABLE, busy)
        return table_page(form, room, draft=texts, refused=refused)
    words = {choice.text: choice.words for choice in view.table().choices}
    found = [one for one in thought.estimates if one.value is not None][:HINTED]
    lines = tuple(
        Text(
            "{decision}: {percent} % to win",
            decision=words[one.decision],
            percent=round(100 * win_chance(view, one.value)),
        )
        for one in found
    )
    if found:
        about = (room.id, seat, version, tuple(texts))
        form.site.hints.keep(about, Hint(found[0].decision, (*lines, *thought.reasons)))
    return table_page(form, room, draft=texts)


# Answers


async def done(form: FormRequest, room: Room, work: Awaitable[None]) -> Response:
    """Do it, and show the table; show why where it was refused."""
    try:
        await work
    except Refused as refused:
        form.site.metrics.refused.labels(str(int(refused.status))).inc()
        return table_page(form, room, refused=refused)
    return moved_on(form, room)


def moved_on(form: FormRequest, room: Room) -> Response:
    if form.wants_fragment:
        return form.remembered(HTMLResponse(plain_table(form, room)))
    return form.see_other(f"/t/{room.id}")
