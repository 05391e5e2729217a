"""The games as Gymnasium environments: one learner at a table of bots, alone or many at once.

    import gymnasium
    from goatherd import research
    env = gymnasium.make("goatherd/goita-v0", opponents="greedy")
    envs = gymnasium.make_vec("goatherd/goita-v0", num_envs=1024, opponents="greedy")

`opponents` is a bot for all other seats, or one for each, in turn order after the learner's. The
learner sits at `seat`; None: at another seat in each match, by the seed. A match that ends before
the learner ever decides is passed over. Rewards are those of `goatherd.research.pettingzoo`.

One environment is many with `num_envs=1`, so both play alike. `random`, `beginner` and `greedy` are
compiled; other bots take the time that they take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from goatherd.errors import BadOption, IllegalMove, quoted
from goatherd.game import games, load
from goatherd.research.observation import bounds
from goatherd.research.tables import Tables

VERSION = "v0"
ILLEGAL = ("lose", "error", "random")
"""What follows an illegal action. Checkers sample without a mask, so the default is `lose`."""
Observation = dict[str, npt.NDArray[Any]]


def register() -> None:
    """Make `gymnasium.make("goatherd/goita-v0")` work, for each game."""
    for name in games():
        known = f"goatherd/{name}-{VERSION}"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point="goatherd.research.gymnasium:Environment",
                vector_entry_point="goatherd.research.gymnasium:VectorEnvironment",
                kwargs={"game": name},
            )


class VectorEnvironment(VectorEnv):  # type: ignore[misc]
    """Many matches in lockstep."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        illegal: str = "lose",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.num_envs = checked_count(num_envs)
        self.tables = Tables(load(game), self.num_envs, players, opponents, seat, options)
        if illegal not in ILLEGAL:
            raise BadOption(f"illegal={quoted(illegal)}: allowed are {', '.join(ILLEGAL)}")
        self.illegal = illegal
        self.copy = copy
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self.single_observation_space, self.single_action_space = space_of(self.tables)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._seen: Observation = {}

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """New matches: everywhere, or where `options={"reset_mask": ...}` says."""
        mask = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            mask = checked_mask(options["reset_mask"], self.num_envs)
        self.tables.begin(mask, seeds_of(seed, self.num_envs))
        self._ended &= ~mask
        self._look()
        return self._given(), self._infos(mask)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """The learner's decision in each match, and those of the others up to its next turn."""
        if not self._seen:
            raise IllegalMove("there are no matches to decide in: call reset() first")
        numbers = checked_actions(actions, self.num_envs)
        resting = self._ended.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and resting.any():
            where = ", ".join(map(str, np.flatnonzero(resting)[:8]))
            raise IllegalMove(f"matches {where} are over: reset them (options reset_mask) first")
        lost = self._play(numbers, resting)
        rewards = np.where(lost, -1.0, self.tables.rewards())
        ended = (self.tables.over | lost) & ~resting
        rewards[~ended] = 0.0
        if resting.any():
            self.tables.begin(resting, None)
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            infos = self._final(ended, lost)
            self.tables.begin(ended, None)
            self._look()
        else:
            self._look(lost)
        self._ended = ended & (self.autoreset_mode != AutoresetMode.SAME_STEP)
        all_of_them = np.ones(self.num_envs, np.bool_)
        cut = np.zeros(self.num_envs, np.bool_)
        return self._given(), rewards, ended, cut, infos | self._infos(all_of_them)

    def _play(self, actions: npt.NDArray[np.int64], resting: npt.NDArray[np.bool_]) -> Any:
        """Carry out what is legal; which matches are lost by what is not."""
        legal = self.tables.is_legal(actions) | resting
        lost = np.zeros(self.num_envs, np.bool_)
        if not legal.all():
            if self.illegal == "error":
                raise self.tables.refused(int(np.flatnonzero(~legal)[0]), actions)
            if self.illegal == "lose":
                lost = ~legal
            else:
                actions = self.tables.random_where(~legal, actions)
        self.tables.play(actions, ~(resting | lost))
        return lost

    def _look(self, unchanged: npt.NDArray[np.bool_] | None = None) -> None:
        """See the matches anew, but for those that were lost by an illegal action."""
        seen, mask = self.tables.observe(), self.tables.mask()
        if unchanged is not None and unchanged.any():
            seen[unchanged] = self._seen["observation"][unchanged]
            mask[unchanged] = 0
        self._seen = {"action_mask": mask, "observation": seen}

    def _given(self) -> Observation:
        if not self.copy:
            return self._seen
        return {name: numbers.copy() for name, numbers in self._seen.items()}

    def _infos(self, which: npt.NDArray[np.bool_]) -> dict[str, Any]:
        mask = self._seen["action_mask"].copy()
        mask[~which] = 0
        return {"action_mask": mask, "_action_mask": which.copy()}

    def _final(self, ended: npt.NDArray[np.bool_], lost: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """What was seen last of the matches that ended, before new ones begin in their place."""
        self._look(lost)
        seen = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            seen[i] = {name: numbers[i].copy() for name, numbers in self._seen.items()}
        return {
            "final_obs": seen,
            "_final_obs": ended.copy(),
            "final_info": self._infos(ended),
            "_final_info": ended.copy(),
        }


class Environment(gymnasium.Env):  # type: ignore[misc]
    """One match after another."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(self, game: str, render_mode: None = None, **settings: Any) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._one = VectorEnvironment(game, 1, autoreset_mode=AutoresetMode.DISABLED, **settings)
        self.observation_space = self._one.single_observation_space
        self.action_space = self._one.single_action_space

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        seen, infos = self._one.reset(seed=seed)
        return first(seen), {"action_mask": infos["action_mask"][0]}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        seen, rewards, ended, _, infos = self._one.step(checked_actions([action], 1))
        info = {"action_mask": infos["action_mask"][0]}
        return first(seen), float(rewards[0]), bool(ended[0]), False, info


def first(seen: Observation) -> Observation:
    """Of many observations the first."""
    return {name: numbers[0] for name, numbers in seen.items()}


def space_of(tables: Tables) -> tuple[spaces.Dict, spaces.Discrete]:
    least, most = bounds(tables.game)
    actions = len(tables.game.actions)
    seen = {
        "observation": spaces.Box(least, most, dtype=np.float32),
        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
    }
    return spaces.Dict(seen), spaces.Discrete(actions)


# Arguments


def checked_count(num_envs: object) -> int:
    if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
        raise BadOption(f"num_envs={quoted(num_envs)}: a whole number from 1 on")
    return num_envs


def checked_mask(mask: object, n: int) -> npt.NDArray[np.bool_]:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (n,):
        raise BadOption(f"reset_mask: an array of {n} truth values, one a match")
    if not mask.any():
        raise BadOption("reset_mask: at least one match is to be reset")
    return mask.copy()


def checked_actions(actions: npt.ArrayLike, n: int) -> npt.NDArray[np.int64]:
    numbers = np.asarray(actions)
    if numbers.shape != (n,) or numbers.dtype.kind not in "iu":
        raise IllegalMove(f"step takes {n} whole numbers, one a match, not {quoted(actions)}")
    return numbers.astype(np.int64)


def seeds_of(seed: int | Sequence[int | None] | None, n: int) -> list[int | None] | None:
    """A seed for each match; None where it goes on from the one before."""
    if seed is None:
        return None
    if isinstance(seed, int | np.integer):
        return [int(seed) + i for i in range(n)]
    if len(seed) != n:
        raise BadOption(f"seed: one, or a list of {n}, one a match")
    return list(seed)
