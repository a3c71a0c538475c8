"""Every kind of damage gives the complaint that belongs to it, with its line or field."""

import base64
import json
import re
from typing import Any

import pytest

from splendor import Game, GameRecord, Setup, SplendorError, UnreadableRecord
from splendor.records import digest
from tests.records.helpers import EXAMPLE, random_game

TEXT_DAMAGE = [
    # the frame
    ("Splendor record 1", "Splendor record 2", "line 1: version '2' is unknown; this program reads 1."),
    ("Splendor record 1", "Splendid record 1", "line 1: a record begins with 'Splendor record 1'"),
    ("Result: *\n", "", "line 23: the record ends without its line 'Result: …'; is it truncated?"),
    ("Result: *\n", "Result:\n", "line 24: nothing stands after 'Result'."),
    ("Result: *\n", "Result: *\n6A take wug\n", "line 25: nothing may follow the result."),
    ("Nobles: 6 3 2\n", "Nobles 6 3 2\n", "line 10: expected 'Key: value' or a turn"),
    ("Nobles: 6 3 2\n", "Nobles: 6 3 2\nNobles: 6 3 2\n", "line 11: 'Nobles' stands on line 10 already."),
    ("Players: 2\n", "", "the line 'Players: …' is missing."),
    ("Prestige: 0 0\n", "", "the line 'Prestige: …' is missing."),
    ("Level 2: 43 41 42 46\n", "", "the line 'Level 2: …' is missing."),
    # the set-up
    ("Players: 2", "Players: 5", "line 2: players=5: Splendor is played by 2, 3 or 4"),
    ("Players: 2", "Players: two", "line 2: 'two' is no number of players."),
    ("Players: 2", "Players: " + "9" * 5000, "line 2: '99999999999999999999' is no number of players."),
    ("Modules: base", "Modules: atlantis2017", "line 3: 'atlantis2017' in 'atlantis2017' is no module"),
    ("Modules: base", "Modules: cities2017+posts2017", "line 3: Cities 2017 and Trading Posts 2017 cannot be played"),
    ("A: Ada", "Options: speed=fast\nA: Ada", "line 4: there is no option 'speed'"),
    ("A: Ada", "Options: payment=cash\nA: Ada", "line 4: payment='cash' is unknown"),
    ("A: Ada\n", "", "names: 2 were expected, not 1."),
    ("B: Bob", "C: Bob", "line 5: 2 players have no C."),
    ("A: Ada", "A: A\x07da", "line 4: 'A\\x07da' is no single line of text."),
    ("Date:", "Date:" + "9" * 2000, "line 6: expected 1 to 1000 characters"),
    # the deal
    ("Level 2: 43", "Level 2: 91", "line 8: there is no card '91'"),
    ("Level 2: 43", "Level 2:", "line 8: 4 cards were expected, not 3."),
    ("Level 2: 43", "Level 2: 3", "line 8: card 3 cannot lie at 2.1."),
    ("Level 2: 43", "Level 2: 41", "line 8: card 41 lies there twice."),
    ("Level 2: 43", "Level 2: O17-11", "line 8: card O17-11 cannot lie at 2.1."),
    ("Nobles: 6", "Nobles: 3", "line 10: 3 different numbers from 1 to 10 were expected."),
    ("Nobles: 6", "Nobles: 11", "line 10: 3 different numbers from 1 to 10 were expected."),
    ("Nobles: 6", "Nobles: 0", "line 10: 3 different numbers from 1 to 10 were expected."),
    ("Nobles: 6", "Nobles:", "line 10: 3 were expected, not 2."),
    ("Nobles: 6", "Nobles: six", "line 10: 'six' is no number of a tile."),
    ("Nobles: 6 3 2\n", "Nobles: 6 3 2\nCities: 1 3 5\n", "line 11: 0 were expected, not 3."),
    # turns
    ("2A  take ugr", "2A  grab ugr", "line 14: 'grab ugr' is no action; an action begins with one of"),
    ("2A  take ugr", "2A  purchase 1.1", "line 14: 'purchase 1.1' is not legal now. Player A decides"),
    ("2A  take ugr", "2A  pass", "line 14: 'pass' is not legal now"),
    ("2A  take ugr", "2B  take ugr", "line 14: it is turn 2A, not 2B."),
    ("2A  take ugr", "3A  take ugr", "line 14: it is turn 2A, not 3A."),
    ("2A  take ugr", "2C  take ugr", "line 14: it is turn 2A, not 2C."),
    ("2A  take ugr", "2E  take ugr", "line 14: a turn begins with its round and player"),
    ("2A  take ugr", "999999A take ugr", "line 14: a turn begins with its round and player"),
    ("2A  take ugr #ab34af94", "2A", "line 14: turn 2A has no action."),
    ("2A  take ugr", "2A  take ugr, ", "line 14: '' is no action"),
    ("2A  take ugr", "2A  take ugr, take wug", "line 14: 'take wug' comes after the end of the turn."),
    (", give back k #f465709c\n", "\n6A  take wug\n", "line 22: the turn before is not complete: give_back"),
    # what was revealed
    (" [2.2=53]", "", "line 15: the card revealed is missing: expected [2.2=…]."),
    (" [hand=12]", "", "line 16: the card revealed is missing: expected [hand=…]."),
    ("[2.2=53]", "[2.3=53]", "line 15: the card revealed is missing: expected [2.2=…]."),
    ("[2.2=53]", "[2.2=53 2.3=54]", "line 15: no card was revealed: [2.3=54] should not be there."),
    ("[2.2=53]", "[2.2=53 2.2=54]", "line 15: 'reserve 2.2 [2.2=53 2.2=54]' names a place twice."),
    ("[2.2=53]", "[2.2=41]", "line 15: card 41 cannot come to 2.2: it has left the deck already."),
    ("[2.2=53]", "[2.2=43]", "line 15: card 43 cannot come to 2.2: it has left the deck already."),
    ("[2.2=53]", "[2.2=7]", "line 15: card 7 cannot come to 2.2: it is not of that deck."),
    ("[2.2=53]", "[2.2=O25-11]", "line 15: card O25-11 cannot come to 2.2: it is not of that deck."),
    ("[2.2=53]", "[2.2=999]", "line 15: there is no card '999'"),
    ("[2.2=53]", "[2.2]", "line 15: '2.2': expected a place and a card"),
    ("[2.2=53]", "[4.2=53]", "line 15: '4.2=53': expected a place and a card"),
    ("[2.2=53]", "[2.2=53", "line 15: 'reserve 2.2 [2.2=53': expected cards in brackets"),
    ("[2.2=53]", "[]", "line 15: 'reserve 2.2 []': expected cards in brackets"),
    ("take wrk", "take wrk [1.1=5]", "line 17: no card was revealed: [1.1=5] should not be there."),
    ("pay u1,", "pay u1 [1.2=40],", "line 20: no card was revealed: [1.2=40] should not be there."),
    # digest and result
    ("#ab34af94", "#ab34af95", "line 14: the position after the turn has the digest ab34af94, not ab34af95."),
    ("#ab34af94", "#xyz", "line 14: after '#' 8 hexadecimal digits were expected, not 'xyz'."),
    ("#ab34af94", "#", "line 14: after '#' 8 hexadecimal digits were expected, not ''."),
    ("Prestige: 0 0", "Prestige: 0 1", "line 24: the record says unfinished, prestige (0, 1); the game says"),
    ("Prestige: 0 0", "Prestige: 0", "line 23: 2 numbers were expected."),
    ("Prestige: 0 0", "Prestige: 0 -1", "line 23: 2 numbers were expected."),
    ("Result: *", "Result: A", "line 24: the record says winners A, prestige (0, 0); the game says unfinished"),
    ("Result: *", "Result: C", "line 24: expected the letters of the winners out of AB, or '*'."),
    ("Result: *", "Result: A A", "line 24: expected the letters of the winners out of AB, or '*'."),
]  # fmt: skip


