"""The line between browser and site breaks in mid-match, and comes back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.line import Line
from tests.browser.people import PATIENCE, PHONE, Person, play_out, until
from tests.web.site import Server

pytestmark = pytest.mark.slow

SEATS = ["me", "bot-1", "open", "bot-1"]
BROKEN = "net::ERR_"
STALE = "409 (Conflict)"


@pytest.fixture
def line(site: Server) -> Iterator[Line]:
    line = Line(site.url)
    yield line
    line.close()


@pytest.fixture
def people(person: NewPerson, line: Line) -> tuple[Person, Person]:
    """Two people in the middle of a match; the first of them is at the end of a line."""
    host, guest = person(url=line.url, **PHONE), person()
    table = host.make_table("goat-1916", SEATS)
    guest.sit_down(table.replace(line.url, guest.url), 2)
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    host.start()
    until(lambda: host.look().asked or guest.look().asked, host, guest)
    while not host.look().asked:
        guest.decide()
        until(lambda: host.look().asked or guest.look().asked, host, guest)
    return host, guest


def decisions(one: Person) -> list[str]:
    """All that has been decided, as a page that is loaded anew lists it."""
    page = one.context.request.get(one.page.url).text()
    listed = re.search(r'<ol class="history".*?</ol>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", listed[0]) if listed else []


def test_a_page_comes_back_by_itself(people: tuple[Person, Person], line: Line) -> None:
    """What was decided without a line is sent when it is back, once, and the match goes on."""
    host, guest = people
    host.forgive(BROKEN)
    made = decisions(guest)
    line.cut()
    expect(host.page.locator("#lost")).to_be_visible()
    wanted = click_a_card(host)
    host.page.wait_for_timeout(500)
    assert decisions(guest) == made
    line.restore()
    expect(host.page.locator("#lost")).to_be_hidden(timeout=PATIENCE * 1000)
    until(lambda: len(decisions(guest)) > len(made), guest)
    now = decisions(guest)
    assert now[: len(made)] == made
    assert now[len(made)].endswith(f": {wanted}")
    pages = len(host.loaded)
    play_out(host, guest)
    assert len(host.loaded) == pages, "the page was loaded anew"


def click_a_card(one: Person) -> str:
    """Click something that is a whole decision, and say which."""
    card = one.page.locator("#decide button.lit[name=decision]").first
    wanted = card.get_attribute("value") or ""
    one.click(card)
    return wanted


def test_a_decision_whose_answer_was_lost_counts_once(
    people: tuple[Person, Person], line: Line
) -> None:
    """The page cannot know that it was made, sends it again, and is told how things stand."""
    host, guest = people
    host.forgive(BROKEN, STALE)
    before, made = host.look().version, decisions(guest)
    line.break_after_post()
    wanted = click_a_card(host)
    until(lambda: line.is_broken, guest)
    line.restore()
    until(lambda: host.look().version > before, guest)
    until(lambda: not host.page.locator("#table[aria-busy]").count(), guest)
    mine = [one for one in decisions(guest)[len(made) :] if one.endswith(f": {wanted}")]
    assert len(mine) == 1


LATER = "performance.now = ((now) => () => now.call(performance) + 60_000)(performance.now)"


def test_a_line_that_died_unseen_is_given_up(people: tuple[Person, Person], line: Line) -> None:
    """Browsers do not notice; but nothing has been heard for longer than a live line is quiet."""
    host, guest = people
    host.forgive(BROKEN)
    before = host.look().version
    line.swallow()
    said = guest.page.locator("#saying")
    said.fill("Are you there?")
    said.press("Enter")
    expect(guest.page.locator(".chat")).to_contain_text("Are you there?")
    host.page.wait_for_timeout(500)
    assert "Are you there?" not in host.page.locator(".chat").inner_text()
    host.page.evaluate(LATER)
    expect(host.page.locator(".chat")).to_contain_text("Are you there?", timeout=PATIENCE * 1000)
    assert host.look().version == before


def test_a_decision_made_offline_is_sent_when_the_browser_is_back(person: NewPerson) -> None:
    alone = person()
    alone.forgive(BROKEN)
    alone.make_table("goat-1916", ["me", "bot-1", "bot-1", "bot-1"])
    alone.start()
    until(lambda: alone.look().asked, alone)
    version = alone.look().version
    alone.context.set_offline(True)
    click_a_card(alone)
    expect(alone.page.locator("#lost")).to_be_visible()
    alone.context.set_offline(False)
    until(lambda: alone.look().version > version, alone)
    expect(alone.page.locator("#lost")).to_be_hidden()
