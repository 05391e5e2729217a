"""The options of Goita, and how they and a given order get into a record."""

from collections import Counter
from collections.abc import Sequence

from goatherd.contract import Partners
from goatherd.errors import BadOption, BadRecord, quoted
from goatherd.games.goita.cards import KINDS, NONE, PACKS, SEATS
from goatherd.games.goita.line import hands_of_line
from goatherd.games.goita.rules import FIVE, NO_CALLS, OPEN_CALLS, SECRET_CALLS
from goatherd.rule import NOBODY, SIZE, Option, Options, State
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
    SIZE,
)


KING, PAWN = Text("a king"), Text("a pawn")

PARTNERS = Partners(
    pieces=("king", "king", "pawn", "pawn"),
    words=(KING, KING, PAWN, PAWN),
    option=("ritual", "on"),
    why=Text(
        "Who draws a king says who deals first, and that is part of the ritual: turn it on to draw "
        "for partners (GOITA-4, GOITA-26)."
    ),
)
"""GOITA-26."""


def clash(options: Options) -> Text | None:
    """GOITA-4; and a mini is a single round."""
    if options["size"] != SIZE.default and options["target"] not in (ROUND, OPTIONS[0].default):
        return Text(
            "target: with size={size}, a match is a single round", size=str(options["size"])
        )
    if options["ritual"] == "on" and options["dealer"] != 0:
        return Text("With the ritual on, it is the ritual that chooses the first dealer (GOITA-4).")
    return None


def configure(s: State, players: int, options: Options) -> None:
    s.players = players
    s.turn = NOBODY
    single = options["target"] == ROUND or options["size"] != SIZE.default
    s.target = 0 if single else options["target"]
    s.ritual = options["ritual"] == "on"
    s.pawn_calls = CALLS[str(options["pawn_calls"])]
    s.dealer = options["dealer"]
    pack = PACKS[str(options["size"])]
    s.hand_size = pack.hand
    s.pieces = len(pack.pieces)
    s.counts[:] = pack.counts
    s.box[: s.pieces] = pack.pieces
    s.circle[:] = s.box
    if pack.hand < FIVE:  # nobody can hold five pawns, and so nobody is asked (GOITA-6)
        s.pawn_calls = NO_CALLS
    s.won = NONE
    s.last_winner = NOBODY


def arrange(s: State, order: Sequence[str]) -> None:
    """Set up from all pieces, the dealer's first piece first, or from the four hands of a line."""
    if len(order) == SEATS:
        order = _dealt_from(order, int(s.dealer), int(s.hand_size))
    unknown = [piece for piece in order if piece not in KINDS]
    if unknown:
        known = ", ".join(KINDS)
        raise BadOption(f"order: there is no piece {quoted(unknown[0])}; pieces are {known}")
    found = Counter(order)
    for kind, count in zip(KINDS, s.counts, strict=True):
        if found[kind] != count:
            raise BadOption(f"order: {found[kind]} of {kind}, and there are {count} (GOITA-1)")
    s.circle[: len(order)] = [KINDS.index(piece) for piece in order]
    s.ordered = 1


def _dealt_from(line: Sequence[str], dealer: int, size: int) -> list[str]:
    """The order of the circle that deals the hands of a line: one piece each, the dealer first."""
    try:
        hands = hands_of_line(line)
    except BadRecord as error:
        raise BadOption(f"order: {error}") from None
    if any(len(hand) != size for hand in hands):
        raise BadOption(f"order: each of the four hands of a line has {size} pieces (GOITA-5)")
    turns = [(dealer + step) % SEATS for step in range(SEATS)]
    return [hands[seat][piece] for piece in range(size) for seat in turns]
