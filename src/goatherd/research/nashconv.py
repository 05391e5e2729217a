"""How far bots are from an equilibrium of a mini, beside OpenSpiel's own solvers: one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from goatherd.errors import BadOption, OutOfService
from goatherd.research.exact import Flat, Policy, efg, flattened, judged, policy_of
from goatherd.research.scale import Where, results
from goatherd.research.tree import Tree

CFR, MCCFR = "CFR (OpenSpiel)", "external-sampling MCCFR (OpenSpiel)"


class Plan(NamedTuple):
    """What is measured; the same plan always gives the same table."""

    game: str
    players: int | None
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    seeds: int
    """Of each bot: its policy is the mean of what it does with these."""
    cfr: tuple[int, ...] = ()
    """Iterations after which OpenSpiel's CFR is looked at,"""
    mccfr: tuple[int, ...] = ()
    """and its MCCFR."""


class Line(NamedTuple):
    """One policy of the table."""

    policy: str
    nashconv: float
    gains: tuple[float, ...]
    values: tuple[float, ...]


class Job(NamedTuple):
    """A bot with some seeds, or a solver of OpenSpiel."""

    policy: str
    seed: int


@lru_cache(1)
def tree_of(game: str, players: int | None, options: tuple[tuple[str, str], ...]) -> Flat:
    """Owner: the process, for all jobs of its run; going through a mini takes a minute."""
    return flattened(Tree(game, players, **dict(options)))


def work(plan: Plan, job: Job) -> Policy | list[Line]:
    """A bot's policy with one seed; the lines of a solver."""
    flat = tree_of(plan.game, plan.players, plan.options)
    if job.policy == CFR:
        return solved(flat, plan.game, CFR, "CFRSolver", plan.cfr)
    if job.policy == MCCFR:
        return solved(flat, plan.game, MCCFR, "ExternalSamplingMCCFRSolver", plan.mccfr)
    return policy_of(flat, job.policy, [job.seed])


def jobs(plan: Plan) -> list[Job]:
    found = [
        Job(bot, seed)
        for bot in plan.bots
        for seed in range(1 if bot in ("random", "greedy", "beginner") else plan.seeds)
    ]
    found += [Job(CFR, 0)] if plan.cfr else []
    return found + ([Job(MCCFR, 0)] if plan.mccfr else [])


def run(plan: Plan, where: Where, progress: Callable[[], None] | None = None) -> list[Line]:
    """The table, in the order of the bots."""
    if not plan.bots and not plan.cfr and not plan.mccfr:
        raise BadOption("--bot: name at least one, like greedy, or give --cfr")
    listed = jobs(plan)
    found: dict[str, list[Policy]] = {}
    lines: list[Line] = []
    for job, result in zip(
        listed, results(partial(work, plan), listed, where, progress), strict=True
    ):
        if job.policy in (CFR, MCCFR):
            lines += result  # type: ignore[arg-type]
        else:
            found.setdefault(job.policy, []).append(result)  # type: ignore[arg-type]
    flat = tree_of(plan.game, plan.players, plan.options)
    return [*(line_of(flat, bot, mean_of(found[bot])) for bot in found), *lines]


def mean_of(policies: Sequence[Policy]) -> Policy:
    """Each information set decided by a policy drawn anew."""
    return [
        [sum(parts) / len(policies) for parts in zip(*rows, strict=True)]
        for rows in zip(*policies, strict=True)
    ]


def line_of(flat: Flat, name: str, policy: Policy) -> Line:
    verdict = judged(flat, policy)
    return Line(name, verdict.nashconv, verdict.gains, verdict.values)


# OpenSpiel


def solved(flat: Flat, title: str, name: str, solver: str, at: Sequence[int]) -> list[Line]:
    """A solver of OpenSpiel in C++ on the same tree, looked at after so many iterations."""
    try:
        import pyspiel
    except ModuleNotFoundError as missing:
        how = "--cfr needs the extra 'research': pip install 'goatherd[research]'"
        raise OutOfService(f"{how} ({missing})") from None
    game = pyspiel.load_efg_game(efg(flat, title))
    made = getattr(pyspiel, solver)(game)
    step = getattr(made, "evaluate_and_update_policy", None) or made.run_iteration
    lines, done = [], 0
    for wanted in sorted(at):
        for _ in range(wanted - done):
            step()
        done = wanted
        average = made.average_policy()
        lines.append(found_line(pyspiel, game, flat, f"{name}, {wanted} iterations", average))
    return lines


def found_line(pyspiel: Any, game: Any, flat: Flat, name: str, policy: Any) -> Line:
    """By OpenSpiel's own measure, which agrees with ours on the same policy (a test)."""
    nothing = (float("nan"),) * flat.players
    by_state = True  # a sampling solver's policy is asked by states, not by texts
    return Line(name, float(pyspiel.nash_conv(game, policy, by_state)), nothing, nothing)
