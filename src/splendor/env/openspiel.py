"""The game for OpenSpiel, as `python_splendor`: every card that comes is a chance node with all cards that may come.

>>> import pyspiel, splendor.env.openspiel
>>> game = pyspiel.load_game("python_splendor(players=3,orient=2025)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())  # the first card of level 1
(True, 40)
"""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from splendor.action import Action
from splendor.env.common import rewards_of
from splendor.game import Game, View
from splendor.observation import PIECES, SIZE, observe
from splendor.position import Position
from splendor.records.impose import SLOT_NAMES, impose, revealed, shuffled_in, state
from splendor.records.parts import Deal
from splendor.records.start import lay_out
from splendor.rules.actions import ACTIONS
from splendor.rules.layout import BASE_SLOTS, CITY_PLACES, GAME, SLOTS, SLOTS_PER_LEVEL, UNDER_FIRST, new_games
from splendor.table.catalogue import (
    BASE_NOBLES,
    CARD_NAMES,
    CARDS,
    CITY_FACES,
    DECK,
    DECK_CARDS,
    DECK_FIRST,
    EDITIONS,
    LEVELS,
    NOBLES,
)
from splendor.table.setup import MODULES, Setup

LONGEST = 100_000  # actions of a game; the rules end every game long before

GAME_TYPE = pyspiel.GameType(
    short_name="python_splendor",
    long_name="Splendor with its four expansions",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={
        "players": 2,
        **dict.fromkeys(MODULES, 0),  # an edition, 2017 or 2025, or 0
        "take_fewer": "short_supply_only",
        "extra_nobles": False,
        "payment": "free",
    },
)


def _setup_of(parameters: dict[str, Any]) -> Setup:
    return Setup(**(parameters | {name: parameters.get(name) or None for name in MODULES}))


