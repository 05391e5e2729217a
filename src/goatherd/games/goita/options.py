"""The options of Goita, and how they and a given order get into a record."""

from collections import Counter
from collections.abc import Sequence

from goatherd.errors import BadOption, BadRecord, quoted
from goatherd.games.goita.cards import COUNTS, HAND, KINDS, NONE, PIECES, SEATS
from goatherd.games.goita.line import hands_of_line
from goatherd.games.goita.rules import NO_CALLS, OPEN_CALLS, SECRET_CALLS
from goatherd.rule import NOBODY, Option, Options, State
from goatherd.words import Text

ROUND = "round"
"""`target`: a single round."""
CALLS = {"off": NO_CALLS, "on": SECRET_CALLS, "open": OPEN_CALLS}

OPTIONS = (
    Option(
        "target",
        150,
        Text("The points that win the match; or a single round (GOITA-2)."),
        choices=(ROUND,),
        low=10,
        high=1000,
    ),
    Option(
        "ritual",
        "off",
        Text("Whether a team chooses the first dealer and the circle is cut (GOITA-4)."),
        choices=("off", "on"),
    ),
    Option(
        "pawn_calls",
        "on",
        Text("Whether five or more pawns may be called: in secret, openly, or not (GOITA-14)."),
        choices=("on", "open", "off"),
    ),
    Option(
        "dealer",
        0,
        Text("Who deals the first round (GOITA-3)."),
        low=0,
        high=SEATS - 1,
        seats=True,
    ),
)


def clash(options: Options) -> Text | None:
    """GOITA-4."""
    if options["ritual"] == "on" and options["dealer"] != 0:
        return Text("With the ritual on, it is the ritual that chooses the first dealer (GOITA-4).")
    return None


def configure(s: State, players: int, options: Options) -> None:
    s.players = players
    s.turn = NOBODY
    s.target = 0 if options["target"] == ROUND else options["target"]
    s.ritual = options["ritual"] == "on"
    s.pawn_calls = CALLS[str(options["pawn_calls"])]
    s.dealer = options["dealer"]
    s.circle[:] = PIECES
    s.won = NONE
    s.last_winner = NOBODY


def arrange(s: State, order: Sequence[str]) -> None:
    """Set up from 32 pieces, the dealer's first piece first, or from the four hands of a line."""
    if len(order) == SEATS:
        order = _dealt_from(order, int(s.dealer))
    unknown = [piece for piece in order if piece not in KINDS]
    if unknown:
        known = ", ".join(KINDS)
        raise BadOption(f"order: there is no piece {quoted(unknown[0])}; pieces are {known}")
    found = Counter(order)
    for kind, count in zip(KINDS, COUNTS, strict=True):
        if found[kind] != count:
            raise BadOption(f"order: {found[kind]} of {kind}, and there are {count} (GOITA-1)")
    s.circle[:] = [KINDS.index(piece) for piece in order]
    s.ordered = 1


def _dealt_from(line: Sequence[str], dealer: int) -> list[str]:
    """The order of the circle that deals the hands of a line: one piece each, the dealer first."""
    try:
        hands = hands_of_line(line)
    except BadRecord as error:
        raise BadOption(f"order: {error}") from None
    if any(len(hand) != HAND for hand in hands):
        raise BadOption("order: each of the four hands of a line has eight pieces (GOITA-5)")
    turns = [(dealer + step) % SEATS for step in range(SEATS)]
    return [hands[seat][piece] for piece in range(HAND) for seat in turns]
