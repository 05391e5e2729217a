"""The same matches twice, by compiled rules and by interpreted ones: they are to stay the same to
the byte. For tests, see `goatherd.testing`."""

from typing import TYPE_CHECKING, Any

import numpy as np

from goatherd import rng
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import imagine, observe, redact, winners
from goatherd.interpreted import as_record, copied
from goatherd.view import legal_numbers, seat_numbers

if TYPE_CHECKING:
    from goatherd.game import Game

WORLDS = 5
"""The seed of what is imagined."""


@compiled
def redact_states(states: Any, seat: int) -> None:
    for i in range(states.size):
        redact(states[i], seat)


@compiled
def imagine_states(states: Any, seat: int) -> None:
    for i in range(states.size):
        rng.seed_fast(states[i], np.uint64(WORLDS), i)
        imagine(states[i], seat)


@compiled
def observe_states(states: Any, seat: int, out: Any) -> None:
    for i in range(states.size):
        observe(states[i], seat, out[i])


@compiled
def winners_of_states(states: Any, out: Any) -> None:
    for i in range(states.size):
        winners(states[i], out[i])


class Twins:
    """A batch, and the same matches played by the interpreted rules."""

    def __init__(
        self, game: "Game", players: int, options: dict[str, Any], size: int, seed: int
    ) -> None:
        self.game = game
        self.contract = game.contract
        self.batch = game.batch(size, players=players, seed=seed, **options)
        self.states = [self._start(players, options, seed, i) for i in range(size)]

    def _start(self, players: int, options: dict[str, object], seed: int, i: int) -> Any:
        state = np.zeros(1, self.contract.rules.state)
        s = as_record(state)
        self.contract.rules.configure(s, players, self.game.checked_options(options))
        rng.seed_fast(s, seed, i)
        self.contract.rules.setup(s)
        return state

    def step(self) -> None:
        """One random decision in each match that is not over."""
        actions = self.batch.random_actions()
        self.batch.step(actions)
        for state, action in zip(self.states, actions, strict=True):
            if action >= 0:
                self.contract.rules.apply(as_record(state), int(action))

    def check(self) -> None:
        """AssertionError unless records and legal decisions are the same."""
        require_same(self.batch.states, self.states, "a record")
        for i, state in enumerate(self.states):
            legal = legal_numbers(self.contract, as_record(state))
            found = np.flatnonzero(self.batch.legal_mask[i]).tolist()
            require(found == legal, f"compiled, {found} are legal, and interpreted {legal}")

    def check_ends(self) -> None:
        """The same for points and winners, once all matches are over."""
        won = np.zeros((self.batch.size, self.batch.players), np.int64)
        winners_of_states(self.batch.states, won)
        for name, rule, got in (
            ("points", self.contract.rules.scores, self.batch.scores.tolist()),
            ("winners", self.contract.rules.winners, won.tolist()),
        ):
            told = [seat_numbers(rule, as_record(state)) for state in self.states]
            require(told == got, f"compiled, the {name} are {got}, and interpreted {told}")

    def check_views(self, seat: int) -> None:
        """The same for what a seat sees, observes and imagines."""
        fast, plain = copied(self.batch.states), [copied(state) for state in self.states]
        redact_states(fast, seat)
        for state in plain:
            self.contract.rules.redact(as_record(state), seat)
        require_same(fast, plain, f"the view of seat {seat}")
        if seat < self.batch.players:
            self._check_observations(fast, plain, seat)
        imagine_states(fast, seat)
        for i, state in enumerate(plain):
            rng.seed_fast(as_record(state), WORLDS, i)
            self.contract.rules.imagine(as_record(state), seat)
        require_same(fast, plain, f"what seat {seat} imagines")

    def _check_observations(self, fast: Any, plain: list[Any], seat: int) -> None:
        width = sum(part.size for part in self.game.observation)
        seen = np.zeros((len(plain), width), np.float32)
        observe_states(fast, seat, seen)
        for i, state in enumerate(plain):
            row = np.full(width, 7, np.float32)
            self.contract.search.observe(as_record(state), seat, row)
            require(row.tolist() == seen[i].tolist(), f"seat {seat} does not observe the same")


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


def require_same(fast: Any, plain: list[Any], what: str) -> None:
    """The same bytes; otherwise it is told which fields differ."""
    if fast.tobytes() == b"".join(state.tobytes() for state in plain):
        return
    together = np.concatenate(plain)
    fields = [name for name in fast.dtype.names if not np.array_equal(fast[name], together[name])]
    raise AssertionError(f"{what} is another compiled than interpreted: {', '.join(fields)}")