class SplendorGame(pyspiel.Game):  # type: ignore[misc]
    """One set-up of the game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=CARDS,
            num_players=_setup_of(given).players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, info, given)

    @property
    def setup(self) -> Setup:
        """What is played; from the parameters, for a pickled game comes back with nothing else."""
        return _setup_of(self.get_parameters())

    def new_initial_state(self) -> "SplendorState":
        """Nothing is dealt yet."""
        return SplendorState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What one player sees now, or, with perfect recall, all it ever saw (as a string only)."""
        if params:
            raise ValueError(f"there are no parameters for observations: {params}")
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Held:
    """A game that can be copied with the state it belongs to."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> "Held":
        return Held(self.game.copy())


class SplendorState(pyspiel.State):  # type: ignore[misc]
    """The deal card by card, then decisions, each followed by the cards it reveals."""

    def __init__(self, game: SplendorGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        self._deal: list[int] = []  # chosen so far
        self._held: Held | None = None  # the game, once it is dealt
        self._before: bytes = b""  # the record before an action whose cards are being chosen
        self._open: list[str] = []  # the places these cards come to
        self._cards: dict[str, int] = {}  # the cards that are known already
        self._memory = [b""] * self.setup.players  # what each player has seen so far, in short

    # --- whose turn -----------------------------------------------------------------------------------------------
    def current_player(self) -> int:
        """A seat, chance, or nobody."""
        if self._held is None or self._open:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._held.game.is_over else self._held.game.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._held is not None and not self._open and self._held.game.is_over

    def returns(self) -> list[float]:
        """The share of the victory, moved so that the sum is 0."""
        return [0.0] * self.setup.players if self._held is None else rewards_of(self.settled())

    def settled(self) -> Game:
        """The game without the action whose cards are still being chosen."""
        assert self._held is not None, "nothing is dealt yet"
        if not self._open:
            return self._held.game
        game = self._held.game.copy()
        game.undo()
        return game

    # --- actions --------------------------------------------------------------------------------------------------
    def _legal_actions(self, player: int) -> list[int]:
        assert self._held is not None
        assert player == self._held.game.player
        return [int(number) for number in self._held.game.legal_actions.numbers]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards, nobles or cities that may come, all equally likely."""
        may_come = self._cards_to_come() if self._open else _to_deal(self.setup, self._deal)
        return [(number, 1 / len(may_come)) for number in may_come]

    def _cards_to_come(self) -> list[int]:
        before = _record(self._before)
        deck = int(DECK[self._drawn(self._open[0])])
        first = int(DECK_FIRST[before["orient"], deck])
        cards = range(first, first + int(DECK_CARDS[deck]))
        return [card for card in cards if shuffled_in(before, card) and card not in self._cards.values()]

    def _drawn(self, place: str) -> int:
        """The card the engine drew, of the right deck."""
        assert self._held is not None
        return revealed(_record(self._before), self._held.game.record[0])[place]

    def _apply_action(self, action: int) -> None:
        if self._held is None:
            self._deal.append(action)
            if len(self._deal) == len(_places_to_deal(self.setup)):
                self._held = Held(lay_out(self.setup, _deal_of(self.setup, self._deal)))
                self._remember(None, 0)
        elif self._open:
            self._cards[self._open.pop(0)] = action
            if not self._open:
                impose(self._held.game, _record(self._before), self._cards)
                self._remember(None, 0)
        else:
            self._decide(self._held.game, action)

    def _decide(self, game: Game, action: int) -> None:
        """Play the action; cards it draws from the shuffled part of a deck are left to chance nodes."""
        player = game.player
        before = state(game)
        game.play(action)
        self._before = before.tobytes()
        drawn = revealed(before, game.record[0])
        self._open = [place for place, card in drawn.items() if shuffled_in(before, card)]
        self._cards = {place: card for place, card in drawn.items() if place not in self._open}
        self._remember(player, action)

    def _remember(self, player: int | None, action: int) -> None:
        """Add what everybody sees now, and the own action, to what they saw before."""
        game = self.settled()
        for seat in range(self.setup.players):
            news = game.view(seat).record.tobytes() + (action.to_bytes(2, "big") if seat == player else b"")
            self._memory[seat] = hashlib.blake2b(self._memory[seat] + news, digest_size=16).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(Action(action))
        kind, place = ("card", self._open[0]) if self._open else _places_to_deal(self.setup)[len(self._deal)]
        return f"{place}={CARD_NAMES[action]}" if kind == "card" else f"{kind} {place}={action + 1}"

    def __str__(self) -> str:
        if self._held is None:
            return f"{self.setup.describe()}; dealt {self._deal}"
        text = _text(self.settled().record.tobytes(), None)
        return f"{text}\nto come: {', '.join(self._open)}" if self._open else text

    # --- hidden information ---------------------------------------------------------------------------------------
    def view(self, player: int) -> View | None:
        """What a player sees; None before the deal is done."""
        return None if self._held is None else self.settled().view(player)

    def memory(self, player: int) -> str:
        """All a player ever saw and did, in short."""
        return f"player {player}, {len(self._deal)} dealt, saw {self._memory[player].hex()}"

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "SplendorState":
        """A state the player cannot tell from this one: the same history with other cards in hidden places."""
        resampled: SplendorState = self.get_game().new_initial_state()
        swaps: dict[int, int] = {}
        if self._held is not None:
            game = self.settled()
            swaps = _swaps(game, game.view(player).determinise(int(probability_sampler() * 2**62)))
        for action in self.history():
            hidden = bool(resampled._open) and resampled._open[0] not in SLOT_NAMES
            resampled.apply_action(swaps.get(action, action) if hidden else action)
        return resampled


