"""Goita: what everybody is shown (GOITA-7 to GOITA-9), and finished rounds (GOITA-24)."""

import pytest

from goatherd import Match
from tests.games.goita_positions import (
    WATCHERS,
    deal,
    hands_of,
    play,
    runs_out,
    shown_hand,
    told,
)

FIVE = "pawn*5 gold silver knight"
FIVE_TOO = "pawn*5 rook bishop lance"


def won_by_play() -> Match:
    """Seat -1 lays all eight pieces and wins 40 points of 1000; the next deal lies."""
    match = deal("pawn*6 rook gold", "king king", target=1000)
    return runs_out(match, "gold pawn", "pawn pawn", "pawn pawn", "pawn rook")


# Called hands


@pytest.mark.parametrize(
    ("called", "sentence"),
    [
        ("pawn*6 rook silver", "Seat 2 shows six pawns (rook, silver besides) and scores 40."),
        ("pawn*6 gold gold", "Seat 2 shows six pawns (gold, gold besides) and scores 60."),
        ("pawn*7 king", "Seat 2 shows seven pawns (king besides) and scores 100."),
        ("pawn*8", "Seat 2 shows eight pawns and scores 100."),
    ],
)
@pytest.mark.parametrize("calls", ["on", "open"])
@pytest.mark.parametrize("target", [1000, "round"])
def test_goita_7_to_9_the_called_hand_is_named_to_all(
    called: str, sentence: str, calls: str, target: object
) -> None:
    match = play(deal("", called, calls=calls, target=target), "0 quiet, 1 call")
    for viewer in WATCHERS:
        heard = told(match, viewer)[0]
        assert heard[:2] == ["Seat 2 calls.", sentence]
        assert not any("Five pawns" in event for event in told(match, viewer)[-1])
    assert sorted(shown_hand(match)) == sorted(hands_of("", called)[1])
    assert match.finished()[0].table().seats[1].facts == ()


def test_goita_7_the_shown_hand_stays_to_be_seen_until_the_next_round_ends() -> None:
    match = play(deal("", "pawn*6 rook silver", calls="on", target=1000), "0 quiet, 1 call")
    hand = shown_hand(match)
    while match.view(None).status()["round"] == 2:
        assert shown_hand(match) == hand
        match.play(match.legal()[-1])


def test_goita_11_a_call_of_five_shows_no_other_piece() -> None:
    match = play(deal("", FIVE, calls="on"), "0 quiet, 1 call, 2 quiet, 3 quiet, 3 redeal")
    assert match.finished() == []
    assert match.view(None).status()["last round"] is None


# Finished rounds


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_24_a_finished_round_is_open_to_everybody(viewer: int | None) -> None:
    match = won_by_play()
    (finished,) = match.view(viewer).finished()
    cards = finished.cards()
    assert cards["defence 0"] == ["(gold)", "(pawn)", "(pawn)", "(pawn)"]
    assert cards["attack 0"] == ["pawn", "pawn", "pawn", "rook"]
    assert cards["hand 0"] == []
    assert cards["hand 1"] == sorted_hand(match, 1)
    assert finished.number == 1
    assert finished.line == match.lines()[0]
    assert finished.scores() == [40, 0, 40, 0]
    assert "?" not in repr(cards)
    status = finished.status()
    assert status["last round"] == {
        "winner": 0,
        "points": 40,
        "ending": "eighth piece",
        "shown": [],
    }


def sorted_hand(match: Match, seat: int) -> list[str]:
    """The hand that a seat was dealt first, as the zone lists it."""
    assert match.order is not None
    kinds = ("king", "rook", "bishop", "gold", "silver", "knight", "lance", "pawn")
    return sorted(match.order[seat::4], key=kinds.index)


def test_goita_24_its_table_lies_open_and_says_how_the_points_came_about() -> None:
    table = won_by_play().view(2).finished()[0].table(2)
    assert table.viewer == 2
    assert not table.over
    assert table.winners == ()
    assert table.choices == ()
    assert table.turn is None
    assert table.prompt.say() == "Seat 1 plays the last piece and scores 40."
    assert all(card.face_up for card in table.zone("hand 1").cards)
    assert [card.kind for card in table.zone("defence 0").cards] == ["gold", *["pawn"] * 3]


def test_goita_24_every_round_stays_open() -> None:
    match = won_by_play()
    runs = 1
    while len(match.finished()) < 4:
        match.play(match.legal()[-1])
        runs += 1
    assert [finished.number for finished in match.view(None).finished()] == [1, 2, 3, 4]
    assert [one.line for one in match.view(3).finished()] == match.lines()
    last = match.finished()[-1].scores()
    assert last == match.scores()


def test_goita_24_the_last_round_is_among_them() -> None:
    match = runs_out(deal("pawn*8", target=20), *["pawn pawn"] * 4)
    (finished,) = match.finished()
    assert finished.cards() == match.cards()
    assert finished.table().over
    assert "win the match" in finished.table().prompt.say()


def test_goita_24_nothing_of_it_is_open_a_moment_before() -> None:
    """Before the last piece is laid, no view has the round among the finished ones."""
    match = deal("pawn*6 rook gold", "king king", target=1000)
    runs_out(match, "gold pawn", "pawn pawn", "pawn pawn")
    for viewer in WATCHERS:
        assert match.view(viewer).finished() == []
    match.play("hide pawn")
    for viewer in WATCHERS:
        assert match.view(viewer).finished() == []
    match.play("attack rook")
    assert len(match.view(1).finished()) == 1


def test_goita_24_a_finished_round_tells_nothing_of_chance() -> None:
    """Two seeds deal different second rounds; the finished first one is the same to the byte."""
    rounds = []
    for seed in (1, 2):
        match = deal("pawn*6 rook gold", "king king", target=1000, seed=seed)
        runs_out(match, "gold pawn", "pawn pawn", "pawn pawn", "pawn rook")
        rounds.append(match)
    one, other = rounds
    assert one.cards() != other.cards()
    assert one.finished()[0].state.tobytes() == other.finished()[0].state.tobytes()


def test_undo_takes_a_finished_round_back() -> None:
    match = won_by_play()
    twin = match.copy()
    match.undo()
    assert match.finished() == []
    assert match.view(1).finished() == []
    assert len(twin.finished()) == 1
    match.play("attack rook")
    assert match.finished()[0].state.tobytes() == twin.finished()[0].state.tobytes()


def test_goita_24_a_place_of_the_timeline_knows_the_rounds_before_it() -> None:
    match = won_by_play()
    timeline = match.timeline()
    places = [place.finished() for place in timeline]
    assert [len(rounds) for rounds in places] == [0] * (len(places) - 1) + [1]
    assert places[-1][0].state.tobytes() == match.finished()[0].state.tobytes()
    assert timeline[-1].view(2).finished()[0].line == match.lines()[0]
