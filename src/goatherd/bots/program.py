"""A bot that is a program of its own, spoken to line by line (docs/bot-protocol.md).

Whatever the program does, asking it ends: with a legal decision, or with BotFailed. It runs in a
process group of its own, which is ended as a whole.
"""

import os
import selectors
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from goatherd.bots.bot import Bot
from goatherd.bots.protocol import (
    LONGEST_ANSWER,
    VERSION,
    line_of,
    message_of,
    view_to_json,
)
from goatherd.errors import BadOption, BotFailed, one_line, quoted
from goatherd.view import View

START = 60.0
"""Seconds that a program has to say its name: it may have to compile first."""
FAREWELL = 1.0
"""Seconds that a program has to end after being told to."""
CHUNK = 1 << 16
COMPLAINTS = 2000
"""Bytes that are kept of what it last wrote to its error stream."""
TOLD, WIDTH = 3, 200
"""Lines of that in a message, and letters of each."""


class ProgramBot(Bot):
    """Runs a command line (split into words, never given to a shell) and asks it for decisions.

    The program is started when it is first needed, or at once if the game is named; after a
    failure it is started anew at the next view. `limit` is in seconds for each decision.
    """

    def __init__(
        self,
        command: str,
        game: str | None = None,
        limit: float = 10.0,
        start_limit: float = START,
    ) -> None:
        self.name = f"exec:{command}"
        self.words = split(command)
        self.limit, self.start_limit = checked_limit(limit), checked_limit(start_limit)
        self.title = ""
        """What the program calls itself."""
        self._talk: Talk | None = None
        self._game: str | None = None
        if game is not None:
            self.prepare(game)

    def prepare(self, game: str) -> None:
        """Start the program for this game, unless it runs."""
        if self._talk is not None and self._game == game:
            return
        self.close()
        self._talk, self._game = Talk(self.words), game
        hello = self._ask({"goatherd": VERSION, "game": game}, self.start_limit)
        if not isinstance(hello.get("name"), str):
            raise self._failed(f"answered the hello with {quoted(hello)}, not with its name")
        self.title = one_line(hello["name"])[:80]

    def close(self) -> None:
        """Say goodbye to the program, and end it."""
        if self._talk is not None:
            talk, self._talk = self._talk, None
            talk.part()

    def _choose(self, view: View) -> str:
        self.prepare(view.contract.facts.name)
        answer = self._ask({"view": view_to_json(view)}, self.limit)
        decision = answer.get("decision")
        if decision is None and "error" in answer:
            raise self._failed(f"reported {quoted(answer['error'])}")
        if not isinstance(decision, str) or decision not in view.legal():
            raise self._failed(f"answered {quoted(answer)}, which is no legal decision")
        return decision

    def _ask(self, message: dict[str, object], limit: float) -> dict[str, Any]:
        assert self._talk is not None
        try:
            return message_of(self._talk.exchange(line_of(message), limit))
        except (Silence, ValueError) as trouble:
            raise self._failed(str(trouble)) from None
        except BaseException:  # Ctrl-C: leave nothing behind
            self._failed("")
            raise

    def _failed(self, reason: str) -> BotFailed:
        """End the program; what to raise, with what the program last complained of."""
        complaint = ""
        if self._talk is not None:
            talk, self._talk = self._talk, None
            complaint = talk.end()
        said = f"; it said: {complaint}" if complaint else ""
        return BotFailed(f"{self.name} {reason}{said}")


def split(command: str) -> list[str]:
    """The words of a command line."""
    try:
        words = shlex.split(command)
    except (ValueError, AttributeError, TypeError):
        words = []
    if not words or "\0" in command:
        raise BadOption(f"command={quoted(command)}: give a command line, like './mybot --quick'")
    return words


def checked_limit(limit: float) -> float:
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit <= 86_400:
        raise BadOption(f"limit={quoted(limit)}: a number of seconds, more than 0")
    return float(limit)


class Silence(Exception):
    """No line came; says why."""


