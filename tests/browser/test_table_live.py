"""What a table does while it is looked at, and only a browser shows."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

import goatherd
from tests.browser.conftest import NewPerson
from tests.browser.people import PHONE, Person, play_out, until

pytestmark = pytest.mark.slow

LANGUAGES = ("ko", "ja", "en")
STREAMS = """
const Stream = window.EventSource;
window.streams = [];
window.EventSource = class extends Stream {
  constructor(address) { super(address); window.streams.push(this); }
};
let isHidden = false;
Object.defineProperty(document, "hidden", { get: () => isHidden });
window.turnAway = (away) => {
  isHidden = away;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
OPEN_STREAMS = "() => streams.filter((one) => one.readyState !== EventSource.CLOSED).length"


def begin(host: Person, guest: Person, game: str = "goat-1916", **options: str) -> None:
    """A match of two people, the guest after the host, and bots where the game needs them."""
    players = min(goatherd.load(game).players)
    link = host.make_table(game, ["me", "open", *["bot-1"] * (players - 2)], **options)
    guest.sit_down(link, 1)
    until(lambda: host.page.locator(".sitters .person").count() == 2, host)
    host.start()
    await_choice(host, guest)


def await_choice(*people: Person) -> None:
    until(lambda: any(one.look().asked for one in people), *people)


def decide_until(wanted: Locator, *people: Person) -> None:
    """Play until something is to be seen."""
    while not wanted.count():
        await_choice(*people)
        for one in people:
            if one.look().asked and not wanted.count():
                one.decide()
        people[0].page.wait_for_timeout(100)


def test_the_title_says_whose_turn_it_is(person: NewPerson) -> None:
    host, guest = person(), person()
    begin(host, guest)
    asked, other = (host, guest) if host.look().asked else (guest, host)
    expect(asked.page).to_have_title(re.compile("Your turn"))
    expect(other.page).not_to_have_title(re.compile("Your turn"))
    seen = other.look().version
    asked.decide_wholly()
    until(lambda: other.look().version > seen, host, guest)
    for one in (host, guest):
        mine = one.look().my_turn
        assert ("Your turn" in one.page.title()) == mine


def test_a_page_that_is_looked_at_has_one_stream(person: NewPerson) -> None:
    """It is closed when the page is hidden; shown again, the page is up to date."""
    host, guest = person(), person()
    host.context.add_init_script(STREAMS)
    begin(host, guest)
    assert host.page.evaluate(OPEN_STREAMS) == 1
    host.page.evaluate("() => turnAway(true)")
    assert host.page.evaluate(OPEN_STREAMS) == 0
    say(guest, "Are you there?")
    host.page.evaluate("() => turnAway(false)")
    expect(host.page.locator("#messages")).to_contain_text("Are you there?")
    assert host.page.evaluate(OPEN_STREAMS) == 1


def say(one: Person, text: str) -> None:
    one.page.locator("#saying").fill(text)
    one.press(one.page.locator("#send"))


def test_what_is_said_is_plain_text(person: NewPerson) -> None:
    host, guest = person(), person()
    begin(host, guest)
    nasty = "<img src=x onerror=alert(1)> & <b>bold</b>"
    say(guest, nasty)
    expect(host.page.locator("#messages li").last).to_contain_text(nasty)
    expect(host.page.locator("#messages img")).to_have_count(0)
    expect(guest.page.locator("#saying")).to_have_value("")


def test_what_is_being_typed_or_chosen_stays(person: NewPerson) -> None:
    """Though the table is drawn anew when somebody else says something."""
    host, guest = person(), person()
    begin(host, guest, "goita", pawn_calls="off")
    host.decide()
    chosen = host.page.locator(".drafted li").all_inner_texts()
    assert chosen
    host.page.locator("#saying").fill("half a sen")
    say(guest, "Hurry!")
    expect(host.page.locator("#messages")).to_contain_text("Hurry!")
    expect(host.page.locator(".drafted li")).to_have_text(chosen)
    expect(host.page.locator("#saying")).to_have_value("half a sen")


def test_an_answer_that_comes_late_brings_no_older_table_back(person: NewPerson) -> None:
    """The stream may tell what the bots did before the answer to one's own decision is there."""
    alone = person()
    alone.make_table("goat-1916", ["me", "bot-1", "bot-1", "bot-1"])
    alone.start()
    until(lambda: alone.look().asked, alone)
    version = alone.look().version
    ready = alone.page.locator("#confirm, button.lit:is([value^=play], [value^=lead])")
    while not ready.count():
        alone.decide()
    older = drawn(alone)
    held: list[Route] = []
    alone.page.route("**/decide", lambda route: held.append(route))
    alone.click(ready.first)
    until(lambda: bool(held), alone)
    answer = held[0].fetch()
    until(lambda: alone.look().version > version + 1, alone)
    newest = alone.look().version
    held[0].fulfill(response=answer, body=older)
    alone.page.wait_for_timeout(300)
    assert alone.look().version >= newest


def drawn(one: Person) -> str:
    """The table as the site has drawn it."""
    return str(one.page.locator("#table").evaluate("(table) => table.outerHTML"))


def test_an_event_is_as_new_as_its_two_numbers_say(person: NewPerson) -> None:
    """How many decisions, how many changes: nothing else in an id makes a table newer."""
    alone = person()
    alone.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"], pawn_calls="off")
    alone.start()
    until(lambda: alone.look().asked, alone)
    same = re.sub(r'(data-event-id="[^"]+)"', r'\1.asked" data-heard="yes"', drawn(alone), count=1)
    newer = re.sub(
        r'data-event-id="(\d+)\.(\d+)"',
        lambda found: f'data-event-id="{found[1]}.{int(found[2]) + 1}" data-heard="newer"',
        drawn(alone),
        count=1,
    )
    for told, heard in ((same, None), (newer, "newer")):
        hear(alone, told)
        alone.page.wait_for_timeout(300)
        assert alone.page.locator("#table").get_attribute("data-heard") == heard


def hear(one: Person, told: str) -> None:
    """Load the page again, with a stream that tells just this."""
    event = "".join(f"data: {line}\n" for line in told.splitlines()) + "\n"
    one.page.unroute_all()
    one.page.route(
        "**/events?*", lambda route: route.fulfill(content_type="text/event-stream", body=event)
    )
    one.page.reload()


def test_a_card_that_cannot_be_played_says_why(person: NewPerson) -> None:
    """With the rule that says so."""
    alone = person()
    alone.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"], pawn_calls="off")
    alone.start()
    unlit = alone.page.locator(".own:has(.c.lit) .c:not(.lit, .none)")
    decide_until(unlit, alone)
    alone.click(unlit.first)
    expect(alone.page.locator("#why")).to_contain_text(re.compile(r"GOITA-\d+"))


def test_a_hint_marks_a_card(person: NewPerson) -> None:
    alone = person()
    alone.make_table("goat-1916", ["me", "bot-1", "bot-1", "bot-1"], hints="yes")
    alone.start()
    until(lambda: alone.look().asked, alone)
    alone.press(alone.page.locator("#hint"))
    expect(alone.page.locator(".hints li").first).to_be_visible()
    expect(alone.page.locator("#decide .hinted").first).to_be_visible()


def test_a_decision_is_taken_back(person: NewPerson) -> None:
    host, guest = person(), person()
    begin(host, guest, "goita", take_back="yes", pawn_calls="off")
    back = host.page.locator("#take-back")
    while not back.count():
        version = decide_and_wait(host, guest)
    host.press(back)
    seen = host.look()
    assert seen.my_turn
    assert seen.version == version + 1
    until(lambda: guest.look().version == seen.version, guest)
    assert not guest.look().my_turn


def decide_and_wait(host: Person, guest: Person) -> int:
    """Play until the guest has to answer what the host has just decided; the version then."""
    while True:
        one, before = (host if host.look().asked else guest), host.look().version
        one.decide()
        await_choice(host, guest)
        version = host.look().version
        # Laying a piece down and attacking are two decisions; more of them were not the host's.
        if one is host and guest.look().asked and before < version <= before + 2:
            return version


def test_links_are_copied(person: NewPerson) -> None:
    alone = person(permissions=["clipboard-read", "clipboard-write"])
    link = alone.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"])
    alone.click(alone.page.locator("#copy"))
    until(lambda: clipboard(alone) == link, alone)
    alone.start()
    alone.click(alone.page.locator("#seat-link summary"))
    alone.click(alone.page.locator("#copy-seat"))
    until(lambda: "/seat/" in clipboard(alone), alone)


def clipboard(one: Person) -> str:
    return str(one.page.evaluate("() => navigator.clipboard.readText()"))


def test_a_bot_plays_for_who_leaves(person: NewPerson) -> None:
    """And "I am back" gives the seat back."""
    host, guest = person(), person()
    begin(host, guest)
    while not host.look().asked:
        guest.decide()
        await_choice(host, guest)
    version = host.look().version
    elsewhere = host.context.new_page()
    elsewhere.goto(host.page.url)
    elsewhere.locator("#leaving summary").click()
    with elsewhere.expect_navigation():
        elsewhere.locator("#leave").click()
    back = host.page.locator("#back")
    expect(back).to_be_visible()
    until(lambda: host.look().version > version, host)
    host.press(back)
    expect(back).to_have_count(0)
    decide_until(host.page.locator("#table[data-turn=mine] #all"), guest, host)
    version = host.look().version
    host.page.wait_for_timeout(500)
    assert host.look().version == version, "a bot still plays"


def test_a_seat_is_played_from_another_device(person: NewPerson) -> None:
    """By its link, whose key then stands in no address."""
    host, guest = person(), person()
    begin(host, guest)
    asked = host if host.look().asked else guest
    seat = asked.page.locator("#table").get_attribute("data-seat") or ""
    version = asked.look().version
    device = person(**PHONE)
    device.open(asked.page.locator("#seat-key").input_value())
    assert device.page.url == asked.page.url
    expect(device.page.locator("#table")).to_have_attribute("data-seat", seat)
    device.decide_wholly()
    until(lambda: asked.look().version > version, asked)


# On a narrow screen


def assert_narrow(one: Person, *paths: str) -> None:
    """That nothing hangs over the side of these pages, or of the one that is shown."""
    wide = {}
    for path in paths or [one.page.url]:
        if paths:
            one.open(path)
        width = one.page.evaluate("() => document.scrollingElement.scrollWidth")
        if width > PHONE["viewport"]["width"]:
            wide[path] = width
    assert not wide


@pytest.mark.parametrize("language", ["ko", "ja", "en"])
def test_no_page_is_wider_than_a_phone(person: NewPerson, language: str) -> None:
    one = person(**PHONE, locale=language)
    games = goatherd.games()
    new, rules = (f"/new?game={game}" for game in games), (f"/rules/{game}" for game in games)
    assert_narrow(one, "/", "/rules", "/fair", *new, *rules)
    one.forgive("404")
    assert_narrow(one, "/t/nowhere-here")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_after_a_match_is_wider_than_a_phone(person: NewPerson, language: str) -> None:
    one = person(**PHONE, locale=language)
    one.make_table("goita", ["me", "bot-1", "bot-1", "bot-1"], target="round")
    assert_narrow(one)
    one.start()
    play_out(one)
    home = one.page.url
    pages = ("", "/result", "/replay?at=9", "/review", "/proof")
    assert_narrow(one, *(home + page for page in pages))


@pytest.mark.parametrize("game", goatherd.games())
def test_no_table_is_wider_than_a_phone(person: NewPerson, game: str) -> None:
    """Not even a crowded one, at one's turn, in any language."""
    one = person(**PHONE)
    players = max(goatherd.load(game).players)
    one.make_table(game, ["me", *["bot-1"] * (players - 1)], hints="yes", take_back="yes")
    for language in LANGUAGES:
        one.choose("language", language)
        assert_narrow(one)
    one.start()
    until(lambda: one.look().asked, one)
    for language in LANGUAGES:
        one.choose("language", language)
        assert_narrow(one)
        one.decide()
        assert_narrow(one)
        until(lambda: one.look().asked, one)
