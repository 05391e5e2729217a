"""What the ledger takes and gives: the rows of its tables, as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

TAKE_BACK = "take back"
"""The text of a decision that cancels the one before it."""


class VoidDeal(TypedDict):
    """A deal that came to nothing: what of it does not follow from the rest."""

    secret: str
    seats: list[str]
    nonces: list[tuple[int, str]]
    failed: list[int]


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table. Times are seconds since 1970."""

    id: str
    game: str
    players: int
    options: Mapping[str, str | int]
    open: bool
    main: int | None
    """Seconds of main time; no clock without it."""
    byoyomi: int | None
    """Seconds of each period after it."""
    hints: bool
    take_back: bool
    secret: str = field(repr=False)  # so that it gets into no log
    """32 bytes in hexadecimal that must reach nobody before the end."""
    host: str
    """The person who made the table; empty for a match that was imported."""
    created: float
    started: float | None = None
    finished: float | None = None
    changes: int = 0
    """Grows by one with everything that changes a table besides decisions."""
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    rematch: str | None = None
    """The table at which the same people play on."""
    scheme: int = 2
    """How it deals: 1 before nonces were sealed, see `goatherd.proof`."""
    frozen: float | None = None
    """When the deal was fixed whose nonces are being opened, or that was dealt."""
    draw: tuple[int, ...] | None = None
    """Where each chair pointed to draw for partners, -1 where it has not; None: nobody draws."""
    voids: tuple[VoidDeal, ...] = ()
    """Deals of which not all nonces were opened in time."""
    clock: Mapping[str, int] = field(default_factory=dict)
    """What its clock has beside main time and byo-yomi; see `TimeControl`."""
    silenced: tuple[str, ...] = ()
    """People whom the host lets say nothing."""

    @property
    def stage(self) -> str:
        """Where it stands, as far as its row tells: `waiting`, `dealing`, `playing` or `over`."""
        if self.finished is not None:
            return "over"
        if self.started is not None:
            return "playing"
        return "waiting" if self.frozen is None else "dealing"  # or partners are being drawn


class TableUpdate(TypedDict, total=False):
    """What may change in the row of a table that is not finished."""

    open: bool
    options: Mapping[str, str | int]
    main: int | None
    byoyomi: int | None
    hints: bool
    take_back: bool
    host: str
    started: float
    rematch: str
    secret: str
    frozen: float | None
    voids: Sequence[VoidDeal]
    draw: Sequence[int]
    clock: Mapping[str, int]
    silenced: Sequence[str]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits on one seat."""

    seat: int
    kind: str = "empty"
    """`person`, `bot` or `empty`."""
    person: str | None = None
    name: str = ""
    level: int | None = None
    nonce: str | None = None
    """What the person adds to the deal, once the table knows it."""
    stand_in: bool = False
    seal: str | None = None
    """The hash of the nonce, which the table knows from when the person sat down."""
    entrusted: bool = False
    """Whether the nonce was left with the table, which thus knew it before the deal."""
    chair: int | None = None
    """The seat that the person or bot had before partners were drawn."""
    sitting: str | None = None
    """Random, and another one whenever the seat is taken or left: its key comes from it."""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision, or `take back`. The numbers of a table are 0, 1, 2, ... without gaps."""

    number: int
    seat: int
    text: str
    at: float
    spent: int
    """Milliseconds of the seat's clock."""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An answer to a question that all are asked in secret after so many decisions."""

    number: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class MessageRow:
    """Something said at a table, by a seat or a spectator."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    person: str | None = None
    """Who said it, whatever they are called by now."""


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with who sits there, for lists."""

    table: TableRow
    seats: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """All that is known of a table. There are `len(decisions)` decisions: its version."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    decisions: tuple[DecisionRow, ...] = ()
    messages: tuple[MessageRow, ...] = ()
    answers: tuple[AnswerRow, ...] = ()
    """To the question that goes on, if one does."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Everything of a table but its decisions: what `TableRow.changes` counts."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    messages: tuple[MessageRow, ...]


@dataclass(frozen=True, slots=True)
class News:
    """What somebody who knew so many decisions and changes does not know yet."""

    decisions: tuple[DecisionRow, ...]
    surroundings: Surroundings | None
    """All of them anew if anything has changed, otherwise None."""
    answers: tuple[AnswerRow, ...] = ()
    """Those of a question that goes on, known or not."""

    def __bool__(self) -> bool:
        return bool(self.decisions or self.answers) or self.surroundings is not None


class Made(NamedTuple):
    """A decision to append."""

    seat: int
    text: str
    spent: int = 0


class Counts(NamedTuple):
    """How many tables there are."""

    waiting: int
    playing: int
    finished: int
