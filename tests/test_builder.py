"""The position builder: what is named is there, what cannot be is refused with the reason."""

import doctest
import random
from typing import Any

import pytest

import splendor.builder
from splendor import Game, ImpossiblePosition, Phase, Setup, Status, build, hidden
from splendor.builder import plan_of
from splendor.rules.layout import copy_games
from splendor.table.things import CARD_BY_NAME, NOBLES, HiddenCard

BASE = Setup(2)
ALL = Setup(3, posts=2025, orient=2017, strongholds=2017)


def test_examples_in_the_text() -> None:
    assert doctest.testmod(splendor.builder).failed == 0


def names(things: Any) -> list[str]:
    return [thing.name for thing in things if thing is not None]


def test_nothing_named_is_a_dealt_game() -> None:
    for setup in Setup.all(players=3):
        game = build(setup, seed=1)
        assert game.status() is Status.SOUND
        assert (game.setup, game.player, game.phase, game.rounds) == (setup, 0, Phase.ACTION, 0)
        assert game.deck_sizes == Game(setup, seed=1).deck_sizes


def test_everything_named_reads_back() -> None:
    holdings = {
        "tokens": "w2 r1 y1",
        "tableau": ["O17-07", "O17-06", "O17-01", "4", "O17-17", "O17-25"],
        "copies": {"O17-01": "red"},
        "bonus": "w2 u3 g2 r2 k3",
        "prestige": 9,
        "hand": ["57", hidden("90"), hidden("O17-30", 2)],
        "reserved_nobles": ["Henry VIII"],
        "posts": "BC",
    }
    game = build(
        ALL,
        market={"1.1": "8", (3, 6): "O17-26"},
        players=[holdings],
        nobles=["Mary Stuart", None],
        strongholds={"1.1": (1, 2), "2.2": (0, 3)},
        under_decks={"2": {"44": 0, "45": 0}},
        gone=["9", "14", "O17-10"],
        player=2,
        rounds=31,
        quiet_rounds=3,
        passes=1,
        lively=True,
        seed=5,
    )
    player = game.players[0]
    assert player.tokens == {"white": 2, "blue": 0, "green": 0, "red": 1, "black": 0, "gold": 1}
    assert list(player.bonus.values()) == [2, 3, 2, 2, 3]
    assert (player.prestige, player.copies) == (9, {"O17-01": "red"})
    assert names(player.virtual_gold) == ["O17-07", "O17-06"]
    assert names(player.hand) == ["57", "90", "O17-30"]
    assert names(player.reserved_nobles) == ["Henry VIII"]
    assert "".join(post.letter for post in player.posts) == "BC"
    assert (player.strongholds, game.players[1].strongholds) == (0, 1)
    assert (game.market[1, 1], game.market[3, 6]) == (CARD_BY_NAME["8"], CARD_BY_NAME["O17-26"])
    assert game.nobles[0] == NOBLES[0]
    assert game.nobles[1] is None
    assert game.strongholds == {(1, 1): (1, 2), (2, 2): (0, 3)}
    assert names(game.under_decks["2"]) == ["44", "45"]
    assert set(names(game.gone)) == {"9", "14", "O17-10"}
    assert (game.player, game.rounds, game.quiet_rounds, game.ending) == (2, 31, 3, False)
    # Who has seen what.
    level_three, orient = HiddenCard(3, orient=False), HiddenCard(3, orient=True)
    assert game.view(1).players[0].hand == (CARD_BY_NAME["57"], level_three, orient)
    assert game.view(2).players[0].hand == (CARD_BY_NAME["57"], level_three, CARD_BY_NAME["O17-30"])
    assert names(game.view(0).under_decks["2"]) == ["44", "45"]
    assert game.view(1).under_decks["2"] == (HiddenCard(2, orient=False),) * 2


def test_same_seed_same_position() -> None:
    named: dict[str, Any] = {"players": [{"bonus": "w3"}], "bank": "w2 y5"}
    assert build(BASE, seed=3, **named) == build(BASE, seed=3, **named)
    assert build(BASE, seed=3, **named).market != build(BASE, seed=4, **named).market


