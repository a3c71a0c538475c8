"""S-SET: set-ups, and the table before the first turn."""

from itertools import product

import pytest

from splendor import Game, IllegalSetup, Setup
from splendor.table.catalogue import Kind
from splendor.table.things import CARDS, NOBLES
from tests.rules.helpers import G4R4, R4K4, U4G4, W4U4, A, B, C, amounts, gems, letters_of, names, play, position


@pytest.mark.scenario("S-SET-1")
@pytest.mark.rule("SETUP-1", "SETUP-2", "SETUP-3", "SETUP-4")
@pytest.mark.parametrize("seed", range(5))
def test_two_players(seed: int) -> None:
    game = Game(Setup(2), seed=seed)
    assert game.bank == amounts("w4 u4 g4 r4 k4 y5")
    assert len(names(game.nobles)) == len(game.nobles) == 3
    assert len(names(game.market.values())) == len(game.market) == 12
    assert all(card and card.level == level and not card.orient for (level, _), card in game.market.items())
    assert game.deck_sizes == {"1": 36, "2": 26, "3": 16}
    for player in game.players:
        assert (player.tokens, player.bonus, player.prestige) == (amounts(""), gems(""), 0)
        assert (player.tableau, player.hand, player.nobles, player.reserved_nobles) == ((), (), (), ())
        assert (player.posts, player.city, player.strongholds) == ((), None, 0)


@pytest.mark.scenario("S-SET-2")
@pytest.mark.rule("SETUP-2", "SETUP-3")
@pytest.mark.parametrize(("players", "tokens", "nobles"), [(3, 5, 4), (4, 7, 5)])
def test_three_and_four_players(players: int, tokens: int, nobles: int) -> None:
    game = Game(Setup(players), seed=1)
    assert game.bank == amounts(f"w{tokens} u{tokens} g{tokens} r{tokens} k{tokens} y5")
    assert len(names(game.nobles)) == len(game.nobles) == nobles
    assert len(game.players) == players


