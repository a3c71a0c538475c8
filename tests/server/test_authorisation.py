"""Who may do what: every role with every message, each cell asserted."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args
from unittest import mock

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from splendor.server import store, wire
from splendor.server.match import hashed, new_token
from tests.server.examples import RECORD
from tests.server.serving import TWO_OF_US, create, on_loopback, server, service_of, with_token

SEATED = ("acting seat", "acting account", "acting program")
NO_SEAT = ("nobody", "stranger", "other match", "account without seat", "expired login", "logged out", "seat left")
ROLES = (*SEATED, "waiting seat", *NO_SEAT)

# What each message leads to in a match where seat 0 is to decide: for seat 0, for seat 1, for everybody else.
MESSAGES = {
    "decide": ("done", "not_your_turn", "bad_seat"),
    "undo": ("not_now", "not_your_turn", "bad_seat"),
    "confirm": ("not_now", "not_your_turn", "bad_seat"),
    "resign": ("done", "done", "bad_seat"),
    "leave": ("not_now", "not_now", "bad_seat"),
    "seat_bot": ("not_now", "not_now", "bad_seat"),
    "stand_in": ("done", "not_now", "bad_seat"),
    "return": ("not_now", "not_now", "bad_seat"),
    "rematch": ("not_now", "not_now", "bad_seat"),
    "say": ("done", "done", "bad_seat"),
    "mute": ("done", "done", "bad_seat"),
    "hint": ("hint", "not_your_turn", "bad_seat"),
}
BODIES: dict[str, dict[str, Any]] = {
    "decide": {"actions": [0], "expected_version": 0},
    "undo": {"expected_version": 0},
    "confirm": {"expected_version": 0},
    "stand_in": {"seat": 0},
    "say": {"text": "hello"},
    "mute": {"seat": 1, "muted": True},
}
# Looking is for all; with a token that is worth nothing it is refused, rather than shown as to an onlooker.
WORTHLESS = ("stranger", "other match", "expired login", "logged out", "seat left")


@dataclass
class World:
    """A server with everybody the matrix needs."""

    client: TestClient[Any]
    tokens: dict[str, str | None]

    def new_match(self) -> tuple[str, dict[str, str | None]]:
        """A match of an account against a guest, seat 0 to decide, where somebody sat and left before."""
        made = create(self.client, [{"kind": "open"}, {"kind": "open"}], public=True)
        seats = f"/api/matches/{made['match']}/seats"
        left = self.client.post(seats, json={"name": "Eve"}).json()["token"]
        body = {"type": "leave", "request_id": "l"}
        self.client.post(f"/api/matches/{made['match']}/requests", json=body, headers=with_token(left))
        account = with_token(self.tokens["acting account"])
        acting = self.client.post(seats, json={"name": "Ada"}, headers=account).json()["token"]
        waiting = self.client.post(seats, json={"name": "Bob"}).json()["token"]
        own = {"acting seat": acting, "waiting seat": waiting, "seat left": left}
        return made["match"], {**self.tokens, **own}

    def ask(self, match: str, token: str | None, message: str) -> str:
        path, headers = f"/api/matches/{match}", with_token(token)
        if message == "hint":
            answer = self.client.post(f"{path}/hint", headers=headers).json()
        else:
            answer = self.client.post(f"{path}/requests", json=self.body(match, message), headers=headers).json()
        return str(answer.get("refusal") or answer["type"])

    def ask_on_socket(self, match: str, token: str | None, message: str) -> str:
        with self.client.websocket_connect("/api/socket") as socket:
            socket.send_json({"type": "hello", "match": match, "token": token})
            answer = socket.receive_json(timeout=10)
            if answer["type"] != "refused":
                socket.send_json(self.body(match, message))
                while answer.get("request_id") != "r":
                    answer = socket.receive_json(timeout=10)
        return str(answer.get("refusal") or answer["type"])

    def body(self, match: str, message: str) -> dict[str, Any]:
        body = {"type": message, "request_id": "r", **BODIES.get(message, {})}
        if "expected_version" in body:
            body["expected_version"] = self.client.get(f"/api/matches/{match}").json()["view"]["version"]
        return body


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("server")
    with server(folder) as client:
        service = service_of(client)
        service.check = lambda *_: None  # type: ignore[method-assign]
        accounts = [register(client, name) for name in ("ada", "cleo", "dan")]
        program = client.post("/api/account/tokens", json={"name": "bot"}, headers=with_token(accounts[0])).json()
        client.delete("/api/sessions", headers=with_token(accounts[2]))
        expired = new_token()
        with closing(sqlite3.connect(folder / "server.db")) as database, database:
            database.execute(
                "insert into tokens select ?, id, 'old', 1 from accounts where key = 'ada'", [hashed(expired)]
            )
        yield World(
            client,
            {
                "nobody": None,
                "stranger": new_token(),
                "other match": create(client, TWO_OF_US)["tickets"][0]["token"],
                "acting account": accounts[0],
                "acting program": program["token"],
                "account without seat": accounts[1],
                "logged out": accounts[2],
                "expired login": expired,
            },
        )


def register(client: Any, name: str) -> str:
    token: str = client.post("/api/accounts", json={"name": name, "password": "correct horse"}).json()["token"]
    return token


@pytest.mark.parametrize("role", ROLES)
def test_every_role_with_every_message(world: World, role: str) -> None:
    found = {}
    for message, (acting, waiting, others) in MESSAGES.items():
        match, tokens = world.new_match()
        expected = acting if role in SEATED else waiting if role == "waiting seat" else others
        found[message] = (world.ask(match, tokens[role], message), expected)
        if message != "hint":
            match, tokens = world.new_match()
            found[f"{message} on a socket"] = (world.ask_on_socket(match, tokens[role], message), expected)
    assert {message: cell for message, cell in found.items() if cell[0] != cell[1]} == {}


def test_no_message_is_missing() -> None:
    """Whoever adds one says here who may send it; hello and ping are tried with the looks."""
    tags = {kind.__struct_config__.tag for kind in get_args(wire.Request)}
    assert tags == MESSAGES.keys() - {"hint"} | {"hello", "ping"}


@pytest.mark.parametrize("role", ROLES)
def test_every_role_looking_at_a_match(world: World, role: str) -> None:
    match, tokens = world.new_match()
    seat = 0 if role in SEATED else 1 if role == "waiting seat" else None
    for path in ("", "/record", "/review", "/analysis"):  # of a match that goes on, nothing but one's own view
        answer = world.client.get(f"/api/matches/{match}{path}", headers=with_token(tokens[role]))
        if path:
            assert answer.json()["refusal"] == "not_now"
        elif role in WORTHLESS:
            assert answer.json()["refusal"] == "bad_seat"
        else:
            assert answer.json()["view"]["seat"] == seat
    with world.client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": match, "token": tokens[role]})
        told = socket.receive_json(timeout=10)
        assert told.get("refusal") == ("bad_seat" if role in WORTHLESS else None)
        if role not in WORTHLESS:
            assert told["view"]["seat"] == seat
            socket.send_json({"type": "ping"})
            while socket.receive_json(timeout=10)["type"] != "pong":
                pass


def test_every_role_following_a_match(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        made = client.post("/api/matches", json={"setup": {"players": 2}, "seats": TWO_OF_US}).json()
        tokens = [ticket["token"] for ticket in made["tickets"]]
        for token, expected in ((None, None), (tokens[0], 0), (tokens[1], 1), (new_token(), "bad_seat")):
            path = f"/api/matches/{made['match']}/stream"
            with client.stream("GET", path, headers=with_token(token)) as stream:
                told = json.loads(next(line for line in stream.iter_lines() if line))
                assert (told["refusal"] if "refusal" in told else told["view"]["seat"]) == expected


# A new match, or a seat at one, is for guests and for accounts; a token that is worth nothing is refused.
NEW = {
    ("POST", "/api/matches"): {"setup": {"players": 2}, "seats": TWO_OF_US},
    ("POST", "/api/matches/{match_id}/seats"): {"name": "Zoe"},
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path"), NEW)
def test_every_role_making_and_joining_a_match(world: World, role: str, method: str, path: str) -> None:
    waiting = create(world.client, [{"kind": "open"}, {"kind": "open"}], public=True)["match"]
    _, tokens = world.new_match()
    address = path.replace("{match_id}", waiting)
    answer = world.client.request(method, address, json=NEW[method, path], headers=with_token(tokens[role]))
    welcome = role in ("nobody", "acting account", "acting program", "account without seat")
    assert answer.json().get("refusal") == (None if welcome else "bad_login")


# What is there for all is the same for all, whatever token they show.
FOR_ALL: dict[tuple[str, str], Any] = {
    ("GET", "/health"): None,
    ("GET", "/ready"): None,
    ("GET", "/metrics"): None,
    ("GET", "/api/catalogue"): None,
    ("GET", "/api/socket-schema"): None,
    ("GET", "/api/lobby"): None,
    ("POST", "/api/reviews"): {"record": RECORD},
    ("POST", "/api/reviews/analysis"): {"record": RECORD, "level": "quick"},
    ("POST", "/api/sessions"): {"name": "cleo", "password": "correct horse"},
    ("POST", "/api/accounts"): {"name": "", "password": "correct horse"},  # tried, not made: names are taken once
}


@pytest.mark.parametrize(("method", "path"), FOR_ALL)
def test_every_role_with_what_is_there_for_all(world: World, method: str, path: str) -> None:
    _, tokens = world.new_match()
    answers = {
        role: world.client.request(method, path, json=FOR_ALL[method, path], headers=with_token(tokens[role]))
        for role in ROLES
    }
    assert len({answer.status_code for answer in answers.values()}) == 1
    assert answers["nobody"].is_success or path == "/api/accounts"


ACCOUNT_ROUTES = (
    ("GET", "/api/account", None),
    ("GET", "/api/account/matches", None),
    ("GET", "/api/account/stream", None),
    ("GET", "/api/account/tokens", None),
    ("POST", "/api/account/tokens", {"name": "bot"}),
    ("DELETE", "/api/account/tokens/bot", None),
    ("POST", "/api/account/claims", {"match": "NOWHERE", "token": "t"}),
    ("POST", "/api/account/password", {"password": "correct horse", "new_password": "another horse"}),
    ("POST", "/api/account/deletion", {"password": "correct horse"}),
    ("DELETE", "/api/sessions", None),
)


WATCHED = {
    ("GET", "/api/matches/{match_id}"),
    ("GET", "/api/matches/{match_id}/record"),
    ("GET", "/api/matches/{match_id}/review"),
    ("GET", "/api/matches/{match_id}/analysis"),
    ("GET", "/api/matches/{match_id}/stream"),
    ("POST", "/api/matches/{match_id}/requests"),
    ("POST", "/api/matches/{match_id}/hint"),
}
FILES = ("/", "/assets", "/schema")


def test_no_route_is_missing(world: World) -> None:
    """Whoever adds one says here who may ask it."""
    schema = world.client.get("/schema/openapi.json").json()["paths"]
    there = {(method.upper(), path) for path, methods in schema.items() for method in methods}
    accounts = {(method, path.replace("tokens/bot", "tokens/{name}")) for method, path, _ in ACCOUNT_ROUTES}
    assert there == WATCHED | NEW.keys() | FOR_ALL.keys() | accounts
    served = {re.sub(r":\w+", "", route.path) for route in world.client.app.routes}
    hidden = {path for path in served - schema.keys() if path not in FILES and "{file_path}" not in path}
    assert {path for path in hidden if not path.startswith("/schema/")} == {"/api/socket"}


@pytest.mark.parametrize("role", [role for role in ROLES if "acting" not in role and role != "account without seat"])
@pytest.mark.parametrize(("method", "path", "body"), ACCOUNT_ROUTES)
def test_an_account_is_its_owners_only(world: World, role: str, method: str, path: str, body: Any) -> None:
    _, tokens = world.new_match()
    answer = world.client.request(method, path, json=body, headers=with_token(tokens[role]))
    assert (answer.status_code, answer.json()["refusal"]) == (401, "bad_login")


def test_a_page_of_another_host_may_not_connect(world: World, tmp_path: Path) -> None:
    match, _ = world.new_match()
    origins = {"https://evil.example": False, "http://testserver.local": True, "null": False, "http://[": False}
    for origin, fine in origins.items():
        connect = world.client.websocket_connect("/api/socket", headers={"Origin": origin, "Host": "testserver.local"})
        if fine:
            with connect as socket:
                socket.send_json({"type": "hello", "match": match})
                assert socket.receive_json(timeout=10)["type"] == "update"
        else:
            with pytest.raises(WebSocketDisconnect), connect as socket:
                socket.receive_json(timeout=10)
    with server(tmp_path, origins=frozenset({"https://club.example"})) as client:
        made = create(client, TWO_OF_US)
        with client.websocket_connect("/api/socket", headers={"Origin": "https://club.example"}) as socket:
            socket.send_json({"type": "hello", "match": made["match"]})
            assert socket.receive_json(timeout=10)["type"] == "update"


def test_a_socket_of_a_seat_that_was_left_acts_for_nobody(world: World) -> None:
    made = create(world.client, [{"kind": "open"}, {"kind": "open"}], public=True)
    seats = f"/api/matches/{made['match']}/seats"
    eve = world.client.post(seats, json={"name": "Eve"}).json()["token"]
    with world.client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"], "token": eve})
        socket.send_json({"type": "leave", "request_id": "l"})
        while socket.receive_json(timeout=10)["type"] != "done":
            pass
        for name in ("Ada", "Bob"):
            world.client.post(seats, json={"name": name})
        for message in MESSAGES:
            if message in ("hint", "leave"):
                continue
            body = {"type": message, "request_id": message, **BODIES.get(message, {})}
            socket.send_json(body | ({"expected_version": 4} if "expected_version" in body else {}))
            while (told := socket.receive_json(timeout=10)).get("request_id") != message:
                pass
            assert (told["type"], told.get("refusal")) == ("refused", "bad_seat"), message
        socket.send_json({"type": "leave", "request_id": "l"})  # sent again, answered again
        while (told := socket.receive_json(timeout=10)).get("request_id") != "l":
            pass
        assert (told["type"], told["version"]) == ("done", 2)
    assert [seat["name"] for seat in world.client.get(f"/api/matches/{made['match']}").json()["view"]["seats"]] == [
        "Ada", "Bob",
    ]  # fmt: skip


# --- tokens that are taken back -----------------------------------------------------------------------------------
def program_of(client: Any, account: str, name: str = "bot") -> str:
    token: str = client.post("/api/account/tokens", json={"name": name}, headers=with_token(account)).json()["token"]
    return token


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "in another process"])
def test_a_socket_ends_when_its_token_is_taken_back(client: TestClient[Any], elsewhere: bool) -> None:
    ada = register(client, "Ada")
    token, made = program_of(client, ada), create(client, TWO_OF_US, ada)
    seat = client.get(f"/api/matches/{made['match']}").json()["view"]["seats"][0]
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"], "token": token})
        assert [socket.receive_json(timeout=10)["type"] for _ in range(2)] == ["update", "presence"]
        host = service_of(client).host
        if elsewhere:  # all that is heard of it is a notice
            client.blocking_portal.call(host.run, store.drop_program, seat["account"], "bot")
            client.blocking_portal.call(host.heard, {"account": seat["account"], "host": "another"})
        else:
            client.delete("/api/account/tokens/bot", headers=with_token(ada))
        assert socket.receive_json(timeout=10)["refusal"] == "bad_login"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json(timeout=10)
        assert closed.value.code == 1008


def test_nothing_is_carried_out_for_a_token_that_was_taken_back(client: TestClient[Any]) -> None:
    ada = register(client, "Ada")
    token, made = program_of(client, ada), create(client, TWO_OF_US, ada)
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"type": "hello", "match": made["match"], "token": token})
        assert [socket.receive_json(timeout=10)["type"] for _ in range(2)] == ["update", "presence"]
        with mock.patch.object(service_of(client).host, "token_taken"):  # nobody has heard of it
            client.delete("/api/account/tokens/bot", headers=with_token(ada))
        socket.send_json({"type": "resign", "request_id": "r"})
        assert socket.receive_json(timeout=10)["refusal"] == "bad_login"
    assert client.get(f"/api/matches/{made['match']}").json()["view"]["result"] is None


def test_streams_end_when_their_token_is_taken_back(tmp_path: Path) -> None:
    with on_loopback(tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        ada = register(client, "Ada")
        body = {"setup": {"players": 2}, "seats": TWO_OF_US}
        made = client.post("/api/matches", json=body, headers=with_token(ada)).json()
        for path in (f"/api/matches/{made['match']}/stream", "/api/account/stream"):
            header = with_token(program_of(client, ada))
            with client.stream("GET", path, headers=header) as stream:
                lines = stream.iter_lines()
                next(lines)
                httpx.delete(f"{address}/api/account/tokens/bot", headers=with_token(ada))
                assert json.loads([line for line in lines if line][-1])["refusal"] == "bad_login"


def test_a_program_makes_no_tokens_and_takes_none_back(client: TestClient[Any]) -> None:
    ada = register(client, "Ada")
    header = with_token(program_of(client, ada))
    for answer in (
        client.post("/api/account/tokens", json={"name": "more"}, headers=header),
        client.delete("/api/account/tokens/bot", headers=header),
    ):
        assert (answer.status_code, answer.json()["refusal"]) == (403, "not_allowed")
    assert client.get("/api/account/tokens", headers=with_token(ada)).json()["names"] == ["bot"]
