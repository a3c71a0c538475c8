"""INV: what is always true, counted again from what a position shows, in random games of every module set."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from splendor import Game, Phase, Setup, Status
from splendor.table.catalogue import COLOURS, Power

GEMS = {2: 4, 3: 5, 4: 7}
SETS = [setup.name for setup in Setup.all(players=2)]


def random_game(name: str) -> Game:
    return Game(Setup.of_name(name, players=2 + SETS.index(name) % 3), seed=SETS.index(name))


def choose(game: Game, chance: random.Random) -> Any:
    """Purchases are preferred, so that games end and cards come into play."""
    actions = list(game.legal_actions)
    purchases = [action for action in actions if action.kind.startswith(("purchase", "conquer"))]
    return chance.choice(purchases if purchases and chance.random() < 0.8 else actions)


@pytest.mark.rule("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-7", "INV-8", "INV-9")
@pytest.mark.parametrize("name", SETS)
def test_random_game(name: str) -> None:
    chance = random.Random(name)
    game = random_game(name)
    turns: Counter[int] = Counter()
    before, passes, conquests = gains(game), 0, 0
    while not game.is_over:
        seat = game.player
        action = choose(game, chance)
        if game.phase is Phase.ACTION:
            turns[seat] += 1
            before, conquests = gains(game), 0
            passes = passes + 1 if action.kind == "pass" else 0
        conquests += action.kind == "conquer"
        game.play(action)
        if game.phase is Phase.ACTION or game.is_over:
            assert turns.total() % 4 or game.status() is Status.SOUND  # slow where the rules are not compiled
            check_everything(game)
            check_gains(game, before, seat)
            assert conquests <= 1  # INV-6
    assert len(set(turns.values())) == 1 or passes >= game.setup.players  # INV-8


def check_tokens(game: Game) -> None:
    """INV-1, and INV-2 between turns."""
    for colour in COLOURS:
        held = [player.tokens[colour] for player in game.players]
        assert min(held) >= 0 <= game.bank[colour]
        assert game.bank[colour] + sum(held) == (5 if colour == "gold" else GEMS[game.setup.players])
    for player in game.players:
        assert sum(player.tokens.values()) <= 10


def check_everything(game: Game) -> None:
    """Between turns: INV-1, -2, -3, -4, -5, -7, -9."""
    check_tokens(game)
    for slot, card in game.market.items():
        deck = str(slot[0]) if slot[1] <= 4 else f"o{slot[0]}"
        assert card is not None or game.deck_sizes[deck] == 0
    check_cards(game)
    for player in game.players:
        assert len(player.hand) <= 3
        standing = [number for owner, number in game.strongholds.values() if owner == player.seat]
        assert player.strongholds + sum(standing) == (3 if game.setup.strongholds else 0)
        assert player.prestige == points(player)
    assert all(game.market[slot] is not None for slot in game.strongholds)


def check_cards(game: Game) -> None:
    """INV-5: every card of the set-up is in one place, and the rest is in the decks."""
    seen = [card for card in game.market.values() if card] + list(game.gone)
    for player in game.players:
        seen += [*player.tableau, *player.hand]
    assert len(seen) == len(set(seen))
    edition = f"O{game.setup.orient % 100}" if game.setup.orient else "none"
    assert all(not card.orient or card.name.startswith(edition) for card in seen)
    assert len(seen) + sum(game.deck_sizes.values()) == (120 if game.setup.orient else 90)
    assert not game.gone or game.setup.orient
    under = [card for cards in game.under_decks.values() for card in cards]
    assert not set(under) & set(seen)


def points(player: Any) -> int:
    """BASE-SCORE-1, from scratch."""
    powers = [post.power for post in player.posts]
    total = sum(card.prestige for card in player.tableau) + 3 * len(player.nobles)
    total += 5 if Power.FIVE_PRESTIGE in powers else 0
    return total + (len(powers) if Power.PRESTIGE_PER_POST in powers else 0)


def gains(game: Game) -> list[tuple[int, int, bool]]:
    return [(len(player.nobles), len(player.posts), player.city is not None) for player in game.players]


def check_gains(game: Game, before: list[tuple[int, int, bool]], seat: int) -> None:
    """INV-6: at most one noble, one 2025 post and one city in a turn, and only for the player on turn."""
    for player, (old, new) in enumerate(zip(before, gains(game), strict=True)):
        nobles, posts, city = (int(now) - int(then) for then, now in zip(old, new, strict=True))
        limit = int(player == seat)
        assert 0 <= nobles <= limit
        assert 0 <= city <= limit
        assert 0 <= posts <= (limit if game.setup.posts == 2025 else 5 * limit)


# --- the check itself can fail ------------------------------------------------------------------------------------
def spoil_bank(record: Any) -> None:
    record["bank"][0] += 1


def spoil_limit(record: Any) -> None:
    record["bank"][:3] = 0
    record["players"]["tokens"][0, :3] = 4


def spoil_hand(record: Any) -> None:
    record["players"]["hand_size"][0] = 4


def spoil_market(record: Any) -> None:
    record["market"][0] = -1


def spoil_cards(record: Any) -> None:
    record["market"][0] = record["market"][1]


def spoil_strongholds(record: Any) -> None:
    record["players"]["strongholds"][0] = 2


def spoil_prestige(record: Any) -> None:
    record["players"]["prestige"][1] = 1


@pytest.mark.parametrize(
    ("spoil", "flag"),
    [
        pytest.param(spoil_bank, Status.TOKENS_NOT_CONSERVED, marks=pytest.mark.rule("INV-1")),
        pytest.param(spoil_limit, Status.TOO_MANY_TOKENS, marks=pytest.mark.rule("INV-2")),
        pytest.param(spoil_hand, Status.HAND_TOO_LARGE, marks=pytest.mark.rule("INV-3")),
        pytest.param(spoil_market, Status.SLOT_NOT_REFILLED, marks=pytest.mark.rule("INV-4")),
        pytest.param(spoil_cards, Status.CARD_LOST_OR_DOUBLED, marks=pytest.mark.rule("INV-5")),
        pytest.param(spoil_strongholds, Status.STRONGHOLDS_WRONG, marks=pytest.mark.rule("INV-7")),
        pytest.param(spoil_prestige, Status.PRESTIGE_WRONG, marks=pytest.mark.rule("INV-9")),
    ],
)
def test_status_names_what_is_wrong(spoil: Callable[[Any], None], flag: Status) -> None:
    game = Game(Setup(2, posts=2025, strongholds=2025), seed=1)
    assert game.status() is Status.SOUND
    spoil(game.record[0])
    assert flag in game.status()
