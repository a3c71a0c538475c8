"""Game: one play of the rules, and View: what one seat knows of it. The objects people work with."""

import hashlib
import secrets
from collections.abc import Iterator
from typing import Any, overload

import numpy as np

from splendor import soundness
from splendor.action import Action
from splendor.errors import CorruptSave, IllegalAction, IllegalSetup, ImpossiblePosition, NothingToUndo, SplendorError
from splendor.position import SEAT_LETTERS, Position
from splendor.rules import doors
from splendor.rules.actions import ACTIONS, PASS
from splendor.rules.invariants import Status
from splendor.rules.layout import GAME, LAYOUT_VERSION, SPECTATOR, copy_games, new_games, new_legal
from splendor.table.catalogue import EDITIONS
from splendor.table.setup import MODULES, PAYMENT, TAKE_FEWER, Setup

_MAGIC = b"splendor"
_DIGEST = 16


class LegalActions:
    """The choices of one decision: iterate, ask with `in`, count with `len`.

    >>> game = Game(Setup(2), seed=1)
    >>> len(game.legal_actions), "take wug" in game.legal_actions, "pass" in game.legal_actions
    (30, True, False)
    """

    __slots__ = ("numbers",)

    numbers: Any
    """The action numbers, ascending, as a numpy array."""

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Action]:
        return (Action(int(number)) for number in self.numbers)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> list[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | list[Action]:
        if isinstance(place, slice):
            return [Action(int(number)) for number in self.numbers[place]]
        return Action(int(self.numbers[place]))

    def __contains__(self, action: object) -> bool:
        number = as_action(action).number
        place = np.searchsorted(self.numbers, number)
        return bool(place < len(self.numbers) and self.numbers[place] == number)

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(str, self))}>"

    def mask(self) -> Any:
        """A boolean array over all action numbers."""
        mask = np.zeros(ACTIONS, dtype=np.bool_)
        mask[self.numbers] = True
        return mask


class View(Position):
    """What one seat (or an onlooker: seat None) knows of a game; made by `Game.view`."""

    def __init__(self, record: Any, seat: int | None) -> None:
        super().__init__(record)
        self.seat = seat

    @property
    def legal_actions(self) -> LegalActions:
        """The seat's choices; empty when another seat decides."""
        if self.seat != self.player or self.is_over:
            return LegalActions(new_legal()[:0])
        legal = new_legal()
        return LegalActions(legal[: doors.legal_actions(self.record, 0, legal)].copy())

    def determinise(self, seed: int | None = None) -> "Game":
        """A game this seat cannot tell from the true one: hidden cards drawn at random from the unseen ones."""
        record = copy_games(self.record)
        doors.determinise(record, 0, _seed(seed))
        return Game._of_record(record)


