"""A match: a game with people and bots at it, as a state machine without any input or output.

A match is its settings and a list of entries, the things that happened; its version is how many there are. Every
request is first answered with the entry it would add, or refused. The entry is written down (`store`), and only then
`apply` brings it about. So the same entries give the same match, in every process and after every crash, and when two
processes write the same version, the store lets one of them.
"""

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from msgspec import Struct

from splendor.action import Action
from splendor.errors import SplendorError
from splendor.game import Game, View
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord
from splendor.server import telling, wire
from splendor.server.wire import Refusal, Refused
from splendor.table.setup import Setup
from splendor.table.things import HiddenCard

STAND_IN = "club"  # the level that decides for those who resigned or are gone
REMEMBERED = 20  # entries kept for clients that come back
SEED_BITS = 63

Seeds = Callable[[], int]


def system_seed() -> int:
    """Chance from the operating system."""
    return secrets.randbits(SEED_BITS)


# --- what is written down -----------------------------------------------------------------------------------------
class Settings(Struct, frozen=True):
    """What was chosen when the match was made; `deal_seed` is secret until the end."""

    match: str
    setup: Setup
    deal_seed: int
    created: int
    public: bool = False
    hints: bool = True
    rated: bool = False
    time_control: wire.TimeControl | None = None
    invitation: str | None = None
    """The hash of what one must show to take a seat of a private match."""
    follows: str | None = None
    """The match this one is the rematch of."""


