"""The one-line notation of a Goita round, as players exchange it.

    12345678,12345679,11112345,11112345,s1,113,2p,3p,431,1p,2p,315

Four hands (players 1 to 4 are seats 0 to 3), the dealer, then the moves: player, defence, attack,
or player and `p`. Digits: 1 pawn, 2 lance, 3 knight, 4 silver, 5 gold, 6 bishop, 7 rook, 8 and 9
the two kings, of which the first in seat order is 8. In a line that hides things an unknown piece
is `x`: such a line is what one seat sees, whose hand stands there whole, or what a spectator sees.
A line starts after the calls; five pawns of a hand that is otherwise unknown were called.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from goatherd.errors import BadRecord, quoted
from goatherd.games.goita.cards import FACE_DOWN, FULL, HAND, KINDS, NONE, PLAYS, SEATS
from goatherd.games.goita.knowledge import undealt
from goatherd.games.goita.rules import CALLING, FIVE, HAS_CALLED
from goatherd.rule import NOBODY, Opening, State
from goatherd.table import UNKNOWN

DIGITS = {
    "1": "pawn",
    "2": "lance",
    "3": "knight",
    "4": "silver",
    "5": "gold",
    "6": "bishop",
    "7": "rook",
    "8": "king",
    "9": "king",
    "x": UNKNOWN,
}
DIGIT_OF = {kind: digit for digit, kind in reversed(DIGITS.items())}
FIELDS = re.compile(r"s(?P<dealer>[1-4])|(?P<player>[1-4])(?:(?P<pass>p)|([1-9x])([1-9]))")


class Move(NamedTuple):
    """One move of a line: a pass has neither piece."""

    seat: int
    defence: str = ""
    attack: str = ""


# Writing


def write_line(s: State, history: Sequence[tuple[int, str]]) -> str:
    """The line of a round from its record and its decisions, both as one seat may know them."""
    kings = _king_digits(s)
    hands = [_write_hand(s, seat, kings[seat]) for seat in range(SEATS)]
    to_play = [iter(digits) for digits in kings]
    moves = []
    for seat, text in () if undealt(s) else history:  # which is still that of the round before
        verb, _, piece = text.partition(" ")
        if verb == "pass":
            moves.append(f"{seat + 1}p")
        elif verb in ("hide", "defend"):
            moves.append(f"{seat + 1}{_digit(piece, to_play[seat])}")
        elif verb == "attack":
            moves[-1] += _digit(piece, to_play[seat])
    if moves and len(moves[-1]) == 2 and moves[-1][1] != "p":
        moves.pop()  # a defence whose attack is still to come is no move yet
    dealer = int(moves[0][0]) if moves else _dealer(s) + 1
    return ",".join([*hands, f"s{dealer}", *moves])


def _dealer(s: State) -> int:
    """Of a round without moves: the attacker to be, or, before the deal, whoever will deal."""
    return int(s.attacker if s.attacker != NOBODY else s.dealer)


def _king_digits(s: State) -> list[str]:
    """The digits of each seat's kings: the first in seat order is 8."""
    kings = iter("89")
    return [
        "".join(next(kings) for kind in _dealt(s, seat) if kind == "king") for seat in range(SEATS)
    ]


def _dealt(s: State, seat: int) -> list[str]:
    """The hand as it was dealt, as far as it is known."""
    played = [*s.defence[seat], *s.attack[seat]]
    counts = Counter({kind: int(s.hand[seat, i]) for i, kind in enumerate(KINDS)})
    counts.update(KINDS[kind] for kind in played if kind not in (NONE, FACE_DOWN))
    if s.phase > CALLING and s.answer[seat] == HAS_CALLED:
        counts["pawn"] = max(counts["pawn"], FIVE)
    return list(counts.elements())


def _write_hand(s: State, seat: int, kings: str) -> str:
    dealt = _dealt(s, seat)
    digits = sorted(DIGIT_OF[kind] for kind in dealt if kind != "king")
    return "".join(digits) + kings + "x" * (int(s.hand_size) - len(dealt))


