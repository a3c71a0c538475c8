"""Where the network finds cards and tiles in an observation, and which actions name one."""

from splendor.observation.pieces import BY_NAME
from splendor.rules.actions import FREE_CARD, LIFT, PLACE, PURCHASE, REMOVE, RESERVE
from splendor.rules.layout import HAND, SLOTS

MARKET, IN_HAND, OF_OTHERS = CARDS = tuple(BY_NAME[name] for name in ("market", "hand", "hands"))
"""A row for each card; the first number of a row says whether one lies there."""
TILES = tuple(BY_NAME[name] for name in ("nobles", "cities"))
"""What cards ask as well, a row each."""
THINGS = sum(piece.rows for piece in (*CARDS, *TILES))
"""Places of cards and tiles."""
OWNERS = OF_OTHERS.rows // HAND  # of the cards of others
REST = (slice(0, MARKET.slice.start), slice(IN_HAND.slice.stop, OF_OTHERS.slice.start))
"""Everything else."""
RESTING = sum(part.stop - part.start for part in REST)
BY_SLOT = {RESERVE: SLOTS, PURCHASE: SLOTS + HAND, PLACE: SLOTS, LIFT: SLOTS, REMOVE: SLOTS, FREE_CARD: 12}
"""Actions that name a card, and how many of them: a purchase may be from the hand, a free card is of level 1 or 2."""
