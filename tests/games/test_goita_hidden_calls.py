"""Goita: what nobody may know while calls are asked (GOITA-6) and decided on (GOITA-12)."""

from collections.abc import Iterator

import pytest

from goatherd import Match
from tests.games.goita_positions import (
    SEATS,
    WATCHERS,
    deal,
    everything_shown,
    hand,
    play,
    runs_out,
    told,
)

FIVE = "pawn*5 gold silver knight"
FIVE_TOO = "pawn*5 rook bishop lance"

Situation = tuple[str, str]
"""What a seat knows of its own part: `not asked`, `asked`, or what it has answered."""


def stages(match: Match) -> Iterator[Match]:
    """Every stage of the calls of this deal, after every possible run of answers."""
    if match.view(None).status()["phase"] != "calls":
        return
    yield match
    for answer in match.legal():
        after = match.copy()
        after.play(answer)
        yield from stages(after)


def situation(match: Match, seat: int | None, dealer: int) -> Situation:
    if seat is None:
        return "watches", ""
    if match.turn == seat:
        return "asked", ""
    answers = [text for who, text in match.decisions() if who == seat and text in ("call", "quiet")]
    waited = (seat - dealer) % 4 < (int(match.turn or 0) - dealer) % 4
    return ("answered", answers[-1]) if waited else ("not asked", "")


DEALS = [
    pytest.param((FIVE, FIVE_TOO), 0, id="two fives, dealer and next"),
    pytest.param((FIVE, "", FIVE_TOO), 3, id="two fives of one team"),
    pytest.param(("", "pawn*6 gold gold", "", "pawn*4 rook*2 king*2"), 0, id="six"),
    pytest.param(("gold*4", "silver*4", "knight*4", "lance*4"), 2, id="nobody"),
]


@pytest.mark.parametrize(("hands", "dealer"), DEALS)
@pytest.mark.parametrize("seat", WATCHERS)
def test_goita_6_all_stages_and_answers_look_the_same(
    hands: tuple[str, ...], dealer: int, seat: int | None
) -> None:
    """To the byte: view, legal list, cards, status, history, line, table and observation."""
    shown: dict[Situation, list[object]] = {}
    found = 0
    for match in stages(deal(*hands, calls="on", dealer=dealer)):
        if match.view(None).status()["round"] != 1:
            continue
        found += 1
        key = situation(match, seat, dealer)
        assert shown.setdefault(key, everything_shown(match, seat)) == everything_shown(match, seat)
    assert found >= 4


@pytest.mark.parametrize("seat", WATCHERS)
def test_goita_6_what_is_told_of_the_last_decisions_does_not_count_answers(
    seat: int | None,
) -> None:
    """Asking a view for its last 1, 3 or 8 decisions must not tell how many have answered."""
    heard: dict[Situation, list[list[str]]] = {}
    for match in stages(deal(FIVE, FIVE_TOO, calls="on")):
        key = situation(match, seat, 0)
        assert heard.setdefault(key, told(match, seat)) == told(match, seat)


@pytest.mark.parametrize("seat", WATCHERS)
def test_goita_6_nor_in_a_later_round(seat: int | None) -> None:
    """The end of the round before is told as long as calls are asked, however many answered."""
    match = deal("pawn*8", calls="on", target=1000)
    play(match, "0 quiet, 1 quiet, 2 quiet, 3 quiet")
    runs_out(match, *["pawn pawn"] * 4)
    heard: dict[Situation, list[list[str]]] = {}
    for _ in SEATS:
        key = situation(match, seat, 0)
        assert heard.setdefault(key, told(match, seat)) == told(match, seat)
        match.play("quiet")


def test_goita_6_only_the_one_asked_knows_whose_turn_it_is() -> None:
    match = deal(FIVE, FIVE_TOO, calls="on")
    for asked in SEATS:
        for seat in WATCHERS:
            view = match.view(seat)
            assert view.turn == (asked if seat == asked else None)
            assert bool(view.legal()) is (seat == asked)
            assert not view.over
        match.play(match.legal()[0])


def test_goita_6_the_one_asked_may_call() -> None:
    match = deal("", FIVE, calls="on")
    assert match.view(0).legal() == ["quiet"]
    match.play("quiet")
    assert match.view(1).legal() == ["call", "quiet"]


def test_goita_6_history_leaves_out_the_others_answers_until_all_have_answered() -> None:
    match = play(deal(FIVE, FIVE_TOO, calls="on"), "0 call, 1 quiet, 2 quiet")
    assert match.view(0).history() == [(0, "call")]
    assert match.view(1).history() == [(1, "quiet")]
    assert match.view(2).history() == [(2, "quiet")]
    assert match.view(3).history() == match.view(None).history() == []
    play(match, "3 quiet")
    for seat in WATCHERS:
        opened = [(0, "call"), (1, "quiet"), (2, "quiet"), (3, "quiet")]
        assert match.view(seat).history() == opened


def test_goita_6_pawns_called_are_shown_only_when_all_have_answered() -> None:
    match = play(deal(FIVE, calls="on"), "0 call, 1 quiet, 2 quiet")
    for seat in (1, 2, 3, None):
        assert hand(match.view(seat), 0) == ["?"] * 8
        assert match.view(seat).status()["called"] == []
    play(match, "3 quiet")
    assert hand(match.view(3), 0) == ["pawn"] * 5 + ["?"] * 3
    assert match.view(3).status()["called"] == [0]


def test_goita_6_a_quiet_five_is_never_shown() -> None:
    match = play(deal(FIVE, FIVE_TOO, calls="on"), "0 quiet, 1 call, 2 quiet, 3 quiet, 3 continue")
    assert hand(match.view(1), 0) == ["?"] * 8
    assert match.view(1).status()["called"] == [1]


# Two partners decide


def two_callers() -> Match:
    return play(deal(FIVE, FIVE_TOO, calls="on"), "0 call, 1 call, 2 quiet, 3 quiet")


@pytest.mark.parametrize("seat", [0, 1, 3, None])
def test_goita_12_the_first_answer_is_hidden_until_the_second(seat: int | None) -> None:
    one, other = play(two_callers(), "2 redeal"), play(two_callers(), "2 continue")
    assert everything_shown(one, seat) == everything_shown(other, seat)
    assert told(one, seat) == told(other, seat)
    texts = [text for _, text in one.view(seat).history()]
    assert "redeal" not in texts
    assert "continue" not in texts


def test_goita_12_the_first_knows_the_own_answer() -> None:
    assert play(two_callers(), "2 redeal").view(2).history()[-1] == (2, "redeal")


@pytest.mark.parametrize("answers", ["2 redeal, 3 redeal", "2 redeal, 3 continue"])
def test_goita_12_both_answers_are_opened_with_the_second(answers: str) -> None:
    match = play(two_callers(), answers)
    for seat in WATCHERS:
        view = match.view(seat)
        assert [f"{who} {text}" for who, text in view.history()[4:6]] == answers.split(", ")


def test_goita_12_the_second_is_asked_even_where_the_first_has_settled_it() -> None:
    match = play(two_callers(), "2 continue")
    assert match.turn == 3
    assert match.legal() == ["redeal", "continue"]
