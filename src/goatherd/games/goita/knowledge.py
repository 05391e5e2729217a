"""What a seat may know of a round of Goita, and which rounds are possible from there."""

from goatherd import rng
from goatherd.games.goita.cards import (
    ACTIONS,
    CALL,
    CONTINUE,
    FACE_DOWN,
    HIDE,
    KING,
    MOST_PIECES,
    PASS,
    PAWN,
    PLAYS,
    POINT,
    QUIET,
    REDEAL,
    SEATS,
    SHIFT,
)
from goatherd.games.goita.rules import (
    ATTACKING,
    CALLING,
    DECIDING,
    DEFENDING,
    FIVE,
    HAS_CALLED,
    HIDING,
    IS_QUIET,
    NO_ANSWER,
    OPEN_CALLS,
    OVER,
    SHIFTING,
    TO_REDEAL,
    apply,
    partner,
)
from goatherd.rule import NOBODY, Decision, State, rule
from goatherd.table import UNKNOWN


@rule
def undealt(s: State) -> bool:
    """Whether the pieces still lie in the circle (GOITA-4)."""
    return bool(s.phase <= SHIFTING)


@rule
def redact(s: State, seat: int) -> None:
    """GOITA-24, GOITA-25."""
    for i in range(3):
        s.rng[i] = 0
    if s.phase == OVER:
        return
    for i in range(MOST_PIECES):
        s.circle[i] = 0
    if s.phase == SHIFTING and seat == s.dealer:
        s.point = 0
    for other in range(SEATS):
        if other != seat:
            hide_seat(s, other)
    if s.phase == CALLING and s.turn != seat and asks_in_secret(s):
        s.turn = NOBODY


@rule
def asks_in_secret(s: State) -> bool:
    """GOITA-6, GOITA-12: whether calls, or decisions on a redeal, are being asked unseen."""
    return bool((s.phase == CALLING or s.phase == DECIDING) and s.pawn_calls != OPEN_CALLS)


@rule
def hide_seat(s: State, other: int) -> None:
    """Blank what only that seat knows: hand, face-down pieces and unopened answers."""
    if asks_in_secret(s):
        s.decided[other] = NO_ANSWER
        if s.phase == CALLING:
            s.answer[other] = NO_ANSWER
    s.both_kings[other] = s.king_proof[other]
    for kind in range(PAWN):
        s.hand[other, kind] = 0
    s.hand[other, PAWN] = s.known[other]
    s.unseen[other] = s.left[other] - s.known[other]
    for play in range(PLAYS):
        if s.down[other, play] == 1:
            s.defence[other, play] = FACE_DOWN


# Possible truths


@rule
def imagine(s: State, seat: int) -> None:
    """One round among all that this view allows, each as likely as any other."""
    if s.phase == OVER:
        return
    if undealt(s):
        imagine_circle(s, seat)
        return
    secret = asks_in_secret(s)
    if secret and s.phase == CALLING:
        imagine_calls(s, seat)
        return
    if secret:
        imagine_decision(s, seat)
    imagine_hands(s, seat)


@rule
def imagine_circle(s: State, seat: int) -> None:
    """GOITA-4: nobody knows the circle, and the dealer not even where it was pointed at."""
    for i in range(s.pieces):
        s.circle[i] = s.box[i]
    rng.shuffle(s, s.circle, int(s.pieces))
    if s.phase == SHIFTING and seat == s.dealer:
        s.point = rng.below(s, int(s.pieces))


@rule
def imagine_decision(s: State, seat: int) -> None:
    """GOITA-12: of two partners the first may have answered, unknown to the others."""
    for step in range(SEATS):
        other = (int(s.dealer) + step) & 3
        if other == s.turn:
            return
        if s.answer[partner(other)] == HAS_CALLED and other != seat:
            s.decided[other] = TO_REDEAL + rng.below(s, 2)


@rule
def imagine_calls(s: State, seat: int) -> None:
    """GOITA-6: who is asked now, the answers so far and the hands, all that fit together.

    Guesses all of it evenly and throws away what cannot be, so that each fitting combination is
    equally likely; there are three answers to guess, so a few guesses will do.
    """
    asked = int(s.turn)
    fits = False
    while not fits:
        s.turn = asked if asked != NOBODY else guess_asked(s, seat)
        for other in range(SEATS):
            if other != seat:
                s.answer[other] = NO_ANSWER
        imagine_hands(s, seat)
        fits = guess_answers(s, seat)


@rule
def guess_asked(s: State, seat: int) -> int:
    """Somebody before this seat in the order of asking, or after it once it has answered."""
    place = (seat - int(s.dealer)) & 3
    first, count = 0, place
    if seat >= SEATS:
        count = SEATS
    elif s.answer[seat] != NO_ANSWER:
        first, count = place + 1, SEATS - 1 - place
    return (int(s.dealer) + first + rng.below(s, count)) & 3


@rule
def guess_answers(s: State, seat: int) -> bool:
    """Whether even guesses of the others' answers are possible: who was not asked yet is quiet,
    and only exactly five can have been called without ending the round."""
    asked = True
    fits = True
    for step in range(SEATS):
        other = (int(s.dealer) + step) & 3
        asked &= other != s.turn
        if other != seat:
            calls = rng.below(s, 2) == 1
            fits &= not calls or (asked and s.hand[other, PAWN] == FIVE)
            if asked:
                s.answer[other] = HAS_CALLED if calls else IS_QUIET
    return fits


