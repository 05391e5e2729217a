"""What the sensible player and the beginner do in positions that a person can judge."""

import pytest

from goatherd import Match
from tests.games import gng_positions as gng
from tests.games import goita_positions as goita
from tests.games import lords_positions as lords
from tests.games import test_goat_1916 as goat
from tests.games.test_policies import decision


def greedy(match: Match) -> str:
    return match.contract.facts.actions[decision(match, "greedy")]


def beginner(match: Match) -> str:
    return match.contract.facts.actions[decision(match, "beginner")]


# Goita


def test_goita_stops_with_the_silver_not_the_king() -> None:
    match = goita.deal("silver pawn", "silver king")
    goita.play(match, "0 hide pawn silver")
    assert greedy(match) == "defend silver"


def test_goita_spends_no_king_on_an_early_attack() -> None:
    match = goita.deal("rook pawn*4", "king", "rook")
    goita.play(match, "0 hide pawn rook")
    assert greedy(match) == "pass"
    assert beginner(match) == "defend king"


def test_goita_spends_the_king_when_the_attacker_has_half_a_hand_left() -> None:
    match = goita.deal("rook lance pawn*4", "king", "rook")
    goita.play(match, "0 hide pawn lance, 1 pass, 2 pass, 3 pass, 0 hide pawn rook")
    assert greedy(match) == "defend king"


def test_goita_leaves_the_partners_attack_alone() -> None:
    match = goita.deal("silver*2 pawn", "gold", "silver*2")
    goita.play(match, "0 hide pawn silver, 1 pass")
    assert greedy(match) == "pass"
    assert beginner(match) == "defend silver"


def test_goita_attacks_with_what_nobody_can_stop() -> None:
    match = goita.deal("lance*4 rook bishop pawn*2")
    goita.play(match, "0 hide pawn")
    assert greedy(match) == "attack lance"
    assert beginner(match) == "attack rook"


def test_goita_keeps_the_pair_for_the_end() -> None:
    match = goita.deal("lance*4 gold*2 pawn*2", target="round")
    for pair in ("pawn lance", "pawn lance"):
        goita.passes(goita.play(match, f"0 hide {pair}"))
    goita.play(match, "0 hide lance")
    assert greedy(match) == "attack lance"


def test_goita_scores_with_the_better_of_the_last_two() -> None:
    match = goita.deal("lance*4 rook pawn*3")
    for pair in ("pawn lance", "pawn lance", "lance lance"):
        goita.passes(goita.play(match, f"0 hide {pair}"))
    assert greedy(match) == "hide pawn"


@pytest.mark.parametrize("pawns", [5, 6])
def test_goita_calls_pawns(pawns: int) -> None:
    match = goita.deal(f"pawn*{pawns}", calls="on")
    assert greedy(match) == "call"


def test_goita_deals_the_partners_five_pawns_again() -> None:
    match = goita.deal("pawn*5 gold*3", calls="on")
    for answer in ("call", "quiet", "quiet", "quiet"):
        match.play(answer)
    assert match.turn == 2
    assert greedy(match) == "redeal"


# Goat 'n' Goat


def test_goat_n_goat_builds_a_flock_from_below() -> None:
    match = gng.new("r1 r1 r4 | b1 b2 b3 b4 | g1 g1 g1 g1 g1 g1")
    assert greedy(match) == "play r1"
    gng.do(match, "play r1")
    assert greedy(match) == "play r1"


def test_goat_n_goat_loses_no_flock_for_one_more_card() -> None:
    match = gng.new("r2 b2 g5 | b1 b2 b3 b4 | g1 g1 g1 g1 g1 g1")
    gng.put(match, "flock 0", "b3 b3 b3")
    gng.do(match, "play r2")
    assert greedy(match) == "done"
    assert beginner(match) == "play b2"


def test_goat_n_goat_costs_itself_the_smallest_flock_if_it_must() -> None:
    match = gng.new("r1 b1 g1 | b1 b2 b3 b4 | g1 g1 g1 g1 g1 g1")
    for flock in ("r2 r2", "b2", "g2 g2 g2"):
        gng.put(match, "flock 0", flock)
    assert greedy(match) == "play b1"


def test_goat_n_goat_takes_what_joins_a_flock() -> None:
    match = gng.new("r2 r2 r3 | b1 b2 b3 b4 | r2 r1 b5 g5 r1 g4")
    gng.do(match, "play r2", "play r2", "done")
    assert greedy(match) == "take r2"
    assert beginner(match) == "take b5"


def test_goat_n_goat_drops_what_fits_nowhere() -> None:
    match = gng.new("r4 r5 b1 | b1 b2 b3 b4 | g1 g1 g1 b1 b1 b1")
    gng.put(match, "hand 0", "g2 g2 g2 r1 b2")
    gng.do(match, "play r4", "done", "take g1", "take g1", "take b1", "take b1")
    assert greedy(match) == "drop r1"


def test_goat_n_goat_claims_the_highest_mountain_in_reach() -> None:
    match = gng.new("r1 b1 g1 | b1 b2 b3 b4 | g1 g1 g1 g1 g1 g1")
    gng.put(match, "flock 0", "r1 r1 r1 r1")
    gng.put(match, "flock 0", "b1 b1 b1")
    gng.do(match, "play r1", "done", "take g1")
    assert greedy(match) == beginner(match) == "claim r5"


