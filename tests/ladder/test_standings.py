"""From matches to tables: shares, margins, decided deals."""

import random

import pytest

from goatherd.ladder.plan import Plan, seatings
from goatherd.ladder.play import Played
from goatherd.ladder.standings import standings
from tests.ladder.plans import plan, played


def matches(table: Plan, results: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> list[Played]:
    """Matches in the order of deals and seatings, with these scores and winners."""
    count = len(seatings(table, 0))
    return [
        Played(number // count, 0, number % count, scores, winners, 10, 2, 1.0, "")
        for number, (scores, winners) in enumerate(results)
    ]


def test_sides_are_summed_up() -> None:
    """The later-named bot: on the even seats at first, then on the odd ones."""
    first, second = (150, 20, 150, 20), (30, 150, 30, 150)
    table = plan(deals=4)
    rows = matches(
        table,
        [
            *((first, (0, 2)), (first, (0, 2))),  # the cards win for the even seats
            *((first, (0, 2)), (second, (1, 3))),  # it wins from both sides
            *((second, (1, 3)), (first, (0, 2))),  # it loses from both
            *((first, (0, 2)), ((10, 10, 10, 10), ())),  # it wins one, and nobody the other
        ],
    )
    found = standings(table, rows)
    assert found.two_sided
    (duel,) = found.duels
    assert (duel.one, duel.other, duel.matches, duel.fair) == (1, 0, 8, 0.5)
    assert duel.wins.estimate == pytest.approx(4.5 / 8)
    assert duel.margin is not None
    leads = [130 - 130, 130 + 120, -120 - 130, 130 + 0]
    assert duel.margin.estimate == pytest.approx(sum(leads) / 8)
    assert duel.per_round is not None
    assert duel.per_round.estimate == pytest.approx(sum(leads) / 16)
    (decided,) = found.decided
    assert decided.deals == 3
    assert decided.won.estimate == pytest.approx(2 / 3)
    assert found.ratings[0] == (0, 0, 0)
    assert found.ratings[1].estimate > 0


def test_one_among_others_is_summed_up() -> None:
    table = plan("goat-lords", 3, deals=1)
    rows = matches(
        table,
        [
            *(((9, 5, 1), (0,)), ((9, 5, 1), (0,)), ((1, 9, 9), (1, 2))),  # the later-named alone
            *(((9, 5, 1), (0,)), ((9, 5, 1), (0,)), ((9, 5, 1), (0,))),  # the earlier-named alone
        ],
    )
    found = standings(table, rows)
    assert not found.two_sided
    later, earlier = found.duels
    assert (later.one, later.other, later.matches) == (1, 0, 3)
    assert later.fair == pytest.approx(1 / 3)
    assert later.wins.estimate == pytest.approx(1.5 / 3)
    assert earlier.wins.estimate == pytest.approx(1 / 3)
    assert later.margin is not None
    assert later.margin.estimate == pytest.approx((4 - 4 + 0) / 3)
    assert later.per_round is not None
    (decided,) = found.decided
    assert (decided.one, decided.deals, decided.won.estimate) == (1, 1, 1.0)


def test_the_order_of_matches_does_not_matter() -> None:
    table = plan("goat-n-goat", 3, deals=4)
    rows = played(table)
    mixed = rows.copy()
    random.Random(1).shuffle(mixed)
    assert standings(table, mixed) == standings(table, rows)


def test_equals_are_found_equal() -> None:
    """The same bot twice: no interval may exclude that they are equal, on most deals."""
    found = standings(plan(deals=40), played(plan(deals=40)))
    assert found.duels[0].wins.low <= 0.5 <= found.duels[0].wins.high
    assert found.ratings[1].low <= 0 <= found.ratings[1].high


def test_a_ladder_without_matches_is_empty() -> None:
    found = standings(plan(), [])
    assert (found.matches, found.duels, found.forfeits) == (0, [], [])
    assert found.decided[0].deals == 0
