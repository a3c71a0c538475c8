"""How soon the page can be used on a slow phone: printed; what is asserted is its size. And what moves costs little."""

import re

import pytest
from playwright.sync_api import Page

from tests.web.conftest import PHONE, ROOT, Opener

SIZE = 300_000  # bytes over the line until one can play
CHEAP = {"transform", "opacity"}


def first_load(page: Page, address: str) -> tuple[int, float]:
    """Bytes and seconds until the first button can be pressed, with the processor four times slower."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    loaded: list[int] = []
    line.on("Network.loadingFinished", lambda event: loaded.append(int(event["encodedDataLength"])))
    page.goto("about:blank")
    page.goto(address)
    page.locator(".hero .btn.primary:enabled").wait_for()
    seconds = page.evaluate("performance.now()") / 1000
    page.wait_for_load_state("networkidle")
    return sum(loaded), seconds


def test_first_load(open_page: Opener, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    size, seconds = first_load(open_page(PHONE), address)
    with capsys.disabled():
        print(f" [first load: {size / 1000:.0f} kB, usable after {seconds:.2f} s at a quarter of the speed]", end="")
    assert 20_000 < size < SIZE


def test_only_what_is_cheap_moves() -> None:
    css = "\n".join(file.read_text() for file in (ROOT / "web" / "src" / "styles").glob("*.css"))
    animations = re.findall(r"@keyframes [\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)", css)
    assert len(animations) == css.count("@keyframes") > 0
    for frames in animations:
        moved = set(re.findall(r"([\w-]+)\s*:", frames))
        assert moved, frames
        assert moved <= CHEAP, frames
    for moved in re.findall(r"transition: ([^;}]*)", css):
        assert {part.split()[0] for part in re.split(r",(?![^(]*\))", moved)} <= {*CHEAP, "none"}, moved
    flights = (ROOT / "web" / "src" / "table" / "flights.ts").read_text()
    moved = flights.split("ghost.animate(")[1].split("{ duration")[0]
    assert set(re.findall(r"(\w+):", moved)) - {"offset"} <= CHEAP
