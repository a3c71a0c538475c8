"""Programs for tests: servers as processes of their own, PostgreSQL, Redis, and ports that stay ours."""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import httpx
import pytest

from splendor.server import store

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def own_port() -> Iterator[int]:
    """A port that stays ours while nobody listens on it, also between two servers: bound, it is given to nobody else.

    Whoever wants to listen on a port that is bound says so, as all servers do that may be started anew (SO_REUSEADDR).
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def until(fine: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    deadline = time.monotonic() + 60
    while not fine():
        assert time.monotonic() < deadline, "it does not start"
        time.sleep(0.05)


# --- servers ------------------------------------------------------------------------------------------------------
@contextmanager
def process(
    *arguments: str, kill: bool = False, log: IO[str] | int = subprocess.DEVNULL
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server on a free port of this machine: its address and its process."""
    command = [sys.executable, "-m", "splendor.cli", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ) as child:
        try:
            assert child.stdout is not None
            yield child.stdout.readline().strip(), child
        finally:
            child.kill() if kill else child.terminate()
            child.wait(30)


class Nursery:
    """Starts servers in no time; all of them are ended with it."""

    def __init__(self, pipe: "subprocess.Popen[str]") -> None:
        self.pipe = pipe
        self.children: list[int] = []

    def start(self, port: int | str, *config: str) -> int:
        assert self.pipe.stdin is not None
        assert self.pipe.stdout is not None
        self.pipe.stdin.write(f"{port} {' '.join(config)}\n")
        self.pipe.stdin.flush()
        child = int(self.pipe.stdout.readline())
        self.children.append(child)
        return child

    def kill(self, child: int, how: signal.Signals = signal.SIGKILL) -> None:
        self.children.remove(child)
        with suppress(ProcessLookupError):
            os.kill(child, how)
            while True:  # until it is gone, and its port free
                os.kill(child, 0)
                time.sleep(0.005)


@contextmanager
def nursery() -> Iterator[Nursery]:
    command = [sys.executable, "-m", "tests.server.nursery"]
    streams: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **streams) as pipe:
        found = Nursery(pipe)
        try:
            assert pipe.stdout is not None
            assert pipe.stdout.readline().strip() == "ready"
            yield found
        finally:
            for child in list(found.children):
                found.kill(child)
            pipe.stdin.close()  # type: ignore[union-attr]
            pipe.wait(30)


def wait_for(address: str) -> float:
    """Until the server answers; how long that took."""
    start = time.monotonic()
    while time.monotonic() - start < 60:
        with suppress(httpx.TransportError):
            if httpx.get(f"{address}/ready").status_code == 200:
                return time.monotonic() - start
        time.sleep(0.01)
    raise AssertionError("the server does not start")


# --- PostgreSQL and Redis -----------------------------------------------------------------------------------------
def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are; Debian keeps them out of the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


MISSING = [
    name
    for name, there in (("postgresql", postgres_folder()), ("redis-server", shutil.which("redis-server")))
    if not there
]
needs_services = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("SPLENDOR_TRY_EVERYTHING"),
    reason=f"NOT TRIED: several server processes. Install {' and '.join(MISSING)} to try them.",
)


@contextmanager
def program(*command: str, **named: Any) -> Iterator[None]:
    """A program that runs as long as it is needed."""
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **named}
    with subprocess.Popen(command, **quiet) as running:
        try:
            yield
        finally:
            running.send_signal(signal.SIGINT)
            running.wait(30)


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own on loopback; its address."""
    programs = postgres_folder()
    assert programs is not None, "install postgresql"
    owner: Any = {"user": pwd.getpwnam("postgres").pw_uid} if os.getuid() == 0 else {}  # it refuses to run as root
    with tempfile.TemporaryDirectory(prefix="splendor-pg-") as folder, own_port() as port:
        if owner:
            os.chown(folder, owner["user"], -1)
        data = f"{folder}/data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "splendor", "-A", "trust", "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=folder, **owner,
        )  # fmt: skip
        options = ("-D", data, "-p", str(port), "-h", "127.0.0.1", "-k", folder, "-F")
        with program(str(programs / "postgres"), *options, cwd=folder, **owner):
            address = f"postgresql://splendor@127.0.0.1:{port}/postgres"
            until(lambda: asyncio.run(answers(address)))
            yield address


async def answers(address: str) -> bool:
    opened = store.open_store(address)
    try:
        await opened.run(store.ping)
        return True
    except store.StoreFailed:
        return False
    finally:
        await opened.close()


@contextmanager
def redis() -> Iterator[str]:
    """A Redis of our own on loopback; its address."""
    with own_port() as port, redis_at(port) as address:
        yield address


@contextmanager
def redis_at(port: int) -> Iterator[str]:
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with tempfile.TemporaryDirectory(prefix="splendor-redis-") as folder, program(*command, "--dir", folder):
        until(lambda: listens(port))
        yield f"redis://127.0.0.1:{port}"


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False
