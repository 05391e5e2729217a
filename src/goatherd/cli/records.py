"""Commands about a saved match: `review`, `replay`, `line`, `solve` and `verify`."""

from typing import Annotated

import typer

from goatherd.cli.options import File, Language, examples
from goatherd.game import replay

app = typer.Typer()


def place_of(seat: int | None) -> int | None:
    """A seat as programs count it: people count from 1."""
    return None if seat is None else seat - 1


@app.command(
    epilog=examples(
        "goatherd review match.txt",
        "goatherd review match.txt --think 1 --seat 1 --chart match.svg",
    )
)
def review(
    file: File,
    think: Annotated[
        float, typer.Option("--think", help="Seconds for each decision; more is surer.")
    ] = 0.2,
    seat: Annotated[
        int | None,
        typer.Option("--seat", "-s", help="List only the decisions of this seat, counted from 1."),
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
    going_through.run(match, think, place_of(seat), chart, language)


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
        typer.Option(
            "--seat",
            "-s",
            help="As this seat, counted from 1, saw it; unless given, as a spectator.",
        ),
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
    shown = checked_showing(match, place_of(seat), open_cards=open_cards)
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
        "goatherd verify match.txt --digest 5234d5...",
        "goatherd verify match.txt --commitment 8f14e4... --nonce 'Baa, says the black goat'",
    )
)
def verify(
    file: File,
    digest: Annotated[
        str | None,
        typer.Option(
            "--digest", metavar="HEX", help="What the table showed before nonces were opened."
        ),
    ] = None,
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

    record = console.read_text(file)
    checks = fairness.verify(record, commitment, nonce, digest)
    meaning = fairness.conclusion(record, checks, commitment, nonce, digest)
    proof.show(console.output(), checks, meaning, language)
    if not all(check.ok for check in checks):
        raise typer.Exit(1)
