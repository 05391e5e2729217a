"""Goita: calls of pawns (GOITA-6 to GOITA-14)."""

import pytest

from goatherd import Match
from tests.games.goita_positions import (
    GAME,
    SEATS,
    VALUE,
    WATCHERS,
    deal,
    hand,
    last_round,
    pawns_and_unknown,
    pieces,
    play,
    refused,
    runs_out,
    shown_hand,
)

FIVE = "pawn*5 gold silver knight"
FIVE_TOO = "pawn*5 rook bishop lance"


def phase(match: Match) -> object:
    return match.view(None).status()["phase"]


# Asking


@pytest.mark.parametrize("dealer", SEATS)
def test_goita_6_all_four_are_asked_from_the_dealer_on(dealer: int) -> None:
    match = deal("gold*4", "silver*4", calls="on", dealer=dealer)
    for step in SEATS:
        assert phase(match) == "calls"
        assert match.turn == (dealer + step) % 4
        assert match.legal() == ["quiet"]
        match.play("quiet")
    assert phase(match) == "hide"
    assert match.turn == dealer


@pytest.mark.parametrize("pawns", range(9))
def test_goita_6_five_or_more_may_be_called_or_kept_quiet(pawns: int) -> None:
    others = pieces("gold*4 silver*4")[pawns:]
    match = deal(" ".join([*["pawn"] * pawns, *others]), calls="on")
    assert match.legal() == (["call", "quiet"] if pawns >= 5 else ["quiet"])


def test_goita_6_fewer_than_five_cannot_be_called() -> None:
    match = deal("pawn*4 gold*4", calls="on")
    assert refused(match, "call") == "GOITA-6"
    assert refused(match, "hide gold") == "GOITA-6"
    assert refused(match, "redeal") == "GOITA-6"


def test_goita_6_quiet_pawns_stay_hidden_and_the_round_goes_on() -> None:
    match = play(deal("pawn*8", calls="on"), "0 quiet, 1 quiet, 2 quiet, 3 quiet")
    assert match.turn == 0
    assert hand(match.view(1), 0) == ["?"] * 8


def test_goita_6_a_call_comes_before_the_first_piece_only() -> None:
    match = play(deal("pawn*8", calls="on"), "0 quiet, 1 quiet, 2 quiet, 3 quiet")
    assert refused(match, "call") is not None
    play(match, "0 hide pawn")
    assert refused(match, "call") is not None


# Six, seven, eight


def test_goita_7_eight_pawns_are_100() -> None:
    match = play(deal("pawn*8", calls="on", target="round"), "0 call")
    assert match.over
    assert match.scores() == [100, 0, 100, 0]
    assert last_round(match) == {"winner": 0, "points": 100, "ending": "eight pawns"}
    assert hand(match.view(1), 0) == ["pawn"] * 8


@pytest.mark.parametrize("eighth", [kind for kind in VALUE if kind != "pawn"])
def test_goita_8_seven_pawns_are_double_the_eighth_piece(eighth: str) -> None:
    match = play(deal("", f"pawn*7 {eighth}", calls="on", target="round"), "0 quiet, 1 call")
    assert match.scores() == [0, 2 * VALUE[eighth], 0, 2 * VALUE[eighth]]
    assert last_round(match) == {
        "winner": 1,
        "points": 2 * VALUE[eighth],
        "ending": "seven pawns",
    }


@pytest.mark.parametrize(
    ("others", "points"),
    [
        ("rook silver", 40),
        ("silver rook", 40),
        ("gold gold", 60),
        ("king lance", 50),
        ("king king", 100),
        ("rook rook", 80),
        ("rook bishop", 40),
        ("gold silver", 30),
        ("knight lance", 20),
        ("knight knight", 40),
        ("lance lance", 40),
    ],
)
def test_goita_9_six_pawns_are_the_higher_piece_or_a_pair_doubled(others: str, points: int) -> None:
    match = play(deal(f"pawn*6 {others}", calls="on", target="round"), "0 call")
    assert match.over
    assert match.scores() == [points, 0, points, 0]
    assert last_round(match) == {"winner": 0, "points": points, "ending": "six pawns"}
    assert sorted(shown_hand(match)) == sorted([*pieces(others), *["pawn"] * 6])


