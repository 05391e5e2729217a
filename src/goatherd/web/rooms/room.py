"""One table: what its rows in the ledger tell, and who may do what at it.

A room knows nothing of databases, browsers or time zones. What is to be done is checked here first,
then written to the ledger, and only then learnt from the rows, so that a room is the same whoever
made the move and whichever worker wrote it.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple

from goatherd.bots.levels import checked_level
from goatherd.errors import IllegalMove
from goatherd.fairness import Deal, commitment_of
from goatherd.interpreted import as_record
from goatherd.match import Match
from goatherd.table import UNKNOWN, Table
from goatherd.view import View
from goatherd.web.ledger.rows import (
    TAKE_BACK,
    AnswerRow,
    DecisionRow,
    Made,
    News,
    SeatRow,
    StoredTable,
)
from goatherd.web.refused import Refused, bad_request, stale
from goatherd.web.rooms import dealing
from goatherd.web.rooms.clock import Clock, TimeControl
from goatherd.web.rooms.drafts import Draft, Drafts
from goatherd.web.rooms.secret_round import SecretRound, is_question
from goatherd.words import Player, Text, seat_name

TOLD = 4
"""Decisions back that the events tell of."""
RECENT = 32
"""Views, of all rooms, that are kept for a moment."""
WINDOW = 8.0
WAITING, DEALING, DRAWING = "waiting", "dealing", "drawing"
PLAYING, OVER = "playing", "over"


class Room:
    """A table in this worker's memory."""

    def __init__(self, stored: StoredTable, now: float) -> None:
        self.lock = asyncio.Lock()
        """Held while something is checked and written."""
        self.changed = asyncio.Event()
        """Set, and replaced by a new one, whenever there is something new to see."""
        self.listeners = 0
        self.beats = 0
        """How often those who listen were told that the line is not dead."""
        self._moment = 0
        """Grows whenever anybody may see something else than before."""
        self._way_back: tuple[int, int | Text] = (-1, 0)
        """What `way_back` says of a version."""
        self._known: tuple[int, Sequence[Known]] = (-1, ())
        """What each viewer knew at a version: the next decision may show more."""
        self.table = stored.table
        self.seats = stored.seats
        self.messages = stored.messages
        self.match: Match | None = None
        self.version = 0
        """How many rows of decisions there are. What a seat is told of it is `known_version`."""
        self.time = TimeControl.of(stored.table)
        self.clocks = None if self.time is None else [Clock.full(self.time)] * self.table.players
        """Of each seat, stopped: `clock_of` runs them."""
        self.began = now
        """When the seat to act began to think; while nobody served the table, nobody thought."""
        self.window = WINDOW
        """Seconds for which a question in secret is open where a clock runs."""
        self.question: SecretRound | None = None
        """What all are asked in secret, if that is going on."""
        self._deal()
        for row in stored.decisions:
            self.learn(row)
        self._turned(now)
        self._hear_answers(stored.answers)

    # What is going on

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def stage(self) -> str:
        if self.match is None:
            return self._stage_before()
        return OVER if self.match.over else PLAYING

    def _stage_before(self) -> str:
        if self.table.frozen is None:
            return WAITING
        return DEALING if dealing.unopened_seats(self.seats) else DRAWING

    @property
    def to_point(self) -> list[int]:
        """The seats that have yet to point at a piece to draw for partners."""
        if self.stage != DRAWING:
            return []
        return [seat for seat, place in enumerate(self.table.draw or ()) if place < 0]

    @property
    def places_left(self) -> list[int]:
        """Where pieces lie that nobody has pointed at."""
        taken = self.table.draw or ()
        return [place for place in range(self.table.players) if place not in taken]

    def known_version(self, seat: int | None) -> int:
        """How many rows of decisions there are: what a seat sends its own decisions with."""
        return self.version

    def event_id(self, seat: int | None) -> str:
        """Another one whenever there is something new to see for a seat, and only then: of answers
        in secret, that is one's own."""
        question = self.question
        answered = seat is not None and question is not None and seat in question.answers
        own = answered and seat is not None and self.answers_by_themselves(seat)
        return f"{self.version}.{self.table.changes}{'.answered' if own else ''}"

    # Questions in secret

    @property
    def people(self) -> list[int]:
        """The seats of people who are there."""
        return [row.seat for row in self.seats if row.kind == "person" and not row.stand_in]

    @property
    def is_live(self) -> bool:
        """Whether a clock runs for which people have to be there."""
        return self.time is not None and self.time.a_decision < dealing.SLOW_CLOCK

    @property
    def has_window(self) -> bool:
        """Whether a question in secret is open for the same time whatever is answered: somebody
        else waits, and a clock runs."""
        return self.is_live and len(self.people) > 1

    def window_left(self, now: float) -> float | None:
        """Seconds until a question in secret closes, where that is known to all."""
        if self.question is None or not self.has_window:
            return None
        return max(self.question.since + self.window - now, 0.0)

    @property
    def all_answer(self) -> bool:
        """Whether those too answer a question in secret who can only stay quiet, so that waiting
        for an answer tells nothing. With a live clock all wait for the same time instead."""
        return len(self.people) > 1 and not self.is_live

    def answers_by_themselves(self, seat: int) -> bool:
        """Whether a person is to answer the question of now, rather than being answered for."""
        question = self.question
        if question is None or seat not in question.asked or seat not in self.people:
            return False
        return self.all_answer or question.has_choice(seat)

    def question_to(self, seat: int) -> View:
        """What a seat is asked in secret, whoever answers for it."""
        assert self.question is not None
        return self.question.shown_to(seat, by_button=True).view(seat)

    def awaited(self) -> list[int]:
        """The people whose answer is still missing."""
        question = self.question
        if question is None:
            return []
        missing = (seat for seat in question.asked if seat not in question.answers)
        return [seat for seat in missing if self.answers_by_themselves(seat)]

    def names(self, language: str) -> list[str]:
        """What everybody is called; bots by their level, numbered where two share it."""
        levels = [row.level for row in self.seats if row.kind == "bot"]
        return [_name(row, language, alone=levels.count(row.level) < 2) for row in self.seats]

    @property
    def commitment(self) -> str:
        return commitment_of(self.table.secret)

    @property
    def deal(self) -> Deal | None:
        """The deal that is fixed, as far as it is open; None before, and at older tables."""
        if self.table.frozen is None or self.table.scheme == 1:
            return None
        return dealing.frozen_deal(self.table, self.seats)

    @property
    def unopened(self) -> list[int]:
        """The seats whose nonce the deal waits for."""
        return dealing.unopened_seats(self.seats) if self.stage == DEALING else []

    def playing(self) -> Match:
        """The match under way; Refused where there is none."""
        if self.match is None:
            raise Refused(HTTPStatus.CONFLICT, Text("The match has not begun yet."))
        if self.match.over:
            raise Refused(HTTPStatus.CONFLICT, Text("The match is over."))
        return self.match

    def seat_to_act(self) -> SeatRow | None:
        if self.match is None or self.match.turn is None:
            return None
        return self.seats[self.match.turn]

    @property
    def decided(self) -> list[tuple[int, str]]:
        """All decisions that stand."""
        return [] if self.match is None else self.match.decisions()

    def seat_of(self, person: str) -> int | None:
        return next((row.seat for row in self.seats if row.person == person), None)

    def thinking(self, now: float) -> float:
        """For how many seconds the seat to act has been thinking."""
        return max(now - self.began, 0.0)

    def clock_of(self, seat: int, *, runs: bool) -> Clock | None:
        """The clock of a seat, running where the seat is thinking; None without clocks."""
        if self.clocks is None:
            return None
        return self.clocks[seat].running(self.began) if runs else self.clocks[seat]

    # Learning from the ledger

    def learn(self, row: DecisionRow) -> None:
        """Take in one row of decisions."""
        assert self.match is not None
        self._stop_clock(row)
        if row.text == TAKE_BACK:
            self.match.undo()
            self._known = (-1, ())
        else:
            self.match.play(row.text)
        self.version = row.number + 1

    def _stop_clock(self, row: DecisionRow) -> None:
        """No clock tells of a decision while all are asked in secret."""
        if self.clocks is None or (self.match is not None and is_question(self.match)):
            return
        clock, spent = self.clocks[row.seat], row.spent / 1000
        back = row.text == TAKE_BACK
        self.clocks[row.seat] = clock.taken_back(spent) if back else clock.decided(spent)

    def take_in(self, made: Sequence[Made], first: int, now: float) -> None:
        """Learn what this worker has just written, from this number on."""
        self._learn_what_is_new(
            [
                DecisionRow(number, one.seat, one.text, now, one.spent)
                for number, one in enumerate(made, first)
            ],
            now,
        )

    def _learn_what_is_new(self, rows: Sequence[DecisionRow], now: float) -> None:
        """A row may be known already: what was written and what is heard of come by two ways."""
        before = self.version
        for row in rows:
            if row.number == self.version:
                self.learn(row)
        if self.version != before:
            self._turned(now)

    def take_answer(self, number: int, seat: int, text: str) -> None:
        """Learn an answer in secret, if it is to the question of now."""
        if self.question is not None and self.question.number == number:
            self.question.answers[seat] = text
            self._moment += 1

    def _hear_answers(self, rows: Sequence[AnswerRow]) -> None:
        for row in rows:
            self.take_answer(row.number, row.seat, row.text)

    def hear(self, news: News, now: float) -> None:
        """Take in what another worker, or this one, has written."""
        around = news.surroundings
        if around is not None:
            self.table, self.seats, self.messages = around.table, around.seats, around.messages
            if self.match is None:
                self._deal()
                self._turned(now)
        self._learn_what_is_new(news.decisions, now)
        self._hear_answers(news.answers)

    def tell(self) -> None:
        """Wake everybody who is looking at the table."""
        woken, self.changed = self.changed, asyncio.Event()
        woken.set()

    def beat(self) -> None:
        self.beats += 1
        self.tell()

    def _deal(self) -> None:
        """The cards follow from the table's secret and the people's nonces."""
        if self.table.started is not None:
            self.match = dealing.match_of(self.table, self.seats)

    def _turned(self, now: float) -> None:
        self.began = now
        self._moment += 1
        if self.match is None or not is_question(self.match):
            self.question = None
        else:
            self.question = SecretRound(self.match, self.version, now)

    # What may be done

    def check_decisions(self, seat: int, version: int, texts: Sequence[str]) -> None:
        """Refused unless these may be decided, one after the other, from this version on, for all
        that the seat knows."""
        self.playing()
        if version != self.known_version(seat):
            raise stale()
        if not texts:
            raise bad_request(Text("Nothing was decided: choose one of the decisions."))
        for text, draft in zip(texts, self._drafts_of(seat).steps(texts), strict=False):
            if draft.complete:
                last = draft.parts[-1]
                raise bad_request(
                    Text("What follows {decision} is decided after it.", decision=last)
                )
            check_decision(draft.view, text)

    def check_truth(self, seat: int, texts: Sequence[str]) -> None:
        """That the match takes what the seat's view promised: what is written can never be undone,
        and the view was tried out in some worlds only."""
        trial = self._shown_to(seat).copy()
        for text in texts:
            if trial.turn != seat or text not in trial.legal():
                raise stale()
            trial.play(text)

    def check_take_back(self, seat: int, version: int) -> int:
        """How many decisions a seat takes back; Refused unless it may."""
        self.playing()
        if version != self.known_version(seat):
            raise stale()
        why = self.why_no_take_back(seat)
        if why is not None:
            raise Refused(HTTPStatus.CONFLICT, why)
        steps = self.steps_back()
        assert isinstance(steps, int)
        return steps

    def why_no_take_back(self, seat: int) -> Text | None:
        """Never after a hidden card was seen or a chance event, never once another has acted."""
        match = self.match
        if not self.table.take_back:
            return Text("Nothing can be taken back at this table.")
        if self.question is not None:
            return Text("An answer in secret cannot be taken back.")
        if match is None or match.over or not match.decisions():
            return Text("There is no decision to take back.")
        last, _ = match.decisions()[-1]
        if last != seat:
            return acted_since(last)
        steps = self.steps_back()
        return steps if isinstance(steps, Text) else None

    def steps_back(self) -> int | Text:
        """How many decisions whoever decided last would take back, or why that may not be."""
        assert self.match is not None
        if self._way_back[0] != self.version:
            version, before = self._known
            fresh = before if version == self.version - 1 else None
            now = knowledge(self.match, self.view)
            self._way_back = (self.version, way_back(self.match, now, fresh))
            self._known = (self.version, now)
        return self._way_back[1]

    def view(self, seat: int | None) -> View:
        """What a seat may know, telling of the last decisions."""
        return self._drafts_of(seat).view

    def _shown_to(self, seat: int | None) -> Match:
        """The match to look at for a seat; another one than the truth while all are asked."""
        assert self.match is not None
        if seat is None or self.question is None:
            return self.match
        by_button = self.all_answer and seat in self.people
        return self.question.shown_to(seat, by_button=by_button)

    def asks(self, seat: int, draft: Draft) -> bool:
        """Whether a seat is asked for its word on a complete draft."""
        return self._drafts_of(seat).asks(draft)

    def preview(self, seat: int, draft: Draft) -> Table:
        """The table with a complete draft as it will lie, as far as the seat can know."""
        return self._drafts_of(seat).preview(draft)

    def draft(self, seat: int, texts: Sequence[str]) -> Draft:
        """What a seat has put together; Refused where it may not."""
        try:
            return self._drafts_of(seat).of(texts)
        except IllegalMove:
            raise stale() from None

    def _drafts_of(self, seat: int | None) -> Drafts:
        """From the seat's own view alone: whether something is legal after a card was drawn would
        tell which card that is before it is drawn."""
        return _recent_drafts(self, seat, self._moment)


