"""From the matches of a ladder to its tables: who beat whom, by how much, and how sure that is."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from goatherd.ladder import rating, statistics
from goatherd.ladder.plan import Plan, Seating, seatings, sides
from goatherd.ladder.play import Played
from goatherd.ladder.rating import Contest
from goatherd.ladder.statistics import Interval


class Duel(NamedTuple):
    """The matches of `one` against `other`: on two sides, or alone among others."""

    one: int
    other: int
    matches: int
    wins: Interval
    """Of `one`; a shared win counts as a fraction."""
    fair: float
    """What equals would win."""
    margin: Interval | None
    """Points of its side minus those of the best other, a match; None if none was played out."""
    per_round: Interval | None
    """The same a round, in games with rounds."""


class Decided(NamedTuple):
    """The deals of a pairing in which one bot won more of its matches than the other."""

    one: int
    other: int
    deals: int
    """How many were decided."""
    won: Interval
    """The share of them that `one` won."""


class Forfeits(NamedTuple):
    """How often a bot failed for one reason."""

    bot: int
    reason: str
    times: int


class Standings(NamedTuple):
    """All that a ladder shows."""

    two_sided: bool
    matches: int
    decisions: float
    """A match."""
    seconds: float
    """A match."""
    duels: list[Duel]
    decided: list[Decided]
    ratings: list[Interval]
    """On the Elo scale, the first bot's being 0."""
    forfeits: list[Forfeits]


def standings(plan: Plan, played: Iterable[Played]) -> Standings:
    """Sum up a ladder, finished or not; the order of the matches does not matter."""
    rows = sorted(played, key=lambda row: (row.pairing, row.deal, row.seating))
    found = by_role(plan, rows)
    return Standings(
        len(set(sides(plan))) == 2,
        len(rows),
        float(np.mean([row.decisions for row in rows])) if rows else 0.0,
        float(np.mean([row.seconds for row in rows])) if rows else 0.0,
        [duel_of(plan, own, *role) for role, own in found.items() if own],
        decided_deals(plan, rows),
        rating.ratings(contests(plan, found), len(plan.bots), plan.seed),
        forfeits(plan, rows),
    )


# One match


def seating_of(plan: Plan, row: Played) -> Seating:
    return seatings(plan, row.pairing)[row.seating]


def won_share(plan: Plan, row: Played) -> float:
    """The part of the win that `one` has; a match without winners is shared by all."""
    winners = row.winners or range(plan.players)
    own = set(seating_of(plan, row).seats_of_one())
    return sum(seat in own for seat in winners) / len(winners)


def fair_share(plan: Plan, row: Played) -> float:
    return len(seating_of(plan, row).seats_of_one()) / plan.players


def lead(plan: Plan, row: Played) -> int:
    """Points of the side of `one` minus those of the best other."""
    own = seating_of(plan, row).seats_of_one()
    best = max(points for seat, points in enumerate(row.scores) if seat not in own)
    return row.scores[own[0]] - best


# Matches together


def by_role(plan: Plan, rows: Iterable[Played]) -> dict[tuple[int, int], list[Played]]:
    """The matches in which each bot is `one` and each other bot `other`."""
    found: dict[tuple[int, int], list[Played]] = {
        (seating.one, seating.other): []
        for pairing in range(len(plan.pairings()))
        for seating in seatings(plan, pairing)
    }
    for row in rows:
        seating = seating_of(plan, row)
        found[seating.one, seating.other].append(row)
    return found


def by_deal(rows: Iterable[Played], value: Callable[[Played], float]) -> dict[int, float]:
    """The sum of a number over the matches of each deal."""
    sums: dict[int, float] = {}
    for row in rows:
        sums[row.deal] = sums.get(row.deal, 0.0) + value(row)
    return sums


def duel_of(plan: Plan, own: Sequence[Played], one: int, other: int) -> Duel:
    counts = by_deal(own, lambda row: 1)
    won = by_deal(own, lambda row: won_share(plan, row))
    finished = [row for row in own if not row.forfeit]
    points = by_deal(finished, lambda row: lead(plan, row))
    played_out = by_deal(finished, lambda row: 1)
    rounds = by_deal(finished, lambda row: row.rounds)
    return Duel(
        one,
        other,
        len(own),
        statistics.share([won[deal] / counts[deal] for deal in counts], max(counts.values())),
        fair_share(plan, own[0]),
        statistics.mean([points[deal] / played_out[deal] for deal in points]) if points else None,
        statistics.ratio(list(points.values()), list(rounds.values()))
        if any(row.rounds > 1 for row in finished)
        else None,
    )


def decided_deals(plan: Plan, rows: Sequence[Played]) -> list[Decided]:
    """For each pairing, from the side of its later-named bot."""
    found = []
    for pairing, (other, one) in enumerate(plan.pairings()):
        own = [row for row in rows if row.pairing == pairing]
        surplus = by_deal(own, lambda row, one=one: surplus_of(plan, row, one))  # type: ignore[misc]
        won = sum(value > 1e-9 for value in surplus.values())
        lost = sum(value < -1e-9 for value in surplus.values())
        found.append(Decided(one, other, won + lost, statistics.wilson(won, won + lost)))
    return found


def surplus_of(plan: Plan, row: Played, bot: int) -> float:
    """What a bot won of a match beyond its fair share."""
    surplus = won_share(plan, row) - fair_share(plan, row)
    return surplus if seating_of(plan, row).one == bot else -surplus


def contests(plan: Plan, found: Mapping[tuple[int, int], Sequence[Played]]) -> list[Contest]:
    """What the ratings are made from. All contests have the same deals, some maybe not played."""
    deals = sorted({row.deal for own in found.values() for row in own})
    odds = 1.0 if len(set(sides(plan))) == 2 else 1 / (plan.players - 1)
    out = []
    for (one, other), own in found.items():
        matches = by_deal(own, lambda row: 1)
        won = by_deal(own, lambda row: won_share(plan, row))
        counted = np.array([matches.get(deal, 0.0) for deal in deals])
        gained = np.array([won.get(deal, 0.0) for deal in deals])
        out.append(Contest(one, other, odds, counted, gained))
    return out


def forfeits(plan: Plan, rows: Iterable[Played]) -> list[Forfeits]:
    """How often each bot failed and why, the most frequent first."""
    found: Counter[tuple[int, str]] = Counter()
    for row in rows:
        if row.forfeit:
            seat, _, reason = row.forfeit.removeprefix("seat ").partition(": ")
            bot = seating_of(plan, row).bots[int(seat)]
            found[bot, reason.removeprefix(f"{plan.bots[bot]} ")] += 1
    return [Forfeits(bot, reason, times) for (bot, reason), times in found.most_common()]
