"""The site as an application for a web server."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

import goatherd
from goatherd.web.api import routes
from goatherd.web.files import STATIC, style_of
from goatherd.web.ledger.trouble import BadWrite, LedgerDown
from goatherd.web.limits import cost_of, network_of
from goatherd.web.pages import after, health, home, learn, mine, rounds, rules, table, well_known
from goatherd.web.person import newcomer
from goatherd.web.refused import Refused
from goatherd.web.request import known_person, page_request_as, site_of
from goatherd.web.safety import HEADERS, HTTPS_ONLY, Guard
from goatherd.web.site import Settings, Site
from goatherd.web.streams import STREAMS, Stream
from goatherd.words import Text

log = logging.getLogger("goatherd.app")

NOTHING_HERE = Text("There is no such page.")
UNREADABLE = Text("What was sent cannot be read.")
NOT_SO = Text("That cannot be done here.")
LATER = Text("The database does not answer. Nothing is lost; try again in a moment.")
BROKEN = Text("Something went wrong on our side. Nothing is lost; try again in a moment.")
TOLD = (Refused, RequestValidationError, HTTPException, ClientDisconnect, LedgerDown, BadWrite)
"""What is answered as it is meant to be; anything else is a fault of ours."""
SAID = {HTTPStatus.NOT_FOUND: NOTHING_HERE, HTTPStatus.BAD_REQUEST: UNREADABLE}


class Application(FastAPI):
    """Tells the stream that a request has asked for, when all else is done and gone.

    A connection remembers its last request for as long as it is open: so nothing stays there that
    the answering needed.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        streams: list[Stream] = []
        scope[STREAMS] = streams
        headers = scope.get("headers")
        await super().__call__(scope, receive, send)
        for name in scope.keys() - {"type", "method"}:  # which the server asks for at the end
            del scope[name]
        if isinstance(headers, list):  # as the server made it, and keeps it too
            headers.clear()
        for stream in streams:
            if scope["method"] == "HEAD":
                await stream.tell_head(send)
            else:
                await stream.tell(receive, send)


def make_app(settings: Settings) -> FastAPI:
    """The application; its database must be migrated."""
    site = Site(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await site.open()
        try:
            yield
        finally:
            await site.close()

    app = Application(
        title="Goatherd",
        summary="Goat games for programs: the same tables that people play at.",
        version=goatherd.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.site = site
    app.router.routes.append(Route("/t/{table}/events", table.Events(), methods=["GET"]))
    for module in (home, mine, table, after, rounds, rules, learn, well_known, health, routes):
        app.include_router(module.router)
    app.router.routes.append(Route("/static/games/{game}.css", game_style, methods=["GET"]))
    app.mount("/static", Static(directory=str(STATIC)), name="static")
    app.add_middleware(Guard, gate=SiteGate(site), refuse=refuse)
    for kind in (*TOLD, Exception):
        app.add_exception_handler(kind, refused)
    return app


class SiteGate:
    """Lets requests in as long as their address has not asked too often, and times them."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.headers = HEADERS | HTTPS_ONLY if site.settings.secure else HEADERS

    def admit(self, scope: Scope) -> None:
        """Before anything of the request is read, its cookie least of all."""
        client = scope.get("client")
        address = network_of(client[0] if client else "?")
        self.site.addresses.spend(address, cost_of(scope["method"], scope["path"]))

    def answered(self, scope: Scope, seconds: float) -> None:
        if not scope.get(STREAMS):
            self.site.metrics.answered(scope["method"], seconds)


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that the guard has not let in."""
    response = await refused(Request(scope), scope["refused"])
    await response(scope, receive, send)


FOR_EVER = "public, max-age=31536000, immutable"


class Static(StaticFiles):
    """Files that a browser may keep for ever: their address changes when they do."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if scope["query_string"]:
            response.headers["cache-control"] = FOR_EVER
        else:
            response.headers["cache-control"] = "no-cache"
        return response


async def game_style(request: Request) -> Response:
    """The style sheet of a game, from its folder."""
    style = style_of(request.path_params["game"])
    if style is None:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    response = Response(style, media_type="text/css")
    response.headers["cache-control"] = FOR_EVER if request.url.query else "no-cache"
    return response


async def refused(request: Request, error: Exception) -> Response:
    """A clear page for people and JSON for programs, in the language of whoever asks."""
    why = as_refusal(error)
    if why.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("%s %s", request.method, request.scope.get("route"), exc_info=error)
    site = site_of(request)
    site.metrics.refused.labels(str(int(why.status))).inc()
    headers = dict(getattr(error, "headers", None) or {})  # which methods are allowed
    if why.retry_after:
        headers["retry-after"] = str(why.retry_after)
    if request.url.path.startswith("/api/"):
        response: Response = JSONResponse(
            {"error": why.why.say(language_of(request, site)), "rule": why.rule}, why.status
        )
    else:
        response = refused_page(request, site, why)
    response.headers.update(headers | HEADERS)  # a last resort is answered outside the guard
    response.headers.setdefault("cache-control", "no-store")
    return response


def refused_page(request: Request, site: Site, why: Refused) -> Response:
    asked = page_request_as(request, known_person(request))
    if "refused" in request.scope:  # its cookie was not read: it must not be replaced
        asked = replace(asked, person=replace(asked.person, is_new=False))
    return asked.page(
        "refused.html",
        why.status,
        status=int(why.status),
        why=why.why,
        rule=why.rule,
        advice=[],
        links=way_back(request),
        retry_after=why.retry_after,
    )


def way_back(request: Request) -> list[tuple[str, Text]]:
    """From the pages around a table, back to it."""
    parts = request.url.path.split("/")
    if len(parts) > 3 and parts[1] == "t":
        return [(f"/t/{parts[2]}", Text("Back to the table"))]
    return []


def language_of(request: Request, site: Site) -> str:
    return newcomer(request.headers.get("accept-language", "")).language


def as_refusal(error: Exception) -> Refused:
    """What went wrong, as it is told: never more than whoever asks may know."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, RequestValidationError):
        return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, Text("{why}", why=misread(error)))
    if isinstance(error, HTTPException):
        if isinstance(error.__cause__, Refused):  # while the body was being read
            return error.__cause__
        return Refused(
            HTTPStatus(error.status_code), SAID.get(HTTPStatus(error.status_code), NOT_SO)
        )
    if isinstance(error, ClientDisconnect):  # nobody will read this
        return Refused(HTTPStatus.BAD_REQUEST, UNREADABLE)
    if isinstance(error, LedgerDown):
        return Refused(HTTPStatus.SERVICE_UNAVAILABLE, LATER, retry_after=3)
    return Refused(HTTPStatus.INTERNAL_SERVER_ERROR, BROKEN)


def misread(error: RequestValidationError) -> str:
    """What was wrong with what was sent: the first few things."""
    told: list[Any] = list(error.errors())[:3]
    return "; ".join(f"{'.'.join(map(str, one['loc'][1:]))}: {one['msg']}" for one in told)
