"""A person at the page, who looks and clicks; or who never touches the mouse."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, WebSocketRoute

from splendor.table.setup import Setup
from tests.web.conftest import PICTURES

STEPS = 3000
BASE = Setup(2)

DEAR = {"white": 3, "blue": 3, "green": 3, "red": 1}
CARD = {"name": "3.1", "level": 3, "orient": False, "kind": "plain", "colour": "black", "prestige": 3, "cost": DEAR}
WAYS = [{"actions": [1], "tokens": DEAR}, {"actions": [2], "tokens": DEAR | {"red": 0, "gold": 1}}]
PAYING = {"phase": "pay", "card": CARD, "price": DEAR, "paid": {}, "whole": WAYS, "can_undo": True}

LIT = ".market .card.can, .hand .card.can, .spine.lit"
LOOK = """() => {
  const count = (what) => document.querySelectorAll(what).length;
  return {
    version: document.querySelector(".table")?.dataset.version ?? "",
    over: count("div.end") > 0,
    cover: count(".cover") > 0,
    waiting: count(".table") === 0 || count(".pill.wait") > 0 || count(".abar .spinner") > 0,
    giving: count(".givetokens"),
    holes: count(".hole"),
    sheet: count(".sheet"),
    options: count(".options > button"),
    chosen: count(".options > [aria-pressed='true']"),
    lit: count("LIT"),
    tokens: count(".bank .tok.lit"),
    bright: count(".abar .btn.primary:enabled"),
    asked: document.querySelector(".abar .asked")?.textContent ?? "",
  };
}""".replace("LIT", LIT)


def look(page: Page) -> dict[str, Any]:
    """What one sees, in one glance."""
    seen: dict[str, Any] = page.evaluate(LOOK)
    return seen


def set_table(page: Page, setup: Setup = BASE, seat: str = "club") -> None:
    """A new table with everybody else as wanted, `me` first."""
    values = {"players": setup.players, "seat": seat, **setup.modules}
    query = "&".join(f"{name}={value}" for name, value in values.items())
    page.goto(f"/#/new?{query}")
    page.get_by_role("button", name="Create table").click()
    page.locator(".table, .cover, .room").first.wait_for()


class Line:
    """A browser's connection. It can be cut; and tables can be altered on it, to look at what comes up seldom."""

    def __init__(self, page: Page, alter: Callable[[dict[str, Any]], None] = lambda _view: None) -> None:
        self.cut = False
        self.alter = alter
        self.open: list[WebSocketRoute] = []
        page.route_web_socket("**/api/socket", self.route)

    def route(self, line: WebSocketRoute) -> None:
        """Let a socket through, unless the line is cut."""
        if self.cut:
            line.close(code=1001)
        else:
            line.connect_to_server().on_message(lambda message: line.send(self.told(str(message))))
            self.open.append(line)

    def told(self, message: str) -> str:
        """A message as the page hears it."""
        heard: dict[str, Any] = json.loads(message)
        if heard["type"] == "update" and heard["view"]["decision"]:
            self.alter(heard["view"])
        return json.dumps(heard)

    def break_off(self) -> None:
        """Cut it."""
        self.cut = True
        for line in self.open:
            line.close(code=1001)
        self.open.clear()


def uncover(page: Page) -> None:
    """I'm ready: show the table. Who drew a card unseen looks at it first."""
    page.locator(".cover, .table").first.wait_for()
    if page.get_by_role("button", name="Pass the device on").count():
        page.get_by_role("button", name="Pass the device on").click()
    if page.locator(".cover").count():
        page.get_by_role("button", name="I'm ready").click()
    page.locator(".table").wait_for()


def changed(page: Page, version: str) -> None:
    """Wait until the table has moved on."""
    try:
        page.wait_for_function(
            "version => { const table = document.querySelector('.table');"
            " return !table || table.dataset.version !== version || document.querySelector('div.end') }",
            arg=version,
        )
    except Error:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / "stuck.png")
        focus = page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        pytest.fail(f"nothing happened: {look(page)}, the focus is on {focus}; see {PICTURES / 'stuck.png'}")


