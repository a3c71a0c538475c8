"""Sockets by the hundred that say nothing, nonsense or far too much, or that do not listen: each is closed, none costs
memory without limit, and who plays goes on playing.
"""

import asyncio
import json
import random
import resource
import socket as sockets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.sync import client as plain_client

from splendor.server import connections
from splendor.server.limits import LIMITS, Limit
from splendor.server.routes import socket as socket_route
from tests.server.processes import process
from tests.server.serving import on_loopback, with_token

SOCKETS, MANY = 150, 1000
US = [{"kind": "me"}] * 4  # games of four are long
DECISIONS, MANY_DECISIONS = 30, 150
TOO_MANY = 10 * LIMITS["watch"].number
PINGS = 40_000  # of those who read no answer: five megabytes
PING = b"\x89" + bytes([0x80 | 125]) + bytes(4 + 125)  # a frame of the protocol, not one of our messages
ASKED = b'{"type":"ping"}'  # one of our messages
PATIENCE = 300  # seconds, on a machine that has other things to do
KIB_OF_A_SOCKET = 200  # what one may cost the server at the most, whatever it does


@pytest.fixture(autouse=True)
def many_files() -> None:
    """Both ends of every socket may be files of this process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# --- who disturbs -------------------------------------------------------------------------------------------------
async def silent(_: Any, __: str) -> None:
    """Connect and say nothing."""


async def nonsense(socket: Any, _: str) -> None:
    """Say what nobody can read."""
    for frame in ("{", b"\xff\xfe", "null"):
        await socket.send(frame)


async def chatter(socket: Any, match: str) -> None:
    """Look on, and ask ten times more than one may."""
    await socket.send(json.dumps({"type": "hello", "match": match}))
    for _ in range(TOO_MANY):
        await socket.send('{"type":"ping"}')


async def deaf(socket: Any, match: str) -> None:
    """Look on, and take nothing of what is told."""
    socket.transport.pause_reading()
    await socket.send(json.dumps({"type": "hello", "match": match}))


async def deaf_pinger(socket: Any, match: str) -> None:
    """Take nothing, and let every ping be answered."""
    await deaf(socket, match)
    for _ in range(PINGS // 1000):
        socket.transport.write(1000 * PING)
        await asyncio.sleep(0)


OFFENDERS = (silent, nonsense, chatter)
Behaviour = Callable[[Any, str], Awaitable[None]]
BEHAVIOURS: dict[str, Behaviour] = {one.__name__: one for one in (*OFFENDERS, deaf, deaf_pinger)}


def small_socket(address: str) -> sockets.socket:
    """Connected, with little room for what is not read; the rest waits on the server's side."""
    found = sockets.socket()
    found.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    url = httpx.URL(address)
    found.connect((url.host, url.port))
    found.setblocking(False)
    return found


async def disturb(address: str, match: str, behave: Behaviour) -> int:
    """One socket of the flood; the code with which it is closed."""
    url = f"{address.replace('http', 'ws')}/api/socket"
    small: Any = {"sock": small_socket(address)} if behave in (deaf, deaf_pinger) else {}
    async with connect(url, open_timeout=PATIENCE, close_timeout=0.1, max_queue=None, **small) as socket:
        with suppress(ConnectionClosed):
            await behave(socket, match)
            async for _ in socket:
                pass
        await socket.wait_closed()
        return socket.close_code or 0


async def disturb_together(address: str, match: str, behave: Behaviour) -> list[int]:
    return await asyncio.gather(*(disturb(address, match, behave) for _ in range(MANY)))


def flood_of(behave: str, address: str, match: str) -> list[int]:
    """A thousand sockets, for a process of their own: they must not keep those who play from their turn."""
    return asyncio.run(disturb_together(address, match, BEHAVIOURS[behave]))


# --- who plays ----------------------------------------------------------------------------------------------------
async def new_match(address: str) -> tuple[str, list[str]]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        body = {"setup": {"players": len(US)}, "seats": US}
        made = (await client.post("/api/matches", json=body)).raise_for_status().json()
        return made["match"], [ticket["token"] for ticket in made["tickets"]]


async def play(address: str, match: str, tokens: list[str], decisions: int, pause: float = 0.0) -> list[float]:
    """Honest people who go on playing; how many seconds each decision took that was acknowledged."""
    times, rng, seat = list[float](), random.Random(1), 0
    async with httpx.AsyncClient(base_url=f"{address}/api/matches", timeout=PATIENCE) as client:
        while len(times) < decisions:
            header = with_token(tokens[seat])
            view = (await client.get(f"/{match}", headers=header)).raise_for_status().json()["view"]
            if view["decision"] is None:
                match, tokens = await new_match(address)
                continue
            seat = view["decision"]["seat"]
            if seat == view["seat"]:
                decide = {"type": "decide", "request_id": str(rng.random()), "expected_version": view["version"]}
                decide |= {"actions": [rng.choice(view["decision"]["legal"])["number"]], "confirm": True}
                start = time.perf_counter()
                (await client.post(f"/{match}/requests", json=decide, headers=header)).raise_for_status()
                times.append(time.perf_counter() - start)
                await asyncio.sleep(pause)
    return times


