"""Where every piece of Goita is, and the public facts that are no pieces."""

from goatherd.games.goita.cards import FACE_DOWN, KINDS, KING, NONE, SEATS
from goatherd.games.goita.rules import (
    CALLING,
    CHOOSING_DEALER,
    ENDINGS,
    HAS_CALLED,
    OPEN_CALLS,
    OVER,
    PHASES,
    SHIFTING,
)
from goatherd.rule import NOBODY, State
from goatherd.table import UNKNOWN, spread


def zones(s: State) -> dict[str, list[str]]:
    """The circle, and for each seat its hand and the two rows before it."""
    undealt = s.phase <= SHIFTING
    out = {"circle": _circle(s) if undealt else []}
    for seat in range(SEATS):
        out[f"hand {seat}"] = hand(s, seat)
    for seat in range(SEATS):
        out[f"defence {seat}"] = [
            f"({piece})" if down else piece
            for piece, down in zip(_row(s.defence[seat]), s.down[seat], strict=False)
        ]
        out[f"attack {seat}"] = _row(s.attack[seat])
    return out


def _circle(s: State) -> list[str]:
    """In a view all entries are blank, which no order of the pieces is."""
    known = s.circle.any()
    return [KINDS[kind] for kind in s.circle[: s.pieces]] if known else [UNKNOWN] * int(s.pieces)


def hand(s: State, seat: int) -> list[str]:
    return spread(KINDS, s.hand[seat]) + [UNKNOWN] * int(s.unseen[seat])


def _row(kinds: list[int]) -> list[str]:
    return [UNKNOWN if kind == FACE_DOWN else KINDS[kind] for kind in kinds if kind != NONE]


def called(s: State) -> list[int]:
    """The seats whose call of five pawns lies open."""
    if s.phase == CALLING and s.pawn_calls != OPEN_CALLS:
        return []
    in_full = s.last_winner if s.phase == OVER and s.last_shown.any() else NOBODY
    return [seat for seat in range(SEATS) if s.answer[seat] == HAS_CALLED and seat != in_full]


def status(s: State) -> dict[str, object]:
    """Public facts: phase, round, dealer, the attack on the table, pieces left, calls laid open,
    and how the last round ended."""
    attacked = s.against != NONE
    finished = s.last_winner != NOBODY
    return {
        "phase": PHASES[s.phase],
        "round": int(s.rounds),
        "dealer": None if s.phase == CHOOSING_DEALER else int(s.dealer),
        "target": int(s.target) or "round",
        "attack": KINDS[s.against] if attacked else None,
        "attacker": int(s.attacker) if attacked else None,
        "pieces": [int(left) for left in s.left],
        "king shown": bool(s.face_up[KING]),
        "called": called(s),
        "last round": {
            "winner": int(s.last_winner),
            "points": int(s.last_points),
            "ending": ENDINGS[s.last_ending],
            "shown": spread(KINDS, s.last_shown),
        }
        if finished
        else None,
    }
