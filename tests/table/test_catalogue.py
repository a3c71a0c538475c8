"""The printed things: what is known of the whole deck, so that a slip in one number cannot stay."""

import csv
import hashlib
from collections import Counter, defaultdict
from importlib.resources import files
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from splendor.table import catalogue, things
from splendor.table.catalogue import Kind

Row = dict[str, str]

COLOURS = ("white", "blue", "green", "red", "black")
ORACLE = Path(__file__).resolve().parents[1] / "oracle" / "data"

DIGESTS = {
    "cards.csv": "0acc3d64ca8fc470a907a768dafb93d9c554bb61f7b479d8b11e88b372e3dc90",
    "cities.csv": "36b2e845ab08daf923457f018eb3297e61e62aa18d6e165d616bcc4e8d3c2719",
    "nobles.csv": "b03c18a98c11196d8b88f6bb39f6722e197e1f07a2afb1a0b9cd4cc31d84a6c6",
    "orient.csv": "eed3aa32c028abbedca35b4973ab05bd796c5d2617794be07c3fc318acf794be",
    "trading_posts.csv": "50af2494f1ae195f5b0fdc73f08686f223ebb730ca21292b4285c0537ab76ec7",
}


def content(name: str) -> bytes:
    return files("splendor.table").joinpath(name).read_bytes()


def rows(name: str, **wanted: str) -> list[Row]:
    """The rows of a file of the package, or those with some values."""
    found = csv.DictReader(content(name).decode().splitlines())
    return [row for row in found if all(row[key] == value for key, value in wanted.items())]


def cost(row: Row) -> tuple[int, ...]:
    return tuple(int(row[colour]) for colour in COLOURS)


def amounts(row: Row) -> tuple[int, ...]:
    """The numbers of a cost without their colours, largest first."""
    return tuple(sorted((number for number in cost(row) if number), reverse=True))


def asked(cards: list[Row]) -> list[int]:
    """How often each colour is asked for in all."""
    return [sum(column) for column in zip(*map(cost, cards), strict=True)]


def seen_from_its_colour(row: Row) -> tuple[int, ...]:
    """The cost beginning with the card's own colour, then around the wheel."""
    start = COLOURS.index(row["bonus"])
    return cost(row)[start:] + cost(row)[:start]


@pytest.mark.parametrize("name", DIGESTS)
def test_digest(name: str) -> None:
    assert hashlib.sha256(content(name)).hexdigest() == DIGESTS[name], (
        f"{name} has changed: if a printed number was wrong, say so in CHANGELOG.md, and mend tests/oracle/data too"
    )


def test_every_file_has_a_digest() -> None:
    found = {item.name for item in files("splendor.table").iterdir() if item.name.endswith(".csv")}
    assert found == set(DIGESTS)


