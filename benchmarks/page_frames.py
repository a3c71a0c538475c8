"""How smoothly the page moves: `python benchmarks/page_frames.py [SECONDS]`, with the chromium of this machine.

A server of its own is started on loopback, and a person plays there against three bots at the usual pace of movements:
tokens fly, cards come and go. The browser is asked before every frame how long the last one took; counted are the
frames during which something flew. The table tells

    frames     seen while something flew
    in time    the share that came within one and a half times the usual distance of two frames, of 60 a second
    p50, p99   of the distance, and the longest
    layouts    how often the page was laid out, for every frame of the whole time
    busy       the share of the time in which the page's own thread had something to do; flights do not need it

Chromium draws with the processor here: where a graphics card does it, less is left to do.
"""

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Error, Locator, Page, sync_playwright

SECONDS = 30.0
IN_TIME = 1.5 * 1000 / 60  # ms
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
TABLES = {"base game": "players=4", "all of 2025": "players=4&cities=2025&posts=2025&orient=2025&strongholds=2025"}
HEAD = f"{'':32}{'frames':>8}{'in time':>9}{'p50 ms':>8}{'p99 ms':>8}{'longest':>9}{'layouts':>9}{'busy':>8}"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
RECORD = """() => {
  window.frames_seen = [];
  let last = 0;
  const frame = (now) => {
    if (last && document.querySelector(".flying")) window.frames_seen.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


@contextmanager
def server() -> Iterator[str]:
    """The address of a server with an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("splendor")), "serve", "--port", "0"]
        command += ["--database", f"sqlite:///{folder}/page.db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
            process.wait(timeout=60)


def tap(thing: Locator) -> None:
    """What was there a moment ago may be gone: then the next look finds something else."""
    with suppress(Error):
        thing.click(timeout=500, force=True)


def play(page: Page, seconds: float) -> None:
    """Take tokens, purchase what is lit and confirm whatever is asked, for a while."""
    rng, until = random.Random(1), time.monotonic() + seconds
    while time.monotonic() < until and not page.locator("div.end").count():
        for what in (
            ".givetokens .tok:not(.none)",
            ".options > button",
            ".market .card.can",
            ".bank .tok:not(.none, .off, .gold)",
        ):
            things = page.locator(what)
            for _ in range(3 if "tok" in what else 1):
                if number := things.count():
                    tap(things.nth(rng.randrange(number)))
        bright = page.locator(".sheet .btn.primary:enabled, .abar .btn.primary:enabled")
        if bright.count():
            tap(bright.last)
        page.wait_for_timeout(400)


def counted(line: CDPSession) -> dict[str, float]:
    """What chromium has done so far."""
    return {one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}


def measure(page: Page, address: str, table: str, seconds: float) -> tuple[list[float], float, float]:
    """Distances of frames in ms, how often the page was laid out for each, and how busy its thread was."""
    page.goto(f"{address}/#/new?{table}&seat=club")
    page.locator(".create").click()
    page.locator(".table").wait_for()
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    page.evaluate(RECORD)
    before, began = counted(line), page.evaluate("performance.now()")
    play(page, seconds)
    after, passed = counted(line), (page.evaluate("performance.now()") - began) / 1000
    seen: list[float] = page.evaluate("window.frames_seen")
    layouts, busy = (after[name] - before[name] for name in ("LayoutCount", "TaskDuration"))
    return seen, layouts / (60 * passed), busy / passed


def told(name: str, seen: list[float], layouts: float, busy: float) -> str:
    """A line of the table."""
    if len(seen) < 2:
        return f"{name:32}  nothing flew"
    in_time = sum(one <= IN_TIME for one in seen) / len(seen)
    p99 = statistics.quantiles(seen, n=100)[98]
    middle, longest = statistics.median(seen), max(seen)
    return f"{name:32}{len(seen):8}{in_time:9.1%}{middle:8.1f}{p99:8.1f}{longest:9.0f}{layouts:9.2f}{busy:8.0%}"


def main(seconds: float) -> None:
    """Measure every table on every size."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with server() as address, sync_playwright() as playwright:
        browser: Any = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        print(HEAD)
        for size, (width, height) in SIZES.items():
            for name, table in TABLES.items():
                context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB")
                print(told(f"{size}, {name}", *measure(context.new_page(), address, table, seconds)), flush=True)
                context.close()
        browser.close()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
