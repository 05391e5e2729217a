"""Many matches in lockstep, for learning and search."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from goatherd import rng
from goatherd.errors import BadOption, IllegalMove
from goatherd.fast import kernels
from goatherd.fast.compile import bound
from goatherd.fast.policies import checked_tables, play_until
from goatherd.fast.simulate import checked_count, checked_stream, template
from goatherd.interpreted import as_record

if TYPE_CHECKING:
    from goatherd.game import Game

INT64 = np.dtype(np.int64)
OWN = ("states", "_lists", "_numbers", "_seeds", "_chance")
"""The arrays that tell the matches of a batch from those of others."""
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
        self._seeds = np.full(self.size, checked_stream(seed), np.uint64)
        self._numbers = np.arange(self.size, dtype=np.int64)
        self._step_of_numbers = self.size
        self._chance = np.zeros(1, kernels.CHANCE)
        rng.seed_fast(as_record(self._chance), int(seed), OWN_CHOICES)
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
        self._alike = [np.full(self.size, seat) for seat in range(self.players)]
        self._observe_seats = bound(kernels.observe_seats, self.states, self._alike[0], self._seen)

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"<Batch of {self.size} matches of {self.game.name}, {self.over.sum()} over>"

    def _start(self, which: npt.NDArray[np.int64]) -> None:
        kernels.start_matches(
            self.states, self._template, self._seeds, self._numbers, which, self._lists
        )

    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who has won, a row a match, a column a seat: nobody before its end."""
        out = np.zeros((self.size, self.players), np.bool_)
        kernels.winners_of_matches(self.states, out)
        return out

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

    def observe(self, seats: npt.ArrayLike | None = None) -> npt.NDArray[np.float32]:
        """One row a match: what its seat to act may know, as `game.observation` lays it out.

        Zeros where it is over. With seats, one a match, what these may know, at the end too.
        """
        out = np.empty_like(self._seen)
        if seats is None:
            self._observe(self.states, out)
        elif type(seats) is int and 0 <= seats < self.players:
            self._observe_seats(self.states, self._alike[seats], out)
        else:
            self._observe_seats(self.states, self.checked_seats(seats), out)
        numbers: npt.NDArray[np.float32] = out["row"]
        return numbers

    def checked_seats(self, seats: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """A seat a match; one alone stands for all."""
        numbers = np.asarray(seats)
        if numbers.dtype.kind not in "iu" or numbers.shape not in ((), (self.size,)):
            raise BadOption(f"seats: one for all, or {self.size} whole numbers, one a match")
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < self.players:
            raise BadOption(f"seats: they are 0 to {self.players - 1}")
        return np.ascontiguousarray(np.broadcast_to(numbers, self.size), np.int64)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action number for each match, -1 where it is over."""
        actions = np.empty(self.size, np.int64)
        self._choose(self._lists, self._chance, actions)
        return actions

    def reset(self, which: npt.ArrayLike | None = None) -> None:
        """Begin a new match in place of each that is over, or of those that a mask says."""
        mask = self.over if which is None else np.asarray(which)
        if mask.dtype != np.bool_ or mask.shape != (self.size,):
            raise BadOption(f"reset takes a mask of {self.size} truth values, one a match")
        matches = np.flatnonzero(mask)
        self._numbers[matches] += self._step_of_numbers
        self._start(matches)

    def restart(self, seeds: Sequence[int], which: npt.ArrayLike | None = None) -> None:
        """Begin matches anew, each from a seed of its own: match i then goes as the only one of a
        batch with that seed. All of them, or those that a mask says, of a batch begun so before."""
        if len(seeds) != self.size:
            raise BadOption(f"restart takes {self.size} seeds, one a match, not {len(seeds)}")
        mask = np.ones(self.size, np.bool_) if which is None else np.asarray(which)
        if self._step_of_numbers != 1:
            rng.seed_fast(as_record(self._chance), int(checked_stream(seeds[0])), OWN_CHOICES)
        self._step_of_numbers = 1
        for i in map(int, np.flatnonzero(mask)):
            self._seeds[i] = checked_stream(seeds[i])
        self._numbers[mask] = 0
        self._start(np.flatnonzero(mask))

    def step_one(self, i: int, action: int) -> None:
        """Make a decision in match i alone."""
        one = slice(i, i + 1)
        bad = kernels.step_matches(self.states[one], np.array([action]), self._lists[one])
        if bad != kernels.ALL_LEGAL:
            actions = np.full(self.size, action)
            raise self._refused(i, actions)

    def play_until(
        self, seats: npt.ArrayLike, policies: npt.ArrayLike, chances: Any
    ) -> npt.NDArray[np.int64]:
        """Let policies decide in each match until it is this seat's turn, or over; gives how many
        decisions that were.

        `policies` (see `fast.policies.POLICIES`) has a row a match and a column a seat, `chances`
        is from `own_chances`.
        """
        made = np.zeros(self.size, np.int64)
        tables = checked_tables(policies, self.size, self.players)
        play_until(self.states, self._lists, self.checked_seats(seats), tables, chances, made)
        return made

    def own_chances(self, seeds: Sequence[int]) -> Any:
        """A generator a match, for policies that decide by chance."""
        chances = np.zeros(self.size, kernels.CHANCE)
        for i, seed in enumerate(seeds):
            rng.seed_fast(as_record(chances[i : i + 1]), int(checked_stream(seed)), OWN_CHOICES)
        return chances

    def kept(self, which: Any = slice(None)) -> dict[str, Any]:
        """All that tells these matches from others, to be taken up by a batch of the same kind."""
        arrays = {name: getattr(self, name) for name in OWN}
        return {
            name: array.copy() if name == "_chance" else array[which].copy()
            for name, array in arrays.items()
        } | {"step": self._step_of_numbers}

    def take_up(self, kept: Mapping[str, Any], which: Any = slice(None)) -> None:
        """Go on with matches that were kept."""
        for name in OWN:
            getattr(self, name)[slice(None) if name == "_chance" else which] = kept[name]
        self._step_of_numbers = kept["step"]

    def copy(self) -> "Batch":
        """The same matches to go on with separately."""
        twin = object.__new__(Batch)
        twin.__dict__.update(self.__dict__)
        for name in OWN:
            setattr(twin, name, getattr(self, name).copy())
        twin._look()
        return twin