# --- the ninety cards ---------------------------------------------------------------------------------------------
CARDS_OF_LEVEL = {1: 40, 2: 30, 3: 20}
ASKED_OF_EACH_COLOUR = {1: 33, 2: 41, 3: 43}
# Level, prestige and amounts; there is one card of each colour for each of these.
ROW_TYPES = {
    *((1, 0, shape) for shape in [(1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (2, 1), (2, 2), (3,)]),
    (1, 1, (4,)),
    *((2, 1, shape) for shape in [(3, 2, 2), (3, 3, 2)]),
    *((2, 2, shape) for shape in [(4, 2, 1), (5, 3), (5,)]),
    (2, 3, (6,)),
    (3, 3, (5, 3, 3, 3)),
    *((3, 4, shape) for shape in [(6, 3, 3), (7,)]),
    (3, 5, (7, 3)),
}
NOT_ROTATED = {(1, 0, (3,)), (1, 0, (2, 2)), (1, 0, (3, 1, 1)), (2, 1, (3, 2, 2)), (2, 2, (5,)), (2, 2, (5, 3))}


def row_types(cards: list[Row]) -> dict[tuple[int, int, tuple[int, ...]], list[Row]]:
    types = defaultdict(list)
    for card in cards:
        types[int(card["level"]), int(card["prestige"]), amounts(card)].append(card)
    return types


def faults(cards: list[Row]) -> list[str]:
    """What does not fit in a table of the base cards, found without knowing the single cards."""
    found = []
    if [card["id"] for card in cards] != [str(number) for number in range(1, 91)]:
        found.append("the cards are not numbered 1 to 90")
    for level, number in CARDS_OF_LEVEL.items():
        of_level = [card for card in cards if card["level"] == str(level)]
        if len(of_level) != number or Counter(card["bonus"] for card in of_level) != dict.fromkeys(
            COLOURS, number // 5
        ):
            found.append(f"level {level} has not {number} cards, the same number of each colour")
        elif asked(of_level) != [ASKED_OF_EACH_COLOUR[level]] * 5:
            found.append(f"level {level} asks for {asked(of_level)}")
    types = row_types(cards)
    if set(types) != ROW_TYPES:
        found.append(f"unknown types of cards: {set(types) ^ ROW_TYPES}")
    for kind, group in types.items():
        if sorted(card["bonus"] for card in group) != sorted(COLOURS):
            found.append(f"{kind} is not there once for each colour")
        elif len(set(asked(group))) != 1:
            found.append(f"{kind} asks for {asked(group)}")
        elif len({seen_from_its_colour(card) for card in group}) != 1 and kind not in NOT_ROTATED:
            found.append(f"{kind} does not turn around the wheel of colours")
    return found


def test_base_cards() -> None:
    cards = rows("cards.csv")
    assert faults(cards) == []
    assert [sum(int(card["prestige"]) for card in cards if card["level"] == level) for level in "123"] == [5, 55, 80]
    assert len({(card["bonus"], card["prestige"], cost(card)) for card in cards}) == 90
    # The two cards that the rulebooks describe in words.
    described = {(card["bonus"], card["prestige"], cost(card)) for card in cards if card["level"] in "23"}
    assert described >= {("blue", "4", (6, 3, 0, 0, 3)), ("red", "2", (1, 4, 2, 0, 0))}


def test_not_every_row_is_a_rotation() -> None:
    for kind, group in row_types(rows("cards.csv")).items():
        rotated = len({seen_from_its_colour(card) for card in group}) == 1
        assert rotated == (kind not in NOT_ROTATED)


@pytest.mark.parametrize("column", ["id", "level", "prestige", *COLOURS])
@pytest.mark.parametrize("change", [1, -1])
def test_no_slip_in_a_number_goes_unnoticed(column: str, change: int) -> None:
    """Every single cell one too large or too small: 1,440 slips, found by `faults` alone, without the digest."""
    cards = rows("cards.csv")
    for card in cards:
        before = card[column]
        card[column] = str(int(before) + change)
        assert faults(cards), f"card {card['id']}: {column} {before} → {card[column]}"
        card[column] = before
    assert faults(cards) == []


def test_no_slip_in_a_colour_goes_unnoticed() -> None:
    cards = rows("cards.csv")
    for card in cards:
        before = card["bonus"]
        for colour in set(COLOURS) - {before}:
            card["bonus"] = colour
            assert faults(cards), f"card {card['id']}: {before} → {colour}"
        card["bonus"] = before


def test_no_exchange_of_two_numbers_goes_unnoticed() -> None:
    """Two neighbouring costs in the wrong columns, where they differ."""
    cards = rows("cards.csv")
    for card in cards:
        for left, right in pairwise(COLOURS):
            if card[left] != card[right]:
                card[left], card[right] = card[right], card[left]
                assert faults(cards), f"card {card['id']}: {left} and {right}"
                card[left], card[right] = card[right], card[left]


# --- nobles -------------------------------------------------------------------------------------------------------
def test_nobles() -> None:
    nobles = rows("nobles.csv")
    base = rows("nobles.csv", set="base")
    assert (len(nobles), len(base)) == (12, 10)
    assert nobles[:10] == base
    assert {noble["prestige"] for noble in nobles} == {"3"} == {str(catalogue.NOBLE_PRESTIGE)}
    assert Counter(map(amounts, base)) == {(4, 4): 5, (3, 3, 3): 5}
    assert asked(base) == [17] * 5
    assert len({cost(noble) for noble in nobles}) == 12
    for noble in base:
        assert is_one_arc(cost(noble)), noble
    assert [noble["name"] for noble in nobles[10:]] == ["Rani Chennabhairadevi", "Hino Tomiko"]
    assert [cost(noble) for noble in nobles[10:]] == [(0, 3, 3, 0, 3), (4, 0, 0, 4, 0)]
    assert next(cost(noble) for noble in base if noble["name_2014"] == "Henry VIII") == (0, 0, 0, 4, 4)
    assert (3, 3, 3, 0, 0) in map(cost, base)  # the rulebook's example


def is_one_arc(numbers: tuple[int, ...]) -> bool:
    """The colours asked for stand side by side on the wheel white, blue, green, red, black."""
    return sum(numbers[place] > 0 and numbers[place - 1] == 0 for place in range(5)) == 1


# --- cities -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("edition", "names"),
    [
        ("2017", {"Florence", "Venice", "Lisbon", "Seville", "Lyon", "Bruges", "Pisa"}),
        ("2025", {"Amboise", "Timbuktu", "Krakow", "Madrid", "Samarkand", "Seoul", "Delhi"}),
    ],
)
def test_cities(edition: str, names: set[str]) -> None:
    faces = rows("cities.csv", edition=edition)
    assert [face["id"] for face in faces] == [str(number) for number in range(1, 15)]
    assert [(face["tile"], face["side"]) for face in faces] == list(product("1234567", "AB"))
    for one, other in zip(faces[::2], faces[1::2], strict=True):
        assert one["name"] == other["name"]
    assert {face["name"] for face in faces} == names
    assert len({(face["prestige"], face["alike"], cost(face)) for face in faces}) == 14
    for face in faces:
        assert 11 <= int(face["prestige"]) <= 17
        assert int(face["alike"]) in (0, 4, 5, 6)
        assert int(face["alike"]) == 0 or cost(face).count(0) >= 4


