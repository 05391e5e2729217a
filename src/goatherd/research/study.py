"""What many matches say about a game: seats, scores, lengths, and how often each rule matters.

Matches are counted in jobs (`goatherd.research.scale`), each into histograms: how often each value
of each measure came up. Histograms add up, whoever made them, and hold all that a report draws.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd.errors import BadOption, quoted
from goatherd.game import load
from goatherd.research.scale import Where, results

JOB = 1 << 16
"""Matches of a job."""
MOST = 10**12


class Variant(NamedTuple):
    """One way to play the game: a column of the report."""

    players: int
    options: tuple[tuple[str, str], ...]

    def label(self, compared: str | None) -> str:
        told = f"{self.players} players"
        value = dict(self.options).get(compared or "")
        return told if value is None else f"{told}, {compared}={value}"


@dataclass(frozen=True)
class Plan:
    """What is to be studied; the same plan always gives the same report."""

    game: str
    n: int
    players: tuple[int, ...]
    seed: int
    bots: tuple[str, ...] = ("random",)
    options: tuple[tuple[str, str], ...] = ()
    compared: tuple[str, tuple[str, ...]] | None = None

    def variants(self) -> list[Variant]:
        values: list[tuple[tuple[str, str], ...]] = [()]
        if self.compared is not None:
            values = [((self.compared[0], value),) for value in self.compared[1]]
        return [
            Variant(players, self.options + changed)
            for players, changed in product(self.players, values)
        ]

    def policies(self, players: int) -> list[str]:
        """The bot of each seat: the list over and over."""
        return [self.bots[seat % len(self.bots)] for seat in range(players)]

    def command(self) -> str:
        """What to type to study the same again."""
        seats = ",".join(map(str, self.players))
        words = ["goatherd", "study", self.game, "--players", seats, "-n", str(self.n)]
        words += ["--seed", str(self.seed), "--bots", ",".join(self.bots)]
        for name, value in self.options:
            words += ["--option", f"{name}={value}"]
        if self.compared is not None:
            words += ["--compare", f"{self.compared[0]}={','.join(self.compared[1])}"]
        return shlex.join(words)


def checked(plan: Plan) -> Plan:
    """The plan, if it can be carried out."""
    from goatherd.fast.policies import POLICIES

    game = load(plan.game)
    if not 1 <= plan.n <= MOST:
        raise BadOption(f"-n {plan.n}: a number of matches from 1 to 1e12")
    for bot in plan.bots:
        if bot not in POLICIES:
            raise BadOption(
                f"--bots {quoted(bot)}: a study is played at full speed by {', '.join(POLICIES)}; "
                "for others see goatherd ladder"
            )
    for variant in plan.variants():
        game.checked_players(variant.players)
        game.checked_options(dict(variant.options))
    return plan


# Counting


class Job(NamedTuple):
    """Some matches of a variant."""

    variant: Variant
    first: int
    matches: int


Counts = dict[str, dict[int, int]]
"""For each measure, how often each of its values came up."""


def jobs(plan: Plan) -> list[Job]:
    return [
        Job(variant, first, min(JOB, plan.n - first))
        for variant in plan.variants()
        for first in range(0, plan.n, JOB)
    ]


def count(plan: Plan, job: Job) -> Counts:
    """The histograms of a job's matches."""
    from goatherd.fast.counting import count_matches
    from goatherd.fast.policies import POLICIES

    game, players = load(plan.game), job.variant.players
    policies = [POLICIES.index(bot) for bot in plan.policies(players)]
    options = dict(job.variant.options)
    played = count_matches(game, job.matches, players, plan.seed, policies, options, job.first, 1)
    found: Counts = {}
    for name, values in measures(game, players, played):
        kinds, counts = np.unique(values, return_counts=True)
        found[name] = dict(zip(kinds.tolist(), counts.tolist(), strict=True))
    return found


def measures(game: Any, players: int, played: Any) -> list[tuple[str, npt.NDArray[Any]]]:
    """Each measure with its value in each match."""
    sides = game.contract.facts.sides(players)
    scores, won = played.scores[:, :sides], played.winners[:, :sides]
    order = np.sort(scores, axis=1)
    who = "side" if sides != players else "seat"
    return [
        *((f"{who} {side + 1} wins", won[:, side].astype(int)) for side in range(sides)),
        ("nobody wins", (~won.any(axis=1)).astype(int)),
        ("several win", (won.sum(axis=1) > 1).astype(int)),
        *((f"{who} {side + 1} points", scores[:, side]) for side in range(sides)),
        ("margin", order[:, -1] - order[:, -2]),
        ("decisions", played.lengths),
        *zip(game.contract.study.events, played.events.T, strict=True),
    ]


def added(counts: Counts, more: Counts) -> Counts:
    """The sum of two histograms."""
    total = {name: dict(values) for name, values in counts.items()}
    for name, values in more.items():
        mine = total.setdefault(name, {})
        for value, often in values.items():
            mine[value] = mine.get(value, 0) + often
    return total


@dataclass
class Found:
    """What came of a study: histograms by variant, in the order of the plan's variants."""

    plan: Plan
    counts: dict[Variant, Counts] = field(default_factory=dict)

    def stat(self, variant: Variant, measure: str) -> Stat:
        return stat_of(self.counts[variant][measure])


def run(plan: Plan, where: Where, progress: Callable[[], None] | None = None) -> Found:
    """Carry out a plan."""
    found, listed = Found(checked(plan)), jobs(plan)
    count(plan, listed[0]._replace(matches=1))  # compiled here once, and not in each process
    arriving = results(partial(count, plan), listed, where, progress)
    for job, counts in zip(listed, arriving, strict=True):
        found.counts[job.variant] = added(found.counts.get(job.variant, {}), counts)
    return found


# Numbers


class Stat(NamedTuple):
    """The mean of a measure, and how sure it is."""

    n: int
    mean: float
    error: float
    """The standard error of the mean."""
    least: int
    most: int
    share: float
    """Of the matches, those in which it was not 0."""

    @property
    def low(self) -> float:
        return self.mean - 1.96 * self.error

    @property
    def high(self) -> float:
        return self.mean + 1.96 * self.error


def stat_of(histogram: dict[int, int]) -> Stat:
    values = np.array(sorted(histogram), float)
    often = np.array([histogram[int(value)] for value in values], float)
    n = often.sum()
    mean = float((values * often).sum() / n)
    spread = float((often * (values - mean) ** 2).sum() / n)
    share = 1.0 - histogram.get(0, 0) / n
    return Stat(int(n), mean, (spread / n) ** 0.5, int(values[0]), int(values[-1]), float(share))


def rows(found: Found) -> dict[str, list[Any]]:
    """All histograms as the columns of one table."""
    table: dict[str, list[Any]] = {
        name: [] for name in ("players", "options", "measure", "value", "matches")
    }
    for variant, counts in found.counts.items():
        told = " ".join(f"{name}={value}" for name, value in variant.options)
        for measure, histogram in counts.items():
            for value, often in sorted(histogram.items()):
                cells: Sequence[Any] = (variant.players, told, measure, value, often)
                for name, cell in zip(table, cells, strict=True):
                    table[name].append(cell)
    return table
