"""Tables for programs: make them, sit down with a token, follow the events, decide."""

import hashlib
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from starlette.responses import PlainTextResponse, Response

from goatherd.errors import BadOption, UnknownGame
from goatherd.fairness import LONGEST_NONCE
from goatherd.game import games, load
from goatherd.table import Card, Choice, Seat, Table, Zone
from goatherd.web.api import models
from goatherd.web.limits import network_of
from goatherd.web.names import safe_name
from goatherd.web.person import preferred, safe_line, same
from goatherd.web.refused import Refused, bad_request, not_your_seat
from goatherd.web.request import client_of, key_of, seat_by_key, site_of, spend
from goatherd.web.rooms.clock import TimeControl
from goatherd.web.rooms.dealing import pieces_drawn, statement
from goatherd.web.rooms.room import OVER, Room
from goatherd.web.rooms.rooms import new_id, read_id
from goatherd.web.rooms.seats import Share, free_seat
from goatherd.web.rooms.spec import TableSpec
from goatherd.web.site import Site
from goatherd.web.streams import Stream
from goatherd.words import Text, seat_name

refusals: dict[int | str, dict[str, Any]] = {
    status: {"model": models.Error, "description": about}
    for status, about in (
        (400, "What was sent cannot be read"),
        (403, "Not your seat, or not your table"),
        (404, "No such table, game or seat"),
        (409, "The table has moved on, or it is not the time for that"),
        (413, "Too large"),
        (422, "Not what is asked for, or against the rules: `rule` names which"),
        (429, "Too much at once: `Retry-After` says when to try again"),
        (431, "The head of the request is too large"),
        (503, "The database does not answer"),
    )
}
router = APIRouter(prefix="/api", responses=refusals, tags=["tables"])


class Program:
    """A program that asks: its token, if it has one, and its language."""

    def __init__(
        self,
        request: Request,
        authorization: Annotated[str | None, Header(max_length=200)] = None,
        accept_language: Annotated[str, Header(max_length=200)] = "en",
    ) -> None:
        self.site: Site = site_of(request)
        self.key = authorization.removeprefix("Bearer ").strip() if authorization else None
        self.language = preferred(accept_language)
        self.address = network_of(client_of(request))
        spend(request, None)  # a token may be made up

    def seat_at(self, room: Room) -> int | None:
        """The seat of the token; without one, a spectator's view."""
        if self.key is None:
            return None
        seat = seat_by_key(self.site.seal, room, self.key)
        if seat is None:
            raise not_your_seat()
        return seat

    def own_seat(self, room: Room) -> int:
        seat = self.seat_at(room)
        if seat is None:
            raise not_your_seat()
        return seat


AProgram = Annotated[Program, Depends()]


@router.get("/games")
async def list_games() -> list[models.GameShown]:
    """The games, with what each option allows."""
    return [
        models.GameShown(
            name=game.name,
            title=game.title,
            players=list(game.players),
            options={name: option.allowed().say() for name, option in game.options().items()},
        )
        for game in map(load, games())
    ]


@router.get("/tables")
async def list_tables(
    program: AProgram, limit: Annotated[int, Query(ge=1, le=100)] = 50
) -> list[models.TableShown]:
    """Open tables that wait for players or are being played, the newest first."""
    return [
        models.TableShown(
            table=one.table.id,
            game=one.table.game,
            players=one.table.players,
            stage=one.table.stage,
            seats=[row.kind for row in one.seats],
        )
        for one in await program.site.rooms.open_tables(limit)
    ]


@router.post("/tables", status_code=HTTPStatus.CREATED)
async def make_table(program: AProgram, wanted: models.NewTable) -> models.Made:
    """Make a table. Nobody sits there yet."""
    host = f"program-{new_id()}{new_id()}"
    try:
        spec = spec_of(wanted)
        bots = {str(seat): wanted.bots.get(str(seat)) for seat in range(spec.players)}
        unknown = set(wanted.bots) - set(bots)
        if unknown:
            raise bad_request(Text("There is no seat {seat}.", seat=min(unknown)))
        room = await program.site.rooms.open_table(
            spec, host, [free_seat(int(seat), level) for seat, level in bots.items()]
        )
    except UnknownGame as unknown_game:
        raise Refused(HTTPStatus.NOT_FOUND, Text("{why}", why=str(unknown_game))) from None
    except BadOption as bad:
        raise bad_request(bad.why) from None
    key = program.site.seal.seat_key(room.id, -1, host)
    return models.Made(table=room.id, host_key=key, commitment=room.commitment)


