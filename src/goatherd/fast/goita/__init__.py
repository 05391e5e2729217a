"""The Goita solver: the exact value of any round in play, once all hands are known.

`solve.py` is for people and programs, `endgame.py` for the search bot; `solver.py` asks questions
that `search.py` answers, on the pieces as bits of `slots.py`. This module is what the contract of
the game names as its solver (`goatherd.rule.Endgame`).
"""

from goatherd.fast.goita.endgame import EndgameSearcher
from goatherd.fast.goita.solve import solve_moves, warm_up

__all__ = ["EndgameSearcher", "solve_moves", "warm_up"]
