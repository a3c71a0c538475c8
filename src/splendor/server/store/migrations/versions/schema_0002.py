"""Chat that can be said again without being said twice, and mutes that outlive a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a column and a table."""
    op.add_column("chats", sa.Column("request", sa.String(64)))
    op.create_index("ix_chats_request", "chats", ["match", "seat", "request"], unique=True)
    op.create_table(
        "mutes",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("other", sa.Integer),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_mutes_match_matches"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_mutes"),
    )
    op.create_index("ix_mutes_request", "mutes", ["match", "seat", "request"], unique=True)
