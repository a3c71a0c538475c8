"""Two browsers play each other, and the line breaks in between."""

from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, PHONE, Opener
from tests.web.playing import PAYING, Clicker, Line, look

TABLE = """() => {
  const text = (what) => [...document.querySelectorAll(what)].map((one) => one.textContent.trim());
  return { bank: text(".bank .tok .n"), decks: text(".spine .cnt"), prestige: text(".prest > span").sort(),
           market: text(".market .card .sr").map((words) => words.split(",").slice(0, 3).join()) };
}"""


def play(pages: list[Page], turns: int) -> None:
    """Both play on in turn."""
    clickers = [Clicker(page, seed) for seed, page in enumerate(pages)]
    for _ in range(turns):
        for clicker in clickers:
            seen = look(clicker.page)
            if not seen["over"] and not seen["waiting"]:
                clicker.page.bring_to_front()
                clicker.step(seen)


def test_a_broken_line_is_seen_and_the_game_goes_on_exactly(open_page: Opener) -> None:
    first, second = open_page(DESKTOP), open_page(PHONE)
    line = Line(second)
    first.goto("/#/new?players=2&seat=open")
    first.get_by_role("radio", name="As listed").click()
    first.get_by_role("button", name="Create table").click()
    second.goto(first.get_by_label("Link to this table").input_value())
    second.get_by_role("button", name="Sit down").click()
    for page in (first, second):
        page.locator(".table").wait_for()
    play([first, second], 6)

    while look(first)["waiting"]:  # until it is the first one's turn
        play([second], 1)
        first.wait_for_timeout(50)
    line.break_off()
    expect(second.locator(".banner [role=alert]")).to_have_text("Reconnecting …")  # read out once: it does not count
    second.get_by_role("button", name="Log").click()
    second.get_by_label("Say something").fill("One moment!")
    second.keyboard.press("Enter")
    expect(second.get_by_label("Say something")).to_have_value("One moment!")  # nobody could hear it
    second.get_by_role("button", name="Close").click()
    version = look(first)["version"]
    first.bring_to_front()
    while not look(first)["waiting"]:
        play([first], 1)
        first.wait_for_timeout(50)
    assert look(second)["version"] != look(first)["version"] != version  # the second one knows nothing of it yet

    line.cut = False
    now = "document.querySelector('.banner button')?.click()"  # unless it has just tried again by itself
    second.evaluate(now)
    expect(second.locator(".banner")).to_have_count(0)
    second.wait_for_function(
        "version => document.querySelector('.table').dataset.version === version", arg=look(first)["version"]
    )
    assert second.evaluate(TABLE) == first.evaluate(TABLE)
    expect(second.locator(".since, .badge")).to_be_visible()
    play([first, second], 4)
    first.wait_for_timeout(200)
    assert second.evaluate(TABLE) == first.evaluate(TABLE)


def test_a_payment_begun_is_still_there_after_an_outage(open_page: Opener) -> None:
    page = open_page(PHONE)
    line = Line(page, lambda view: view["decision"].update(PAYING))
    page.goto("/#/new?players=2&seat=newcomer")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="pay this ruby with gold").click()
    pay = page.locator(".sheet .btn.primary")
    gold = page.locator(".payrows .tok.gold")
    expect(gold).to_have_count(1)
    line.break_off()
    expect(page.locator(".banner")).to_be_visible()
    expect(pay).to_be_disabled()
    line.cut = False
    expect(page.locator(".banner")).to_have_count(0)
    expect(pay).to_be_enabled()
    expect(gold).to_have_count(1)
