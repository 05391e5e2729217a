"""How soon the site is there: its first answer, a table's first paint, and what a page weighs."""

from __future__ import annotations

import http.client
import shutil
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from benchmarks.site.people import CSRF, texts
from benchmarks.site.server import Served, fresh_database, site
from benchmarks.site.wire import HOST
from goatherd.game import games

SETTLED = 700
"""Milliseconds after loading, in which whatever a page asks for later arrives too."""
FIRST_PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""


@dataclass(frozen=True)
class Painted:
    """A table's page in a browser that has never been here."""

    game: str
    seconds: float
    kilobytes: float


def first_answer(database: str | None) -> float:
    """Seconds from the command, with a new database, to the first page."""
    with fresh_database(database) as url, site(url) as served:
        page, _ = fetched(served, "GET", "/")
        passed = time.perf_counter() - served.begun
        assert page.status == 200, page.status
        return passed


def fetched(
    served: Served, method: str, path: str, body: str = "", cookie: str = ""
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(HOST, served.port, timeout=30)
    headers = {"content-type": "application/x-www-form-urlencoded", "cookie": cookie}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer, answer.read()


def paints(served: Served) -> list[Painted]:
    """The first paint of a table of each game; none where there is no chromium."""
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        return []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            return [painted(browser, served, game) for game in games()]
        finally:
            browser.close()


def painted(browser: Any, served: Served, game: str) -> Painted:
    cookie, table = table_against_bots(served, game)
    name, _, value = cookie.partition("=")
    address = f"http://{HOST}:{served.port}"
    context = browser.new_context()
    try:
        context.add_cookies([{"name": name, "value": value, "url": address}])
        page = context.new_page()
        weight = Weight(context.new_cdp_session(page))
        page.goto(address + table, wait_until="load")
        page.wait_for_timeout(SETTLED)
        return Painted(game, page.evaluate(FIRST_PAINT) / 1000, weight.bytes / 1000)
    finally:
        context.close()


class Weight:
    """What a page has had sent to it, as it went over the wire."""

    def __init__(self, session: Any) -> None:
        self.bytes = 0
        session.on("Network.dataReceived", self._add)
        session.on("Network.responseReceived", self._add_headers)
        session.send("Network.enable")

    def _add(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]

    def _add_headers(self, event: dict[str, Any]) -> None:
        self.bytes += event["response"]["encodedDataLength"]


def table_against_bots(served: Served, game: str) -> tuple[str, str]:
    """A cookie, and the path of the table that its owner has just begun."""
    home, html = fetched(served, "GET", "/")
    cookie = str(home.getheader("set-cookie")).partition(";")[0]
    form = urlencode({"csrf": texts(CSRF, html)[0], "game": game})
    begun, _ = fetched(served, "POST", "/play-now", form, cookie)
    return cookie, str(begun.getheader("location"))
