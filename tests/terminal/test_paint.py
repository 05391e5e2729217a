"""The painter draws any table from its description: all of it, within 80 columns, and no more."""

from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import goatherd
from goatherd.contract import Contract
from goatherd.table import Card, Choice, Seat, Table, Zone
from goatherd.terminal.paint import Painted, listed
from goatherd.testing import imagined, viewer_number
from goatherd.words import LANGUAGES, Player, Text
from tests.matches import Variant, advanced, label, seats, variants

COLUMNS = 80
every_variant = pytest.mark.parametrize("variant", variants(), ids=label)


def drawn(table: Table, language: str = "en", width: int = COLUMNS) -> str:
    console = Console(file=StringIO(), width=width)
    console.print(Painted(table, language))
    console.print(listed(table.choices, language))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def card(kind: str, **look: bool) -> Card:
    name = Text("a face-down card") if kind == "?" else Text(kind)
    return Card(f"zone/{kind}/0", kind, name, look.pop("face_up", True), **look)


def a_table(*zones: Zone, viewer: int | None = 0, **facts: Any) -> Table:
    """A table for two with these zones."""
    corners = (Seat(0, 3, 0, True, (Text("Dealer"),)), Seat(1, -2, 1, False, lit=True))
    table = Table("a game", viewer, 0, False, Text("Choose."), corners, zones, ())
    return table._replace(**facts)


# By hand


def test_equal_cards_side_by_side_are_counted() -> None:
    hand = Zone("hand 1", Text("Hand"), "hand", (card("?"), card("?"), card("?")), 1)
    assert "Hand: 3×?\n" in drawn(a_table(hand))


def test_cards_of_a_row_keep_their_order() -> None:
    row = Zone("row", Text("Row"), "row", (card("gold"), card("pawn"), card("gold")))
    assert "Row: gold  pawn  gold\n" in drawn(a_table(row))


def test_cards_of_a_pile_are_counted_by_kind() -> None:
    pile = Zone("pile", Text("Pile"), "pile", (card("gold"), card("pawn"), card("gold")))
    assert "Pile: 2×gold  pawn\n" in drawn(a_table(pile))


def test_the_cards_of_a_stack_stay_together() -> None:
    lie = [("gold", 0), ("gold", 0), ("gold", 1), ("pawn", 1), ("?", None)]
    cards = tuple(card(kind)._replace(stack=stack) for kind, stack in lie)
    herd = Zone("herd", Text("Herd"), "stack", cards)
    assert "Herd: 2×gold  gold + pawn  ?\n" in drawn(a_table(herd))


def test_the_top_of_a_pile_is_told() -> None:
    pile = Zone("pile", Text("Pile"), "pile", (card("gold"), card("pawn"), card("gold")), top=1)
    assert "Pile: 2×gold  pawn  (on top: pawn)\n" in drawn(a_table(pile))


def test_what_can_be_chosen_is_marked_by_a_character() -> None:
    hand = Zone("hand 0", Text("Hand"), "hand", (card("gold", lit=True), card("pawn")), 0)
    place = Zone("deck", Text("Deck"), "pile", (card("?"),), lit=True)
    shown = drawn(a_table(hand, place))
    assert "Hand: *gold  pawn\n" in shown
    assert "*Deck: ?\n" in shown
    assert "*Seat 2" in shown


def test_what_play_turns_on_is_marked_by_a_character() -> None:
    row = Zone("row", Text("Row"), "row", (card("gold"), card("gold", marked=True)))
    assert "Row: gold  !gold\n" in drawn(a_table(row))


def test_a_known_card_that_lies_face_down_is_in_brackets_but_not_in_a_hand() -> None:
    cards = (card("gold", face_up=False),)
    shown = drawn(a_table(Zone("a", Text("A"), "row", cards), Zone("b", Text("B"), "hand", cards)))
    assert "A: (gold)\n" in shown
    assert "B: gold\n" in shown


