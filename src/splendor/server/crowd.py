"""Taking turns: a crowd that all want something at once is served a few at a time, and others come in between."""

import asyncio
from collections import deque

AT_ONCE = 4  # go on in each round of the event loop


class Crowd:
    """A queue in front of work that is short but that hundreds may ask for in the same moment.

    The event loop finishes everything that is ready before it looks at new requests; a thousand messages that came
    together would keep all others waiting until the last of them is answered.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def turn(self) -> None:
        """Wait for one's turn, which comes with the next round of the event loop if nobody else waits."""
        loop = asyncio.get_running_loop()
        mine = loop.create_future()
        self._waiting.append(mine)
        if len(self._waiting) == 1:
            loop.call_soon(self._call_next)
        await mine

    def _call_next(self) -> None:
        called = 0
        while self._waiting and called < AT_ONCE:
            mine = self._waiting.popleft()
            if not mine.done():  # who was cancelled has left the queue
                mine.set_result(None)
                called += 1
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._call_next)
