"""The messages that docs/server-api.md and OpenAPI show; `python -m tests.server.examples` writes them there anew."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from splendor.action import Action
from splendor.foreign.packed import pack
from splendor.records import GameRecord
from splendor.server import accounts, bots, judging, reviewing, telling, wire
from splendor.server.match import Match
from splendor.table.setup import Setup
from tests.server.matches import seated

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "server-api.md"
SCHEMA = ROOT / "src" / "splendor" / "server" / "examples.json"
RECORD = """Splendor record 1
Players: 2
Modules: base
A: Ada
B: Bob
Level 3: 77 90 74 86
Level 2: 43 41 42 46
Level 1: 39 32 23 27
Nobles: 6 3 2

1A  take wug
1B  take wuk

Prestige: 0 0
Result: *
"""
BLOCK = re.compile(r"<!-- example: ([\w ]+) -->\n```json\n(.*?)```", re.DOTALL)


def decide(match: Match, *texts: str, at: int, confirm: bool = True) -> None:
    """Let the seat that acts decide."""
    seat = match.acting
    assert seat is not None
    numbers = [Action.parse(text).number for text in texts]
    match.apply(match.decide(seat, numbers, match.version, at, confirm=confirm, seeds=lambda: 7))


def a_match() -> Match:
    """Bob has reserved from a deck, Ada is asked next."""
    match = seated(Setup(2), time_control=wire.TimeControl("bank", 600, 5))
    decide(match, "take wug", at=4_000)
    decide(match, "reserve deck 2", at=9_000)
    return match


def a_hint(match: Match) -> wire.Hint:
    """What a bot advises here, cut after the first action."""
    advice = msgspec.convert(bots.advise(pack(match.game_view(0)), 0, "greedy"), bots.Advice)
    return wire.Hint(match.version, bots.ADVISER, advice.options[:1], advice.chances)


def judged(match: Match) -> wire.Judged:
    """A decision that was not the best."""
    number = Action.parse("reserve deck 1").number
    told = msgspec.convert(bots.judge(pack(match.game_view(0)), 0, "greedy", number), judging.Verdict)
    values = msgspec.structs.asdict(told) | {"options": told.options[:1]}
    return wire.Judged(decision=8, turn=8, **values)


def _refused(message: bytes) -> wire.Refusing:
    """How a message is refused."""
    try:
        wire.decode(message)
    except wire.Refused as error:
        return wire.refusing(error)
    raise AssertionError("it can be read")


def abridged(update: wire.Update) -> Any:
    """The update, with lists that go on in the same way cut after one or two."""
    values = msgspec.json.decode(wire.encode(update))
    view = values["view"]
    view["table"]["market"] = [*view["table"]["market"][:2], "…"]
    view["table"]["nobles"] = [*view["table"]["nobles"][:1], "…"]
    if view["decision"]["legal"]:
        legal = view["decision"]["legal"]
        shown = [next(one for one in legal if one["kind"] == kind) for kind in ("take_different", "reserve")]
        view["decision"]["legal"] = [*shown, "…"]
    view["last_turn"] = ["…"]
    return values


def shortened(update: Any) -> Any:
    """An update that is one still, with fewer things of each kind."""
    short(update["view"], update["view"]["decision"]["legal"][:2])
    return update


def short(view: Any, legal: Any) -> None:
    """Cut a view's lists; only what is listed gets less, so that it can be read as before."""
    table = view["table"]
    table["market"], table["nobles"], view["last_turn"] = table["market"][:1], table["nobles"][:1], []
    view["decision"]["legal"] = legal


def examples() -> dict[str, Any]:
    """Every example by its name."""
    match = a_match()
    messages: dict[str, Any] = {
        "hello": wire.Hello("example", "the seat's token", 2),
        "decide": wire.Decide("a7c1", match.version, [0], confirm=True),
        "done": wire.Answer(match.version + 1, "a7c1"),
        "refused": wire.refusing(wire.Refused(wire.Refusal.STALE, match.version), "a7c1"),
        "undo": wire.Undo("a7c2", match.version),
        "confirm": wire.Confirm("a7c3", match.version),
        "say": wire.Say("a7c4", "Good luck!"),
        "chat": wire.Chat(1, 12_000, 0, "Ada", "Good luck!"),
        "muted": wire.Muted([1]),
        "refused with a detail": _refused(
            b'{"type": "decide", "request_id": "a7c5", "expected_version": 4, "actions": [99999]}'
        ),
        "presence": wire.Presence([True, False], 3, [None, 72_000]),
        "create": wire.CreateMatch(
            Setup(2, cities=2025),
            [wire.WantedSeat("me", "Ada"), wire.WantedSeat("bot", agent="club")],
            time_control=wire.TimeControl("per_turn", 60),
        ),
        "created": wire.Created("V7QK2M4XWB3T9DHA", [wire.Ticket(0, "the seat's token")], None),
        "join": wire.Join("Bob", invitation="from the link"),
        "log in": wire.Credentials("Ada", "correct horse battery"),
        "session": wire.Session(
            accounts.told({"name": "Ada", "mu": 25.0, "sigma": 8.0, "rated": 0, "joined": 1_700_000_000_000}),
            "the account's token",
        ),
        "change a password": wire.ChangePassword("correct horse battery", "a better horse battery"),
        "delete an account": wire.DeleteAccount("correct horse battery"),
        "hint": a_hint(match),
        "review a record": wire.ReviewRecord("Splendor record 1\nPlayers: 2\n…"),
        "analyse a record": wire.AnalyseRecord("Splendor record 1\nPlayers: 2\n…", "quick", 8),
        "analysis": wire.Analysis("quick", 61, 9, [judged(match)], [0.8134, 0.9021], [4, 8]),
        "bad record": wire.refusing(reviewing.BadRecord("line 14: it is turn 2A, not 2B.")),
    }
    found = {name: msgspec.json.decode(msgspec.json.encode(message)) for name, message in messages.items()}
    found["update"] = abridged(match.update(0, 3, 15_000))
    found["happening seen by an onlooker"] = (
        found["update"]["happenings"]
        and msgspec.json.decode(wire.encode(match.update(None, 3, 15_000)))["happenings"][0]
    )
    return found