class Talk:
    """A running program and the pipes to it."""

    def __init__(self, words: list[str]) -> None:
        with undisturbed():
            self.process = started(words)
            # Ended also if nobody closes the bot, and when Python ends.
            self._end = weakref.finalize(self, end_group, self.process)
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.asking, self.answers, self.errors = (pipe.fileno() for pipe in pipes if pipe)
        for pipe in (self.asking, self.answers, self.errors):
            os.set_blocking(pipe, False)
        self.heard = b""
        self.complaints = b""
        self.closed: set[int] = set()
        """Pipes at whose other end nobody is any more."""

    def exchange(self, line: bytes, limit: float) -> bytes:
        """Send a line and wait for one; Silence if none comes in time, or too much."""
        deadline = time.monotonic() + limit
        self._hear()
        if self.heard:
            raise Silence(f"wrote {quoted(self.heard[:100])} without being asked")
        while b"\n" not in self.heard:
            self._wait(deadline, limit, asking=bool(line))
            line = self._say(line)
            self._hear()
        answer, _, more = self.heard.partition(b"\n")
        if more:
            raise Silence("answered with more than one line")
        self.heard = b""
        return answer

    def _wait(self, deadline: float, limit: float, *, asking: bool) -> None:
        """Wait until there is something to read or, if there is something to say, to write."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise Silence(f"took longer than {limit:g} seconds")
        with selectors.DefaultSelector() as pipes:
            for pipe in {self.answers, self.errors} - self.closed:
                pipes.register(pipe, selectors.EVENT_READ)
            if asking:
                pipes.register(self.asking, selectors.EVENT_WRITE)
            pipes.select(left)

    def _say(self, line: bytes) -> bytes:
        """Send as much as the pipe takes; what is left of the line."""
        try:
            return line[os.write(self.asking, line) :] if line else line
        except BlockingIOError:
            return line
        except BrokenPipeError:
            self._hear()
            raise Silence(self._death()) from None

    def _hear(self) -> None:
        """Take in what has come."""
        self._hear_complaints()
        chunk = self._read(self.answers)
        self.heard += chunk
        if b"\n" not in self.heard and self.answers in self.closed:
            raise Silence(self._death())
        if len(self.heard) > LONGEST_ANSWER:
            raise Silence(f"answered with more than {LONGEST_ANSWER} bytes")

    def _hear_complaints(self) -> None:
        self.complaints = (self.complaints + self._read(self.errors))[-COMPLAINTS:]

    def _read(self, pipe: int) -> bytes:
        if pipe in self.closed:
            return b""
        try:
            chunk = os.read(pipe, CHUNK)
        except BlockingIOError:
            return b""
        if not chunk:
            self.closed.add(pipe)
        return chunk

    def _death(self) -> str:
        """What to say of a program that closed its output: mostly, that it ended."""
        ending = how_it_ended(self.process)
        return f"ended ({ending})" if ending else "closed its output"

    def part(self) -> None:
        """Say goodbye, give the program a moment, and end it."""
        try:
            with suppress(OSError, Silence):
                self._say(line_of({"bye": True}))
                assert self.process.stdin is not None
                self.process.stdin.close()
                self._await_end()
        finally:
            self.end()

    def _await_end(self) -> None:
        deadline = time.monotonic() + FAREWELL
        while self.answers not in self.closed:
            self._wait(deadline, FAREWELL, asking=False)
            self._hear()
            self.heard = b""

    def end(self) -> str:
        """End the program and all that it started; the last lines of its complaints."""
        kill_group(self.process)
        deadline = time.monotonic() + FAREWELL
        self.closed.add(self.answers)
        with suppress(Silence):
            while self.errors not in self.closed:
                self._wait(deadline, FAREWELL, asking=False)
                self._hear_complaints()
        self._end()
        lines = self.complaints.decode("utf-8", "replace").splitlines()
        return " / ".join(one_line(line)[-WIDTH:] for line in lines[-TOLD:] if line.strip())


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put off signals that come meanwhile: an exception of theirs, after a program was started and
    before that is noted, would leave it behind for ever."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    ours = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in ours:
        signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
        for signalled in came:
            signal.raise_signal(signalled)


def started(words: list[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        reason = error.strerror or str(error)
        raise BotFailed(f"cannot start {quoted(words[0])}: {reason}") from None


# Endings. A program that has ended keeps its number until it is waited for, and only then may the
# number go to another group of processes: so its group is ended first.


def how_it_ended(process: subprocess.Popen[bytes]) -> str:
    """`exit code 3`, where the program has ended or is about to, and the system can tell."""
    if not hasattr(os, "waitid"):
        return ""
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    deadline = time.monotonic() + FAREWELL
    while (seen := os.waitid(os.P_PID, process.pid, flags)) is None:
        if time.monotonic() > deadline:
            return ""
        time.sleep(0.01)
    kind = "exit code" if seen.si_code == os.CLD_EXITED else "signal"
    return f"{kind} {seen.si_status}"


def kill_group(process: subprocess.Popen[bytes]) -> None:
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End the program and all that it started, and give back the pipes."""
    kill_group(process)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)