def test_cities_of_the_rulebooks() -> None:
    faces = {(row["edition"], row["prestige"], cost(row), row["alike"]) for row in rows("cities.csv")}
    assert faces >= {
        ("2017", "13", (0, 0, 0, 4, 3), "0"),
        ("2017", "15", (0, 0, 0, 0, 0), "5"),
        ("2017", "14", (0, 0, 4, 0, 0), "4"),
        ("2025", "14", (4, 0, 0, 0, 0), "4"),
    }


# --- trading posts ------------------------------------------------------------------------------------------------
def test_trading_posts() -> None:
    conditions = [(0, 0, 0, 0, 3), (0, 0, 5, 0, 0), (0, 3, 0, 0, 1), (1, 0, 0, 3, 0), (2, 0, 0, 0, 0)]
    for edition in ("2017", "2025"):
        posts = rows("trading_posts.csv", edition=edition)
        assert "".join(post["letter"] for post in posts) == "ABCDE"
        assert sorted(map(cost, posts)) == conditions
    powers = {(post["edition"], post["power"]): cost(post) for post in rows("trading_posts.csv")}
    for power in ("token_after_purchase", "third_token", "double_gold"):  # the same in both editions
        assert powers["2017", power] == powers["2025", power]
    assert [(post["edition"], post["power"]) for post in rows("trading_posts.csv") if post["nobles"] != "0"] == [
        ("2017", "five_prestige")
    ]


# --- the Orient ---------------------------------------------------------------------------------------------------
ORIENT_COUNTS = {
    "2017": {
        ("1", "copy"): 5, ("1", "virtual_gold"): 5,
        ("2", "double_bonus"): 5, ("2", "reserve_noble"): 3, ("2", "copy_and_free_card"): 2,
        ("3", "sacrifice"): 5, ("3", "free_card"): 5,
    },
    "2025": {
        ("1", "copy"): 5, ("1", "virtual_gold"): 5,
        ("2", "double_bonus"): 5, ("2", "copy_and_free_card"): 5,
        ("3", "sacrifice"): 5, ("3", "free_card"): 5,
    },
}  # fmt: skip
ORIENT_PRESTIGE = {"2017": 18, "2025": 30}
SACRIFICE_STEP = {"2017": 4, "2025": 2}  # around the wheel, from the card's colour to that of the cards given up


