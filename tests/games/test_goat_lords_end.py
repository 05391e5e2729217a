"""Goat Lords: the end of a match (LORDS-27 to LORDS-29)."""

from tests.games.lords_positions import cut_hand, deal, do, duel_position, empty_draw_pile, refused


def test_lords_27_play_goes_on_until_all_hands_are_empty() -> None:
    match = deal("ninja ninja dragon | fairy foodie tgoat | ghoast | kraken", hand=3)
    match.play("birth ninja")
    assert match.cards()["draw"] == []
    do(match, "discard fairy", "discard dragon", "discard foodie", "discard kraken")
    assert match.turn == 1
    assert not match.over
    match.play("discard tgoat")
    assert match.over
    assert match.turn is None
    assert match.legal() == []


def test_lords_27_who_has_no_cards_is_passed_over() -> None:
    match = duel_position("ninja lord tgoat")
    empty_draw_pile(match)
    cut_hand(match, 0, "ninja")
    cut_hand(match, 1, "ghoast ghoast")
    match.play("discard ninja")
    match.play("discard ghoast")
    assert match.turn == 1


def test_example_7_lords_28_a_defenders_last_card_kills_the_action_cards() -> None:
    match = duel_position("ninja ninja lord", "ninja", front0="atomic", front1="escape")
    empty_draw_pile(match)
    cut_hand(match, 0, "ninja ninja lord")
    cut_hand(match, 1, "ninja")
    assert "action atomic" in match.legal()
    match.play("duel 1 ninja")
    assert "escape" in match.legal()
    match.play("defend ninja")
    assert match.view(0).status()["actions dead"] is True
    match.play("yield")
    assert match.turn == 0
    assert refused(match, "action atomic") == "LORDS-28"


def test_lords_28_the_attackers_last_card_ends_the_escape() -> None:
    match = duel_position("ninja ninja lord", "ninja", front1="escape")
    empty_draw_pile(match)
    cut_hand(match, 0, "ninja")
    match.play("duel 1 ninja")
    assert match.legal() == ["defend ninja", "yield"]
    assert refused(match, "escape") == "LORDS-28"


def test_lords_28_an_empty_hand_alone_kills_nothing() -> None:
    match = duel_position("ninja ninja lord", "ninja", front1="escape")
    cut_hand(match, 0, "ninja")
    match.play("duel 1 ninja")
    assert "escape" in match.legal()


def test_lords_28_a_missed_turn_with_an_empty_draw_pile() -> None:
    match = duel_position("ninja lord tgoat", front0="loaf")
    empty_draw_pile(match)
    do(match, "action loaf", "target 1")
    assert match.turn == 0


def test_lords_29_the_highest_herd_wins_and_ties_share() -> None:
    match = deal("ninja ninja dragon | dragon dragon foodie | ghoast | kraken", hand=3)
    do(match, "birth ninja", "birth dragon")
    assert match.scores() == [30, 30]
    assert match.winners() == []
    while not match.over:
        match.play(match.legal()[-1])
    assert match.scores() == [30, 30]
    assert match.winners() == [0, 1]
    match = deal("ninja ninja dragon | kraken kraken foodie | ghoast | kraken", hand=3)
    do(match, "birth ninja", "birth kraken")
    while not match.over:
        match.play(match.legal()[-1])
    assert match.winners() == [0]