@rule
def imagine_hands(s: State, seat: int) -> None:
    """Deal the pieces that the view does not show to the others, in any way that fits it.

    A called hand was dealt exactly five pawns (GOITA-11), and who attacked with a king by no other
    right was dealt both (GOITA-21): these get theirs first. Which of a seat's pieces lie face
    down is left to chance.
    """
    gathered = fill_bag(s, seat)
    rng.shuffle(s, s.circle, gathered)
    size = gathered
    for other in range(SEATS):
        if other != seat and s.king_proof[other] == 1 and dealt_kings(s, other) == 1:
            size = take(s, other, size, KING, KING)
    for other in range(SEATS):
        if other != seat and s.answer[other] == HAS_CALLED:
            size = take_called(s, other, size)
    if size < gathered:
        rng.shuffle(s, s.circle, size)  # what was passed over above lies in front now
    for other in range(SEATS):
        if other != seat:
            for _ in range(places(s, other)):
                size -= 1
                s.hand[other, s.circle[size]] += 1
                s.circle[size] = 0
            hide_some(s, other)
        s.both_kings[other] = dealt_kings(s, other) == 2


@rule
def fill_bag(s: State, seat: int) -> int:
    """Gather in the circle, which is empty during a round, what the seat does not see; clear the
    others' hands. Returns how many pieces that is."""
    for other in range(SEATS):
        if other != seat:
            s.unseen[other] = 0
            for kind in range(PAWN + 1):
                s.hand[other, kind] = 0
    size = 0
    for kind in range(PAWN + 1):
        for _ in range(int(s.counts[kind]) - in_sight(s, seat, kind)):
            s.circle[size] = kind
            size += 1
    return size


@rule
def in_sight(s: State, seat: int, kind: int) -> int:
    """How many of a kind lie open, or in the seat's own hand or face down before it."""
    count = int(s.face_up[kind])
    if seat < SEATS:
        count += int(s.hand[seat, kind])
        for play in range(PLAYS):
            count += (s.down[seat, play] == 1) & (s.defence[seat, play] == kind)
    return count


@rule
def in_rows(s: State, seat: int, kind: int) -> int:
    """How many of a kind lie, as far as the record shows, in the two rows before a seat."""
    count = 0
    for play in range(PLAYS):
        count += s.defence[seat, play] == kind
        count += s.attack[seat, play] == kind
    return count


@rule
def dealt_kings(s: State, seat: int) -> int:
    """How many kings a seat was dealt, as far as the record shows."""
    return int(s.hand[seat, KING]) + in_rows(s, seat, KING)


@rule
def places(s: State, seat: int) -> int:
    """How many of a seat's pieces are still to be imagined, in hand or face down."""
    count = int(s.left[seat])
    for play in range(PLAYS):
        count += s.defence[seat, play] == FACE_DOWN
    for kind in range(PAWN + 1):
        count -= s.hand[seat, kind]
    return count


@rule
def take(s: State, seat: int, size: int, first: int, last: int) -> int:
    """Move one piece of the kinds from first to last out of the bag; returns what is left."""
    i = 0
    while s.circle[i] < first or s.circle[i] > last:
        i += 1
    s.hand[seat, s.circle[i]] += 1
    s.circle[i] = s.circle[size - 1]
    s.circle[size - 1] = 0
    return size - 1


@rule
def take_called(s: State, seat: int, size: int) -> int:
    """A called hand: five pawns less those played face up, and nothing but others besides."""
    pawns = FIVE - in_rows(s, seat, PAWN)
    while places(s, seat) > pawns:
        size = take(s, seat, size, KING, PAWN - 1)
    while places(s, seat) > 0:
        size = take(s, seat, size, PAWN, PAWN)
    return size


@rule
def hide_some(s: State, seat: int) -> None:
    """Lay random pieces of those imagined for a seat where it has face-down pieces."""
    for play in range(PLAYS):
        if s.defence[seat, play] == FACE_DOWN:
            kind = 0
            skip = rng.below(s, held_pieces(s, seat)) - int(s.hand[seat, 0])
            while skip >= 0:
                kind += 1
                skip -= int(s.hand[seat, kind])
            s.hand[seat, kind] -= 1
            s.defence[seat, play] = kind


@rule
def held_pieces(s: State, seat: int) -> int:
    count = 0
    for kind in range(PAWN + 1):
        count += int(s.hand[seat, kind])
    return count


# The past


def ended(before: State, after: State) -> bool:
    """Whether a round ended: each one scores."""
    return bool((before.score != after.score).any())


def finish(s: State, action: int) -> None:
    """GOITA-24: carry out the decision that ends a round, and deal no other."""
    target = int(s.target)
    s.target = 0
    apply(s, action)
    s.target = target


def masked(s: State, viewer: int, decision: Decision) -> str | None:
    """A past decision as a seat may know it now; finished rounds are open (GOITA-24)."""
    text = ACTIONS[decision.action]
    made_in_the_open = PASS <= decision.action < POINT
    if made_in_the_open or decision.seat == viewer or decision.round != s.rounds:
        return text
    secret = asks_in_secret(s)
    if secret and s.phase == CALLING and decision.action in (CALL, QUIET):
        return None
    if secret and decision.action in (REDEAL, CONTINUE):
        return UNKNOWN
    if s.phase == SHIFTING and viewer == s.dealer and POINT <= decision.action < SHIFT:
        return f"point {UNKNOWN}"
    if s.phase in (HIDING, DEFENDING, ATTACKING) and HIDE <= decision.action < PASS:
        return f"hide {UNKNOWN}"
    return text
