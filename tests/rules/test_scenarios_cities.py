"""S-CITY: cities instead of nobles and of the fifteen-prestige end."""

from typing import Any

import pytest

from splendor import Game, Phase, Setup
from tests.rules.helpers import A, B, C, names, play, position, refuses, texts

# T1: 13 prestige, r4 k3. T2: 15, five alike. T3: 14, g4 and four of another colour.
T1, T2, T3 = "Florence A", "Lyon A", "Bruges A"
FIRST = Setup(2, cities=2017)

# 2025: 14 prestige, w4 and four of another colour; two that nobody here fulfils (13: six alike; 12: u3 g3 r3 k3).
W4_AND_4, SIX_ALIKE, U3G3R3K3 = "Samarkand A", "Seoul B", "Madrid A"
SECOND = Setup(2, cities=2025)


@pytest.mark.scenario("S-CITY-1")
@pytest.mark.rule("CITY17-1", "CITY17-2")
def test_of_another_colour() -> None:
    game = position(FIRST, cities=[T1, T2, T3], players=[{"prestige": 14, "bonus": "g8 k3"}])
    play(game, "take wug")
    assert (game.players[A].city, game.ending, names(game.cities)) == (None, False, {T1, T2, T3})


def about_to_take_t1(players: int = 2, **other: Any) -> Game:
    """A has 13 prestige and r4 k2; 10 (black, 0 prestige) costs g3."""
    seats = [{"prestige": 13, "bonus": "r4 k2", "tokens": "g3"}, other]
    setup = Setup(players, cities=2017)
    return position(setup, cities=[T1, T2, T3], market={"1.1": "10"}, players=seats)


@pytest.mark.scenario("S-CITY-2")
@pytest.mark.rule("CITY17-1", "CITY17-4", "CITY17-9")
def test_city_is_taken_by_itself() -> None:
    game = play(about_to_take_t1(), "purchase 1.1")
    assert game.player == B  # A was not asked
    city = game.players[A].city
    assert city is not None
    assert (city.name, game.ending, game.cities[0]) == (T1, True, None)
    assert game.players[A].prestige == 13  # the tile itself gives none


def two_cities_at_once() -> Game:
    """A comes to 15 prestige, g5 k4 with 53 (green, 2 prestige, costs g5); B to 14, g4 r4 with 9 (red, costs w3)."""
    players = [
        {"prestige": 13, "bonus": "g4 k4", "tokens": "g1"},
        {"prestige": 14, "bonus": "g4 r3", "tokens": "w3"},
    ]
    game = position(FIRST, cities=[T1, T2, T3], market={"1.1": "9", "2.1": "53"}, players=players)
    return play(game, "purchase 2.1")


@pytest.mark.scenario("S-CITY-3")
@pytest.mark.rule("CITY17-3", "DEC-CITY", "CITY17-6")
def test_choice_of_cities() -> None:
    game = two_cities_at_once()
    assert (game.phase, texts(game)) == (Phase.CITY, {"city 2", "city 3"})
    assert refuses(game, "city 1", "decline", "pass")
    play(game, "city 2", "purchase 1.1")
    assert [names([player.city]) for player in game.players] == [{T2}, {T3}]
    assert [player.prestige for player in game.players] == [15, 14]
    assert (game.is_over, game.winners) == (True, {A})

    game = two_cities_at_once()
    play(game, "city 3", "purchase 1.1")
    assert [names([player.city]) for player in game.players] == [{T3}, set()]
    assert (game.is_over, game.winners) == (True, {A})


@pytest.mark.scenario("S-CITY-4")
@pytest.mark.rule("CITY17-5")
def test_a_city_beats_prestige() -> None:
    game = about_to_take_t1(3, prestige=19)
    play(game, "purchase 1.1", "take wug")
    assert not game.is_over
    play(game, "take wug")
    assert [player.prestige for player in game.players] == [13, 19, 0]
    assert (game.is_over, game.winners, game.ranking) == (True, {A}, ((A,), (B,), (C,)))


@pytest.mark.scenario("S-CITY-5")
@pytest.mark.rule("CITY17-8", "CITY25-7")
@pytest.mark.parametrize(("edition", "cities"), [(2017, [T1, T2, T3]), (2025, [W4_AND_4, SIX_ALIKE, U3G3R3K3])])
def test_fifteen_prestige_end_nothing(edition: int, cities: list[str]) -> None:
    game = position(Setup(2, cities=edition), cities=cities, players=[{"prestige": 17}])
    play(game, "take wug", "take wug")
    assert (game.players[A].prestige, game.ending, game.is_over) == (17, False, False)


