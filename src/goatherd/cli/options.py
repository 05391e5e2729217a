"""Arguments and options that several commands take, and how their help writes examples."""

from typing import Annotated

import typer

from goatherd.game import games


def examples(*lines: str) -> str:
    """An epilog with a line for each example."""
    return "\n\n".join(["Examples:", *lines])


def _language(given: str) -> str:
    from goatherd.terminal.console import chosen_language

    return chosen_language(given)


NAMES = f"One of: {', '.join(games())}."
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=NAMES, show_default=False, autocompletion=games)
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="en|ko|ja",
        callback=_language,
        help="The language; unless given, that of the environment (LANG).",
        show_default=False,
    ),
]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="How many play; by default as few as can."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, as `goatherd games` lists them; may be repeated.",
    ),
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A saved match; - for the input.")]
