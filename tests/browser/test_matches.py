"""Whole matches in a real browser: two people with a browser of their own each, and bots."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from goatherd import fairness
from tests.browser.conftest import NewPerson
from tests.browser.people import LIVELY, PHONE, Person, play_again, play_out, until
from tests.web.postgres import running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('site') / 'site.db'}"
        return
    with running() as cluster:
        yield cluster.new_database()


@dataclass(frozen=True)
class Sitting:
    """A match to be played: who sits where, how long it lasts, and how it looks."""

    game: str
    seats: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    host: Mapping[str, Any] = field(default_factory=dict)
    guest: Mapping[str, Any] = field(default_factory=dict)
    dark: bool = False

    def __str__(self) -> str:
        return self.game


BOT = "bot-1"
JAPANESE = {"locale": "ja-JP", **LIVELY}
SITTINGS = [
    Sitting("goita", ("me", "open", BOT, BOT), {"target": "round"}, JAPANESE, PHONE),
    Sitting("goat-1916", ("me", BOT, "open", BOT), {}, PHONE, {"locale": "ko-KR"}),
    Sitting("goat-n-goat", ("me", "open", BOT, BOT, BOT), {}, {}, PHONE, dark=True),
    Sitting("goat-lords", (BOT, "open", "me", BOT, BOT), {"hand": "3"}, PHONE),
]
"""One of each game; short ones, so that many bots do most of the playing."""


def sat_down(host: Person, guest: Person, sitting: Sitting) -> None:
    """Begin a match at a new table, to which the guest came by its link."""
    link = host.make_table(sitting.game, sitting.seats, **sitting.options)
    guest.sit_down(link, sitting.seats.index("open"))
    expect(host.page.locator("#start")).to_be_visible()
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    host.start()


@pytest.mark.parametrize(
    ("database", "sitting"),
    [
        *(("sqlite", sitting) for sitting in SITTINGS),
        *(("postgresql", sitting) for sitting in SITTINGS[:2]),
    ],
    indirect=["database"],
    ids=str,
)
def test_two_people_play_a_whole_match(person: NewPerson, sitting: Sitting) -> None:
    host, guest = person(**sitting.host), person(**sitting.guest)
    if sitting.dark:
        host.open("/")
        host.choose("theme", "dark")
    sat_down(host, guest, sitting)
    pages_loaded = len(host.loaded), len(guest.loaded)
    play_out(host, guest)
    assert (len(host.loaded), len(guest.loaded)) == pages_loaded, "a page was loaded in mid-match"
    assert result(host) == result(guest)
    look_back(guest)
    check_the_deal(host)
    play_again(host, guest)


def result(one: Person) -> list[str]:
    """The points on the page of the end, the winners' first."""
    expect(one.page.locator("#table[data-stage=over] .result .won").first).to_be_visible()
    return one.page.locator(".result .points").all_inner_texts()


def look_back(one: Person) -> None:
    """Everything that the end of a match offers is there."""
    page, home = one.page, one.page.url
    for link in page.locator("nav.after a").all():
        path = urlsplit(link.get_attribute("href") or "").path
        assert one.context.request.get(path).ok, path
    one.open(f"{home}/replay")
    slide(one)
    one.open(f"{home}/review")
    expect(page.locator("progress, table.review").first).to_be_visible()
    one.open(home)


def slide(one: Person) -> None:
    """The slider shows each moment at once."""
    page = one.page
    slider, words = page.locator("#at"), page.locator("#replay-words")
    before = words.inner_text()
    loaded = len(one.loaded)
    slider.fill(slider.get_attribute("max") or "")
    expect(words).not_to_have_text(before)
    expect(page.locator("#replay-table #table")).to_be_visible()
    assert len(one.loaded) == loaded


def check_the_deal(one: Person) -> None:
    """The record proves the deal, offline and by the button."""
    page, home = one.page, one.page.url
    digest = page.locator(".commitment code").inner_text()
    with page.expect_download() as downloading:
        one.click(page.locator("nav.after a[href$='/record']"))
    record = downloading.value.path().read_text(encoding="utf-8")
    checks = fairness.verify(record, digest=digest)
    assert all(check.ok for check in checks), checks
    one.open(f"{home}/proof")
    kept = [page.locator(f"#noted-{what}").input_value() or None for what in ("nonce", "digest")]
    one.follow(page.locator("form[action$='/proof'] button.primary"))
    checks = fairness.verify(record, None, *kept)
    expect(page.locator(".checks .good")).to_have_count(len(checks))
    expect(page.locator(".checks .bad")).to_have_count(0)
    expect(page.locator("form .notice.good")).to_be_visible()
    one.open(home)
