"""The routes and the socket, through a real application: what a client can do, and how it is refused."""

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import pytest
from litestar.testing import TestClient

from splendor.records import GameRecord
from splendor.server.hosting.keeping import system_clock
from splendor.server.limits import LIMITS, Limit, Limiter
from splendor.server.routes import matches, streams
from tests.server.serving import (
    ME_AND_BOT,
    ME_AND_OPEN,
    TWO_OF_US,
    ask,
    create,
    on_loopback,
    register,
    server,
    service_of,
    view,
    with_token,
)


def play_out(client: TestClient[Any], match: str, tokens: dict[int, str]) -> Any:
    """Everybody chooses their last legal action until it is over, as fast as they like."""
    with mock.patch.object(service_of(client), "check"):
        return _played_out(client, match, tokens)


def _played_out(client: TestClient[Any], match: str, tokens: dict[int, str]) -> Any:
    for number in range(2000):
        seen = view(client, match, tokens[0])
        if seen["status"] == "over":
            return seen
        seat = seen["decision"]["seat"]
        if seat not in tokens:
            continue
        mine = view(client, match, tokens[seat])
        if mine["decision"] is None or mine["decision"]["seat"] != seat:
            continue
        action = mine["decision"]["legal"][-1]["number"]
        answer = ask(
            client, match, tokens[seat], "decide", request_id=f"r{number}", expected_version=mine["version"],
            actions=[action], confirm=True,
        )  # fmt: skip
        assert answer["type"] == "done" or answer["refusal"] == "stale", answer
    raise AssertionError("the match does not end")


# --- playing ------------------------------------------------------------------------------------------------------
def test_a_match_against_a_bot_from_the_deal_to_the_record(client: TestClient[Any]) -> None:
    made = create(client, ME_AND_BOT)
    token = made["tickets"][0]["token"]
    early = client.get(f"/api/matches/{made['match']}/record")
    assert early.status_code == 409
    over = play_out(client, made["match"], {0: token})
    assert over["result"]["winners"]
    record = client.get(f"/api/matches/{made['match']}/record")
    assert record.status_code == 200
    GameRecord.read(record.text).verify()
    as_json = client.get(f"/api/matches/{made['match']}/record?form=json")
    assert GameRecord.read(as_json.text) == GameRecord.read(record.text)


def test_a_private_match_needs_its_invitation(client: TestClient[Any]) -> None:
    made = create(client, ME_AND_OPEN)
    seats = f"/api/matches/{made['match']}/seats"
    assert client.post(seats, json={"name": "Eve"}).json()["refusal"] == "not_allowed"
    assert client.get("/api/lobby").json()["matches"] == []
    joined = client.post(seats, json={"name": "Bob", "invitation": made["invitation"]})
    assert joined.status_code == 201
    assert view(client, made["match"])["status"] == "playing"
    late = client.post(seats, json={"name": "Cleo", "invitation": made["invitation"]})
    assert late.json()["refusal"] == "not_now"


def test_a_public_match_is_in_the_lobby_until_it_is_over(client: TestClient[Any]) -> None:
    made = create(client, ME_AND_OPEN, public=True)
    listed = client.get("/api/lobby").json()["matches"]
    assert [one["match"] for one in listed] == [made["match"]]
    assert [seat["kind"] for seat in listed[0]["seats"]] == ["person", "open"]
    joined = client.post(f"/api/matches/{made['match']}/seats", json={"name": "Bob"}).json()
    assert ask(client, made["match"], joined["token"], "resign")["type"] == "done"
    assert client.get("/api/lobby").json()["matches"] == []


def test_leaving_gives_the_seat_back_and_its_token_is_worth_nothing(client: TestClient[Any]) -> None:
    made = create(client, ME_AND_OPEN, public=True)
    token = made["tickets"][0]["token"]
    assert ask(client, made["match"], token, "leave")["type"] == "done"
    assert view(client, made["match"])["seats"][0]["kind"] == "open"
    assert client.get(f"/api/matches/{made['match']}", headers=with_token(token)).status_code == 403


