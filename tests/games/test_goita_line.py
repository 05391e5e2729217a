"""Goita: the one-line notation of a round."""

import random

import pytest

from goatherd import BadRecord, Match, View
from tests.games.goita_positions import (
    EXAMPLE_LINE,
    GAME,
    SEATS,
    WATCHERS,
    deal,
    hand,
    passes,
    play,
    runs_out,
)

HANDS = "12345678,12345679,11112345,11112345"
NOTHING = "xxxxxxxx"


def read(line: str) -> Match:
    match = GAME.from_line(line)
    assert isinstance(match, Match)
    return match


def read_view(line: str) -> View:
    view = GAME.from_line(line)
    assert isinstance(view, View)
    return view


def half_played(match: Match) -> bool:
    return match.view(None).status()["phase"] == "attack"


def same_table(one: Match | View, other: Match | View) -> bool:
    return (one.cards(), one.turn, one.legal(), one.line()) == (
        *(other.cards(), other.turn, other.legal(), other.line()),
    )


# Whole lines


def test_the_line_of_the_page() -> None:
    match = read(EXAMPLE_LINE)
    cards = match.cards()
    assert (cards["defence 0"], cards["attack 0"]) == (["(pawn)"], ["knight"])
    assert (cards["defence 3"], cards["attack 3"]) == (["knight"], ["pawn"])
    assert (cards["defence 2"], cards["attack 2"]) == (["pawn"], ["gold"])
    assert cards["hand 2"] == ["silver", "knight", "lance", "pawn", "pawn", "pawn"]
    assert match.turn == 3
    assert match.line() == EXAMPLE_LINE


def test_the_digits() -> None:
    match = read(f"{HANDS},s1")
    assert hand(match, 0) == ["king", "rook", "bishop", "gold", "silver", "knight", "lance", "pawn"]
    kinds = {"1": "pawn", "2": "lance", "3": "knight", "4": "silver", "5": "gold", "6": "bishop"}
    for digit, kind in (kinds | {"7": "rook"}).items():
        attack = "2" if digit == "1" else "1"
        assert read(f"{HANDS},s1,1{digit}{attack}").cards()["defence 0"] == [f"({kind})"]


@pytest.mark.parametrize("dealer", SEATS)
def test_the_line_sets_who_deals(dealer: int) -> None:
    match = read(f"{HANDS},s{dealer + 1}")
    assert match.turn == dealer
    assert match.line() == f"{HANDS},s{dealer + 1}"
    assert deal(dealer=dealer).line().split(",")[4:] == [f"s{dealer + 1}"]


def test_a_line_starts_after_the_calls_and_is_one_round() -> None:
    match = read(f"{HANDS},s1")
    assert match.legal()[0].startswith("hide ")
    assert match.view(None).status()["target"] == "round"


def test_of_the_two_kings_the_first_in_seat_order_is_8() -> None:
    line = deal("", "king", "", "king").line().split(",")
    assert [("8" in field, "9" in field) for field in line[:4]] == [
        *((False, False), (True, False), (False, False), (False, True)),
    ]
    assert deal("", "", "king king").line().split(",")[2].endswith("89")


def test_a_king_played_is_written_as_the_king_of_that_seat() -> None:
    match = deal("gold pawn king", "", "", "king silver")
    play(match, "0 hide pawn gold, 1 pass, 2 pass, 3 defend king silver")
    assert match.line().endswith(",s1,115,2p,3p,494")
    match = passes(play(deal("king king pawn*2"), "0 hide pawn king"))
    assert play(match, "0 hide pawn king").line().endswith(",s1,118,2p,3p,4p,119")


@pytest.mark.parametrize("calls", ["on", "off"])
def test_finished_rounds_go_through_their_line(calls: str) -> None:
    played = 0
    for seed in range(15):
        chance = random.Random(seed)
        match = GAME.new(seed=seed, pawn_calls=calls, target="round", dealer=seed % 4)
        while not match.over:
            match.play(chance.choice(match.legal()))
        if "attack" not in match.decisions()[-1][1]:
            continue
        played += 1
        again = read(match.line())
        assert again.line() == match.line()
        assert again.cards() == match.cards()
        assert (again.scores(), again.winners()) == (match.scores(), match.winners())
        if calls == "off":
            assert again.decisions() == match.decisions()
    assert played > 10


