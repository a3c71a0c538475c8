"""Reasons: what can be measured about an action, as codes with values; `Words` makes sentences of them.

A reason compares what a seat sees before its action with the end of its turn, in a world the seat imagines: hidden
cards are drawn at random, and nothing here is about them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from splendor.analysis.deeds import Value
from splendor.analysis.distance import (
    OTHER_WAYS,
    city_missing,
    missing,
    noble_missing,
    post_missing,
    short,
    turns,
)
from splendor.position import Player, Position
from splendor.rules.actions import Phase
from splendor.table.catalogue import COLOURS
from splendor.table.things import TRADING_POSTS, Card, Noble

GOAL = 15  # prestige that ends a game without cities
NOBLE = 3  # prestige of a noble
RICH = 3  # prestige of a card that one does not leave to others
SHOWN = 3
FALLBACK = "tokens"  # worth saying only where nothing else is


class Code(NamedTuple):
    """A kind of reason: the places of its sentence, and whether it speaks for the action."""

    places: str
    good: bool = True


# Every code there is; words/*.json has a sentence for each, with exactly these places.
REASONS: dict[str, Code] = {
    "wins": Code(""),
    "ends": Code("n"),
    "stops": Code("player card"),
    "city": Code("city"),
    "noble": Code("noble n"),
    "prestige": Code("n"),
    "post": Code("post"),
    "denies_now": Code("player card"),
    "denies_soon": Code("player card"),
    "denies_noble": Code("player noble"),
    "affords": Code("card"),
    "nearer": Code("card n"),
    "bonus": Code("gem n"),
    "noble_nearer": Code("noble n"),
    "city_nearer": Code("city n"),
    "post_nearer": Code("post n"),
    "starves": Code("player gem"),
    "gold": Code(""),
    "keeps_gold": Code("n"),
    "still_affords": Code("card"),
    "guards": Code("card"),
    "frees": Code("card"),
    "saves_tokens": Code("card n"),
    "tokens": Code("n"),
    "exposes": Code("player", good=False),
    "leaves": Code("player card", good=False),
    "gives_back": Code("n", good=False),
    "spends_gold": Code("n", good=False),
    "full_hand": Code("", good=False),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A measured fact that speaks for an action, or against it."""

    code: str
    values: dict[str, Value]

    @property
    def good(self) -> bool:
        """Whether it speaks for the action."""
        return REASONS[self.code].good


Weighed = tuple[float, Reason]


def reasons(before: Position, after: Position, seat: int, target: int | None = None) -> tuple[Reason, ...]:
    """What speaks for a turn of a seat and what against it, weightiest first.

    `after` is where the turn ends; `target` is the card an agent works towards, by number.
    """
    found = sorted(_Turn(before, after, seat).weighed(target), key=lambda pair: -pair[0])
    by_code: dict[str, Reason] = {}
    for _, reason in found:
        by_code.setdefault(reason.code, reason)
    if any(reason.good and reason.code != FALLBACK for reason in by_code.values()):
        by_code.pop(FALLBACK, None)
    return tuple(by_code.values())


