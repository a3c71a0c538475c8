"""A request whose answer got lost is sent again: it is carried out once, and answered the same, whatever it asks."""

from typing import Any

import pytest
from litestar.testing import TestClient

from splendor.server.hosting import live
from tests.server.serving import (
    ME_AND_OPEN,
    TWO_OF_US,
    ask,
    create,
    register,
    view,
    with_token,
)

SECRET = "made-up-from-128-random-bits"


def two(client: TestClient[Any], **more: Any) -> tuple[str, str, str]:
    """A match of two people: its id and their tokens."""
    made = create(client, TWO_OF_US, **more)
    first, second = (ticket["token"] for ticket in made["tickets"])
    return made["match"], first, second


def twice(client: TestClient[Any], match: str, token: str, kind: str, **values: Any) -> None:
    """The same request again changes nothing and is answered the same; another one with the same words is new."""
    before = view(client, match)["version"]
    answers = [ask(client, match, token, kind, request_id="same", **values) for _ in range(3)]
    assert answers == [{"type": "done", "version": before + 1, "request_id": "same"}] * 3
    assert view(client, match)["version"] == before + 1


def test_playing_and_taking_back(client: TestClient[Any]) -> None:
    match, first, _ = two(client)
    version = view(client, match)["version"]
    twice(client, match, first, "decide", expected_version=version, actions=[0])
    assert ask(client, match, first, "undo", request_id="back", expected_version=version + 1)["version"] == version + 2
    assert ask(client, match, first, "undo", request_id="back", expected_version=version + 1)["version"] == version + 2
    ask(client, match, first, "decide", request_id="anew", expected_version=version + 2, actions=[1])
    for _ in range(2):
        done = ask(client, match, first, "confirm", request_id="stay", expected_version=version + 3)
        assert done == {"type": "done", "version": version + 4, "request_id": "stay"}


def test_resigning(client: TestClient[Any]) -> None:
    match, first, _ = two(client)
    twice(client, match, first, "resign")


def test_wishing_for_a_rematch(client: TestClient[Any]) -> None:
    match, first, second = two(client)
    ask(client, match, second, "resign")
    twice(client, match, first, "rematch")


def test_a_stand_in_for_oneself_and_coming_back(client: TestClient[Any]) -> None:
    match, _, second = two(client)
    twice(client, match, second, "stand_in", seat=1)
    assert ask(client, match, second, "return", request_id="here again")["version"] == 4
    assert ask(client, match, second, "return", request_id="here again")["version"] == 4


def test_a_stand_in_for_somebody_who_is_gone(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "GONE", 0)
    match, first, second = two(client)
    twice(client, match, first, "stand_in", seat=1)
    assert view(client, match)["seats"][1]["stand_in"]
    # The one who was replaced has request ids of their own.
    assert ask(client, match, second, "return", request_id="same")["version"] == 4


@pytest.mark.parametrize("account", [False, True])
def test_leaving(client: TestClient[Any], account: bool) -> None:
    token = register(client, "Ada")["token"] if account else None
    made = create(client, ME_AND_OPEN, token, public=True)
    twice(client, made["match"], token or made["tickets"][0]["token"], "leave")
    assert ask(client, made["match"], token or made["tickets"][0]["token"], "leave", request_id="new")["refusal"]


def test_whoever_sits_down_next_has_request_ids_of_their_own(client: TestClient[Any]) -> None:
    made = create(client, ME_AND_OPEN, public=True)
    ask(client, made["match"], made["tickets"][0]["token"], "leave", request_id="1")
    seats = f"/api/matches/{made['match']}/seats"
    token = client.post(seats, json={"name": "Bob"}).json()["token"]
    assert ask(client, made["match"], token, "leave", request_id="1")["version"] == 4
    assert view(client, made["match"])["seats"][0]["kind"] == "open"


def test_a_copy_that_took_its_time_sits_down_for_nobody(client: TestClient[Any]) -> None:
    waiting = create(client, [{"kind": "open"}, {"kind": "open"}], public=True)
    seats, body = f"/api/matches/{waiting['match']}/seats", {"name": "Bob", "request_id": SECRET}
    token = client.post(seats, json=body).json()["token"]
    ask(client, waiting["match"], token, "leave")
    late = client.post(seats, json=body)
    assert (late.status_code, late.json()["refusal"]) == (409, "not_now")
    assert view(client, waiting["match"])["seats"][0]["kind"] == "open"
    assert client.post(seats, json={**body, "request_id": SECRET + "!"}).status_code == 201, (
        "who comes back has a new one"
    )


