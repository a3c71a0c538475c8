"""A place at the match and who sits there."""

from dataclasses import dataclass
from typing import Literal

STAND_IN = "league"  # the level that decides for those who resigned or are gone


@dataclass
class Seat:
    """A place and who sits there."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    token: str = ""
    agent: str = ""
    account: str = ""
    stand_in: bool = False
    resigned: bool = False
    rematch: bool = False
    left: int = 0
    """Milliseconds on the clock when it began to run last."""

    @property
    def bot(self) -> str:
        """The agent that decides here; empty where a person does."""
        if self.kind == "bot":
            return self.agent
        return STAND_IN if self.stand_in or self.resigned else ""
