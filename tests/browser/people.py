"""People with a browser of their own, who play by looking at the page and clicking."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, expect

PATIENCE = 30.0
"""Seconds after which something that should have happened has failed to."""
GLANCE = 5.0
"""Seconds after which a window that shows nothing is looked at anew."""

PHONE: Mapping[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: Mapping[str, Any] = {"viewport": {"width": 1440, "height": 900}}
CALM: Mapping[str, Any] = {"reduced_motion": "reduce"}
"""Nothing glides, unless a test wants it to: drawn without a graphics card, that takes long."""
LIVELY: Mapping[str, Any] = {"reduced_motion": "no-preference"}

LIT = "#decide :is(button.c.lit, .cover button, button.cover, .acts button)"
"""What a table offers to click: cards, piles, players, and buttons for what no card stands for."""
LOOK = """() => {
  const table = document.getElementById("table");
  const { stage, turn, version } = table.dataset;
  const choices = table.querySelectorAll("#all button").length;
  const asked = choices > 1 || Boolean(table.querySelector(".drafted, #all button[value=quiet]"));
  return [stage, Number(version), turn === "mine", turn === "mine" && asked];
}"""
FIND = """(lit) => [...document.querySelectorAll(lit)]
  .map((one, place) => [place, one.getAttribute("popovertarget"), one.checkVisibility()])
  .filter(([, , visible]) => visible)
  .map(([place, list]) => [place, list])"""
SEEN_AT = """(target) => {
  const { left, top, width, height } = target.getBoundingClientRect();
  const parts = [0.5, 0.3, 0.7, 0.1, 0.9];
  const places = parts.flatMap((x) => parts.map((y) => ({ x: x * width, y: y * height })));
  const isSeen = ({ x, y }) => target.contains(document.elementFromPoint(left + x, top + y));
  return places.find(isSeen) ?? null;
}"""
"""Where in an element it is not covered by another one, the middle first."""
MARK = "() => { document.getElementById('table').isOld = true; }"
IS_NEW = """() => {
  const table = document.getElementById("table");
  return table && !table.isOld && !table.hasAttribute("aria-busy");
}"""


class Seen(NamedTuple):
    """A table at a glance."""

    stage: str
    """`waiting`, `playing` or `over`."""
    version: int
    my_turn: bool
    asked: bool
    """Whether the person has a choice; where there is only one decision, the site makes it, but for
    the answer that all give in secret."""


class Choice(NamedTuple):
    """Something lit, and the id of the list that a click on it opens, if it does."""

    target: Locator
    listed: str | None


class Person:
    """Somebody with a browser context. All that goes wrong in their pages is written down."""

    def __init__(self, browser: Browser, url: str, **given: Any) -> None:
        self.url = url
        self.context = browser.new_context(base_url=url, **{**CALM, **DESKTOP, **given})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.taps = bool(given.get("has_touch"))
        self.troubles: list[str] = []
        self._forgiven: list[str] = []
        self.loaded: list[str] = []
        """The addresses of whole pages that were asked for."""
        self.chance = random.Random(0)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self._note(str(error.error)))
        self.context.on("request", self._watch)
        self.page = self.context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"{message.text} ({message.location.get('url', '')})")

    def _watch(self, request: Request) -> None:
        if request.is_navigation_request():
            self.loaded.append(request.url)
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc:
            self._note(f"a request leaves the site: {request.url}")

    def _note(self, trouble: str) -> None:
        if not any(pattern in trouble for pattern in self._forgiven):
            self.troubles.append(trouble)

    def forgive(self, *patterns: str) -> None:
        """Take no notice of troubles that a test is about to bring about itself."""
        self._forgiven += patterns

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def choose(self, what: str, value: str) -> None:
        """Another language, name or theme, by the settings of the page."""
        self.click(self.page.locator("details.me summary"))
        self.follow(self.page.locator(f"details.me [name={what}][value={value}]"))

    # Making a table and sitting down

    def make_table(self, game: str, seats: Sequence[str], **options: str) -> str:
        """Fill in the form for a new table; the link that friends are sent.

        Seats are `me`, `open` or `bot-LEVEL`; options those of the game, and `hints`, `take_back`
        or `open` with their values.
        """
        page = self.open(f"/new?game={game}")
        page.locator(f"[name=players][value='{len(seats)}']").check()
        for seat, who in enumerate(seats):
            page.locator(f"#seat-{seat}").select_option(who)
        for name, value in options.items():
            self._choose(name, value)
        self.follow(page.locator(".new-table button.primary"))
        return page.locator("#invite").input_value()

    def _choose(self, name: str, value: str) -> None:
        page = self.page
        field = page.locator(f":is([name='{name}'], [name='option-{name}'])")
        choice = field.and_(page.locator(f"[value='{value}']"))
        if choice.count():
            choice.check()
        elif field.first.get_attribute("type") == "radio":
            page.locator(f"[name='number-{name}']").fill(value)
        else:
            field.evaluate("(field) => (field.closest('details') ?? {}).open = true")
            field.fill(value)

    def sit_down(self, link: str, seat: int) -> None:
        self.open(link)
        self.press(self.page.locator(f"#sit-{seat}"))

    def start(self) -> None:
        self.press(self.page.locator("#start"))

    # Clicking

    def click(self, target: Locator) -> None:
        """Click or tap where the target can be seen: cards may overlap."""
        self.bring_into_view(target)
        position = target.evaluate(SEEN_AT)
        if self.taps:
            target.tap(position=position)
        else:
            target.click(position=position)

    def bring_into_view(self, target: Locator) -> None:
        """Bring the window to the front, where it is drawn, and scroll to something in it.

        Meanwhile the table may be drawn anew, which is no failure. And seldom a window that has
        come to the front is still not drawn, until another one has been in front of it.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            self.page.bring_to_front()
            try:
                target.scroll_into_view_if_needed(timeout=GLANCE * 1000)
                return
            except Error:
                if time.monotonic() > deadline:
                    raise
            self.context.new_page().close()

    def follow(self, target: Locator) -> None:
        """Click what leads to another page, and wait for it."""
        with self.page.expect_navigation():
            self.click(target)

    def press(self, target: Locator) -> None:
        """Click what changes the table, and wait until it has changed."""
        self.page.evaluate(MARK)
        self.click(target)
        self.await_change()

    def await_change(self) -> None:
        self.page.wait_for_function(IS_NEW)

    # Playing

    def look(self) -> Seen:
        return Seen(*self.page.evaluate(LOOK))

    def told(self) -> str:
        """What the page says, to be read where a test has failed."""
        return f"{self.page.url} {self.look()}\n{self.page.locator('#table').inner_text()}"

    def lit(self) -> list[Choice]:
        found = self.page.evaluate(FIND, LIT)
        return [Choice(self.page.locator(LIT).nth(place), listed) for place, listed in found]

    def decide(self) -> None:
        """Click one of the things that are lit, and one of the list that may then open; or confirm
        what has been put together."""
        confirm = self.page.locator("#confirm")
        if confirm.count():
            self.press(confirm)
            return
        lit = self.lit()
        assert lit, f"nothing is lit: {self.told()}"
        self.pick(self.chance.choice(lit))

    def decide_wholly(self) -> None:
        """All parts of a decision."""
        version = self.look().version
        while self.look().version == version:
            self.decide()

    def pick(self, choice: Choice) -> None:
        """Click something lit; where that opens a list, choose from it."""
        if choice.listed is None:
            self.press(choice.target)
            return
        listed = self.page.locator(f"[id='{choice.listed}'] button")
        self.open_list(choice.target, listed)
        self.press(listed.nth(self.chance.randrange(listed.count())))

    def open_list(self, target: Locator, listed: Locator) -> None:
        """Click what opens a list; again where the table was drawn anew just then, closing it."""
        deadline = time.monotonic() + PATIENCE
        while not listed.first.is_visible():
            assert time.monotonic() < deadline, f"the list stays closed: {self.told()}"
            self.click(target)
            self.page.wait_for_timeout(50)

    def close(self) -> None:
        self.context.close()


