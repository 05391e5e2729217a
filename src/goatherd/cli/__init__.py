"""The command `goatherd`. Each command imports what it needs when it is called."""

from typing import Annotated

import typer

from goatherd import __version__
from goatherd.cli import bots, games, records, research, site
from goatherd.cli.failures import Commands
from goatherd.cli.options import examples

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("goatherd play goita", "goatherd rules goat-lords --players 3 --lang ko"),
)
for commands in (games, bots, records, research, site):  # in the order of the help
    app.add_typer(commands.app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"goatherd {__version__}")
        raise typer.Exit


@app.callback()
def goatherd(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Play and study four goat games in which you see only part of the cards."""


def main() -> None:
    app()