def _digit(piece: str, kings: Iterator[str]) -> str:
    return next(kings) if piece == "king" else DIGIT_OF[piece]


# Reading


def hands_of_line(hands: Sequence[str]) -> list[list[str]]:
    """The pieces of the hands of a line, `?` for unknown ones."""
    return [[_piece(digit, hand) for digit in hand] for hand in hands]


def _piece(digit: str, field: str) -> str:
    if digit not in DIGITS:
        raise BadRecord(f"line: {digit!r} in {quoted(field)} is no piece; pieces are 1 to 9, and x")
    return DIGITS[digit]


def read_line(line: str) -> Opening:
    """What a line sets up and plays; of one that hides things, one round that fits it."""
    fields = [field.strip() for field in line.strip().split(",")]
    if len(fields) <= SEATS:
        raise BadRecord(f"line: {len(fields)} fields; four hands and the dealer are the least")
    hands = hands_of_line(fields[:SEATS])
    for number, hand in enumerate(hands):
        if len(hand) != HAND:
            raise BadRecord(f"line: hand {number + 1} has {len(hand)} pieces, not 8 (GOITA-5)")
    dealer = _read_dealer(fields[SEATS])
    moves = [_read_move(field, SEATS + 2 + i) for i, field in enumerate(fields[SEATS + 1 :])]
    _check_plays(moves)
    viewer = _viewer(hands, moves)
    callers: list[int] = []
    if viewer is not None:
        callers = _callers(hands, moves)
        _complete(hands, moves)
    _check_pieces(hands)
    return Opening(
        options={
            "target": "round",
            "pawn_calls": "on" if callers else "off",
            "dealer": dealer,
        },
        order=["".join(DIGIT_OF[kind] for kind in hand) for hand in hands],
        decisions=[*_calls(callers, dealer), *_decisions(moves, dealer, hands)],
        viewer=viewer,
    )


def _read_dealer(field: str) -> int:
    match = FIELDS.fullmatch(field)
    if match is None or match["dealer"] is None:
        raise BadRecord(f"line: field 5 is {quoted(field)}; it names the dealer, s1 to s4")
    return int(match["dealer"]) - 1


def _read_move(field: str, place: int) -> Move:
    match = FIELDS.fullmatch(field)
    if match is None or match["player"] is None:
        raise BadRecord(f"line: field {place} is {quoted(field)}; a move is like 113 or 2p")
    seat = int(match["player"]) - 1
    if match["pass"]:
        return Move(seat)
    return Move(seat, DIGITS[match[4]], DIGITS[match[5]])


def _viewer(hands: Sequence[Sequence[str]], moves: Sequence[Move]) -> int | None:
    """Whose view a line that hides things is (SEATS: a spectator's); None if it hides nothing."""
    hiding = {seat for seat, hand in enumerate(hands) if UNKNOWN in hand}
    hiding |= {move.seat for move in moves if move.defence == UNKNOWN}
    if not hiding:
        return None
    whole = [seat for seat in range(SEATS) if seat not in hiding]
    if len(whole) > 1:
        raise BadRecord("line: it hides things and shows two whole hands, which nobody sees")
    return whole[0] if whole else SEATS


def _check_plays(moves: Sequence[Move]) -> None:
    for seat, plays in Counter(move.seat for move in moves if move.attack).items():
        if plays > PLAYS:
            raise BadRecord(f"line: player {seat + 1} plays {plays} times, not 4 (GOITA-15)")


def _callers(hands: Sequence[Sequence[str]], moves: Sequence[Move]) -> list[int]:
    """The seats of whose unknown hands five pawns are known that they did not all play open."""
    return [
        seat
        for seat, hand in enumerate(hands)
        if UNKNOWN in hand and hand.count("pawn") == FIVE > _open(seat, moves)["pawn"]
    ]


