"""The pictures of docs/pictures that the page draws: tables, a payment, a game looked back at.

    python benchmarks/page_pictures.py             with the chromium of this machine: a minute or two
    python benchmarks/page_pictures.py /tmp        into another folder

Seeded matches of greedy agents are shown by the real page, which hears of them as if a server told it; advice and
judgement are the network's. The same version of page and agents gives the same tables.
"""

import io
import os
import shutil
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import msgspec
from page_frames import FLAGS, server  # the program beside this one
from PIL import Image
from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright

from splendor import Game, GameRecord
from splendor.agents import make
from splendor.analysis import explaining, judge
from splendor.server import judging, wire
from splendor.server.bots import ADVISER
from splendor.server.match import Match, Settings
from splendor.table.setup import Setup

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
NAMES = ("Noor", "Mila", "Ada", "Jonas")
ALL = Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025)
DESKTOP, PHONE = (1440, 900), (390, 844)
GAP = 48  # px between phones
Told = tuple[wire.Update, wire.Hint]


def told(setup: Setup, seed: int, round_: int, phase: str = "action") -> Told:
    """A table as the first player sees it when asked for such a decision, from that round on; and the advice."""
    match = Match(Settings("picture", setup, deal_seed=seed, created=0, public=True))
    for seat in range(setup.players):
        person = {"token": "seat-0"} if seat == 0 else {"agent": "club"}
        match.apply(match.sit(seat, 0, name=NAMES[seat], **person))
    agent, seeds, at = make("greedy:noise=0.5,seed=5"), count(seed), 0
    while match.acting is not None and match.game is not None:
        view, at = match.game_view(match.acting), at + 9000
        if match.acting == 0 and view.phase.name.lower() == phase and match.game.rounds >= round_:
            options = [judging.option(view, one) for one in judge(view, explaining(ADVISER)).options[:3]]
            here = [True] * setup.players
            hint = wire.Hint(version=match.version, agent=ADVISER, options=options, chances=None)
            return match.update(0, match.version - 2 * setup.players, at, here), hint
        number = agent.choose(view, view.legal_actions).number
        match.apply(match.decide(match.acting, [number], match.version, at, confirm=True, seeds=seeds.__next__))
    raise SystemExit(f"seed {seed} never comes to {phase} in round {round_}")


def shown(browser: Browser, address: str, table: Told, size: tuple[int, int], theme: str, scale: float) -> Page:
    """The page with this table on it."""
    update, hint = (wire.encode(one) if isinstance(one, wire.Update) else msgspec.json.encode(one) for one in table)
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        color_scheme="dark" if theme == "dark" else "light",
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()

    def answer(line: WebSocketRoute) -> None:
        line.on_message(lambda _: line.send(update.decode()))

    page.route_web_socket("**/api/socket", answer)
    page.route("**/hint", lambda route: route.fulfill(body=hint, content_type="application/json"))
    page.goto(address)
    seats = [{"seat": 0, "token": "seat-0", "name": NAMES[0]}]
    kept = {"match": "picture", "seats": seats, "invitation": None, "at": 0, "names": ""}
    page.evaluate("kept => localStorage.setItem('splendor.seats', JSON.stringify([kept]))", kept)
    page.goto(f"{address}/#/match/picture")
    page.reload()
    page.locator(".table").wait_for()
    return page


def seen(page: Page) -> Image.Image:
    """What it looks like, once nothing moves any more."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(800)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def beside(*pictures: Image.Image) -> Image.Image:
    """Next to each other, on white."""
    width = sum(one.width for one in pictures) + GAP * (len(pictures) - 1)
    whole, at = Image.new("RGB", (width, max(one.height for one in pictures)), "white"), 0
    for one in pictures:
        whole.paste(one, (at, 0))
        at += one.width + GAP
    return whole


def desktop(browser: Browser, address: str) -> Image.Image:
    """A table for four with all modules, and the coach at work."""
    page = shown(browser, address, told(ALL, 3, 15), DESKTOP, "dark", 1.25)
    page.keyboard.press("h")
    page.locator(".advice").wait_for()
    return seen(page)


def phones(browser: Browser, address: str) -> Image.Image:
    """Taking tokens, all modules, paying."""
    taking = shown(browser, address, told(Setup(2), 4, 9), PHONE, "light", 4 / 3)
    for token in taking.locator(".bank .tok:not(.none, .gold)").all()[:3]:
        token.click()
    whole = shown(browser, address, told(ALL, 3, 15), PHONE, "dark", 4 / 3)
    paying = shown(browser, address, told(Setup(3, orient=2025), 6, 5, "pay"), PHONE, "light", 4 / 3)
    return beside(seen(taking), seen(whole), seen(paying))


def analysis(browser: Browser, address: str) -> Image.Image:
    """A game looked back at, on a desktop and on a phone."""
    game, agent = Game(Setup(2), seed=9), make("greedy:noise=2,seed=4")
    while not game.is_over:
        game.play(agent.choose(game.view(game.player), game.legal_actions))
    record = str(GameRecord.of(game, names=list(NAMES[:2])))
    pictures = []
    for width, height in ((DESKTOP[0], PHONE[1]), PHONE):
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark",
            locale="en-GB",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(f"{address}/#/review")
        page.locator("textarea").fill(record)
        page.get_by_role("button", name="Show the game").click()
        page.locator(".rv").wait_for()
        page.locator("button.dotmark").nth(1).click(force=True)
        page.locator(".verdict").wait_for()
        page.wait_for_timeout(20_000)  # the deeper look
        pictures.append(seen(page))
    return beside(*pictures)


DRAWN: dict[str, Callable[[Browser, str], Image.Image]] = {
    "page-desktop": desktop,
    "page-phone": phones,
    "page-analysis": analysis,
}


def main(folder: Path) -> None:
    """Draw everything."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, draw in DRAWN.items():
            draw(browser, address).save(folder / f"{name}.webp", quality=82, method=6)
            print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
