"""Lessons on the site, taken without scripts: every step, a wrong try, leaving and coming again."""

import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path

import httpx
import pytest

import goatherd
from goatherd.lesson import lesson, lessons
from goatherd.web.ledger.migrate import migrate
from goatherd.words import LANGUAGES
from tests.web.site import Browser, Page, opened

pytestmark = pytest.mark.anyio
ALL = [(game, name) for game in goatherd.games() for name in lessons(game)]
FIRST = "/learn/goita/1-first-steps"


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A lesson needs nothing of the database, so one kind will do."""
    url = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(url)
    async with opened(url) as site, site.client() as client:
        yield client


def coach(page: str) -> str:
    found = re.search(r'<p id="coach">(.*?)</p>', page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize(("game", "name"), ALL)
async def test_a_lesson_is_taken_page_by_page(
    client: httpx.AsyncClient, game: str, name: str
) -> None:
    taught = lesson(game, name)
    browser = Browser(client)
    page = await browser.get(f"/learn/{game}/{name}?at=0")
    for number, place in enumerate(taught.places()[:-1]):
        assert page.status_code == 200
        assert coach(page.text) == taught.steps[place.step].says["en"]
        expected = taught.expected(place)
        if expected is None:
            assert f'href="/learn/{game}/{name}?at={number + 1}"' in page.text
            page = await browser.get(f"/learn/{game}/{name}?at={number + 1}")
        else:
            form = Page(page.text).forms["decide"]
            button = next(one for one in form.buttons if one[:2] == ("decision", expected))
            page = await browser.send(form, button)
        assert str(page.url).endswith(f"at={number + 1}")
    assert 'action="/play-now"' in page.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_another_try_is_told_what_is_meant(client: httpx.AsyncClient, language: str) -> None:
    browser = Browser(client, language)
    page = await browser.get(f"{FIRST}?at=1")
    form = Page(page.text).forms["decide"]
    passing = next(one for one in form.buttons if one[:2] == ("decision", "pass"))
    answer = await browser.send(form, passing)
    step = lesson("goita", "1-first-steps").steps[1]
    assert coach(answer.text) == step.says[language]
    assert step.wrong[language] in unescape(answer.text)


async def test_a_lesson_goes_on_where_one_left_it(client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    await browser.get(f"{FIRST}?at=4")
    assert 'name="version" value="4"' in (await browser.get(FIRST)).text
    assert 'name="version" value="0"' in (await browser.get(f"{FIRST}?at=0")).text


async def test_one_step_back_is_a_link(client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    page = (await browser.get(f"{FIRST}?at=4")).text
    assert f'href="{FIRST}?at=3"' in page
    assert f'href="{FIRST}?at=' not in (await browser.get(f"{FIRST}?at=0")).text.replace(
        f'href="{FIRST}?at=1"', ""
    )


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/goita/nonsense", 404),
        ("/learn/chess", 404),
        ("/learn/goita", 303),
        (f"{FIRST}?at=999", 200),
        (f"{FIRST}?at=-1", 200),
        (f"{FIRST}?at=x", 422),
    ],
)
async def test_an_address_that_leads_nowhere_is_answered_clearly(
    client: httpx.AsyncClient, path: str, status: int
) -> None:
    browser = Browser(client)
    assert (await browser.get(path)).status_code == status


async def test_a_forged_decision_changes_nothing(client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    await browser.get(FIRST)
    for version, decision in (("1", "attack king"), ("1", "x" * 90), ("0", "pass")):
        sent = await browser.post(f"{FIRST}/decide", [("version", version), ("decision", decision)])
        assert sent.headers["location"] == f"{FIRST}?at={version}&wrong=1"
    far = await browser.post(f"{FIRST}/decide", [("version", "99"), ("decision", "pass")])
    assert far.status_code == 422


async def test_a_newcomer_is_in_a_lesson_within_two_clicks(client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    home = (await browser.get("/")).text
    for game in goatherd.games():
        assert f'href="/learn/{game}"' in home
        rules = (await browser.get(f"/rules/{game}")).text
        assert f'href="/learn/{game}"' in rules


async def test_opponents_and_their_number_are_remembered(client: httpx.AsyncClient) -> None:
    browser = Browser(client)
    home = Page((await browser.get("/")).text)
    assert "/play-now" in home.forms
    wanted = [("game", "goat-lords"), ("players", "6"), ("level", "1")]
    made = await browser.post("/play-now", wanted)
    assert made.status_code == 303
    page = (await browser.get(str(made.headers["location"]))).text
    assert "Kid 6" in page
    home_again = (await browser.get("/")).text
    assert '<option value="6" selected>6</option>' in home_again
    for bad in ([("players", "7"), ("level", "1")], [("level", "9")]):
        refused = await browser.post("/play-now", [("game", "goat-lords"), *bad])
        assert refused.status_code == 422