def test_who_waits_can_let_a_bot_sit_down(client: TestClient[Any]) -> None:
    made = create(client, [*ME_AND_OPEN, {"kind": "open"}], setup={"players": 3})
    token, match = made["tickets"][0]["token"], made["match"]
    wrong = ask(client, match, token, "seat_bot", agent="nobody")
    assert (wrong["refusal"], "expected newcomer, " in wrong["detail"]) == ("unreadable", True)
    assert ask(client, match, token, "seat_bot", seat=0)["detail"] == "seat: this seat is taken."
    for _ in range(2):  # sent again, carried out once
        assert ask(client, match, token, "seat_bot", request_id="b", agent="club", seat=2)["version"] == 2
    assert [seat["agent"] for seat in view(client, match)["seats"]] == [None, None, "club"]
    assert ask(client, match, token, "seat_bot", request_id="c")["version"] == 3
    assert view(client, match)["status"] == "playing"


def test_who_leaves_a_table_where_nobody_else_sits_has_called_it_off(client: TestClient[Any]) -> None:
    made = create(client, ME_AND_OPEN, public=True)
    create(client, [{"kind": "open"}, {"kind": "open"}], public=True)
    assert len(client.get("/api/lobby").json()["matches"]) == 2
    ask(client, made["match"], made["tickets"][0]["token"], "leave")
    assert made["match"] not in [one["match"] for one in client.get("/api/lobby").json()["matches"]]
    assert len(client.get("/api/lobby").json()["matches"]) == 1
    client.post(
        f"/api/matches/{made['match']}/seats", json={"name": "Bob"}
    )  # who has its address may come all the same
    assert len(client.get("/api/lobby").json()["matches"]) == 2


def test_tables_that_were_called_off_leave_room_in_the_lobby(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "LISTED", 2)
    waiting = create(client, ME_AND_OPEN, public=True)
    for _ in range(2):
        made = create(client, ME_AND_OPEN, public=True)
        ask(client, made["match"], made["tickets"][0]["token"], "leave")
    assert [one["match"] for one in client.get("/api/lobby").json()["matches"]] == [waiting["match"]]


