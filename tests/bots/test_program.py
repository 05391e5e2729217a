"""Bots as programs: whatever they do, asking them ends, and nothing of them is left running."""

import gc
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import goatherd
from goatherd import BadOption, BotFailed, View
from goatherd.bots import program
from goatherd.bots.program import ProgramBot, Talk
from tests.processes import assert_gone

EXAMPLE = Path(__file__).parents[2] / "examples" / "random_bot.py"
HEAD = """
import json, os, signal, subprocess, sys, time
pid = open({pids!r}, "a")
print(os.getpid(), file=pid, flush=True)
def say(**message):
    print(json.dumps(message), flush=True)
sys.stdin.readline()
"""
HELLO = 'say(name="test")\n'
ASKED = HELLO + 'view = json.loads(sys.stdin.readline())["view"]\n'

Making = Callable[..., ProgramBot]


@pytest.fixture
def view() -> View:
    match = goatherd.load("goita").new(seed=1)
    return match.view(match.turn)


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    return tmp_path / "pids"


@pytest.fixture
def making(tmp_path: Path, pids: Path) -> Iterator[Making]:
    """Makes bots of programs; at the end of the test, all their processes must be gone."""
    bots = []

    def make(body: str, limit: float = 5.0, start_limit: float = 20.0) -> ProgramBot:
        script = tmp_path / "bot.py"
        script.write_text(HEAD.format(pids=str(pids)) + body, encoding="utf-8")
        command = shlex.join([sys.executable, str(script)])
        bots.append(ProgramBot(command, limit=limit, start_limit=start_limit))
        return bots[-1]

    yield make
    for bot in bots:
        bot.close()
    assert_gone(pids)


def failure(bot: ProgramBot, view: View) -> str:
    with pytest.raises(BotFailed) as failed:
        bot.choose(view)
    assert str(failed.value).isprintable()
    return str(failed.value)


# Programs that do as they should


@pytest.mark.parametrize("name", goatherd.games())
def test_the_example_plays_a_match(name: str) -> None:
    match = goatherd.load(name).new(seed=2)
    with ProgramBot(shlex.join([sys.executable, str(EXAMPLE)]), name) as bot:
        assert isinstance(bot, ProgramBot)
        assert bot.title == "example"
        while match.turn is not None:
            match.play(bot.choose(match.view(match.turn)))
    assert match.over


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 30


def test_a_bot_of_ours_is_a_program_too(view: View) -> None:
    words = [sys.executable, "-c", "from goatherd.cli import main; main()"]
    words += ["bot", "goita", "--bot", "random", "--seed", "5"]
    with goatherd.bot(f"exec:{shlex.join(words)}") as bot:
        assert bot.choose(view) == goatherd.bot("random", seed=5).choose(view)


