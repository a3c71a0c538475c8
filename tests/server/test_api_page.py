"""docs/server-api.md shows the messages as they are."""

import json

from splendor.server import wire
from tests.server.examples import PAGE, examples, shown


def test_the_examples_are_the_messages() -> None:
    assert shown() == json.loads(json.dumps(examples())), "run: python -m tests.server.examples"


def test_every_refusal_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert [refusal for refusal in wire.Refusal if f"| `{refusal}` |" not in text] == []
    assert all(reason in text for reason in wire.REASONS.values())
