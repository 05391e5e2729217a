"""The tables of the database, for SQLite and PostgreSQL alike.

Times are seconds since 1970 as double precision numbers: both databases give back the very number
that was written, without a time zone in between (SQLite has no type for times at all), and clocks
are reckoned in seconds anyway.

A change of these tables needs a migration; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

# Where a table stands. As plain text, since an index of some rows is only used for a query that
# says the very same.
WAITING = text("started IS NULL")
OPEN = text("open AND finished IS NULL")
BEING_DEALT = text("frozen IS NOT NULL AND started IS NULL")
BEING_PLAYED = text("started IS NOT NULL AND finished IS NULL")
FINISHED = text("finished IS NOT NULL")

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("open", Boolean, nullable=False),
    Column("main", Integer),  # the clock, in seconds
    Column("byoyomi", Integer),
    Column("hints", Boolean, nullable=False),
    Column("take_back", Boolean, nullable=False),
    Column(
        "secret", Text, nullable=False
    ),  # 32 bytes in hexadecimal; told to nobody before the end
    Column("host", Text, nullable=False),  # a person; empty if nobody here hosted the table
    Column("created", Double, nullable=False),
    Column("started", Double),
    Column("finished", Double),
    Column("changes", Integer, nullable=False),
    Column("scores", Text),  # JSON
    Column("winners", Text),  # JSON
    Column("rematch", Text, ForeignKey("tables.id", ondelete="SET NULL")),
    Column("scheme", Integer, nullable=False, server_default=text("2")),  # how it deals
    Column("frozen", Double),  # when the deal was fixed, before its nonces were opened
    Column("voids", Text, nullable=False, server_default=text("'[]'")),  # JSON: void deals
    Column("draw", Text),  # JSON: where each chair pointed to draw for partners, if they draw
    Column("clock", Text, nullable=False, server_default=text("'{}'")),  # JSON: what else it has
    Column("silenced", Text, nullable=False, server_default=text("'[]'")),  # JSON: people
    CheckConstraint("players > 0", "players"),
    CheckConstraint("main >= 0 AND byoyomi >= 0", "clock"),
    CheckConstraint("length(secret) = 64", "secret"),
    CheckConstraint("finished IS NULL OR started IS NOT NULL", "finished"),
    CheckConstraint("(finished IS NULL) = (scores IS NULL)", "scores"),
    CheckConstraint("(finished IS NULL) = (winners IS NULL)", "winners"),
    CheckConstraint("changes >= 0", "changes"),
)
Index("ix_tables_host", tables.c.host)
Index("ix_tables_waiting", tables.c.id, sqlite_where=WAITING, postgresql_where=WAITING)
Index("ix_tables_open", tables.c.created, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_tables_dealt", tables.c.id, sqlite_where=BEING_DEALT, postgresql_where=BEING_DEALT)
Index("ix_tables_played", tables.c.id, sqlite_where=BEING_PLAYED, postgresql_where=BEING_PLAYED)
Index(
    "ix_tables_finished",
    tables.c.finished,
    tables.c.id,
    sqlite_where=FINISHED,
    postgresql_where=FINISHED,
)


def _of_a_table() -> Column[str]:
    return Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


seats = Table(
    "seats",
    metadata,
    _of_a_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("person", Text),  # nobody of this site, if the match was imported
    Column("name", Text, nullable=False),
    Column("level", Integer),  # of the bot
    Column("nonce", Text),  # what the person added to the chance of the match
    Column("stand_in", Boolean, nullable=False),  # a bot plays for the absent person
    Column("seal", Text),  # the hash of the nonce
    Column("entrusted", Boolean, nullable=False, server_default=false()),  # the nonce, to the table
    Column("chair", Integer),  # where they sat before partners were drawn
    Column("sitting", Text),  # what the key to the seat comes from, besides the person
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint("kind IN ('person', 'bot', 'empty')", "kind"),
    CheckConstraint("kind = 'person' OR person IS NULL", "person"),
    CheckConstraint("kind <> 'bot' OR level IS NOT NULL", "level"),
    CheckConstraint("kind = 'person' OR NOT stand_in", "stand_in"),
    Index("ix_seats_person", "person"),
    sqlite_with_rowid=False,
)

decisions = Table(
    "decisions",
    metadata,
    _of_a_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # 0, 1, 2, ... without gaps
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("spent", BigInteger, nullable=False),  # milliseconds of the seat's clock; maybe weeks
    CheckConstraint("number >= 0", "number"),
    CheckConstraint("seat >= 0", "seat"),
    CheckConstraint("spent >= 0", "spent"),
    sqlite_with_rowid=False,  # the rows of a table stand together: fewer pages to write and to read
)

answers = Table(
    "answers",
    metadata,
    _of_a_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # decisions before it
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    CheckConstraint("number >= 0", "number"),
    CheckConstraint("seat >= 0", "seat"),
    sqlite_with_rowid=False,
)
"""To a question that all are asked in secret, until it closes and they become decisions."""

messages = Table(
    "messages",
    metadata,
    _of_a_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),  # none: a spectator
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("person", Text),  # who said it
    CheckConstraint("number >= 0", "number"),
    CheckConstraint("seat >= 0", "seat"),
    sqlite_with_rowid=False,
)

cleared = Table(
    "cleared",
    metadata,
    _of_a_table(),
    Column("person", Text, primary_key=True),
    Index("ix_cleared_person", "person"),
    sqlite_with_rowid=False,
)
"""Tables that a person no longer wants to see in their list."""

losses = Table(
    "losses",
    metadata,
    _of_a_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("person", Text),
    Column("level", Integer),  # of the bot
    Column("decisions", Integer, nullable=False),  # that had an alternative
    Column("loss", Double, nullable=False),  # of a chance to win, in all of them
    CheckConstraint("decisions > 0", "decisions"),
    Index("ix_losses_person", "person"),
    Index("ix_losses_game", "game", "level"),
    sqlite_with_rowid=False,
)
"""What the decisions of a seat cost, where a match was reviewed."""

devices = Table(
    "devices",
    metadata,
    Column("key", Text, primary_key=True),  # the hash of what stands in the link
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("made", Double, nullable=False),
    Index("ix_devices_person", "person"),
)
"""Links that make another device that of a person, until they are used."""

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What all workers of a site share, such as the key that signs its cookies."""
