"""What goes to the hands of the stable: a view, whole, and nothing that its seat may not know."""

import pytest

import goatherd
from goatherd.bots.stable_errands import HEAD, Explain, Sight, packed, sight_of, unpacked, view_of
from tests.bots.positions import indistinguishable, middle

every_game = pytest.mark.parametrize("name", goatherd.games())


@every_game
def test_only_what_the_seat_may_know_is_sent(name: str) -> None:
    one, other = indistinguishable(middle(name))
    assert sight_of(one)._replace(lines=[]) == sight_of(other)
    assert set(Sight._fields) == {"game", "seat", "state", "history", "this_round", "lines"}


@every_game
def test_a_view_arrives_as_it_was_sent(name: str) -> None:
    match = middle(name)
    view = match.view(match.turn)
    arrived = view_of(sight_of(view))
    assert arrived.state.tobytes() == view.state.tobytes()
    assert arrived.legal() == view.legal()
    assert arrived.table() == view.table()
    assert (arrived.history(), arrived.this_round()) == (view.history(), view.this_round())
    assert arrived.lines() == view.lines()


def test_a_message_says_how_long_it_is() -> None:
    errand = Explain(Sight("goita", 1, b"state", [(0, "pass")], [], []), None, 0.5)
    sent = packed(errand)
    assert HEAD.unpack(sent[: HEAD.size]) == (len(sent) - HEAD.size,)
    assert unpacked(sent[HEAD.size :]) == errand
