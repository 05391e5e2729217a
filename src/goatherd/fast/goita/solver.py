"""The exact value of any position of a Goita round with all hands known.

Values are points of the round for the team of seats 0 and 2: positive where they win it. There are
sixteen, from -100 to 100, so a value is found by a few questions to `search`: who wins, and
then whether by so much.

Other compiled code calls `value_of` and `move_values` with a record and a workspace, which is made
once by `workspace()` for each thread: `w = workspaces[0]`. A position with sixteen pieces left
takes microseconds. For Python there is `goatherd.fast.goita.solve`.
"""

from typing import Any

import numpy as np

from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import apply, legal
from goatherd.fast.goita.search import HIGHEST, is_reached
from goatherd.fast.goita.slots import (
    FREE,
    SLOTS,
    WORKSPACE,
    answering,
    count,
    held_by,
    lay_out,
    locate,
    lowest,
    one_of_each,
    part,
    team_slots,
)
from goatherd.fast.kernels import SCRATCH
from goatherd.games.goita.cards import KING, NONE, POINTS
from goatherd.rule import State

VALUES = np.array(
    [-100, -80, -60, -50, -40, -30, -20, -10, 10, 20, 30, 40, 50, 60, 80, 100], np.int64
)
WINS = 8
"""The first of the values with which seats 0 and 2 win."""


def workspace() -> Any:
    """A new workspace for one thread: an array of one record."""
    return np.zeros(1, WORKSPACE)


# Questions


@part
def pose(question: int, w: Any) -> None:
    """Whether the value is at least VALUES[question], as a claim of the team that it favours."""
    w.question = question
    w.depth = 0
    w.claimer = int(question < WINS)
    w.points = VALUES[question] if question >= WINS else -VALUES[question - 1]
    w.single = 0
    w.double = 0
    ours = team_slots(w.claimer)
    for slot in range(SLOTS):
        if w.kind[slot] != NONE and (ours >> slot) & 1 == 1:
            worth = POINTS[w.kind[slot]]
            w.single |= int(worth >= w.points) << slot
            below_its_like = (w.again >> (slot + 1)) & 1
            w.double |= (below_its_like & int(2 * worth >= w.points)) << slot


@part
def is_at_least(question: int, w: Any) -> bool:
    """Whether the position to solve is worth VALUES[question] or more."""
    pose(question, w)
    if w.attacking == 1:
        reached = is_reached_by_attack(w)
    else:
        others = 0 if w.attack == FREE else (w.attacker - w.turn) & 3
        reached = is_reached_from(w.hands, w.attacker, w.attack, w.turn, others, w.shown, w)
    return bool(reached != w.claimer)


@part
def is_reached_from(
    hands: int, attacker: int, kind: int, first: int, others: int, shown: int, w: Any
) -> int:
    """The same, when it is not known whether those yet to be asked can stop the attack."""
    asked = answering(hands, kind, first, others, w)
    if asked < 0:
        kind, asked = FREE, attacker
    return int(is_reached(hands, attacker, kind, asked, shown, w))


@part
def is_reached_by_attack(w: Any) -> int:
    """The same, when a defence is laid and an attack must follow."""
    claims = int((w.turn & 1) == w.claimer)
    hand = held_by(w.hands, w.turn)
    if count(hand) == 1:
        kind = w.kind[lowest(hand)]
        worth = POINTS[kind] * (2 if w.laid == kind else 1)
        return claims & int(worth >= w.points)
    free_kings = w.shown | w.both_kings[w.turn]
    attacks = one_of_each(hand, w) & ~(0 if free_kings == 1 else w.kings)
    while attacks != 0:
        slot = lowest(attacks)
        attacks &= attacks - 1
        kind = w.kind[slot]
        shown = w.shown | int(kind == KING)
        after = w.hands ^ (1 << slot)
        if is_reached_from(after, w.turn, kind, w.turn + 1, 3, shown, w) == claims:
            return claims
    return 1 - claims


@part
def next_question(low: int, high: int) -> int:
    """Who wins first, then by much or by little; the dearest ends are rare and refuted fast."""
    if low < WINS <= high:
        return WINS
    if low >= WINS:
        return min(WINS + 2, high) if low == WINS else low + 1
    return max(WINS - 2, low + 1) if high == WINS - 1 else high


@part
def settle(low: int, high: int, question: int, w: Any) -> int:
    """The place in VALUES of the position to solve, which is known to lie between two of them."""
    while low < high:
        if is_at_least(question, w):
            low = question
        else:
            high = question - 1
        question = next_question(low, high)
    return low


# From and to records, for other compiled code


@part
def value_of(s: State, w: Any) -> int:
    """The points that the round is worth to seats 0 and 2; `s` is in play, with all hands known."""
    lay_out(s, w)
    locate(s, w)
    return int(VALUES[settle(0, HIGHEST, WINS, w)])


@part
def move_values(s: State, w: Any, child: Any, moves: Any, n: int, out: Any) -> int:
    """`value_of`, and the value of each of n moves too; `child` is an array with a record to use.

    The best move is worth what the position is, and no other is better, so that one question
    settles most of them.
    """
    lay_out(s, w)
    locate(s, w)
    best = settle(0, HIGHEST, WINS, w)
    ours = s.turn & 1 == 0
    low, high, question = (0, best, best) if ours else (best, HIGHEST, best + 1)
    for i in range(n):
        child[0] = s
        apply(child[0], moves[i])
        out[i] = gained(s, child[0])
        if out[i] == 0:
            locate(child[0], w)
            out[i] = VALUES[settle(low, high, question, w)]
    return int(VALUES[best])


@part
def gained(before: State, after: State) -> int:
    """The points of the round for seats 0 and 2, if it has ended between two records, else 0."""
    return int(after.score[0] - before.score[0] - (after.score[1] - before.score[1]))


@part
def keeps_value(s: State, after: State, value: int, w: Any) -> bool:
    """Whether a move from one record to another loses nothing of the value."""
    points = gained(s, after)
    if points != 0:
        return points == value
    locate(after, w)
    question = 0
    while VALUES[question] < value:
        question += 1
    if s.turn & 1 == 0:
        return is_at_least(question, w)
    return question == HIGHEST or not is_at_least(question + 1, w)


@part
def write_best_line(states: Any, w: Any, value: int, scratch: Any, line: Any) -> int:
    """Best play from states[0], of that value and laid out in w; returns how many moves it has."""
    s, after = states[0], states[1]
    for made in range(line.size):
        legal_list = scratch[0].legal
        for i in range(legal(s, legal_list)):
            states[1] = s
            apply(after, legal_list[i])
            line[made] = legal_list[i]
            if keeps_value(s, after, value, w):
                break
        if gained(s, after) != 0:
            return made + 1
        states[0] = after
    return int(line.size)


# From Python


@compiled
def solve_states(states: Any, workspaces: Any, values: Any) -> None:
    """The value of each of many positions."""
    for i in range(states.size):
        values[i] = value_of(states[i], workspaces[0])


@compiled
def study(states: Any, workspaces: Any, moves: Any, values: Any, line: Any) -> int:
    """The values of moves of states[0], and a line of best play; returns how many moves that has.

    Of moves that are equally good, the line takes the one with the lowest number. There is room
    for another record in states[1]; both are changed.
    """
    w = workspaces[0]
    scratch = np.zeros(1, SCRATCH)
    value = move_values(states[0], w, states[1:], moves, moves.size, values)
    return write_best_line(states, w, value, scratch, line)
