"""The games as PettingZoo environments: one agent a seat, in turn (AEC).

    import pettingzoo
    from goatherd import research
    env = pettingzoo.make("aec", "goatherd/goita-v0", target="round")

An observation is a dict: `observation`, what the seat may know as `game.observation` lays it out,
and `action_mask`. The reward comes at the end: 1 for a winner, -1 for a loser among two sides,
less for a loser among more (`research.tree.shares`). The version in an id (`v0`) is raised when
what happens in the environment changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pettingzoo
from gymnasium import spaces

from goatherd.errors import BadOption, IllegalMove, quoted
from goatherd.game import games, load
from goatherd.research import observation
from goatherd.research.look import text_of, view_of
from goatherd.research.tree import shares
from goatherd.rule import Decision
from goatherd.view import View

VERSION = "v0"
ILLEGAL = ("error", "lose", "random")
"""What follows an illegal action: IllegalMove; the match is lost; a legal one in its place."""
RENDER_MODES = ["ansi", "human"]


def register() -> None:
    """Make `pettingzoo.make("aec", "goatherd/goita-v0")` work, for each game."""
    from pettingzoo.env_registry import registration

    for name in games():
        known = f"goatherd/{name}-{VERSION}"
        if known not in registration.aec_registry:
            registration.register(
                "aec", known, "goatherd.research.pettingzoo:env", kwargs={"game": name}
            )


def env(
    game: str,
    players: int | None = None,
    illegal: str = "error",
    oracle: bool = False,
    render_mode: str | None = None,
    **options: object,
) -> Environment:
    """An environment of a game; further options are the game's own (`goatherd games`)."""
    return Environment(game, players, illegal, oracle, render_mode, **options)


