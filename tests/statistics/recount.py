"""A second, plain count of a game, from its record alone: positions of `Game` are compared decision by decision.

It shares nothing with the compiled kernels: it reads `Position` objects and the texts of actions.
"""

from collections import Counter
from typing import Any

from splendor import Game, Phase
from splendor.position import SEAT_LETTERS, Player
from splendor.records import GameRecord
from splendor.table.things import Card


class Recount:
    """What a recorded game holds."""

    def __init__(self, record: GameRecord) -> None:
        self.events: Counter[tuple[Any, ...]] = Counter()
        """(round, seat letter, event, kind, name, source)"""
        self.prices: dict[str, int] = {}
        """By name of a purchased card: its cost less the bonuses before."""
        self.turns: Counter[int] = Counter()
        self.decisions: Counter[int] = Counter()
        self.choices: Counter[int] = Counter()
        self.words: Counter[tuple[int, str]] = Counter()
        """First words of the actions by seat."""
        self.taken: Counter[tuple[int, str]] = Counter()
        """Letters of colours in the takes that were chosen, by seat."""
        positions = list(record.positions())
        self._see_the_deal(positions[0])
        moves = [move for turn in record.turns for move in turn.moves]
        for before, after, move in zip(positions, positions[1:], moves, strict=False):
            self._compare(before, after, str(move.action))
        self.game = positions[-1]

    def _see_the_deal(self, game: Game) -> None:
        for card in game.market.values():
            self._count(0, "", "appear", "card", card, "deck")
        for noble in game.nobles:
            self._count(0, "", "appear", "noble", noble, "table")
        for city in game.cities:
            if city is not None:
                self.events[0, "", "appear", "city", f"{city.name} {city.edition}", "table"] += 1

    def _count(self, when: int, seat: str, event: str, kind: str, thing: Any, source: str) -> None:
        if thing is not None:
            self.events[when, seat, event, kind, thing.name, source] += 1

    def _compare(self, before: Game, after: Game, action: str) -> None:
        seat = before.player
        self.decisions[seat] += 1
        self.choices[seat] += len(before.legal_actions)
        self.turns[seat] += before.phase is Phase.ACTION
        words = action.split()
        self.words[seat, words[0]] += 1
        if words[0] == "take":
            self.taken.update((seat, letter) for letter in words[1])
        when, letter, market = before.rounds + 1, SEAT_LETTERS[seat], before.market
        self._compare_players(when, letter, before.players[seat], after.players[seat], set(market.values()))
        for slot, card in after.market.items():
            if card is not None and card != market[slot]:
                self._count(when, letter, "appear", "card", card, "deck")

    def _compare_players(self, when: int, letter: str, old: Player, new: Player, market: set[Card | None]) -> None:
        for card in set(new.tableau) - set(old.tableau):
            self.prices[card.name] = sum(max(0, cost - old.bonus[colour]) for colour, cost in card.cost.items())
            self.events[when, letter, "had", "card", card.name, "hand" if card in old.hand else "market"] += 1
        for card in set(old.tableau) - set(new.tableau):
            event = "spend" if card.kind.name == "VIRTUAL_GOLD" else "sacrifice"
            self._count(when, letter, event, "card", card, "tableau")
        for card in set(new.hand) - set(old.hand):
            self._count(when, letter, "reserve", "card", card, "market" if card in market else "deck")
        for noble in set(new.reserved_nobles) - set(old.reserved_nobles):
            self._count(when, letter, "reserve", "noble", noble, "table")
        for noble in set(new.nobles) - set(old.nobles):
            self._count(when, letter, "visit", "noble", noble, "hand" if noble in old.reserved_nobles else "table")
        for post in set(new.posts) - set(old.posts):
            self.events[when, letter, "post", "post", post.power.name.lower(), "table"] += 1
        if new.city is not None and old.city is None:
            self.events[when, letter, "city", "city", f"{new.city.name} {new.city.edition}", "table"] += 1
