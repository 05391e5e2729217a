"""Means and shares of independent numbers, with the bounds that hold the true value.

The matches of one deal share their cards, so they are not independent: a ladder's intervals are
over deals. docs/ladder.md says in words what is computed.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Z = 1.959964
"""Standard deviations on either side of the mean that 95 % of a normal distribution lie within."""
IMAGINED = 4.0
"""Matches that are added to a share before its bounds are taken."""


class Interval(NamedTuple):
    """An estimate, and the bounds that hold the true value with 95 % probability."""

    estimate: float
    low: float
    high: float


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
