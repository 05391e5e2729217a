"""Goita: attacking with a king (GOITA-21) and against one (GOITA-22)."""

import pytest

from tests.games.goita_positions import deal, hand, passes, play, refused, runs_out

# (a) a king has been played face up


def test_goita_21_without_a_right_a_king_may_not_attack() -> None:
    match = deal("king gold pawn", "king")
    match.play("hide pawn")
    assert "attack king" not in match.legal()
    assert refused(match, "attack king") == "GOITA-21"


def test_goita_21a_after_a_king_defended_face_up_anyone_may() -> None:
    """Seat 1 shows its king; then the one before it, its partner, and the one after it attack."""
    match = deal("gold pawn silver king", "king silver")
    play(match, "0 hide pawn gold, 1 defend king silver, 2 pass, 3 pass, 0 defend silver")
    assert "attack king" in match.legal()
    match = deal("gold pawn", "king silver", "", "silver king")
    play(match, "0 hide pawn gold, 1 defend king silver, 2 pass, 3 defend silver")
    assert "attack king" in match.legal()
    match = deal("gold pawn", "king silver", "silver king")
    play(match, "0 hide pawn gold, 1 defend king silver, 2 defend silver")
    assert "attack king" in match.legal()


def test_goita_21a_the_king_just_shown_in_defence_counts() -> None:
    match = deal("gold pawn", "king king")
    play(match, "0 hide pawn gold, 1 defend king king")
    assert match.cards()["attack 1"] == ["king"]


def test_goita_21a_a_king_attack_opens_for_its_owner_again() -> None:
    match = deal("king king pawn*4 gold")
    passes(play(match, "0 hide pawn king"))
    play(match, "0 hide pawn")
    assert "attack king" in match.legal()


def test_goita_21a_the_right_ends_with_the_round() -> None:
    match = deal("pawn*6 knight gold", "king silver", "", "gold king", target=1000)
    passes(play(match, "0 hide pawn pawn"))
    play(match, "0 hide pawn gold, 1 defend king silver, 2 pass, 3 pass, 0 pass")
    assert match.view(None).status()["king shown"] is True
    while match.view(None).status()["round"] == 1:
        match.play(match.legal()[-1])
    assert match.view(None).status()["king shown"] is False


# (b) dealt both kings


def test_goita_21b_who_was_dealt_both_may() -> None:
    match = deal("king king pawn")
    play(match, "0 hide pawn king")
    assert match.cards()["attack 0"] == ["king"]


def test_goita_21b_one_of_two_is_not_both() -> None:
    for other in (1, 2, 3):
        hands = ["king pawn gold", "", "", ""]
        hands[other] = "king"
        match = deal(*hands)
        match.play("hide pawn")
        assert refused(match, "attack king") == "GOITA-21"


def test_goita_21_decision_a_face_down_king_opens_for_its_owner_who_was_dealt_both() -> None:
    match = deal("king king pawn gold")
    match.play("hide king")
    assert "attack king" in match.legal()


def test_goita_21_decision_a_face_down_king_opens_for_nobody_else() -> None:
    """Seat 0 has laid one king face down; seat 1, with the other, gains nothing by it."""
    match = deal("king gold pawn", "king gold silver", "silver", "silver")
    play(match, "0 hide king gold, 1 defend gold")
    assert "king" in hand(match, 1)
    assert "attack king" not in match.legal()
    assert refused(match, "attack king") == "GOITA-21"
    assert match.view(None).status()["king shown"] is False


def test_goita_21b_is_about_the_deal_not_the_hand() -> None:
    """One king face down, the other still covered by the deal two plays later."""
    match = deal("king king pawn*4")
    passes(play(match, "0 hide king pawn"))
    play(match, "0 hide pawn king")
    assert match.cards()["defence 0"] == ["(king)", "(pawn)"]


# (c) the eighth piece


def test_goita_21c_a_king_may_be_the_eighth_piece() -> None:
    match = deal("king pawn*5 gold*2", "king", target="round")
    runs_out(match, "pawn pawn", "pawn pawn", "pawn gold", "gold king")
    assert match.over
    assert match.scores() == [50, 0, 50, 0]


@pytest.mark.parametrize("plays", [0, 1, 2])
def test_goita_21c_no_earlier_piece_will_do(plays: int) -> None:
    match = deal("king pawn*7", "king")
    for _ in range(plays):
        passes(play(match, "0 hide pawn pawn"))
    match.play("hide pawn")
    assert refused(match, "attack king") == "GOITA-21"


def test_goita_21_does_not_keep_a_king_from_defending_or_hiding() -> None:
    match = deal("king gold pawn", "king silver")
    assert "hide king" in match.legal()
    play(match, "0 hide pawn gold")
    assert "defend king" in match.legal()


def test_goita_21_the_refusal_says_when_a_king_may() -> None:
    view = deal("king gold pawn", "king")
    view.play("hide pawn")
    refusal = view.view(0).why_not("attack king")
    assert refusal is not None
    said = refusal.why.say()
    assert "face up" in said
    assert "both" in said
    assert "eighth" in said


# Against a king


def test_goita_22_nothing_stops_a_king_attack_but_all_are_asked() -> None:
    """Seats 1 to 3 hold every other kind between them, and seat 1 the other king."""
    match = deal("gold pawn silver king", "king silver*2 rook bishop gold lance knight")
    play(match, "0 hide pawn gold, 1 defend king silver, 2 pass, 3 pass, 0 defend silver king")
    for seat in (1, 2, 3):
        assert match.turn == seat
        assert match.legal() == ["pass"]
        for piece in set(hand(match, seat)):
            assert refused(match, f"defend {piece}") == "GOITA-22"
        match.play("pass")
    assert match.turn == 0
    assert all(decision.startswith("hide ") for decision in match.legal())
