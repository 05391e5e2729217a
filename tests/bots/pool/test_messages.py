"""What goes to the bot processes: a view, whole, and nothing that its seat may not know."""

import pytest

import goatherd
from goatherd.bots.pool.messages import (
    LENGTH,
    Explain,
    ViewData,
    packed,
    unpacked,
    view_data,
    view_of,
)
from tests.bots.positions import indistinguishable, middle

every_game = pytest.mark.parametrize("name", goatherd.games())


@every_game
def test_only_what_the_seat_may_know_is_sent(name: str) -> None:
    one, other = indistinguishable(middle(name))
    assert view_data(one)._replace(lines=[]) == view_data(other)
    assert set(ViewData._fields) == {"game", "seat", "state", "history", "this_round", "lines"}


@every_game
def test_a_view_arrives_as_it_was_sent(name: str) -> None:
    match = middle(name)
    view = match.view(match.turn)
    arrived = view_of(view_data(view))
    assert arrived.state.tobytes() == view.state.tobytes()
    assert arrived.legal() == view.legal()
    assert arrived.table() == view.table()
    assert (arrived.history(), arrived.this_round()) == (view.history(), view.this_round())
    assert arrived.lines() == view.lines()


def test_a_message_says_how_long_it_is() -> None:
    request = Explain(ViewData("goita", 1, b"state", [(0, "pass")], [], []), None, 0.5)
    sent = packed(request)
    assert LENGTH.unpack(sent[: LENGTH.size]) == (len(sent) - LENGTH.size,)
    assert unpacked(sent[LENGTH.size :]) == request
