"""My matches, another device, and all that the site knows of a person."""

import hashlib
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from goatherd.web.forgetting import forget_person
from goatherd.web.history import beaten_levels, histories, played_matches, player_words, stars
from goatherd.web.ledger.people import Device
from goatherd.web.ledger.rows import ListedTable
from goatherd.web.listings import TableRow
from goatherd.web.pages.home import has_seat, is_turn_of, listed
from goatherd.web.person import Person
from goatherd.web.qr import qr_code
from goatherd.web.refused import Refused, bad_request, not_your_seat
from goatherd.web.request import (
    FormRequest,
    FormRequestDep,
    PageRequest,
    PageRequestDep,
    page_request_as,
)
from goatherd.web.rooms.room import OVER, WAITING, Room
from goatherd.web.rooms.rooms import read_id
from goatherd.words import Text

router = APIRouter(include_in_schema=False)

DEVICE_LINK_KEPT = 3600.0
"""Seconds for which a link to another device can be used."""
SHOWN = 100
"""Finished matches in the list; the figures are of more."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of one's own that is not over."""

    row: TableRow
    others: tuple[Text, ...]


# Matches


@router.get("/me")
async def mine(request: PageRequestDep) -> Response:
    ledger, person = request.site.ledger, request.person.id
    matches = played_matches(await ledger.matches_of(person), person)
    going_on = await ledger.tables_of(person, going_on=True)
    own = [await own_table(request, one) for one in going_on]
    beaten = beaten_levels(await ledger.against_bots(person))
    cleared = await ledger.cleared_by(person)
    return request.page(
        "mine.html",
        own=sorted(own, key=lambda one: not one.row.my_turn),
        matches=[one for one in matches if one.id not in cleared][:SHOWN],
        games=histories(
            matches, beaten, await ledger.losses_of(person), await ledger.losses_of_levels()
        ),
        stars=stars,
        percent=percent,
        words=RESULTS,
    )


RESULTS = {"won": Text("won"), "tied": Text("tied"), "lost": Text("lost")}


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


async def own_table(request: PageRequest, one: ListedTable) -> OwnTable:
    others = [row for row in one.seats if row.person != request.person.id and row.kind != "empty"]
    return OwnTable(await listed(request, one), tuple(player_words(row) for row in others))


@router.post("/me/clear")
async def clear(form: FormRequestDep) -> Response:
    """Take a table out of the list. Who sits at one that others play at gets up from it."""
    room = await form.site.rooms.get(read_id(form.text("table")))
    seat = room.seat_of(form.person.id)
    if seat is None and room.table.host != form.person.id:
        raise not_your_seat()
    if seat is not None and (room.stage == WAITING or is_shared(room, seat)):
        await form.site.rooms.leave(room, seat)
    await form.site.ledger.clear(room.id, form.person.id)
    return form.see_other("/me")


def is_shared(room: Room, seat: int) -> bool:
    """Whether others wait for this seat in a match that goes on."""
    others = [row for row in room.seats if row.kind == "person" and row.seat != seat]
    return room.stage != OVER and bool(others)


# Whose turn it is


async def own_turns(request: PageRequest) -> list[str]:
    """Tables where it is this person's turn, the one that has waited longest first."""
    turns = []
    for one in await request.site.ledger.tables_of(request.person.id, going_on=True):
        if one.table.stage == "playing" and has_seat(one, request):
            with suppress(Refused):
                room = await request.site.rooms.get(one.table.id)
                if is_turn_of(request, room):
                    turns.append((room.began, room.id))
    return [table for _, table in sorted(turns)]


def next_of(turns: list[str], here: str) -> str | None:
    """Where to go on from a table: in turns, so that nobody gets to the same two for ever."""
    if here not in turns:
        return turns[0] if turns else None
    others = turns[turns.index(here) + 1 :] + turns[: turns.index(here)]
    return others[0] if others else None


@router.get("/me/turns")
async def turns(request: PageRequestDep, here: str = "") -> Response:
    """How many tables wait for this person, and which is next: for our script."""
    found = await own_turns(request)
    following = next_of(found, here)
    answer = {"count": len(found), "next": following and f"/t/{following}"}
    return request.remembered(JSONResponse(answer))


@router.get("/next")
async def next_turn(request: PageRequestDep, here: str = "") -> Response:
    following = next_of(await own_turns(request), here)
    return request.see_other(f"/t/{following}" if following else "/me")


# Another device


def key_of_link(token: str) -> str:
    """What is kept of a link: whoever reads the database cannot use it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


@router.post("/me/device")
async def make_link(form: FormRequestDep) -> Response:
    token = secrets.token_urlsafe(18)
    device = Device(form.person.id, form.person.name)
    await form.site.ledger.add_device(key_of_link(token), device, time.time(), DEVICE_LINK_KEPT)
    link = form.address(f"/device/{token}")
    return form.page("device.html", link=link, qr=qr_code(link), device=None, token=None)


@router.get("/device/{token}")
async def device(request: PageRequestDep, token: str) -> Response:
    """Ask first: a program that looks at links shall not use this one up."""
    since = time.time() - DEVICE_LINK_KEPT
    found = await request.site.ledger.find_device(key_of_link(token), since)
    if found is None:
        raise used_up()
    return request.page("device.html", link=None, qr=None, device=found, token=token)


@router.post("/device/{token}")
async def move(form: FormRequestDep, token: str) -> Response:
    """From now on this browser is that person's too."""
    since = time.time() - DEVICE_LINK_KEPT
    found = await form.site.ledger.take_device(key_of_link(token), since)
    if found is None:
        raise used_up()
    known = form.person
    person = Person(found.person, found.name, known.language, known.theme, is_new=True)
    return page_request_as(form.http, person).see_other("/me")


def used_up() -> Refused:
    return Refused(
        HTTPStatus.GONE,
        Text(
            "This link has been used, is older than an hour, or was never made here. Make another "
            "one on the device that you played on."
        ),
    )


# All that is known


@router.get("/me/export")
async def export(request: PageRequestDep) -> Response:
    """Everything of this person, and nothing of others."""
    person = request.person
    told = {
        "person": {
            "id": person.id,
            "name": person.name,
            "language": person.language,
            "theme": person.theme,
        },
        **await request.site.ledger.everything_of(person.id),
    }
    headers = {"content-disposition": 'attachment; filename="goatherd-mine.json"'}
    return request.remembered(JSONResponse(told, headers=headers))


@router.post("/me/forget")
async def forget(form: FormRequestDep) -> Response:
    check_meant(form)
    await forget_person(form.site.rooms, form.person.id)
    return page_request_as(form.http, None).see_other("/")


def check_meant(form: FormRequest) -> None:
    if form.text("sure") != "yes":
        raise bad_request(Text("Tick the box first: what is deleted cannot be brought back."))
