"""What operators meet: readiness, figures, logs, addresses, the page, streams and limits."""

import asyncio
import gc
import json
import logging
import socket
import sqlite3
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from websockets.sync.client import connect

from splendor.errors import SplendorError
from splendor.server import limits, running
from splendor.server import service as service_module
from splendor.server.connections import listen
from splendor.server.limits import STREAMS, Limit, Limiter
from splendor.server.routes import page, streams
from splendor.server.routes import socket as socket_route
from splendor.server.routes.asking import address
from splendor.server.service import Config
from splendor.server.store import StoreFailed
from splendor.server.wire import Refusal, Refused
from tests.server.processes import process
from tests.server.serving import (
    ME_AND_BOT,
    TWO_OF_US,
    connections,
    create,
    on_loopback,
    register,
    server,
    service_of,
    view,
    with_token,
)


# --- readiness ----------------------------------------------------------------------------------------------------
def test_a_server_is_ready_when_the_rules_are_loaded_and_the_database_answers(client: TestClient[Any]) -> None:
    assert client.get("/ready").status_code == 200
    service = service_of(client)
    with mock.patch.object(service.database, "run", side_effect=StoreFailed("no disk")):
        failing = client.get("/ready")
        assert (failing.status_code, failing.json()["status"]) == (503, "failing")
        assert client.get("/health").json()["status"] == "ok"
    service.loaded.clear()
    starting = client.get("/ready")
    assert (starting.status_code, starting.json()["status"]) == (503, "starting")


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/lobby"), ("GET", "/api/account/matches")])
def test_without_its_database_a_server_refuses_and_says_so(client: TestClient[Any], method: str, path: str) -> None:
    token = register(client, "Ada")["token"]
    with mock.patch.object(service_of(client).database, "run", side_effect=StoreFailed("no disk")):
        answer = client.request(method, path, headers=with_token(token))
        assert (answer.status_code, answer.json()["refusal"]) == (503, "unavailable")
        login = client.post("/api/sessions", json={"name": "Ada", "password": "correct horse"})
        assert (login.status_code, login.json()["refusal"]) == (503, "unavailable")


