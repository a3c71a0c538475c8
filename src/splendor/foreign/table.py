"""What a seat sees, as readable JSON: built from a `View` alone, which holds nothing the seat may not know.

The names are those of `Position` and `Player`; nothing here knows more than they do.
"""

from typing import Any

from splendor.game import View
from splendor.position import Player
from splendor.rules.actions import Phase
from splendor.table.catalogue import EDITIONS
from splendor.table.setup import Setup
from splendor.table.things import CARDS, TRADING_POSTS, Card, City, HiddenCard, Noble, TradingPost, amounts

Values = dict[str, Any]


def view_values(view: View) -> Values:
    """Everything the seat may know, as JSON can hold it.

    >>> from splendor import Game, Setup
    >>> values = view_values(Game(Setup(2), seed=1).view(0))
    >>> values["bank"]["white"], values["market"][0]["slot"], values["market"][0]["cost"]
    (4, '1.1', {'white': 4})
    """
    return {
        "seat": view.seat,
        "player": view.player,
        "phase": view.phase.name.lower(),
        "rounds": view.rounds,
        "quiet_rounds": view.quiet_rounds,
        "ending": view.ending,
        "bank": view.bank,
        "market": _market(view),
        "deck_sizes": view.deck_sizes,
        "under_decks": {deck: [_card(card) for card in cards] for deck, cards in view.under_decks.items()},
        "nobles": [noble and _noble(noble) for noble in view.nobles],
        "cities": [city and _city(city) for city in view.cities],
        "card": view.card and _card(view.card),
        "paid": amounts(view.record[0]["paid"]) if view.phase is Phase.PAY else {},
        "drawn": [_card(card) for card in view.drawn],
        "gone": [card.name for card in view.gone],
        "players": [_player(player) for player in view.players],
    }


def setup_values(setup: Setup) -> Values:
    """What is played, and every printed thing that belongs to it."""
    posts = TRADING_POSTS[setup.posts].values() if setup.posts else ()
    return {
        "setup": setup.to_dict(),
        "cards": [_card(card) for card in CARDS if _in_play(card, setup)],
        "posts": [_post(post) for post in sorted(posts, key=lambda post: post.letter)],
    }


def _in_play(card: Card, setup: Setup) -> bool:
    """Base cards always, those of the Orient by their edition: their names begin with O17 or O25."""
    if not card.orient:
        return True
    return setup.orient in EDITIONS and card.name.startswith(f"O{setup.orient % 100}")


# --- things -------------------------------------------------------------------------------------------------------
def _market(view: View) -> list[Values]:
    """The face-up cards, each with its slot and with the strongholds on it."""
    strongholds = view.strongholds
    found = []
    for slot, card in view.market.items():
        if card is not None:
            values = {"slot": f"{slot[0]}.{slot[1]}", **_card(card)}
            if slot in strongholds:
                values["strongholds"] = dict(zip(("seat", "number"), strongholds[slot], strict=True))
            found.append(values)
    return found


def _card(card: Card | HiddenCard) -> Values:
    if isinstance(card, HiddenCard):
        return {"hidden": True, "level": card.level, "orient": card.orient}
    values: Values = {
        "name": card.name,
        "level": card.level,
        "kind": card.kind.name.lower(),
        "colour": card.colour,
        "prestige": card.prestige,
        "cost": card.cost,
    }
    if card.sacrifice is not None:
        values["sacrifice"] = card.sacrifice
    return values


def _noble(noble: Noble) -> Values:
    return {"name": noble.name, "prestige": noble.prestige, "count": noble.count}


def _city(city: City) -> Values:
    return {"name": city.name, "prestige": city.prestige, "count": city.count, "alike": city.alike}


def _post(post: TradingPost) -> Values:
    return {"letter": post.letter, "power": post.power.name.lower(), "count": post.count, "nobles": post.nobles}


def _player(player: Player) -> Values:
    return {
        "seat": player.seat,
        "tokens": player.tokens,
        "bonus": player.bonus,
        "count": player.count,
        "prestige": player.prestige,
        "tableau": [card.name for card in player.tableau],
        "hand": [_card(card) for card in player.hand],
        "nobles": [_noble(noble) for noble in player.nobles],
        "reserved_nobles": [_noble(noble) for noble in player.reserved_nobles],
        "posts": [post.letter for post in player.posts],
        "city": player.city and _city(player.city),
        "strongholds": player.strongholds,
        "copies": player.copies,
        "virtual_gold": [card.name for card in player.virtual_gold],
    }
