"""A table that does not move: at every step of every kind of decision, in all games, at five sizes
of window, the own area and the hand are in sight and where they were.

The tables are drawn from matches with fixed seeds and shown in a browser, without a site.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from markupsafe import Markup
from playwright.sync_api import Browser, Page, Route

import goatherd
from goatherd import Match
from goatherd.web.board.build import ViewerState, board_for
from goatherd.web.board.cache import BoardCache
from goatherd.web.board.html import board_html
from goatherd.web.board.parts import Reader
from goatherd.web.files import STATIC, style_of
from goatherd.web.ledger.rows import SeatRow, StoredTable, TableRow
from goatherd.web.person import Person
from goatherd.web.preview import SITE
from goatherd.web.rooms.room import Room
from goatherd.web.templating import Translator, render
from tests.matches import walk

pytestmark = pytest.mark.slow

HOME = "http://goats.test"
SIZES = [(1280, 800), (1366, 768), (1920, 1080), (360, 740), (740, 360)]
MOST_STEPS = 9
"""Of one decision; what follows looks the same."""
SEED = 11

MEASURE = """() => {
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom].map((edge) => Math.round(edge * 10) / 10);
  };
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const covered = (one) => {
    const [left, top, right, bottom] = box(one);
    const places = [[0.1, 0.5], [0.5, 0.5], [0.08, 0.92], [0.08, 0.08]];
    return !places.some(([x, y]) => {
      const found = document.elementFromPoint(left + x * (right - left), top + y * (bottom - top));
      return found && (one.contains(found) || found.closest(".own, .mine")?.contains(one));
    });
  };
  const words = [];
  const walker = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    const apart = parent.closest(".n, .word, .side, svg");
    if (apart || !node.textContent.trim() || !seen(parent)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < 12) words.push(`${size}px: ${node.textContent.trim().slice(0, 30)}`);
  }
  const own = all(".mine, .mine .z, .mine .c, .own, .own .c, .ask, .bar, #confirm, #start-over");
  return {
    window: [innerWidth, innerHeight],
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    header: all("header.site").map(box)[0],
    footer: all("footer.site").length,
    dock: box(document.querySelector(".dock")),
    confirm: all("#confirm").map(box)[0] ?? null,
    hand: Object.fromEntries(all(".own .c[id]").map((one) => [one.id, box(one)])),
    own: own.map((one) => [one.id || one.className, box(one)]),
    covered: all(".own .c, .mine .c, #confirm").filter(covered).map((one) => one.id),
    small: words,
  };
}"""


class Step(NamedTuple):
    """A moment at a table: what a seat sees, with a part of a decision chosen."""

    room: Room
    seat: int
    draft: tuple[str, ...]


def room_of(match: Match) -> Room:
    """A room in which this match is played."""
    table = TableRow(
        id="abcdefghjk",
        game=match.contract.facts.name,
        players=match.players,
        options=match.options,
        open=False,
        main=600,
        byoyomi=30,
        hints=True,
        take_back=True,
        secret="00" * 32,
        host="p",
        created=0.0,
    )
    seats = tuple(
        SeatRow(seat, "person", f"p{seat}", f"Goat 48{seat}") for seat in range(match.players)
    )
    room = Room(StoredTable(table, seats), now=0.0)
    room.match = match
    return room


def verb(text: str) -> str:
    return text.partition(" ")[0]


def decisions(game: str, players: int) -> Iterator[list[Step]]:
    """For each kind of decision, the steps of putting one together: the first of its kind, and a
    late one, when much lies on the table."""
    chance, known, late = random.Random(SEED), set[str](), dict[str, Match]()
    for seed in range(3):
        match = goatherd.load(game).new(players, seed=seed)
        for position in walk(match, random.Random(seed)):
            if position.over or len(position.legal()) < 2:
                continue
            for kind in sorted({verb(text) for text in position.legal()}):
                if kind not in known:
                    yield list(steps(room_of(position.copy()), kind, chance))
                elif seed == 2:
                    late[kind] = position.copy()
                known.add(kind)
    for kind, position in late.items():
        yield list(steps(room_of(position), kind, chance))


def steps(room: Room, kind: str, chance: random.Random) -> Iterator[Step]:
    assert room.match is not None
    assert room.match.turn is not None
    seat = room.match.turn
    draft: tuple[str, ...] = ()
    yield Step(room, seat, draft)
    for _ in range(MOST_STEPS):
        legal = room.draft(seat, draft).view.legal()
        wanted = [text for text in legal if verb(text) == kind] if not draft else legal
        found = room.draft(seat, (*draft, chance.choice(wanted)))
        draft = tuple(found.parts)
        yield Step(room, seat, draft)
        if found.complete:
            return


def table_html(step: Step, language: str = "en") -> tuple[Any, str]:
    """The board of a step, and its HTML."""
    board = board_for(step.room, ViewerState(step.seat, language, draft=step.draft))
    say = Translator(language, step.room.names(language))
    return board, board_html(board, Reader(say, "token", board.game, BoardCache()))


def serve(route: Route, game: str) -> None:
    path = route.request.url.removeprefix(HOME).partition("?")[0]
    if path.startswith("/static/games/"):
        route.fulfill(body=style_of(game) or b"", content_type="text/css")
    elif path.startswith("/static/") and not path.endswith(".js"):
        kind = "text/css" if path.endswith(".css") else "image/svg+xml"
        route.fulfill(
            body=STATIC.joinpath(path.removeprefix("/static/")).read_bytes(), content_type=kind
        )
    else:
        route.fulfill(body="", content_type="text/plain")


def show(page: Page, step: Step) -> None:
    """A whole page of the table."""
    board, html = table_html(step)
    person = Person("p", "Goat 480", "en", "light")
    whole = render(
        "table.html",
        Translator("en", step.room.names("en")),
        person=person,
        csrf="token",
        here="/",
        address=HOME,
        preview=SITE,
        board=board,
        table_html=Markup(html),
    )
    page.unroute_all()
    page.route(f"{HOME}/**", lambda route: serve(route, board.game))
    page.route(f"{HOME}/t/*", lambda route: route.fulfill(body=whole, content_type="text/html"))
    page.goto(f"{HOME}/t/abcdefghjk")
    page.add_style_tag(content="* { transition: none !important; animation: none !important }")


def inside(box: Sequence[float], window: Sequence[float]) -> bool:
    left, top, right, bottom = box
    return left >= -1 and top >= 39 and right <= window[0] + 1 and bottom <= window[1] + 1


def faults(found: dict[str, Any], first: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a table, held against the first step of the same decision."""
    window = found["window"]
    if found["page"][0] > window[0] or found["page"][1] > window[1]:
        yield f"the page is larger than the window: {found['page']}"
    if found["header"][3] - found["header"][1] > 41 or found["footer"]:
        yield "the head is too high, or there is a foot"
    for name, box in found["own"]:
        if not inside(box, window):
            yield f"outside the window: {name} {box}"
    if found["covered"]:
        yield f"covered: {found['covered']}"
    if found["small"]:
        yield f"too small to read: {found['small']}"
    if found["dock"] != first["dock"]:
        yield f"the dock has moved: {first['dock']} to {found['dock']}"
    for card, box in found["hand"].items():
        before = first["hand"].get(card)
        if before is not None and not_where(box, before):
            yield f"{card} has moved: {before} to {box}"
    if found["confirm"] and first.get("confirm") and found["confirm"] != first["confirm"]:
        yield f"Confirm has moved to {found['confirm']}"


