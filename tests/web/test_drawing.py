"""The table as people see it: everything that can be decided has a control, every card a name, and
what a seat cannot know changes no byte."""

import random
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from goatherd import Match
from goatherd.testing import imagined, viewer_number
from goatherd.web.board.cache import BoardCache
from goatherd.web.board.html import board_html
from goatherd.web.board.layout import zone_style
from goatherd.web.board.model import BoardModel, ClockFace, Hint, Message, Offer, SeatModel
from goatherd.web.board.parts import Reader, element_id
from goatherd.web.templating import Translator
from goatherd.words import Player, Text
from tests.matches import Variant, advanced, label, new, seats, variants, walk

NAMES = ["Anna", '<Bo> & "co"', "さくら", "지우", "Zoë", "Mo", "Lev", "Ida"]
DRAWN = [
    variant
    for variant in variants()
    if not variant[2] or variant[2] in ({"ritual": "on"}, {"open_herds": "tops"})
]
every_table = pytest.mark.parametrize("variant", DRAWN, ids=label)


# Boards


def sitter(number: int, kind: str = "person", **changes: Any) -> SeatModel:
    level = 3 if kind == "bot" else None
    name = "" if kind == "empty" else NAMES[number]
    return SeatModel(number, name, kind, level, False, False, None, None)._replace(**changes)


def board_of(match: Match, seat: int | None, **changes: Any) -> BoardModel:
    """What a room would make of a match."""
    view = match.view(seat, events=8)
    table = view.table()
    offers = tuple(Offer(one.text, one.words, one.clicks) for one in table.choices)
    sitters = tuple(
        sitter(number, me=number == seat, seat=table.seats[number])
        for number in range(match.players)
    )
    board = empty_board(match.contract.facts.name, match.contract.facts.title, sitters)
    return board._replace(
        stage="over" if match.over else "playing",
        viewer=seat,
        table=table,
        offers=offers,
        events=table.events,
        history=tuple(view.history()),
        may_hint=seat is not None,
        **changes,
    )


def empty_board(
    game: str, title: str, sitters: tuple[SeatModel, ...], **changes: Any
) -> BoardModel:
    board = BoardModel(
        id="abcdefghjk",
        game=game,
        title=title,
        players=len(sitters),
        stage="waiting",
        version=4,
        event_id="4.2",
        viewer=None,
        is_host=False,
        table=None,
        sitters=sitters,
        offers=(),
        draft=(),
        complete=False,
        refusal=None,
        events=(),
        history=(),
        messages=(Message("Eve", "<script>alert(1)</script>", None, "12:00"),),
        may_take_back=False,
        may_hint=False,
        hint=None,
        options=((Text("Dealer"), "0"),),
        open=True,
        clock=None,
        seat_link=None,
        commitment="c0ffee",
    )
    return board._replace(**changes)


def drawn(board: BoardModel, language: str = "en", cache: BoardCache | None = None) -> str:
    reader = Reader(Translator(language, NAMES), "token", board.game, cache or BoardCache())
    return board_html(board, reader)


def positions(variant: Variant) -> Iterator[Match]:
    """A few moments of a random match, its end among them."""
    match = new(variant, 5)
    for number, position in enumerate(walk(match, random.Random(5))):
        if number in (0, 1, 2, 9, 24, 60) or position.over:
            yield position


# Reading what was drawn

VOID = {"input", "meta", "link", "br", "img"}
PHRASING_ONLY = {"button", "p", "summary"}
BLOCKS = {"ul", "ol", "li", "div", "p", "section", "form", "details", "h1", "h2"}


class Element:
    def __init__(self, tag: str, attributes: dict[str, str | None], parent: "Element | None"):
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.text = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name) or ""

    def within(self, tag: str, identity: str = "") -> bool:
        above = self.parent
        while above is not None:
            if above.tag == tag and (not identity or above["id"] == identity):
                return True
            above = above.parent
        return False


