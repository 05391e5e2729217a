"""What the database knows of one person: read, moved to another device, and deleted."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, select, text, union, update

from goatherd.web.ledger import schema
from goatherd.web.ledger.reading import TABLE, listed
from goatherd.web.ledger.rows import ListedTable

MOST_COMPARED = 20_000
"""Reviewed seats of bots that a person is compared with."""


class Loss(NamedTuple):
    """What the decisions of a seat cost."""

    seat: int
    decisions: int
    loss: float


class Losses(NamedTuple):
    """What decisions cost in all, of a person or of a level."""

    game: str
    level: int | None
    decisions: int
    loss: float

    @property
    def each(self) -> float:
        """What one decision costs."""
        return self.loss / self.decisions


class AgainstBots(NamedTuple):
    """How a match against bots alone ended that a person played to the end."""

    game: str
    players: int
    winners: tuple[int, ...]
    seat: int
    weakest: int
    """The lowest level of all others."""
    opposite: int
    """The lowest level of those an odd number of seats away: the other side, where two play."""
    beside: int | None
    """The highest level of the rest: the partners, where two sides play."""


class Device(NamedTuple):
    """Whom a link to another device moves there."""

    person: str
    name: str


# --- matches -------------------------------------------------------------------------------------


def matches_of(connection: Connection, person: str, limit: int) -> list[ListedTable]:
    """Finished matches in which the person has a seat, the newest first."""
    columns, seats = schema.tables.c, schema.seats.c
    own = select(seats.table).where(seats.person == person)
    found = select(*TABLE).where(columns.id.in_(own), columns.finished.is_not(None))
    return listed(connection, found.order_by(columns.finished.desc()).limit(limit))


def cleared_by(connection: Connection, person: str) -> set[str]:
    columns = schema.cleared.c
    found = select(columns.table).where(columns.person == person)
    return set(connection.execute(found).scalars())


_AGAINST_BOTS = text(
    "SELECT DISTINCT game, players, winners, seat, weakest, opposite, beside FROM ("
    "SELECT t.game, t.players, t.winners, s.seat, MIN(o.level) AS weakest, "
    "MIN(CASE WHEN (o.seat + s.seat) % 2 = 1 THEN o.level END) AS opposite, "
    "MAX(CASE WHEN (o.seat + s.seat) % 2 = 0 THEN o.level END) AS beside "
    'FROM seats s JOIN tables t ON t.id = s."table" '
    'JOIN seats o ON o."table" = s."table" AND o.seat <> s.seat '
    "WHERE s.person = :person AND NOT s.stand_in AND t.finished IS NOT NULL "
    "GROUP BY t.id, t.game, t.players, t.winners, s.seat "
    "HAVING MIN(CASE WHEN o.kind = 'bot' THEN 1 ELSE 0 END) = 1) ended"
)


def against_bots(connection: Connection, person: str) -> list[AgainstBots]:
    """Matches that end alike are one row, so that many matches are few rows."""
    return [
        AgainstBots(game, players, tuple(json.loads(winners)), *others)
        for game, players, winners, *others in connection.execute(_AGAINST_BOTS, {"person": person})
    ]


def places_of(connection: Connection, person: str) -> list[tuple[str, bool]]:
    """All tables where the person sits or is the host, and whether each is over."""
    columns, seats = schema.tables.c, schema.seats.c
    own = union(
        select(seats.table).where(seats.person == person),
        select(columns.id).where(columns.host == person),
    )
    found = select(columns.id, columns.finished.is_not(None)).where(columns.id.in_(own))
    return [(table, bool(over)) for table, over in connection.execute(found)]


def clear(connection: Connection, table: str, person: str) -> bool:
    row = {"table": table, "person": person}
    connection.execute(
        text(
            'INSERT INTO cleared ("table", person) VALUES (:table, :person) ON CONFLICT DO NOTHING'
        ),
        row,
    )
    return True


# --- reviews -------------------------------------------------------------------------------------

_KEEP_LOSS = text(
    'INSERT INTO losses ("table", seat, game, person, level, decisions, loss) '
    'SELECT s."table", s.seat, t.game, s.person, s.level, :decisions, :loss '
    'FROM seats s JOIN tables t ON t.id = s."table" '
    'WHERE s."table" = :table AND s.seat = :seat AND NOT s.stand_in '
    "ON CONFLICT DO NOTHING"
)


def keep_losses(connection: Connection, table: str, losses: Sequence[Loss]) -> bool:
    """Not of a seat that a bot played to the end for somebody."""
    for one in losses:
        connection.execute(_KEEP_LOSS, {"table": table, **one._asdict()})
    return True


def losses_of(connection: Connection, person: str) -> list[Losses]:
    """What the person's decisions cost, for each game."""
    columns = schema.losses.c
    summed = func.sum(columns.decisions), func.sum(columns.loss)
    found = select(columns.game, *summed).where(columns.person == person).group_by(columns.game)
    return [Losses(game, None, int(many), loss) for game, many, loss in connection.execute(found)]


