"""What is said at a match, and who does not want to hear whom. Asked for twice with one request id, it is done once.

Before the start seats change hands: whoever writes something for a seat says at which version it belonged to whoever
asks, and `Conflict` says that the match has moved on.
"""

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from splendor.server.store.schema import chats, mutes
from splendor.server.store.versions import check_version
from splendor.server.wire import Chat


def say(
    connection: Connection,
    match: str,
    seat: int,
    request: str,
    at: int,
    name: str,
    said: str,
    version: int | None = None,
) -> int:
    """Keep what a seat said; its number."""
    if version is not None:
        check_version(connection, match, version)
    same = chats.c.match == match, chats.c.seat == seat, chats.c.request == request
    before: int | None = connection.execute(select(chats.c.number).where(*same)).scalar()
    if before is not None:
        return before
    number = _next(connection, chats, match)
    connection.execute(
        insert(chats).values(match=match, number=number, at=at, seat=seat, name=name, text=said, request=request)
    )
    return number


def mute(
    connection: Connection, match: str, seat: int, request: str, other: int, muted: bool, version: int | None = None
) -> None:
    """Let a seat hear no more of another, or hear it again."""
    if version is not None:
        check_version(connection, match, version)
    same = mutes.c.match == match, mutes.c.seat == seat, mutes.c.request == request
    if connection.execute(select(mutes.c.number).where(*same)).first() is not None:
        return
    number = _next(connection, mutes, match)
    connection.execute(
        insert(mutes).values(match=match, number=number, seat=seat, other=other, muted=muted, request=request)
    )


def _next(connection: Connection, table: Table, match: str) -> int:
    newest: int | None = connection.execute(select(func.max(table.c.number)).where(table.c.match == match)).scalar()
    return (newest or 0) + 1


def chats_since(
    connection: Connection, match: str, listener: int | None, number: int, limit: int
) -> tuple[list[Chat], int]:
    """What was said after a number, the newest `limit` of it that this seat wants to hear; and the newest number."""
    rows = connection.execute(
        select(chats)
        .where(chats.c.match == match, chats.c.number > number)
        .order_by(chats.c.number.desc())
        .limit(limit)
    ).all()
    deaf = muted(connection, match, listener) if rows and listener is not None else set()
    heard = [Chat(row.number, row.at, row.seat, row.name, row.text) for row in reversed(rows) if row.seat not in deaf]
    return heard, max([number, *(row.number for row in rows)])


def muted(connection: Connection, match: str, seat: int) -> set[int]:
    """Whom a seat does not want to hear."""
    rows = connection.execute(
        select(mutes.c.other, mutes.c.muted)
        .where(mutes.c.match == match, mutes.c.seat == seat, mutes.c.other.is_not(None))
        .order_by(mutes.c.number)
    )
    newest = {row.other: row.muted for row in rows}
    return {other for other, deaf in newest.items() if deaf}


def forget(connection: Connection, match: str, seat: int) -> None:
    """Somebody has left a seat: whoever comes next has asked for nothing yet, muted nobody, and is muted by nobody.

    That others have asked to mute the seat is remembered, though not whom: a late copy must not mute whoever comes.
    """
    connection.execute(update(chats).where(chats.c.match == match, chats.c.seat == seat).values(request=None))
    connection.execute(delete(mutes).where(mutes.c.match == match, mutes.c.seat == seat))
    connection.execute(update(mutes).where(mutes.c.match == match, mutes.c.other == seat).values(other=None))
