"""Drawing for partners: where everybody pointed, and where they had sat before."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("draw", sa.Text()))
    op.add_column("seats", sa.Column("chair", sa.Integer()))
