"""Actions and questions in whole sentences, for people.

Every sentence is made from the templates of a table, `ENGLISH`; another language is another table with the same names.

>>> from splendor import Game, Setup
>>> game = Game(Setup(2), seed=1)
>>> question(game)
'Take tokens, reserve a card or purchase one?'
>>> describe(game, "reserve 2.3")
'reserve card 42 (blue, 1 prestige) from the market and take a gold token'
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from splendor.action import Action
from splendor.game import as_action
from splendor.position import SEAT_LETTERS, SLOTS, Position
from splendor.rules.actions import COUNTS_PER_COLOUR, TAKEN, Phase
from splendor.rules.layout import NOBLE_PLACES, NOTHING
from splendor.rules.payment import VIRTUAL_STEP
from splendor.rules.strongholds import STRONGHOLDS
from splendor.rules.tokens import LIMIT
from splendor.rules.turn import Stage
from splendor.table.catalogue import COLOURS, GOLD, LEVELS, Kind, Power
from splendor.table.things import CARDS, TRADING_POSTS, Card, City, HiddenCard, Noble, letters

Messages = Mapping[str, str]

ENGLISH: Messages = {
    # things; a template that counts has the forms .none, .one and .many
    **{colour: colour for colour in COLOURS},
    "list": "{before} and {last}",
    "tokens.none": "no {colour} token",
    "tokens.one": "one {colour} token",
    "tokens.many": "{number} {colour} tokens",
    "virtual.none": "no virtual-gold card",
    "virtual.one": "one virtual-gold card",
    "virtual.many": "{number} virtual-gold cards",
    "worth_two": "{gold} (worth two each)",
    "card": "card {name} ({facts})",
    "card.prestige": "{number} prestige",
    "card.hidden": "a hidden card of level {level}",
    "card.hidden_orient": "a hidden Orient card of level {level}",
    "card.none": "no card",
    "kind.virtual_gold": "virtual gold",
    "kind.copy": "copies a colour",
    "kind.copy_and_free_card": "copies a colour, then a free card of level 1",
    "kind.double_bonus": "double bonus",
    "kind.reserve_noble": "reserves a noble",
    "kind.free_card": "a free card of level 2",
    "kind.sacrifice": "for two {colour} cards",
    "deck": "deck {level}",
    "deck.orient": "the Orient deck {level}",
    "noble": "{name} ({needs}; {prestige} prestige)",
    "noble.none": "no noble",
    "city": "{name} ({needs})",
    "city.prestige": "{number} prestige",
    "city.alike": "{number} alike of another colour",
    "city.none": "no city",
    "post": "trading post {letter} ({power})",
    "power.token_after_purchase": "a token after every purchase",
    "power.draw_two": "draw two cards of a deck, keep one",
    "power.third_token": "a third token with two alike",
    "power.double_gold": "gold is worth two",
    "power.prestige_per_post": "1 prestige for every post",
    "power.five_prestige": "5 prestige",
    "player": "player {letter}",
    # actions
    "take": "take {tokens}",
    "reserve": "reserve {card} from the market",
    "reserve.with_gold": "reserve {card} from the market and take a gold token",
    "reserve_deck": "reserve the top card of {deck} unseen",
    "reserve_deck.with_gold": "reserve the top card of {deck} unseen and take a gold token",
    "reserve_deck.two": "look at the two top cards of {deck} and reserve one of them",
    "purchase": "purchase {card} from the market",
    "purchase_hand": "purchase {card} from your hand",
    "pass": "pass, since nothing else is possible",
    "pay": "pay {tokens}",
    "pay.part": "pay {tokens} (the rest in gold)",
    "pay.gold": "pay {tokens}, gold instead",
    "pay_virtual": "pay with {virtual} and {gold}",
    "sacrifice": "sacrifice {card}",
    "copy": "copy {colour}: the card gives a {colour} bonus from now on",
    "free_card": "take {card} for free",
    "reserve_noble": "reserve the noble {noble}",
    "extra_token": "take one more token, {colour}",
    "place": "place a stronghold on {card}",
    "place.move": "move the stronghold to {card}",
    "lift": "move a stronghold away from {card}",
    "remove": "remove a stronghold of {player} from {card}",
    "conquer": "conquer {card}",
    "decline": "do not conquer {card}",
    "keep": "keep {card} and put {other} under the deck",
    "give_back": "give back {tokens}",
    "visit": "be visited by {noble}",
    "visit.reserved": "be visited by your reserved noble {noble}",
    "take_post": "take {post}",
    "take_city": "take the city {city}",
    # questions
    "ask.action": "Take tokens, reserve a card or purchase one?",
    "ask.third_token": "Which third token, of another colour than {colour}?",
    "ask.token_after_purchase": "Which token do you take after your purchase?",
    "ask.keep": "Which one do you keep, {first} or {second}?",
    "ask.pay": "Pay for {card}: how many {colour} tokens? Needed: {need}; you have {tokens}, {gold}.",
    "ask.pay_virtual": "Pay for {card}: how many virtual-gold cards, each worth two gold? Needed in gold: {units}; "
    "you have {virtual}, {gold}.",
    "ask.sacrifice.first": "Which {colour} card do you sacrifice for {card}?",
    "ask.sacrifice.second": "Which {colour} card do you sacrifice for {card}, besides {first}?",
    "ask.copy": "Which colour does {card} copy?",
    "ask.free_card": "Which card of level {level} do you take for free?",
    "ask.reserve_noble": "Which noble do you reserve?",
    "ask.stronghold": "Place a stronghold, move one or remove another player's?",
    "ask.stronghold.move": "Where do you move the stronghold?",
    "ask.conquer": "Your three strongholds stand on {card}: do you conquer it?",
    "ask.give_back": "You have {number} tokens and may keep {limit}: which one do you give back?",
    "ask.visit": "Which noble visits you?",
    "ask.post": "Which trading post do you take?",
    "ask.city": "Which city do you take?",
    "over.one": "The game is over: {winners} wins.",
    "over.many": "The game is over: {winners} share the victory.",
}


def describe(position: Position, action: "Action | int | str", messages: Messages = ENGLISH) -> str:
    """What an action does in this position, as the rest of a sentence that begins with "you".

    >>> from splendor import Game, Setup
    >>> describe(Game(Setup(2), seed=1), "take wug")
    'take one white token, one blue token and one green token'
    """
    chosen = as_action(action)
    return DESCRIPTIONS[chosen.kind](_Teller(position, messages), chosen.value)


def question(position: Position, messages: Messages = ENGLISH) -> str:
    """What the player who decides is asked now.

    >>> from splendor import Game, Setup
    >>> game = Game(Setup(2, strongholds=2025), seed=1)
    >>> question(game)
    'Take tokens, reserve a card or purchase one?'
    """
    return QUESTIONS[position.phase](_Teller(position, messages))


@dataclass(frozen=True, slots=True)
class _Teller:
    """A position and the language to tell it in."""

    position: Position
    messages: Messages

    def say(self, name: str, /, **values: object) -> str:
        return self.messages[name].format(**values)

    @property
    def now(self) -> Any:
        """The record."""
        return self.position.record[0]

    @property
    def mine(self) -> Any:
        """The record of the player who decides."""
        return self.now["players"][int(self.now["player"])]

    # --- things -------------------------------------------------------------------------------------------------------
    def colour(self, number: int) -> str:
        return self.messages[COLOURS[number]]

    def counted(self, name: str, number: int, /, **values: object) -> str:
        form = "none" if number == 0 else "one" if number == 1 else "many"
        return self.say(f"{name}.{form}", number=number, **values)

    def tokens(self, number: int, colour: int) -> str:
        return self.counted("tokens", number, colour=self.colour(colour))

    def gold(self, number: int) -> str:
        """Gold tokens, and what they are worth with the double-gold post."""
        told = self.tokens(number, GOLD)
        return self.say("worth_two", gold=told) if self.worth == 2 and number else told

    def listed(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self.say("list", before=", ".join(parts[:-1]), last=parts[-1])

    def card(self, card: Card | HiddenCard | None) -> str:
        if card is None:
            return self.messages["card.none"]
        if isinstance(card, HiddenCard):
            return self.say("card.hidden_orient" if card.orient else "card.hidden", level=card.level)
        return self.say("card", name=card.name, facts=", ".join(self.facts(card)))

    def facts(self, card: Card) -> list[str]:
        facts = [self.messages[card.colour]] if card.colour else []
        if card.kind is not Kind.PLAIN:
            colour = self.messages[card.sacrifice] if card.sacrifice else ""
            facts.append(self.say(f"kind.{card.kind.name.lower()}", colour=colour))
        return [*facts, self.say("card.prestige", number=card.prestige)] if card.prestige else facts

    def slot(self, slot: int) -> str:
        return self.card(self.position.market.get(SLOTS[slot]))

    def in_hand(self, place: int) -> str:
        hand = self.position.players[self.position.player].hand
        return self.card(hand[place] if place < len(hand) else None)

    def drawn(self, which: int) -> str:
        drawn = self.position.drawn
        return self.card(drawn[which] if drawn else None)

    def noble(self, nobles: tuple[Noble | None, ...], place: int) -> str:
        noble = nobles[place] if place < len(nobles) else None
        if noble is None:
            return self.messages["noble.none"]
        return self.say("noble", name=noble.name, needs=letters(noble.count), prestige=noble.prestige)

    def city(self, place: int) -> str:
        city = self.position.cities[place] if self.position.cities else None
        return self.say("city", name=city.name, needs=self.city_needs(city)) if city else self.messages["city.none"]

    def city_needs(self, city: City) -> str:
        needs = [self.say("city.prestige", number=city.prestige), letters(city.count)]
        needs.append(self.say("city.alike", number=city.alike) if city.alike else "")
        return ", ".join(need for need in needs if need)

    def post(self, power: int) -> str:
        """A post that can be chosen: those of 2017 come by themselves."""
        post = TRADING_POSTS[2025][Power(power)]
        return self.say("post", letter=post.letter, power=self.messages[f"power.{post.power.name.lower()}"])

    def player(self, seat: int) -> str:
        return self.say("player", letter=SEAT_LETTERS[seat])

    # --- what the rules say of it -------------------------------------------------------------------------------------
    @property
    def worth(self) -> int:
        """How many tokens one gold stands for."""
        return 2 if int(self.mine["posts"]) >> Power.DOUBLE_GOLD & 1 else 1

    def need(self, colour: int) -> int:
        """The price of the card being purchased in one colour."""
        card = self.position.card
        cost = card.cost.get(COLOURS[colour], 0) if card else 0
        return max(0, cost - int(self.mine["bonus"][colour]))

    def units(self) -> int:
        """The gold still needed once the gem tokens are chosen."""
        open_needs = [self.need(colour) - int(self.now["paid"][colour]) for colour in range(GOLD)]
        return sum(-(-missing // self.worth) for missing in open_needs if missing > 0)

    def conquerable(self) -> str:
        """The card that carries the player's three strongholds."""
        seat = self.position.player
        for slot, (holder, held) in enumerate(zip(self.now["holder"].tolist(), self.now["held"].tolist(), strict=True)):
            if holder == seat and held == STRONGHOLDS:
                return self.slot(slot)
        return self.messages["card.none"]

    def gets_gold(self) -> str:
        """The ending of the templates that say whether a reservation brings gold."""
        return ".with_gold" if self.now["bank"][GOLD] > 0 else ""


