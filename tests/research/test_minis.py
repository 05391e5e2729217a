"""Minis: how large they are, what play is worth in them exactly, and what seats believe."""

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import goatherd
from goatherd.research.beliefs import worlds
from goatherd.research.exact import Flat, flattened, judged, uniform
from goatherd.research.tree import Tree, shares
from tools.minis import compared, fit, places

MINIS = {
    "goat-n-goat": (165_140, 43_849, 2_634, 34_504, 0.775),
    "goat-1916": (310_181, 50_592, 1_325, 20_463, 0.899925595238095),
    "goita": (33_647, 9_540, 119, 538, 1.58203125),
    "goat-lords": (100_823, 44_264, 1_070, 10_254, 1.4089965461493237),
}
"""Nodes, ends, chance nodes, information states, and NashConv of uniform play. Of Goita, OpenSpiel
2.0.2 gives the same NashConv."""
every_mini = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name == "goita" else [pytest.mark.slow]) for name in MINIS],
)


@cache
def flat_of(name: str) -> Flat:
    return flattened(Tree(name, size="mini"))


@every_mini
def test_how_large_a_mini_is(name: str) -> None:
    flat = flat_of(name)
    counts = flat.counts()
    found = (len(flat.actor), counts["ends"], counts["chance"], counts["information sets"])
    assert found == MINIS[name][:4]
    assert 10_000 <= len(flat.actor) <= 1_000_000


def test_every_game_has_a_mini() -> None:
    assert set(MINIS) == set(goatherd.games())


@every_mini
def test_what_uniform_play_is_worth(name: str) -> None:
    """Exactly, and as often as random matches say."""
    flat = flat_of(name)
    found = judged(flat, uniform(flat))
    assert found.nashconv == pytest.approx(MINIS[name][4])
    assert min(found.gains) > 0
    assert sum(found.values) == pytest.approx(0)
    game, n = goatherd.load(name), 20_000
    played = game.playouts(n, players=flat.players, seed=1, size="mini")
    worth = shares(played.winners, game.contract.facts.sides(flat.players))
    error = worth.std(axis=0) / np.sqrt(n)
    assert (np.abs(worth.mean(axis=0) - found.values) < 4 * error).all()


# What a seat believes


@every_mini
def test_imagined_worlds_are_those_that_there_are_as_often_as_they_should_be(name: str) -> None:
    found = [fit(node, 600, 7) for node in places(Tree(name, size="mini"), 2, 6)]
    freedom, square = sum(one.freedom for one in found), sum(one.chi_square for one in found)
    assert square < freedom + 4 * np.sqrt(2 * freedom) + 1


def test_worlds_drawn_wrongly_are_found_out() -> None:
    """The fault that the test above is to find: every world as often as any other."""
    dice = random.Random(3)
    squares = []
    for node in places(Tree("goita", size="mini"), 2, 6):
        there = worlds(node)
        drawn: Counter[object] = Counter(one.zones for one in dice.choices(there, k=600))
        expected: dict[object, float] = {one.zones: 600 * one.probability for one in there}
        found = compared(expected, drawn, 600)
        squares.append(found.chi_square > found.freedom + 20)
        assert compared(expected, Counter({"elsewhere": 1}), 1).chi_square == np.inf
    assert any(squares)


def test_the_example_on_the_page_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "minis.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    exec(compile(code, "minis.md", "exec"), {"goatherd": goatherd})


def test_the_page_says_what_was_counted() -> None:
    page = (Path(__file__).parents[2] / "docs" / "minis.md").read_text(encoding="utf-8")
    for name, (nodes, ends, chances, states, total) in MINIS.items():
        title = goatherd.load(name).title
        (row,) = re.findall(rf"^\| {re.escape(title)} \| \d \| [\d,]+ \|.*$", page, re.MULTILINE)
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[2:6] == [f"{count:,}" for count in (nodes, ends, chances, states)]
        assert cells[7] == f"{total:.4f}"