class Entry(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Something that happened: when, to which seat, and at whose request."""

    at: int
    seat: int
    request_id: str = ""


class Sat(Entry, frozen=True, tag="sat", omit_defaults=True):
    """Somebody took a seat: a person, whose token is kept as a hash, or a bot."""

    name: str = ""
    token: str = ""
    agent: str = ""
    account: str = ""


class Left(Entry, frozen=True, tag="left"):
    """Somebody left before the match began."""


class Decided(Entry, frozen=True, tag="decided", omit_defaults=True):
    """Decisions, each with the seed of what it reveals."""

    actions: tuple[tuple[int, int], ...] = ()
    confirmed: bool = False


class Undone(Entry, frozen=True, tag="undone"):
    """The last decisions of this turn were taken back."""


class Confirmed(Entry, frozen=True, tag="confirmed"):
    """The turn stays as it is."""


class Resigned(Entry, frozen=True, tag="resigned", omit_defaults=True):
    """A seat gave up, or its time was over."""

    reason: Literal["resigned", "time"] = "resigned"


class StoodIn(Entry, frozen=True, tag="stood_in"):
    """A bot decides for the seat from now on."""


class Returned(Entry, frozen=True, tag="returned"):
    """The person decides again."""


class Claimed(Entry, frozen=True, tag="claimed", omit_defaults=True):
    """A guest's seat belongs to an account now."""

    account: str = ""


class Offered(Entry, frozen=True, tag="offered", omit_defaults=True):
    """A seat wants a rematch; `match` is its id, from the first who wanted one."""

    match: str = ""


AnyEntry = Sat | Left | Decided | Undone | Confirmed | Resigned | StoodIn | Returned | Claimed | Offered


def deal(settings: Settings) -> Game:
    """The game as it is dealt."""
    return Game(settings.setup, seed=settings.deal_seed)


# --- tokens -------------------------------------------------------------------------------------------------------
def new_token() -> str:
    """128 bits from the operating system, as text."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


# --- the match ----------------------------------------------------------------------------------------------------
@dataclass
class Seat:
    """A place and who sits there."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    token: str = ""
    agent: str = ""
    account: str = ""
    stand_in: bool = False
    resigned: bool = False
    rematch: bool = False
    left: int = 0
    """Milliseconds on the clock when it began to run last."""

    @property
    def bot(self) -> str:
        """The agent that decides here; empty where a person does."""
        if self.kind == "bot":
            return self.agent
        return STAND_IN if self.stand_in or self.resigned else ""


@dataclass(frozen=True)
class _Past:
    """An entry with the games before and after it, from which every seat is told its own part."""

    version: int
    entry: AnyEntry
    before: Game | None
    after: Game | None
    told: dict[int | None, wire.Happening | None] = field(default_factory=dict)
    """By seat, once somebody has asked."""


class Match:
    """One match; see the module's description."""

    def __init__(self, settings: Settings, entries: Sequence[AnyEntry] = ()) -> None:
        self.settings = settings
        self.version = 0
        self.seats = [Seat() for _ in range(settings.setup.players)]
        self.game: Game | None = None
        self.confirming: int | None = None
        """The seat that has played its turn and has yet to confirm it."""
        self.result: wire.Result | None = None
        self.next_match: str | None = None
        self._undoable: list[int] = []  # how many actions had been played before each decision that can be taken back
        self._requests: dict[tuple[int, str], int] = {}
        self._clock_since = settings.created
        self._past: deque[_Past] = deque(maxlen=REMEMBERED)
        self._last_turn: list[_Past] = []
        self._this_turn: list[_Past] = []
        self._views: tuple[int, dict[int | None, telling.Seen]] = (0, {})
        for entry in entries:
            self.apply(entry)

    def copy(self) -> "Match":
        """A match in the same state, to try something out; it shares what never changes."""
        copy = Match.__new__(Match)
        copy.__dict__.update(self.__dict__)
        copy.seats = [replace(seat) for seat in self.seats]
        copy.game = self._copy()
        copy._undoable = list(self._undoable)
        copy._requests = dict(self._requests)
        copy._past = deque(self._past, maxlen=REMEMBERED)
        copy._this_turn = list(self._this_turn)
        copy._views = self.version, {}
        return copy

    # --- where it stands ------------------------------------------------------------------------------------------
    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        """Waiting for players, being played, or over."""
        return "over" if self.result else "playing" if self.game else "waiting"

    @property
    def changed(self) -> int:
        """When something happened last."""
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
        """When the time of the person who decides is over."""
        seat = self.acting
        if seat is None or self.settings.time_control is None or self.seats[seat].bot:
            return None
        return self._clock_since + self.seats[seat].left

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

    def answered(self, seat: int, request_id: str) -> int | None:
        """The version a request led to, if it was carried out before."""
        return self._requests.get((seat, request_id))

    # --- requests: the entry each would add -----------------------------------------------------------------------
    def sit(
        self,
        seat: int | None,
        at: int,
        *,
        name: str = "",
        token: str = "",
        agent: str = "",
        account: str = "",
        invitation: str | None = None,
    ) -> Sat:
        """Take a seat: a person with a token, or a bot."""
        if self.status != "waiting":
            raise Refused(Refusal.NOT_NOW, self.version)
        if self.settings.invitation and not hmac.compare_digest(hashed(invitation or ""), self.settings.invitation):
            raise Refused(Refusal.NOT_ALLOWED, self.version)
        if account and self.seat_of_account(account) is not None:
            raise Refused(Refusal.NOT_ALLOWED, self.version)
        free = [number for number, place in enumerate(self.seats) if place.kind == "open"]
        if not free or (seat is not None and seat not in free):
            raise Refused(Refusal.NOT_NOW, self.version)
        chosen = free[0] if seat is None else seat
        return Sat(at, chosen, name=name, token=hashed(token) if token else "", agent=agent, account=account)

    def leave(self, seat: int, at: int, request_id: str = "") -> Left:
        """Give a seat back before the match begins."""
        if self.status != "waiting":
            raise Refused(Refusal.NOT_NOW, self.version)
        return Left(at, seat, request_id)

    def decide(
        self,
        seat: int,
        actions: Sequence[int],
        expected_version: int,
        at: int,
        *,
        request_id: str = "",
        confirm: bool = False,
        seeds: Seeds = system_seed,
    ) -> Decided:
        """Make one decision, or several in a row by the same seat in one turn."""
        self._check_turn(seat, expected_version, at)
        if self.confirming is not None or self.game is None:
            raise Refused(Refusal.NOT_NOW, self.version)
        game, played = self.game.copy(), []
        for place, number in enumerate(actions):
            if place and (game.is_over or game.player != seat or game.phase.name == "ACTION"):
                raise Refused(Refusal.ILLEGAL, self.version)
            seed = seeds()
            try:
                game.play(number, seed=seed)
            except SplendorError:
                raise Refused(Refusal.ILLEGAL, self.version) from None
            played.append((int(number), seed))
        return Decided(at, seat, request_id, tuple(played), confirm or bool(self.seats[seat].bot))

    def undo(self, seat: int, expected_version: int, at: int, request_id: str = "") -> Undone:
        """Take back the last decision of one's own turn."""
        self._check_turn(seat, expected_version, at)
        if not self._undoable:
            raise Refused(Refusal.NOT_NOW, self.version)
        return Undone(at, seat, request_id)

    def confirm(self, seat: int, expected_version: int, at: int, request_id: str = "") -> Confirmed:
        """Let the turn stay as it is."""
        self._check_turn(seat, expected_version, at)
        if self.confirming != seat:
            raise Refused(Refusal.NOT_NOW, self.version)
        return Confirmed(at, seat, request_id)

    def resign(self, seat: int, at: int, request_id: str = "") -> Resigned:
        """Give up."""
        self._check_playing()
        if self.seats[seat].resigned:
            raise Refused(Refusal.NOT_NOW, self.version)
        return Resigned(at, seat, request_id)

    def time_out(self, at: int) -> Confirmed | Resigned | None:
        """What follows when the time of whoever decides is over: a played turn is confirmed, another is given up."""
        seat, deadline = self.acting, self.deadline
        if seat is None or deadline is None or at < deadline:
            return None
        return Confirmed(at, seat) if self.confirming is not None else Resigned(at, seat, reason="time")

    def stand_in(self, seat: int, at: int, request_id: str = "") -> StoodIn:
        """Let a bot decide for a person."""
        self._check_playing()
        if seat >= len(self.seats) or self.seats[seat].bot:
            raise Refused(Refusal.NOT_NOW, self.version)
        return StoodIn(at, seat, request_id)

    def come_back(self, seat: int, at: int, request_id: str = "") -> Returned:
        """Decide oneself again."""
        self._check_playing()
        if not self.seats[seat].stand_in or self.seats[seat].resigned:
            raise Refused(Refusal.NOT_NOW, self.version)
        return Returned(at, seat, request_id)

    def claim(self, seat: int, account: str, at: int) -> Claimed:
        """Let a guest's seat belong to an account."""
        if self.seats[seat].account or self.seat_of_account(account) is not None:
            raise Refused(Refusal.NOT_NOW, self.version)
        return Claimed(at, seat, account=account)

    def offer_rematch(self, seat: int, at: int, match: str, request_id: str = "") -> Offered:
        """Wish to play again; `match` is the id a new match would have."""
        if self.result is None or self.seats[seat].rematch:
            raise Refused(Refusal.NOT_NOW, self.version)
        return Offered(at, seat, request_id, self.next_match or match)

    def _check_playing(self) -> None:
        if self.result is not None:
            raise Refused(Refusal.OVER, self.version)
        if self.game is None:
            raise Refused(Refusal.NOT_NOW, self.version)

    def _check_turn(self, seat: int, expected_version: int, at: int) -> None:
        """The order matters: nobody learns more from a refusal than the public version and whose turn it is."""
        self._check_playing()
        if expected_version != self.version:
            raise Refused(Refusal.STALE, self.version)
        if self.acting != seat:
            raise Refused(Refusal.NOT_YOUR_TURN, self.version)
        if self.deadline is not None and at >= self.deadline:
            raise Refused(Refusal.NOT_NOW, self.version)

    # --- applying entries -----------------------------------------------------------------------------------------
    def apply(self, entry: AnyEntry) -> None:
        """Bring about what was written down."""
        before = self._copy() if isinstance(entry, Decided | Undone) else self.game
        acting = self.acting
        turn_over = False
        self._run_clock(entry.at)
        seat = self.seats[entry.seat]
        match entry:
            case Sat():
                self._sit(seat, entry)
            case Left():
                self.seats[entry.seat] = Seat()
            case Decided():
                turn_over = self._decide(entry)
            case Undone():
                self._undo()
            case Confirmed():
                turn_over = True
            case Resigned():
                seat.resigned, turn_over = True, self.confirming == entry.seat
                self._finish_early(entry.reason)
            case StoodIn():
                seat.stand_in, turn_over = True, self.confirming == entry.seat
            case Returned():
                seat.stand_in = False
            case Claimed():
                seat.account = entry.account
            case Offered():
                seat.rematch, self.next_match = True, entry.match
        self.version += 1
        if entry.request_id:
            self._requests[entry.seat, entry.request_id] = self.version
        self._remember(entry, before)
        if turn_over and acting is not None:
            self._end_turn(acting)

    def _sit(self, seat: Seat, entry: Sat) -> None:
        seat.kind = "bot" if entry.agent else "person"
        seat.name, seat.token, seat.agent, seat.account = entry.name, entry.token, entry.agent, entry.account
        if all(place.kind != "open" for place in self.seats):
            self._begin()

    def _begin(self) -> None:
        self.game = deal(self.settings)
        control = self.settings.time_control
        for seat in self.seats:
            seat.left = control.seconds * 1000 if control else 0

    def _decide(self, entry: Decided) -> bool:
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
            self._finish("quiet" if game.quiet_rounds >= 25 else "played")

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
        self.result = wire.Result(ranking, winners, prestige, reason)

    def _playing(self) -> Game:
        if self.game is None:
            raise SplendorError("the match has not begun.")
        return self.game

    def _copy(self) -> Game | None:
        return self.game.copy() if self.game else None

    def _remember(self, entry: AnyEntry, before: Game | None) -> None:
        changed = isinstance(entry, Decided | Undone)
        past = _Past(self.version, entry, before, self._copy() if changed else self.game)
        self._past.append(past)
        if self.game is not None and not isinstance(entry, Claimed | Offered):
            self._this_turn.append(past)

    # --- what each seat is told -----------------------------------------------------------------------------------
    def game_view(self, seat: int | None) -> View:
        """What a seat knows of the game; bots and hints start from this."""
        return self._playing().view(seat)

    def _seen(self, seat: int | None) -> telling.Seen | None:
        if self._views[0] != self.version:
            self._views = self.version, {}
        if seat not in self._views[1] and self.game is not None:
            self._views[1][seat] = telling.Seen(self.game.view(seat))
        return self._views[1].get(seat)

    def view(self, seat: int | None, at: int, here: Sequence[bool] = ()) -> wire.View:
        """Everything a seat, or an onlooker, may know."""
        seen = self._seen(seat)
        return wire.View(
            match=self.settings.match,
            version=self.version,
            at=at,
            seat=seat,
            setup=self.settings.setup,
            status=self.status,
            seats=self.seats_told(at, here),
            table=seen.table if seen else None,
            decision=self._decision(seen),
            last_turn=self._tell([*self._last_turn, *self._this_turn], seat),
            result=self.result,
            public=self.settings.public,
            hints=self.settings.hints,
            rated=self.settings.rated,
            time_control=self.settings.time_control,
            rematch=self.next_match if all(seat.rematch for seat in self._people()) else None,
        )

    def update(self, seat: int | None, since: int | None, at: int, here: Sequence[bool] = ()) -> wire.Update:
        """The view, and what a client has missed that saw version `since`."""
        known = self.version if since is None or since > self.version else since
        missed = [past for past in self._past if past.version > known]
        start = missed[0].version - 1 if missed else self.version
        return wire.Update(start, self._tell(missed, seat), self.view(seat, at, here))

    def seats_told(self, at: int, here: Sequence[bool] = ()) -> list[wire.Seat]:
        """Who sits where."""
        return [
            wire.Seat(
                seat=number,
                kind=seat.kind,
                name=seat.name or None,
                agent=seat.agent or None,
                account=seat.account or None,
                here=seat.kind == "bot" or (here[number] if here else False),
                stand_in=seat.stand_in,
                resigned=seat.resigned,
                rematch=seat.rematch,
                clock=self._clock(number, at),
            )
            for number, seat in enumerate(self.seats)
        ]

    def _clock(self, number: int, at: int) -> wire.Clock | None:
        if self.settings.time_control is None or self.game is None:
            return None
        running = self.acting == number and not self.seats[number].bot
        gone = max(0, at - self._clock_since) if running else 0
        return wire.Clock(max(0, self.seats[number].left - gone), running)

    def _decision(self, seen: telling.Seen | None) -> wire.Decision | None:
        if seen is None or self.result is not None:
            return None
        if self.confirming is not None:
            return telling.confirmation(self.confirming, mine=seen.seat == self.confirming)
        return telling.decision(seen, can_undo=bool(self._undoable))

    def _tell(self, past: Sequence[_Past], seat: int | None) -> list[wire.Happening]:
        for one in past:
            if seat not in one.told:
                one.told[seat] = _happening(one, seat)
        return [told for one in past if (told := one.told[seat]) is not None]

    def _people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == "person"]

    # --- afterwards -----------------------------------------------------------------------------------------------
    def record(self) -> GameRecord:
        """The whole game, everything revealed; refused while it goes on."""
        if self.result is None or self.game is None:
            raise Refused(Refusal.NOT_NOW, self.version)
        names = [seat.name or SEAT_LETTERS[number] for number, seat in enumerate(self.seats)]
        return GameRecord.of(self.game, names=names, match=self.settings.match, ended=self.result.reason)

    def rematch(self, at: int, seed: int) -> tuple[Settings, list[AnyEntry]] | None:
        """The match that follows, once all people want it: seats move on by one, tokens stay valid."""
        if self.next_match is None or not all(seat.rematch for seat in self._people()):
            return None
        old = self.settings
        settings = Settings(
            match=self.next_match,
            setup=old.setup,
            deal_seed=seed,
            created=at,
            public=old.public,
            hints=old.hints,
            rated=old.rated,
            time_control=old.time_control,
            follows=old.match,
        )
        order = [*self.seats[1:], self.seats[0]]
        seated: list[AnyEntry] = [
            Sat(at, number, name=seat.name, token=seat.token, agent=seat.agent, account=seat.account)
            for number, seat in enumerate(order)
        ]
        return settings, seated


