"""A view of Goita as numbers: what the seat to act knows, seats counted from its own."""

from typing import Any

from goatherd.games.goita.cards import FACE_DOWN, KING, NONE, PLAYS, SEATS
from goatherd.games.goita.rules import HAS_CALLED, OVER, TO_REDEAL
from goatherd.rule import Part, State, rule
from goatherd.tensor import EIGHTH, HUNDREDTH, WHOLE, mark, share, shares

PIECE_CODES = FACE_DOWN + 1

OBSERVATION = (
    Part("hand", 8, "own pieces, by kind, by eighths"),
    Part("phase", OVER, "one-hot: first, point, shift, calls, decide, hide, defend, attack"),
    Part("attack on the table", 8, "one-hot by kind; all 0 if there is none"),
    Part("attacker", SEATS, "one-hot, own seat first; all 0 if there is no attack"),
    Part("dealer", SEATS, "one-hot, own seat first"),
    Part("king shown", 1, "1 once a king has been played face up"),
    Part("both kings", 1, "1 if the seat was dealt both"),
    Part("scores", 2, "own and other team's points, of 128", most=9),
    Part("pieces left", SEATS, "by seat, own first, by eighths"),
    Part("known pawns", SEATS, "called pawns known to be in each hand, by eighths"),
    Part("called", SEATS, "1 for each seat that has called five pawns"),
    Part("defence rows", SEATS * PLAYS * PIECE_CODES, "one-hot by seat, play and kind, then ?"),
    Part("face down", SEATS * PLAYS, "1 where a defence lies face down"),
    Part("attack rows", SEATS * PLAYS * 8, "one-hot by seat, play and kind"),
    Part("wants a redeal", SEATS, "1 for each seat that is known to have said so"),
)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    at = shares(out, 0, s.hand[seat], EIGHTH)
    at = mark(out, at, int(s.phase), OVER)
    at = mark(out, at, int(s.against), 8)
    at = mark(out, at, (int(s.attacker) - seat) & 3 if s.against != NONE else NONE, SEATS)
    at = mark(out, at, (int(s.dealer) - seat) & 3, SEATS)
    at = share(out, at, int(s.face_up[KING] > 0), WHOLE)
    at = share(out, at, int(s.both_kings[seat]), WHOLE)
    at = share(out, at, int(s.score[seat & 1]), HUNDREDTH)
    at = share(out, at, int(s.score[1 - (seat & 1)]), HUNDREDTH)
    observe_seats(s, seat, out, at)
    observe_rows(s, seat, out, at + 3 * SEATS)


@rule
def observe_seats(s: State, seat: int, out: Any, at: int) -> None:
    for i in range(SEATS):
        other = (seat + i) & 3
        share(out, at + i, int(s.left[other]), EIGHTH)
        share(out, at + SEATS + i, int(s.known[other]), EIGHTH)
        share(out, at + 2 * SEATS + i, int(s.answer[other] == HAS_CALLED), WHOLE)


@rule
def observe_rows(s: State, seat: int, out: Any, at: int) -> None:
    down = at + SEATS * PLAYS * PIECE_CODES
    attacks = down + SEATS * PLAYS
    redeals = attacks + SEATS * PLAYS * 8
    for i in range(SEATS):
        other = (seat + i) & 3
        for play in range(PLAYS):
            place = i * PLAYS + play
            mark(out, at + place * PIECE_CODES, int(s.defence[other, play]), PIECE_CODES)
            share(out, down + place, int(s.down[other, play]), WHOLE)
            mark(out, attacks + place * 8, int(s.attack[other, play]), 8)
        share(out, redeals + i, int(s.decided[other] == TO_REDEAL), WHOLE)
