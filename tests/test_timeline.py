"""The positions of a match: as the match was, step by step, and never changed."""

import random
from typing import Any

import numpy as np
import pytest

import goatherd
from goatherd import Match
from goatherd.position import packed
from goatherd.showing import open_events
from tests.matches import Variant, functions_of, label, new, seats, variants, walk

GAMES = goatherd.games()


def step_by_step(variant: Variant, limit: int = 400) -> list[Match]:
    """A match of random decisions, as it was at its beginning and after each of them."""
    match = new(variant, 5)
    return [one.copy() for one in walk(match, random.Random(5), limit)] + (
        [] if match.over else [match]
    )


@pytest.mark.parametrize("variant", variants(), ids=label)
def test_each_position_is_the_match_as_it_was(variant: Variant) -> None:
    steps = step_by_step(variant, 120)
    line = steps[-1].timeline()
    assert len(line) == len(steps) == len(steps[-1].decisions()) + 1
    for now, was in zip(line, steps, strict=True):
        assert now.state.tobytes() == was.state.tobytes()
        assert (now.turn, now.over, now.legal()) == (was.turn, was.over, was.legal())
        assert (now.scores(), now.winners(), now.cards()) == (
            was.scores(),
            was.winners(),
            was.cards(),
        )
        assert now.decisions() == was.decisions()
        assert now.lines() == was.lines()


@pytest.mark.parametrize("variant", [one for one in variants() if not one[2]], ids=label)
def test_each_view_is_what_a_seat_saw(variant: Variant) -> None:
    steps = step_by_step(variant)
    line = steps[-1].timeline()
    before = None
    for now, was in zip(line, steps, strict=True):
        for seat in seats(was):
            seen, saw = now.view(seat), was.view(seat)
            assert seen.state.tobytes() == saw.state.tobytes()
            assert seen.history() == saw.history()
            assert (seen.lines(), seen.legal()) == (saw.lines(), saw.legal())
            learnt = () if before is None else tuple(was.news(before.view(seat)))
            assert seen.table() == saw.table()._replace(events=learnt)
            assert now.table(seat) == seen.table()
            assert now.view(seat, events=3).table() == was.view(seat, events=3).table()
        before = was


@pytest.mark.parametrize("game", GAMES)
def test_events_tell_all_that_a_decision_brought(game: str) -> None:
    steps = step_by_step((game, goatherd.load(game).players[-1], {}))
    line = steps[-1].timeline()
    assert line[0].events == ()
    for place in range(1, len(line)):
        assert line[place].events == open_events(steps[place - 1], steps[place])


def test_positions_are_indexed_like_a_list() -> None:
    line = step_by_step(("goat-1916", 4, {}))[-1].timeline()
    assert line[-1].number == len(line) - 1
    assert line[-1].over
    assert [one.number for one in line[2:5]] == [2, 3, 4]
    with pytest.raises(IndexError):
        line[len(line)]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_cannot_be_changed(game: str) -> None:
    line = step_by_step((game, goatherd.load(game).players[0], {}))[-1].timeline()
    position = line[3]
    truth = position.state.tobytes()
    with pytest.raises(AttributeError):
        position.number = 4
    with pytest.raises(ValueError, match="read-only"):
        position.state["turn"] = 1
    position.view(0).state["turn"] = 3
    position.decisions().clear()
    position.cards().clear()
    assert line[3].state.tobytes() == position.state.tobytes() == truth
    assert len(line[3].decisions()) == 3


def finished(game: str = "goita", **options: Any) -> Match:
    match = goatherd.load(game).new(seed=4, **options)
    for _ in walk(match, random.Random(4)):
        pass
    return match


def test_it_is_kept_once_a_match_is_over_and_not_before() -> None:
    match = finished(target="round")
    line = match.timeline()
    assert match.timeline() is line
    assert match.copy().timeline() is line
    match.undo()
    assert len(match.timeline()) == len(line) - 1
    assert match.timeline() is not match.timeline()
    match.play(line.texts[-1][1])
    assert match.timeline()[-1].state.tobytes() == line[-1].state.tobytes()


def test_every_decision_is_carried_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(target=300)
    carried_out: list[int] = []
    rules = functions_of("goita", "apply")
    apply = rules["apply"]

    def counted(s: Any, action: int) -> None:
        carried_out.append(action)
        apply(s, action)

    monkeypatch.setitem(rules, "apply", counted)
    for position in match.timeline():
        position.view(1).table()
        assert position.events or position.number == 0
    assert len(carried_out) == len(match.decisions())


def test_packed_states_come_back_as_they_were() -> None:
    match = finished()
    again = match.timeline().state(len(match.decisions()))
    assert np.array_equal(again, match.state)
    assert packed(again) == packed(match.state)
