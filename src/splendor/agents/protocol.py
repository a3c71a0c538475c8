"""What an agent is: something that chooses from a view, and may say why."""

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from splendor.action import Action
from splendor.game import LegalActions, View
from splendor.table.setup import Setup


@runtime_checkable
class Agent(Protocol):
    """Chooses one of the legal actions; all it may know of the game is the view of the seat that decides."""

    @property
    def name(self) -> str:
        """The spec string that makes this agent again: `greedy:style=nobles`."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """One of the legal actions; `legal` is never empty."""


@dataclass(frozen=True, slots=True)
class Option:
    """One action an agent thought about."""

    action: Action
    score: float
    """The agent's own measure; only differences between the options of one explanation mean something."""
    reason: str
    """A key such as `prestige`, `bonus`, `tempo` or `denial`: what speaks most for this action."""
    numbers: dict[str, float] = field(default_factory=dict)
    """The parts of the score by reason key, each compared with the average legal action."""
    target: int | None = None
    """The card this action works towards, by number."""
    visits: int | None = None
    """How often a search looked at it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an agent would choose what it chooses."""

    action: Action
    options: tuple[Option, ...]
    """The best few, best first; the first is the action chosen."""
    chances: tuple[float, ...] | None = None
    """Winning chances by seat, from agents that estimate them."""
    line: tuple[Action, ...] = ()
    """How the agent expects the game to go on."""


@runtime_checkable
class Explains(Agent, Protocol):
    """An agent that can say why."""

    def explain(self, view: View, legal: LegalActions) -> Explanation:
        """What `choose` would answer here, with the reasons."""


@runtime_checkable
class GetsReady(Agent, Protocol):
    """An agent with something to do before its first decision, such as compiling; whoever runs a clock asks first."""

    def get_ready(self) -> None:
        """Do it now; a second call does nothing."""


@runtime_checkable
class Follows(Agent, Protocol):
    """An agent that is told when a game begins and ends, and plays several of them."""

    def begin(self, setup: Setup, seat: int, seed: int | None = None) -> None:
        """A game begins."""

    def over(self, winners: list[int], prestige: list[int]) -> None:
        """It is over."""

    def close(self) -> None:
        """There will be no more."""
