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


@app.command(
    epilog=examples(
        "goatherd nashconv goat-n-goat --size mini --bot random --bot greedy --bot search:100",
        "goatherd nashconv goat-lords --bot search:10 --seeds 5 --cfr 10,100 --mccfr 10000",
    )
)
def nashconv(
    game: GameName,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="BOT", help="As `goatherd bots` lists; may be repeated."),
    ] = None,
    size: Annotated[str, typer.Option("--size", help="Of the game: mini.")] = "mini",
    players: Annotated[int | None, typer.Option("--players", "-p")] = None,
    seeds: Annotated[
        int, typer.Option("--seeds", help="Of each bot; its policy is the mean of them.")
    ] = 3,
    cfr: Annotated[
        str | None,
        typer.Option("--cfr", metavar="N,N,...", help="OpenSpiel's CFR after so many iterations."),
    ] = None,
    mccfr: Annotated[
        str | None, typer.Option("--mccfr", metavar="N,N,...", help="And its sampling MCCFR.")
    ] = None,
    option: Options = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Also write the table as CSV.")
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    resume: Folder = None,
) -> None:
    """How much bots could be won from by who knows them, exactly, on a tiny game.

    For each seat, what it wins by the best answer to the others; with two players the sum is the
    distance from an equilibrium, with partners it is by seat.
    """
    from goatherd.research.nashconv import Plan
    from goatherd.research.scale import Where
    from goatherd.terminal import console, research

    chosen = load(game)
    options = {"size": size, **console.named_options(chosen, option or ())}
    chosen.checked_options(options)
    plan = Plan(
        chosen.name,
        chosen.checked_players(players),
        tuple(options.items()),
        tuple(research.named_bots(bot or [])),
        research.counted("--seeds", seeds),
        research.iterations("--cfr", cfr),
        research.iterations("--mccfr", mccfr),
    )
    research.nashconv(plan, out, Where(ray, jobs, resume))


@app.command(
    epilog=examples(
        "goatherd crossplay goita --bots random,beginner,greedy,search:100 -n 100",
        "goatherd crossplay goat-1916 --bots random,greedy --against greedy --out table.csv",
    )
)
def crossplay(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", metavar="BOT,BOT,...", help="At least two.")],
    against: Annotated[
        str, typer.Option("--against", metavar="BOT", help="Whom two partners play against.")
    ] = "greedy",
    n: Annotated[str, typer.Option("-n", metavar="NUMBER", help="Deals of each cell.")] = "100",
    players: Annotated[int | None, typer.Option("--players", "-p")] = None,
    seed: Seed = None,
    option: Options = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="The table, by default GAME.csv; and an .svg."),
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    resume: Folder = None,
) -> None:
    """Let everybody play everybody, and partners with strangers: a table and a heat map."""
    from goatherd.research.crossplay import Plan
    from goatherd.research.scale import Where
    from goatherd.terminal import console, research, simulate

    chosen = load(game)
    plan = Plan(
        chosen.name,
        chosen.checked_players(players),
        tuple(console.named_options(chosen, option or ()).items()),
        tuple(research.named_bots(bots.split(","))),
        research.named_bots([against])[0],
        simulate.checked_count(n),
        secrets.randbits(32) if seed is None else seed,
    )
    research.crossplay(plan, out or f"{chosen.name}.csv", Where(ray, jobs, resume))


@app.command(
    epilog=examples(
        "goatherd data goita -n 1000 --bots greedy --seed 1 --out goita-data",
        "goatherd data goita --check goita-data",
    )
)
def data(
    game: GameName,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FOLDER", help="Where the tables go.")
    ] = None,
    check: Annotated[
        str | None, typer.Option("--check", metavar="FOLDER", help="Replay what is there instead.")
    ] = None,
    n: Annotated[str, typer.Option("-n", metavar="NUMBER", help="Matches.")] = "1000",
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,...", help="For all seats, or each.")
    ] = "random",
    players: Annotated[int | None, typer.Option("--players", "-p")] = None,
    seed: Seed = None,
    option: Options = None,
    jobs: Jobs = None,
    ray: Ray = None,
    resume: Folder = None,
) -> None:
    """Make matches and their decisions as Parquet, with a card; or check such a folder."""
    from goatherd.research.data import Plan
    from goatherd.research.scale import Where
    from goatherd.terminal import console, research, simulate

    chosen = load(game)
    if check is not None:
        research.check_data(check)
        return
    plan = Plan(
        chosen.name,
        chosen.checked_players(players),
        tuple(console.named_options(chosen, option or ()).items()),
        tuple(research.named_bots(bots.split(","))),
        simulate.checked_count(n),
        secrets.randbits(32) if seed is None else seed,
    )
    research.data(plan, out or f"{chosen.name}-data", Where(ray, jobs, resume))