def in_schema() -> dict[str, Any]:
    """What OpenAPI shows: every message by the name of its kind; what is no message, by its path and type."""
    match = a_match()
    setup, created = match.settings.setup, 1_700_000_000_000
    result = wire.Result([[0], [1]], [0], [16, 12], "played")
    listed = wire.Listed("V7QK2M4XWB3T9DHA", setup, "playing", match.seats_told(15_000), None, False, created)
    session = wire.Session(
        accounts.told({"name": "Ada", "mu": 25.0, "sigma": 8.333, "rated": 0, "joined": created}), "the account's token"
    )
    record = GameRecord.read(RECORD)
    review = reviewing.review(record, reviewing.seats_of(record), None, None)
    review.steps = review.steps[:1]
    catalogue = telling.catalogue(bots.levels_told({}))
    named = "V7QK2M4XWB3T9DHA", 0, match.version
    messages = [
        wire.CreateMatch(Setup(2, cities=2025), [wire.WantedSeat("me", "Ada"), wire.WantedSeat("bot", agent="club")]),
        wire.Created("V7QK2M4XWB3T9DHA", [wire.Ticket(0, "the seat's token")], None),
        wire.Join("Bob", invitation="from the link"),
        wire.Ticket(1, "the seat's token"),
        wire.Decide("a7c1", match.version, [0], confirm=True),
        wire.Undo("a7c2", match.version),
        wire.Confirm("a7c3", match.version),
        wire.Resign("a7c4"),
        wire.Leave("a7c5"),
        wire.SeatBot("a7c6", "club", 1),
        wire.StandIn("a7c7", 1),
        wire.Return("a7c8"),
        wire.Rematch("a7c9"),
        wire.Say("a7ca", "Good luck!"),
        wire.Mute("a7cb", 1, True),
        wire.Answer(match.version + 1, "a7c1"),
        wire.Chat(1, 12_000, 0, "Ada", "Good luck!"),
        wire.Muted([1]),
        wire.Presence([True, False], 3, [None, 72_000]),
        wire.YourTurn(*named),
        wire.Began(*named),
        wire.Ended(*named, result),
        wire.refusing(wire.Refused(wire.Refusal.STALE, match.version), "a7c1"),
        wire.Lobby([listed]),
        a_hint(match),
        wire.Catalogue(**{name: getattr(catalogue, name)[:1] for name in wire.Catalogue.__struct_fields__}),
        wire.Credentials("Ada", "correct horse battery"),
        session,
        session.account,
        wire.ChangePassword("correct horse battery", "a better horse battery"),
        wire.DeleteAccount("correct horse battery"),
        wire.Matches(
            [
                wire.PlayedMatch(
                    listed.match, 0, [seat.name for seat in listed.seats], setup, "over", False, result, created
                )
            ]
        ),
        wire.NewToken("home"),
        wire.TokenMade("home", "the program's token"),
        wire.Programs(["home"]),
        wire.Claim(listed.match, "the seat's token"),
        wire.ReviewRecord(RECORD),
        wire.AnalyseRecord(RECORD, "quick", 0),
        wire.Analysis("quick", 61, 9, [judged(match)], [0.8134, 0.9021], [4, 8]),
        wire.Health("ok", database="ok"),
    ]
    found: dict[str, Any] = {type(one).__name__: plain(one) for one in messages}
    found["Update"] = shortened(plain(match.update(0, 3, 15_000)))
    found["Review"] = plain(review)
    for step in found["Review"]["steps"]:
        short(step["view"], [])
    kinds = [{"$ref": "#/$defs/Update"}, {"$ref": "#/$defs/Answer"}]
    found["/api/socket-schema application/json"] = {"oneOf": kinds, "$defs": {"Update": {}, "Answer": {}}}
    found["/api/matches/{match_id}/record text/plain"] = record.text()
    found["/api/matches/{match_id}/record application/json"] = json.loads(record.json())
    found["/metrics text/plain"] = "# HELP splendor_sockets Open sockets and streams.\nsplendor_sockets 3.0\n"
    return found


def plain(message: Any) -> Any:
    """A message as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(message))


def shown() -> dict[str, Any]:
    """The examples as they stand on the page."""
    return {name: json.loads(text) for name, text in BLOCK.findall(PAGE.read_text("utf-8"))}


def write() -> None:
    """Put the present messages into the page, and beside the code that describes the server."""
    SCHEMA.write_text(json.dumps(in_schema(), ensure_ascii=False, indent=1) + "\n", "utf-8")
    made = examples()

    def block(found: re.Match[str]) -> str:
        text = json.dumps(made[found[1]], ensure_ascii=False, indent=1)
        if len(flat := json.dumps(made[found[1]], ensure_ascii=False)) < 116:
            text = flat
        return f"<!-- example: {found[1]} -->\n```json\n{text}\n```"

    PAGE.write_text(BLOCK.sub(block, PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write()
