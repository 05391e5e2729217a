"""`goatherd verify`: every check in words, and an exit code that says whether all hold."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import goatherd
from goatherd import fairness
from goatherd.cli import app

SECRET = "07" * 32
NONCE = "Baa, says the black goat"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = goatherd.load("goita")
    match = fairness.dealt(game, 4, {"target": "round"}, SECRET, "k7d2mw9xqa", {1: NONCE})
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal()))
    path = tmp_path / "match.txt"
    path.write_text(match.record(), encoding="utf-8")
    return path


def run(*words: object, typed: str | None = None) -> Result:
    settings = {"LC_ALL": "C.UTF-8", "COLUMNS": "80"}
    return CliRunner().invoke(app, ["verify", *map(str, words)], input=typed, env=settings)


def test_all_checks_hold_for_what_was_noted_down(record: Path) -> None:
    commitment = fairness.commitment_of(SECRET)
    done = run(record, "--commitment", commitment.upper(), "--nonce", f" {NONCE} ")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.count("✓") == 7
    assert "✗" not in done.stdout
    assert "Your nonce was mixed in, as that of: Seat 2." in done.stdout
    assert "dealt in an older way, which proves less" in done.stdout


def test_without_anything_noted_down_it_says_what_is_missing(record: Path) -> None:
    done = run("-", typed=record.read_text(encoding="utf-8"))
    assert done.exit_code == 0
    assert done.stdout.count("✓") == 5
    assert "give the commitment and the nonce" in done.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--nonce", "another goat"], "Your nonce was not mixed in."),
        (["--commitment", "00" * 32], "The commitment is not the one that you noted down."),
    ],
)
def test_a_failed_check_fails_the_command(record: Path, words: list[str], reason: str) -> None:
    done = run(record, *words)
    assert done.exit_code == 1
    assert f"✗ {reason}" in done.stdout
    assert "This is no proof of a fair deal." in done.stdout


@pytest.mark.parametrize("language", ["ko", "ja"])
def test_it_is_said_in_every_language(record: Path, language: str) -> None:
    done = run(record, "--lang", language)
    assert done.exit_code == 0
    assert done.stdout.count("✓") == 5
    assert "The seed" not in done.stdout


def test_a_match_of_no_live_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(goatherd.load("goita").new(seed=1).record(), encoding="utf-8")
    done = run(path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "this match was not dealt at a live table" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_damaged_record_names_the_line(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("fair nonce 1", "fair nonce 4"), encoding="utf-8")
    done = run(record)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "line 12: " in done.stderr
    assert "seats 0 to 3" in done.stderr