class PlainPerson(Person):
    """Somebody whose browser runs no scripts: every click is a form and every answer a page."""

    def __init__(self, browser: Browser, url: str, **given: Any) -> None:
        super().__init__(browser, url, java_script_enabled=False, **given)

    def press(self, target: Locator) -> None:
        self.follow(target)

    def look(self) -> Seen:
        """Without scripts a page is loaded again to see what others do."""
        seen = super().look()
        if seen.stage == "over" or seen.asked:
            return seen
        self.page.reload()
        return super().look()


def until(happened: Callable[[], bool], *people: Person) -> None:
    """Wait for something that pages bring about; nothing may go wrong in them meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert not any(one.troubles for one in people), [one.troubles for one in people]
        assert time.monotonic() < deadline, "\n\n".join(one.told() for one in people)
        people[0].page.wait_for_timeout(20)


def play_out(*people: Person) -> None:
    """Everybody decides whenever they are asked, until all see the end of the match."""
    seen = [one.look() for one in people]

    def something_to_do() -> bool:
        seen[:] = [one.look() for one in people]
        return any(one.asked for one in seen) or all(one.stage == "over" for one in seen)

    while not all(one.stage == "over" for one in seen):
        until(something_to_do, *people)
        for one, table in zip(people, seen, strict=True):
            if table.asked:
                one.decide()


def play_again(host: Person, guest: Person) -> None:
    """The rematch brings both to one new table."""
    before = host.page.url
    host.follow(host.page.locator("button#rematch"))
    expect(guest.page.locator("a#rematch")).to_be_visible()
    guest.follow(guest.page.locator("a#rematch"))
    assert host.page.url == guest.page.url != before
    for one in (host, guest):
        expect(one.page.locator("#table[data-seat]")).to_be_visible()