@pytest.mark.scenario("S-CITY-6")
@pytest.mark.rule("CITY17-7")
@pytest.mark.parametrize(("bonus", "winners"), [("r4 k3 w2 u2 g1", {B}), ("r4 k3 w2 u2", {A, B})])
def test_tie_between_cities(bonus: str, winners: set[int]) -> None:
    # A has T1; B comes to 15 prestige and eleven cards with 37 (blue, 1 prestige, costs r4), and so to T2.
    players = [
        {"prestige": 15, "bonus": bonus, "city": T1},
        {"prestige": 14, "bonus": "w5 u1 g1 r1 k2", "tokens": "r3"},
    ]
    game = position(FIRST, cities=[None, T2, T3], market={"1.1": "37"}, players=players, player=B)
    play(game, "purchase 1.1")
    assert [player.prestige for player in game.players] == [15, 15]
    assert game.players[B].cards == 11
    assert (game.is_over, game.winners) == (True, winners)


@pytest.mark.scenario("S-CITY-7")
@pytest.mark.rule("CITY25-1", "CITY25-2")
def test_city_2025_is_fulfilled_and_stays() -> None:
    # 7 (blue, 0 prestige) costs k3.
    players = [{"prestige": 14, "bonus": "w4 u3", "tokens": "k3"}]
    game = position(SECOND, cities=[W4_AND_4, SIX_ALIKE, U3G3R3K3], market={"1.1": "7"}, players=players)
    play(game, "purchase 1.1")
    assert (game.player, game.phase, game.ending) == (B, Phase.ACTION, True)
    assert names([game.players[A].city]) == {W4_AND_4}
    assert names(game.cities) == {W4_AND_4, SIX_ALIKE, U3G3R3K3}
    play(game, "take wug")
    assert (game.is_over, game.winners) == (True, {A})


@pytest.mark.scenario("S-CITY-8")
@pytest.mark.rule("CITY25-5", "CITY25-6", "CITY25-3")
@pytest.mark.parametrize(("bonus", "winners"), [("w4 u4 g3 r1 k1", {B}), ("w4 u4 g2 r1 k1", {A, B})])
def test_both_fulfil_the_same_city(bonus: str, winners: set[int]) -> None:
    players = [
        {"prestige": 16, "bonus": bonus, "city": W4_AND_4},
        {"prestige": 16, "bonus": "w4 u3 g2 r1 k1", "tokens": "k2", "hand": ["1", "2", "3"]},
    ]
    cities = [W4_AND_4, SIX_ALIKE, U3G3R3K3]
    game = position(SECOND, cities=cities, market={"1.1": "7"}, players=players, player=B)
    play(game, "purchase 1.1")
    assert [names([player.city]) for player in game.players] == [{W4_AND_4}, {W4_AND_4}]
    assert (game.players[B].cards, len(game.players[B].hand)) == (12, 3)
    assert (game.is_over, game.winners) == (True, winners)


@pytest.mark.scenario("S-CITY-9")
@pytest.mark.rule("CITY25-4")
def test_fulfilling_beats_prestige() -> None:
    players = [{"prestige": 14, "bonus": "w4 u3", "tokens": "k3"}, {"prestige": 18}]
    game = position(SECOND, cities=[W4_AND_4, SIX_ALIKE, U3G3R3K3], market={"1.1": "7"}, players=players)
    play(game, "purchase 1.1", "take wug")
    assert [player.prestige for player in game.players] == [14, 18]
    assert (game.is_over, game.winners) == (True, {A})


@pytest.mark.rule("CITY25-3")
def test_fulfilling_several_cities_is_no_choice() -> None:
    # With 7 (blue) A fulfils both w4 + 4 alike (14 prestige) and 3 white 4 blue (13).
    players = [{"prestige": 14, "bonus": "w4 u3", "tokens": "k3"}]
    cities = [SIX_ALIKE, W4_AND_4, "Timbuktu A"]
    game = position(SECOND, cities=cities, market={"1.1": "7"}, players=players)
    play(game, "purchase 1.1")
    assert (game.player, game.phase, game.ending) == (B, Phase.ACTION, True)
    assert names(game.cities) == set(cities)
    assert game.players[A].prestige == 14


@pytest.mark.rule("BASE-STALL-1", "CITY17-6")
def test_quiet_end_with_cities_ranks_everybody() -> None:
    players = [{"prestige": 17}, {"prestige": 18}]
    game = position(FIRST, cities=[T1, T2, T3], players=players, quiet_rounds=24)
    play(game, "take wug", "take wug")
    assert (game.is_over, game.winners) == (True, {B})


@pytest.mark.rule("CITY17-6", "CITY17-3")
def test_most_prestige_among_those_with_a_city() -> None:
    game = two_cities_at_once()
    play(game, "city 2")
    assert refuses(game, "city 3")
    assert game.cities[1] is None
