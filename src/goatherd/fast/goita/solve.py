"""The Goita solver for people and programs: values, moves and best play of a round in progress.

All values are points of the round for the team of seats 0 and 2, positive where that team wins it
and negative where the other does, with best play by both teams and all hands open to all.
"""

import threading
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd.errors import BadOption
from goatherd.fast.goita import solver
from goatherd.game import Game
from goatherd.games.goita import GAME
from goatherd.games.goita.cards import FACE_DOWN
from goatherd.games.goita.rules import ATTACKING, CALLING, DECIDING, DEFENDING, HIDING, OVER, STATE
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.solution import MoveValue, MoveValues, seen_by
from goatherd.view import legal_numbers

LONGEST_LINE = 96
"""More decisions than a round can have after its calls."""


class Solution(NamedTuple):
    """What a position is worth."""

    turn: int
    """The seat to act."""
    value: int
    nodes: int
    """How many positions were looked at."""

    @property
    def value_to_mover(self) -> int:
        """The value as the team of the seat to act sees it."""
        return seen_by(self.turn, self.value)


def solve(state: npt.NDArray[Any]) -> Solution:
    """The exact value of a position: an array with one record of Goita, as `match.state` is.

    BadOption where that is no truth of a round in play: in the calls, after the end, or a view that
    does not know all hands.
    """
    turn = checked_turn(state)
    workspace = own_workspace()
    before = int(workspace["nodes"][0])
    values = np.zeros(1, np.int64)
    solver.solve_states(state, workspace, values)
    return Solution(turn, int(values[0]), int(workspace["nodes"][0]) - before)


def solve_moves(state: npt.NDArray[Any]) -> MoveValues:
    """The exact value of every legal decision of a position, and best play; else as `solve`."""
    turn = checked_turn(state)
    workspace = own_workspace()
    before = int(workspace["nodes"][0])
    numbers = np.array(legal_numbers(GAME, as_record(state)), np.int64)
    values = np.zeros(len(numbers), np.int64)
    line = np.zeros(LONGEST_LINE, np.int64)
    made = solver.study(np.concatenate([state, state]), workspace, numbers, values, line)
    best = max(values) if turn % 2 == 0 else min(values)
    return MoveValues(
        turn,
        int(best),
        tuple(map(MoveValue, numbers.tolist(), texts(numbers), values.tolist())),
        tuple(texts(line[:made])),
        int(workspace["nodes"][0]) - before,
    )


EASY = "11667789,11122345,11122345,11334455,s1"
"""Solved at a glance."""


def warm_up() -> None:
    """Compile, or load, what solving needs."""
    easy = Game(GAME).from_line(EASY)
    assert isinstance(easy, Match)
    solve_moves(easy.state)


def texts(numbers: npt.NDArray[np.int64]) -> list[str]:
    return [GAME.facts.actions[number] for number in numbers]


LOCAL = threading.local()


def own_workspace() -> npt.NDArray[Any]:
    """This thread's workspace, made at first use."""
    if not hasattr(LOCAL, "workspace"):
        LOCAL.workspace = solver.workspace()
    workspace: npt.NDArray[Any] = LOCAL.workspace
    return workspace


# What can be solved


def checked_turn(state: npt.NDArray[Any]) -> int:
    """The seat to act in a position that can be solved."""
    if not isinstance(state, np.ndarray) or state.dtype != STATE or state.shape != (1,):
        raise BadOption("solve takes one record of Goita in an array, as match.state is")
    s = as_record(state)
    if s.phase == OVER:
        raise BadOption("there is nothing to solve: the match is over")
    if s.unseen.any() or (s.defence == FACE_DOWN).any():
        raise BadOption("only a position with all hands known can be solved, and this is a view")
    if s.phase in (CALLING, DECIDING):
        raise BadOption("solve it after the calls: the first piece is not yet to be played")
    if s.phase not in (HIDING, DEFENDING, ATTACKING):
        raise BadOption("solve it after the deal: there are no hands yet")
    return int(s.turn)
