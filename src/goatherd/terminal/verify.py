"""The proof of a fair deal in a terminal: every check with its sign and in words."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text as Line

from goatherd.fairness import Check
from goatherd.words import Text

SIGNS = {True: ("✓", "green"), False: ("✗", "bold red")}


def show(console: Console, checks: Sequence[Check], conclusion: Text, language: str) -> None:
    """All checks, and what they mean together."""
    for check in checks:
        sign, style = SIGNS[check.ok]
        words = check.text.say(language)
        console.print(Line.assemble((sign, style), f" {words}"), soft_wrap=True)
    console.print()
    console.print(Line(conclusion.say(language)), soft_wrap=True)
