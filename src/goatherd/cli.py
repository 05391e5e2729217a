"""The command `goatherd`. Each command imports what it needs when it is called."""

import secrets
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from goatherd import __version__
from goatherd.errors import BadOption, BadRecord, IllegalMove, UnknownGame
from goatherd.game import games, load, replay

OURS = (UnknownGame, BadOption, IllegalMove, BadRecord)
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
        except KeyboardInterrupt:
            raise failed("stopped", INTERRUPTED, "") from None


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
        "goatherd play goita --seat 2 --option target=round",
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
    option: Options = None,
    language: Language = "",
    hot_seat: Annotated[
        bool, typer.Option("--hot-seat", help="People at all seats, who hand the screen on.")
    ] = False,
) -> None:
    """Play a match line by line. For now, your opponents choose at random."""
    from goatherd.terminal import console, play

    out = console.output()
    named = game or play.choose_game(out, language)
    if named is not None:
        chosen = load(named)
        options = console.named_options(chosen, option or ())
        match = chosen.new(players, seed, None, **options)
        people = play.people_at(match, seat, hot_seat=hot_seat)
        play.Session(match, people, out, language).run()


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
    from goatherd.terminal import console
    from goatherd.terminal import replay as showing

    match = replay(console.read_text(file))
    shown = showing.checked_showing(match, seat, open_cards=open_cards)
    tell = showing.step if step else showing.tell
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


def main() -> None:
    app()
