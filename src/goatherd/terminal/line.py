"""The one-line notation of a round (Goita's): from a line to a record, and back."""

from pathlib import Path

from rich.console import Console

from goatherd.errors import BadRecord
from goatherd.game import from_line, replay
from goatherd.match import Match
from goatherd.record import HEAD
from goatherd.terminal.console import STDIN, read_text
from goatherd.terminal.paint import Painted


def show(console: Console, given: str, language: str) -> None:
    """Of a line, the record, or the table where it hides pieces; of a record, its last line."""
    text = given if is_line(given) else read_text(given)
    if text.lstrip().startswith(HEAD):
        write(console, line_of(replay(text)))
        return
    shown = from_line(text)
    if isinstance(shown, Match):
        write(console, shown.record())
    else:
        console.print(Painted(shown.table(), language))


def is_line(given: str) -> bool:
    """A line has commas; otherwise a file is named, whose name may have them too."""
    return given != STDIN and "," in given and not Path(given).is_file()


def write(console: Console, text: str) -> None:
    """Text for programs: as it is, whatever the width of the terminal."""
    console.print(text.rstrip("\n"), soft_wrap=True)


def line_of(match: Match) -> str:
    if match.contract.faces.line is None:
        raise BadRecord(f"line 2: {match.contract.facts.title} has no one-line notation; Goita has")
    return match.line()