def complaint(data: Any) -> str:
    """What reading and verifying says."""
    with pytest.raises(UnreadableRecord) as caught:
        GameRecord.read(data).verify()
    return str(caught.value)


def test_the_example_is_sound() -> None:
    record = GameRecord.read(EXAMPLE)
    record.verify()
    assert record.text() == EXAMPLE


@pytest.mark.parametrize(("old", "new", "reason"), TEXT_DAMAGE, ids=[damage[2][:60] for damage in TEXT_DAMAGE])
def test_damaged_text(old: str, new: str, reason: str) -> None:
    assert EXAMPLE.count(old) == 1
    assert complaint(EXAMPLE.replace(old, new)).startswith(reason)


def test_truncated_text() -> None:
    """Cut anywhere, a record is never taken for a whole one."""
    for length in range(len(EXAMPLE) - 1):
        assert re.match("line [0-9]+: ", complaint(EXAMPLE[:length]))


def test_truncated_json() -> None:
    text = GameRecord.read(EXAMPLE).json()
    for length in range(len(text)):
        with pytest.raises(UnreadableRecord):
            GameRecord.read(text[:length])


def test_nothing_follows_the_end() -> None:
    text = GameRecord.of(random_game(Setup(2), seed=1)).text()
    lines = text.split("\n")
    line = lines.index("Prestige: " + text.partition("Prestige: ")[2].partition("\n")[0])
    lines.insert(line - 1, "99A take wug")
    assert complaint("\n".join(lines)) == f"line {line}: the game is over, no turn can follow."


