"""Keys to seats that change when a seat is taken or left.

Seats that are taken already keep their key until then.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("seats", sa.Column("sitting", sa.Text()))
