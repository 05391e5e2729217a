"""After the match: replay, review, the record, and the proof of a fair deal. All is open now."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import NamedTuple

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import PlainTextResponse, Response

from goatherd.fairness import Check, NotDealtLive, SealedDeal, conclusion, verify
from goatherd.game import load
from goatherd.match import Match
from goatherd.web.board.build import replay_board
from goatherd.web.board.cache import BoardCache
from goatherd.web.board.html import board_html
from goatherd.web.board.parts import Reader
from goatherd.web.chart import drawn as chart_of
from goatherd.web.judged import in_words, reviewed
from goatherd.web.ledger.rows import SeatRow
from goatherd.web.listings import Finished
from goatherd.web.outcome import outcome
from goatherd.web.preview import result_preview, table_preview
from goatherd.web.refused import Refused
from goatherd.web.request import FormRequestDep, PageRequest, PageRequestDep
from goatherd.web.rooms.room import OVER, Room
from goatherd.web.templating import Translator
from goatherd.words import Text

router = APIRouter(prefix="/t/{table}", include_in_schema=False)


async def over(request: PageRequest) -> tuple[Room, Match]:
    """The room of a match that is over; before, nothing of it is open."""
    room = await request.room()
    if room.match is None or room.stage != OVER:
        raise Refused(HTTPStatus.CONFLICT, Text("The match is not over yet."))
    return room, room.match


def finished(request: PageRequest, room: Room) -> Finished:
    assert room.match is not None
    return Finished(
        id=room.id,
        game=room.table.game,
        title=room.match.contract.facts.title,
        names=room.names(request.person.language),
        has_line=room.match.contract.faces.line is not None,
    )


@router.get("/result")
async def result(request: PageRequestDep) -> Response:
    """How the scores came about, and where all cards were in the end."""
    room, match = await over(request)
    names = room.names(request.person.language)
    told = await asyncio.to_thread(outcome, match, names)
    return request.page(
        "result.html",
        names=names,
        preview=result_preview(load(room.table.game), told.summary),
        finished=finished(request, room),
        outcome=told,
    )


@router.get("/replay")
async def replay(request: PageRequestDep, at: int = 0) -> Response:
    """The table after so many decisions, with all hands open."""
    room, match = await over(request)
    last = len(match.decisions())
    at = min(max(at, 0), last)
    await asyncio.to_thread(match.timeline)  # made once; what is asked of it then is quick
    language, names = request.person.language, room.names(request.person.language)
    board = replay_board(room, at, request.seat_at(room), language)
    csrf = request.seal.csrf(request.person)
    reader = Reader(Translator(language, names), csrf, board.game, BoardCache())
    return request.page(
        "replay.html",
        preview=table_preview(load(room.table.game)),
        names=names,
        finished=finished(request, room),
        board=board,
        table_html=Markup(board_html(board, reader)),
        at=at,
        last=last,
    )


@router.get("/review")
async def review(request: PageRequestDep) -> Response:
    """What a strong bot says to every decision, as far as it has come."""
    room, match = await over(request)
    names = room.names(request.person.language)
    going_on = request.site.reviews.of(room.id, match)
    told = await asyncio.to_thread(in_words, match, going_on.so_far(), going_on.told)
    going_on.told = told
    judged = reviewed(match, told, names)
    picture = chart_of(judged, Translator(request.person.language, names))
    return request.page(
        "review.html",
        preview=table_preview(load(room.table.game)),
        names=names,
        finished=finished(request, room),
        review=judged,
        picture=picture,
    )


@router.get("/record")
async def record(request: PageRequestDep) -> Response:
    room, match = await over(request)
    return download(match.record(), f"{room.table.game}-{room.id}.txt")


@router.get("/line")
async def line(request: PageRequestDep) -> Response:
    """Every round in one line, where the game has such a notation."""
    room, match = await over(request)
    if match.contract.faces.line is None:
        raise Refused(HTTPStatus.NOT_FOUND, Text("This game has no notation in one line."))
    return download("\n".join(match.lines()) + "\n", f"{room.table.game}-{room.id}-lines.txt")


def download(text: str, name: str) -> Response:
    disposition = f'attachment; filename="{name}"'
    return PlainTextResponse(text, headers={"content-disposition": disposition})


@router.get("/proof")
async def proof(request: PageRequestDep) -> Response:
    room, match = await over(request)
    return proof_page(request, room, match)


@router.post("/proof")
async def check(form: FormRequestDep) -> Response:
    """Go through the steps of the deal again."""
    room, match = await over(form)
    noted = Noted(*(form.text(name).strip() for name in Noted._fields))
    given = [value or None for value in noted]
    record = match.record()
    checks = await asyncio.to_thread(verify, record, *given)
    return proof_page(form, room, match, noted, checks, conclusion(record, checks, *given))


class Noted(NamedTuple):
    """What somebody noted down at the match."""

    commitment: str = ""
    nonce: str = ""
    digest: str = ""


NOTHING_NOTED = Noted()


def chair_of(row: SeatRow) -> int:
    """Where somebody sat when the deal was fixed."""
    return row.seat if row.chair is None else row.chair


def proof_page(
    request: PageRequest,
    room: Room,
    match: Match,
    noted: Noted = NOTHING_NOTED,
    checks: Sequence[Check] = (),
    meaning: Text | None = None,
) -> Response:
    fair = match.fair
    if fair is None:
        raise NotDealtLive("this match was not dealt at a live table: its record proves nothing")
    sealed = fair if isinstance(fair, SealedDeal) else None
    names = room.names(request.person.language)
    return request.page(
        "proof.html",
        preview=table_preview(load(room.table.game)),
        names=names,
        finished=finished(request, room),
        deal=sealed.last if sealed else fair,
        sealed=sealed,
        chairs=[names[row.seat] for row in sorted(room.seats, key=chair_of)],
        seed=match.seed,
        checks=checks,
        meaning=meaning,
        noted=noted,
    )