def test_example_4_six_seven_eight() -> None:
    for dealt, points in (
        ("pawn*6 rook silver", 40),
        ("pawn*6 gold gold", 60),
        ("pawn*7 king", 100),
        ("pawn*8", 100),
    ):
        assert play(deal(dealt, calls="on"), "0 call").scores()[0] == points


def test_goita_10_ends_at_once_later_seats_are_not_asked_and_the_caller_deals() -> None:
    match = play(deal("", "pawn*6 rook silver", calls="on"), "0 quiet, 1 call")
    status = match.view(None).status()
    assert (status["round"], status["dealer"], status["phase"]) == (2, 1, "calls")
    assert match.turn == 1
    assert match.scores() == [0, 40, 0, 40]


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_10_the_call_is_laid_open(viewer: int | None) -> None:
    """Also of those who stayed quiet before it: the round is finished."""
    match = play(deal("", "pawn*6 rook silver", calls="on"), "0 quiet, 1 call")
    view = match.view(viewer)
    assert view.history() == [(0, "quiet"), (1, "call")]
    assert last_round(match) == {"winner": 1, "points": 40, "ending": "six pawns"}
    assert shown_hand(match) == ["rook", "silver", *["pawn"] * 6]


# Five


def test_goita_11_the_five_pawns_are_shown_and_the_other_three_are_not() -> None:
    match = play(deal("", FIVE, calls="on"), "0 quiet, 1 call, 2 quiet, 3 quiet")
    for viewer in (0, 2, 3, None):
        assert pawns_and_unknown(match, viewer, 1) == (5, 3)
        assert match.view(viewer).status()["called"] == [1]


@pytest.mark.parametrize("caller", SEATS)
def test_goita_11_the_partner_decides(caller: int) -> None:
    hands = ["", "", "", ""]
    hands[caller] = FIVE
    match = deal(*hands, calls="on")
    for seat in SEATS:
        match.play("call" if seat == caller else "quiet")
    assert phase(match) == "decide"
    assert match.turn == (caller + 2) % 4
    assert match.legal() == ["redeal", "continue"]
    assert match.view(match.turn).legal() == ["redeal", "continue"]
    assert refused(match, "quiet") == "GOITA-11"
    assert refused(match, "hide pawn") == "GOITA-11"


def test_goita_11_continue_returns_the_pawns_to_the_hand_known_to_be_there() -> None:
    match = play(deal("", FIVE, calls="on"), "0 quiet, 1 call, 2 quiet, 3 quiet, 3 continue")
    assert (phase(match), match.turn) == ("hide", 0)
    assert pawns_and_unknown(match, 2, 1) == (5, 3)
    assert len(hand(match, 1)) == 8


@pytest.mark.parametrize("dealer", SEATS)
def test_goita_11_redeal_keeps_the_dealer_and_the_scores(dealer: int) -> None:
    match = deal("", FIVE, calls="on", dealer=dealer)
    before = match.cards()
    for step in SEATS:
        match.play("call" if (dealer + step) % 4 == 1 else "quiet")
    play(match, "3 redeal")
    status = match.view(None).status()
    assert (status["dealer"], status["phase"]) == (dealer, "calls")
    assert match.turn == dealer
    assert match.scores() == [0, 0, 0, 0]
    assert match.cards() != before
    assert status["called"] == []
    assert status["last round"] is None
    assert all(hand(match.view(None), seat) == ["?"] * 8 for seat in SEATS)


def test_goita_11_a_single_round_may_be_redealt() -> None:
    match = play(
        deal("", FIVE, calls="on", target="round"), "0 quiet, 1 call, 2 quiet, 3 quiet, 3 redeal"
    )
    assert not match.over


def test_example_5_two_callers_one_redeal_one_continue_the_round_goes_on() -> None:
    match = play(deal(FIVE, FIVE_TOO, calls="on"), "0 call, 1 call, 2 quiet, 3 quiet")
    play(match, "2 redeal, 3 continue")
    assert (phase(match), match.turn) == ("hide", 0)
    assert match.view(None).status()["round"] == 1
    assert pawns_and_unknown(match, 2, 0) == pawns_and_unknown(match, 2, 1) == (5, 3)


