"""What is kept, in SQLite or PostgreSQL. Each piece of work is a function of a plain connection, in one transaction.

`database` has what runs them; the simulation in the tests runs the same ones on a connection whose disk fails when it
likes. `matches` has those for matches and their logs, `refusals` those for requests that came too early, `talk` those
for chat, `accounts` those for accounts, `uptime` the one that shows that a server is there.
"""

from splendor.server.store.accounts import (
    account,
    account_named,
    add_account,
    add_login,
    add_program,
    drop_account,
    drop_program,
    drop_token,
    programs,
    set_password,
    token_owner,
)
from splendor.server.store.database import (
    Conflict,
    Database,
    Store,
    StoreFailed,
    open_store,
    opened,
    ping,
    storing,
    upgrade,
)
from splendor.server.store.matches import (
    append,
    append_with_rematch,
    create,
    due,
    load,
    lobby,
    matches_of,
    overdue,
    since,
)
from splendor.server.store.refusals import TO_SIT_DOWN, refuse
from splendor.server.store.talk import chats_since, mute, muted, say
from splendor.server.store.uptime import OUTAGE, beat

__all__ = [
    "OUTAGE", "TO_SIT_DOWN", "Conflict", "Database", "Store", "StoreFailed", "account", "account_named", "add_account",
    "add_login", "add_program", "append", "append_with_rematch", "beat", "chats_since", "create", "drop_account",
    "drop_program", "drop_token", "due", "load", "lobby", "matches_of", "mute", "muted", "open_store", "opened",
    "overdue", "ping", "programs", "refuse", "say", "set_password", "since", "storing", "token_owner", "upgrade",
]  # fmt: skip
