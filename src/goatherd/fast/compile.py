"""`compiled`: a function at full speed, kept on disk, and announced when it is compiled."""

import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

import numba
from numba.core import event, types

from goatherd.fast import cache
from goatherd.fast.dispatch import GAMES

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile on first use for each game's record; the GIL is not held while it runs."""
    ours = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache.folder())
    try:
        kept = cache.is_usable()
        kernel: F = numba.njit(cache=kept, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = ours
    return kernel


def bound(kernel: Any, *arguments: Any) -> Callable[..., Any]:
    """The kernel compiled for arguments of these very types.

    Calling it spares the look at the type of every argument, which takes longer than a step of a
    single match. It must be given nothing else: it does not look.
    """
    types_of_arguments = tuple(numba.typeof(argument) for argument in arguments)
    kernel.compile(types_of_arguments)
    direct: Callable[..., Any] = kernel.get_overload(types_of_arguments)
    return direct


class Announcer(event.Listener):  # type: ignore[misc]
    """Says on the error stream that a game is being compiled, since that takes a while."""

    def __init__(self) -> None:
        self.announced: set[str] = set()

    def on_start(self, started: Any) -> None:
        for argument in map(_element, started.data["args"]):
            if argument in GAMES and GAMES[argument].facts.title not in self.announced:
                title = GAMES[argument].facts.title
                self.announced.add(title)
                print(f"goatherd: compiling {title} (once; it is kept)", file=sys.stderr)

    def on_end(self, ended: Any) -> None: ...


def _element(argument: Any) -> Any:
    return argument.dtype if isinstance(argument, types.Array) else argument


class Interruptions(event.Listener):  # type: ignore[misc]
    """Keeps Ctrl-C back until the step of compiling that is under way is done.

    It may come while LLVM calls Python back, and nothing that is raised there is heard of: the work
    would go on. Whoever presses it again is not kept waiting.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.noted = False

    def on_start(self, started: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            self.depth += 1
            if self.depth == 1 and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                signal.signal(signal.SIGINT, self.note)
            self.pass_on()

    def on_end(self, ended: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            self.depth -= 1
            if self.depth == 0 and signal.getsignal(signal.SIGINT) == self.note:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            self.pass_on()

    def note(self, number: int, frame: FrameType | None) -> None:
        if self.noted:
            signal.default_int_handler(number, frame)
        self.noted = True

    def pass_on(self) -> None:
        if self.noted:
            self.noted = False
            raise KeyboardInterrupt


INTERRUPTIONS = Interruptions()
for step in ("numba:compile", "numba:run_pass"):
    event.register(step, INTERRUPTIONS)
event.register("numba:compile", Announcer())