def not_where(box: Sequence[float], before: Sequence[float]) -> bool:
    """A lit card may rise a little."""
    return abs(box[0] - before[0]) > 1.5 or abs(box[1] - before[1]) > 8


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


TABLES = [
    (game, players)
    for game in goatherd.games()
    for players in sorted({min(goatherd.load(game).players), max(goatherd.load(game).players)})
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_moves_while_a_decision_is_put_together(
    page: Page, game: str, players: int
) -> None:
    wrong: list[str] = []
    confirm: dict[tuple[int, int], Any] = {}
    walked = 0
    for number, path in enumerate(decisions(game, players)):
        if number == 0:
            show(page, path[0])
        first: dict[tuple[int, int], dict[str, Any]] = {}
        for step in path:
            _, html = table_html(step)
            page.evaluate("(html) => { document.getElementById('table').outerHTML = html; }", html)
            walked += 1
            for size in SIZES:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                found = page.evaluate(MEASURE)
                before = first.setdefault(size, found)
                confirm.setdefault(size, found["confirm"])
                before["confirm"] = confirm[size] = confirm[size] or found["confirm"]
                wrong += [f"{size} {step.draft}: {fault}" for fault in faults(found, before)]
    assert walked > 5
    assert not wrong, f"{len(wrong)} faults\n" + "\n".join(wrong[:40])
