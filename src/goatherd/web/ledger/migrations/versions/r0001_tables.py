"""Tables, seats, decisions, chat and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _create_tables()
    _create_seats()
    _create_decisions()
    _create_messages()
    op.create_table(
        "settings",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("main", sa.Integer()),
        sa.Column("byoyomi", sa.Integer()),
        sa.Column("hints", sa.Boolean(), nullable=False),
        sa.Column("take_back", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("started", sa.Double()),
        sa.Column("finished", sa.Double()),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("scores", sa.Text()),
        sa.Column("winners", sa.Text()),
        sa.Column("rematch", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(
            ["rematch"], ["tables.id"], name="fk_tables_rematch", ondelete="SET NULL"
        ),
        _check("players", "players > 0"),
        _check("clock", "main >= 0 AND byoyomi >= 0"),
        _check("secret", "length(secret) = 64"),
        _check("finished", "finished IS NULL OR started IS NOT NULL"),
        _check("scores", "(finished IS NULL) = (scores IS NULL)"),
        _check("winners", "(finished IS NULL) = (winners IS NULL)"),
        _check("changes", "changes >= 0"),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    _index_some("ix_tables_waiting", ["id"], "started IS NULL")
    _index_some("ix_tables_open", ["created"], "open AND finished IS NULL")
    _index_some("ix_tables_played", ["id"], "started IS NOT NULL AND finished IS NULL")
    _index_some("ix_tables_finished", ["finished", "id"], "finished IS NOT NULL")


def _create_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer()),
        sa.Column("nonce", sa.Text()),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
        _of_a_table("seats"),
        _check("seat", "seat >= 0"),
        _check("kind", "kind IN ('person', 'bot', 'empty')"),
        _check("person", "kind = 'person' OR person IS NULL"),
        _check("level", "kind <> 'bot' OR level IS NOT NULL"),
        _check("stand_in", "kind = 'person' OR NOT stand_in"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_person", "seats", ["person"])


def _create_decisions() -> None:
    op.create_table(
        "decisions",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("spent", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", "number", name="pk_decisions"),
        _of_a_table("decisions"),
        _check("number", "number >= 0"),
        _check("seat", "seat >= 0"),
        _check("spent", "spent >= 0"),
        sqlite_with_rowid=False,
    )


def _create_messages() -> None:
    op.create_table(
        "messages",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table", "number", name="pk_messages"),
        _of_a_table("messages"),
        _check("number", "number >= 0"),
        _check("seat", "seat >= 0"),
        sqlite_with_rowid=False,
    )


def _of_a_table(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table"], ["tables.id"], name=f"fk_{table}_table", ondelete="CASCADE"
    )


def _check(name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=name)


def _index_some(name: str, columns: list[str], rows: str) -> None:
    where = sa.text(rows)
    op.create_index(name, "tables", columns, sqlite_where=where, postgresql_where=where)