def _shows_hidden(game: Game, action: Action) -> bool:
    """Whether the others get to see a card with this action that only its player knew."""
    if action.kind != "purchase_hand":
        return False
    return isinstance(game.view(None).players[game.player].hand[action.value], HiddenCard)


# --- one thing that happened, for one pair of eyes ------------------------------------------------------------------
def _happening(past: _Past, seat: int | None) -> wire.Happening | None:
    """The move view: made from what this seat saw before and after."""
    entry = past.entry
    if isinstance(entry, Claimed):
        return None
    kind: Any = "rematch" if isinstance(entry, Offered) else type(entry).__struct_config__.tag
    told = wire.Happening(past.version, entry.at, kind, entry.seat)
    if isinstance(entry, Sat):
        told.name = entry.name
    if isinstance(entry, Resigned):
        told.reason = entry.reason
    if isinstance(entry, Decided | Undone) and past.before and past.after:
        before, after = (telling.Seen(game.view(seat)) for game in (past.before, past.after))
        told.round = before.rounds + 1
        told.changes = telling.changes(before, after)
        if isinstance(entry, Decided):
            told.actions = _actions(past.before, entry, seat)
    return told


def _actions(before: Game, entry: Decided, seat: int | None) -> list[wire.Choice]:
    game, told = before.copy(), []
    for number, seed in entry.actions:
        told.append(telling.choice(telling.Seen(game.view(seat)), Action(number)))
        game.play(number, seed=seed)
    return told