class Environment(pettingzoo.AECEnv):  # type: ignore[misc]
    """One match after another. `decode` and `view` show an agent more than numbers."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        illegal: str = "error",
        oracle: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.game = load(game)
        self.players = self.game.checked_players(players)
        self.options: dict[str, Any] = dict(self.game.checked_options(options))
        self.illegal = checked("illegal", illegal, ILLEGAL)
        self.oracle = oracle
        self.render_mode = checked("render_mode", render_mode, (None, *RENDER_MODES))
        self.metadata = {
            "name": f"goatherd_{self.game.name.replace('-', '_')}_{VERSION}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self._chance = np.random.default_rng()
        self._batch = self.game.batch(1, self.players, **self.options)
        self._look()

    def _make_spaces(self) -> None:
        least, most = observation.bounds(self.game)
        actions = len(self.game.actions)
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(least, most, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        whole = (np.tile(least, self.players), np.tile(most, self.players))
        self.state_space = spaces.Box(*whole, dtype=np.float32)
        self._no_action = np.zeros(actions, np.int8)
        self._no_action.flags.writeable = False

    def _look(self) -> None:
        """Hold the live arrays of the match."""
        batch = self._batch
        self._turns, self._mask = batch.turns, batch.legal_mask.view(np.int8)[0]
        named = batch.states.dtype.names or ()
        self._rounds = batch.states["rounds"] if "rounds" in named else np.zeros(1, np.int8)
        self._action = np.zeros(1, np.int64)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # Playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; without a seed, one drawn from the last seed given."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._batch.restart([int(self._chance.integers(1 << 63)) if seed is None else seed])
        self._decisions: list[Decision] = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._no_action} for agent in self.agents
        }
        self._go_on()

    def _go_on(self) -> None:
        """It is the next seat's turn, or the match is over."""
        seat = int(self._turns[0])
        if seat < 0:
            self._finish()
            return
        self.agent_selection = agent = self.possible_agents[seat]
        self.infos[agent] = {"action_mask": self._mask.copy()}

    def _finish(self) -> None:
        worth = shares(self._batch.winners, self.game.contract.facts.sides(self.players))[0]
        self._end(worth, self._batch.scores[0])

    def _end(self, worth: npt.NDArray[np.float64], scores: npt.NDArray[np.int32]) -> None:
        self.agent_selection = self.agents[0]
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(worth[seat])
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": self._no_action, "score": int(scores[seat])}
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """The decision of the agent whose turn it is; None from one whose match is over."""
        if not self.agents:
            raise IllegalMove("there is no match to decide in: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        seat, number = self._seats[agent], as_number(action)
        if not (0 <= number < self._mask.size and self._mask[number]):
            if self.illegal == "lose":
                self._lose(seat)
                return
            number = self._legal_in_place_of(action)
        self.infos[agent] = {"action_mask": self._no_action}
        self._decisions.append(Decision(seat, number, int(self._rounds[0])))
        self._action[0] = number
        self._batch.step(self._action)
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def _legal_in_place_of(self, action: object) -> int:
        """A random one, where that is wanted; otherwise IllegalMove."""
        legal = np.flatnonzero(self._mask)
        if self.illegal == "random":
            return int(self._chance.choice(legal))
        listed = ", ".join(f"{number} ({self.game.actions[number]})" for number in legal[:12])
        agent, number = self.agent_selection, as_number(action)
        known = 0 <= number < len(self.game.actions)
        what = f"{number} ({self.game.actions[number]})" if known else quoted(action)
        raise IllegalMove(f"{what} is not legal for {agent}; its action_mask allows: {listed}")

    def _lose(self, seat: int) -> None:
        """Who decides against the rules loses, and its side with it; the others share that."""
        sides = self.game.contract.facts.sides(self.players)
        won = np.array([[other % sides != seat % sides for other in range(self.players)]])
        self._end(shares(won, sides)[0], self._batch.scores[0])

    # Looking

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent may know, at any time, and what it may do now."""
        numbers = self._batch.observe(self._seats[agent])[0]
        return {"observation": numbers, "action_mask": self.infos[agent]["action_mask"]}

    def decode(self, seen: Any) -> dict[str, npt.NDArray[np.float32]]:
        """The named parts of an observation."""
        return observation.decode(
            self.game, seen["observation"] if isinstance(seen, dict) else seen
        )

    def view(self, agent: str) -> View:
        """What an agent may know, as our bots are given it."""
        contract = self.game.contract
        return view_of(contract, self._batch.states, self._decisions, self._seats[agent])

    def state(self) -> npt.NDArray[np.float32]:
        """What all seats together know, for a critic in training: only with `oracle=True`."""
        if not self.oracle:
            raise BadOption("state() tells what is hidden: make the environment with oracle=True")
        return np.concatenate([self._batch.observe(seat)[0] for seat in range(self.players)])

    def render(self) -> str | None:
        """The table as a spectator sees it; with `oracle=True`, everything."""
        contract = self.game.contract
        viewer = None if self.oracle else contract.facts.spectator
        text = text_of(contract, self._batch.states, viewer)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to give back."""

    # Pickling: compiled functions stay behind, and are bound anew

    def __getstate__(self) -> dict[str, Any]:
        kept = self.__dict__.copy()
        for live in ("_batch", "_turns", "_mask", "_rounds", "_action"):
            del kept[live]
        return kept | {"kept_match": self._batch.kept()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        match = kept.pop("kept_match")
        self.__dict__.update(kept)
        self._batch = self.game.batch(1, self.players, **self.options)
        self._batch.take_up(match)
        self._look()


def checked(name: str, given: Any, allowed: tuple[Any, ...]) -> Any:
    """An argument that is one of a few."""
    if given not in allowed:
        raise BadOption(f"{name}={quoted(given)}: allowed are {', '.join(map(repr, allowed))}")
    return given


def as_number(action: object) -> int:
    """An action's number; -1 for what is none."""
    if isinstance(action, int | np.integer) and not isinstance(action, bool):
        return int(action)
    if isinstance(action, np.ndarray) and action.shape == () and action.dtype.kind in "iu":
        return int(action)
    return -1
