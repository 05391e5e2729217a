"""What holds in every record of Goita, and in every view of one."""

import numpy as np

from goatherd.games.goita.cards import (
    FACE_DOWN,
    HAND,
    KING,
    MOST,
    MOST_PIECES,
    NONE,
    PACKS,
    PAWN,
    SEATS,
)
from goatherd.games.goita.knowledge import asks_in_secret, dealt_kings, places, undealt
from goatherd.games.goita.rules import (
    ATTACKING,
    CALLING,
    CHOOSING_DEALER,
    DECIDING,
    DEFENDING,
    FIVE,
    HAS_CALLED,
    HIDING,
    NO_ANSWER,
    NO_CALLS,
    OPEN_CALLS,
    OVER,
    POINTING,
    SHIFTING,
    TEN,
    TO_CONTINUE,
    next_seat,
    partner,
)
from goatherd.invariants import Numbers, counted, equal, filled, numbers, require, within
from goatherd.rule import NOBODY, State

KINDS = PAWN + 1
MOST_ROUNDS = 20_000
MOST_POINTS = 2_000


def check(s: State, viewer: int | None) -> None:
    """BadState unless a match can come to this record, as the truth (None) or as a seat sees it."""
    check_ranges(s)
    if s.phase == OVER:
        return
    check_turn(s, viewer)
    if undealt(s):
        check_circle(s, viewer)
        return
    require((numbers(s.circle) == 0).all(), "circle holds pieces that were dealt")
    check_rows(s, viewer)
    check_hands(s, viewer)
    check_calls(s, viewer)
    check_play(s)
    check_imaginable(s, viewer)


def check_ranges(s: State) -> None:
    require(s.players == SEATS, "so many do not play Goita")
    sizes = [(list(pack.counts), pack.hand) for pack in PACKS.values()]
    require((list(s.counts), s.hand_size) in sizes, "there are no such pieces")
    require(s.pieces == numbers(s.counts).sum(), "pieces is not how many there are")
    box = np.repeat(np.arange(KINDS), numbers(s.counts))
    equal(filled(s.box, s.pieces, 0, "box"), box, "box is not the pieces of the game")
    within(s, CHOOSING_DEALER, OVER, "phase")
    within(s, 0, 1, "ritual", "ordered", "both_kings", "king_proof", "down")
    within(s, NO_CALLS, OPEN_CALLS, "pawn_calls")
    within(s, 0, MOST_ROUNDS, "rounds")
    within(s, 0, MOST_POINTS, "score", "target")
    within(s, 0, 200, "last_points")
    within(s, 0, TEN, "last_ending")
    within(s, NONE, 1, "won")
    within(s, 0, SEATS - 1, "dealer")
    within(s, NOBODY, SEATS - 1, "last_winner", "attacker")
    within(s, 0, HAND, "last_shown", "hand", "unseen", "left")
    within(s, 0, PAWN, "circle")
    within(s, 0, MOST_PIECES - 1, "point")
    within(s, 0, FIVE, "known")
    within(s, 0, int(MOST.max()), "face_up")
    within(s, NO_ANSWER, HAS_CALLED, "answer")
    within(s, NO_ANSWER, TO_CONTINUE, "decided")
    within(s, NONE, FACE_DOWN, "defence")
    within(s, NONE, PAWN, "attack", "against")
    require((s.turn == NOBODY) or s.phase != OVER, "turn goes on after the end")
    require(s.phase != OVER or s.last_winner != NOBODY, "nobody has won")


def check_turn(s: State, viewer: int | None) -> None:
    """Whose turn it is; of a question in secret a view says only that it is its own."""
    require(s.won == NONE, "the match is won and goes on")
    require(
        (numbers(s.score) <= max(int(s.target) - 1, 0)).all(), "a team has won, and play goes on"
    )
    hidden = viewer is not None and s.phase == CALLING and asks_in_secret(s)
    require(s.turn != NOBODY or hidden, "it is nobody's turn")
    require(not hidden or s.turn in (NOBODY, viewer), "turn tells who is asked in secret")
    asked = {CHOOSING_DEALER: 0, POINTING: next_seat(s.dealer), SHIFTING: int(s.dealer)}
    require(asked.get(int(s.phase), s.turn) == s.turn, "turn does not fit the ritual")


def check_circle(s: State, viewer: int | None) -> None:
    """GOITA-4: all pieces lie in the circle, unknown to everybody."""
    require(s.ritual == 1, "without a ritual, pieces are dealt at once")
    for name in ("hand", "left", "unseen", "known", "both_kings", "king_proof", "face_up"):
        require((numbers(getattr(s, name)) == 0).all(), f"{name} holds pieces before the deal")
    for name in ("defence", "attack"):
        require((numbers(getattr(s, name)) == NONE).all(), f"{name} holds pieces before the deal")
    require((numbers(s.down) == 0).all(), "down tells of pieces before the deal")
    require((numbers(s.answer) == NO_ANSWER).all(), "somebody called before the deal")
    require((numbers(s.decided) == NO_ANSWER).all(), "somebody decided before the deal")
    require(s.against == NONE, "there is an attack before the deal")
    if viewer is None:
        equal(
            counted(filled(s.circle, s.pieces, 0, "circle"), KINDS),
            s.counts,
            "circle is not the pieces of the game",
        )
    else:
        require((numbers(s.circle) == 0).all(), "circle shows what is hidden")