# Goat (1916)


def test_goat_1916_shows_a_red_card_rather_than_a_goat() -> None:
    match = goat.deal("R17 R8 B9 goat", "B6 B7 B8 B10", "R6 R7 B8 B10", "R6 R7 R9 B11")
    assert greedy(match) == "show R17"


def test_goat_1916_leads_red_when_it_can_command_a_goat() -> None:
    match = goat.deal("R17 R12 B9 B10", "B6 B7 goat B8", "R6 R7 B8 B10", "R6 R7 R9 B11")
    goat.play(match, "show R12", "search 1")
    assert greedy(match) == "lead R12"
    goat.play(match, "lead R12")
    assert greedy(match) == "command goat"


def test_goat_1916_searches_where_it_knows_of_a_goat() -> None:
    match = goat.deal("R17 R8 B9 B10", "R14 R15 B8 B7", "R6 R7 B8 B10", "goat R9 B11 R6")
    goat.play(match, "show R8", "search 3", "lead R17", "command B11", "play B7", "play B8")
    goat.play(match, "show R8")
    assert greedy(match) == "search 3"


def test_goat_1916_feeds_the_partners_book_with_red() -> None:
    match = goat.deal("B17 B8 B9 B10", "B6 B7 B8 B9", "R12 B16 B10 B11", "R6 R7 R9 B11")
    goat.play(match, "lead B17", "play B6")
    assert greedy(match) == "play R12"


def test_goat_1916_throws_a_goat_into_a_book_lost_anyway() -> None:
    match = goat.deal("B8 goat B9 B10", "B17 B7 B8 B9", "R15 R7 goat B11", "R6 R7 R9 B11")
    goat.play(match, "lead goat", "play B7")
    assert greedy(match) == "play goat"


def test_goat_1916_gives_no_book_of_its_own_away_with_a_goat() -> None:
    match = goat.deal("R17 B8 B9 B10", "B6 B7 B8 B9", "goat R7 B10 B11", "R6 R7 R9 B11")
    goat.play(match, "lead R17", "play B6")
    assert greedy(match) == beginner(match) == "play R7"


def test_goat_1916_takes_a_rich_book_as_the_last_player() -> None:
    match = goat.deal("R15 B8 B9 B10", "B6 B7 B8 B9", "R14 R7 B10 B11", "R16 B17 R9 goat")
    goat.play(match, "lead R15", "play B6", "play R14")
    assert greedy(match) == "play R16"


def test_goat_1916_a_beginner_never_searches() -> None:
    match = goat.deal("R17 R8 B9 goat", "B6 B7 B8 B10", "R6 R7 B8 B10", "R6 R7 R9 B11")
    assert beginner(match) == "lead R17"


# Goat Lords


def test_goat_lords_starts_with_the_richest_pair() -> None:
    match = lords.deal("lord goatacorn foodie foodie ninja | " + "fairy " * 30)
    assert greedy(match) == "birth goatacorn lord"
    assert beginner(match) == "birth foodie"


def test_goat_lords_presses_with_the_goat_before_the_wild() -> None:
    match = lords.duel_position("ninja ninja lord", "ninja")
    lords.do(match, "duel 1 ninja", "defend ninja")
    assert greedy(match) == "press ninja"
    assert beginner(match) == "press lord"


def test_goat_lords_duels_for_the_richest_stack() -> None:
    match = lords.three_herds(draws="lord")
    lords.do(match, "discard ghoast", "birth ladypug", "discard ghoast")
    lords.cut_hand(match, 0, "lord")
    assert match.legal() == ["duel 1 lord", "duel 2 lord", "discard lord"]
    assert greedy(match) == "duel 2 lord"


def test_goat_lords_plays_the_cards_that_cost_no_play() -> None:
    match = lords.duel_position("ninja dragon tgoat", front0="santy", draws="ninja ninja")
    assert greedy(match) == "action santy"


def test_goat_lords_escapes_with_a_rich_stack() -> None:
    match = lords.duel_position("ninja dragon tgoat", front1="escape")
    lords.do(match, "duel 1 ninja")
    assert greedy(match) == "escape"
    assert beginner(match) == "yield"


def test_goat_lords_defends_with_the_goat_before_the_wild() -> None:
    match = lords.duel_position("ninja dragon tgoat", "ninja")
    match._s.hand[1, 0] += 1
    match._s.held[1] += 1
    lords.do(match, "duel 1 ninja")
    assert greedy(match) == "defend ninja"
    assert beginner(match) == "defend lord"


def test_goat_lords_discards_the_cheapest_single() -> None:
    match = lords.duel_position("goatacorn dragon tgoat")
    lords.cut_hand(match, 0, "goatacorn dragon")
    assert greedy(match) == "discard dragon"


def test_goat_lords_blows_up_the_richest_top_stack() -> None:
    match = lords.three_herds(front0="atomic")
    lords.do(match, "action atomic")
    assert greedy(match) == "target 2"