class Observer:
    """Writes what a player sees into `tensor`, whose named parts are in `dict`."""

    def __init__(self, iig_obs_type: Any) -> None:
        self._recall = iig_obs_type.perfect_recall
        self.tensor = None if self._recall else np.zeros(SIZE, dtype=np.float32)
        self.dict = {}
        if self.tensor is not None:
            self.dict = {piece.name: self.tensor[piece.slice].reshape(piece.shape) for piece in PIECES}

    def set_from(self, state: SplendorState, player: int) -> None:
        """The numbers of `splendor.observation`; zeros before the deal is done."""
        if self.tensor is not None:
            view = state.view(player)
            self.tensor[:] = 0 if view is None else observe(view)

    def string_from(self, state: SplendorState, player: int) -> str:
        """The table as the player sees it, or all it ever saw, in short."""
        if self._recall:
            return state.memory(player)
        view = state.view(player)
        return f"player {player}\n{'nothing is dealt' if view is None else _text(view.record.tobytes(), player)}"


@lru_cache(maxsize=256)
def _text(record: bytes, seat: int | None) -> str:
    """The table of a game or a view as text; kept for a while, because OpenSpiel asks again and again."""
    array = new_games(1)
    array.view(np.uint8)[:] = np.frombuffer(record, dtype=np.uint8)
    return str(Position(array) if seat is None else View(array, seat))


# --- the deal -----------------------------------------------------------------------------------------------------
def _places_to_deal(setup: Setup) -> list[tuple[str, str]]:
    """What is dealt, in this order: the market slot by slot, nobles, cities."""
    in_play = SLOTS_PER_LEVEL if setup.orient else BASE_SLOTS
    places = [("card", SLOT_NAMES[slot]) for slot in range(SLOTS) if slot % SLOTS_PER_LEVEL < in_play]
    if setup.cities:
        return places + [("city", str(place + 1)) for place in range(CITY_PLACES)]
    return places + [("noble", str(place + 1)) for place in range(setup.players + 1)]


def _to_deal(setup: Setup, deal: list[int]) -> list[int]:
    """What may come to the next place."""
    places = _places_to_deal(setup)
    kind, place = places[len(deal)]
    dealt = {number for (what, _), number in zip(places, deal, strict=False) if what == kind}
    if kind == "noble":
        return [noble for noble in range(NOBLES if setup.extra_nobles else BASE_NOBLES) if noble not in dealt]
    if kind == "city":
        return [face for face in range(CITY_FACES) if not {face, face ^ 1} & dealt]
    slot = SLOT_NAMES.index(place)
    deck = slot // SLOTS_PER_LEVEL + (LEVELS if slot % SLOTS_PER_LEVEL >= BASE_SLOTS else 0)
    first = int(DECK_FIRST[0 if setup.orient is None else EDITIONS.index(setup.orient) + 1, deck])
    return [card for card in range(first, first + int(DECK_CARDS[deck])) if card not in dealt]


def _deal_of(setup: Setup, numbers: list[int]) -> Deal:
    places = _places_to_deal(setup)
    of_kind = {
        kind: tuple(number for (what, _), number in zip(places, numbers, strict=True) if what == kind)
        for kind in ("card", "noble", "city")
    }
    row = len(of_kind["card"]) // LEVELS
    market = tuple(of_kind["card"][level * row : (level + 1) * row] for level in range(LEVELS))
    return Deal(market=market, nobles=of_kind["noble"], cities=of_kind["city"])


def _record(data: bytes) -> Any:
    return np.frombuffer(data, dtype=GAME)[0]


def _swaps(game: Game, guess: Game) -> dict[int, int]:
    """Each hidden card of a game, and the card a guess has in its place."""
    true, other = game.record[0], guess.record[0]
    pairs = list(zip(true["players"]["hand"].ravel(), other["players"]["hand"].ravel(), strict=True))
    pairs += list(zip(true["drawn"], other["drawn"], strict=True))
    for deck, first in enumerate(DECK_FIRST[true["orient"]]):
        run = slice(UNDER_FIRST[deck], UNDER_FIRST[deck] + true["under_count"][deck])
        pairs += [(first + a, first + b) for a, b in zip(true["under"][run], other["under"][run], strict=True)]
    return {int(card): int(guessed) for card, guessed in pairs if card != guessed}


pyspiel.register_game(GAME_TYPE, SplendorGame)
