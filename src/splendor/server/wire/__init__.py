"""The messages: every word that goes to a client or comes from one, as msgspec structs. docs/server-api.md shows them.

Nothing else may be sent: `encode` takes a `Message`, and no message has a place for a `Game`. A table is made from a
`View` alone (`telling`), so what a seat may not know has no way out.

Names are those of the rules. Colours are white, blue, green, red, black, gold; amounts leave out what is zero. Cards
are named as they are printed in records: `1` to `90`, `O17-01`, `O25-30`; `GET /api/catalogue` tells the facts of
each. Seats count from 0 in turn order. Times are milliseconds since 1970, by the server's clock.

`from splendor.server import wire` has them all: `wire.Update`, `wire.Decide`. `words` holds what they share.
"""

# ruff: noqa: F403 -- a message that is added to one of these files is a message; there is no second list to keep
from splendor.server.wire.accounts import *
from splendor.server.wire.analysis import *
from splendor.server.wire.coding import *
from splendor.server.wire.decisions import *
from splendor.server.wire.happenings import *
from splendor.server.wire.matches import *
from splendor.server.wire.news import *
from splendor.server.wire.reading import *
from splendor.server.wire.refusals import *
from splendor.server.wire.requests import *
from splendor.server.wire.table import *
from splendor.server.wire.words import *
