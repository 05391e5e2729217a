"""Goita: pieces, options, set-up from a given order, and the notation of decisions."""

from collections import Counter
from typing import Any

import pytest

import goatherd
from goatherd import BadOption, IllegalMove
from tests.games.goita_positions import (
    EXAMPLE_LINE,
    GAME,
    KINDS,
    SEATS,
    SET,
    circle_of,
    deal,
    hand,
    hands_of,
    pieces,
    play,
    refused,
)

HANDS = EXAMPLE_LINE.split(",")[:4]


# Pieces and deal


def test_goita_1_thirty_two_pieces() -> None:
    match = GAME.new(seed=1)
    assert Counter(piece for seat in SEATS for piece in hand(match, seat)) == SET
    assert sum(SET.values()) == 32


def test_goita_1_the_two_kings_are_one_kind() -> None:
    match = deal("king king")
    assert match.legal().count("hide king") == 1


def test_goita_is_for_four() -> None:
    assert GAME.players == (4,)
    with pytest.raises(BadOption, match="4"):
        GAME.new(players=3)


def test_goita_5_one_piece_at_a_time_from_the_dealer_on() -> None:
    """A circle with the kings on places 0 and 5 gives them to the dealer and the next player."""
    circle = circle_of(hands_of("king", "king"))
    assert (circle[0], circle[1]) == ("king", "king")
    circle[1], circle[5] = circle[5], circle[1]
    for dealer in SEATS:
        match = GAME.new(order=circle, dealer=dealer)
        for step in SEATS:
            dealt = circle[step::4]
            assert Counter(hand(match, (dealer + step) % 4)) == Counter(dealt)


def test_goita_5_eight_each() -> None:
    match = GAME.new(seed=3)
    assert [len(hand(match, seat)) for seat in SEATS] == [8, 8, 8, 8]
    assert match.cards()["circle"] == []


# Options


def test_the_options_and_their_defaults() -> None:
    defaults = {name: option.default for name, option in GAME.options().items()}
    assert defaults == {
        "target": 150,
        "ritual": "off",
        "pawn_calls": "on",
        "dealer": 0,
        "size": "full",
    }


@pytest.mark.parametrize("target", [10, 150, 1000, "round", "150"])
def test_goita_2_targets(target: object) -> None:
    match = GAME.new(target=target)
    assert match.view(None).status()["target"] == (
        "round" if target == "round" else int(str(target))
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("target", bad) for bad in (9, 1001, 0, -10, 149.5, True, None, "", "rounds", "1e2")),
        *(("ritual", bad) for bad in ("maybe", 1, None)),
        *(("pawn_calls", bad) for bad in ("none", 0, None)),
        *(("dealer", bad) for bad in (-1, 4, "s1", None, 1.0)),
    ],
)
def test_bad_options_say_what_is_allowed(option: str, value: object) -> None:
    with pytest.raises(BadOption, match=option) as error:
        GAME.new(**{option: value})  # type: ignore[arg-type]
    allowed = {"target": "10 to 1000", "ritual": "off", "pawn_calls": "on", "dealer": "0 to 3"}
    assert allowed[option] in str(error.value)


@pytest.mark.parametrize("dealer", SEATS)
def test_goita_3_the_option_says_who_deals_first(dealer: int) -> None:
    match = deal(dealer=dealer)
    assert match.turn == dealer
    assert match.view(None).status()["dealer"] == dealer


# Set up from a given order


def test_an_order_of_32_pieces() -> None:
    order = circle_of(hands_of("king*2 rook*2 bishop*2 gold*2", "pawn*8"))
    match = GAME.new(order=order)
    assert hand(match, 0) == pieces("king*2 rook*2 bishop*2 gold*2")
    assert hand(match, 1) == ["pawn"] * 8


def test_an_order_as_one_text() -> None:
    order = circle_of(hands_of("king king"))
    assert GAME.new(order=" ".join(order)).cards() == GAME.new(order=order).cards()
    assert GAME.new(order=",".join(HANDS)).cards() == GAME.new(order=HANDS).cards()


@pytest.mark.parametrize("dealer", SEATS)
def test_the_four_hands_of_a_line_lie_by_seat_whoever_deals(dealer: int) -> None:
    match = GAME.new(order=HANDS, dealer=dealer)
    assert hand(match, 0) == list(KINDS)
    assert hand(match, 1) == hand(match, 0)
    assert hand(match, 2) == pieces("gold silver knight lance pawn*4")
    assert hand(match, 3) == hand(match, 2)
    assert match.turn == dealer