# --- actions ----------------------------------------------------------------------------------------------------------
def _take_different(tell: _Teller, value: int) -> str:
    colours = [colour for colour in range(GOLD) if int(TAKEN[value]) >> colour & 1]
    return tell.say("take", tokens=tell.listed([tell.tokens(1, colour) for colour in colours]))


def _take_same(tell: _Teller, value: int) -> str:
    return tell.say("take", tokens=tell.tokens(2, value))


def _reserve(tell: _Teller, value: int) -> str:
    return tell.say("reserve" + tell.gets_gold(), card=tell.slot(value))


def _reserve_deck(tell: _Teller, value: int) -> str:
    deck = tell.say("deck.orient" if value >= LEVELS else "deck", level=value % LEVELS + 1)
    if int(tell.mine["posts"]) >> Power.DRAW_TWO & 1 and tell.now["deck_size"][value] > 1:
        return tell.say("reserve_deck.two", deck=deck)
    return tell.say("reserve_deck" + tell.gets_gold(), deck=deck)


def _pay(tell: _Teller, value: int) -> str:
    colour, number = divmod(value, COUNTS_PER_COLOUR)
    form = "pay" if number >= tell.need(colour) else "pay.part" if number else "pay.gold"
    return tell.say(form, tokens=tell.tokens(number, colour))


