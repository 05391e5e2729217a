"""PettingZoo's own checks, for every game and number of players, and what they do not look at."""

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd.errors import BadOption, IllegalMove

pettingzoo = pytest.importorskip("pettingzoo")

with warnings.catch_warnings():  # its own checks make environments of its own in the old way
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from goatherd import research  # noqa: E402
from goatherd.research import pettingzoo as ours  # noqa: E402

TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in goatherd.games()
    for players in goatherd.load(name).players
]
GAMES = pytest.mark.parametrize("name", goatherd.games())


def made(name: str, players: int | None = None, **given: Any) -> ours.Environment:
    env: ours.Environment = pettingzoo.make("aec", f"goatherd/{name}-v0", players=players, **given)
    return env


def random_walk(env: ours.Environment, seed: int) -> Iterator[tuple[str, Any]]:
    """Play a match at random; gives each agent and what it got."""
    dice = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        yield agent, (seen, reward, ended, cut, info)
        env.step(None if ended else dice.choice(np.flatnonzero(seen["action_mask"])))


@pytest.fixture
def two_warnings() -> Iterator[None]:
    """PettingZoo draws these two for every dict observation, and no other is let pass."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent")
        yield


@pytest.mark.usefixtures("two_warnings")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_checks_of_pettingzoo(name: str, players: int) -> None:
    api_test(made(name, players), num_cycles=200)
    seed_test(lambda: made(name, players), num_cycles=60)
    render_test(lambda render_mode: made(name, players, render_mode=render_mode))


@pytest.mark.slow
@GAMES
def test_the_benchmark_of_pettingzoo_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(made(name))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_environment_goes_on_alike_after_pickling(name: str, players: int) -> None:
    env = made(name, players)
    for count, _ in enumerate(random_walk(env, 3)):
        if count == 20:
            break
    twin = pickle.loads(pickle.dumps(env))
    dice = np.random.default_rng(5)
    while env.agents and not env.terminations[env.agent_selection]:
        (seen, *_), (other, *_) = env.last(), twin.last()
        assert seen["observation"].tobytes() == other["observation"].tobytes()
        action = dice.choice(np.flatnonzero(seen["action_mask"]))
        env.step(action)
        twin.step(action)
    assert env.rewards == twin.rewards


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_mask_is_what_is_legal_and_rewards_sum_to_nothing(name: str, players: int) -> None:
    env = made(name, players)
    for agent, (seen, reward, ended, _, info) in random_walk(env, 7):
        assert info["action_mask"] is seen["action_mask"]
        if not ended:
            legal = env.view(agent).legal_numbers()
            assert list(np.flatnonzero(seen["action_mask"])) == legal
            assert reward == 0
            others = [one for one in env.agents if one != agent]
            assert not any(env.observe(one)["action_mask"].any() for one in others)
        else:
            rewards = list(env.rewards.values())
    assert abs(sum(rewards)) < 1e-9


@GAMES
def test_an_agent_gets_what_its_view_says_and_nothing_else(name: str) -> None:
    env = made(name)
    game = goatherd.load(name)
    for agent, (_, _, ended, *_) in random_walk(env, 2):
        if ended:
            break
        for one in env.agents:
            view = env.view(one)
            expected = np.zeros(sum(part.size for part in game.observation), np.float32)
            view.contract.search.observe(view._s, view.seat or 0, expected)
            assert env.observe(one)["observation"].tobytes() == expected.tobytes()
        assert env.view(agent).history() == env.view(agent).this_round() or name == "goita"


# What is refused


@pytest.mark.parametrize("action", [-1, 10_000, None, "pass", True, 1.0, np.zeros(3)])
def test_an_action_that_is_none_is_refused_in_a_sentence(action: Any) -> None:
    env = made("goita")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="is not legal for player_0; its action_mask allows"):
        env.step(action)
    before = env.last()[0]["observation"].tobytes()
    assert env.last()[0]["observation"].tobytes() == before


def test_an_illegal_action_may_lose_the_match() -> None:
    env = made("goita", illegal="lose")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == [-1, 1, -1, 1]


def test_an_illegal_action_may_become_a_random_one() -> None:
    outcomes = set()
    for seed in range(20):
        env = made("goat-n-goat", illegal="random")
        env.reset(seed=seed)
        env.step(67)
        assert not any(env.terminations.values())
        outcomes.add(env.view("player_0").history()[0])
    assert len(outcomes) > 3


def test_before_the_first_reset_there_is_no_match() -> None:
    with pytest.raises(IllegalMove, match="call reset"):
        made("goita").step(0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"illegal": "ignore"}, "allowed are 'error', 'lose', 'random'"),
        ({"render_mode": "rgb_array"}, "render_mode='rgb_array'"),
        ({"players": 3}, "Goita is for 4 players"),
        ({"size": "huge"}, "size"),
        ({"targt": 50}, "did you mean 'target'"),
    ],
)
def test_what_an_environment_cannot_be(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        made("goita", **given)


# Oracle, rendering, parts


def test_the_truth_is_only_for_who_asks_for_an_oracle() -> None:
    env = made("goita")
    env.reset(seed=1)
    with pytest.raises(BadOption, match="oracle=True"):
        env.state()
    env = made("goita", oracle=True)
    env.reset(seed=1)
    rows = env.state().reshape(4, -1)
    hands = [research.decode("goita", row)["hand"] * 8 for row in rows]
    assert list(np.sum(hands, axis=0)) == [2, 2, 2, 4, 4, 4, 4, 10]
    assert env.state_space.contains(env.state())


@GAMES
def test_rendering_shows_a_spectator_nothing_hidden(name: str) -> None:
    env = made(name, render_mode="ansi")
    env.reset(seed=4)
    first = env.render()
    assert first is not None
    assert "hand 0: ?" in first
    shown = made(name, render_mode="ansi", oracle=True)
    shown.reset(seed=4)
    assert "hand 0: ?" not in str(shown.render())
