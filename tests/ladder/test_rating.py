"""The statistics of a ladder: known answers, symmetries, and intervals that hold what they say."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goatherd.ladder import rating, statistics
from goatherd.ladder.rating import Contest
from goatherd.ladder.statistics import Interval

shares = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=60)
values = st.lists(st.floats(-200, 200), min_size=2, max_size=60)
counts = st.integers(0, 50)


def contest(one: int, other: int, won: list[float], matches: int = 1, odds: float = 1.0) -> Contest:
    return Contest(one, other, odds, np.full(len(won), float(matches)), np.array(won))


def mirrored(given: Contest) -> Contest:
    """The same matches told from the other side (of two)."""
    return Contest(given.other, given.one, 1 / given.odds, given.matches, given.matches - given.won)


# Means and shares


def test_a_mean_has_the_known_interval() -> None:
    found = statistics.mean([1, 2, 3, 4, 5])
    margin = 2.776445 * math.sqrt(2.5 / 5)
    assert found == pytest.approx((3, 3 - margin, 3 + margin), rel=0.005)


@pytest.mark.parametrize(
    ("freedom", "known"), [(2, 4.3027), (4, 2.7764), (9, 2.2622), (29, 2.0452), (10**6, 1.96)]
)
def test_few_numbers_have_the_known_quantiles(freedom: int, known: float) -> None:
    assert statistics.student(freedom) == pytest.approx(known, rel=0.04 if freedom < 4 else 0.003)


def test_intervals_of_few_numbers_cover() -> None:
    chance = np.random.default_rng(5)
    intervals = [statistics.mean(chance.normal(7, 3, 6).tolist()) for _ in range(1500)]
    assert 0.93 <= covered(intervals, 7.0) <= 0.97


def test_one_deal_bounds_nothing() -> None:
    assert statistics.mean([7.0]) == (7.0, -math.inf, math.inf)
    assert statistics.ratio([7.0], [2.0]) == (3.5, -math.inf, math.inf)


@given(values)
def test_a_mean_mirrors(numbers: list[float]) -> None:
    found, other = statistics.mean(numbers), statistics.mean([-x for x in numbers])
    assert (found.estimate, found.low) == pytest.approx((-other.estimate, -other.high))


@given(shares, st.integers(1, 12))
def test_a_share_lies_in_its_bounds_and_mirrors(numbers: list[float], matches: int) -> None:
    found = statistics.share(numbers, matches)
    other = statistics.share([1 - x for x in numbers], matches)
    assert 0 <= found.low <= found.estimate <= found.high <= 1
    assert found.high > found.low
    assert (found.estimate, found.low, found.high) == pytest.approx(
        (1 - other.estimate, 1 - other.high, 1 - other.low)
    )


def test_a_share_of_single_matches_has_the_known_interval() -> None:
    """Agresti and Coull: two wins and two losses more, then the plain interval."""
    found = statistics.share([1.0] * 8 + [0.0] * 12)
    part = 10 / 24
    margin = 1.959964 * math.sqrt(part * (1 - part) / 23)
    assert found == pytest.approx((0.4, part - margin, part + margin))


def test_a_share_of_all_or_of_none_keeps_some_doubt() -> None:
    assert statistics.share([1.0] * 100).low == pytest.approx(0.9542, abs=0.0001)
    assert statistics.share([0.0] * 100).high == pytest.approx(0.0458, abs=0.0001)
    assert 0.9542 < statistics.share([1.0] * 100, 2).low < 0.98
    assert statistics.share([0.5] * 1000).low > 0.49


@given(values, st.floats(0.5, 20))
def test_a_ratio_by_the_same_everywhere_is_a_mean(numbers: list[float], bottom: float) -> None:
    found, mean = statistics.ratio(numbers, [bottom] * len(numbers)), statistics.mean(numbers)
    assert found == pytest.approx([x / bottom for x in mean], abs=1e-6)


def test_wilson_intervals_are_the_known_ones() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for hits, trials, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        assert statistics.wilson(hits, trials)[1:] == pytest.approx((low, high), abs=5e-5)
    assert statistics.wilson(0, 0) == (0.5, 0.0, 1.0)


def covered(intervals: list[Interval], truth: float) -> float:
    return float(np.mean([found.low <= truth <= found.high for found in intervals]))


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("truth", "deals"), [(0.5, 40), (0.7, 100), (0.95, 100)])
def test_intervals_of_shares_cover(truth: float, deals: int, alike: float) -> None:
    """Deals of two matches each: in some of them the cards decide both the same way."""
    chance = np.random.default_rng(1)
    intervals = []
    for _ in range(600):
        won = chance.random((deals, 2)) < truth
        same = chance.random(deals) < alike
        won[same, 1] = won[same, 0]
        intervals.append(statistics.share(won.mean(axis=1).tolist(), 2))
    assert 0.92 <= covered(intervals, truth) <= 0.99


def test_intervals_of_means_and_ratios_cover() -> None:
    chance = np.random.default_rng(2)
    means, ratios = [], []
    for _ in range(600):
        rounds = chance.integers(1, 12, 80)
        points = 3.0 * rounds + chance.normal(0, 40, 80)
        means.append(statistics.mean(points.tolist()))
        ratios.append(statistics.ratio(points.tolist(), rounds.tolist()))
    assert 0.92 <= covered(means, 3.0 * 6) <= 0.98
    assert 0.92 <= covered(ratios, 3.0) <= 0.98


# Ratings


def test_three_wins_of_four_are_191_points() -> None:
    """A long contest drowns the imagined matches: odds of three to one."""
    (first, second) = rating.ratings([contest(1, 0, [0.75] * 20_000)], 2, seed=1, draws=50)
    assert first == (0, 0, 0)
    assert second.estimate == pytest.approx(400 * math.log10(3), abs=0.2)
    assert second.low < second.estimate < second.high


def test_a_fair_share_alone_among_others_is_no_strength() -> None:
    for seats in (3, 5, 6):
        fair = contest(1, 0, [1.0] * 400, matches=seats, odds=1 / (seats - 1))
        assert rating.ratings([fair], 2, seed=1)[1].estimate == pytest.approx(0, abs=1e-6)


def test_strength_alone_among_others_is_found() -> None:
    """p = a / (a + (n - 1) b): half of the matches among three others are odds of three."""
    half = contest(1, 0, [2.0] * 20_000, matches=4, odds=1 / 3)
    assert rating.ratings([half], 2, seed=1, draws=50)[1].estimate == pytest.approx(
        400 * math.log10(3), abs=0.2
    )


def test_who_won_everything_is_rated_with_bounds() -> None:
    (_, second) = rating.ratings([contest(1, 0, [2.0] * 100, matches=2)], 2, seed=1)
    assert second.estimate == pytest.approx(400 * math.log10(201), abs=0.1)
    assert 600 < second.low < second.estimate < second.high < 2000


def test_without_a_match_nothing_is_known() -> None:
    nothing = Contest(1, 0, 1.0, np.zeros(0), np.zeros(0))
    (_, second) = rating.ratings([nothing], 2, seed=1)
    assert second.estimate == pytest.approx(0)
    assert second.low < -300
    assert second.high > 300


@given(st.lists(st.tuples(counts, counts), min_size=3, max_size=3), st.permutations(range(3)))
def test_ratings_do_not_depend_on_the_order_of_bots(
    results: list[tuple[int, int]], order: list[int]
) -> None:
    pairs = [(0, 1), (0, 2), (1, 2)]
    told = [
        contest(one, other, [1.0] * won + [0.0] * lost + [0.0] * (100 - won - lost))
        for (one, other), (won, lost) in zip(pairs, results, strict=True)
    ]
    moved = [c._replace(one=order[c.one], other=order[c.other]) for c in told]
    plain = rating.strengths(*arguments(told))[0]
    other = rating.strengths(*arguments(moved))[0]
    for bot in range(3):
        assert other[order[bot]] - other[order[0]] == pytest.approx(plain[bot], abs=1e-6)


def arguments(contests: list[Contest]) -> tuple[rating.Pairs, rating.Numbers, rating.Numbers, int]:
    ones = np.array([c.one for c in contests])
    others = np.array([c.other for c in contests])
    pairs = rating.Pairs(ones, others, np.log([c.odds for c in contests]))
    return pairs, *rating.totals(contests), 3


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0]), min_size=1, max_size=40))
def test_a_contest_told_from_the_other_side_is_the_same(won: list[float]) -> None:
    told = contest(0, 1, won, matches=2)
    one = rating.ratings([told], 2, seed=3, draws=20)
    two = rating.ratings([mirrored(told)], 2, seed=3, draws=20)
    assert one[1].estimate == pytest.approx(two[1].estimate, abs=1e-6)


def test_the_summit_is_where_wins_are_as_expected() -> None:
    """At the most likely strengths each bot has won as often as these say it would."""
    told = [
        contest(0, 1, [1.0] * 30 + [0.0] * 10),
        contest(1, 2, [1.0] * 25 + [0.0] * 15),
        contest(2, 0, [1.0] * 3 + [0.0] * 37),
        contest(2, 1, [1.0] * 4 + [0.0] * 36, matches=1, odds=1 / 3),
    ]
    pairs, won, lost, bots = arguments(told)
    found = rating.strengths(pairs, won, lost, bots)[0]
    expected = 1 / (1 + np.exp(-(found[pairs.ones] - found[pairs.others] + pairs.offsets)))
    surplus = won[0] - (won[0] + lost[0]) * expected
    for bot in range(bots):
        assert surplus[pairs.ones == bot].sum() - surplus[pairs.others == bot].sum() == (
            pytest.approx(0, abs=1e-6)
        )


@pytest.mark.parametrize("odds", [1.0, 1 / 3])
def test_intervals_of_ratings_cover(odds: float) -> None:
    """Two matches a deal, with the chance of a bot that is 150 points stronger."""
    truth, chance = 150.0, np.random.default_rng(4)
    strength = 10 ** (truth / 400) * odds
    intervals = []
    for _ in range(200):
        won = (chance.random((80, 2)) < strength / (1 + strength)).sum(axis=1)
        found = rating.ratings([contest(1, 0, won.tolist(), 2, odds)], 2, seed=1, draws=200)
        intervals.append(found[1])
    assert 0.9 <= covered(intervals, truth) <= 0.985


def test_the_same_seed_gives_the_same_bounds() -> None:
    told = [contest(1, 0, [1.0, 0.0, 1.0, 0.5])]
    assert rating.ratings(told, 2, seed=1) == rating.ratings(told, 2, seed=1)
    assert rating.ratings(told, 2, seed=1) != rating.ratings(told, 2, seed=2)