def _pay_virtual(tell: _Teller, value: int) -> str:
    gold = max(0, tell.units() - 2 * value)
    return tell.say("pay_virtual", virtual=tell.counted("virtual", value), gold=tell.tokens(gold, GOLD))


def _sacrifice(tell: _Teller, value: int) -> str:
    return tell.say("sacrifice", card=tell.card(CARDS[value]))


def _place(tell: _Teller, value: int) -> str:
    moving = tell.now["lifted"] != NOTHING
    return tell.say("place.move" if moving else "place", card=tell.slot(value))


def _remove(tell: _Teller, value: int) -> str:
    holder = int(tell.now["holder"][value])
    return tell.say("remove", player=tell.player(max(holder, 0)), card=tell.slot(value))


def _visit(tell: _Teller, value: int) -> str:
    if value < NOBLE_PLACES:
        return tell.say("visit", noble=tell.noble(tell.position.nobles, value))
    reserved = tell.position.players[tell.position.player].reserved_nobles
    return tell.say("visit.reserved", noble=tell.noble(reserved, value - NOBLE_PLACES))


DESCRIPTIONS: Mapping[str, Callable[[_Teller, int], str]] = {
    "take_different": _take_different,
    "take_same": _take_same,
    "reserve": _reserve,
    "reserve_deck": _reserve_deck,
    "purchase": lambda tell, slot: tell.say("purchase", card=tell.slot(slot)),
    "purchase_hand": lambda tell, place: tell.say("purchase_hand", card=tell.in_hand(place)),
    "pass": lambda tell, _: tell.say("pass"),
    "pay": _pay,
    "pay_virtual": _pay_virtual,
    "sacrifice": _sacrifice,
    "copy": lambda tell, colour: tell.say("copy", colour=tell.colour(colour)),
    "free_card": lambda tell, slot: tell.say("free_card", card=tell.slot(slot)),
    "reserve_noble": lambda tell, place: tell.say("reserve_noble", noble=tell.noble(tell.position.nobles, place)),
    "extra_token": lambda tell, colour: tell.say("extra_token", colour=tell.colour(colour)),
    "place": _place,
    "lift": lambda tell, slot: tell.say("lift", card=tell.slot(slot)),
    "remove": _remove,
    "conquer": lambda tell, _: tell.say("conquer", card=tell.conquerable()),
    "decline": lambda tell, _: tell.say("decline", card=tell.conquerable()),
    "keep": lambda tell, which: tell.say("keep", card=tell.drawn(which), other=tell.drawn(1 - which)),
    "give_back": lambda tell, colour: tell.say("give_back", tokens=tell.tokens(1, colour)),
    "visit": _visit,
    "post": lambda tell, power: tell.say("take_post", post=tell.post(power)),
    "city": lambda tell, place: tell.say("take_city", city=tell.city(place)),
}


