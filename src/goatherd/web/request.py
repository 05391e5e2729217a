"""A request with who makes it, and the answers that it may get."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from goatherd.web.ledger.rows import SeatRow
from goatherd.web.limits import cost_of, network_of
from goatherd.web.person import Person, Seal, newcomer, same
from goatherd.web.preview import SITE, Preview
from goatherd.web.refused import Refused, bad_request, not_your_seat
from goatherd.web.rooms.room import Room
from goatherd.web.rooms.rooms import read_id
from goatherd.web.site import Site
from goatherd.web.templating import Translator, render
from goatherd.words import Text

COOKIE = "goatherd"
HOST_ONLY, SECURE = "__Host-", "__Secure-"
"""How names of cookies begin that browsers take by https alone, the first for every path."""
YEAR = 365 * 24 * 3600
MOST_FIELDS = 100
MOST_MUTED = 20
LONGEST_MUTED = 500
NO_KEYS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at the site: all that is needed to draw a table for them."""

    site: Site
    person: Person
    base: str
    """The site's address as they know it, without a slash at the end."""
    keys: Mapping[str, str]
    """What their browser keeps, the keys to seats among it."""

    @property
    def seal(self) -> Seal:
        return self.site.seal

    def address(self, path: str) -> str:
        """A full address, to be sent to friends."""
        return self.base + path

    def seat_at(self, room: Room) -> int | None:
        """Their seat: their own, or the one that their browser has the key to."""
        seat = room.seat_of(self.person.id)
        if seat is not None:
            return seat
        return seat_by_key(self.seal, room, self.key_to(room))

    def at(self, room: Room) -> "Visitor":
        """A copy with what is kept for this table only: an open stream keeps it for hours."""
        names = (seat_cookie(room.id), mute_cookie(room.id))
        kept = {name: found(self.keys, SECURE, name) for name in names}
        keys = {name: key for name, key in kept.items() if key} or NO_KEYS
        return Visitor(self.site, self.person, self.base, keys)

    def key_to(self, room: Room) -> str | None:
        """The key to a seat that their browser keeps."""
        return found(self.keys, SECURE, seat_cookie(room.id))

    def muted_tags(self, room: Room) -> tuple[str, ...]:
        """Whom they do not want to hear at a table: nobody but their browser keeps that."""
        kept = (found(self.keys, SECURE, mute_cookie(room.id)) or "")[:LONGEST_MUTED]
        return tuple(filter(None, kept.split(".")))[:MOST_MUTED]

    def muted_at(self, room: Room) -> frozenset[str]:
        """The people among those who spoke at a table whom they do not want to hear."""
        tags = self.muted_tags(room)
        if not tags:
            return frozenset()
        people = {row.person for row in room.messages if row.person is not None}
        return frozenset(one for one in people if self.seal.speaker(room.id, one) in tags)


@dataclass(frozen=True, slots=True)
class PageRequest(Visitor):
    """A request for a page, with who makes it."""

    http: Request

    @property
    def wants_fragment(self) -> bool:
        """Whether our script asks, which needs the table alone."""
        return self.http.headers.get("x-fragment") == "1"

    # Seats

    async def room(self) -> Room:
        """The table that the address names."""
        return await self.site.rooms.get(read_id(self.http.path_params["table"]))

    def own_seat(self, room: Room) -> int:
        seat = self.seat_at(room)
        if seat is None:
            raise not_your_seat()
        return seat

    def check_host(self, room: Room) -> None:
        if room.table.host != self.person.id:
            raise Refused(HTTPStatus.FORBIDDEN, Text("Only the host of the table may do that."))

    # Answers

    def page(
        self,
        template: str,
        code: HTTPStatus = HTTPStatus.OK,
        /,
        *,
        names: list[str] | None = None,
        preview: Preview = SITE,
        **context: Any,
    ) -> Response:
        html = render(
            template,
            Translator(self.person.language, names),
            person=self.person,
            csrf=self.seal.csrf(self.person),
            here=here(self.http),
            address=self.base,
            preview=preview,
            **context,
        )
        return self.remembered(HTMLResponse(html, code))

    def see_other(self, path: str) -> Response:
        return self.remembered(RedirectResponse(path, HTTPStatus.SEE_OTHER))

    def remembered(self, response: Response) -> Response:
        """The answer, with a cookie for a browser that has none yet."""
        response.headers["cache-control"] = "no-store"
        response.headers["vary"] = "cookie, accept-language, x-fragment"
        if self.person.is_new:
            self.keep(response, HOST_ONLY, COOKIE, self.seal.cookie(self.person))
        return response

    def keep(self, response: Response, prefix: str, name: str, value: str, path: str = "/") -> None:
        """Let the browser keep a cookie; by https alone, its name lets nobody else set it."""
        if self.site.settings.secure:
            name = prefix + name
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            path=path,
            httponly=True,
            samesite="lax",
            secure=self.site.settings.secure or self.http.url.scheme == "https",
        )