def test_comments_and_space_do_not_matter() -> None:
    lines = [f"  {line}  ; so they say" if re.match("[0-9]", line) else f" {line} \r" for line in EXAMPLE.split("\n")]
    text = "\ufeff; a comment\n\n" + "\n; another\n".join(lines).replace("take wug", "TAKE  guw")
    assert GameRecord.read(text) == GameRecord.read(EXAMPLE)


def test_entries_come_back() -> None:
    record = GameRecord.read(EXAMPLE)
    assert record.names == ("Ada", "Bob")
    assert record.meta == {"date": "2025-06-01"}
    assert GameRecord.read(EXAMPLE.replace("Date:", "Where_we  PLAYED:")).meta == {"where_we_played": "2025-06-01"}


@pytest.mark.parametrize("text", ["", " \n\n", "; nothing\n"])
def test_empty(text: str) -> None:
    assert complaint(text) == "line 1: the record is empty."


@pytest.mark.parametrize("data", [None, 7, ["1A take wug"], object()])
def test_no_text(data: object) -> None:
    assert complaint(data).startswith("a record is text, not ")


def test_garbage_bytes() -> None:
    assert complaint(b"Splendor record 1\n\xff\xfe") == "byte 18: the record is no UTF-8 text."
    assert complaint(bytes(range(128))).startswith("line 1: a record begins with")


@pytest.mark.parametrize(
    "meta", [{"date": ""}, {"date": "a\nb"}, {"date": " x"}, {"Date": "x"}, {"players": 3}, {"a": "Ada"}, {"_x": "y"}]
)
def test_entries_that_could_not_be_read_again(meta: dict[str, Any]) -> None:
    with pytest.raises(SplendorError):
        GameRecord.of(Game(), **meta)


# --- JSON -------------------------------------------------------------------------------------------------------------
GONE = object()
JSON_DAMAGE: list[tuple[tuple[Any, ...], object, str]] = [
    (("splendor_record",), 2, "field 'splendor_record': version 2 is unknown; this program reads 1."),
    (("splendor_record",), True, "field 'splendor_record': version True is unknown"),
    (("splendor_record",), GONE, "field 'splendor_record' is missing."),
    (("colour",), 1, "field 'colour' is unknown"),
    (("setup",), GONE, "field 'setup' is missing."),
    (("setup",), 3, "field 'setup': expected dict, not int."),
    (("setup", "players"), 7, "field 'setup': players=7: Splendor is played by 2, 3 or 4"),
    (("setup", "players"), 10**400, "field 'setup': players="),
    (("setup", "players"), [], "field 'setup': players=[]"),
    (("setup", "cities"), {"a": 1}, "field 'setup': cities={'a': 1} is unknown"),
    (("setup", "speed"), 1, "field 'setup': a set-up has no 'speed'"),
    (("names",), ["Ada"], "field 'names': 2 were expected, not 1."),
    (("names", 0), 7, "field 'names[0]': expected text, not int."),
    (("names", 0), "\ud800", "field 'names[0]': '\\ud800' is no single line of text."),
    (("meta", "date"), [], "date: expected text, not list."),
    (("meta", "result"), "x", "field 'result': this cannot be the name of an entry."),
    (("deal",), GONE, "field 'deal' is missing."),
    (("deal",), [], "field 'deal': expected dict, not list."),
    (("deal", "market"), GONE, "field 'deal.market' is missing."),
    (("deal", "market"), [[], []], "field 'deal.market': 3 levels were expected."),
    (("deal", "market", 1), [], "field 'deal.market[1]': 4 cards were expected, not 0."),
    (("deal", "market", 1, 0), 43, "field 'deal.market': a card: expected str, not int."),
    (("deal", "market", 1, 0), "x" * 100, "field 'deal.market': there is no card 'xxxxxxxxxxxxxxxxxxxx'"),
    (("deal", "nobles", 0), 10**400, "field 'deal.nobles': expected small whole numbers."),
    (("deal", "nobles", 0), 1.0, "field 'deal.nobles': expected small whole numbers."),
    (("deal", "nobles"), [1, 1, 1], "field 'deal.nobles': 3 different numbers"),
    (("deal", "cities"), [1], "field 'deal.cities': 0 were expected, not 1."),
    (("position",), "", "field 'deal': a record starts with a deal or with a position, not with both."),
    (("turns",), GONE, "field 'turns' is missing."),
    (("turns", 2), 7, "turns[2]: expected str, not int."),
    (("turns", 2), "2A fly", "turns[2]: 'fly' is no action"),
    (("turns", 2), "2A purchase 1.1", "turns[2]: 'purchase 1.1' is not legal now"),
    (("turns", 3), "2B reserve 2.2", "turns[3]: the card revealed is missing: expected [2.2=…]."),
    (("turns", 2), "2A take ugr #00000000", "turns[2]: the position after the turn has the digest ab34af94"),
    (("result",), GONE, "field 'result' is missing."),
    (("result", "winners"), GONE, "field 'result.winners' is missing."),
    (("result", "winners"), [], "field 'result.winners': expected different seats from 0 to 1."),
    (("result", "winners"), [2], "field 'result.winners': expected different seats from 0 to 1."),
    (("result", "winners"), [0], "field 'result': the record says winners A"),
    (("result", "prestige"), [1], "field 'result.prestige': 2 numbers were expected."),
    (("result", "prestige"), [0, 3], "field 'result': the record says unfinished, prestige (0, 3)"),
]


