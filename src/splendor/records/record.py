"""GameRecord: a whole game, to write, to read, to replay and to verify. It needs no seed."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import pairwise

import numpy as np

from splendor.errors import SplendorError, UnreadableRecord
from splendor.game import Game
from splendor.position import SEAT_LETTERS
from splendor.records import as_json
from splendor.records import text as as_text
from splendor.records.digest import digest
from splendor.records.impose import State, impose, revealed, state
from splendor.records.parts import MAX_LENGTH, Contents, Move, Result, Reveal, Turn
from splendor.records.start import ImpossibleStart, check_position, deal_of, game_at, is_dealt, lay_out, open_position
from splendor.rules.actions import Phase
from splendor.rules.layout import GAME


class GameRecord(Contents):
    """A whole game as it is kept: set-up, deal, every turn with the cards it revealed, result.

    >>> from splendor import Setup
    >>> game = Game(Setup(2), seed=1)
    >>> for action in ("take wug", "reserve 2.3", "take rr"):
    ...     game.play(action)
    >>> record = GameRecord.of(game, names=("Ada", "Bob"), date="2025-06-01")
    >>> print(record)
    Splendor record 1
    Players: 2
    Modules: base
    A: Ada
    B: Bob
    Date: 2025-06-01
    Level 3: 77 90 74 86
    Level 2: 43 41 42 46
    Level 1: 39 32 23 27
    Nobles: 6 3 2
    <BLANKLINE>
    1A  take wug
    1B  reserve 2.3 [2.3=53]
    2A  take rr
    <BLANKLINE>
    Prestige: 0 0
    Result: *
    <BLANKLINE>
    >>> again = GameRecord.read(record.json())
    >>> again == record, again.replay().market == game.market
    (True, True)
    >>> again.verify()
    """

    # --- making -------------------------------------------------------------------------------------------------------
    @classmethod
    def of(cls, game: Game, names: Sequence[str] = (), *, digests: bool = False, **meta: object) -> "GameRecord":
        """The record of a game that was played on this object, from its deal or from the start of any turn.

        It holds everything, cards in hands too: do not show it to players while their match goes on. With `digests`
        every turn carries a digest of the position after it.
        """
        states = _states(game)
        try:
            check_position(states[0])
        except ImpossibleStart as error:
            raise SplendorError(f"this game cannot be recorded: {error}") from None
        dealt = is_dealt(states[0])
        return cls(
            setup=game.setup,
            deal=deal_of(states[0]) if dealt else None,
            position=None if dealt else game_at(states[0]).to_bytes(),
            turns=tuple(_turns(game, states, digests)),
            result=result_of(game),
            names=tuple(names),
            meta={key: str(value) for key, value in meta.items()},
        )

    # --- writing and reading ------------------------------------------------------------------------------------------
    def text(self) -> str:
        """The record for people, one line per turn."""
        return as_text.write(self)

    def __str__(self) -> str:
        return self.text()

    def json(self) -> str:
        """The record as one JSON object on one line."""
        return as_json.write(self)

    @classmethod
    def read(cls, data: str | bytes, where: str = "") -> "GameRecord":
        """Read a record in either form. `verify` then tells whether the game it tells was possible.

        Complaints begin with `where`, for example the line of an archive.
        """
        try:
            contents = _read(data)
            return cls(**{part.name: getattr(contents, part.name) for part in fields(contents)} | {"where": where})
        except UnreadableRecord as error:
            raise UnreadableRecord(f"{where}{error}") from None

    # --- replaying ----------------------------------------------------------------------------------------------------
    @property
    def actions(self) -> int:
        """How many actions were played."""
        return sum(len(turn.moves) for turn in self.turns)

    def replay(self, upto: int | None = None) -> Game:
        """The game after its last action, or after the first `upto` actions; it can be played on and undone.

        What would be revealed after it is not known to the record: it comes from the deck at random.
        """
        number = self.actions if upto is None else upto
        if not 0 <= number <= self.actions:
            raise SplendorError(f"upto={upto}: the record has {self.actions} actions.")
        steps = self._steps()
        for _ in range(number):
            next(steps)
        return next(steps)

    def positions(self) -> Iterator[Game]:
        """The positions from the start to the end, one more than there are actions; each is a game of its own."""
        return (game_at(state(game)) for game in self._steps())

    def verify(self) -> None:
        """Replay everything; raise UnreadableRecord unless the record is possible from the first line to the last."""
        *_, game = self._steps()
        if (found := result_of(game)) != self.result:
            raise self.complaint("result", f"the record says {_tell(self.result)}; the game says {_tell(found)}.")

    def _steps(self) -> Iterator[Game]:
        """One and the same game: at the start, and after each action."""
        game = self._start()
        yield game
        for turn in self.turns:
            try:
                _check_label(game, turn)
                for place, move in enumerate(turn.moves):
                    _play(game, move, first=place == 0)
                    if place == len(turn.moves) - 1:
                        _check_digest(game, turn)
                    yield game
            except SplendorError as error:
                raise UnreadableRecord(f"{self.where}{turn.where}: {error}") from None

    def _start(self) -> Game:
        try:
            game = lay_out(self.setup, self.deal) if self.deal is not None else open_position(self.position or b"")
        except ImpossibleStart as error:
            raise self.complaint(error.part, error.reason) from None
        if game.setup != self.setup:
            raise self.complaint("position", f"its set-up is {game.setup.describe()}, not the record's.")
        return game


def _read(data: str | bytes) -> Contents:
    if isinstance(data, bytes | bytearray):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise UnreadableRecord(f"byte {error.start}: the record is no UTF-8 text.") from None
    if not isinstance(data, str):
        raise UnreadableRecord(f"a record is text, not {type(data).__name__}.")
    if len(data) > MAX_LENGTH:
        raise UnreadableRecord(f"the text has {len(data)} characters; no record has more than {MAX_LENGTH}.")
    return as_json.read(data) if data.lstrip()[:1] in ("{", "[") else as_text.read(data.removeprefix("\ufeff"))


# --- from a game to its turns -----------------------------------------------------------------------------------------
def _states(game: Game) -> list[State]:
    """Every state of the game, from the start of its history to now."""
    before = b"".join(data for data, _ in game.history)
    return list(np.frombuffer(before + game.record.tobytes(), dtype=GAME))


def _turns(game: Game, states: list[State], digests: bool) -> Iterator[Turn]:
    actions = game.actions
    starts = [place for place, before in enumerate(states[:-1]) if before["phase"] == Phase.ACTION]
    for first, beyond in pairwise([*starts, len(actions)]):
        moves = []
        for place in range(first, beyond):
            cards = revealed(states[place], states[place + 1])
            moves.append(Move(actions[place], tuple(Reveal(*item) for item in cards.items())))
        yield Turn(
            round=int(states[first]["rounds"]) + 1,
            seat=int(states[first]["player"]),
            moves=tuple(moves),
            digest=digest(game_at(states[beyond])) if digests else None,
        )


def result_of(game: Game) -> Result:
    """The winners, or None, and the prestige of everybody as it stands.

    >>> result_of(Game(seed=1))
    Result(winners=None, prestige=(0, 0))
    """
    prestige = game.record[0]["players"]["prestige"].tolist()[: game.setup.players]
    return Result(tuple(sorted(game.winners)) if game.is_over else None, tuple(prestige))


def _tell(result: Result) -> str:
    if result.winners is None:
        return f"unfinished, prestige {result.prestige}"
    return f"winners {' '.join(SEAT_LETTERS[seat] for seat in result.winners)}, prestige {result.prestige}"


# --- from turns to a game ---------------------------------------------------------------------------------------------
def _check_label(game: Game, turn: Turn) -> None:
    """A line begins a turn, and says whose it is."""
    if game.is_over:
        raise UnreadableRecord("the game is over, no turn can follow.")
    if game.phase is not Phase.ACTION:
        raise UnreadableRecord(f"the turn before is not complete: {game.phase.name.lower()} is to be decided.")
    if (turn.round, turn.seat) != (game.rounds + 1, game.player):
        expected = f"{game.rounds + 1}{SEAT_LETTERS[game.player]}"
        raise UnreadableRecord(f"it is turn {expected}, not {turn.label}.")


def _play(game: Game, move: Move, *, first: bool) -> None:
    if not first and game.phase is Phase.ACTION:
        raise UnreadableRecord(f"{str(move.action)!r} comes after the end of the turn.")
    before = state(game)
    game.play(move.action)
    impose(game, before, dict(move.reveals))


def _check_digest(game: Game, turn: Turn) -> None:
    if turn.digest is not None and turn.digest != (found := digest(game)):
        raise UnreadableRecord(f"the position after the turn has the digest {found}, not {turn.digest}.")
