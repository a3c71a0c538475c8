"""What a loss means: the mark of a decision, and the accuracy of a player.

A loss is the winning chance of the seat that decided after the best action found, less that after the action played;
0.1 are ten percentage points. The accuracy of a turn is `exp(-loss / 0.2)`: 100 % for the best action, 78 % for five
points lost, 61 % for ten, 37 % for twenty. A player's accuracy is the mean over their turns;
what several decisions of one turn lose is added up.
"""

from collections.abc import Iterable, Mapping
from math import exp
from typing import Literal

Mark = Literal["", "!!", "!", "?!", "?", "??"]

BLUNDER, MISTAKE, DUBIOUS = 0.20, 0.10, 0.05  # winning chance lost
ONLY, STRONG = 0.12, 0.06  # by how much the best action is better than the next one
TURNING = DUBIOUS  # a decision that loses less is no turning point
TURNING_POINTS = 5
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


def accuracies(players: int, losses: Iterable[tuple[int, int, float]]) -> tuple[float | None, ...]:
    """The accuracy of each seat, from the turn, the seat and the loss of each decision.

    >>> accuracies(2, [(0, 0, 0.0), (2, 0, 0.0)])
    (1.0, None)
    """
    turns: dict[tuple[int, int], float] = {}
    for turn, seat, loss in losses:
        turns[turn, seat] = turns.get((turn, seat), 0.0) + loss
    return tuple(accuracy(loss for (_, seat), loss in turns.items() if seat == wanted) for wanted in range(players))


def turning_points(losses: Mapping[int, float]) -> list[int]:
    """The decisions that lost most, by number, in the order of the game.

    >>> turning_points({0: 0.01, 3: 0.2, 8: 0.1})
    [3, 8]
    """
    worst = sorted(losses, key=lambda number: (-losses[number], number))[:TURNING_POINTS]
    return sorted(number for number in worst if losses[number] >= TURNING)
