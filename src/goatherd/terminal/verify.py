"""The proof of a fair deal in a terminal: every check with its sign and in words."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text as Line

from goatherd.fairness import Check
from goatherd.words import Text

SIGNS = {True: ("✓", "green"), False: ("✗", "bold red")}


def show(console: Console, checks: Sequence[Check], language: str, *, noted: bool) -> None:
    """All checks; `noted` is whether a player had noted both commitment and nonce down."""
    for check in checks:
        sign, style = SIGNS[check.ok]
        words = check.text.say(language)
        console.print(Line.assemble((sign, style), f" {words}"), soft_wrap=True)
    console.print()
    console.print(Line(outcome(checks, noted=noted).say(language)), soft_wrap=True)


def outcome(checks: Sequence[Check], *, noted: bool) -> Text:
    """What all of that means."""
    if not all(check.ok for check in checks):
        return Text("This is no proof of a fair deal.")
    if not noted:
        return Text(
            "The record agrees with itself. To be sure that it is of your match, give the "
            "commitment and the nonce that you noted down (--commitment, --nonce)."
        )
    return Text("The table alone could not choose these cards.")
