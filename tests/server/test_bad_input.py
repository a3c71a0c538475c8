"""Whatever a client sends: a clear refusal, nothing lost, never a fault of the server; and limits that hold."""

import gzip
import logging
import sqlite3
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from splendor.server import wire
from splendor.server.limits import ALL_HINTS, HINTS, LIMITS, SOCKETS, Limit, Limiter
from splendor.server.store import StoreFailed
from tests.server.serving import (
    ME_AND_OPEN,
    TWO_OF_US,
    ask,
    connections,
    create,
    on_loopback,
    register,
    server,
    service_of,
    view,
    with_token,
)


def until_closed(socket: Any) -> tuple[list[Any], int]:
    """What is still told, and the code with which the socket is closed."""
    told = []
    while True:
        try:
            told.append(socket.receive_json(timeout=10))
        except WebSocketDisconnect as closed:
            return told, closed.code


BAD_FRAMES = [
    b"", b"{", b"[]", b"null", b"1e999", b'"decide"', b"\xff\xfe", b'{"type":"decide"}', b'{"type":"unknown"}',
    b'{"type":"decide","request_id":"r","expected_version":2,"actions":[]}',
    b'{"type":"decide","request_id":"r","expected_version":2,"actions":[379]}',
    b'{"type":"decide","request_id":"r","expected_version":2,"actions":[-1]}',
    b'{"type":"decide","request_id":"r","expected_version":-1,"actions":[0]}',
    b'{"type":"decide","request_id":"","expected_version":2,"actions":[0]}',
    b'{"type":"decide","request_id":"r","expected_version":2.5,"actions":[0]}',
    b'{"type":"decide","request_id":"r","expected_version":2,"actions":["0"]}',
    b'{"type":"decide","request_id":"r","expected_version":2,"actions":[0],"seat":1}',
    b'{"type":"say","request_id":"r","text":""}',
    b'{"type":"say","request_id":"r","text":"' + b"x" * 501 + b'"}',
    b'{"type":"hello","match":"' + b"x" * 10_000 + b'"}',
    b"[" * 5000, b'{"a":' * 1000,
]  # fmt: skip


@pytest.mark.parametrize("frame", BAD_FRAMES, ids=range(len(BAD_FRAMES)))
def test_a_frame_that_cannot_be_read_is_refused_in_one_way(frame: bytes) -> None:
    with pytest.raises(wire.Refused) as error:
        wire.decode(frame)
    assert error.value.refusal == "unreadable"


BROKEN = [b'{"type":"say\xff"}', b"[" * 3000, b'{"a":' * 3000, b'{"request_id":"\xff"}', b"{", b"nonsense"]


def test_what_is_no_text_at_all_is_said_to_be_none() -> None:
    details = {b'{"name":"\xff"}': "not UTF-8", b'{"name":' * 3000: "too many brackets", b"{": "truncated"}
    for content, detail in details.items():
        with pytest.raises(wire.Refused) as error:
            wire.read(content, dict[str, Any])
        assert detail in str(error.value.detail)


