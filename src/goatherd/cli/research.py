"""Commands for who studies games: `study`, `crossplay`, `nashconv` and `data`."""

import secrets
from typing import Annotated

import typer

from goatherd.cli.options import GameName, Options, examples
from goatherd.game import load

app = typer.Typer()

Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", help="Processes; by default one for each core.")
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS|local",
        help="Work on a Ray cluster: its address, or `local` (docs/scale.md).",
    ),
]
Folder = Annotated[
    str | None,
    typer.Option("--resume", metavar="FOLDER", help="Keep what is done there, and go on from it."),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same again as with this seed.")]
PlayerNumbers = Annotated[
    str | None,
    typer.Option(
        "--players", "-p", metavar="2-5|2,4", help="How many play; by default all that can."
    ),
]


@app.command(
    epilog=examples(
        "goatherd study goat-n-goat --players 2-5 -n 1e6",
        "goatherd study goat-n-goat --players 3 --compare claims=one,each-colour",
        "goatherd study goita --option target=round --bots greedy -o pawn_calls=off",
    )
)
def study(
    game: GameName,
    players: PlayerNumbers = None,
    n: Annotated[
        str, typer.Option("-n", metavar="NUMBER", help="Matches of each kind, like 1e6.")
    ] = "1e5",
    seed: Seed = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", metavar="BOT,...", help="random, beginner or greedy; for all seats, or each."
        ),
    ] = "random",
    option: Options = None,
    compare: Annotated[
        str | None,
        typer.Option("--compare", metavar="OPTION=A,B", help="What an option's values change."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="The report; by default GAME.html.")
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    resume: Folder = None,
) -> None:
    """Play many matches, and write a report on seats, scores, lengths and rules.

    One page with plots, and beside it its data as Parquet.
    """
    from goatherd.research.scale import Where
    from goatherd.terminal import console, research, simulate

    chosen = load(game)
    plan = research.study_plan(
        chosen,
        players,
        simulate.checked_count(n),
        secrets.randbits(32) if seed is None else seed,
        bots,
        console.named_options(chosen, option or ()),
        compare,
    )
    research.study(plan, out or f"{chosen.name}.html", Where(ray, jobs, resume))