@pytest.mark.scenario("S-SET-3")
@pytest.mark.rule("SETUP-CITY-1", "SETUP-CITY-2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", [2017, 2025])
def test_cities_without_nobles(edition: int, players: int) -> None:
    faces = set()
    for seed in range(80):
        game = Game(Setup(players, cities=edition), seed=seed)
        assert game.nobles == ()
        assert [city.edition for city in game.cities if city] == [edition] * 3
        assert len({city.number // 2 for city in game.cities if city}) == 3
        faces |= names(game.cities)
    assert len(faces) == 14  # every face of every tile comes up


@pytest.mark.scenario("S-SET-4")
@pytest.mark.rule("SETUP-ORIENT-1")
@pytest.mark.parametrize("edition", [2017, 2025])
def test_orient_rows(edition: int) -> None:
    game = Game(Setup(4, orient=edition), seed=2)
    assert len(names(game.market.values())) == len(game.market) == 18
    for (level, place), card in game.market.items():
        assert card is not None
        assert (card.level, card.orient) == (level, place > 4)
    assert game.deck_sizes == {"1": 36, "2": 26, "3": 16, "o1": 8, "o2": 8, "o3": 8}
    assert len(names(game.nobles)) == 5


@pytest.mark.scenario("S-SET-5")
@pytest.mark.rule("SETUP-POST17-1", "SETUP-POST25-1", "SETUP-FORT-1")
def test_posts_and_strongholds_of_three_players() -> None:
    # Five coats each: a player can have each of the five powers.
    players = [{"bonus": "w2 u3 g5 r4 k3", "nobles": [G4R4]}]
    game = position(Setup(3, posts=2017), players=players, nobles=[W4U4, U4G4, R4K4, None])
    assert letters_of(play(game, "take wug"), A) == "ABCDE"
    # Five stacks with one tile for each player: all three may have the same post.
    for edition in (2017, 2025):
        game = position(Setup(3, posts=edition), players=[{"bonus": "r3 w1"}] * 3)
        play(game, "take wug", "take wug", "take wug")
        assert [letters_of(game, seat) for seat in (A, B, C)] == ["A", "A", "A"]
    for edition in (2017, 2025):
        game = Game(Setup(3, strongholds=edition), seed=1)
        assert [player.strongholds for player in game.players] == [3, 3, 3]
        assert game.strongholds == {}


@pytest.mark.scenario("S-SET-6")
@pytest.mark.rule("CONF-3", "CONF-4", "CONF-5")
def test_module_sets() -> None:
    accepted = []
    for modules in product((None, 2017, 2025), repeat=4):
        try:
            accepted.append(Setup(2, *modules))
        except IllegalSetup as error:
            assert "CONF-5" in str(error)  # noqa: PT017 — every refusal names the rule
    assert len(accepted) == 37
    assert sum(len(setup.modules) == 1 for setup in accepted) == 8
    assert len(list(Setup.all())) == 111
    refused = [
        {"cities": 2017, "posts": 2017},
        {"posts": 2017, "orient": 2017},
        {"orient": 2017, "strongholds": 2017},
        {"cities": 2025, "posts": 2017},
    ]
    for modules in refused:
        with pytest.raises(IllegalSetup, match="CONF-5"):
            Setup(2, **modules)
    for modules in (
        {"orient": 2017, "strongholds": 2025},
        {"cities": 2025, "orient": 2017, "strongholds": 2017},
        {"cities": 2025, "posts": 2025, "orient": 2025, "strongholds": 2025},
    ):
        assert Setup(2, **modules) in accepted


@pytest.mark.scenario("S-SET-7")
@pytest.mark.rule("SETUP-NOBLE-X")
def test_extra_nobles() -> None:
    seen = set()
    for seed in range(60):
        game = Game(Setup(4, posts=2025, extra_nobles=True), seed=seed)
        assert len(names(game.nobles)) == 5
        seen |= names(game.nobles)
    assert seen == names(NOBLES)
    assert len(seen) == 12
    usual = [names(Game(Setup(4, posts=2025), seed=seed).nobles) for seed in range(60)]
    assert set.union(*usual) == names(NOBLES[:10])
    assert Game(Setup(4, cities=2025, extra_nobles=True), seed=1).nobles == ()


@pytest.mark.rule("CONF-1")
@pytest.mark.parametrize("players", [0, 1, 5, True, "3"])
def test_two_to_four_players(players: object) -> None:
    with pytest.raises(IllegalSetup, match="CONF-1"):
        Setup(players)  # type: ignore[arg-type]


@pytest.mark.rule("CONF-2")
def test_what_a_setup_is() -> None:
    setup = Setup(3, cities=2025, orient=2017, take_fewer="free", extra_nobles=True, payment="least_gold")
    assert Game(setup, seed=1).setup == setup
    for wrong in (
        {"cities": 2021},
        {"posts": "2017"},
        {"take_fewer": "sometimes"},
        {"payment": "gold"},
        {"extra_nobles": 1},
    ):
        with pytest.raises(IllegalSetup):
            Setup(2, **wrong)


@pytest.mark.rule("SETUP-5", "CHANCE-1")
def test_seat_zero_begins_and_chance_deals() -> None:
    for setup in Setup.all(players=3):
        game = Game(setup, seed=5)
        assert (game.player, game.rounds) == (0, 0)
        assert game == Game(setup, seed=5)
    tables = [Game(Setup(2, cities=2017), seed=seed) for seed in range(50)]
    assert len({str(sorted(names(table.market.values()))) for table in tables}) == 50
    assert len({str(table.cities) for table in tables}) > 40
    nobles = [names(Game(Setup(2), seed=seed).nobles) for seed in range(50)]
    assert len(set.union(*nobles)) == 10


@pytest.mark.rule("ORIENT25-3", "SETUP-ORIENT-1")
@pytest.mark.scenario("S-O25-4")
def test_orient_2025_has_no_noble_cards() -> None:
    seen = set()
    for seed in range(120):
        seen |= {card for card in Game(Setup(2, orient=2025), seed=seed).market.values() if card and card.orient}
    assert [sum(card.level == level for card in seen) for level in (1, 2, 3)] == [10, 10, 10]
    assert not any(card.kind is Kind.RESERVE_NOBLE for card in seen)
    assert {card.name[:3] for card in seen} == {"O25"}
    assert any(card.kind is Kind.RESERVE_NOBLE for card in CARDS)  # 2017 has them
