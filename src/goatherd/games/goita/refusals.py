"""Why a decision of Goita is not legal now: the rule that forbids it, in words."""

from goatherd.games.goita.cards import (
    ATTACK,
    CALL,
    DEFEND,
    FIRST_ME,
    HIDE,
    KINDS,
    KING,
    LANCE,
    NAMES,
    NONE,
    PASS,
    PAWN,
    POINT,
    REDEAL,
    SHIFT,
)
from goatherd.games.goita.rules import (
    ATTACKING,
    CALLING,
    CHOOSING_DEALER,
    DECIDING,
    DEFENDING,
    HIDING,
    POINTING,
    SHIFTING,
)
from goatherd.rule import Refusal, State
from goatherd.words import Text


def refusal(s: State, action: int) -> Refusal:
    """From the view of the seat to act: first what is asked, then what is wrong with the piece."""
    if s.phase == CALLING and action == CALL:
        return Refusal("GOITA-6", Text("A call needs five or more pawns in hand."))
    if s.phase == HIDING and action == PASS and s.against != NONE:
        return Refusal("GOITA-19", Text("Whoever plays again cannot pass."))
    if s.phase == ATTACKING and action == PASS:
        return Refusal("GOITA-17", Text("After a defence an attack must follow."))
    if s.phase != _phase_of(action):
        return _other_question(s)
    return _wrong_piece(s, action)


def _phase_of(action: int) -> int:
    """The phase in which a decision is asked for."""
    bounds = (
        (REDEAL, CALLING),
        (HIDE, DECIDING),
        (PASS, HIDING),
        (ATTACK, DEFENDING),
        (FIRST_ME, ATTACKING),
        (POINT, CHOOSING_DEALER),
        (SHIFT, POINTING),
    )
    return next((phase for bound, phase in bounds if action < bound), SHIFTING)


def _other_question(s: State) -> Refusal:
    if s.phase == HIDING and s.against == NONE:
        return Refusal("GOITA-16", Text("The dealer opens with a face-down defence."))
    return {
        CHOOSING_DEALER: Refusal("GOITA-4", Text("First it is said who deals.")),
        POINTING: Refusal("GOITA-4", Text("First a piece of the circle is pointed at.")),
        SHIFTING: Refusal("GOITA-4", Text("First the dealer shifts the point.")),
        CALLING: Refusal("GOITA-6", Text("First everybody is asked for a call of pawns.")),
        DECIDING: Refusal("GOITA-11", Text("First the partner of a caller decides on a redeal.")),
        HIDING: Refusal("GOITA-19", Text("A face-down defence is to be played.")),
        DEFENDING: Refusal("GOITA-17", Text("An attack is to be stopped, or passed.")),
        ATTACKING: Refusal("GOITA-17", Text("An attack is to be played.")),
    }[int(s.phase)]


def _wrong_piece(s: State, action: int) -> Refusal:
    kind = (action - HIDE) if action < PASS else (action - DEFEND) % 8
    name = NAMES[KINDS[kind]]
    if s.hand[s.turn, kind] == 0:
        return Refusal("GOITA-15", Text("There is no {piece} in hand.", piece=name))
    if s.phase == ATTACKING:
        return Refusal(
            "GOITA-21",
            Text(
                "A king may attack only after a king was played face up, by who was dealt both, "
                "or as the eighth piece."
            ),
        )
    if s.against == KING:
        return Refusal("GOITA-22", Text("Nothing stops a king's attack."))
    if kind == KING and s.against in (LANCE, PAWN):
        return Refusal("GOITA-18", Text("A king stops neither a lance nor a pawn."))
    attack = NAMES[KINDS[s.against]]
    return Refusal(
        "GOITA-18",
        Text("A {piece} does not stop a {attack}; its own kind does.", piece=name, attack=attack),
    )
