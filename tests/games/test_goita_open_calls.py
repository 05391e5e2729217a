"""Goita: pawns called openly and in turn, on request (GOITA-6, GOITA-12, GOITA-13)."""

from collections import Counter

import pytest

import goatherd
from goatherd import Match
from goatherd.interpreted import as_record
from tests.games.goita_positions import (
    SEATS,
    SPECTATOR,
    WATCHERS,
    dealt,
    everything_shown,
    exchanged,
    hand,
    imagined,
    imagined_cards,
    last_round,
    pawns_and_unknown,
    play,
    told,
)
from tests.games.goita_positions import deal as deal_any

FIVE = "pawn*5 gold silver knight"
FIVE_TOO = "pawn*5 rook bishop lance"


def deal(*hands: str, dealer: int = 0, **options: object) -> Match:
    return deal_any(*hands, calls="open", dealer=dealer, **options)


def all_told(match: Match, seat: int | None) -> list[str]:
    return told(match, seat)[0]


# Asking (GOITA-6)


@pytest.mark.parametrize("dealer", SEATS)
def test_goita_6_open_everybody_sees_who_is_asked(dealer: int) -> None:
    match = deal("gold*4", "silver*4", dealer=dealer)
    for step in SEATS:
        asked = (dealer + step) % 4
        for viewer in WATCHERS:
            assert match.view(viewer).turn == asked
            assert match.view(viewer).legal() == (["quiet"] if viewer == asked else [])
        match.play("quiet")
    assert match.view(None).status()["phase"] == "hide"
    assert match.turn == dealer


@pytest.mark.parametrize("viewer", WATCHERS)
def test_goita_6_open_each_call_is_seen_at_once(viewer: int | None) -> None:
    match = play(deal("", FIVE), "0 quiet, 1 call")
    view = match.view(viewer)
    assert view.history() == [(0, "quiet"), (1, "call")]
    assert view.status()["called"] == [1]
    assert view.status()["phase"] == "calls"
    if viewer != 1:
        assert pawns_and_unknown(match, viewer, 1) == (5, 3)
    assert hand(match.view(viewer), 3) == (hand(match, 3) if viewer == 3 else ["?"] * 8)
    assert "Called five pawns" in [fact.say() for fact in view.table().seats[1].facts]


def test_goita_6_open_the_other_three_pieces_stay_hidden() -> None:
    one = deal("pawn*5 gold silver knight", "", "rook")
    other = exchanged(one, (0, "gold"), (2, "rook"))
    for match in (one, other):
        play(match, "0 call, 1 quiet")
    for viewer in (1, 3, None):
        assert everything_shown(one, viewer) == everything_shown(other, viewer)
        assert told(one, viewer) == told(other, viewer)


def test_goita_6_open_a_quiet_five_looks_like_any_quiet_hand() -> None:
    one = deal(FIVE, "", "rook*2")
    other = exchanged(exchanged(one, (0, "pawn"), (2, "rook")), (0, "pawn"), (2, "rook"))
    for match in (one, other):
        play(match, "0 quiet")
    for viewer in (1, 3, None):
        assert everything_shown(one, viewer) == everything_shown(other, viewer)
        assert told(one, viewer) == told(other, viewer)


def test_goita_6_open_what_is_told_of_the_calls() -> None:
    match = play(deal("", FIVE), "0 quiet")
    assert all_told(match, 2) == ["Seat 1 stays quiet."]
    match.play("call")
    assert all_told(match, 2) == ["Seat 2 calls.", "Five pawns have been called by Seat 2."]
    play(match, "2 quiet")
    assert all_told(match, None) == ["Seat 3 stays quiet."]
    match.play("quiet")
    assert all_told(match, None) == ["Seat 4 stays quiet."]


def test_goita_6_open_nobody_has_called() -> None:
    match = play(deal(), "0 quiet, 1 quiet, 2 quiet, 3 quiet")
    assert all_told(match, 0) == ["Seat 4 stays quiet.", "Nobody has called pawns."]


def test_goita_10_open_six_end_the_round_at_once() -> None:
    match = play(deal(FIVE, ""), "0 call")
    assert match.view(1).status()["phase"] == "calls"
    match = play(deal("", "pawn*6 rook silver"), "0 quiet, 1 call")
    assert last_round(match) == {"winner": 1, "points": 40, "ending": "six pawns"}
    assert match.turn == 1


# Deciding (GOITA-11, GOITA-12)


def test_goita_11_open_the_partner_decides_after_all_four() -> None:
    match = play(deal(FIVE), "0 call")
    assert match.turn == 1
    play(match, "1 quiet, 2 quiet, 3 quiet")
    assert match.view(None).status()["phase"] == "decide"
    assert match.turn == 2