def test_empty_places_are_shown_in_the_middle_only() -> None:
    shown = drawn(
        a_table(Zone("a", Text("Deck"), "pile", ()), Zone("b", Text("Row"), "row", (), 0))
    )
    assert "Deck: –\n" in shown
    assert "Row" not in shown


def test_the_viewer_comes_last_and_is_told_so() -> None:
    lines = [line for line in drawn(a_table()).splitlines() if "Seat" in line]
    assert lines == ["  *Seat 2 · -2 points", "> Seat 1 (you) · 3 points · Dealer"]


def test_a_spectator_sees_the_seats_in_order() -> None:
    lines = [line for line in drawn(a_table(viewer=None)).splitlines() if "Seat" in line]
    assert lines == ["> Seat 1 · 3 points · Dealer", "  *Seat 2 · -2 points"]


def test_teams_are_named_where_there_are_any_and_winners_at_the_end() -> None:
    corners = (Seat(0, 3, 0, False), Seat(1, 0, 1, False), Seat(2, 3, 0, False))
    shown = drawn(a_table(seats=corners, winners=(0, 2), over=True))
    assert "Seat 3 · Team 1 · 3 points · Winner" in shown
    assert "Seat 2 · Team 2 · 0 points\n" in shown


def test_a_long_zone_is_torn_between_cards() -> None:
    cards = tuple(card(f"red goat {number}") for number in range(20))
    lines = drawn(a_table(Zone("row", Text("Row"), "row", cards)), width=40).splitlines()
    row = [line for line in lines if "goat" in line]
    assert len(row) > 5
    assert all(line.strip().removeprefix("Row: ").startswith("red goat") for line in row)
    assert all(line.rstrip()[-1].isdigit() for line in row)


def test_decisions_are_numbered_from_one_with_their_notation() -> None:
    choices = (Choice(7, "pass", Text("Pass")), Choice(9, "done", Text("Stop playing")))
    shown = drawn(a_table(choices=choices))
    assert "1  Pass  [pass]" in shown
    assert "2  Stop playing  [done]" in shown


# Every game


@every_variant
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_fits_into_80_columns(variant: Variant, language: str) -> None:
    for decisions in (0, 12, 40, 2000):
        match = advanced(variant, 5, decisions)
        for seat in seats(match):
            shown = drawn(match.view(seat, events=3).table(), language)
            assert max(map(cell_len, shown.splitlines())) <= COLUMNS


@every_variant
def test_a_painted_table_tells_all_that_the_description_says(variant: Variant) -> None:
    for decisions in (9, 30, 2000):
        match = advanced(variant, 6, decisions)
        for seat in seats(match):
            table = match.view(seat, events=3).table()
            shown = unwrapped(drawn(table))
            for text in (table.prompt, *table.facts, *table.events):
                assert unwrapped(text.say()) in shown
            for corner in table.seats:
                assert Text("{player}", player=Player(corner.number)).say() in shown
                assert f"{corner.score} points" in shown
            for zone in table.zones:
                if zone.cards:
                    assert unwrapped(zone.title.say()) in shown
                for one in zone.cards:
                    assert one.kind == "?" or unwrapped(one.name.say()) in shown


@every_variant
def test_painted_tables_of_matches_that_a_seat_cannot_tell_apart_are_the_same(
    variant: Variant,
) -> None:
    for decisions in (3, 25):
        match = advanced(variant, 7, decisions)
        for seat in seats(match):
            twin = imagined(match, viewer_number(match, seat), 8)
            assert drawn(twin.view(seat).table()) == drawn(match.view(seat).table())


def test_the_twins_of_that_test_do_differ() -> None:
    contract: Contract = goatherd.load("goita").contract
    match = advanced(("goita", 4, {}), 7, 3)
    twin = imagined(match, contract.facts.spectator, 8)
    assert twin.cards() != match.cards()
