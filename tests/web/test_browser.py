"""The page in a real browser, against a real server on loopback.

People at one screen play here, so that no bot has to be waited for; a whole game against a bot is a long test. Every
test fails on the first error in the browser's console.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update"]  # fmt: skip
PATIENCE = 120_000  # ms; for machines that are busy, not for the page
PHONE, DESKTOP = (390, 844), (1440, 900)
expect.set_options(timeout=PATIENCE)

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("SPLENDOR_TRY_EVERYTHING"), reason="chromium is not installed"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with an empty database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("server")
    command = [Path(sys.executable).with_name("splendor"), "serve", "--port", str(port)]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder / 'page.db'}"], stdout=log, stderr=subprocess.STDOUT
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/ready", server)
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's chromium."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """A fresh browser on the first page, in English, without movements."""
    width, height = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=address, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    opened, complaints = context.new_page(), []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    opened.on("console", hear)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.goto("/")
    yield opened
    context.close()
    assert complaints == []


def set_table(page: Page) -> None:
    """Two people at this screen."""
    page.goto("/#/new")
    page.locator(".seatrow select").select_option("me")
    page.get_by_role("button", name="Create table").click()


def look(page: Page) -> None:
    """It is me: show the table."""
    page.locator(".cover, .table").first.wait_for()
    if page.locator(".cover").count():
        page.get_by_role("button", name="It is me").click()
    page.locator(".table").wait_for()


@pytest.mark.parametrize(("code", "play"), [("en", "Play now"), ("fr", "Jouer"), ("nl", "Nu spelen")])
def test_every_language_and_no_sideways_scrolling(page: Page, code: str, play: str) -> None:
    page.locator(".lang select").select_option(code)
    expect(page.get_by_role("button", name=play)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", code)
    for path in ("", "new", "rules/orient", "settings", "learn"):
        page.goto(f"/#/{path}")
        page.locator("h1, .lesson h2").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_two_people_at_one_screen(page: Page) -> None:
    set_table(page)
    look(page)
    for colour in ("white", "blue", "green"):
        page.locator(f".bank .tok.{colour}").click()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".cover h1")).to_contain_text("Pass the device")
    assert page.locator(".table").count() == 0  # nothing of the first player's is left to be seen
    look(page)
    expect(page.locator(".bank .tok.white .n")).to_have_text("3")


def test_a_turn_by_keyboard_undone_and_confirmed(page: Page) -> None:
    page.goto("/#/settings")
    page.get_by_role("switch", name="Confirm every turn").click()
    set_table(page)
    look(page)
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".abar")).to_contain_text("Is this your turn?")
    page.keyboard.press("u")
    expect(page.locator(".bank .tok.white .n")).to_have_text("4")
    expect(page.locator(".abar")).not_to_contain_text("Is this your turn?")
    for key in ("3", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".abar")).to_contain_text("Is this your turn?")
    page.keyboard.press("Enter")
    expect(page.locator(".cover")).to_be_visible()


def test_reserving_shows_the_card_in_the_hand(page: Page) -> None:
    set_table(page)
    look(page)
    page.locator('[data-key="3.2"]').click()
    page.locator(".abar").get_by_role("button", name="Reserve").click()
    page.locator(".cover").wait_for()
    look(page)
    expect(page.locator(".bank .tok.gold .n")).to_have_text("4")


def test_the_first_lesson(page: Page) -> None:
    page.goto("/#/learn")
    for colour in ("white", "red", "black"):
        page.locator(f".bank .tok.{colour}").click()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".lesson.done")).to_be_visible()


@pytest.mark.long
def test_a_whole_game_against_a_bot(page: Page) -> None:
    page.get_by_role("button", name="Play now").click()
    page.locator(".table").wait_for()
    for step in range(2000):
        if page.locator("div.end").count():
            return
        if page.locator(".pill.wait").count():
            page.wait_for_timeout(50)
        elif page.locator(".givetokens").count():
            while page.locator(".hole").count():
                page.locator(".givetokens .tok:not(.none)").first.click()
            page.locator(".sheet .btn.primary").click()
        elif page.locator(".sheet").count():
            if page.locator(".options > button").count():
                page.locator(".options > button").first.click()
            page.locator(".sheet .btn.primary").click()
        else:
            take_a_turn(page, step)
    pytest.fail("the game does not end")


def take_a_turn(page: Page, step: int) -> None:
    """A lit card if there is one, otherwise tokens."""
    lit = page.locator(".market .card.can, .hand .card.can")
    if lit.count():
        lit.last.click()
    else:
        for place in range(5):
            if page.locator(".abar .btn.primary:enabled").count():
                break
            page.keyboard.press(str((step + place) % 5 + 1))
    if page.locator(".abar .btn.primary:enabled").count():
        page.locator(".abar .btn.primary:enabled").click()
    page.wait_for_timeout(100)
