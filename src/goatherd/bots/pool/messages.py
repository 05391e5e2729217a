"""The messages between the pool and its processes, and how they go over a pipe.

Only what a seat may know is sent along: the parts of its view. The one exception is the record of a
finished match, to be reviewed.
"""

import pickle
import struct
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from goatherd.bots.review import Judgement
from goatherd.game import load
from goatherd.view import View

LENGTH = struct.Struct(">I")
"""Before each message: how many bytes it has."""


class ViewData(NamedTuple):
    """The parts of a view, as plain data."""

    game: str
    seat: int | None
    state: bytes
    history: list[tuple[int, str]]
    this_round: list[tuple[int, str]]
    lines: list[str]


def view_data(view: View) -> ViewData:
    return ViewData(
        view.contract.facts.name,
        view.seat,
        view.state.tobytes(),
        view.history(),
        view.this_round(),
        view.lines(),
    )


def view_of(view: ViewData) -> View:
    """The view again; bots have no use for its events."""
    contract = load(view.game).contract
    state = np.frombuffer(bytearray(view.state), contract.rules.state)
    return View(contract, view.seat, state, view.history, view.this_round, view.lines, events=())


# Requests


class Warm(NamedTuple):
    """Compile, or load, what bots need to think about a game."""

    game: str


class Decide(NamedTuple):
    """The decision of a level's bot: a text. Without seconds, it thinks as its level does."""

    view: ViewData
    level: int
    seed: int | None
    seconds: float | None


class Explain(NamedTuple):
    """What the search bot thinks of each decision: an Explanation."""

    view: ViewData
    seed: int | None
    seconds: float | None


class Judge(NamedTuple):
    """The next judgement of a review, from a decision of the record on (the first is 0): Judged."""

    record: str
    start: int
    seed: int | None
    seconds: float | None


class Judged(NamedTuple):
    """How far a review has come."""

    next: int
    """The decision to go on from."""
    judgement: Judgement | None
    """None if no decision up to there had an alternative."""


Request: TypeAlias = Warm | Decide | Explain | Judge


# Answers


class Done(NamedTuple):
    """What came of a request."""

    result: Any


class Refused(NamedTuple):
    """What was asked cannot be done; the error says why, for whoever asked."""

    error: ValueError


class Failed(NamedTuple):
    """The process had an accident with it; the text is for a log."""

    trace: str


Answer: TypeAlias = Done | Refused | Failed


def packed(message: Request | Answer) -> bytes:
    """A message as it goes over the pipe, its length first."""
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(body)) + body


def unpacked(body: bytes) -> Any:
    """The message of these bytes; they come from a process of our own."""
    return pickle.loads(body)