# --- questions --------------------------------------------------------------------------------------------------------
def _ask_extra_token(tell: _Teller) -> str:
    """After two alike, the turn goes on with the conquest; after a purchase, with the strongholds."""
    if tell.now["stage"] == Stage.CONQUEST:
        return tell.say("ask.third_token", colour=tell.colour(int(tell.now["pair"])))
    return tell.say("ask.token_after_purchase")


def _ask_pay(tell: _Teller) -> str:
    step = int(tell.now["pay_step"])
    card = tell.card(tell.position.card)
    gold = tell.gold(int(tell.mine["tokens"][GOLD]))
    virtual = tell.counted("virtual", int(tell.mine["virtual_gold"]))
    if step >= VIRTUAL_STEP:
        return tell.say("ask.pay_virtual", card=card, units=tell.units(), virtual=virtual, gold=gold)
    have = tell.listed([gold, virtual]) if tell.mine["virtual_gold"] else gold
    tokens = tell.tokens(int(tell.mine["tokens"][step]), step)
    return tell.say("ask.pay", card=card, colour=tell.colour(step), need=tell.need(step), tokens=tokens, gold=have)


def _ask_sacrifice(tell: _Teller) -> str:
    card = tell.position.card
    colour = tell.messages[card.sacrifice] if card and card.sacrifice else ""
    first = int(tell.now["sacrificed"])
    if first == NOTHING:
        return tell.say("ask.sacrifice.first", colour=colour, card=tell.card(card))
    return tell.say("ask.sacrifice.second", colour=colour, card=tell.card(card), first=tell.card(CARDS[first]))


def _ask_free_card(tell: _Teller) -> str:
    card = tell.position.card
    return tell.say("ask.free_card", level=1 if card and card.kind is Kind.COPY_AND_FREE_CARD else 2)


def _ask_give_back(tell: _Teller) -> str:
    return tell.say("ask.give_back", number=int(tell.mine["tokens"].sum()), limit=LIMIT)


def _tell_end(tell: _Teller) -> str:
    winners = [tell.player(seat) for seat in sorted(tell.position.winners)]
    return tell.say("over.one" if len(winners) == 1 else "over.many", winners=tell.listed(winners))


QUESTIONS: Mapping[Phase, Callable[[_Teller], str]] = {
    Phase.ACTION: lambda tell: tell.say("ask.action"),
    Phase.EXTRA_TOKEN: _ask_extra_token,
    Phase.KEEP: lambda tell: tell.say("ask.keep", first=tell.drawn(0), second=tell.drawn(1)),
    Phase.PAY: _ask_pay,
    Phase.SACRIFICE: _ask_sacrifice,
    Phase.COPY: lambda tell: tell.say("ask.copy", card=tell.card(tell.position.card)),
    Phase.FREE_CARD: _ask_free_card,
    Phase.RESERVE_NOBLE: lambda tell: tell.say("ask.reserve_noble"),
    Phase.STRONGHOLD: lambda tell: tell.say(
        "ask.stronghold" if tell.now["lifted"] == NOTHING else "ask.stronghold.move"
    ),
    Phase.CONQUER: lambda tell: tell.say("ask.conquer", card=tell.conquerable()),
    Phase.GIVE_BACK: _ask_give_back,
    Phase.VISIT: lambda tell: tell.say("ask.visit"),
    Phase.POST: lambda tell: tell.say("ask.post"),
    Phase.CITY: lambda tell: tell.say("ask.city"),
    Phase.OVER: _tell_end,
}
