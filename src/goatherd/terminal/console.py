"""Where the terminal writes and reads, and in which language."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console

from goatherd.errors import BadOption, nearest
from goatherd.game import Game
from goatherd.words import LANGUAGES, Text

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment's variables for a language; the first that is set counts."""
STDIN = "-"


def output() -> Console:
    """The console for results: plain where it is no terminal."""
    return Console(highlight=False, emoji=False, markup=False)


def errors() -> Console:
    """The console for errors and progress."""
    return Console(stderr=True, highlight=False, emoji=False, markup=False)


def ask(console: Console, question: Text, language: str) -> str | None:
    """What a person answers; None at the end of the input."""
    try:
        answer = console.input(f"{question.say(language)} ").strip()
    except EOFError:
        console.print()
        return None
    if not sys.stdin.isatty():
        console.print(answer)  # so that the output of a piped match can be read
    return answer


def chosen_language(given: str) -> str:
    """The language asked for, or else the environment's if there is a catalogue of it."""
    if not given:
        return language_of(os.environ)
    if given not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise BadOption(
            f"no language {given!r}{nearest(given, LANGUAGES) or ';'} there are {known}"
        )
    return given


def language_of(environment: Mapping[str, str]) -> str:
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = locale.partition("_")[0].partition(".")[0]
    return language if language in LANGUAGES else "en"


def named_options(game: Game, given: Sequence[str]) -> dict[str, str]:
    """Options of a game, written as `name=value`, by name."""
    options: dict[str, str] = {}
    for entry in given:
        name, equals, value = entry.partition("=")
        if not equals or not name:
            raise BadOption(f"--option {entry}: write it as name=value")
        if name in options:
            raise BadOption(f"--option {entry}: {name} is given twice")
        options[name] = value
    game.checked_options(options)
    return options


def read_text(file: str) -> str:
    """The text of a file, or of the input where it is called `-`."""
    if file == STDIN:
        return sys.stdin.read()
    return Path(file).read_text(encoding="utf-8", errors="replace")
