"""`goatherd review`: every decision with its cost, and a chart."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import goatherd
from goatherd.cli import app

RUN = CliRunner()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match = goatherd.load("goita").new(seed=3, target="round")
    bot = goatherd.bot("beginner")
    while match.turn is not None:
        match.play(bot.choose(match.view(match.turn)))
    path = tmp_path_factory.mktemp("review") / "match.txt"
    path.write_text(match.record(), encoding="utf-8")
    return path


@pytest.mark.parametrize(("language", "word"), [("en", "Better"), ("ko", "손해"), ("ja", "損失")])
def test_decisions_are_listed_in_every_language(record: Path, language: str, word: str) -> None:
    done = RUN.invoke(app, ["review", str(record), "--think", "0.01", "--lang", language])
    assert done.exit_code == 0, done.output
    assert word in done.output
    assert "attack" in done.output


def test_one_seat_can_be_picked(record: Path) -> None:
    done = RUN.invoke(
        app, ["review", str(record), "--think", "0.01", "--seat", "3", "--lang", "en"]
    )
    rows = done.output.partition("\n\n")[0]
    assert "Seat 3" in rows
    assert "Seat 1" not in rows
    assert "Seat 1" in done.output


@pytest.mark.parametrize(
    ("name", "start"), [("chart.png", b"\x89PNG"), ("chart.svg", b"<?xml")], ids=["png", "svg"]
)
def test_a_chart_is_drawn(record: Path, tmp_path: Path, name: str, start: bytes) -> None:
    chart = tmp_path / name
    done = RUN.invoke(app, ["review", str(record), "--think", "0.01", "--chart", str(chart)])
    assert done.exit_code == 0, done.output
    assert chart.read_bytes().startswith(start)
    assert chart.stat().st_size > 5000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--chart", "match.gif"], ".png or .svg"),
        (["--seat", "5"], "seats are 1 to 4"),
        (["--think", "0"], "more than 0"),
    ],
)
def test_bad_wishes_are_refused(record: Path, words: list[str], message: str) -> None:
    done = RUN.invoke(app, ["review", str(record), *words])
    assert done.exit_code == 2
    assert message in done.output


def test_an_unfinished_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "begun.txt"
    path.write_text(goatherd.load("goita").new(seed=1).record(), encoding="utf-8")
    done = RUN.invoke(app, ["review", str(path)])
    assert done.exit_code == 2
    assert "finished match" in done.output
