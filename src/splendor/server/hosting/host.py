"""The host: everything a process does with its matches."""

from splendor.server import wire
from splendor.server.hosting.listening import Listening
from splendor.server.hosting.requests import before, check_gone, entry_for
from splendor.server.match import AnyEntry

FINISH = 0.5  # seconds for what is under way when a process stops; what is written is written, and the log has it


class Host(Listening):
    """The matches of this process, and the requests of those who sit there."""

    async def submit(self, match: str, seat: int, command: wire.Command, owner: str | None = None) -> wire.Answer:
        """Carry out a request of a seat, once; `owner` is whose seat it was when the request was let in."""
        live = await self.live(match)
        live.heard_of(seat, self.clock())
        earlier: int | None = None

        def make(at: int) -> AnyEntry | None:
            nonlocal earlier
            earlier = before(live.match, seat, command, owner)
            if earlier is not None:
                return None
            if isinstance(command, wire.StandIn):
                check_gone(live, seat, command, self.clock())
            return entry_for(live.match, seat, command, at, self.seeds, self.levels)

        async with live.lock:
            if getattr(command, "expected_version", 0) > live.match.version:
                live.doubt()  # the client has heard more than this process
            await self._insist(live, make)
            return wire.Answer(live.match.version if earlier is None else earlier, command.request_id)

    async def close(self) -> None:
        """Let what is under way come to its end; bots stop thinking."""
        for live in self.lives.values():
            if live.thinking:
                live.thinking.cancel()
        await self.tasks.finish(FINISH)
        await self.thinker.close()
