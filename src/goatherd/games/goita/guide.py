"""How a search plays on in Goita: each decision is drawn as often as good players make it.

The tables in `habits.py` say how often. They are also what the search believes of the others
(`belief.py`), so in playouts everybody decides as they are believed to.
"""

from typing import Any

from goatherd.games.goita.cards import ATTACK, DEFEND, HIDE, KING, LANCE, PASS
from goatherd.games.goita.greedy import greedy, seen, unseen
from goatherd.games.goita.habits import (
    ATTACKS,
    HIDES,
    KING_FIRST,
    MOST_HELD,
    MOST_OUT,
    MOST_STOPS,
    PASSES,
)
from goatherd.games.goita.rules import ATTACKING, DEFENDING, HIDING
from goatherd.rng import part
from goatherd.rule import State, rule


@rule
def guide(s: State, choices: Any, n: int) -> int:
    """A decision to expect of a good player, one of `choices[:n]`; draws from the record's
    generator."""
    seat = int(s.turn) & 3
    if s.phase == DEFENDING:
        return usual_answer(s, seat)
    if s.phase == ATTACKING:
        return usual_piece(s, seat, choices, n, ATTACKS, ATTACK)
    if s.phase == HIDING:
        return usual_piece(s, seat, choices, n, HIDES, HIDE)
    return greedy(s, choices, n)


@rule
def usual_piece(s: State, seat: int, choices: Any, n: int, habits: Any, first: int) -> int:
    """A piece to attack with or to lay face down, which are decisions from `first` on."""
    counts = seen(s, seat)
    total = 0.0
    for i in range(n):
        total += gladly(s, seat, counts, habits, int(choices[i]) - first)
    rest = part(s) * total
    place = 0
    for i in range(n - 1):  # to the end: where to stop could not be foreseen
        rest -= gladly(s, seat, counts, habits, int(choices[i]) - first)
        place += int(rest >= 0.0)
    return int(choices[place])


@rule
def gladly(s: State, seat: int, counts: int, habits: Any, kind: int) -> float:
    """The weight of a kind among those held."""
    stage = (int(s.left[seat]) - 1) >> 1
    held = min(int(s.hand[seat, kind]), MOST_HELD)
    return float(habits[kind, stage, held, min(unseen(counts, kind), MOST_OUT)])


@rule
def usual_answer(s: State, seat: int) -> int:
    """Let an attack pass, or stop it; with the king where there is nothing else."""
    against = int(s.against)
    same = int(s.hand[seat, against] > 0)
    king = int((against < LANCE) & (s.hand[seat, KING] > 0))
    if same + king == 0 or part(s) < passes(s, seat, same + 2 * king - 1):
        return PASS
    if same == 0 or (king == 1 and part(s) < KING_FIRST):
        return DEFEND + KING
    return DEFEND + against


@rule
def passes(s: State, seat: int, able: int) -> float:
    """How often an attack is let pass by who is able to stop it in this way."""
    attacker, against = int(s.attacker), int(s.against)
    relation = ((seat - attacker) & 3) - 1
    theirs = (int(s.left[attacker]) >> 1) - 1
    stage = (int(s.left[seat]) - 1) >> 1
    out = min(unseen(seen(s, seat), against), MOST_STOPS)
    return float(PASSES[able, relation, theirs, stage, out])