class Drawn(HTMLParser):
    """The elements of a table; an element that is not closed where it should be fails the test."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"an attribute twice in {attrs}"
        element = Element(tag, dict(attrs), self.open[-1] if self.open else None)
        self.elements.append(element)
        if tag in BLOCKS:
            assert not any(above.tag in PHRASING_ONLY for above in self.open), f"{tag} in a phrase"
        assert not (tag == "form" and element.within("form")), "a form in a form"
        assert not (tag in ("button", "a") and element.within("button")), "a button in a button"
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]

    def ids(self) -> dict[str, Element]:
        return {element["id"]: element for element in self.elements if element["id"]}

    def cards(self) -> list[Element]:
        return [element for element in self.elements if "c" in element["class"].split()]

    def makes(self, button: Element) -> set[str]:
        """The decisions that pressing a button makes, at once or by a list that it opens."""
        if button["popovertarget"]:
            inside = [
                one for one in self.all("button") if one.within("div", button["popovertarget"])
            ]
            return set().union(*(self.makes(one) for one in inside))
        assert button.within("form", "decide")
        assert button["name"] == "decision"
        return {button["value"]}


# Every table


@every_table
def test_a_table_is_well_formed_and_has_nothing_inline(variant: Variant) -> None:
    for match in positions(variant):
        for seat in (match.turn, 0, None):
            read = Drawn(drawn(board_of(match, seat)))
            ids = [element["id"] for element in read.elements if element["id"]]
            assert len(ids) == len(set(ids))
            assert not any(" " in one for one in ids)
            assert not read.all("script") + read.all("style")
            assert not any(
                name == "style" or name.startswith("on")
                for element in read.elements
                for name in element.attributes
            )


@every_table
def test_every_offer_has_a_control_among_the_cards_or_in_the_bar(variant: Variant) -> None:
    for match in positions(variant):
        board = board_of(match, match.turn)
        read = Drawn(drawn(board))
        lists = [one for one in read.all("button") if one.within("details", "all")]
        pressed = [
            one
            for one in read.all("button")
            if one not in lists
            and (one["name"] in ("draft", "decision") or one["popovertarget"].startswith("pick"))
        ]
        listed = set().union(*(read.makes(one) for one in lists))
        offered = {offer.text for offer in board.offers}
        assert listed == offered
        assert set().union(*(read.makes(one) for one in pressed)) == offered


@every_table
def test_a_lit_card_makes_what_it_offers(variant: Variant) -> None:
    for match in positions(variant):
        board = board_of(match, match.turn)
        read = Drawn(drawn(board))
        elements = read.ids()
        for offer in board.offers:
            ids = [element_id(click) for click in offer.clicks]
            found = [elements[one] for one in ids if one in elements]
            assert found or not offer.clicks
            for element in found:
                assert element.tag == "button"
                assert offer.text in read.makes(element)


@every_table
def test_every_card_and_button_has_a_name(variant: Variant) -> None:
    for match in positions(variant):
        read = Drawn(drawn(board_of(match, match.turn)))
        empty = [card for card in read.cards() if "none" in card["class"].split()]
        for element in [*read.cards(), *read.all("button")]:
            assert element in empty or element.text.strip() or element["aria-label"]


@every_table
def test_what_a_seat_cannot_know_changes_no_byte(variant: Variant) -> None:
    for number, match in enumerate(positions(variant)):
        for seat in seats(match):
            other = imagined(match, viewer_number(match, seat), number)
            assert drawn(board_of(other, seat)) == drawn(board_of(match, seat))


@every_table
def test_it_can_be_drawn_in_every_language(variant: Variant) -> None:
    match = advanced(variant, 3, 20)
    pages = {drawn(board_of(match, 0), language) for language in ("en", "ko", "ja")}
    assert len(pages) == 3


@every_table
def test_what_was_drawn_before_is_drawn_as_it_would_be_now(variant: Variant) -> None:
    """Zones and corners are kept for others, and for later: nobody may see that."""
    for match in positions(variant):
        boards = [board_of(match, seat) for seat in (*seats(match), *seats(match))]
        away = [one._replace(stand_in=one.number == 1) for one in boards[0].sitters]
        timed = [one._replace(clock=ClockFace(60.0, 5.0, one.number == 0)) for one in away]
        boards += [boards[0]._replace(sitters=tuple(changed)) for changed in (away, timed)]
        cache = BoardCache()
        for board in boards:
            assert drawn(board, cache=cache) == drawn(board)


def test_what_was_kept_is_drawn_anew_with_other_names() -> None:
    cache, board = BoardCache(), board_of(goita(), 0)
    drawn(board, cache=cache)
    other = board._replace(sitters=tuple(one._replace(name="Uwe") for one in board.sitters))
    reader = Reader(Translator("en", ["Uwe"] * 4), "token", "goita", cache)
    assert board_html(other, reader) == board_html(other, reader._replace(cache=BoardCache()))


def test_what_all_see_is_drawn_once_and_what_one_sees_once_for_each_seat() -> None:
    """Of a table of four, every zone but one's own hand is found as another has left it."""
    cache, match = BoardCache(), new(("goat-n-goat", 4, {}), 2)
    others = [seat for seat in range(4) if seat != match.turn]
    kept = []
    for seat in others:
        drawn(board_of(match, seat), cache=cache)
        kept.append(len(cache._parts))
    own = {key.part for key in cache._parts if key.viewer is not None} - {"about"}
    assert own <= {zone.name for zone in match.view(None).table().zones if zone.owner is not None}
    assert kept[2] - kept[1] == len({key for key in cache._parts if key.viewer == others[2]})


