"""The exact values of a position's decisions, as a game's solver gives them."""

from typing import NamedTuple


class MoveValue(NamedTuple):
    """A legal decision, and what the position is worth after it."""

    number: int
    text: str
    value: int


class MoveValues(NamedTuple):
    """What a position is worth, what each legal decision makes of it, and a line of best play.

    Values are points for the side of seat 0, with best play by both sides and all cards open.
    """

    turn: int
    """The seat to act."""
    value: int
    moves: tuple[MoveValue, ...]
    """In the order of their numbers."""
    line: tuple[str, ...]
    """Decisions of best play to the end; of equally good ones the lowest numbers."""
    nodes: int
    """How many positions were looked at."""

    def best_first(self) -> list[MoveValue]:
        """The moves, best for the seat to act first."""
        return sorted(self.moves, key=lambda move: -seen_by(self.turn, move.value))


def seen_by(seat: int, value: int) -> int:
    """A value as the side of a seat sees it."""
    return value if seat % 2 == 0 else -value
