"""The special rules a comparison has exercised, told from the positions before and after a choice.

Every name below is counted by module set; docs/comparison.md shows the table, and none may stay at zero.
"""

from collections.abc import Callable, Iterator
from typing import Any

from splendor.table.setup import Setup
from tests.oracle.adapter import Choice, Path

Snapshot = dict[str, Any]


def always(_: Setup) -> bool:
    return True


def with_nobles(setup: Setup) -> bool:
    return setup.cities is None


def several_posts(setup: Setup) -> bool:
    """Only two cards in one turn can meet two conditions at once: a free card or a conquest."""
    return setup.posts == 2025 and bool(setup.orient or setup.strongholds)


# name: rule, and where it can happen at all
SPECIAL: dict[str, Callable[[Setup], bool]] = {
    "fewer than three colours left (BASE-TAKE-4)": always,
    "reserved without gold (BASE-RES-3)": always,
    "reserved from a deck (BASE-RES-1)": always,
    "purchased from the hand (BASE-BUY-1)": always,
    "gold paid for a gem that was held (BASE-PAY-2)": always,
    "gold given back (BASE-LIMIT-3)": always,
    "slot left empty (BASE-ROW-2)": always,
    "passed (BASE-PASS-1)": always,
    "ended by prestige or a city (BASE-END-1, CITY17-5, CITY25-4)": always,
    "ended by 25 quiet rounds (BASE-STALL-1)": always,
    "ended by passes all around (BASE-PASS-3)": always,
    "tie decided by fewest cards (BASE-TIE-2)": always,
    "victory shared (BASE-TIE-3)": always,
    "a noble visited (BASE-NOBLE-1)": with_nobles,
    "choice of nobles (BASE-NOBLE-3)": with_nobles,
    "a city was taken or fulfilled (CITY17-1, CITY25-1)": lambda setup: setup.cities is not None,
    "several players with a city (CITY17-6, CITY25-5)": lambda setup: setup.cities is not None,
    "choice of cities (CITY17-3)": lambda setup: setup.cities == 2017,
    "token after a purchase (POST17-A, POST25-A)": lambda setup: setup.posts is not None,
    "third token (POST17-B, POST25-C)": lambda setup: setup.posts is not None,
    "doubled gold paid (POST17-C, POST25-D)": lambda setup: setup.posts is not None,
    "prestige for posts (POST17-E, POST25-E)": lambda setup: setup.posts is not None,
    "two coats in one turn (POST17-2)": lambda setup: setup.posts == 2017,
    "five prestige (POST17-D)": lambda setup: setup.posts == 2017,
    "choice of posts (POST25-3)": several_posts,
    "one of two cards kept (POST25-B)": lambda setup: setup.posts == 2025,
    "card drawn from under a deck (INFO-9)": lambda setup: setup.posts == 2025,
    "copied a colour (ORIENT-COPY-1)": lambda setup: setup.orient is not None,
    "virtual gold spent (ORIENT-JOKER-1)": lambda setup: setup.orient is not None,
    "free card of level 1 (ORIENT-FREE1-1)": lambda setup: setup.orient is not None,
    "free card of level 2 (ORIENT-FREE2-1)": lambda setup: setup.orient is not None,
    "sacrificed with a copy first (ORIENT-BURN-2, ORIENT25-2)": lambda setup: setup.orient is not None,
    "sacrificed a double (ORIENT-BURN-3, ORIENT25-2)": lambda setup: setup.orient is not None,
    "noble reserved (ORIENT-NOBLE-1)": lambda setup: setup.orient == 2017 and setup.cities is None,
    "reserved noble visited (ORIENT-NOBLE-3)": lambda setup: setup.orient == 2017 and setup.cities is None,
    "doubled virtual gold (COMBO-4)": lambda setup: setup.orient is not None and setup.posts == 2025,
    "stronghold placed (FORT-OP-1)": lambda setup: setup.strongholds is not None,
    "stronghold moved (FORT-OP-3)": lambda setup: setup.strongholds is not None,
    "stronghold removed (FORT-OP-6)": lambda setup: setup.strongholds is not None,
    "occupied card purchased or reserved by its owner (FORT-OCC-2)": lambda setup: setup.strongholds is not None,
    "conquered (FORT-CONQUEST-1)": lambda setup: setup.strongholds is not None,
    "declined to conquer (FORT-CONQUEST-5)": lambda setup: setup.strongholds is not None,
    "conquered with a slot still open (FORT25-2)": lambda setup: setup.strongholds == 2025,
}