class Clicker:
    """Plays by clicking what is lit; sensibly enough to come to an end, variedly enough to see much."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.decisions = 0

    def play(self, decisions: int = STEPS) -> None:
        """So many decisions, or to the end."""
        wanted = self.decisions + decisions
        for _ in range(20 * STEPS):
            seen = look(self.page)
            if seen["over"] or self.decisions == wanted:
                return
            self.step(seen)
        pytest.fail("the game does not end")

    def step(self, seen: dict[str, Any]) -> None:
        """One decision, or a moment of waiting."""
        if seen["cover"]:
            uncover(self.page)
        elif seen["waiting"]:
            self.page.wait_for_timeout(20)
        else:
            self.decide(seen)
            self.decisions += 1
            changed(self.page, seen["version"])

    def decide(self, seen: dict[str, Any]) -> None:
        """What is asked now."""
        page = self.page
        if seen["giving"]:
            for _ in range(seen["holes"]):
                self.any(".givetokens .tok:not(.none)").click()
            page.locator(".sheet .btn.primary").click()
        elif seen["sheet"]:
            if seen["options"]:
                self.any(".options > button").click()
            page.locator(".sheet .btn.primary").click()
        elif seen["tokens"]:
            self.any(".bank .tok.lit").click()
            self.go()
        elif seen["lit"]:
            self.any(LIT).click()
            self.go()
        elif seen["bright"]:
            self.go()  # nothing is possible: pass
        else:
            self.take_or_reserve()

    def take_or_reserve(self) -> None:
        """Mostly tokens; where one way is barred, the other."""
        ways = [self.take, self.reserve]
        if self.rng.random() < 0.2:
            ways.reverse()
        if not ways[0]() and not ways[1]():
            pytest.fail("nothing can be done")

    def take(self) -> bool:
        """Tokens, if there are enough."""
        for _ in range(3):
            free = self.page.locator(".bank .tok:not(.none, .off, .gold, .sel)")
            if free.count():
                free.nth(self.rng.randrange(free.count())).click()
        if self.page.locator(".abar .btn.primary:enabled").count():
            self.go()
            return True
        self.cancel()
        return False

    def reserve(self) -> bool:
        """A card of the market or of a deck, if the hand has room."""
        for _ in range(20):
            self.any(".market .card, .market .spine").click()
            buttons = self.page.locator(".abar .btn:not(.cancel):enabled")
            if buttons.count():
                buttons.first.click()
                return True
            self.cancel()
        return False

    def cancel(self) -> None:
        """Choose nothing."""
        if self.page.locator(".abar .btn.cancel").count():
            self.page.locator(".abar .btn.cancel").click()

    def go(self) -> None:
        """The bright button; or, where none is bright, the last one."""
        self.page.locator(".abar .btn:not(.cancel):enabled").last.click()

    def any(self, what: str) -> Locator:
        """One of several things."""
        found = self.page.locator(what)
        return found.nth(self.rng.randrange(found.count()))


class Typist(Clicker):
    """Plays with the keyboard alone."""

    def press(self, *keys: str) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def decide(self, seen: dict[str, Any]) -> None:
        """What is asked now."""
        if seen["giving"]:
            for _ in range(20):
                if not self.page.locator(".hole").count():
                    break
                self.press(str(self.rng.randrange(1, 7)))
            self.press("Enter")
        elif seen["options"]:
            while not self.page.locator(".options > button:focus").count():
                self.press("Tab")
            self.press("Enter", "Enter")
        elif seen["sheet"] or seen["bright"]:
            self.press("Enter")
        elif seen["lit"]:
            self.walk_to(".card.can")
            self.press("Enter", "Enter")
        else:
            self.take_or_reserve()

    def take_or_reserve(self) -> None:
        """Tokens by number; without enough of them, a card of the market."""
        numbers = self.rng.sample(range(1, 6), 5)
        for number in numbers:
            self.press(str(number))
            if self.page.locator(".abar .btn.primary:enabled").count():
                self.press("Enter")
                return
        self.press("Escape")
        self.walk_to(".market .card")
        self.press("Enter", "r")

    def walk_to(self, what: str) -> None:
        """With arrows, up and down the rows, to a card of this kind."""
        self.press("ArrowRight")
        for key in ["ArrowDown"] * 4 + (["ArrowLeft"] * 7 + ["ArrowRight"] * 7 + ["ArrowUp"]) * 4:
            if self.page.locator(f":is({what}):focus").count():
                return
            self.press(key)
        pytest.fail(f"no way to {what}")
