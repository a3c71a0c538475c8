"""What a server does by itself: it lets bots decide, ends what ran out of time, forgets what nobody looks at."""

import logging
from contextlib import suppress

from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.server import store
from splendor.server.hosting.keeping import Keeping
from splendor.server.hosting.live import Live
from splendor.server.match import STAND_IN, Match
from splendor.server.store import Conflict
from splendor.server.wire import Refused

log = logging.getLogger("splendor.server")

IDLE = 120_000  # milliseconds after which a match nobody looks at leaves the memory


class LookingAfter(Keeping):
    """Matches that go on without anybody's request."""

    # --- bots -----------------------------------------------------------------------------------------------------
    def _follow(self, live: Live) -> None:
        """Let a bot think if it is its turn."""
        if live.match.bot and not live.is_thinking:
            live.thinking = self.tasks.soon(self._let_bots_decide(live))

    async def _let_bots_decide(self, live: Live) -> None:
        while bot := live.match.bot:
            version = live.match.version
            number = await self._choose(live.match, *bot)
            try:
                async with live.lock:
                    await self._catch_up(live)
                    at = await self._time(live)
                    if live.match.version == version:
                        entry = live.match.decide(bot[0], [number], version, at, seeds=self.seeds)
                        await self._append(live, entry)
            except Conflict:
                continue
            except Refused as error:
                log.warning("a bot's decision was refused", extra={"refusal": error.refusal})
                return  # the round of what is overdue comes back to it

    async def _choose(self, match: Match, seat: int, agent: str) -> int:
        """What the bot chooses; if it cannot, any legal action: nobody waits for a bot that failed."""
        view = match.game_view(seat)
        try:
            number = await self.thinker.choose(pack(view), seat, self.levels.get(agent, self.levels[STAND_IN]))
            if number in view.legal_actions:
                return number
        except SplendorError as error:
            log.error("a bot failed", extra={"agent": agent, "reason": type(error).__name__})
        return view.legal_actions[self.seeds() % len(view.legal_actions)].number

    # --- what is overdue ------------------------------------------------------------------------------------------
    async def look_after(self) -> None:
        """What is overdue, in whichever process it should have happened; and what nobody needs in memory."""
        for match, due in await self.run(store.overdue, await self.matches_clock()):
            if self._is_thought_of(match, due):
                continue
            try:
                await self._look_after(match)
            except Refused as error:
                log.warning("a match waits", extra={"match": match, "refusal": error.refusal})
            except Exception as error:  # whatever is wrong with one match is no matter for the others
                log.error("a match cannot be looked after", exc_info=error, extra={"match": match})
        self._forget(self.clock())

    def _forget(self, now: int) -> None:
        """Whatever nobody looks at leaves the memory; the log has it."""
        for match, live in list(self.lives.items()):
            if live.idle and now - live.used > IDLE:
                del self.lives[match]

    def _is_thought_of(self, match: str, due: int) -> bool:
        """Whether a bot thinks here about a match that still stands as the log has it."""
        live = self.lives.get(match)
        return live is not None and live.is_thinking and store.due(live.match) == due

    async def _look_after(self, match: str) -> None:
        live = await self.live(match)
        live.doubt()
        await self._time_out(live)
        self._follow(live)

    async def _time_out(self, live: Live) -> None:
        async with live.lock:
            await self._catch_up(live)
            entry = live.match.time_out(await self._time(live))
            if entry is not None:
                with suppress(Conflict):
                    await self._append(live, entry)
