"""The bot that thinks ahead: tree search in worlds that fit what its seat knows."""

import secrets
from typing import Any

import numpy as np

from goatherd.bots.bot import Bot, Estimate, Explanation, to_decide
from goatherd.bots.simple import checked_seed, number_of
from goatherd.bots.solver import solver_of
from goatherd.errors import BadOption, quoted
from goatherd.interpreted import as_record
from goatherd.view import View

LONGEST = 3600.0
"""Seconds for a decision."""
MOST_ITERATIONS = 1_000_000_000
WORD = (1 << 64) - 1
MUCH_TIME, MANY_ITERATIONS = 0.5, 100_000
"""From here on playouts predict decisions, where a game has a way to: iterations then take longer,
which costs more than it brings where there are few of them."""
OFTEN = 0.02
"""Of the visits: what the main line needs to be believed that far."""


class SearchBot(Bot):
    """Thinks for some seconds about each decision, or for some iterations.

    With iterations, a seed and one thread its decisions can be repeated. By default it uses one
    thread for iterations, and one for each core for seconds. `belief=False` takes all worlds that
    fit for equally likely, whatever the others have done; `solver=False` searches where a solver of
    the game could value worlds exactly.
    """

    def __init__(
        self,
        think: float | None = None,
        iterations: int | None = None,
        threads: int | None = None,
        seed: int | None = None,
        belief: bool = True,
        solver: bool = True,
    ) -> None:
        self.think, self.iterations = checked_budget(think, iterations)
        self.threads = threads
        self.belief = belief
        self.solver = solver
        self.few: int | None = None
        """With how much left worlds are solved; None as the game has it: see `Endgame.few`."""
        self.seed = checked_seed(seed)
        if self.seed is None:
            self.seed = secrets.randbits(64)
        amount = f"{self.think:g}s" if self.iterations is None else str(self.iterations)
        self.name = f"search:{amount}" + ("" if belief else ":no-belief")
        self.name += "" if solver else ":no-solver"
        self._searcher: Any = None
        self._last: tuple[int | None, np.ndarray[Any, Any], int] | None = None
        """The seat, the view and the decision before this one, to go on from there."""

    def prepare(self, game: str) -> None:
        """Compile now what a search in this game needs, from its first decision to its last."""
        from goatherd.game import load

        twin = SearchBot(iterations=1, threads=1, seed=0, belief=self.belief, solver=self.solver)
        match = load(game).new(seed=0)
        assert match.turn is not None
        twin._search(match.view(match.turn))
        if self.solver and match.contract.search.endgame is not None:
            while not is_solvable(match.view(match.turn), self.few):
                match.play(match.legal()[-1])
            twin._search(match.view(match.turn))

    def close(self) -> None:
        self._searcher = self._last = None

    def _choose(self, view: View) -> str:
        numbers = view.legal_numbers()
        if len(numbers) > 1:
            self._search(view)
            numbers = [one.action for one in self._searcher.found()]
        elif not self._goes_on(view):
            return view.contract.facts.actions[numbers[0]]
        action = numbers[0]
        self._last = (view.seat, view.state, action)
        return view.contract.facts.actions[action]

    def explain(self, view: View) -> Explanation:
        """Each legal decision with its mean payoff for the seat (0 lost, 1 won by far)."""
        to_decide(view)
        self._search(view)
        return self._explanation(view)

    def judge(self, view: View, decision: str) -> Explanation:
        """As `explain`, but this decision is tried at least half as often as the best one."""
        if decision not in to_decide(view):
            raise BadOption(f"{quoted(decision)} is not legal here, so it cannot be judged")
        self._search(view)
        action = view.contract.facts.actions.index(decision)
        found = self._searcher.found()
        visits = {one.action: one.visits for one in found}
        missing = found[0].visits // 2 - visits.get(action, 0)
        if missing > 0:
            self._searcher.try_hard(view.state, evidence_of(view), action, missing)
        return self._explanation(view)

    def _explanation(self, view: View) -> Explanation:
        actions = view.contract.facts.actions
        tried = {one.action: one for one in self._searcher.found()}
        untried = [number for number in view.legal_numbers() if number not in tried]
        estimates = [
            *(Estimate(actions[one.action], one.mean, one.visits) for one in tried.values()),
            *(Estimate(actions[number], None, 0) for number in untried),
        ]
        fewest = max(2, int(OFTEN * sum(one.visits for one in estimates)))
        line = self._searcher.main_line(fewest)
        return Explanation(tuple(estimates), tuple((seat, actions[made]) for seat, made in line))

    def _search(self, view: View) -> None:
        evidence = evidence_of(view)
        if not self._goes_on(view):
            self._searcher = None  # so that the next can have its room
            self._searcher = self._new_searcher(view)
        if self.iterations is not None:
            self._searcher.iterate(view.state, evidence, self.iterations)
        else:
            self._searcher.think(view.state, evidence, self.think)

    def _new_searcher(self, view: View) -> Any:
        from goatherd.fast.searcher import Searcher
        from goatherd.fast.simulate import cores

        threads = self.threads
        if threads is None and self.iterations is not None:
            threads = 1
        assert view.seat is not None
        assert self.seed is not None
        seed = number_of(view, self.seed) & WORD
        solver = solver_of(view.contract) if self.solver and is_solvable(view, self.few) else None
        if solver is not None:
            return solver.EndgameSearcher(
                view.state,
                view.legal_numbers(),
                view.seat,
                seed,
                cores(threads),
                self.belief,
            )
        return Searcher(
            view.contract,
            view.seat,
            seed,
            cores(threads),
            self.belief,
            self._predicts_in_playouts(),
        )

    def _predicts_in_playouts(self) -> bool:
        if self.iterations is not None:
            return self.iterations >= MANY_ITERATIONS
        assert self.think is not None
        return self.think >= MUCH_TIME

    def _goes_on(self, view: View) -> bool:
        """Whether the last search can be gone on with: this view is what the own decision made of
        the last one, so nothing new was seen since; nor in the worlds of that search, where other
        decisions would then have been legal."""
        last, self._last = self._last, None
        if last is None or last[0] != view.seat or self._searcher is None:
            return False
        seat, before, action = last
        assert seat is not None
        if not is_made_by(view, before, action):
            return False
        legal = view.legal_numbers()
        return self._searcher.follow(action, seat) and all(
            one.action in legal for one in self._searcher.found()
        )