@pytest.mark.parametrize("edition", ["2017", "2025"])
def test_orient(edition: str) -> None:
    cards = rows("orient.csv", edition=edition)
    assert [card["id"] for card in cards] == [f"O{edition[2:]}-{number:02}" for number in range(1, 31)]
    groups = defaultdict(list)
    for card in cards:
        groups[card["level"], card["kind"]].append(card)
    assert {group: len(found) for group, found in groups.items()} == ORIENT_COUNTS[edition]
    assert sum(int(card["prestige"]) for card in cards) == ORIENT_PRESTIGE[edition]
    for (_, kind), group in groups.items():
        colourless = kind in ("copy", "virtual_gold", "copy_and_free_card")
        assert all((card["bonus"] == "") == colourless for card in group)
        assert all((card["sacrifice"] != "") == (kind == "sacrifice") == (sum(cost(card)) == 0) for card in group)
        if len(group) == 5:
            assert len(set(asked(group))) == 1
            assert len(set(map(amounts, group))) == 1
            assert colourless or sorted(card["bonus"] for card in group) == sorted(COLOURS)
        if kind == "free_card":
            assert len({seen_from_its_colour(card) for card in group}) == 1


@pytest.mark.parametrize("edition", ["2017", "2025"])
def test_sacrifices(edition: str) -> None:
    cards = rows("orient.csv", edition=edition, kind="sacrifice")
    steps = {(COLOURS.index(card["sacrifice"]) - COLOURS.index(card["bonus"])) % 5 for card in cards}
    assert steps == {SACRIFICE_STEP[edition]}
    assert {card["prestige"] for card in cards} == {"3"}


def test_first_level_is_the_same_in_both_editions() -> None:
    old, new = (
        [(card["kind"], cost(card)) for card in rows("orient.csv", edition=edition, level="1")]
        for edition in ("2017", "2025")
    )
    assert old == new


# --- the same facts, copied out a second time for the oracle ------------------------------------------------------
KINDS = {
    "copy_bonus": "copy",
    "virtual_gold_2": "virtual_gold",
    "copy_bonus_take_level1": "copy_and_free_card",
    "double_bonus": "double_bonus",
    "reserve_noble": "reserve_noble",
    "discard_cost": "sacrifice",
    "take_level2": "free_card",
}
POWERS = {
    "token_after_purchase": "token_after_purchase",
    "third_token_on_pair": "third_token",
    "gold_worth_two": "double_gold",
    "five_points": "five_prestige",
    "point_per_post": "prestige_per_post",
    "draw_two_reserve_one": "draw_two",
}


def oracle_rows(name: str) -> list[Row]:
    with (ORACLE / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def columns(table: list[Row], *names: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in names) for row in table]


def test_oracle_has_the_same_cards() -> None:
    ours = columns(rows("cards.csv"), "id", "level", "bonus", "prestige", *COLOURS)
    assert ours == columns(oracle_rows("base_cards.csv"), "id", "level", "bonus", "points", *COLOURS)


def test_oracle_has_the_same_nobles() -> None:
    ours = columns(rows("nobles.csv"), "id", "set", "name_2014", "name", "prestige", *COLOURS)
    assert ours == columns(oracle_rows("nobles.csv"), "id", "set", "name_2014", "name_2024", "points", *COLOURS)


@pytest.mark.parametrize("edition", ["2017", "2025"])
def test_oracle_has_the_same_cities(edition: str) -> None:
    theirs = oracle_rows(f"cities_{edition}.csv")
    ours = columns(rows("cities.csv", edition=edition), "id", "tile", "side", "name", "prestige", *COLOURS, "alike")
    assert ours == columns(theirs, "id", "tile", "side", "city", "points", *COLOURS, "any_same_other_colour")


def test_oracle_has_the_same_posts() -> None:
    theirs = oracle_rows("trading_posts.csv")
    for row in theirs:
        row["power"], row["letter"] = POWERS[row["power"]], "ABCDE"[int(row["order"]) - 1]
    ours = columns(rows("trading_posts.csv"), "edition", "letter", *COLOURS, "nobles", "power")
    assert ours == columns(theirs, "edition", "letter", *COLOURS, "nobles_required", "power")


@pytest.mark.parametrize(("edition", "name"), [("2017", "orient_cards.csv"), ("2025", "orient_cards_2025.csv")])
def test_oracle_has_the_same_orient_cards(edition: str, name: str) -> None:
    theirs = oracle_rows(name)
    for row in theirs:
        row["kind"] = KINDS[row["ability"]]
        row["bonus"] = row["bonus"] if row["bonus"] in COLOURS else ""
    ours = columns(
        rows("orient.csv", edition=edition), "id", "level", "kind", "bonus", "prestige", *COLOURS, "sacrifice"
    )
    assert ours == columns(theirs, "id", "level", "kind", "bonus", "points", *COLOURS, "discard_colour")


