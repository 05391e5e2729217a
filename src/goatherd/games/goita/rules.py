"""Goita: four players, two teams, eight pieces each; the first to play them all wins the round.

Source: the rule book of the Japan Goita Association (second revision, 2016), restated as
GOITA-1 to GOITA-25. Seats 0 and 2 play against 1 and 3, in the order of the seats
(counter-clockwise at a real table).

Options: `target` (GOITA-2), `ritual` (GOITA-4), `pawn_calls` (GOITA-14), `dealer` (GOITA-3),
`size` (fewer pieces, to study).

Decided where the book is silent: the kings are a pair (GOITA-1, GOITA-23); how far the ritual
shifts (GOITA-4); calls in secret, or openly on request (GOITA-6, GOITA-12); whoever plays again
cannot pass (GOITA-19); a king laid face down opens the king attack for nobody (GOITA-21).

Compiled code spends most of its time guessing branches wrong, so what random play hits most is
written with `&`, `|` and sums instead of `and`, `or` and `if`, and seats and kinds are cut by
`& 3` and `& 7` where that spares the check for a negative index.

Who sees what is in `knowledge.py` (GOITA-6, GOITA-24, GOITA-25).
"""

from typing import Any

import numpy as np

from goatherd import rng
from goatherd.games.goita.cards import (
    ATTACK,
    CALL,
    CONTINUE,
    DEFEND,
    FIRST_ME,
    FIRST_PARTNER,
    HIDE,
    KING,
    LANCE,
    MAX_SHIFT,
    MOST_PIECES,
    NONE,
    PASS,
    PAWN,
    PLAYS,
    POINT,
    POINTS,
    QUIET,
    REDEAL,
    SEATS,
    SHIFT,
)
from goatherd.rng import RNG
from goatherd.rule import NOBODY, State, record_type, rule

PHASES = ("first", "point", "shift", "calls", "decide", "hide", "defend", "attack", "over")
CHOOSING_DEALER, POINTING, SHIFTING, CALLING, DECIDING = range(5)
HIDING, DEFENDING, ATTACKING, OVER = range(5, 9)

ENDINGS = ("", "eighth piece", "doubled", "six pawns", "seven pawns", "eight pawns", "ten pawns")
NO_ENDING, LAST_PIECE, DOUBLED, SIX, SEVEN, EIGHT, TEN = range(7)

STATE = record_type(
    [
        RNG,
        ("players", np.int8),
        ("turn", np.int8),  # seat to act; NOBODY when over, and in a view while hidden
        ("phase", np.int8),  # see PHASES
        ("ritual", np.int8),  # option, 0 or 1
        ("pawn_calls", np.int8),  # option: see NO_CALLS
        ("ordered", np.int8),  # 1: the circle was given, and the next deal does not shuffle
        ("target", np.int16),  # option; 0: a single round
        ("rounds", np.int16),  # deals so far, redeals included
        ("score", np.int16, (2,)),  # by team: seats 0 and 2, seats 1 and 3
        ("won", np.int8),  # team that has won the match by GOITA-13, or NONE
        ("dealer", np.int8),
        ("last_winner", np.int8),  # of the round before: seat, points and ending
        ("last_ending", np.int8),
        ("last_points", np.int16),
        ("last_shown", np.int8, (8,)),  # the called hand that ended it, by kind (GOITA-7 to 9)
        ("hand_size", np.int8),  # option `size`: pieces dealt to each,
        ("pieces", np.int8),  # all pieces, a power of two,
        ("counts", np.int8, (8,)),  # those of each kind,
        ("box", np.int8, (MOST_PIECES,)),  # and in order
        ("circle", np.int8, (MOST_PIECES,)),  # undealt pieces; zeros once dealt
        ("point", np.int8),  # place pointed at (GOITA-4)
        ("hand", np.int8, (SEATS, 8)),  # how many of each kind
        ("unseen", np.int8, (SEATS,)),  # in a view: pieces of that hand not named in `hand`
        ("left", np.int8, (SEATS,)),  # pieces in hand
        ("known", np.int8, (SEATS,)),  # pawns that everybody knows to be in that hand
        ("both_kings", np.int8, (SEATS,)),  # 1: was dealt both
        ("king_proof", np.int8, (SEATS,)),  # 1: has shown to everybody that it was
        ("face_up", np.int8, (8,)),  # how many of each kind have been played face up
        ("answer", np.int8, (SEATS,)),  # to the question for a call: see ANSWERS
        ("decided", np.int8, (SEATS,)),  # on a redeal: see ANSWERS
        ("defence", np.int8, (SEATS, PLAYS)),  # kinds, in the order played
        ("attack", np.int8, (SEATS, PLAYS)),
        ("down", np.int8, (SEATS, PLAYS)),  # 1: that defence lies face down
        ("attacker", np.int8),  # whose attack is on the table; before the first: the dealer
        ("against", np.int8),  # kind of the attack on the table, or NONE
    ]
)