def check_rows(s: State, viewer: int | None) -> None:
    """GOITA-15: a defence, then an attack, from left to right; all of it was in somebody's hand."""
    defence, attack = numbers(s.defence), numbers(s.attack)
    for seat in range(SEATS):
        half = s.phase == ATTACKING and seat == s.turn
        attacks = (int(s.hand_size) - int(s.left[seat])) // 2
        require(
            (int(s.hand_size) - int(s.left[seat])) % 2 == half, "left does not fit the plays made"
        )
        require((attack[seat, :attacks] != NONE).all(), "attack lacks a piece")
        require((attack[seat, attacks:] == NONE).all(), "attack has a piece too many")
        require((defence[seat, : attacks + half] != NONE).all(), "defence lacks a piece")
        require((defence[seat, attacks + half :] == NONE).all(), "defence has a piece too many")
        if viewer in (None, seat):
            require((defence[seat] != FACE_DOWN).all(), "defence hides an own piece")
    down = numbers(s.down) == 1
    require((defence[down] != NONE).all(), "down tells of no piece")
    require((down | (defence != FACE_DOWN)).all(), "a piece that lies open is hidden")
    others = [seat for seat in range(SEATS) if viewer not in (None, seat)]
    require((defence[others][down[others]] == FACE_DOWN).all(), "defence shows what is hidden")
    equal(s.face_up, lying_open(s), "face_up is not what lies open")


def lying_open(s: State) -> Numbers:
    return counted(numbers(s.defence)[numbers(s.down) == 0], KINDS) + counted(s.attack, KINDS)


def own_rows(s: State, seat: int, kind: int) -> int:
    return int((numbers(s.defence[seat]) == kind).sum() + (numbers(s.attack[seat]) == kind).sum())


def check_hands(s: State, viewer: int | None) -> None:
    hand = numbers(s.hand)
    equal(hand.sum(axis=1) + numbers(s.unseen), s.left, "left is not what is in a hand")
    for seat in range(SEATS):
        kings = dealt_kings(s, seat) == 2
        if viewer in (None, seat):
            require(s.unseen[seat] == 0, "unseen counts pieces that are named")
            require(bool(s.both_kings[seat]) == kings, "both_kings is not what was dealt")
        else:
            equal(hand[seat, :PAWN], np.zeros(PAWN), "hand names what is hidden")
            require(hand[seat, PAWN] == s.known[seat], "hand names pawns that nobody knows of")
            require(s.both_kings[seat] == s.king_proof[seat], "both_kings tells what is hidden")
    named = counted(s.defence, KINDS) + counted(s.attack, KINDS) + hand.sum(axis=0)
    require((named <= numbers(s.counts)).all(), "there are more pieces of a kind than there can be")
    require(viewer is not None or (named == numbers(s.counts)).all(), "pieces are missing")


def check_calls(s: State, viewer: int | None) -> None:
    """GOITA-6 to 12: who has answered, and what that has laid open."""
    called = numbers(s.answer) == HAS_CALLED
    answered = numbers(s.answer) != NO_ANSWER
    secret = asks_in_secret(s)
    require(s.pawn_calls != NO_CALLS or not answered.any(), "calls are not played")
    require(s.phase not in (CALLING, DECIDING) or s.pawn_calls != NO_CALLS, "calls are not played")
    if s.phase == CALLING:
        check_asking(s, viewer, secret)
    else:
        require(s.pawn_calls == NO_CALLS or answered.all(), "somebody has not answered")
    open_calls = called & (s.phase != CALLING or not secret)
    for seat in range(SEATS):
        down = int(numbers(s.down[seat]).sum())
        dropped = own_rows_open(s, seat, PAWN) + down
        known = max(FIVE - dropped, 0) if open_calls[seat] else 0
        require(s.known[seat] == known, "known is not what a call has left known")
        if called[seat] and viewer in (None, seat):
            dealt = int(s.hand[seat, PAWN]) + own_rows(s, seat, PAWN)
            require(dealt == FIVE, "a call of five is of another number")
    asked = [bool(called[partner(seat)]) for seat in range(SEATS)]
    require((numbers(s.decided)[~np.array(asked)] == NO_ANSWER).all(), "decided by nobody asked")
    if s.phase == DECIDING:
        require(asked[s.turn] and s.decided[s.turn] == NO_ANSWER, "turn is of nobody asked")
    both = [called[team] and called[team + 2] for team in range(2)]
    require(not any(both) or (s.phase == CALLING and secret), "two calls of a team win at once")


