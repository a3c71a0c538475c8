"""The page in a real browser: languages, people at one screen, accounts, dragging, chat, coming back."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from splendor.table.setup import Setup
from tests.web.conftest import DESKTOP, PHONE, SMALL, Opener
from tests.web.playing import Clicker, set_table, uncover

SCREENS = ("", "new", "rules/orient", "settings", "learn", "account")


@pytest.mark.parametrize(("code", "play"), [("en", "Play now"), ("fr", "Jouer"), ("nl", "Nu spelen")])
def test_every_language_and_no_sideways_scrolling(
    open_page: Opener, code: str, play: str, picture: Callable[[Page, str], None]
) -> None:
    page = open_page(SMALL, locale=f"{code}-BE")
    expect(page.get_by_role("button", name=play)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", code)
    for path in SCREENS:
        page.goto(f"/#/{path}")
        page.locator("h1, .lesson h2").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        picture(page, path.replace("/", "-") or "home")


def test_the_language_is_switched_and_kept(page: Page) -> None:
    page.locator(".lang select").select_option("nl")
    expect(page.get_by_role("button", name="Nu spelen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Nu spelen")).to_be_visible()


def test_the_page_darkens_with_the_system_until_one_chooses(page: Page) -> None:
    root = page.locator("html")
    page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    page.goto("/#/settings")
    page.get_by_role("radio", name="Light").click()
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "light")
    page.get_by_role("radio", name="System").click()
    expect(root).to_have_attribute("data-theme", "dark")


def test_every_page_begins_at_its_top(page: Page) -> None:
    page.goto("/#/rules/base")
    page.locator("h1").wait_for()
    page.evaluate("scrollTo(0, 9999)")
    page.wait_for_function("scrollY > 0")
    page.evaluate("location.hash = '#/new'")
    page.get_by_role("button", name="Create table").wait_for()
    page.wait_for_function("scrollY === 0")


def test_one_click_and_one_meets_the_bot_one_chose(page: Page) -> None:
    page.get_by_label("Opponent").select_option("master")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".opp .about")).to_have_text("bot, master")
    Clicker(page).play(decisions=2)
    page.goto("/#/")
    page.reload()
    expect(page.get_by_label("Opponent")).to_have_value("master")


def test_ones_own_tables_say_with_which_modules_and_who_is_to_decide(page: Page) -> None:
    set_table(page, Setup(2, orient=2025), seat="person")
    page.goto("/#/")
    mine = page.locator(".yours .item").first
    expect(mine.locator(".chip")).to_have_text("your turn")
    expect(mine.locator(".mods span")).to_have_count(1)
    page.locator(".lang select").select_option("fr")
    expect(mine.locator(".chip")).to_have_text("à vous")


def test_what_three_opponents_did_is_told_in_full(open_page: Opener) -> None:
    page = open_page((1280, 800), locale="fr-FR")
    page.goto("/#/new?players=4&posts=2025&strongholds=2025&seat=club")
    page.locator(".create").click()
    clicker = Clicker(page)
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    for _ in range(3):
        clicker.play(decisions=1)
        assert page.locator(".left .opp :is(.did, .who, .about)").evaluate_all(cut) == []
        expect(page.locator(".left .coach .btn")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(360, 640), (844, 390), DESKTOP], ids=["phone", "side", "desktop"])
def test_looking_back_leaves_the_table_in_sight(open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(size)
    set_table(page, seat="newcomer")
    Clicker(page).play(decisions=2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back").click()
    over = """what => { const tool = document.querySelector(".review").getBoundingClientRect();
      return [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect())
        .filter((one) => one.top < tool.bottom - 1 && one.bottom > tool.top)
        .filter((one) => one.left < tool.right && one.right > tool.left).length }"""
    assert page.evaluate(over, ".market .card, .bank .tok, .opp, .dock, .noble") == 0
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pill")).to_have_text("Look back")
    page.keyboard.press("Escape")
    expect(page.locator(".review")).to_have_count(0)
    expect(page.locator(".pill")).not_to_have_text("Look back")


def test_a_link_can_be_read_by_a_camera(page: Page) -> None:
    set_table(page, seat="open")
    page.get_by_role("button", name="QR code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_in_viewport(ratio=1)


def test_a_refusal_says_exactly_why(open_page: Opener) -> None:
    host = open_page()
    set_table(host, seat="open")
    host.locator(".room").wait_for()
    guest = open_page(refusals=True, locale="nl-NL")
    guest.goto(urlsplit(host.url)._replace(scheme="", netloc="").geturl())  # without the invitation
    guest.get_by_role("button", name="Ga zitten").click()
    expect(guest.get_by_role("alert")).to_contain_text("Deze tafel is besloten")


# --- people at one screen -----------------------------------------------------------------------------------------
def test_two_people_at_one_screen(page: Page) -> None:
    set_table(page, seat="person")
    first = page.locator(".dock .youname").inner_text()
    for colour in ("white", "blue", "green"):
        page.locator(f".bank .tok.{colour}").click()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".dock .youname")).not_to_have_text(first)  # no hidden card, no cover
    expect(page.locator(".bank .tok.white .n")).to_have_text("3")
    expect(page.locator(".pill")).to_contain_text(page.locator(".dock .youname").inner_text())
    page.locator('[data-place="deck 1"]').click()
    page.locator(".abar").get_by_role("button", name="Reserve").click()
    page.get_by_role("button", name="Pass the device on").click()
    expect(page.locator(".cover h1")).to_contain_text("Pass the device to")
    assert page.locator(".table").count() == 0  # nothing of the second player's is left to be seen
    uncover(page)
    expect(page.locator(".dock .youname")).to_have_text(first)
    for colour in ("red", "blue", "green"):
        page.locator(f".bank .tok.{colour}").click()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".cover")).to_be_visible()  # the other's hand would be seen


def test_a_card_reserved_unseen_stays_unseen_by_the_next_one_at_this_screen(page: Page) -> None:
    set_table(page, seat="person")
    uncover(page)
    page.locator('[data-place="deck 2"]').click()
    page.locator(".abar").get_by_role("button", name="Reserve").click()
    expect(page.locator(".cover h1")).to_contain_text("The card you reserved from the deck")
    expect(page.locator(".cover .card:not(.down)")).to_have_count(1)
    page.get_by_role("button", name="Pass the device on").click()
    expect(page.locator(".cover h1")).to_contain_text("Pass the device to")
    assert page.locator(".cover .card").count() == 0
    uncover(page)
    expect(page.locator(".opp .minis .card.down")).to_have_count(1)
    expect(page.locator(".opp .minis .card:not(.down)")).to_have_count(0)
    expect(page.locator(".hand .card")).to_have_count(0)


def test_a_turn_by_keyboard_undone_and_confirmed(page: Page) -> None:
    page.goto("/#/settings")
    page.get_by_role("switch", name="Confirm turns").click()
    set_table(page, seat="person")
    uncover(page)
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".abar")).to_contain_text("Confirm this turn?")
    page.keyboard.press("u")
    expect(page.locator(".bank .tok.white .n")).to_have_text("4")
    expect(page.locator(".abar")).not_to_contain_text("Confirm this turn?")
    for key in ("3", "3", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".abar")).to_contain_text("Confirm this turn?")
    mine = page.locator(".dock .youname").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".dock .youname")).not_to_have_text(mine)


def test_a_card_with_the_focus_alone_is_reserved_by_its_key(page: Page) -> None:
    set_table(page)
    expect(page.locator(".abar")).to_contain_text("Take tokens")  # one's own turn: the bot may have been the first
    page.keyboard.press("ArrowRight")
    page.keyboard.press("r")
    expect(page.locator(".market .card[aria-pressed='true']")).to_be_focused()  # one sees what a second one will do
    expect(page.locator(".hand .card")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".hand .card")).to_have_count(1)


def test_what_cannot_be_undone_is_told_with_the_way_to_undo_whole_turns(page: Page) -> None:
    set_table(page)
    page.keyboard.press("u")
    expect(page.locator(".abar")).to_contain_text("nothing to undo yet")
    page.keyboard.press("1")
    page.keyboard.press("u")  # what is only chosen is put back
    expect(page.locator(".bank .plus")).to_have_count(0)
    Clicker(page).play(decisions=1)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Undo the last step").click()
    expect(page.locator(".abar")).to_contain_text("Your last turn is done")
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator(".abar")).to_contain_text("From now on")
    page.get_by_role("button", name="Close").click()
    page.locator(".pill:not(.wait)").wait_for()
    for colour in ("white", "red", "black"):
        page.locator(f".bank .tok.{colour}").click()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".abar")).to_contain_text("Confirm this turn?")


# --- dragging -----------------------------------------------------------------------------------------------------
def drag(page: Page, what: str, where: str) -> None:
    start, end = page.locator(what).bounding_box(), page.locator(where).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_dragging_chooses_what_a_tap_would_choose(page: Page) -> None:
    set_table(page, seat="person")
    uncover(page)
    drag(page, '[data-place="market 1.2"]', ".hand")
    expect(page.locator(".abar .btn.primary")).to_contain_text("Reserve")
    page.keyboard.press("Escape")
    for colour in ("red", "green", "black"):
        drag(page, f".bank .tok.{colour}", ".dockmain > .six")
    expect(page.locator(".bank .tok.red .plus")).to_have_text("+1")
    drag(page, ".bank .tok.red", '[data-place="market 1.2"]')  # dropped elsewhere: nothing
    expect(page.locator(".bank .tok.red .plus")).to_have_text("+1")
    mine = page.locator(".dock .youname").inner_text()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".dock .youname")).not_to_have_text(mine)


def test_a_finger_drags_cards_and_moves_the_market(open_page: Opener) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    set_table(page, Setup(2, orient=2025), seat="person")
    uncover(page)
    finger = page.context.new_cdp_session(page)

    def drag(what: str, across: float, down: float) -> None:
        start = page.locator(what).bounding_box()
        assert start
        x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
        for step in range(11):
            kind = "touchMove" if step else "touchStart"
            spot = {"x": x + across * step / 10, "y": y + down * step / 10}
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [spot]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    hand, card = page.locator(".hand").bounding_box(), page.locator('[data-place="market 1.2"]').bounding_box()
    assert hand
    assert card
    drag('[data-place="market 1.2"]', hand["x"] + 40 - card["x"], hand["y"] - card["y"])
    expect(page.locator(".abar .btn.primary")).to_contain_text("Reserve")
    page.locator(".abar .cancel").click()
    drag('[data-place="market 2.3"]', -200, 0)
    page.wait_for_function("() => document.querySelector('.market .scroll').scrollLeft > 50")
    expect(page.locator(".abar .btn.primary")).to_have_count(0)


# --- the tutorial -------------------------------------------------------------------------------------------------
def test_the_first_lesson(page: Page) -> None:
    page.goto("/#/learn")
    page.get_by_role("link", name="Start").click()
    words = page.locator(".lesson")
    before = words.bounding_box()
    page.locator('[data-place="market 3.1"]').click()
    page.locator(".abar .btn.primary").click()  # legal, and not what is asked: the bar says so and nothing moves
    expect(page.locator(".abar")).to_contain_text("not the move this lesson asks for")
    assert words.bounding_box() == before
    for colour in ("white", "red", "black"):
        page.locator(f".bank .tok.{colour}").click()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".lesson.done")).to_be_visible()
    page.locator(".lesson a.eyebrow").click()
    expect(page.get_by_role("listitem").filter(has=page.get_by_label("done", exact=True))).to_have_count(1)


def test_after_the_last_lesson_one_plays(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.goto("/#/learn/conquest")
    for place in ("1.2", "3.2"):
        page.locator(f'[data-place="market {place}"]').click()
        page.locator(".abar .btn.primary").click()
    page.locator(".sheet .btn.primary").click()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/match/*")


def test_who_has_a_trading_post_can_be_heard(page: Page) -> None:
    page.goto("/#/learn/post")
    page.locator('[data-place="market 1.1"]').click()
    page.locator(".abar .btn.primary").click()
    expect(page.locator(".lesson.done")).to_be_visible()
    expect(page.locator(".posts .post", has_text="yours")).to_have_count(1)
    expect(page.locator(".posts .post", has_text="held by")).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_have_text("You – Ada")


def test_a_lesson_offers_nothing_that_needs_a_real_table(page: Page) -> None:
    page.goto("/#/learn/take")
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu.get_by_role("button", name="Undo the last step")).to_be_visible()
    expect(menu.get_by_role("button", name="Resign")).to_have_count(0)
    expect(menu.get_by_role("button", name="Copy link for spectators")).to_have_count(0)
    expect(page).to_have_title("Tutorial – Splendor")


def test_keys_for_the_browser_or_for_a_sheet_on_top_give_no_token_back(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.goto("/#/learn/limit")
    page.locator(".table").wait_for()
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    holes = page.locator(".tray .hole")
    expect(holes).to_have_count(2)
    page.keyboard.press("Alt+4")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("4")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_have_count(0)
    expect(holes).to_have_count(2)
    page.keyboard.press("4")
    expect(holes).to_have_count(1)


def test_a_page_that_cannot_be_fetched_says_so(open_page: Opener) -> None:
    page = open_page(DESKTOP, refusals=True)
    page.route("**/LearnPage-*.js", lambda route: route.fulfill(status=404))
    page.goto("/#/learn/take")
    expect(page.locator("h1")).to_contain_text("The server is not responding")
    page.unroute("**/LearnPage-*.js")
    page.get_by_role("button", name="Reload the page").click()
    expect(page.locator(".lesson")).to_be_visible()


# --- settings -----------------------------------------------------------------------------------------------------
HEARD = """
window.heard = [];
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  const voice = create.call(this), start = voice.start.bind(voice);
  voice.start = (at) => { heard.push(voice.frequency.value); start(at); };
  return voice;
};
window.noticed = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => Notification.permission;
  constructor(title, { body }) { if (body) noticed.push(body); }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.away ?? false });
