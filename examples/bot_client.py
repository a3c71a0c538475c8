"""A bot that plays on a server, over HTTP: it purchases the card with the most prestige it can, else takes tokens.

    splendor serve                                          # prints the address
    python examples/bot_client.py http://127.0.0.1:8000     # plays a match there against a bot

With a match to join: `python examples/bot_client.py ADDRESS MATCH INVITATION`.
"""

import sys
from typing import Any

from splendor.client import Client


def choose(view: dict[str, Any]) -> int:
    """The number of the action this bot likes best."""
    cards = {slot["slot"]: slot["card"] for slot in view["table"]["market"]}

    def liking(action: dict[str, Any]) -> tuple[int, int]:
        if action["kind"] == "purchase":
            return 3, cards[action["slot"]]["prestige"]
        order = {"purchase_hand": 3, "take_different": 2, "take_same": 1}
        return order.get(action["kind"], 0), len(action.get("tokens") or {})

    return max(view["decision"]["legal"], key=liking)["number"]


def main(address: str, match: str | None = None, invitation: str | None = None) -> None:
    """Play one match."""
    with Client(address) as client:
        if match is None:
            made = client.create(
                {"players": 2}, [{"kind": "me", "name": "Example"}, {"kind": "bot", "agent": "casual"}]
            )
            seat = client.seat(made["match"], made["tickets"][0]["token"])
        else:
            seat = client.join(match, "Example", invitation)
        result = seat.play(choose)
        print(f"Prestige {result['prestige']}, winners {result['winners']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
