"""Hidden cards are nowhere in the browser: not in what it receives, not in what it shows."""

import json
import re
from typing import Any

import httpx
from playwright.sync_api import expect

from tests.web.conftest import DESKTOP, Opener
from tests.web.playing import Clicker, look

GEMS = {"white": "diamond", "blue": "sapphire", "green": "emerald", "red": "ruby", "black": "onyx"}


def names_in(message: Any) -> set[str]:
    """Every card that a message names, wherever it does."""
    if isinstance(message, list):
        return set().union(*(names_in(part) for part in message))
    if not isinstance(message, dict):
        return set()
    named = {message["name"]} if "cost" in message and "level" in message else set()
    for key in ("card", "tableau", "virtual_gold", "gone"):
        values = message.get(key)
        named |= {value for value in (values if isinstance(values, list) else [values]) if isinstance(value, str)}
    return named.union(*(names_in(part) for part in message.values()))


def visible_in(view: dict[str, Any]) -> set[str]:
    """The cards that lie open on the table, or in one's own hand."""
    table = view["table"] or {"market": [], "players": [], "gone": []}
    found = {slot["card"]["name"] for slot in table["market"] if slot["card"]} | set(table["gone"])
    for player in table["players"]:
        found |= set(player["tableau"]) | {held["card"]["name"] for held in player["hand"] if held["card"]}
    return found


def words(card: dict[str, Any]) -> str:
    """A card as screen readers name it; no other card has the same words."""
    price = "(?:,? and |, )".join(rf"{card['cost'][gem]} {GEMS[gem][:3]}\w+\b" for gem in GEMS if gem in card["cost"])
    bonus = rf"level {card['level']}, {GEMS[card['colour']]} bonus"
    return rf"{bonus},(?: \d prestige,)? costs {price}(?!,? and \d|, \d+ (?!token))"


class Opponent:
    """Somebody else at the table, who reserves unseen whenever that is possible."""

    def __init__(self, address: str, match: str, ticket: dict[str, Any]) -> None:
        self.client = httpx.Client(
            base_url=f"{address}api/matches/{match}",
            headers={"Authorization": f"Bearer {ticket['token']}"},
            trust_env=False,
            timeout=60,
        )
        self.seat: int = ticket["seat"]
        self.asked = 0
        self.secrets: list[dict[str, Any]] = []

    def look(self) -> dict[str, Any]:
        view: dict[str, Any] = self.client.get("").json()["view"]
        return view

    def play(self) -> None:
        """All decisions of a turn; what is drawn unseen is remembered."""
        while (view := self.look())["decision"] and view["decision"]["seat"] == self.seat:
            legal = view["decision"]["legal"]
            choice = next((one for one in legal if one["kind"] == "reserve_deck"), legal[0])
            self.asked += 1
            request = {"type": "decide", "request_id": f"o{self.asked}", "expected_version": view["version"],
                       "actions": [choice["number"]], "confirm": True}  # fmt: skip
            assert self.client.post("/requests", json=request).is_success
            if choice["kind"] == "reserve_deck":
                self.secrets.append(self.look()["table"]["players"][self.seat]["hand"][-1]["card"])


def test_hidden_cards_never_reach_the_browser(open_page: Opener, address: str) -> None:
    page = open_page(DESKTOP)
    told: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: told.append(json.loads(frame))))
    page.goto("/#/new?players=2&seat=open")
    page.get_by_role("radio", name="As listed").click()
    page.get_by_role("button", name="Create table").click()
    link = page.get_by_label("Link to this table").input_value()
    found = re.search(r"match/(\w+)\?invitation=([^&]+)", link)
    assert found
    match, invitation = found.groups()
    seat = {"name": "Opponent", "invitation": invitation}
    ticket = httpx.post(f"{address}api/matches/{match}/seats", json=seat, trust_env=False).json()
    page.locator(".table").wait_for()

    opponent, clicker = Opponent(address, match, ticket), Clicker(page)
    with opponent.client:
        for _ in range(12):
            while not (seen := look(page))["waiting"]:
                clicker.step(seen)
            opponent.play()
            expect(page.locator(".pill:not(.wait)")).to_be_visible()
            shown = page.content()
            assert not [card for card in opponent.secrets if re.search(words(card), shown)]
    names = {card["name"]: card for card in httpx.get(f"{address}api/catalogue", trust_env=False).json()["cards"]}

    # What is searched for is what the page would show: it is there for one's own cards.
    view = [update for update in told if update["type"] == "update"][-1]["view"]
    held = [words(names[card["card"]["name"]]) for card in view["table"]["players"][view["seat"]]["hand"]]
    expect(page.locator(".hand .card .sr")).to_have_text([re.compile(card) for card in held])
    assert len(opponent.secrets) == 3

    known: set[str] = set()
    for update in (one for one in told if one["type"] == "update"):
        named = names_in(update)
        assert named - known <= visible_in(update["view"])  # no card is named before it lies open
        known |= named
    assert len(known) > 12
    assert not {card["name"] for card in opponent.secrets} & known
