"""The statistics of a ladder, as pure functions of its results.

The matches of one deal share their cards, so they are not independent, and every interval here is
over deals. docs/ladder.md says in words what is computed.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

Z = 1.959964
"""Standard deviations on either side of the mean that 95 % of a normal distribution lie within."""
IMAGINED = 4.0
"""Matches that are added to a share before its bounds are taken."""
ELO = 400 / math.log(10)
"""Points of the Elo scale for one of the natural logarithm of odds."""
DRAWS = 1000
STEPS, STEP, TINY = 200, 2.0, 1e-9
"""How many steps Newton's method may take, how long one may be, and which is the last."""


class Interval(NamedTuple):
    """An estimate, and the bounds that hold the true value with 95 % probability."""

    estimate: float
    low: float
    high: float


# Means


def mean(values: Sequence[float]) -> Interval:
    """The mean of one number a deal; its bounds are infinite for a single deal."""
    numbers = np.asarray(values, np.float64)
    centre = float(numbers.mean())
    if len(numbers) < 2:
        return Interval(centre, -math.inf, math.inf)
    margin = student(len(numbers) - 1) * float(numbers.std(ddof=1)) / math.sqrt(len(numbers))
    return Interval(centre, centre - margin, centre + margin)


def student(freedom: int) -> float:
    """What `Z` is for a mean of few numbers: Student's t (Fisher's expansion of it)."""
    return (
        Z
        + (Z**3 + Z) / (4 * freedom)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    )


def share(values: Sequence[float], matches: float = 1) -> Interval:
    """The mean of one share from 0 to 1 a deal, each of so many matches.

    Bounds are those of the mean after adding four imagined matches, two won and two lost (Agresti
    and Coull's rule), so that they are right near 0 and 1 too.
    """
    numbers = np.asarray(values, np.float64)
    estimate = float(numbers.mean())
    extra = IMAGINED / matches
    count = len(numbers) + extra
    centre = (float(numbers.sum()) + extra / 2) / count
    off = float(((numbers - centre) ** 2).sum()) + extra / 2 * (centre**2 + (1 - centre) ** 2)
    margin = Z * math.sqrt(off / max(count - 1, extra) / count)
    low, high = max(0.0, centre - margin), min(1.0, centre + margin)
    return Interval(estimate, min(estimate, low), max(estimate, high))


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Interval:
    """The sum of the tops by that of the bottoms, one of each a deal: points a round."""
    above, below = np.asarray(tops, np.float64), np.asarray(bottoms, np.float64)
    estimate = float(above.sum() / below.sum())
    if len(above) < 2:
        return Interval(estimate, -math.inf, math.inf)
    off = above - estimate * below
    spread = math.sqrt(float(off @ off) / (len(off) * (len(off) - 1)))
    margin = student(len(off) - 1) * spread / float(below.mean())
    return Interval(estimate, estimate - margin, estimate + margin)


def wilson(hits: int, trials: int) -> Interval:
    """A share of independent trials with its Wilson interval; all is possible without trials."""
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    part = hits / trials
    scale = 1 + Z**2 / trials
    centre = (part + Z**2 / (2 * trials)) / scale
    margin = Z / scale * math.sqrt(part * (1 - part) / trials + Z**2 / (4 * trials**2))
    return Interval(part, max(centre - margin, 0.0), min(centre + margin, 1.0))


# Ratings


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