def test_filled_tableaux_are_exact() -> None:
    for prestige in range(15):
        for bonus in (None, "w2 u2 g2 r2 k2", "g4 k3"):
            wanted: dict[str, Any] = {"prestige": prestige} | ({"bonus": bonus} if bonus else {})
            game = build(BASE, players=[wanted], seed=1)
            assert game.players[0].prestige == prestige
            if bonus:
                assert sum(game.players[0].bonus.values()) == game.players[0].cards
    player = build(BASE, players=[{"cards": 12, "prestige": 14}], seed=1).players[0]
    assert (player.cards, player.prestige) == (12, 14)
    assert build(BASE, players=[{"cards": 9}], seed=1).players[0].prestige == 0


def test_missing_tokens_are_handed_out() -> None:
    game = build(Setup(3), bank="k5 y5", players=[{}, {"tokens": "w2"}], player=1, seed=1)
    assert game.bank == {"white": 0, "blue": 0, "green": 0, "red": 0, "black": 5, "gold": 5}
    assert [sum(player.tokens.values()) for player in game.players] == [8, 2, 10]


def test_missing_cards_are_parked() -> None:
    game = build(Setup(4), decks={"3": 2, "1": 0}, park=(1, 2, 3), seed=1)
    assert game.deck_sizes == {"1": 0, "2": 26, "3": 2}
    assert [len(player.hand) for player in game.players] == [0, 3, 3, 3]
    assert max(player.prestige for player in game.players) < 15
    assert game.players[0].tableau == ()


def test_game_in_its_last_round() -> None:
    game = build(BASE, players=[{"prestige": 16}], player=1, seed=1)
    assert game.ending
    game.play("take wug")
    assert (game.is_over, game.winners) == (True, {0})


# --- the way back -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [setup.name for setup in Setup.all(players=2)])
def test_positions_of_play_can_be_built(name: str) -> None:
    """Whatever random play leads to is accepted and comes back byte by byte, the generator aside."""
    chance = random.Random(name)
    game = Game(Setup.of_name(name, players=chance.randint(2, 4)), seed=chance.randrange(1000))
    while not game.is_over:
        actions = list(game.legal_actions)
        purchases = [action for action in actions if action.kind.startswith("purchase")]
        game.play(chance.choice(purchases if purchases and chance.random() < 0.7 else actions))
        if game.phase is Phase.ACTION and chance.random() < 0.1:
            again = build(game.setup, seed=0, **plan_of(game))
            assert without_scratch(again) == without_scratch(game)
            assert list(again.legal_actions) == list(game.legal_actions)


def without_scratch(game: Game) -> bytes:
    """The record less the generator and the step of an effect that is over."""
    record = copy_games(game.record)
    record["chance"] = 0
    record["effect"] = 0
    return bytes(record.tobytes())


def test_only_a_waiting_game_has_a_plan() -> None:
    game = build(BASE, players=[{"tokens": "w3 u3 g3"}], seed=1)
    game.play("take wug")
    assert game.phase is Phase.GIVE_BACK
    with pytest.raises(ImpossiblePosition, match="waits for an action"):
        plan_of(game)


# --- refusals -----------------------------------------------------------------------------------------------------
def one(**holdings: Any) -> dict[str, Any]:
    return {"players": [holdings]}


ORIENT, FORTS, POSTS = Setup(2, orient=2017), Setup(2, strongholds=2017), Setup(2, posts=2025)
CITIES17, CITIES25 = Setup(2, cities=2017), Setup(2, cities=2025)