def open_sockets(address: str) -> float:
    lines = httpx.get(f"{address}/metrics", timeout=PATIENCE).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("splendor_sockets "))


# --- within this process ------------------------------------------------------------------------------------------
def test_a_flood_of_sockets_disturbs_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_route, "HELLO_WITHIN", 2.0)

    async def flood(address: str) -> tuple[int, Counter[int]]:
        match, tokens = await new_match(address)
        others = [
            asyncio.create_task(disturb(address, match, OFFENDERS[number % len(OFFENDERS)]))
            for number in range(SOCKETS)
        ]
        done = await play(address, match, tokens, DECISIONS)
        return len(done), Counter(await asyncio.gather(*others))

    with on_loopback(tmp_path, sockets=2 * SOCKETS) as address:
        done, closed = asyncio.run(asyncio.wait_for(flood(address), PATIENCE))
        assert done == DECISIONS
        assert closed == {1008: SOCKETS}
        assert open_sockets(address) == 0


def test_who_connects_and_says_nothing_at_all_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BEGIN_WITHIN", 0.1)
    with on_loopback(tmp_path) as address:
        url = httpx.URL(address)
        with sockets.create_connection((url.host, url.port or 0), timeout=PATIENCE) as silent_one:
            assert silent_one.recv(1) == b""


def test_connections_that_say_nothing_leave_room_for_others(tmp_path: Path) -> None:
    """A server starts with as few files as a shell gives it, and takes more."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), most))
    try:
        serving = process("--database", f"sqlite:///{tmp_path}/server.db")
        address, _ = serving.__enter__()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, most))
    url = httpx.URL(address)
    with ExitStack() as stack:
        stack.push(serving)
        for _ in range(400):
            stack.enter_context(sockets.create_connection((url.host, url.port or 0), timeout=PATIENCE))
        assert httpx.get(f"{address}/health", timeout=10).status_code == 200


BEGUN = (
    b"GET /hea",
    b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
)


@pytest.mark.parametrize("begun", BEGUN, ids=["headers", "body"])
def test_who_never_comes_to_the_end_of_a_request_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "WHOLE_WITHIN", 0.5)
    with on_loopback(tmp_path) as address:
        url = httpx.URL(address)
        with sockets.create_connection((url.host, url.port or 0), timeout=PATIENCE) as slow_one:
            slow_one.sendall(begun)
            assert slow_one.recv(1) == b""
        with httpx.Client(base_url=address) as client:  # who takes their time between two requests is not meant
            assert client.get("/health").status_code == 200
            kept = client.get("/health").extensions["network_stream"]
            time.sleep(0.7)
            assert client.get("/health").extensions["network_stream"] is kept
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_what_stays_open_is_no_unfinished_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has any time to come to the end of a request: a socket and a stream are not meant."""
    with on_loopback(tmp_path) as address:
        match, _ = asyncio.run(new_match(address))
        monkeypatch.setattr(connections, "WHOLE_WITHIN", 0.0)
        with plain_client.connect(f"{address.replace('http', 'ws')}/api/socket") as socket:
            socket.send(json.dumps({"type": "hello", "match": match}))
            socket.send(json.dumps({"type": "ping"}))
            assert {json.loads(socket.recv(PATIENCE))["type"] for _ in range(3)} == {"update", "presence", "pong"}
        with httpx.stream("GET", f"{address}/api/matches/{match}/stream", timeout=PATIENCE) as answer:
            told = answer.iter_lines()
            assert [json.loads(next(told))["type"] for _ in range(2)] == ["update", "presence"]


