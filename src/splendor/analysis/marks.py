"""What a loss means: the mark of a decision, and the accuracy of a player.

A loss is the winning chance of the seat that decided after the best action found, less that after the action played;
0.1 are ten percentage points. The accuracy of a turn is `exp(-loss / 0.2)`: 100 % for the best action, 78 % for five
points lost, 61 % for ten, 37 % for twenty. A player's accuracy is the mean over their turns; what several decisions of one
turn lose is added up.
"""

from collections.abc import Iterable
from math import exp
from typing import Literal

Mark = Literal["", "!!", "!", "?!", "?", "??"]

BLUNDER, MISTAKE, DUBIOUS = 0.20, 0.10, 0.05  # winning chance lost
ONLY, STRONG = 0.12, 0.06  # by how much the best action is better than the next one
TURNING = DUBIOUS  # a turn that loses less is no turning point
SCALE = 0.2


def mark(loss: float, lead: float = 0.0) -> Mark:
    """The sign chess players put behind a move; `lead` is how much worse the next best action is.

    >>> mark(0.13), mark(0.0, lead=0.07), mark(0.01)
    ('?', '!', '')
    """
    for least, sign in ((BLUNDER, "??"), (MISTAKE, "?"), (DUBIOUS, "?!")):
        if loss >= least:
            return sign  # type: ignore[return-value]
    if loss == 0:
        return "!!" if lead >= ONLY else "!" if lead >= STRONG else ""
    return ""


def accuracy(losses: Iterable[float]) -> float | None:
    """The accuracy of a player from what each of their turns lost; None without a turn.

    >>> accuracy([0.0, 0.0])
    1.0
    """
    found = [exp(-max(0.0, loss) / SCALE) for loss in losses]
    return sum(found) / len(found) if found else None
