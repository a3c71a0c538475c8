"""Matches and their logs."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, Integer, String, and_, bindparam, delete, insert, or_, select, update

from splendor.server.match import (
    AnyEntry,
    Claimed,
    Confirmed,
    Decided,
    Left,
    Match,
    Offered,
    Sat,
    Settings,
    Undone,
)
from splendor.server.store.accounts import rate
from splendor.server.store.refusals import TO_SIT_DOWN, check_refusals
from splendor.server.store.schema import accounts, entries, matches, taking_part
from splendor.server.store.talk import forget

BOT_GRACE = 5_000  # milliseconds a bot may think before another process thinks too
DAY = 86_400  # seconds; who has as long for a turn also waits longer for others to come
LISTED, LISTED_SLOW = DAY * 1000, 14 * DAY * 1000  # milliseconds a table that waits stands in the lobby

_entry: "msgspec.json.Decoder[AnyEntry]" = msgspec.json.Decoder(AnyEntry)
_settings = msgspec.json.Decoder(Settings)

# Put together once: making a statement takes longer than SQLite takes to carry it out.
_match: BindParameter[str] = bindparam("this")
_STAND = update(matches).where(matches.c.id == _match)
_SETTINGS = select(matches.c.settings).where(matches.c.id == _match)
_SINCE = (
    select(entries.c.body)
    .where(entries.c.match == _match, entries.c.version > bindparam("known"))
    .order_by(entries.c.version)
)
# An account that was deleted meanwhile takes part in nothing; its seats are played on with their own tokens.
_TAKE_PART = insert(taking_part).from_select(
    ["account", "match", "seat"],
    select(accounts.c.id, bindparam("this", type_=String), bindparam("place", type_=Integer)).where(
        accounts.c.id == bindparam("whose")
    ),
)
_LEAVE = delete(taking_part).where(taking_part.c.match == _match, taking_part.c.seat == bindparam("place"))
_OVERDUE = select(matches.c.id, matches.c.due).where(matches.c.due <= bindparam("at")).order_by(matches.c.due)
_LOBBY = (
    select(matches.c.id)
    .where(
        matches.c.public.is_(True),
        or_(
            matches.c.status == "playing",
            and_(matches.c.status == "waiting", matches.c.listed_until > bindparam("at")),
        ),
    )
    .order_by(matches.c.status.desc(), matches.c.created.desc())
    .limit(bindparam("most"))
)
_PLAYED = (
    select(taking_part.c.match, taking_part.c.seat)
    .join(matches, matches.c.id == taking_part.c.match)
    .where(taking_part.c.account == bindparam("whose"))
    .order_by(matches.c.created.desc())
    .limit(bindparam("most"))
)
_PLAYING = _PLAYED.where(matches.c.status == "playing")


def create(connection: Connection, settings: Settings, first: Sequence[AnyEntry]) -> None:
    """A new match with its first entries."""
    match = Match(settings, first)
    values = {
        "id": settings.match,
        "settings": msgspec.json.encode(settings).decode(),
        "public": settings.public,
        "created": settings.created,
    }
    connection.execute(insert(matches), values | _standing(match))
    for version, entry in enumerate(first, start=1):
        _write(connection, settings.match, version, entry)


def append(connection: Connection, after: Match, entry: AnyEntry, owner: str = "") -> None:
    """The next entry of a match, which then stands as `after`. The key (match, version) lets only one be the next.

    `owner` is whose seat asked for it, if one did; refused if that request was refused before.
    """
    match = after.settings.match
    connection.execute(_STAND, {"this": match} | _standing(after))  # first: it waits for whoever is speaking there
    if isinstance(entry, Sat) and entry.token:
        check_refusals(connection, match, entry.token, TO_SIT_DOWN, after.version - 1)
    elif entry.request_id and not isinstance(entry, Decided | Undone | Confirmed):
        check_refusals(connection, match, owner, entry.request_id, after.version - 1)
    _write(connection, match, after.version, entry)
    if after.result is not None and not isinstance(entry, Claimed | Offered):
        rate(connection, after)


def append_with_rematch(
    connection: Connection, after: Match, entry: AnyEntry, owner: str, settings: Settings, first: Sequence[AnyEntry]
) -> None:
    """The last wish for a rematch, and the rematch itself."""
    append(connection, after, entry, owner)
    create(connection, settings, first)


def _write(connection: Connection, match: str, version: int, entry: AnyEntry) -> None:
    body = msgspec.json.encode(entry).decode()
    connection.execute(insert(entries), {"match": match, "version": version, "body": body})
    if isinstance(entry, Sat | Claimed) and entry.account:
        connection.execute(_TAKE_PART, {"this": match, "place": entry.seat, "whose": entry.account})
    if isinstance(entry, Left):
        connection.execute(_LEAVE, {"this": match, "place": entry.seat})
        forget(connection, match, entry.seat)


def _standing(match: Match) -> dict[str, Any]:
    return {"status": match.status, "version": match.version, "due": due(match), "listed_until": listed_until(match)}


def due(match: Match) -> int | None:
    """When, by the clock of the matches, the server has to do something in this one, if nobody else does."""
    return match.changed + BOT_GRACE if match.bot else match.deadline


def listed_until(match: Match) -> int | None:
    """When a public table that still waits leaves the lobby: whoever made it has long gone, or has called it off."""
    settings, control = match.settings, match.settings.time_control
    if match.deserted or not settings.public:
        return None
    slow = control is not None and control.seconds >= DAY
    return settings.created + (LISTED_SLOW if slow else LISTED)


def load(connection: Connection, match: str) -> Match | None:
    """A match from its log."""
    row = connection.execute(_SETTINGS, {"this": match}).first()
    if row is None:
        return None
    return Match(_settings.decode(row.settings), since(connection, match, 0))


def since(connection: Connection, match: str, version: int) -> list[AnyEntry]:
    """The entries after a version."""
    rows = connection.execute(_SINCE, {"this": match, "known": version})
    return [_entry.decode(body) for body in rows.scalars()]


def lobby(connection: Connection, at: int, limit: int) -> list[str]:
    """Public matches that wait or are being played, those with an open seat first, then the newest."""
    return list(connection.execute(_LOBBY, {"at": at, "most": limit}).scalars())


def overdue(connection: Connection, at: int) -> list[tuple[str, int]]:
    """Matches in which the server has to do something, and since when."""
    return [(row.id, row.due) for row in connection.execute(_OVERDUE, {"at": at})]


def matches_of(connection: Connection, account: str, limit: int, playing: bool = False) -> list[tuple[str, int]]:
    """The matches of an account with its seat, newest first; or only those that are being played."""
    rows = connection.execute(_PLAYING if playing else _PLAYED, {"whose": account, "most": limit})
    return [(row.match, row.seat) for row in rows]