def test_goita_12_open_the_first_answer_is_seen_before_the_second() -> None:
    match = play(deal(FIVE, FIVE_TOO), "0 call, 1 call, 2 quiet, 3 quiet, 2 redeal")
    for viewer in WATCHERS:
        view = match.view(viewer)
        assert view.history()[-1] == (2, "redeal")
        assert view.turn == 3
        assert all_told(match, viewer) == ["Seat 3 wants to deal again."]
    observed = observation(match)
    other = play(deal(FIVE, FIVE_TOO), "0 call, 1 call, 2 quiet, 3 quiet, 2 continue")
    assert observed != observation(other)


def observation(match: Match) -> list[float]:
    """What a learner knows in the seat to act."""
    import numpy as np

    assert match.turn is not None
    view = match.view(match.turn)
    out = np.zeros(sum(part.size for part in match.contract.search.observation), np.float32)
    match.contract.search.observe(as_record(view.state.copy()), match.turn, out)
    return [float(number) for number in out]


@pytest.mark.parametrize(
    ("answers", "redealt"),
    [
        ("2 redeal, 3 redeal", True),
        ("2 redeal, 3 continue", False),
        ("2 continue, 3 redeal", False),
        ("2 continue, 3 continue", False),
    ],
)
def test_goita_12_open_both_are_asked_and_both_must_want_it(answers: str, redealt: bool) -> None:
    match = play(deal(FIVE, FIVE_TOO), f"0 call, 1 call, 2 quiet, 3 quiet, {answers}")
    assert match.view(None).status()["round"] == (2 if redealt else 1)


# Ten pawns (GOITA-13)


def test_goita_13_open_ends_at_once_with_the_second_call() -> None:
    match = play(deal(FIVE, "", FIVE_TOO), "0 call, 1 quiet, 2 call")
    assert match.over
    assert match.scores() == [150, 0, 150, 0]
    assert match.winners() == [0, 2]


def test_goita_13_open_in_a_single_round() -> None:
    match = play(deal("", FIVE, "", FIVE_TOO, target="round"), "0 quiet, 1 call, 2 quiet, 3 call")
    assert match.over
    assert match.scores() == [0, 150, 0, 150]


def test_goita_13_open_not_by_one_call_of_each_team() -> None:
    assert not play(deal(FIVE, FIVE_TOO), "0 call, 1 call").over


# What may be imagined


@pytest.mark.parametrize("viewer", WATCHERS)
@pytest.mark.parametrize(
    "made",
    [
        "0 call",
        "0 call, 1 call, 2 quiet",
        "0 quiet, 1 call, 2 quiet, 3 quiet",
        "0 call, 1 call, 2 quiet, 3 quiet, 2 redeal",
    ],
)
def test_open_an_imagined_round_looks_like_the_real_one(viewer: int | None, made: str) -> None:
    match = play(deal(FIVE, FIVE_TOO), made)
    seen = match.view(viewer).state.tobytes()
    number = SPECTATOR if viewer is None else viewer
    for s in imagined(match, viewer, 40):
        state = match.view(viewer).state.copy()
        assert state.dtype.names is not None
        for name in state.dtype.names:
            state[name][0] = getattr(s, name)
        match.contract.rules.redact(as_record(state), number)
        assert state.tobytes() == seen


def test_open_a_called_hand_is_imagined_with_exactly_five_pawns() -> None:
    match = play(deal(FIVE, ""), "0 call, 1 quiet")
    counts = Counter(dealt(cards, 0)["pawn"] for cards in imagined_cards(match, 2, 200))
    assert counts == {5: 200}


def test_open_a_quiet_hand_may_be_imagined_with_five_pawns() -> None:
    match = play(deal("", "gold*4", "silver*4"), "0 quiet")
    pawns = {dealt(cards, 0)["pawn"] for cards in imagined_cards(match, 2, 400)}
    assert max(pawns) >= 5


# Around it


def test_open_a_record_is_the_match() -> None:
    match = play(deal(FIVE, FIVE_TOO), "0 call, 1 call, 2 quiet, 3 quiet, 2 redeal")
    again = goatherd.replay(match.record())
    assert again.state.tobytes() == match.state.tobytes()


def test_open_a_bot_finds_its_way() -> None:
    match = goatherd.load("goita").new(seed=4, pawn_calls="open", target="round")
    bot = goatherd.bot("greedy")
    while not match.over:
        assert match.turn is not None
        match.play(bot.choose(match.view(match.turn)))
    assert sum(match.scores()) > 0
