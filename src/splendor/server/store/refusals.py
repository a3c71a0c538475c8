"""What was refused because it was not the time for it stays refused, whenever and to whichever process a copy comes.

Requests that name the version they are for need none of this: their copies are stale.
"""

from sqlalchemy import Connection, delete, insert, select

from splendor.server.store.schema import refusals
from splendor.server.store.versions import check_version
from splendor.server.wire import Refusal, Refused

KEPT = 3_600_000  # milliseconds: no copy comes as late as that
TO_SIT_DOWN = "sit"  # kept in place of the request's id, which is secret; the hash of the token it leads to says enough


def refuse(connection: Connection, match: str, owner: str, request: str, at: int, version: int) -> None:
    """Keep that a request of whoever owns a seat was refused at this version; `Conflict` if the match has moved on."""
    check_version(connection, match, version)
    connection.execute(delete(refusals).where(refusals.c.match == match, refusals.c.at < at - KEPT))
    if not _is_refused(connection, match, owner, request):
        connection.execute(insert(refusals), {"match": match, "owner": owner, "request": request, "at": at})


def check_refusals(connection: Connection, match: str, owner: str, request: str, version: int) -> None:
    """Carry nothing out that was refused before."""
    if _is_refused(connection, match, owner, request):
        detail = "request_id: this one was refused before; ask anew with another one."
        raise Refused(Refusal.NOT_NOW, version, detail=detail)


def _is_refused(connection: Connection, match: str, owner: str, request: str) -> bool:
    same = refusals.c.match == match, refusals.c.owner == owner, refusals.c.request == request
    return connection.execute(select(refusals.c.at).where(*same)).first() is not None
