"""After the match: replay, review, the record, and the proof of a fair deal. All is open now."""

import asyncio
from http import HTTPStatus

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from goatherd.fairness import NotDealtLive, verify
from goatherd.match import Match
from goatherd.web.asking import AnAsking, APosting, Asking
from goatherd.web.chart import drawn as chart_of
from goatherd.web.drawn import Sayer
from goatherd.web.judged import reviewed
from goatherd.web.outcome import outcome
from goatherd.web.refused import Refused
from goatherd.web.rooms.room import OVER, Room
from goatherd.web.rooms.staging import replayed
from goatherd.web.shown import Finished
from goatherd.words import Text

router = APIRouter(prefix="/t/{table}", include_in_schema=False)


async def over(asking: Asking) -> tuple[Room, Match]:
    """The room of a match that is over; before, nothing of it is open."""
    room = await asking.room()
    if room.match is None or room.stage != OVER:
        raise Refused(HTTPStatus.CONFLICT, Text("The match is not over yet."))
    return room, room.match


def finished(asking: Asking, room: Room) -> Finished:
    assert room.match is not None
    return Finished(
        id=room.id,
        game=room.table.game,
        title=room.match.contract.title,
        names=room.names(asking.person.language),
        has_line=room.match.contract.line is not None,
    )


@router.get("/result")
async def result(asking: AnAsking) -> Response:
    """How the scores came about, and where all cards were in the end."""
    room, match = await over(asking)
    names = room.names(asking.person.language)
    return asking.page(
        "result.html",
        names=names,
        finished=finished(asking, room),
        outcome=await asyncio.to_thread(outcome, match.copy(), names),
    )


@router.get("/replay")
async def replay(asking: AnAsking, at: int = 0) -> Response:
    """The table after so many decisions, with all hands open."""
    room, match = await over(asking)
    last = len(match.decisions())
    at = min(max(at, 0), last)
    return asking.page(
        "replay.html",
        names=room.names(asking.person.language),
        finished=finished(asking, room),
        scene=replayed(room, at, asking.seat_at(room), asking.person.language),
        at=at,
        last=last,
    )


@router.get("/review")
async def review(asking: AnAsking) -> Response:
    """What a strong bot says to every decision, as far as it has come."""
    room, match = await over(asking)
    names = room.names(asking.person.language)
    so_far = asking.site.reviews.of(room.id, match)
    judged = await asyncio.to_thread(reviewed, match, so_far, names)
    picture = chart_of(judged.curves, judged.total, Sayer(asking.person.language, names))
    return asking.page(
        "review.html",
        names=names,
        finished=finished(asking, room),
        review=judged,
        picture=picture,
    )


@router.get("/record")
async def record(asking: AnAsking) -> Response:
    room, match = await over(asking)
    return download(match.record(), f"{room.table.game}-{room.id}.txt")


@router.get("/line")
async def line(asking: AnAsking) -> Response:
    """Every round in one line, where the game has such a notation."""
    room, match = await over(asking)
    if match.contract.line is None:
        raise Refused(HTTPStatus.NOT_FOUND, Text("This game has no notation in one line."))
    return download("\n".join(match.lines()) + "\n", f"{room.table.game}-{room.id}-lines.txt")


def download(text: str, name: str) -> Response:
    disposition = f'attachment; filename="{name}"'
    return PlainTextResponse(text, headers={"content-disposition": disposition})


@router.get("/proof")
async def proof(asking: AnAsking) -> Response:
    room, match = await over(asking)
    return proof_page(asking, room, match)


@router.post("/proof")
async def check(posting: APosting) -> Response:
    """Go through the steps of the deal again."""
    room, match = await over(posting)
    noted, nonce = posting.text("commitment").strip(), posting.text("nonce").strip()
    found = await asyncio.to_thread(verify, match.record(), noted or None, nonce or None)
    return proof_page(posting, room, match, [(one.text, one.ok) for one in found], noted, nonce)


def proof_page(
    asking: Asking,
    room: Room,
    match: Match,
    checks: list[tuple[Text, bool]] | None = None,
    noted: str = "",
    nonce: str = "",
) -> Response:
    if match.fair is None:
        raise NotDealtLive("this match was not dealt at a live table: its record proves nothing")
    return asking.page(
        "proof.html",
        names=room.names(asking.person.language),
        finished=finished(asking, room),
        fair=match.fair,
        seed=match.seed,
        checks=checks or [],
        noted=noted,
        noted_nonce=nonce,
    )