"""


def test_sounds_and_notices_come_once_they_are_switched_on(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.add_init_script(HEARD)
    page.goto("/#/settings")
    page.reload()
    page.get_by_role("switch", name="Sound").click()
    page.get_by_role("switch", name="Notification").click()
    assert len(page.evaluate("heard")) == 2  # the bell, to know what it is like
    page.goto("/#/learn/take")
    page.locator(".table").wait_for()
    page.evaluate("heard.length = 0")
    for colour in ("white", "red", "black"):
        page.locator(f".bank .tok.{colour}").click()
    page.locator(".bank .tok.blue").click()
    page.wait_for_function("() => heard.length == 1")  # a fourth: a dull tap
    set_table(page, seat="person")
    uncover(page)
    page.evaluate("away = true")
    for key in ("1", "2", "3", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function("() => noticed.length == 1")
    assert page.evaluate("noticed") == ["Your turn"]
    page.goto("/#/settings")
    page.get_by_role("switch", name="Sound").click()
    page.evaluate("heard.length = 0")
    page.reload()
    expect(page.get_by_role("switch", name="Sound")).not_to_be_checked()
    expect(page.get_by_role("switch", name="Notification")).to_be_checked()


@pytest.mark.parametrize("lack", ["permission", "constructor"])
def test_notices_that_cannot_come_are_not_promised(open_page: Opener, lack: str) -> None:
    page = open_page(PHONE)
    page.add_init_script(HEARD)
    page.goto("/#/settings")
    page.reload()
    if lack == "permission":
        page.evaluate("Notification.permission = 'denied'")
    else:  # as on Android
        page.evaluate("void (window.Notification = class extends Notification { constructor() { throw TypeError() } })")
    page.get_by_role("switch", name="Notification").click()
    expect(page.get_by_role("alert")).to_contain_text("does not let this page notify you")
    expect(page.get_by_role("switch", name="Notification")).not_to_be_checked()


def test_letters_on_gems(open_page: Opener, picture: Callable[[Page, str], None]) -> None:
    page = open_page(PHONE)
    page.goto("/#/settings")
    page.get_by_role("radio", name="Letters").click()
    set_table(page)
    content = page.locator(".bank .tok.green").evaluate("token => getComputedStyle(token, '::after').content")
    assert content == '"E"'
    picture(page, "letters")


# --- accounts -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_an_account_from_signing_up_to_signing_out(
    open_page: Opener, size: tuple[int, int], picture: Callable[[Page, str], None]
) -> None:
    page, name = open_page(size, refusals=True), f"Ada {size[0]}"
    page.get_by_role("button", name="Play now").click()
    opponent = page.locator(".table .opp").get_attribute("aria-label")

    page.goto("/#/account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse")
    page.locator("form .btn.primary").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong name or password")
    page.get_by_role("radio", name="New account").click()
    page.locator("form .btn.primary").click()
    expect(page.locator("h1")).to_have_text(name)
    page.get_by_role("button", name="Add 1 game").click()  # what was played as a guest
    expect(page.locator("a.item")).to_have_count(1)
    assert opponent
    expect(page.locator("a.item b")).to_have_text(opponent)
    picture(page, "account")
    expect(page.locator(".rating")).to_contain_text("none yet")
    expect(page.locator(".top .who")).to_have_text(name)  # every page says who is signed in

    game = page.locator("a.item").get_attribute("href")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("form")).to_be_visible()
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse")
    page.locator("form .btn.primary").click()
    page.locator("a.item").click()  # another browser: the account alone opens the seat
    expect(page.locator(".dock .hand")).to_be_visible()
    assert game
    assert page.url.endswith(game)


def test_whoever_is_signed_in_plays_under_that_name_after_a_reload(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.goto("/#/account")
    page.get_by_role("radio", name="New account").click()
    page.get_by_label("Name").fill("Hedy")
    page.get_by_label("Password").fill("correct horse")
    page.locator("form .btn.primary").click()
    expect(page.locator("h1")).to_have_text("Hedy")
    page.goto("/#/")
    with page.expect_response("**/api/account"):
        page.reload()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".dock .youname")).to_have_text("Hedy")


def test_a_name_that_is_taken_is_refused_in_words(open_page: Opener) -> None:
    for answer in ("h1", "[role=alert]"):
        page = open_page(DESKTOP, refusals=True)
        page.goto("/#/account")
        page.get_by_role("radio", name="New account").click()
        page.get_by_label("Name").fill("Grace")
        page.get_by_label("Password").fill("12345678")
        page.locator("form .btn.primary").click()
        expect(page.locator(answer)).to_contain_text("Grace" if answer == "h1" else "That name is already taken")


# --- a table for others -------------------------------------------------------------------------------------------
def shared_table(open_page: Opener) -> tuple[Page, Page]:
    """Two browsers at one private table."""
    first, second = open_page(DESKTOP), open_page(PHONE)
    first.evaluate("localStorage.setItem('splendor.settings', JSON.stringify({ name: 'Mila' }))")
    first.reload()
    first.goto("/#/new?players=2&seat=open")
    first.get_by_role("radio", name="As listed").click()
    first.get_by_role("button", name="Create table").click()
    link = first.get_by_label("Link to this table").input_value()
    assert "invitation=" in urlsplit(link).fragment
    second.goto(link)
    second.get_by_role("button", name="Sit down").click()
    for page in (first, second):
        page.locator(".table").wait_for()
    return first, second


def test_the_lobby_says_how_fast_a_table_plays(open_page: Opener) -> None:
    first = open_page(DESKTOP)
    first.goto("/#/new?players=2&seat=open")
    first.get_by_role("combobox", name="Clock").select_option(label="3 days per turn")
    first.get_by_role("radio", name="Open", exact=True).click()
    first.get_by_role("button", name="Create table").click()
    first.locator(".room").wait_for()
    second = open_page(PHONE)
    second.locator("a.item", has_text="1 of 2 seats taken · 3 days per turn").click()
    second.get_by_role("button", name="Sit down").click()
    expect(second.locator(".dock .clock")).to_be_visible()
    expect(first.locator(".opp .clock")).to_be_visible()


def test_a_seat_given_back_is_free_for_oneself_too(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.goto("/#/new?players=3&seat=open&seat=open")
    page.get_by_role("button", name="Create table").click()
    link = page.get_by_label("Link to this table").input_value()
    expect(page).to_have_title(re.compile("Waiting for players"))
    before = page.evaluate("localStorage.getItem('splendor.seats')")
    page.get_by_role("button", name="Leave the table").click()
    seats = page.get_by_role("button", name="Sit down")
    expect(seats).to_have_count(3)
    assert page.evaluate("localStorage.getItem('splendor.seats')") == "[]"

    seats.first.click()  # the table is private: the invitation is still known
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Link to this table")).to_have_value(link)

    page.evaluate("seats => localStorage.setItem('splendor.seats', seats)", before)  # a token that is dead by now
    page.reload()
    expect(seats).to_have_count(2)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_whoever_waits_in_vain_lets_bots_play(open_page: Opener) -> None:
    page = open_page(PHONE)
    page.goto("/#/new?players=3&seat=open&seat=open")
    page.get_by_role("button", name="Create table").click()
    for left in (1, 0):
        page.get_by_role("button", name="Let a bot play").first.click()
        expect(page.get_by_role("button", name="Let a bot play")).to_have_count(left)
    page.locator(".table").wait_for()
    expect(page.locator(".opp")).to_have_count(2)


def test_whoever_sat_down_by_a_link_can_pass_it_on_later(open_page: Opener) -> None:
    first, second = open_page(DESKTOP), open_page(PHONE)
    first.goto("/#/new?players=3&seat=open&seat=open")
    first.get_by_role("button", name="Create table").click()
    link = first.get_by_label("Link to this table").input_value()
    second.goto(link)
    second.get_by_role("button", name="Sit down").first.click()
    second.get_by_role("button", name="Leave the table").wait_for()
    second.goto("/#/")
    second.locator(".lists div.item a").click()
    expect(second.get_by_label("Link to this table")).to_have_value(link)


def test_chat_and_muting(open_page: Opener) -> None:
    first, second = shared_table(open_page)
    first.get_by_label("Say something").fill("Good luck!")
    first.keyboard.press("Enter")
    second.get_by_role("button", name="Log").click()
    expect(second.locator(".log .chat")).to_contain_text("Good luck!")
    second.get_by_role("button", name="Mute Mila").click()
    expect(second.locator(".log .chat")).to_have_count(0)
    first.get_by_label("Say something").fill("Are you there?")
    first.keyboard.press("Enter")
    expect(first.locator(".log .chat")).to_have_count(2)
    second.reload()  # the server remembers
    second.get_by_role("button", name="Log").click()
    expect(second.locator(".log .chat")).to_have_count(0)
    second.get_by_role("button", name="Unmute Mila").click()
    expect(second.get_by_role("button", name="Unmute Mila")).to_have_count(0)
    first.get_by_label("Say something").fill("Thank you")
    first.keyboard.press("Enter")
    expect(second.locator(".log .chat")).to_contain_text("Thank you")


def test_what_was_said_too_fast_is_given_back_with_the_reason(open_page: Opener) -> None:
    first, _ = shared_table(open_page)
    field = first.get_by_label("Say something")
    for number in range(11):
        expect(field).to_have_value("")
        field.fill(f"Hello {number}")
        first.keyboard.press("Enter")
    expect(first.locator(".log .bad")).to_contain_text("Too fast")
    expect(field).to_have_value("Hello 10")
    expect(first.locator(".log .chat")).to_have_count(10)


def test_what_happened_while_one_was_away(open_page: Opener) -> None:
    first, second = shared_table(open_page)
    place = second.url
    second.goto("/#/settings")
    first.bring_to_front()
    for key in ("1", "2", "3", "Enter"):
        first.keyboard.press(key)
    expect(first.locator(".pill.wait")).to_be_visible()
    second.goto(place)
    second.get_by_role("button", name="since your last turn").click()
    expect(second.locator(".since li")).to_contain_text("Mila took")
    second.keyboard.press("Escape")
    expect(second.get_by_role("button", name="Log", exact=True)).to_be_visible()
    expect(second).to_have_title(re.compile("Your turn"))


def test_the_log_survives_loading_the_page_anew(page: Page) -> None:
    page.get_by_role("button", name="Play now").click()
    Clicker(page).play(decisions=14)  # with the bot's more than the server remembers
    expect(page.locator(".pill", has_text="Your turn")).to_be_visible()
    lines = page.locator(".log li")
    before = lines.count()
    page.reload()
    expect(lines).to_have_count(before)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator(".log li")).to_have_count(before)


def test_the_back_button_closes_what_lies_on_top(page: Page) -> None:
    page.get_by_role("button", name="Play now").click()
    page.locator(".table").wait_for()
    place = page.url
    menu = page.get_by_role("dialog", name="Menu")
    page.get_by_role("button", name="Menu").click()
    page.go_back()
    expect(menu).to_have_count(0)
    expect(page.locator(".table")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Log", exact=True).last.click()
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("!history.state?.open")
    assert page.url == place
    page.go_back()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_link_is_copied_where_the_browser_has_no_clipboard_of_its_own(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto("/#/new?players=2&seat=open")
    page.reload()
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="Copied").click()
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()


def test_who_says_no_name_is_you_to_oneself_and_a_guest_to_others(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.goto("/#/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".dock")).to_contain_text("You")
    onlooker = open_page(DESKTOP)
    onlooker.goto(page.url)
    expect(onlooker.locator(".table")).to_contain_text("Guest")


# --- a table as an address names it -------------------------------------------------------------------------------
def test_a_table_set_by_an_address(open_page: Opener) -> None:
    page = open_page(DESKTOP)
    page.goto("/#/new?players=3&posts=2025&orient=2017&seat=club&seat=person&extra_nobles=1")
    expect(page.get_by_role("button", name="Create table")).to_be_focused()
    expect(page.locator(".preview")).to_contain_text("4 nobles")
    expect(page.get_by_role("switch", name="Extra nobles")).to_have_attribute("aria-checked", "true")
    assert [box.input_value() for box in page.locator(".seatrow select").all()] == ["club", "me"]
    assert page.get_by_role("switch", name="Orient").get_attribute("aria-checked") == "true"


def test_editions_that_do_not_go_together_cannot_be_chosen(open_page: Opener) -> None:
    page = open_page()
    page.goto("/#/new?cities=2017")
    chosen = page.locator(".module.on .seg [aria-checked='true']")
    expect(chosen).to_have_text(["2017"])
    posts, orient = (page.locator(".module").filter(has_text=name) for name in ("Trading posts", "Orient"))
    barred = posts.get_by_role("radio", name="2017")
    expect(barred).to_be_disabled()
    expect(barred).to_have_attribute("title", re.compile("must be the 2025 edition"))
    orient.get_by_role("radio", name="2017").click()  # goes with the Cities of 2025
    expect(chosen).to_have_text(["2025", "2017"])
    page.get_by_text("More options").click()
    nobles = page.get_by_role("switch", name="Extra nobles")
    expect(nobles).to_be_disabled()
    page.get_by_role("switch", name="Cities").click()
    expect(nobles).to_be_enabled()


def test_an_address_that_asks_for_somebody_unknown(open_page: Opener) -> None:
    page = open_page(PHONE)
    page.goto("/#/new?players=2&seat=clubb")
    expect(page.get_by_role("alert")).to_contain_text("clubb")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    assert page.locator(".seatrow select").input_value() == "casual"
    page.get_by_role("button", name="Create table").click()
    page.locator(".table").wait_for()
    page.goto("/#/new?players=2&seat=club")
    expect(page.locator(".seatrow select")).to_have_value("club")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 390, 600, 900, 1440])
def test_nothing_moves_when_an_expansion_is_switched_on(open_page: Opener, width: int) -> None:
    page = open_page((width, 900))
    page.goto("/#/new")
    tiles = page.locator(".module")
    before = [tile.bounding_box() for tile in tiles.all()]
    page.get_by_role("switch", name="Orient").click()
    editions = page.locator(".module.on .seg button")
    choices = [button.bounding_box() for button in editions.all()]
    assert len({(round(one["width"]), round(one["y"])) for one in choices if one}) == 1  # side by side, equally wide
    editions.first.click()
    assert choices == [button.bounding_box() for button in editions.all()]
    assert before == [tile.bounding_box() for tile in tiles.all()]


@pytest.mark.parametrize("width", [360, 600])
def test_nothing_moves_when_the_server_has_told_what_there_is(open_page: Opener, width: int) -> None:
    page = open_page((width, 900))
    held: list[Route] = []
    page.route("**/api/catalogue", lambda route: held.append(route))
    page.goto("/#/new?players=4&seat=club&seat=master&seat=rush")
    page.wait_for_function("() => document.querySelectorAll('.seatrow .faint').length === 3")
    tiles = page.locator(".module")
    before = [tile.bounding_box() for tile in tiles.all()]
    held[0].continue_()
    expect(page.locator(".seatrow .faint").first).to_contain_text("1,180")
    assert before == [tile.bounding_box() for tile in tiles.all()]


# --- far from the other accounts: an address may try few passwords a minute ------------------------------------------
def test_a_password_is_changed_and_an_account_deleted(open_page: Opener) -> None:
    page = open_page(PHONE, refusals=True)
    page.goto("/#/account")
    page.get_by_role("radio", name="New account").click()
    page.get_by_label("Name").fill("Mary")
    page.get_by_label("Password").fill("correct horse")
    page.locator("form .btn.primary").click()
    change = page.locator("details", has_text="Change the password")
    change.locator("summary").click()
    for now, told in (("wrong horse", "not your password"), ("correct horse", "is changed")):
        change.get_by_label("Current password").fill(now)
        change.get_by_label("New password").fill("battery staple")
        change.get_by_role("button").click()
        expect(change).to_contain_text(told)
    leave = page.locator("details", has_text="Delete the account")
    leave.locator("summary").click()
    leave.get_by_label("Current password").fill("battery staple")
    leave.get_by_role("button").click()
    expect(page.get_by_role("radio", name="New account")).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name="New account")).to_be_visible()