NO_CALLS, SECRET_CALLS, OPEN_CALLS = range(3)
"""GOITA-6, GOITA-14: `pawn_calls` is off, on, open."""
NO_ANSWER, IS_QUIET, HAS_CALLED = range(3)
TO_REDEAL, TO_CONTINUE = 1, 2
CALLED_IN_FULL = 6  # so many pawns or more end the round (GOITA-10)
FIVE = 5


@rule
def next_seat(seat: int) -> int:
    return (seat + 1) & 3


@rule
def partner(seat: int) -> int:
    return (seat + 2) & 3


# Set-up and deal


@rule
def setup(s: State) -> None:
    """GOITA-3, GOITA-4a: with the ritual, seat 0 says who deals first."""
    clear_round(s)
    if s.ordered == 0:
        shuffle_circle(s)
    if s.ritual == 1:
        s.phase = CHOOSING_DEALER
        s.turn = 0
    else:
        deal(s, 0)


@rule
def next_round(s: State) -> None:
    clear_round(s)
    shuffle_circle(s)
    cut_circle(s)


@rule
def shuffle_circle(s: State) -> None:
    for i in range(s.pieces):
        s.circle[i] = s.box[i]
    rng.shuffle(s, s.circle, int(s.pieces))


@rule
def cut_circle(s: State) -> None:
    """GOITA-4b: with the ritual, the player after the dealer points at a piece."""
    if s.ritual == 1:
        s.phase = POINTING
        s.turn = next_seat(s.dealer)
    else:
        deal(s, 0)


@rule
def deal(s: State, start: int) -> None:
    """GOITA-5: one piece at a time, dealer first, from a place of the circle upwards."""
    seat = int(s.dealer)
    for i in range(s.pieces):
        place = (start + i) & (int(s.pieces) - 1)
        s.hand[seat, s.circle[place]] += 1
        s.circle[place] = 0
        seat = next_seat(seat)
    s.point = 0
    for seat in range(SEATS):
        s.left[seat] = s.hand_size
        s.both_kings[seat] = s.hand[seat, KING] == 2
    s.attacker = s.dealer
    s.rounds += 1
    if s.pawn_calls == NO_CALLS:
        open_play(s)
    else:
        s.phase = CALLING
        s.turn = s.dealer


@rule
def clear_round(s: State) -> None:
    """Nothing of the round before is left on the table."""
    for seat in range(SEATS):
        for kind in range(8):
            s.hand[seat, kind] = 0
        for play in range(PLAYS):
            s.defence[seat, play] = NONE
            s.attack[seat, play] = NONE
            s.down[seat, play] = 0
        s.left[seat] = 0
        s.known[seat] = 0
        s.both_kings[seat] = 0
        s.king_proof[seat] = 0
        s.answer[seat] = NO_ANSWER
        s.decided[seat] = NO_ANSWER
    for kind in range(8):
        s.face_up[kind] = 0
    s.against = NONE
    s.attacker = NOBODY


# Pawn calls


@rule
def answer_call(s: State, seat: int, calls: bool) -> None:
    """GOITA-6, GOITA-10: six or more end the round; five are laid open at once, or in the end."""
    s.answer[seat] = HAS_CALLED if calls else IS_QUIET
    last = next_seat(seat) == s.dealer
    if calls and s.hand[seat, PAWN] >= CALLED_IN_FULL:
        win_round(s, seat, full_call_points(s, seat), int(s.hand[seat, PAWN]) - 3)
    elif (last or s.pawn_calls == OPEN_CALLS) and lay_calls_open(s):
        win_round(s, int(s.won), 150, TEN)
    elif last:
        await_partners(s)
    else:
        s.turn = next_seat(seat)


@rule
def full_call_points(s: State, seat: int) -> int:
    """GOITA-7, GOITA-8, GOITA-9."""
    if s.hand[seat, PAWN] == s.hand_size:
        return 100
    best = 0
    for kind in range(PAWN):
        if s.hand[seat, kind] == 1:
            single = int(POINTS[kind])
            best = max(best, 2 * single if s.hand[seat, PAWN] == s.hand_size - 1 else single)
        elif s.hand[seat, kind] == 2:
            best = 2 * int(POINTS[kind])
    return best


