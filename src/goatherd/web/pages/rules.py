"""Rule books, and how deals are fair."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from goatherd.web.asking import AnAsking
from goatherd.web.pages.home import known_game, offer
from goatherd.web.rulebook import rule_book
from goatherd.web.shown import game_tile, game_tiles

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def books(asking: AnAsking) -> Response:
    return asking.page("rules.html", game=None, games=game_tiles(), book=None, players=None)


@router.get("/rules/{name}")
async def book(
    asking: AnAsking, name: str, players: Annotated[int | None, Query()] = None
) -> Response:
    game = known_game(name)
    count = players if players in game.players else None
    return asking.page(
        "rules.html",
        game=game_tile(game),
        games=game_tiles(),
        book=rule_book(game.name, asking.person.language, count),
        counts=game.players,
        players=count,
        offer=offer(asking),
    )


@router.get("/fair")
async def fair(asking: AnAsking) -> Response:
    return asking.page("fair.html")