def test_a_socket_is_told_to_come_back_when_the_database_does_not_answer(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    service_of(client).host.lives.clear()
    with (
        mock.patch.object(service_of(client).database, "run", side_effect=StoreFailed("no disk")),
        client.websocket_connect("/api/socket") as listening,
    ):
        listening.send_json({"type": "hello", "match": made["match"]})
        assert listening.receive_json(timeout=60)["refusal"] == "unavailable"
        with pytest.raises(WebSocketDisconnect) as closed:
            listening.receive_json(timeout=60)
        assert closed.value.code == 1013


def test_a_database_that_comes_back_is_taken_up_again(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(service_module, "LOOK_AFTER", 0.01)
    service, tries = service_of(client), iter([Refused(Refusal.UNAVAILABLE)])
    done = threading.Event()

    async def look_after() -> None:
        for error in tries:
            raise error
        done.set()

    monkeypatch.setattr(service.host, "look_after", look_after)
    assert done.wait(60)
    assert "looking after matches failed" in caplog.text


def test_a_server_shows_again_and_again_that_it_is_there(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(service_module, "BEAT", 0.01)
    service, tries = service_of(client), iter([Refused(Refusal.UNAVAILABLE), None])
    done = threading.Event()

    async def beat() -> None:
        if error := next(tries, None):
            raise error
        done.set()

    monkeypatch.setattr(service.host, "beat", beat)
    assert done.wait(60)
    assert "no sign that a server is there" in caplog.text


# --- what it offers -----------------------------------------------------------------------------------------------
def test_an_operators_bots_can_be_played_against(tmp_path: Path) -> None:
    with server(tmp_path, levels={"hasty": "greedy:style=rush"}) as client:
        levels = client.get("/api/catalogue").json()["levels"]
        assert {"name": "hasty", "summary": "greedy:style=rush", "elo": None} in levels
        made = create(client, [ME_AND_BOT[0], {"kind": "bot", "agent": "hasty"}])
        assert view(client, made["match"])["seats"][1]["agent"] == "hasty"


def test_a_match_whose_bot_an_operator_has_taken_away_goes_on(tmp_path: Path) -> None:
    with server(tmp_path, levels={"hasty": "greedy:style=rush"}) as client:
        made = create(client, [ME_AND_BOT[0], {"kind": "bot", "agent": "hasty"}])
    with server(tmp_path) as client:
        token, match = made["tickets"][0]["token"], made["match"]
        body = {"type": "decide", "request_id": "r", "expected_version": 2, "actions": [0], "confirm": True}
        client.post(f"/api/matches/{match}/requests", json=body, headers=with_token(token))
        with client.websocket_connect("/api/socket") as listening:
            listening.send_json({"type": "hello", "match": match, "token": token, "version": 3})
            while (told := listening.receive_json(timeout=60)).get("view", {}).get("version", 0) < 4:
                pass
        assert told["view"]["decision"]["seat"] == 0


def test_the_messages_of_the_socket_are_described(client: TestClient[Any]) -> None:
    schema = client.get("/api/socket-schema").json()
    assert {"Update", "Refusing", "Decide", "Hello"} <= schema["$defs"].keys()


def test_without_its_page_a_server_says_what_programs_can_do(tmp_path: Path) -> None:
    with mock.patch.object(page, "PLACE", "nowhere_to_be_found"), server(tmp_path) as client:
        answer = client.get("/")
        assert answer.status_code == 200
        assert "/schema/openapi.json" in answer.text


def test_the_page_comes_with_headers_that_protect_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built = tmp_path / "built_for_this_test"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<title>Splendor</title>")
    (built / "assets" / "a.js").write_text("1")
    monkeypatch.syspath_prepend(tmp_path)
    with mock.patch.object(page, "PLACE", built.name), server(tmp_path) as client:
        for path in ("/", "/assets/a.js"):
            policy = client.get(path).headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in policy
            assert "connect-src 'self';" in policy, "its own server and nobody else, sockets included"
        assert "immutable" in client.get("/assets/a.js").headers["Cache-Control"]


# --- where it listens and what it writes --------------------------------------------------------------------------
def test_an_address_that_is_taken_is_named() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SplendorError, match=f"127.0.0.1:{port} cannot be served"):
            listen("127.0.0.1", port)


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_it_listens_on_either_kind_of_address() -> None:
    with listen("::1", 0) as listening:
        assert listening.family == socket.AF_INET6


@pytest.mark.skipif(not socket.has_ipv6, reason="this machine has no IPv6")
def test_an_address_of_the_newer_kind_stands_in_brackets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch.object(running, "log_to_stderr"), mock.patch.object(running, "serve_at"):
        running.serve(Config(f"sqlite:///{tmp_path}/a.db"), "::1", 0)
    assert capsys.readouterr().out.startswith("http://[::1]:")


def test_a_household_is_counted_as_one_address() -> None:
    hosts = ("2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1", "::ffff:192.0.2.7", "192.0.2.7", "testclient")
    counted = [address(SimpleNamespace(client=SimpleNamespace(host=host))) for host in hosts]
    assert counted == ["2001:db8::/64", "2001:db8::/64", "2001:db8:0:1::/64", "192.0.2.7", "192.0.2.7", "testclient"]
    assert address(SimpleNamespace(client=None)) == "unknown"


def test_a_database_that_cannot_be_opened_is_named_before_anybody_is_served(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        mock.patch.object(running, "log_to_stderr"),
        pytest.raises(SplendorError, match="the database failed.*Does the folder exist"),
    ):
        running.serve(Config("sqlite:////nowhere/to/be/found.db"), "127.0.0.1", 0)
    assert capsys.readouterr().out == ""


def test_matches_are_kept_in_the_users_data_folder(tmp_path: Path) -> None:
    with mock.patch.object(running, "user_data_path", lambda name: tmp_path / name):
        assert running.default_database() == f"sqlite:///{tmp_path}/splendor/matches.db"
    assert (tmp_path / "splendor").is_dir()


def test_log_lines_are_json_and_keep_what_an_error_says_to_themselves() -> None:
    def fail() -> None:
        raise ValueError("token-of-a")

    try:
        fail()
    except ValueError:
        record = logging.makeLogRecord({"msg": "a request failed", "exc_info": sys.exc_info(), "method": "GET"})
    line = running.JsonLines().format(record)
    values = json.loads(line)
    assert (values["what"], values["error"], values["method"]) == ("a request failed", "ValueError", "GET")
    assert values["where"].startswith("test_operators.py:")
    assert "token-of-a" not in line
    plain = json.loads(running.JsonLines().format(logging.makeLogRecord({"msg": "%s sat down", "args": ("Ünal",)})))
    assert plain["what"] == "Ünal sat down"
    without = logging.makeLogRecord({"msg": "odd", "exc_info": (ValueError, ValueError("x"), None)})
    assert json.loads(running.JsonLines().format(without))["where"] == ""


def test_a_traceback_that_comes_as_a_message_keeps_its_text_to_itself() -> None:
    try:
        raise ConnectionError("redis://:secret@host is not there")
    except ConnectionError:
        said = traceback.format_exc()
    line = running.JsonLines().format(logging.makeLogRecord({"msg": said, "levelname": "ERROR"}))
    assert json.loads(line)["error"] == "ConnectionError"
    assert "secret" not in line
    assert __file__ not in line


def test_what_asyncio_says_of_a_task_that_failed_is_said_without_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    async def fail() -> None:
        raise SplendorError("token-of-a")

    async def forget() -> None:
        failing = asyncio.create_task(fail())
        await asyncio.sleep(0)
        del failing
        gc.collect()

    with logging_to_stderr():
        asyncio.run(forget())
    line = json.loads(capsys.readouterr().err)
    assert (line["what"], line["error"]) == ("Task exception was never retrieved", "SplendorError")
    assert "token-of-a" not in str(line)


def test_a_running_server_writes_down_nobody_and_nothing_said(tmp_path: Path) -> None:
    """Every line it writes while people come, play, talk, go wrong and leave; and while its database is lost."""
    canaries = ["canaryname", "canarychat", "canarypassword", "canarypath", "canarydetail", "canarybody"]
    with (
        (tmp_path / "log").open("w") as log,
        process("--database", f"sqlite:///{tmp_path}/a.db", log=log) as (address, _),
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        login = {"name": "canaryname", "password": "canarypassword"}
        canaries.append(client.post("/api/accounts", json=login).json()["token"])
        made = client.post("/api/matches", json={"setup": {"players": 2}, "seats": TWO_OF_US}).json()
        canaries += [token := made["tickets"][0]["token"], made["tickets"][1]["token"]]
        said = {"type": "say", "request_id": "r", "text": "canarychat"}
        requests = f"/api/matches/{made['match']}/requests"
        assert client.post(requests, json=said, headers=with_token(token)).status_code == 200
        assert client.post(requests, json={"type": "canarydetail"}).status_code == 400
        assert client.post(requests, content=b"canarybody\xff").status_code == 400
        assert client.get("/api/canarypath").status_code == 404
        hello = json.dumps({"type": "hello", "match": made["match"], "token": token})
        with connect(f"{address.replace('http', 'ws')}/api/socket?canarypath") as listening:
            canaries.append(f"{listening.local_address[0]}:{listening.local_address[1]}")
            listening.send(hello)
            assert json.loads(listening.recv(timeout=60))["type"] == "update"
        with sqlite3.connect(tmp_path / "a.db") as database:
            database.execute("drop table chats")
        database.close()
        assert client.post(requests, json=said | {"request_id": "s"}, headers=with_token(token)).status_code == 503
    written = (tmp_path / "log").read_text("utf-8")
    assert "database failed" in written
    assert all(json.loads(line) for line in written.splitlines())
    assert [canary for canary in canaries if canary in written] == []


def test_all_logs_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to_stderr():
        logging.getLogger("splendor.server").info("ready", extra={"port": 8000})
        written = capsys.readouterr()
    assert written.out == ""
    assert json.loads(written.err)["port"] == "8000"


@contextmanager
def logging_to_stderr() -> Iterator[None]:
    """Logs as a server writes them, for a while."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    try:
        running.log_to_stderr()
        yield
    finally:
        root.handlers[:] = before
        root.setLevel(level)


# --- streams and heartbeats ---------------------------------------------------------------------------------------
def test_a_stream_says_now_and_then_that_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.01)
    monkeypatch.setattr(streams, "LOOK_AFTER", 0.01)
    with on_loopback(tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        made = client.post("/api/matches", json={"setup": {"players": 2}, "seats": TWO_OF_US}).json()
        with client.stream("GET", f"/api/matches/{made['match']}/stream") as stream:
            lines = stream.iter_lines()
            assert [json.loads(next(lines))["type"] for _ in range(2)] == ["update", "presence"]
            assert [next(lines) for _ in range(3)] == ["", "", ""]
        login = {"name": "Ada", "password": "correct horse"}
        header = with_token(client.post("/api/accounts", json=login).json()["token"])
        with client.stream("GET", "/api/account/stream", headers=header) as stream:
            lines = stream.iter_lines()
            assert [next(lines) for _ in range(3)] == ["", "", ""]


def test_a_socket_says_now_and_then_that_it_is_there(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_route, "HEARTBEAT", 0.01)
    made = create(client, TWO_OF_US)
    with client.websocket_connect("/api/socket") as listening:
        listening.send_json({"type": "hello", "match": made["match"]})
        told = [listening.receive_json(timeout=60)["type"] for _ in range(4)]
        assert told == ["update", "presence", "pong", "pong"]


def test_a_server_that_stops_says_so(client: TestClient[Any]) -> None:
    made = create(client, TWO_OF_US)
    with client.websocket_connect("/api/socket") as listening:
        listening.send_json({"type": "hello", "match": made["match"]})
        assert [listening.receive_json(timeout=60)["type"] for _ in range(2)] == ["update", "presence"]
        client.blocking_portal.call(service_of(client).close)
        with pytest.raises(WebSocketDisconnect) as closed:
            listening.receive_json(timeout=60)
        assert closed.value.code == 1001
    assert client.get("/ready").status_code == 503


def test_an_address_has_so_many_streams(client: TestClient[Any]) -> None:
    made, token = create(client, TWO_OF_US), register(client, "Ada")["token"]
    service = service_of(client)
    with connections(service.sockets, STREAMS):
        service.streams.check("testclient", STREAMS)  # sockets are counted apart
    with connections(service.streams, STREAMS):
        for path in (f"/api/matches/{made['match']}/stream", "/api/account/stream"):
            answer = client.get(path, headers=with_token(token))
            assert (answer.status_code, answer.json()["refusal"]) == (429, "too_fast")


def test_what_is_counted_is_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEYS", 2)
    limiter = Limiter(Limit(1, 10))
    assert [limiter.allows(key, 0) for key in "abc"] == [True, True, True]
    assert [limiter.allows("d", now) for now in (1, 2)] == [True, False]  # too many to remember them all
    assert limiter.allows("a", 20)
    assert limiter.allows("d", 20)