@rule
def lay_calls_open(s: State) -> bool:
    """GOITA-11, GOITA-13: show the called pawns; whether both of a team did, and so have won."""
    for seat in range(SEATS):
        if s.answer[seat] == HAS_CALLED:
            s.known[seat] = FIVE
    for team in range(2):
        if s.answer[team] == HAS_CALLED and s.answer[team + 2] == HAS_CALLED:
            s.won = team
    return bool(s.won != NONE)


@rule
def await_partners(s: State) -> None:
    """GOITA-11, GOITA-12: the callers' partners decide, from the dealer on."""
    for step in range(SEATS):
        seat = (int(s.dealer) + step) & 3
        if s.answer[partner(seat)] == HAS_CALLED and s.decided[seat] == NO_ANSWER:
            s.phase = DECIDING
            s.turn = seat
            return
    if wants_redeal(s):
        next_round(s)
    else:
        open_play(s)


@rule
def wants_redeal(s: State) -> bool:
    """GOITA-11, GOITA-12: every partner who was asked must want it."""
    asked = 0
    for seat in range(SEATS):
        if s.decided[seat] == TO_CONTINUE:
            return False
        asked += s.decided[seat] == TO_REDEAL
    return asked > 0


# Play


@rule
def open_play(s: State) -> None:
    """GOITA-16."""
    s.phase = HIDING
    s.turn = s.dealer


@rule
def stops(kind: int, attack: int) -> bool:
    """GOITA-18, GOITA-22."""
    return (attack != KING) & ((kind == attack) | ((kind == KING) & (attack < LANCE)))


@rule
def may_attack_with_king(s: State, seat: int) -> bool:
    """GOITA-21."""
    return bool((s.face_up[KING] > 0) | (s.both_kings[seat] == 1) | (s.left[seat] == 1))


@rule
def play_defence(s: State, seat: int, kind: int, face_down: int) -> None:
    """GOITA-15, GOITA-16, GOITA-17: the first half of a play; an attack must follow."""
    play = ((int(s.hand_size) - int(s.left[seat])) >> 1) & 3
    s.defence[seat, play] = kind
    s.down[seat, play] = face_down
    leave_hand(s, seat, kind, face_down)
    s.face_up[kind] += 1 - face_down
    s.phase = ATTACKING


@rule
def play_attack(s: State, seat: int, kind: int) -> None:
    """GOITA-15; with the eighth piece the round is over (GOITA-23)."""
    if kind == KING:
        prove_kings(s, seat)
    play = ((int(s.hand_size) - int(s.left[seat])) >> 1) & 3
    s.attack[seat, play] = kind
    s.face_up[kind] += 1
    leave_hand(s, seat, kind, 0)
    s.attacker = seat
    s.against = kind
    if s.left[seat] == 0:
        finish_round(s, seat, play)
    else:
        s.phase = DEFENDING
        s.turn = next_seat(seat)


@rule
def prove_kings(s: State, seat: int) -> None:
    """GOITA-21: without another right to it, the attack proves that both kings were dealt."""
    s.king_proof[seat] |= (s.face_up[KING] == 0) & (s.left[seat] > 1)


@rule
def leave_hand(s: State, seat: int, kind: int, face_down: int) -> None:
    """GOITA-25: what is known of called pawns drops with a pawn, or with a face-down piece."""
    s.hand[seat, kind] -= 1
    s.left[seat] -= 1
    if s.known[seat] > 0 and (face_down == 1 or kind == PAWN):
        s.known[seat] -= 1


@rule
def pass_attack(s: State, seat: int) -> None:
    """GOITA-17, GOITA-19: when all others have passed, the attacker plays again."""
    s.turn = next_seat(seat)
    if s.turn == s.attacker:
        s.phase = HIDING


# End of a round


@rule
def finish_round(s: State, seat: int, play: int) -> None:
    """GOITA-23."""
    points = int(POINTS[s.attack[seat, play]])
    if s.down[seat, play] == 1 and s.defence[seat, play] == s.attack[seat, play]:
        win_round(s, seat, 2 * points, DOUBLED)
    else:
        win_round(s, seat, points, LAST_PIECE)