def _calls(callers: Sequence[int], dealer: int) -> Iterator[tuple[int, str]]:
    """The decisions that lead past the calls: their partners want to play on."""
    turns = [(dealer + step) % SEATS for step in range(SEATS)] if callers else []
    yield from ((seat, "call" if seat in callers else "quiet") for seat in turns)
    yield from ((seat, "continue") for seat in turns if (seat + 2) % SEATS in callers)


def _complete(hands: list[list[str]], moves: Sequence[Move]) -> None:
    """Fill the unknown pieces so that every move of the line can be made."""
    pool = Counter({kind: int(FULL.counts[i]) for i, kind in enumerate(KINDS)})
    for seat, hand in enumerate(hands):
        for kind in (_needed(seat, moves) - Counter(hand)).elements():
            if UNKNOWN not in hand:
                raise BadRecord(f"line: player {seat + 1} plays a {kind} that is not in the hand")
            hand[hand.index(UNKNOWN)] = kind
        pool.subtract(kind for kind in hand if kind != UNKNOWN)
    for kind, left in pool.items():
        if left < 0:
            there_are = int(FULL.counts[KINDS.index(kind)])
            raise BadRecord(f"line: more than {there_are} of {kind} (GOITA-1)")
    _fill(hands, pool)


def _fill(hands: list[list[str]], pool: Counter[str]) -> None:
    """Deal the rest of the pool into the unknown places; a hand of five called pawns gets none."""
    for hand in sorted(hands, key=lambda hand: hand.count("pawn") != FIVE):
        for place, kind in enumerate(hand):
            if kind == UNKNOWN:
                others = [kind for kind in pool if pool[kind] and kind != "pawn"]
                spare = [kind for kind in pool if pool[kind]]
                called = hand.count("pawn") == FIVE
                choice = (others if called and others else spare or [UNKNOWN])[0]
                pool[choice] -= 1
                hand[place] = choice


def _open(seat: int, moves: Sequence[Move]) -> Counter[str]:
    """What a seat plays, as far as it is known."""
    pieces = (piece for move in moves if move.seat == seat for piece in move[1:])
    return Counter(piece for piece in pieces if piece not in ("", UNKNOWN))


def _needed(seat: int, moves: Sequence[Move]) -> Counter[str]:
    """What a seat must have been dealt: all that it plays open, and by GOITA-21 both kings where
    it attacks with one by no other right."""
    needed = _open(seat, moves)
    king_shown = False
    played = 0
    for move in moves:
        king_shown |= move.defence == "king" and move.seat != seat
        played += 2 * (move.seat == seat and bool(move.attack))
        if move.seat == seat and move.attack == "king" and not king_shown and played < HAND:
            needed["king"] = 2
        king_shown |= "king" in (move.defence, move.attack)
    return needed


def _check_pieces(hands: Sequence[Sequence[str]]) -> None:
    found = Counter(kind for hand in hands for kind in hand)
    for kind, count in zip(KINDS, FULL.counts, strict=True):
        if found[kind] != count:
            raise BadRecord(f"line: {found[kind]} of {kind}, and there are {count} (GOITA-1)")


def _decisions(
    moves: Sequence[Move], dealer: int, hands: Sequence[Sequence[str]]
) -> Iterator[tuple[int, str]]:
    """Each move as decisions; a defence is face down for whoever's attack has come round."""
    attacker = dealer
    hidden = [Counter(hand) - _open(seat, moves) for seat, hand in enumerate(hands)]
    for seat, defence, attack in moves:
        if not attack:
            yield seat, "pass"
            continue
        if defence == UNKNOWN:
            if seat != attacker:
                raise BadRecord(f"line: player {seat + 1} defends face up, with a known piece")
            defence = next(hidden[seat].elements())
            hidden[seat][defence] -= 1
        yield seat, f"{'hide' if seat == attacker else 'defend'} {defence}"
        yield seat, f"attack {attack}"
        attacker = seat
