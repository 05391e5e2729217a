"""Goita: plays, defences and passes (GOITA-15 to GOITA-20), and the page's examples of play."""

import random

import pytest

from goatherd.interpreted import as_record
from tests.games.goita_positions import (
    GAME,
    KINDS,
    SEATS,
    deal,
    hand,
    passes,
    play,
    refused,
    runs_out,
)
from tests.matches import walk


def test_example_1_both_kings_and_a_pair_of_golds() -> None:
    match = deal("king king bishop gold gold knight lance pawn", "lance bishop", target="round")
    play(match, "0 hide knight lance, 1 defend lance bishop, 2 pass, 3 pass")
    play(match, "0 defend bishop king, 1 pass, 2 pass, 3 pass")
    play(match, "0 hide pawn king, 1 pass, 2 pass, 3 pass")
    play(match, "0 hide gold gold")
    assert match.over
    assert match.scores() == [60, 0, 60, 0]
    assert match.winners() == [0, 2]
    assert match.cards()["defence 0"] == ["(knight)", "bishop", "(pawn)", "(gold)"]
    assert match.cards()["attack 0"] == ["lance", "king", "king", "gold"]


def test_example_2_a_king_answers_a_gold_and_opens_for_the_other() -> None:
    match = deal("gold pawn", "king silver", "king silver")
    play(match, "0 hide pawn gold, 1 defend king silver, 2 defend silver king")
    assert match.view(None).status()["attack"] == "king"


@pytest.mark.parametrize("attack", ["lance", "pawn"])
def test_example_3_a_king_stops_neither_lance_nor_pawn(attack: str) -> None:
    match = deal("lance pawn*2", "king king")
    play(match, f"0 hide pawn {attack}")
    assert "defend king" not in match.legal()
    assert refused(match, "defend king") == "GOITA-18"


# Plays


def test_goita_15_a_play_is_a_defence_and_then_an_attack() -> None:
    match = deal("gold silver", "silver knight lance")
    match.play("hide gold")
    assert match.turn == 0
    assert all(decision.startswith("attack ") for decision in match.legal())
    match.play("attack silver")
    assert match.turn == 1
    match.play("defend silver")
    assert match.turn == 1
    assert "attack knight" in match.legal()


def test_goita_15_four_plays_are_the_most_and_end_the_round() -> None:
    """Eight pieces are four plays: there is nothing to play a fifth with."""
    match = runs_out(deal("pawn*8", target="round"), *["pawn pawn"] * 4)
    assert match.over
    assert len(match.cards()["defence 0"]) == len(match.cards()["attack 0"]) == 4


def test_goita_15_the_attack_must_be_another_piece() -> None:
    match = deal("rook gold*3 silver*4")
    match.play("hide rook")
    assert match.legal() == ["attack gold", "attack silver"]
    assert refused(match, "attack rook") == "GOITA-15"


@pytest.mark.parametrize("dealer", SEATS)
def test_goita_16_the_dealer_opens_face_down(dealer: int) -> None:
    match = deal(dealer=dealer)
    assert match.turn == dealer
    held = [kind for kind in KINDS if kind in hand(match, dealer)]
    assert match.legal() == [f"hide {kind}" for kind in held]
    play(match, f"{dealer} hide pawn pawn")
    assert match.cards()[f"defence {dealer}"] == ["(pawn)"]
    assert match.cards()[f"attack {dealer}"] == ["pawn"]
    assert match.turn == (dealer + 1) % 4


def test_goita_16_an_opening_is_neither_passed_nor_face_up_nor_an_attack() -> None:
    match = deal("gold king pawn")
    assert refused(match, "pass") == "GOITA-16"
    assert refused(match, "defend gold") == "GOITA-16"
    assert refused(match, "attack gold") == "GOITA-16"


def test_goita_17_each_in_turn_may_stop_the_attack_partner_included() -> None:
    hands = ("pawn gold", "pawn gold silver", "pawn gold silver", "pawn gold silver")
    for stopper in (1, 2, 3):
        match = play(deal(*hands), "0 hide pawn gold")
        for seat in range(1, stopper):
            play(match, f"{seat} pass")
        play(match, f"{stopper} defend gold silver")
        assert match.cards()[f"defence {stopper}"] == ["gold"]
        assert match.turn == (stopper + 1) % 4
        status = match.view(None).status()
        assert (status["attack"], status["attacker"]) == ("silver", stopper)


def test_goita_17_the_attacker_may_stop_what_came_back() -> None:
    match = deal("pawn*2 gold silver knight", "gold silver")
    play(match, "0 hide pawn gold, 1 defend gold silver, 2 pass, 3 pass, 0 defend silver knight")
    assert match.cards()["defence 0"] == ["(pawn)", "silver"]


