"""Clocks: how much time the seats of a table have, and what is left to each of them.

Main time is for the whole match. Byo-yomi is so many seconds for each decision once it is used up.
An increment (Fischer's clock) is added to the main time with each decision that a seat has made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict

from goatherd.errors import BadOption
from goatherd.web.ledger.rows import TableRow
from goatherd.words import Text

LONGEST_MAIN = 30 * 24 * 3600
LONGEST_BYOYOMI = 7 * 24 * 3600
LONGEST_INCREMENT = 24 * 3600


class ClockColumns(TypedDict):
    """A time control as a table's row keeps it."""

    main: int | None
    byoyomi: int | None
    clock: Mapping[str, int]


NO_CLOCK = ClockColumns(main=None, byoyomi=None, clock={})


class TimeLeft(NamedTuple):
    """What is left to a seat, in seconds."""

    main: float
    byoyomi: float
    """For each decision once the main time is used up; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each seat of a table has, in seconds. BadOption for what no table may have."""

    main: int
    byoyomi: int = 0
    increment: int = 0

    def __post_init__(self) -> None:
        for title, seconds, most in (
            (Text("Main time"), self.main, LONGEST_MAIN),
            (Text("Byo-yomi"), self.byoyomi, LONGEST_BYOYOMI),
            (Text("Increment"), self.increment, LONGEST_INCREMENT),
        ):
            if not 0 <= seconds <= most:
                why = Text("{time}: from 0 to {most} seconds.", time=title, most=most)
                raise BadOption(why)
        if self.main == self.byoyomi == self.increment == 0:
            raise BadOption(Text("A clock without any time would leave nobody a decision."))

    @classmethod
    def of(cls, table: TableRow) -> "TimeControl | None":
        """That of a table; None without clocks."""
        if table.main is None or table.byoyomi is None:
            return None
        if not table.clock.keys() <= {"increment"}:
            raise BadOption(Text("There is no such clock."))
        return cls(table.main, table.byoyomi, table.clock.get("increment", 0))

    @property
    def a_decision(self) -> int:
        """Seconds that come with each decision: by them it is told whether people play live."""
        return max(self.byoyomi, self.increment)

    def columns(self) -> ClockColumns:
        more = {"increment": self.increment} if self.increment else {}
        return ClockColumns(main=self.main, byoyomi=self.byoyomi, clock=more)

    def words(self) -> Text:
        """How it is said: `10:00 + 0:30`."""
        main, byoyomi, more = map(span, (self.main, self.byoyomi, self.increment))
        if not self.increment:
            return Text("{main} + {byoyomi}", main=main, byoyomi=byoyomi)
        fischer = Text("{main}, {more} more with each decision", main=main, more=more)
        if not self.byoyomi:
            return fischer
        return Text("{fischer}, then {byoyomi} for each", fischer=fischer, byoyomi=byoyomi)


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one seat."""

    control: TimeControl
    main: float
    """Main time that was left when it last stopped."""
    running_since: float | None = None

    @classmethod
    def full(cls, control: TimeControl) -> "Clock":
        """Before the match; where there is nothing else, one increment is there from the start."""
        return cls(control, control.main if control.main or control.byoyomi else control.increment)

    def running(self, since: float) -> "Clock":
        """The same, running from a moment on."""
        return replace(self, running_since=since)

    def left(self, now: float) -> TimeLeft:
        thinking = 0.0 if self.running_since is None else max(now - self.running_since, 0.0)
        over = max(thinking - self.main, 0.0)
        return TimeLeft(max(self.main - thinking, 0.0), max(self.control.byoyomi - over, 0.0))

    def runs_out_in(self, now: float) -> float:
        """Seconds until a bot takes the seat."""
        return sum(self.left(now))

    def decided(self, spent: float) -> "Clock":
        """After a decision that took so many seconds."""
        return self._stopped(max(self.main - spent, 0.0) + self.control.increment)

    def taken_back(self, spent: float) -> "Clock":
        """After a decision was taken back: what had been added for it goes with it."""
        return self._stopped(max(self.main - spent - self.control.increment, 0.0))

    def _stopped(self, main: float) -> "Clock":
        return replace(self, main=main, running_since=None)


def span(seconds: int) -> str:
    """`10:00`, `2 d 00:00:00`."""
    days, rest = divmod(seconds, 24 * 3600)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    short = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{days} d {short}" if days else short