@pytest.mark.parametrize(("path", "value", "reason"), JSON_DAMAGE, ids=[damage[2][:60] for damage in JSON_DAMAGE])
def test_damaged_json(path: tuple[Any, ...], value: object, reason: str) -> None:
    values = json.loads(GameRecord.read(EXAMPLE).json())
    inside = values
    for name in path[:-1]:
        inside = inside[name]
    if value is GONE:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    assert complaint(json.dumps(values)).startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "the record: expected dict, not list."),
        ('{"splendor_record": 1, "splendor_record": 1}', "an object of the JSON has a name twice."),
        ('{"splendor_record": NaN}', "NaN is no value of a record."),
        ('{"splendor_record": ' + "9" * 10_000 + "}", "the JSON has a number without end."),
        ('{"a":' * 100_000, "the JSON is nested too deeply."),
        ("[" * 1_000_000, "the JSON is nested too deeply."),
        ("{" + " " * 3_000_000, "the text has 3000001 characters; no record has more than 2000000."),
        ("{" * 10, "the JSON breaks at character 1"),
    ],
)
def test_monstrous_json(text: str, reason: str) -> None:
    assert complaint(text).startswith(reason)


@pytest.mark.parametrize(
    "line", ["1A " + "," * 1_900_000, "1A take wug [" + "1.1=1 " * 300_000, "1A " + "#" * 1_900_000, "1" * 1_900_000,
             "A:" * 900_000, "A" * 1_900_000]
)  # fmt: skip
def test_monstrous_line(line: str) -> None:
    assert complaint(EXAMPLE.replace("1A  take wug", line)).startswith("line 12: ")


# --- positions --------------------------------------------------------------------------------------------------------
def position_record() -> tuple[GameRecord, dict[str, Any]]:
    game = random_game(Setup(2, orient=2025, posts=2025), seed=1, most=0)
    game.play("take wug")
    record = GameRecord.of(Game.from_bytes(game.to_bytes()))
    return record, json.loads(record.json())


def test_damaged_position() -> None:
    record, values = position_record()
    record.verify()
    data = bytearray(record.position or b"")
    data[100] ^= 1
    for position, reason in [
        ("?", "field 'position': the position is no base64 text."),
        ("é", "field 'position': the position is no base64 text."),
        (7, "field 'position': expected str, not int."),
        ("", "field 'position': these bytes are no saved game of splendor."),
        (base64.b64encode(data).decode(), "field 'position': the save is damaged"),
    ]:
        assert complaint(json.dumps(values | {"position": position})).startswith(reason)
    other = values["setup"] | {"players": 3}
    bad = values | {"setup": other, "result": {"winners": None, "prestige": [0, 0, 0]}}
    assert complaint(json.dumps(bad)).startswith("field 'position': its set-up is 2 players")


def test_both_starts_in_a_text() -> None:
    record, _ = position_record()
    text = record.text().replace("Position:", "Nobles: 1 2 3\nPosition:")
    assert complaint(text).startswith("line 4: a record starts with a deal or with a position, not with both.")


# --- digests ----------------------------------------------------------------------------------------------------------
def test_a_digest_sees_every_change() -> None:
    game = Game(Setup(2, strongholds=2025), seed=1)
    seen = {digest(game)}
    for action in ("take wug", "take wug", "reserve 1.1"):
        game.play(action)
        assert digest(game) not in seen
        seen.add(digest(game))


def test_a_digest_does_not_see_the_generator() -> None:
    one, other = Game(Setup(2), seed=8), Game(Setup(2), seed=8)
    one.play("take wug", seed=1)
    other.play("take wug", seed=2)
    assert digest(one) == digest(other)
