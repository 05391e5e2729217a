"""One match: its truth, its decisions, and what may be done with them."""

import zlib
from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from goatherd import record, rng
from goatherd.errors import IllegalMove, nearest, quoted
from goatherd.interpreted import as_record, copied
from goatherd.rule import NOBODY, Contract, Decision
from goatherd.view import (
    View,
    legal_numbers,
    seat_numbers,
    winning_seats,
    write_line,
)
from goatherd.words import Text

REMEMBERED = 8
"""How many decisions back a match can tell a seat what happened."""
TOLD_AT_ONCE = 4
"""Of so many decisions, what was told is kept; pages tell of these again and again."""
LISTED = 12
"""How many legal decisions an error lists before it only counts them."""


class Remembered(NamedTuple):
    """A decision of late."""

    before: bytes
    """The truth before it, packed: hosts keep a lot of matches."""
    decision: Decision
    stories: dict[tuple[int, str], Sequence[Text]]
    """What it brought, by viewer and by what that viewer may know of it."""


WINDOW = -11
"""Of zlib: as large as a state, and without a header. The usual one would take a quarter of a
megabyte each time."""


def packed(state: np.ndarray[Any, Any]) -> bytes:
    """A state in a quarter of its size."""
    packer = zlib.compressobj(1, zlib.DEFLATED, WINDOW, memLevel=1)
    return packer.compress(state.tobytes()) + packer.flush()


