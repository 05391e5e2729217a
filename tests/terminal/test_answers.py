"""What people type: numbers, notation, beginnings, and mistakes."""

import pytest

import goatherd
from goatherd import View
from goatherd.terminal import answers
from goatherd.words import Text

HANDS = ["12345678", "12345678", "11112345", "11112345"]


@pytest.fixture
def view() -> View:
    """Seat 0 lays a piece face down: any of eight kinds."""
    match = goatherd.load("goita").new(order=HANDS, seed=1, pawn_calls="off")
    assert match.turn == 0
    return match.view(0)


@pytest.mark.parametrize(
    ("answer", "decision"),
    [
        ("hide pawn", "hide pawn"),
        ("  hide   pawn ", "hide pawn"),
        ("HIDE PAWN", "hide pawn"),
        ("hide p", "hide pawn"),
        ("1", "hide king"),
        ("8", "hide pawn"),
    ],
)
def test_an_answer_means_a_decision(view: View, answer: str, decision: str) -> None:
    assert answers.decision(view, answer.strip()) == decision


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("0", "Numbers are 1 to 8."),
        ("9", "Numbers are 1 to 8."),
        ("99999999999999999999999", "Numbers are 1 to 8."),
        ("hide", "hide could be: hide king, hide rook,"),
        ("hide prawn", "There is no decision hide prawn. Did you mean: hide pawn"),
        ("zzz", "There is no legal decision zzz"),
    ],
)
def test_an_answer_that_means_none_is_told_why(view: View, answer: str, reason: str) -> None:
    refused = answers.decision(view, answer)
    assert isinstance(refused, Text)
    assert refused.say().startswith(reason)


@pytest.mark.parametrize("answer", ["pass", "attack gold", "attack go"])
def test_an_illegal_decision_is_refused_with_its_rule(view: View, answer: str) -> None:
    refused = answers.decision(view, answer)
    assert isinstance(refused, Text)
    assert "is not legal: " in refused.say()
    assert "(GOITA-" in refused.say()


def test_a_decision_that_begins_another_can_be_typed() -> None:
    assert answers.beginning("point 1", ["point 1", "point 10", "point 11"]) == ["point 1"]
