"""Everything a running server process has: its database, host, limits and figures; and who is asking."""

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from litestar.di import NamedDependency

from splendor.errors import SplendorError
from splendor.game import Game
from splendor.server import bots, store, wire
from splendor.server.bots import LocalThinker, Thinker
from splendor.server.cluster import QueuedThinker, RedisBus
from splendor.server.crowd import Crowd
from splendor.server.figures import Figures, Timed
from splendor.server.hosting import Bus, Host
from splendor.server.limits import ALL_HINTS, HINTS, LIMITS, SOCKETS, AtOnce, Limiter
from splendor.server.match import Match, hashed
from splendor.server.store import Store
from splendor.server.wire import Refusal, Refused

log = logging.getLogger("splendor.server")

T = TypeVar("T")

LOOK_AFTER = 1.0  # seconds between two rounds of what is overdue
BEAT = 2.0  # seconds between two signs that a server is there
ANSWER_WITHIN = 2.0  # seconds for the database and Redis, when somebody asks how they are
STOP_WITHIN = 0.5  # seconds for what looks after matches; a database that hangs is not waited for
SHOWN = 100  # newest matches of an account


@dataclass(frozen=True)
class Config:
    """What an operator chooses."""

    database: str
    redis: str | None = None
    workers: int = 1
    """Processes in which bots think; none with Redis, where `splendor worker` thinks."""
    origins: frozenset[str] = frozenset()
    """Pages of other hosts that may open a socket, such as `https://club.example`."""
    sockets: int = SOCKETS
    """Open sockets of one address; a club behind one router needs more."""
    levels: dict[str, str] = field(default_factory=dict)
    """Further bots by name: the spec of each."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks: the account, if any, and the seat in the match asked about, if any, with whose it is."""

    account: str = ""
    name: str = ""
    """The account's name as it is shown."""
    seat: int | None = None
    owner: str = ""
    login: str = ""
    """The hash of the token, where it is one that the account may take back."""
    program: bool = False
    """Whether that token was made for a program."""


