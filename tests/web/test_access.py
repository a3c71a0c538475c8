"""Every screen is looked at by axe: nothing serious or critical, in both themes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from splendor.table.setup import Setup
from tests.web.conftest import DESKTOP, PHONE, ROOT, Opener
from tests.web.playing import Clicker, look, set_table, uncover

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
  const told = await axe.run({ exclude: [[".sprite"], ["svg"]] }, { resultTypes: ["violations"], ...rules });
  return told.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} — ${node.failureSummary}`));
}"""

PAGES = ["", "new?players=4&cities=2025&posts=2025&orient=2025&strongholds=2025", "settings", "account", "rules/base"]
LESSONS = ["take", "reserve", "noble", "city", "post", "copy", "stronghold"]
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
SOME_SIZES = pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"]
)


def complaints(page: Page) -> list[str]:
    """What axe finds serious or critical, in both themes."""
    page.evaluate(AXE.read_text())
    found: list[str] = []
    for theme, rules in (("dark", {}), ("light", {"runOnly": ["color-contrast"]})):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found += [f"{page.url} {theme} {one}" for one in page.evaluate(RUN, rules)]
    return found


@SIZES
def test_pages(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(size)
    found: list[str] = []
    for path in PAGES:
        page.goto(f"/#/{path}")
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        found += complaints(page)
    assert found == []


@SOME_SIZES
def test_lessons(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(size)
    found: list[str] = []
    for name in LESSONS:
        page.goto(f"/#/learn/{name}")
        page.locator(".market .card").first.wait_for()
        found += complaints(page)
    assert found == []


@SOME_SIZES
def test_steps_of_a_turn(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(size)
    found: list[str] = []
    page.goto("/#/learn/gold")
    page.locator(".market .card.c-red.l1.can").first.click()
    found += complaints(page)
    page.locator(".abar .btn.primary").click()
    page.locator(".sheet").wait_for()
    found += complaints(page)
    page.goto("/#/learn/limit")
    for colour in ("white", "blue", "green"):
        page.locator(f".bank .tok.{colour}").click()
    found += complaints(page)
    page.locator(".abar .btn.primary").click()
    page.locator(".sheet").wait_for()
    found += complaints(page)
    assert found == []


@SOME_SIZES
def test_a_table_and_all_that_opens_there(
    open_page: Opener, size: tuple[int, int], picture: Callable[[Page, str], None]
) -> None:
    page = open_page(size)
    found: list[str] = []
    set_table(page, Setup(3, posts=2025, orient=2025, strongholds=2025), "person")
    found += complaints(page)  # the cover, or the table
    uncover(page)
    clicker = Clicker(page)
    for _ in range(8):
        clicker.step(look(page))
    uncover(page)
    while look(page)["sheet"]:
        clicker.step(look(page))
    uncover(page)
    found += complaints(page)
    for opener, name in (("?", "keys"), ("l", "log")):
        page.keyboard.press(opener)
        page.locator(".sheet").wait_for()
        found += complaints(page)
        picture(page, name)
        page.keyboard.press("Escape")
        page.locator(".sheet").wait_for(state="detached")
    page.keyboard.press("h")
    page.locator(".advice").wait_for()  # on a sheet, or beside the table where there is room
    found += complaints(page)
    picture(page, "coach")
    page.keyboard.press("Escape")
    page.locator(".sheet").wait_for(state="detached")
    page.locator(".opp .head").first.click()
    page.locator(".sheet").wait_for()
    found += complaints(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.locator(".sheet").wait_for()
    found += complaints(page)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.locator(".sheet").first.wait_for(state="detached")
    page.locator(".cover, div.end, .table").first.wait_for()  # a bot plays on, or the next one at this screen
    found += complaints(page)
    assert found == []


@SIZES
def test_the_end_and_a_waiting_room(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(size)
    found: list[str] = []
    set_table(page, seat="open")
    page.locator(".room").wait_for()
    found += complaints(page)
    set_table(page)
    page.locator(".table").wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.locator("div.end").wait_for()
    found += complaints(page)
    assert found == []
