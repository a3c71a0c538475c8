"""INFO: who knows what, beyond the worked positions."""

import random

import pytest

from splendor import Game, Phase, Setup, hidden
from splendor.position import Position
from splendor.table.things import Card, HiddenCard
from tests.rules.helpers import A, B, C, names, play, position

DRAW_TWO = {"bonus": "k3", "posts": "B"}
HIDDEN = HiddenCard(1, orient=True)


def public(game: Position) -> list[object]:
    """Everything a table shows to all."""
    shown: list[object] = [game.setup, game.phase, game.player, game.rounds, game.bank, game.market, game.deck_sizes]
    shown += [game.nobles, game.cities, game.strongholds, game.gone, game.ranking, game.ending]
    for player in game.players:
        shown += [player.tokens, player.bonus, player.prestige, player.tableau, player.copies, player.virtual_gold]
        shown += [player.nobles, player.reserved_nobles, player.posts, player.city, player.strongholds]
        shown += [len(player.hand)]
    return shown


@pytest.mark.rule("INFO-1")
@pytest.mark.parametrize("name", ["base", "cities2025+posts2025+orient2025+strongholds2025", "orient2017"])
def test_what_everybody_sees(name: str) -> None:
    chance = random.Random(3)
    game = Game(Setup.of_name(name, players=3), seed=3)
    for _ in range(120):
        if game.is_over:
            break
        game.play(chance.choice(list(game.legal_actions)))
        for seat in (A, B, C, None):
            assert public(game.view(seat)) == public(game)


@pytest.mark.rule("INFO-2", "INV-10")
def test_decks_and_what_left_the_game_are_hidden() -> None:
    """Games that differ only in hidden cards and chance look the same; what is dealt out is not to be seen."""
    first = position(Setup(2), players=[{}, {"hand": [hidden("76")]}], seed=1, market=market())
    second = position(Setup(2), players=[{}, {"hand": [hidden("90")]}], seed=2, market=market(), nobles=first.nobles)
    assert first != second
    for seat in (A, None):
        assert first.view(seat) == second.view(seat)
    assert first.view(B) != second.view(B)
    view = first.view(A)
    assert list(view.record["chance"][0]) == [0, 0]
    assert len(names(view.nobles)) == 3


def market() -> dict[str, str]:
    cards = ["1", "2", "3", "4", "41", "42", "43", "44", "71", "72", "73", "74"]
    return {f"{place // 4 + 1}.{place % 4 + 1}": card for place, card in enumerate(cards)}


@pytest.mark.rule("INFO-2")
def test_removed_cities_are_hidden() -> None:
    views = [Game(Setup(2, cities=2017), seed=seed).view(A) for seed in range(3)]
    for view in views:
        assert len(names(view.cities)) == 3


@pytest.mark.rule("INFO-4", "INFO-5")
def test_cards_reserved_from_the_market_stay_known() -> None:
    """There is no "no memory aid": however long ago, everybody's view names the card."""
    game = Game(Setup(3), seed=2)
    card = game.market[3, 2]
    play(game, "reserve 3.2")
    for _ in range(9):
        play(game, "take wug" if "take wug" in game.legal_actions else str(game.legal_actions[0]))
        for seat in (A, B, C, None):
            assert game.view(seat).players[A].hand == (card,)


@pytest.mark.rule("INFO-6")
def test_hidden_card_shows_when_its_payment_begins() -> None:
    players = [{"hand": [hidden("8")], "tokens": "r3 y1"}]
    game = position(Setup(2), players=players)
    assert game.view(B).players[A].hand == (HiddenCard(1, orient=False),)
    play(game, "purchase hand 1")
    assert game.phase is Phase.PAY
    assert names(game.view(B).players[A].hand) == {"8"}


# --- cards under a deck -------------------------------------------------------------------------------------------
COPIES = ["O17-03", "O17-04", "O17-05"]


