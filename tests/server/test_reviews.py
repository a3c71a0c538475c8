"""Looking back: the steps of games that are over and of records, and their analysis; never of a match that goes on."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from splendor import Game, GameRecord, Setup
from splendor.agents import make
from splendor.errors import SplendorError
from splendor.server import reviewing
from splendor.server.limits import LIMITS
from tests.server.serving import ME_AND_BOT, TWO_OF_US, ask, create, server, service_of, view

ALL_MODULES = Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025)


def played(setup: Setup, turns: int = 400, seed: int = 5) -> GameRecord:
    """A game of greedy agents."""
    game, agent = Game(setup, seed=seed), make("greedy")
    for _ in range(turns):
        if game.is_over:
            break
        seen = game.view(game.player)
        game.play(agent.choose(seen, seen.legal_actions))
    return GameRecord.of(game, names=["Ada", "Bob", "Cleo", "Dan"][: setup.players])


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return played(Setup(2))


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Any]]:
    """A server whose pieces of an analysis are whole, however busy the machine is."""
    monkeypatch.setattr(reviewing, "PIECE", 600)
    with server(tmp_path) as opened:
        yield opened


def finished(client: TestClient[Any]) -> str:
    """A match that somebody gave up after two turns, one of them a card reserved unseen."""
    made = create(client, TWO_OF_US)
    match = made["match"]
    for seat, action in ((0, 48), (1, 0)):
        token = made["tickets"][seat]["token"]
        version = view(client, match, token)["version"]
        told = ask(client, match, token, "decide", expected_version=version, actions=[action], confirm=True)
        assert told["type"] == "done", told
    assert ask(client, match, made["tickets"][1]["token"], "resign")["type"] == "done"
    return str(match)


def test_a_match_that_is_over_is_shown_step_by_step_with_everything_revealed(client: TestClient[Any]) -> None:
    match = finished(client)
    told = client.get(f"/api/matches/{match}/review").json()
    assert [step["label"] for step in told["steps"]] == ["1A", "1B", None]
    assert told["decisions"] == 2
    assert told["steps"][1]["view"]["table"]["players"][0]["hand"][0]["card"] is not None
    assert told["steps"][0]["turn"]["actions"][0]["kind"] == "reserve_deck"
    assert [step["view"]["version"] for step in told["steps"]] == [0, 1, 2]
    assert told["steps"][-1]["view"]["result"]["reason"] == "resigned"
    assert GameRecord.read(told["text"]).names == ("Ada", "Bob")


def test_a_match_given_up_before_its_first_turn(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    ask(client, made["match"], made["tickets"][0]["token"], "resign")
    told = client.get(f"/api/matches/{made['match']}/review").json()
    assert ([step["label"] for step in told["steps"]], told["decisions"]) == ([None], 0)
    piece = client.get(f"/api/matches/{made['match']}/analysis").json()
    assert (piece["total"], piece["decisions"], piece["accuracy"]) == (0, [], [None, None])


def test_a_review_is_small_on_the_way_and_the_same_for_those_who_cannot_unpack(client: TestClient[Any]) -> None:
    match = finished(client)
    packed = client.get(f"/api/matches/{match}/review")
    plain = client.get(f"/api/matches/{match}/review", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


@pytest.mark.parametrize(
    ("header", "packed"),
    [
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
        ("*;q=0", False),
        ("", False),
        ("br", False),
        ("br, GZIP;q=0.5", True),
        ("*", True),
        ("gzip;q=1.000", True),
    ],
)
def test_a_review_is_packed_for_those_who_take_it_so(client: TestClient[Any], header: str, packed: bool) -> None:
    record = {"record": GameRecord.of(Game(seed=1)).text()}
    answer = client.post("/api/reviews", json=record, headers={"Accept-Encoding": header})
    assert (answer.status_code, "content-encoding" in answer.headers) == (200, packed)


@pytest.mark.parametrize("seats", [TWO_OF_US, ME_AND_BOT], ids=["two people", "against a bot"])
def test_nothing_of_a_match_that_goes_on(client: TestClient[Any], seats: list[dict[str, str]]) -> None:
    made = create(client, seats)
    for path in ("review", "analysis", "analysis?level=quick&first=3"):
        for token in (None, made["tickets"][0]["token"]):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            answer = client.get(f"/api/matches/{made['match']}/{path}", headers=headers)
            assert (answer.status_code, answer.json()["refusal"]) == (409, "not_now")


def test_a_match_is_judged_piece_by_piece(client: TestClient[Any]) -> None:
    match = finished(client)
    told = client.get(f"/api/matches/{match}/analysis?level=quick").json()
    assert (told["total"], told["known"], len(told["decisions"])) == (2, 2, 2)
    first = told["decisions"][0]
    assert first["played"]["deed"] == {"kind": "reserve_deck", "values": {"level": 1}, "slot": None}
    assert first["loss"] > 0
    assert len(first["options"]) == 3
    assert abs(sum(first["chances"]) - 1) < 0.01
    assert told["accuracy"][0] < 1
    again = client.get(f"/api/matches/{match}/analysis?level=quick&first=1").json()
    assert again["decisions"] == told["decisions"][1:]
    assert client.get(f"/api/matches/{match}/analysis?first=99").json()["decisions"] == []
    assert client.get(f"/api/matches/{match}/analysis?level=other").status_code == 400


def test_a_piece_ends_after_a_moment(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "PIECE", 0)
    match = finished(client)
    known = [client.get(f"/api/matches/{match}/analysis?level=quick&first={first}").json()["known"] for first in (0, 1)]
    assert known == [1, 2]


def test_what_was_judged_once_is_kept(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(client)
    before = client.get(f"/api/matches/{match}/analysis?level=quick").json()

    async def fails(*_: Any) -> Any:
        raise SplendorError("a bot's worker died.")

    monkeypatch.setattr(service_of(client).host.thinker, "judge", fails)
    assert client.get(f"/api/matches/{match}/analysis?level=quick").json() == before
    answer = client.get(f"/api/matches/{match}/analysis?level=deep")
    assert (answer.status_code, answer.json()["refusal"]) == (503, "unavailable")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_is_shown_and_judged(client: TestClient[Any], record: GameRecord, form: str) -> None:
    text = getattr(record, form)()
    told = client.post("/api/reviews", json={"record": text}).json()
    assert len(told["steps"]) == len(record.turns) + 1
    assert told["steps"][-1]["view"]["result"]["winners"] == list(record.result.winners or ())
    assert [seat["name"] for seat in told["steps"][0]["view"]["seats"]] == ["Ada", "Bob"]
    piece = client.post("/api/reviews/analysis", json={"record": text, "level": "quick", "first": 4}).json()
    assert piece["total"] == record.actions
    assert piece["decisions"][0]["decision"] == 4


def test_all_modules_can_be_looked_back_at(client: TestClient[Any]) -> None:
    record = played(ALL_MODULES, turns=60)
    told = client.post("/api/reviews", json={"record": record.text()}).json()
    assert len(told["steps"]) == len(record.turns) + 1
    piece = client.post("/api/reviews/analysis", json={"record": record.text(), "level": "quick"}).json()
    assert piece["decisions"]


def test_who_comes_second_to_a_review_finds_what_the_first_has_had_judged(record: GameRecord) -> None:
    async def look() -> None:
        reviews = reviewing.Reviews(thinker=None)  # type: ignore[arg-type]
        first, second = await asyncio.gather(*(reviews.of_record(record.text()) for _ in range(2)))
        assert first is second

    asyncio.run(look())


def test_a_bad_record_is_refused_with_its_line(client: TestClient[Any], record: GameRecord) -> None:
    lines = record.text().splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("1B"))
    lines[place] = "1B  take wwwww"
    for path in ("/api/reviews", "/api/reviews/analysis"):
        answer = client.post(path, json={"record": "\n".join(lines)})
        assert answer.status_code == 400
        assert answer.json()["refusal"] == "unreadable"
        assert f"line {place + 1}" in answer.json()["reason"]
    assert "line 1" in client.post("/api/reviews", json={"record": "hello"}).json()["reason"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 90_000,
        '{"a":' * 15_000,
        "\ud800",
        "Splendor record 1\n" + "1A take wug\n" * 5000,
        "\x00",
        '{"players": 1e999}',
    ],
    ids=["nested lists", "nested objects", "half a character", "no set-up", "nothing", "infinite"],
)
def test_nonsense_is_no_record(client: TestClient[Any], text: str) -> None:
    answer = client.post(
        "/api/reviews", content=json.dumps({"record": text}), headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["refusal"]) == (400, "unreadable")


def test_records_are_not_endless(client: TestClient[Any]) -> None:
    assert client.post("/api/reviews", json={"record": "x" * 100_001}).status_code == 400
    assert client.post("/api/reviews", json={"record": "x" * 1_000_000}).status_code == 413


def test_reviews_are_limited(client: TestClient[Any]) -> None:
    match = finished(client)
    codes = [client.get(f"/api/matches/{match}/review").status_code for _ in range(70)]
    assert codes.count(200) == LIMITS["review"].number == 60
    assert codes[-1] == 429


def test_an_address_waits_for_few_pieces_at_a_time() -> None:
    reviews = reviewing.Reviews(thinker=None)  # type: ignore[arg-type]
    with ExitStack() as open_ones:
        for address in [*reviewing.AT_ONCE * ["a"], "b"]:
            open_ones.enter_context(reviews.asked_by(address))
        with pytest.raises(reviewing.Refused):
            open_ones.enter_context(reviews.asked_by("a"))
    with reviews.asked_by("a"):
        pass


def test_a_hint_names_three_actions_with_chances_and_reasons(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    token = made["tickets"][0]["token"]
    hint = client.post(f"/api/matches/{made['match']}/hint", headers={"Authorization": f"Bearer {token}"}).json()
    assert hint["agent"].startswith("neural:")
    assert len(hint["options"]) == 3
    chances = [option["chance"] for option in hint["options"]]
    assert chances == sorted(chances, reverse=True)
    assert all(option["reasons"] for option in hint["options"])
    assert all({"code", "good", "values"} == set(reason) for option in hint["options"] for reason in option["reasons"])


def test_a_hint_whose_worker_fails_is_refused_for_now(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> Any:
        raise SplendorError("a bot's worker died.")

    monkeypatch.setattr(service_of(client).host.thinker, "advise", fails)
    made = create(client, TWO_OF_US)
    header = {"Authorization": f"Bearer {made['tickets'][0]['token']}"}
    answer = client.post(f"/api/matches/{made['match']}/hint", headers=header)
    assert (answer.status_code, answer.json()["refusal"]) == (503, "unavailable")
