"""The command `goatherd`. Each command imports what it needs when it is called."""

import gc
import secrets
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from goatherd import __version__
from goatherd.errors import (
    BadOption,
    BadRecord,
    BadView,
    BotFailed,
    IllegalMove,
    NothingToDecide,
    OutOfService,
    UnknownBot,
    UnknownGame,
)
from goatherd.game import games, load, replay

OURS = (
    *(UnknownGame, UnknownBot, BadOption, IllegalMove, BadRecord),
    *(BadView, NothingToDecide, BotFailed, OutOfService),
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


def examples(*lines: str) -> str:
    """An epilog with a line for each example."""
    return "\n\n".join(["Examples:", *lines])


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples("goatherd play goita", "goatherd rules goat-lords --players 3 --lang ko"),
)


def _language(given: str) -> str:
    from goatherd.terminal.console import chosen_language

    return chosen_language(given)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"goatherd {__version__}")
        raise typer.Exit


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


@app.callback()
def goatherd(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Play and study four goat games in which you see only part of the cards."""


@app.command("games", epilog=examples("goatherd games", "goatherd games --lang ja"))
def list_games(language: Language = "") -> None:
    """List the games: players, a sentence about each, and its options."""
    from goatherd.terminal import console, games

    games.show(console.output(), language)


@app.command(
    epilog=examples(
        "goatherd rules goita",
        "goatherd rules goat-n-goat --players 3 --lang ko",
        "goatherd rules goat-1916 --no-pager > rules.txt",
    )
)
def rules(
    game: GameName,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="Leave out what holds only for other numbers."),
    ] = None,
    language: Language = "",
    pager: Annotated[
        bool, typer.Option("--pager/--no-pager", help="Page through a long book on a terminal.")
    ] = True,
) -> None:
    """Show the rule book of a game, for all numbers of players or for one."""
    from goatherd.terminal import book, console

    chosen = load(game)
    if players is not None:
        chosen.checked_players(players)
    book.show(console.output(), book.rules(game, language, players), pager=pager)


@app.command(
    epilog=examples(
        "goatherd play",
        "goatherd play goita --seat 2 --option target=round --level 4",
        "goatherd play goat-lords --players 3 --hot-seat",
    )
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help=f"{NAMES} Asked for if left out.",
            show_default=False,
            autocompletion=games,
        ),
    ] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", "-s", help="Your seat, counted from 0.")] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same cards as another match with this seed.")
    ] = None,
    level: Annotated[
        int, typer.Option("--level", help="How strong the others are: 1 (gentle) to 5 (strong).")
    ] = 2,
    option: Options = None,
    language: Language = "",
    hot_seat: Annotated[
        bool, typer.Option("--hot-seat", help="People at all seats, who hand the screen on.")
    ] = False,
) -> None:
    """Play a match line by line against bots, or with people at one screen."""
    from goatherd.bots.levels import level_bot
    from goatherd.terminal import console, play

    out = console.output()
    named = game or play.choose_game(out, language)
    if named is not None:
        chosen = load(named)
        options = console.named_options(chosen, option or ())
        match = chosen.new(players, seed, None, **options)
        people = play.people_at(match, seat, hot_seat=hot_seat)
        bot = level_bot(level, match.seed)
        play.Session(match, people, bot, out, language).run()


@app.command(
    epilog=examples(
        "goatherd simulate goita",
        "goatherd simulate goat-n-goat -n 1e6 --players 5 --seed 1",
        "goatherd simulate goita -n 20_000 --option target=round --csv rounds.csv",
    )
)
def simulate(
    game: GameName,
    n: Annotated[
        str, typer.Option("-n", metavar="NUMBER", help="How many matches, like 1000000 or 1e6.")
    ] = "1e5",
    players: Players = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The same matches as another run with this seed.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", help="By default, one for each core.")
    ] = None,
    option: Options = None,
    csv: Annotated[
        str | None, typer.Option("--csv", metavar="FILE", help="Write a row for each match.")
    ] = None,
) -> None:
    """Play random matches at full speed, and show scores, wins and lengths with intervals."""
    from goatherd.terminal import console, simulate

    chosen = load(game)
    plan = simulate.Plan(
        chosen,
        simulate.checked_count(n),
        chosen.checked_players(players),
        secrets.randbits(32) if seed is None else seed,
        console.named_options(chosen, option or ()),
    )
    progress = simulate.progress_bar(console.errors())
    simulate.show(console.output(), plan, simulate.run(plan, threads, csv, progress))


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


@app.command(
    epilog=examples(
        "goatherd review match.txt",
        "goatherd review match.txt --think 1 --seat 0 --chart match.svg",
    )
)
def review(
    file: File,
    think: Annotated[
        float, typer.Option("--think", help="Seconds for each decision; more is surer.")
    ] = 0.2,
    seat: Annotated[
        int | None, typer.Option("--seat", "-s", help="List only the decisions of this seat.")
    ] = None,
    chart: Annotated[
        str | None,
        typer.Option("--chart", metavar="FILE", help="Draw who was winning when: .png or .svg."),
    ] = None,
    language: Language = "",
) -> None:
    """Go through a finished match: what each decision cost, compared with the best one.

    Decisions are judged by what their seat could know. A round of Goita is solved instead, with all
    hands open, and costs are exact.
    """
    from goatherd.terminal import console
    from goatherd.terminal import review as going_through

    match = replay(console.read_text(file))
    going_through.run(match, think, seat, chart, language)


@app.command(
    "replay",
    epilog=examples(
        "goatherd replay match.txt",
        "goatherd replay match.txt --step --seat 2",
        "goatherd replay match.txt --open --lang ja",
    ),
)
def replay_match(
    file: File,
    step: Annotated[
        bool, typer.Option("--step", help="Draw the table after each decision, one at a time.")
    ] = False,
    seat: Annotated[
        int | None,
        typer.Option("--seat", "-s", help="As this seat saw it; as a spectator unless given."),
    ] = None,
    open_cards: Annotated[
        bool, typer.Option("--open", help="With all cards open, if the match is finished.")
    ] = False,
    language: Language = "",
) -> None:
    """Play a saved match again, and tell in words what happened."""
    from goatherd.showing import checked_showing
    from goatherd.terminal import console
    from goatherd.terminal import replay as replaying

    match = replay(console.read_text(file))
    shown = checked_showing(match, seat, open_cards=open_cards)
    tell = replaying.step if step else replaying.tell
    tell(console.output(), match, shown, language)


@app.command(
    epilog=examples(
        "goatherd line 12345678,12345679,11112345,11112345,s1,113,2p,3p,431 > round.txt",
        "goatherd line round.txt",
        "goatherd line 12345678,xxxxxxxx,xxxxxxxx,xxxxxxxx,s1,1x3",
    )
)
def line(
    text: Annotated[
        str,
        typer.Argument(metavar="[TEXT]", help="A line, or the file of a record; - for the input."),
    ] = "-",
    language: Language = "",
) -> None:
    """Turn a line of Goita into a record, and a record into the line of its last round.

    Of a line that hides pieces, the table is shown as its seat sees it.
    """
    from goatherd.terminal import console
    from goatherd.terminal.line import show

    show(console.output(), text, language)


@app.command(
    epilog=examples(
        "goatherd solve 12345678,12345679,11112345,11112345,s1,113,2p,3p,431",
        "goatherd solve round.txt",
        "goatherd solve 11667789,11122345,11122345,11334455,s1 --lang ja",
    )
)
def solve(
    text: Annotated[
        str,
        typer.Argument(metavar="[LINE]", help="A line, or the file of a record; - for the input."),
    ] = "-",
    language: Language = "",
) -> None:
    """Say what every decision of a Goita round is worth with best play, all hands open.

    The points are those of the round for the team of the player to act.
    """
    from goatherd.terminal import console, solve

    solve.show(console.output(), solve.solved(solve.position(text)), language)


@app.command(
    epilog=examples(
        "goatherd verify match.txt",
        "goatherd verify match.txt --commitment 5234d5... --nonce 'Baa, says the black goat'",
    )
)
def verify(
    file: File,
    commitment: Annotated[
        str | None,
        typer.Option(
            "--commitment", metavar="HEX", help="What the table showed before you sat down."
        ),
    ] = None,
    nonce: Annotated[
        str | None, typer.Option("--nonce", metavar="TEXT", help="What you added to the deal.")
    ] = None,
    language: Language = "",
) -> None:
    """Check that the cards of a match from a live table were dealt fairly.

    docs/fairness.md says what that proves. The exit code is 1 if any check fails.
    """
    from goatherd import fairness
    from goatherd.terminal import console
    from goatherd.terminal import verify as proof

    checks = fairness.verify(console.read_text(file), commitment, nonce)
    noted = commitment is not None and nonce is not None
    proof.show(console.output(), checks, language, noted=noted)
    if not all(check.ok for check in checks):
        raise typer.Exit(1)


Database = Annotated[
    str,
    typer.Option(
        metavar="URL",
        help="sqlite:///FILE or postgresql://...; one file in your data folder by default.",
    ),
]
Matches = Annotated[Path, typer.Argument(metavar="FILE", help="A file of finished matches.")]


@app.command(
    epilog=examples(
        "goatherd serve",
        "goatherd serve --host 0.0.0.0 --port 80",
        "goatherd serve --database postgresql://goat@localhost/goatherd --workers 4",
    )
)
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 0.0.0.0 is everywhere, not only this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 8765,
    database: Database = "",
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that answer; several need PostgreSQL.")
    ] = 1,
    bots: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes in which bots think.")
    ] = None,
    pace: Annotated[
        float,
        typer.Option(min=0.0, max=10.0, help="How slowly bots move: 1 as people do, 0 at once."),
    ] = 1.0,
    window: Annotated[
        float,
        typer.Option(min=0.0, max=60.0, help="Seconds in which pawns may be called in Goita."),
    ] = 8.0,
    rate: Annotated[
        float, typer.Option(min=0.0, help="Requests a second from one client; 0: any number.")
    ] = 20.0,
    secure: Annotated[
        bool, typer.Option(help="Cookies for https alone: say so behind a proxy that speaks it.")
    ] = False,
) -> None:
    """Open the site: play in the browser, alone or with friends."""
    gc.disable()  # modules are no garbage, and looking for it takes a tenth of the start
    from goatherd.web.serve import default_database
    from goatherd.web.serve import serve as open_site
    from goatherd.web.site import Settings

    gc.enable()
    settings = Settings(
        database=database or default_database(),
        pace=pace,
        window=window,
        rate=rate,
        burst=6 * rate,
        bots=bots,
        secure=secure,
    )
    open_site(settings, host, port, workers)


@app.command(epilog=examples("goatherd export matches.txt"))
def export(file: Matches, database: Database = "") -> None:
    """Write all finished matches of a site to a new file, as records."""
    from goatherd.terminal import console
    from goatherd.web import archive
    from goatherd.web.serve import default_database

    written = archive.export(database or default_database(), file, console.errors())
    console.output().print(f"{written.matches} matches written to {file}")
    for table, reason in written.left_out:
        console.errors().print(f"left out {table}: {reason}")


@app.command("import", epilog=examples("goatherd import matches.txt --database postgresql://..."))
def import_(file: Matches, database: Database = "") -> None:
    """Take finished matches of another site into this one. Twice does no harm."""
    from goatherd.terminal import console
    from goatherd.web import archive
    from goatherd.web.serve import default_database

    taken = archive.import_(database or default_database(), file, console.errors())
    console.output().print(f"{taken.new} matches are new, {taken.known} were known")


def main() -> None:
    app()
