"""Files that browsers and search engines ask for at a fixed address."""

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from goatherd.web.files import STATIC

router = APIRouter(include_in_schema=False)

ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /t/*/events\n"
"""Tables are not forbidden: what shows a link to one asks for its page, and obeys this file. They
say themselves that they are not to be listed."""
A_DAY = {"cache-control": "public, max-age=86400"}


@router.get("/robots.txt")
async def robots() -> Response:
    return PlainTextResponse(ROBOTS, headers=A_DAY)


@router.get("/favicon.ico")
async def favicon() -> Response:
    content = STATIC.joinpath("art", "favicon.ico").read_bytes()
    return Response(content, media_type="image/x-icon", headers=A_DAY)
