"""One match: its truth, its decisions, and what may be done with them."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from goatherd import record, rng
from goatherd.contract import Contract
from goatherd.errors import IllegalMove, nearest, quoted
from goatherd.interpreted import as_record, copied
from goatherd.position import REMEMBERED, Position, packed, unpacked
from goatherd.proof import FairDeal, SealedDeal
from goatherd.rule import Decision
from goatherd.timeline import Timeline
from goatherd.view import FinishedRound, View, finished_round
from goatherd.words import Text

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


T = TypeVar("T")


@lru_cache(8192)
def _shared(made: T) -> T:
    """The same object again for what is equal: matches repeat each other's decisions."""
    return made


class Match(Position):
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
        self.fair: FairDeal | SealedDeal | None = None
        """How a live table came to the seed; kept for the record alone."""
        self.drawn: tuple[int, ...] = ()
        """Where people drew for partners at one screen, the place that each of them pointed at."""
        self.fixed_options: frozenset[str] | None = None
        """Those that the record names which this comes from: the game may know more by now."""
        self._begin()

    def _begin(self) -> None:
        self.state = self._beginning()
        self._s = as_record(self.state)
        self._timeline: Timeline | None = None
        """Kept once the match is over."""
        self._decisions: list[Decision] = []
        self._texts: list[tuple[int, str]] = []
        # One more for each seat: that many may have decided unknown to the others.
        self._recent: deque[Remembered] = deque(maxlen=REMEMBERED + self.players)
        self._finished: list[FinishedRound] = []

    def _beginning(self) -> np.ndarray[Any, Any]:
        """The truth before the first decision."""
        state = np.zeros(1, self.contract.rules.state)
        s = as_record(state)
        self.contract.rules.configure(s, self.players, self.options)
        if self.order is not None:
            self.contract.rules.arrange(s, self.order)
        rng.seed_keyed(s, self.seed)
        self.contract.rules.setup(s)
        return state

    def __repr__(self) -> str:
        turn = "over" if self.over else f"turn {self.turn}"
        return f"<Match of {self.contract.facts.name}, {len(self._decisions)} decisions, {turn}>"

    @property
    def _made(self) -> int:
        return len(self._decisions)

    @property
    def _reach(self) -> int:
        return len(self._recent)

    def _earlier(self, back: int) -> np.ndarray[Any, Any]:
        return unpacked(self._recent[-back].before, self.state.dtype)

    def play(self, text: str) -> None:
        """Make a decision for the seat to act; IllegalMove leaves the match as it was."""
        self._apply(self._checked(text))

    def _checked(self, text: str) -> int:
        if not isinstance(text, str):
            raise IllegalMove(
                f"a decision is text like {self.contract.facts.actions[0]!r}, not {quoted(text)}"
            )
        if self.over:
            raise IllegalMove(f"{quoted(text)}: the match is over")
        legal = self.legal()
        if text in legal:
            return self.contract.facts.actions.index(text)
        raise self._refused(text, legal)

    def _refused(self, text: str, legal: Sequence[str]) -> IllegalMove:
        listed = ", ".join(legal[:LISTED])
        if len(legal) > LISTED:
            listed += f" and {len(legal) - LISTED} more"
        if text not in self.contract.facts.actions:
            hint = nearest(text, legal) or nearest(text, self.contract.facts.actions)
            return IllegalMove(
                f"there is no decision {quoted(text)}{hint or ';'} Legal are: {listed}"
            )
        refusal = self.contract.faces.refusal(
            self._seen_by(self.turn), self.contract.facts.actions.index(text)
        )
        reason = f"{text!r} is not legal: {refusal.why.say()} ({refusal.rule})"
        return IllegalMove(f"{reason} Legal are: {listed}", refusal.rule)

    def _apply(self, action: int) -> None:
        self._timeline = None
        decision = _shared(Decision(int(self._s.turn), action, self._round()))
        before = copied(self.state)
        self._recent.append(Remembered(packed(before), decision, {}))
        if len(self._recent) > TOLD_AT_ONCE:
            self._recent[-TOLD_AT_ONCE - 1].stories.clear()
        self.contract.rules.apply(self._s, action)
        self._decisions.append(decision)
        self._texts.append(_shared((decision.seat, self.contract.facts.actions[action])))
        if self._is_end_of_round(before):
            self._finish_round(before, decision)

    def _is_end_of_round(self, before: np.ndarray[Any, Any]) -> bool:
        """Whether a round ended between this earlier state and now."""
        rounds = self.contract.rules.rounds
        return rounds is not None and rounds.ended(as_record(before), self._s)

    def _finish_round(self, before: np.ndarray[Any, Any], decision: Decision) -> None:
        """Keep the round that this decision ended."""
        assert self.contract.rules.rounds is not None
        this_round = self._texts[self._round_start(decision.round) :]
        self._finished.append(finished_round(self.contract, before, this_round, decision))

    def copy(self) -> "Match":
        """The same match to go on with separately."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.state = copied(self.state)
        twin._s = as_record(twin.state)
        twin._decisions = self._decisions.copy()
        twin._texts = self._texts.copy()
        twin._finished = self._finished.copy()
        twin._recent = self._recent.copy()
        return twin

    def undo(self) -> None:
        """Take the last decision back."""
        if not self._decisions:
            raise IllegalMove("there is no decision to take back")
        if not self._recent:
            self._play_again(self._decisions[:-1])
            return
        self._timeline = None
        before = unpacked(self._recent.pop().before, self.state.dtype)
        if self._is_end_of_round(before):
            self._finished.pop()
        self.state = before
        self._s = as_record(self.state)
        self._decisions.pop()
        self._texts.pop()

    def _play_again(self, decisions: Sequence[Decision]) -> None:
        self._begin()
        for decision in decisions:
            self._apply(decision.action)

    def news(self, before: View) -> list[Text]:
        """What a seat has learnt since an earlier view of this match: nothing while others decide
        unknown to it, and all of that once it is laid open."""
        viewer = self._viewer(before.seat)
        now = self.view(before.seat)
        known = len(now.history()) - len(before.history())
        return self._told(viewer, max(known, 0), as_record(now.state))

    def _seen_by(self, seat: int | None) -> Any:
        return self._redact(copied(self.state), self._viewer(seat))

    def _story(
        self, back: int, viewer: int, text: str, state: Callable[[int], Any]
    ) -> Sequence[Text]:
        stories = self._recent[-back - 1].stories
        story = stories.get((viewer, text))
        if story is None:  # told once, and then known
            new = super()._story(back, viewer, text, state)
            # Most look the same to everybody, and are kept once.
            story = next((known for known in stories.values() if known == new), new)
            stories[viewer, text] = story
        return story

    def finished(self) -> list[FinishedRound]:
        return self._finished.copy()

    def timeline(self) -> Timeline:
        """All positions from the beginning to here."""
        timeline = self._timeline
        if timeline is None:
            beginning = self._beginning()
            timeline = Timeline(self.contract, beginning, self._decisions)
            if self.over:
                self._timeline = timeline
        return timeline

    def _recorded_options(self) -> dict[str, str | int]:
        if self.fixed_options is None:
            return self.options
        return {name: self.options[name] for name in self.options if name in self.fixed_options}

    def record(self) -> str:
        """The match as one readable text; `goatherd.replay` makes the same match of it."""
        return record.write(
            record.Record(
                game=self.contract.facts.name,
                players=self.players,
                options=self._recorded_options(),
                seed=self.seed,
                order=self.order,
                drawn=self.drawn,
                fair=self.fair,
                decisions=self.decisions(),
                scores=self.scores(),
                winners=self.winners(),
                over=self.over,
            )
        )
