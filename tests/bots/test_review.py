"""The review of a finished match."""

from typing import Any

import pytest

import goatherd
from goatherd import BadOption, Match
from goatherd.bots.review import Judgement, review, summary
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


def test_the_play_of_goita_is_judged_exactly_and_calls_are_not() -> None:
    made = [one for one in reviewed(finished("goita")) if one is not None]
    for one in made:
        assert one.exact == (one.decision not in ("call", "quiet", "redeal", "continue"))
        assert one.points is None or one.points % 10 == 0
    assert any(one.points for one in made)


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
    assert made[11].best == "hide knight"
    assert [(made[number].decision, made[number].points) for number in (11, 12)] == [
        ("hide gold", 10),
        ("attack king", 20),
    ]


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
