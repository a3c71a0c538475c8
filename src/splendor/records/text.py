"""A record as text: lines `Key: value`, one line per turn, prestige and result. docs/notation.md describes it."""

import base64
import binascii
import re
from typing import Any

from splendor.errors import SplendorError, UnreadableRecord
from splendor.position import SEAT_LETTERS
from splendor.records.notation import read_turn, write_turn
from splendor.records.parts import (
    OWN_KEYS,
    VERSION,
    Contents,
    Deal,
    Result,
    Turn,
    card_name,
    card_number,
)
from splendor.table.catalogue import LEVELS
from splendor.table.setup import Setup

TITLE = "Splendor record"
COMMENT = ";"
UNFINISHED = "*"
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_ ]{0,60}")
_NUMBER = re.compile(r"[0-9]{1,3}")


# --- writing ----------------------------------------------------------------------------------------------------------
def write(record: Contents) -> str:
    """The whole record; ends with a line break."""
    lines = [f"{TITLE} {VERSION}", *_setup_lines(record.setup)]
    lines += [f"{SEAT_LETTERS[seat]}: {name}" for seat, name in enumerate(record.names)]
    lines += [f"{_shown(key)}: {value}" for key, value in record.meta.items()]
    lines += _start_lines(record)
    lines += ["", *map(_turn_line, record.turns), ""]
    lines += _result_lines(record.result)
    return "\n".join(lines) + "\n"


def _shown(key: str) -> str:
    """An entry's name as a title: `played_at` becomes `Played at`."""
    return key.replace("_", " ").capitalize()


def _setup_lines(setup: Setup) -> list[str]:
    lines = [f"Players: {setup.players}", f"Modules: {setup.name}"]
    options = " ".join(f"{name}={str(value).lower()}" for name, value in setup.options().items())
    return [*lines, f"Options: {options}"] if options else lines


def _start_lines(record: Contents) -> list[str]:
    if record.deal is None:
        return [f"Position: {base64.b64encode(record.position or b'').decode()}"]
    rows = enumerate(record.deal.market, start=1)
    lines = [f"Level {level}: {' '.join(map(card_name, row))}" for level, row in rows][::-1]
    if record.deal.nobles:
        lines.append(f"Nobles: {_ids(record.deal.nobles)}")
    if record.deal.cities:
        lines.append(f"Cities: {_ids(record.deal.cities)}")
    return lines


def _ids(numbers: tuple[int, ...]) -> str:
    """Tiles are numbered from 1, as in the catalogue's files."""
    return " ".join(str(number + 1) for number in numbers)


def _turn_line(turn: Turn) -> str:
    label, _, rest = write_turn(turn).partition(" ")
    return f"{label:<3} {rest}"


def _result_lines(result: Result) -> list[str]:
    winners = UNFINISHED if result.winners is None else " ".join(SEAT_LETTERS[seat] for seat in result.winners)
    return [f"Prestige: {' '.join(map(str, result.prestige))}", f"Result: {winners}"]


