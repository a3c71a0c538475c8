"""Connections at their lowest: who says nothing, or takes nothing of what is said, is let go and costs no memory."""

import asyncio
import socket
from errno import EADDRNOTAVAIL
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from splendor.errors import SplendorError
from splendor.server.addresses import place
from splendor.server.limits import LIMITS, Limiter

PONG = b"\x8a"  # how such a frame begins
FILES = 65_536  # open at a time, connections among them
WAITING = 1024  # connections that wait to be taken up
AT_ONCE = 4  # of them are taken up before those who are connected have their turn again
NO_HANDSHAKE = "A websocket begins with a GET that has no body.\n"
NOT_TEXT = 1007  # how the protocol calls text that is none
POLICY = 1008  # how the protocol calls it when somebody does what they may not
BEGIN_WITHIN = 20.0  # seconds for the first byte
UNFINISHED = ("IDLE", "SEND_BODY")  # how h11, uvicorn's reader, calls it while headers or a message are on their way
WHOLE_WITHIN = 60.0  # seconds for a whole request from its first byte on, a record over a slow line included
TAKE_WITHIN = 30_000  # milliseconds in which a client has to take what was sent; then the system ends the connection


def many_connections() -> None:
    """Let this process have many connections: what a system gives without being asked is often 1,024 files in all."""
    try:
        import resource  # not on Windows
    except ImportError:  # pragma: no cover
        return
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def listen(host: str, port: int) -> socket.socket:
    """Take an address: from now on clients wait, instead of being turned away."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, or asyncio would not switch Nagle's delay off: 40 ms for every answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; every connection inherits it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TAKE_WITHIN)
    try:
        listening.bind((host, port))
        listening.listen(WAITING)
    except OSError as error:
        listening.close()
        reason = error.strerror or error
        other = "--host" if isinstance(error, socket.gaierror) or error.errno == EADDRNOTAVAIL else "--port, or 0"
        raise SplendorError(f"{place(host, port)} cannot be served: {reason}. Choose another {other}.") from None
    return listening


class Http(H11Protocol):
    """HTTP that does not wait for ever for somebody who connects and says nothing, or never comes to an end."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody connects; their first byte cancels the timer, as it does between two requests."""
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(BEGIN_WITHIN, self.timeout_keep_alive_handler)

    def data_received(self, data: bytes) -> None:
        """A piece of a request: however it comes, the whole has to be there in time."""
        super().data_received(data)
        has_become_a_socket = self.transport.get_protocol() is not self  # h11 never hears how the handshake ends
        if has_become_a_socket or repr(self.conn.their_state) not in UNFINISHED:
            self._in_time()
        elif self._late is None:
            self._late = self.loop.call_later(WHOLE_WITHIN, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        self._in_time()

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class Sockets(WebSocketsSansIOProtocol):
    """Websockets in which nothing piles up: neither answers to pings of somebody who reads none, nor messages."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._pings = Limiter(LIMITS["ping"])

    def data_received(self, data: bytes) -> None:
        """What a client sends. A handshake that cannot be read is refused; uvicorn would say nothing, and wait."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            said = b"".join(self.conn.data_to_send()) or self.conn.reject(400, NO_HANDSHAKE).serialize()
            self.transport.write(said)
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Keep a message for the application; who sends more at once than any limit lets be read is let go."""
        if not self.close_sent and self.queue.qsize() > max(LIMITS["play"].number, LIMITS["watch"].number):
            self._end(POLICY, "too many messages")
        if not self.close_sent and self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self._end(NOT_TEXT, "not UTF-8")  # uvicorn would log an error, as if it were ours
        super().send_receive_event_to_app()  # which keeps nothing after the end

    def handle_cont(self, event: Any) -> None:
        """Keep a further piece of a message. Pieces with nothing in them fill no message, and could go on for ever."""
        if event.data or event.fin:
            super().handle_cont(event)
        elif not self.close_sent:
            self._end(POLICY, "empty pieces of a message")

    def handle_ping(self) -> None:
        """Answer the newest of those that came together, unless what was said before still waits."""
        if self.close_sent or self.transport.is_closing():
            return
        if not self._pings.allows("", self.loop.time()):
            self._end(POLICY, "too many pings")
            return
        said = self.conn.data_to_send()
        answers = [frame for frame in said if frame.startswith(PONG)]
        others = [frame for frame in said if not frame.startswith(PONG)]
        newest = answers[-1:] if self.writable.is_set() else []
        self.transport.write(b"".join([*newest, *others]))

    def _end(self, code: int, reason: str) -> None:
        """Say that this is the end, and tell the application.

        What the client goes on sending is taken and thrown away until it has heard: a connection closed on top of
        bytes nobody took would be reset, and the client would not know why.
        """
        self.conn.data_to_send()
        self.conn.fail(code, reason)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.disconnected = True  # what the application still says goes nowhere
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.read_paused = False
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