def unpacked(state: bytes, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    return np.frombuffer(bytearray(zlib.decompress(state, WINDOW, dtype.itemsize)), dtype)


T = TypeVar("T")


@lru_cache(8192)
def _shared(made: T) -> T:
    """The same object again for what is equal: matches repeat each other's decisions."""
    return made


class Match:
    """A match in progress or finished. Made by `Game.new`, `goatherd.replay` or a line."""

    def __init__(
        self,
        contract: Contract,
        players: int,
        options: Mapping[str, str | int],
        seed: int,
        order: Sequence[str] | None = None,
    ) -> None:
        self.contract = contract
        self.players = players
        self.options = dict(options)
        self.seed = seed
        self.order = None if order is None else list(order)
        self.fair: record.FairDeal | None = None
        """How a live table came to the seed; kept for the record alone."""
        self._begin()

    def _begin(self) -> None:
        self.state = np.zeros(1, self.contract.state)
        """The whole truth, in an array of length one."""
        self._s = as_record(self.state)
        self._decisions: list[Decision] = []
        self._texts: list[tuple[int, str]] = []
        # One more for each seat: that many may have decided unknown to the others.
        self._recent: deque[Remembered] = deque(maxlen=REMEMBERED + self.players)
        self._lines: list[str] = []
        self.contract.configure(self._s, self.players, self.options)
        if self.order is not None:
            self.contract.arrange(self._s, self.order)
        rng.seed_keyed(self._s, self.seed)
        self.contract.setup(self._s)

    def __repr__(self) -> str:
        turn = "over" if self.over else f"turn {self.turn}"
        return f"<Match of {self.contract.name}, {len(self._decisions)} decisions, {turn}>"

    @property
    def game(self) -> str:
        return self.contract.name

    @property
    def turn(self) -> int | None:
        """The seat to act, or None when the match is over."""
        return None if self._s.turn == NOBODY else int(self._s.turn)

    @property
    def over(self) -> bool:
        return self.turn is None

    def legal(self) -> list[str]:
        """The legal decisions of the seat to act, in the order of their numbers."""
        return [self.contract.actions[action] for action in legal_numbers(self.contract, self._s)]

    def play(self, text: str) -> None:
        """Make a decision for the seat to act; IllegalMove leaves the match as it was."""
        self._apply(self._checked(text))

    def _checked(self, text: str) -> int:
        if not isinstance(text, str):
            raise IllegalMove(
                f"a decision is text like {self.contract.actions[0]!r}, not {quoted(text)}"
            )
        if self.over:
            raise IllegalMove(f"{quoted(text)}: the match is over")
        legal = self.legal()
        if text in legal:
            return self.contract.actions.index(text)
        raise self._refused(text, legal)

    def _refused(self, text: str, legal: Sequence[str]) -> IllegalMove:
        listed = ", ".join(legal[:LISTED])
        if len(legal) > LISTED:
            listed += f" and {len(legal) - LISTED} more"
        if text not in self.contract.actions:
            hint = nearest(text, legal) or nearest(text, self.contract.actions)
            return IllegalMove(
                f"there is no decision {quoted(text)}{hint or ';'} Legal are: {listed}"
            )
        refusal = self.contract.refusal(self._seen_by(self.turn), self.contract.actions.index(text))
        reason = f"{text!r} is not legal: {refusal.why.say()} ({refusal.rule})"
        return IllegalMove(f"{reason} Legal are: {listed}", refusal.rule)

    def _apply(self, action: int) -> None:
        decision = _shared(Decision(int(self._s.turn), action, self._round()))
        before = copied(self.state)
        self._recent.append(Remembered(packed(before), decision, {}))
        if len(self._recent) > TOLD_AT_ONCE:
            self._recent[-TOLD_AT_ONCE - 1].stories.clear()
        self.contract.apply(self._s, action)
        self._decisions.append(decision)
        self._texts.append(_shared((decision.seat, self.contract.actions[action])))
        if self._is_end_of_round(before):
            assert self.contract.line is not None
            this_round = self._texts[self._round_start(decision.round) :]
            self._lines.append(self.contract.line.write(as_record(before), this_round))

    def _is_end_of_round(self, before: np.ndarray[Any, Any]) -> bool:
        """Whether a round that has a line ended between this earlier state and now."""
        line = self.contract.line
        return line is not None and line.ended(as_record(before), self._s)

    def _round(self) -> int:
        names = self.contract.state.names or ()
        return int(self._s.rounds) if "rounds" in names else 0

    def scores(self) -> list[int]:
        """Points so far, one number a seat."""
        return seat_numbers(self.contract.scores, self._s)

    def winners(self) -> list[int]:
        """The winning seats; none before the end, and where nobody wins."""
        return winning_seats(self.contract, self._s)

    def cards(self) -> dict[str, list[str]]:
        """Where every card is: the whole truth."""
        return self.contract.zones(self._s)

    def decisions(self) -> list[tuple[int, str]]:
        """Every decision so far with its seat: the whole truth."""
        return self._texts.copy()

    def copy(self) -> "Match":
        """The same match to go on with separately."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.state = copied(self.state)
        twin._s = as_record(twin.state)
        twin._decisions = self._decisions.copy()
        twin._texts = self._texts.copy()
        twin._lines = self._lines.copy()
        twin._recent = self._recent.copy()
        return twin

    def undo(self) -> None:
        """Take the last decision back."""
        if not self._decisions:
            raise IllegalMove("there is no decision to take back")
        if not self._recent:
            self._play_again(self._decisions[:-1])
            return
        before = unpacked(self._recent.pop().before, self.state.dtype)
        if self._is_end_of_round(before):
            self._lines.pop()
        self.state = before
        self._s = as_record(self.state)
        self._decisions.pop()
        self._texts.pop()

    def _play_again(self, decisions: Sequence[Decision]) -> None:
        self._begin()
        for decision in decisions:
            self._apply(decision.action)

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
            self._texts[:start] + this_round,
            this_round,
            self._lines.copy(),
            self._told(viewer, events, s),
        )

    def news(self, before: View) -> list[Text]:
        """What a seat has learnt since an earlier view of this match: nothing while others decide
        unknown to it, and all of that once it is laid open."""
        viewer = self._viewer(before.seat)
        now = self.view(before.seat)
        known = len(now.history()) - len(before.history())
        return self._told(viewer, max(known, 0), as_record(now.state))

    def _round_start(self, number: int) -> int:
        """The place of the first decision of this round, the last that any decision is of."""
        start = len(self._decisions)
        while start > 0 and self._decisions[start - 1].round == number:
            start -= 1
        return start

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            return self.contract.spectator
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {self.players - 1}")
        return seat

    def _redact(self, state: np.ndarray[Any, Any], viewer: int) -> Any:
        """Leave of a state what a seat may know, and give that."""
        s = as_record(state)
        self.contract.redact(s, viewer)
        return s

    def _seen_by(self, seat: int | None) -> Any:
        return self._redact(copied(self.state), self._viewer(seat))

    def _shown(self, s: Any, viewer: int, start: int) -> list[tuple[int, str]]:
        """The decisions from a place on that a seat knows of, with what it knows of each."""
        if self.contract.masked is None:
            return self._texts[start:]
        shown = [(made.seat, self._masked(s, viewer, made)) for made in self._decisions[start:]]
        return [(seat, text) for seat, text in shown if text is not None]

    def _masked(self, s: Any, viewer: int, made: Decision) -> str | None:
        if self.contract.masked is None:
            return self.contract.actions[made.action]
        return self.contract.masked(s, viewer, made)

    def _told(self, viewer: int, count: int, now: Any) -> list[Text]:
        """What the last decisions that this seat knows of brought, from its views of them.

        Those that it does not know of are not counted either: their number is a secret too.
        """
        told: list[Sequence[Text]] = []
        seen = {0: now}

        def state(back: int) -> Any:
            """As this seat saw it so many decisions ago."""
            if back not in seen:
                then = unpacked(self._recent[-back].before, self.state.dtype)
                seen[back] = self._redact(then, viewer)
            return seen[back]

        for back, remembered in enumerate(reversed(self._recent)):
            if len(told) == min(count, REMEMBERED):
                break
            text = self._masked(now, viewer, remembered.decision)
            if text is None:
                continue
            story = remembered.stories.get((viewer, text))
            if story is None:  # told once, and then known
                made, stories = remembered.decision, remembered.stories
                new = self.contract.narrate(state(back + 1), made, state(back), text)
                # Most look the same to everybody, and are kept once.
                story = next((known for known in stories.values() if known == new), new)
                stories[viewer, text] = story
            told.append(story)
        return [event for story in reversed(told) for event in story]

    def line(self) -> str:
        """The round in the game's one-line notation (Goita)."""
        start = self._round_start(self._round())
        return write_line(self.contract, self._s, self._texts[start:])

    def lines(self) -> list[str]:
        """The finished rounds in that notation, oldest first."""
        return self._lines.copy()

    def record(self) -> str:
        """The match as one readable text; `goatherd.replay` makes the same match of it."""
        return record.write(
            record.Record(
                game=self.contract.name,
                players=self.players,
                options=self.options,
                seed=self.seed,
                order=self.order,
                fair=self.fair,
                decisions=self.decisions(),
                scores=self.scores(),
                winners=self.winners(),
                over=self.over,
            )
        )