@lru_cache(RECENT)
def _recent_drafts(room: Room, seat: int | None, moment: int) -> Drafts:
    """What a seat sees at a moment, which is asked for again with every part of a decision."""
    return Drafts(room._shown_to(seat).view(seat, events=TOLD))


def check_decision(view: View, text: str) -> None:
    """Refused, with the rule, unless the view's seat may decide so now."""
    refusal = view.why_not(text)
    if refusal is not None:
        late = view.turn != view.seat
        status = HTTPStatus.CONFLICT if late else HTTPStatus.UNPROCESSABLE_ENTITY
        raise Refused(status, refusal.why, rule=refusal.rule)


def _name(row: SeatRow, language: str, *, alone: bool) -> str:
    if row.kind == "empty":
        return seat_name(row.seat).say(language)
    if row.kind == "person" or row.level is None:
        return row.name or Text("somebody").say(language)  # who wanted to be forgotten
    level = checked_level(row.level).name.say(language)
    return level if alone else f"{level} {row.seat + 1}"


class Known(NamedTuple):
    """What a viewer knows of a match."""

    history: Sequence[tuple[int, str]]
    unknown: int
    """How many cards the viewer cannot name."""


def knowledge(match: Match, view: Callable[[int | None], View]) -> list[Known]:
    """What everybody knows, who watches among them."""
    views = [view(seat) for seat in (None, *range(match.players))]
    return [Known(one.history(), _unknown(one)) for one in views]


