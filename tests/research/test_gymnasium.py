"""Gymnasium's checker, and that many environments at once are as many single ones."""

from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd.errors import BadOption, IllegalMove, UnknownBot

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from goatherd import research  # noqa: E402
from goatherd.research.gymnasium import Environment, VectorEnvironment  # noqa: E402

research.register()
TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in goatherd.games()
    for players in goatherd.load(name).players
]
GAMES = pytest.mark.parametrize("name", goatherd.games())
MODES = pytest.mark.parametrize("mode", list(AutoresetMode))
SHORT: dict[str, dict[str, Any]] = {"goita": {"target": "round"}}
"""Options that make matches short, so that many end within a test."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_checker_of_gymnasium(name: str, players: int) -> None:
    env = gymnasium.make(f"goatherd/{name}-v0", players=players, disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=True)


def chosen(dice: np.random.Generator, mask: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Legal actions, and now and then one that is not."""
    actions = [dice.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask]
    wild = dice.random(len(actions)) < 0.02
    return np.where(wild, dice.integers(mask.shape[1], size=len(actions)), actions)


def both(name: str, n: int, mode: AutoresetMode, **given: Any) -> list[Any]:
    """Our many, and Gymnasium's many of our single ones."""
    settings = SHORT.get(name, {}) | given
    ours = gymnasium.make_vec(f"goatherd/{name}-v0", num_envs=n, autoreset_mode=mode, **settings)
    single = [lambda: Environment(name, **settings) for _ in range(n)]
    return [ours, SyncVectorEnv(single, autoreset_mode=mode)]


@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize("illegal", ["lose", "random"])
@MODES
@GAMES
def test_many_are_as_many_single_ones(
    name: str, mode: AutoresetMode, illegal: str, opponents: str
) -> None:
    n = 5
    pair = both(name, n, mode, illegal=illegal, opponents=opponents)
    dice = np.random.default_rng(1)
    (seen, infos), other = (envs.reset(seed=11) for envs in pair)
    assert data_equivalence((seen, infos), other)
    finished = 0
    for _ in range(150):
        actions = chosen(dice, seen["action_mask"])
        (seen, rewards, ended, cut, infos), other = (envs.step(actions) for envs in pair)
        assert data_equivalence((seen, rewards, ended, cut), other[:4])
        assert same_infos(infos, other[4])
        assert seen["observation"].shape in {row.shape for row in [other[0]["observation"]]}
        finished += int(ended.sum())
        if mode == AutoresetMode.DISABLED and ended.any():
            again = [envs.reset(options={"reset_mask": ended.copy()}) for envs in pair]
            assert data_equivalence(again[0], again[1])
            seen = again[0][0]
    assert finished > 3


def same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    if ours.keys() != theirs.keys():
        return False
    return all(data_equivalence(list_of(ours[key]), list_of(theirs[key])) for key in ours)


def list_of(found: Any) -> Any:
    """Gymnasium does not compare arrays of objects."""
    return list(found) if isinstance(found, np.ndarray) and found.dtype == object else found


@MODES
def test_statistics_of_episodes_are_right(mode: AutoresetMode) -> None:
    envs = RecordEpisodeStatistics(
        VectorEnvironment("goita", 8, autoreset_mode=mode, target="round")
    )
    dice = np.random.default_rng(2)
    seen, _ = envs.reset(seed=1)
    returns, returned = np.zeros(8), 0
    for _ in range(200):
        seen, rewards, ended, _, infos = envs.step(chosen(dice, seen["action_mask"]))
        returns += rewards
        if ended.any():
            found = infos.get("final_info", infos)["episode"] if "episode" not in infos else None
            told = (found or infos["episode"])["r"][ended]
            assert np.allclose(told, returns[ended])
            returned += int(ended.sum())
            returns[ended] = 0
            if mode == AutoresetMode.DISABLED:
                seen, _ = envs.reset(options={"reset_mask": ended})
    assert returned > 10


def test_a_bot_that_searches_may_sit_at_the_table() -> None:
    env = Environment("goat-n-goat", opponents="search:10", seat=1)
    dice = np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    twin = Environment("goat-n-goat", opponents="search:10", seat=1)
    other, _ = twin.reset(seed=3)
    for _ in range(20):
        assert data_equivalence(seen, other)
        action = int(dice.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, *_ = env.step(action)
        other, *_ = twin.step(action)
        assert reward == 0


def test_the_learner_sits_at_every_seat_in_turn() -> None:
    envs = VectorEnvironment("goat-1916", 64, opponents="random")
    envs.reset(seed=1)
    assert set(envs.tables.seats) == {0, 1, 2, 3}
    first = envs.tables.seats.copy()
    envs.reset(seed=1)
    assert (envs.tables.seats == first).all()


def test_copies_are_made_unless_nobody_wants_them() -> None:
    envs = VectorEnvironment("goita", 2)
    seen, _ = envs.reset(seed=1)
    kept = seen["action_mask"].copy()
    envs.step(seen["action_mask"].argmax(axis=1))
    assert (seen["action_mask"] == kept).all()
    envs = VectorEnvironment("goita", 2, copy=False)
    assert envs.reset(seed=1)[0] is envs._seen


# What is refused


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"opponents": "gredy"}, "did you mean 'greedy'"),
        ({"opponents": ["greedy"]}, "one bot, or 3"),
        ({"seat": 4}, "a seat from 0 to 3"),
        ({"illegal": "ignore"}, "allowed are lose, error, random"),
        ({"num_envs": 0}, "from 1 on"),
        ({"size": "huge"}, "size"),
    ],
)
def test_what_an_environment_cannot_be(given: dict[str, Any], said: str) -> None:
    with pytest.raises((BadOption, UnknownBot), match=said):
        VectorEnvironment("goita", **given)


def test_an_illegal_action_is_an_error_where_that_is_wanted() -> None:
    envs = VectorEnvironment("goita", 3, illegal="error")
    with pytest.raises(IllegalMove, match="call reset"):
        envs.step([0, 0, 0])
    seen, _ = envs.reset(seed=1)
    legal = seen["action_mask"].argmax(axis=1)
    with pytest.raises(IllegalMove, match="match 1: 999 is not legal; its mask allows"):
        envs.step(np.array([legal[0], 999, legal[2]]))
    for shape in (legal[:2], legal.astype(float), legal[:, None]):
        with pytest.raises(IllegalMove, match="step takes 3 whole numbers"):
            envs.step(shape)


def test_a_match_that_is_over_is_not_gone_on_with() -> None:
    envs = VectorEnvironment("goita", 2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    envs.step([69, 69])
    with pytest.raises(IllegalMove, match="matches 0, 1 are over"):
        envs.step([69, 69])
    for mask in (np.zeros(2, bool), np.ones(3, bool), [True, True]):
        with pytest.raises(BadOption, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(BadOption, match="seed"):
        envs.reset(seed=-1)
