"""Commands about a game: `games`, `rules`, `learn`, `play` and `simulate`."""

import secrets
from typing import Annotated

import typer

from goatherd.cli.options import NAMES, GameName, Language, Options, Players, examples
from goatherd.game import games, load

app = typer.Typer()


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
    from goatherd import book
    from goatherd.terminal import console, page

    chosen = load(game)
    if players is not None:
        chosen.checked_players(players)
    pages = [book.glance_in_words(game, language), book.rules(game, language, players)]
    page.show(console.output(), "\n\n".join(filter(None, pages)), pager=pager)


@app.command(
    epilog=examples(
        "goatherd learn goita",
        "goatherd learn goat-lords --lesson 2-duels-and-action-cards",
        "goatherd learn goita --list --lang ja",
    )
)
def learn(
    game: GameName,
    lesson: Annotated[
        str | None, typer.Option("--lesson", help="Which one; by default the first.")
    ] = None,
    step: Annotated[int, typer.Option("--step", help="Where to go on, counted from 1.")] = 1,
    show_list: Annotated[bool, typer.Option("--list", help="List the game's lessons.")] = False,
    language: Language = "",
) -> None:
    """Learn a game in two minutes, by playing it with a coach."""
    from goatherd import lesson as taught
    from goatherd.terminal import console, learn

    out = console.output()
    names = taught.lessons(load(game).name)
    if show_list:
        learn.show_lessons(out, game, language)
        return
    chosen = taught.lesson(game, lesson or next(iter(names), ""))
    learn.Coach(chosen, learn.checked_place(chosen, step), out, language).run()


@app.command(
    epilog=examples(
        "goatherd play",
        "goatherd play goita --seat 2 --option target=round --level 4",
        "goatherd play goat-lords --players 3 --hot-seat",
        "goatherd play goita --option ritual=on --hot-seat --draw",
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
    seat: Annotated[int, typer.Option("--seat", "-s", help="Your seat, counted from 1.")] = 1,
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
    draw: Annotated[
        bool, typer.Option("--draw", help="Draw for partners first (Goita, with its ritual on).")
    ] = False,
) -> None:
    """Play a match line by line against bots, or with people at one screen."""
    from goatherd.bots.levels import level_bot
    from goatherd.terminal import console, play
    from goatherd.terminal.draw import draw_partners

    out = console.output()
    named = game or play.choose_game(out, language)
    if named is not None:
        chosen = load(named)
        options = console.named_options(chosen, option or ())
        match = chosen.new(players, seed, None, **options)
        people: list[int] | None = play.people_at(match, seat - 1, hot_seat=hot_seat)
        assert people is not None
        if draw:
            people = draw_partners(match, people, out, language)
            if people is None:
                return
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
