"""The streams of JSON lines: a match as a program follows it, and the matches that wait for an account."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress

from litestar import get
from litestar.response import Stream

from splendor.server import wire
from splendor.server.limits import STREAMS
from splendor.server.routes.asking import REFUSALS, Asked, MatchId, acting, address, bearer
from splendor.server.routes.playing import Since, heard
from splendor.server.service import LOOK_AFTER, Asking, Running, Service
from splendor.server.wire import Refused

HEARTBEAT = 10.0  # seconds without a word, after which a stream sends an empty line
NDJSON = "application/x-ndjson"


@get("/matches/{match_id:str}/stream", tags=["programs"], responses=REFUSALS, media_type=NDJSON)
async def stream(
    request: Asked,
    service: Running,
    match_id: MatchId,
    since: Since = None,
) -> Stream:
    """What a socket would tell, as JSON lines; an empty line says that the server is still there."""
    match = await service.host.current(match_id)
    asking = await service.asking(bearer(request), match)
    return _streaming(request, service, _news(service, match_id, asking, since))


@get("/account/stream", tags=["programs"], responses=REFUSALS, media_type=NDJSON)
async def account_stream(request: Asked, service: Running) -> Stream:
    """A line for every match in which it is this account's turn, as it happens; empty lines say that all is well."""
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
                    yield wire.encode(wire.refusing(error)) + b"\n"

    return Stream(counted(), media_type=NDJSON)


async def _news(service: Service, match: str, asking: Asking, since: int | None) -> AsyncGenerator[bytes]:
    async for message in heard(service, match, asking, since, HEARTBEAT):
        yield wire.encode(message) + b"\n" if message else b"\n"


async def _turns(service: Service, asking: Asking) -> AsyncGenerator[bytes]:
    told: set[tuple[str, int]] = set()
    while not service.closing.is_set():
        await service.still(asking)
        waiting = await service.turns(asking.account)
        new = [turn for turn in waiting if (turn.match, turn.version) not in told]
        told = {(turn.match, turn.version) for turn in waiting}
        yield b"".join(wire.encode(turn) + b"\n" for turn in new) or b"\n"
        with suppress(TimeoutError):
            await asyncio.wait_for(service.closing.wait(), LOOK_AFTER)


ROUTES = [stream, account_stream]
