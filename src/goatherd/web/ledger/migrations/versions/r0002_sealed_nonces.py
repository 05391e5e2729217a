"""Sealed nonces: what is fixed before they are opened, and deals that were void.

Tables that have begun go on as they were dealt. Those that wait will seal: of nonces that were
given already, the table makes the seals itself, as of all that are left with it.
"""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("scheme", sa.Integer(), nullable=False, server_default=sa.text("2")),
        sa.Column("frozen", sa.Double()),
        sa.Column("voids", sa.Text(), nullable=False, server_default=sa.text("'[]'")),
    ):
        op.add_column("tables", column)
    for column in (
        sa.Column("seal", sa.Text()),
        sa.Column("entrusted", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        op.add_column("seats", column)
    dealt = sa.text("frozen IS NOT NULL AND started IS NULL")
    op.create_index("ix_tables_dealt", "tables", ["id"], sqlite_where=dealt, postgresql_where=dealt)
    op.execute("UPDATE tables SET scheme = 1 WHERE started IS NOT NULL")
    _seal_what_was_given()


GIVEN = sa.text(
    'SELECT s."table", s.seat, s.nonce FROM seats s JOIN tables t ON t.id = s."table" '
    "WHERE t.started IS NULL AND s.nonce IS NOT NULL"
)
SEALED = sa.text(
    'UPDATE seats SET seal = :seal, entrusted = :yes WHERE "table" = :table AND seat = :seat'
)


def _seal_what_was_given() -> None:
    connection = op.get_bind()
    rows = [
        {"table": table, "seat": seat, "seal": _seal_of(table, seat, nonce), "yes": True}
        for table, seat, nonce in connection.execute(GIVEN).all()
    ]
    if rows:
        connection.execute(SEALED, rows)


def _seal_of(table: str, seat: int, nonce: str) -> str:
    """As of this version, whatever becomes of seals later."""
    told = ["goatherd seal 2", table, seat, nonce]
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