# --- reading ----------------------------------------------------------------------------------------------------------
class _Entries:
    """The `Key: value` lines, each with the line it stands on."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.places: dict[str, str] = {}

    def add(self, key: str, value: str, line: int) -> None:
        if key in self.values:
            raise UnreadableRecord(f"line {line}: {_shown(key)!r} stands on {self.places[key]} already.")
        self.values[key] = value
        self.places[key] = f"line {line}"

    def need(self, key: str) -> str:
        if key not in self.values:
            raise UnreadableRecord(f"the line '{_shown(key)}: …' is missing.")
        return self.values[key]

    def complaint(self, key: str, reason: object) -> UnreadableRecord:
        return UnreadableRecord(f"{self.places[key]}: {reason}")


def read(text: str) -> Contents:
    """The inverse of `write`."""
    entries, turns = _split(text)
    setup = _read_setup(entries)
    deal, position = _read_start(entries)
    return Contents(
        setup=setup,
        deal=deal,
        position=position,
        turns=turns,
        result=_read_result(entries, setup),
        names=_read_names(entries, setup),
        meta={key: value for key, value in entries.values.items() if key not in OWN_KEYS},
        places=entries.places,
    )


def _split(text: str) -> tuple[_Entries, tuple[Turn, ...]]:
    entries = _Entries()
    turns: list[Turn] = []
    last = 0
    titled = False
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if not line or line.startswith(COMMENT):
            continue
        last = number
        if "result" in entries.values:
            raise UnreadableRecord(f"line {number}: nothing may follow the result.")
        if not titled:
            _check_title(line, number)
            titled = True
        elif line[0].isdigit():
            turns.append(read_turn(line.partition(COMMENT)[0].rstrip(), f"line {number}"))
        else:
            _add_entry(entries, line, number)
    if not titled:
        raise UnreadableRecord("line 1: the record is empty.")
    if "result" not in entries.values:
        raise UnreadableRecord(f"line {last}: the record ends without its line 'Result: …'; is it truncated?")
    return entries, tuple(turns)


def _check_title(line: str, number: int) -> None:
    if not line.startswith(TITLE):
        raise UnreadableRecord(f"line {number}: a record begins with '{TITLE} {VERSION}', not with {line[:40]!r}.")
    version = line.removeprefix(TITLE).strip()
    if version != str(VERSION):
        raise UnreadableRecord(f"line {number}: version {version[:20]!r} is unknown; this program reads {VERSION}.")


def _add_entry(entries: _Entries, line: str, number: int) -> None:
    key, colon, value = line.partition(":")
    if not colon or not _KEY.fullmatch(key.strip()):
        raise UnreadableRecord(
            f"line {number}: expected 'Key: value' or a turn such as '12B take wug', not {line[:40]!r}."
        )
    if not value.strip():
        raise UnreadableRecord(f"line {number}: nothing stands after {key.strip()!r}.")
    entries.add("_".join(key.lower().replace("_", " ").split()), value.strip(), number)


def _read_setup(entries: _Entries) -> Setup:
    players = entries.need("players")
    if not _NUMBER.fullmatch(players):
        raise entries.complaint("players", f"{players[:20]!r} is no number of players.")
    modules = entries.need("modules")
    try:
        setup = Setup.of_name(modules[:200], int(players))
    except SplendorError as error:
        raise entries.complaint("modules" if int(players) in (2, 3, 4) else "players", error) from None
    if "options" not in entries.values:
        return setup
    try:
        return setup.replace(**dict(map(_read_option, entries.values["options"].split())))
    except SplendorError as error:
        raise entries.complaint("options", error) from None


def _read_names(entries: _Entries, setup: Setup) -> tuple[str, ...]:
    for letter in SEAT_LETTERS[setup.players :].lower():
        if letter in entries.values:
            raise entries.complaint(letter, f"{setup.players} players have no {letter.upper()}.")
    return tuple(entries.values[letter] for letter in SEAT_LETTERS.lower() if letter in entries.values)


def _read_option(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    if name not in ("take_fewer", "extra_nobles", "payment"):
        raise UnreadableRecord(f"there is no option {name[:40]!r}; options are take_fewer, extra_nobles, payment.")
    return name, {"true": True, "false": False}.get(value, value) if name == "extra_nobles" else value


def _read_start(entries: _Entries) -> tuple[Deal | None, bytes | None]:
    if "position" not in entries.values:
        market = tuple(_read_cards(entries, f"level_{level + 1}") for level in range(LEVELS))
        return Deal(market, _read_ids(entries, "nobles"), _read_ids(entries, "cities")), None
    for key in ("level_1", "level_2", "level_3", "nobles", "cities"):
        if key in entries.values:
            raise entries.complaint(key, "a record starts with a deal or with a position, not with both.")
    return None, read_base64(entries.values["position"], entries.places["position"])


def read_base64(text: str, where: str) -> bytes:
    """Bytes written as base64."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise UnreadableRecord(f"{where}: the position is no base64 text.") from None


def _read_cards(entries: _Entries, key: str) -> tuple[int, ...]:
    try:
        return tuple(map(card_number, entries.need(key).split()))
    except UnreadableRecord as error:
        raise entries.complaint(key, error) if key in entries.values else error from None


def _read_ids(entries: _Entries, key: str) -> tuple[int, ...]:
    words = entries.values.get(key, "").split()
    for word in words:
        if not _NUMBER.fullmatch(word):
            raise entries.complaint(key, f"{word[:20]!r} is no number of a tile.")
    return tuple(int(word) - 1 for word in words)


def _read_result(entries: _Entries, setup: Setup) -> Result:
    prestige = entries.need("prestige").split()
    if len(prestige) != setup.players or not all(map(_NUMBER.fullmatch, prestige)):
        raise entries.complaint("prestige", f"{setup.players} numbers were expected.")
    words = entries.values["result"].split()
    if words == [UNFINISHED]:
        return Result(None, tuple(map(int, prestige)))
    letters = SEAT_LETTERS[: setup.players]
    if any(word not in letters or len(word) != 1 for word in words) or len(set(words)) != len(words):
        raise entries.complaint("result", f"expected the letters of the winners out of {letters}, or '{UNFINISHED}'.")
    return Result(tuple(sorted(map(letters.index, words))), tuple(map(int, prestige)))
