"""Looking at a match of which there is a record and the decisions so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from goatherd.contract import Contract
from goatherd.interpreted import as_record, copied
from goatherd.rule import Decision
from goatherd.view import View, seat_numbers


def view_of(
    contract: Contract, state: npt.NDArray[Any], decisions: Sequence[Decision], seat: int
) -> View:
    """What a seat may know, as bots are given it; `contract.facts.spectator` watches."""
    seen = copied(state)
    s = as_record(seen)
    contract.rules.redact(s, seat)
    this_round = round_of(s)
    viewer = None if seat == contract.facts.spectator else seat
    history = masked(contract, s, seat, decisions)
    recent = [one for one in decisions if one.round == this_round]
    return View(contract, viewer, seen, history, masked(contract, s, seat, recent), (), ())


def round_of(s: Any) -> int:
    """The number of the round; 0 in games without rounds."""
    return int(s.rounds) if "rounds" in s.numbers else 0


def masked(
    contract: Contract, s: Any, seat: int, decisions: Sequence[Decision]
) -> list[tuple[int, str]]:
    """Decisions as a seat may know them, whose view this record is."""
    if contract.rules.masked is None:
        return [(one.seat, contract.facts.actions[one.action]) for one in decisions]
    texts = [(one.seat, contract.rules.masked(s, seat, one)) for one in decisions]
    return [(who, text) for who, text in texts if text is not None]


def text_of(contract: Contract, state: npt.NDArray[Any], viewer: int | None) -> str:
    """A table in plain text: for a viewer, or the truth for None."""
    seen = copied(state)
    s = as_record(seen)
    if viewer is not None:
        contract.rules.redact(s, viewer)
    turn = "the match is over" if contract.rules.over(s) else f"turn: {int(s.turn)}"
    facts = ", ".join(f"{name} {value}" for name, value in contract.faces.status(s).items())
    zones = [
        f"{name}: {' '.join(cards)}" for name, cards in contract.faces.zones(s).items() if cards
    ]
    scores = " ".join(map(str, seat_numbers(contract.rules.scores, s)))
    return "\n".join([f"{contract.facts.title}, {turn}", facts, f"scores: {scores}", *zones])
