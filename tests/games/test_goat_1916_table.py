"""What people see of Goat (1916): the table, the story, reasons; and what learners see."""

import numpy as np
import pytest

from goatherd import Match
from goatherd.interpreted import as_record
from goatherd.table import Table
from tests.games.test_goat_1916 import GAME, SIX, deal, hand, play, play_out


def table(match: Match, viewer: int | None) -> Table:
    return match.view(viewer).table()


def prompt(match: Match, viewer: int | None) -> str:
    return table(match, viewer).prompt.say()


def told(match: Match, viewer: int | None = None) -> list[str]:
    """What the last decision brought."""
    return [text.say() for text in match.view(viewer, events=1).table().events]


def clicks(match: Match) -> dict[str, tuple[str, ...]]:
    """Each decision of the seat to act with what one would click."""
    return {choice.text: choice.clicks for choice in table(match, match.turn).choices}


def test_a_lead_is_a_click_on_any_copy_of_the_card() -> None:
    match = deal("B6 B6 R7 goat", "B8", "B9", "B10")
    assert clicks(match) == {
        "lead R7": ("hand 0/R7/0",),
        "lead B6": ("hand 0/B6/0", "hand 0/B6/1"),
        "lead goat": ("hand 0/goat/0",),
        "show R7": (),
        "show goat": (),
    }
    lit = [card.id for card in table(match, 0).zone("hand 0").cards if card.lit]
    assert lit == ["hand 0/R7/0", "hand 0/B6/0", "hand 0/B6/1", "hand 0/goat/0"]


def test_a_search_is_a_click_on_a_seat_or_its_hand() -> None:
    match = play(deal(*SIX), "show R15")
    assert clicks(match)["search 3"] == ("seat 3", "hand 3")
    assert [seat.number for seat in table(match, 0).seats if seat.lit] == [1, 3, 5]
    assert table(match, 0).zone("hand 3").lit
    assert not table(match, 1).zone("hand 3").lit


def test_a_command_is_a_click_on_a_card_of_the_searched_hand() -> None:
    match = play(deal(*SIX), "show R15", "search 3", "lead B9")
    assert clicks(match)["command goat"] == ("hand 3/goat/0",)
    words = {choice.text: choice.words.say() for choice in table(match, 0).choices}
    assert words["command goat"] == "Make Seat 4 play a goat"


def test_prompts_say_what_is_asked_and_who_is_awaited() -> None:
    match = deal(*SIX)
    said = [(prompt(match, 0), prompt(match, None))]
    for decision in ("show R15", "search 3", "lead R15", "command goat"):
        match.play(decision)
        said.append((prompt(match, match.turn), prompt(match, None)))
    assert said == [
        (
            "Lead a card, or show a red card or a goat to search an opponent.",
            "Seat 1 leads a card, or searches an opponent first.",
        ),
        (
            "Choose the opponent whose hand you search.",
            "Seat 1 has shown a red 15 and chooses an opponent to search.",
        ),
        (
            "You see the hand of Seat 4. Lead a card, but no goat.",
            "Seat 1 sees the hand of Seat 4 and leads a card.",
        ),
        (
            "Choose the card that Seat 4 must play.",
            "Seat 1 chooses the card that Seat 4 must play.",
        ),
        ("Play a card to the book.", "Seat 2 plays a card to the book."),
    ]


def test_what_a_prompt_asks_of_others_does_not_tell_whether_they_can_search() -> None:
    """A leader without red cards and goats is awaited in the same words."""
    match = deal("B6 B7 B8 B9", "", "", "")
    assert prompt(match, 0) == "Lead a card."
    assert prompt(match, 1) == "Seat 1 leads a card, or searches an opponent first."


def test_the_book_names_its_players_and_marks_what_decides_it() -> None:
    match = play(deal("B9", "R12", "goat", "B17"), "lead B9", "play R12")
    cards = table(match, 3).zone("book").cards
    assert [(card.name.say(), card.marked) for card in cards] == [
        ("black 9 of Seat 1", False),
        ("red 12 of Seat 2", True),
    ]
    match.play("play goat")
    assert [card.marked for card in table(match, 3).zone("book").cards] == [False, False, True]


