"""Where a match stands: the same entries give the same state, in every process and after every crash."""

import hmac
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, Self

from splendor.action import Action
from splendor.game import Game
from splendor.server import wire
from splendor.server.match import entries
from splendor.server.match.entries import AnyEntry, Settings
from splendor.server.match.past import Moment, Past
from splendor.server.match.seat import Seat
from splendor.server.match.secret import hashed
from splendor.table.things import HiddenCard

REMEMBERED = 20  # entries kept for clients that come back


class MatchState:
    """Where a match stands: its entries, applied one after the other."""

    def __init__(self, settings: Settings, written: Sequence[AnyEntry] = ()) -> None:
        self.settings = settings
        self.version = 0
        self.seats = [Seat() for _ in range(settings.setup.players)]
        self.game: Game | None = None
        self.confirming: int | None = None
        """The seat that has played its turn and has yet to confirm it."""
        self.result: wire.Result | None = None
        self._counts: bool | None = None
        self.next_match: str | None = None
        self._undoable: list[int] = []  # how many actions had been played before each decision that can be taken back
        self._requests: dict[tuple[int, str], int] = {}
        self._left: dict[tuple[str, str], int] = {}
        self._clock_since = 0
        self._past: deque[Past] = deque(maxlen=REMEMBERED)
        self._last_turn: list[Past] = []
        self._this_turn: list[Past] = []
        self._moment: Moment | None = None
        self._earlier: Moment | None = None
        for entry in written:
            self.apply(entry)

    def copy(self) -> Self:
        """A match in the same state, to try something out; it shares what never changes."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.seats = [replace(seat) for seat in self.seats]
        copy.game = self._copy()
        copy._undoable = list(self._undoable)
        copy._requests = dict(self._requests)
        copy._left = dict(self._left)
        copy._past = deque(self._past, maxlen=REMEMBERED)
        copy._this_turn = list(self._this_turn)
        return copy

    # --- where it stands ------------------------------------------------------------------------------------------
    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        """Waiting for players, being played, or over."""
        return "over" if self.result else "playing" if self.game else "waiting"

    @property
    def deserted(self) -> bool:
        """Whether everybody has left before it began: whoever made it has called it off."""
        return self.game is None and self.version > 0 and all(seat.kind != "person" for seat in self.seats)

    @property
    def changed(self) -> int:
        """When something happened last, by the clock of the matches."""
        return self._clock_since

    @property
    def acting(self) -> int | None:
        """The seat that has to decide or to confirm."""
        if self.game is None or self.result is not None:
            return None
        return self.game.player if self.confirming is None else self.confirming

    @property
    def bot(self) -> tuple[int, str] | None:
        """The seat and the agent that decides there, if it is a bot's turn."""
        seat = self.acting
        return None if seat is None or not self.seats[seat].bot else (seat, self.seats[seat].bot)

    @property
    def deadline(self) -> int | None:
        """When the time of the person who decides is over, by the clock of the matches."""
        seat = self.acting
        if seat is None or self.settings.time_control is None or self.seats[seat].bot:
            return None
        return self._clock_since + self.seats[seat].left

    @property
    def rated(self) -> bool:
        """Whether the result counts: everybody who has sat down so far, or had until the end, has their own account."""
        if self._counts is not None:  # a seat that is claimed afterwards changes nothing
            return self._counts
        taken = [seat.account for seat in self.seats if seat.kind != "open"]
        return self.settings.rated and all(taken) and len(set(taken)) == len(taken)

    def seat_of(self, token: str) -> int | None:
        """The seat a token belongs to."""
        digest = hashed(token)
        found = None
        for number, seat in enumerate(self.seats):  # every seat is compared, in constant time
            if hmac.compare_digest(digest, seat.token or "-"):
                found = number
        return found

    def seat_of_account(self, account: str) -> int | None:
        """The seat of an account."""
        return next((n for n, seat in enumerate(self.seats) if account and seat.account == account), None)

    def owner(self, seat: int | None) -> str:
        """Whose a seat is: the hash of its token. It changes when somebody leaves and another one sits down."""
        return "" if seat is None else self.seats[seat].token

    def answered(self, seat: int, request_id: str) -> int | None:
        """The version a request led to, if it was carried out before."""
        return self._requests.get((seat, request_id))

    def left(self, owner: str, request_id: str) -> int | None:
        """The version after somebody left with this request: the owner of a seat's token, or an account."""
        return self._left.get((owner, request_id))

    def was_left(self, token: str) -> bool:
        """Whether somebody sat here with this token and has left."""
        digest = hashed(token)
        return any(owner == digest for owner, _ in self._left)

    # --- applying entries -----------------------------------------------------------------------------------------
    def apply(self, entry: AnyEntry) -> None:
        """Bring about what was written down."""
        before = self.moment() if isinstance(entry, entries.Decided | entries.Undone) else None
        acting = self.acting
        turn_over = False
        self._run_clock(entry.at)
        seat = self.seats[entry.seat]
        match entry:
            case entries.Sat():
                self._sit(seat, entry)
            case entries.Left():
                self._leave(seat, entry)
            case entries.Decided():
                turn_over = self._decide(entry)
            case entries.Undone():
                self._undo()
            case entries.Confirmed():
                turn_over = True
            case entries.Resigned():
                seat.resigned, turn_over = True, self.confirming == entry.seat
                self._finish_early(entry.reason)
            case entries.StoodIn():
                seat.stand_in, turn_over = True, self.confirming == entry.seat
            case entries.Returned():
                seat.stand_in = False
            case entries.Claimed():
                seat.account = entry.account
            case entries.Offered():
                seat.rematch, self.next_match = True, entry.match
        self.version += 1
        if entry.request_id and not isinstance(entry, entries.Left):
            self._requests[entry.asker, entry.request_id] = self.version
        self._remember(entry, before)
        if turn_over and acting is not None:
            self._end_turn(acting)

    def _sit(self, seat: Seat, entry: entries.Sat) -> None:
        seat.kind = "bot" if entry.agent else "person"
        seat.name, seat.token, seat.agent, seat.account = entry.name, entry.token, entry.agent, entry.account
        if all(place.kind != "open" for place in self.seats):
            self._begin()

    def _leave(self, seat: Seat, entry: entries.Left) -> None:
        """The seat is as if nobody had sat there: whoever comes next has requests of their own."""
        for owner in (seat.token, seat.account):
            if owner:
                self._left[owner, entry.request_id] = self.version + 1
        self._requests = {key: version for key, version in self._requests.items() if key[0] != entry.seat}
        self.seats[entry.seat] = Seat()

    def _begin(self) -> None:
        self.game = deal(self.settings)
        control = self.settings.time_control
        for seat in self.seats:
            seat.left = control.seconds * 1000 if control else 0

    def _decide(self, entry: entries.Decided) -> bool:
        """Play the actions; true if that ends the turn and nothing is left to be confirmed."""
        game = self._playing()
        for number, seed in entry.actions:
            mark, decks, shown = len(game.actions), game.deck_sizes, _shows_hidden(game, Action(number))
            game.play(number, seed=seed)
            if shown or any(size < decks[deck] for deck, size in game.deck_sizes.items()):
                self._undoable.clear()  # a card came to light: nobody goes back behind that
            else:
                self._undoable.append(mark)
        ended = game.is_over or game.player != entry.seat or game.phase.name == "ACTION"
        if not ended:
            return False
        if self._undoable and not entry.confirmed:
            self.confirming = entry.seat
            return False
        return True

    def _undo(self) -> None:
        game, mark = self._playing(), self._undoable.pop()
        while len(game.actions) > mark:
            game.undo()
        self.confirming = None

    def _end_turn(self, seat: int) -> None:
        """The turn stays: the clock is set for the next one, and a game that is over is over for good."""
        self.confirming = None
        self._undoable.clear()
        self._last_turn, self._this_turn = self._this_turn, []
        control, place = self.settings.time_control, self.seats[seat]
        if control and control.kind == "per_turn":
            place.left = control.seconds * 1000
        elif control:
            place.left += control.increment * 1000
        game = self._playing()
        if game.is_over and self.result is None:
            self._finish("quiet" if game.stalled else "played")

    def _run_clock(self, at: int) -> None:
        seat = self.acting
        if seat is not None and not self.seats[seat].bot:
            self.seats[seat].left -= max(0, at - self._clock_since)
        self._clock_since = at

    def _finish_early(self, reason: Literal["resigned", "time"]) -> None:
        """Over when at most one is left, or when no person is."""
        left = [seat for seat in self.seats if not seat.resigned]
        if len(left) <= 1 or all(seat.kind == "bot" for seat in left):
            self._finish(reason)

    def _finish(self, reason: Literal["played", "quiet", "resigned", "time"]) -> None:
        game = self._playing()
        ranking = [
            group
            for resigned in (False, True)
            for places in game.ranking
            if (group := [seat for seat in places if self.seats[seat].resigned is resigned])
        ]
        winners = sorted(game.winners) if game.is_over and reason != "time" else []
        if not winners or any(self.seats[seat].resigned for seat in winners):
            winners = ranking[0]
        prestige = [player.prestige for player in game.players]
        self._counts = self.rated
        self.result = wire.Result(ranking, winners, prestige, reason)

    def _playing(self) -> Game:
        assert self.game is not None, "the match has not begun"
        return self.game

    def _copy(self) -> Game | None:
        return self.game.copy() if self.game else None

    def moment(self) -> Moment | None:
        """The game as it is now, for those who look at it."""
        if self._moment is None and self.game is not None:
            self._moment = Moment(self.game)
        return self._moment

    def _remember(self, entry: AnyEntry, before: Moment | None) -> None:
        after = None
        if before is not None:
            if self._earlier is not None:
                self._earlier.forget()
            self._earlier, self._moment = before, None
            after = self.moment()
        past = Past(self.version, entry, before, after)
        self._past.append(past)
        if self.game is not None and not isinstance(entry, entries.Claimed | entries.Offered):
            self._this_turn.append(past)


def deal(settings: Settings) -> Game:
    """The game as it is dealt."""
    return Game(settings.setup, seed=settings.deal_seed)


def _shows_hidden(game: Game, action: Action) -> bool:
    """Whether the others get to see a card with this action that only its player knew."""
    if action.kind != "purchase_hand":
        return False
    return isinstance(game.view(None).players[game.player].hand[action.value], HiddenCard)
