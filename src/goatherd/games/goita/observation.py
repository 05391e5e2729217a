"""A view of Goita as numbers: what the seat to act knows, seats counted from its own."""

from typing import Any

from goatherd.games.goita.cards import COUNTS, FACE_DOWN, HAND, NONE, PLAYS, SEATS
from goatherd.games.goita.rules import HAS_CALLED, OVER
from goatherd.rule import Part, State, rule

PIECE_CODES = FACE_DOWN + 1

OBSERVATION = (
    Part("hand", 8, "own pieces, by kind, as a share of all pieces of that kind"),
    Part("phase", OVER, "one-hot: first, point, shift, calls, decide, hide, defend, attack"),
    Part("attack on the table", 8, "one-hot by kind; all 0 if there is none"),
    Part("attacker", SEATS, "one-hot, own seat first; all 0 if there is no attack"),
    Part("dealer", SEATS, "one-hot, own seat first"),
    Part("king rights", 2, "a king has been shown; the seat was dealt both"),
    Part("scores", 2, "own and other team's points, by 150"),
    Part("pieces left", SEATS, "by seat, own first, by 8"),
    Part("known pawns", SEATS, "called pawns known to be in each hand, by 10"),
    Part("called", SEATS, "1 for each seat that has called five pawns"),
    Part("defence rows", SEATS * PLAYS * PIECE_CODES, "one-hot by seat, play and kind, then ?"),
    Part("face down", SEATS * PLAYS, "1 where a defence lies face down"),
    Part("attack rows", SEATS * PLAYS * 8, "one-hot by seat, play and kind"),
)


@rule
def observe(s: State, seat: int, out: Any) -> None:
    for i in range(out.size):
        out[i] = 0
    at = 8
    for kind in range(8):
        out[kind] = s.hand[seat, kind] / COUNTS[kind]
    if s.phase != OVER:
        out[at + int(s.phase)] = 1
    at += OVER
    if s.against != NONE:
        out[at + int(s.against)] = 1
        out[at + 8 + ((int(s.attacker) - seat) & 3)] = 1
    at += 8 + SEATS
    out[at + ((int(s.dealer) - seat) & 3)] = 1
    at += SEATS
    out[at] = s.king_shown
    out[at + 1] = s.both_kings[seat]
    out[at + 2] = s.score[seat & 1] / 150
    out[at + 3] = s.score[1 - (seat & 1)] / 150
    at += 4
    observe_seats(s, seat, out, at)
    observe_rows(s, seat, out, at + 3 * SEATS)


@rule
def observe_seats(s: State, seat: int, out: Any, at: int) -> None:
    for i in range(SEATS):
        other = (seat + i) & 3
        out[at + i] = s.left[other] / HAND
        out[at + SEATS + i] = s.known[other] / 10
        out[at + 2 * SEATS + i] = s.answer[other] == HAS_CALLED


@rule
def observe_rows(s: State, seat: int, out: Any, at: int) -> None:
    down = at + SEATS * PLAYS * PIECE_CODES
    attacks = down + SEATS * PLAYS
    for i in range(SEATS):
        other = (seat + i) & 3
        for play in range(PLAYS):
            place = i * PLAYS + play
            out[down + place] = s.down[other, play]
            if s.defence[other, play] != NONE:
                out[at + place * PIECE_CODES + int(s.defence[other, play])] = 1
            if s.attack[other, play] != NONE:
                out[attacks + place * 8 + int(s.attack[other, play])] = 1