@pytest.mark.parametrize(
    ("answers", "redealt"),
    [
        (("redeal", "redeal"), True),
        (("redeal", "continue"), False),
        (("continue", "redeal"), False),
        (("continue", "continue"), False),
    ],
)
def test_goita_12_both_must_say_redeal(answers: tuple[str, str], redealt: bool) -> None:
    match = play(deal(FIVE, FIVE_TOO, calls="on"), "0 call, 1 call, 2 quiet, 3 quiet")
    play(match, f"2 {answers[0]}, 3 {answers[1]}")
    assert match.view(None).status()["round"] == (2 if redealt else 1)
    assert match.turn == 0


@pytest.mark.parametrize(
    ("dealer", "first", "second"), [(0, 2, 3), (1, 2, 3), (2, 2, 3), (3, 3, 2)]
)
def test_goita_12_partners_decide_from_the_dealer_on(dealer: int, first: int, second: int) -> None:
    match = deal(FIVE, FIVE_TOO, calls="on", dealer=dealer)
    for step in SEATS:
        match.play("call" if (dealer + step) % 4 < 2 else "quiet")
    play(match, f"{first} continue, {second} continue")
    assert match.turn == dealer


@pytest.mark.parametrize("target", [10, 150, 1000])
def test_goita_13_ten_pawns_of_a_team_win_the_match_whatever_the_target(target: int) -> None:
    match = deal("", FIVE, "", FIVE_TOO, calls="on", target=target)
    play(match, "0 quiet, 1 call, 2 quiet, 3 call")
    assert match.over
    assert match.scores() == [0, 150, 0, 150]
    assert match.winners() == [1, 3]


def test_goita_13_only_when_all_four_have_answered() -> None:
    match = deal(FIVE, "", FIVE_TOO, calls="on")
    play(match, "0 call, 1 quiet, 2 call")
    assert not match.over
    assert match.turn == 3
    play(match, "3 quiet")
    assert match.over
    assert match.winners() == [0, 2]


def test_goita_13_whatever_the_other_team_has() -> None:
    """The others lead by 290 to 0 of 300, written into the record: two such deals are too rare."""
    match = deal("", FIVE, "", FIVE_TOO, calls="on", target=300)
    match.state["score"][0] = [290, 0]
    play(match, "0 quiet, 1 call, 2 quiet, 3 call")
    assert match.over
    assert match.scores() == [290, 150, 290, 150]
    assert match.winners() == [1, 3]


def test_goita_13_in_a_single_round_it_scores_150() -> None:
    match = deal(FIVE, "", FIVE_TOO, calls="on", target="round")
    play(match, "0 call, 1 quiet, 2 call, 3 quiet")
    assert match.over
    assert match.scores() == [150, 0, 150, 0]
    assert match.winners() == [0, 2]


def test_goita_13_one_of_two_who_stays_quiet_is_only_one_caller() -> None:
    match = deal(FIVE, "", FIVE_TOO, calls="on")
    play(match, "0 call, 1 quiet, 2 quiet, 3 quiet")
    assert (phase(match), match.turn) == ("decide", 2)
    assert pawns_and_unknown(match, None, 2) == (0, 8)


def test_goita_14_off_means_no_calls_at_all() -> None:
    match = deal("pawn*8")
    assert match.turn == 0
    assert match.legal() == ["hide pawn"]
    assert refused(match, "call") is not None
    assert refused(match, "quiet") is not None
    runs_out(match, *["pawn pawn"] * 4)
    assert match.legal()[0].startswith("hide ")


def test_goita_14_on_is_the_default_and_holds_for_every_round() -> None:
    match = GAME.new(order=["11111111", "89776655", "11223344", "22334455"], seed=1)
    assert match.legal() == ["call", "quiet"]
    play(match, "0 quiet, 1 quiet, 2 quiet, 3 quiet")
    runs_out(match, *["pawn pawn"] * 4)
    assert phase(match) == "calls"
