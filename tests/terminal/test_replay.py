"""Saved matches, told and stepped through."""

from io import StringIO

import pytest
from rich.console import Console

import goatherd
from goatherd import BadOption, Match
from goatherd.showing import Showing, checked_showing
from goatherd.terminal import replay
from tests.matches import Variant, advanced, label, variants

HANDS = ["12345678", "12345678", "11112345", "11112345"]
DECISIONS = ["hide pawn", "attack knight", "pass", "pass", "defend knight", "attack pawn"]


def goita() -> Match:
    match = goatherd.load("goita").new(order=HANDS, seed=1, target="round", pawn_calls="off")
    for decision in DECISIONS:
        match.play(decision)
    return match


def told(match: Match, showing: Showing) -> str:
    console = Console(file=StringIO(), width=80)
    replay.tell(console, match, showing, "en")
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def stepped(monkeypatch: pytest.MonkeyPatch, match: Match, *answers: str) -> list[str]:
    """The headings of the tables shown for these answers."""
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in answers)))
    console = Console(file=StringIO(), width=80)
    replay.step(console, match, Showing(), "en")
    assert isinstance(console.file, StringIO)
    lines = console.file.getvalue().splitlines()
    return [line.strip("─ ") for line in lines if line.startswith("───")]


def test_a_spectator_is_told_what_everybody_may_know() -> None:
    shown = told(goita(), Showing())
    assert "1  Seat 1 lays a piece face down." in shown
    assert "5  Seat 4 defends with a knight." in shown
    assert "pawn face down" not in shown
    assert "Hand of Seat 1: 6×?" in shown


def test_a_seat_is_told_what_it_knew() -> None:
    shown = told(goita(), Showing(seat=0))
    assert "1  Seat 1 lays a pawn face down." in shown
    assert "Hand of Seat 1: king" in shown
    assert "Hand of Seat 2: 8×?" in shown


def test_steps_go_forward_back_and_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    headings = stepped(monkeypatch, goita(), "", "", "b", "5", "x", "99", "b", "q", "")
    places = [int(heading.split()[1]) for heading in headings]
    assert places == [0, 1, 2, 1, 5, 5, 6, 5]
    assert headings[0] == "Decision 0 of 6"


def test_steps_stop_at_the_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(stepped(monkeypatch, goita(), "b", "b")) == 3
    assert len(stepped(monkeypatch, goita(), "6", "", "", "")) == 2
    assert len(stepped(monkeypatch, goita())) == 1


def test_all_cards_are_open_only_after_the_end() -> None:
    with pytest.raises(BadOption, match="unfinished"):
        checked_showing(goita(), None, open_cards=True)
    with pytest.raises(BadOption, match="choose one"):
        checked_showing(goita(), 1, open_cards=True)
    with pytest.raises(BadOption, match="seats are 1 to 4"):
        checked_showing(goita(), 4, open_cards=False)


@pytest.mark.parametrize("variant", variants(), ids=label)
def test_every_match_can_be_told(variant: Variant) -> None:
    match = advanced(variant, 11, 60)
    for showing in (Showing(), Showing(seat=1)):
        shown = told(match, showing)
        assert f"{len(match.decisions()):>4}  " in shown
        assert unwrapped(match.view(showing.seat).table().prompt.say()) in unwrapped(shown)


@pytest.mark.parametrize("variant", [entry for entry in variants() if not entry[2]], ids=label)
def test_every_finished_match_can_be_told_with_all_cards_open(variant: Variant) -> None:
    match = advanced(variant, 11, 3000)
    shown = told(match, checked_showing(match, None, open_cards=True))
    assert f"{len(match.decisions()):>4}  " in shown
    assert "Winner" in shown or not match.winners()


def test_with_all_cards_open_hidden_decisions_are_told() -> None:
    match = goita()
    while not match.over:
        match.play(match.legal()[0])
    shown = told(match, checked_showing(match, None, open_cards=True))
    assert "1  Seat 1 lays a pawn face down." in shown
    assert "?" not in shown
