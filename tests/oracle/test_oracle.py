"""Tests of the oracle itself: the worked positions of SCENARIOS.md and random play under RULES section 18."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import count, product
from typing import Any

import pytest

from tests.oracle.oracle import (
    BASE,
    BURN,
    COLOURS,
    COPY,
    COPY_FREE1,
    DOUBLE,
    FREE2,
    GEM_TOKENS,
    JOKER,
    NOBLE,
    Card,
    City,
    Noble,
    OracleGame,
    Player,
    Slot,
    city_met,
    payments,
)

A, B, C = 0, 1, 2
FRESH = count(1)
MODULE_VALUES = (None, 2017, 2025)


# ---------------------------------------------------------------------------------------------------------
# Building positions
# ---------------------------------------------------------------------------------------------------------


def amounts(text: str, letters: str = COLOURS + "Y") -> tuple[int, ...]:
    """'R2 Y1' -> one number per letter."""
    found = {part[0]: int(part[1:]) for part in text.split()}
    assert set(found) <= set(letters)
    return tuple(found.get(letter, 0) for letter in letters)


def five(text: str) -> tuple[int, ...]:
    return amounts(text, COLOURS)


def new_card(
    game: OracleGame,
    level: int = 1,
    colour: str = "",
    points: int = 0,
    cost: str = "",
    kind: str = BASE,
    burn: str = "",
) -> Card:
    """A synthetic card, known to this game."""
    own_colour = COLOURS.index(colour) if colour else None
    bonus = {DOUBLE: 2, JOKER: 0}.get(kind, 1)
    card = Card(
        id=f"x{next(FRESH)}",
        level=level,
        kind=kind,
        colour=own_colour,
        bonus=bonus,
        count=1 if kind == DOUBLE and game.setup.orient == 2025 else bonus,
        points=points,
        cost=five(cost),
        burn_colour=COLOURS.index(burn) if burn else None,
        free_level={COPY_FREE1: 1, FREE2: 2}.get(kind),
    )
    game.cards[card.id] = card
    return card


def neutral(players: int = 2, **setup: Any) -> OracleGame:
    """A game in which nothing is affordable and no noble or city qualifies."""
    game = OracleGame(players=players, seed=1, **setup)
    for slot in game.display:
        game.display[slot] = new_card(game, level=slot[0], cost="W20 U20 G20 R20 K20").id
    game.nobles, game.cities = [], []
    game.refresh()
    return game


def show(game: OracleGame, slot: Slot, **features: Any) -> Card:
    card = new_card(game, level=slot[0], **features)
    game.display[slot] = card.id
    game.refresh()
    return card


def reserve(game: OracleGame, seat: int, number: int = 1, **features: Any) -> Card:
    """Puts new cards into a hand, as if reserved from the display."""
    for _ in range(number):
        card = new_card(game, **features)
        game.players[seat].hand.append(card.id)
        game.knowers[card.id] = frozenset(range(len(game.players)))
    game.refresh()
    return card


def fill_hand(game: OracleGame, seat: int, number: int = 3) -> None:
    reserve(game, seat, number, cost="W20 U20 G20 R20 K20")


def tokens(game: OracleGame, text: str, seat: int = A) -> None:
    game.players[seat].tokens = list(amounts(text))
    game.refresh()


def bank(game: OracleGame, text: str) -> None:
    game.bank = list(amounts(text))
    game.refresh()


def own(game: OracleGame, seat: int = A, copied: str = "", **features: Any) -> Card:
    """Puts a new card into a tableau."""
    card = new_card(game, **features)
    game.players[seat].add(card)
    if copied:
        game.players[seat].associate(card, COLOURS.index(copied))
    game.refresh()
    return card


def bonuses(game: OracleGame, text: str, seat: int = A) -> None:
    for colour, number in zip(COLOURS, five(text), strict=True):
        for _ in range(number):
            own(game, seat, colour=colour)


def score(game: OracleGame, seat: int, points: int, cards: int = 1) -> None:
    """Cards without bonus, worth `points` together."""
    own(game, seat, points=points)
    for _ in range(cards - 1):
        own(game, seat)


def noble(game: OracleGame, need: str) -> int:
    """A new noble on the table."""
    tile = Noble(100 + next(FRESH), 3, five(need))
    game.noble_tiles = {**game.noble_tiles, tile.id: tile}
    game.nobles.append(tile.id)
    game.refresh()
    return tile.id


def city(game: OracleGame, points: int, need: str = "", other: int = 0) -> int:
    """A new city face in play."""
    face = City(100 + next(FRESH), 100 + next(FRESH), points, five(need), other)
    game.city_faces = {**game.city_faces, face.id: face}
    game.cities.append(face.id)
    game.refresh()
    return face.id


def fort(game: OracleGame, seat: int, slot: Slot, number: int = 1) -> None:
    game.forts[slot] = (seat, number)
    game.players[seat].supply -= number
    game.refresh()


def posts(game: OracleGame, letters: str, seat: int = A) -> None:
    game.players[seat].posts |= set(letters)
    game.refresh()


def kinds(game: OracleGame, *prefix: Any) -> set[tuple[Any, ...]]:
    """The legal choices that begin like this."""
    return {choice for choice in game.legal() if choice[: len(prefix)] == prefix}


def take(game: OracleGame, colours: str = "WUG") -> None:
    game.apply(("take_diff", colours))


def pay_list(game: OracleGame, slot: Slot = (1, 1)) -> set[tuple[str, int]]:
    """Legal payments of the card in `slot`, as ('R2 G1 Y1', JOKERs)."""
    trial = game.copy()
    if ("buy", "slot", *slot) not in trial.legal():
        return set()
    before = list(trial.me.tokens), len(trial.me.jokers)
    trial.apply(("buy", "slot", *slot))
    if trial.node == "DEC-PAY":
        return {(text_of((*gems, gold)), k) for _, gems, gold, k in trial.legal()}
    payer = trial.players[A]
    paid = [old - new for old, new in zip(before[0], payer.tokens, strict=True)]
    return {(text_of(paid), before[1] - len(payer.jokers))}


def text_of(numbers: Iterable[int]) -> str:
    return " ".join(f"{letter}{n}" for letter, n in zip(COLOURS + "Y", numbers, strict=True) if n)


def burn_list(game: OracleGame) -> set[frozenset[str]]:
    """Legal discard sets of a BURN(R) card in slot (3, 5)."""
    card = show(game, (3, 5), colour="K", points=3, kind=BURN, burn="R")
    return set(game._burn_sets(card))


# ---------------------------------------------------------------------------------------------------------
# 1. Setup and configuration
# ---------------------------------------------------------------------------------------------------------


def all_setups() -> list[dict[str, Any]]:
    """All accepted set-ups."""
    found: list[dict[str, Any]] = []
    for players, cities, post, orient, forts in product((2, 3, 4), *[MODULE_VALUES] * 4):
        setup: dict[str, Any] = {
            "players": players,
            "cities": cities,
            "posts": post,
            "orient": orient,
            "strongholds": forts,
        }
        try:
            OracleGame(**setup, seed=0)
        except ValueError:
            continue
        found.append(setup)
    return found


ALL_SETUPS = all_setups()


def test_exactly_37_module_sets() -> None:
    assert len(ALL_SETUPS) == 111
    sets = {tuple(list(setup.values())[1:]) for setup in ALL_SETUPS}  # cities, posts, orient, strongholds
    assert len(sets) == 37
    for refused in [
        (2017, 2017, None, None),
        (None, 2017, 2017, None),
        (None, None, 2017, 2017),
        (2025, 2017, None, None),
    ]:
        assert refused not in sets
    for accepted in [(None, None, 2017, 2025), (2025, None, 2017, 2017), (2025, 2025, 2025, 2025)]:
        assert accepted in sets


@pytest.mark.parametrize(("players", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_s_set_1_2_base(players: int, gems: int) -> None:
    state = OracleGame(players=players, seed=3).snapshot()
    assert state["bank"] == (gems,) * 5 + (5,)
    assert len(state["nobles"]) == players + 1
    assert sum(card is not None for card in state["display"].values()) == 12
    assert [len(state["decks"][level, "base"]) for level in (1, 2, 3)] == [36, 26, 16]
    assert all(sum(p["tokens"]) + p["cards"] + len(p["hand"]) == 0 for p in state["players"])


@pytest.mark.parametrize(("edition", "players"), list(product((2017, 2025), (2, 3, 4))))
def test_s_set_3_cities(edition: int, players: int) -> None:
    for seed in range(10):
        game = OracleGame(players=players, cities=edition, extra_nobles=seed % 2 == 0, seed=seed)
        assert not game.nobles
        assert len({game.city_faces[face].tile for face in game.cities}) == 3


def test_s_set_4_5_7() -> None:
    game = OracleGame(players=4, orient=2017, seed=0)
    assert len(game.display) == 18
    assert all(len(game.decks[level, "orient"]) == 8 for level in (1, 2, 3))
    assert len(game.nobles) == 5
    assert [p.supply for p in OracleGame(players=3, strongholds=2017, seed=0).players] == [3, 3, 3]
    drawn = set()
    for seed in range(60):
        nobles = OracleGame(players=4, posts=2025, extra_nobles=True, seed=seed).nobles
        assert len(nobles) == 5
        drawn |= set(nobles)
    assert drawn == set(range(1, 13))


def test_s_o25_4_deck() -> None:
    game = OracleGame(orient=2025, seed=0)
    orient = [card for card in game.cards.values() if card.id.startswith("O25")]
    assert [sum(card.level == level for card in orient) for level in (1, 2, 3)] == [10, 10, 10]
    assert all(card.kind != NOBLE for card in orient)


def test_options_are_checked() -> None:
    wrong: list[dict[str, Any]] = [
        {"players": 5},
        {"cities": 2020},
        {"take_fewer": "yes"},
        {"payment": "cheap"},
    ]
    for bad in wrong:
        with pytest.raises(ValueError, match=r"CONF|option"):
            OracleGame(**bad)


# ---------------------------------------------------------------------------------------------------------
# 2. Tokens
# ---------------------------------------------------------------------------------------------------------


def test_s_take_1() -> None:
    game = neutral()
    assert len(kinds(game, "take_diff")) == 10
    assert len(kinds(game, "take_same")) == 5
    take(game, "WUG")
    assert game.bank == [3, 3, 3, 4, 4, 5]
    assert game.players[A].tokens == [1, 1, 1, 0, 0, 0]


def test_s_take_2_3_8() -> None:
    game = neutral()
    game.apply(("take_same", "R"))
    before = game.snapshot()
    for illegal in [
        ("take_same", "R"),
        ("take_same", "Y"),
        ("take_diff", "WUY"),
        ("take_diff", "UW"),
        ("pass",),
    ]:
        with pytest.raises(ValueError, match="illegal"):
            game.apply(illegal)
    assert game.snapshot() == before
    four = neutral(4)
    bank(four, "W7 U3 G7 R7 K7 Y5")
    assert ("take_same", "U") not in four.legal()


@pytest.mark.parametrize(
    ("holds", "option", "diff", "same"),
    [
        ("W2 U1 Y5", "short_supply_only", {"WU"}, set()),
        ("K5 Y5", "short_supply_only", {"K"}, {"K"}),
        ("W1 U1 G1 R1", "short_supply_only", {"WUG", "WUR", "WGR", "UGR"}, set()),
        ("W2 U1", "never", set(), set()),
    ],
)
def test_s_take_4_to_7(holds: str, option: str, diff: set[str], same: set[str]) -> None:
    game = neutral(4, take_fewer=option)
    bank(game, holds)
    assert {choice[1] for choice in kinds(game, "take_diff")} == diff
    assert {choice[1] for choice in kinds(game, "take_same")} == same


def test_s_take_7_free() -> None:
    assert len(kinds(neutral(take_fewer="free"), "take_diff")) == 25


def test_s_lim_1() -> None:
    game = neutral(4)
    tokens(game, "W4 U3 G3")
    take(game, "WRK")
    assert game.node == "DEC-RETURN"
    assert len(game.legal()) == len(set(game.legal())) == 25
    game.apply(("return", amounts("W1 R1 K1")))
    assert game.players[A].tokens == list(amounts("W4 U3 G3"))
    assert game.seat == B


def test_s_lim_2_and_s_buy_11() -> None:
    game = neutral()
    tokens(game, "W4 U3 G3")
    gone = game.display[1, 1]
    game.apply(("reserve", "slot", 1, 1))
    assert game.node == "DEC-RETURN"
    assert game.display[1, 1] not in (None, gone)  # TURN-3: refilled before the return
    assert {text_of(choice[1]) for choice in game.legal()} == {"W1", "U1", "G1", "Y1"}


def test_s_lim_3() -> None:
    game = neutral()
    tokens(game, "W4 U3")
    take(game)
    assert (game.node, game.seat) == ("DEC-ACTION", B)


# ---------------------------------------------------------------------------------------------------------
# 3. Reserving, buying, display
# ---------------------------------------------------------------------------------------------------------


def test_s_res_1() -> None:
    game = neutral()
    bank(game, "W4 U4 G4 R4 K4")
    card, following = game.display[2, 3], game.decks[2, "base"][0]
    game.apply(("reserve", "slot", 2, 3))
    assert game.players[A].hand == [card]
    assert sum(game.players[A].tokens) == 0
    assert game.display[2, 3] == following


def test_s_res_2() -> None:
    game = neutral()
    fill_hand(game, A)
    assert not kinds(game, "reserve")


def test_s_res_3_5() -> None:
    game = neutral()
    shown, top = game.display[1, 1], game.decks[3, "base"][0]
    display = dict(game.display)
    game.apply(("reserve", "deck", 3, "base"))
    assert game.display == display
    assert game.players[A].hand == [top]
    assert game.players[A].tokens[5] == 1
    assert game.knowledge(A)["hands"][A] == {top}
    assert game.knowledge(B)["hands"][A] == frozenset()
    take(game)
    game.apply(("reserve", "slot", 1, 1))
    assert game.knowledge(B)["hands"][A] == {shown}
    assert game.knowledge(A)["hands"][A] == {shown, top}


def test_s_res_4_and_s_buy_9() -> None:
    game = neutral()
    game.decks[1, "base"] = []
    game.refresh()
    assert ("reserve", "deck", 1, "base") not in game.legal()
    game.apply(("reserve", "slot", 1, 2))
    assert game.display[1, 2] is None
    show(game, (1, 3))
    game.apply(("buy", "slot", 1, 3))
    assert game.display[1, 3] is None
    assert len(kinds(game, "reserve", "slot", 1)) == 2


@pytest.mark.parametrize(
    ("setup", "owned", "cost", "held", "jokers", "expected"),
    [
        ({}, "U2", "U2 G1", "G1", 0, {("G1", 0)}),  # S-BUY-1
        ({}, "W1 U1 G1 R1", "W1 U1 G1 R1", "", 0, {("", 0)}),  # S-BUY-2
        ({}, "", "R2 G1", "R2 G1 Y1", 0, {("G1 R2", 0), ("G1 R1 Y1", 0), ("R2 Y1", 0)}),  # S-BUY-3
        ({}, "", "R3", "R1 Y3", 0, {("R1 Y2", 0), ("Y3", 0)}),  # S-BUY-4
        ({}, "", "R2", "R1 U5", 0, set()),  # S-BUY-6
        ({}, "R3", "R3", "R2", 0, {("", 0)}),  # S-BUY-10
        ({"payment": "least_gold", "orient": 2017}, "", "U1 G1 R1", "U1 R1", 1, {("U1", 1)}),  # S-BUY-12
        ({"posts": 2017, "own": "C"}, "", "R3", "R2 Y2", 0, {("R1 Y1", 0), ("Y2", 0)}),  # S-P17-9
        ({"posts": 2017, "own": "C"}, "", "R1 U1", "Y1", 0, set()),  # S-P17-10 (i)
        ({"posts": 2017, "own": "C"}, "", "R1 U1", "Y2", 0, {("Y2", 0)}),  # S-P17-10 (ii)
        ({"posts": 2025, "own": "D"}, "", "R1", "R1 Y1", 0, {("R1", 0), ("Y1", 0)}),  # S-P25-7
        ({"orient": 2017}, "", "R1", "", 1, {("", 1)}),  # S-OR-5
        ({"orient": 2017}, "", "R2 U2", "", 2, {("", 2)}),  # S-OR-6
        ({"orient": 2017}, "", "R3", "R1 Y1", 1, {("R1", 1), ("Y1", 1)}),  # S-OR-7
        ({"orient": 2017}, "", "R2", "R1", 3, {("", 1)}),  # S-OR-23
        ({"posts": 2025, "orient": 2017, "own": "D"}, "", "R2 U2", "", 1, {("", 1)}),  # S-CO-2, owns D
        ({"posts": 2025, "orient": 2017}, "", "R2 U2", "", 1, set()),  # S-CO-2, does not
    ],
)
def test_payments(
    setup: dict[str, Any], owned: str, cost: str, held: str, jokers: int, expected: set[tuple[str, int]]
) -> None:
    modules = {key: value for key, value in setup.items() if key != "own"}
    game = neutral(**modules)
    posts(game, setup.get("own", ""))
    bonuses(game, owned)
    tokens(game, held)
    for _ in range(jokers):
        own(game, kind=JOKER)
    show(game, (1, 1), colour="K", cost=cost)
    assert pay_list(game) == expected


def test_s_buy_5() -> None:
    game = neutral()
    tokens(game, "W1 U1 G1 R1 Y2")
    show(game, (1, 1), colour="K", cost="W1 U1 G1 R1")
    assert len(pay_list(game)) == 11
    lazy = neutral(payment="least_gold")
    tokens(lazy, "W1 U1 G1 R1 Y2")
    show(lazy, (1, 1), colour="K", cost="W1 U1 G1 R1")
    assert pay_list(lazy) == {("W1 U1 G1 R1", 0)}


def test_s_buy_7_8_and_open_payment() -> None:
    game = neutral()
    fill_hand(game, A, 2)
    mine = reserve(game, A, cost="R1", colour="W", points=1)
    theirs = reserve(game, B)
    tokens(game, "R1 Y1")
    assert ("buy", "hand", theirs.id) not in game.legal()
    display, decks = dict(game.display), {key: list(deck) for key, deck in game.decks.items()}
    game.apply(("buy", "hand", mine.id))
    assert game.node == "DEC-PAY"
    assert mine.id in game.players[A].hand  # it leaves the hand only when paid
    game.apply(("pay", five("R1"), 0, 0))
    assert len(game.players[A].hand) == 2
    assert (game.display, game.decks) == (display, decks)
    assert game.points(game.players[A]) == 1


def test_joker_spent_first_is_the_one_acquired_first() -> None:
    game = neutral(orient=2017)
    first, second = own(game, kind=JOKER), own(game, kind=JOKER)
    show(game, (1, 1), colour="K", cost="R1")
    game.apply(("buy", "slot", 1, 1))
    assert game.out == {first.id}
    assert game.players[A].jokers == [second.id]


def test_affordable_iff_a_payment_exists() -> None:
    rng = random.Random(5)
    game = neutral(posts=2025, orient=2017)
    for _ in range(3000):
        player = game.players[A] = Player()
        player.tokens = [rng.randint(0, 3) for _ in range(6)]
        player.bonus = [rng.randint(0, 2) for _ in range(5)]
        player.jokers = ["j"] * rng.randint(0, 2)
        player.posts = set(rng.choice(["", "D"]))
        need = tuple(max(0, rng.randint(0, 5) - bonus) for bonus in player.bonus)
        cost = tuple(n + bonus for n, bonus in zip(need, player.bonus, strict=True))
        card = Card("test", 1, BASE, 0, 1, 1, 0, cost)
        value = 2 if player.posts else 1
        options = payments(need, tuple(player.tokens[:5]), player.tokens[5], len(player.jokers), value)
        assert game._can_pay(card) == bool(options)
        assert len(set(options)) == len(options)
        if value == 1 and not player.jokers:  # the plain form, BASE-PAY-3
            assert all(g == sum(need) - sum(gems) for gems, g, _ in options)


# ---------------------------------------------------------------------------------------------------------
# 4. Nobles
# ---------------------------------------------------------------------------------------------------------


def test_s_nob_1() -> None:
    for buy in (False, True):
        game = neutral()
        tile = noble(game, "W3 U3 G3")
        bonuses(game, "W3 U3 G2")
        score(game, A, 4)
        tokens(game, "G5")
        show(game, (1, 1), colour="G")
        game.apply(("buy", "slot", 1, 1) if buy else ("take_diff", "WUG"))
        assert (tile in game.players[A].nobles) == buy
        assert game.points(game.players[A]) == (7 if buy else 4)


def test_s_nob_2_3() -> None:
    game = neutral()
    first, second = noble(game, "W4 U4"), noble(game, "U4 G4")
    bonuses(game, "W4 U3 G4")
    show(game, (1, 1), colour="U")
    game.apply(("buy", "slot", 1, 1))
    assert game.node == "DEC-NOBLE"
    assert set(game.legal()) == {("noble", first), ("noble", second)}
    game.apply(("noble", first))
    other = game.copy()
    take(game)
    take(game, "WUG")
    assert game.players[A].nobles == [first, second]
    bonuses(other, "U4 G4", B)
    take(other)
    take(other)
    assert other.players[B].nobles == [second]
    assert other.players[A].nobles == [first]


# ---------------------------------------------------------------------------------------------------------
# 5. Pass, end, ties
# ---------------------------------------------------------------------------------------------------------


def stuck_position(players: int = 2, **setup: Any) -> OracleGame:
    game = neutral(players, **setup)
    bank(game, "Y5")
    for seat in range(players):
        fill_hand(game, seat)
    return game


def test_s_pass_1_2() -> None:
    game = stuck_position()
    assert game.legal() == [("pass",)]
    game.apply(("pass",))
    assert (game.node, game.seat) == ("DEC-ACTION", B)
    game = stuck_position()
    game.players[A].hand.pop()
    game.refresh()
    assert kinds(game, "reserve")
    assert ("pass",) not in game.legal()


def test_s_pass_3() -> None:
    game = stuck_position()
    score(game, A, 9)
    score(game, B, 8)
    game.apply(("pass",))
    assert game.node == "DEC-ACTION"
    game.apply(("pass",))
    assert (game.node, game.winners, game.ending) == ("OVER", (A,), False)
    assert game.legal() == []


def test_pass_3_a_noble_breaks_the_row() -> None:
    game = stuck_position()
    noble(game, "W1")
    bonuses(game, "W1", B)
    for _ in range(2):
        game.apply(("pass",))
    assert game.players[B].nobles
    game.apply(("pass",))
    assert game.node == "DEC-ACTION"
    game.apply(("pass",))
    assert game.node == "OVER"


def test_pass_3_in_mid_round() -> None:
    game = stuck_position(3)
    bank(game, "W1 Y5")
    take(game, "W")
    for seat in (B, C, A):
        assert game.seat == seat
        game.apply(("pass",))
    assert (game.node, game.seat, game.round) == ("OVER", A, 1)


def test_pass_3_with_cities_ranks_everybody() -> None:
    game = stuck_position(cities=2025)
    score(game, B, 2)
    for _ in range(2):
        game.apply(("pass",))
    assert game.winners == (B,)


def take_and_give_back(game: OracleGame) -> None:
    take(game, "WUG")
    game.apply(("return", amounts("W1 U1 G1")))


def stalling_position(**setup: Any) -> OracleGame:
    game = neutral(**setup)
    for seat in (A, B):
        fill_hand(game, seat)
        tokens(game, "W2 U2 G2 R2 K2", seat)
    game.quiet_rounds = 24
    return game


def test_s_stall_1_2() -> None:
    game = stalling_position()
    score(game, A, 3)
    take_and_give_back(game)
    going_on = game.copy()
    take_and_give_back(game)
    assert (game.node, game.winners, game.quiet_rounds, game.ending) == ("OVER", (A,), 25, False)
    going_on.players[B].hand.pop()
    going_on.refresh()
    going_on.apply(("reserve", "slot", 1, 1))
    going_on.apply(("return", amounts("Y1")))
    assert (going_on.node, going_on.quiet_rounds) == ("DEC-ACTION", 0)


def test_stall_with_cities() -> None:
    game = stalling_position(cities=2017)
    score(game, A, 12)
    score(game, B, 10)
    own_rule = game.copy()
    for _ in range(2):
        take_and_give_back(game)
    assert game.winners == (A,)
    city(own_rule, 10, "R1")
    bonuses(own_rule, "R1", B)
    for _ in range(2):
        take_and_give_back(own_rule)
    assert (own_rule.winners, own_rule.ending) == ((B,), True)


def test_s_end_1_2_3() -> None:
    game = neutral(3)
    take(game)
    score(game, B, 15)
    take(game)
    assert (game.ending, game.seat) == (True, C)
    score(game, C, 17)
    take(game)
    assert (game.node, game.winners, game.round) == ("OVER", (C,), 1)


@pytest.mark.parametrize(
    ("points", "cards", "winners"),
    [
        ((16, 16, 0), (12, 11, 1), (B,)),
        ((16, 16, 15), (12, 12, 3), (A, B)),
        ((14, 16, 16), (3, 2, 2), (B, C)),
    ],
)
def test_s_end_4_5(points: tuple[int, ...], cards: tuple[int, ...], winners: tuple[int, ...]) -> None:
    game = neutral(3)
    for seat in range(3):
        score(game, seat, points[seat], cards[seat])
    fill_hand(game, B)
    for _ in range(3):
        take(game, "WUG" if game.seat != C else "GRK")
    assert game.node == "OVER"
    assert game.winners == winners


def test_s_end_6_7() -> None:
    game = neutral()
    noble(game, "W3")
    bonuses(game, "W2")
    score(game, A, 12)
    show(game, (1, 1), colour="W")
    game.apply(("buy", "slot", 1, 1))
    assert game.ending
    game = neutral()
    score(game, A, 14)
    reserve(game, A, points=5, cost="W9")
    take(game)
    assert not game.ending


# ---------------------------------------------------------------------------------------------------------
# 6. Cities
# ---------------------------------------------------------------------------------------------------------


def three_cities(game: OracleGame) -> list[int]:
    return [city(game, 13, "R4 K3"), city(game, 15, other=5), city(game, 14, "G4", other=4)]


def test_s_city_1_2() -> None:
    game = neutral(cities=2017)
    three_cities(game)
    bonuses(game, "G8 K3")
    score(game, A, 14)
    take(game)
    assert game.players[A].city is None
    game = neutral(cities=2017)
    first, _, _ = three_cities(game)
    bonuses(game, "R4 K2")
    score(game, A, 13)
    show(game, (1, 1), colour="K")
    game.apply(("buy", "slot", 1, 1))
    assert game.players[A].city == first
    assert first not in game.cities
    assert game.ending


@pytest.mark.parametrize("chosen", [1, 2])
def test_s_city_3(chosen: int) -> None:
    game = neutral(cities=2017)
    faces = three_cities(game)
    bonuses(game, "G5 K4")
    score(game, A, 15)
    bonuses(game, "G4 R4", B)
    score(game, B, 14)
    take(game)
    assert game.node == "DEC-CITY"
    assert set(game.legal()) == {("city", faces[1]), ("city", faces[2])}
    game.apply(("city", faces[chosen]))
    take(game)
    assert game.players[B].city == (faces[2] if chosen == 1 else None)
    assert game.winners == (A,)


def test_s_city_4_5_6() -> None:
    game = neutral(3, cities=2017)
    three_cities(game)
    bonuses(game, "R4 K3")
    score(game, A, 13)
    score(game, B, 19)
    for _ in range(3):
        take(game, "WUG" if game.seat != C else "GRK")
    assert game.winners == (A,)
    for edition in (2017, 2025):
        game = neutral(cities=edition)
        three_cities(game)
        score(game, A, 17)
        take(game)
        assert not game.ending


@pytest.mark.parametrize(("edition", "more_cards"), list(product((2017, 2025), (0, 1))))
def test_s_city_6_8(edition: int, more_cards: int) -> None:
    game = neutral(cities=edition)
    city(game, 15, "R1")
    city(game, 15, "R1")
    for seat in (A, B):
        bonuses(game, "R1", seat)
        score(game, seat, 15, cards=11 + more_cards * (seat == A))
    fill_hand(game, B)
    take(game)
    if edition == 2017:
        game.apply(game.legal()[0])
    take(game)
    assert game.winners == ((B,) if more_cards else (A, B))


def test_s_city_7_9() -> None:
    game = neutral(cities=2025)
    face = city(game, 14, "W4", other=4)
    bonuses(game, "W4 U4")
    score(game, A, 14)
    score(game, B, 18)
    take(game)
    assert (game.node, game.seat) == ("DEC-ACTION", B)
    assert (game.ending, game.players[A].fulfilled, game.players[A].city) == (True, True, None)
    assert game.cities == [face]
    take(game)
    assert game.winners == (A,)


def test_any_same_must_be_another_colour() -> None:
    face = City(1, 1, 14, five("G4"), 4)
    assert not city_met(five("G8"), 14, face)
    assert not city_met(five("G4 K3"), 14, face)
    assert city_met(five("G4 K4"), 14, face)


# ---------------------------------------------------------------------------------------------------------
# 7. Trading Posts 2017
# ---------------------------------------------------------------------------------------------------------


def test_s_p17_1() -> None:
    game = neutral(posts=2017)
    noble(game, "G4 R4")
    bonuses(game, "G5 R3")
    score(game, A, 6)
    show(game, (1, 1), colour="R", points=1)
    game.apply(("buy", "slot", 1, 1))
    assert game.players[A].posts == {"D"}
    assert game.points(game.players[A]) == 15
    assert game.ending


def test_s_p17_2_3_13() -> None:
    game = neutral(posts=2017)
    score(game, A, 5)
    posts(game, "DE")
    game.players[A].nobles = [1]
    assert game.points(game.players[A]) == 15
    game.players[A].nobles = [1, 2]
    assert game.points(game.players[A]) == 18
    game = neutral(posts=2017)
    bonuses(game, "U2 K3 W2")
    posts(game, "BE")
    score(game, A, 12)
    show(game, (1, 1), colour="U")
    game.apply(("buy", "slot", 1, 1))
    assert game.players[A].posts == {"B", "C", "E"}
    assert game.points(game.players[A]) == 15
    assert game.ending


@pytest.mark.parametrize("edition", [2017, 2025])
def test_s_p17_4_and_s_p25_8(edition: int) -> None:
    game = neutral(posts=edition)
    bonuses(game, "R2 W1")
    show(game, (1, 1), colour="R")
    show(game, (1, 2), colour="R")
    game.apply(("buy", "slot", 1, 1))
    assert game.players[A].posts == {"A"}
    assert sum(game.players[A].tokens) == 0
    take(game)
    game.apply(("buy", "slot", 1, 2))
    assert game.node == "DEC-POST-TOKEN"
    assert game.display[1, 2] is None  # before the refill
    game.apply(("token", "K"))
    assert game.players[A].tokens == list(amounts("K1"))


def test_s_p17_5() -> None:
    game = neutral(posts=2017)
    posts(game, "A")
    bank(game, "W4 U4 G4 K4 Y5")
    tokens(game, "R2")
    show(game, (1, 1), colour="W", cost="R2")
    game.apply(("buy", "slot", 1, 1))
    game.apply(("token", "R"))
    assert game.players[A].tokens == list(amounts("R1"))
    assert game.bank == list(amounts("W4 U4 G4 R1 K4 Y5"))


def test_s_p17_6_7_8() -> None:
    game = neutral(posts=2017)
    posts(game, "B")
    bank(game, "W4 U1 Y5")
    game.apply(("take_same", "W"))
    assert game.players[A].tokens == list(amounts("W2 U1"))
    assert game.bank == list(amounts("W2 Y5"))
    game = neutral(posts=2017)
    posts(game, "B")
    bank(game, "W4 Y5")
    game.apply(("take_same", "W"))
    assert game.players[A].tokens == list(amounts("W2"))
    game = neutral(posts=2017)
    posts(game, "B")
    bank(game, "W3 U5 G1")
    assert kinds(game, "take_same") == {("take_same", "U")}
    game.apply(("take_same", "U"))
    assert (game.node, set(game.legal())) == ("DEC-EXTRA", {("token", "W"), ("token", "G")})


def test_s_p17_11_12() -> None:
    game = neutral(posts=2017)
    posts(game, "A")
    tokens(game, "W4 U3 G3")
    show(game, (1, 1), colour="K")
    game.apply(("buy", "slot", 1, 1))
    game.apply(("token", "R"))
    assert game.node == "DEC-RETURN"
    assert all(sum(choice[1]) == 1 for choice in game.legal())
    game = neutral(posts=2017)
    bonuses(game, "R3 W2")
    take(game)
    assert game.players[A].posts == {"A", "B"}


# ---------------------------------------------------------------------------------------------------------
# 8. Trading Posts 2025
# ---------------------------------------------------------------------------------------------------------


def test_s_p25_1_2() -> None:
    game = neutral(posts=2025)
    bonuses(game, "G5 K3")
    score(game, A, 8)
    take(game)
    assert (game.node, set(game.legal())) == ("DEC-POST", {("post", "B"), ("post", "E")})
    game.apply(("post", "E"))
    assert game.points(game.players[A]) == 9
    take(game)
    take(game)
    assert game.players[A].posts == {"B", "E"}
    assert game.points(game.players[A]) == 10
    game = neutral(posts=2025)
    posts(game, "A")
    bonuses(game, "R4 W1")
    take(game)
    assert game.players[A].posts == {"A"}


def test_s_p25_3_and_info_9() -> None:
    game = neutral(posts=2025)
    posts(game, "B")
    first, second, third = game.decks[2, "base"][:3]
    size = len(game.decks[2, "base"])
    game.apply(("reserve", "deck", 2, "base"))
    assert (game.node, set(game.legal())) == ("DEC-KEEP", {("keep", first), ("keep", second)})
    assert {first, second} <= game.snapshot()["decks"][2, "base"]
    game.apply(("keep", second))
    assert game.players[A].hand == [second]
    assert game.players[A].tokens[5] == 1
    assert game.decks[2, "base"][0] == third
    assert game.under[2, "base"] == [first]
    assert len(game.snapshot()["decks"][2, "base"]) == size - 1
    assert game.knowledge(A)["under"][2, "base"] == (first,)
    assert game.knowledge(B)["under"][2, "base"] == (None,)
    assert game.knowledge(B)["hands"][A] == frozenset()

    game.decks[2, "base"] = []  # B draws the last card alone: A still knows it
    game.refresh()
    alone = game.copy()
    alone.apply(("reserve", "deck", 2, "base"))
    assert alone.players[B].hand == [first]
    assert all(alone.knowledge(seat)["hands"][B] == {first} for seat in (A, B))

    posts(game, "B", B)  # B looks at it together with another card: A's knowledge ends
    game.decks[2, "base"] = [third]
    for kept, other in ((first, third), (third, first)):
        looked = game.copy()
        looked.apply(("reserve", "deck", 2, "base"))
        looked.apply(("keep", kept))
        assert looked.knowledge(A)["hands"][B] == frozenset()
        assert looked.knowledge(A)["under"][2, "base"] == (None,)
        assert looked.knowledge(B)["hands"][B] == {kept}
        assert looked.knowledge(B)["under"][2, "base"] == (other,)


def test_s_p25_4_5() -> None:
    game = neutral(posts=2025)
    posts(game, "B")
    only = game.decks[3, "base"][0]
    game.decks[3, "base"] = [only]
    shown = game.copy()
    game.apply(("reserve", "deck", 3, "base"))
    assert game.players[A].hand == [only]
    assert (game.node, game.seat) == ("DEC-ACTION", B)
    shown.apply(("reserve", "slot", 2, 2))
    assert (shown.node, shown.seat) == ("DEC-ACTION", B)


def test_s_p25_6_11() -> None:
    game = neutral(posts=2025)
    posts(game, "AC")
    bonuses(game, "G4")
    score(game, A, 11)
    bank(game, "Y5")
    show(game, (1, 1), colour="G", points=1)
    game.apply(("buy", "slot", 1, 1))
    assert game.points(game.players[A]) == 15
    assert game.ending
    game = neutral(posts=2025)
    bonuses(game, "G5")
    take(game)
    assert game.players[A].posts == {"E"}
    assert game.points(game.players[A]) == 1


def test_s_p25_9_10() -> None:
    game = neutral(posts=2025)
    posts(game, "A")
    bank(game, "Y4")
    show(game, (1, 1), colour="G")
    game.apply(("buy", "slot", 1, 1))
    assert sum(game.players[A].tokens) == 0
    game = neutral(posts=2025)
    posts(game, "C")
    bank(game, "G4 Y3")
    game.apply(("take_same", "G"))
    assert game.players[A].tokens == list(amounts("G2"))


# ---------------------------------------------------------------------------------------------------------
# 9. Orient
# ---------------------------------------------------------------------------------------------------------


def test_s_or_1_20() -> None:
    game = neutral(orient=2017)
    game.decks[1, "orient"] = ["O17-06", "O17-07"]
    row = [game.display[1, i] for i in range(1, 5)]
    show(game, (1, 5), kind=JOKER)
    game.apply(("buy", "slot", 1, 5))
    assert game.display[1, 5] == "O17-06"
    assert [game.display[1, i] for i in range(1, 5)] == row
    game.decks[2, "orient"] = ["O17-16", "O17-11"]
    game.nobles = [1, 2]
    game.apply(("reserve", "deck", 2, "orient"))
    assert game.players[B].hand == ["O17-16"]
    assert game.decks[2, "orient"] == ["O17-11"]
    assert not game.players[B].reserved_nobles
    assert game.players[B].tokens[5] == 1


def test_s_or_2() -> None:
    game = neutral(orient=2017)
    show(game, (1, 5), kind=COPY)
    hand = reserve(game, A, kind=COPY)
    assert not kinds(game, "buy")
    own(game, kind=JOKER)
    assert not kinds(game, "buy")
    own(game, colour="R")
    assert kinds(game, "buy") == {("buy", "slot", 1, 5), ("buy", "hand", hand.id)}
    game.apply(("buy", "slot", 1, 5))
    assert game.players[A].bonus == list(five("R2"))


def test_s_or_3_21() -> None:
    game = neutral(orient=2017)
    own(game, colour="U", kind=DOUBLE)
    show(game, (1, 5), kind=COPY)
    game.apply(("buy", "slot", 1, 5))
    assert game.players[A].bonus == list(five("U3"))
    game = neutral(orient=2017)
    own(game, colour="W")
    own(game, kind=COPY, copied="W")
    card = show(game, (1, 5), kind=COPY)
    game.apply(("buy", "slot", 1, 5))
    assert game.players[A].bonus == list(five("W3"))
    assert game.snapshot()["players"][A]["copies"][card.id] == "W"


def test_s_or_4_22() -> None:
    game = neutral(orient=2017)
    bonuses(game, "R1 U1")
    parent = show(game, (2, 5), kind=COPY_FREE1)
    show(game, (1, 2), colour="G", cost="K9")
    bare = game.copy()
    game.apply(("buy", "slot", 2, 5))
    assert (game.node, set(game.legal())) == ("DEC-COPY", {("copy", "R"), ("copy", "U")})
    assert game.snapshot()["players"][A]["copies"] == {}
    game.apply(("copy", "U"))
    assert game.node == "DEC-FREE"
    assert set(game.legal()) == {("free", 1, i) for i in range(1, 7)}
    assert game.display[2, 5] is None
    game.apply(("free", 1, 2))
    assert game.players[A].bonus == list(five("R1 U2 G1"))
    assert game.players[A].copies == {parent.id: COLOURS.index("U")}
    assert None not in game.display.values()
    for i in range(1, 7):
        bare.display[1, i] = None
    bare.decks[1, "base"], bare.decks[1, "orient"] = [], []
    bare.refresh()
    bare.apply(("buy", "slot", 2, 5))
    bare.apply(("copy", "R"))
    assert (bare.seat, bare.players[A].bonus) == (B, list(five("R2 U1")))


def test_s_or_8() -> None:
    game = neutral(orient=2017)
    own(game, kind=JOKER)
    own(game, kind=JOKER)
    tokens(game, "W4 U3")
    take(game)
    assert game.seat == B


def test_s_or_9_10() -> None:
    game = neutral(orient=2017)
    tile = noble(game, "W3 U3 G3")
    bonuses(game, "W3 U3 G2")
    show(game, (2, 5), colour="G", points=1, kind=NOBLE)
    without = game.copy()
    game.apply(("buy", "slot", 2, 5))
    assert game.players[A].nobles == [tile]
    assert game.points(game.players[A]) == 4
    assert game.players[A].tokens[5] == 0
    without.nobles = []
    without.apply(("buy", "slot", 2, 5))
    assert without.points(without.players[A]) == 1


def test_s_or_11() -> None:
    game = neutral(orient=2017)
    first, second, third = noble(game, "W4 U4"), noble(game, "U4 G4"), noble(game, "K9")
    show(game, (2, 5), colour="G", kind=NOBLE)
    game.apply(("buy", "slot", 2, 5))
    assert game.node == "DEC-NOBLE-RES"
    assert len(game.legal()) == 3
    game.apply(("reserve_noble", first))
    assert game.nobles == [second, third]
    bonuses(game, "W4 U4", B)
    take(game)
    assert not game.players[B].nobles
    bonuses(game, "W4 U4 G3")
    take(game)
    assert (game.node, set(game.legal())) == ("DEC-NOBLE", {("noble", first), ("noble", second)})
    game.apply(("noble", second))
    assert game.players[A].reserved_nobles == [first]
    game.apply(("take_same", "K"))
    game.apply(("take_same", "R"))
    assert set(game.players[A].nobles) == {first, second}
    assert not game.players[A].reserved_nobles


def test_s_or_12() -> None:
    game = neutral(orient=2017)
    r1, r2, r3 = (own(game, colour="R", points=points) for points in (0, 1, 2))
    show(game, (3, 5), colour="K", points=3, kind=BURN, burn="R")
    game.apply(("buy", "slot", 3, 5))
    assert game.node == "DEC-BURN"
    assert {choice[1] for choice in game.legal()} == {
        frozenset({r1.id, r2.id}),
        frozenset({r1.id, r3.id}),
        frozenset({r2.id, r3.id}),
    }
    game.apply(("burn", frozenset({r1.id, r2.id})))
    assert game.players[A].bonus == list(five("R1 K1"))
    assert game.points(game.players[A]) == 5
    assert game.out == {r1.id, r2.id}


@pytest.mark.parametrize("edition", [2017, 2025])
def test_s_or_13_14_16(edition: int) -> None:
    game = neutral(orient=edition)
    r1 = own(game, colour="R")
    tokens(game, "Y5")
    own(game, kind=JOKER)
    own(game, kind=JOKER)
    assert burn_list(game) == set()
    assert ("buy", "slot", 3, 5) not in game.legal()
    c1 = own(game, kind=COPY, copied="R")
    r2 = own(game, colour="R")
    own(game, kind=COPY, copied="W")
    assert burn_list(game) == {frozenset({c1.id, r1.id}), frozenset({c1.id, r2.id})}
    c2, c3 = own(game, kind=COPY_FREE1, copied="R"), own(game, kind=COPY, copied="R")
    assert burn_list(game) == {frozenset(p) for p in [(c1.id, c2.id), (c1.id, c3.id), (c2.id, c3.id)]}


def test_s_or_15_and_copy_with_double() -> None:
    game = neutral(orient=2017)
    d = own(game, colour="R", kind=DOUBLE)
    assert burn_list(game) == {frozenset({d.id})}
    r1, r2 = own(game, colour="R"), own(game, colour="R")
    assert burn_list(game) == {frozenset({d.id}), frozenset({r1.id, r2.id})}
    game = neutral(orient=2017)
    d, c = own(game, colour="R", kind=DOUBLE), own(game, kind=COPY, copied="R")
    assert burn_list(game) == {frozenset({c.id, d.id})}
    r1 = own(game, colour="R", kind=FREE2)
    assert burn_list(game) == {frozenset({c.id, r1.id})}


def test_s_or_17() -> None:
    game = neutral(orient=2017)
    bonuses(game, "R2")
    game.players[A].nobles = [8]
    show(game, (3, 5), colour="K", points=3, kind=BURN, burn="R")
    game.apply(("buy", "slot", 3, 5))
    assert game.points(game.players[A]) == 6
    assert game.players[A].bonus == list(five("K1"))


def test_s_or_18() -> None:
    game = neutral(orient=2017)
    reserve(game, A, level=2, cost="K9")
    show(game, (3, 6), colour="U", kind=FREE2)
    show(game, (2, 6), colour="W", kind=DOUBLE, cost="K9")
    game.apply(("buy", "slot", 3, 6))
    assert set(game.legal()) == {("free", 2, i) for i in range(1, 7)}
    game.apply(("free", 2, 6))
    assert game.players[A].bonus == list(five("W2 U1"))


def test_chain_of_three() -> None:
    game = neutral(orient=2017)
    show(game, (3, 5), colour="U", kind=FREE2)
    show(game, (2, 5), kind=COPY_FREE1, cost="K9")
    show(game, (1, 5), kind=COPY, cost="K9")
    game.apply(("buy", "slot", 3, 5))
    game.apply(("free", 2, 5))
    game.apply(("free", 1, 5))
    assert game.players[A].bonus == list(five("U3"))
    assert len(game.players[A].tableau) == 3
    assert None not in game.display.values()


def test_s_or_19() -> None:
    game = neutral(orient=2017)
    score(game, A, 15, cards=10)
    own(game, kind=JOKER)
    score(game, B, 15, cards=12)
    show(game, (1, 1), cost="R1")
    game.apply(("buy", "slot", 1, 1))  # A's twelfth card, bought with the JOKER
    take(game)
    assert len(game.players[A].tableau) == 11
    assert game.winners == (A,)


# ---------------------------------------------------------------------------------------------------------
# 10. Strongholds
# ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "removals"), [(2017, {(1, 3), (1, 4)}), (2025, {(1, 4)})])
def test_s_fo_1_and_s_f25_1(edition: int, removals: set[Slot]) -> None:
    game = neutral(strongholds=edition)
    fort(game, B, (1, 3), 2)
    fort(game, B, (1, 4))
    fort(game, A, (2, 1))
    show(game, (1, 1), colour="W")
    game.apply(("buy", "slot", 1, 1))
    assert game.node == "DEC-FORT"
    assert len(kinds(game, "place")) == 9
    assert len(kinds(game, "move", 2, 1)) == len(kinds(game, "move")) == 8
    assert kinds(game, "remove") == {("remove", *slot) for slot in removals}
    assert ("place", 1, 1) not in game.legal()  # S-FO-8


def test_s_fo_2_3() -> None:
    game = neutral(strongholds=2017)
    show(game, (1, 1), colour="W")
    fort(game, B, (1, 1))
    assert ("buy", "slot", 1, 1) not in game.legal()
    assert ("reserve", "slot", 1, 1) not in game.legal()
    take(game)
    assert ("buy", "slot", 1, 1) in game.legal()
    assert ("reserve", "slot", 1, 1) in game.legal()
    game = neutral(strongholds=2017)
    fort(game, A, (1, 1), 2)
    game.apply(("reserve", "slot", 1, 1))
    assert (game.players[A].supply, game.seat, game.forts) == (3, B, {})
    assert game.players[A].tokens[5] == 1


@pytest.mark.parametrize("edition", [2017, 2025])
def test_s_fo_4_5(edition: int) -> None:
    game = neutral(4, strongholds=edition)
    show(game, (3, 1), colour="W", cost="R5")
    fort(game, A, (3, 1), 3)
    tokens(game, "W3 U3 G1 R3")
    bank(game, "R4 Y5")
    game.apply(("take_same", "R"))
    assert (game.node, set(game.legal())) == ("DEC-CONQUEST", {("conquer",), ("decline",)})
    assert sum(game.players[A].tokens) == 12
    declined = game.copy()
    game.apply(("conquer",))
    assert game.node == "DEC-FORT"
    assert game.players[A].tokens == list(amounts("W3 U3 G1"))
    assert game.players[A].supply == 3
    assert game.display[3, 1] is None
    game.apply(("place", 1, 1))
    assert game.display[3, 1] is not None
    assert game.seat == B
    declined.apply(("decline",))
    assert declined.node == "DEC-RETURN"
    assert all(sum(choice[1]) == 2 for choice in declined.legal())
    assert declined.forts == {(3, 1): (A, 3)}


def two_and_third(edition: int) -> OracleGame:
    """A has two strongholds on X in (1, 2) and buys the card in (1, 1)."""
    game = neutral(strongholds=edition)
    show(game, (1, 1), colour="W")
    show(game, (1, 2), colour="U", cost="W1")
    fort(game, A, (1, 2), 2)
    game.apply(("buy", "slot", 1, 1))
    game.apply(("place", 1, 2))
    assert game.node == "DEC-CONQUEST"
    return game


def test_s_fo_6() -> None:
    game = two_and_third(2017)
    assert game.display[1, 1] is not None
    game.apply(("conquer",))
    assert game.node == "DEC-FORT"
    game.apply(("place", 1, 1))
    assert (game.players[A].supply, game.forts) == (2, {(1, 1): (A, 1)})
    assert len(game.players[A].tableau) == 2
    assert game.display[1, 2] is not None


def test_s_f25_2() -> None:
    game = two_and_third(2025)
    assert game.display[1, 1] is None
    declined = game.copy()
    first, second = game.decks[1, "base"][:2]
    game.apply(("conquer",))
    assert ("place", 1, 1) not in game.legal()
    game.apply(("place", 3, 1))
    assert (game.display[1, 1], game.display[1, 2]) == (first, second)
    declined.apply(("decline",))
    assert declined.display[1, 1] == first
    assert declined.forts == {(1, 2): (A, 3)}


def test_s_f25_3() -> None:
    game = neutral(strongholds=2025)
    show(game, (1, 2), colour="U")
    fort(game, A, (1, 2), 3)
    game.apply(("reserve", "slot", 1, 1))
    assert game.node == "DEC-CONQUEST"
    assert game.display[1, 1] is not None
    game.apply(("conquer",))
    assert ("place", 1, 1) in game.legal()


def test_s_f25_4() -> None:
    game = two_and_third(2025)
    last = game.decks[1, "base"][0]
    game.decks[1, "base"] = [last]
    game.apply(("conquer",))
    game.apply(("place", 3, 1))
    assert (game.display[1, 1], game.display[1, 2]) == (last, None)


def test_s_fo_7_11() -> None:
    game = neutral(strongholds=2017)
    show(game, (1, 2), colour="U")
    fort(game, B, (1, 2), 3)
    show(game, (1, 1), colour="W")
    game.apply(("buy", "slot", 1, 1))
    game.apply(("remove", 1, 2))
    assert (game.players[B].supply, game.forts) == (1, {(1, 2): (B, 2)})
    take(game)
    assert (game.node, game.seat) == ("DEC-ACTION", A)


def test_s_fo_9_10() -> None:
    game = neutral(strongholds=2017)
    hand = reserve(game, A, colour="W")
    full = game.copy()
    for slot in game.display:
        game.display[slot] = None
    show(game, (1, 1), cost="K20")
    fort(game, A, (1, 1), 3)
    game.apply(("buy", "hand", hand.id))
    assert (game.seat, game.forts) == (B, {(1, 1): (A, 3)})
    full.apply(("buy", "hand", hand.id))
    assert len(full.legal()) == len(kinds(full, "place")) == 12


def test_fort_op_7_forced_move() -> None:
    game = neutral(strongholds=2017)
    show(game, (1, 2), colour="U")
    fort(game, A, (1, 2), 3)
    hand = reserve(game, A, colour="W")
    game.apply(("buy", "hand", hand.id))
    assert game.node == "DEC-FORT"
    assert len(game.legal()) == len(kinds(game, "move", 1, 2)) == 11
    game.apply(("move", 1, 2, 1, 3))
    assert game.forts == {(1, 2): (A, 2), (1, 3): (A, 1)}
    assert game.seat == B


def test_s_fo_12_13() -> None:
    game = neutral(strongholds=2017)
    show(game, (1, 2), colour="U", cost="R3")
    fort(game, A, (1, 2), 3)
    tokens(game, "R2")
    bank(game, "W1 Y1")
    game.apply(("reserve", "slot", 3, 3))
    game.apply(("conquer",))
    assert game.players[A].tokens == [0] * 6
    assert game.bank == list(amounts("W1 R2 Y1"))
    game = neutral(strongholds=2017)
    show(game, (1, 2), colour="U")
    fort(game, A, (1, 2), 3)
    game.apply(("buy", "slot", 1, 2))
    assert (game.node, game.players[A].supply) == ("DEC-FORT", 3)
    game.apply(("place", 2, 2))
    assert game.seat == B


# ---------------------------------------------------------------------------------------------------------
# 10b, 11. Second editions, combinations
# ---------------------------------------------------------------------------------------------------------


def test_s_o25_1_and_s_co_8() -> None:
    for edition, visited in ((2017, True), (2025, False)):
        game = neutral(orient=edition)
        noble(game, "W3 U3 G3")
        own(game, colour="W", kind=DOUBLE)
        bonuses(game, "W1 U3 G3")
        take(game)
        assert game.players[A].bonus[0] == 3
        assert bool(game.players[A].nobles) == visited
        game = neutral(posts=2025, orient=edition)
        show(game, (2, 5), colour="W", kind=DOUBLE)
        game.apply(("buy", "slot", 2, 5))
        assert game.players[A].bonus == list(five("W2"))
        assert game.players[A].posts == ({"C"} if visited else set())


def test_s_o25_2_3() -> None:
    game = neutral(orient=2025)
    d = own(game, colour="R", kind=DOUBLE)
    assert burn_list(game) == set()
    r1 = own(game, colour="R")
    assert burn_list(game) == {frozenset({d.id, r1.id})}
    with_copy = game.copy()
    r2 = own(game, colour="R")
    assert burn_list(game) == {frozenset(p) for p in [(d.id, r1.id), (d.id, r2.id), (r1.id, r2.id)]}
    c = own(with_copy, kind=COPY, copied="R")
    assert burn_list(with_copy) == {frozenset({c.id, d.id}), frozenset({c.id, r1.id})}


def test_s_co_1_10() -> None:
    game = neutral(cities=2025, posts=2025)
    city(game, 14, "W4", other=4)
    bonuses(game, "W4 U4 G4")
    score(game, A, 13)
    posts(game, "C")
    show(game, (1, 1), colour="G")
    game.apply(("buy", "slot", 1, 1))
    assert game.points(game.players[A]) == 15
    assert game.ending
    for setup, triggered in (
        ({"posts": 2025, "orient": 2017}, True),
        ({"cities": 2025, "posts": 2025}, False),
    ):
        game = neutral(**setup)
        score(game, A, 15)
        take(game)
        assert game.ending == triggered


def test_s_co_3() -> None:
    game = neutral(posts=2025, orient=2017)
    posts(game, "A")
    bonuses(game, "R3 W1")
    show(game, (3, 5), colour="K", points=3, kind=BURN, burn="R")
    game.apply(("buy", "slot", 3, 5))
    game.apply(game.legal()[0])
    assert game.node == "DEC-POST-TOKEN"
    game.apply(("token", "U"))
    assert game.players[A].bonus == list(five("W1 R1 K1"))
    assert game.players[A].posts == {"A"}


def test_s_co_4_5() -> None:
    game = neutral(posts=2025, orient=2017)
    posts(game, "B")
    assert len(kinds(game, "reserve", "deck")) == 6
    seen = game.decks[1, "orient"][:2]
    game.apply(("reserve", "deck", 1, "orient"))
    assert game.legal() == [("keep", card) for card in seen]
    game = neutral(cities=2025, orient=2017)
    show(game, (2, 5), colour="G", points=1, kind=NOBLE)
    game.apply(("buy", "slot", 2, 5))
    assert game.points(game.players[A]) == 1
    assert not game.players[A].reserved_nobles


def test_s_co_6_9() -> None:
    game = neutral(posts=2025, orient=2017, strongholds=2017)
    posts(game, "A")
    bonuses(game, "R1 U1")
    fort(game, B, (1, 3))
    fort(game, A, (1, 4), 2)
    show(game, (2, 5), kind=COPY_FREE1)
    game.apply(("buy", "slot", 2, 5))
    game.apply(("copy", "R"))
    assert set(game.legal()) == {("free", 1, i) for i in (1, 2, 4, 5, 6)}
    game.apply(("free", 1, 4))
    assert game.players[A].supply == 3  # COMBO-8
    assert game.node == "DEC-POST-TOKEN"
    game.apply(("token", "W"))
    assert game.node == "DEC-FORT"
    assert (game.display[2, 5], game.display[1, 4]) == (None, None)
    game.apply(("remove", 1, 3))
    assert None not in game.display.values()
    assert game.seat == B


def test_s_co_7() -> None:
    game = neutral(posts=2025, strongholds=2017)
    posts(game, "A")
    tokens(game, "W4 U3 G3")
    show(game, (1, 2), colour="K")
    fort(game, A, (1, 2), 3)
    fort(game, B, (1, 3))
    hand = reserve(game, A, colour="K")
    for choice in [
        ("buy", "hand", hand.id),
        ("token", "R"),
        ("remove", 1, 3),
        ("conquer",),
        ("token", "R"),
        ("place", 1, 1),
    ]:
        game.apply(choice)
    assert game.node == "DEC-RETURN"
    assert all(sum(choice[1]) == 2 for choice in game.legal())


def test_s_co_11_12() -> None:
    game = neutral(posts=2025, orient=2017, strongholds=2017)
    bonuses(game, "G1")
    show(game, (3, 1), colour="W", cost="R2")
    fort(game, A, (3, 1), 2)
    show(game, (2, 5), kind=COPY_FREE1)
    joker = show(game, (1, 5), kind=JOKER, cost="K9")
    for choice in [("buy", "slot", 2, 5), ("free", 1, 5), ("place", 3, 1), ("conquer",), ("place", 1, 1)]:
        game.apply(choice)
    assert game.out == {joker.id}
    assert game.players[A].bonus == list(five("W1 G2"))
    game = neutral(cities=2025, orient=2017)
    city(game, 13, "R4 K3")
    bonuses(game, "R3 K1")
    own(game, kind=COPY, copied="R")
    own(game, kind=DOUBLE, colour="K")
    score(game, A, 13)
    take(game)
    assert game.players[A].fulfilled


# ---------------------------------------------------------------------------------------------------------
# The interface
# ---------------------------------------------------------------------------------------------------------


def test_from_deal_and_arrange() -> None:
    shown: dict[Slot, str | None] = {(1, i): str(i) for i in range(1, 5)}
    shown |= {(2, i): str(40 + i) for i in range(1, 5)}
    shown |= {(3, 1): "90", (3, 2): None, (3, 3): "89", (3, 4): "88"}
    setup = {"players": 3, "cities": None, "posts": 2025, "orient": None, "strongholds": None}
    game = OracleGame.from_deal(setup, shown, nobles=[3, 1, 2, 9])
    state = game.snapshot()
    assert state["display"] == shown
    assert state["nobles"] == {1, 2, 3, 9}
    assert [len(state["decks"][level, "base"]) for level in (1, 2, 3)] == [36, 26, 17]
    game.arrange((1, "base"), ["40", "39"])
    game.apply(("reserve", "slot", 1, 3))
    assert game.display[1, 3] == "40"
    game.apply(("reserve", "deck", 1, "base"))
    assert game.players[B].hand == ["39"]
    for cards in (["39"], ["38", "38"], ["90"]):
        with pytest.raises(ValueError, match="shuffled part"):
            game.arrange((1, "base"), cards)
    game.under[1, "base"] = [game.decks[1, "base"].pop()]
    with pytest.raises(ValueError, match="shuffled part"):
        game.arrange((1, "base"), game.under[1, "base"])
    for wrong in ({(1, 1): "90"}, {(1, 1): "1", (1, 2): "1"}, {(1, 5): "1"}):
        with pytest.raises(ValueError, match=r"belong|twice|slots"):
            OracleGame.from_deal(setup, wrong, nobles=[])


def test_copy_is_independent() -> None:
    rng = random.Random(2)
    game = OracleGame(players=3, posts=2025, orient=2017, strongholds=2017, seed=4)
    for _ in range(150):
        twin, before = game.copy(), game.snapshot()
        assert twin.snapshot() == before
        choice = rng.choice(game.legal())
        twin.apply(choice)
        assert game.snapshot() == before
        game.apply(choice)
        assert game.snapshot() == twin.snapshot()
        if game.node == "OVER":
            break


# ---------------------------------------------------------------------------------------------------------
# Random play under the invariants of section 18
# ---------------------------------------------------------------------------------------------------------


def cards_everywhere(game: OracleGame) -> Iterator[str]:
    for key in game.decks:
        yield from game.decks[key]
        yield from game.under[key]
    yield from (card for card in game.display.values() if card is not None)
    for player in game.players:
        yield from player.hand
        yield from player.tableau
    yield from game.out


def check_cards(game: OracleGame) -> None:
    """INV-3, INV-4, INV-5."""
    found = list(cards_everywhere(game))
    assert len(found) == len(game.cards)
    assert set(found) == set(game.cards)
    assert game.setup.orient or not game.out
    assert all(len(player.hand) <= 3 for player in game.players)
    if game.node in ("DEC-ACTION", "OVER"):
        for (level, i), card in game.display.items():
            key = (level, "base" if i <= 4 else "orient")
            assert card is not None or not (game.decks[key] or game.under[key])


def check_tokens(game: OracleGame) -> None:
    """INV-1, INV-2."""
    holders = [game.bank] + [player.tokens for player in game.players]
    assert all(number >= 0 for holder in holders for number in holder)
    assert [sum(kind) for kind in zip(*holders, strict=True)] == [GEM_TOKENS[game.setup.players]] * 5 + [5]
    if game.node in ("DEC-ACTION", "DEC-NOBLE", "DEC-POST", "DEC-CITY", "OVER"):
        assert all(sum(player.tokens) <= 10 for player in game.players)


def check_strongholds(game: OracleGame) -> None:
    """INV-7."""
    for seat, player in enumerate(game.players):
        on_cards = sum(number for owner, number in game.forts.values() if owner == seat)
        assert player.supply + on_cards == (3 if game.setup.strongholds else 0)
    assert all(game.display[slot] is not None and 1 <= n <= 3 for slot, (_, n) in game.forts.items())


def check_points(game: OracleGame) -> None:
    """INV-9, and bonuses counted afresh."""
    for player in game.players:
        points = sum(game.cards[card].points for card in player.tableau) + 3 * len(player.nobles)
        if game.setup.posts == 2017:
            points += 5 * ("D" in player.posts)
        points += len(player.posts) * ("E" in player.posts)
        assert points == game.points(player)
        colours = [player.copies.get(card.id, card.colour) for card in player.tableau.values()]
        assert player.count == [
            sum(card.count for card, colour in zip(player.tableau.values(), colours, strict=True) if colour == c)
            for c in range(5)
        ]
        assert player.jokers == [card.id for card in player.tableau.values() if card.kind == JOKER]


def check_knowledge(game: OracleGame) -> None:
    for seat, player in enumerate(game.players):
        known = game.knowledge(seat)
        assert known["hands"][seat] == set(player.hand)
        assert all(
            card in (None, real)
            for key, cards in known["under"].items()
            for card, real in zip(cards, game.under[key], strict=True)
        )


def check_gains(before: list[Player], game: OracleGame, seat: int) -> None:
    """INV-6: what one turn may bring, and to whom."""
    for other, (old, new) in enumerate(zip(before, game.players, strict=True)):
        limit = 1 if other == seat else 0
        assert len(new.nobles) - len(old.nobles) <= limit
        assert len(new.tableau) - len(old.tableau) <= 6 * limit
        if game.setup.posts == 2025:
            assert len(new.posts) - len(old.posts) <= limit
        if other != seat:
            assert (new.city, new.fulfilled, new.tableau) == (old.city, old.fulfilled, old.tableau)


def check_choices(game: OracleGame) -> None:
    choices = game.legal()
    assert len(set(choices)) == len(choices)
    assert len(choices) >= (0 if game.node == "OVER" else 1 if game.node == "DEC-ACTION" else 2)


def pick(game: OracleGame, rng: random.Random, eager: bool) -> tuple[Any, ...]:
    """Random; the eager player mostly buys and always conquers."""
    choices = game.legal()
    wanted = [choice for choice in choices if choice[0] in ("buy", "conquer")]
    return rng.choice(wanted if eager and wanted and rng.random() < 0.8 else choices)


@pytest.mark.parametrize("eager", [True, False], ids=["eager", "random"])
@pytest.mark.parametrize("setup", ALL_SETUPS, ids=lambda setup: "-".join(str(v) for v in setup.values()))
def test_random_games(setup: dict[str, Any], eager: bool) -> None:
    rng = random.Random(str(setup) + str(eager))
    options: dict[str, Any] = {
        "take_fewer": rng.choice(["short_supply_only", "short_supply_only", "never", "free"]),
        "extra_nobles": rng.random() < 0.3,
        "payment": rng.choice(["free", "free", "least_gold"]),
    }
    game = OracleGame(**setup, **options, seed=rng.randrange(1000))
    turns = [0] * game.setup.players
    turn_start, conquests = [player.copy() for player in game.players], 0
    for _ in range(5000):
        for check in (
            check_cards,
            check_tokens,
            check_strongholds,
            check_points,
            check_knowledge,
            check_choices,
        ):
            check(game)
        if game.node == "OVER":
            break
        seat, choice = game.seat, pick(game, rng, eager)
        if game.node == "DEC-ACTION":
            turns[seat] += 1
        conquests += choice == ("conquer",)
        game.apply(choice)
        if game.node in ("DEC-ACTION", "OVER"):  # the turn is over
            check_gains(turn_start, game, seat)
            assert conquests <= 1
            turn_start, conquests = [player.copy() for player in game.players], 0
    assert game.node == "OVER"
    assert game.winners
    assert len(set(turns)) == 1 or game.passes >= game.setup.players  # INV-8