def test_whom_one_does_not_want_to_hear_is_told_to_whoever_comes_back(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    token = made["tickets"][0]["token"]
    hello = {"type": "hello", "match": made["match"], "token": token}
    with client.websocket_connect("/api/socket") as other:
        other.send_json(hello)
        assert [other.receive_json(timeout=10)["type"] for _ in range(2)] == ["update", "presence"]
        ask(client, made["match"], token, "mute", seat=1, muted=True)
        assert other.receive_json(timeout=10) == {"type": "muted", "seats": [1]}
    with client.websocket_connect("/api/socket") as again:
        again.send_json(hello)
        told = [again.receive_json(timeout=10) for _ in range(3)]
    assert {"type": "muted", "seats": [1]} in told


def heard(client: TestClient[Any], match: str, token: str) -> list[Any]:
    """What a seat is told first, up to who is there, which comes last."""
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json(hello(match, token))
        told = [socket.receive_json(timeout=10)]
        while told[-1]["type"] != "presence":
            told.append(socket.receive_json(timeout=10))
        return told


def test_a_seat_that_was_left_knows_nothing_of_whoever_sat_there(client: TestClient[Any]) -> None:
    made = create(client, [*ME_AND_OPEN, {"kind": "open"}], setup={"players": 3}, public=True)
    match, ada = made["match"], made["tickets"][0]["token"]
    seats = f"/api/matches/{match}/seats"
    eve = client.post(seats, json={"name": "Eve"}).json()["token"]
    ask(client, match, eve, "say", request_id="1", text="I am Eve")
    ask(client, match, eve, "mute", request_id="2", seat=0, muted=True)
    ask(client, match, ada, "mute", request_id="1", seat=1, muted=True)
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json(hello(match, ada))
        assert expect(socket, "muted")["seats"] == [1]
        ask(client, match, eve, "leave", request_id="3")
        assert expect(socket, "muted")["seats"] == [], "whoever comes next is somebody else"
    bob = client.post(seats, json={"name": "Bob"}).json()["token"]
    ask(client, match, bob, "say", request_id="1", text="I am Bob")
    ask(client, match, ada, "say", request_id="2", text="Hello Bob")
    for token in (ada, bob):
        told = heard(client, match, token)
        assert [one["text"] for one in told if one["type"] == "chat"] == ["I am Eve", "I am Bob", "Hello Bob"]
        assert [one for one in told if one["type"] == "muted"] == []


def test_nobody_learns_that_they_are_muted(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    ada, bob = (ticket["token"] for ticket in made["tickets"])
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json(hello(made["match"], bob))
        expect(socket, "presence")
        ask(client, made["match"], ada, "mute", seat=1, muted=True)
        ask(client, made["match"], ada, "say", text="hello")
        told = [socket.receive_json(timeout=10)["type"]]
        while told[-1] != "chat":
            told.append(socket.receive_json(timeout=10)["type"])
        assert "muted" not in told
    assert ask(client, made["match"], ada, "mute", seat=2, muted=True)["refusal"] == "bad_seat"


def test_an_account_hears_at_once_what_happens_to_its_matches(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        ada = client.post("/api/accounts", json={"name": "Ada", "password": "correct horse"}).json()["token"]
        with (
            mock.patch.object(streams, "LOOK_AFTER", 600),
            client.stream("GET", "/api/account/stream", headers=with_token(ada)) as stream,
        ):
            lines = stream.iter_lines()
            assert next(lines) == ""
            body = {"setup": {"players": 2}, "seats": TWO_OF_US}
            made = httpx.post(f"{address}/api/matches", json=body, headers=with_token(ada)).json()
            heard = [json.loads(next(lines)) for _ in range(2)]
            assert [(one["type"], one["match"]) for one in heard] == [
                ("began", made["match"]),
                ("your_turn", made["match"]),
            ]
            give_up = {"type": "resign", "request_id": "r"}
            path = f"{address}/api/matches/{made['match']}/requests"
            httpx.post(path, json=give_up, headers=with_token(made["tickets"][1]["token"]))
            ended = json.loads(next(lines))
            assert (ended["type"], ended["result"]["winners"]) == ("ended", [0])


def test_the_catalogue_is_sent_once(client: TestClient[Any]) -> None:
    first = client.get("/api/catalogue")
    again = client.get("/api/catalogue", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_undo_and_confirm(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    first, second = (ticket["token"] for ticket in made["tickets"])
    match = made["match"]
    version = view(client, match, first)["version"]
    assert ask(client, match, first, "decide", expected_version=version, actions=[0])["version"] == version + 1
    waiting = view(client, match, second)["decision"]
    assert (waiting["seat"], waiting["phase"], waiting["legal"], waiting["can_undo"]) == (0, "confirm", [], False)
    refused = ask(client, match, second, "decide", expected_version=version + 1, actions=[0])
    assert refused["refusal"] == "not_your_turn"
    assert ask(client, match, first, "undo", expected_version=version + 1)["type"] == "done"
    assert view(client, match, first)["table"]["players"][0]["tokens"] == {}
    ask(client, match, first, "decide", request_id="again", expected_version=version + 2, actions=[1])
    assert ask(client, match, first, "confirm", expected_version=version + 3)["type"] == "done"
    assert view(client, match, second)["decision"]["seat"] == 1


def test_a_request_sent_twice_is_carried_out_once(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    token, match = made["tickets"][0]["token"], made["match"]
    version = view(client, match)["version"]
    answers = [
        ask(client, match, token, "decide", request_id="same", expected_version=version, actions=[0], confirm=True)
        for _ in range(3)
    ]
    assert answers == [{"type": "done", "version": version + 1, "request_id": "same"}] * 3
    assert view(client, match)["version"] == version + 1


def test_a_rematch_begins_when_all_want_it_and_takes_the_same_tokens(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    first, second = (ticket["token"] for ticket in made["tickets"])
    ask(client, made["match"], first, "resign")
    ask(client, made["match"], first, "rematch")
    assert view(client, made["match"])["rematch"] is None
    ask(client, made["match"], second, "rematch")
    following = view(client, made["match"])["rematch"]
    assert view(client, following, first)["seat"] == 1
    assert view(client, following, second)["seat"] == 0
    assert view(client, following)["status"] == "playing"


def test_a_hint_names_the_best_three_where_it_is_allowed(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    tokens = [ticket["token"] for ticket in made["tickets"]]
    hint = client.post(f"/api/matches/{made['match']}/hint", headers=with_token(tokens[0])).json()
    legal = {one["number"] for one in view(client, made["match"], tokens[0])["decision"]["legal"]}
    assert hint["options"]
    assert {option["action"]["number"] for option in hint["options"]} <= legal
    other = client.post(f"/api/matches/{made['match']}/hint", headers=with_token(tokens[1]))
    assert other.json()["refusal"] == "not_your_turn"
    silent = create(client, TWO_OF_US, hints=False)
    refused = client.post(f"/api/matches/{silent['match']}/hint", headers=with_token(silent["tickets"][0]["token"]))
    assert refused.json()["refusal"] == "not_allowed"


def test_a_restarted_server_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        made = create(client, TWO_OF_US)
        token = made["tickets"][0]["token"]
        version = view(client, made["match"])["version"]
        ask(client, made["match"], token, "decide", expected_version=version, actions=[0], confirm=True)
        before = view(client, made["match"], token)
    with server(tmp_path) as client:
        after = view(client, made["match"], token)
    assert {**before, "at": 0, "seats": None} == {**after, "at": 0, "seats": None}


# --- accounts -----------------------------------------------------------------------------------------------------
def test_a_match_is_rated_while_everybody_there_has_an_account_of_their_own(client: TestClient[Any]) -> None:
    ada, bob = (register(client, name)["token"] for name in ("Ada", "Bob"))
    two = {"seats": ME_AND_OPEN, "public": True, "rated": True}
    for seats, token in ((ME_AND_BOT, ada), (TWO_OF_US, ada), (ME_AND_OPEN, None)):
        told = view(client, create(client, seats, token, rated=True)["match"])
        assert (told["rated"], told["hints"]) == (False, True), seats
    for name, token, rated in (("Bob", bob, True), ("Guest", None, False)):
        made = create(client, token=ada, **two)
        assert (view(client, made["match"])["rated"], view(client, made["match"])["hints"]) == (True, False)
        assert [one["rated"] for one in client.get("/api/lobby").json()["matches"] if one["status"] == "waiting"] == [
            True
        ]
        seats = f"/api/matches/{made['match']}/seats"
        joined = client.post(seats, json={"name": name}, headers=with_token(token)).json()["token"]
        assert view(client, made["match"])["rated"] is rated
        hint = client.post(f"/api/matches/{made['match']}/hint", headers=with_token(made["tickets"][0]["token"]))
        assert hint.json()["refusal"] == "not_allowed"
        ask(client, made["match"], joined, "resign")
    me = client.get("/api/account", headers=with_token(ada)).json()
    assert (me["rated_matches"], me["provisional"]) == (1, True)
    assert 1500 < me["rating"] == round(1500 + 30 * (me["mu"] - 25))


def test_a_guest_who_claims_a_match_that_is_over_does_not_make_it_count(client: TestClient[Any]) -> None:
    ada, bob = register(client, "Ada")["token"], register(client, "Bob")["token"]
    made = create(client, ME_AND_OPEN, ada, public=True, rated=True)
    guest = client.post(f"/api/matches/{made['match']}/seats", json={"name": "Guest"}).json()["token"]
    ask(client, made["match"], ada, "resign")
    claim = {"match": made["match"], "token": guest}
    assert client.post("/api/account/claims", json=claim, headers=with_token(bob)).status_code == 200
    assert view(client, made["match"])["rated"] is False
    assert client.get("/api/account", headers=with_token(bob)).json()["rated_matches"] == 0


def test_accounts_collect_matches_and_ratings(client: TestClient[Any]) -> None:
    ada, bob = register(client, "Ada"), register(client, "Bob")
    made = create(client, ME_AND_OPEN, ada["token"], public=True, rated=True)
    client.post(f"/api/matches/{made['match']}/seats", json={"name": "Bob"}, headers=with_token(bob["token"]))
    assert view(client, made["match"], bob["token"])["seat"] == 1
    assert ask(client, made["match"], bob["token"], "resign")["type"] == "done"
    ratings = [client.get("/api/account", headers=with_token(one["token"])).json() for one in (ada, bob)]
    assert ratings[0]["rating"] > ada["account"]["rating"]
    assert ratings[0]["mu"] > ada["account"]["mu"] > ratings[1]["mu"]
    played = client.get("/api/account/matches", headers=with_token(ada["token"])).json()["matches"]
    assert [(one["match"], one["names"]) for one in played] == [(made["match"], ["Ada", "Bob"])]


def test_a_guest_claims_a_match_later(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    ada = register(client, "Ada")
    body = {"match": made["match"], "token": made["tickets"][1]["token"]}
    assert client.post("/api/account/claims", json=body, headers=with_token(ada["token"])).status_code == 200
    assert view(client, made["match"], ada["token"])["seat"] == 1
    bob = register(client, "Bob")
    late = client.post("/api/account/claims", json=body, headers=with_token(bob["token"]))
    assert late.json()["refusal"] == "not_now"
    wrong = {"match": made["match"], "token": "nobody's"}
    assert client.post("/api/account/claims", json=wrong, headers=with_token(bob["token"])).status_code == 403


def test_logging_in_and_out(client: TestClient[Any]) -> None:
    register(client, "Ada")
    taken = client.post("/api/accounts", json={"name": "aDa", "password": "another one"})
    assert taken.json()["refusal"] == "name_taken"
    for name, password in (("Ada", "wrong password"), ("Nobody", "correct horse")):
        wrong = client.post("/api/sessions", json={"name": name, "password": password})
        assert (wrong.status_code, wrong.json()["refusal"]) == (401, "bad_login")
    token = client.post("/api/sessions", json={"name": " ADA ", "password": "correct horse"}).json()["token"]
    assert client.get("/api/account", headers=with_token(token)).json()["name"] == "Ada"
    assert client.delete("/api/sessions", headers=with_token(token)).status_code == 204
    assert client.get("/api/account", headers=with_token(token)).status_code == 401


def test_another_password_ends_all_logins_but_the_one_that_asks(client: TestClient[Any]) -> None:
    here, there = register(client, "Ada")["token"], log_in(client, "Ada", "correct horse").json()["token"]
    program = client.post("/api/account/tokens", json={"name": "bot"}, headers=with_token(here)).json()["token"]

    def change(password: str) -> int:
        body = {"password": password, "new_password": "a better horse"}
        return client.post("/api/account/password", json=body, headers=with_token(here)).status_code

    assert (change("not this one"), change("correct horse")) == (401, 204)
    codes = [client.get("/api/account", headers=with_token(token)).status_code for token in (here, there, program)]
    assert codes == [200, 401, 200]
    assert log_in(client, "Ada", "correct horse").status_code == 401
    assert log_in(client, "Ada", "a better horse").status_code == 201


def log_in(client: TestClient[Any], name: str, password: str) -> Any:
    return client.post("/api/sessions", json={"name": name, "password": password})


def delete_account(client: TestClient[Any], token: str, password: str = "correct horse") -> int:
    answer = client.post("/api/account/deletion", json={"password": password}, headers=with_token(token))
    return int(answer.status_code)


def test_a_deleted_account_leaves_nothing_but_its_seats(client: TestClient[Any], tmp_path: Path) -> None:
    token = register(client, "Ada")["token"]
    client.post("/api/account/tokens", json={"name": "bot"}, headers=with_token(token))
    made = create(client, TWO_OF_US, token)
    assert (delete_account(client, token, "not this one"), delete_account(client, token)) == (401, 204)
    with closing(sqlite3.connect(tmp_path / "server.db")) as database:
        for table in ("accounts", "tokens", "taking_part"):
            assert database.execute(f"select * from {table}").fetchall() == []
    assert client.get("/api/account", headers=with_token(token)).status_code == 401
    assert log_in(client, "Ada", "correct horse").status_code == 401
    seat = made["tickets"][0]["token"]
    assert view(client, made["match"], seat)["seats"][0]["name"] == "Ada"
    assert ask(client, made["match"], seat, "decide", expected_version=2, actions=[0])["type"] == "done"
    another = register(client, "Ada")["token"]  # the name is free again, and comes without anybody's seats
    assert view(client, made["match"], another)["seat"] is None
    assert client.get("/api/account/matches", headers=with_token(another)).json()["matches"] == []


def test_a_match_goes_on_without_the_account_of_somebody(client: TestClient[Any]) -> None:
    ada, bob = register(client, "Ada")["token"], register(client, "Bob")["token"]
    made = create(client, ME_AND_OPEN, ada, public=True, rated=True)
    address = f"/api/matches/{made['match']}/seats"
    tokens = [made["tickets"][0]["token"]]
    tokens += [client.post(address, json={"name": "Bob"}, headers=with_token(bob)).json()["token"]]
    before = client.get("/api/account", headers=with_token(bob)).json()
    assert delete_account(client, ada) == 204
    assert ask(client, made["match"], tokens[0], "resign")["type"] == "done"
    assert client.get("/api/account", headers=with_token(bob)).json() == before
    for token in tokens:
        assert ask(client, made["match"], token, "rematch")["type"] == "done"
    assert view(client, view(client, made["match"])["rematch"], bob)["seat"] == 0


def test_a_table_that_waits_leaves_the_lobby_in_time(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    day = 86_400_000
    slow = {"kind": "per_turn", "seconds": 86_400}
    quick = create(client, ME_AND_OPEN, public=True, time_control={"kind": "per_turn", "seconds": 60})["match"]
    patient = create(client, ME_AND_OPEN, public=True, time_control=slow)["match"]
    begun = create(client, TWO_OF_US, public=True)["match"]
    create(client, ME_AND_OPEN)
    host, now = service_of(client).host, system_clock()

    def listed(later: int) -> set[str]:
        monkeypatch.setattr(host, "clock", lambda: now + later)
        return {one["match"] for one in client.get("/api/lobby").json()["matches"]}

    assert listed(day - 60_000) == {quick, patient, begun}
    assert listed(day) == {patient, begun}
    assert listed(14 * day) == {begun}
    assert client.post(f"/api/matches/{quick}/seats", json={"name": "Bob"}).status_code == 201


def test_a_program_plays_with_a_token_of_the_account(client: TestClient[Any]) -> None:
    ada = register(client, "Ada")
    made = client.post("/api/account/tokens", json={"name": "my bot"}, headers=with_token(ada["token"])).json()
    match = create(client, ME_AND_BOT, made["token"])["match"]
    seen = view(client, match, made["token"])
    assert seen["seat"] == 0
    assert ask(client, match, made["token"], "decide", expected_version=seen["version"], actions=[0])["type"] == "done"


def test_a_token_with_a_slash_in_its_name_can_be_taken_back(client: TestClient[Any]) -> None:
    header = with_token(register(client, "Ada")["token"])
    made = client.post("/api/account/tokens", json={"name": "home/laptop "}, headers=header).json()
    assert client.get("/api/account/tokens", headers=header).json()["names"] == [made["name"]] == ["home laptop"]
    assert client.delete(f"/api/account/tokens/{made['name']}", headers=header).status_code == 204
    assert client.get("/api/account/tokens", headers=header).json()["names"] == []
    for name in (".", ".."):  # which clients leave out of an address: it could never be taken back
        answer = client.post("/api/account/tokens", json={"name": name}, headers=header)
        assert (answer.status_code, "dots" in answer.json()["detail"]) == (400, True)


def test_a_line_of_a_stream_is_a_line_for_every_reader(tmp_path: Path) -> None:
    said = "one\u2028two\u2029three\x85four\nfive"
    with on_loopback(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client:
        made = create(client, TWO_OF_US)
        token = made["tickets"][0]["token"]
        ask(client, made["match"], token, "say", text=said)
        with client.stream("GET", f"/api/matches/{made['match']}/stream", headers=with_token(token)) as stream:
            for line in stream.iter_lines():  # which takes more than the newline for the end of a line
                if line and (told := json.loads(line))["type"] == "chat":
                    break
    assert told["text"] == said


def test_a_program_hears_when_it_is_its_turn(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as address, httpx.Client(base_url=address, timeout=30) as client:
        body = {"name": "Ada", "password": "correct horse"}
        header = with_token(client.post("/api/accounts", json=body).json()["token"])
        seats = {"setup": {"players": 2}, "seats": TWO_OF_US}
        made = client.post("/api/matches", json=seats, headers=header).json()
        with client.stream("GET", "/api/account/stream", headers=header) as lines:
            told = json.loads(next(line for line in lines.iter_lines() if line))
        assert told == {"type": "your_turn", "match": made["match"], "seat": 0, "version": 2}
        with client.stream("GET", f"/api/matches/{made['match']}/stream", headers=header) as lines:
            assert json.loads(next(lines.iter_lines()))["view"]["seat"] == 0
        assert client.get("/api/account/stream").json()["refusal"] == "bad_login"


# --- the socket ---------------------------------------------------------------------------------------------------
def hello(match: str, token: str | None = None, version: int | None = None) -> dict[str, Any]:
    return {"type": "hello", "match": match, "token": token, "version": version}


def expect(socket: Any, kind: str) -> Any:
    """The next message of this type."""
    for _ in range(20):
        if (message := socket.receive_json(timeout=10))["type"] == kind:
            return message
    raise AssertionError(f"no {kind}")


def test_two_sockets_hear_of_a_decision_each_in_its_own_way(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    tokens = [ticket["token"] for ticket in made["tickets"]]
    with client.websocket_connect("/api/socket") as ada, client.websocket_connect("/api/socket") as bob:
        ada.send_json(hello(made["match"], tokens[0]))
        bob.send_json(hello(made["match"], tokens[1]))
        version = expect(ada, "update")["view"]["version"]
        assert expect(bob, "update")["view"]["decision"]["legal"] == []
        reserve = {"type": "decide", "request_id": "r", "expected_version": version, "actions": [48], "confirm": True}
        ada.send_json(reserve)
        mine, theirs = expect(ada, "update"), expect(bob, "update")
        assert mine["happenings"][0]["changes"][0]["card"] is not None
        assert theirs["happenings"][0]["changes"][0]["card"] is None
        assert theirs["view"]["decision"]["legal"]
        bob.send_json({"type": "say", "request_id": "s", "text": "well <b>done</b>"})
        assert expect(ada, "chat")["text"] == "well <b>done</b>"


def test_a_client_that_comes_back_is_told_what_it_missed(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    tokens = [ticket["token"] for ticket in made["tickets"]]
    version = view(client, made["match"])["version"]
    for number in range(3):
        ask(client, made["match"], tokens[number % 2], "decide", request_id=f"r{number}",
            expected_version=version + number, actions=[number], confirm=True)  # fmt: skip
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json(hello(made["match"], tokens[0], version + 1))
        update = expect(socket, "update")
        assert (update["since"], [one["version"] for one in update["happenings"]]) == (
            version + 1, [version + 2, version + 3],
        )  # fmt: skip
        assert update["view"]["version"] == version + 3


def test_a_hello_is_answered_before_what_is_sent_with_it(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json(hello(made["match"]))
        socket.send_json({"type": "ping"})
        assert socket.receive_json()["type"] == "update"
        expect(socket, "pong")


def test_all_that_happened_is_told_as_it_was_told_then(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    tokens: dict[int | None, str] = {ticket["seat"]: ticket["token"] for ticket in made["tickets"]} | {None: ""}
    address = f"/api/matches/{made['match']}"

    def told(seat: int | None, since: int) -> Any:
        header = with_token(tokens[seat]) if tokens[seat] else {}
        return client.get(f"{address}?since={since}", headers=header).raise_for_status().json()

    heard: dict[int | None, list[Any]] = {seat: told(seat, 0)["happenings"] for seat in tokens}
    version = told(None, 0)["view"]["version"]
    for number in range(30):  # more than the server remembers; a card reserved unseen among them
        seat = told(None, version)["view"]["decision"]["seat"]
        legal = told(seat, version)["view"]["decision"]["legal"]
        unseen = [one for one in legal if one["kind"] == "reserve_deck" and number == 4]
        action = (unseen or legal)[number % len(unseen or legal)]
        ask(client, made["match"], tokens[seat], "decide", request_id=f"r{number}",
            expected_version=version, actions=[action["number"]], confirm=True)  # fmt: skip
        for other in tokens:
            heard[other] += told(other, version)["happenings"]
        version = told(None, version)["view"]["version"]
    for seat in tokens:
        update = told(seat, 0)
        assert (update["since"], update["happenings"]) == (0, heard[seat])
        assert told(seat, 7)["happenings"] == [one for one in heard[seat] if one["version"] > 7]
    drawn = [[change["card"] for one in heard[seat] for change in one.get("changes", []) if change["what"] == "card"]
             for seat in (0, 1)]  # fmt: skip
    assert drawn[0] != drawn[1]


def test_whole_matches_are_not_looked_at_without_end(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    tokens = {ticket["seat"]: ticket["token"] for ticket in made["tickets"]}
    play_out(client, made["match"], tokens)
    answers = [client.get(f"/api/matches/{made['match']}?since=0") for _ in range(LIMITS["history"].number + 1)]
    assert [answer.status_code for answer in answers] == [200] * LIMITS["history"].number + [429]
    assert client.get(f"/api/matches/{made['match']}").status_code == 200


def test_muting_and_presence(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    tokens = [ticket["token"] for ticket in made["tickets"]]
    with client.websocket_connect("/api/socket") as ada:
        ada.send_json(hello(made["match"], tokens[0]))
        assert expect(ada, "presence")["here"] == [True, False]
        with client.websocket_connect("/api/socket") as onlooker:
            onlooker.send_json(hello(made["match"]))
            assert expect(ada, "presence")["onlookers"] == 1
            onlooker.send_json({"type": "resign", "request_id": "r"})
            assert expect(onlooker, "refused")["refusal"] == "bad_seat"
        assert expect(ada, "presence")["onlookers"] == 0
        ada.send_json({"type": "mute", "request_id": "m", "seat": 1, "muted": True})
        expect(ada, "done")
        ask(client, made["match"], tokens[1], "say", text="unheard")
        ask(client, made["match"], tokens[0], "say", text="heard")
        assert expect(ada, "chat")["text"] == "heard"


# --- operators ----------------------------------------------------------------------------------------------------
def test_health_readiness_and_figures(client: TestClient[Any]) -> None:
    assert client.get("/health").json()["status"] == "ok"
    assert client.get("/ready").json()["status"] == "ok"
    made = create(client, TWO_OF_US)
    ask(client, made["match"], made["tickets"][0]["token"], "decide", expected_version=2, actions=[0])
    told = client.get("/metrics")
    assert told.headers["content-type"].count("charset") == 1  # strict readers take none twice
    text = told.text
    assert 'splendor_requests_total{outcome="done"} 1.0' in text
    assert "splendor_matches_in_memory 1.0" in text


def test_refusals_answers_and_thoughts_are_counted(client: TestClient[Any]) -> None:
    made = create(client, [{"kind": "bot", "agent": "club"}, {"kind": "me", "name": "Ada"}])
    assert client.get("/api/matches/NOWHERE").status_code == 404
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"], "token": made["tickets"][0]["token"]})
        socket.send_text("nonsense")
        while (told := socket.receive_json(timeout=10)).get("refusal") != "unreadable":
            pass
        while told.get("view", {}).get("version", 0) < 3:
            socket.send_json({"type": "ping"})
            told = client.get(f"/api/matches/{made['match']}").json()
    text = client.get("/metrics").text
    assert 'splendor_refusals_total{refusal="unknown_match"} 1.0' in text
    assert 'splendor_refusals_total{refusal="unreadable"} 1.0' in text
    assert 'splendor_http_answers_total{status="404"} 1.0' in text
    assert 'splendor_thought_seconds_count{kind="choose"}' in text


def test_who_was_too_fast_is_told_when_to_come_back(client: TestClient[Any]) -> None:
    limiter = service_of(client).limiters["create"] = Limiter(Limit(1, 60))
    body = {"setup": {"players": 2}, "seats": TWO_OF_US}
    assert client.post("/api/matches", json=body).status_code == 201
    answer = client.post("/api/matches", json=body)
    assert (answer.status_code, answer.json()["detail"]) == (429, "at most 1 in 60 seconds.")
    wait = int(answer.headers["Retry-After"])
    assert limiter.allows("testclient", time.monotonic() + wait), "then it is let through"
    assert 1 <= wait <= 60


def test_the_schema_describes_every_route(client: TestClient[Any]) -> None:
    schema = client.get("/schema/openapi.json").json()
    assert schema["info"]["title"] == "Splendor"
    operations = [one for path in schema["paths"].values() for one in path.values()]
    assert len(operations) >= 18
    assert all(one["summary"] and one["description"] for one in operations)
    assert "Ada" in str(schema["paths"]["/api/matches"]["post"]["requestBody"])
    parts = schema["components"]["schemas"]
    assert [name for name, part in parts.items() if "description" not in part] == []
    assert "once a minute" in parts["Seat"]["properties"]["here"]["description"]
    for operation in operations:
        for answer in operation["responses"].values():
            for name in ("application/json", "application/x-ndjson"):
                for one in str(answer.get("content", {}).get(name, "")).split("#/components/schemas/")[1:]:
                    assert one.split("'")[0] in parts


def test_the_schema_says_of_every_route_who_may_ask_and_how_it_refuses(client: TestClient[Any]) -> None:
    paths = client.get("/schema/openapi.json").json()["paths"]
    assert paths["/api/account"]["get"]["security"] == [{"token": []}]
    assert {} in paths["/api/matches"]["post"]["security"]
    assert "security" not in paths["/api/lobby"]["get"]
    assert sorted(paths["/api/lobby"]["get"]["responses"]) == ["200", "400", "405", "429", "503"]
    assert "413" in paths["/api/matches"]["post"]["responses"]
    lines = paths["/api/account/stream"]["get"]["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
    assert {"$ref": "#/components/schemas/YourTurn"} in lines["oneOf"]
    assert len(paths["/api/matches/{match_id}/record"]["get"]["responses"]["200"]["content"]) == 2
    refused = paths["/api/matches/{match_id}/hint"]["post"]["responses"]["403"]["content"]["application/json"]
    assert refused["examples"]["not_allowed"]["value"]["refusal"] == "not_allowed"


def test_the_schema_can_be_read_by_people_and_loads_nothing(client: TestClient[Any]) -> None:
    answer = client.get("/schema")
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "POST /api/matches/{match_id}/requests" in answer.text
    assert '<h3 id="Decide">' in answer.text
    assert "<script" not in answer.text
    assert "http" not in answer.text.replace("HTTP", "")
