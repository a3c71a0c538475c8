"""The table as a view shows it, and every printed thing."""

from collections.abc import Iterable
from functools import cache

from splendor.game import View
from splendor.position import Player
from splendor.server import wire
from splendor.table import things
from splendor.table.setup import Setup
from splendor.table.things import Amounts

Known = things.Card | things.HiddenCard


def table(view: View) -> wire.Table:
    """The table as this view shows it."""
    edition = view.setup.posts
    return wire.Table(
        round=view.rounds + 1,
        last_round=view.ending,
        quiet_rounds=view.quiet_rounds,
        bank=nonzero(view.bank),
        market=[_slot(view, place) for place in view.market],
        decks=view.deck_sizes,
        under_decks={deck: [reserved(one) for one in cards] for deck, cards in view.under_decks.items()},
        nobles=[_noble(noble) if noble else None for noble in view.nobles],
        cities=[_city(city) if city else None for city in view.cities],
        posts=[_post(post) for post in things.TRADING_POSTS[edition].values()] if edition else [],
        gone=[one.name for one in view.gone],
        players=[_player(one) for one in view.players],
    )


def nonzero(numbers: Amounts) -> Amounts:
    """Amounts without what is zero."""
    return {colour: number for colour, number in numbers.items() if number}


def _slot(view: View, place: tuple[int, int]) -> wire.Slot:
    found = view.market[place]
    held = view.strongholds.get(place)
    return wire.Slot(slot_name(place), card(found) if found else None, wire.Strongholds(*held) if held else None)


def slot_name(place: tuple[int, int]) -> str:
    """`2.3` is the third card of level 2."""
    return f"{place[0]}.{place[1]}"


@cache
def card(one: things.Card) -> wire.Card:
    """A card with its facts."""
    return wire.Card(
        one.name, one.level, one.orient, one.kind.name.lower(), one.colour, one.prestige, one.cost, one.sacrifice
    )


def reserved(one: Known) -> wire.Reserved:
    """A card that may be hidden."""
    return wire.Reserved(one.level, one.orient, card(one) if isinstance(one, things.Card) else None)


def _noble(noble: things.Noble) -> wire.Noble:
    return wire.Noble(noble.name, noble.prestige, noble.count)


def _city(city: things.City) -> wire.City:
    return wire.City(city.name, city.edition, city.prestige, city.count, city.alike)


def _post(post: things.TradingPost) -> wire.Post:
    return wire.Post(post.letter, post.edition, post.power.name.lower(), post.count, post.nobles)


def _player(player: Player) -> wire.Player:
    return wire.Player(
        seat=player.seat,
        tokens=nonzero(player.tokens),
        bonus=nonzero(player.bonus),
        count=nonzero(player.count),
        prestige=player.prestige,
        tableau=[one.name for one in player.tableau],
        hand=[reserved(one) for one in player.hand],
        nobles=[_noble(noble) for noble in player.nobles],
        reserved_nobles=[_noble(noble) for noble in player.reserved_nobles],
        posts=[post.letter for post in player.posts],
        city=_city(player.city) if player.city else None,
        strongholds=player.strongholds,
        copies=player.copies,
        virtual_gold=[one.name for one in player.virtual_gold],
    )


def catalogue(levels: Iterable[wire.Level]) -> wire.Catalogue:
    """Every printed thing."""
    return wire.Catalogue(
        cards=[card(one) for one in things.CARDS],
        nobles=[_noble(noble) for noble in things.NOBLES],
        cities=[_city(city) for city in things.CITIES],
        posts=[_post(post) for posts in things.TRADING_POSTS.values() for post in posts.values()],
        setups=list(Setup.all()),
        levels=list(levels),
    )
