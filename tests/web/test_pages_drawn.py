"""The pages around the tables: whole and readable in every language, with and without scripts."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from markupsafe import Markup

import goatherd
from goatherd import book
from goatherd.bots.levels import LEVELS
from goatherd.bots.review import Hindsight, Judgement
from goatherd.fairness import Check, Deal, FairDeal, SealedDeal, commitment_of
from goatherd.match import Match
from goatherd.web import chart, listings, rulebook
from goatherd.web.art import drawer
from goatherd.web.board import parts
from goatherd.web.board.cache import BoardCache
from goatherd.web.board.html import board_html
from goatherd.web.board.model import BoardModel, Offer, SeatModel
from goatherd.web.files import STATIC, static
from goatherd.web.history import PlayedMatch, histories, stars
from goatherd.web.judged import Review, in_words, reviewed
from goatherd.web.ledger.people import Device, Losses
from goatherd.web.outcome import outcome
from goatherd.web.pages.after import Noted
from goatherd.web.pages.home import Quick
from goatherd.web.pages.mine import RESULTS, OwnTable, percent
from goatherd.web.person import Person
from goatherd.web.preview import SITE
from goatherd.web.rooms.clock import LONGEST_BYOYOMI, LONGEST_INCREMENT, LONGEST_MAIN
from goatherd.web.templating import Translator, render
from goatherd.words import LANGUAGES, Text

NAMES = ["Ada", "<b>Bo</b>", "김민준", "さくら"]
SECRET = "5f" * 32
FAIR = FairDeal(commitment_of(SECRET), "abcdefghjk", ((0, "goats & <i>"), (2, "0b2a")), SECRET)

Context = dict[str, Any]


# --- what the pages are given ---------------------------------------------------------------------


@cache
def finished_match(game: str) -> Match:
    """A short match of four, each decision the first or the last that is legal."""
    options = {"target": "round"} if game == "goita" else {}
    match = goatherd.load(game).new(4, 7, None, **options)
    while not match.over:
        legal = match.legal()
        match.play(legal[len(match.decisions()) % 2 * -1])
    return match


def judgements(match: Match) -> list[Judgement | None]:
    """A judgement of every third decision: good, slip, mistake and blunder in turn."""
    position = goatherd.load(match.game).new(match.players, match.seed, None, **match.options)
    found: list[Judgement | None] = []
    for number, (seat, decision) in enumerate(match.decisions(), 1):
        legal = position.legal()
        cost = (0.0, 0.03, 0.1, 0.4)[number % 4]
        best = next((text for text in legal if text != decision), decision) if cost else decision
        hindsight = Hindsight(best, 10) if number % 8 == 1 else None
        judged = Judgement(number, seat, decision, best, cost, number % 11 / 10, hindsight)
        found.append(None if number % 3 else judged)
        position.play(decision)
    return found


def review_of(game: str, share: float = 1.0) -> Review:
    match = finished_match(game)
    made = judgements(match)
    return reviewed(match, in_words(match, made[: int(share * len(made))]), NAMES)


def finished(game: str) -> listings.Finished:
    contract = finished_match(game).contract
    return listings.Finished(
        "abcdefghjk", game, contract.facts.title, NAMES, contract.faces.line is not None
    )


def replayed(game: str, at: int) -> BoardModel:
    match = finished_match(game)
    position = goatherd.load(game).new(4, match.seed, None, **match.options)
    for _, decision in match.decisions()[:at]:
        position.play(decision)
    table = position.view(None, events=1).table()
    sitters = tuple(
        SeatModel(seat, name, "person", None, False, False, None, table.seats[seat])
        for seat, name in enumerate(NAMES)
    )
    return BoardModel(
        id="abcdefghjk",
        game=game,
        title=match.contract.facts.title,
        players=4,
        stage="replay",
        version=at,
        event_id=f"{at}.0",
        viewer=None,
        is_host=False,
        table=table,
        sitters=sitters,
        offers=(),
        draft=(),
        complete=False,
        refusal=None,
        events=table.events,
        history=(),
        messages=(),
        may_take_back=False,
        may_hint=False,
        hint=None,
        options=(),
        open=False,
        clock=None,
        seat_link=None,
        commitment=FAIR.commitment,
    )


def row(game: str, stage: str, *, my_turn: bool = False, free: int = 0) -> listings.TableRow:
    title = goatherd.load(game).title
    when = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    return listings.TableRow("t", game, title, stage, NAMES, my_turn, free, when, "/t/t")


OFFER = ("abcdefghjk", "0" * 64)
HOME: Context = {
    "games": listings.game_tiles(),
    "offers": dict.fromkeys(goatherd.games(), OFFER),
    "quick": dict.fromkeys(goatherd.games(), Quick(4, 3)),
    "counts": {name: goatherd.load(name).players for name in goatherd.games()},
    "levels": LEVELS,
    "beaten": dict.fromkeys(goatherd.games(), 2),
    "ladder": dict.fromkeys(goatherd.games(), LEVELS[2]),
    "stars": stars,
    "mine": [row("goita", "playing", my_turn=True), row("goat-1916", "over")],
    "open_tables": [row("goat-lords", "waiting", free=2), row("goat-n-goat", "playing")],
    "first_visit": False,
    "refusal": None,
    "code": "",
}
LOSSES = [Losses("goita", level, 400, 8.0 + level) for level in (1, 2)]
DAY = datetime(2026, 1, 2, tzinfo=UTC)
PLAYED = [
    PlayedMatch("abcdefghjk", "goita", DAY, "won", 150, 90, (Text("{name}", name="<i>"),)),
    PlayedMatch("abcdefghjm", "goita", DAY, "lost", 90, 150, ()),
]
MINE: Context = {
    "own": [OwnTable(row("goita", "playing", my_turn=True), (Text("{name}", name="<i>"),))],
    "matches": PLAYED,
    "games": histories(PLAYED, {"goita": 2}, [Losses("goita", None, 100, 2.0)], LOSSES),
    "stars": stars,
    "percent": percent,
    "words": RESULTS,
}
EMPTY_HOME: Context = HOME | {
    "mine": [],
    "open_tables": [],
    "first_visit": True,
    "refusal": Text("There is no such table (GNG-7)."),
    "code": "<x>",
}


def new_table(name: str, values: dict[str, str], refusal: Text | None = None) -> Context:
    game = goatherd.load(name)
    return {
        "game": listings.game_tile(game),
        "games": listings.game_tiles(),
        "has_draw": game.contract.facts.partners is not None,
        "players": game.players,
        "options": listings.option_fields(game),
        "levels": LEVELS,
        "values": values,
        "longest": (LONGEST_MAIN // 60, LONGEST_BYOYOMI, LONGEST_INCREMENT),
        "refusal": refusal,
        "offer": OFFER,
    }


def rules(name: str, language: str, players: int | None = None) -> Context:
    game = goatherd.load(name)
    return {
        "game": listings.game_tile(game),
        "games": listings.game_tiles(),
        "glance": rulebook.at_a_glance(name, language, drawer(static)),
        "book": rulebook.rule_book(name, language, players),
        "counts": game.players,
        "players": players,
        "offer": OFFER,
    }


def review_page(game: str, share: float, say: Translator) -> Context:
    review = review_of(game, share)
    picture = chart.drawn(review, say)
    return {"finished": finished(game), "review": review, "picture": picture}


REFUSED: Context = {
    "status": 429,
    "why": Text("Too fast (GOAT-12)."),
    "rule": "GOAT-12",
    "advice": [Text("Wait.")],
    "links": [("/t/x", Text("Back to the games"))],
    "retry_after": 3,
}
SEALED = SealedDeal(
    "k7d2mw9xqa",
    (
        Deal("a1" * 32, ("person " + "b2" * 32, "bot 3"), "c3" * 32, (), SECRET, (0,)),
        Deal("d4" * 32, ("person " + "e5" * 32, "bot 3"), "f6" * 32, ((0, 'x" <i>'),), SECRET),
    ),
)
PROOF: Context = {
    "deal": SEALED.last,
    "sealed": SEALED,
    "chairs": ["One", "Two", "Three", "Four"],
    "seed": 7,
    "checks": [],
    "meaning": None,
    "noted": Noted(),
}
OLD_PROOF = PROOF | {"deal": FAIR, "sealed": None}
CHECKED: Context = OLD_PROOF | {
    "checks": [Check(Text("Fine."), True), Check(Text("Bad."), False)],
    "meaning": Text("So."),
    "noted": Noted("x"),
}


def given(context: Context) -> Callable[[Translator], Context]:
    return lambda say: context


def seen(board: BoardModel, say: Translator) -> Context:
    """A board with its table as HTML."""
    reader = parts.Reader(say, "the token", board.game, BoardCache())
    return {"board": board, "table_html": Markup(board_html(board, reader))}


def of_game(name: str) -> dict[str, tuple[str, Callable[[Translator], Context]]]:
    """The pages that each game has."""
    last = len(finished_match(name).decisions())
    over = {"finished": finished(name), "outcome": outcome(finished_match(name), NAMES)}
    board = replayed(name, 5)
    return {
        f"new {name}": ("new.html", given(new_table(name, {}))),
        f"rules {name}": ("rules.html", lambda say: rules(name, say.language)),
        f"review {name}": ("review.html", lambda say: review_page(name, 1, say)),
        f"under review {name}": ("review.html", lambda say: review_page(name, 0.4, say)),
        f"result {name}": ("result.html", given(over)),
        f"replay {name}": (
            "replay.html",
            lambda say: seen(board, say) | {"finished": finished(name), "at": 5, "last": last},
        ),
    }


PAGES: dict[str, tuple[str, Callable[[Translator], Context]]] = {
    "home": ("home.html", given(HOME)),
    "first visit": ("home.html", given(EMPTY_HOME)),
    "my matches": ("mine.html", given(MINE)),
    "nothing played": ("mine.html", given(MINE | {"own": [], "matches": [], "games": []})),
    "a link to a device": (
        "device.html",
        given({"link": "http://x/<i>", "qr": "", "device": None, "token": None}),
    ),
    "another device": (
        "device.html",
        given({"link": None, "qr": None, "device": Device("p", "<i>"), "token": "t"}),
    ),
    "rules": ("rules.html", given({"game": None, "games": HOME["games"], "book": None})),
    "rules for two": ("rules.html", lambda say: rules("goat-n-goat", say.language, 2)),
    "fair": ("fair.html", given({})),
    "refused": ("refused.html", given(REFUSED)),
    "proof": ("proof.html", given(PROOF | {"finished": finished("goita")})),
    "checked": ("proof.html", given(CHECKED | {"finished": finished("goat-1916")})),
}
for game in goatherd.games():
    PAGES |= of_game(game)


@cache
def html(name: str, language: str = "en") -> str:
    template, context = PAGES[name]
    say = Translator(language, NAMES)
    return render(template, say, **seen_in(language), **context(say))


def seen_in(language: str) -> Context:
    person = Person("p", "Goat <1>", language, "dark")
    return {
        "person": person,
        "csrf": "the token",
        "here": "/x",
        "address": "https://goats.example",
        "preview": SITE,
    }


# --- reading them ---------------------------------------------------------------------------------

VOID = {"meta", "link", "input", "br", "hr", "img"}
BLOCKS = {"p", "div", "ul", "ol", "dl", "table", "form", "section", "details", "h1", "h2", "h3"}


class Element(NamedTuple):
    tag: str
    attributes: dict[str, str | None]
    around: tuple["Element", ...]
    """The elements that it stands in, the outermost first."""

    def get(self, name: str) -> str:
        return self.attributes.get(name) or ""

    def inside(self, tag: str) -> "Element | None":
        return next((one for one in reversed(self.around) if one.tag == tag), None)


class Reader(HTMLParser):
    """Reads a page strictly: what is opened is closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.wrong: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += [f"<{one.tag}> is not closed" for one in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs), tuple(self.open))
        self.elements.append(element)
        if len(dict(attrs)) != len(attrs):
            self.wrong.append(f"<{tag}> has an attribute twice: {attrs}")
        if tag in BLOCKS and element.inside("p"):
            self.wrong.append(f"<{tag}> in a <p>, line {self.getpos()[0]}")
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1].tag != tag:
            self.wrong.append(f"</{tag}> closes something else, line {self.getpos()[0]}")
        else:
            self.open.pop()