def orient_deck(left: list[str], player: int) -> Game:
    """Of the Orient deck of level 1 only these are left and, under it, O17-03, put there by A."""
    hand = [card for card in COPIES[1:] if card not in left]
    return position(
        Setup(3, posts=2025, orient=2017),
        market={"1.5": "O17-01", "1.6": "O17-02"},
        players=[{**DRAW_TWO, "hand": hand}, DRAW_TWO],
        decks={"o1": left},
        under_decks={"o1": {"O17-03": A}},
        gone=[f"O17-{number:02}" for number in range(6, 11)],
        player=player,
    )


@pytest.mark.rule("INFO-9")
def test_card_under_the_deck_stays_known_to_its_drawer() -> None:
    game = orient_deck(COPIES[1:], player=B)
    for _ in range(2):
        assert names(game.view(A).under_decks["o1"]) == {"O17-03"}
        assert names(game.view(A).determinise(seed=4).under_decks["o1"]) == {"O17-03"}
        for seat in (B, C, None):
            assert game.view(seat).under_decks["o1"] == (HIDDEN,)
        play(game, "reserve 1.5")  # the deck shrinks
    game = orient_deck(COPIES[1:], player=B)
    guesses = {names(game.view(C).determinise(seed=seed).under_decks["o1"]).pop() for seed in range(40)}
    assert guesses == set(COPIES)


@pytest.mark.rule("INFO-9")
def test_further_cards_under_the_deck() -> None:
    game = play(orient_deck(COPIES[1:], player=B), "reserve deck o1", "keep 1")
    first, second = game.under_decks["o1"]
    assert names([first]) == {"O17-03"}
    assert game.view(A).under_decks["o1"] == (first, HIDDEN)
    assert game.view(B).under_decks["o1"] == (HIDDEN, second)
    assert game.view(C).under_decks["o1"] == (HIDDEN, HIDDEN)


@pytest.mark.rule("INFO-9")
def test_known_card_in_the_hand_of_another() -> None:
    game = play(orient_deck([], player=C), "reserve deck o1")
    assert game.deck_sizes["o1"] == 0
    assert [names(game.view(seat).players[C].hand) for seat in (A, C)] == [{"O17-03"}, {"O17-03"}]
    for seat in (B, None):
        assert game.view(seat).players[C].hand == (HIDDEN,)
    for seed in range(5):
        assert names(game.view(A).determinise(seed=seed).players[C].hand) == {"O17-03"}


@pytest.mark.rule("INFO-9", "INFO-8")
@pytest.mark.parametrize("kept", [1, 2])
def test_knowledge_ends_when_another_looks_at_two(kept: int) -> None:
    game = play(orient_deck(["O17-04"], player=B), "reserve deck o1")
    assert names(game.drawn) == {"O17-03", "O17-04"}
    assert game.view(A).drawn == (HIDDEN, HIDDEN)
    play(game, f"keep {kept}")
    assert game.view(A).players[B].hand == (HIDDEN,)
    assert game.view(A).under_decks["o1"] == (HIDDEN,)
    assert isinstance(game.view(B).under_decks["o1"][0], Card)


@pytest.mark.rule("INV-10")
@pytest.mark.parametrize(
    "setup", [Setup(3), Setup(2, posts=2025, orient=2017), Setup(4, cities=2025, strongholds=2025)]
)
def test_observation_does_not_depend_on_hidden_cards(setup: Setup) -> None:
    """Whatever the hidden cards are, the seat sees the same, at every decision of a game."""
    chance = random.Random(5)
    game = Game(setup, seed=5)
    while not game.is_over:
        actions = [action for action in game.legal_actions if action.kind == "reserve_deck"]
        choice = actions if actions and chance.random() < 0.4 else list(game.legal_actions)
        game.play(chance.choice(choice))
        seat = chance.randrange(setup.players)
        view = game.view(seat)
        other = view.determinise(seed=chance.randrange(10**6))
        assert other.view(seat) == view
        if game.player == seat and not game.is_over:
            assert list(other.legal_actions) == list(game.legal_actions) == list(view.legal_actions)
