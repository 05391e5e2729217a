"""Batches and playouts: bad input, restarts, and results that do not depend on the machine."""

import hashlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import BadOption, IllegalMove
from tests.matches import Variant, label, variants

every_game = pytest.mark.parametrize("name", goatherd.games())
every_variant = pytest.mark.parametrize("variant", variants(), ids=label)


def digest_of_playouts(name: str, threads: int) -> str:
    game = goatherd.load(name)
    result = game.playouts(6000, players=game.players[-1], seed=5, threads=threads)
    return hashlib.sha256(b"".join(part.tobytes() for part in result)).hexdigest()


@every_game
def test_one_thread_equals_many(name: str) -> None:
    assert digest_of_playouts(name, 1) == digest_of_playouts(name, 3)


@pytest.mark.slow
@every_game
def test_this_process_equals_the_next(name: str) -> None:
    here = digest_of_playouts(name, 2)
    code = f"from tests.fast.test_batch import *; print(digest_of_playouts({name!r}, 2))"
    there = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert there.strip() == here


@every_variant
def test_playouts_say_what_the_matches_say(variant: Variant) -> None:
    """Scores, winners and lengths of a playout are those of the same match in a batch."""
    name, players, options = variant
    game = goatherd.load(name)
    result = game.playouts(40, players=players, seed=3, threads=1, **options)
    assert result.scores.shape == result.winners.shape == (40, players)
    assert (result.lengths > 0).all()
    best = result.scores.max(axis=1, keepdims=True)
    assert ((result.scores == best) | ~result.winners).all()


@every_game
def test_no_matches_at_all(name: str) -> None:
    game = goatherd.load(name)
    assert game.playouts(0).scores.shape == (0, game.players[0])
    assert len(game.batch(0)) == 0


@pytest.mark.parametrize("n", [-1, 1.5, "10", None, True])
def test_bad_numbers_of_matches(n: Any) -> None:
    game = goatherd.load("goita")
    for make in (game.playouts, game.batch):
        with pytest.raises(BadOption, match="n="):
            make(n)


def test_bad_seeds_threads_players_and_options() -> None:
    game = goatherd.load("goita")
    wrong: list[dict[str, Any]] = [
        {"seed": -1},
        {"seed": 2**64},
        {"threads": 0},
        {"players": 5},
        {"colour": "red"},
    ]
    for bad in wrong:
        with pytest.raises(BadOption):
            game.playouts(1, **bad)


@every_game
def test_an_illegal_number_names_its_match_and_changes_nothing(name: str) -> None:
    batch = goatherd.load(name).batch(5, seed=2)
    count = len(batch.game.actions)
    for wrong in (-1, count, 2**62, int(np.flatnonzero(~batch.legal_mask[3])[0])):
        actions = batch.random_actions()
        actions[3] = wrong
        states, mask = batch.states.tobytes(), batch.legal_mask.tobytes()
        with pytest.raises(IllegalMove, match="match 3"):
            batch.step(actions)
        assert (batch.states.tobytes(), batch.legal_mask.tobytes()) == (states, mask)


@pytest.mark.parametrize(
    "actions", [[0], [0] * 6, np.zeros(6, int), [[0] * 5], [0.0] * 5, ["0"] * 5, 0, None]
)
def test_actions_of_the_wrong_shape_or_type(actions: Any) -> None:
    with pytest.raises(IllegalMove, match="5 whole numbers"):
        goatherd.load("goita").batch(5).step(actions)


def test_live_arrays_cannot_be_written_to() -> None:
    batch = goatherd.load("goita").batch(3, seed=1)
    for live in (batch.turns, batch.over, batch.legal_mask):
        with pytest.raises(ValueError, match="read-only"):
            live[0] = 0


def test_other_integer_types_are_taken() -> None:
    batch = goatherd.load("goita").batch(3, seed=1)
    batch.step([1, 1, 1])
    batch.step(np.array([1, 1, 1], np.uint8))
    batch.step(np.array([1, 0, 1, 0, 1, 0])[::2])
    assert batch.turns.tolist() == [3, 3, 3]


@every_game
def test_a_finished_match_waits_until_reset(name: str) -> None:
    batch = goatherd.load(name).batch(8, seed=4)
    while not batch.over.all():
        batch.step(batch.random_actions())
    assert not batch.legal_mask.any()
    assert not batch.observe().any()
    assert batch.random_actions().tolist() == [-1] * 8
    before = batch.scores
    batch.step(np.full(8, 999))
    assert (batch.scores == before).all()
    first = batch.states.copy()
    batch.reset()
    assert not batch.over.any()
    assert batch.legal_mask.any(axis=1).all()
    assert batch.states.tobytes() != first.tobytes()


@every_game
def test_a_copy_of_a_batch_goes_its_own_way(name: str) -> None:
    batch = goatherd.load(name).batch(4, seed=6)
    twin = batch.copy()
    twin.step(twin.random_actions())
    assert batch.states.tobytes() != twin.states.tobytes()
    batch.step(batch.random_actions())
    assert batch.states.tobytes() == twin.states.tobytes()
    assert (batch.legal_mask == twin.legal_mask).all()
    assert batch.turns.tolist() == batch.states["turn"].tolist()


@every_variant
def test_an_observation_is_all_small_numbers(variant: Variant) -> None:
    name, players, options = variant
    batch = goatherd.load(name).batch(6, players=players, seed=7, **options)
    width = sum(part.size for part in batch.game.observation)
    for _ in range(50):
        seen = batch.observe()
        assert seen.shape == (6, width)
        assert seen.dtype == np.float32
        assert (abs(seen) <= 8).all()
        batch.step(batch.random_actions())


@every_game
def test_action_numbers_fit_the_list_of_legal_decisions(name: str) -> None:
    from goatherd.fast.kernels import MOST_LEGAL

    assert len(goatherd.load(name).actions) <= MOST_LEGAL
