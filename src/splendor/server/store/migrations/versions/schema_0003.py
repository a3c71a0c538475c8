"""Accounts whose id says nothing of their name, so that one can be deleted; tables that leave the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

DAY = 86_400_000


def upgrade() -> None:
    """Add two columns. Old accounts keep their ids, which were their names; old tables are listed for a day."""
    op.add_column("accounts", sa.Column("key", sa.String(32), nullable=False, server_default=""))
    op.execute("update accounts set key = id")
    op.create_index("ix_accounts_key", "accounts", ["key"], unique=True)
    op.add_column("matches", sa.Column("listed_until", sa.BigInteger))
    op.execute(f"update matches set listed_until = created + {DAY} where public")
