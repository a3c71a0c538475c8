"""What the token picker, the payment chooser and the tray do, tried in lessons: real positions, no waiting."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import ROOT, Opener

LESSONS = [one["name"] for one in json.loads((ROOT / "web/src/learn/lessons.json").read_text())]
ON_THE_TABLE = ".market :is(.card, .spine), .bank .tok, .opponents .opp, .goals :is(.noble, .city), .posts .post, .dock"
HIDDEN = """async (what) => {
  const box = (thing) => thing.getBoundingClientRect();
  const within = (one, other) => one.left < other.right - 1 && one.top < other.bottom - 1;
  const meet = (one, other) => within(box(one), box(other)) && within(box(other), box(one));
  const all = (what) => [...document.querySelectorAll(what)].filter((thing) => box(thing).width > 0);
  const look = () => {
    const words = document.querySelector(".lesson");
    const hidden = all(what).filter((thing) => meet(thing, words) || box(thing).bottom > innerHeight + 1);
    const pressed = all(".bank .tok").filter((tok) => all(".market .card, .dock").some((thing) => meet(thing, tok)));
    return [...hidden, ...pressed].map((thing) => thing.className);
  };
  // The table makes room once the words have been measured, which takes frames.
  for (let frame = 0; frame < 60 && look().length > 0; frame += 1) await new Promise(requestAnimationFrame);
  return look();
}"""


@pytest.fixture
def lesson(page: Page) -> Page:
    return page


def test_picking_tokens(lesson: Page) -> None:
    lesson.goto("/#/learn/take")
    bank, take = lesson.locator(".bank"), lesson.locator(".abar .btn.primary")
    bank.locator(".tok.white").click()
    expect(take).to_be_disabled()
    expect(bank.locator(".tok.white .plus")).to_have_text("+1")
    expect(bank.locator(".tok.white")).to_have_attribute("aria-pressed", "true")
    bank.locator(".tok.white").click()  # four in the bank: two alike
    expect(bank.locator(".tok.white .plus")).to_have_text("+2")
    expect(take).to_be_enabled()
    expect(bank.locator(".tok.off")).to_have_count(5)
    bank.locator(".tok.red").click()  # another colour starts anew
    expect(bank.locator(".tok.white .plus")).to_have_count(0)
    bank.locator(".tok.black").click()
    bank.locator(".tok.white").click()
    expect(take).to_be_enabled()
    expect(lesson.locator(".dock .dot.add")).to_have_count(3)
    expect(lesson.locator(".card.soon").first).to_be_visible()  # what comes within reach
    bank.locator(".tok.green").click()  # a fourth: the bar says why not
    expect(lesson.locator(".abar")).to_contain_text("Three at most")
    expect(take).to_be_enabled()
    lesson.locator(".abar .btn.cancel").click()
    expect(bank.locator(".plus")).to_have_count(0)


def test_choosing_a_payment(lesson: Page) -> None:
    lesson.goto("/#/learn/gold")
    lesson.locator(".market .card.c-red.l1.can").first.click()
    lesson.locator(".abar .btn.primary").click()
    sheet = lesson.locator(".sheet")
    expect(sheet.get_by_text("least gold")).to_be_visible()
    gold = sheet.locator(".payrows .tok.gold")
    before = gold.count()
    swaps = sheet.get_by_role("button", name="pay this sapphire with gold")
    expect(swaps).to_have_count(2)
    swaps.first.click()
    expect(gold).to_have_count(before + 1)
    expect(sheet.get_by_text("least gold")).to_have_count(0)
    sheet.get_by_role("button", name="pay this sapphire with its own token").first.click()
    expect(gold).to_have_count(before)
    swaps.first.click()
    sheet.locator(".btn.primary").click()
    expect(lesson.locator(".lesson.done")).to_be_visible()


def test_giving_back(lesson: Page) -> None:
    lesson.goto("/#/learn/limit")
    for colour in ("white", "blue", "green"):
        lesson.locator(f".bank .tok.{colour}").click()
    lesson.locator(".abar .btn.primary").click()
    sheet = lesson.locator(".sheet")
    expect(sheet.locator(".hole")).to_have_count(2)
    expect(sheet.locator(".btn.primary")).to_be_disabled()
    expect(sheet.get_by_role("button", name="sapphire, you have")).to_be_visible()  # not the bank's
    expect(lesson.locator(".six .bon.white:visible")).not_to_have_count(0)  # what one has is not covered
    sheet.locator(".givetokens .tok.blue").click()
    sheet.get_by_role("button", name="keep this sapphire").click()  # taken out of the tray again
    expect(sheet.locator(".hole")).to_have_count(2)
    for _ in range(2):
        sheet.locator(".givetokens .tok.red").click()
    sheet.locator(".givetokens .tok.white").click()  # the tray is full
    expect(sheet.locator(".tray .tok")).to_have_count(2)
    sheet.locator(".btn.primary").click()
    expect(lesson.locator(".lesson.done")).to_be_visible()


def test_a_card_that_cannot_be_had_says_why(lesson: Page) -> None:
    lesson.goto("/#/learn/purchase")
    lesson.locator(".market .card.cannot").first.click()
    expect(lesson.locator(".abar .asked")).to_contain_text("pay")
    expect(lesson.locator(".abar").get_by_role("button", name="Purchase")).to_have_count(0)


def test_a_step_of_strongholds_speaks_of_strongholds(lesson: Page) -> None:
    lesson.goto("/#/learn/stronghold")
    lesson.locator('[data-place="market 1.2"]').click()
    lesson.locator(".abar .btn.primary").click()
    bar = lesson.locator(".abar")
    expect(bar).to_contain_text("a stronghold: tap a highlighted card")
    expect(bar).to_contain_text("in hand")
    expect(lesson.locator(".market .card .deed").first).to_be_visible()
    expect(lesson.locator(".market .card .mark.short").first).to_be_visible()  # what is missing is still said
    lesson.locator(".market .card:has(.deed)").first.click()
    expect(bar).to_contain_text("Guard this card")
    expect(bar).not_to_contain_text("pay")


def test_a_noble_tells_about_itself(lesson: Page) -> None:
    lesson.goto("/#/learn/noble")
    lesson.locator(".goals .noble").first.click()
    told = lesson.get_by_role("dialog", name="Nobles")
    expect(told).to_contain_text("Mary Stuart")
    expect(told.get_by_role("img", name="of 8").first).to_be_visible()


def test_nothing_moves_at_no_pace(open_page: Opener) -> None:
    page = open_page(reduced_motion="no-preference")
    page.evaluate("localStorage.setItem('splendor.settings', JSON.stringify({ pace: 'off' }))")
    page.reload()
    page.goto("/#/learn/purchase")
    page.locator(".market .card.can").first.click()
    page.locator(".abar .btn.primary").click()
    page.locator(".lesson.done").wait_for()
    moving = page.evaluate("document.getAnimations().map((one) => one.animationName)")
    assert not {"arrive", "sheen", "breathe"} & set(moving)


@pytest.mark.parametrize("size", [(360, 640), (390, 740), (740, 360)], ids=["640", "740", "side"])
def test_on_a_short_phone_the_words_of_a_lesson_cover_nothing(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(size, locale="fr-FR")  # the longest words
    for name in LESSONS:
        page.goto(f"/#/learn/{name}")
        page.locator(f'[data-lesson="{name}"] .market .card').first.wait_for()
        assert page.evaluate(HIDDEN, ON_THE_TABLE) == [], name
        page.locator(".market .card").last.click()  # the bar says something
        assert page.evaluate(HIDDEN, ON_THE_TABLE) == [], name