REFUSED: list[tuple[Setup, dict[str, Any], str]] = [
    # cards
    (
        BASE,
        {"market": {"1.1": "8"}, **one(hand=["8"])},
        "card 8 lies in the hand of player 0 and cannot lie in slot 1.1",
    ),
    (BASE, one(tableau=["8", "8"]), "card 8 lies in the tableau of player 0"),
    (BASE, one(tableau=["91"]), "there is no card '91'"),
    (BASE, one(tableau=[57]), "there is no card 57"),
    (BASE, one(hand="57"), "player 0: hand: '57' is no list"),
    (BASE, {"nobles": "Mary Stuart"}, "nobles: 'Mary Stuart' is no list"),
    (BASE, one(tableau=["O17-01"]), "card O17-01 is not in a game of 2 players, base game"),
    (ORIENT, one(tableau=["O25-01"]), "card O25-01 is not in a game"),
    (BASE, {"market": {"2.1": "8"}}, "card 8 is of deck 1; slot 2.1 holds cards of deck 2"),
    (ORIENT, {"market": {"1.5": "8"}}, "slot 1.5 holds cards of deck o1"),
    (BASE, {"market": {"1.5": "8"}}, "there is no slot '1.5'"),
    (BASE, {"market": {"1.1": "8", (1, 1): "9"}}, "slot 1.1 is named twice"),
    (BASE, {"market": {"1.1": None}}, "slot 1.1 is empty, but deck 1 is not"),
    (BASE, one(hand=["1", "2", "3", "4"]), "player 0 has 4 cards in hand; at most 3"),
    (BASE, {"decks": {"4": 0}}, "there is no deck '4'"),
    (BASE, {"decks": {"1": 37}}, "deck 1 cannot have 37 cards: 0 to 36 are left"),
    (BASE, {"decks": {"1": 0}}, "has no place"),
    (BASE, {"decks": {"1": 0}, "park": 1, "players": [{}, {"bonus": "w1"}]}, "has no place"),
    (BASE, {"decks": {"1": ["41"]}}, "card 41 is of deck 2, not 1"),
    (BASE, {"park": 2}, "park: there is no seat 2"),
    (BASE, {"decks": {"3": 0}, "park": (0, 1)}, "the game would be over"),
    (ORIENT, {"decks": {"o1": 0}, "park": 1, "players": [{}, {"hand": []}]}, "of deck o1 has no place"),
    # out of the game
    (BASE, {"gone": ["8"]}, "only with the Orient"),
    (ORIENT, {"gone": ["8"]}, "more than the sacrifice cards"),
    # filling up
    (BASE, one(tableau=["8"], bonus="w1"), "green bonuses: 0 named, but what is named besides makes 1 already"),
    (BASE, one(tableau=["90"], prestige=3), "prestige: 3 named"),
    (BASE, one(tableau=["90"], cards=0), "cards: 0 named"),
    (BASE, one(bonus="w19"), "19 more white cards are needed, 18 are free"),
    (BASE, one(bonus="w1", prestige=9), "no free cards bring the bonus w1"),
    (BASE, one(bonus="w1", cards=2), "no free cards bring the bonus w1"),
    (BASE, one(cards=1, prestige=6), "no free cards bring exactly 1 more cards and 6 more prestige"),
    (BASE, one(cards=91), "no free cards bring exactly 91 more cards"),
    (BASE, one(bonus="y1"), "'gold' is no colour here"),
    # tokens
    (BASE, one(tokens="w5"), "there are 4 white tokens, and players have 5"),
    (BASE, one(tokens="w4 u4 g3"), "player 0 has 11 tokens; at most 10 may be"),
    (BASE, {"bank": "w4 u4 g4 r4 k4 y5", **one(tokens="w1")}, "the bank cannot have 4 white tokens: 3 are left"),
    (BASE, {"bank": "", "players": [{"tokens": "w1"}]}, "nobody whose tokens are not named has room"),
    (BASE, {"bank": ""}, "nobody whose tokens are not named has room"),
    (BASE, one(tokens="w"), "'w' is unreadable"),
    (BASE, {"bank": 5}, "bank: 5 is unreadable"),
    (BASE, one(tokens="x1"), "'x' is no colour"),
    (BASE, one(tokens={"white": -1}), "-1 is not a whole number"),
    # nobles
    (BASE, one(nobles=["Mary Stuart"]), "cannot have been visited by Mary Stuart: that takes 4 green, and 0 are there"),
    (BASE, {"nobles": ["Mary Stuart", "Mary Stuart"]}, "Mary Stuart is named twice"),
    (BASE, {"nobles": ["Mary"]}, "there is no noble 'Mary'"),
    (BASE, {"nobles": ["Hino Tomiko"]}, "the noble Hino Tomiko is not in this set-up"),
    (BASE, {"nobles": [None]}, "0 of 3 nobles are with players"),
    (BASE, {"nobles": ["Mary Stuart", "Charles V", "Henry VIII", "Anne of Brittany"]}, "the set-up has 3 nobles; more"),
    (CITIES17, {"nobles": ["Mary Stuart"]}, "the set-up has 0 nobles"),
    (ORIENT, one(reserved_nobles=["Mary Stuart"]), "cannot have 1 reserved nobles with 0 cards that reserve one"),
    # trading posts
    (BASE, one(posts="A"), "but the set-up has none"),
    (POSTS, one(posts="F"), "'F' is no trading post"),
    (POSTS, one(posts="AA", bonus="r3 w1"), "has a trading post twice"),
    (POSTS, one(posts="A", bonus="r3"), "cannot have trading post A: that takes 1 white"),
    (Setup(2, posts=2017), one(posts="D", bonus="g5"), "without a noble"),
    (POSTS, {"under_decks": {"1": {"8": 0}}}, "lacks the draw-two post"),
    (
        POSTS,
        {"under_decks": {"3": dict.fromkeys(map(str, range(71, 80)), 0)}, **one(bonus="k3", posts="B")},
        "9 cards lie under deck 3; at most 8 can",
    ),
    # copies
    (ORIENT, one(tableau=["O17-01"]), "which colour does O17-01 copy"),
    (ORIENT, one(tableau=["O17-01"], copies={"O17-01": "red"}), "cannot copy red"),
    (ORIENT, one(tableau=["O17-01", "4"], copies={"O17-01": "gold"}), "'gold' is no colour to copy"),
    (ORIENT, one(tableau=["4"], copies={"4": "red"}), "'4' is no copy card of the tableau"),
    (ORIENT, one(tableau=["O17-06"], virtual_gold=["O17-07"]), "virtual_gold must name"),
    # strongholds
    (BASE, {"strongholds": {"1.1": (0, 1)}}, "strongholds are named, but the set-up has none"),
    (FORTS, {"strongholds": {"1.1": (0, 1), (1, 1): (1, 1)}}, "slot 1.1 has two owners"),
    (FORTS, {"strongholds": {"1.1": (0, 4)}}, "4 strongholds of player 0 cannot stand on 1.1: 3 are left"),
    (
        FORTS,
        {"strongholds": {"1.1": (0, 2), "1.2": (0, 2)}},
        "2 strongholds of player 0 cannot stand on 1.2: 1 are left",
    ),
    (FORTS, {"strongholds": {"1.1": (2, 1)}}, "there is no seat 2"),
    (FORTS, {"strongholds": {"1.1": 2}}, "strongholds on 1.1: 2 is not a seat and how many"),
    (
        FORTS,
        {"strongholds": {"1.1": (0, 1)}, "market": {"1.1": None}, "decks": {"1": 0}, "park": 1},
        "slot 1.1 is empty: no stronghold can stand there",
    ),
    # cities
    (CITIES17, {"cities": ["Lyon A", "Lyon B"]}, "two faces of one city tile"),
    (CITIES17, {"cities": ["Seoul A"]}, "the city Seoul A is not in this set-up"),
    (CITIES17, {"cities": ["Rome"]}, "there is no city 'Rome'"),
    (CITIES17, {"player": 1, **one(city="Lisbon A", prestige=16)}, "does not fulfil the city Lisbon A"),
    (CITIES17, {"cities": ["Lisbon A"], "player": 1, **one(prestige=17)}, "fulfils the city Lisbon A: name it"),
    (CITIES17, one(city="Lisbon A", prestige=17), "the game would be over"),
    (
        CITIES25,
        {"cities": ["Seoul A", "Madrid A", "Delhi A"], "player": 1, **one(city="Krakow A", prestige=17)},
        "not in play",
    ),
    (BASE, one(city="Krakow A"), "the city Krakow A is not in this set-up"),
    # the end, and whose turn
    (BASE, one(prestige=15), "player 0 had 15 prestige when the last round was complete"),
    (BASE, {"player": 1, "ending": False, **one(prestige=15)}, "ending=False, but somebody has reached the end"),
    (BASE, {"player": 1, "ending": True}, "ending=True, but nobody who has played has reached the end"),
    (BASE, {"player": 2}, "player: there is no seat 2"),
    (BASE, {"quiet_rounds": 25}, "quiet_rounds"),
    (BASE, {"quiet_rounds": 5, "rounds": 4}, "5 quiet rounds cannot be among 4 rounds"),
    (BASE, {"passes": 2}, "passes"),
    (BASE, {"lively": True}, "nobody has purchased or reserved yet"),
    (BASE, {"players": [{}, {}, {}]}, "3 players are described; the set-up has 2"),
    (BASE, {"players": ["w1"]}, "player 0: 'w1' does not say what the player has"),
    (BASE, one(token="w1"), "'token' is unknown; a player has tokens, tableau"),
]


@pytest.mark.parametrize(("setup", "named", "reason"), REFUSED, ids=[reason for *_, reason in REFUSED])
def test_refused_with_the_reason(setup: Setup, named: dict[str, Any], reason: str) -> None:
    with pytest.raises(ImpossiblePosition) as refusal:
        build(setup, seed=1, **named)
    assert reason in str(refusal.value)
