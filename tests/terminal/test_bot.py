"""The commands `bots` and `bot`: the list, and a bot that answers lines."""

import json
from io import BytesIO
from typing import Any

import pytest
from typer.testing import CliRunner

import goatherd
from goatherd import BadOption, View
from goatherd.bots.bot import Bot
from goatherd.bots.protocol import LONGEST_VIEW, line_of, view_to_json
from goatherd.bots.simple import RandomBot
from goatherd.cli import app
from goatherd.terminal import bot as talking

HELLO = {"goatherd": 1, "game": "goita"}


def answers(*lines: object, game: str = "goita", bot: Bot | None = None) -> list[dict[str, Any]]:
    """What a bot says to lines: objects, or bytes as they are."""
    told = b"".join(
        line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines
    )
    out = BytesIO()
    talking.serve(game, bot or RandomBot(3), BytesIO(told), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def view_of(match: goatherd.Match) -> dict[str, object]:
    return {"view": view_to_json(match.view(match.turn))}


def test_the_bots_are_listed() -> None:
    page = CliRunner().invoke(app, ["bots"]).stdout
    for name in goatherd.bots():
        assert f"\n{name} " in f"\n{page}"
    assert "exec:./mybot --flag" in page


@pytest.mark.parametrize("name", goatherd.games())
def test_a_match_is_played_by_lines(name: str) -> None:
    match = goatherd.load(name).new(seed=5)
    twin = match.copy()
    while match.turn is not None:
        hello, answer = answers({"goatherd": 1, "game": name}, view_of(match), game=name)
        assert hello == {"name": "random"}
        match.play(answer["decision"])
        assert twin.turn is not None
        twin.play(RandomBot(3).choose(twin.view(twin.turn)))
    assert match.record() == twin.record()


def test_the_end_is_a_goodbye_or_the_end_of_the_input() -> None:
    assert answers(HELLO, {"bye": True}, HELLO) == [{"name": "random"}]
    assert answers() == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"nonsense\n", "not a line of JSON"),
        (b"\xff\n", "not a line of JSON"),
        (b"[]\n", "not a JSON object"),
        (b"\n", "not a line of JSON"),
        ({}, "a hello, a view or a goodbye"),
        ({"goatherd": 2, "game": "goita"}, "this speaks 1"),
        ({"goatherd": 1, "game": "goat-1916"}, "this bot plays goita"),
        ({"view": None}, "a view is an object"),
        ({"view": {"game": "goita"}}, "players: "),
    ],
)
def test_trouble_is_told_and_does_no_harm(line: object, reason: str) -> None:
    error, hello = answers(line, HELLO)
    assert reason in error["error"]
    assert hello == {"name": "random"}


def test_a_view_of_another_game_or_turn_is_told() -> None:
    other = goatherd.load("goat-1916").new(seed=1)
    match = goatherd.load("goita").new(seed=1)
    assert match.turn is not None
    waiting = {"view": view_to_json(match.view(match.turn ^ 1))}
    first, second = answers(view_of(other), waiting)
    assert "this bot plays goita" in first["error"]
    assert "nothing to decide" in second["error"]


def test_a_line_without_end_is_told_once() -> None:
    (answer,) = answers(b"x" * (LONGEST_VIEW + 10))
    assert "a line is at most" in answer["error"]


class Broken(Bot):
    def _choose(self, view: View) -> str:
        raise ZeroDivisionError("by zero")


def test_a_mistake_of_the_bot_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    match = goatherd.load("goita").new(seed=1)
    (answer,) = answers(view_of(match), bot=Broken())
    assert answer == {"error": "ZeroDivisionError: by zero"}
    assert "Traceback" in capsys.readouterr().err


def test_the_command_talks() -> None:
    match = goatherd.load("goita").new(seed=1)
    told = line_of(HELLO) + line_of(view_of(match))
    words = ["bot", "goita", "--bot", "random", "--seed", "3"]
    result = CliRunner().invoke(app, words, input=told)
    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == answers(
        HELLO, view_of(match)
    )


def test_a_level_or_a_bot_is_chosen() -> None:
    assert talking.chosen(None, None, None).name == "greedy"
    chosen = talking.chosen(None, "random", 7)
    assert isinstance(chosen, RandomBot)
    assert chosen.seed == 7
    with pytest.raises(BadOption, match="either --level or --bot"):
        talking.chosen(1, "random", None)
