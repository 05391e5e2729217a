"""The finished rounds of a match, all hands and face-down pieces open, also while it goes on."""

from http import HTTPStatus

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from goatherd.web.board.build import round_board
from goatherd.web.board.cache import BoardCache
from goatherd.web.board.html import board_html
from goatherd.web.board.parts import Reader
from goatherd.web.refused import Refused
from goatherd.web.request import PageRequestDep
from goatherd.web.templating import Translator
from goatherd.words import Text

router = APIRouter(prefix="/t/{table}", include_in_schema=False)


@router.get("/rounds")
async def rounds(request: PageRequestDep, number: int | None = None) -> Response:
    """One round as it lay when it was over: the last one, unless another is asked for."""
    room = await request.room()
    seat = request.seat_at(room)
    finished = [] if room.match is None else room.view(seat).finished()
    if not finished:
        raise Refused(HTTPStatus.NOT_FOUND, Text("No round of this match is over yet."))
    shown = len(finished) if number is None else min(max(number, 1), len(finished))
    language, names = request.person.language, room.names(request.person.language)
    board = round_board(room, finished[shown - 1].table(seat), seat, language)
    csrf = request.seal.csrf(request.person)
    reader = Reader(Translator(language, names), csrf, board.game, BoardCache())
    return request.page(
        "rounds.html",
        names=names,
        board=board,
        table_html=Markup(board_html(board, reader)),
        shown=shown,
        count=len(finished),
    )
