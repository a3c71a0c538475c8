"""How many live matches a server holds: `python benchmarks/server_load.py [--minutes M] [MATCHES …]` or
`make bench-server`.

A server of its own is started on loopback with SQLite, and so many matches are made there, each of a person and a bot.
Each person looks and decides every PACE seconds. Then the server is stopped and started again. The table tells

    p50, p99   from sending a decision to its acknowledgement, which comes after the commit
    CPU        of the server for everything about one decision of a person: looking, deciding, telling; bots apart
    memory     that the matches added to the server
    restart    from the start of the process until it answers and the first match is there again; its CPU time

Other work on the machine makes everything but CPU and memory worse: the load is told with each line. A long run says
every minute how it goes, with the memory of all of the server. An answer that is none, or a refusal, is an error, and
the run ends with status 1.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

PACE = 20.0  # seconds between two decisions of a person
PROGRESS = 60.0
HEAD = "matches  decisions  errors   p50 ms    p99 ms   CPU ms  memory KiB  restart s (CPU)  load"
SERVER = """
from splendor.server import limits, running, service
limits.LIMITS.update({name: limits.Limit(10**9, 1) for name in limits.LIMITS})
running.serve(service.Config("sqlite:///%s"), "127.0.0.1", 0)
"""


class Server:
    """A server process without limits."""

    def __init__(self, database: Path) -> None:
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER % database], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def wait(self, path: str = "/ready") -> None:
        """Until it answers well."""
        while httpx.get(f"{self.address}{path}", timeout=120).is_error:
            time.sleep(0.01)

    def memory(self) -> float:
        """Resident memory in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        return float(next(line for line in status.splitlines() if line.startswith("VmRSS:")).split()[1])

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(database: Path) -> Iterator[Server]:
    """A server for a while."""
    server = Server(database)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(60)


@dataclass
class Load:
    """People who play against bots, all at once."""

    server: Server
    times: list[float] = field(default_factory=list)
    errors: int = 0
    paths: list[str] = field(default_factory=list)

    async def run(self, matches: int, seconds: float, begin: Callable[[], None] = lambda: None) -> None:
        """So many matches for so long; `begin` is called when they are made."""
        rng = random.Random(1)
        limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
        async with httpx.AsyncClient(base_url=self.server.address, timeout=120, limits=limits) as client:
            made = [await self.new_match(client) for _ in range(matches)]
            begin()
            until = time.perf_counter() + seconds
            telling = asyncio.create_task(self.tell())
            await asyncio.gather(
                *(self.play(client, path, header, random.Random(rng.random()), until) for path, header in made)
            )
            telling.cancel()

    async def tell(self) -> None:
        """How it goes, every minute."""
        told = 0
        while True:
            await asyncio.sleep(PROGRESS)
            new = self.times[told:]
            words = f"{len(self.times)} decisions, {self.errors} errors; {percentiles(new)}"
            print(f"    … {words}; {self.server.memory() / 1024:.0f} MiB", file=sys.stderr)
            told += len(new)

    async def new_match(self, client: httpx.AsyncClient) -> tuple[str, dict[str, str]]:
        """A match against a bot: its path, and the header of its person."""
        body = {"setup": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot", "agent": "club"}]}
        made = (await client.post("/api/matches", json=body)).raise_for_status().json()
        self.paths.append(f"/api/matches/{made['match']}")
        return self.paths[-1], {"Authorization": f"Bearer {made['tickets'][0]['token']}"}

    async def play(
        self, client: httpx.AsyncClient, path: str, header: dict[str, str], rng: random.Random, until: float
    ) -> None:
        """A person who decides now and then; whose match is over begins another."""
        await asyncio.sleep(rng.random() * PACE)
        while time.perf_counter() < until:
            try:
                path, header = await self.turn(client, path, header, rng)
            except httpx.HTTPError:
                self.errors += 1
            await asyncio.sleep(PACE * (0.5 + rng.random()))

    async def turn(
        self, client: httpx.AsyncClient, path: str, header: dict[str, str], rng: random.Random
    ) -> tuple[str, dict[str, str]]:
        """Look, and decide if it is one's turn."""
        view = (await client.get(path, headers=header)).raise_for_status().json()["view"]
        if view["status"] == "over":
            return await self.new_match(client)
        decision = view["decision"]
        if decision["seat"] == 0 and decision["legal"]:
            action = rng.choice(decision["legal"])["number"]
            request = {"type": "decide", "request_id": str(rng.random()), "expected_version": view["version"]}
            request |= {"actions": [action], "confirm": True}
            start = time.perf_counter()
            answer = await client.post(f"{path}/requests", json=request, headers=header)
            self.times.append(time.perf_counter() - start)
            answer.raise_for_status()
        return path, header


def percentiles(times: list[float]) -> str:
    """The middle, and what one in a hundred exceeds, in milliseconds."""
    if not times:
        return "none"
    ordered = [1000 * one for one in sorted(times)]
    return f"p50 {ordered[len(ordered) // 2]:.1f} ms, p99 {ordered[len(ordered) * 99 // 100]:.1f} ms"


def measure(matches: int, seconds: float) -> tuple[str, int]:
    """Start a server, load it, stop it, start it again: a line of the table, and the errors."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "a.db")
        with serving(database) as server:
            server.wait()
            asyncio.run(Load(server).run(2, 1))  # bots are compiled and started
            memory, load = server.memory(), Load(server)
            began: list[float] = []
            asyncio.run(load.run(matches, seconds, lambda: began.append(server.cpu())))
            cpu, memory = server.cpu() - began[0], server.memory() - memory
            busy = os.getloadavg()[0]
        with serving(database) as again:
            again.wait()
            again.wait(load.paths[0])
            restart, spent = time.perf_counter() - again.started, again.cpu()
    times = sorted(load.times)
    line = (
        f"{matches:>7}  {len(times):>9}  {load.errors:>6}  {1000 * times[len(times) // 2]:>7.1f}  "
        f"{1000 * times[len(times) * 99 // 100]:>8.1f}  {1000 * cpu / len(times):>7.1f}  {memory / matches:>10.0f}  "
        f"{restart:>9.1f} ({spent:.1f})  {busy:>6.1f}"
    )
    return line, load.errors


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("matches", nargs="*", type=int, default=[100, 1000, 3000])
    options.add_argument("--minutes", type=float, default=0.7)
    wanted = options.parse_args()
    print(f"{os.cpu_count()} cores, the client on the same ones; each person decides every {PACE:.0f} s")
    print(HEAD, flush=True)
    errors = 0
    for matches in wanted.matches:
        line, wrong = measure(matches, 60 * wanted.minutes)
        print(line, flush=True)
        errors += wrong
    sys.exit(errors > 0)


if __name__ == "__main__":
    main()
