"""The Goita solver gives the values of a plain exhaustive search, and best play that earns them."""

import subprocess
import sys
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import goatherd
from goatherd import BadOption
from goatherd.fast.compile import compiled
from goatherd.fast.dispatch import apply, legal
from goatherd.fast.goita import search as goita_search
from goatherd.fast.goita import solver as goita_solver
from goatherd.fast.goita.solve import solve, solve_moves
from goatherd.fast.kernels import SCRATCH
from goatherd.games.goita import GAME, rules
from goatherd.interpreted import as_record
from goatherd.solution import seen_by
from goatherd.view import legal_numbers

States = npt.NDArray[Any]
ROUND: dict[str, Any] = {"target": "round", "pawn_calls": "off"}
DEEPEST = 100
IN_PLAY = (rules.HIDING, rules.DEFENDING, rules.ATTACKING)


# --- a plain search, through the game's own rules and nothing else -----------------------------


@compiled
def plain_value(states: Any, lists: Any, depth: int) -> int:
    """The points of the round for seats 0 and 2 from states[depth] on, by trying everything."""
    s, after, moves = states[depth], states[depth + 1], lists[depth].legal
    sign = 1 - 2 * (s.turn & 1)
    best = -1000
    for i in range(legal(s, moves)):
        states[depth + 1] = s
        apply(after, moves[i])
        points = after.score[0] - s.score[0] - (after.score[1] - s.score[1])
        if points == 0:
            points = plain_value(states, lists, depth + 1)
        best = max(best, sign * points)
    return int(sign * best)


def plain_values(positions: States) -> list[int]:
    states = np.zeros(DEEPEST, rules.STATE)
    lists = np.zeros(DEEPEST, SCRATCH)
    found = []
    for position in positions:
        states[0] = position
        found.append(int(plain_value(states, lists, 0)))
    return found


def interpreted_value(state: States) -> int:
    """The same, in plain Python."""
    s = as_record(state)
    sign = 1 - 2 * (s.turn & 1)
    return int(sign * max(sign * value_after(state, n) for n in legal_numbers(GAME, s)))


def value_after(state: States, number: int) -> int:
    after, points = played(state, number)
    return points or interpreted_value(after)


def played(state: States, number: int) -> tuple[States, int]:
    """The position after a move, and the points of the round for seats 0 and 2 if it has ended."""
    after = state.copy()
    GAME.rules.apply(as_record(after), number)
    gain = after["score"][0] - state["score"][0]
    return after, int(gain[0] - gain[1])


# --- positions -----------------------------------------------------------------------------------


def pieces(states: States) -> npt.NDArray[np.int64]:
    return np.asarray(states["left"].sum(axis=1), np.int64)


def positions(most: int, least: int = 2, rounds: int = 2000, seed: int = 1) -> States:
    """Every position of random rounds with so many pieces in hand, all told."""
    batch = goatherd.load("goita").batch(rounds, seed=seed, **ROUND)
    found = []
    while not batch.over.all():
        wanted = ~batch.over & (pieces(batch.states) <= most) & (pieces(batch.states) >= least)
        found.append(batch.states[wanted])
        batch.step(batch.random_actions())
    return np.concatenate(found)


def openings(n: int, seed: int = 1) -> States:
    return goatherd.load("goita").batch(n, seed=seed, **ROUND).states.copy()


def values(states: States, workspace: States | None = None) -> list[int]:
    out = np.zeros(len(states), np.int64)
    used = goita_solver.workspace() if workspace is None else workspace
    goita_solver.solve_states(states, used, out)
    return [int(value) for value in out]


def one(states: States, i: int) -> States:
    return states[i : i + 1].copy()


def sample(states: States, n: int, seed: int = 1) -> States:
    chosen = np.random.default_rng(seed).permutation(len(states))[:n]
    return states[chosen]


# --- values --------------------------------------------------------------------------------------


def test_values_are_those_of_a_plain_search_of_everything() -> None:
    small = positions(most=13, rounds=3000)
    assert len(small) > 3000
    assert {int(phase) for phase in small["phase"]} == set(IN_PLAY)
    found = values(small)
    assert len(set(found)) > 10
    assert found == plain_values(small)


def test_values_of_larger_positions_are_too() -> None:
    larger = sample(positions(most=17, least=14), 300)
    assert values(larger) == plain_values(larger)


@pytest.mark.slow
def test_values_of_half_played_rounds_are_too() -> None:
    larger = sample(positions(most=20, least=17), 600)
    assert values(larger) == plain_values(larger)


def test_the_plain_search_is_the_same_interpreted() -> None:
    small = sample(positions(most=9, rounds=4000), 40)
    assert [interpreted_value(one(small, i)) for i in range(len(small))] == plain_values(small)


def rotated(states: States) -> States:
    """The same positions with everybody one seat further: the teams change places."""
    turned = states.copy()
    names = ("hand", "left", "both_kings", "king_proof", "known", "defence", "attack", "down")
    for name in names:
        turned[name] = np.roll(states[name], 1, axis=1)
    for name in ("turn", "attacker", "dealer"):
        turned[name] = (states[name] + 1) % 4
    return turned


def test_when_all_move_one_seat_on_the_value_changes_its_sign() -> None:
    some = np.concatenate([sample(positions(most=28), 300), openings(3)])
    assert values(rotated(some)) == [-value for value in values(some)]
    assert values(rotated(rotated(some))) == values(some)


def test_both_teams_win_openings_by_many_different_values() -> None:
    found = values(openings(12))
    assert min(found) < 0 < max(found)
    assert set(found) <= set(goita_solver.VALUES.tolist())


