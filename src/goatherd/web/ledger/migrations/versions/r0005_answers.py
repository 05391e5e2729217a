"""Answers in secret, which are kept apart until all become decisions together."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table", "number", "seat", name="pk_answers"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_answers_table", ondelete="CASCADE"
        ),
        sa.CheckConstraint("number >= 0", name="number"),
        sa.CheckConstraint("seat >= 0", name="seat"),
        sqlite_with_rowid=False,
    )
