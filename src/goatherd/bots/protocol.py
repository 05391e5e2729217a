"""Views as JSON, for bots that are programs of their own. docs/bot-protocol.md describes it.

What is written is for any program to read; the redacted record goes along in `state` for
Goatherd's own bots. Whatever comes back in is checked, and never taken on trust.
"""

import base64
import binascii
import json
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

import numpy as np

from goatherd.contract import Contract
from goatherd.errors import BadView, nearest, quoted
from goatherd.game import games, load
from goatherd.interpreted import as_record
from goatherd.table import UNKNOWN
from goatherd.view import View

VERSION = 1
LONGEST_VIEW = 1 << 20
"""Bytes of a line with a view."""
LONGEST_ANSWER = 1 << 16
"""Bytes of any other line."""
LONGEST_HISTORY = 50_000


def line_of(message: Mapping[str, object]) -> bytes:
    """A message as a line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def message_of(line: bytes) -> dict[str, Any]:
    """The message in a line; ValueError says why there is none."""
    try:
        message = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise ValueError(f"not a line of JSON: {quoted(line[:200])}") from None
    if not isinstance(message, dict):
        raise ValueError(f"not a JSON object: {quoted(line[:200])}")
    return message


# Writing


def view_to_json(view: View) -> dict[str, object]:
    """A view as plain data, without anything that its seat may not know."""
    return facts(view) | {
        "history": [list(entry) for entry in view.history()],
        "this_round": len(view.this_round()),
        "lines": view.lines(),
        "state": base64.b64encode(view.state.tobytes()).decode(),
    }


def facts(view: View) -> dict[str, object]:
    """All that follows from the record of a view: what is read must agree with it."""
    return {
        "game": view.contract.facts.name,
        "players": view.players,
        "seat": view.seat,
        "turn": view.turn,
        "over": view.over,
        "legal": view.legal(),
        "scores": view.scores(),
        "winners": view.winners(),
        "cards": view.cards(),
        "status": view.status(),
    }


# Reading


def view_from_json(data: object) -> View:
    """The view that was written; BadView where that is not one, or does not fit together."""
    if not isinstance(data, dict):
        raise BadView(f"a view is an object, not {quoted(data)}")
    contract = contract_of(data)
    players = number_in(data, "players", max(contract.facts.players) + 1)
    seat = None if data.get("seat") is None else number_in(data, "seat", players)
    state = state_of(contract, data)
    check_state(contract, players, seat, state)
    history = history_of(contract, players, data)
    this_round = number_in(data, "this_round", len(history) + 1)
    start = len(history) - this_round
    view = View(contract, seat, state, history, history[start:], lines_of(data), ())
    check_facts(view, data)
    check_hidden(view)
    guarded(lambda: contract.search.gather(as_record(state), view.this_round()), contract)
    return view


def contract_of(data: Mapping[str, Any]) -> Contract:
    name = data.get("game")
    if not isinstance(name, str) or name not in games():
        hint = nearest(name, games()) if isinstance(name, str) else ""
        raise BadView(f"game: no game {quoted(name)}{hint}")
    return load(name).contract


def number_in(data: Mapping[str, Any], key: str, limit: int) -> int:
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < limit:
        raise BadView(f"{key}: a number from 0 to {limit - 1}, not {quoted(value)}")
    return value


def state_of(contract: Contract, data: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    text = data.get("state")
    try:
        raw = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except (binascii.Error, ValueError):
        raise BadView("state: not in base64") from None
    if len(raw) != contract.rules.state.itemsize:
        size = contract.rules.state.itemsize
        raise BadView(f"state: {size} bytes in base64 for {contract.facts.title}, not {len(raw)}")
    return np.frombuffer(bytearray(raw), contract.rules.state)


def check_state(
    contract: Contract, players: int, seat: int | None, state: np.ndarray[Any, Any]
) -> None:
    """That compiled code may trust the record."""
    s = as_record(state)
    if int(s.players) != players:
        raise BadView(f"players: {quoted(players)} is not what the state says")
    viewer = contract.facts.spectator if seat is None else seat
    guarded(lambda: contract.check(s, viewer), contract)


def history_of(contract: Contract, players: int, data: Mapping[str, Any]) -> list[tuple[int, str]]:
    entries = data.get("history")
    if not isinstance(entries, list) or len(entries) > LONGEST_HISTORY:
        raise BadView(f"history: a list of at most {LONGEST_HISTORY} decisions")
    known = texts_of(contract.facts.name)
    for entry in entries:
        if not is_decision(entry, players, known):
            raise BadView(f"history: a decision is [seat, text], not {quoted(entry)}")
    return [(seat, text) for seat, text in entries]


@cache
def texts_of(game: str) -> frozenset[str]:
    """Every decision of a game, and what a seat that may not know it sees: `hide ?`."""
    actions = load(game).actions
    masked = {f"{action.partition(' ')[0]} {UNKNOWN}" for action in actions}
    return frozenset(masked | set(actions))


def is_decision(entry: object, players: int, known: Collection[str]) -> bool:
    if not isinstance(entry, list) or len(entry) != 2:
        return False
    seat, text = entry
    return type(seat) is int and 0 <= seat < players and isinstance(text, str) and text in known


def lines_of(data: Mapping[str, Any]) -> list[str]:
    lines = data.get("lines")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadView("lines: a list of texts")
    return lines


def check_facts(view: View, data: Mapping[str, Any]) -> None:
    """That all which is readable is what the record says too."""
    said = guarded(lambda: plain(facts(view)), view.contract)
    if said["players"] not in view.contract.facts.players:
        raise BadView(f"players: {view.contract.facts.title} is not for {quoted(said['players'])}")
    for key, value in said.items():
        if key not in data:
            raise BadView(f"{key}: it is missing")
        if data[key] != value or type(data[key]) is not type(value):
            raise BadView(f"{key}: {quoted(data[key])} is not what the state says")


def check_hidden(view: View) -> None:
    """That the record holds no more than its seat may know."""

    def redacted() -> bytes:
        state = view.state.copy()
        seat = view.contract.facts.spectator if view.seat is None else view.seat
        view.contract.rules.redact(as_record(state), seat)
        return state.tobytes()

    if guarded(redacted, view.contract) != view.state.tobytes():
        raise BadView("state: it says more than this seat may know")


def guarded(work: Callable[[], Any], contract: Contract) -> Any:
    """The result of rules that run on a record from outside, which may be nonsense."""
    try:
        with np.errstate(all="raise"):
            return work()
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise BadView(f"state: not one of {contract.facts.title} ({reason[:80]})") from None


def plain(value: object) -> Any:
    """The value as it is after having been written and read: lists for tuples, and so on."""
    return json.loads(json.dumps(value))
