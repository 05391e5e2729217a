"""The site for everybody: axe-core finds nothing serious, and a keyboard is enough."""

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import goatherd
from tests.browser.conftest import NewPerson
from tests.browser.people import DESKTOP, LIT, LIVELY, PHONE, Person, play_again, play_out, until
from tests.web.site import Server

pytestmark = pytest.mark.slow

AXE = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
SIZES = {"phone": PHONE["viewport"], "desktop": DESKTOP["viewport"]}
FOCUSED = "(selector) => document.activeElement.matches(selector)"
SPY = """
window.readOut = [];
addEventListener("DOMContentLoaded", () => {
  const said = document.getElementById("said");
  if (!said) return;
  const observer = new MutationObserver(() => window.readOut.push(said.textContent));
  observer.observe(said, { childList: true });
});
const start = document.startViewTransition.bind(document);
window.transitions = 0;
document.startViewTransition = (swap) => { window.transitions++; return start(swap); };
"""


def assert_accessible(page: Page) -> None:
    """That axe-core finds nothing grave, light and dark, on a phone and on a wide screen."""
    page.bring_to_front()
    page.evaluate(AXE)
    found = [
        f"{size}, {colours}: {one}"
        for size in SIZES
        for colours in ("light", "dark")
        for one in violations(page, size, colours)
    ]
    assert not found, "\n".join([page.url, *found])


def violations(page: Page, size: str, colours: Any) -> list[str]:
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=colours)
    result = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    assert result["passes"], "nothing was looked at"
    return [
        f"{one['id']}: {node['html']} {node['failureSummary']}"
        for one in result["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


@pytest.fixture(scope="module")
def finished(browser: Browser, site: Server) -> str:
    """The address of a match that is over."""
    alone = Person(browser, site.url)
    alone.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"], target="round")
    alone.start()
    play_out(alone)
    address = alone.page.url
    alone.close()
    return address


@pytest.mark.parametrize(
    "path", ["/", "/new?game=goat-lords", "/rules", "/rules/goita", "/fair", "/t/nowhere-here"]
)
def test_pages_around_the_tables(person: NewPerson, path: str) -> None:
    someone = person()
    someone.forgive("404")
    assert_accessible(someone.open(path))


@pytest.mark.parametrize("path", ["", "/result", "/replay?at=7", "/review"])
def test_pages_after_a_match(person: NewPerson, finished: str, path: str) -> None:
    assert_accessible(person().open(finished + path))


def test_the_proof(person: NewPerson, finished: str) -> None:
    someone = person()
    someone.open(f"{finished}/proof")
    someone.follow(someone.page.locator("form[action$='/proof'] button.primary"))
    assert_accessible(someone.page)


@pytest.mark.parametrize("game", goatherd.games())
def test_a_table_of(person: NewPerson, game: str) -> None:
    """While it is waited for, at one's turn, at another's, and with a decision put together."""
    host, guest = person(), person()
    seats = ["me", "open", *["bot-1"] * (2 if game in ("goita", "goat-1916") else 0)]
    link = host.make_table(game, seats, hints="yes", take_back="yes")
    assert_accessible(host.page)
    assert_accessible(guest.open(link))
    guest.sit_down(link, 1)
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    host.start()
    until(lambda: host.look().asked or guest.look().asked, host, guest)
    asked, other = (host, guest) if host.look().asked else (guest, host)
    assert_accessible(asked.page)
    assert_accessible(other.page)
    assert_accessible(put_together(host, guest).page)


def put_together(host: Person, guest: Person) -> Person:
    """Play, and another match where one ends before that, until one of them has chosen a part of
    a decision: whoever that is."""
    people = (host, guest)
    while True:
        until(
            lambda: any(one.look().asked or one.look().stage == "over" for one in people), *people
        )
        if host.look().stage == "over":
            play_again(host, guest)
            host.start()
        for one in people:
            if one.look().asked:
                one.decide()
            if one.page.locator(".drafted").count():
                return one


# By keyboard


def tab_to(one: Person, selector: str) -> None:
    """Go on by the tab key until something is reached."""
    for _ in range(200):
        one.page.keyboard.press("Tab")
        if one.page.evaluate(FOCUSED, selector):
            return
    pytest.fail(f"the tab key never reaches {selector}")


def test_a_keyboard_is_enough(person: NewPerson) -> None:
    """To skip the head of a page, and to make a decision in parts and confirm it."""
    alone = person(**LIVELY)
    alone.context.add_init_script(SPY)
    alone.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"], target="round", pawn_calls="off")
    alone.start()
    until(lambda: alone.look().asked, alone)
    alone.page.reload()
    alone.page.keyboard.press("Tab")
    expect(alone.page.locator(".skip")).to_be_focused()
    alone.page.keyboard.press("Enter")
    expect(alone.page.locator("#main")).to_be_focused()
    version = alone.look().version
    for wanted in (LIT, LIT, "#confirm"):
        tab_to(alone, wanted)
        alone.page.evaluate("() => { document.getElementById('table').isOld = true; }")
        alone.page.keyboard.press("Enter")
        alone.await_change()
        assert alone.page.evaluate(FOCUSED, "#table *"), "the focus has left the table"
    until(lambda: alone.look().version > version, alone)
    assert alone.page.evaluate("() => window.transitions") > 0


def test_what_happens_is_read_out(person: NewPerson) -> None:
    """New events reach the live region, in words; nothing glides for who wants no motion."""
    host, guest = person(), person()
    host.context.add_init_script(SPY)
    link = host.make_table("goat-1916", ["me", "open", "bot-1", "bot-1"])
    guest.sit_down(link, 1)
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    host.start()
    until(lambda: host.look().asked or guest.look().asked, host, guest)
    while not guest.look().asked:
        host.decide()
        until(lambda: host.look().asked or guest.look().asked, host, guest)
    guest.decide_wholly()
    name = guest.page.locator(".me-name").inner_text()
    until(lambda: name in " ".join(host.page.evaluate("() => window.readOut")), host)
    assert host.page.locator("#said").get_attribute("aria-live") == "polite"
    assert host.page.evaluate("() => window.transitions") == 0
