"""What one seat may know of a match. Pages, terminals, bots and learners get views, never more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from goatherd.contract import Contract
from goatherd.interpreted import as_record
from goatherd.rule import NOBODY, Decision, Refusal, State
from goatherd.table import Table
from goatherd.words import Player, Text


class FinishedRound:
    """A round that is over, as it lay before the next deal: open to everybody (GOITA-24)."""

    def __init__(self, contract: Contract, state: np.ndarray[Any, Any], line: str) -> None:
        self.contract = contract
        self.state = state
        self._s = as_record(state)
        contract.rules.redact(self._s, contract.facts.spectator)  # chance stays hidden
        self.line = line
        """In the game's one-line notation."""

    def __repr__(self) -> str:
        return f"<FinishedRound {self.number} of {self.contract.facts.name}>"

    @property
    def number(self) -> int:
        return int(self._s.rounds)

    def cards(self) -> dict[str, list[str]]:
        """Where every card lay."""
        return self.contract.faces.zones(self._s)

    def scores(self) -> list[int]:
        """Those of the match when it had ended."""
        return seat_numbers(self.contract.rules.scores, self._s)

    def status(self) -> dict[str, object]:
        """Public facts, the end of this round among them."""
        return self.contract.faces.status(self._s)

    def table(self, seat: int | None = None) -> Table:
        """The table with all cards open; the prompt says how the points came about."""
        number = self.contract.facts.spectator if seat is None else seat
        return self.contract.table(self._s, number, ())


def finished_round(
    contract: Contract,
    before: np.ndarray[Any, Any],
    this_round: Sequence[tuple[int, str]],
    decision: Decision,
) -> FinishedRound:
    """The round that a decision ended, from the truth before it, which is used up."""
    assert contract.rules.rounds is not None
    line = write_line(contract, as_record(before), this_round)
    contract.rules.rounds.finish(as_record(before), decision.action)
    return FinishedRound(contract, before, line)


class View:
    """A match as a seat sees it; `seat` is None for a spectator."""

    def __init__(
        self,
        contract: Contract,
        seat: int | None,
        state: np.ndarray[Any, Any],
        history: Sequence[tuple[int, str]],
        round_history: Sequence[tuple[int, str]],
        lines: Sequence[str],
        events: Sequence[Text],
        finished: Sequence[FinishedRound] = (),
    ) -> None:
        self.contract = contract
        self.seat = seat
        self.state = state
        """The redacted record, in an array of length one."""
        self._s = as_record(state)
        self._history = history
        self._round_history = round_history
        self._lines = lines
        self._events = events
        self._finished = finished
        self._table: Table | None = None
        self._legal: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {self.contract.facts.name} for {who}, turn {self.turn}>"

    @property
    def players(self) -> int:
        return int(self._s.players)

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the match is over, or where this seat may not know it."""
        return None if self._s.turn == NOBODY else int(self._s.turn)

    @property
    def over(self) -> bool:
        return bool(self.contract.rules.over(self._s))

    def legal(self) -> list[str]:
        """The legal decisions of this seat: none unless it is its turn."""
        return [self.contract.facts.actions[action] for action in self.legal_numbers()]

    def legal_numbers(self) -> list[int]:
        if self._legal is None:
            mine = self.seat is not None and self._s.turn == self.seat
            self._legal = tuple(legal_numbers(self.contract, self._s)) if mine else ()
        return list(self._legal)

    def why_not(self, text: str) -> Refusal | None:
        """Why this seat may not decide so now; None if it may."""
        if self.over:
            return Refusal(None, Text("The match is over."))
        if self.turn is None:
            return Refusal(None, Text("It is not your turn."))
        if self.turn != self.seat:
            return Refusal(None, Text("It is the turn of {player}.", player=Player(self.turn)))
        if text not in self.contract.facts.actions:
            return Refusal(None, Text("There is no such decision."))
        number = self.contract.facts.actions.index(text)
        if number in self.legal_numbers():
            return None
        return self.contract.faces.refusal(self._s, number)

    def cards(self) -> dict[str, list[str]]:
        """Where every card is, `?` for what this seat cannot know."""
        return self.contract.faces.zones(self._s)

    def scores(self) -> list[int]:
        return seat_numbers(self.contract.rules.scores, self._s)

    def winners(self) -> list[int]:
        return winning_seats(self.contract, self._s)

    def history(self) -> list[tuple[int, str]]:
        """All decisions so far as this seat may know them."""
        return list(self._history)

    def this_round(self) -> list[tuple[int, str]]:
        """Those of the round under way; all of them in a game without rounds."""
        return list(self._round_history)

    def status(self) -> dict[str, object]:
        """Public facts that are no cards; each game's page lists them."""
        return self.contract.faces.status(self._s)

    def line(self) -> str:
        """The round in the game's one-line notation, `x` for what this seat cannot know."""
        return write_line(self.contract, self._s, self._round_history)

    def lines(self) -> list[str]:
        """The finished rounds in that notation, with all hands open, oldest first."""
        return list(self._lines)

    def finished(self) -> list[FinishedRound]:
        """The finished rounds themselves, the last one of a finished match among them."""
        return list(self._finished)

    def table(self) -> Table:
        """The table as this seat sees it, ready to be drawn."""
        if self._table is None:
            self._table = self._described()
        return self._table

    def _described(self) -> Table:
        number = self.contract.facts.spectator if self.seat is None else self.seat
        table = self.contract.table(self._s, number, self.legal_numbers())
        winners = tuple(self.winners()) if table.over else ()
        return table._replace(events=tuple(self._events), winners=winners)


def legal_numbers(contract: Contract, s: State) -> list[int]:
    out = np.zeros(len(contract.facts.actions), np.int16)
    return [int(action) for action in out[: contract.rules.legal(s, out)]]


def seat_numbers(rule: Any, s: State) -> list[int]:
    """What a rule that writes one number a seat says."""
    out = np.zeros(int(s.players), np.int64)
    rule(s, out)
    return [int(number) for number in out]


def winning_seats(contract: Contract, s: State) -> list[int]:
    return [seat for seat, won in enumerate(seat_numbers(contract.rules.winners, s)) if won]


def write_line(contract: Contract, s: State, history: Sequence[tuple[int, str]]) -> str:
    if contract.faces.line is None:
        raise TypeError(f"{contract.facts.title} has no one-line notation; Goita has")
    return contract.faces.line.write(s, history)