UPGRADE = (
    b" /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
HANDSHAKES = {
    "POST": (b"POST" + UPGRADE + b"\r\n", b"HTTP/1.1 405 "),
    "a body": (b"GET" + UPGRADE + b"Content-Length: 2\r\n\r\n{}", b"HTTP/1.1 400 "),
    "a long header": (b"GET" + UPGRADE + b"Cookie: " + b"x" * 20_000 + b"\r\n\r\n", b"HTTP/1.1 431 "),
    "many headers": (b"GET" + UPGRADE + b"X: y\r\n" * 300 + b"\r\n", b"HTTP/1.1 431 "),
}


@pytest.mark.parametrize("handshake", HANDSHAKES)
def test_a_handshake_that_cannot_be_read_is_refused_and_ends(tmp_path: Path, handshake: str) -> None:
    sent, answer = HANDSHAKES[handshake]
    with on_loopback(tmp_path) as address:
        url = httpx.URL(address)
        with sockets.create_connection((url.host, url.port or 0), timeout=10) as one:
            one.sendall(sent)
            told = b""
            while piece := one.recv(65_536):
                told += piece
    assert told.startswith(answer)


def test_pings_of_somebody_who_reads_nothing_are_not_answered_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for a client stays small, however many pings it may send."""
    waiting: list[int] = []
    true_handle_ping = connections.Sockets.handle_ping

    def handle_ping(self: connections.Sockets) -> None:
        true_handle_ping(self)
        waiting.append(self.transport.get_write_buffer_size())

    monkeypatch.setattr(connections.Sockets, "handle_ping", handle_ping)
    monkeypatch.setitem(LIMITS, "ping", Limit(10**9, 1))

    async def flood(address: str) -> None:
        match, _ = await new_match(address)
        pinging = asyncio.create_task(disturb(address, match, deaf_pinger))
        while len(waiting) < PINGS:
            await asyncio.sleep(0.01)
        pinging.cancel()
        await asyncio.wait([pinging])

    with on_loopback(tmp_path) as address:
        asyncio.run(asyncio.wait_for(flood(address), PATIENCE))
    assert max(waiting) < KIB_OF_A_SOCKET * 1024


async def pinger(socket: Any, match: str) -> None:
    """Look on, listen, and send more pings than one may."""
    await socket.send(json.dumps({"type": "hello", "match": match}))
    socket.transport.write((LIMITS["ping"].number + 1) * PING)


def test_who_sends_too_many_pings_is_told_so_and_let_go(tmp_path: Path) -> None:
    async def flood(address: str) -> int:
        match, _ = await new_match(address)
        return await disturb(address, match, pinger)

    with on_loopback(tmp_path) as address:
        assert asyncio.run(asyncio.wait_for(flood(address), PATIENCE)) == 1008
        assert open_sockets(address) == 0


def test_a_message_of_empty_pieces_does_not_go_on_for_ever(tmp_path: Path) -> None:
    async def empty_pieces(address: str) -> int | None:
        match, _ = await new_match(address)
        async with connect(f"{address.replace('http', 'ws')}/api/socket") as socket:
            await socket.send(json.dumps({"type": "hello", "match": match}))

            async def pieces() -> AsyncIterator[str]:
                for _ in range(100):
                    await asyncio.sleep(0.02)
                    yield ""

            with pytest.raises(ConnectionClosed) as closed:
                await socket.send(pieces())
            return closed.value.rcvd and closed.value.rcvd.code

    with on_loopback(tmp_path) as address:
        assert asyncio.run(asyncio.wait_for(empty_pieces(address), PATIENCE)) == 1008


def test_who_sends_all_at_once_is_told_so_and_nothing_goes_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def burst(address: str) -> tuple[int | None, str | None]:
        match, _ = await new_match(address)
        async with connect(f"{address.replace('http', 'ws')}/api/socket") as socket:
            await socket.send(json.dumps({"type": "hello", "match": match}))
            await socket.recv()
            socket.transport.write(TOO_MANY * (b"\x81" + bytes([0x80 | len(ASKED)]) + bytes(4) + ASKED))
            await socket.wait_closed()
            return socket.close_code, socket.close_reason

    with on_loopback(tmp_path) as address:
        assert asyncio.run(asyncio.wait_for(burst(address), PATIENCE)) == (1008, "too many messages")
        assert open_sockets(address) == 0
    assert not [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


# --- a server of its own ------------------------------------------------------------------------------------------
class Memory:
    """The resident memory of a process, looked at again and again."""

    def __init__(self, process_id: int) -> None:
        self._status = Path(f"/proc/{process_id}/status")
        self.most = 0

    def kib(self) -> int:
        line = next(line for line in self._status.read_text("utf-8").splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1])

    async def watch(self) -> None:
        while True:
            self.most = max(self.most, self.kib())
            await asyncio.sleep(0.1)


@contextmanager
def watched(memory: Memory) -> Iterator[None]:
    task = asyncio.get_running_loop().create_task(memory.watch())
    try:
        yield
    finally:
        task.cancel()


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc").exists(), reason="reads memory from /proc")
@pytest.mark.parametrize("behave", BEHAVIOURS)
def test_a_thousand_sockets_disturb_nobody_and_cost_little(
    behave: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def flood(address: str, memory: Memory) -> tuple[list[float], list[int]]:
        match, tokens = await new_match(address)
        await play(address, match, tokens, 20)
        before = memory.kib()
        with watched(memory), ProcessPoolExecutor(1, get_context("spawn")) as others:
            disturbing = asyncio.get_running_loop().run_in_executor(others, flood_of, behave, address, match)
            times = sorted(await play(address, match, tokens, MANY_DECISIONS, pause=0.3))
            codes = await disturbing
        with capsys.disabled():
            print(
                f"\n{MANY} × {behave}: a decision takes {1000 * times[len(times) // 2]:.0f} ms, "
                f"p99 {1000 * times[len(times) * 99 // 100]:.0f} ms; "
                f"memory {before / 1024:.0f} MiB, {(memory.most - before) / MANY:.0f} KiB a socket"
            )
        assert memory.most - before < KIB_OF_A_SOCKET * MANY
        return times, codes

    with process("--database", f"sqlite:///{tmp_path}/a.db", "--sockets", str(2 * MANY)) as (address, server):
        times, codes = asyncio.run(asyncio.wait_for(flood(address, Memory(server.pid)), 2 * PATIENCE))
        assert len(times) == MANY_DECISIONS
        if BEHAVIOURS[behave] in OFFENDERS:  # the deaf do not hear why
            assert set(codes) == {1008}
        assert open_sockets(address) == 0
