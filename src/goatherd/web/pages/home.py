"""The first page, a new table, joining one, and who one is."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from http import HTTPStatus
from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import Response

from goatherd.bots.levels import LEVELS
from goatherd.errors import BadOption, UnknownGame
from goatherd.fairness import LONGEST_NONCE, commitment_of
from goatherd.game import Game, games, load
from goatherd.looks import Looks
from goatherd.proof import checked_digits
from goatherd.rule import Option
from goatherd.web.history import beaten_levels, next_level, stars
from goatherd.web.ledger.rows import ListedTable, SeatRow
from goatherd.web.ledger.trouble import BadWrite
from goatherd.web.listings import (
    TableRow,
    allowed_words,
    game_tile,
    game_tiles,
    option_fields,
)
from goatherd.web.person import changed, safe_line
from goatherd.web.preview import game_preview
from goatherd.web.refused import Refused, bad_request
from goatherd.web.request import (
    FormRequest,
    FormRequestDep,
    PageRequest,
    PageRequestDep,
    page_request_as,
)
from goatherd.web.rooms.clock import (
    LONGEST_BYOYOMI,
    LONGEST_INCREMENT,
    LONGEST_MAIN,
    TimeControl,
)
from goatherd.web.rooms.room import WAITING, Room
from goatherd.web.rooms.rooms import new_id, read_id
from goatherd.web.rooms.seats import Share, free_seat, person_seat
from goatherd.web.rooms.spec import TableSpec
from goatherd.web.safety import LARGEST_BODY
from goatherd.words import Text

router = APIRouter(include_in_schema=False)

QUICK_PLAYERS = 4
"""At a table that is made with one click, where the game allows it."""
QUICK_LEVEL = 3


@router.get("/")
async def home(request: PageRequestDep) -> Response:
    return await home_page(request)


async def home_page(request: PageRequest, refusal: Text | None = None, code: str = "") -> Response:
    ledger, person = request.site.ledger, request.person.id
    own = await ledger.tables_of(person, going_on=True)
    mine = [await listed(request, one) for one in own]
    beaten = beaten_levels(await ledger.against_bots(person))
    found = await request.site.rooms.open_tables()
    return request.page(
        "home.html",
        HTTPStatus.OK if refusal is None else HTTPStatus.NOT_FOUND,
        games=game_tiles(),
        offers={name: offer(request) for name in games()},
        quick={name: remembered_quick(request, load(name)) for name in games()},
        counts={name: load(name).players for name in games()},
        levels=LEVELS,
        mine=sorted(mine, key=lambda row: not row.my_turn),
        open_tables=[await listed(request, one) for one in found if not has_seat(one, request)],
        beaten=beaten,
        ladder={name: next_level(level) for name, level in beaten.items()},
        stars=stars,
        first_visit=request.person.is_new,
        refusal=refusal,
        code=code,
    )


def has_seat(one: ListedTable, request: PageRequest) -> bool:
    return any(row.person == request.person.id for row in one.seats)


async def listed(request: PageRequest, one: ListedTable) -> TableRow:
    """A line for a table; whose turn it is, is known for tables that are being played."""
    table = one.table
    stage = table.stage
    my_turn = False
    if stage == "playing" and has_seat(one, request):
        with suppress(Refused):  # a match that cannot be replayed waits for nobody
            my_turn = is_turn_of(request, await request.site.rooms.get(table.id))
    return TableRow(
        id=table.id,
        game=table.game,
        title=load(table.game).title,
        stage=stage,
        players=[row.name for row in one.seats if row.kind == "person"],
        my_turn=my_turn,
        seats_free=sum(row.kind == "empty" for row in one.seats),
        updated=datetime.fromtimestamp(table.finished or table.started or table.created, UTC),
        url=f"/t/{table.id}",
    )


def is_turn_of(request: PageRequest, room: Room) -> bool:
    seat = request.seat_at(room)
    if room.match is None or seat is None or room.seats[seat].stand_in:
        return False
    return room.view(seat).turn == seat


@router.post("/me")
async def me(form: FormRequestDep) -> Response:
    person = changed(
        form.person,
        form.text("name"),
        form.text("language"),
        form.text("theme"),
    )
    back = form.text("back", 200)
    here = back if back.startswith("/") and back[1:2] not in "/\\" else "/"
    return page_request_as(form.http, person).see_other(here)


@router.post("/join")
async def join(form: FormRequestDep) -> Response:
    code = form.text("code")
    try:
        room = await form.site.rooms.get(read_id(code.rstrip("/").rpartition("/")[2]))
    except Refused as refused:
        return await home_page(form, refused.why, code)
    return form.see_other(f"/t/{room.id}")


@router.post("/play-now")
async def play_now(form: FormRequestDep) -> Response:
    """A table against bots, begun at once."""
    game = known_game(form.text("game"))
    quick = chosen_quickly(form, game)
    rooms, table = form.site.rooms, offered(form)
    bots = (free_seat(seat, quick.level) for seat in range(1, quick.players))
    seats = [seat_for(form, 0, table), *bots]
    if not await is_made(form, table):
        try:
            spec = TableSpec.checked(game.name, quick.players)
            await rooms.open_table(spec, form.person.id, seats, table)
        except BadWrite:
            await made_meanwhile(form, table)
        await begin(form, table)
    response = form.see_other(f"/t/{table}")
    form.keep(response, "", quick_cookie(game), f"{quick.players}.{quick.level}")
    return response


class Quick(NamedTuple):
    """A match against bots that begins at once."""

    players: int
    level: int


def chosen_quickly(form: FormRequest, game: Game) -> Quick:
    """What the form says, or else what this person chose last."""
    known = remembered_quick(form, game)
    if not form.text("level"):
        return known
    players = form.number("players", 1, 99) if form.text("players") else known.players
    if players not in game.players:
        raise bad_request(
            Text("This game is for so many players: {counts}.", counts=list(game.players))
        )
    return Quick(players, level_of(form.text("level")))


def remembered_quick(request: PageRequest, game: Game) -> Quick:
    """How many players and which level a person chose last; a usual match without that."""
    usual = QUICK_PLAYERS if QUICK_PLAYERS in game.players else game.players[0]
    players, _, level = request.keys.get(quick_cookie(game), "").partition(".")
    counts = {str(count): count for count in game.players}
    levels = {str(one.number): one.number for one in LEVELS}
    return Quick(counts.get(players, usual), levels.get(level, QUICK_LEVEL))


def quick_cookie(game: Game) -> str:
    return f"quick-{game.name}"


async def made_meanwhile(form: FormRequest, table: str) -> None:
    """Find the table that the same form, sent at the same moment, has made; else it was taken."""
    if not await is_made(form, table):
        raise Refused(HTTPStatus.CONFLICT, Text("This form is out of date. Open the page anew."))


async def begin(form: FormRequest, table: str) -> None:
    """Start the match, unless the same form has done so at the same moment."""
    room = await form.site.rooms.get(table)
    try:
        await form.site.rooms.start(room, QUICK_LEVEL)
    except Refused:
        if room.stage == WAITING:
            raise


def offered(form: FormRequest) -> str:
    """The id under which the form makes its table: the page that it stood in had shown the
    commitment to that table's secret."""
    given = form.text("table")
    return read_id(given) if given else new_id()


