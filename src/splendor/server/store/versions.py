"""Writing something that holds for one version of a match, beside its log."""

from sqlalchemy import Connection, select

from splendor.server.store.database import Conflict
from splendor.server.store.schema import matches


def check_version(connection: Connection, match: str, version: int) -> None:
    """Go on only if the match stands where somebody saw it; until the transaction ends it cannot move on."""
    now = select(matches.c.version).where(matches.c.id == match).with_for_update(read=True)
    if connection.execute(now).scalar() != version:
        raise Conflict("the match has moved on.")
