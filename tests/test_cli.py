"""The command `goatherd`: what each command shows, and what it says to bad input."""

import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import goatherd
from goatherd.cli import app
from goatherd.terminal import play as play_module
from goatherd.words import LANGUAGES

LINE = "12345678,12345679,11112345,11112345,s1,113,2p,3p,431,1p,2p,315"
HIDDEN = "12345678,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1,113,2p,3p,431"
every_game = pytest.mark.parametrize("name", goatherd.games())


def run(*words: str, typed: str | None = None, **environment: str) -> Result:
    settings = {"LC_ALL": "C.UTF-8", "COLUMNS": "80", "TERMINAL_WIDTH": "80"} | environment
    return CliRunner().invoke(app, words, input=typed, env=settings)


def shown(*words: str, typed: str | None = None, **environment: str) -> str:
    """The output of a command that succeeds, its lines joined."""
    result = run(*words, typed=typed, **environment)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def finished(name: str, seed: int = 1) -> goatherd.Match:
    match = goatherd.load(name).new(seed=seed)
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(finished("goita").record(), encoding="utf-8")
    return file


# Help


COMMANDS = (
    *("games", "rules", "play", "simulate", "replay", "line"),
    *("bots", "bot", "ladder", "review", "solve", "verify"),
    *("serve", "export", "import"),
)


def test_help_tells_of_every_command_with_examples() -> None:
    overview = shown("--help")
    assert shown("--version") == f"goatherd {goatherd.__version__}\n"
    for command in COMMANDS:
        assert f" {command} " in overview
        page = shown(command, "--help")
        assert "Examples:" in page
        assert f"goatherd {command}" in page


# Games and rules


def test_the_games_are_listed_with_their_options() -> None:
    page = unwrapped(shown("games"))
    for name in goatherd.games():
        game = goatherd.load(name)
        assert f"{name} {game.title}" in page
        for option in game.options().values():
            assert option.name in page
            assert str(option.default) in page
    assert "(2–5 players)" in page
    assert "(4, 6, 8 players)" in page
    assert "round, or a number from 10" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_games_are_listed_in_every_language(language: str) -> None:
    assert "goita" in shown("games", "--lang", language)


@every_game
def test_a_rule_book_is_shown_in_every_language(name: str) -> None:
    pages = {shown("rules", name, "--lang", language) for language in LANGUAGES}
    assert len(pages) == len(LANGUAGES)


def test_a_rule_book_is_for_so_many_players() -> None:
    all_counts = shown("rules", "goat-1916")
    for_eight = shown("rules", "goat-1916", "--players", "8")
    assert "(8 players)" in all_counts
    assert "(8 players)" not in for_eight
    assert len(for_eight) < len(all_counts)


def test_the_language_defaults_to_that_of_the_environment() -> None:
    korean = shown("rules", "goita", "--lang", "ko")
    assert shown("rules", "goita", LC_ALL="ko_KR.UTF-8") == korean


# Bad input


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("rules", "goitta"), "did you mean 'goita'"),
        (("play", "goat"), "Games are: goat-n-goat"),
        (("simulate", "chess"), "Games are: goat-n-goat"),
        (("rules", "goita", "--lang", "xx"), "no language 'xx'"),
        (("rules", "goita", "--players", "5"), "Goita is for 4 players"),
        (("play", "goita", "--players", "5"), "Goita is for 4 players"),
        (("play", "goita", "--seat", "5"), "seats are 1 to 4"),
        (("play", "goita", "--seed", "-1"), "a seed is a number"),
        (("play", "goita", "--option", "target"), "write it as name=value"),
        (("play", "goita", "--option", "targt=5"), "did you mean 'target'"),
        (("play", "goita", "--option", "target=5"), "a number from 10 to 1000"),
        (("simulate", "goita", "-n", "abc"), "give a whole number"),
        (("simulate", "goita", "-n", "0"), "give a whole number"),
        (("simulate", "goita", "-n", "-5"), "give a whole number"),
        (("simulate", "goita", "--players", "3"), "Goita is for 4 players"),
        (("simulate", "goita", "--option", "n=3"), "no option 'n'"),
        (("replay", "no-such-file"), "no-such-file: No such file"),
        (("line", "no-such-file"), "no-such-file: No such file"),
        (("line", "1,2,3"), "four hands and the dealer"),
        (("line", LINE + ",9p"), "field 13"),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], reason: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [("plya",), ("rules",), ("play", "goita", "--seat", "x")])
