"""Matches and their logs."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from splendor.server.match import AnyEntry, Claimed, Left, Match, Offered, Sat, Settings
from splendor.server.schema import entries, matches, taking_part
from splendor.server.store.accounts import rate

BOT_GRACE = 5_000  # milliseconds a bot may think before another process thinks too

_entry: "msgspec.json.Decoder[AnyEntry]" = msgspec.json.Decoder(AnyEntry)
_settings = msgspec.json.Decoder(Settings)


def create(connection: Connection, settings: Settings, first: Sequence[AnyEntry]) -> None:
    """A new match with its first entries."""
    match = Match(settings, first)
    connection.execute(
        insert(matches).values(
            id=settings.match,
            settings=msgspec.json.encode(settings).decode(),
            public=settings.public,
            created=settings.created,
            **_standing(match),
        )
    )
    for version, entry in enumerate(first, start=1):
        _write(connection, settings.match, version, entry)


def append(connection: Connection, after: Match, entry: AnyEntry) -> None:
    """The next entry of a match, which then stands as `after`. The key (match, version) lets only one be the next."""
    match = after.settings.match
    _write(connection, match, after.version, entry)
    connection.execute(update(matches).where(matches.c.id == match).values(**_standing(after)))
    if after.result is not None and not isinstance(entry, Claimed | Offered):
        rate(connection, after)


def append_with_rematch(
    connection: Connection, after: Match, entry: AnyEntry, settings: Settings, first: Sequence[AnyEntry]
) -> None:
    """The last wish for a rematch, and the rematch itself."""
    append(connection, after, entry)
    create(connection, settings, first)


def _write(connection: Connection, match: str, version: int, entry: AnyEntry) -> None:
    body = msgspec.json.encode(entry).decode()
    connection.execute(insert(entries).values(match=match, version=version, body=body))
    if isinstance(entry, Sat | Claimed) and entry.account:
        connection.execute(insert(taking_part).values(account=entry.account, match=match, seat=entry.seat))
    if isinstance(entry, Left):
        gone = taking_part.c.match == match, taking_part.c.seat == entry.seat
        connection.execute(delete(taking_part).where(*gone))


def _standing(match: Match) -> dict[str, Any]:
    return {"status": match.status, "version": match.version, "due": due(match)}


def due(match: Match) -> int | None:
    """When the server has to do something in this match, if nobody else does."""
    return match.changed + BOT_GRACE if match.bot else match.deadline


def load(connection: Connection, match: str) -> Match | None:
    """A match from its log."""
    row = connection.execute(select(matches.c.settings).where(matches.c.id == match)).first()
    if row is None:
        return None
    return Match(_settings.decode(row.settings), since(connection, match, 0))


def since(connection: Connection, match: str, version: int) -> list[AnyEntry]:
    """The entries after a version."""
    rows = connection.execute(
        select(entries.c.body).where(entries.c.match == match, entries.c.version > version).order_by(entries.c.version)
    )
    return [_entry.decode(row.body) for row in rows]


def lobby(connection: Connection, limit: int) -> list[str]:
    """Public matches that wait or are being played, those with an open seat first, then the newest."""
    rows = connection.execute(
        select(matches.c.id)
        .where(matches.c.public.is_(True), matches.c.status.in_(["waiting", "playing"]))
        .order_by(matches.c.status.desc(), matches.c.created.desc())
        .limit(limit)
    )
    return [row.id for row in rows]


def overdue(connection: Connection, at: int, limit: int) -> list[str]:
    """Matches in which the server has to do something."""
    rows = connection.execute(select(matches.c.id).where(matches.c.due <= at).order_by(matches.c.due).limit(limit))
    return [row.id for row in rows]


def matches_of(connection: Connection, account: str, limit: int) -> list[tuple[str, int]]:
    """The matches of an account with its seat, newest first."""
    rows = connection.execute(
        select(taking_part.c.match, taking_part.c.seat)
        .join(matches, matches.c.id == taking_part.c.match)
        .where(taking_part.c.account == account)
        .order_by(matches.c.created.desc())
        .limit(limit)
    )
    return [(row.match, row.seat) for row in rows]
