"""The first schema: matches and their log, chat, accounts, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_due", "matches", ["due"])
    op.create_index("ix_matches_lobby", "matches", ["public", "status", "created"])
    op.create_table(
        "entries",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_entries_match_matches"),
        sa.PrimaryKeyConstraint("match", "version", name="pk_entries"),
    )
    op.create_table(
        "chats",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_chats_match_matches"),
        sa.PrimaryKeyConstraint("match", "number", name="pk_chats"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_tokens_account_accounts"),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])
    op.create_table(
        "taking_part",
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_taking_part_account_accounts"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_taking_part_match_matches"),
        sa.PrimaryKeyConstraint("account", "match", name="pk_taking_part"),
    )
    op.create_table(
        "rated",
        sa.Column("match", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rated_match_matches"),
        sa.PrimaryKeyConstraint("match", name="pk_rated"),
    )
