"""All positions of a match, from its beginning on: what replays, reviews and charts go through.

A timeline is made by carrying out every decision once, and never changes. Each position is kept as
the bytes of its record, and taken out when it is asked for.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from goatherd.contract import Contract
from goatherd.interpreted import as_record, copied
from goatherd.position import Position, packed, unpacked
from goatherd.rule import Decision
from goatherd.table import Table
from goatherd.view import FinishedRound, View, finished_round
from goatherd.words import Text


class Timeline(Sequence["PastPosition"]):
    """The positions of a match: one more than there are decisions. `Match.timeline` makes it."""

    def __init__(
        self,
        contract: Contract,
        beginning: np.ndarray[Any, Any],
        decisions: Sequence[Decision],
    ) -> None:
        """`beginning` is the truth before the first decision; it is used up."""
        self.contract = contract
        self.players = int(as_record(beginning).players)
        self.decisions = tuple(decisions)
        self.texts = tuple((made.seat, contract.facts.actions[made.action]) for made in decisions)
        self.finished: list[FinishedRound] = []
        """The rounds that were finished."""
        self._ends: list[int] = []
        """After how many decisions each of them was."""
        self._states = tuple(self._snapshots(beginning))

    def __repr__(self) -> str:
        return f"<Timeline of {self.contract.facts.name}, {len(self)} positions>"

    def __len__(self) -> int:
        return len(self._states)

    @overload
    def __getitem__(self, place: int) -> "PastPosition": ...
    @overload
    def __getitem__(self, place: slice) -> list["PastPosition"]: ...
    def __getitem__(self, place: int | slice) -> "PastPosition | list[PastPosition]":
        if isinstance(place, slice):
            return [PastPosition(self, number) for number in range(len(self))[place]]
        return PastPosition(self, range(len(self))[place])

    def state(self, number: int) -> np.ndarray[Any, Any]:
        """The truth after so many decisions, in an array of its own."""
        return unpacked(self._states[number], self.contract.rules.state)

    def finished_by(self, number: int) -> list[FinishedRound]:
        """The rounds that were finished after so many decisions."""
        return self.finished[: bisect_right(self._ends, number)]

    def _snapshots(self, state: np.ndarray[Any, Any]) -> Iterator[bytes]:
        yield packed(state)
        rounds, s = self.contract.rules.rounds, as_record(state)
        for number, made in enumerate(self.decisions, 1):
            before = None if rounds is None else copied(state)
            self.contract.rules.apply(s, made.action)
            if rounds is not None and before is not None and rounds.ended(as_record(before), s):
                this_round = self._round_that_ends(number)
                self.finished.append(finished_round(self.contract, before, this_round, made))
                self._ends.append(number)
            yield packed(state)

    def _round_that_ends(self, number: int) -> Sequence[tuple[int, str]]:
        """Its decisions, the last of which is the one of this number."""
        start = number - 1
        while start > 0 and self.decisions[start - 1].round == self.decisions[number - 1].round:
            start -= 1
        return self.texts[start:number]


class PastPosition(Position):
    """One position of a timeline. It cannot be changed."""

    number: int
    """How many decisions were made before it."""
    timeline: Timeline

    def __init__(self, timeline: Timeline, number: int) -> None:
        state = timeline.state(number)
        state.flags.writeable = False
        vars(self).update(
            timeline=timeline,
            number=number,
            contract=timeline.contract,
            players=timeline.players,
            state=state,
            _s=as_record(state),
            _decisions=timeline.decisions,
            _texts=timeline.texts,
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position of a timeline does not change")

    def __repr__(self) -> str:
        turn = "over" if self.over else f"turn {self.turn}"
        return f"<Position of {self.game} after {self.number} decisions, {turn}>"

    @property
    def _made(self) -> int:
        return self.number

    @property
    def _reach(self) -> int:
        return self.number

    def _earlier(self, back: int) -> np.ndarray[Any, Any]:
        return self.timeline.state(self.number - back)

    def finished(self) -> list[FinishedRound]:
        return self.timeline.finished_by(self.number)

    @property
    def events(self) -> tuple[Text, ...]:
        """What the last decision brought, in full; nothing at the beginning."""
        if self.number == 0:
            return ()
        made, before = self._decisions[self.number - 1], as_record(self._earlier(1))
        text = self.contract.facts.actions[made.action]
        return tuple(self.contract.faces.narrate(before, made, self._s, text))

    def view(self, seat: int | None, *, events: int | None = None) -> View:
        """What a seat knew then; its table tells of what the last decision brought it, or of that
        many of the last decisions."""
        if events is None:
            events = self._learnt(self._viewer(seat))
        return super().view(seat, events=events)

    def table(self, seat: int | None) -> Table:
        """The table of that view, without the history that a view comes with."""
        viewer, state = self._viewer(seat), copied(self.state)
        told = self._told(viewer, self._learnt(viewer), self._redact(state, viewer))
        return View(self.contract, seat, state, (), (), (), told).table()

    def open_table(self) -> Table:
        """The table with all cards open, what the seat to act was asked, and all that happened."""
        asked = self.contract.facts.spectator if self.turn is None else self.turn
        table = self.contract.table(self._s, asked, ())
        return table._replace(viewer=None, winners=tuple(self.winners()), events=self.events)

    def _learnt(self, viewer: int) -> int:
        """How many decisions a seat knew of here, and not one decision before: none while others
        decide unknown to it, and all of them once they are laid open."""
        if self.contract.rules.masked is None or self.number == 0:
            return min(self.number, 1)
        return max(self._known_here(viewer) - self.timeline[self.number - 1]._known_here(viewer), 0)

    def _known_here(self, viewer: int) -> int:
        return self._known(self._redact(copied(self.state), viewer), viewer)
