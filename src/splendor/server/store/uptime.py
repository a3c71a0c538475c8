"""Whether a server is there: when one was last, and how long none was, all in all.

The clocks of matches stand still meanwhile: nobody loses time to a server that was not there.
"""

from sqlalchemy import Connection, insert, select, update

from splendor.server.store.schema import uptime

OUTAGE = 5_000  # milliseconds without a sign of any server after which none was there

_ROW = select(uptime).with_for_update()  # of two processes that come back together, one finds the outage
_BEGIN = insert(uptime).values(id=1)
_STAND = update(uptime)


def beat(connection: Connection, at: int, outage: int = OUTAGE) -> int:
    """A server is there; returns how long none was, all in all. Any process may find an outage, and only one does."""
    row = connection.execute(_ROW).first()
    if row is None:
        connection.execute(_BEGIN, {"seen": at, "down": 0})
        return 0
    gap = at - row.seen
    down: int = row.down + (gap if gap > outage else 0)
    if gap > 0:  # otherwise another process was there later
        connection.execute(_STAND, {"seen": at, "down": down})
    return down