def losses_of_levels(connection: Connection) -> list[Losses]:
    """What the decisions of bots cost, for each game and level."""
    columns = schema.losses.c
    some = select(schema.losses).where(columns.level.is_not(None)).limit(MOST_COMPARED).subquery().c
    summed = func.sum(some.decisions), func.sum(some.loss)
    found = select(some.game, some.level, *summed).group_by(some.game, some.level)
    return [
        Losses(game, level, int(many), loss)
        for game, level, many, loss in connection.execute(found)
    ]


# --- another device ------------------------------------------------------------------------------


def add_device(connection: Connection, key: str, device: Device, now: float, kept: float) -> bool:
    """Keep a link; those that are too old by now go."""
    devices = schema.devices
    connection.execute(delete(devices).where(devices.c.made < now - kept))
    row = {"key": key, "person": device.person, "name": device.name, "made": now}
    connection.execute(insert(devices), row)
    return True


def find_device(connection: Connection, key: str, since: float) -> Device | None:
    columns = schema.devices.c
    found = select(columns.person, columns.name).where(columns.key == key, columns.made >= since)
    row = connection.execute(found).first()
    return None if row is None else Device(*row)


def take_device(connection: Connection, key: str, since: float) -> Device | None:
    """Use a link up: of two who use it at once, one gets None."""
    columns = schema.devices.c
    used = delete(schema.devices).where(columns.key == key, columns.made >= since)
    row = connection.execute(used.returning(columns.person, columns.name)).first()
    return None if row is None else Device(*row)


# --- all that is known ---------------------------------------------------------------------------


def everything(connection: Connection, person: str) -> dict[str, list[dict[str, Any]]]:
    """All rows that are the person's own, of no one else."""
    seats = schema.seats
    mine = seats.c.person == person
    told: dict[str, list[dict[str, Any]]] = {
        "tables": _rows(
            connection,
            select(*_ABOUT, *(seats.c[name] for name in _OF_A_SEAT))
            .join_from(seats, schema.tables, schema.tables.c.id == seats.c.table)
            .where(mine),
        ),
        "hosted": _rows(connection, select(*_ABOUT).where(schema.tables.c.host == person)),
    }
    for name in ("decisions", "answers", "messages"):
        table = schema.metadata.tables[name]
        own = and_(table.c.table == seats.c.table, table.c.seat == seats.c.seat)
        shown = [column for column in table.c if column.name != "person"]
        found = select(*shown).join_from(seats, table, own).where(mine)
        told[name] = _rows(connection, found.order_by(table.c.table, table.c.number))
    for name in ("cleared", "losses", "devices"):
        table = schema.metadata.tables[name]
        columns = [column for column in table.c if column.name != "key"]
        told[name] = _rows(connection, select(*columns).where(table.c.person == person))
    return told


_ABOUT = [
    schema.tables.c[name]
    for name in ("id", "game", "players", "options", "created", "started", "finished", "scores",
                 "winners")
]  # fmt: skip
_OF_A_SEAT = ("seat", "name", "nonce", "seal", "entrusted", "stand_in")


def _rows(connection: Connection, found: Any) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(found)]


def forget_at(connection: Connection, table: str, person: str) -> bool:
    """Take the person off a table. Their match, its cards and its proof stay: of the person stay
    the decisions and what they added to the deal, which nobody can tell whose they were."""
    columns, seats, messages = schema.tables.c, schema.seats, schema.messages
    sat = connection.execute(
        select(seats.c.seat, seats.c.name).where(seats.c.table == table, seats.c.person == person)
    ).all()
    for seat, name in sat:
        this = messages.c.table == table, messages.c.seat == seat, messages.c.name == name
        connection.execute(delete(messages).where(*this))
    mine = seats.c.table == table, seats.c.person == person
    over = select(columns.id).where(columns.id == table, columns.finished.is_not(None)).exists()
    played = update(seats).where(*mine, ~over).values(stand_in=True)
    connection.execute(played)
    connection.execute(update(seats).where(*mine).values(person=None, name="", sitting=None))
    this_table = update(schema.tables).where(columns.id == table)
    connection.execute(this_table.values(changes=columns.changes + 1))
    connection.execute(this_table.where(columns.host == person).values(host=_next_host(table)))
    nobody = (
        ~select(seats.c.seat).where(seats.c.table == table, seats.c.person.is_not(None)).exists()
    )
    abandoned = delete(schema.tables).where(columns.id == table, columns.started.is_(None), nobody)
    connection.execute(abandoned)
    return True


def _next_host(table: str) -> Any:
    """Somebody else who sits there, so that the match can still begin."""
    seats = schema.seats.c
    other = select(func.min(seats.person)).where(seats.table == table).scalar_subquery()
    return func.coalesce(other, "")


def forget(connection: Connection, person: str) -> bool:
    """Delete what is left of a person who is off all tables."""
    for table in (schema.cleared, schema.losses, schema.devices):
        connection.execute(delete(table).where(table.c.person == person))
    watched = schema.messages.c
    connection.execute(delete(schema.messages).where(watched.person == person))
    listed, quoted = schema.tables.c.silenced, json.dumps(person, ensure_ascii=False)
    freed = update(schema.tables).where(listed.contains(quoted, autoescape=True))
    connection.execute(freed.values(silenced=func.replace(listed, quoted, '""')))
    return True