def test_a_seat_that_was_refused_is_taken_by_no_copy(client: TestClient[Any]) -> None:
    """Whoever was told that there is no room has gone on; a copy that comes when there is must not sit down."""
    made = create(client, ME_AND_OPEN, public=True)
    seats, body = f"/api/matches/{made['match']}/seats", {"name": "Bob", "seat": 0, "request_id": SECRET}
    assert client.post(seats, json=body).json()["refusal"] == "not_now"
    ask(client, made["match"], made["tickets"][0]["token"], "leave")
    late = client.post(seats, json=body)
    assert (late.status_code, late.json()["refusal"]) == (409, "not_now")
    assert view(client, made["match"])["seats"][0]["kind"] == "open"
    assert client.post(seats, json={**body, "request_id": SECRET + "!"}).status_code == 201, "asked anew"


def test_saying_something(client: TestClient[Any]) -> None:
    match, first, second = two(client)
    for _ in range(2):
        ask(client, match, first, "say", request_id="a", text="hello")
    ask(client, match, second, "say", request_id="a", text="hello yourself")
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": match, "token": first})
        told = [socket.receive_json(timeout=10) for _ in range(4)]
    assert [one["text"] for one in told if one["type"] == "chat"] == ["hello", "hello yourself"]


def test_muting_that_arrives_late(client: TestClient[Any]) -> None:
    match, first, second = two(client)
    ask(client, match, first, "mute", request_id="1", seat=1, muted=True)
    ask(client, match, first, "mute", request_id="2", seat=1, muted=False)
    ask(client, match, first, "mute", request_id="1", seat=1, muted=True)  # a copy that took its time
    ask(client, match, second, "say", text="still heard")
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": match, "token": first})
        assert [socket.receive_json(timeout=10)["type"] for _ in range(3)] == ["update", "chat", "presence"]


def test_making_a_match(client: TestClient[Any]) -> None:
    body = {"setup": {"players": 2}, "seats": ME_AND_OPEN, "shuffle": True, "request_id": SECRET}
    answers = [client.post("/api/matches", json=body).json() for _ in range(8)]
    assert answers == [answers[0]] * 8
    assert len(client.get("/api/lobby").json()["matches"]) == 0
    assert view(client, answers[0]["match"], answers[0]["tickets"][0]["token"])["version"] == 1
    other = client.post("/api/matches", json={**body, "request_id": SECRET + "!"}).json()
    assert other["match"] != answers[0]["match"]


def test_taking_a_seat(client: TestClient[Any]) -> None:
    made = create(client, [{"kind": "open"}, {"kind": "open"}], public=True)
    seats = f"/api/matches/{made['match']}/seats"
    answers = [client.post(seats, json={"name": "Ada", "request_id": SECRET}).json() for _ in range(3)]
    assert answers == [answers[0]] * 3
    assert [seat["kind"] for seat in view(client, made["match"])["seats"]] == ["person", "open"]
    weak = client.post(seats, json={"name": "Eve", "request_id": "1"})
    assert weak.json()["refusal"] == "unreadable"


def test_claiming_a_match(client: TestClient[Any]) -> None:
    match, first, _ = two(client)
    token = register(client, "Ada")["token"]
    answers = [
        client.post("/api/account/claims", json={"match": match, "token": first}, headers=with_token(token)).json()
        for _ in range(2)
    ]
    assert answers == [{"type": "done", "version": 3, "request_id": None}] * 2


def test_a_token_for_a_program(client: TestClient[Any]) -> None:
    header = with_token(register(client, "Ada")["token"])
    first, second = (
        client.post("/api/account/tokens", json={"name": "my bot"}, headers=header).json()["token"] for _ in range(2)
    )
    assert client.get("/api/account/tokens", headers=header).json() == {"names": ["my bot"]}
    assert client.get("/api/account", headers=with_token(first)).status_code == 401, "the newer one took its place"
    assert client.get("/api/account", headers=with_token(second)).status_code == 200
    for _ in range(2):
        assert client.delete("/api/account/tokens/my bot", headers=header).status_code == 204
    assert client.get("/api/account", headers=with_token(second)).status_code == 401
    assert client.get("/api/account", headers=header).status_code == 200, "the login stays"


def test_sitting_down_again_with_an_account(client: TestClient[Any]) -> None:
    token = register(client, "Ada")["token"]
    made = create(client, ME_AND_OPEN, token, public=True)
    ask(client, made["match"], token, "leave")
    assert client.get("/api/account/matches", headers=with_token(token)).json()["matches"] == []
    seats = f"/api/matches/{made['match']}/seats"
    again = client.post(seats, json={"name": "Ada", "seat": 1}, headers=with_token(token))
    assert (again.status_code, again.json()["seat"]) == (201, 1)
    played = client.get("/api/account/matches", headers=with_token(token)).json()["matches"]
    assert [(one["match"], one["seat"]) for one in played] == [(made["match"], 1)]