# --- the tables that the rules use --------------------------------------------------------------------------------
ALL_CARDS = rows("cards.csv") + rows("orient.csv")


def numbers_of(words: list[str]) -> list[int]:
    return [COLOURS.index(word) if word else -1 for word in words]


def test_tables_say_what_the_files_say() -> None:
    assert catalogue.CARDS == len(ALL_CARDS) == 150
    assert catalogue.COST.tolist() == [list(cost(row)) for row in ALL_CARDS]
    assert catalogue.BONUS.tolist() == numbers_of([row["bonus"] for row in ALL_CARDS])
    assert catalogue.PRESTIGE.tolist() == [int(row["prestige"]) for row in ALL_CARDS]
    assert catalogue.LEVEL.tolist() == [int(row["level"]) - 1 for row in ALL_CARDS]
    assert [Kind(int(kind)).name.lower() for kind in catalogue.KIND] == [row.get("kind", "plain") for row in ALL_CARDS]
    assert catalogue.SACRIFICE_COLOUR.tolist() == numbers_of([row.get("sacrifice", "") for row in ALL_CARDS])
    assert catalogue.NOBLE_COUNT.tolist() == [list(cost(row)) for row in rows("nobles.csv")]
    assert catalogue.CITY_COUNT.tolist() == [list(cost(row)) for row in rows("cities.csv")]
    assert catalogue.CITY_PRESTIGE.tolist() == [int(row["prestige"]) for row in rows("cities.csv")]
    assert catalogue.CITY_ALIKE.tolist() == [int(row["alike"]) for row in rows("cities.csv")]


@pytest.mark.parametrize(
    ("packed", "rows"),
    [(catalogue.COST_PACKED, catalogue.COST), (catalogue.NOBLE_PACKED, catalogue.NOBLE_COUNT)],
    ids=["costs", "nobles"],
)
def test_packed_amounts(packed: Any, rows: Any) -> None:
    for number, amounts in zip(packed, rows, strict=True):
        assert list(int(number).to_bytes(5, "little")) == amounts.tolist()


@pytest.mark.parametrize(("edition", "first"), [(0, 0), (1, 90), (2, 120)])
def test_decks_are_runs_of_cards(edition: int, first: int) -> None:
    decks = range(6 if edition else 3)
    starts, sizes = catalogue.DECK_FIRST[edition].tolist(), catalogue.DECK_CARDS.tolist()
    cards = [card for deck in decks for card in range(starts[deck], starts[deck] + sizes[deck])]
    assert cards == [*range(90), *(range(first, first + 30) if edition else [])]
    for deck in decks:
        run = slice(starts[deck], starts[deck] + sizes[deck])
        assert set(catalogue.DECK[run].tolist()) == {deck}
        assert set(catalogue.LEVEL[run].tolist()) == {deck % 3}


@pytest.mark.parametrize(
    "table",
    [
        "COST",
        "COST_PACKED",
        "BONUS",
        "PRESTIGE",
        "LEVEL",
        "KIND",
        "DECK",
        "NOBLE_COUNT",
        "NOBLE_PACKED",
        "CITY_COUNT",
        "POST_COUNT",
    ],
)
def test_tables_are_frozen(table: str) -> None:
    values: Any = getattr(catalogue, table)
    with pytest.raises(ValueError, match="read-only"):
        values.ravel()[:1] = np.int16(1)
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 1


def test_things_are_the_same() -> None:
    """The objects people see are made of the tables."""
    assert [card.name for card in things.CARDS] == [row["id"] for row in ALL_CARDS]
    for card, row in zip(things.CARDS, ALL_CARDS, strict=True):
        assert (card.level, card.prestige) == (int(row["level"]), int(row["prestige"]))
        assert card.cost == {colour: int(row[colour]) for colour in COLOURS if row[colour] != "0"}
        assert (card.colour or "", card.sacrifice or "") == (row["bonus"], row.get("sacrifice", ""))
    assert len(things.NOBLES) == 12
    assert len(things.CITIES) == 28
    assert {edition: len(posts) for edition, posts in things.TRADING_POSTS.items()} == {2017: 5, 2025: 5}
