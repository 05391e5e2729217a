"""What every record holds: true of all matches, and noticed wherever it is broken."""

import base64
import random
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import Match
from goatherd.bots.protocol import line_of, view_to_json
from goatherd.errors import BadState
from goatherd.interpreted import as_record
from goatherd.terminal.bot import answer_to
from goatherd.testing import viewer_number
from tests.matches import Variant, advanced, label, new, seats, variants, walk

GAMES = goatherd.games()
every_variant = pytest.mark.parametrize("variant", variants(), ids=label)


def records(match: Match) -> list[tuple[int | None, np.ndarray[Any, Any]]]:
    """The truth and all views of it, each with its viewer."""
    views = [(viewer_number(match, seat), match.view(seat).state) for seat in seats(match)]
    return [(None, match.state.copy()), *views]


@every_variant
def test_every_truth_and_every_view_holds_what_is_relied_on(variant: Variant) -> None:
    for number, match in enumerate(walk(new(variant, 21), random.Random(21))):
        if number < 40 or number % 7 == 0 or match.over:
            for viewer, state in records(match):
                match.contract.check(as_record(state), viewer)


def positions(game: str) -> list[Match]:
    players = goatherd.load(game).players[-1]
    return [advanced((game, players, {}), seed, 9 * seed) for seed in range(1, 6)]


@pytest.mark.parametrize("game", GAMES)
def test_a_number_out_of_its_range_is_noticed_in_every_field(game: str) -> None:
    chance = random.Random(game)
    for match in positions(game):
        for viewer, state in records(match):
            for name in state.dtype.names or ():
                if name == "rng" or name.startswith("gap"):
                    continue
                for extreme in extremes(state[name].dtype):
                    broken = state.copy()
                    cells = broken[name].reshape(-1)
                    cells[chance.randrange(cells.size)] = extreme
                    assert not holds(match, broken, viewer), (name, extreme, viewer)


def holds(match: Match, state: np.ndarray[Any, Any], viewer: int | None) -> bool:
    try:
        match.contract.check(as_record(state), viewer)
    except BadState:
        return False
    return True


def extremes(kind: np.dtype[Any]) -> tuple[int, ...]:
    info = np.iinfo(kind)
    return (int(info.max),) if info.min == 0 else (int(info.min), int(info.max))


FREE = {
    "goat-n-goat": {"claim_each", "compared", "ordered", "when_short"},
    "goat-1916": {"ordered"},
    "goita": {
        *("ritual", "pawn_calls", "ordered", "target", "rounds", "score", "point", "dealer"),
        *("last_winner", "last_ending", "last_points", "last_shown", "decided"),
    },
    "goat-lords": {
        *("hand_size", "herds_asked", "tops_only", "ordered", "may_act", "plays", "fire"),
        *("purpose", "missed", "extra", "no_wild", "no_lord", "told", "wanted", "waiting"),
    },
}
"""Fields that may mostly be one more or one less: options, what is past, what only counts on."""


@pytest.mark.parametrize("game", GAMES)
def test_one_more_is_noticed_in_every_field_that_follows_from_others(game: str) -> None:
    names = set(goatherd.load(game).contract.rules.state.names or ()) - FREE[game] - {"rng"}
    for name in sorted(name for name in names if not name.startswith("gap")):
        for match in positions(game):
            broken = match.state.copy()
            broken[name].reshape(-1)[0] += 1
            if not holds(match, broken, None):
                break
        else:
            pytest.fail(name)


@pytest.mark.parametrize(
    ("game", "field", "number"),
    [("goat-1916", "share", 127), ("goat-lords", "left", 30_000), ("goita", "left", 100)],
)
def test_what_would_crash_or_hang_compiled_code_is_refused(
    game: str, field: str, number: int
) -> None:
    match = goatherd.load(game).new(seed=3)
    data = view_to_json(match.view(match.turn))
    state = match.view(match.turn).state
    state[field].reshape(-1)[0] = number
    data["state"] = base64.b64encode(state.tobytes()).decode()
    answer = answer_to(game, goatherd.bot("greedy"), line_of({"view": data}))
    assert answer is not None
    assert "BadState" in str(answer["error"]) or "state" in str(answer["error"])
