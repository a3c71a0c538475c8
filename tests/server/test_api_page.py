"""docs/server-api.md and the server's own description show the messages as they are."""

import json
from typing import Any

import msgspec
from litestar.testing import TestClient

from splendor.server import describing, wire
from tests.server.examples import PAGE, examples, in_schema, shown


def test_the_examples_are_the_messages() -> None:
    assert shown() == json.loads(json.dumps(examples())), "run: python -m tests.server.examples"


def test_every_refusal_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert [refusal for refusal in wire.Refusal if f"| `{refusal}` |" not in text] == []
    assert all(reason in text for reason in wire.REASONS.values())


def test_the_examples_of_the_schema_are_messages() -> None:
    told = describing.examples()
    assert told == in_schema(), "run: python -m tests.server.examples"
    for name, value in told.items():
        if hasattr(wire, name):
            message = msgspec.convert(value, getattr(wire, name))
            assert msgspec.to_builtins(message).items() >= value.items(), name


def test_everything_that_is_said_has_an_example(client: TestClient[Any]) -> None:
    missing, without_405 = [], []
    for path, methods in client.get("/schema/openapi.json").json()["paths"].items():
        for method, operation in methods.items():
            said = {"request": operation.get("requestBody", {}), **operation["responses"]}
            contents = [(what, one) for what, told in said.items() for one in told.get("content", {}).values()]
            missing += [(method, path, what) for what, one in contents if not one.keys() & {"example", "examples"}]
            if "405" not in said:
                without_405.append((method, path))
    assert (missing, without_405) == ([], [])
