"""The command `ladder`: what it shows, and that stopping and going on change nothing."""

import re
import shlex
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress
from typer.testing import CliRunner, Result

import goatherd
from goatherd import BadOption
from goatherd.cli import app
from goatherd.ladder.plan import Plan
from goatherd.ladder.play import Bench, Job, Played
from goatherd.ladder.results import place_for
from goatherd.ladder.statistics import Interval
from goatherd.terminal import ladder

DEALS = ("ladder", "goita", "--option", "target=round", "--seed", "1", "--jobs", "1")


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results without a file of their own are kept in the user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(
        "platformdirs.user_state_path", lambda name: tmp_path / "state" / name, raising=True
    )


def run(*words: str) -> Result:
    settings = {"LC_ALL": "C.UTF-8", "COLUMNS": "80", "TERMINAL_WIDTH": "80"}
    return CliRunner().invoke(app, words, env=settings)


def shown(*words: str) -> str:
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def without_seconds(page: str) -> str:
    return re.sub(r"and\s+[\d.e-]+ seconds", "", page)


# What is shown


def test_help_tells_of_the_commands_with_examples() -> None:
    overview = shown("--help")
    for command in ("ladder", "bot", "bots"):
        assert f" {command} " in overview
        page = shown(command, "--help")
        assert "Examples:" in page
        assert f"goatherd {command}" in page


def test_a_ladder_is_summed_up_and_can_be_repeated() -> None:
    page = shown(*DEALS, "--bots", "random,random", "-n", "6")
    assert "12 matches on 6 duplicate deals" in page
    for word in ("random (2)", "against random", "Rating", "Wins, %", "Decided deals", "Margin"):
        assert word in page
    assert "A round" not in page
    assert max(map(len, page.splitlines()[:-1])) <= 80
    words = shlex.split(page.partition("To repeat it: goatherd ")[2])
    assert without_seconds(shown(*words, "--jobs", "1")) == without_seconds(page)


def test_whole_matches_of_goita_have_points_a_round() -> None:
    page = shown("ladder", "goita", "--bots", "random,random", "-n", "2", "-j", "1")
    assert "A round" in page


def test_one_among_others_is_shown_by_its_fair_share() -> None:
    words = ("ladder", "goat-n-goat", "--players", "3", "--bots", "random,random", "-n", "2")
    page = shown(*words, "-j", "1")
    assert "among random" in page
    assert "Fair share" in page
    assert "Decided deals" in page
    lone = shown(*words, "-j", "1", "--lone")
    assert "6 matches on 2 duplicate deals" in lone
    assert "Decided deals" not in lone
    assert lone.strip().endswith("--lone")


def test_tables_are_written_for_a_page() -> None:
    page = shown(*DEALS, "--bots", "random,greedy", "-n", "8", "--markdown")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert rows[:2] == ["| Bot | Rating |", "| --- | --- |"]
    (duel,) = [row for row in rows if row.startswith("| greedy against random |")]
    assert re.fullmatch(
        r"\| greedy against random \| 16 \|( \S+( of \d+)? \(\S+ to \S+\) \|)+", duel
    )
    assert "To repeat it: `goatherd ladder goita" in page


def test_a_bot_is_even_with_its_copy() -> None:
    page = shown(*DEALS, "--bots", "random,random", "-n", "4", "--markdown")
    assert re.search(r"\| random \(2\) against random \| 8 \| 50.0 .* \| none \| \+0.00 \|", page)


