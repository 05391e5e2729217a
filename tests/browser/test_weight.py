"""What a page weighs: all that a table loads, with nothing in the cache."""

import pytest
from playwright.sync_api import Response

import goatherd
from tests.browser.conftest import NewPerson

pytestmark = pytest.mark.slow

MOST = 150_000
"""Bytes, as they come over the line."""


@pytest.mark.parametrize("game", goatherd.games())
def test_a_table_is_light(person: NewPerson, game: str) -> None:
    """No request leaves the site either: that would be a trouble of the person's."""
    host = person()
    host.open("/")
    host.follow(host.page.locator(f"form:has([value='{game}']) button.primary"))
    table = host.page.url
    guest = person()
    answers: list[Response] = []
    guest.context.on("response", lambda answer: answers.append(answer))
    guest.page.goto(table, wait_until="load")
    loaded = [one for one in answers if not one.url.split("?")[0].endswith("/events")]
    sizes = {one.url: weight(one) for one in loaded}
    assert len(sizes) > 4, "too little to be a table"
    assert sum(sizes.values()) < MOST, sizes


def weight(answer: Response) -> int:
    measured = answer.request.sizes()
    return measured["responseBodySize"] + measured["responseHeadersSize"]
