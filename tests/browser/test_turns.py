"""How many tables wait for somebody: in the title, in the icon, and on the button to the next."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.people import PHONE


def test_own_turns_stand_in_title_and_icon_and_a_button_leads_to_the_next(
    person: NewPerson,
) -> None:
    one = person(**PHONE)
    tables = []
    for _ in range(2):  # Goat 'n' Goat comes round to everybody by itself
        page = one.open("/")
        one.follow(page.locator("form:has([value='goat-n-goat']) button.primary"))
        tables.append(page.url)
        expect(page).to_have_title(re.compile("Your turn"))
    one.open("/")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    expect(page.locator("link[rel='icon']")).to_have_attribute("href", re.compile("^data:"))
    button = page.locator("#next-turn")
    seen = set()
    for _ in range(2):
        one.follow(button)
        seen.add(page.url)
        expect(button).to_be_attached()
    assert seen == set(tables)