def test_a_program_is_started_once_and_told_goodbye(
    making: Making, view: View, pids: Path, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    bot = making(
        HELLO
        + f"""
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        open({str(told)!r}, "w").write("bye")
        break
    say(decision=message["view"]["legal"][-1])
"""
    )
    for _ in range(3):
        assert bot.choose(view) == view.legal()[-1]
    bot.close()
    assert told.read_text() == "bye"
    assert len(pids.read_text().split()) == 1
    assert bot.choose(view) == view.legal()[-1]
    assert len(pids.read_text().split()) == 2


def test_a_program_for_another_game_is_started_anew(making: Making, view: View, pids: Path) -> None:
    bot = making(
        HELLO + 'for line in sys.stdin:\n    say(decision=json.loads(line)["view"]["legal"][0])'
    )
    other = goatherd.load("goat-1916").new(seed=1)
    assert bot.choose(view)
    assert bot.choose(other.view(other.turn))
    assert len(pids.read_text().split()) == 2


# Programs that do not

FAILURES = {
    "late at the hello": ("time.sleep(600)", "took longer than"),
    "late": (ASKED + "time.sleep(600)", "took longer than"),
    "half a line": (ASKED + 'print("{", end="", flush=True); time.sleep(600)', "took longer than"),
    "illegal": (ASKED + 'say(decision="fly"); time.sleep(600)', "no legal decision"),
    "not a text": (ASKED + "say(decision=[1]); time.sleep(600)", "no legal decision"),
    "nothing": (ASKED + "say(); time.sleep(600)", "no legal decision"),
    "an error": (ASKED + 'say(error="too hard"); time.sleep(600)', "reported 'too hard'"),
    "dead at the start": ("sys.exit(3)", r"ended \(exit code 3\)"),
    "dead in the middle": (ASKED + "os._exit(4)", r"ended \(exit code 4\)"),
    "killed": (ASKED + "os.kill(os.getpid(), signal.SIGKILL)", r"ended \(signal 9\)"),
    "shuts up": (ASKED + "os.close(1); time.sleep(600)", "closed its output"),
    "no name": ("say(title=1); time.sleep(600)", "not with its name"),
    "a list": (ASKED + 'print("[1]", flush=True); time.sleep(600)', "not a JSON object"),
    "garbage": (
        ASKED + r'os.write(1, b"\xff\x00\x1b[31m\n"); time.sleep(600)',
        "not a line of JSON",
    ),
    "deep": (ASKED + 'print("[" * 60_000, flush=True); time.sleep(600)', "not a line of JSON"),
    "an endless line": (ASKED + 'while True: os.write(1, b"x" * 4096)', "more than 65536 bytes"),
    "a flood": (
        ASKED + 'while True: os.write(1, b"{}\\n" * 1000)',
        "more than one line|more than 65536 bytes",
    ),
    "a flood at the start": (
        'while True: os.write(1, b"{}\\n" * 1000)',
        "more than one line|more than 65536 bytes|without being asked",
    ),
    "a flood of errors": (ASKED + 'while True: os.write(2, b"x" * 4096)', "took longer than"),
    "a crash": (ASKED + 'raise RuntimeError("my bad")', "RuntimeError: my bad"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_a_failure_is_told_and_leaves_nothing(case: str, making: Making, view: View) -> None:
    body, reason = FAILURES[case]
    is_late = "longer" in reason
    bot = making(body, limit=0.3 if is_late else 20, start_limit=0.3 if "hello" in case else 20)
    with pytest.raises(BotFailed, match=reason) as failed:
        bot.choose(view)
    assert len(str(failed.value)) < 1000
    assert str(failed.value).isprintable()


def test_speaking_unasked_is_a_failure(making: Making, view: View, tmp_path: Path) -> None:
    done = tmp_path / "done"
    body = 'say(decision=view["legal"][0]); time.sleep(0.1); say(decision="again")\n'
    bot = making(ASKED + body + f'open({str(done)!r}, "w"); time.sleep(600)')
    assert bot.choose(view) in view.legal()
    while not done.exists():
        time.sleep(0.01)
    assert "without being asked" in failure(bot, view)


def test_a_program_that_cannot_be_started_is_told(view: View, tmp_path: Path) -> None:
    script = tmp_path / "no-program"
    script.write_text("hello")
    for command in (str(script), str(tmp_path), "no-such-program-anywhere"):
        assert "cannot start" in failure(ProgramBot(command), view)


def test_the_last_words_are_in_the_message(making: Making, view: View) -> None:
    bot = making('sys.stderr.write("one\\ntwo\\n\\x1b[31mthree\\nfour\\n"); sys.exit(1)')
    assert failure(bot, view).endswith("it said: two / ?[31mthree / four")


def test_after_a_failure_it_is_started_anew(making: Making, view: View, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    bot = making(
        ASKED
        + f"""
if not os.path.exists({str(seen)!r}):
    open({str(seen)!r}, "w")
    sys.exit(1)
say(decision=view["legal"][0])
sys.stdin.readline()
"""
    )
    assert "exit code 1" in failure(bot, view)
    assert bot.choose(view) == view.legal()[0]


STUBBORN = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
say(decision=view["legal"][0])
while True:
    time.sleep(600)
"""


def test_a_program_that_ignores_the_end_is_ended(making: Making, view: View) -> None:
    bot = making(ASKED + STUBBORN)
    assert bot.choose(view) in view.legal()
    bot.close()


CHILD = """
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, file=pid, flush=True)
"""


@pytest.mark.parametrize(
    "end", ["sys.exit(1)", "time.sleep(600)", 'say(decision="fly")', 'say(decision="pass")']
)
def test_the_children_of_a_program_are_ended_too(
    making: Making, view: View, pids: Path, end: str
) -> None:
    bot = making(ASKED + CHILD + end, limit=1.0)
    failure(bot, view)
    assert len(pids.read_text().split()) == 2
    assert_gone(pids)


def test_the_children_of_a_program_that_leaves_are_ended_too(
    making: Making, view: View, pids: Path
) -> None:
    bot = making(ASKED + CHILD + 'say(decision=view["legal"][0])')
    assert bot.choose(view) in view.legal()
    bot.close()
    assert_gone(pids)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_while_a_program_is_started_ends_it(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids = tmp_path / "pids"

    class Interrupted(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **how: Any) -> None:
            super().__init__(*words, **how)
            pids.write_text(str(self.pid))
            signal.raise_signal(number)

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(number, stop)
    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            ProgramBot("sleep 600").prepare("goita")
        assert signal.getsignal(number) is stop
    finally:
        signal.signal(number, before)
    gc.collect()
    assert_gone(pids)


def test_an_interruption_ends_the_program(
    making: Making, view: View, pids: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = making(HELLO + "time.sleep(600)")
    bot.prepare("goita")

    def interrupted(talk: Talk, deadline: float, limit: float, *, asking: bool) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Talk, "_wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(view)
    assert_gone(pids)


def test_a_forgotten_program_is_ended(tmp_path: Path, pids: Path, view: View) -> None:
    script = tmp_path / "bot.py"
    script.write_text(HEAD.format(pids=str(pids)) + ASKED + STUBBORN, encoding="utf-8")
    bot = ProgramBot(shlex.join([sys.executable, str(script)]))
    assert bot.choose(view) in view.legal()
    del bot
    gc.collect()
    assert_gone(pids)


# Settings


@pytest.mark.parametrize("command", ["", "  ", "'", "a\0b"])
def test_a_bad_command_line_is_refused(command: str) -> None:
    with pytest.raises(BadOption, match="give a command line"):
        ProgramBot(command)


@pytest.mark.parametrize("limit", [0, -1, True, "1", float("nan"), float("inf")])
def test_a_bad_limit_is_refused(limit: float) -> None:
    with pytest.raises(BadOption, match="a number of seconds"):
        ProgramBot("true", limit=limit)


def test_words_are_never_given_to_a_shell() -> None:
    assert program.split("./bot --name 'a b' $HOME `ls` ; rm") == [
        *("./bot", "--name", "a b", "$HOME", "`ls`", ";", "rm")
    ]
