"""What a seat sees, as a message. Everything here is made from a `View`, which holds nothing the seat may not know."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from splendor.action import Action
from splendor.choices import STEPWISE, choice_text, payment_of, whole_choices
from splendor.game import View
from splendor.position import Player, Slot
from splendor.server import wire
from splendor.table import things
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS
from splendor.table.setup import Setup
from splendor.table.things import Amounts
from splendor.wording import describe, question

TOKEN_LIMIT = 10
Known = things.Card | things.HiddenCard


class Seen(View):
    """A view that nobody changes any more: what was read once is remembered, for a message asks many times."""

    def __init__(self, view: View) -> None:
        super().__init__(view.record, view.seat)

    @cached_property
    def market(self) -> dict[Slot, things.Card | None]:
        """The face-up cards by (level, place)."""
        return super().market

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """What each player has, by seat."""
        return super().players

    @cached_property
    def strongholds(self) -> dict[Slot, tuple[int, int]]:
        """Occupied slots."""
        return super().strongholds

    @cached_property
    def table(self) -> wire.Table:
        """The table as a message."""
        return table(self)

    @cached_property
    def decision(self) -> wire.Decision:
        """What is asked, as a message."""
        return decision(self)


# --- the table ----------------------------------------------------------------------------------------------------
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


# --- what is to be decided ----------------------------------------------------------------------------------------
def decision(view: View, *, can_undo: bool = False) -> wire.Decision:
    """What is asked; the choices only if it is asked of this view's own seat."""
    mine = view.seat == view.player
    paying = view.card if view.phase.name == "PAY" else None
    player = view.players[view.player]
    return wire.Decision(
        seat=view.player,
        phase=view.phase.name.lower(),  # type: ignore[arg-type]
        question=question(view) if mine else None,
        card=card(view.card) if view.card else None,
        price=price(paying, player) if paying else {},
        paid=things.amounts(view.record[0]["paid"]) if paying else {},
        drawn=[reserved(one) for one in view.drawn],
        over_limit=max(0, sum(player.tokens.values()) - TOKEN_LIMIT) if view.phase.name == "GIVE_BACK" else 0,
        legal=[choice(view, action) for action in view.legal_actions],
        whole=list(_whole(view)) if mine else [],
        can_undo=can_undo and mine,
    )


def confirmation(seat: int, *, mine: bool) -> wire.Decision:
    """The turn is played, and its player has yet to confirm it."""
    asked = "Confirm your turn, or take something back?" if mine else None
    return wire.Decision(seat, "confirm", asked, None, {}, {}, [], 0, [], [], can_undo=mine)


def price(wanted: things.Card, player: Player) -> Amounts:
    """What a card costs this player."""
    rest = {colour: number - player.bonus.get(colour, 0) for colour, number in wanted.cost.items()}
    return {colour: number for colour, number in rest.items() if number > 0}


def _whole(view: View) -> Iterator[wire.WholeChoice]:
    """Complete payments and the like, tried on a game that this seat cannot tell from the true one."""
    if view.phase not in STEPWISE:
        return
    game = view.determinise(seed=0)
    for path in whole_choices(game):
        tokens, virtual = payment_of(game, path) if view.phase.name in ("PAY", "GIVE_BACK") else (None, 0)
        yield wire.WholeChoice([action.number for action in path], choice_text(game, path), tokens, virtual)


def choice(view: View, action: Action) -> wire.Choice:
    """An action with all that it says in this position."""
    said = wire.Choice(action.number, str(action), action.kind, describe(view, action))
    last = str(action).split()[-1]
    match action.kind:
        case "take_different" | "take_same":
            said.tokens = dict(Counter(_colour(letter) for letter in last))
        case "pay":
            said.tokens, said.colour = {_colour(last[0]): int(last[1:])}, _colour(last[0])
        case "copy" | "extra_token" | "give_back":
            said.colour = _colour(last)
        case "reserve" | "purchase" | "free_card" | "place" | "lift" | "remove":
            found = view.market.get((int(last[0]), int(last[2])))
            said.slot, said.card = last, found.name if found else None
        case "reserve_deck":
            said.deck = last
        case "purchase_hand":
            said.hand, said.card = action.value, _name(view.players[view.player].hand, action.value)
        case "keep":
            said.place, said.card = action.value, _name(view.drawn, action.value)
        case "sacrifice":
            said.card = last
        case "pay_virtual":
            said.virtual = action.value
        case "reserve_noble" | "visit":
            _name_noble(view, action, said)
        case "post":
            said.post = last
        case "city":
            city = view.cities[action.value]
            said.place, said.city = action.value, city.name if city else None
        case "conquer" | "decline":
            said.slot, said.card = _conquered(view)
    return said


def _colour(letter: str) -> str:
    return COLOURS[COLOUR_LETTERS.index(letter)]


def _name(cards: tuple[Known, ...], place: int) -> str | None:
    found = cards[place] if place < len(cards) else None
    return found.name if isinstance(found, things.Card) else None


def _name_noble(view: View, action: Action, said: wire.Choice) -> None:
    """A noble on the table, or one the player has reserved."""
    if "reserved" in str(action):
        nobles: tuple[things.Noble | None, ...] = view.players[view.player].reserved_nobles
    else:
        nobles = view.nobles
    said.place = int(str(action).split()[-1]) - 1
    noble = nobles[said.place] if said.place < len(nobles) else None
    said.noble = noble.name if noble else None


def _conquered(view: View) -> tuple[str | None, str | None]:
    """The slot with three strongholds of the player who decides, and its card."""
    for place, (seat, number) in view.strongholds.items():
        found = view.market[place]
        if seat == view.player and number == 3 and found:
            return slot_name(place), found.name
    return None, None


# --- what happened ------------------------------------------------------------------------------------------------
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