# --- moves and best play -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def some() -> list[States]:
    """Positions of all sizes and phases."""
    drawn = np.concatenate([sample(positions(most=30), 60), openings(2, seed=7)])
    assert {int(phase) for phase in drawn["phase"]} == set(IN_PLAY)
    return [one(drawn, i) for i in range(len(drawn))]


def test_the_moves_are_the_games_own_and_the_best_is_the_value(some: list[States]) -> None:
    for state in some:
        found = solve_moves(state)
        assert [move.number for move in found.moves] == legal_numbers(GAME, as_record(state))
        assert [move.text for move in found.moves] == [
            GAME.facts.actions[m.number] for m in found.moves
        ]
        best = max(seen_by(found.turn, move.value) for move in found.moves)
        assert seen_by(found.turn, found.value) == best
        assert found.value == solve(state).value
        assert seen_by(found.turn, found.best_first()[0].value) == best


def test_a_move_is_worth_the_position_that_it_leads_to(some: list[States]) -> None:
    for state in some:
        for move in solve_moves(state).moves:
            after, points = played(state, move.number)
            assert move.value == (points or solve(after).value)


def test_best_play_earns_the_value_by_the_games_own_rules(some: list[States]) -> None:
    for state in some:
        found = solve_moves(state)
        points, now = 0, state
        for text in found.line:
            assert points == 0
            number = GAME.facts.actions.index(text)
            assert number in legal_numbers(GAME, as_record(now))
            now, points = played(now, number)
        assert points == found.value


def test_solving_changes_nothing(some: list[States]) -> None:
    for state in some:
        before = state.tobytes()
        solve(state)
        solve_moves(state)
        assert state.tobytes() == before


# --- rules that a search may get wrong -----------------------------------------------------------


def from_line(line: str) -> States:
    match = goatherd.load("goita").from_line(line)
    assert isinstance(match, goatherd.Match)
    return match.state


def test_two_kings_last_are_a_hundred_points() -> None:
    """GOITA-23: with all rooks and bishops, too, nothing stops the way there."""
    line = "11667789,11122345,11122345,11334455,s1"
    found = solve_moves(from_line(line))
    assert found.value == 100
    assert played_out(from_line(line), found.line)[-2:] == [(0, "hide king"), (0, "attack king")]


def played_out(state: States, line: tuple[str, ...]) -> list[tuple[int, str]]:
    seats = []
    for text in line:
        seats.append((int(state["turn"][0]), text))
        state, _ = played(state, GAME.facts.actions.index(text))
    return seats


def test_a_match_under_way_is_valued_by_the_round_alone() -> None:
    """GOITA-2: points of earlier rounds and the target change nothing."""
    state = openings(1)
    later = state.copy()
    later["score"], later["target"], later["rounds"] = (140, 60), 150, 5
    assert solve(later).value == solve(state).value
    assert solve_moves(later).line == solve_moves(state).line


# --- the workspace -------------------------------------------------------------------------------


def test_a_workspace_forgets_other_rounds() -> None:
    """More rounds than there are generations of its table, small after large."""
    many = np.concatenate([openings(2), sample(positions(most=20), 600)])
    workspace = goita_solver.workspace()
    forwards = values(many, workspace)
    assert values(many[::-1].copy(), workspace) == forwards[::-1]
    assert [values(one(many, i))[0] for i in range(0, 600, 60)] == forwards[0:600:60]


def test_small_positions_use_little_of_the_table() -> None:
    workspace = goita_solver.workspace()
    values(positions(most=12, rounds=200), workspace)
    assert workspace["used"][0] < 1 << 12
    assert not workspace["table"][0, 1 << 12 :].any()


def test_the_search_is_compiled_for_one_type_only() -> None:
    """Numba crashes where it loads a function from disk that calls itself with other types."""
    values(openings(1))
    solve_moves(one(positions(most=12, rounds=50), 0))
    signatures: list[Any] = goita_search.is_reached.signatures  # type: ignore[attr-defined]
    assert len(signatures) <= 1


def test_the_next_process_solves_the_same_with_what_was_compiled() -> None:
    script = (
        "import goatherd; from goatherd.fast.goita.solve import solve, solve_moves; "
        "m = goatherd.load('goita').new(seed=3, target='round', pawn_calls='off'); "
        "print(solve(m.state).value, solve_moves(m.state).value)"
    )
    match = goatherd.load("goita").new(seed=3, **ROUND)
    expected = f"{solve(match.state).value} {solve_moves(match.state).value}\n"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, expected)


# --- what cannot be solved -----------------------------------------------------------------------


def refusal(state: Any) -> str:
    with pytest.raises(BadOption) as first:
        solve(state)
    with pytest.raises(BadOption) as second:
        solve_moves(state)
    assert str(first.value) == str(second.value)
    return str(first.value)


def test_calls_and_what_is_before_the_deal_are_refused() -> None:
    game = goatherd.load("goita")
    assert "after the calls" in refusal(game.new(seed=1).state)
    assert "after the deal" in refusal(game.new(seed=1, ritual="on").state)


def test_a_finished_match_is_refused() -> None:
    match = goatherd.load("goita").new(seed=1, **ROUND)
    while not match.over:
        match.play(match.legal()[-1])
    assert "the match is over" in refusal(match.state)


def test_what_hides_pieces_is_refused() -> None:
    match = goatherd.load("goita").new(seed=1, **ROUND)
    assert "all hands known" in refusal(match.view(0).state)
    match.play(match.legal()[0])
    assert "all hands known" in refusal(match.view(1).state)


def test_what_is_no_position_of_goita_is_refused() -> None:
    other = goatherd.load("goat-1916").new(seed=1)
    for state in (None, "", other.state, np.zeros(2, rules.STATE), np.zeros(0, rules.STATE)):
        assert "one record of Goita" in refusal(state)
