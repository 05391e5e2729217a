"""What is read from the database: plain functions of a connection."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Row,
    Select,
    TextClause,
    bindparam,
    func,
    select,
    text,
    tuple_,
    union,
)

from goatherd.web.ledger import schema
from goatherd.web.ledger.rows import (
    AnswerRow,
    Counts,
    DecisionRow,
    ListedTable,
    MessageRow,
    News,
    SeatRow,
    StoredTable,
    Surroundings,
    TableRow,
)

TABLE, SEAT, DECISION, MESSAGE = (
    [column for column in table.c if column.name != "table"]
    for table in (schema.tables, schema.seats, schema.decisions, schema.messages)
)

_THIS: BindParameter[str] = bindparam("this")
_TABLE = select(*TABLE).where(schema.tables.c.id == _THIS)
_SEATS = select(*SEAT).where(schema.seats.c.table == _THIS).order_by(schema.seats.c.seat)
_DECISIONS = (
    select(*DECISION)
    .where(schema.decisions.c.table == _THIS, schema.decisions.c.number >= bindparam("known"))
    .order_by(schema.decisions.c.number)
)
_ANSWERS = select(schema.answers.c.number, schema.answers.c.seat, schema.answers.c.text).where(
    schema.answers.c.table == _THIS, schema.answers.c.number >= bindparam("known")
)
_MESSAGES = (
    select(*MESSAGE).where(schema.messages.c.table == _THIS).order_by(schema.messages.c.number)
)
_CHANGES = select(schema.tables.c.changes).where(schema.tables.c.id == _THIS)


# --- one table -----------------------------------------------------------------------------------


def load(connection: Connection, table: str) -> StoredTable | None:
    around = _surroundings(connection, table)
    if around is None:
        return None
    made = _decisions(connection, table, 0)
    answers = _answers(connection, table, len(made))
    return StoredTable(around.table, around.seats, made, around.messages, answers)


def news(
    connection: Connection, table: str, known_decisions: int, known_changes: int
) -> News | None:
    changes = connection.execute(_CHANGES, {"this": table}).scalar()
    if changes is None:
        return None
    around = None if changes == known_changes else _surroundings(connection, table)
    made = _decisions(connection, table, known_decisions)
    return News(made, around, _answers(connection, table, known_decisions + len(made)))


def _surroundings(connection: Connection, table: str) -> Surroundings | None:
    this = {"this": table}
    row = connection.execute(_TABLE, this).first()
    if row is None:
        return None
    seats = tuple(SeatRow(*seat) for seat in connection.execute(_SEATS, this))
    messages = tuple(MessageRow(*message) for message in connection.execute(_MESSAGES, this))
    return Surroundings(_table(row), seats, messages)


def _decisions(connection: Connection, table: str, known: int) -> tuple[DecisionRow, ...]:
    found = connection.execute(_DECISIONS, {"this": table, "known": known})
    return tuple(DecisionRow(*made) for made in found)


def _answers(connection: Connection, table: str, made: int) -> tuple[AnswerRow, ...]:
    found = connection.execute(_ANSWERS, {"this": table, "known": made})
    return tuple(AnswerRow(*answer) for answer in found)


def _table(row: Row[Any]) -> TableRow:
    fields = dict(row._mapping)
    for name in ("options", "clock", "scores", "winners", "voids", "draw", "silenced"):
        if fields[name] is not None:
            fields[name] = json.loads(fields[name])
    for name in ("scores", "winners", "voids", "draw", "silenced"):
        if fields[name] is not None:
            fields[name] = tuple(fields[name])
    return TableRow(**fields)


# --- many tables ---------------------------------------------------------------------------------


def tables_of(connection: Connection, person: str, limit: int, going_on: bool) -> list[ListedTable]:
    """Where the person sits or is the host: what is not finished first, then the newest first."""
    own = union(
        select(schema.seats.c.table).where(schema.seats.c.person == person),
        select(schema.tables.c.id).where(schema.tables.c.host == person),
    )
    columns = schema.tables.c
    cleared = select(schema.cleared.c.table).where(schema.cleared.c.person == person)
    found = select(*TABLE).where(columns.id.in_(own), columns.id.not_in(cleared))
    if going_on:
        found = found.where(columns.finished.is_(None))
    return listed(
        connection,
        found.order_by(columns.finished.is_not(None), columns.created.desc()).limit(limit),
    )


def open_tables(connection: Connection, limit: int) -> list[ListedTable]:
    found = select(*TABLE).where(schema.OPEN)
    return listed(connection, found.order_by(schema.tables.c.created.desc()).limit(limit))


def being_played(connection: Connection, after: str, limit: int) -> list[ListedTable]:
    return _after(connection, schema.BEING_PLAYED, after, limit)


def being_dealt(connection: Connection, after: str, limit: int) -> list[ListedTable]:
    return _after(connection, schema.BEING_DEALT, after, limit)


def _after(connection: Connection, where: TextClause, after: str, limit: int) -> list[ListedTable]:
    found = select(*TABLE).where(where, schema.tables.c.id > after)
    return listed(connection, found.order_by(schema.tables.c.id).limit(limit))


def finished(connection: Connection, after: tuple[float, str], limit: int) -> list[StoredTable]:
    columns = schema.tables.c
    found = (
        select(columns.id)
        .where(schema.FINISHED, tuple_(columns.finished, columns.id) > after)
        .order_by(columns.finished, columns.id)
        .limit(limit)
    )
    loaded = [load(connection, table) for table in connection.execute(found).scalars()]
    return [table for table in loaded if table is not None]


def listed(connection: Connection, found: Select[Any]) -> list[ListedTable]:
    rows = [_table(row) for row in connection.execute(found)]
    sitting = _seats_by_table(connection, [row.id for row in rows])
    return [ListedTable(row, tuple(sitting.get(row.id, ()))) for row in rows]


def _seats_by_table(connection: Connection, ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    sitting: dict[str, list[SeatRow]] = {}
    found = select(schema.seats.c.table, *SEAT).where(schema.seats.c.table.in_(ids))
    for table, *seat in connection.execute(found.order_by(schema.seats.c.seat)):
        sitting.setdefault(table, []).append(SeatRow(*seat))
    return sitting


def counts(connection: Connection) -> Counts:
    """Each from an index of its own."""
    stages = (schema.WAITING, schema.BEING_PLAYED, schema.FINISHED)
    return Counts(*(_count(connection, stage) for stage in stages))


def _count(connection: Connection, stage: TextClause) -> int:
    counted = select(func.count()).select_from(schema.tables).where(stage)
    return int(connection.execute(counted).scalar_one())


def ping(connection: Connection) -> None:
    """That the database answers and holds the ledger's tables."""
    connection.execute(select(schema.settings.c.name).limit(1))
    connection.execute(text("SELECT 1"))
