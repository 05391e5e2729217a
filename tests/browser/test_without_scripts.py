"""The site without scripts: plain forms, plain pages, and a page that loads itself again."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.people import PHONE, PlainPerson, play_out, until

pytestmark = pytest.mark.slow

SEATS = ["me", "open", "bot-1", "bot-1"]
REFRESH = "noscript meta[http-equiv=refresh]"


def test_a_whole_match_by_plain_forms(person: NewPerson) -> None:
    host, guest = person(PlainPerson), person(PlainPerson, **PHONE)
    guest.sit_down(host.make_table("goita", SEATS, target="round"), 1)
    expect(guest.page.locator(REFRESH)).to_have_count(1)
    host.open(host.page.url)
    host.start()
    play_out(host, guest)
    for one in (host, guest):
        expect(one.page.locator(".result .won").first).to_be_visible()
        expect(one.page.locator(REFRESH)).to_have_count(0)
    host.open(f"{host.page.url}/replay")
    host.page.locator("#at").fill("3")
    host.follow(host.page.locator("[data-replay] button:not([hidden])"))
    expect(host.page.locator("#at")).to_have_value("3")


def test_a_decision_in_parts_is_made_by_plain_pages(person: NewPerson) -> None:
    """Nothing is sent before it is confirmed, and it can be started over."""
    alone = person(PlainPerson)
    alone.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"], target="round", pawn_calls="off")
    alone.start()
    until(lambda: alone.look().asked, alone)
    version = alone.look().version
    alone.decide()
    expect(alone.page.locator(".drafted li")).to_have_count(1)
    alone.follow(alone.page.locator("#start-over"))
    expect(alone.page.locator(".drafted")).to_have_count(0)
    while not alone.page.locator("#confirm").count():
        alone.decide()
    assert alone.look().version == version
    alone.decide()
    assert alone.page.locator("#table").get_attribute("data-version") != str(version)