def test_a_misused_command_is_told_how(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr


def test_a_damaged_record_names_the_line(saved: Path) -> None:
    lines = saved.read_text(encoding="utf-8").splitlines()
    lines[20] = "play 0 hide everything"
    saved.write_text("\n".join(lines), encoding="utf-8")
    result = run("replay", str(saved))
    assert result.exit_code == 2
    assert "line 21: " in result.stderr


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\x80", b"a letter\n"])
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "match.txt"
    file.write_bytes(content)
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert "line 1: a record begins with" in result.stderr


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    result = run("replay", str(tmp_path))
    assert result.exit_code == 2
    assert "Is a directory" in result.stderr


# Playing


@every_game
def test_a_match_is_played_from_the_input(name: str, tmp_path: Path) -> None:
    """First a person at seat 1 chooses the last decision each time, then the saved file is told."""
    file = tmp_path / "match.txt"
    typed = "\n".join(decisions_of_seat(name, 1)) + f"\n{file}\n"
    screen = shown("play", name, "--seat", "2", "--seed", "4", typed=typed)
    match = goatherd.replay(file.read_text(encoding="utf-8"))
    assert match.over
    assert "Saved as" in screen
    assert "Winner" in shown("replay", str(file))


def decisions_of_seat(name: str, seat: int) -> list[str]:
    """What that seat decides, against the opponents of the terminal."""
    match = goatherd.load(name).new(seed=4)
    bot = goatherd.bot("level", level=2)
    while match.turn is not None:
        own = match.turn == seat
        match.play(match.legal()[-1] if own else bot.choose(match.view(match.turn)))
    return [text for who, text in match.decisions() if who == seat]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_is_played_in_every_language(language: str) -> None:
    screen = shown("play", "goita", "--seed", "1", "--lang", language, typed="?\nfoo\nquit\n")
    assert "foo" in screen


def test_a_game_is_asked_for_if_none_is_named() -> None:
    screen = shown("play", "--seed", "1", typed="3\nquit\n")
    assert "Played to 150 points" in screen
    assert "Which game?" in shown("play", typed="")


def test_people_share_a_screen() -> None:
    screen = shown("play", "goat-1916", "--hot-seat", "--seed", "1", typed="\n1\n")
    assert "Seat 1, take the screen and press Enter." in screen


# Replaying


def test_a_record_is_told_from_a_file_or_the_input(saved: Path) -> None:
    record = saved.read_text(encoding="utf-8")
    assert shown("replay", str(saved)) == shown("replay", "-", typed=record)


def test_a_record_is_stepped_through(saved: Path) -> None:
    stepped = shown("replay", str(saved), "--step", "--seat", "3", typed="\n\nb\n7\nq\n")
    assert "Decision 7 of " in stepped
    assert "Seat 3 (you)" in stepped


def test_a_finished_match_is_shown_open(saved: Path) -> None:
    assert "lays a piece face down" in shown("replay", str(saved), "--seat", "2")
    assert "lays a piece face down" not in shown("replay", str(saved), "--open")


# Lines


def test_a_line_becomes_a_record_and_the_record_the_line(tmp_path: Path) -> None:
    record = shown("line", LINE)
    assert goatherd.replay(record).line() == LINE
    file = tmp_path / "round, saved.txt"
    file.write_text(record, encoding="utf-8")
    assert shown("line", str(file)) == f"{LINE}\n"
    assert shown("line", typed=record) == f"{LINE}\n"
    assert shown("line", "-", typed=f"{LINE}\n") == record


def test_of_a_finished_match_the_last_round_is_written(saved: Path) -> None:
    match = goatherd.replay(saved.read_text(encoding="utf-8"))
    assert shown("line", str(saved)) == f"{match.line()}\n"


def test_a_line_that_hides_pieces_is_drawn() -> None:
    table = shown("line", HIDDEN)
    assert "Seat 1 (you)" in table
    assert "Hand of Seat 2: 8×?" in table


def test_other_games_have_no_line() -> None:
    result = run("line", typed=finished("goat-1916").record())
    assert result.exit_code == 2
    assert "Goat (1916) has no one-line notation; Goita has" in result.stderr


# Simulating


@pytest.mark.slow
@every_game
def test_random_matches_are_summed_up_and_can_be_repeated(name: str, tmp_path: Path) -> None:
    file = tmp_path / "matches.csv"
    result = run("simulate", name, "-n", "2_000", "--csv", str(file))
    assert result.exit_code == 0
    assert "2,000 random matches" in result.stdout
    assert len(file.read_text(encoding="utf-8").splitlines()) == 2001
    words = result.stdout.partition("To repeat it: goatherd ")[2].split()
    again = run(*words)
    assert without_speed(again.stdout) == without_speed(result.stdout)
    assert max(map(len, result.stdout.splitlines()[:-1])) <= 80


def without_speed(page: str) -> str:
    """The page without the one number that differs each time; its line may be broken anywhere."""
    return re.sub(r"[\d,]+ a second", "", " ".join(page.split()))


# Colours, interruptions, imports


def test_output_that_is_no_terminal_has_no_colours(saved: Path) -> None:
    for words in (("games",), ("rules", "goita"), ("replay", str(saved)), ("replay", "none")):
        result = run(*words)
        assert "\x1b" not in result.stdout + result.stderr


def test_no_color_is_heeded() -> None:
    assert "31m" in run("replay", "none", FORCE_COLOR="1").stderr
    assert "31m" not in run("replay", "none", FORCE_COLOR="1", NO_COLOR="1").stderr


def test_an_interruption_is_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(session: play_module.Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(play_module.Session, "run", interrupted)
    result = run("play", "goita")
    assert (result.exit_code, result.stderr) == (130, "goatherd: stopped\n")


def test_ctrl_c_ends_a_match_cleanly() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from goatherd.cli import main; main()", "play", "goita"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        while "Seat 1 (you)" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaint.strip() == "goatherd: stopped"


@pytest.mark.parametrize("words", [["--help"], ["games"], ["rules", "goita"], ["play", "goita"]])
def test_commands_import_neither_compiler_nor_catalogues_needlessly(words: list[str]) -> None:
    script = (
        "import sys\nfrom goatherd.cli import main\n"
        f"sys.argv = {['goatherd', *words]!r}\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print([name for name in ('numba', 'llvmlite', 'babel') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input="",
        capture_output=True,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "[]"
