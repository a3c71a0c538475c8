"""Looking back in a real browser: a match that is over, a record that is brought, the coach; in one language each."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from splendor import Game, GameRecord, Setup
from splendor.agents import make
from splendor.analysis.saying import texts
from splendor.server.reviewing import ANALYSTS
from tests.web.conftest import DESKTOP, PHONE, SMALL, TABLET, Opener
from tests.web.test_access import complaints

CUT_OFF = """places => places.filter(place => {
  const seen = document.querySelector(place);
  return seen.scrollHeight > seen.clientHeight + 1;
})"""
QUICK = "localStorage.setItem('splendor.settings', JSON.stringify({depth: 'quick', language: '%s'}))"
SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
Picture = Callable[[Page, str], None]


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """A game for three, with mistakes in it."""
    game, agent = Game(Setup(3), seed=8), make("greedy:noise=2,seed=1")
    while not game.is_over:
        seen = game.view(game.player)
        game.play(agent.choose(seen, seen.legal_actions))
    return GameRecord.of(game, names=["Ada", "Bob", "Cleo"])


@pytest.fixture(scope="module")
def finished(address: str) -> str:
    """A match of six turns that Bob gave up."""
    with httpx.Client(base_url=address, trust_env=False) as client:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
        made = client.post("/api/matches", json={"setup": {"players": 2}, "seats": seats}).json()
        keys = [{"Authorization": f"Bearer {ticket['token']}"} for ticket in made["tickets"]]
        path = f"/api/matches/{made['match']}"
        for turn in range(6):
            view = client.get(path, headers=keys[turn % 2]).json()["view"]
            action = view["decision"]["legal"][-1 if turn == 3 else 0]["number"]
            request = {"type": "decide", "request_id": f"{turn}", "expected_version": view["version"]}
            told = client.post(
                f"{path}/requests", json=request | {"actions": [action], "confirm": True}, headers=keys[turn % 2]
            )
            assert told.json()["type"] == "done", told.text
        client.post(f"{path}/requests", json={"type": "resign", "request_id": "r"}, headers=keys[1])
    return str(made["match"])


def start(open_page: Opener, size: tuple[int, int], language: str, path: str) -> Page:
    """The page at a place, in a language, with the analysis that needs no search."""
    page = open_page(size)
    page.evaluate(QUICK % language)
    page.goto(f"/#/{path}")
    page.reload()
    return page


def no_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@SIZES
def test_a_match_that_is_over(open_page: Opener, finished: str, size: tuple[int, int], picture: Picture) -> None:
    page = start(open_page, size, "en", f"review/{finished}?step=4")
    expect(page.locator(".rv h1")).to_have_text("Ada – Bob")
    expect(page.locator(".graphhead")).to_contain_text("turn 4 of 6")
    expect(page.locator(".tools .progress")).to_have_count(0)  # all decisions are judged
    assert page.locator(".graphbox .band").count() == 2
    assert page.locator(".graphbox .band").first.get_attribute("d")
    expect(page.locator(".verdict h2")).to_contain_text("Bob reserved")
    first = page.locator(".alternative").first
    first.click()
    expect(first).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".opened").first).not_to_be_empty()
    picture(page, "opened")
    assert no_sideways(page)
    assert complaints(page) == []


@SIZES
def test_keys_scrubber_list_and_address(open_page: Opener, finished: str, size: tuple[int, int]) -> None:
    page = start(open_page, size, "en", f"review/{finished}")
    head = page.locator(".graphhead")
    expect(head).to_contain_text("turn 1 of 6")
    for key, told in (
        ("ArrowRight", "turn 2 of 6"),
        ("End", "end of the game"),
        ("ArrowLeft", "turn 6 of 6"),
        ("Home", "turn 1 of 6"),
    ):
        page.keyboard.press(key)
        expect(head).to_contain_text(told)
    page.locator(".market .card").first.focus()  # also from there
    page.keyboard.press("ArrowRight")
    expect(head).to_contain_text("turn 2 of 6")
    page.locator(".graphbox input").fill("4")
    expect(head).to_contain_text("turn 5 of 6")
    page.locator(".turns .move").nth(2).click()
    expect(head).to_contain_text("turn 3 of 6")
    expect(page.locator(".turns .move.on")).to_have_count(1)
    page.get_by_role("button", name="One turn forward").click()
    expect(head).to_contain_text("turn 4 of 6")
    page.wait_for_url("**/#/review/*?step=4")
    page.reload()
    expect(head).to_contain_text("turn 4 of 6")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(head).to_contain_text("turn 5 of 6")
    page.get_by_role("button", name="Pause").click()


def test_keys_of_looking_back_are_listed(open_page: Opener, finished: str) -> None:
    page = start(open_page, DESKTOP, "en", f"review/{finished}?step=2")
    page.locator(".rv").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_contain_text("One turn back")
    assert complaints(page) == []
    page.keyboard.press("ArrowRight")  # is for nobody now
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("step=2$"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=3$"))


def test_the_end_of_a_match_leads_to_its_analysis(open_page: Opener, finished: str) -> None:
    page = start(open_page, DESKTOP, "en", f"match/{finished}")
    end = page.locator("div.end")
    expect(end).to_contain_text("when the others resigned")
    rows = [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in end.locator("tbody tr").all()]
    *lines, prestige, _ = rows  # the last line counts cards
    assert [sum(column) for column in zip(*lines, strict=True)] == prestige
    expect(end.get_by_role("link", name="Home")).to_be_visible()
    page.get_by_role("link", name="Analyse the game").click()
    expect(page.locator(".rv h1")).to_have_text("Ada – Bob")
    page.go_back()
    page.get_by_role("link", name="Turning point").click()
    expect(page.locator(".verdict")).to_contain_text("Loses")


@SIZES
def test_a_record_is_pasted(open_page: Opener, record: GameRecord, size: tuple[int, int], picture: Picture) -> None:
    page = start(open_page, size, "fr", "review")
    expect(page.get_by_role("heading", name="Revoir une partie")).to_be_visible()
    picture(page, "import")
    assert complaints(page) == []
    page.locator("textarea").fill(record.text())
    page.get_by_role("button", name="Montrer la partie").click()
    expect(page.locator(".rv h1")).to_have_text("Ada – Bob – Cleo")
    expect(page.locator(".tools .progress")).to_have_count(0)
    point = page.locator("button.dotmark").first
    point.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_contain_text("Perd")
    expect(page.locator(".verdict")).to_contain_text("Mieux")
    picture(page, "turning-point")
    assert no_sideways(page)
    link = page.url
    assert "r=" in link
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".rv h1")).to_have_text("Ada – Bob – Cleo")


def test_a_tablet_shows_the_whole_orient_and_places_are_told_in_words(open_page: Opener) -> None:
    game, agent = Game(Setup(2, orient=2025), seed=8), make("greedy:noise=2,seed=1")
    for _ in range(40):
        seen = game.view(game.player)
        game.play(agent.choose(seen, seen.legal_actions))
    page = start(open_page, TABLET, "en", "review")
    page.locator("textarea").fill(GameRecord.of(game, names=["Ada", "Bob"]).text())
    page.get_by_role("button", name="Show the game").click()
    for deck in ("1", "o1", "o2", "o3"):
        expect(page.locator(f'[data-place="deck {deck}"]')).to_be_in_viewport(ratio=1)
    page.locator("[data-turn]", has_text="purchased").first.click()
    told = page.locator(".alternatives").first
    expect(told).to_contain_text(re.compile(r"level \d, (Orient )?place \d"))
    assert not re.search(r"\b[1-3]\.[1-6]\b", told.inner_text())


IN_SIGHT = """places => places.filter(place => [...document.querySelectorAll(place)].some(one => {
  const box = one.getBoundingClientRect();
  const dock = document.querySelector(".docked")?.getBoundingClientRect().top ?? innerHeight;
  const frame = one.closest(".sides, .aside")?.getBoundingClientRect();
  const low = Math.min(dock, frame?.height ? frame.bottom : dock);
  return box.top < -1 || box.left < -1 || box.bottom > low + 1 || box.right > innerWidth + 1;
}))"""
EVERYTHING = [".market .card", ".bank .tok", ".opponents .opp", ".noblelist .noble", ".graphbox", ".posts .post"]
LOW = [
    ((1366, 650), 3, EVERYTHING),
    ((1180, 820), 4, EVERYTHING),
    ((844, 390), 3, [".market .place", ".graphbox", ".verdict h2"]),
    (PHONE, 2, [".graphbox", ".mrow .spine:first-child", ".verdict h2", ".verdict .why", ".alternative"]),
]


@pytest.mark.parametrize(("size", "players", "places"), LOW, ids=["laptop", "tablet", "landscape", "phone"])
def test_what_matters_is_in_sight_on_low_screens(
    open_page: Opener, size: tuple[int, int], players: int, places: list[str], picture: Picture
) -> None:
    """The graph shrinks first: cards stay readable, and nothing is cut off or lies over something else."""
    modules = {"orient": 2025, "posts": 2025} if players > 2 else {}
    game, agent = Game(Setup(players, **modules), seed=8), make("greedy:noise=2,seed=1")
    for _ in range(24):
        seen = game.view(game.player)
        game.play(agent.choose(seen, seen.legal_actions))
    page = start(open_page, size, "en", "review")
    page.locator("textarea").fill(GameRecord.of(game, names=["Ada", "Bob", "Cleo", "Dan"][:players]).text())
    page.get_by_role("button", name="Show the game").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".alternative").first).to_be_attached()
    picture(page, "low")
    assert page.evaluate(IN_SIGHT, places) == []
    below = page.locator(".docked").evaluate_all(
        "all => all.map(one => innerHeight - one.getBoundingClientRect().bottom)"
    )
    assert set(below) <= {0}  # nothing shows under the controls
    widths = page.evaluate("[...document.querySelectorAll('.market .card')].map(card => card.offsetWidth)")
    assert min(widths) >= 56
    tokens = page.evaluate("[...document.querySelectorAll('.bank .tok')].map(one => one.getBoundingClientRect().left)")
    if tokens[0]:
        assert min(right - left for left, right in pairwise(tokens)) >= 40


def test_a_record_is_chosen_as_a_file_and_saved_again(open_page: Opener, record: GameRecord, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(record.json(), "utf-8")
    page = start(open_page, SMALL, "nl", "review")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".rv h1")).to_have_text("Ada – Bob – Cleo")
    expect(page.locator(".tools")).to_contain_text("Beoordeeld door")
    expect(page.locator(".tools option")).to_have_count(len(ANALYSTS))
    for name, form in (("Bewaren als tekst", "text"), ("Bewaren als JSON", "json")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert Path(download.value.path()).read_text("utf-8") == getattr(record, form)()
    assert no_sideways(page)


def test_a_bad_record_says_what_is_wrong(open_page: Opener, record: GameRecord) -> None:
    page = open_page(PHONE, refusals=True)
    page.goto("/#/review")
    page.locator("textarea").fill(record.text().replace("1B  ", "1B  no ", 1))
    page.get_by_role("button", name="Show the game").click()
    expect(page.get_by_role("alert")).to_contain_text("line ")
    page.goto("/#/review?r=broken")
    expect(page.get_by_role("alert")).to_contain_text("damaged")


def test_nothing_of_a_match_that_goes_on(open_page: Opener, address: str) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
    body = {"setup": {"players": 2}, "seats": seats}
    made = httpx.post(f"{address}api/matches", json=body, trust_env=False).json()
    page = open_page(DESKTOP, refusals=True)
    page.goto(f"/#/review/{made['match']}")
    expect(page.get_by_role("heading")).to_contain_text("once it is over")


def reasons_in(language: str) -> re.Pattern[str]:
    """Any reason in words, whatever stands at its places."""
    words = texts(language)
    patterns = [re.sub(r"\\\{.*?\\\}", ".*", re.escape(words[key])) for key in words if key.startswith("reason.")]
    return re.compile("|".join(patterns))


@pytest.mark.parametrize(
    ("language", "ask"), [("en", "Show a hint"), ("fr", "Montrer un conseil"), ("nl", "Toon een hint")]
)
def test_the_coach_says_why(open_page: Opener, language: str, ask: str, picture: Picture) -> None:
    """Which reasons there are depends on the deal: every action advised has one of those that the language knows."""
    page = start(open_page, DESKTOP, language, "new?players=4&seat=person")
    page.locator(".create, form .btn.primary, button.primary").last.click()
    page.locator(".cover, .table").first.wait_for()
    if page.locator(".cover").count():
        page.locator(".cover .btn.primary").click()
    page.get_by_role("button", name=ask).click()
    advice = page.locator(".advice li")
    expect(advice).to_have_count(3)
    expect(advice.first).to_contain_text("%")
    for one in advice.all():
        expect(one).to_contain_text(reasons_in(language))
    assert page.evaluate(CUT_OFF, [".left", ".coach", ".right"]) == []
    picture(page, "coach")