def test_unfinished_rounds_go_through_their_line() -> None:
    chance = random.Random(21)
    match = GAME.new(seed=21, pawn_calls="off", target="round", dealer=2)
    while not match.over:
        if not half_played(match):
            assert same_table(read(match.line()), match)
        match.play(chance.choice(match.legal()))


def test_a_defence_without_its_attack_is_not_in_the_line_yet() -> None:
    match = deal("pawn gold", "gold silver")
    start = match.line()
    assert play(match, "0 hide pawn").line() == start
    assert match.view(1).line() == f"{NOTHING},{start.split(',')[1]},{NOTHING},{NOTHING},s1"
    before = play(match, "0 attack gold").line()
    assert before == f"{start},115"
    assert play(match, "1 defend gold").line() == before
    assert read(match.line()).turn == 1
    assert play(match, "1 attack silver").line() == f"{start},115,254"


def test_after_a_pass_a_defence_without_its_attack_is_not_in_the_line_yet() -> None:
    match = passes(play(deal("pawn*2 gold"), "0 hide pawn gold"))
    before = match.line()
    assert play(match, "0 hide pawn").line() == before


def test_the_line_is_of_the_round_that_is_played() -> None:
    match = runs_out(deal("pawn*8", target=1000), *["pawn pawn"] * 4)
    line = match.line()
    assert line.split(",")[4:] == ["s1"]
    assert read(line).cards() == match.cards()


def test_a_round_ended_by_a_call_has_the_line_of_its_deal() -> None:
    """Seat 0 dealt; seat 1 calls six and will deal next, but this round was seat 0's."""
    match = deal("", "pawn*6 rook silver", calls="on", target="round")
    before = match.line()
    assert before.endswith(",s1")
    play(match, "0 quiet, 1 call")
    assert match.line() == before


def test_a_line_after_calls_names_the_dealer_and_not_the_calls() -> None:
    match = deal("", "pawn*5 gold silver knight", calls="on", dealer=3)
    play(match, "3 quiet, 0 quiet, 1 call, 2 quiet, 3 continue, 3 hide pawn gold")
    assert match.line().split(",")[4:] == ["s4", "415"]


def test_with_the_ritual_the_line_names_who_dealt() -> None:
    match = GAME.new(seed=4, ritual="on", pawn_calls="off")
    play(match, "0 first partner, 3 point 4, 2 shift +2")
    assert match.line().split(",")[4:] == ["s3"]
    assert read(match.line()).cards() == match.cards()


# Lines that hide things


def test_what_a_seat_does_not_know_is_x() -> None:
    match = deal("pawn gold king*2", "gold silver")
    play(match, "0 hide pawn gold, 1 defend gold silver")
    own = match.line().split(",")
    for viewer in SEATS:
        hands = ["5xxxxxxx", "45xxxxxx", NOTHING, NOTHING]
        hands[viewer] = own[viewer]
        opening = "115" if viewer == 0 else "1x5"
        assert match.view(viewer).line() == ",".join([*hands, "s1", opening, "254"])
    assert match.view(None).line() == f"5xxxxxxx,45xxxxxx,{NOTHING},{NOTHING},s1,1x5,254"


@pytest.mark.parametrize("viewer", WATCHERS)
def test_hidden_lines_become_the_view_again(viewer: int | None) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        match = GAME.new(seed=seed, pawn_calls="off", target="round", dealer=seed)
        while not match.over:
            if not half_played(match) and chance.random() < 0.5:
                view = match.view(viewer)
                again = read_view(view.line())
                assert again.seat == viewer
                assert same_table(again, view)
                assert again.history() == view.history()
            match.play(chance.choice(match.legal()))


@pytest.mark.parametrize("viewer", WATCHERS)
def test_hidden_lines_with_both_kings_attacking(viewer: int | None) -> None:
    """The page's first example: the dealer attacks with one king and then with the other."""
    match = deal("king king bishop gold gold knight lance pawn", "lance bishop")
    play(match, "0 hide knight lance, 1 defend lance bishop, 2 pass, 3 pass")
    passes(play(match, "0 defend bishop king"))
    assert same_table(read_view(match.view(viewer).line()), match.view(viewer))
    play(match, "0 hide pawn king")
    view = match.view(viewer)
    assert same_table(read_view(view.line()), view)