class Service:
    """One server process."""

    def __init__(self, config: Config, database: Store, thinker: Thinker, bus: Bus | None = None) -> None:
        self.config = config
        self.database = database
        self.levels = bots.levels(config.levels)
        self.thinker = thinker
        self.figures = Figures()
        self.host = Host(database, Timed(thinker, self.figures), bus=bus, levels=self.levels)
        self.figures.matches.set_function(lambda: len(self.host.lives))
        self.limiters = {name: Limiter(limit) for name, limit in LIMITS.items()}
        self.sockets, self.streams, self.hints = AtOnce(), AtOnce(), AtOnce()
        self.crowd = Crowd()
        """Those who connect, send a message over a live connection or look on."""
        self.loaded = asyncio.Event()
        """The machine code of the rules is there; until then requests wait, and the page and `/health` do not."""
        self.closing = asyncio.Event()

    @property
    def ready(self) -> bool:
        """Whether requests are answered at once."""
        return self.loaded.is_set() and not self.closing.is_set()

    def close(self) -> None:
        """Say goodbye to whoever listens; what is under way comes to its end."""
        self.closing.set()
        self.host.wake_all()

    # --- how it is ------------------------------------------------------------------------------------------------
    async def health(self) -> wire.Health:
        """What this process depends on, each by itself. Without workers people still play; without Redis they would
        not hear of each other in time."""
        if not self.ready:
            return wire.Health("starting")
        told = wire.Health("ok", database="ok")
        if await self._answers(self.host.run(store.ping)) is None:
            told.status, told.database, told.reason = "failing", "failing", "the database does not answer"
        if isinstance(self.thinker, QueuedThinker):
            told.workers = await self._answers(self.thinker.workers())
            told.redis = "failing" if told.workers is None else "ok"
            if told.redis == "failing":
                told.status, told.reason = "failing", told.reason or "Redis does not answer"
            elif not told.workers:
                told.reason = told.reason or "no worker is there: bots do what comes first, and hints are refused"
        return told

    @staticmethod
    async def _answers(asked: Coroutine[Any, Any, Any]) -> Any:
        """What something answers that should do so at once; none if it does not."""
        with suppress(SplendorError, TimeoutError):
            async with asyncio.timeout(ANSWER_WITHIN):
                return await asked or 0
        return None

    async def measure(self) -> None:
        """What has to be asked for, when somebody collects figures."""
        if not isinstance(self.thinker, LocalThinker | QueuedThinker):
            return
        self.figures.workers.set(await self._answers(self.thinker.workers()) or 0)
        for queue, number in (await self._answers(self.thinker.waiting()) or {}).items():
            self.figures.waiting.labels(queue).set(number)

    # --- who is asking --------------------------------------------------------------------------------------------
    async def account_of(self, token: str) -> Asking | None:
        """Whoever acts for the account this token belongs to."""
        return await self._acting_for(hashed(token))

    async def _acting_for(self, digest: str) -> Asking | None:
        found = await self.host.run(store.token_owner, digest, self.host.clock())
        return Asking(found[0], found[1], login=digest, program=found[2]) if found else None

    async def asking(self, token: str | None, match: Match | None = None) -> Asking:
        """Who shows this token. A wrong one is refused, rather than taken for an onlooker's."""
        if not token:
            return Asking()
        if match is not None and (seat := match.seat_of(token)) is not None:
            return Asking(match.seats[seat].account, seat=seat, owner=match.owner(seat))
        account = await self.account_of(token)
        if account is None:
            raise Refused(Refusal.BAD_SEAT if match else Refusal.BAD_LOGIN, match.version if match else None)
        seat = match.seat_of_account(account.account) if match else None
        return replace(account, seat=seat, owner=match.owner(seat) if match else "")

    async def still(self, asking: Asking) -> None:
        """Refuse what is asked for with a token that was taken back since: a connection outlives its token."""
        if asking.login and await self._acting_for(asking.login) is None:
            raise Refused(Refusal.BAD_LOGIN)

    async def seated(self, token: str | None, match: Match) -> int:
        """The seat of whoever asks; refused if they have none."""
        seat = (await self.asking(token, match)).seat
        if seat is None:
            raise Refused(Refusal.BAD_SEAT, match.version)
        return seat

    async def left_before(self, token: str | None, match: Match, request_id: str) -> int | None:
        """The version after somebody left with this request, whose token has no seat any more."""
        version = match.left(hashed(token or ""), request_id)
        if version is None and token and (account := await self.account_of(token)):
            version = match.left(account.account, request_id)
        return version

    async def playing(self, account: str) -> dict[str, tuple[Match, int]]:
        """The matches that an account is playing, by their ids: each with its seat."""
        found = await self.host.run(store.matches_of, account, SHOWN, True)
        return {name: (await self.host.current(name), seat) for name, seat in found}

    def check(self, limit: str, key: str) -> None:
        """Count one more of something limited."""
        self.limiters[limit].check(key, time.monotonic())

    @contextmanager
    def connected(self, counter: AtOnce, address: str, most: int) -> Iterator[None]:
        """One of the few sockets or streams that stay open an address may have."""
        with counter.one(address, most), self.figures.sockets.track_inprogress():
            yield

    async def unless_closing(self, work: Coroutine[Any, Any, T]) -> T:
        """Something that takes a while; whoever waits for it when the server stops is told to come back."""
        working, closing = asyncio.ensure_future(work), asyncio.ensure_future(self.closing.wait())
        try:
            await asyncio.wait([working, closing], return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
            raise Refused(Refusal.UNAVAILABLE)
        finally:
            for one in (working, closing):
                one.cancel()
            await asyncio.gather(working, closing, return_exceptions=True)

    @contextmanager
    def advised(self, address: str) -> Iterator[None]:
        """One of the few hints that are thought of at a time, for an address and for all."""
        self.check("advice", address)
        with self.hints.one(address, HINTS), self.hints.one("all", ALL_HINTS):
            yield

    # --- as long as it runs ---------------------------------------------------------------------------------------
    def load(self) -> None:
        """Load the rules in a thread of their own. At the very first start they are compiled, which takes a while."""
        loop = asyncio.get_running_loop()

        def work() -> None:
            load_rules()
            with suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(self.loaded.set)

        threading.Thread(target=work, daemon=True).start()

    async def look_after(self) -> None:
        """Again and again: what is overdue."""
        await self._first(self.loaded, self.closing)
        while not self.closing.is_set():
            await self._try(self.host.look_after(), "looking after matches failed")
            await self._pause(LOOK_AFTER)

    async def beat(self) -> None:
        """Again and again: a sign that a server is there, and answers."""
        await self._first(self.loaded, self.closing)
        while not self.closing.is_set():
            await self._try(self.host.beat(), "no sign that a server is there could be given")
            await self._pause(BEAT)

    @staticmethod
    async def _try(work: Coroutine[Any, Any, None], complaint: str) -> None:
        """Whatever goes wrong this time, there is a next time."""
        try:
            await work
        except Refused as error:
            log.warning(complaint, extra={"refusal": error.refusal})
        except Exception as error:
            log.error(complaint, exc_info=error)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.closing.wait(), seconds)

    @staticmethod
    async def _first(*events: asyncio.Event) -> None:
        waiting = [asyncio.ensure_future(event.wait()) for event in events]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()


def load_rules() -> None:
    """Do once what every match does."""
    game = Game(seed=1)
    game.play(game.legal_actions[0], seed=1)
    game.view(game.player).determinise(seed=1)


Running = NamedDependency[Service]
"""How a route asks for the service."""


@asynccontextmanager
async def running(config: Config, thinker: Thinker | None = None) -> AsyncIterator[Service]:
    """A server process from its start to its end; what was accepted is in the log by then."""
    async with store.opened(config.database) as database:
        bus = RedisBus(config.redis) if config.redis else None
        thinker = thinker or (QueuedThinker(config.redis) if config.redis else LocalThinker(config.workers))
        service = Service(config, database, thinker, bus)
        tasks = [asyncio.create_task(work) for work in (service.look_after(), service.beat())]
        listening = []
        if bus is not None:
            listening.append(asyncio.create_task(bus.listen(service.host.heard, service.host.missed)))
        service.load()
        try:
            yield service
        finally:
            service.close()
            await asyncio.wait(tasks, timeout=STOP_WITHIN)
            await service.host.close()
            for task in (*tasks, *listening):
                task.cancel()
            await asyncio.wait((*tasks, *listening), timeout=STOP_WITHIN)
            if bus is not None:
                await bus.close()
