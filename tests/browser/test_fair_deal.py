"""What a browser does for a fair deal by itself: it seals, looks, opens, keeps and compares."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from goatherd.fairness import hash_of, seal_of, verify
from tests.browser.conftest import NewPerson
from tests.browser.people import LIVELY, Person, PlainPerson, play_out, until

pytestmark = pytest.mark.slow

SEATS = ["me", "open", "bot-1", "bot-1"]
DEALT = "#table[data-stage=playing], #table[data-stage=over]"


def table_of(person: Person) -> str:
    return person.page.url.partition("/t/")[2][:10]


def kept(person: Person) -> dict[str, Any]:
    """What the browser keeps of the table."""
    text = person.page.evaluate("(name) => localStorage[name]", f"goatherd deal {table_of(person)}")
    found: dict[str, Any] = json.loads(text)
    return found


def record_of(person: Person) -> str:
    address = f"{person.page.url.partition('?')[0]}/record"
    return str(person.page.evaluate("async (url) => (await fetch(url)).text()", address))


def test_two_pages_open_by_themselves_and_compare_by_themselves(person: NewPerson) -> None:
    host, guest = person(), person()
    link = host.make_table("goita", SEATS, target="round", words="Baa 山羊")
    guest.sit_down(link, 1)
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    assert not kept(guest)["opened"]
    host.start()
    for one in (host, guest):
        expect(one.page.locator(DEALT)).to_have_count(1)
        expect(one.page.locator("#own-nonce")).to_be_visible()
    assert kept(host)["digest"] == kept(guest)["digest"]
    play_out(host, guest)
    record = record_of(guest)
    for one in (host, guest):
        (seal,) = kept(one)["opened"]
        nonce = kept(one)["nonces"][seal]
        checks = verify(record, nonce=nonce, digest=kept(one)["digest"])
        assert all(check.ok for check in checks)
        expect(one.page.locator("#own-nonce code")).to_have_text(nonce)
    assert all(check.ok for check in verify(record, nonce="Baa 山羊"))
    guest.follow(guest.page.locator("a[href$='/proof']").first)
    expect(guest.page.locator("[data-compare] .good")).to_be_visible()
    expect(guest.page.locator("[data-compare] .bad")).to_be_hidden()
    guest.follow(guest.page.locator("form[action$='/proof'] button"))
    expect(guest.page.locator(".checks .bad")).to_have_count(0)
    expect(guest.page.locator(".checks")).to_contain_text("The digest is the one that you noted")
    name = f"goatherd deal {table_of(guest)}"
    forget = "(name) => localStorage[name] = localStorage[name].replace(/[0-9a-f]{60}/g, FFF)"
    guest.page.evaluate(forget.replace("FFF", "'f'.repeat(60)"), name)
    guest.page.goto(guest.page.url)
    expect(guest.page.locator("[data-compare] .bad")).to_be_visible()


def test_a_page_whose_cards_glide_opens_at_once(person: NewPerson) -> None:
    """The new table is in the page only when it has begun to glide in."""
    host, guest = person(**LIVELY), person(**LIVELY)
    frozen_without(guest, host)
    expect(host.page.locator("#deal .sitters li").first).to_contain_text("ready", timeout=4500)


def test_one_click_against_bots_deals_at_once(person: NewPerson) -> None:
    alone = person()
    alone.open("/")
    alone.follow(alone.page.locator("form:has([value='goat-1916']) button.primary"))
    expect(alone.page.locator(DEALT)).to_have_count(1)
    (seal,) = kept(alone)["opened"]
    assert seal == seal_of(table_of(alone), 0, kept(alone)["nonces"][seal])


def frozen_without(guest: Person, host: Person) -> list[str]:
    """A table that waits for the guest alone, whose page could not send anything yet."""
    tried: list[str] = []

    def hold(route: Route) -> None:
        tried.append(route.request.post_data or "")
        route.abort()

    guest.forgive("")
    guest.page.route("**/open", hold)
    guest.sit_down(host.make_table("goita", SEATS), 1)
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    host.start()
    until(lambda: bool(tried), guest)
    return tried


@pytest.mark.parametrize("lie", ["seal", "digest", "left out"])
def test_a_page_does_not_open_to_a_deal_that_does_not_hold_its_seal(
    person: NewPerson, lie: str
) -> None:
    host, guest = person(), person()
    tried = frozen_without(guest, host)
    seal = next(iter(kept(guest)["nonces"]))
    number = len(tried)

    def bend(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        told = {"seal": (seal, "0" * 64), "left out": (f"person {seal}", "person")}.get(lie)
        statement = re.findall(r'data-statement="([^"]+)"', text)[0]
        bent = statement.replace(*told) if told else statement
        digest = hash_of(*json.loads(bent.replace("&#34;", '"')))
        if lie == "digest":
            digest = "0" * 64
        text = text.replace(statement, bent)
        text = re.sub(r'data-digest="[0-9a-f]+"', f'data-digest="{digest}"', text)
        route.fulfill(response=answer, body=text)

    guest.page.route(f"**/t/{table_of(guest)}", bend)
    guest.page.goto(guest.page.url)
    expect(guest.page.locator(".fault-wrong")).to_be_visible()
    guest.page.wait_for_timeout(6000)
    assert len(tried) == number
    host.close()


def test_a_page_that_comes_back_opens_then(person: NewPerson) -> None:
    host, guest = person(), person()
    frozen_without(guest, host)
    expect(host.page.locator("#deal")).to_contain_text("still sealed")
    guest.page.unroute("**/open")
    guest.page.goto(guest.page.url)
    for one in (host, guest):
        expect(one.page.locator(DEALT)).to_have_count(1)


def test_without_scripts_nobody_waits_for_what_was_typed(person: NewPerson) -> None:
    host, guest = person(PlainPerson), person()
    link = host.make_table("goita", SEATS, target="round", words="typed by hand")
    guest.sit_down(link, 1)
    host.open(host.page.url)
    host.start()
    expect(guest.page.locator(DEALT)).to_have_count(1)
    host.page.goto(host.page.url)
    expect(host.page.locator(DEALT)).to_have_count(1)
