"""Sums and intervals of simulations, and that a run in parts is the run in one."""

import csv
import math
import shlex
from io import StringIO
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from rich.console import Console

import goatherd
from goatherd import BadOption
from goatherd.ladder.statistics import wilson
from goatherd.terminal import simulate
from goatherd.terminal.simulate import Plan, Tally

if TYPE_CHECKING:
    from goatherd.fast import Playouts


class Results(NamedTuple):
    """As `Playouts`, without importing the compiler."""

    scores: np.ndarray
    winners: np.ndarray
    lengths: np.ndarray


def results(scores: list[list[int]], lengths: list[int]) -> "Playouts":
    points = np.array(scores, np.int32)
    won = points == points.max(axis=1, keepdims=True)
    return Results(points, won, np.array(lengths, np.int32))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "n"),
    [("1", 1), ("1e6", 10**6), ("1_000_000", 10**6), ("2.5e3", 2500), ("1e12", 10**12)],
)
def test_a_number_of_matches_can_be_written_in_several_ways(text: str, n: int) -> None:
    assert simulate.checked_count(text) == n


@pytest.mark.parametrize("text", ["abc", "", "0", "-5", "1.5", "1e13", "nan", "inf", "1e999999999"])
def test_a_bad_number_of_matches_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="give a whole number from 1"):
        simulate.checked_count(text)


def test_sums_over_stretches_are_those_over_all() -> None:
    chance = np.random.default_rng(1)
    scores = chance.integers(-9, 30, (101, 3)).tolist()
    lengths = chance.integers(4, 60, 101).tolist()
    tally = Tally(3)
    for part in (slice(0, 7), slice(7, 60), slice(60, 101)):
        tally.add(results(scores[part], lengths[part]), 0.5)
    points = np.array(scores)
    assert tally.matches == 101
    assert tally.seconds == 1.5
    assert tally.decisions() == sum(lengths)
    assert (tally.length_at(0), tally.length_at(100)) == (min(lengths), max(lengths))
    assert tally.median_length() == median(lengths)
    for seat in range(3):
        score = tally.score(seat)
        assert score.estimate == pytest.approx(points[:, seat].mean())
        margin = 1.96 * points[:, seat].std() / math.sqrt(101)
        assert score.high - score.estimate == pytest.approx(margin, rel=1e-3)
        won = (points[:, seat] == points.max(axis=1)).mean()
        assert tally.share(seat).estimate == pytest.approx(won)


def test_the_median_of_an_even_number_lies_between() -> None:
    tally = Tally(2)
    tally.add(results([[1, 0]] * 4, [5, 8, 2, 9]), 1.0)
    assert tally.median_length() == 6.5


def test_an_advantage_is_starred_where_chance_does_not_explain_it() -> None:
    assert simulate.advantage(wilson(520, 1000), 0.5) == "+2.00%"
    assert simulate.advantage(wilson(580, 1000), 0.5) == "*+8.00%"
    assert simulate.advantage(wilson(420, 1000), 0.5) == "*-8.00%"


def test_the_fair_share_counts_shared_wins_and_teams() -> None:
    tally = Tally(2)
    tally.add(results([[1, 1], [2, 0]], [3, 3]), 1.0)
    assert tally.fair_share() == 0.75


def test_the_command_repeats_the_plan() -> None:
    plan = Plan(goatherd.load("goita"), 500, 4, 7, {"target": "round"})
    assert plan.command() == (
        "goatherd simulate goita -n 500 --players 4 --seed 7 --option target=round"
    )
    assert shlex.split(plan.command())[-1] == "target=round"


@pytest.mark.slow
@pytest.mark.parametrize("name", goatherd.games())
def test_a_run_in_parts_is_the_run_in_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    game = goatherd.load(name)
    plan = Plan(game, 1000, game.players[-1], 5, {})
    whole = game.playouts(1000, game.players[-1], 5, 1)
    monkeypatch.setattr(simulate, "STRETCH", 300)
    file = tmp_path / "matches.csv"
    progress = simulate.progress_bar(Console(file=StringIO()))
    tally = simulate.run(plan, 2, str(file), progress)
    assert tally.matches == 1000
    assert tally.points.tolist() == whole.scores.sum(axis=0).tolist()
    assert tally.wins.tolist() == whole.winners.sum(axis=0).tolist()
    assert tally.decisions() == whole.lengths.sum()
    with file.open(encoding="utf-8", newline="") as lines:
        header, *rows = csv.reader(lines)
    assert header[:3] == ["match", "decisions", "score 0"]
    numbers = np.array(rows, int)
    assert numbers[:, 0].tolist() == list(range(1000))
    assert numbers[:, 1].tolist() == whole.lengths.tolist()
    assert (numbers[:, 2 : 2 + plan.players] == whole.scores).all()
    assert (numbers[:, 2 + plan.players :] == whole.winners).all()
