"""What is written into the database: many writes in one transaction, each with its own outcome."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update

from goatherd.web.ledger import schema
from goatherd.web.ledger.rows import Made, SeatRow, StoredTable, TableRow, TableUpdate
from goatherd.web.ledger.trouble import BadWrite

CHANNEL = "goatherd"
"""Of the notices between workers."""


@dataclass(frozen=True, slots=True)
class Append:
    """Decisions to append to a table; the outcome is whether they were."""

    table: str
    first: int
    made: Sequence[Made]
    at: float


@dataclass(frozen=True, slots=True)
class Deed:
    """Any other write. The outcome None means that nothing was written."""

    table: str
    """Whose watchers are to be told; empty for none."""
    work: Callable[[Connection], Any]


Write: TypeAlias = Append | Deed


def carry_out(connection: Connection, writes: Sequence[Write], worker: str) -> list[Any]:
    """The outcomes of the writes, in their order. The worker is who tells the others.

    Appends come first and all goes by the order of table ids: whoever locks rows in the same order
    as everybody else never waits for somebody who waits for them.
    """
    outcomes: list[Any] = [None] * len(writes)
    order = sorted(range(len(writes)), key=lambda place: writes[place].table)
    appends = [(place, write) for place in order if isinstance(write := writes[place], Append)]
    made = _append(connection, [write for _, write in appends])
    for (place, _), outcome in zip(appends, made, strict=True):
        outcomes[place] = outcome
    for place in order:
        write = writes[place]
        if isinstance(write, Deed):
            outcomes[place] = write.work(connection)
    if connection.dialect.name == "postgresql":
        _tell(connection, worker, _touched(writes, outcomes))
    return outcomes


def _touched(writes: Sequence[Write], outcomes: Sequence[Any]) -> set[str]:
    return {
        write.table
        for write, outcome in zip(writes, outcomes, strict=True)
        if write.table and outcome is not None and outcome is not False
    }


_NOTICES = text("SELECT pg_notify(:channel, notice) FROM unnest(CAST(:notices AS text[])) notice")


def _tell(connection: Connection, worker: str, touched: set[str]) -> None:
    """Tell the other workers; PostgreSQL does so at the commit, and not without it."""
    if touched:
        notices = [f"{worker} {table}" for table in sorted(touched)]
        connection.execute(_NOTICES, {"channel": CHANNEL, "notices": notices})


# --- decisions -----------------------------------------------------------------------------------

_LENGTHS = select(
    schema.tables.c.id,
    select(func.coalesce(func.max(schema.decisions.c.number) + 1, 0))
    .where(schema.decisions.c.table == schema.tables.c.id)
    .scalar_subquery(),
).where(schema.tables.c.id.in_(bindparam("ids", expanding=True)))


def _append(connection: Connection, appends: Sequence[Append]) -> list[bool]:
    """Two statements, however many appends there are.

    Another worker may append between the two; then the second fails, and the whole transaction is
    to be tried again.
    """
    if not appends:
        return []
    ids = sorted({append.table for append in appends})
    lengths = {row[0]: int(row[1]) for row in connection.execute(_LENGTHS, {"ids": ids})}
    outcomes, rows = [], []
    for append in appends:
        if append.table not in lengths:
            raise BadWrite(f"there is no table {append.table!r}")
        fits = append.first == lengths[append.table]
        outcomes.append(fits)
        if fits:
            lengths[append.table] += len(append.made)
            rows += _decision_rows(append)
    if rows:
        connection.execute(insert(schema.decisions), rows)
    return outcomes


def _decision_rows(append: Append) -> list[dict[str, Any]]:
    return [
        {
            "table": append.table,
            "number": append.first + place,
            "seat": seat,
            "text": decision,
            "at": append.at,
            "spent": spent,
        }
        for place, (seat, decision, spent) in enumerate(append.made)
    ]


_ANSWER = text(
    'INSERT INTO answers ("table", number, seat, text, at) '
    "VALUES (:table, :number, :seat, :text, :at) ON CONFLICT DO NOTHING"
)


def answer(
    connection: Connection, table: str, number: int, seat: int, said: str, at: float
) -> bool:
    """Keep an answer in secret; False if the seat has answered. Those to questions before are
    decisions by now."""
    old = schema.answers.c.table == table, schema.answers.c.number < number
    connection.execute(delete(schema.answers).where(*old))
    row = {"table": table, "number": number, "seat": seat, "text": said, "at": at}
    return bool(connection.execute(_ANSWER, row).rowcount)


# --- tables and seats ----------------------------------------------------------------------------


def create(connection: Connection, table: TableRow, seats: Sequence[SeatRow]) -> bool:
    connection.execute(insert(schema.tables), _columns({**asdict(table)}))
    _insert_seats(connection, table.id, seats)
    return True


def change(
    connection: Connection,
    table: str,
    expected: int | None,
    updates: TableUpdate,
    seats: Sequence[SeatRow],
) -> int | None:
    columns = schema.tables.c
    changed = update(schema.tables).where(columns.id == table)
    if expected is not None:
        changed = changed.where(columns.changes == expected)
    values = {**_columns({**updates}), "changes": columns.changes + 1}
    changes = connection.execute(changed.values(values).returning(columns.changes)).scalar()
    if changes is not None and seats:
        taken = [row.seat for row in seats]
        connection.execute(
            delete(schema.seats).where(
                schema.seats.c.table == table, schema.seats.c.seat.in_(taken)
            )
        )
        _insert_seats(connection, table, seats)
    return changes


def finish(
    connection: Connection, table: str, scores: Sequence[int], winners: Sequence[int], at: float
) -> bool | None:
    columns = schema.tables.c
    values = {"finished": at, "scores": list(scores), "winners": list(winners)}
    ended = (
        update(schema.tables)
        .where(columns.id == table, columns.finished.is_(None))
        .values({**_columns(values), "changes": columns.changes + 1})
    )
    connection.execute(delete(schema.answers).where(schema.answers.c.table == table))
    return True if connection.execute(ended).rowcount else None


def keep_finished(connection: Connection, match: StoredTable) -> bool | None:
    """A whole match, as it was played elsewhere; None if there is a table of that id."""
    this = schema.tables.c.id == match.table.id
    if connection.execute(select(schema.tables.c.id).where(this)).first() is not None:
        return None
    create(connection, match.table, match.seats)
    rows = [{"table": match.table.id, **asdict(made)} for made in match.decisions]
    if rows:
        connection.execute(insert(schema.decisions), rows)
    return True


def _insert_seats(connection: Connection, table: str, seats: Sequence[SeatRow]) -> None:
    rows = [{"table": table, **asdict(seat)} for seat in seats]
    if rows:
        connection.execute(insert(schema.seats), rows)


def _columns(values: dict[str, Any]) -> dict[str, Any]:
    """Values as the columns hold them: lists and options as JSON."""
    structured = ("options", "clock", "scores", "winners", "voids", "draw", "silenced")
    return {
        name: json.dumps(value, ensure_ascii=False)
        if name in structured and value is not None
        else value
        for name, value in values.items()
    }


# --- chat and settings ---------------------------------------------------------------------------

_ONE_MORE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("this"))
    .values(changes=schema.tables.c.changes + 1)
)
_LAST_MESSAGE = select(func.max(schema.messages.c.number)).where(
    schema.messages.c.table == bindparam("this")
)
_OLD_MESSAGES = delete(schema.messages).where(
    schema.messages.c.table == bindparam("this"), schema.messages.c.number <= bindparam("old")
)


def say(connection: Connection, table: str, message: dict[str, Any], most_kept: int) -> int:
    """The row of the table is locked by its change, so no two messages get one number."""
    if not connection.execute(_ONE_MORE, {"this": table}).rowcount:
        raise BadWrite(f"there is no table {table!r}")
    last = connection.execute(_LAST_MESSAGE, {"this": table}).scalar()
    number = 0 if last is None else last + 1
    connection.execute(insert(schema.messages), {"table": table, "number": number, **message})
    connection.execute(_OLD_MESSAGES, {"this": table, "old": number - most_kept})
    return number


def setting(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """Two that make one at once: the insert of the second fails, and it is asked again."""
    kept = select(schema.settings.c.value).where(schema.settings.c.name == name)
    value = connection.execute(kept).scalar()
    if value is None:
        value = make()
        connection.execute(insert(schema.settings), {"name": name, "value": value})
    return str(value)


class Renewed(NamedTuple):
    """What came of new secrets: how many tables go on, and how many are gone."""

    playing: int
    gone: int


_PLAYING = select(schema.tables.c.id).where(schema.BEING_PLAYED)


def renew(connection: Connection, values: Mapping[str, str]) -> Renewed:
    """Put other secrets in place of the site's. Nobody can prove any more who they were: bots play
    on for them, and tables that have not begun, which nobody could start, go."""
    for name, value in values.items():
        connection.execute(delete(schema.settings).where(schema.settings.c.name == name))
        connection.execute(insert(schema.settings), {"name": name, "value": value})
    seats, tables = schema.seats.c, schema.tables
    people = update(schema.seats).where(seats.kind == "person", seats.table.in_(_PLAYING))
    connection.execute(people.values(stand_in=True))
    played = update(tables).where(schema.BEING_PLAYED).values(changes=tables.c.changes + 1)
    playing = connection.execute(played).rowcount
    gone = connection.execute(delete(tables).where(schema.WAITING)).rowcount
    connection.execute(delete(schema.devices))
    return Renewed(playing, gone)
