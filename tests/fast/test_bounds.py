"""One run in which compiled code checks every index."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import goatherd

PLAY = """
import sys
import goatherd
from goatherd.fast.twins import imagine_states, redact_states
game = goatherd.load(sys.argv[1])
for players in game.players:
    game.playouts(300, players=players, seed=1, threads=1)
    batch = game.batch(20, players=players, seed=1)
    for _ in range(300):
        batch.observe()
        for seat in (*range(players), game.contract.facts.spectator):
            states = batch.states.copy()
            redact_states(states, seat)
            imagine_states(states, seat)
        batch.step(batch.random_actions())
        batch.reset()
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", goatherd.games())
def test_no_index_is_out_of_bounds(name: str, tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "GOATHERD_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, name], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
