"""Observations lie in their box, whatever is played; their parts can be had again."""

from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd.errors import BadOption
from goatherd.fast.policies import POLICIES
from goatherd.research.observation import bounds, decode, width

VARIANTS = [
    *(("goat-n-goat", players, {}) for players in (2, 3, 4, 5)),
    ("goat-n-goat", 3, {"claims": "each-colour", "edition": "korean"}),
    *(("goat-1916", players, {}) for players in (4, 6, 8)),
    *(("goat-1916", 4, {"lowest": low, "red": red}) for low, red in ((4, 1), (6, 3))),
    ("goita", 4, {"target": 1000}),
    ("goita", 4, {"target": "round", "ritual": "on"}),
    *(("goita", 4, {"pawn_calls": calls}) for calls in ("off", "open")),
    ("goat-n-goat", 2, {"deck_end": "short"}),
    ("goat-lords", 4, {"goatinhood": "herds"}),
    *(("goat-lords", players, {}) for players in (2, 3, 4, 5, 6)),
    *(("goat-lords", 3, {"hand": hand, "open_herds": "tops"}) for hand in (3, 7)),
    ("goat-lords", 2, {"deck": "ninja 40 1000; viking 30 1000; sneak 20 +2; santy 10 +2;"}),
]


@pytest.mark.parametrize(("name", "players", "options"), VARIANTS, ids=str)
def test_every_seat_sees_numbers_in_the_box(
    name: str, players: int, options: dict[str, Any]
) -> None:
    if "deck" in options:
        kinds = goatherd.load(name).contract.facts.kinds
        goats = [kind for kind in kinds if kind not in ("lord", "goatini")][:3]
        options = {"deck": f"{goats[0]} 60 1000; {goats[1]} 40 1000; sneak 10 +2; santy 20 +2;"}
    game = goatherd.load(name)
    least, most = bounds(game)
    batch = game.batch(32, players, 1, **options)
    chances = batch.own_chances(range(32))
    for step in range(300):
        for seat in range(players):
            seen = batch.observe(seat)
            assert (seen >= least).all()
            assert (seen <= most).all()
        if step % 2:
            batch.step(batch.random_actions())
        else:
            following = (np.maximum(batch.turns, 0).astype(np.int64) + 1) % players
            policies = np.full((32, players), step // 2 % len(POLICIES), np.int8)
            batch.play_until(following, policies, chances)
        batch.reset()


@pytest.mark.parametrize("name", goatherd.games())
def test_parts_have_their_names_and_are_all_there_is(name: str) -> None:
    game = goatherd.load(name)
    batch = game.batch(5, seed=1)
    seen = batch.observe()
    parts = decode(game, seen)
    assert list(parts) == [part.name for part in game.observation]
    assert np.concatenate(list(parts.values()), axis=-1).tobytes() == seen.tobytes()
    assert decode(name, seen[0]).keys() == parts.keys()


def test_what_is_no_observation_of_a_game_is_refused() -> None:
    numbers = width(goatherd.load("goita"))
    with pytest.raises(BadOption, match=f"an observation of Goita has {numbers} numbers"):
        decode("goita", np.zeros(numbers + 1))
    with pytest.raises(BadOption):
        decode("goita", 3)