def elements(name: str, *tags: str, language: str = "en") -> Iterator[Element]:
    return (one for one in Reader(html(name, language)).elements if one.tag in tags or not tags)


every_page = pytest.mark.parametrize("name", PAGES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


# --- what holds for all of them -------------------------------------------------------------------


@every_page
@every_language
def test_a_page_is_whole(name: str, language: str) -> None:
    assert Reader(html(name, language)).wrong == []


@every_page
def test_ids_are_unique_and_what_is_referred_to_is_there(name: str) -> None:
    found = list(elements(name))
    ids = Counter(one.get("id") for one in found if "id" in one.attributes)
    assert [one for one, count in ids.items() if count > 1 or not one] == []
    for reference in ("for", "aria-labelledby", "aria-describedby"):
        for one in found:
            assert set(one.get(reference).split()) <= set(ids), one
    for one in found:
        if one.tag == "a" and one.get("href").startswith("#"):
            assert one.get("href")[1:] in ids


@every_page
def test_a_form_that_changes_something_carries_the_token(name: str) -> None:
    found = list(elements(name))
    for form in [one for one in found if one.tag == "form" and one.get("method") == "post"]:
        inside = [one for one in found if form in one.around]
        assert any(one.get("name") == "csrf" and one.get("value") == "the token" for one in inside)


@every_page
def test_every_field_has_a_name_that_is_read_out(name: str) -> None:
    labels = {one.get("for") for one in elements(name, "label")}
    for one in elements(name, "input", "select", "textarea", "progress"):
        if one.get("type") != "hidden":
            assert one.get("aria-label") or one.get("id") in labels or one.inside("label"), one


@every_page
def test_nothing_on_a_page_is_forbidden_by_the_content_security_policy(name: str) -> None:
    for one in elements(name):
        assert one.tag != "style"
        assert one.tag != "script" or one.get("src").startswith("/static/")
        assert not [key for key in one.attributes if key == "style" or key.startswith("on")]
        for address in (one.get("src"), one.get("action")):
            assert address == "" or re.match(r"/(?!/)", address)


@every_page
@every_language
def test_a_page_says_its_language_and_has_one_title_and_main_part(name: str, language: str) -> None:
    found = list(elements(name, language=language))
    (root,) = [one for one in found if one.tag == "html"]
    assert (root.get("lang"), root.get("data-theme")) == (language, "dark")
    assert len([one for one in found if one.tag == "main"]) == 1
    assert "Goatherd</title>" in html(name, language)


@every_page
def test_names_are_escaped(name: str) -> None:
    assert "<b>Bo" not in html(name)
    assert "Goat &lt;1&gt;" in html(name)


# --- one after another ----------------------------------------------------------------------------


def test_a_table_where_it_is_my_turn_says_so_in_words() -> None:
    assert "your turn" in html("home")
    assert "your turn" not in html("first visit")


def test_home_offers_every_game_with_one_click() -> None:
    found = list(elements("home"))
    offered = {one.get("value") for one in found if one.get("name") == "game"}
    assert offered == set(goatherd.games())
    assert {one.get("action") for one in found if one.tag == "form"} >= {"/play-now", "/join"}


def test_only_the_first_visit_asks_for_a_name() -> None:
    assert 'id="nickname"' in html("first visit")
    assert 'id="nickname"' not in html("home")


def test_a_refusal_links_to_its_rule() -> None:
    assert '<a class="rule" href="/rules/goat-n-goat#GNG-7">GNG-7</a>' in html("first visit")
    assert 'href="/rules/goat-1916#GOAT-12"' in html("refused")
    assert "3 seconds" in html("refused")


@pytest.mark.parametrize("name", goatherd.games())
def test_a_new_table_offers_every_option_and_a_seat_for_everybody(name: str) -> None:
    game = goatherd.load(name)
    fields = Counter(
        one.get("name") for one in elements(f"new {name}", "input", "select", "textarea")
    )
    for option in game.options().values():
        assert f"option-{option.name}" in fields, option.name
        assert (f"text-{option.name}" in fields) == (option.read is not None), option.name
    assert [field for field in fields if field.startswith("seat-")] == [
        f"seat-{seat}" for seat in range(max(game.players))
    ]
    assert fields["players"] == len(game.players)


def checked(text: str) -> dict[str, str]:
    """What a browser would send of radio buttons, check boxes, lists and numbers."""
    sent = {}
    for one in Reader(text).elements:
        if "checked" in one.attributes or one.get("type") == "number":
            sent[one.get("name")] = one.get("value")
        if one.tag == "option" and "selected" in one.attributes:
            select = one.inside("select")
            assert select is not None
            sent[select.get("name")] = one.get("value")
    return sent


def drawn_again(game: str, values: dict[str, str]) -> dict[str, str]:
    context = new_table(game, values, Text("No."))
    return checked(render("new.html", Translator("en"), **seen_in("en"), **context))


def test_a_refused_form_shows_what_was_entered() -> None:
    entered = {
        "players": "4",
        "seat-0": "bot-5",
        "seat-1": "me",
        "seat-2": "open",
        "seat-3": "bot-1",
        "option-target": "round",
        "option-ritual": "on",
        "option-dealer": "2",
        "clock": "own",
        "minutes": "7",
        "seconds": "11",
        "open": "open",
        "hints": "yes",
    }
    shown_again = drawn_again("goita", entered)
    assert shown_again.items() >= entered.items()
    assert "take_back" not in shown_again


def test_a_number_beside_choices_is_kept_as_the_form_sends_it() -> None:
    again = drawn_again("goita", {"option-target": "", "number-target": "90"})
    assert (again["option-target"], again["number-target"]) == ("", "90")
    again = drawn_again("goita", {"option-target": "round", "number-target": "90"})
    assert (again["option-target"], again["number-target"]) == ("round", "90")
    assert drawn_again("goita", {})["number-target"] == "150"


def test_a_replay_can_be_stepped_through_without_scripts() -> None:
    addresses = {one.get("href") for one in elements("replay goita", "a")}
    last = len(finished_match("goita").decisions())
    for at in (0, 4, 6, last):
        assert f"/t/abcdefghjk/replay?at={at}" in addresses
    (slider,) = [one for one in elements("replay goita", "input") if one.get("type") == "range"]
    assert (slider.get("value"), slider.get("max")) == ("5", str(last))


def test_a_review_marks_costly_decisions_in_words_and_signs() -> None:
    text = " ".join(html("review goita").split())
    for sign, word in (("??", "blunder"), ("?", "mistake"), ("?!", "slip")):
        assert f'<span aria-hidden="true">{sign}</span> {word}' in text


def test_a_review_shows_how_far_it_has_come_and_asks_again_until_it_is_done() -> None:
    assert "data-poll" in html("under review goita")
    assert 'http-equiv="refresh"' in html("under review goita")
    assert "data-poll" not in html("review goita")
    assert 'http-equiv="refresh"' not in html("review goita")


@pytest.mark.parametrize(("choices", "comes_again"), [(0, True), (1, True), (2, False)])
def test_a_table_is_asked_for_again_unless_its_viewer_has_a_choice(
    choices: int, comes_again: bool
) -> None:
    """Without scripts: a single answer is given for the viewer, whose page is not to be left."""
    board = replayed("goita", 5)
    assert board.table is not None
    offers = tuple(Offer(text, Text("Pass"), ()) for text in ("pass", "0p")[:choices])
    mine = board._replace(stage="playing", viewer=board.table.turn, offers=offers)
    drawn = render(
        "table.html",
        Translator("en", NAMES),
        **seen_in("en"),
        **seen(mine, Translator("en", NAMES)),
    )
    assert ('http-equiv="refresh"' in drawn) == comes_again


def test_a_proof_shows_all_that_the_cards_came_from_and_the_checks() -> None:
    for told in (SEALED.last.commitment, SEALED.last.digest, "e5" * 32, SECRET, "x&#34; &lt;i&gt;"):
        assert told in html("proof")
    for told in (FAIR.commitment, SECRET, "goats &amp; &lt;i&gt;"):
        assert told in html("checked")
    assert "Something is wrong" in html("checked")
    assert "Something is wrong" not in html("proof")


def test_only_a_game_with_a_line_offers_it() -> None:
    assert "/line" in html("proof")
    assert "/line" not in html("checked")


# --- rule books -----------------------------------------------------------------------------------


def anchors(text: str) -> list[str]:
    return [one.get("id") for one in Reader(text).elements if one.get("class") == "rule"]


@every_language
@pytest.mark.parametrize("name", goatherd.games())
def test_every_rule_number_of_a_book_has_an_anchor(name: str, language: str) -> None:
    wanted = set(rulebook.NUMBER.findall(book.pages(name, language)))
    found = anchors(rulebook.rule_book(name, language).html)
    assert {anchor for anchor in found if anchor} == wanted


@pytest.mark.parametrize("name", goatherd.games())
def test_a_rule_leads_to_a_section_and_not_to_the_introduction(name: str) -> None:
    text = rulebook.rule_book(name, "en").html
    introduction, _, _ = text.partition("<h2")
    assert 'id="' not in introduction


@pytest.mark.parametrize("name", goatherd.games())
def test_the_contents_of_a_book_are_its_sections_in_every_language(name: str) -> None:
    in_all = [rulebook.rule_book(name, language).contents for language in LANGUAGES]
    assert len({len(contents) for contents in in_all}) == 1
    for heading in in_all[0]:
        assert f'<h2 id="{heading.anchor}">' in rulebook.rule_book(name, "en").html


def test_a_book_for_a_number_of_players_leaves_out_what_is_for_others() -> None:
    text = html("rules for two")
    assert "(3–5 players)" not in text
    assert text != html("rules goat-n-goat")


def test_markup_in_a_book_is_shown_and_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    written = "# Goita\n\n## A <b>\n\nNo <script>alert(1)</script> [x](javascript:alert(1)) (X-1)."
    monkeypatch.setattr(book, "pages", lambda game, language: written)
    made = rulebook.rule_book.__wrapped__("goita", "en", 4)
    assert "<script" not in made.html
    assert 'href="javascript' not in made.html
    assert made.title == "Goita"


def test_rule_numbers_in_a_sentence_become_links_and_the_rest_is_escaped() -> None:
    assert rulebook.linked("No <b> (LORDS-3), SHA-256") == (
        'No &lt;b&gt; (<a class="rule" href="/rules/goat-lords#LORDS-3">LORDS-3</a>), SHA-256'
    )


# --- what is offered ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", goatherd.games())
def test_every_game_and_option_has_words_for_people(name: str) -> None:
    game = goatherd.load(name)
    assert listings.game_tile(game).sentence
    for option in game.options().values():
        field = listings.option_field(option, game.contract.looks)
        assert field.title
        for choice, words in field.choices:
            assert words.say() != choice or choice == "one"


def test_numbers_of_players_are_written_shortly() -> None:
    assert listings.counted((2, 3, 4, 5)) == "2–5"
    assert listings.counted((4, 6, 8)) == "4, 6, 8"
    assert listings.counted((2, 3)) == "2, 3"
    assert listings.counted((4,)) == "4"


# --- colours and weight ---------------------------------------------------------------------------


def colours() -> dict[str, tuple[str, str]]:
    """Each variable with its light and its dark value."""
    css = STATIC.joinpath("base.css").read_text(encoding="utf-8")
    return {
        name: (light, dark)
        for name, light, dark in re.findall(r"--(\S+): light-dark\((#\w+), (#\w+)\)", css)
    }


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("words", "ground"),
    [
        *((words, ground) for words in ("ink", "soft", "accent", "good", "bad", "warn")
          for ground in ("page", "paper", "wash")),
        ("ink", "felt"),
        ("accent-ink", "accent"),
        ("paper", "wood"),
    ],
)  # fmt: skip
def test_words_stand_out_from_their_ground(words: str, ground: str, theme: int) -> None:
    known = colours()
    assert contrast(known[words][theme], known[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["page", "paper", "wash"])
@pytest.mark.parametrize("line", ["edge", "focus"])
def test_borders_of_fields_and_the_focus_can_be_seen(line: str, ground: str, theme: int) -> None:
    known = colours()
    assert contrast(known[line][theme], known[ground][theme]) >= 3


def test_the_common_style_is_light() -> None:
    assert len(STATIC.joinpath("base.css").read_bytes()) <= 12_000