@dataclass(frozen=True, slots=True)
class FormRequest(PageRequest):
    """A form of this site that was sent, with who sent it."""

    fields: FormData

    def text(self, name: str, longest: int = 100) -> str:
        """A field; empty if it was not sent."""
        value = self.fields.get(name, "")
        if not isinstance(value, str) or len(value) > longest:
            raise bad_request(Text("{field} is too long.", field=name))
        return value

    def texts(self, name: str, most: int = 64) -> list[str]:
        values = [value for value in self.fields.getlist(name) if isinstance(value, str)]
        if len(values) > most or any(len(value) > 100 for value in values):
            raise bad_request(Text("{field} is too long.", field=name))
        return values

    def number(self, name: str, low: int, high: int) -> int:
        value = self.text(name, 12).strip()
        if not value.isascii() or not value.isdecimal() or not low <= int(value) <= high:
            raise bad_request(
                Text(
                    "{field}: a whole number from {low} to {high} is needed.",
                    field=name,
                    low=low,
                    high=high,
                )
            )
        return int(value)


def seat_cookie(table: str) -> str:
    return f"seat-{table}"


def mute_cookie(table: str) -> str:
    return f"mute-{table}"


def seat_by_key(seal: Seal, room: Room, key: str | None) -> int | None:
    """The seat that a key belongs to."""
    if not key:
        return None
    for row in room.seats:
        if row.person is not None and same(key, key_of(seal, room.id, row)):
            return row.seat
    return None


def key_of(seal: Seal, table: str, row: SeatRow) -> str:
    """The key to a seat that somebody has."""
    chair = row.seat if row.chair is None else row.chair
    return seal.seat_key(table, chair, row.person or "", row.sitting)


def here(request: Request) -> str:
    """Where the person is, to come back to."""
    return request.url.path if request.method == "GET" else "/"


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


async def page_request(request: Request) -> PageRequest:
    person = known_person(request)
    spend(request, person)
    return page_request_as(request, person)


def known_person(request: Request) -> Person | None:
    """Whoever the cookie says, if it is one of ours."""
    site, keys = site_of(request), request.cookies
    person = site.seal.opened(found(keys, HOST_ONLY, COOKIE))
    if person is not None and site.settings.secure and HOST_ONLY + COOKIE not in keys:
        return replace(person, is_new=True)  # from before the site was secure: to be kept anew
    return person


def found(keys: Mapping[str, str], prefix: str, name: str) -> str | None:
    """A cookie by its name, with the prefix if it was set by https alone."""
    return keys.get(prefix + name) or keys.get(name)


def spend(request: Request, person: Person | None) -> None:
    """Take from the bucket of a person; people whom nobody knows share that of their address."""
    who = network_of(client_of(request)) if person is None else person.id
    site_of(request).rates.spend(who, cost_of(request.method, request.url.path))


def page_request_as(request: Request, person: Person | None) -> PageRequest:
    """The request as this person's; as a newcomer's if nobody is known."""
    known = person or newcomer(request.headers.get("accept-language", ""))
    base = str(request.base_url).rstrip("/")
    return PageRequest(site_of(request), known, base, request.cookies, request)


async def form_request(request: Request) -> FormRequest:
    """A form of this site, sent by a person whom it knows."""
    site, person = site_of(request), known_person(request)
    spend(request, person)
    check_encoding(request)
    form = await request.form(max_files=0, max_fields=MOST_FIELDS)
    token = form.get("csrf")
    if person is None or not isinstance(token, str) or not same(token, site.seal.csrf(person)):
        raise Refused(
            HTTPStatus.FORBIDDEN,
            Text("This form is out of date, or your browser keeps no cookies. Open the page anew."),
        )
    if is_foreign(request):
        raise Refused(HTTPStatus.FORBIDDEN, Text("This form came from another site."))
    asked = page_request_as(request, person)
    return FormRequest(site, person, asked.base, asked.keys, request, form)


def check_encoding(request: Request) -> None:
    """Refused for a form in anything but UTF-8: Python knows encodings that take very long, and
    some that fail in odd ways."""
    _, _, parameters = request.headers.get("content-type", "").lower().partition(";")
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().startswith("charset") and value.strip(' "') not in ("utf-8", "utf8"):
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, Text("Forms are read in UTF-8 alone."))


def is_foreign(request: Request) -> bool:
    """Whether the browser says that another site sent this."""
    origin = request.headers.get("origin")
    if origin is None or origin == "null":
        return request.headers.get("sec-fetch-site", "same-origin") == "cross-site"
    return urlsplit(origin).netloc != request.headers.get("host", "")


def client_of(request: Request) -> str:
    return request.client.host if request.client else "?"


PageRequestDep = Annotated[PageRequest, Depends(page_request)]
FormRequestDep = Annotated[FormRequest, Depends(form_request)]
