"""The host: everything a process does with its matches."""

from collections.abc import Callable
from contextlib import suppress

from splendor.server import store, wire
from splendor.server.hosting.keeping import ATTEMPTS
from splendor.server.hosting.listening import Listening
from splendor.server.hosting.live import Live
from splendor.server.hosting.requests import before, check_gone, check_not_resigned, entry_for
from splendor.server.match import AnyEntry, Match, Sat, hashed
from splendor.server.store import Conflict
from splendor.server.wire import Refusal, Refused

OF_A_TURN = wire.Decide | wire.Undo | wire.Confirm
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
            entry = entry_for(live.match, seat, command, at, self.seeds, self.levels)
            if isinstance(command, OF_A_TURN):
                check_not_resigned(live.match, seat)
            return entry

        async with live.lock:
            if isinstance(command, OF_A_TURN):
                if command.expected_version > live.match.version:
                    live.doubt()  # the client has heard more than this process
                await self._insist(live, make)
            else:
                await self._carry_out_or_refuse(live, lambda: live.match.owner(seat), command.request_id, make)
            return wire.Answer(live.match.version if earlier is None else earlier, command.request_id)

    async def join(self, match: str, token: str, sit: Callable[[Match, int], Sat | None]) -> Match:
        """Let somebody take a seat with a token that a request leads to, once."""
        live = await self.live(match)
        async with live.lock:
            await self._carry_out_or_refuse(
                live, lambda: hashed(token), store.TO_SIT_DOWN, lambda at: sit(live.match, at)
            )
            return live.match

    async def _carry_out_or_refuse(
        self, live: Live, owner: Callable[[], str], request_id: str, make: Callable[[int], AnyEntry | None]
    ) -> None:
        """Of two copies of a request, one must not be refused and the other carried out: a refusal is written, too."""
        for _ in range(ATTEMPTS):
            try:
                return await self._insist(live, make)
            except Refused as error:
                if error.refusal is not Refusal.NOT_NOW:  # for any other reason it is refused for good, or not judged
                    raise
                match = live.match
                values = match.settings.match, owner(), request_id, self.clock(), match.version
                with suppress(Conflict):
                    await self.run(store.refuse, *values)
                    raise
                live.doubt()  # the match has moved on: it may be possible now
        raise Refused(Refusal.UNAVAILABLE, live.match.version)

    async def close(self) -> None:
        """Let what is under way come to its end; bots stop thinking."""
        for live in self.lives.values():
            if live.thinking:
                live.thinking.cancel()
        await self.tasks.finish(FINISH)
        await self.thinker.close()
