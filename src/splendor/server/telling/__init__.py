"""What a seat sees, as a message. Everything here is made from a `View`, which holds nothing the seat may not know.

`tables` has the table, `decisions` what is asked, `choices` the actions among which a seat may choose, `moves` what is
different between two views; `seen` a view that remembers what was read of it.
"""

from splendor.server.telling.choices import choice
from splendor.server.telling.decisions import confirmation, decision
from splendor.server.telling.moves import changes
from splendor.server.telling.seen import Seen
from splendor.server.telling.tables import card, catalogue, reserved, table

__all__ = ["Seen", "card", "catalogue", "changes", "choice", "confirmation", "decision", "reserved", "table"]
