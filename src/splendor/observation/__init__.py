"""What a seat sees as numbers: one fixed size for all set-ups, from the seat's own side, for learning programs.

>>> from splendor import Game, Setup
>>> from splendor import observation
>>> seen = observation.observe(Game(Setup(2), seed=1).view(0))
>>> seen.shape == (observation.SIZE,), seen.dtype.name
(True, 'float32')
>>> (7 * observation.named(seen)["bank"]["tokens"]).round().tolist()  # the number that becomes 1 is seven
[4.0, 4.0, 4.0, 4.0, 4.0, 5.0]
"""

from typing import Any

import numpy as np

from splendor.errors import SplendorError
from splendor.game import View
from splendor.observation.pieces import MOST, PIECES, SCALE, SIZE, VERSION, Field, Piece
from splendor.observation.writing import write, write_at

__all__ = [
    "MOST",
    "PIECES",
    "SCALE",
    "SIZE",
    "VERSION",
    "Field",
    "Piece",
    "named",
    "observe",
    "raw",
    "scaled",
    "write",
]


def observe(view: View) -> Any:
    """What the view's seat sees, as float32 numbers from 0 to 1."""
    return scaled(raw(view))


def raw(view: View) -> Any:
    """The same as 8-bit whole numbers, a quarter of the room; `scaled` makes an observation of them."""
    if view.seat is None:
        raise SplendorError("an onlooker has no seat to observe from; take the view of a player.")
    out = np.empty(SIZE, dtype=np.int8)
    write_at(view.record, 0, view.seat, out)
    return out


def scaled(numbers: Any) -> Any:
    """Whole numbers, of one observation or many, as float32 from 0 to 1."""
    return np.multiply(numbers, SCALE, dtype=np.float32)


def named(observation: Any) -> dict[str, dict[str, Any]]:
    """An observation, or many in rows, by piece and field; a piece of several rows has an axis for them."""
    observation = np.asarray(observation)
    result: dict[str, dict[str, Any]] = {}
    for piece in PIECES:
        rows = observation[..., piece.slice].reshape(*observation.shape[:-1], *piece.shape)
        rows = rows[..., 0, :] if piece.rows == 1 else rows
        places = [(one.name, piece.offset(one.name), one.size) for one in piece.fields]
        result[piece.name] = {name: rows[..., start : start + size] for name, start, size in places}
    return result
