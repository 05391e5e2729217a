"""Commands about bots: `ladder`, `bots` and `bot`."""

from typing import Annotated

import typer

from goatherd.cli.options import GameName, Options, Players, examples
from goatherd.game import load

app = typer.Typer()


@app.command(
    epilog=examples(
        "goatherd ladder goita --bots random,greedy -n 100",
        "goatherd ladder goat-lords --players 4 --bots greedy,search:0.1s -n 200 --csv lords.csv",
        "goatherd ladder goita --bots 'greedy,exec:./mybot --quick' -n 1000 --seed 1",
    )
)
def ladder(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="BOT,BOT,...",
            help="At least two, as `goatherd bots` lists them.",
            show_default=False,
        ),
    ],
    n: Annotated[
        str, typer.Option("-n", metavar="NUMBER", help="How many deals for each two bots.")
    ] = "100",
    players: Players = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same deals as another run with this seed.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", help="Processes; by default one for each core.")
    ] = None,
    option: Options = None,
    csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="FILE", help="Keep each match there, and go on from it."),
    ] = None,
    lone: Annotated[
        bool,
        typer.Option("--lone", help="Only each later-named bot alone among earlier-named ones."),
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Write the tables for a page.")
    ] = False,
) -> None:
    """Let bots play each other on duplicate deals, and rate them.

    Every two bots play the same cards with seats exchanged. Ctrl-C keeps what is done: the same
    command goes on from there.
    """
    from goatherd.terminal import console, ladder

    chosen = load(game)
    options = console.named_options(chosen, option or ())
    plan = ladder.planned(chosen, bots, n, players, options, seed, csv, lone=lone)
    count = ladder.checked_jobs(jobs)
    found = ladder.play(plan, count, csv, ladder.progress_bar(console.errors()))
    ladder.show(console.output(), plan, found, markdown=markdown)


@app.command("bots", epilog=examples("goatherd bots"))
def list_bots() -> None:
    """List the bots: how each is written, and what it is."""
    from goatherd.terminal import bot, console

    bot.show(console.output())


@app.command(
    "bot",
    epilog=examples(
        "goatherd bot goita --bot greedy",
        "goatherd bot goat-lords --level 3",
        "goatherd ladder goita --bots 'random,exec:goatherd bot goita --bot greedy' -n 10",
    ),
)
def serve_bot(
    game: GameName,
    level: Annotated[
        int | None, typer.Option("--level", help="A level of strength, as `goatherd bots` lists.")
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="BOT", help="A bot, as `goatherd bots` lists them."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="For bots that roll dice: to repeat what they do.")
    ] = None,
) -> None:
    """Answer views with decisions, a line of JSON each: a bot for other programs.

    The lines are described in docs/bot-protocol.md.
    """
    from goatherd.terminal import bot as talking

    talking.serve(load(game).name, talking.chosen(level, bot, seed))
