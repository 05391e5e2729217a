"""Whole matches in a real browser: two people with a browser of their own each, and bots."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from goatherd import fairness
from tests.browser.conftest import NewPerson
from tests.browser.people import PHONE, Person, play_out

ROUND = ("goita", ["me", "open", "bot-1", "bot-1"], {"target": "round"})


def sat_down(host: Person, guest: Person, game: str, seats: list[str], **options: str) -> None:
    """A match that the host has begun at a new table, to which the guest came by its link."""
    link = host.make_table(game, seats, **options)
    guest.sit_down(link, seats.index("open"))
    host.page.get_by_text(guest_name(guest)).wait_for()
    host.start()


def guest_name(guest: Person) -> str:
    return guest.page.locator(".me-name").inner_text()


def test_a_round(person: NewPerson) -> None:
    host, guest = person(), person(**PHONE, locale="ko-KR")
    game, seats, options = ROUND
    sat_down(host, guest, game, seats, **options)
    play_out(host, guest)
