"""The review of a finished match."""

from typing import Any

import pytest

import goatherd
from goatherd import BadOption, Match
from goatherd.bots.review import (
    Judgement,
    judgement,
    review,
    summary,
    turning_point,
    weighed,
    win_chance,
)
from goatherd.bots.search import SearchBot


def finished(name: str, seed: int = 3) -> Match:
    """A match of beginners."""
    options: dict[str, Any] = {"target": "round"} if name == "goita" else {}
    match = goatherd.load(name).new(seed=seed, **options)
    bot = goatherd.bot("beginner")
    while match.turn is not None:
        match.play(bot.choose(match.view(match.turn)))
    return match


def reviewed(match: Match, iterations: int = 60) -> list[Judgement | None]:
    return list(review(match, SearchBot(iterations=iterations, seed=1)))


@pytest.mark.parametrize("name", goatherd.games())
def test_every_decision_with_an_alternative_is_judged(name: str) -> None:
    match = finished(name)
    made = reviewed(match)
    assert len(made) == len(match.decisions())
    position = goatherd.load(name).new(match.players, match.seed, None, **match.options)
    for number, ((seat, text), one) in enumerate(zip(match.decisions(), made, strict=True), 1):
        assert (one is None) == (len(position.legal()) == 1)
        if one is not None:
            assert (one.number, one.seat, one.decision) == (number, seat, text)
            assert one.best in position.legal()
            assert 0 <= one.cost <= one.outlook <= 1
            assert (one.cost == 0) == (one.best == one.decision)
        position.play(text)


def test_hindsight_stands_beside_the_judgement_where_the_play_can_be_solved() -> None:
    made = [one for one in reviewed(finished("goita")) if one is not None]
    for one in made:
        solved = one.decision not in ("call", "quiet", "redeal", "continue")
        assert (one.hindsight is not None) == solved
        if one.hindsight is not None:
            assert one.hindsight.points % 10 == 0
            assert (one.hindsight.points == 0) == (one.hindsight.best == one.decision)
    assert any(one.hindsight.points for one in made if one.hindsight is not None)


@pytest.mark.parametrize("name", goatherd.games())
def test_a_decision_is_judged_by_what_its_player_could_know(name: str) -> None:
    """The judgement is that of the seat's view, whatever else is true; only hindsight is not."""
    match = finished(name, 5)
    made = match.decisions()
    for position in match.timeline()[: len(made)][:: max(len(made) // 8, 1)]:
        if len(position.legal()) == 1:
            continue
        seat, decision = made[position.number]
        view = position.view(seat, events=0)
        known = weighed(view, SearchBot(iterations=40, seed=1).judge(view, decision), 1, decision)
        told = judgement(position, seat, decision, SearchBot(iterations=40, seed=1))
        assert told is not None
        assert (told.best, told.cost, told.outlook) == (known.best, known.cost, known.outlook)


def test_a_turning_point_is_the_costliest_decision_of_those_who_lost() -> None:
    match = finished("goat-1916")
    losing = next(seat for seat in range(4) if seat not in match.winners())
    winning = next((seat for seat in range(4) if seat in match.winners()), losing)
    found = [
        Judgement(1, losing, "a", "b", 0.2, 0.5),
        Judgement(2, losing, "a", "b", 0.3, 0.5),
        Judgement(3, losing, "a", "b", 0.3, 0.5),
        Judgement(4, winning, "a", "b", 0.9 if winning != losing else 0.1, 0.5),
    ]
    assert turning_point(match, found) == found[1]
    assert turning_point(match, [found[0]._replace(cost=0.01)]) is None


@pytest.mark.parametrize("name", goatherd.games())
def test_a_chance_to_win_grows_with_what_is_expected(name: str) -> None:
    match = goatherd.load(name).new(seed=1)
    view = match.view(0)
    chances = [win_chance(view, value / 20) for value in range(21)]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)


def test_an_even_match_of_two_sides_is_won_half_the_time() -> None:
    for name in ("goat-1916", "goita"):
        view = goatherd.load(name).new(seed=1).view(0)
        assert win_chance(view, 0.5) == pytest.approx(0.5)


def test_a_thrown_away_win_is_found_with_its_price() -> None:
    """GOITA-23: with king, gold, gold, knight nothing can stop it. Gold on gold scores 60; with a
    gold hidden first the best end is a king's 50, and with the king gone too it is 30."""
    match = goatherd.load("goita").from_line("11235589,11234567,11234567,11112344,s1")
    assert isinstance(match, Match)
    first = ["hide pawn", "attack pawn", *["pass"] * 3, "hide lance", "attack king", *["pass"] * 3]
    for decision in [*first, "hide gold", "attack king", *["pass"] * 3]:
        match.play(decision)
    for decision in ("hide knight", "attack gold"):
        match.play(decision)
    assert match.scores() == [30, 0, 30, 0]
    made = {one.number: one for one in reviewed(match) if one is not None}
    told = [(made[number].decision, made[number].hindsight) for number in (11, 12)]
    assert [(decision, after.points) for decision, after in told if after is not None] == [
        ("hide gold", 10),
        ("attack king", 20),
    ]
    eleventh = made[11].hindsight
    assert eleventh is not None
    assert eleventh.best == "hide knight"


def test_an_unfinished_match_is_not_reviewed() -> None:
    with pytest.raises(BadOption, match="finished match"):
        reviewed(goatherd.load("goita").new(seed=1))


def test_a_summary_adds_up() -> None:
    match = finished("goat-1916")
    made = [one for one in reviewed(match, 20) if one is not None]
    sums = summary(made, match.players)
    assert [one.seat for one in sums] == list(range(match.players))
    assert sum(one.decisions for one in sums) == len(made)
    assert sum(one.cost for one in sums) == pytest.approx(sum(one.cost for one in made))
    assert all(one.best <= one.decisions for one in sums)
