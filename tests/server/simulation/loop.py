"""An event loop whose clock jumps to whatever comes next: hours pass in no time, and always in the same order."""

import asyncio
import selectors
from typing import Any


class Deadlock(AssertionError):
    """Nothing is left that could ever happen, and somebody still waits."""


class _Leap(selectors.BaseSelector):
    """Waits for nothing: the time that would be waited is added to the clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self._keys: dict[Any, Any] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> Any:
        self._keys[fileobj] = key = selectors.SelectorKey(fileobj, 0, events, data)
        return key

    def unregister(self, fileobj: Any) -> Any:
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Deadlock("the simulation waits for something that cannot happen")
        self.now += max(0.0, timeout)
        return []

    def get_map(self) -> Any:
        return self._keys


class SimulatedLoop(asyncio.SelectorEventLoop):
    """The loop with such a clock."""

    def __init__(self) -> None:
        self._leap = _Leap()
        super().__init__(self._leap)

    def time(self) -> float:
        return self._leap.now