def special_rules(
    setup: Setup, before: Snapshot, choice: Choice, choices: dict[Choice, Path], after: Snapshot
) -> Iterator[str]:
    """The names of SPECIAL that this choice exercised."""
    seat = before["seat"]
    was, now = before["players"][seat], after["players"][seat]
    match choice:
        case ("take_diff", colours) if len(colours) < 3:
            yield "fewer than three colours left (BASE-TAKE-4)"
        case ("reserve", source, *where):
            if before["bank"][5] == 0:
                yield "reserved without gold (BASE-RES-3)"
            if source == "deck":
                yield "reserved from a deck (BASE-RES-1)"
                if len(before["under"][tuple(where)]) == len(before["decks"][tuple(where)]):
                    yield "card drawn from under a deck (INFO-9)"
            elif tuple(where) in before["forts"]:
                yield "occupied card purchased or reserved by its owner (FORT-OCC-2)"
        case ("buy", "hand", _):
            yield "purchased from the hand (BASE-BUY-1)"
        case ("buy", "slot", *where) if tuple(where) in before["forts"]:
            yield "occupied card purchased or reserved by its owner (FORT-OCC-2)"
        case ("return", tokens) if tokens[5]:
            yield "gold given back (BASE-LIMIT-3)"
        case ("pass",):
            yield "passed (BASE-PASS-1)"
        case ("pay", tokens, gold, virtual):
            if (gold or virtual) and sum(tokens) < max(sum(other[1]) for other in choices):
                yield "gold paid for a gem that was held (BASE-PAY-2)"
        case ("burn", cards):
            yield from _burned(was, cards)
        case ("copy", _):
            yield "copied a colour (ORIENT-COPY-1)"
        case ("free", level, _):
            yield f"free card of level {level} (ORIENT-FREE{level}-1)"
        case ("reserve_noble", _):
            yield "noble reserved (ORIENT-NOBLE-1)"
        case ("noble", _):
            yield "choice of nobles (BASE-NOBLE-3)"
        case ("city", _):
            yield "choice of cities (CITY17-3)"
        case ("post", _):
            yield "choice of posts (POST25-3)"
        case ("keep", _):
            yield "one of two cards kept (POST25-B)"
        case ("place", *_):
            yield "stronghold placed (FORT-OP-1)"
        case ("move", *_):
            yield "stronghold moved (FORT-OP-3)"
        case ("remove", *_):
            yield "stronghold removed (FORT-OP-6)"
        case ("decline",):
            yield "declined to conquer (FORT-CONQUEST-5)"
        case ("conquer",):
            yield "conquered (FORT-CONQUEST-1)"
            if None in before["display"].values() and all(before["decks"].values()):
                yield "conquered with a slot still open (FORT25-2)"
    yield from _came_about(setup, before, choice, was, now)


def _burned(was: Snapshot, cards: frozenset[str]) -> Iterator[str]:
    if cards & set(was["copies"]):
        yield "sacrificed with a copy first (ORIENT-BURN-2, ORIENT25-2)"


def _came_about(setup: Setup, before: Snapshot, choice: Choice, was: Snapshot, now: Snapshot) -> Iterator[str]:
    """What happened on the way to the next decision, chosen or not."""
    if now["nobles"] != was["nobles"]:
        yield "a noble visited (BASE-NOBLE-1)"
        if (now["nobles"] - was["nobles"]) & was["reserved_nobles"]:
            yield "reserved noble visited (ORIENT-NOBLE-3)"
    if (now["city"], now["fulfilled"]) != (was["city"], was["fulfilled"]):
        yield "a city was taken or fulfilled (CITY17-1, CITY25-1)"
    if before["node"] == "DEC-POST-TOKEN":
        yield "token after a purchase (POST17-A, POST25-A)"
    if before["node"] == "DEC-EXTRA":
        yield "third token (POST17-B, POST25-C)"
    if len(now["posts"]) >= len(was["posts"]) + 2:
        yield "two coats in one turn (POST17-2)"
    gained = now["posts"] - was["posts"]
    if "E" in gained:
        yield "prestige for posts (POST17-E, POST25-E)"
    if "D" in gained and setup.posts == 2017:
        yield "five prestige (POST17-D)"
    doubled = ("D" if setup.posts == 2025 else "C") in was["posts"]
    if doubled and now["tokens"][5] < was["tokens"][5] and choice[0] != "return":
        yield "doubled gold paid (POST17-C, POST25-D)"
    if len(now["jokers"]) < len(was["jokers"]):
        yield "virtual gold spent (ORIENT-JOKER-1)"
        if doubled:
            yield "doubled virtual gold (COMBO-4)"
    if any(card in DOUBLES for card in was["tableau"] - now["tableau"]):
        yield "sacrificed a double (ORIENT-BURN-3, ORIENT25-2)"


DOUBLES = {f"O{year}-{number}" for year in (17, 25) for number in range(11, 16)}


def special_end(end: Snapshot) -> Iterator[str]:
    """How the game ended."""
    players = end["players"]
    if None in end["display"].values():
        yield "slot left empty (BASE-ROW-2)"
    if end["ending"]:
        yield "ended by prestige or a city (BASE-END-1, CITY17-5, CITY25-4)"
    elif end["quiet_rounds"] == 25:
        yield "ended by 25 quiet rounds (BASE-STALL-1)"
    else:
        yield "ended by passes all around (BASE-PASS-3)"
    holders = [player for player in players if player["city"] is not None or player["fulfilled"]]
    if len(holders) > 1:
        yield "several players with a city (CITY17-6, CITY25-5)"
    if len(end["winners"]) > 1:
        yield "victory shared (BASE-TIE-3)"
    rivals = holders or players
    best = max(player["points"] for player in rivals)
    if len({player["cards"] for player in rivals if player["points"] == best}) > 1:
        yield "tie decided by fewest cards (BASE-TIE-2)"
