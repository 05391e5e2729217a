"""A match as it stands after some of its decisions: all that can be asked of it."""

import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from goatherd.contract import Contract
from goatherd.interpreted import as_record, copied
from goatherd.rule import NOBODY, Decision
from goatherd.view import (
    FinishedRound,
    View,
    legal_numbers,
    seat_numbers,
    winning_seats,
    write_line,
)
from goatherd.words import Text

REMEMBERED = 8
"""How many decisions back a seat is told what happened."""

WINDOW = -11
"""Of zlib: as large as a state, and without a header. The usual one would take a quarter of a
megabyte each time."""


def packed(state: np.ndarray[Any, Any]) -> bytes:
    """A state in a quarter of its size."""
    packer = zlib.compressobj(1, zlib.DEFLATED, WINDOW, memLevel=1)
    return packer.compress(state.tobytes()) + packer.flush()


def unpacked(state: bytes, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    return np.frombuffer(bytearray(zlib.decompress(state, WINDOW, dtype.itemsize)), dtype)


class Position(ABC):
    """What a match that goes on (`goatherd.match`) and a place in its timeline have in common."""

    contract: Contract
    players: int
    state: np.ndarray[Any, Any]
    """The whole truth, in an array of length one."""
    _s: Any
    """The same as a record."""
    _decisions: Sequence[Decision]
    _texts: Sequence[tuple[int, str]]
    """The decisions again, as text."""

    @property
    @abstractmethod
    def _made(self) -> int:
        """How many of these decisions were made up to here."""

    @property
    @abstractmethod
    def _reach(self) -> int:
        """How many decisions back the truth of then is known."""

    @abstractmethod
    def _earlier(self, back: int) -> np.ndarray[Any, Any]:
        """The truth before the last so many decisions, in an array of its own."""

    @abstractmethod
    def finished(self) -> list[FinishedRound]:
        """The finished rounds, oldest first: all hands and face-down pieces open to everybody."""

    @property
    def game(self) -> str:
        return self.contract.facts.name

    @property
    def turn(self) -> int | None:
        """The seat to act, or None when the match is over."""
        return None if self._s.turn == NOBODY else int(self._s.turn)

    @property
    def over(self) -> bool:
        return self.turn is None

    def legal(self) -> list[str]:
        """The legal decisions of the seat to act, in the order of their numbers."""
        return [
            self.contract.facts.actions[action] for action in legal_numbers(self.contract, self._s)
        ]

    def scores(self) -> list[int]:
        """Points so far, one number a seat."""
        return seat_numbers(self.contract.rules.scores, self._s)

    def winners(self) -> list[int]:
        """The winning seats; none before the end, and where nobody wins."""
        return winning_seats(self.contract, self._s)

    def cards(self) -> dict[str, list[str]]:
        """Where every card is: the whole truth."""
        return self.contract.faces.zones(self._s)

    def decisions(self) -> list[tuple[int, str]]:
        """Every decision so far with its seat: the whole truth."""
        return list(self._texts[: self._made])

    def line(self) -> str:
        """The round in the game's one-line notation (Goita)."""
        start = self._round_start(self._round())
        return write_line(self.contract, self._s, self._texts[start : self._made])

    def lines(self) -> list[str]:
        """The finished rounds in that notation, oldest first."""
        return [finished.line for finished in self.finished()]

    def view(self, seat: int | None, *, events: int = 0) -> View:
        """What a seat may know (None: a spectator), telling of that many of the last decisions."""
        viewer = self._viewer(seat)
        state = copied(self.state)
        s = self._redact(state, viewer)
        start = self._round_start(self._round())
        this_round = self._shown(s, viewer, start)
        return View(
            self.contract,
            seat,
            state,
            [*self._texts[:start], *this_round],
            this_round,
            self.lines(),
            self._told(viewer, events, s),
            self.finished(),
        )

    def _round(self) -> int:
        names = self.contract.rules.state.names or ()
        return int(self._s.rounds) if "rounds" in names else 0

    def _round_start(self, number: int) -> int:
        """The place of the first decision of this round, the last that any decision is of."""
        if "rounds" not in (self.contract.rules.state.names or ()):
            return 0
        start = self._made
        while start > 0 and self._decisions[start - 1].round == number:
            start -= 1
        return start

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return self.contract.facts.spectator
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {self.players - 1}")
        return seat

    def _redact(self, state: np.ndarray[Any, Any], viewer: int) -> Any:
        """Leave of a state what a seat may know, and give that."""
        s = as_record(state)
        self.contract.rules.redact(s, viewer)
        return s

    def _known(self, s: Any, viewer: int) -> int:
        """How many decisions a seat knows of."""
        if self.contract.rules.masked is None:
            return self._made
        start = self._round_start(self._round())
        return start + len(self._shown(s, viewer, start))

    def _shown(self, s: Any, viewer: int, start: int) -> list[tuple[int, str]]:
        """The decisions from a place on that a seat knows of, with what it knows of each."""
        if self.contract.rules.masked is None:
            return list(self._texts[start : self._made])
        made = self._decisions[start : self._made]
        shown = [(one.seat, self._masked(s, viewer, one)) for one in made]
        return [(seat, text) for seat, text in shown if text is not None]

    def _masked(self, s: Any, viewer: int, made: Decision) -> str | None:
        if self.contract.rules.masked is None:
            return self.contract.facts.actions[made.action]
        return self.contract.rules.masked(s, viewer, made)

    def _told(self, viewer: int, count: int, now: Any) -> list[Text]:
        """What the last decisions that this seat knows of brought, from its views of them.

        Those that it does not know of are not counted either: their number is a secret too.
        """
        told: list[Sequence[Text]] = []
        seen = {0: now}

        def state(back: int) -> Any:
            """As this seat saw it so many decisions ago."""
            if back not in seen:
                seen[back] = self._redact(self._earlier(back), viewer)
            return seen[back]

        for back in range(self._reach):
            if len(told) == min(count, REMEMBERED):
                break
            text = self._masked(now, viewer, self._decisions[self._made - 1 - back])
            if text is not None:
                told.append(self._story(back, viewer, text, state))
        return [event for story in reversed(told) for event in story]

    def _story(
        self, back: int, viewer: int, text: str, state: Callable[[int], Any]
    ) -> Sequence[Text]:
        """What one decision brought, so many before the last one, as this seat saw it."""
        made = self._decisions[self._made - 1 - back]
        return self.contract.faces.narrate(state(back + 1), made, state(back), text)