def way_back(
    match: Match,
    known_now: Sequence[Known],
    known_before: Sequence[Known] | None = None,
) -> int | Text:
    """How far back the last decision lies that whoever decided last had a choice in: what followed
    from it by itself is taken back with it.

    `known_now` is what everybody knows; `known_before`, if that is known already, what they knew
    before the last decision."""
    before = match.copy()
    last, _ = before.decisions()[-1]
    steps = 0
    while steps == 0 or len(before.legal()) == 1:
        made = before.decisions()
        if not made:
            return Text("There is no decision to take back.")
        if made[-1][0] != last:
            return acted_since(made[-1][0])
        if steps:
            known_now, known_before = knowledge(before, before.view), None
        if showed_something(before, known_now, known_before):
            return Text("A hidden card has been seen since: nothing can be taken back.")
        before.undo()
        steps += 1
    return steps


def acted_since(seat: int) -> Text:
    return Text("{player} has acted since: nothing can be taken back.", player=Player(seat))


def showed_something(
    match: Match, known_now: Sequence[Known], known_before: Sequence[Known] | None = None
) -> bool:
    """Whether the last decision drew on chance, or let anybody see a card they did not know, or
    an earlier decision that was made in secret."""
    before = match.copy()
    before.undo()
    if as_record(before.state).rng.tobytes() != as_record(match.state).rng.tobytes():
        return True
    then = knowledge(before, before.view) if known_before is None else known_before
    return any(map(_learnt, then, known_now))


def _learnt(before: Known, now: Known) -> bool:
    """Whether somebody knows more now than the decision itself."""
    known = len(before.history)
    opened = now.history[:known] != before.history or len(now.history) > known + 1
    return opened or now.unknown < before.unknown


def _unknown(view: View) -> int:
    """How many cards the view cannot name."""
    zones = view.cards().values()
    return sum(zone.count(UNKNOWN) + zone.count(f"({UNKNOWN})") for zone in zones)