class Game(Position):
    """A game of Splendor.

    >>> game = Game(Setup(players=2), seed=7)
    >>> game.play("take wug")
    >>> game.players[0].tokens["white"], game.player
    (1, 1)
    >>> game.undo()
    Action('take wug')
    >>> game.player
    0
    """

    def __init__(self, setup: Setup | None = None, seed: int | None = None) -> None:
        super().__init__(new_games(1))
        fill_setup(self._now, Setup() if setup is None else setup)
        self._buffer = new_legal()
        self._choices = doors.deal(self.record, 0, _seed(seed), self._buffer)
        self._past: list[tuple[bytes, Action]] = []

    @classmethod
    def _of_record(cls, record: Any) -> "Game":
        game = cls.__new__(cls)
        Position.__init__(game, record)
        game._buffer = new_legal()
        game._choices = doors.legal_actions(record, 0, game._buffer)
        game._past = []
        return game

    # --- playing --------------------------------------------------------------------------------------------------
    @property
    def legal_actions(self) -> LegalActions:
        """What may be chosen now; empty when the game is over."""
        return LegalActions(self._buffer[: self._choices].copy())

    def play(self, action: "Action | int | str", seed: int | None = None) -> None:
        """Play a legal action, and every decision after it that leaves no choice.

        With a seed the generator is started anew first: what is revealed then depends on that seed alone.
        """
        chosen = as_action(action)
        if chosen not in self.legal_actions:
            raise IllegalAction(self._refusal(chosen))
        fresh = None if seed is None else _seed(seed)
        self._past.append((self.record.tobytes(), chosen))
        if fresh is not None:
            doors.reseed(self.record, 0, fresh)
        self._choices = doors.play(self.record, 0, chosen.number, self._buffer)

    def _refusal(self, action: Action) -> str:
        if self.is_over:
            return f"'{action}' is not possible: the game is over."
        asked = self.phase.name.lower().replace("_", " ")
        legal = [str(choice) for choice in self.legal_actions]
        shown = ", ".join(legal[:12]) + (f", … ({len(legal)} in all)" if len(legal) > 12 else "")
        reason = " (passing is legal only when nothing else is: BASE-PASS-2)" if action.number == PASS else ""
        return f"'{action}' is not legal now{reason}. Player {SEAT_LETTERS[self.player]} decides ({asked}): {shown}."

    def undo(self) -> Action:
        """Take the last action back and return it."""
        if not self._past:
            raise NothingToUndo("there is no action to undo: the game stands where it started.")
        before, action = self._past.pop()
        self.record.view(np.uint8)[:] = np.frombuffer(before, dtype=np.uint8)
        self.refresh()
        return action

    def refresh(self) -> None:
        """Find the legal actions anew, after the record was changed by other means than play."""
        self._choices = doors.legal_actions(self.record, 0, self._buffer)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played on this object, oldest first."""
        return tuple(action for _, action in self._past)

    @property
    def history(self) -> tuple[tuple[bytes, Action], ...]:
        """Each of these actions with the bytes of the record before it, oldest first."""
        return tuple(self._past)

    def copy(self) -> "Game":
        """An independent game in the same position, with the same past."""
        game = Game._of_record(copy_games(self.record))
        game._past = list(self._past)
        return game

    __copy__ = copy

    # --- looking --------------------------------------------------------------------------------------------------
    def view(self, seat: int | None) -> View:
        """What a seat may know; None for an onlooker."""
        seats = int(self._now["seats"])
        if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
            raise SplendorError(f"there is no seat {seat!r}: seats are 0 to {seats - 1}, None looks on.")
        record = new_games(1)
        doors.view(self.record, 0, SPECTATOR if seat is None else seat, record, 0)
        return View(record, seat)

    def status(self) -> Status:
        """Everything wrong with the position; `Status.SOUND` for every game that came about by play."""
        return Status(doors.status(self.record, 0))

    # --- saving ---------------------------------------------------------------------------------------------------
    def to_bytes(self) -> bytes:
        """The position as bytes, secrets included; `from_bytes` reads them. The past is not kept."""
        body: bytes = _MAGIC + LAYOUT_VERSION.to_bytes(2, "big") + self.record.tobytes()
        return body + hashlib.sha256(body).digest()[:_DIGEST]

    @classmethod
    def from_bytes(cls, data: bytes) -> "Game":
        """Read a saved position; damaged or foreign bytes, and positions no game can have, are refused."""
        record = _saved_record(data)
        try:
            soundness.check(record)
        except ImpossiblePosition as error:
            raise CorruptSave(f"the save holds no position of a game: {error}") from None
        return cls._of_record(record)


def _saved_record(data: bytes) -> Any:
    """The record inside a saved position; what it says is not checked against the rules yet."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise CorruptSave(f"a saved game is bytes, not {type(data).__name__}.")
    data = bytes(data)
    head = len(_MAGIC) + 2
    if data[: len(_MAGIC)] != _MAGIC or len(data) < head:
        raise CorruptSave("these bytes are no saved game of splendor.")
    version = int.from_bytes(data[len(_MAGIC) : head], "big")
    if version != LAYOUT_VERSION:
        raise CorruptSave(f"the save has layout {version}; this program reads layout {LAYOUT_VERSION}.")
    if len(data) != head + GAME.itemsize + _DIGEST:
        raise CorruptSave(f"the save has {len(data)} bytes; {head + GAME.itemsize + _DIGEST} were expected.")
    if hashlib.sha256(data[:-_DIGEST]).digest()[:_DIGEST] != data[-_DIGEST:]:
        raise CorruptSave("the save is damaged: its checksum does not match.")
    record = new_games(1)
    record.view(np.uint8)[:] = np.frombuffer(data[head:-_DIGEST], dtype=np.uint8)
    return record


def as_action(action: object) -> Action:
    """An action given as Action, number or text."""
    if isinstance(action, Action):
        return action
    if isinstance(action, int | np.integer) and not isinstance(action, bool):
        return Action(int(action))
    return Action.parse(action)  # type: ignore[arg-type]


def fill_setup(record: Any, setup: Setup) -> None:
    """Write a set-up into an empty record."""
    if not isinstance(setup, Setup):
        raise IllegalSetup(f"{setup!r} is no set-up; write for example Setup(3, cities=2025).")
    record["seats"] = setup.players
    for name in MODULES:
        year = getattr(setup, name)
        record[name] = 0 if year is None else EDITIONS.index(year) + 1
    record["take_fewer"] = TAKE_FEWER.index(setup.take_fewer)
    record["extra_nobles"] = setup.extra_nobles
    record["payment"] = PAYMENT.index(setup.payment)


def _seed(seed: int | None) -> int:
    """A seed of 63 bits; without one, from the operating system."""
    if seed is None:
        return secrets.randbits(63)
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or not 0 <= seed < 2**63:
        raise SplendorError(f"seed={seed!r}: a seed is a whole number from 0 to 2**63 - 1.")
    return int(seed)
