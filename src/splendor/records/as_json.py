"""A record as one JSON object on one line: an archive is a file of such lines (JSON Lines)."""

import base64
import json
from typing import Any, NoReturn, TypeVar

from splendor.errors import SplendorError, UnreadableRecord
from splendor.position import SEAT_LETTERS
from splendor.records.notation import read_turn, write_turn
from splendor.records.parts import VERSION, Contents, Deal, Result, Turn, card_name, card_number
from splendor.records.text import read_base64
from splendor.table.catalogue import LEVELS
from splendor.table.setup import Setup

FORMAT = "splendor_record"
FIELDS = (FORMAT, "setup", "names", "meta", "deal", "position", "turns", "result")
PLACES = {"nobles": "field 'deal.nobles'", "cities": "field 'deal.cities'", "position": "field 'position'"}
PLACES |= {f"level_{level}": f"field 'deal.market[{level - 1}]'" for level in range(1, LEVELS + 1)}
PLACES |= {letter: f"field 'names[{seat}]'" for seat, letter in enumerate(SEAT_LETTERS.lower())}
PLACES |= {"names": "field 'names'", "result": "field 'result'"}
MAX_NUMBER = 1000  # no number in a record is as large

T = TypeVar("T")


# --- writing ----------------------------------------------------------------------------------------------------------
def write(record: Contents) -> str:
    """The whole record on one line, without a line break."""
    values: dict[str, Any] = {FORMAT: VERSION, "setup": record.setup.to_dict()}
    if record.names:
        values["names"] = record.names
    if record.meta:
        values["meta"] = record.meta
    if record.deal is not None:
        values["deal"] = _write_deal(record.deal)
    else:
        values["position"] = base64.b64encode(record.position or b"").decode()
    values["turns"] = [write_turn(turn) for turn in record.turns]
    values["result"] = {"winners": record.result.winners, "prestige": record.result.prestige}
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _write_deal(deal: Deal) -> dict[str, Any]:
    """Cards by name, tiles numbered from 1."""
    return {
        "market": [[card_name(card) for card in row] for row in deal.market],
        "nobles": [noble + 1 for noble in deal.nobles],
        "cities": [city + 1 for city in deal.cities],
    }


# --- reading ----------------------------------------------------------------------------------------------------------
def read(text: str) -> Contents:
    """The inverse of `write`."""
    values = _as(dict, parse(text), "the record")
    for name in values:
        if name not in FIELDS:
            raise UnreadableRecord(f"field {name[:40]!r} is unknown; a record has {', '.join(FIELDS)}.")
    version = _get(values, FORMAT)
    if type(version) is not int or version != VERSION:
        raise UnreadableRecord(
            f"field {FORMAT!r}: version {str(version)[:20]} is unknown; this program reads {VERSION}."
        )
    setup = _read_setup(_as(dict, _get(values, "setup"), "field 'setup'"))
    deal, position = _read_start(values)
    names = _as(list, values.get("names", []), "field 'names'")
    meta = _as(dict, values.get("meta", {}), "field 'meta'")
    lines = _as(list, _get(values, "turns"), "field 'turns'")
    turns = tuple(_read_turn(line, place) for place, line in enumerate(lines))
    return Contents(setup, deal, position, turns, _read_result(values, setup), tuple(names), meta, places=PLACES)


def parse(text: str) -> Any:
    """The JSON values of a text; a name given twice, NaN and endless nesting are refused."""
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise UnreadableRecord(f"the JSON breaks at character {error.pos}: {error.msg}; is it truncated?") from None
    except RecursionError:
        raise UnreadableRecord("the JSON is nested too deeply.") from None
    except SplendorError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise UnreadableRecord("the JSON has a number without end.") from None


def _no_constant(name: str) -> NoReturn:
    raise UnreadableRecord(f"{name} is no value of a record.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise UnreadableRecord("an object of the JSON has a name twice.")
    return values


def _as(kind: type[T], value: object, what: str) -> T:
    if type(value) is not kind:
        raise UnreadableRecord(f"{what}: expected {kind.__name__}, not {type(value).__name__}.")
    return value


def _get(values: dict[str, Any], name: str, inside: str = "") -> Any:
    if name not in values:
        raise UnreadableRecord(f"field {inside + name!r} is missing.")
    return values[name]


def _read_setup(values: dict[str, Any]) -> Setup:
    try:
        return Setup.from_dict(values)
    except SplendorError as error:
        raise UnreadableRecord(f"field 'setup': {error}") from None


def _read_start(values: dict[str, Any]) -> tuple[Deal | None, bytes | None]:
    if "position" in values:
        if "deal" in values:
            raise UnreadableRecord("field 'deal': a record starts with a deal or with a position, not with both.")
        text = _as(str, values["position"], "field 'position'")
        return None, read_base64(text, "field 'position'")
    deal = _as(dict, _get(values, "deal"), "field 'deal'")
    rows = _as(list, _get(deal, "market", "deal."), "field 'deal.market'")
    if len(rows) != LEVELS:
        raise UnreadableRecord(f"field 'deal.market': {LEVELS} levels were expected.")
    market = tuple(tuple(map(_read_card, _as(list, row, "field 'deal.market'"))) for row in rows)
    return Deal(market, _read_tiles(deal, "nobles"), _read_tiles(deal, "cities")), None


def _read_card(name: object) -> int:
    try:
        return card_number(_as(str, name, "a card"))
    except UnreadableRecord as error:
        raise UnreadableRecord(f"field 'deal.market': {error}") from None


def _read_tiles(deal: dict[str, Any], name: str) -> tuple[int, ...]:
    numbers = _read_numbers(_get(deal, name, "deal."), f"field 'deal.{name}'")
    return tuple(number - 1 for number in numbers)


def _read_numbers(value: object, what: str) -> tuple[int, ...]:
    numbers = _as(list, value, what)
    if not all(type(number) is int and 0 <= number < MAX_NUMBER for number in numbers):
        raise UnreadableRecord(f"{what}: expected small whole numbers.")
    return tuple(numbers)


def _read_turn(line: object, place: int) -> Turn:
    return read_turn(_as(str, line, f"turns[{place}]"), f"turns[{place}]")


def _read_result(values: dict[str, Any], setup: Setup) -> Result:
    result = _as(dict, _get(values, "result"), "field 'result'")
    prestige = _read_numbers(_get(result, "prestige", "result."), "field 'result.prestige'")
    if len(prestige) != setup.players:
        raise UnreadableRecord(f"field 'result.prestige': {setup.players} numbers were expected.")
    winners = _get(result, "winners", "result.")
    if winners is None:
        return Result(None, prestige)
    seats = _read_numbers(winners, "field 'result.winners'")
    if not set(seats) <= set(range(setup.players)) or len(set(seats)) != len(seats) or not seats:
        raise UnreadableRecord(f"field 'result.winners': expected different seats from 0 to {setup.players - 1}.")
    return Result(tuple(sorted(seats)), prestige)