@rule
def win_round(s: State, seat: int, points: int, ending: int) -> None:
    """GOITA-2, GOITA-3: the winner deals next, unless that was the match."""
    s.score[seat & 1] += points
    for kind in range(8):
        s.last_shown[kind] = s.hand[seat, kind] * int(SIX <= ending <= EIGHT)
    s.last_winner = seat
    s.last_points = points
    s.last_ending = ending
    if match_is_won(s, seat & 1):
        s.phase = OVER
        s.turn = NOBODY
    else:
        s.dealer = seat
        next_round(s)


@rule
def match_is_won(s: State, team: int) -> bool:
    """GOITA-2, GOITA-13."""
    return bool((s.target == 0) | (s.won != NONE) | (s.score[team] >= s.target))


# The contract


@rule
def legal(s: State, out: Any) -> int:
    seat = int(s.turn) & 3
    if s.phase == DEFENDING:
        return legal_defences(s, seat, out)
    if s.phase == ATTACKING:
        return legal_attacks(s, seat, out)
    if s.phase == HIDING:
        return held(s, seat, HIDE, out)
    if s.turn == NOBODY:
        return 0
    if s.phase == CALLING:
        return legal_calls(s, seat, out)
    if s.phase == DECIDING:
        return span(REDEAL, 2, out)
    if s.phase == POINTING:
        return span(POINT, int(s.pieces), out)
    if s.phase == SHIFTING:
        return span(SHIFT, 2 * MAX_SHIFT + 1, out)
    return span(FIRST_ME, 2, out)


@rule
def legal_calls(s: State, seat: int, out: Any) -> int:
    """GOITA-6."""
    out[0] = CALL
    n = int(s.hand[seat, PAWN] >= FIVE)
    out[n] = QUIET
    return n + 1


@rule
def legal_defences(s: State, seat: int, out: Any) -> int:
    """GOITA-17, GOITA-18, GOITA-20."""
    against = int(s.against) & 7
    out[0] = PASS
    out[1] = DEFEND + KING
    n = 1 + int((s.hand[seat, KING] > 0) & stops(KING, against))
    out[n] = DEFEND + against
    return n + int((s.hand[seat, against] > 0) & stops(against, against))


@rule
def legal_attacks(s: State, seat: int, out: Any) -> int:
    """GOITA-15, GOITA-21."""
    out[0] = ATTACK + KING
    n = int((s.hand[seat, KING] > 0) & may_attack_with_king(s, seat))
    for kind in range(1, 8):
        out[n] = ATTACK + kind
        n += s.hand[seat, kind] > 0
    return n


@rule
def held(s: State, seat: int, action: int, out: Any) -> int:
    """GOITA-16, GOITA-19: any piece in hand may be laid face down."""
    n = 0
    for kind in range(8):
        out[n] = action + kind
        n += s.hand[seat, kind] > 0
    return n


@rule
def span(first: int, count: int, out: Any) -> int:
    for i in range(count):
        out[i] = first + i
    return count


@rule
def apply(s: State, action: int) -> None:
    seat = int(s.turn) & 3
    if action == PASS:
        pass_attack(s, seat)
    elif action >= HIDE and action < ATTACK:
        face_down = int(action < PASS)
        play_defence(s, seat, (action - DEFEND + face_down * (DEFEND - HIDE)) & 7, face_down)
    elif action >= ATTACK and action < FIRST_ME:
        play_attack(s, seat, (action - ATTACK) & 7)
    elif action == CALL or action == QUIET:
        answer_call(s, seat, action == CALL)
    elif action == REDEAL or action == CONTINUE:
        s.decided[seat] = TO_REDEAL if action == REDEAL else TO_CONTINUE
        await_partners(s)
    else:
        prepare_deal(s, action)


@rule
def prepare_deal(s: State, action: int) -> None:
    """GOITA-4: the decisions of the ritual."""
    if action == FIRST_ME or action == FIRST_PARTNER:
        s.dealer = 0 if action == FIRST_ME else 2
        cut_circle(s)
    elif action < SHIFT:
        s.point = action - POINT
        s.phase = SHIFTING
        s.turn = s.dealer
    else:
        deal(s, int(s.point) + action - SHIFT - MAX_SHIFT)


@rule
def over(s: State) -> bool:
    return bool(s.phase == OVER)


@rule
def scores(s: State, out: Any) -> None:
    for seat in range(SEATS):
        out[seat] = s.score[seat & 1]


@rule
def winners(s: State, out: Any) -> None:
    """GOITA-2, GOITA-13."""
    for seat in range(SEATS):
        out[seat] = s.phase == OVER and s.last_winner & 1 == seat & 1
