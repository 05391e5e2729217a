"""A browser for the tests, a site for them to visit, and the people who play there."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import Person
from tests.web.site import Server, serving

NewPerson: TypeAlias = Callable[..., Person]

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


@pytest.hookimpl(tryfirst=True)  # before xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser at a time: two would wait for each other, and so would the tests."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.xdist_group("browser"))


def chromium() -> str:
    """Where the system's browser is; the test is skipped where there is none, though not on CI."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        missing = "chromium is not installed (Debian: apt install chromium)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


# For a module, not for all: while Playwright runs, no other event loop can run in this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of an empty database for the site of a module."""
    folder: Path = tmp_path_factory.mktemp("site")
    return f"sqlite:///{folder / 'site.db'}"


@pytest.fixture(scope="module")
def site(database: str) -> Iterator[Server]:
    """A site that hurries; Goita's window stays open for as long as a page needs to show it."""
    with serving(database, "--window", "3") as server:
        yield server


@pytest.fixture
def person(browser: Browser, site: Server) -> Iterator[NewPerson]:
    """Makes people. At the end, nothing may have gone wrong in any of their pages."""
    made: list[Person] = []

    def make(kind: type[Person] = Person, url: str = "", **given: object) -> Person:
        one = kind(browser, url or site.url, **given)
        made.append(one)
        return one

    yield make
    for one in made:
        one.close()
    assert not any(one.troubles for one in made), [one.troubles for one in made]
