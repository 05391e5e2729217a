"""Goita: the ritual before a deal (GOITA-4)."""

from collections import Counter

import pytest

import goatherd
from goatherd import BadOption, IllegalMove, Match
from tests.games.goita_positions import (
    GAME,
    SEATS,
    SET,
    WATCHERS,
    circle_of,
    everything_shown,
    hand,
    hands_of,
    play,
    refused,
    runs_out,
    told,
)

CIRCLE = circle_of(hands_of("king*2 rook*2 bishop*2", "gold*4", "silver*4", "knight*4"))


def ritual(**options: object) -> Match:
    options = {"order": CIRCLE, "seed": 1, "pawn_calls": "off", "ritual": "on"} | options
    return GAME.new(**options)  # type: ignore[arg-type]


def test_goita_4_off_is_the_default_and_deals_from_the_first_piece() -> None:
    match = GAME.new(order=CIRCLE, pawn_calls="off")
    assert match.cards()["circle"] == []
    assert Counter(hand(match, 0)) == Counter(CIRCLE[::4])
    assert refused(match, "point 0") is not None
    assert refused(match, "first me") is not None


@pytest.mark.parametrize(("said", "dealer"), [("first me", 0), ("first partner", 2)])
def test_goita_4a_seat_0_says_who_deals_first(said: str, dealer: int) -> None:
    match = ritual()
    assert match.turn == 0
    assert match.legal() == ["first me", "first partner"]
    match.play(said)
    assert match.view(None).status()["dealer"] == dealer
    assert match.turn == (dealer + 1) % 4
    play(match, f"{(dealer + 1) % 4} point 0, {dealer} shift 0")
    assert match.turn == dealer
    assert match.legal()[0].startswith("hide ")
    for step in SEATS:
        assert Counter(hand(match, (dealer + step) % 4)) == Counter(CIRCLE[step::4])


def test_goita_4b_the_next_player_points_and_the_dealer_shifts() -> None:
    match = play(ritual(), "0 first me")
    assert match.legal() == [f"point {place}" for place in range(32)]
    play(match, "1 point 31")
    assert match.turn == 0
    assert match.legal() == [
        *("shift -3", "shift -2", "shift -1", "shift 0", "shift +1", "shift +2", "shift +3")
    ]


@pytest.mark.parametrize(
    ("point", "shift", "start"),
    [
        (0, "0", 0),
        (5, "0", 5),
        (5, "+3", 8),
        (5, "-2", 3),
        (0, "-3", 29),
        (31, "+1", 0),
        (30, "+3", 1),
    ],
)
def test_goita_4b_dealing_starts_at_point_plus_shift_and_goes_upwards(
    point: int, shift: str, start: int
) -> None:
    match = play(ritual(), f"0 first me, 1 point {point}, 0 shift {shift}")
    for seat in SEATS:
        dealt = [CIRCLE[(start + seat + 4 * piece) % 32] for piece in range(8)]
        assert Counter(hand(match, seat)) == Counter(dealt)


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_4_the_circle_is_unknown_to_all(viewer: int | None) -> None:
    match = ritual()
    for decision in ("first me", "point 3"):
        assert match.view(viewer).cards()["circle"] == ["?"] * 32
        assert match.cards()["circle"] == CIRCLE
        assert all(hand(match.view(viewer), seat) == [] for seat in SEATS)
        match.play(decision)
    match.play("shift 0")
    assert match.view(viewer).cards()["circle"] == match.cards()["circle"] == []


def test_goita_4b_the_dealers_view_does_not_show_where_it_was_pointed() -> None:
    one = play(ritual(), "0 first partner, 3 point 0")
    other = play(ritual(), "0 first partner, 3 point 17")
    assert everything_shown(one, 2) == everything_shown(other, 2)
    assert told(one, 2) == told(other, 2)
    assert one.view(2).history() == [(0, "first partner"), (3, "point ?")]


@pytest.mark.parametrize("viewer", [0, 1, 3, None])
def test_goita_4b_everybody_else_sees_it(viewer: int | None) -> None:
    match = play(ritual(), "0 first partner, 3 point 17")
    assert match.view(viewer).history()[-1] == (3, "point 17")


