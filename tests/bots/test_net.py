"""Trained nets as bots: what they decide, and files that are none of theirs."""

import itertools
from pathlib import Path

import numpy as np
import pytest

import goatherd
from goatherd.bots import net
from goatherd.errors import BadOption, BotFailed


def written(folder: Path, name: str, seed: int = 1) -> str:
    """A small net with random numbers, for a game."""
    game = goatherd.load(name)
    dice = np.random.default_rng(seed)
    sizes = [sum(part.size for part in game.observation), 8, len(game.actions)]
    layers = [
        (dice.normal(size=(one, two)), dice.normal(size=two))
        for one, two in itertools.pairwise(sizes)
    ]
    file = folder / f"{name}.npz"
    net.write(str(file), name, layers)
    return str(file)


@pytest.mark.parametrize("name", goatherd.games())
def test_a_net_plays_legal_decisions_and_the_same_ones_again(name: str, tmp_path: Path) -> None:
    file = written(tmp_path, name)
    match = goatherd.load(name).new(seed=2)
    for text in (f"policy:{file}", f"policy:{file}:sample"):
        for _ in range(10):
            assert match.turn is not None
            view = match.view(match.turn)
            decision = goatherd.bot(text, seed=3).choose(view)
            assert decision in view.legal()
            assert goatherd.bot(text, seed=3).choose(view) == decision
            match.play(decision)


def test_the_most_liked_decision_is_made(tmp_path: Path) -> None:
    game = goatherd.load("goita")
    width = sum(part.size for part in game.observation)
    bias = np.arange(len(game.actions), dtype=float)
    file = tmp_path / "last.npz"
    net.write(str(file), "goita", [(np.zeros((width, len(game.actions))), bias)])
    match = game.new(seed=1)
    assert match.turn is not None
    view = match.view(match.turn)
    assert goatherd.bot(f"policy:{file}").choose(view) == view.legal()[-1]


def test_a_net_for_another_game_is_refused(tmp_path: Path) -> None:
    bot = goatherd.bot(f"policy:{written(tmp_path, 'goita')}")
    match = goatherd.load("goat-1916").new(seed=1)
    with pytest.raises(BadOption, match="was trained for goita, not for goat-1916"):
        bot.prepare("goat-1916")
    with pytest.raises(BotFailed, match="was trained for goita"):
        bot.choose(match.view(0))


@pytest.mark.parametrize("content", [b"", b"no net", b"PK\x03\x04 cut short"])
def test_a_file_that_is_no_net_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "net.npz"
    file.write_bytes(content)
    with pytest.raises(BadOption, match=r"this is no net|cannot be read"):
        goatherd.bot(f"policy:{file}")


def test_what_a_file_must_hold(tmp_path: Path) -> None:
    file = str(tmp_path / "net.npz")
    with pytest.raises(BadOption, match="No such file"):
        goatherd.bot(f"policy:{file}")
    for layers in ([], [(np.ones((3, 4)), np.ones(3))], [(np.full((3, 4), np.nan), np.ones(4))]):
        net.write(file, "goita", layers)
        net.read.cache_clear()
        with pytest.raises(BadOption, match="this is no net"):
            goatherd.bot(f"policy:{file}")
    np.savez(file, about=np.array('{"game": "goita", "version": 99}'))
    net.read.cache_clear()
    with pytest.raises(BadOption, match="another version"):
        goatherd.bot(f"policy:{file}")