@pytest.mark.parametrize("viewer", [0, 2, 3, None])
def test_hidden_lines_know_the_pawns_that_they_show(viewer: int | None) -> None:
    """Called pawns are no unknown pieces: they are written, and so they are read."""
    match = deal("", "pawn*5 gold silver knight", calls="on", target="round")
    play(match, "0 quiet, 1 call, 2 quiet, 3 quiet, 3 continue")
    view = match.view(viewer)
    assert view.line().split(",")[1] == "11111xxx"
    again = read_view(view.line())
    assert again.cards() == view.cards()
    assert again.line() == view.line()


def test_a_line_that_hides_nothing_is_a_match_and_one_that_hides_is_a_view() -> None:
    assert isinstance(GAME.from_line(EXAMPLE_LINE), Match)
    assert isinstance(GAME.from_line(f"12345678,{NOTHING},{NOTHING},{NOTHING},s1"), View)


# Errors

BAD_LINES = [
    ("", "fields"),
    ("12345678,12345679,11112345", "fields"),
    (HANDS, "fields"),
    (f"{HANDS},s0", "dealer"),
    (f"{HANDS},s5", "dealer"),
    (f"{HANDS},113", "dealer"),
    ("1234567z,12345679,11112345,11112345,s1", "z"),
    ("12345670,12345679,11112345,11112345,s1", "0"),
    ("1234567,12345679,11112345,11112345,s1", "hand 1"),
    ("12345678,123456799,11112345,11112345,s1", "hand 2"),
    ("12345677,12345679,11112345,11112345,s1", "rook|king"),
    ("12345678,12345678,11112345,11112346,s1", "gold|bishop"),
    (f"{HANDS},s1,213", "turn"),
    (f"{HANDS},s1,113,3p", "turn"),
    (f"{HANDS},s2,113", "turn"),
    (f"{HANDS},s1,1p", "GOITA"),
    (f"{HANDS},s1,113,241", "GOITA-18"),
    (f"{HANDS},s1,118", "GOITA-21"),
    (f"{HANDS},s3,371", "rook"),
    (f"{HANDS},s1,112,281", "GOITA-18"),
    (f"{HANDS},s1,11", "11"),
    (f"{HANDS},s1,1134", "1134"),
    (f"{HANDS},s1,113,5p", "5p"),
    (f"{HANDS},s1,113,2q", "2q"),
    (f"{HANDS},s1,113,", "field"),
    (f"{HANDS},s1,11x", "11x"),
    (f"12345678,12345679,{NOTHING},{NOTHING},s1", "two"),
    (f"12345678,{NOTHING},{NOTHING},11112345,s1", "two"),
    (f"11111111,{NOTHING},{NOTHING},{NOTHING},s2,2x1,311", "pawn"),
    (f"12345678,{NOTHING},{NOTHING},{NOTHING},s1,153,4p", "turn"),
    (f"11112345,{NOTHING},{NOTHING},{NOTHING},s1,163", "bishop"),
]


@pytest.mark.parametrize(("line", "said"), BAD_LINES)
def test_a_bad_line_says_what_is_wrong(line: str, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        GAME.from_line(line)


def test_moves_after_the_end_are_refused() -> None:
    match = runs_out(deal("pawn*8", target="round"), *["pawn pawn"] * 4)
    with pytest.raises(BadRecord):
        GAME.from_line(f"{match.line()},2p")


def test_a_face_up_defence_cannot_be_unknown() -> None:
    """Player 2 stops the knight face up (GOITA-17): everybody has seen the piece."""
    with pytest.raises(BadRecord):
        GAME.from_line(f"11223347,{NOTHING},{NOTHING},{NOTHING},s1,113,2x4")


def test_a_hiding_line_with_more_plays_than_pieces_is_a_bad_line() -> None:
    rounds = ",".join(["1x1,2p,3p,4p"] * 5)
    with pytest.raises(BadRecord):
        GAME.from_line(f"{NOTHING},{NOTHING},{NOTHING},{NOTHING},s1,{rounds}")


@pytest.mark.parametrize("hands", [HANDS, f"12345678,{NOTHING},{NOTHING},{NOTHING}"])
def test_a_damaged_line_is_refused_or_read_and_nothing_else(hands: str) -> None:
    """No damage to a character makes anything but BadRecord."""
    line = f"{hands},s1,113,2p,3p,431,1p,2p,315"
    chance = random.Random(3)
    refused = 0
    for _ in range(150):
        place = chance.randrange(len(line))
        damaged = line[:place] + chance.choice("0123456789xps,") + line[place + 1 :]
        try:
            GAME.from_line(damaged)
        except BadRecord:
            refused += 1
    assert refused > 50
