"""How links to the site are shown elsewhere, its icons, and what robots ask for."""

import re
import struct

import httpx
import pytest

from goatherd.game import games
from goatherd.web.files import STATIC
from goatherd.web.listings import picture_of
from goatherd.web.qr import qr_code
from tests.web.site import HOME, Browser, OpenSite, Page

pytestmark = pytest.mark.anyio

TAG = re.compile(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">')


def tags(page: str) -> dict[str, str]:
    return dict(TAG.findall(page))


async def test_every_page_says_what_a_link_to_it_shows(client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    for path in ("/", "/new?game=goita", "/rules", "/rules/goita", "/fair"):
        told = tags((await browser.get(path)).text)
        assert told["og:title"]
        assert told["og:description"] == told["description"]
        assert told["og:url"] == HOME + path.partition("?")[0]
        picture = await browser.get(told["og:image"])
        assert picture.headers["content-type"] == "image/png"
        size = (int(told["og:image:width"]), int(told["og:image:height"]))
        assert struct.unpack(">II", picture.content[16:24]) == size == (1200, 630)


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_small_picture(game: str) -> None:
    picture = STATIC.joinpath("art", f"{picture_of(game)}.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 100_000


async def test_the_tags_of_a_table_tell_its_game_alone(client: httpx.AsyncClient) -> None:
    """They are the same before the match and in it, for whoever sits there and whoever does not,
    and no engine lists the table."""
    browser = Browser(client)
    tables = [await browser.play_now("goita") for _ in range(2)]
    form = Page((await browser.get("/new?game=goita")).text).forms["/tables"]
    made = await browser.post("/tables", form.fields)
    paths = [f"/t/{table}" for table in tables] + [made.headers["location"]]
    shown = []
    for path in paths:
        for page in (await browser.get(path), await client.get(path, headers={"cookie": ""})):
            told = tags(page.text)
            assert told.pop("og:url") == HOME + path
            shown.append(told)
    assert all(told == shown[0] for told in shown)
    assert shown[0]["robots"] == "noindex"


@pytest.mark.parametrize("path", ["/", "/rules/goita", "/no/such", "/api/games", "/health"])
async def test_head_answers_as_get_does_without_a_body(
    client: httpx.AsyncClient, path: str
) -> None:
    whole, head = await client.get(path), await client.head(path)
    assert head.status_code == whole.status_code
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert head.content == b""


async def test_the_head_of_a_stream_waits_for_nothing(client: httpx.AsyncClient) -> None:
    table = await Browser(client).play_now("goita")
    answer = await client.head(f"/t/{table}/events")
    assert answer.status_code == 200
    assert answer.content == b""


async def test_icons_and_robots_are_where_they_are_looked_for(client: httpx.AsyncClient) -> None:
    assert (await client.get("/favicon.ico")).content[:4] == b"\x00\x00\x01\x00"
    assert "Disallow: /api/" in (await client.get("/robots.txt")).text
    manifest = (await client.get("/static/manifest.webmanifest")).json()
    page = (await client.get("/")).text
    linked = re.findall(r'rel="(?:icon|apple-touch-icon)"[^>]*href="([^"]+)"', page)
    icons = [f"/static/{icon['src']}" for icon in manifest["icons"]]
    for path in [*linked, *icons]:
        assert (await client.get(path)).status_code == 200, path
    assert tags(page)["theme-color"] == manifest["theme_color"]


async def test_the_waiting_room_shows_its_link_as_a_code_and_asks_for_the_name_first(
    site: OpenSite, client: httpx.AsyncClient
) -> None:
    browser = Browser(client)
    form = Page((await browser.get("/new?game=goita")).text).forms["/tables"]
    kept = [field for field in form.fields if field[0] != "seat-1"]
    made = await browser.post("/tables", [*kept, ("seat-1", "open")])
    path = made.headers["location"]
    assert qr_code(HOME + path) in (await browser.get(path)).text
    async with site.client() as other:
        friend = Browser(other)
        page = (await friend.get(path)).text
        assert page.index('id="sit-name"') < page.index('id="sit-1"')
        await friend.followed(await friend.post(f"{path}/sit", [("seat", "1"), ("name", "Momo")]))
        room = await site.room(path.rpartition("/")[2])
        assert room.seats[1].name == "Momo"
        assert 'value="Momo"' in (await friend.get("/")).text  # and is known by it from now on