def own_rows_open(s: State, seat: int, kind: int) -> int:
    """How many of a kind this seat has played face up."""
    open_defences = numbers(s.defence[seat])[numbers(s.down[seat]) == 0]
    return int((open_defences == kind).sum() + (numbers(s.attack[seat]) == kind).sum())


def check_asking(s: State, viewer: int | None, secret: bool) -> None:
    """GOITA-6: the dealer is asked first; of the others a view tells nothing in secret."""
    order = [(int(s.dealer) + step) % SEATS for step in range(SEATS)]
    answers = [int(s.answer[seat]) for seat in order]
    require((numbers(s.left) == s.hand_size).all(), "somebody has played before all were asked")
    require((numbers(s.decided) == NO_ANSWER).all(), "decided before all were asked")
    if secret and viewer is not None:
        own = order.index(viewer) if viewer < SEATS else NONE
        others = [answer for place, answer in enumerate(answers) if place != own]
        require(not any(others), "answer tells what is secret")
        if own != NONE and s.turn == NOBODY:
            possible = own > 0 if answers[own] == NO_ANSWER else own < SEATS - 1
            require(possible, "nobody can be asked")
        require(s.turn in (NOBODY, viewer), "turn tells who is asked in secret")
        require(own == NONE or s.turn != viewer or not answers[own], "turn is of who has answered")
        return
    at = order.index(int(s.turn))
    require(all(answers[:at]) and not any(answers[at:]), "answers do not fit the turn")


def check_play(s: State) -> None:
    """GOITA-16 to 19: who is to defend, or to attack."""
    if s.phase not in (HIDING, DEFENDING, ATTACKING):
        require(
            (numbers(s.left) == s.hand_size).all(), "somebody has played before all have decided"
        )
        require(s.against == NONE and s.attacker == s.dealer, "there is an attack before play")
        return
    require((numbers(s.left) > 0).all(), "somebody has played all pieces, and play goes on")
    attacks = (numbers(s.attack) != NONE).sum()
    require((s.against == NONE) == (attacks == 0), "against does not fit the attacks made")
    require(s.attacker != NOBODY, "nobody attacks")
    if attacks:
        row = numbers(s.attack[s.attacker])
        made = row[row != NONE]
        require(made.size > 0 and made[-1] == s.against, "against is not the last attack")
    else:
        require(s.attacker == s.dealer, "the dealer does not attack first")
    require(s.phase != DEFENDING or (s.turn != s.attacker and attacks), "nothing is to be stopped")
    require(s.phase != HIDING or s.turn == s.attacker, "another than the attacker plays again")
    require(s.attacker == s.turn or s.phase != ATTACKING or attacks, "nothing was stopped")


def check_imaginable(s: State, viewer: int | None) -> None:
    """GOITA-11, GOITA-21: what others have shown that they were dealt can be dealt to them."""
    proved = [seat for seat in range(SEATS) if s.king_proof[seat] == 1]
    require(len(proved) <= 1, "two were dealt both kings")
    for seat in proved:
        require((numbers(s.attack[seat]) == KING).any(), "king_proof without a king")
        others = [other for other in range(SEATS) if other != seat]
        kings = sum(dealt_kings(s, other) for other in others)
        require(kings == 0, "both kings were dealt, and a third one lies elsewhere")
    if viewer is None:
        require(all(dealt_kings(s, seat) == 2 for seat in proved), "king_proof without both kings")
        return
    if s.phase == CALLING and asks_in_secret(s):
        return
    need_pawns = need_others = 0
    for seat in range(SEATS):
        if seat == viewer:
            continue
        free = places(s, seat) + int(s.hand[seat, PAWN])
        king = int(seat in proved and dealt_kings(s, seat) == 1)
        require(free >= king, "there is no place for a king")
        if s.answer[seat] == HAS_CALLED:
            pawns = FIVE - own_rows(s, seat, PAWN)
            require(0 <= pawns <= free - king, "a called hand cannot have five pawns")
            need_pawns += pawns
            need_others += free - pawns
        else:
            need_others += king
    unseen = numbers(s.counts) - named_to(s, viewer)
    require(not proved or kings_left(s, proved[0], viewer) <= unseen[KING], "a king is missing")
    require(need_pawns <= unseen[PAWN], "there are not pawns enough for the calls")
    require(need_others <= unseen[:PAWN].sum(), "there are not pieces enough besides the pawns")


def kings_left(s: State, seat: int, viewer: int) -> int:
    """How many kings are still to be imagined for who has proved to have been dealt both."""
    return 0 if seat == viewer else 2 - dealt_kings(s, seat)


def named_to(s: State, viewer: int) -> Numbers:
    """How many pieces of each kind are not to be imagined."""
    hand = numbers(s.hand[viewer]) if viewer < SEATS else np.zeros(KINDS, np.int64)
    return counted(s.defence, KINDS) + counted(s.attack, KINDS) + hand