def test_failures_are_told(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text('input()\nprint(\'{"name": "x"}\', flush=True)\nraise SystemExit(5)')
    bot = f"exec:{sys.executable} {script}"
    page = " ".join(shown(*DEALS, "--bots", f"random,{bot}", "-n", "2").split())
    assert f"{bot} lost by failing, 4 times: ended (exit code 5)" in page


def test_cells_with_and_without_bounds() -> None:
    assert ladder.with_bounds(Interval(0.5, 0.25, 0.75), ladder.percent) == "50.0\n25.0 to 75.0"
    assert ladder.with_bounds(Interval(3, -float("inf"), float("inf")), ladder.points) == "+3.00"
    assert ladder.with_bounds(Interval(0, 0, 0), ladder.whole) == "0"
    assert ladder.with_bounds(None, ladder.points) == "none"
    assert ladder.bracketed(["a|b\namong c", "1\n0 to 2"]) == ["a\\|b among c", "1 (0 to 2)"]


# Files


def test_the_same_command_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    words = ("ladder", "goita", "--bots", "random,random", "-n", "5", "-o", "target=round")
    page = shown(*words, "-j", "1", "--csv", str(file))
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    again = shown(*words, "-j", "1", "--csv", str(file))
    assert without_seconds(again) == without_seconds(page)
    seconds = re.compile(rb",\d+\.\d{3},")
    assert seconds.sub(b",,", file.read_bytes()) == seconds.sub(b",,", whole)


def interrupted_play(
    monkeypatch: pytest.MonkeyPatch, after: int, file: str | None, deals: int = 6
) -> str:
    """What is said when Ctrl-C comes after so many deals."""
    plan = Plan("goita", 4, (("target", "round"),), ("random", "random"), deals, 1)
    left = iter([None] * after)

    def advance(progress: Progress, task: int) -> None:
        if next(left, "end") == "end":
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Progress, "advance", advance)
        with pytest.raises(ladder.Stopped) as stopped:
            ladder.play(plan, 1, file, ladder.progress_bar(Console(file=StringIO())))
    return str(stopped.value)


def test_an_unnamed_ladder_can_be_gone_on_with_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = interrupted_play(monkeypatch, 2, None)
    assert said.startswith("stopped; 3 of 6 deals are kept. To go on: goatherd ladder goita")
    words = shlex.split(said.partition("To go on: goatherd ")[2])
    (kept,) = (tmp_path / "state").rglob("*.csv")
    before = kept.stat().st_size
    calls = []
    play = Bench.__call__

    def counted(bench: Bench, job: Job) -> list[Played]:
        calls.append(job)
        return play(bench, job)

    monkeypatch.setattr(Bench, "__call__", counted)
    page = shown(*words, "--jobs", "1")
    assert before > 0
    assert [job.deal for job in calls] == [3, 4, 5]
    assert "12 matches" in page
    assert not kept.exists()


def test_a_named_file_is_named_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = str(tmp_path / "my results.csv")
    assert interrupted_play(monkeypatch, 0, file).endswith(f"--csv {shlex.quote(file)}")


def test_ctrl_c_is_a_line_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(bench: Bench, job: Job) -> list[Played]:
        raise KeyboardInterrupt

    monkeypatch.setattr(Bench, "__call__", interrupted)
    result = run(*DEALS, "--bots", "random,random", "-n", "2")
    assert result.exit_code == 130
    assert "0 of 2 deals are kept. To go on: goatherd ladder goita" in result.stderr


def test_places_are_in_the_folder_of_the_user(tmp_path: Path) -> None:
    plan = Plan("goita", 4, (), ("random", "random"), 6, 1)
    assert place_for(plan, goatherd.__version__).is_relative_to(tmp_path / "state")


# Bad input


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--bots", "random"), "name at least two"),
        (("--bots", "random,gredy"), "did you mean 'greedy'"),
        (("--bots", "random,random:9"), "write it as random"),
        (("--bots", "random,exec:no-such-program"), "cannot start 'no-such-program'"),
        (("--bots", "random,random", "-n", "x"), "give a whole number"),
        (("--bots", "random,random", "-n", "1e10"), "a number of deals from 1 to 1e9"),
        (("--bots", "random,random", "--seed", "-1"), "a seed is a number"),
        (("--bots", "random,random", "--lone"), "--lone is for three or more"),
        (("--bots", "random,random", "--jobs", "0"), "give a number from 1"),
        (("--bots", "random,random", "--players", "5"), "Goita is for 4 players"),
        (("--bots", "random,random", "--option", "x=1"), "no option 'x'"),
        (("--bots", "random,random", "--csv", "/"), "Is a directory"),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], reason: str) -> None:
    result = run("ladder", "goita", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear all,\n", encoding="utf-8")
    result = run(*DEALS, "--bots", "random,random", "-n", "1", "--csv", str(file))
    assert result.exit_code == 2
    assert "not the results of a ladder" in result.stderr


def test_as_many_processes_as_cores_unless_said() -> None:
    assert ladder.checked_jobs(None) >= 1
    assert ladder.checked_jobs(3) == 3
    with pytest.raises(BadOption):
        ladder.checked_jobs(-1)