async def is_made(form: FormRequest, table: str) -> bool:
    """Whether this very form has made its table already: sent twice, it makes one."""
    try:
        room = await form.site.rooms.get(table)
    except Refused:
        return False
    if room.table.host != form.person.id:
        raise Refused(HTTPStatus.CONFLICT, Text("This form is out of date. Open the page anew."))
    return True


@router.get("/new")
async def new(request: PageRequestDep, game: str = "goat-n-goat") -> Response:
    return new_page(request, known_game(game), {"hints": "yes", "take_back": "yes"})


def new_page(
    request: PageRequest, game: Game, values: Mapping[str, str], refusal: Text | None = None
) -> Response:
    return request.page(
        "new.html",
        HTTPStatus.OK if refusal is None else HTTPStatus.UNPROCESSABLE_ENTITY,
        preview=game_preview(game),
        game=game_tile(game),
        games=game_tiles(),
        has_draw=game.contract.facts.partners is not None,
        players=game.players,
        options=option_fields(game),
        levels=LEVELS,
        values=values,
        longest=(LONGEST_MAIN // 60, LONGEST_BYOYOMI, LONGEST_INCREMENT),
        refusal=refusal,
        offer=offer(request),
    )


def offer(request: PageRequest) -> tuple[str, str]:
    """An id for a table that may be made, and the commitment to its secret."""
    table = new_id()
    return table, commitment_of(request.seal.secret_of(table))


@router.post("/tables")
async def make_table(form: FormRequestDep) -> Response:
    game = known_game(form.text("game"))
    try:
        return await made(form, game)
    except Refused as refused:
        values = {name: value for name, value in form.fields.items() if isinstance(value, str)}
        return new_page(form, game, values, refused.why)


async def made(form: FormRequest, game: Game) -> Response:
    players = form.number("players", 1, 99)
    if players not in game.players:
        counts = list(game.players)
        raise bad_request(Text("This game is for so many players: {counts}.", counts=counts))
    table = offered(form)
    if await is_made(form, table):
        return form.see_other(f"/t/{table}")
    try:
        spec = spec_of(form, game, players)
        seats = [chosen_seat(form, seat, table) for seat in range(players)]
        await form.site.rooms.open_table(spec, form.person.id, seats, table)
    except BadWrite:
        await made_meanwhile(form, table)
    return form.see_other(f"/t/{table}")


def spec_of(form: FormRequest, game: Game, players: int) -> TableSpec:
    """The table that was chosen; Refused where there can be none."""
    try:
        return TableSpec.checked(
            game.name,
            players,
            options_of(form, game),
            time=chosen_time(form),
            listed=form.text("open") == "open",
            hints=form.text("hints") == "yes",
            take_back=form.text("take_back") == "yes",
            draw=form.text("draw") == "yes",
        )
    except BadOption as bad:
        raise bad_request(bad.why) from None


def options_of(form: FormRequest, game: Game) -> dict[str, str | int]:
    """What was chosen; Refused for an option that the game does not have."""
    known = game.options()
    for field in form.fields:
        name = field.removeprefix("option-")
        if name != field and name not in known:
            raise bad_request(Text("{game} has no such option.", game=Text(game.title)))
    return {name: option_of(form, option, game.contract.looks) for name, option in known.items()}


def option_of(form: FormRequest, option: Option, looks: Looks) -> str | int:
    """What was chosen: one of the choices, or the number or the text beside them."""
    value = form.text(f"option-{option.name}")
    if option.sample and not value and f"option-{option.name}" in form.fields:
        return text_of(form, option)
    value = value or form.text(f"number-{option.name}")
    try:
        return option.kept(value, recorded=True) if value else option.default
    except BadOption:
        allowed = allowed_words(option, looks)
        title = looks.option_title(option.name)
        why = Text("{option}: allowed are {values}.", option=title, values=allowed)
        raise bad_request(why) from None


def text_of(form: FormRequest, option: Option) -> str | int:
    """What was written or pasted for an option; it says itself what is wrong with it."""
    try:
        return option.kept(form.text(f"text-{option.name}", LARGEST_BODY), recorded=True)
    except BadOption as bad:
        raise bad_request(bad.why) from None


def chosen_seat(form: FormRequest, seat: int, table: str) -> SeatRow:
    """Seat 0 is for whoever makes the table, unless they chose another."""
    chosen = form.text(f"seat-{seat}")
    mine = [other for other in range(seat) if form.text(f"seat-{other}") == "me"]
    if chosen == "me" and not mine:
        return seat_for(form, seat, table)
    if chosen.startswith("bot-"):
        return free_seat(seat, level_of(chosen.removeprefix("bot-")))
    return SeatRow(seat)


def level_of(text: str) -> int:
    levels = {str(level.number): level.number for level in LEVELS}
    if text not in levels:
        raise bad_request(Text("Bots have levels from 1 to {most}.", most=len(levels)))
    return levels[text]


def chosen_time(form: FormRequest) -> TimeControl | None:
    """A time control from the list, as `minutes+seconds` and maybe `+increment`, or one's own."""
    chosen = form.text("clock")
    if chosen in ("", "none"):
        return None
    if chosen == "own":
        minutes = form.number("minutes", 0, LONGEST_MAIN // 60)
        seconds = form.number("seconds", 0, LONGEST_BYOYOMI)
        more = form.number("increment", 0, LONGEST_INCREMENT) if form.text("increment") else 0
        return TimeControl(60 * minutes, seconds, more)
    parts = chosen.split("+")
    if not 2 <= len(parts) <= 3 or not all(one.isascii() and one.isdecimal() for one in parts):
        raise bad_request(Text("There is no such clock."))
    minutes, *others = (int(one[:9]) for one in parts)
    return TimeControl(60 * minutes, *others)


def seat_for(form: FormRequest, seat: int, table: str) -> SeatRow:
    person = form.person
    return person_seat(table, seat, person.id, person.name, share_of(form))


def share_of(form: FormRequest) -> Share:
    """What the person adds to the deal: the seal of a nonce that their browser keeps, or words that
    they leave with the table."""
    seal = form.text("seal")
    if seal:
        return Share(seal=read_seal(seal))
    words = f"{form.text('nonce')} {form.text('words', 400)}"
    return Share(nonce=safe_line(words, LONGEST_NONCE) or None)


def read_seal(text: str) -> str:
    try:
        return checked_digits(text)
    except ValueError:
        raise bad_request(Text("A seal is 64 hexadecimal digits in small letters.")) from None


def known_game(name: str) -> Game:
    try:
        return load(name)
    except UnknownGame:
        raise Refused(HTTPStatus.NOT_FOUND, Text("There is no such game.")) from None
