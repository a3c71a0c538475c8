"""How far a player is from a card, a noble, a post or a city: plain counting, for reasons in words."""

from splendor.position import Player
from splendor.table.catalogue import COLOURS, Power
from splendor.table.things import Amounts, Card, City, Noble, TradingPost

GEMS = COLOURS[:-1]
OTHER_WAYS = 99  # a card that no tokens buy


def missing(card: Card, player: Player) -> Amounts:
    """The gem tokens that the player would have to get, gold left aside."""
    rest = {colour: number - player.tokens[colour] for colour, number in player.price(card).items()}
    return {colour: number for colour, number in rest.items() if number > 0}


def gold_value(player: Player) -> int:
    """How many tokens of one colour a unit of gold stands for."""
    return 2 if any(post.power is Power.DOUBLE_GOLD for post in player.posts) else 1


def units(player: Player) -> int:
    """Units of gold: one for a token, two for a virtual-gold card."""
    return player.tokens["gold"] + 2 * len(player.virtual_gold)


def short(card: Card, player: Player) -> int:
    """How many tokens are missing to purchase a card; 0: the player can.

    A unit of gold covers tokens of one colour. Where it is worth two, it is first spent on colours that lack two.
    """
    if card.sacrifice is not None:
        return 0 if player.count.get(card.sacrifice, 0) >= 2 else OTHER_WAYS  # ORIENT-BURN-5
    lacking, value, gold = missing(card, player), gold_value(player), units(player)
    whole = min(gold, sum(number // value for number in lacking.values()))
    halves = min(gold - whole, sum(number % value for number in lacking.values()))
    return sum(lacking.values()) - value * whole - halves


def turns(card: Card, player: Player) -> int:
    """Turns of taking tokens before the card can be purchased: three different ones, or two alike, at a time."""
    number = short(card, player)
    if number in (0, OTHER_WAYS):
        return number
    most = max(missing(card, player).values()) - gold_value(player) * units(player)
    return max(-(-number // 3), -(-most // 2), 1)


def bonuses_missing(count: Amounts, player: Player) -> int:
    """How many bonuses a noble, a post or a city still asks for."""
    return sum(max(0, number - player.count.get(colour, 0)) for colour, number in count.items())


def noble_missing(noble: Noble, player: Player) -> int:
    """Bonuses to a noble's visit."""
    return bonuses_missing(noble.count, player)


def post_missing(post: TradingPost, player: Player) -> int:
    """Bonuses, and nobles, to a trading post."""
    return bonuses_missing(post.count, player) + max(0, post.nobles - len(player.nobles))


def city_missing(city: City, player: Player) -> int:
    """Bonuses to a city, those of one further colour included; its prestige is another matter."""
    others = [player.count.get(gem, 0) for gem in GEMS if gem not in city.count]
    return bonuses_missing(city.count, player) + max(0, city.alike - max(others, default=0))
