"""When a server was there last: clocks stand still while none is."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a table; the first server that starts writes its only row. Until then none was ever away."""
    op.create_table(
        "uptime",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("down", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uptime"),
    )