def spec_of(wanted: models.NewTable) -> TableSpec:
    times = (wanted.main, wanted.byoyomi, wanted.increment)
    return TableSpec.checked(
        wanted.game,
        wanted.players,
        wanted.options,
        time=None if times == (None, None, None) else TimeControl(*(one or 0 for one in times)),
        listed=wanted.open,
        hints=wanted.hints,
        take_back=wanted.take_back,
        draw=wanted.draw,
    )


@router.post("/tables/{table}/seats", status_code=HTTPStatus.CREATED)
async def sit_down(program: AProgram, table: models.TableId, wanted: models.Sit) -> models.Seated:
    """Take a free seat. The token is the seat's key."""
    room = await program.site.rooms.get(read_id(table))
    name = safe_name(wanted.name) or seat_name(wanted.seat).say()
    person = program_id(room, wanted.again)
    if wanted.seal and wanted.nonce:
        raise bad_request(Text("A nonce is either sealed or left with the table, not both."))
    share = Share(wanted.seal, safe_line(wanted.nonce or "", LONGEST_NONCE) or None)
    await program.site.rooms.sit(room, wanted.seat, person, name, share)
    token = key_of(program.site.seal, room.id, room.seats[wanted.seat])
    return models.Seated(seat=wanted.seat, token=token)


def program_id(room: Room, again: str | None) -> str:
    """Who sits down: somebody new, or whoever has sent this secret before."""
    if again is None:
        return f"program-{new_id()}{new_id()}"
    return f"program-{hashlib.sha256(f'{room.id} {again}'.encode()).hexdigest()[:32]}"


@router.post("/tables/{table}/remove", status_code=HTTPStatus.NO_CONTENT)
async def remove(program: AProgram, table: models.TableId, wanted: models.Remove) -> None:
    """Free a seat before the match: of somebody who is not to play, or whose answer was lost."""
    room = await program.site.rooms.get(read_id(table))
    check_host(program, room, wanted.host_key)
    await program.site.rooms.remove(room, wanted.seat)


def check_host(program: Program, room: Room, host_key: str) -> None:
    if not same(host_key, program.site.seal.seat_key(room.id, -1, room.table.host)):
        raise Refused(HTTPStatus.FORBIDDEN, Text("Only the host of the table may do that."))


@router.post("/tables/{table}/start", status_code=HTTPStatus.NO_CONTENT)
async def start(program: AProgram, table: models.TableId, wanted: models.Start) -> None:
    """Begin the match; free seats get bots."""
    room = await program.site.rooms.get(read_id(table))
    check_host(program, room, wanted.host_key)
    await program.site.rooms.start(room, wanted.level)


@router.post("/tables/{table}/seal", status_code=HTTPStatus.NO_CONTENT)
async def seal_anew(program: AProgram, table: models.TableId, wanted: models.SealAnew) -> None:
    """Seal another nonce for the token's seat, before the table freezes."""
    room = await program.site.rooms.get(read_id(table))
    row = room.seats[program.own_seat(room)]
    assert row.person is not None
    await program.site.rooms.sit(room, row.seat, row.person, row.name, Share(wanted.seal))


@router.post("/tables/{table}/open", status_code=HTTPStatus.NO_CONTENT)
async def open_nonce(program: AProgram, table: models.TableId, wanted: models.Open) -> None:
    """Open the nonce of the token's seat. Before that, look for your seal in the statement, and
    note the digest down."""
    room = await program.site.rooms.get(read_id(table))
    await program.site.rooms.open_nonce(room, program.own_seat(room), wanted.nonce)


@router.post("/tables/{table}/point", status_code=HTTPStatus.NO_CONTENT)
async def point(program: AProgram, table: models.TableId, wanted: models.Point) -> None:
    """Draw for partners. Seats may change with the last piece; tokens stay with their owners."""
    room = await program.site.rooms.get(read_id(table))
    await program.site.rooms.point(room, program.own_seat(room), wanted.place)


@router.get("/tables/{table}")
async def see(program: AProgram, table: models.TableId) -> models.ViewShown:
    """The table as the seat of the token may know it, or as a spectator may."""
    room = await program.site.rooms.get(read_id(table))
    return shown(room, program.seat_at(room), program.language)


@router.get("/tables/{table}/rounds")
async def rounds(program: AProgram, table: models.TableId) -> list[models.RoundShown]:
    """The finished rounds with all hands open, in games that have rounds."""
    room = await program.site.rooms.get(read_id(table))
    names = room.names(program.language)
    view = None if room.match is None else room.view(None)
    return [
        models.RoundShown(
            number=one.number,
            line=one.line,
            end=one.table().prompt.say(program.language, names),
            cards=one.cards(),
            scores=one.scores(),
            status=one.status(),
        )
        for one in ([] if view is None else view.finished())
    ]


