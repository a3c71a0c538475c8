"""A whole game judged, decision by decision; each can be judged on its own, in any order and in any process."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from splendor.action import Action
from splendor.agents import Explains
from splendor.analysis.judging import DEFAULT_AGENT, Judgement, Option, explaining, judge
from splendor.analysis.marks import Mark, accuracies, mark, turning_points
from splendor.analysis.reasons import Reason
from splendor.errors import SplendorError
from splendor.game import View
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord

Progress = Callable[[int, int], None]
"""Told how many decisions are judged, and of how many."""


@dataclass(frozen=True, slots=True)
class Step:
    """A decision to be judged: where it stands in the game, what its seat saw, and what it chose."""

    number: int
    turn: int
    """The turn it belongs to, from 0."""
    label: str
    """Round and seat, such as `12B`."""
    view: View
    action: Action


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the game, judged."""

    number: int
    turn: int
    label: str
    judged: Judgement

    @property
    def mark(self) -> Mark:
        """`??` to `!!`."""
        return mark(self.judged.loss, self.judged.lead)


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game judged from the first decision to the last."""

    agent: str
    names: tuple[str, ...]
    decisions: tuple[Decision, ...]
    final: tuple[float, ...] | None
    """What everybody got in the end: 1 for the winner, shares of it for several; None if the game is not over."""

    @property
    def accuracies(self) -> tuple[float | None, ...]:
        """The accuracy of each seat; `marks` says what that is."""
        return accuracies(len(self.names), ((one.turn, one.judged.seat, one.judged.loss) for one in self.decisions))

    @property
    def turning_points(self) -> tuple[Decision, ...]:
        """The decisions that lost most, in the order of the game."""
        wanted = turning_points({one.number: one.judged.loss for one in self.decisions})
        return tuple(one for one in self.decisions if one.number in wanted)

    @property
    def graph(self) -> list[tuple[float, ...]]:
        """Winning chances of all seats before each turn, and what they got in the end."""
        firsts = {decision.turn: decision.judged.chances for decision in reversed(self.decisions)}
        points = [firsts[turn] for turn in sorted(firsts)]
        return [*points, self.final] if self.final else points

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return {
            "agent": self.agent,
            "names": list(self.names),
            "accuracy": [None if one is None else round(one, 4) for one in self.accuracies],
            "graph": [[round(chance, 4) for chance in point] for point in self.graph],
            "turning_points": [one.number for one in self.turning_points],
            "decisions": [
                {"number": one.number, "turn": one.turn, "label": one.label, "mark": one.mark, **as_dict(one.judged)}
                for one in self.decisions
            ],
        }


def steps_of(record: GameRecord) -> Iterator[Step]:
    """The decisions of a record, each as its seat saw it."""
    positions = record.positions()
    number = 0
    for place, turn in enumerate(record.turns):
        for move in turn.moves:
            before = next(positions)
            yield Step(number, place, turn.label, before.view(before.player), move.action)
            number += 1


def analyse(record: GameRecord, agent: Explains | None = None, progress: Progress | None = None) -> Analysis:
    """Judge every decision of a game.

    >>> from splendor import Game
    >>> game = Game(seed=1)
    >>> for action in ("take wug", "take rr", "reserve 2.3"):
    ...     game.play(action)
    >>> found = analyse(GameRecord.of(game), explaining("greedy"))
    >>> len(found.decisions), all(one.judged.loss >= 0 for one in found.decisions)
    (3, True)
    """
    agent = agent or explaining(DEFAULT_AGENT)
    total = record.actions
    decisions = []
    for step in steps_of(record):
        decisions.append(Decision(step.number, step.turn, step.label, judge(step.view, agent, step.action)))
        if progress is not None:
            progress(len(decisions), total)
    return summed_up(record, agent.name, decisions)


def summed_up(record: GameRecord, agent: str, decisions: list[Decision]) -> Analysis:
    """The analysis of a game from its decisions, wherever they were judged."""
    players = record.setup.players
    names = record.names or tuple(f"Player {letter}" for letter in SEAT_LETTERS[:players])
    winners = record.result.winners
    final = None if winners is None else tuple((seat in winners) / len(winners) for seat in range(players))
    return Analysis(agent, tuple(names), tuple(decisions), final)


def step_at(record: GameRecord, number: int) -> Step:
    """One decision of a record, by its number from 0."""
    if not 0 <= number < record.actions:
        raise SplendorError(f"there is no decision {number}: the record has {record.actions}, numbered from 0.")
    return next(step for step in steps_of(record) if step.number == number)


# --- as JSON can hold it ------------------------------------------------------------------------------------------
def as_dict(judged: Judgement) -> dict[str, Any]:
    """A judgement as plain values."""
    return {
        "seat": judged.seat,
        "chances": [round(chance, 4) for chance in judged.chances],
        "loss": round(judged.loss, 4),
        "played": None if judged.played is None else _option(judged.played),
        "options": [_option(option) for option in judged.options],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "action": option.action.number,
        "text": str(option.action),
        "value": round(option.value, 4),
        "reasons": [_reason(reason) for reason in option.reasons],
        "line": [{"seat": step.seat, "kind": step.deed.kind, **step.deed.values} for step in option.line],
    }


def _reason(reason: Reason) -> dict[str, Any]:
    return {"code": reason.code, **reason.values}
