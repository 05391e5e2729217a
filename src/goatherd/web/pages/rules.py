"""Rule books, and how deals are fair."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from goatherd.web.art import drawer
from goatherd.web.files import static
from goatherd.web.listings import game_tile, game_tiles
from goatherd.web.pages.home import known_game, offer
from goatherd.web.preview import rules_preview
from goatherd.web.request import PageRequestDep
from goatherd.web.rulebook import at_a_glance, rule_book

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def books(request: PageRequestDep) -> Response:
    return request.page("rules.html", game=None, games=game_tiles(), book=None, players=None)


@router.get("/rules/{name}")
async def book(
    request: PageRequestDep, name: str, players: Annotated[int | None, Query()] = None
) -> Response:
    game = known_game(name)
    count = players if players in game.players else None
    return request.page(
        "rules.html",
        preview=rules_preview(game),
        game=game_tile(game),
        games=game_tiles(),
        glance=at_a_glance(game.name, request.person.language, drawer(static)),
        book=rule_book(game.name, request.person.language, count),
        counts=game.players,
        players=count,
        offer=offer(request),
    )


@router.get("/fair")
async def fair(request: PageRequestDep) -> Response:
    return request.page("fair.html")
