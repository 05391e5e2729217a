"""Lessons in a real browser: what the coach points at is in sight, in every language and size."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import goatherd
from goatherd.lesson import Lesson, lesson, lessons
from goatherd.words import LANGUAGES
from tests.browser.people import DESKTOP, PHONE
from tests.web.site import Server

pytestmark = pytest.mark.slow

SIZES = {"phone": PHONE["viewport"], "desktop": DESKTOP["viewport"]}
ALL = [(game, name) for game in goatherd.games() for name in lessons(game)]
LOOKED_AT = """() => {
  const seen = (element) => {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const inside = box.left >= -1 && box.right <= innerWidth + 1 && y > 0 && y < innerHeight;
    const top = document.elementFromPoint(x, y);
    // A cover is there to be clicked and cannot be seen.
    const covered = top !== null && top.closest('.cover') !== null;
    return inside && top !== null && (covered || element.contains(top) || top.contains(element));
  };
  const coach = document.getElementById("coach");
  const pointed = [...document.querySelectorAll("#table .hint, #table .hinted, #table .pointed")];
  return {
    coach: seen(coach),
    pointed: pointed.length,
    hidden: pointed.filter((one) => !seen(one)).map((one) => one.id || one.className),
    wide: document.documentElement.scrollWidth > innerWidth,
  };
}"""


OPENED = "(chosen) => document.querySelector(`.pick ${chosen}`).closest('.pick').showPopover()"


def page_in(browser: Browser, language: str, size: str, **given: Any) -> Page:
    return browser.new_context(viewport=SIZES[size], locale=language, **given).new_page()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_coach_points_at_is_in_sight(
    browser: Browser, site: Server, language: str, size: str
) -> None:
    page = page_in(browser, language, size)
    for game, name in ALL:
        taught = lesson(game, name)
        for number, place in enumerate(taught.places()[:-1]):
            page.goto(f"{site.url}/learn/{game}/{name}?at={number}")
            step = taught.steps[place.step]
            assert page.inner_text("#coach") == step.says[language]
            found = page.evaluate(LOOKED_AT)
            where = f"{game}/{name}, {language}, {size}, place {number}: {found}"
            assert found["coach"], where
            assert not found["wide"], where
            assert not found["hidden"], where
            assert found["pointed"] or not (step.points_at or step.do), where
    page.context.close()


@pytest.mark.parametrize(("game", "name"), ALL)
def test_a_lesson_is_played_with_clicks(
    browser: Browser, site: Server, game: str, name: str
) -> None:
    """Each decision by a card, a place or a button that is there to be clicked."""
    page = page_in(browser, "en", "phone")
    page.goto(f"{site.url}/learn/{game}/{name}?at=0")
    play_through(page, lesson(game, name))
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector("#table")
    assert "/t/" in page.url
    page.context.close()


def play_through(page: Page, taught: Lesson) -> None:
    for number, place in enumerate(taught.places()[:-1]):
        page.wait_for_url(f"**at={number}")
        expected = taught.expected(place)
        if expected is None:
            page.get_by_role("link", name="Next", exact=True).click()
            continue
        chosen = f'button[name="decision"][value="{expected}"]'
        if not any(one.is_visible() for one in page.locator(chosen).all()):
            page.evaluate(OPENED, chosen)
        next(one for one in page.locator(chosen).all() if one.is_visible()).click()
