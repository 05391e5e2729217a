"""Goita: the end of a round, its points, the next dealer, the end of the match."""

import random

import pytest

from goatherd import Match
from tests.games.goita_positions import (
    GAME,
    KINDS,
    SEATS,
    VALUE,
    deal,
    hand,
    last_round,
    passes,
    play,
    runs_out,
)

# Points


@pytest.mark.parametrize("kind", KINDS)
def test_goita_1_goita_23_the_last_attack_scores_its_value(kind: str) -> None:
    seventh = "gold" if kind == "silver" else "silver"
    match = deal(f"{kind} {seventh} pawn*6" if kind != "pawn" else "silver pawn*7", target="round")
    runs_out(match, "pawn pawn", "pawn pawn", "pawn pawn", f"{seventh} {kind}")
    assert match.over
    assert match.scores() == [VALUE[kind], 0, VALUE[kind], 0]
    assert last_round(match) == {"winner": 0, "points": VALUE[kind], "ending": "eighth piece"}


@pytest.mark.parametrize("kind", KINDS)
def test_goita_23_a_pair_with_the_defence_face_down_is_doubled(kind: str) -> None:
    match = deal(f"{kind}*2 pawn*6", target="round")
    runs_out(match, "pawn pawn", "pawn pawn", "pawn pawn", f"{kind} {kind}")
    assert match.scores()[0] == 2 * VALUE[kind]
    assert last_round(match) == {"winner": 0, "points": 2 * VALUE[kind], "ending": "doubled"}


def test_goita_23_two_kings_are_100() -> None:
    match = deal("king*2 pawn*6", target="round")
    runs_out(match, "pawn pawn", "pawn pawn", "pawn pawn", "king king")
    assert match.scores() == [100, 0, 100, 0]


def test_goita_23_a_pair_with_the_defence_face_up_is_not_doubled() -> None:
    match = deal("pawn*6 gold*2", "pawn gold", target="round")
    for _ in range(2):
        passes(play(match, "0 hide pawn pawn"))
    play(match, "0 hide pawn pawn, 1 defend pawn gold, 2 pass, 3 pass, 0 defend gold gold")
    assert match.over
    assert match.scores() == [30, 0, 30, 0]


def test_goita_23_only_the_defence_of_the_same_play_counts() -> None:
    """A gold was hidden, but with the play before."""
    match = deal("pawn*5 gold*2 lance", target="round")
    runs_out(match, "pawn pawn", "pawn pawn", "gold pawn", "lance gold")
    assert match.scores()[0] == 30


def test_goita_23_equal_value_is_not_the_same_kind() -> None:
    match = deal("pawn*6 rook bishop", target="round")
    runs_out(match, "pawn pawn", "pawn pawn", "pawn pawn", "rook bishop")
    assert match.scores()[0] == 40


def test_goita_23_the_team_scores_and_nobody_is_asked_to_stop_the_last_attack() -> None:
    match = deal("", "pawn*8", dealer=1, target="round")
    runs_out(match, *["pawn pawn"] * 4)
    assert match.over
    assert match.turn is None
    assert match.scores() == [0, 20, 0, 20]
    assert match.winners() == [1, 3]


# The next dealer


def win_by_seat_2(match: Match) -> Match:
    """Seat 2 stops the dealer's gold and plays all eight: 20 points."""
    play(match, "0 hide pawn gold, 1 pass, 2 defend gold pawn, 3 pass, 0 pass, 1 pass")
    for _ in range(2):
        play(match, "2 hide pawn pawn, 3 pass, 0 pass, 1 pass")
    return play(match, "2 hide pawn pawn")


def test_goita_3_seat_0_deals_first_and_then_the_winner_of_the_round() -> None:
    match = deal("pawn gold", "", "gold pawn*7")
    assert match.view(None).status()["dealer"] == 0
    win_by_seat_2(match)
    assert match.scores() == [20, 0, 20, 0]
    status = match.view(None).status()
    assert (status["dealer"], status["round"], status["phase"]) == (2, 2, "hide")
    assert match.turn == 2
    assert all(len(hand(match, seat)) == 8 for seat in SEATS)
    assert all(not match.cards()[f"attack {seat}"] for seat in SEATS)
    assert last_round(match) == {"winner": 2, "points": 20, "ending": "doubled"}


# The match


@pytest.mark.parametrize(("target", "over"), [(10, True), (20, True), (21, False), (150, False)])
def test_goita_2_the_match_ends_with_at_least_the_target(target: int, over: bool) -> None:
    match = runs_out(deal("pawn*8", target=target), *["pawn pawn"] * 4)
    assert match.scores() == [20, 0, 20, 0]
    assert match.over is over
    assert match.winners() == ([0, 2] if over else [])
    assert match.legal() == [] if over else match.turn == 0


def test_goita_2_the_default_is_150() -> None:
    match = deal("king*2 pawn*6")
    runs_out(match, "pawn pawn", "pawn pawn", "pawn pawn", "king king")
    assert match.scores()[0] == 100
    assert not match.over


@pytest.mark.parametrize("target", [10, 150, 400])
def test_goita_2_points_add_up_until_a_team_gets_there(target: int) -> None:
    chance = random.Random(target)
    match = GAME.new(seed=target, target=target)
    totals = [0, 0]
    rounds = 0
    while not match.over:
        assert max(match.scores()) < target
        before = match.scores()
        match.play(chance.choice(match.legal()))
        gained = [now - then for now, then in zip(match.scores(), before, strict=True)]
        if any(gained):
            rounds += 1
            assert gained[0] == gained[2]
            assert gained[1] == gained[3]
            assert 0 in gained
            ended = last_round(match)
            assert isinstance(ended, dict)
            totals[ended["winner"] % 2] += ended["points"]
    assert match.scores() == totals * 2
    assert max(totals) >= target
    assert match.winners() == ([0, 2] if totals[0] >= target else [1, 3])
    assert rounds > (target > 150)


def test_goita_2_a_single_round_ends_with_its_points_whatever_they_are() -> None:
    chance = random.Random(5)
    match = GAME.new(seed=5, target="round", pawn_calls="off")
    while not match.over:
        assert match.view(None).status()["round"] == 1
        match.play(chance.choice(match.legal()))
    ended = last_round(match)
    assert isinstance(ended, dict)
    assert match.winners() == ([0, 2] if ended["winner"] % 2 == 0 else [1, 3])
    assert max(match.scores()) == ended["points"] <= 100
    assert min(match.scores()) == 0


def test_goita_3_every_round_is_opened_by_the_winner_of_the_one_before() -> None:
    dealers = []
    for seed in range(4):
        chance = random.Random(seed)
        match = GAME.new(seed=seed, pawn_calls="off")
        expected = 0
        while not match.over:
            if all(not match.cards()[f"defence {seat}"] for seat in SEATS):
                assert match.turn == expected
                dealers.append(match.turn)
            expected = match.turn if match.turn is not None else expected
            match.play(chance.choice(match.legal()))
    assert set(dealers) == set(SEATS)
    assert len(dealers) > 12


def test_same_seed_and_decisions_give_the_same_rounds() -> None:
    one, other = (GAME.new(seed=11, pawn_calls="off", target=300) for _ in range(2))
    chance = random.Random(11)
    while not one.over:
        decision = chance.choice(one.legal())
        one.play(decision)
        other.play(decision)
    assert one.state.tobytes() == other.state.tobytes()
    assert one.record() == other.record()
