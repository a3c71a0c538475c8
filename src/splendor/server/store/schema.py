"""The tables of the database. A change here needs a step in migrations/versions; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("settings", Text, nullable=False),  # JSON, the seed of the deal included
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    # When the server itself has to do something, by the clock of the matches: a bot's decision, the end of a clock.
    Column("due", BigInteger),
    Column("listed_until", BigInteger),  # how long a public table that waits stands in the lobby
    Index("ix_matches_due", "due"),
    Index("ix_matches_lobby", "public", "status", "created"),
)

# The log: what is in it has happened. The key decides who was first.
entries = Table(
    "entries",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
)

chats = Table(
    "chats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("request", String(64)),
    Index("ix_chats_request", "match", "seat", "request", unique=True),  # said twice is said once
)

# Whom a seat does not want to hear: the newest row about each of the others counts.
mutes = Table(
    "mutes",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("other", Integer),
    Column("muted", Boolean, nullable=False),
    Column("request", String(64), nullable=False),
    Index("ix_mutes_request", "match", "seat", "request", unique=True),
)

# What was refused because it was not the time for it: a copy that comes later is refused, too.
refusals = Table(
    "refusals",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("owner", String(64), primary_key=True),  # of the seat that asked: the hash of its token
    Column("request", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),  # stands in logs for ever, so it says nothing of the name
    Column("key", String(32), nullable=False),  # the name as it is compared: without capitals
    Column("name", Text, nullable=False),
    Column("password", Text, nullable=False),  # argon2
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("joined", BigInteger, nullable=False),
    Index("ix_accounts_key", "key", unique=True),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("expires", BigInteger),  # none: until it is taken back
)

# Which matches an account takes part in.
taking_part = Table(
    "taking_part",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
)

# When a server was there last, and how long none was, all in all: one row.
uptime = Table(
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seen", BigInteger, nullable=False),
    Column("down", BigInteger, nullable=False),
)

# Matches whose result is in the ratings already.
rated = Table("rated", metadata, Column("match", ForeignKey("matches.id"), primary_key=True))
