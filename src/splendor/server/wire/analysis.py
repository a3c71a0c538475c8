"""Looking back: a game step by step, how good each decision was, and why. Reasons are codes; clients have the words."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from splendor.server.wire.decisions import Choice
from splendor.server.wire.happenings import Happening
from splendor.server.wire.matches import View
from splendor.server.wire.words import Amounts

LARGEST_RECORD = 100_000  # characters of a record from outside; long games of four have some 10,000

Value = str | int | Amounts
Chance = Annotated[float, Meta(ge=0, le=1)]
Record = Annotated[str, Meta(min_length=1, max_length=LARGEST_RECORD, description="As text or JSON: docs/notation.md.")]
AnalysisLevel = Literal["quick", "standard", "deep", "network", "network_deep"]
First = Annotated[int, Meta(ge=0, le=10_000, description="The decision to begin with, from 0.")]


class Deed(Struct):
    """An action as the places of a sentence: `purchase` with a `card`, `take` with `tokens`."""

    kind: str
    values: dict[str, Value]
    slot: str | None
    """The place of the market it is about."""


class Reason(Struct):
    """A measured fact for an action, or against it: the sentence of its code says it, with these values."""

    code: str
    good: bool
    values: dict[str, Value]


class LineStep(Struct):
    """An action that is expected, and of which seat."""

    seat: int
    deed: Deed


class Option(Struct):
    """An action, and the winning chance of the seat that decides after it."""

    action: Choice
    deed: Deed
    chance: Chance
    reasons: list[Reason]
    line: list[LineStep]
    """How the game may go on, as far as it is about cards in sight."""


class Judged(Struct):
    """One decision of a game, judged from what its seat could see."""

    decision: int
    """From 0."""
    turn: int
    """The step of the review it belongs to."""
    seat: int
    chances: list[Chance]
    """Winning chances by seat before it."""
    loss: float
    """Winning chance given away against the best action found."""
    mark: Literal["", "!!", "!", "?!", "?", "??"]
    played: Option
    options: list[Option]
    """The best three."""


class Analysis(Struct):
    """Some decisions of a game judged, and what can be said of the whole so far."""

    level: AnalysisLevel
    total: int
    """Decisions of the game."""
    known: int
    """How many of them are judged by now."""
    decisions: list[Judged]
    accuracy: list[float | None]
    """By seat; docs/server-api.md says what it means."""
    turning_points: list[int]
    """The decisions that lost most."""


class Step(Struct):
    """The table before a turn, with everything revealed, and the turn that follows; the last step has none."""

    label: str | None
    """Round and seat: `12B`."""
    view: View
    turn: Happening | None
    decisions: list[int]
    """The numbers of the turn's decisions."""


class Review(Struct):
    """A game that is over, or a record: every step of it."""

    match: str | None
    date: str | None
    steps: list[Step]
    decisions: int
    """How many there are to be judged."""
    text: str
    """The record, to be kept: for people, and for programs."""
    json: str


class ReviewRecord(Struct, forbid_unknown_fields=True):
    """A record to look at."""

    record: Record


class AnalyseRecord(Struct, forbid_unknown_fields=True):
    """A record to judge; the same one as for the review."""

    record: Record
    level: AnalysisLevel = "network"
    first: First = 0