def test_goita_4_the_order_of_the_circle_changes_nothing_that_is_shown() -> None:
    for decisions in ("0 first me", "0 first me, 1 point 3"):
        one, other = play(ritual(), decisions), play(ritual(order=CIRCLE[::-1]), decisions)
        for viewer in WATCHERS:
            assert everything_shown(one, viewer) == everything_shown(other, viewer)


def test_goita_4_refusals_name_the_rule_and_what_is_asked() -> None:
    match = ritual()
    assert refused(match, "point 0") == "GOITA-4"
    play(match, "0 first me")
    assert refused(match, "shift 0") == "GOITA-4"
    assert refused(match, "hide gold") == "GOITA-4"
    play(match, "1 point 0")
    assert refused(match, "point 1") == "GOITA-4"
    for wrong in ("shift +4", "shift 1", "shift +0", "point 32", "point -1"):
        with pytest.raises(IllegalMove, match="shift -3"):
            match.play(wrong)


def test_goita_4_the_ritual_comes_before_each_deal_and_the_winner_deals() -> None:
    match = ritual(order=circle_of(hands_of("pawn*8")), target=1000)
    play(match, "0 first me, 1 point 0, 0 shift 0")
    runs_out(match, *["pawn pawn"] * 4)
    assert match.turn == 1
    assert match.legal()[0] == "point 0"
    assert Counter(match.cards()["circle"]) == SET
    assert match.view(3).history()[3] == (0, "hide pawn")
    play(match, "1 point 9")
    assert match.view(0).history()[-1] == (1, "point ?")
    assert match.view(0).history()[1] == (1, "point 0")
    play(match, "0 shift -1")
    assert match.turn == 0


def test_goita_4_a_redeal_is_a_deal_too() -> None:
    circle = circle_of(hands_of("", "pawn*5 gold silver knight"))
    match = ritual(order=circle, pawn_calls="on")
    play(match, "0 first me, 1 point 0, 0 shift 0, 0 quiet, 1 call, 2 quiet, 3 quiet, 3 redeal")
    assert match.turn == 1
    assert match.legal()[0] == "point 0"
    assert match.view(None).status()["dealer"] == 0


def test_goita_4_a_later_circle_comes_from_the_seed() -> None:
    circles = []
    for seed in (1, 1, 2):
        match = ritual(order=circle_of(hands_of("pawn*8")), target=1000, seed=seed)
        play(match, "0 first me, 1 point 0, 0 shift 0")
        circles.append(runs_out(match, *["pawn pawn"] * 4).cards()["circle"])
    assert circles[0] == circles[1] != circles[2]


def test_between_two_rounds_the_line_is_one_of_unknown_hands() -> None:
    """The pieces of the round before lie in the circle again, and no move of it is told as one of
    the next."""
    match = GAME.new(seed=3, ritual=True, pawn_calls="off")
    while not match.lines():
        match.play(match.legal()[-1])
    assert match.view(None).status()["phase"] == "point"
    for line in (match.line(), *(match.view(seat).line() for seat in WATCHERS)):
        assert line.startswith("xxxxxxxx,xxxxxxxx,xxxxxxxx,xxxxxxxx,s")
        assert line.count(",") == 4


def test_goita_4_the_ritual_chooses_the_dealer_and_no_option_does() -> None:
    with pytest.raises(BadOption, match="GOITA-4"):
        GAME.new(ritual="on", dealer=2)
    assert GAME.new(ritual="on", dealer=0).turn == 0
    with pytest.raises(BadOption, match="GOITA-4"):
        GAME.batch(2, ritual="on", dealer=1)


def test_goita_4_a_record_from_before_that_was_refused_still_replays() -> None:
    record = GAME.new(ritual="on", seed=4).record().replace("option dealer 0", "option dealer 2")
    match = goatherd.replay(record)
    assert match.options["dealer"] == 2
    assert play(match, "0 first partner").record().count("option dealer 2") == 1
