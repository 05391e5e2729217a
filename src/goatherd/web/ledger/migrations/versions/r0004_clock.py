"""A place for all that a clock may have beside main time and byo-yomi."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    more = sa.Column("clock", sa.Text(), nullable=False, server_default=sa.text("'{}'"))
    op.add_column("tables", more)
