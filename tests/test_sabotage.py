"""The tests of views can fail: whatever a view could tell too much is planted, and found."""

import random
import zlib
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import testing
from goatherd.interpreted import as_record
from goatherd.position import Position
from goatherd.words import Text
from tests import test_properties
from tests.matches import functions_of, new, walk

GAMES = goatherd.games()
every_game = pytest.mark.parametrize("game", GAMES)


def variant_of(game: str) -> tuple[str, int, dict[str, Any]]:
    return game, goatherd.load(game).players[-1], {}


def found(game: str) -> bool:
    """Whether the property tests notice anything."""
    try:
        about = "what a seat cannot know changes nothing that it gets"
        testing.check_property(about, variant_of(game), 6)
    except AssertionError:
        return True
    return False


def hidden_fields(game: str) -> list[str]:
    """The fields of a record that may be otherwise, for all that a seat knows."""
    hidden: set[str] = set()
    for match in walk(new(variant_of(game), 6), random.Random(6), 60):
        other = testing.imagined(match, 0, 1).state
        names = match.contract.rules.state.names or ()
        hidden |= {name for name in names if not np.array_equal(other[name], match.state[name])}
    return sorted(hidden)


@pytest.mark.parametrize(("game", "field"), [(g, f) for g in GAMES for f in hidden_fields(g)])
def test_a_field_that_a_view_does_not_hide_is_found(
    game: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    redact = functions_of(game, "redact")["redact"]

    def forgetful(s: Any, seat: int) -> None:
        states = s._states
        kept = states[field].copy()
        redact(s, seat)
        states[field] = kept

    # What is imagined needs the whole of `redact`: only views are careless.
    def careless(self: Position, state: np.ndarray[Any, Any], viewer: int) -> Any:
        forgetful(as_record(state), viewer)
        return as_record(state)

    assert not found(game)
    monkeypatch.setattr(Position, "_redact", careless)
    assert found(game)


@every_game
@pytest.mark.parametrize("name", ["narrate", "status", "observe", "table"])
def test_what_is_made_of_more_than_a_view_is_found(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these gets only a view; here it looks behind it."""
    original, view = functions_of(game, name)[name], Position.view
    truth = [""]

    def seen(self: Position, *asked: Any, **more: Any) -> Any:
        truth[0] = repr(self.cards())
        return view(self, *asked, **more)

    monkeypatch.setattr(Position, "view", seen)

    def telling(*given: Any) -> Any:
        told = original(*given)
        if name == "narrate":
            return [*told, Text(truth[0])]
        if name == "status":
            return {**told, "truth": truth[0]}
        if name == "table":
            return told._replace(facts=(*told.facts, Text(truth[0])))
        given[2][0] = zlib.crc32(truth[0].encode()) % 9973
        return told

    monkeypatch.setitem(functions_of(game, name), name, telling)
    assert found(game)


def test_an_open_history_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    contract = goatherd.load("goita").contract
    monkeypatch.setitem(
        vars(contract.rules), "masked", lambda s, seat, made: contract.facts.actions[made.action]
    )
    with pytest.raises((AssertionError, StopIteration)):  # or a line with a king too many
        test_properties.test_decisions_that_look_alike_to_others_change_nothing_that_they_get(
            ("goita", 4, {})
        )