class _Turn:
    """A position before and after a turn, and the questions one may ask about it."""

    def __init__(self, before: Position, after: Position, seat: int) -> None:
        self.before, self.after, self.seat = before, after, seat
        self.was, self.now = before.players, after.players
        self.mine_before, self.mine = self.was[seat], self.now[seat]
        self.shown_before = [card for card in before.market.values() if card]
        still = {card for card in after.market.values() if card}
        self.shown = [card for card in self.shown_before if card in still]
        """Face-up cards that were there before and still are: nobody knows what else comes."""
        owned = {*self.mine.tableau, *(card for card in self.mine.hand if isinstance(card, Card))}
        self.taken = [card for card in self.shown_before if card not in still and card in owned]
        hand = [card for card in self.mine_before.hand if isinstance(card, Card)]
        self.wanted = self.shown + [card for card in hand if card in self.mine.hand]
        """What the player may purchase later: face-up cards, and those already in the hand."""
        self.wanted += [card for card in self.taken if card in self.mine.hand]

    @property
    def others(self) -> list[int]:
        """The opponents, next to play first."""
        number = len(self.was)
        return [(self.seat + step) % number for step in range(1, number)]

    def weighed(self, target: int | None) -> Iterator[Weighed]:
        """Everything found, each with its weight; of a payment or of tokens given back only what they change."""
        if self.before.phase in (Phase.PAY, Phase.GIVE_BACK):
            yield from self._left_over()
            return
        yield from self._end()
        yield from self._gains()
        yield from self._denials()
        yield from self._tempo(target)
        yield from self._goals()
        yield from self._tokens()
        yield from self._strongholds()
        yield from self._dangers()

    def _free(self, card: Card, seat: int, position: Position) -> bool:
        """Whether no stronghold of another seat keeps a player from a card."""
        for place, (holder, _) in position.strongholds.items():
            if holder != seat and position.market[place] == card:
                return False
        return True

    # --- what is won --------------------------------------------------------------------------------------------------
    def _end(self) -> Iterator[Weighed]:
        if self.after.is_over and self.seat in self.after.winners:
            yield 100, Reason("wins", {})
        elif self.after.ending and not self.before.ending and not self.after.is_over:
            yield 50, Reason("ends", {"n": self.mine.prestige})

    def _gains(self) -> Iterator[Weighed]:
        nobles = [noble for noble in self.mine.nobles if noble not in self.mine_before.nobles]
        for noble in nobles:
            yield 30, Reason("noble", {"noble": noble.name, "n": noble.prestige})
        if self.mine.city and self.mine.city != self.mine_before.city:
            yield 60, Reason("city", {"city": self.mine.city.name})
        for post in self.mine.posts:
            if post not in self.mine_before.posts:
                yield 14, Reason("post", {"post": post.power.name.lower()})
        prestige = self.mine.prestige - self.mine_before.prestige - sum(noble.prestige for noble in nobles)
        if prestige > 0:
            yield 6 + 5 * prestige, Reason("prestige", {"n": prestige})
        for colour in COLOURS[:-1]:
            if self.mine.bonus[colour] > self.mine_before.bonus[colour]:
                cheaper = sum(colour in self.mine_before.price(card) for card in self.wanted)
                if cheaper:
                    yield 2 + 0.8 * cheaper, Reason("bonus", {"gem": colour, "n": cheaper})

    # --- what others do not get ---------------------------------------------------------------------------------------
    def _denials(self) -> Iterator[Weighed]:
        for seat in self.others:
            player = self.was[seat]
            for card in (card for card in self.taken if self._free(card, seat, self.before)):
                values: dict[str, Value] = {"player": seat, "card": card.name}
                if short(card, player) == 0 and self._would_win(player, card):
                    yield 70, Reason("stops", values)
                elif short(card, player) == 0:
                    yield 5 + 3 * card.prestige, Reason("denies_now", values)
                elif turns(card, player) == 1 and card.prestige:
                    yield 1 + 2.5 * card.prestige, Reason("denies_soon", values)
            for noble in self.mine.nobles:
                if noble not in self.mine_before.nobles and noble_missing(noble, player) <= 1:
                    yield 12, Reason("denies_noble", {"player": seat, "noble": noble.name})
            yield from self._starves(seat)

    def _starves(self, seat: int) -> Iterator[Weighed]:
        """The last token of a colour, for somebody who needs it for a card they are close to."""
        player = self.was[seat]
        near = [card for card in self.shown_before if turns(card, player) == 1 and card.prestige]
        for colour in COLOURS[:-1]:
            emptied = self.before.bank[colour] and not self.after.bank[colour]
            if emptied and any(colour in missing(card, player) for card in near):
                yield 5, Reason("starves", {"player": seat, "gem": colour})

    def _would_win(self, player: Player, card: Card) -> bool:
        """Whether a card, and a noble that comes with it, would bring a player to the goal."""
        if self.before.cities:
            return False
        visits = any(_completes(noble, player, card) for noble in self.after.nobles if noble)
        return player.prestige + card.prestige + (NOBLE if visits else 0) >= GOAL

    # --- tempo --------------------------------------------------------------------------------------------------------
    def _tempo(self, target: int | None) -> Iterator[Weighed]:
        """Cards that come within reach, and turns saved on the way to others."""
        for card in self.wanted:
            was, now = turns(card, self.mine_before), turns(card, self.mine)
            if OTHER_WAYS in (was, now) or was <= now or not self._free(card, self.seat, self.after):
                continue
            aimed = 4 if card.number == target else 0
            if now == 0:
                yield 3 + 3 * card.prestige + aimed, Reason("affords", {"card": card.name})
            elif now <= 2:
                values: dict[str, Value] = {"card": card.name, "n": was - now}
                yield 2 * (was - now) + 1.5 * card.prestige - now + aimed, Reason("nearer", values)

    def _goals(self) -> Iterator[Weighed]:
        """Nobles, cities and posts that come nearer."""
        here = [noble for noble in self.before.nobles if noble] + list(self.mine_before.reserved_nobles)
        for noble in here:
            was, now = noble_missing(noble, self.mine_before), noble_missing(noble, self.mine)
            if 0 < now < was and now <= 4:
                yield 9 - 1.5 * now, Reason("noble_nearer", {"noble": noble.name, "n": now})
        for city in self.before.cities:
            if city and 0 < city_missing(city, self.mine) < city_missing(city, self.mine_before):
                now = city_missing(city, self.mine)
                yield 11 - 1.2 * now, Reason("city_nearer", {"city": city.name, "n": now})
        edition = self.before.setup.posts
        for post in TRADING_POSTS[edition].values() if edition else ():
            was, now = post_missing(post, self.mine_before), post_missing(post, self.mine)
            if 0 < now < was and now <= 2 and post not in self.mine.posts:
                yield 6 - now, Reason("post_nearer", {"post": post.power.name.lower(), "n": now})

    # --- tokens -------------------------------------------------------------------------------------------------------
    def _tokens(self) -> Iterator[Weighed]:
        gained = {colour: self.mine.tokens[colour] - self.mine_before.tokens[colour] for colour in COLOURS}
        bought = len(self.mine.tableau) > len(self.mine_before.tableau)
        if gained["gold"] > 0:
            yield 3, Reason("gold", {})
        if bought and gained["gold"] < 0:
            yield -2 * gained["gold"], Reason("spends_gold", {"n": -gained["gold"]})
        elif bought and self.mine.tokens["gold"]:
            yield 1.5, Reason("keeps_gold", {"n": self.mine.tokens["gold"]})
        more = sum(gained.values())
        if not bought and more > 0 and gained["gold"] <= 0:
            yield 0.5, Reason("tokens", {"n": more})
        back = [-number for number in gained.values() if number < 0]
        if not bought and back:
            yield 3 * sum(back), Reason("gives_back", {"n": sum(back)})
        saved = [card for card in self.taken if card in self.mine.tableau]
        for card in saved[:1]:
            cheaper = sum(card.cost.values()) - sum(self.mine_before.price(card).values())
            if cheaper >= 3:
                yield 1 + 0.5 * cheaper, Reason("saves_tokens", {"card": card.name, "n": cheaper})
        if len(self.mine.hand) == 3 and len(self.mine_before.hand) < 3:
            yield 2.5, Reason("full_hand", {})

    def _left_over(self) -> Iterator[Weighed]:
        """What the tokens that remain are good for."""
        spent = self.mine_before.tokens["gold"] - self.mine.tokens["gold"]
        if spent > 0:
            yield 2 * spent, Reason("spends_gold", {"n": spent})
        if self.mine.tokens["gold"]:
            yield 1.5, Reason("keeps_gold", {"n": self.mine.tokens["gold"]})
        for card in self.wanted:
            if short(card, self.mine) == 0 and self._free(card, self.seat, self.after):
                yield 2 + card.prestige, Reason("still_affords", {"card": card.name})

    def _strongholds(self) -> Iterator[Weighed]:
        was, now = self.before.strongholds, self.after.strongholds
        for place, card in self.before.market.items():
            if card is None or self.after.market.get(place) != card:
                continue
            holder = now.get(place, (None, 0))
            if holder[0] == self.seat and holder[1] > was.get(place, (None, 0))[1]:
                yield 4 + 1.5 * card.prestige, Reason("guards", {"card": card.name})
            if place in was and was[place][0] != self.seat and place not in now:
                yield 4 + 1.5 * card.prestige, Reason("frees", {"card": card.name})

    # --- what it leaves open ------------------------------------------------------------------------------------------
    def _dangers(self) -> Iterator[Weighed]:
        if self.after.is_over:
            return
        for seat in self.others:
            player = self.now[seat]
            reserved = [card for card in self.was[seat].hand if isinstance(card, Card)]
            shown = [card for card in self.shown if self._free(card, seat, self.after)]
            can = [card for card in [*shown, *reserved] if short(card, player) == 0]
            if any(self._would_win(player, card) for card in can):
                yield 90, Reason("exposes", {"player": seat})
            for card in can:
                if card.prestige >= RICH and card not in reserved:
                    yield 4 + 2 * card.prestige, Reason("leaves", {"player": seat, "card": card.name})


def _completes(noble: Noble, player: Player, card: Card) -> bool:
    """Whether a card has the last bonus that a noble asks for."""
    last = noble_missing(noble, player) == 1
    return last and card.colour is not None and player.count.get(card.colour, 0) < noble.count.get(card.colour, 0)