@router.get(
    "/tables/{table}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "One event a change"}},
)
async def follow(
    program: AProgram,
    table: models.TableId,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
) -> Response:
    """A stream of events: each is the table as `GET /api/tables/{table}` gives it."""
    room = await program.site.rooms.get(read_id(table))
    seat = program.seat_at(room)

    def drawn() -> str:
        cache, whose = program.site.boards.of(room.id), ("json", seat, program.language)
        event_id = room.event_id(seat)
        known = cache.page(whose, event_id)
        if known is not None:
            return known
        made = shown(room, seat, program.language).model_dump_json()
        return cache.keep_page(whose, event_id, made)

    who = (program.address, program.address)
    return Stream(program.site, room, lambda: seat, drawn, last_event_id, who)


@router.post("/tables/{table}/decisions")
async def decide(program: AProgram, table: models.TableId, wanted: models.Decide) -> models.Decided:
    """Decide for the seat of the token."""
    room = await program.site.rooms.get(read_id(table))
    seat = program.own_seat(room)
    await program.site.rooms.decide(room, seat, wanted.version, wanted.decisions)
    program.site.count_decisions(room, len(wanted.decisions))
    return models.Decided(version=room.known_version(seat))


@router.post("/tables/{table}/take-back")
async def take_back(
    program: AProgram, table: models.TableId, version: Annotated[int, Query(ge=0)]
) -> models.Decided:
    """Take the last decision back, where nothing hidden was seen and nobody has acted since."""
    room = await program.site.rooms.get(read_id(table))
    seat = program.own_seat(room)
    await program.site.rooms.take_back(room, seat, version)
    return models.Decided(version=room.known_version(seat))


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "The record of the match"}},
)
async def record(program: AProgram, table: models.TableId) -> Response:
    """The whole match, once it is over."""
    room = await program.site.rooms.get(read_id(table))
    if room.match is None or room.stage != OVER:
        raise Refused(HTTPStatus.CONFLICT, Text("The match is not over yet."))
    return PlainTextResponse(room.match.record())


def shown(room: Room, seat: int | None, language: str) -> models.ViewShown:
    """The JSON of a view, from the description that the pages are drawn from."""
    names = room.names(language)
    common: dict[str, Any] = {
        "table": room.id,
        "game": room.table.game,
        "stage": room.stage,
        "version": room.known_version(seat),
        "event": room.event_id(seat),
        "seat": seat,
        "names": names,
        "commitment": room.commitment,
        "deal": dealing_of(room),
        "drawing": drawing_of(room, language),
    }
    if room.match is None:
        return models.ViewShown(
            **common,
            turn=None,
            legal=[],
            scores=[],
            winners=[],
            prompt="",
            cards={},
            status={},
            history=[],
            events=[],
            description=None,
        )
    view = room.view(seat)
    table = view.table()
    return models.ViewShown(
        **common,
        turn=view.turn,
        legal=[
            models.Choice(text=one.text, words=one.words.say(language, names))
            for one in table.choices
        ],
        scores=view.scores(),
        winners=list(table.winners),
        prompt=table.prompt.say(language, names),
        cards=view.cards(),
        status=view.status(),
        history=view.history(),
        events=[event.say(language, names) for event in table.events],
        description=described(table, language, names),
    )


def dealing_of(room: Room) -> models.Dealing | None:
    deal = room.deal
    if deal is None:
        return None
    return models.Dealing(
        digest=deal.digest,
        statement=statement(room.table, room.seats) if room.unopened else "",
        unopened=room.unopened,
        void=len(room.table.voids),
    )


def drawing_of(room: Room, language: str) -> models.Drawing | None:
    if room.table.draw is None:
        return None
    drawn = pieces_drawn(room.table, room.seats)
    return models.Drawing(
        left=room.places_left,
        waiting=room.to_point,
        drawn=None if drawn is None else [piece.say(language) for piece in drawn],
    )


DESCRIBED = (Table, Zone, Card, Seat, Choice)


def described(part: Any, language: str, names: list[str]) -> Any:
    """A description of a table as plain data, its texts said in a language."""
    if isinstance(part, Text):
        return part.say(language, names)
    if isinstance(part, DESCRIBED):
        return {name: described(value, language, names) for name, value in part._asdict().items()}
    if isinstance(part, tuple | list):
        return [described(one, language, names) for one in part]
    return part
