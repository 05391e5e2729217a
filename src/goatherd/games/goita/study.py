"""What a study of Goita counts."""

from typing import Any

from goatherd.games.goita.cards import (
    ATTACK,
    CALL,
    DEFEND,
    FIRST_ME,
    HIDE,
    KING,
    PASS,
    PAWN,
    REDEAL,
)
from goatherd.games.goita.rules import CALLED_IN_FULL
from goatherd.rule import State, rule

EVENTS = (
    "deals (GOITA-5)",
    "hands called (GOITA-6)",
    "rounds won by a call at once (GOITA-10)",
    "wishes for a new deal (GOITA-11)",
    "attacks let pass by one (GOITA-17)",
    "defences (GOITA-17)",
    "defences with a king (GOITA-20)",
    "attacks with a king (GOITA-21)",
    "rounds won twofold (GOITA-23)",
)
DEALS, CALLED, WON_BY_CALL, NEW_DEALS, PASSED, DEFENDED, KING_DEFENDED, KING_ATTACKED, TWOFOLD = (
    range(9)
)


@rule
def watch(s: State, action: int, counts: Any) -> None:
    if action < 0:
        counts[DEALS] += s.rounds
        return
    seat = int(s.turn) & 3
    if action == CALL:
        counts[CALLED] += 1
        counts[WON_BY_CALL] += int(s.hand[seat, PAWN] >= CALLED_IN_FULL)
    counts[NEW_DEALS] += int(action == REDEAL)
    counts[PASSED] += int(action == PASS)
    if action >= DEFEND and action < ATTACK:
        counts[DEFENDED] += 1
        counts[KING_DEFENDED] += int(action - DEFEND == KING)
    if action >= ATTACK and action < FIRST_ME:
        counts[KING_ATTACKED] += int(action - ATTACK == KING)
        counts[TWOFOLD] += int(ends_twofold(s, seat, action - ATTACK))


@rule
def ends_twofold(s: State, seat: int, kind: int) -> bool:
    """GOITA-23: the last piece is of the kind that lies face down beside it."""
    play = 3
    hidden = s.down[seat, play] == 1
    return bool((s.left[seat] == 1) & hidden & (s.defence[seat, play] == kind))


assert HIDE < PASS < DEFEND
