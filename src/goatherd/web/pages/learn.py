"""Lessons: the table, a coach beside it, and nothing to be kept but how far one has come.

Whoever learns needs no table in the database: a place in a lesson follows from its address alone,
so going back, leaving and coming again are links.
"""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from markupsafe import Markup
from starlette.responses import Response

from goatherd.errors import UnknownLesson
from goatherd.lesson import Lesson, lesson, lessons
from goatherd.web.board.cache import BoardCache
from goatherd.web.board.html import board_html
from goatherd.web.board.lesson import lesson_board
from goatherd.web.board.parts import Reader
from goatherd.web.listings import game_tile
from goatherd.web.pages.home import known_game, offer
from goatherd.web.refused import Refused
from goatherd.web.request import FormRequestDep, PageRequest, PageRequestDep
from goatherd.web.templating import Translator
from goatherd.words import Text

router = APIRouter(prefix="/learn", include_in_schema=False)


@router.get("/{game}")
async def first(request: PageRequestDep, game: str) -> Response:
    """The first lesson of a game."""
    names = lessons(known_game(game).name)
    if not names:
        raise no_such_lesson()
    return request.see_other(f"/learn/{game}/{names[0]}")


@router.get("/{game}/{name}")
async def learn(
    request: PageRequestDep,
    game: str,
    name: str,
    at: Annotated[int | None, Query()] = None,
    wrong: Annotated[bool, Query()] = False,
) -> Response:
    """A place of a lesson; without a number, where one left."""
    taught = known_lesson(game, name)
    kept = request.keys.get(progress_cookie(taught), "") if at is None else str(at)
    last = len(taught.places()) - 1
    number = min(int(kept), last) if kept.isascii() and kept.isdecimal() and len(kept) < 4 else 0
    return lesson_page(request, taught, number, wrong)


def lesson_page(request: PageRequest, taught: Lesson, number: int, wrong: bool) -> Response:
    places = taught.places()
    place, person = places[number], request.person
    board = lesson_board(taught, place, person.name, person.language, wrong)
    names = [sitter.name for sitter in board.sitters]
    say = Translator(person.language, names)
    reader = Reader(say, request.seal.csrf(person), taught.game, BoardCache())
    over = taught.is_over(place)
    known = lessons(taught.game)
    response = request.page(
        "learn.html",
        names=names,
        board=board,
        table_html=Markup(board_html(board, reader)),
        title=taught.title[person.language],
        game=game_tile(known_game(taught.game)),
        coach=None if over else taught.steps[place.step].says[person.language],
        step=place.step + 1,
        steps=len(taught.steps),
        back=None if number == 0 else address(taught, places.index(place.before())),
        go_on=None if over or taught.expected(place) else address(taught, number + 1),
        other=next((name for name in known[known.index(taught.name) + 1 :]), None),
        offer=offer(request),
    )
    request.keep(response, "", progress_cookie(taught), str(number), f"/learn/{taught.game}")
    return response


@router.post("/{game}/{name}/decide")
async def decide(form: FormRequestDep, game: str, name: str) -> Response:
    """The learner's decision: on to the next place, or a word about what is meant."""
    taught = known_lesson(game, name)
    number = form.number("version", 0, len(taught.places()) - 1)
    place = taught.places()[number]
    if taught.is_over(place):
        return form.see_other(address(taught, number))
    if form.text("decision") == taught.expected(place):
        return form.see_other(address(taught, number + 1))
    return form.see_other(f"{address(taught, number)}&wrong=1")


def address(taught: Lesson, number: int) -> str:
    return f"/learn/{taught.game}/{taught.name}?at={number}"


def progress_cookie(taught: Lesson) -> str:
    return f"lesson-{taught.name}"


def known_lesson(game: str, name: str) -> Lesson:
    try:
        return lesson(known_game(game).name, name)
    except UnknownLesson:
        raise no_such_lesson() from None


def no_such_lesson() -> Refused:
    return Refused(HTTPStatus.NOT_FOUND, Text("There is no such lesson."))
