"""What happened: the difference between two views of the same seat."""

from collections import Counter
from collections.abc import Iterator

from splendor.game import View
from splendor.position import Player
from splendor.server import wire
from splendor.server.telling.tables import Known, nonzero, slot_name
from splendor.table import things
from splendor.table.catalogue import COLOURS


def changes(before: View, after: View) -> list[wire.Change]:
    """What is different on the table, from two views of the same seat."""
    found: list[wire.Change] = [*_cards_moved(before, after)]
    for was, now in zip(before.players, after.players, strict=True):
        found += _of_player(was, now)
    return [*found, *_strongholds_moved(before, after)]


def _of_player(was: Player, now: Player) -> Iterator[wire.Change]:
    seat = now.seat
    tokens = {colour: now.tokens[colour] - was.tokens[colour] for colour in COLOURS}
    if any(tokens.values()):
        yield wire.TokensMoved(seat, nonzero(tokens))
    for noble in now.reserved_nobles:
        if noble not in was.reserved_nobles:
            yield wire.NobleMoved(seat, noble.name, reserved=True)
    for noble in now.nobles:
        if noble not in was.nobles:
            yield wire.NobleMoved(seat, noble.name, reserved=False)
    for post in {*was.posts} ^ {*now.posts}:
        yield wire.PostTaken(seat, post.letter, taken=post in now.posts)
    if now.city and now.city != was.city:
        yield wire.CityTaken(seat, now.city.name)
    for name, colour in now.copies.items():
        if was.copies.get(name) != colour:
            yield wire.Copied(seat, name, colour)
    if now.prestige != was.prestige:
        yield wire.PrestigeChanged(seat, now.prestige - was.prestige)


def _strongholds_moved(before: View, after: View) -> Iterator[wire.StrongholdMoved]:
    for place in sorted({*before.strongholds, *after.strongholds}):
        was, now = before.strongholds.get(place), after.strongholds.get(place)
        for seat in sorted({held[0] for held in (was, now) if held}):
            less = was[1] if was and was[0] == seat else 0
            more = now[1] if now and now[0] == seat else 0
            if less != more:
                yield wire.StrongholdMoved(seat, slot_name(place), more - less)


def _cards_moved(before: View, after: View) -> Iterator[wire.CardMoved]:
    """Known cards by name; of hidden ones only that one of their kind came or went."""
    was, now = _places(before), _places(after)
    unseen = _hidden(before)
    arrived = _hidden(after)
    arrived.subtract(unseen)
    for name, place in now.items():
        if was.get(name) != place:
            one = things.CARD_BY_NAME[name]
            yield wire.CardMoved(name, one.level, one.orient, was.get(name) or _origin(one, arrived), place)
    for name in was.keys() - now.keys():  # a card one knew goes where it is not seen: under a deck
        one = things.CARD_BY_NAME[name]
        yield wire.CardMoved(name, one.level, one.orient, was[name], f"deck {_deck(one)}")
    for (place, level, orient), number in arrived.items():
        hidden = things.HiddenCard(level, orient)
        for _ in range(number):
            yield wire.CardMoved(None, level, orient, f"deck {_deck(hidden)}", place)


def _places(view: View) -> dict[str, str]:
    """Where each card is that this view knows."""
    found = {card.name: f"market {slot_name(place)}" for place, card in view.market.items() if card}
    found |= {card.name: "gone" for card in view.gone}
    found |= {
        card.name: f"under {deck}"
        for deck, cards in view.under_decks.items()
        for card in cards
        if isinstance(card, things.Card)
    }
    for player in view.players:
        found |= {card.name: f"tableau {player.seat}" for card in player.tableau}
        found |= {card.name: f"hand {player.seat}" for card in player.hand if isinstance(card, things.Card)}
    return found


def _hidden(view: View) -> Counter[tuple[str, int, bool]]:
    """How many hidden cards of each kind lie where."""
    return Counter(
        (f"hand {player.seat}", card.level, card.orient)
        for player in view.players
        for card in player.hand
        if isinstance(card, things.HiddenCard)
    )


def _origin(one: things.Card, arrived: Counter[tuple[str, int, bool]]) -> str:
    """Where a card came from that was not seen before: a hand in which a hidden one is missing now, or its deck."""
    for (place, level, orient), number in arrived.items():
        if number < 0 and (level, orient) == (one.level, one.orient):
            arrived[place, level, orient] += 1
            return place
    return f"deck {_deck(one)}"


def _deck(one: Known) -> str:
    return f"o{one.level}" if one.orient else str(one.level)
