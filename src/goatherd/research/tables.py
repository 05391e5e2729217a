"""Many tables at once, a learner at one seat of each and bots at the others."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from goatherd.bots import spec
from goatherd.bots.bot import Bot
from goatherd.errors import BadOption, IllegalMove, quoted
from goatherd.interpreted import as_record
from goatherd.research.look import round_of, view_of
from goatherd.research.tree import shares
from goatherd.rng import below, mix
from goatherd.rule import Decision

if TYPE_CHECKING:
    from goatherd.game import Game

SEED_LIMIT = 1 << 63
MOST_PASSED_OVER = 1000
"""Matches in a row that may end before the learner decides."""


class Tables:
    """n matches, each at the learner's turn or over."""

    def __init__(
        self,
        game: Game,
        n: int,
        players: int | None,
        opponents: str | Sequence[str],
        seat: int | None,
        options: Mapping[str, object],
    ) -> None:
        self.game = game
        self.players = game.checked_players(players)
        self.names = checked_opponents(opponents, self.players)
        self.seat = checked_seat(seat, self.players)
        kept: dict[str, Any] = dict(game.checked_options(options))
        self._batch = game.batch(n, self.players, **kept)
        self._seeds = np.array([secrets.randbits(62) for _ in range(n)], np.int64)
        self._matches = np.zeros(n, np.int64)
        self.seats = np.zeros(n, np.int64)
        """Where the learner sits."""
        self._order = np.arange(self.players)
        self._fresh = np.ones(n, np.bool_)
        self._prepare_bots()

    def _prepare_bots(self) -> None:
        from goatherd.fast.policies import POLICIES

        compiled = all(name in POLICIES for name in self.names)
        self._policies = [POLICIES.index(name) for name in self.names] if compiled else None
        self._bots: list[list[Bot]] = [[] for _ in self._seeds]
        self._decisions: list[list[Decision]] = [[] for _ in self._seeds]
        self._chances = self._batch.own_chances([0] * len(self._seeds))
        self._tables = np.zeros((len(self._seeds), self.players), np.int8)

    # Beginning

    def begin(self, which: npt.NDArray[np.bool_], seeds: Sequence[int | None] | None) -> None:
        """New matches at these tables; where no seed is given, the next one of the last seed."""
        given = [None] * len(which) if seeds is None else seeds
        anew = self._reseed(which, given)
        self._batch.reset(which & ~anew)
        self._matches[which & ~anew] += 1
        self._sit_down(which)
        self.go_on()
        for _ in range(MOST_PASSED_OVER):
            passed = which & self.over
            if not passed.any():
                return
            self._batch.reset(passed)
            self._matches[passed] += 1
            self._sit_down(passed)
            self.go_on()
        raise BadOption(f"in {MOST_PASSED_OVER} matches the learner never came to decide")

    def _reseed(
        self, which: npt.NDArray[np.bool_], seeds: Sequence[int | None]
    ) -> npt.NDArray[np.bool_]:
        """Where a seed is given, or none ever was: begin its stream of matches."""
        anew: npt.NDArray[np.bool_] = which & np.array([seed is not None for seed in seeds])
        anew |= which & self._fresh
        for i in map(int, np.flatnonzero(anew)):
            seed = seeds[i]
            if seed is not None:
                self._seeds[i] = checked_seed(seed)
        if anew.any():
            self._batch.restart([int(seed) for seed in self._seeds], anew)
            chances = self._batch.own_chances([int(seed) for seed in self._seeds])
            self._chances[anew] = chances[anew]
            self._matches[anew] = 0
            self._fresh &= ~anew
        return anew

    def _sit_down(self, which: npt.NDArray[np.bool_]) -> None:
        """Seat the learner, and the others after it in turn order."""
        for i in np.flatnonzero(which):
            self._decisions[i] = []
        self.seats[which] = self._own_seats(which)
        if self._policies is not None:
            around = (self.seats[:, None] + 1 + np.arange(self.players - 1)) % self.players
            np.put_along_axis(self._tables, around, np.array(self._policies, np.int8)[None], axis=1)
        else:
            for i in np.flatnonzero(which):
                self._make_bots(int(i))

    def _own_seats(self, which: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        if self.seat is not None:
            return np.full(int(which.sum()), self.seat)
        pairs = zip(self._seeds[which], self._matches[which], strict=True)
        return np.array([mix(mix(int(s)) ^ int(m)) % self.players for s, m in pairs], np.int64)

    def _make_bots(self, i: int) -> None:
        for bot in self._bots[i]:
            bot.close()
        seed = int(self._seeds[i]) ^ int(self._matches[i])
        self._bots[i] = [
            spec.make(name, offered={"seed": seed, "threads": 1}) for name in self.names
        ]

    # Playing

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        return self._batch.over

    def is_legal(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        known = (actions >= 0) & (actions < len(self.game.actions))
        rows = np.arange(len(actions))
        legal: npt.NDArray[np.bool_] = self._batch.legal_mask[rows, np.where(known, actions, 0)]
        return known & legal

    def refused(self, i: int, actions: npt.NDArray[np.int64]) -> IllegalMove:
        """Why an action is refused."""
        legal = [f"{a} ({self.game.actions[a]})" for a in np.flatnonzero(self._batch.legal_mask[i])]
        listed = ", ".join(legal[:12])
        return IllegalMove(f"match {i}: {actions[i]} is not legal; its mask allows: {listed}")

    def random_where(
        self, which: npt.NDArray[np.bool_], actions: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """These actions with random legal ones in place of some."""
        chosen = actions.copy()
        for i in np.flatnonzero(which):
            legal = np.flatnonzero(self._batch.legal_mask[i])
            chosen[i] = legal[below(as_record(self._chances[i : i + 1]), legal.size)]
        return chosen

    def play(self, actions: npt.NDArray[np.int64], which: npt.NDArray[np.bool_]) -> None:
        """The learner's decisions at these tables, then those of the others. Elsewhere nothing
        happens."""
        idle = ~which & ~self.over
        kept = self._batch.kept(idle) if idle.any() else None
        dice = self._chances[idle].copy()
        made = np.where(which, actions, self._batch.legal_mask.argmax(axis=1))
        self._note(made)
        self._batch.step(made)
        self.go_on()
        if kept is not None:
            self._batch.take_up(kept, idle)
            self._chances[idle] = dice

    def _note(self, actions: npt.NDArray[np.int64]) -> None:
        if self._policies is None:
            for i in np.flatnonzero(~self.over):
                s = as_record(self._batch.states[i : i + 1])
                self._decisions[i].append(Decision(int(s.turn), int(actions[i]), round_of(s)))

    def go_on(self) -> None:
        """Let the bots decide until it is the learner's turn."""
        if self._policies is not None:
            self._batch.play_until(self.seats, self._tables, self._chances)
        else:
            while (waiting := ~self.over & (self._batch.turns != self.seats)).any():
                self._ask_bots(waiting)

    def _ask_bots(self, waiting: npt.NDArray[np.bool_]) -> None:
        """One decision of a bot at each of these tables; the others stand still meanwhile."""
        contract = self.game.contract
        for i in np.flatnonzero(waiting):
            states, seat = self._batch.states[i : i + 1], int(self._batch.turns[i])
            bot = self._bots[i][(seat - int(self.seats[i]) - 1) % self.players]
            decision = bot.choose(view_of(contract, states, self._decisions[i], seat))
            number = contract.facts.actions.index(decision)
            self._decisions[i].append(Decision(seat, number, round_of(as_record(states))))
            self._batch.step_one(int(i), number)

    # Looking

    def observe(self) -> npt.NDArray[np.float32]:
        """What each learner may know."""
        return self._batch.observe(self.seats)

    def mask(self) -> npt.NDArray[np.int8]:
        """What each learner may do; nothing where the match is over."""
        return self._batch.legal_mask.astype(np.int8)

    def rewards(self) -> npt.NDArray[np.float64]:
        """What each match is worth to its learner: see `shares`."""
        sides = self.game.contract.facts.sides(self.players)
        worth = shares(self._batch.winners, sides)
        mine: npt.NDArray[np.float64] = worth[np.arange(len(worth)), self.seats]
        return mine


def checked_opponents(given: str | Sequence[str], players: int) -> list[str]:
    """A bot for each other seat."""
    names = [given] * (players - 1) if isinstance(given, str) else list(given)
    if len(names) != players - 1:
        raise BadOption(f"opponents: one bot, or {players - 1}, one for each other seat")
    return [spec.checked(name) for name in names]


def checked_seat(seat: object, players: int) -> int | None:
    if seat is None:
        return None
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise BadOption(f"seat={quoted(seat)}: None, or a seat from 0 to {players - 1}")
    return seat


def checked_seed(seed: object) -> int:
    with suppress(TypeError, ValueError):
        number = int(seed)  # type: ignore[call-overload]
        if not isinstance(seed, bool) and 0 <= number < SEED_LIMIT:
            return int(number)
    raise BadOption(f"seed={quoted(seed)}: a whole number from 0 to 2**63 - 1")