def test_a_text_is_said_with_the_names_at_each_table() -> None:
    passes = Text("{player} passes.", player=Player(0))
    assert Translator("en", ("Anna", "Bo"))(passes) == "Anna passes."
    assert Translator("en", ("Mo", "Bo"))(passes) == "Mo passes."
    assert Translator("ja", ("Anna", "Bo"))(passes) != "Anna passes."


@every_table
def test_a_pile_is_one_card_with_a_count(variant: Variant) -> None:
    match = advanced(variant, 3, 20)
    table = match.view(None).table()
    read = Drawn(drawn(board_of(match, None)))
    counts = {
        element.parent["id"] or element.parent.parent["id"]: element.text
        for element in read.all("b")
        if element["class"] == "k" and element.parent and element.parent.parent
    }
    for zone in table.zones:
        if zone.layout == "pile":
            assert counts[element_id(zone.name)] == str(len(zone.cards))
            assert not {element_id(card.id) for card in zone.cards} & set(read.ids())


# Single things


def goita() -> Match:
    """At a moment when the seat to act lays a piece face down."""
    match = new(("goita", 4, {"pawn_calls": "off"}), 2)
    assert match.legal()[0].startswith("hide")
    return match


def lords() -> Match:
    """At a moment when several things can be done with one card."""
    for match in walk(new(("goat-lords", 4, {}), 8), random.Random(8)):
        board = board_of(match, match.turn)
        if any("discard" in offer.clicks for offer in board.offers):
            return match
    raise AssertionError


def test_a_card_with_several_decisions_opens_a_list_of_them() -> None:
    match = lords()
    board = board_of(match, match.turn)
    discards = {offer.text for offer in board.offers if "discard" in offer.clicks}
    read = Drawn(drawn(board))
    pile = read.ids()["discard"]
    assert discards <= read.makes(pile)
    if len(discards) > 1:
        assert read.ids()[pile["popovertarget"]].attributes.keys() >= {"popover"}


def test_a_decision_is_posted_with_the_version_and_what_was_drafted_before() -> None:
    board = board_of(goita(), goita().turn)
    board = board._replace(draft=(("hide gold", Text("Lay it")), ("attack pawn", Text("Attack"))))
    hidden = [
        (one["name"], one["value"], one.parent["id"] if one.parent else "")
        for one in Drawn(drawn(board)).all("input")
        if one["type"] == "hidden" and one["name"] in ("decision", "draft", "version")
    ]
    assert hidden == [
        ("draft", "hide gold", "draft"),
        ("draft", "attack pawn", "draft"),
        ("version", "4", "decide"),
        ("decision", "hide gold", "decide"),
        ("decision", "attack pawn", "decide"),
    ]


def test_a_complete_draft_is_confirmed_or_begun_again() -> None:
    board = board_of(goita(), goita().turn)
    drafted = board._replace(draft=(("hide gold", Text("Lay it")),), offers=())
    assert "confirm" not in Drawn(drawn(drafted)).ids()
    read = Drawn(drawn(drafted._replace(complete=True)))
    assert read.ids()["confirm"].within("form", "decide")
    assert read.ids()["start-over"]["href"] == "/t/abcdefghjk"


def test_the_card_of_a_hint_is_marked() -> None:
    match = goita()
    board = board_of(match, match.turn)
    best = board.offers[1]
    read = Drawn(drawn(board._replace(hint=Hint(best.text, (best.words,)))))
    marked = {card["id"] for card in read.cards() if "hint" in card["class"].split()}
    assert marked == {element_id(click) for click in best.clicks}


def test_what_play_turns_on_is_said_and_not_only_shown() -> None:
    match = goita()
    while not match.legal()[0].startswith("pass"):
        match.play(match.legal()[0])
    read = Drawn(drawn(board_of(match, match.turn)))
    at_stake = [card for card in read.cards() if "mark" in card["class"].split()]
    assert [card.text.endswith("at stake") for card in at_stake] == [True]


