"""Work that goes on beside whatever asked for it."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from splendor.errors import SplendorError

log = logging.getLogger("splendor.server")


class Tasks:
    """What a host has under way. What fails is logged, and nobody else is disturbed."""

    def __init__(self) -> None:
        self.under_way: set[asyncio.Task[None]] = set()

    def soon(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin something."""
        task = asyncio.get_running_loop().create_task(work)
        self.under_way.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self.under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, SplendorError) else logging.ERROR
            log.log(level, "a task failed", extra={"reason": type(error).__name__})

    async def finish(self, seconds: float) -> None:
        """Wait until all is done, though not for ever."""
        if self.under_way:
            await asyncio.wait(self.under_way, timeout=seconds)