def without(order: list[str], piece: str, *, instead: tuple[str, ...] = ()) -> list[str]:
    out = order.copy()
    out[out.index(piece) : out.index(piece) + 1] = instead
    return out


@pytest.mark.parametrize(
    ("order", "named"),
    [
        (without(circle_of(hands_of()), "rook"), "rook"),
        ([*circle_of(hands_of()), "gold"], "gold"),
        (without(circle_of(hands_of()), "king", instead=("pawn",)), "king"),
        (without(circle_of(hands_of()), "king", instead=("queen",)), "queen"),
        (without(circle_of(hands_of()), "king", instead=("?",)), r"\?"),
        ([], "king"),
    ],
)
def test_bad_orders_of_pieces_name_the_piece(order: list[str], named: str) -> None:
    with pytest.raises(BadOption, match=named):
        GAME.new(order=order)


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        (["1234567", "12345679", "11112345", "11112345"], "8 pieces"),
        (["123456788", "12345679", "11112345", "1111235"], "8 pieces"),
        (["12345677", "12345679", "11112345", "11112345"], "king"),
        (["1234567x", "12345679", "11112345", "11112345"], "order"),
        (["1234567z", "12345679", "11112345", "11112345"], "z"),
        (["12345670", "12345679", "11112345", "11112345"], "0"),
        (["king", "gold", "pawn", "pawn"], "order"),
    ],
)
def test_bad_orders_of_hands_are_bad_options(hands: list[str], named: str) -> None:
    """`game.new` promises BadOption for a bad order, whichever way it is written."""
    with pytest.raises(BadOption, match=named):
        GAME.new(order=hands)


def test_hands_given_as_numbers_are_a_bad_option() -> None:
    order: Any = [int(hand) for hand in HANDS]
    with pytest.raises(BadOption):
        GAME.new(order=order)


def test_the_order_fixes_the_first_round_and_the_seed_the_next() -> None:
    """One round; later rounds shuffle from the seed."""
    script = "0 hide pawn pawn, 1 pass, 2 pass, 3 pass"
    rounds = []
    for seed in (1, 1, 2):
        match = deal("pawn*8", seed=seed, target=1000)
        for _ in range(3):
            play(match, script)
        first = hand(match, 1)
        play(match, "0 hide pawn pawn")
        assert match.view(None).status()["round"] == 2
        rounds.append((first, match.cards()))
    assert rounds[0] == rounds[1]
    assert rounds[0][0] == rounds[2][0]
    assert rounds[0][1] != rounds[2][1]


def test_a_record_keeps_order_dealer_and_seed() -> None:
    match = play(GAME.new(order=HANDS, dealer=2, seed=5, pawn_calls="off"), "2 hide pawn gold")
    again = goatherd.replay(match.record())
    assert again.cards() == match.cards()
    assert again.turn == 3


# Notation


def test_the_notation_of_every_decision() -> None:
    """The page's list: 4 + 8 + 1 + 8 + 8 of the round, 2 + 32 + 7 of the ritual."""
    expected = {"call", "quiet", "redeal", "continue", "pass", "first me", "first partner"}
    expected |= {f"{verb} {kind}" for verb in ("hide", "defend", "attack") for kind in KINDS}
    expected |= {f"point {place}" for place in range(32)}
    expected |= {"shift -3", "shift -2", "shift -1", "shift 0", "shift +1", "shift +2", "shift +3"}
    assert set(GAME.actions) == expected
    assert len(GAME.actions) == len(expected)


def test_only_the_notation_is_understood() -> None:
    match = deal("king gold")
    for wrong in ("hide  gold", "Hide gold", "gold", "hide", "hide 5", "hide gold gold", ""):
        with pytest.raises(IllegalMove, match="hide king"):
            match.play(wrong)
    assert match.decisions() == []


def test_a_piece_that_is_not_in_hand_is_refused() -> None:
    match = deal("gold*4 silver*4", "rook bishop")
    assert match.legal() == ["hide gold", "hide silver"]
    assert refused(match, "hide rook") == "GOITA-15"
    play(match, "0 hide gold silver")
    assert refused(match, "defend silver") == "GOITA-15"
