"""Windows of many sizes: nothing lies over anything else, nothing scrolls sideways, cards can be read."""

from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from splendor.table.setup import Setup
from tests.web.conftest import DESKTOP, Opener
from tests.web.playing import BASE, PAYING, Line, set_table, uncover

SIZES = [(360, 640), (390, 844), (667, 375), (720, 450), (844, 390), (768, 1024), (900, 700), (1024, 600),
         (1024, 768), (1133, 744), (1180, 620), (1366, 625), DESKTOP, (1920, 1080), (2560, 1440)]  # fmt: skip
WHOLE = [(360, 640), (390, 844), (844, 390)]  # phones that show everything without scrolling
SMALLEST = 56  # px that a card needs to be read
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"  # in the new size
# Which of these things a finger cannot meet: nowhere is all of a square of 44 px theirs, whose corners may be round.
UNFELT = """(things) => {
  const step = 2, side = 44 / step, round = 12 / step, around = 20;
  const spots = [];
  for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 1) {
    const [right, down] = [x, y].map((at) => Math.max(round - at - 0.5, at + 0.5 - side + round, 0));
    if (Math.hypot(right, down) <= round) spots.push([x, y]);
  }
  const felt = (thing) => {
    const box = thing.getBoundingClientRect();
    const [left, top] = [box.left, box.top].map((edge) => Math.max(0, Math.floor(edge) - around));
    const right = Math.min(innerWidth, Math.ceil(box.right) + around);
    const bottom = Math.min(innerHeight, Math.ceil(box.bottom) + around);
    const [across, down] = [right - left, bottom - top].map((length) => Math.floor(length / step));
    const met = Array.from({ length: down }, (_, y) => Array.from({ length: across }, (_, x) =>
      thing.contains(document.elementFromPoint(left + x * step, top + y * step))));
    for (let y = 0; y + side <= down; y += 1) for (let x = 0; x + side <= across; x += 1)
      if (spots.every(([dx, dy]) => met[y + dy][x + dx])) return true;
    return false;
  };
  const inSight = ({ left, right, top, bottom }) =>
    left < right && left >= 0 && right <= innerWidth && top < innerHeight && bottom > 0;
  return things.filter((thing) => thing.checkVisibility({ visibilityProperty: true }) && !thing.disabled
    && inSight(thing.getBoundingClientRect()) && !felt(thing))
    .map((thing) => `${thing.className}: ${thing.getAttribute("aria-label") ?? thing.textContent}`.trim());
}"""
CROWDED = """() => {
  const box = (thing) => thing.getBoundingClientRect();
  const seen = (what) => [...document.querySelectorAll(what)].filter((thing) => box(thing).width > 0);
  const parts = [".top", ".opp", ".goals :is(.noble, .city, .progs)", ".posts .post", ".market", ".bank .tok", ".dock"];
  const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const cover = (what, other) => seen(what).some((one) => seen(other).some((thing) => meet(box(one), box(thing))));
  const crossing = parts.flatMap((what, place) =>
    parts.slice(place + 1).filter((other) => cover(what, other)).map((other) => `${what} over ${other}`));
  const market = box(document.querySelector(".market"));
  if (seen(".market .card").some((card) => box(card).top < market.top || box(card).bottom > market.bottom))
    crossing.push("cards beyond the market");
  if (document.documentElement.scrollWidth > innerWidth) crossing.push("sideways");
  if (box(seen(".market .card")[0]).width < 44) crossing.push("a card too small for a finger");
  const cut = seen(".opp .things, .dock .things").filter((thing) => [...thing.children].some((one) => {
    const inside = thing.closest(".opp, .dock");
    return box(one).right > box(inside).right || box(one).bottom > box(inside).bottom;
  }));
  if (cut.length) crossing.push("signs cut off");
  if (cover(".dock .things > *", ".hand > *")) crossing.push("signs over the hand");
  return crossing;
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", [None, 2025], ids=["base", "all"])
def test_nothing_lies_over_anything_else(open_page: Opener, players: int, edition: Literal[2025] | None) -> None:
    page = open_page()
    setup = Setup(players, cities=edition, posts=edition, orient=edition, strongholds=edition)
    set_table(page, setup, "newcomer")
    page.locator(".market .card").first.wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.evaluate(CROWDED) == [], (width, height)
        if (width, height) in WHOLE:
            page.wait_for_function(f"document.documentElement.scrollHeight <= {height}")
            card = page.locator(".market .card").first.bounding_box()
            assert card
            assert card["width"] >= SMALLEST, (width, height)


def test_strongholds_have_room_beside_the_hand(open_page: Opener) -> None:
    """Without cities the end of the game is told there as well."""
    page = open_page()
    set_table(page, Setup(2, orient=2025, strongholds=2025), "newcomer")
    page.locator(".market .card").first.wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.evaluate(CROWDED) == [], (width, height)


def test_the_bank_stands_right_above_what_is_mine(open_page: Opener) -> None:
    page = open_page()
    set_table(page, Setup(2, strongholds=2025), "newcomer")
    page.locator(".market .card").first.wait_for()
    middle = "all => all.map((one) => { const box = one.getBoundingClientRect(); return box.left + box.width / 2 })"
    for width, height in [(390, 844), (820, 1180), (1180, 820), DESKTOP]:
        page.set_viewport_size({"width": width, "height": height})
        bank = page.locator(".bank .tok").evaluate_all(middle)
        mine = page.locator(".dock .pair").evaluate_all(middle)
        assert max(abs(one - other) for one, other in zip(bank, mine, strict=True)) < 2, (width, height)
        expect(page.locator(".dock .towers:visible")).to_contain_text("3")


def test_a_large_screen_is_filled(open_page: Opener) -> None:
    page = open_page()
    set_table(page, BASE, "newcomer")
    card, rail = page.locator(".market .card").first, page.locator(".log")
    card.wait_for()
    widths = []
    for width, height in [DESKTOP, (1920, 1080), (2560, 1440), (3840, 2160)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        box, last = card.bounding_box(), rail.bounding_box()
        assert box
        assert last
        assert last["x"] + last["width"] > 0.97 * width, "nothing is left over beside the table"
        widths.append(box["width"])
    assert [round(width / widths[0], 1) for width in widths] == [1, 1.2, 1.6, 2.4]


def test_a_tablet_on_its_side_has_cards_of_a_size_for_playing(open_page: Opener) -> None:
    page = open_page((1024, 768))
    set_table(page, BASE, "newcomer")
    card = page.locator(".market .card").first.bounding_box()
    others, goals = (page.locator(what).bounding_box() for what in (".opponents", ".goals"))
    assert card
    assert others
    assert goals
    assert card["width"] > 80
    assert others["x"] + others["width"] <= goals["x"], "beside each other"


@pytest.mark.parametrize("others", [None, 2025], ids=["orient", "all"])
def test_the_way_to_the_other_half_of_the_market_is_as_large_as_a_finger(
    open_page: Opener, others: Literal[2025] | None
) -> None:
    for players in (2, 3, 4):
        page = open_page((360, 640), has_touch=True)
        set_table(page, Setup(players, cities=others, posts=others, orient=2025, strongholds=others), "newcomer")
        page.locator(".market .card").first.wait_for()
        for width, height in [(360, 640), (360, 740), (390, 844), (667, 375)]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            for other, deck in (("Orient", 1), ("base", 0)):
                across = page.get_by_role("button", name=f"Show the {other} cards")
                expect(across).to_be_visible()
                assert across.evaluate_all(UNFELT) == [], (players, width, height)
                across.tap()
                expect(page.locator(".market .spine").nth(deck)).to_be_in_viewport(ratio=1)
                card = page.locator(".market .card").nth(0 if other == "base" else 5).bounding_box()
                assert card
                assert card["width"] >= SMALLEST, (players, width, height)


@pytest.mark.parametrize(("players", "edition"), [(2, None), (4, None), (3, 2025), (4, 2025)])
def test_a_finger_meets_everything_on_the_lowest_phone(
    open_page: Opener, players: int, edition: Literal[2025] | None
) -> None:
    page = open_page((360, 640), has_touch=True, is_mobile=True)
    set_table(page, Setup(players, cities=edition, posts=edition, orient=edition, strongholds=edition), "person")
    uncover(page)
    everything = page.locator("button, a[href], input")
    assert everything.evaluate_all(UNFELT) == []
    page.locator(".bank .tok").first.tap()
    assert everything.evaluate_all(UNFELT) == [], "while tokens are taken"
    page.locator(".bank .tok").first.tap()
    page.locator(".market .card").first.tap()
    assert everything.evaluate_all(UNFELT) == [], "while a card is chosen"


def test_the_keyboard_finds_both_halves_of_the_market(open_page: Opener) -> None:
    page = open_page((360, 640))
    set_table(page, Setup(2, orient=2025), "newcomer")
    page.locator("[data-key='1.1']").focus()
    decks = page.locator(".market .spine")
    for keys, reached, deck in (["ArrowRight"] * 4, "1.5", 1), (["ArrowLeft"] * 3, "1.2", 0):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(f"[data-key='{reached}']")).to_be_focused()
        expect(page.locator(f"[data-key='{reached}']")).to_be_in_viewport(ratio=1)
        expect(decks.nth(deck)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Show the Orient cards").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Show the base cards")).to_be_focused()
    expect(decks.nth(1)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("language", "size"), [("en", (844, 390)), ("fr", (640, 360)), ("nl", (740, 360))])
def test_a_phone_on_its_side_shows_a_whole_payment(open_page: Opener, language: str, size: tuple[int, int]) -> None:
    page = open_page(size, locale=language)
    Line(page, lambda view: view["decision"].update(PAYING))  # as much as ten tokens can pay for
    page.goto("/#/new?players=2&seat=newcomer")
    page.locator(".create").click()
    sheet = page.locator(".sheet")
    expect(sheet.locator(".payrows li")).to_have_count(4)
    assert sheet.evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight")
    for thing in sheet.locator("button").all():
        expect(thing).to_be_in_viewport(ratio=1)


def test_a_payment_keeps_to_its_rail(open_page: Opener) -> None:
    def alter(view: dict[str, Any]) -> None:
        due = {"white": 3, "red": 1}
        view["decision"].update(PAYING, price=due, whole=[{"actions": [1], "tokens": due}])
        view["table"]["players"][view["seat"]]["bonus"] = {"blue": 3, "green": 4}

    page = open_page((1280, 720), locale="nl")
    Line(page, alter)
    page.goto("/#/new?players=2&seat=newcomer")
    page.locator(".create").click()
    expect(page.locator(".payrows .chip")).to_have_count(2)
    assert page.locator(".sheet").evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    for thing in page.locator(".payrows .end").all():
        expect(thing).to_be_in_viewport(ratio=1)


def test_the_longest_names_and_all_modules_scroll_nothing_sideways(open_page: Opener) -> None:
    page = open_page((360, 640), locale="nl")
    fits = "document.documentElement.scrollWidth <= innerWidth"
    page.goto("/#/new?players=4&cities=2025&posts=2025&orient=2025&strongholds=2025&seat=person&seat=open")
    for name in page.locator(".seatrow input").all():
        name.fill("W" * 30)
    assert page.evaluate(fits)
    page.get_by_role("radio", name="Open").click()
    page.get_by_label("Klok").select_option(label="5 min + 5 s")
    page.locator(".create").click()
    page.locator(".room").wait_for()
    assert page.evaluate(fits)
    page.goto("/#/")
    page.locator(".item .mods").first.wait_for()
    assert page.evaluate(fits)
    page.go_back()
    for _ in range(2):
        page.get_by_role("button", name="Laat een bot spelen").first.click()
    page.locator(".table").wait_for()
    for width, height in [(360, 640), (844, 390), (1180, 820), DESKTOP]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.evaluate(CROWDED) == [], (width, height)
        clock, columns = (page.locator(f".dock {what}").first.bounding_box() for what in (".clock", ".six"))
        assert clock
        assert columns
        beside, below = clock["x"] + clock["width"] <= columns["x"], clock["y"] >= columns["y"] + columns["height"]
        assert beside or below, (width, height)


def test_a_last_turn_is_called_that(open_page: Opener) -> None:
    page = open_page((360, 780), locale="fr")
    Line(page, lambda view: view["table"].update(last_round=True))
    page.goto("/#/new?players=2&seat=newcomer")
    page.locator(".create").click()
    expect(page.locator(".abar")).to_contain_text("votre dernier tour")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".pill").evaluate_all(cut) == []


def test_figures_grow_with_the_text(open_page: Opener) -> None:
    page = open_page((390, 844))
    set_table(page, Setup(2, cities=2025, posts=2025, strongholds=2025), "newcomer")
    figures = page.locator(".bank .tok .n, .dock .bon b, .dock .dot b")
    figures.first.wait_for()
    size = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    before = figures.evaluate_all(size)
    larger = "document.documentElement.style.fontSize = '200%'"
    page.evaluate(larger)
    assert all(then > 1.2 * now for now, then in zip(before, figures.evaluate_all(size), strict=True))
    for path in ("", "new", "settings", "account"):
        page.goto(f"/#/{path}")
        page.locator("h1").wait_for()
        page.evaluate(larger)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
