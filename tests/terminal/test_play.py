"""Matches in the terminal, played by typing."""

from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import goatherd
from goatherd import BadOption, Match
from goatherd.bots.levels import level_bot
from goatherd.terminal.play import Session, choose_game, people_at

HANDS = ["12345678", "12345678", "11112345", "11112345"]


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> "Keyboard":
    return Keyboard(monkeypatch)


class Keyboard:
    """Types answers, and remembers what the screen said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.screen = StringIO()
        self.console = Console(file=self.screen, width=80)

    def lines(self, answers: Iterable[str]) -> None:
        self.monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in answers)))

    def into(self, match: Match, *answers: str, people: Iterable[int] = (0,)) -> Session:
        self.lines(answers)
        session = Session(match, list(people), level_bot(2), self.console, "en")
        session.run()
        return session

    @property
    def shown(self) -> str:
        return self.screen.getvalue()


def goita() -> Match:
    return goatherd.load("goita").new(order=HANDS, seed=1, target="round", pawn_calls="off")


def test_a_typed_decision_is_played_and_opponents_answer(type_in: Keyboard) -> None:
    session = type_in.into(goita(), "hide pawn", "attack knight")
    made = session.match.decisions()
    assert made[:2] == [(0, "hide pawn"), (0, "attack knight")]
    assert session.match.turn in (0, None)
    assert len(made) > 2
    assert "Seat 1 attacks with a knight." in type_in.shown
    assert "The input has ended." in type_in.shown


def test_illegal_input_says_why_and_changes_nothing(type_in: Keyboard) -> None:
    session = type_in.into(goita(), "attack gold", "", "hide", "nonsense")
    assert session.match.decisions() == []
    assert "attack gold is not legal: " in type_in.shown
    assert "(GOITA-" in type_in.shown
    assert "hide could be: hide king" in type_in.shown
    assert "There is no legal decision nonsense" in type_in.shown


def test_help_and_rules_can_be_asked_for(type_in: Keyboard) -> None:
    type_in.into(goita(), "?", "rules")
    assert "save FILE: write the match so far to a file" in type_in.shown
    assert "GOITA-21" in type_in.shown


def test_leaving_ends_the_session(type_in: Keyboard) -> None:
    session = type_in.into(goita(), "quit", "hide pawn")
    assert session.match.decisions() == []
    assert "You leave the match." in type_in.shown


def test_the_next_at_the_screen_can_leave_too(type_in: Keyboard) -> None:
    type_in.into(goita(), "quit", "quit", people=range(4))
    assert type_in.shown.count("You leave the match.") == 1
    assert "Your decision" not in type_in.shown


def test_undo_takes_back_to_the_last_own_decision(type_in: Keyboard) -> None:
    session = type_in.into(goita(), "hide pawn", "attack knight", "undo", "undo", "undo")
    assert session.match.decisions() == []
    assert "There is no decision to take back." in type_in.shown


def test_the_same_decisions_meet_the_same_answers_after_undo(type_in: Keyboard) -> None:
    once = type_in.into(goita(), "hide pawn", "attack knight")
    again = type_in.into(goita(), "hide pawn", "attack knight", "undo", "attack knight")
    assert again.match.decisions() == once.match.decisions()


def test_the_match_is_saved_to_a_new_file_only(type_in: Keyboard, tmp_path: Path) -> None:
    file, folder = tmp_path / "match.txt", tmp_path / "none" / "match.txt"
    session = type_in.into(
        goita(), "hide pawn", f"save {file}", f"save {file}", f"save {folder}", "save"
    )
    saved = goatherd.replay(file.read_text(encoding="utf-8"))
    assert saved.decisions() == session.match.decisions()
    shown = " ".join(type_in.shown.split())
    assert "is there already" in shown
    assert "cannot be written" in shown
    assert "Name the file: save FILE" in shown


@pytest.mark.parametrize("name", goatherd.games())
def test_a_whole_match_of_every_game(
    type_in: Keyboard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.chdir(tmp_path)  # the answer after the last decision is a file's name
    game = goatherd.load(name)
    match = game.new(players=game.players[-1], seed=3)
    type_in.into(match, *["1"] * 3000)
    assert match.over
    assert "Winner" in type_in.shown
    assert "Save the match? A file name, or Enter:" in type_in.shown
    assert goatherd.replay((tmp_path / "1").read_text(encoding="utf-8")).scores() == match.scores()


def test_people_at_all_seats_hand_the_screen_on(type_in: Keyboard, tmp_path: Path) -> None:
    script, match = [], goita()
    at_screen = None
    while not match.over:
        if match.turn != at_screen:
            script.append("")
            at_screen = match.turn
        decision = match.legal()[-1]
        script.append(decision)
        match.play(decision)
    file = tmp_path / "match.txt"
    session = type_in.into(goita(), *script, str(file), people=range(4))
    assert session.match.decisions() == match.decisions()
    assert goatherd.replay(file.read_text(encoding="utf-8")).scores() == match.scores()


def test_nobody_is_told_at_the_screen_what_only_another_may_know(type_in: Keyboard) -> None:
    type_in.into(goita(), "", "hide pawn", "attack knight", "", people=range(4))
    _, _, seat_1 = type_in.shown.partition("Seat 2, take the screen")
    assert "Seat 1 lays a piece face down." in seat_1
    assert "lays a pawn face down" not in seat_1
    assert "Hand of Seat 1: 6×?" in seat_1


def test_a_game_is_chosen_by_number_or_name(type_in: Keyboard) -> None:
    type_in.lines(["9", "goa", "goit"])
    assert choose_game(type_in.console, "en") == "goita"
    assert type_in.shown.count("Type a number or a name of the list.") == 2
    type_in.lines(["1"])
    assert choose_game(type_in.console, "en") == "goat-n-goat"
    type_in.lines([])
    assert choose_game(type_in.console, "en") is None


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(BadOption, match="seats are 1 to 4"):
        people_at(goita(), seat, hot_seat=False)


def test_a_hint_is_of_the_persons_own_decisions(type_in: Keyboard) -> None:
    session = type_in.into(goita(), "hint")
    hinted = [line for line in type_in.shown.splitlines() if "% to win" in line]
    legal = session.match.legal()
    assert 1 <= len(hinted) <= 3
    assert all(line.partition(":")[0] in legal for line in hinted)
    assert session.match.decisions() == []


def test_a_hint_is_not_thought_about_where_there_is_no_choice(
    type_in: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goatherd.terminal.play.SearchBot", None)
    type_in.into(goatherd.load("goita").new(order=HANDS, seed=1), "hint")
    assert "There is only one decision here." in type_in.shown


def test_a_finished_round_is_shown_with_all_hands_open(type_in: Keyboard) -> None:
    """Seat 0 lays eight pawns, and sees what the others held before the next round begins."""
    hands = ["11111111", "23456789", "11234567", "22334455"]
    order = [piece for hand in hands for piece in hand]
    assert len(order) == 32
    match = goatherd.load("goita").new(order=hands, seed=1, target=1000, pawn_calls="on")
    session = type_in.into(match, "rounds", "call", "rounds")
    assert len(session.match.finished()) == 1
    before, _, after = type_in.shown.partition("No round is finished yet.")
    dealt = "2×gold  2×silver  2×knight  2×lance"
    assert dealt not in before
    assert after.count(dealt) == 2
    assert after.count("shows eight pawns and scores 100.") == 3


def test_a_person_at_a_terminal_goes_on_after_a_round_when_ready(type_in: Keyboard) -> None:
    hands = ["11111111", "23456789", "11234567", "22334455"]
    match = goatherd.load("goita").new(order=hands, seed=1, target=1000, pawn_calls="on")
    type_in.console = Console(file=type_in.screen, width=80, force_terminal=True)
    session = type_in.into(match, "call", "quit")
    assert "Press Enter to go on." in type_in.shown
    assert "You leave the match." in type_in.shown
    assert len(session.match.decisions()) == 1
