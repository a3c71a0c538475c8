"""The streams of JSON lines: a match as a program follows it, and the matches that wait for an account."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress

from litestar import get
from litestar.response import Stream

from splendor.server import wire
from splendor.server.limits import STREAMS
from splendor.server.match import Match
from splendor.server.routes.asking import EITHER, TOKEN, Asked, MatchId, acting, address, bearer, refusals
from splendor.server.routes.playing import Since, heard
from splendor.server.service import LOOK_AFTER, Asking, Running, Service
from splendor.server.wire import Refusal, Refused

HEARTBEAT = 10.0  # seconds without a word, after which a stream sends an empty line
NDJSON = "application/x-ndjson"


@get(
    "/matches/{match_id:str}/stream",
    tags=["programs"],
    responses=refusals(Refusal.UNKNOWN_MATCH, Refusal.BAD_SEAT),
    security=EITHER,
    media_type=NDJSON,
)
async def stream(
    request: Asked,
    service: Running,
    match_id: MatchId,
    since: Since = None,
) -> Stream:
    """What a socket would tell, as JSON lines; an empty line says that the server is still there."""
    match = await service.host.newest(match_id)
    asking = await service.asking(bearer(request), match)
    return _streaming(request, service, _news(service, match_id, asking, since))


@get("/account/stream", tags=["programs"], responses=refusals(Refusal.BAD_LOGIN), security=TOKEN, media_type=NDJSON)
async def account_stream(request: Asked, service: Running) -> Stream:
    """A line when a match of this account begins, ends, or waits for it; empty lines say that all is well."""
    return _streaming(request, service, _turns(service, await acting(request, service)))


def _streaming(request: Asked, service: Service, lines: AsyncGenerator[bytes]) -> Stream:
    """Lines for as long as somebody listens; an address may have a few such streams, and is refused another at once."""
    where = address(request)
    service.streams.check(where, STREAMS)

    async def counted() -> AsyncIterator[bytes]:
        async with aclosing(lines):
            with service.connected(service.streams, where, STREAMS):
                try:
                    async for line in lines:
                        yield line
                except Refused as error:  # the token is worth nothing any more, or the database does not answer
                    yield wire.line(wire.refusing(error))

    return Stream(counted(), media_type=NDJSON)


async def _news(service: Service, match: str, asking: Asking, since: int | None) -> AsyncGenerator[bytes]:
    async for message in heard(service, match, asking, since, HEARTBEAT):
        yield wire.line(message) if message else b"\n"


async def _turns(service: Service, asking: Asking) -> AsyncGenerator[bytes]:
    """What happens to an account's matches, at once; and now and then a look for what got lost on the way."""
    before: dict[str, tuple[Match, int]] | None = None
    told: set[tuple[str, int]] = set()
    with service.host.account_heard(asking.account) as changed:
        while not service.closing.is_set():
            changed.clear()
            await service.still(asking)
            now = await service.playing(asking.account)
            news = [] if before is None else await _began_or_ended(service, before, now)
            waiting = {(name, match.version): seat for name, (match, seat) in now.items() if match.acting == seat}
            news += [wire.YourTurn(name, seat, version) for (name, version), seat in waiting.items()
                     if (name, version) not in told]  # fmt: skip
            before, told = now, set(waiting)
            yield b"".join(wire.line(one) for one in news) or b"\n"
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), LOOK_AFTER)


async def _began_or_ended(
    service: Service, before: dict[str, tuple[Match, int]], now: dict[str, tuple[Match, int]]
) -> list[wire.Message]:
    began: list[wire.Message] = [
        wire.Began(name, seat, match.version) for name, (match, seat) in now.items() if name not in before
    ]
    gone = [(await service.host.current(name), seat) for name, (_, seat) in before.items() if name not in now]
    return began + [
        wire.Ended(match.settings.match, seat, match.version, match.result) for match, seat in gone if match.result
    ]


ROUTES = [stream, account_stream]
