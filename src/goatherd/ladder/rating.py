"""The ratings of a ladder on the Elo scale, as a pure function of its results.

The matches of one deal share their cards, so they are not independent, and the bounds are over
deals. docs/ladder.md says in words what is computed.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goatherd.ladder.statistics import Interval

Numbers = npt.NDArray[np.float64]

ELO = 400 / math.log(10)
"""Points of the Elo scale for one of the natural logarithm of odds."""
DRAWS = 1000
STEPS, STEP, TINY = 200, 2.0, 1e-9
"""How many steps Newton's method may take, how long one may be, and which is the last."""


class Contest(NamedTuple):
    """Matches of one kind: `one` at some seats against `other` at the rest, deal by deal."""

    one: int
    other: int
    odds: float
    """Of equals: seats of the one by seats of the other; 1 between two sides."""
    matches: Numbers
    """How many were played of each deal."""
    won: Numbers
    """How many of them `one` won; a shared win counts as a fraction."""


def ratings(
    contests: Sequence[Contest], bots: int, seed: int, draws: int = DRAWS
) -> list[Interval]:
    """Each bot's rating on the Elo scale, the first bot's being 0.

    Maximum likelihood where a bot of strength a wins against one of strength b with the chance
    a / (a + b), and alone among n - 1 of them with a / (a + (n - 1) b). Each contest begins with
    one imagined win, and as many losses as make that fair, so that a bot which won everything has
    a rating too. The bounds are those of a Bayesian bootstrap: deals are weighted at random, and
    so are the imagined matches.
    """
    table = Pairs(
        np.array([contest.one for contest in contests]),
        np.array([contest.other for contest in contests]),
        np.log([contest.odds for contest in contests]),
    )
    chance = np.random.default_rng(seed)
    best = strengths(table, *totals(contests), bots)[0]
    drawn = strengths(table, *weighted_totals(contests, chance, draws), bots)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return [
        Interval(ELO * float(best[bot]), ELO * float(low[bot]), ELO * float(high[bot]))
        for bot in range(bots)
    ]


def totals(contests: Sequence[Contest]) -> tuple[Numbers, Numbers]:
    """Won and lost matches, with the imagined ones: a row of one number a contest."""
    won = [1 + contest.won.sum() for contest in contests]
    lost = [1 / contest.odds + contest.matches.sum() - contest.won.sum() for contest in contests]
    return np.array([won]), np.array([lost])


def weighted_totals(
    contests: Sequence[Contest], chance: np.random.Generator, draws: int
) -> tuple[Numbers, Numbers]:
    """The same for random weights of the deals, a row for each drawing of weights."""
    wins = np.array([contest.won for contest in contests]).T
    losses = np.array([contest.matches for contest in contests]).T - wins
    won, lost = np.zeros((draws, len(contests))), np.zeros((draws, len(contests)))
    for draw in range(draws):
        weights = chance.standard_exponential(len(wins))
        won[draw], lost[draw] = weights @ wins, weights @ losses
    for place, contest in enumerate(contests):
        won[:, place] += chance.standard_gamma(1.0, draws)
        lost[:, place] += chance.standard_gamma(1 / contest.odds, draws)
    return won, lost


class Pairs(NamedTuple):
    """Who plays whom in each contest, and the logarithm of the odds of equals."""

    ones: npt.NDArray[np.int64]
    others: npt.NDArray[np.int64]
    offsets: Numbers

    def signs(self, bots: int) -> Numbers:
        """A row for each contest: 1 for the one, -1 for the other; the first bot is left out."""
        rows = np.zeros((len(self.ones), bots))
        places = np.arange(len(rows))
        rows[places, self.ones], rows[places, self.others] = 1.0, -1.0
        return rows[:, 1:]


def strengths(pairs: Pairs, won: Numbers, lost: Numbers, bots: int) -> Numbers:
    """The most likely logarithms of strength, the first bot's being 0; a row for each of totals.

    Newton's method for all rows at once; the likelihood has one summit, which the imagined matches
    keep from lying at infinity.
    """
    signs = pairs.signs(bots)
    found = np.zeros((len(won), bots - 1))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-(found @ signs.T + pairs.offsets)))
        slope = (won * (1 - expected) - lost * expected) @ signs
        weights = (won + lost) * expected * (1 - expected)
        bend = np.einsum("rc,ci,cj->rij", weights, signs, signs) + 1e-12 * np.eye(bots - 1)
        step = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        longest = np.abs(step).max(axis=1)
        found += step * np.minimum(1.0, STEP / np.maximum(longest, STEP))[:, None]
        if longest.max() < TINY:
            break
    return np.hstack([np.zeros((len(won), 1)), found])