def test_the_viewer_alone_is_told_what_lies_face_down() -> None:
    match = goita()
    owner = match.turn
    assert owner is not None
    match.play(match.legal()[0])
    place = element_id(f"defence {owner}/(0)")
    mine = Drawn(drawn(board_of(match, owner))).ids()[place]
    other = Drawn(drawn(board_of(match, (owner + 1) % 4))).ids()[place]
    assert mine.text.endswith("face down")
    assert other.text == "a face-down piece"


def test_whose_turn_it_is_is_said_to_the_script() -> None:
    match = goita()
    assert match.turn is not None
    seen = [
        Drawn(drawn(board_of(match, seat))).elements[0]["data-turn"]
        for seat in (match.turn, (match.turn + 1) % 4, None)
    ]
    assert seen == ["mine", "other", "other"]
    over = advanced(("goita", 4, {"target": "round"}), 1, 10_000)
    assert Drawn(drawn(board_of(over, 0))).elements[0]["data-turn"] == "none"


def test_names_and_messages_are_escaped() -> None:
    html = drawn(board_of(goita(), 0))
    assert "<Bo>" not in html
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_who_is_away_can_come_back() -> None:
    board = board_of(goita(), 2)
    away = tuple(one._replace(stand_in=one.me) for one in board.sitters)
    assert "back" not in Drawn(drawn(board)).ids()
    back = Drawn(drawn(board._replace(sitters=away))).ids()["back"]
    assert back["formaction"] == "/t/abcdefghjk/back"


def test_a_refusal_is_an_alert() -> None:
    board = board_of(goita(), 0, refusal=Text("It is not your turn."))
    refusal = Drawn(drawn(board)).ids()["refusal"]
    assert (refusal["role"], refusal.text) == ("alert", "It is not your turn.")


def test_the_winners_are_named_first_after_the_match() -> None:
    over = advanced(("goat-n-goat", 3, {}), 1, 10_000)
    html = drawn(board_of(over, 0))
    listed = [one for one in Drawn(html).all("li") if one.within("ol", "result")]
    assert [one["class"] for one in listed] == ["won", "", ""]
    assert NAMES[over.winners()[0]] in listed[0].text
    assert 'formaction="/t/abcdefghjk/rematch"' in html
    again = drawn(board_of(over, 0, rematch="zzzzzyyyyy"))
    assert 'href="/t/zzzzzyyyyy"' in again


def test_spectators_are_told_so_and_cannot_decide() -> None:
    read = Drawn(drawn(board_of(goita(), None)))
    assert any("watching" in one["class"] for one in read.all("p"))
    assert not [one for one in read.all("button") if one["name"] in ("decision", "draft")]


def test_free_seats_can_be_taken_and_the_host_sets_them() -> None:
    sitters = (sitter(0), sitter(1, "empty"), sitter(2, "bot"), sitter(3, "empty"))
    guest = Drawn(drawn(empty_board("goita", "Goita", sitters)))
    sits = [one for one in guest.all("button") if one["form"] == "sit"]
    assert [(one["name"], one["value"]) for one in sits] == [("seat", "1"), ("seat", "3")]
    assert [one for one in guest.all("input") if one["name"] == "nonce"]
    assert not guest.all("select")
    at_home = (sitters[0]._replace(me=True), *sitters[1:])
    host = Drawn(drawn(empty_board("goita", "Goita", at_home, viewer=0, is_host=True)))
    assert [one["name"] for one in host.all("select")] == ["seat-1", "seat-2", "seat-3"]
    assert not [one for one in host.all("button") if one["form"] == "sit"]
    assert host.ids()["start"]["formaction"] == "/t/abcdefghjk/start"
    chosen = [one["value"] for one in host.all("option") if "selected" in one.attributes]
    assert chosen == ["open", "3", "open"]


@pytest.mark.parametrize(
    ("main", "period", "words"),
    [(605, 30, "10:05"), (9.9, 0, "0:09"), (0, 30, "0:30"), (3600, 0, "1:00:00"), (0, 0, "0:00")],
)
def test_a_clock_shows_main_time_and_then_byo_yomi(main: float, period: float, words: str) -> None:
    assert ClockFace(main, period, running=True).words() == words


def test_rows_are_drawn_as_the_description_says() -> None:
    """The top row of each player carries its mark, so that the others' rows turn with them."""
    style, _ = zone_style("defence 2", 2, "row", 0)
    assert style.split() == ["as-row", "row0", "defence"]
    assert zone_style("flock 1 r", 1, "row", None)[0] == "as-row flock r"
