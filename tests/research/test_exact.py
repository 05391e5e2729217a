"""Exact values: against a game whose numbers are known, against OpenSpiel, and on our minis."""

import pytest

from goatherd.errors import BadOption
from goatherd.research.exact import (
    Flat,
    best_response,
    efg,
    flattened,
    judged,
    policy_of,
    uniform,
)
from goatherd.research.tree import CHANCE, Tree
from goatherd.rule import NOBODY


def kuhn_tree(pyspiel: object) -> Flat:
    """Kuhn poker, flattened as our games are."""
    game = pyspiel.load_game("kuhn_poker")  # type: ignore[attr-defined]
    flat, known = Flat(2), {}
    families: list[list[int]] = []
    waiting = [(game.new_initial_state(), -1)]
    while waiting:
        state, parent = waiting.pop()
        place = len(flat.actor)
        if parent >= 0:
            families[parent].append(place)
        families.append([])
        over, chance = state.is_terminal(), state.is_chance_node()
        flat.actor.append(NOBODY if over else CHANCE if chance else state.current_player())
        outcomes = state.chance_outcomes() if chance else []
        flat.chances.append(tuple(part for _, part in outcomes))
        flat.returns.append(tuple(state.returns()) if over else ())
        info = -1
        if not over and not chance:
            key = state.information_state_string()
            if key not in known:
                known[key] = len(flat.sets)
                seat, legal = state.current_player(), tuple(state.legal_actions())
                flat.sets.append((seat, legal, None))  # type: ignore[arg-type]
                flat.sets[-1] = type("Set", (), {"seat": seat, "actions": legal})()
            info = known[key]
        flat.info.append(info)
        actions = [action for action, _ in outcomes] if chance else state.legal_actions()
        waiting += [(state.child(action), place) for action in reversed(actions)]
    flat.children = [tuple(family) for family in families]
    return flat


def test_uniform_kuhn_poker_has_the_nashconv_that_openspiel_says() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    flat = kuhn_tree(pyspiel)
    verdict = judged(flat, uniform(flat))
    game = pyspiel.load_game("kuhn_poker")
    assert verdict.nashconv == pytest.approx(
        pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    )
    assert sum(verdict.values) == pytest.approx(0)
    assert all(gain >= 0 for gain in verdict.gains)


def test_a_tree_goes_to_openspiel_and_keeps_its_numbers() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    flat = kuhn_tree(pyspiel)
    game = pyspiel.load_efg_game(efg(flat, "kuhn"))
    found = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    assert found == pytest.approx(judged(flat, uniform(flat)).nashconv)
    solver = pyspiel.CFRSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.05


@pytest.mark.slow
def test_nashconv_of_a_mini() -> None:
    flat = flattened(Tree("goat-n-goat", size="mini"))
    counts = flat.counts()
    assert 10_000 < counts["decisions"] + counts["chance"] + counts["ends"] < 1_000_000
    random = judged(flat, uniform(flat))
    greedy = judged(flat, policy_of(flat, "greedy", [1]))
    for verdict in (random, greedy):
        assert sum(verdict.values) == pytest.approx(0)
        assert all(gain > -1e-9 for gain in verdict.gains)
    assert greedy.nashconv < random.nashconv
    for seat in range(2):
        assert best_response(flat, uniform(flat), seat) <= 1


def test_a_full_game_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goatherd.research.exact.MOST_NODES", 500)
    with pytest.raises(BadOption, match="too large to go through"):
        flattened(Tree("goat-n-goat"))
