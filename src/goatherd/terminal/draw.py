"""Drawing for partners before a match in the terminal (GOITA-26)."""

from collections.abc import Collection

from rich.console import Console

from goatherd.contract import Partners
from goatherd.game import load
from goatherd.match import Match
from goatherd.partners import DRAW_TAG, checked_draw, mixed, seats_by_pieces
from goatherd.terminal.console import ask
from goatherd.words import Text


def draw_partners(
    match: Match, people: Collection[int], console: Console, language: str
) -> list[int] | None:
    """The seats that these people have drawn, in their order; None at the end of the input.

    BadOption where nobody can draw. What is drawn comes from the seed, as the pieces to play do;
    the match's record tells of it.
    """
    partners = checked_draw(load(match.game), match.options)
    lying = mixed(partners.pieces, DRAW_TAG, match.seed)
    drawn: list[int] = []
    for chair in range(match.players):
        left = [place for place in range(match.players) if place not in drawn]
        place = left[0] if chair not in people else asked(chair, left, console, language)
        if place is None:
            return None
        drawn.append(place)
    match.drawn = tuple(drawn)
    seats = seats_by_pieces(lying, partners.pieces, drawn)
    show(partners, [lying[place] for place in drawn], seats, console, language)
    return [seats[chair] for chair in sorted(people)]


def asked(chair: int, left: list[int], console: Console, language: str) -> int | None:
    """The piece that somebody points at."""
    question = Text(
        "Player {number}, point at a piece that lies face down ({places}):",
        number=chair + 1,
        places=[place + 1 for place in left],
    )
    while (answer := ask(console, question, language)) is not None:
        if answer.isdecimal() and int(answer) - 1 in left:
            return int(answer) - 1
        console.print(Text("Type one of these numbers.").say(language))
    return None


def show(
    partners: Partners, pieces: list[str], seats: list[int], console: Console, language: str
) -> None:
    """All pieces turned up, and where everybody sits down."""
    for chair, (piece, seat) in enumerate(zip(pieces, seats, strict=True)):
        told = Text(
            "Player {number} has drawn {piece}: seat {seat}.",
            number=chair + 1,
            piece=partners.words[partners.pieces.index(piece)],
            seat=seat + 1,
        )
        console.print(told.say(language))
