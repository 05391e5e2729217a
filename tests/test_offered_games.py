"""A game in another package: found by its entry point, and played with no more than it must."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.offered.install import environment, offer

PACKAGES = Path(__file__).parent / "offered"

PLAY = """
import goatherd
from goatherd.words import LANGUAGES
from goatherd import book
assert goatherd.games() == ["goat-n-goat", "goat-1916", "goita", "goat-lords", "small-game"]
game = goatherd.load("small-game")
match = game.new(players=3, seed=7)
text = match.record()
assert goatherd.replay(text).cards() == match.cards()
assert match.view(1).cards()["hand 0"] == ["?"] * 3
bots = [goatherd.bot(name, seed=1) for name in ("random", "greedy", "beginner")]
while not match.over:
    view = match.view(match.turn)
    table = view.table()
    assert [choice.text for choice in table.choices] == match.legal() == view.legal()
    assert table.zone(f"hand {match.turn}").owner == match.turn
    assert table.seats[match.turn].to_act and all(seat.score >= 0 for seat in table.seats)
    assert view.why_not("play 12") is None or view.why_not("play 12").why.say("ko")
    assert match.view(None).table().prompt.say("ja")
    match.play(bots[match.turn].choose(view))
told = match.view(None, events=2).table()
assert told.over and told.winners and len(told.events) == 2
assert sum(match.scores()) == 3
assert goatherd.replay(match.record()).scores() == match.scores()
for language in LANGUAGES:
    assert book.rules("small-game", language).startswith("# Small game")
    assert book.first_sentence("small-game", language)
"""

COMPILED = """
import goatherd
import numpy as np
from goatherd.fast import cache
from goatherd.interpreted import as_record
assert any(path.parent.name == "small_game" for path in cache.offered_sources())
game = goatherd.load("small-game")
for players in game.players:
    played = game.playouts(500, players=players, seed=3)
    assert (played.lengths == 3 * players).all()
    assert (played.scores.sum(axis=1) == 3).all()
    assert (played.winners.sum(axis=1) > 0).all()
batch = game.batch(8, players=3, seed=2)
states = batch.states.copy()
while not batch.over.all():
    actions = batch.random_actions()
    for i, action in enumerate(actions):
        if states["turn"][i] >= 0:
            game.contract.rules.apply(as_record(states[i : i + 1]), int(action))
    batch.step(actions)
    assert states.tobytes() == batch.states.tobytes()
    assert batch.observe().shape == (8, 1)
match = game.new(players=2, seed=5)
bot = goatherd.bot("search", iterations=300, seed=1)
thought = bot.explain(match.view(0))
assert sum(estimate.visits for estimate in thought.estimates) == 300
while not match.over:
    match.play(bot.choose(match.view(match.turn)))
"""

BROKEN = """
import warnings
import goatherd
assert "no-game" in goatherd.games()
try:
    goatherd.load("no-game")
except TypeError as error:
    assert "no contract of that name" in str(error)
else:
    raise AssertionError("it was loaded")
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    from goatherd.fast import dispatch
assert any("no-game cannot be compiled" in str(one.message) for one in told), told
assert len(dispatch.GAMES) == 4
"""


def run(script: str, folder: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", script]
    found = environment(folder, PACKAGES)
    done = subprocess.run(command, env=found, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_game_of_another_package_is_found_and_played(tmp_path: Path) -> None:
    offer(tmp_path, "small-game", "small_game:GAME")
    run(PLAY, tmp_path)


@pytest.mark.slow
def test_a_game_of_another_package_is_compiled_and_searched(tmp_path: Path) -> None:
    offer(tmp_path, "small-game", "small_game:GAME")
    run(COMPILED, tmp_path)


def test_what_is_offered_and_is_no_game_is_told(tmp_path: Path) -> None:
    offer(tmp_path, "no-game", "small_game:GAME")
    run(BROKEN, tmp_path)
