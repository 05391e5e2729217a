"""Many matches in lockstep, for learning and search."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from goatherd import rng
from goatherd.errors import IllegalMove
from goatherd.fast import kernels
from goatherd.fast.compile import bound
from goatherd.fast.simulate import checked_count, checked_stream, template
from goatherd.interpreted import as_record

if TYPE_CHECKING:
    from goatherd.game import Game

INT64 = np.dtype(np.int64)
OWN_CHOICES = 1 << 63
"""Stream of the generator for `random_actions`, far from those of the matches."""


class Batch:
    """n matches of one game, each stepped by action number.

    All arrays are in the order of the matches. `turns`, `over` and `legal_mask` are live: the next
    step changes them in place.
    """

    def __init__(
        self, game: "Game", n: int, players: int, seed: int, options: Mapping[str, object]
    ) -> None:
        self.game = game
        self.players = players
        self.size = checked_count(n)
        self.states = np.zeros(self.size, game.contract.rules.state)
        self._lists = kernels.legal_lists(self.size, len(game.actions))
        self._look()
        self._template = template(game, players, options)
        self._seed = checked_stream(seed)
        self._numbers = np.arange(self.size, dtype=np.int64)
        self._chance = np.zeros(1, kernels.CHANCE)
        rng.seed_fast(as_record(self._chance), int(self._seed), OWN_CHOICES)
        width = sum(part.size for part in game.observation)
        self._seen = kernels.observations(self.size, width)
        self._start(np.arange(self.size))
        self._bind()

    def _look(self) -> None:
        """Make the live arrays."""
        self.turns: npt.NDArray[np.int8] = self.states["turn"]
        """The seat to act in each match, -1 where it is over."""
        self.over: npt.NDArray[np.bool_] = self._lists["over"].view(np.bool_)
        self.legal_mask: npt.NDArray[np.bool_] = self._lists["mask"].view(np.bool_)
        """For each match, which action numbers are legal for its seat to act."""
        for live in (self.turns, self.over, self.legal_mask):
            live.flags.writeable = False

    def _bind(self) -> None:
        """Compile for the types of this batch's arrays."""
        actions = np.zeros(self.size, np.int64)
        self._step = bound(kernels.step_matches, self.states, actions, self._lists)
        self._choose = bound(kernels.random_choices, self._lists, self._chance, actions)
        self._observe = bound(kernels.observe_matches, self.states, self._seen)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<Batch of {self.size} matches of {self.game.name}, {self.over.sum()} over>"

    def _start(self, which: npt.NDArray[np.int64]) -> None:
        kernels.start_matches(
            self.states, self._template, self._seed, self._numbers, which, self._lists
        )

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """Points so far, a row a match, a column a seat."""
        out = np.zeros((self.size, self.players), np.int32)
        kernels.score_matches(self.states, out)
        return out

    def step(self, actions: npt.ArrayLike) -> None:
        """Make one decision in each match that is not over (what stands for others is ignored).

        IllegalMove names the first match whose decision is not legal; then none is made.
        """
        if not (
            type(actions) is np.ndarray
            and actions.dtype is INT64
            and actions.ndim == 1
            and actions.flags.c_contiguous
        ):
            actions = self._whole_numbers(actions)
        bad = self._step(self.states, actions, self._lists)
        if bad != kernels.ALL_LEGAL:
            raise self._refused(bad, actions)

    def _whole_numbers(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        numbers = np.asarray(actions)
        if numbers.ndim != 1 or numbers.dtype.kind not in "iu":
            raise IllegalMove(f"step takes {self.size} whole numbers, one a match")
        return np.ascontiguousarray(numbers, np.int64)

    def _refused(self, i: int, actions: npt.NDArray[np.int64]) -> IllegalMove:
        if i == kernels.WRONG_COUNT:
            return IllegalMove(f"step takes {self.size} whole numbers, not {actions.size}")
        action = int(actions[i])
        known = 0 <= action < len(self.game.actions)
        what = f"{action} ({self.game.actions[action]})" if known else f"{action} (no such number)"
        legal = [f"{a} ({self.game.actions[a]})" for a in np.flatnonzero(self.legal_mask[i])]
        listed = ", ".join(legal[:12]) + (" ..." if len(legal) > 12 else "")
        return IllegalMove(f"match {i}: {what} is not legal for seat {self.turns[i]}: {listed}")

    def observe(self) -> npt.NDArray[np.float32]:
        """One row a match: what its seat to act may know, as `game.observation` lays it out."""
        out = np.empty_like(self._seen)
        self._observe(self.states, out)
        numbers: npt.NDArray[np.float32] = out["row"]
        return numbers

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action number for each match, -1 where it is over."""
        actions = np.empty(self.size, np.int64)
        self._choose(self._lists, self._chance, actions)
        return actions

    def reset(self) -> None:
        """Begin a new match in place of each that is over."""
        which = np.flatnonzero(self.over)
        self._numbers[which] += self.size
        self._start(which)

    def copy(self) -> "Batch":
        """The same matches to go on with separately."""
        twin = object.__new__(Batch)
        twin.__dict__.update(self.__dict__)
        for name in ("states", "_lists", "_numbers", "_chance"):
            setattr(twin, name, getattr(self, name).copy())
        twin._look()
        return twin