def test_a_body_that_is_no_text_at_all_is_refused_wherever_it_is_sent(client: TestClient[Any]) -> None:
    routes = client.get("/schema/openapi.json").json()["paths"]
    posts = [path for path, methods in routes.items() if "requestBody" in methods.get("post", {})]
    assert len(posts) >= 8
    for path in posts:
        for content in BROKEN:
            address = path.replace("{match_id}", "NOWHERE")
            answer = client.post(address, content=content, headers={"Content-Type": "application/json"})
            assert (answer.status_code, answer.json()["refusal"]) == (400, "unreadable"), path
            assert answer.json()["detail"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/msgpack"])
def test_what_a_form_on_another_page_can_send_is_no_message(client: TestClient[Any], kind: str) -> None:
    body = b'{"setup":{"players":2},"seats":[{"kind":"me"},{"kind":"open"}]}'
    answer = client.post("/api/matches", content=body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["refusal"]) == (400, "unreadable")
    assert "application/json" in answer.json()["detail"]


def test_characters_that_no_database_keeps_are_refused(client: TestClient[Any]) -> None:
    """PostgreSQL knows no NUL, and would have to be asked to say so."""
    made = create(client, TWO_OF_US)
    token, match = made["tickets"][0]["token"], made["match"]
    account = with_token(register(client, "Ada")["token"])
    with mock.patch.object(service_of(client).database, "run", side_effect=StoreFailed("asked")):
        assert ask(client, match, token, "say", request_id="s", text="\0")["refusal"] == "unreadable"
        assert ask(client, match, token, "resign", request_id="\0")["refusal"] == "unreadable"
        assert client.get("/api/matches/%00").json()["refusal"] == "unknown_match"
        assert client.get("/api/matches/A%00/record").json()["refusal"] == "unknown_match"
        claim = client.post("/api/account/claims", json={"match": "\0", "token": "t"}, headers=account)
        assert claim.json()["refusal"] == "unreadable"
        with pytest.raises(wire.Refused, match="cannot be read"):
            wire.decode(b'{"type":"hello","match":"\\u0000"}')
    assert ask(client, match, token, "say", request_id="s", text="two\nlines")["type"] == "done"


def test_three_unreadable_messages_close_the_socket(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"]})
        for frame in BAD_FRAMES[1:4]:
            socket.send_bytes(frame)
        told, code = until_closed(socket)
        assert (sum(message.get("refusal") == "unreadable" for message in told), code) == (3, 1008)


@pytest.mark.parametrize("first", ['{"type":"ping"}', "nonsense", '{"type":"hello","match":"NOWHERE"}'])
def test_a_socket_that_does_not_say_hello_is_closed(client: TestClient[Any], first: str) -> None:
    with client.websocket_connect("/api/socket") as socket:
        socket.send_text(first)
        assert socket.receive_json(timeout=10)["type"] == "refused"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json(timeout=10)


def test_hello_is_said_once(client: TestClient[Any]) -> None:
    hello = {"type": "hello", "match": create(client, TWO_OF_US)["match"]}
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json(hello)
        socket.send_json(hello)
        while (told := socket.receive_json(timeout=10))["type"] != "refused":
            pass
        assert told["refusal"] == "unreadable"


NAMES = {
    "'); DROP TABLE matches;--": "'); DROP TABLE matches;--",
    "  a   b  ": "a b",
    "👩‍🚀 Ünïcödé": "👩‍🚀 Ünïcödé",
    "می\u200cخواهم": "می\u200cخواهم",
    "\u200dA\u200d\u200d \u200cda\u200d": "A da",
    "\u202eevil\u202c": "evil",
    "\u3164Ada\u2800": "Ada",
    "Zoe\u0308": "Zoe\u0308",
    "\U0001f1fa\U0001f1f3": "\U0001f1fa\U0001f1f3",
    "مرحبا": "مرحبا",
    "line\nbreak": "line break".replace(" ", ""),
    "<script>alert(1)</script>": "<script>alert(1)</script>",
}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_all_kinds_are_kept_in_one_line(client: TestClient[Any], name: str) -> None:
    made = create(client, ME_AND_OPEN, public=True)
    joined = client.post(f"/api/matches/{made['match']}/seats", json={"name": name})
    assert joined.status_code == 201, joined.text
    assert view(client, made["match"])["seats"][1]["name"] == NAMES[name]


@pytest.mark.parametrize(
    "name",
    ["", "x" * 31, " ", "\u200b\u202e", "\u200d\u200c", "\u3164", "\u2800 \u115f", "\u0301\ufe0f", None, 7, ["a"]],
)
def test_names_that_cannot_be_shown_are_refused(client: TestClient[Any], name: Any) -> None:
    made = create(client, ME_AND_OPEN, public=True)
    joined = client.post(f"/api/matches/{made['match']}/seats", json={"name": name})
    assert (joined.status_code, joined.json()["refusal"]) == (400, "unreadable")


BAD_MATCHES: list[Any] = [
    {},
    {"setup": {"players": 5}, "seats": TWO_OF_US},
    {"setup": {"players": 3}, "seats": TWO_OF_US},
    {"setup": {"players": 2, "cities": 2017, "posts": 2017}, "seats": TWO_OF_US},
    {"setup": {"players": 2, "cities": 2020}, "seats": TWO_OF_US},
    {"setup": {"players": 2}, "seats": [{"kind": "bot"}, {"kind": "bot"}]},
    {"setup": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot", "agent": "cmd:rm -rf"}]},
    {"setup": {"players": 2}, "seats": TWO_OF_US, "time_control": {"kind": "per_turn", "seconds": 0}},
    {"setup": {"players": 2}, "seats": TWO_OF_US, "seed": 7},
    [], None, "x" * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("body", BAD_MATCHES, ids=range(len(BAD_MATCHES)))
def test_matches_that_cannot_be_made_are_refused(client: TestClient[Any], body: Any) -> None:
    answer = client.post("/api/matches", json=body)
    assert answer.status_code in (400, 413)
    assert answer.json()["refusal"] == "unreadable"


@pytest.mark.parametrize(
    ("method", "path", "body", "code", "reason"),
    [
        ("GET", "/api/nowhere", None, 404, "nothing at this address"),
        ("GET", "/nowhere", None, 404, "nothing at this address"),
        ("GET", "/schema/nowhere", None, 404, "nothing at this address"),
        ("DELETE", "/api/lobby", None, 405, "does not take this method"),
        ("POST", "/api/matches", "x" * 20_000, 413, "too large"),
        ("POST", "/api/matches", "x", 400, "cannot be read"),
    ],
)
def test_what_is_no_message_at_all_is_refused_with_its_reason(
    client: TestClient[Any], method: str, path: str, body: Any, code: int, reason: str
) -> None:
    answer = client.request(method, path, json=body)
    assert (answer.status_code, answer.json()["refusal"]) == (code, "unreadable")
    assert reason in answer.json()["reason"]


@pytest.mark.parametrize("path", ["/%00", "/index.html/x", "/x" * 3000, f"/{'x' * 300}", "/..%2f..%2fetc%2fpasswd"])
@pytest.mark.parametrize("folder", ["", "/assets"])
def test_a_name_that_no_file_can_have_is_the_name_of_none(client: TestClient[Any], folder: str, path: str) -> None:
    answer = client.get(f"{folder}{path}")
    assert (answer.status_code, answer.json()["refusal"]) == (404, "unreadable")


def test_a_proxy_may_name_whoever_it_likes(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as address:
        for name in ("someone:else", "[2001:db8::1]:443", "192.0.2.7:4711", "unknown", "\x7f"):
            assert httpx.get(f"{address}/api/lobby", headers={"X-Forwarded-For": name}).status_code == 200, name


def test_head_is_answered_as_get_is(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        for path in ("/", "/health", "/api/lobby", "/api/catalogue", "/api/matches/NOWHERE", "/schema/openapi.json"):
            whole, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (whole.status_code, b"")
            assert head.headers["content-type"] == whole.headers["content-type"]
        assert client.head("/api/matches/NOWHERE/stream").status_code == 405, "it would have no end"


def test_head_is_among_the_methods_that_are_allowed(client: TestClient[Any]) -> None:
    def allowed(method: str, path: str) -> set[str]:
        named = client.request(method, path).headers["allow"].split(", ")
        assert len(named) == len(set(named))
        return set(named)

    assert allowed("DELETE", "/api/lobby") == allowed("DELETE", "/favicon.svg") == {"GET", "HEAD", "OPTIONS"}
    assert "HEAD" not in allowed("GET", "/api/matches")
    assert "HEAD" not in allowed("DELETE", "/api/matches/NOWHERE/stream")


def test_a_compressed_message_is_refused_with_the_reason(client: TestClient[Any]) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = client.post("/api/matches", content=gzip.compress(b"{}"), headers=headers)
    assert (answer.status_code, "Content-Encoding" in answer.json()["detail"]) == (400, True)


OPEN = {"kind": "open"}
MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "a kind": ({"seats": [{"kind": "us"}, OPEN]}, "seats[0].kind: invalid enum value 'us'; expected bot, me, open."),
    "a length": ({"seats": [OPEN | {"name": "x" * 31}, OPEN]}, "seats[0].name: expected `str` of length <= 30."),
    "a number": ({"time_control": {"kind": "bank", "seconds": 1}}, "time_control.seconds: expected `int` >= 5."),
    "a type": ({"public": "yes"}, "public: expected `bool`, got `str`."),
    "a field": ({"seed": 1}, "the message: object contains unknown field `seed`."),
    "a set-up": ({"setup": {"players": 5}}, "setup: players=5: Splendor is played by 2, 3 or 4"),
    "seats": ({"setup": {"players": 3}}, "seats: expected 3, as many as setup.players, got 2."),
    "bots": ({"seats": [{"kind": "bot"}, {"kind": "bot"}]}, "seats: expected at least one person"),
    "a module": ({"setup": {"players": 2, "city": 2025}}, "setup: a set-up has no 'city'; it has players, cities, "),
    "a clock": ({"time_control": {"kind": "bank", "second": 60}}, "time_control: object contains unknown field"),
    "an increment": (
        {"time_control": {"kind": "per_turn", "seconds": 60, "increment": 5}},
        "time_control.increment: only a bank grows by one.",
    ),
    "a level": ({"seats": [{"kind": "me"}, {"kind": "bot", "agent": "pro"}]}, "seats[1].agent: expected newcomer, "),
    "a name": ({"seats": [{"kind": "me", "name": "\u202e"}, {"kind": "open"}]}, "name: nothing of it can be seen."),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_refusal_says_where_the_mistake_is_and_what_was_expected(client: TestClient[Any], mistake: str) -> None:
    wrong, detail = MISTAKES[mistake]
    answer = client.post("/api/matches", json={"setup": {"players": 2}, "seats": TWO_OF_US} | wrong).json()
    assert answer["refusal"] == "unreadable"
    assert detail in answer["detail"]


def test_a_refusal_says_what_is_wrong_with_an_address(client: TestClient[Any]) -> None:
    match = f"/api/matches/{create(client, TWO_OF_US)['match']}"
    details = {
        f"{match}?since=-1": "since: expected `int` >= 0.",
        f"{match}/record?form=xml": "form: invalid enum value 'xml'; expected json, text.",
        f"{match}/analysis?first=-1": "first: expected `int` >= 0.",
    }
    assert {path: client.get(path).json()["detail"] for path in details} == details


def test_a_refusal_names_the_request_it_could_not_read(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"], "token": made["tickets"][0]["token"]})
        socket.send_json({"type": "decide", "request_id": "r7", "expected_version": 2, "actions": [99999]})
        while (told := socket.receive_json(timeout=10))["type"] != "refused":
            pass
    assert (told["request_id"], told["detail"]) == ("r7", "actions[0]: expected `int` <= 378.")


def test_a_seat_that_is_taken_is_said_to_be(client: TestClient[Any]) -> None:
    made = create(client, ME_AND_OPEN)
    seats, invited = f"/api/matches/{made['match']}/seats", {"name": "Bob", "invitation": made["invitation"]}
    details = {
        "seat: this seat is taken.": invited | {"seat": 0},
        "seat: the last seat is 1.": invited | {"seat": 2},
        "invitation: this match needs its own.": {"name": "Bob"},
    }
    for detail, body in details.items():
        assert client.post(seats, json=body).json()["detail"] == detail
    client.post(seats, json=invited)
    assert client.post(seats, json=invited).json()["detail"] == "all seats are taken."


def test_requests_at_the_wrong_moment(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    first, second = (ticket["token"] for ticket in made["tickets"])
    match = made["match"]
    assert ask(client, "NOWHERE", first, "resign")["refusal"] == "unknown_match"
    assert ask(client, match, first, "decide", expected_version=99, actions=[0])["refusal"] == "stale"
    assert ask(client, match, first, "decide", expected_version=2, actions=[75])["refusal"] == "illegal"
    assert ask(client, match, first, "decide", expected_version=2, actions=[0, 0])["refusal"] == "illegal"
    assert ask(client, match, first, "stand_in", seat=3)["refusal"] == "bad_seat"
    assert ask(client, match, first, "stand_in", seat=1)["refusal"] == "not_now"
    assert view(client, match)["version"] == 2
    ask(client, match, second, "resign")
    assert ask(client, match, first, "decide", expected_version=3, actions=[0])["refusal"] == "over"


def test_a_refusal_says_why_not_now_and_which_request_it_was(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    match, (first, _) = made["match"], (ticket["token"] for ticket in made["tickets"])
    why = {
        "undo": "nothing of this turn can be taken back.",
        "confirm": "the turn is not played yet.",
        "leave": "the match has begun; resign, or let a bot stand in.",
        "return": "no bot stands in for this seat.",
        "rematch": "the match is not over yet.",
    }
    for kind, detail in why.items():
        version = {"expected_version": 2} if kind in ("undo", "confirm") else {}
        answer = ask(client, match, first, kind, request_id=kind, **version)
        assert (answer["refusal"], answer["detail"], answer["request_id"]) == ("not_now", detail, kind)
    assert client.get(f"/api/matches/{match}/record").json()["detail"] == "the match is not over yet."


@pytest.mark.parametrize(("kind", "values"), [("mute", {"muted": True}), ("stand_in", {})])
def test_a_seat_that_this_match_has_not_is_named(client: TestClient[Any], kind: str, values: Any) -> None:
    made = create(client, TWO_OF_US)
    answer = ask(client, made["match"], made["tickets"][0]["token"], kind, seat=2, **values)
    assert (answer["refusal"], answer["detail"]) == ("bad_seat", "seat: the last seat is 1.")


@pytest.mark.parametrize("text", [" ", "\n\t ", "\u200b\u200d", "\u202e", "\u3164\u2800"])
def test_what_nobody_can_see_is_not_said(client: TestClient[Any], text: str) -> None:
    made = create(client, TWO_OF_US)
    answer = ask(client, made["match"], made["tickets"][0]["token"], "say", request_id="s", text=text)
    assert (answer["refusal"], answer["detail"]) == ("unreadable", "text: nothing of it can be seen.")


def test_a_novel_is_not_said(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    token = made["tickets"][0]["token"]
    for length in (501, 10_000, 20_000):
        assert ask(client, made["match"], token, "say", request_id="s", text="x" * length)["refusal"] == "unreadable"
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"], "token": token})
        socket.send_json({"type": "say", "request_id": "s", "text": "x" * 10_000})
        while (told := socket.receive_json(timeout=10))["type"] != "refused":
            assert told["type"] != "chat"
        assert told["refusal"] == "unreadable"
        socket.send_json({"type": "say", "request_id": "s", "text": "x" * 500})
        while (told := socket.receive_json(timeout=10))["type"] != "chat":
            pass
        assert len(told["text"]) == 500


def test_a_frame_beyond_the_limit_closes_the_socket(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as address, connect(f"{address.replace('http', 'ws')}/api/socket") as socket:
        socket.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009  # too big


def test_text_that_is_none_closes_the_socket_and_nobody_logs_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with on_loopback(tmp_path) as address, connect(f"{address.replace('http', 'ws')}/api/socket") as socket:
        socket.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []


# --- limits -------------------------------------------------------------------------------------------------------
def test_a_flood_on_a_socket_closes_it_and_nobody_else_notices(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    tokens = [ticket["token"] for ticket in made["tickets"]]
    with client.websocket_connect("/api/socket") as honest:
        honest.send_json({"type": "hello", "match": made["match"], "token": tokens[0]})
        with client.websocket_connect("/api/socket") as flood:
            flood.send_json({"type": "hello", "match": made["match"], "token": tokens[1]})
            for _ in range(LIMITS["play"].number + 1):
                flood.send_json({"type": "ping"})
            assert until_closed(flood)[1] == 1008
        honest.send_json({"type": "ping"})
        while honest.receive_json(timeout=10)["type"] != "pong":
            pass


def test_an_address_has_so_many_sockets(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    with connections(service_of(client).sockets, SOCKETS), client.websocket_connect("/api/socket") as socket:
        told = socket.receive_json(timeout=10)
        assert (told["refusal"], told["detail"]) == ("too_fast", "at most 8 at a time; end one, or wait for it.")
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"]})
        assert socket.receive_json(timeout=10)["type"] == "update"


def test_requests_passwords_and_hints_are_limited(client: TestClient[Any]) -> None:
    service = service_of(client)
    service.limiters["login"] = Limiter(Limit(2, 60))
    answers = [client.post("/api/sessions", json={"name": "a", "password": "x" * 8}).status_code for _ in range(3)]
    assert answers == [401, 401, 429]
    made = create(client, TWO_OF_US)
    service.limiters["hint"] = Limiter(Limit(1, 60))
    asked = f"/api/matches/{made['match']}/hint"
    header = with_token(made["tickets"][0]["token"])
    assert [client.post(asked, headers=header).status_code for _ in range(2)] == [200, 429]
    for seat, limit in (("hint", Limit(9, 60)), ("advice", Limit(1, 60))):
        service.limiters[seat] = Limiter(limit)
    assert [client.post(asked, headers=header).status_code for _ in range(2)] == [200, 429], "of an address too"
    service.limiters["request"] = Limiter(Limit(3, 60))
    assert [client.get("/api/lobby").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize(("whose", "number"), [("testclient", HINTS), ("all", ALL_HINTS)])
def test_hints_do_not_pile_up(client: TestClient[Any], whose: str, number: int) -> None:
    made = create(client, TWO_OF_US)
    with connections(service_of(client).hints, number, whose):
        answer = client.post(f"/api/matches/{made['match']}/hint", headers=with_token(made["tickets"][0]["token"]))
    assert (answer.status_code, answer.json()["refusal"]) == (429, "too_fast")


# --- secrets ------------------------------------------------------------------------------------------------------
def test_tokens_are_in_no_database_log_or_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with server(tmp_path) as client:
        session = client.post("/api/accounts", json={"name": "Ada", "password": "correct horse"}).json()
        made = create(client, ME_AND_OPEN, session["token"])
        joined = client.post(
            f"/api/matches/{made['match']}/seats", json={"name": "Bob", "invitation": made["invitation"]}
        ).json()
        program = client.post("/api/account/tokens", json={"name": "p"}, headers=with_token(session["token"])).json()
        secrets = [session["token"], made["tickets"][0]["token"], made["invitation"], joined["token"]]
        secrets += [program["token"], "correct horse"]
        ask(client, made["match"], joined["token"], "resign")
        record = client.get(f"/api/matches/{made['match']}/record").text
    files = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Ada" in files
    for secret in secrets:
        assert secret.encode() not in files
        assert secret not in caplog.text
        assert secret not in record


def test_a_damaged_entry_says_nothing_to_the_client(tmp_path: Path) -> None:
    with server(tmp_path) as client:
        made = create(client, TWO_OF_US)
    with sqlite3.connect(tmp_path / "server.db") as database:
        database.execute("update entries set body = '{}'")
    database.close()
    with server(tmp_path) as client:
        client.app.debug = False
        answer = client.get(f"/api/matches/{made['match']}")
        assert (answer.status_code, answer.json()["refusal"]) == (500, "unavailable")
        assert client.get("/health").status_code == 200
