"""What belongs to people: tables they have cleared away, what reviews said of them, and links that
move them to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    _create_cleared()
    _create_losses()
    _create_devices()


def _create_cleared() -> None:
    op.create_table(
        "cleared",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table", "person", name="pk_cleared"),
        _of_a_table("cleared"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_cleared_person", "cleared", ["person"])


def _create_losses() -> None:
    op.create_table(
        "losses",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.Text()),
        sa.Column("level", sa.Integer()),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("loss", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_losses"),
        _of_a_table("losses"),
        sa.CheckConstraint("decisions > 0", name="decisions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_losses_person", "losses", ["person"])
    op.create_index("ix_losses_game", "losses", ["game", "level"])


def _create_devices() -> None:
    op.create_table(
        "devices",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_devices"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])


def _of_a_table(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table"], ["tables.id"], name=f"fk_{table}_table", ondelete="CASCADE"
    )
