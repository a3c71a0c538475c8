"""The live connection: a client says hello, then both sides speak. Requests go to the host, news come from it."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from splendor.server import wire
from splendor.server.addresses import parts
from splendor.server.connections import POLICY
from splendor.server.limits import LIMITS, UNREADABLE, Limiter
from splendor.server.routes.asking import address
from splendor.server.routes.playing import carry_out, heard
from splendor.server.service import Asking, Running, Service
from splendor.server.wire import Refusal, Refused

log = logging.getLogger("splendor.server")

HELLO_WITHIN = 10.0  # seconds for the first message
HEARTBEAT = 20.0  # seconds without a word, after which a socket is sent a pong
CLOSE_GOING = 1001
CLOSE_UNSAID = 1005
CLOSE_LATER = 1013


def may_connect(socket: WebSocket[Any, Any, Any], service: Service) -> bool:
    """A page of this host, one the operator allows, or a program, which sends no origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in service.config.origins:
        return True
    return parts(origin).netloc == socket.headers.get("host")


@websocket("/socket")
async def live_socket(socket: WebSocket[Any, Any, Any], service: Running) -> None:
    """One client, from its hello to its end."""
    if not may_connect(socket, service):
        await socket.close(POLICY, "this page may not connect")
        return
    await socket.accept()
    with suppress(WebSocketDisconnect):
        try:
            with service.connected(service.sockets, address(socket), service.config.sockets):
                await _Connection(socket, service).run()
        except Refused as error:
            service.figures.refusals.labels(error.refusal).inc()
            await _close(socket, error)


@contextmanager
def _somebody_there() -> Iterator[None]:
    """Sending: to somebody who is gone it ends as reading from them does."""
    try:
        yield
    except OSError:
        raise WebSocketDisconnect(detail="the client left", code=CLOSE_UNSAID) from None


async def _close(socket: WebSocket[Any, Any, Any], error: Refused) -> None:
    later = error.refusal is Refusal.UNAVAILABLE
    with _somebody_there():
        await socket.send_data(wire.encode(wire.refusing(error)), mode="text")
        await socket.close(CLOSE_LATER if later else POLICY, error.refusal)


class _Connection:
    """A socket after its handshake."""

    def __init__(self, socket: WebSocket[Any, Any, Any], service: Service) -> None:
        self.socket = socket
        self.service = service
        self.sending = asyncio.Lock()
        self.greeted = asyncio.Event()
        """The hello is answered: whoever sends more with it hears of that afterwards."""
        self.unreadable = 0

    async def run(self) -> None:
        """Hello, then both directions until one of them ends."""
        hello = await self._hello()
        await self.service.loaded.wait()
        match = await self.service.host.newest(hello.match)
        place = await self.service.asking(hello.token, match)
        tasks = [
            asyncio.ensure_future(self._speak(hello, place)),
            asyncio.ensure_future(self._listen(hello.match, place)),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()
        with _somebody_there():
            await self.socket.close(CLOSE_GOING, "the server restarts; come back")

    async def _hello(self) -> wire.Hello:
        try:
            data = await asyncio.wait_for(self._receive(), HELLO_WITHIN)
        except TimeoutError:
            raise Refused(
                Refusal.UNREADABLE, detail=f"a hello was expected within {HELLO_WITHIN:.0f} seconds."
            ) from None
        await self.service.crowd.turn()
        hello = wire.decode(data)
        if not isinstance(hello, wire.Hello):
            raise Refused(Refusal.UNREADABLE, detail="type: the first message is a hello.")
        return hello

    async def _speak(self, hello: wire.Hello, place: Asking) -> None:
        async for message in heard(self.service, hello.match, place, hello.version, HEARTBEAT):
            await self._send(message or wire.Pong(self.service.host.clock()))
            self.greeted.set()

    async def _listen(self, match: str, place: Asking) -> None:
        limiter = Limiter(LIMITS["watch" if place.seat is None else "play"])
        await self.greeted.wait()
        while True:
            data = await self._receive()
            await self.service.crowd.turn()
            limiter.check("", time.monotonic())
            await self.service.still(place)
            await self._answer(match, place, data)

    async def _answer(self, match: str, place: Asking, data: str | bytes) -> None:
        request_id = None
        try:
            request = wire.decode(data)
            request_id = getattr(request, "request_id", None)
            match request:
                case wire.Ping():
                    await self._send(wire.Pong(self.service.host.clock()))
                case wire.Hello():
                    raise Refused(Refusal.UNREADABLE, detail="type: hello is said once.")
                case _:
                    await self._send(await carry_out(self.service, match, place, request))
        except Refused as error:
            self.unreadable += error.refusal is Refusal.UNREADABLE
            if self.unreadable >= UNREADABLE:
                raise
            await self._send(wire.refusing(error, request_id))

    async def _send(self, message: wire.Message) -> None:
        if isinstance(message, wire.Refusing):
            self.service.figures.refusals.labels(message.refusal).inc()
        async with self.sending:
            with _somebody_there():
                await self.socket.send_data(wire.encode(message), mode="text")

    async def _receive(self) -> str | bytes:
        """A frame of either kind; Litestar's own readers would expect one of them."""
        event: Any = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="the client left", code=int(event.get("code", CLOSE_UNSAID)))
        text, data = event.get("text"), event.get("bytes")
        frame: str | bytes = text if text is not None else data or b""
        return frame
