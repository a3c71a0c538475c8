"""A recorded game, shown turn by turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from splendor.errors import SplendorError
from splendor.game import Game
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord
from splendor.terminal import paint
from splendor.terminal.menu import NUMERAL
from splendor.terminal.session import Reader
from splendor.terminal.table import draw
from splendor.terminal.words import YOU, join_names, one_sentence, tell


@dataclass(frozen=True, slots=True)
class Step:
    """One turn: its label, who, what in notation and in words, and the position after it."""

    label: str
    round: int
    seat: int
    actions: tuple[str, ...]
    told: tuple[str, ...]
    after: Game


class Replay:
    """The turns of a record, ready to be shown."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.names: Sequence[str] = record.names or [
            f"Player {letter}" for letter in SEAT_LETTERS[: record.setup.players]
        ]
        positions = iter(record.positions())
        self.start = before = next(positions)
        self.steps: list[Step] = []
        for turn in record.turns:
            told: list[str] = []
            for move in turn.moves:
                after = next(positions)
                told += tell(before, move.action, after, you=self.names[turn.seat] == YOU)
                before = after
            actions = tuple(str(move.action) for move in turn.moves)
            self.steps.append(Step(turn.label, turn.round, turn.seat, actions, tuple(told), before))

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        winners = self.record.result.winners
        return {
            "setup": self.record.setup.to_dict(),
            "names": list(self.names),
            "meta": self.record.meta,
            "turns": [self.turn_dict(number) for number in range(1, len(self.steps) + 1)],
            "prestige": list(self.record.result.prestige),
            "winners": None if winners is None else list(winners),
        }

    def turn_dict(self, number: int) -> dict[str, Any]:
        """One turn, as JSON can hold it."""
        step = self.step(number)
        return {
            "turn": number,
            "label": step.label,
            "round": step.round,
            "seat": step.seat,
            "name": self.names[step.seat],
            "actions": list(step.actions),
            "words": list(step.told),
            "prestige": [player.prestige for player in step.after.players],
        }

    def step(self, number: int) -> Step:
        """A turn by its number, from 1."""
        if not 1 <= number <= len(self.steps):
            raise SplendorError(f"there is no turn {number}: the record has {len(self.steps)} turns.")
        return self.steps[number - 1]

    # --- showing --------------------------------------------------------------------------------------------------
    def show(self, console: Console, number: int) -> None:
        """A turn in words and the table after it; 0 is the start."""
        if number == 0:
            console.print(Rule(self.record.setup.describe(), style=paint.QUIET))
            console.print(draw(self.start, self.names, console))
            return
        step = self.step(number)
        console.print(Rule(f"turn {number} of {len(self.steps)}", style=paint.QUIET))
        line = Text().append(f"{step.label} ", paint.QUIET).append(self.names[step.seat], paint.SEAT_STYLES[step.seat])
        console.print(line.append(f" {one_sentence(step.told)}."))
        console.print(Text("    ") + paint.with_gems(", ".join(step.actions)))
        console.print(draw(step.after, self.names, console))
        if number == len(self.steps):
            self._show_result(console)

    def show_all(self, console: Console) -> None:
        """Every turn after the other."""
        for number in range(len(self.steps) + 1):
            self.show(console, number)
            console.print()

    def _show_result(self, console: Console) -> None:
        winners = self.record.result.winners
        if winners is None:
            told = "The game is not finished."
        else:
            told = f"{join_names([self.names[seat] for seat in winners])} won."
        console.print(Text(told, paint.BRASS))

    def walk(self, console: Console, read: Reader) -> None:
        """Step through the turns: Enter for the next, p for the previous, a number, q to stop."""
        number = 0
        while True:
            self.show(console, number)
            number_or_none = self._next(console, read, number)
            if number_or_none is None:
                return
            number = number_or_none

    def _next(self, console: Console, read: Reader, number: int) -> int | None:
        while True:
            try:
                typed = read("Enter next, p previous, a turn's number, q quit> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                return None
            wanted = {"": number + 1, "n": number + 1, "p": number - 1}.get(typed)
            if typed in ("q", "quit") or (typed == "" and number == len(self.steps)):
                return None
            if wanted is None and NUMERAL.fullmatch(typed):
                wanted = int(typed)
            if wanted is not None and 0 <= wanted <= len(self.steps):
                return wanted
            console.print(Text(f"there is no such turn: 0 to {len(self.steps)}, p or q.", paint.WRONG))
