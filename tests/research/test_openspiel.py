"""OpenSpiel's own checks, for every game and number of players; worlds that are imagined; bots."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd.errors import BadOption
from goatherd.games.goat_n_goat.cards import FULL
from goatherd.research import openspiel as ours
from goatherd.research.tree import Tree, imagined

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

SHORT: dict[str, dict[str, Any]] = {"goita": {"target": "round"}}
TABLES = [
    pytest.param(name, players, id=f"{name}-{players}")
    for name in goatherd.games()
    for players in goatherd.load(name).players
]
GAMES = pytest.mark.parametrize("name", goatherd.games())


def loaded(name: str, players: int | None = None) -> Any:
    given = dict(SHORT.get(name, {}))
    if players is not None:
        given["players"] = players
    return pyspiel.load_game(ours.short_name(name), given)


def walk(state: Any, seed: int, stop: int = 1 << 30) -> Any:
    dice = random.Random(seed)
    while not state.is_terminal() and (state.is_chance_node() or state.made < stop):
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_matches_by_openspiel(name: str, players: int) -> None:
    game = loaded(name, players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@GAMES
def test_simulations_by_openspiel(name: str) -> None:
    games_sim_test.GamesSimTest().sim_game(loaded(name))


def api_checks(name: str, players: int) -> Any:
    base = api_test.EnforceAPIOnPartialTreeBase
    game = loaded(name, players)
    members = {"game_name": ours.short_name(name), "game": game}
    return type(f"Api{name.title()}{players}", (base,), members)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_interface_checks_of_openspiel(name: str, players: int) -> None:
    cls = api_checks(name, players)
    cls.setUpClass()
    for check in [member for member in dir(cls) if member.startswith("test_")]:
        getattr(cls(check), check)()


@GAMES
def test_the_interface_checks_of_openspiel_for_few(name: str) -> None:
    cls = api_checks(name, min(goatherd.load(name).players))
    cls.setUpClass()
    cls("test_sequence_lengths").test_sequence_lengths()
    cls("test_private_information_contents").test_private_information_contents()


# Worlds


@GAMES
def test_an_imagined_match_looks_the_same_and_is_another(name: str) -> None:
    state = walk(loaded(name).new_initial_state(), 3, stop=6)
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, random.random) for _ in range(12)]
    told = state.information_state_string(player)
    tensor = state.information_state_tensor(player)
    for world in worlds:
        assert world.information_state_string(player) == told
        assert world.information_state_tensor(player) == tensor
        assert world.legal_actions() == state.legal_actions()
        walk(world.clone(), 1)
    assert len({world.node.state.tobytes() for world in worlds}) > 6


def test_imagined_hands_are_as_likely_as_counting_says() -> None:
    """Goat 'n' Goat, after the deal: the other hand's first kind, by chi-square, is dealt from what
    is not in sight."""
    node = Tree("goat-n-goat").root
    dice = random.Random(8)
    while node.is_chance:
        weights = [outcome.probability for outcome in node.outcomes]  # type: ignore[attr-defined]
        node = node.child(dice.choices(node.legal, weights)[0])
    found: Counter[int] = Counter()
    worlds = 2000
    for seed in range(worlds):
        found.update(dict(enumerate(map(int, imagined(node, 0, seed)._s.hand[1]))))
    hidden = np.array([int((node.state["hand"][0, 1]).sum())])
    counts = np.bincount(FULL.goats, minlength=15)
    unseen = counts - node.state["hand"][0, 0] - node.state["display"][0]
    expected = worlds * int(hidden[0]) * unseen / unseen.sum()
    observed = np.array([found[kind] for kind in range(len(counts))])
    square = float(((observed - expected) ** 2 / np.maximum(expected, 1e-9)).sum())
    assert square < 40  # 14 degrees of freedom


# Bots


@GAMES
def test_our_bots_play_at_their_table(name: str) -> None:
    game = loaded(name)
    bots = [ours.bot("greedy", seat, seed=1) for seat in range(game.num_players())]
    state = pyspiel.evaluate_bots
    rewards = state(game.new_initial_state(), bots, 3)
    assert sum(rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", ["goat-n-goat", "goita"])
def test_their_search_plays_at_our_table(name: str) -> None:
    def made(game: Any) -> Any:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        return ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=np.random.RandomState(1))

    theirs = ours.SpielBot(made, "ismcts", **SHORT.get(name, {}))
    match = goatherd.load(name).new(seed=2, **SHORT.get(name, {}))
    for _ in range(4):
        assert match.turn is not None
        decision = theirs.choose(match.view(match.turn))
        assert decision in match.legal()
        match.play(decision)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("python_goat_n_goat", {"players": 4, "claims": "each-colour"})
    assert game.num_players() == 4
    assert game.tree.options["claims"] == "each-colour"
    goita = pyspiel.load_game("python_goita", {"target": "n40"})
    assert goita.tree.options["target"] == 40
    with pytest.raises(BadOption, match="target='rund'"):
        pyspiel.load_game("python_goita", {"target": "rund"})
