"""A game from the skeleton, in a real browser: from the first page to the end of a match."""

import os
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.people import play_out, until
from tests.offered.install import environment, from_skeleton
from tests.web.site import Server, serving

pytestmark = pytest.mark.slow
NAME = "billy-goats"


@pytest.fixture(scope="module")
def site(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site that finds the game."""
    folder = from_skeleton(NAME, tmp_path_factory.mktemp("packages") / NAME)
    with patch.dict(os.environ, environment(folder)), serving(database) as server:
        yield server


def test_it_is_on_the_first_page(person: NewPerson) -> None:
    page = person().open("/")
    expect(page.get_by_text("Billy goats").first).to_be_visible()


def test_a_match_is_played_to_its_end(person: NewPerson) -> None:
    host, guest = person(), person()
    link = host.make_table(NAME, ("me", "open", "bot-1"))
    guest.sit_down(link, 1)
    expect(host.page.locator("#start")).to_be_visible()
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    host.start()
    play_out(host, guest)
    expect(host.page.get_by_text("The match is over.").first).to_be_visible()
