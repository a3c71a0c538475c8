"""How processes tell each other that something has happened."""

from typing import Any, Protocol


class Bus(Protocol):
    """Carries short notices to the other processes; no notice holds anything of a game."""

    async def publish(self, notice: dict[str, Any]) -> None:
        """Tell all processes, this one included or not."""


class Alone:
    """The bus of a server with one process."""

    async def publish(self, notice: dict[str, Any]) -> None:
        """Nobody else is there."""