def test_facts_say_who_leads_who_was_searched_and_who_is_ahead() -> None:
    match = play(deal(*SIX), "show R15", "search 3", "lead R15")
    seats = table(match, None).seats
    assert [fact.say() for fact in seats[0].facts] == ["Leads this book"]
    assert [fact.say() for fact in seats[3].facts] == ["Searched"]
    assert [fact.say() for fact in table(match, None).facts] == [
        "Books left: 10",
        "Seat 1 has the highest card so far",
    ]
    match.play("command goat")
    assert [fact.say() for fact in table(match, None).facts] == [
        "Books left: 10",
        "Seat 4 played the first goat: the other side takes this book",
    ]


def test_the_story_of_a_search() -> None:
    match = deal(*SIX)
    story = []
    for decision in ("show R15", "search 3", "lead R15", "command goat"):
        story += told(play(match, decision), 5)
    assert story == [
        "Seat 1 shows a red 15.",
        "Seat 1 searches the hand of Seat 4.",
        "Seat 1 leads a red 15.",
        "Seat 1 makes Seat 4 play a goat.",
    ]
    play(match, "play goat", "play R16", "play goat", "play B13")
    assert told(match) == [
        "Seat 6 plays a black 13.",
        "Seat 4 played the first goat: the book goes to Seat 1, Seat 3, Seat 5 for 31 points.",
        "Seat 3 leads next.",
    ]


def test_the_story_of_a_book_without_a_goat() -> None:
    match = play(deal("B9", "R12", "B12", "R7"), "lead B9", "play R12", "play B12", "play R7")
    assert told(match) == [
        "Seat 4 plays a red 7.",
        "Seat 2 takes the book for 19 points.",
        "Seat 2 leads next.",
    ]


def test_the_end_names_the_winners() -> None:
    match = play_out(GAME.new(players=4, seed=4))
    even, odd = match.scores()[:2]
    winners = "Seat 1, Seat 3" if even > odd else "Seat 2, Seat 4"
    result = f"{winners} win with {max(even, odd)} points to {min(even, odd)}."
    assert prompt(match, 0) == result
    assert told(match)[-1] == result
    assert table(match, 0).winners == tuple(match.winners())


@pytest.mark.parametrize("players", [4, 6, 8])
def test_zones_of_the_table_are_the_zones_of_the_view(players: int) -> None:
    view = GAME.new(players=players, seed=4).view(1)
    zones = view.table().zones
    assert {zone.name: len(zone.cards) for zone in zones} == {
        name: len(cards) for name, cards in view.cards().items()
    }


def observed(match: Match, seat: int) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]]:
    """The parts of what a seat observes, by name."""
    parts = GAME.contract.search.observation
    out = np.zeros(sum(part.size for part in parts), np.float32)
    GAME.contract.search.observe(as_record(match.view(seat).state.copy()), seat, out)
    ends = np.cumsum([part.size for part in parts])
    return {part.name: out[end - part.size : end] for part, end in zip(parts, ends, strict=True)}


def test_an_observation_counts_seats_from_the_own() -> None:
    match = play(deal(*SIX), "show R15", "search 3", "lead B9", "command B10")
    parts = observed(match, 1)
    kinds = GAME.contract.facts.kinds
    hands = parts["hands"].reshape(8, len(kinds))
    own = [kind for kind, count in zip(kinds, hands[0], strict=True) for _ in range(int(4 * count))]
    assert own == hand(match, 1, 1)
    assert hands[5, kinds.index("R15")] == 0.25
    assert list(parts["unseen"] * 4) == [0, 4, 4, 4, 4, 3, 0, 0]
    assert list(parts["leader"]) == [0, 0, 0, 0, 0, 1, 0, 0]
    assert list(parts["searched"]) == [0, 0, 1, 0, 0, 0, 0, 0]
    assert list(parts["ahead"]) == [0, 0, 1, 0, 0, 0, 0, 0]
    assert parts["shown"][kinds.index("R15")] == 1
    book = parts["book"].reshape(8, 5)
    assert list(book[2]) == [0, 1, 0, 10 / 16, 0.25]
    assert list(parts["phase"]) == [0, 0, 0, 0, 1]
    assert list(parts["players"]) == [0, 1, 0]


def test_an_observation_counts_the_own_side_first() -> None:
    match = play(deal("R17", "B16", "R6", "goat"), "lead R17", "play B16", "play R6", "play goat")
    for seat, points in ((0, [23, 0]), (1, [0, 23])):
        assert [256 * float(part) for part in observed(match, seat)["points"]] == points
