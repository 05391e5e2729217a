"""Who said what, and whom the host of a table has silenced."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("messages", sa.Column("person", sa.Text()))
    op.add_column(
        "tables", sa.Column("silenced", sa.Text(), nullable=False, server_default=sa.text("'[]'"))
    )
