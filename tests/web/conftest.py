"""A real browser and a real server on loopback, for the tests of the page.

Every page fails its test on the first error in the browser's console. Pictures that tests take lie in
`build/page-pictures`, to be looked at.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from splendor.server.bots import THINK_WITHIN

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "page-pictures"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip
PATIENCE = 60_000  # ms; for machines that are busy, not for the page
SMALL, PHONE, TABLET, DESKTOP = (360, 740), (390, 844), (820, 1180), (1440, 900)
ADDRESSES = IPv4Network("198.18.0.0/15").hosts()  # kept free for tests
expect.set_options(timeout=PATIENCE)

Opener = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser its tests are left out, unless somebody insists."""
    if CHROMIUM is not None or os.environ.get("SPLENDOR_TRY_EVERYTHING"):
        return
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason="chromium is not installed"))


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with an empty database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("server")
    command = [str(Path(sys.executable).with_name("splendor")), "serve", "--port", str(port), "--sockets", "40"]
    command += ["--database", f"sqlite:///{folder / 'page.db'}"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        wait_for(f"http://127.0.0.1:{port}/ready", server)
        think_once(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(timeout=60)


def wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    """Until the server answers."""
    for _ in range(PATIENCE // 200):
        if server.poll() is not None:
            pytest.fail(f"the server ended with {server.returncode}")
        try:
            if httpx.get(address, trust_env=False).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)
    pytest.fail("the server does not answer")


def think_once(address: str) -> None:
    """What a hint needs is compiled on a machine that never gave one: that is not what pages are to wait for."""
    with httpx.Client(base_url=address, trust_env=False, timeout=THINK_WITHIN) as client:
        wanted = {"setup": {"players": 2}, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]}
        made = client.post("/api/matches", json=wanted).json()
        key = {"Authorization": f"Bearer {made['tickets'][0]['token']}"}
        assert client.post(f"/api/matches/{made['match']}/hint", headers=key).is_success


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's chromium.

    Closed after the last test here: Playwright keeps an event loop running as long as it is open, and tests of the
    server that the same process may run next begin their own.
    """
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens fresh browsers on the first page: English, without movements, as wide as asked for.

    What the server refuses, chromium calls an error: `refusals` says that this is expected.
    """
    opened: list[BrowserContext] = []
    complaints: list[str] = []

    def start(size: tuple[int, int] = DESKTOP, *, refusals: bool = False, **options: Any) -> Page:
        def hear(message: ConsoleMessage) -> None:
            if message.type == "error" and not (refusals and "the server responded with a status of 4" in message.text):
                complaints.append(message.text)

        # Every browser comes from an address of its own, as people do: what one address may do in a minute is limited.
        apart = {"X-Forwarded-For": str(next(ADDRESSES))}
        wanted = {"base_url": address, "locale": "en-GB", "reduced_motion": "reduce", "extra_http_headers": apart}
        wanted |= options
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **wanted)
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/")
        return page

    yield start
    for context in opened:
        context.close()
    assert complaints == []


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def page(request: pytest.FixtureRequest, open_page: Opener) -> Page:
    """The page on a phone, and on a desktop."""
    return open_page(request.param)


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Keeps what a page looks like now; the run's pictures are there to be looked at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    test = re.sub(r"\W+", "-", request.node.name)

    def take(page: Page, name: str) -> None:
        page.screenshot(path=PICTURES / f"{test}-{name}.png")

    return take
