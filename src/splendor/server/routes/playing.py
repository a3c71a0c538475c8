"""What the socket, the streams and the routes of a match share: carrying out what a seat asks, and hearing the news."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Annotated

from litestar.params import QueryParameter

from splendor.server import wire
from splendor.server.accounts import can_be_seen
from splendor.server.hosting import Listener
from splendor.server.service import Asking, Service
from splendor.server.wire import Refusal, Refused

Since = Annotated[int | None, QueryParameter(ge=0, description="The version seen last.")]


async def carry_out(
    service: Service, match: str, place: Asking, request: wire.Command | wire.Say | wire.Mute
) -> wire.Answer:
    """Carry out a request of a seat, and count it."""
    if place.seat is None:
        raise Refused(Refusal.BAD_SEAT, request_id=request.request_id)
    start = time.monotonic()
    outcome = "done"
    try:
        match request:
            case wire.Say() | wire.Mute():
                return await talk(service, match, place.seat, place.owner, request)
            case _:
                return await service.host.submit(match, place.seat, request, place.owner)
    except Refused as error:
        outcome, error.request_id = error.refusal, request.request_id
        raise
    finally:
        service.figures.requests.labels(outcome).inc()
        service.figures.seconds.observe(time.monotonic() - start)


async def talk(service: Service, match: str, seat: int, owner: str, request: wire.Say | wire.Mute) -> wire.Answer:
    """Say something at the table, or hear somebody no more: whoever asks has to sit there still."""
    service.check("chat", f"{match} {seat}")
    if isinstance(request, wire.Mute):
        now = await service.host.mute(match, seat, request, owner)
    elif can_be_seen(request.text):
        now = await service.host.say(match, seat, request, owner)
    else:
        raise Refused(Refusal.UNREADABLE, detail="text: nothing of it can be seen.")
    return wire.Answer(now.version, request.request_id)


async def heard(
    service: Service, match: str, place: Asking, since: int | None, heartbeat: float
) -> AsyncIterator[wire.Message | None]:
    """The news of a match as they come, until the server closes; None when nothing happened for a while.

    Refused once the token that was shown is taken back: it is looked at before anything is told.
    """
    listener = Listener(place.seat, since, owner=place.owner, account=place.account if place.login else "")
    live = await service.host.listen(match, listener)
    try:
        while not service.closing.is_set():
            if listener.seat is None:
                await service.crowd.turn()
            listener.wake.clear()
            await service.still(place)
            for message in await service.host.news(live, listener):
                yield message
            try:
                async with asyncio.timeout(heartbeat):
                    await listener.wake.wait()
            except TimeoutError:
                yield None
    finally:
        service.host.stop(live, listener)
