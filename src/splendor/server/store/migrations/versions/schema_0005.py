"""What was refused stays refused."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a table; of what was refused before it nobody knows."""
    op.create_table(
        "refusals",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "owner", "request", name="pk_refusals"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_refusals_match_matches"),
    )