def test_goita_17_after_a_defence_an_attack_must_follow() -> None:
    match = deal("pawn gold", "gold silver")
    play(match, "0 hide pawn gold, 1 defend gold")
    assert match.turn == 1
    assert refused(match, "pass") == "GOITA-17"
    assert refused(match, "defend silver") == "GOITA-17"
    assert refused(match, "hide silver") == "GOITA-17"


def test_goita_17_an_attack_is_not_met_face_down_nor_by_an_attack() -> None:
    match = deal("pawn gold", "gold silver")
    play(match, "0 hide pawn gold")
    assert refused(match, "hide gold") == "GOITA-17"
    assert refused(match, "attack silver") == "GOITA-17"
    assert refused(match, "redeal") == "GOITA-17"


STOPPERS = {kind: {kind} for kind in KINDS if kind != "king"}
for _kind in ("rook", "bishop", "gold", "silver", "knight"):
    STOPPERS[_kind] = {_kind, "king"}


@pytest.mark.parametrize("attack", STOPPERS)
def test_goita_18_what_stops_what(attack: str) -> None:
    """Seat 1 holds one of every kind, and only these stop the attack."""
    match = deal(f"pawn {attack}", " ".join(KINDS))
    play(match, f"0 hide pawn {attack}")
    stops = [f"defend {kind}" for kind in KINDS if kind in STOPPERS[attack]]
    assert match.legal() == sorted(["pass", *stops], key=GAME.actions.index)
    for kind in set(KINDS) - STOPPERS[attack]:
        assert refused(match, f"defend {kind}") == "GOITA-18"


def test_goita_19_if_all_pass_the_attacker_plays_again_face_down() -> None:
    match = deal("pawn gold*2 silver")
    passes(play(match, "0 hide pawn gold"))
    assert match.turn == 0
    assert {decision.split()[0] for decision in match.legal()} == {"hide"}
    assert refused(match, "pass") == "GOITA-19"
    assert refused(match, "defend gold") == "GOITA-19"
    play(match, "0 hide gold silver")
    assert match.cards()["defence 0"] == ["(pawn)", "(gold)"]


def test_goita_19_is_for_whoever_attacked_last() -> None:
    match = deal("pawn gold", "gold silver lance pawn")
    play(match, "0 hide pawn gold, 1 defend gold silver, 2 pass, 3 pass, 0 pass")
    assert match.turn == 1
    assert "hide lance" in match.legal()
    play(match, "1 hide lance pawn")
    assert match.cards()["defence 1"] == ["gold", "(lance)"]


def test_goita_20_passing_is_always_allowed_to_the_others() -> None:
    """Able to stop it (seat 1, with the same kind and a king) or not (seat 2)."""
    match = deal("pawn rook*1", "king rook", "gold*4 silver*4", "bishop king")
    play(match, "0 hide pawn rook")
    assert match.legal() == ["pass", "defend king", "defend rook"]
    play(match, "1 pass")
    assert match.legal() == ["pass"]
    play(match, "2 pass, 3 pass")
    assert match.turn == 0


def test_goita_20_who_passed_may_stop_a_later_attack() -> None:
    match = deal("pawn gold*2", "gold*2 silver")
    passes(play(match, "0 hide pawn gold"))
    play(match, "0 hide pawn gold")
    assert "defend gold" in match.legal()


def test_a_round_by_the_page_and_nothing_else() -> None:
    """Random rounds against the page's rules of play, written down a second time."""
    for seed in range(12):
        chance = random.Random(seed)
        match = GAME.new(seed=seed, pawn_calls="off", target="round")
        attacker, attack, shown, half = 0, None, False, False
        hands = [hand(match, seat) for seat in SEATS]
        both = [held.count("king") == 2 for held in hands]
        turn = 0
        while not match.over:
            held = hands[turn]
            kinds = [kind for kind in KINDS if kind in held]
            if half:
                free = shown or both[turn] or len(held) == 1
                legal = [f"attack {kind}" for kind in kinds if kind != "king" or free]
            elif turn == attacker:
                legal = [f"hide {kind}" for kind in kinds]
            else:
                stops = STOPPERS.get(str(attack), set())
                legal = ["pass", *(f"defend {kind}" for kind in kinds if kind in stops)]
            assert match.turn == turn
            assert match.legal() == legal
            decision = chance.choice(legal)
            match.play(decision)
            verb, _, kind = decision.partition(" ")
            if verb == "pass":
                turn = (turn + 1) % 4
                continue
            held.remove(kind)
            shown |= kind == "king" and verb != "hide"
            half = verb != "attack"
            if verb == "attack":
                attacker, attack, turn = turn, kind, (turn + 1) % 4
        assert hands[attacker] == []


def test_pieces_that_lie_face_up_are_counted() -> None:
    for seed in range(20):
        for match in walk(GAME.new(seed=seed, target="round"), random.Random(seed)):
            s = as_record(match.state)
            up = [*s.attack.ravel(), *s.defence.ravel()[s.down.ravel() == 0]]
            assert [up.count(kind) for kind in range(8)] == list(s.face_up)
