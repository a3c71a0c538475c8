"""How many live matches a server holds: `python benchmarks/server_load.py [MATCHES …]` or `make bench-server`.

A server of its own is started on loopback with SQLite, and so many matches are made there, each of a person and a bot.
Each person looks and decides every PACE seconds. Printed are the times from sending a decision to its acknowledgement,
which comes after the commit.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

PACE = 20.0  # seconds between two decisions of a person
SECONDS = 40.0  # of measuring


def memory(pid: int) -> float:
    """Resident memory of a process in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def new_match(client: httpx.AsyncClient) -> tuple[str, dict[str, str]]:
    """A match against a bot: its path, and the header of its person."""
    body = {"setup": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot", "agent": "club"}]}
    made = (await client.post("/api/matches", json=body)).raise_for_status().json()
    return f"/api/matches/{made['match']}", {"Authorization": f"Bearer {made['tickets'][0]['token']}"}


async def play(
    client: httpx.AsyncClient, path: str, header: dict[str, str], rng: random.Random, until: float, times: list[float]
) -> None:
    """A person who decides now and then."""
    await asyncio.sleep(rng.random() * PACE)
    while time.perf_counter() < until:
        view = (await client.get(path, headers=header)).raise_for_status().json()["view"]
        if view["status"] == "over":
            return
        decision = view["decision"]
        if decision["seat"] == 0 and decision["legal"]:
            action = rng.choice(decision["legal"])["number"]
            request = {"type": "decide", "request_id": str(rng.random()), "expected_version": view["version"]}
            request |= {"actions": [action], "confirm": True}
            start = time.perf_counter()
            answer = await client.post(f"{path}/requests", json=request, headers=header)
            times.append(time.perf_counter() - start)
            answer.raise_for_status()
        await asyncio.sleep(PACE * (0.5 + rng.random()))


async def load(address: str, matches: int, seconds: float) -> list[float]:
    """So many matches at once; how long decisions took."""
    rng, times = random.Random(1), list[float]()
    limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
        made = [await new_match(client) for _ in range(matches)]
        until = time.perf_counter() + seconds
        await asyncio.gather(
            *(play(client, path, header, random.Random(rng.random()), until, times) for path, header in made)
        )
    return times


def measure(matches: int) -> dict[str, Any]:
    """Start a server, load it, stop it."""
    with tempfile.TemporaryDirectory() as folder:
        code = "from splendor.server import limits, running, service\n"
        code += "limits.LIMITS.update({name: limits.Limit(10**9, 1) for name in limits.LIMITS})\n"
        code += f"running.serve(service.Config('sqlite:///{folder}/a.db'), '127.0.0.1', 0)\n"
        command = [sys.executable, "-c", code]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            httpx.get(f"{address}/ready", timeout=60)
            asyncio.run(load(address, 2, 1))  # bots are compiled and started
            before = memory(server.pid)
            times = sorted(asyncio.run(load(address, matches, SECONDS)))
            used = memory(server.pid) - before
            server.terminate()
            server.wait(30)
    return {
        "matches": matches,
        "decisions": len(times),
        "p50": 1000 * times[len(times) // 2],
        "p99": 1000 * times[len(times) * 99 // 100],
        "kib": 1024 * used / matches,
    }


def main() -> None:
    print(f"{os.cpu_count()} cores, the client on the same ones; a decision of each person every {PACE:.0f} s")
    for matches in [int(word) for word in sys.argv[1:]] or [100, 1000, 3000]:
        found = measure(matches)
        print(
            f"{found['matches']:>5} matches  {found['decisions']:>6} decisions  p50 {found['p50']:6.1f} ms  "
            f"p99 {found['p99']:7.1f} ms  {found['kib']:5.0f} KiB a match",
            flush=True,
        )


if __name__ == "__main__":
    main()
