"""A tiny client of the server, for programs that want to play: `docs/server-api.md` describes what it says and hears.

client = Client("http://127.0.0.1:8000")
made = client.create({"players": 2}, [{"kind": "me", "name": "Ada"}, {"kind": "bot", "agent": "club"}])
seat = client.seat(made["match"], made["tickets"][0]["token"])
for update in seat.updates():
    ...
"""

import json
import secrets
import time
import uuid
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

import httpx

from splendor.errors import SplendorError

Message = dict[str, Any]
Choose = Callable[[Message], int]
"""Gets a view in which the seat decides; answers with the number of a legal action."""

AGAIN = 1.0  # seconds before a lost connection is tried anew
LATER = ("unavailable", "too_fast")  # refusals of what may be asked for again
OUTDATED = ("stale", "over", "not_now", "not_your_turn")  # of a decision that something else has overtaken


class ServerRefused(SplendorError):
    """The server has refused something; `refusal` is one of its closed list."""

    def __init__(self, answer: Message) -> None:
        super().__init__(str(answer.get("reason", "the server refused")))
        self.refusal = answer.get("refusal")
        self.version = answer.get("version")


class Client:
    """A server by its address; the token of an account is needed only to act for one."""

    def __init__(self, address: str, token: str | None = None, http: httpx.Client | None = None) -> None:
        self.http = http or httpx.Client(base_url=address, timeout=30)
        self.token = token

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self.http.close()

    def ask(self, method: str, path: str, body: Message | None = None, token: str | None = None) -> Any:
        """One request to `/api`; its answer, or `ServerRefused`."""
        answer = self.http.request(method, f"/api{path}", json=body, headers=bearer(token or self.token))
        if answer.is_error:
            raise refused(answer)
        told: Any = answer.json() if answer.content else {}
        return told

    def insist(self, path: str, body: Message, token: str | None = None) -> Message:
        """A request that is sent again until it is answered; by its `request_id` it is carried out once."""
        while True:
            try:
                done: Message = self.ask("POST", path, body, token)
                return done
            except httpx.TransportError:
                time.sleep(AGAIN)
            except ServerRefused as error:
                if error.refusal not in LATER:
                    raise
                time.sleep(AGAIN)

    def create(self, setup: Message, seats: list[Message], **options: Any) -> Message:
        """Make a match: its id, and the tokens of one's own seats."""
        secret = secrets.token_urlsafe(16)
        return self.insist("/matches", {"setup": setup, "seats": seats, "request_id": secret, **options})

    def lobby(self) -> list[Message]:
        """Public matches."""
        matches: list[Message] = self.ask("GET", "/lobby")["matches"]
        return matches

    def join(self, match: str, name: str, invitation: str | None = None, seat: int | None = None) -> "Seat":
        """Take a seat."""
        body = {"name": name, "invitation": invitation, "seat": seat, "request_id": secrets.token_urlsafe(16)}
        return self.seat(match, self.insist(f"/matches/{match}/seats", body)["token"])

    def seat(self, match: str, token: str | None = None) -> "Seat":
        """A seat one has; without a token, an onlooker's place."""
        return Seat(self, match, token or self.token)


class Seat:
    """A seat of a match, or a place to look on from."""

    def __init__(self, client: Client, match: str, token: str | None) -> None:
        self.client = client
        self.match = match
        self.token = token

    def view(self) -> Message:
        """What one sees now."""
        seen: Message = self.client.ask("GET", f"/matches/{self.match}", token=self.token)["view"]
        return seen

    def request(self, kind: str, **values: Any) -> Message:
        """Decide, confirm, resign …; after a lost connection it is sent again, and carried out once."""
        body = {"type": kind, "request_id": uuid.uuid4().hex, **values}
        return self.client.insist(f"/matches/{self.match}/requests", body, self.token)

    def updates(self, since: int | None = None) -> Iterator[Message]:
        """What happens, update by update, until the match is over; lost connections are taken up again."""
        while True:
            try:
                for update in self._stream(since):
                    since = update["view"]["version"]
                    yield update
                    if update["view"]["status"] == "over":
                        return
            except httpx.TransportError:
                pass
            except ServerRefused as error:
                if error.refusal not in LATER:
                    raise
            time.sleep(AGAIN)  # a server that stops ends its streams, too

    def _stream(self, since: int | None) -> Iterator[Message]:
        path = f"/api/matches/{self.match}/stream"
        values = {} if since is None else {"since": since}
        with self.client.http.stream(
            "GET", path, params=values, headers=bearer(self.token), timeout=httpx.Timeout(30)
        ) as answer:
            if answer.is_error:
                answer.read()
                raise refused(answer)
            for line in answer.iter_lines():
                if line and (message := json.loads(line))["type"] == "update":
                    yield message

    def play(self, choose: Choose) -> Message:
        """Play to the end: `choose` is asked whenever this seat decides. Returns the result."""
        for update in self.updates():
            view = update["view"]
            if view["status"] == "over":
                result: Message = view["result"]
                return result
            self._decide(view, choose)
        raise SplendorError("the stream has ended before the match.")

    def _decide(self, view: Message, choose: Choose) -> None:
        decision = view["decision"]
        if not decision or decision["seat"] != view["seat"]:
            return
        try:
            if decision["phase"] == "confirm":  # somebody has played this turn on the page and left it so
                self.request("confirm", expected_version=view["version"])
            else:
                self.request("decide", expected_version=view["version"], actions=[choose(view)], confirm=True)
        except ServerRefused as error:
            if error.refusal not in OUTDATED:  # then a newer update is on its way
                raise


def refused(answer: httpx.Response) -> ServerRefused:
    """What an answer that is an error says; a proxy before a server that is down says nothing we could read."""
    try:
        told = answer.json()
    except ValueError:
        told = None
    if isinstance(told, dict) and "refusal" in told:
        return ServerRefused(told)
    down = answer.status_code >= httpx.codes.INTERNAL_SERVER_ERROR
    reason = f"the server answered with status {answer.status_code} and no reason."
    return ServerRefused({"refusal": "unavailable" if down else None, "reason": reason})


def bearer(token: str | None) -> dict[str, str]:
    """The header that shows a token."""
    return {"Authorization": f"Bearer {token}"} if token else {}
