"""How a command ends that cannot go on: one line on the error stream, and an exit code."""

from typing import Any

import typer
from typer.core import TyperGroup

from goatherd.errors import (
    BadLesson,
    BadOption,
    BadRecord,
    BadView,
    BotFailed,
    IllegalMove,
    NothingToDecide,
    OutOfService,
    UnknownBot,
    UnknownGame,
    UnknownLesson,
)

OURS = (
    *(UnknownGame, UnknownBot, BadOption, IllegalMove, BadRecord),
    *(BadView, NothingToDecide, BotFailed, OutOfService, UnknownLesson, BadLesson),
)
USAGE, INTERRUPTED = 2, 130


class Commands(TyperGroup):
    """The commands; an error of ours is one line, and Ctrl-C a word."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except OURS as error:
            raise failed(str(error)) from None
        except BrokenPipeError:
            raise  # the reader has seen enough, which Typer takes care of
        except OSError as error:
            if error.filename is None:
                raise
            raise failed(f"{error.filename}: {error.strerror}") from None
        except KeyboardInterrupt as stop:
            raise failed(str(stop) or "stopped", INTERRUPTED, "") from None


def failed(message: str, code: int = USAGE, style: str = "bold red") -> typer.Exit:
    """Say on the error stream, in a line, what was wrong; the exit to raise."""
    from goatherd.terminal.console import errors

    errors().print(f"goatherd: {message}", style=style, soft_wrap=True)
    return typer.Exit(code)
