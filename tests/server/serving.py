"""A server inside a test: an application with its client, bots that choose at once, and short ways to ask."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import uvicorn
from litestar.testing import TestClient

from splendor.foreign.packed import unpack
from splendor.server.app import create_app
from splendor.server.connections import listen
from splendor.server.limits import AtOnce
from splendor.server.running import uvicorn_config
from splendor.server.service import Config, Service

SETUP = {"players": 2}
ME_AND_BOT = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "agent": "club"}]
ME_AND_OPEN = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
TWO_OF_US = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]


class FirstChoice:
    """Thinks in no time: always the first legal action."""

    async def choose(self, packed: str, seat: int, _: str) -> int:
        return unpack(packed, seat).legal_actions[0].number

    async def advise(self, packed: str, seat: int, spec: str) -> Any:
        from splendor.server.bots import advise

        return advise(packed, seat, spec)

    async def judge(self, packed: str, seat: int, spec: str, played: int) -> Any:
        from splendor.server.bots import judge

        return judge(packed, seat, spec, played)

    async def close(self) -> None:
        return None


@contextmanager
def server(folder: Path, thinker: Any = None, **config: Any) -> Iterator[TestClient[Any]]:
    """A client of a server with a database in this folder."""
    app = create_app(Config(f"sqlite:///{folder}/server.db", **config), thinker or FirstChoice())
    with TestClient(app) as client:
        client.get("/api/lobby")  # answered once the rules are loaded: at a first run they are compiled
        yield client


def service_of(client: TestClient[Any]) -> Service:
    service: Service = client.app.state.service
    return service


def with_token(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def create(client: TestClient[Any], seats: list[dict[str, str]], token: str | None = None, **more: Any) -> Any:
    """A new match: its id, tickets and invitation."""
    body = {"setup": SETUP, "seats": seats, **more}
    answer = client.post("/api/matches", json=body, headers=with_token(token))
    assert answer.status_code == 201, answer.text
    return answer.json()


def view(client: TestClient[Any], match: str, token: str | None = None) -> Any:
    answer = client.get(f"/api/matches/{match}", headers=with_token(token))
    assert answer.status_code == 200, answer.text
    return answer.json()["view"]


def ask(client: TestClient[Any], match: str, token: str | None, kind: str, **values: Any) -> Any:
    """Send a request; the answer or the refusal."""
    body = {"type": kind, "request_id": values.pop("request_id", f"{kind}-{values}"), **values}
    return client.post(f"/api/matches/{match}/requests", json=body, headers=with_token(token)).json()


def register(client: TestClient[Any], name: str) -> Any:
    """A new account, logged in."""
    answer = client.post("/api/accounts", json={"name": name, "password": "correct horse"})
    assert answer.status_code == 201, answer.text
    return answer.json()


@contextmanager
def connections(counter: AtOnce, number: int, whose: str = "testclient") -> Iterator[None]:
    """So many sockets or streams of this client, as far as the server knows."""
    with ExitStack() as stack:
        for _ in range(number):
            stack.enter_context(counter.one(whose, number))
        yield


@contextmanager
def on_loopback(folder: Path, **config: Any) -> Iterator[str]:
    """The address of a server without limits, in a thread of this process."""
    app = create_app(Config(f"sqlite:///{folder}/server.db", **config), FirstChoice())
    listening = listen("127.0.0.1", 0)
    running = uvicorn.Server(uvicorn_config(app))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    with mock.patch.object(Service, "check"):
        thread.start()
        try:
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            httpx.get(f"{address}/api/lobby", timeout=None)  # answered once the rules are loaded
            yield address
        finally:
            running.should_exit = True
            thread.join()
            listening.close()