def evidence_of(view: View) -> np.ndarray[Any, Any]:
    """What the decisions of this round say about hidden cards."""
    return view.contract.search.gather(as_record(view.state), view.this_round())


def is_solvable(view: View, few: int | None = None) -> bool:
    """Whether so little is left here that the worlds that fit the view can be solved."""
    endgame = view.contract.search.endgame
    if endgame is None:
        return False
    s = as_record(view.state)
    return endgame.is_solvable(s) and endgame.left(s) <= (endgame.few if few is None else few)


def is_made_by(view: View, before: np.ndarray[Any, Any], action: int) -> bool:
    """Whether this view is another one after a decision, to the byte."""
    if before.dtype != view.state.dtype:
        return False
    after = before.copy()
    try:
        view.contract.rules.apply(as_record(after), action)
    except (IndexError, OverflowError, ValueError):
        return False  # it drew a card that the view does not know
    return after.tobytes() == view.state.tobytes()


def checked_budget(think: object, iterations: object) -> tuple[float | None, int | None]:
    """What was given to think with; one second if nothing was."""
    if think is not None and iterations is not None:
        raise BadOption("give a search seconds to think or iterations, not both")
    if iterations is not None:
        if isinstance(iterations, bool) or not isinstance(iterations, int):
            raise BadOption(f"iterations={quoted(iterations)}: a whole number is needed")
        if not 0 < iterations <= MOST_ITERATIONS:
            raise BadOption(f"iterations={iterations}: from 1 to {MOST_ITERATIONS}")
        return None, iterations
    if think is None:
        return 1.0, None
    if isinstance(think, bool) or not isinstance(think, int | float) or not 0 < think <= LONGEST:
        raise BadOption(
            f"think={quoted(think)}: seconds for a decision, more than 0 and at most {LONGEST:g}"
        )
    return float(think), None
