"""A match as its seats see it: views, updates, and what is left of it afterwards."""

from collections.abc import Sequence

from msgspec import structs

from splendor.game import View
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord
from splendor.server import telling, wire
from splendor.server.match.entries import AnyEntry, Sat, Settings
from splendor.server.match.past import Past, happening
from splendor.server.match.requests import MatchRequests
from splendor.server.match.seat import Seat
from splendor.server.wire import Refusal, Refused


class Match(MatchRequests):
    """A match with all that it tells; see the package's description."""

    # --- what each seat is told -----------------------------------------------------------------------------------
    def game_view(self, seat: int | None) -> View:
        """What a seat knows of the game; bots and hints start from this."""
        return self._playing().view(seat)

    def _seen(self, seat: int | None) -> telling.Seen | None:
        now = self.moment()
        return now.seen(seat) if now else None

    def view(
        self,
        seat: int | None,
        at: int,
        here: Sequence[bool] = (),
        stand_in_from: Sequence[int | None] = (),
        down: int = 0,
    ) -> wire.View:
        """Everything a seat, or an onlooker, may know at a time of day; the clock of matches is `down` behind."""
        seen = self._seen(seat)
        return wire.View(
            match=self.settings.match,
            version=self.version,
            at=at,
            seat=seat,
            setup=self.settings.setup,
            status=self.status,
            seats=self.seats_told(at - down, here, stand_in_from),
            table=seen.table if seen else None,
            decision=self._decision(seen),
            last_turn=self._tell([*self._last_turn, *self._this_turn], seat),
            result=self.result,
            public=self.settings.public,
            hints=self.settings.hints,
            rated=self.rated,
            time_control=self.settings.time_control,
            rematch=self.next_match if self.rematch_agreed else None,
        )

    def update(
        self,
        seat: int | None,
        since: int | None,
        at: int,
        here: Sequence[bool] = (),
        stand_in_from: Sequence[int | None] = (),
        down: int = 0,
    ) -> wire.Update:
        """The view, and what a client has missed that saw version `since`."""
        known = self.version if since is None or since > self.version else since
        missed = [past for past in self._past if past.version > known]
        start = missed[0].version - 1 if missed else self.version
        return wire.Update(start, self._tell(missed, seat), self.view(seat, at, here, stand_in_from, down))

    def newest(self, seat: int | None) -> list[wire.Happening]:
        """What a seat is told of the last entry."""
        return self._tell([self._past[-1]], seat)

    def seats_told(
        self, at: int, here: Sequence[bool] = (), stand_in_from: Sequence[int | None] = ()
    ) -> list[wire.Seat]:
        """Who sits where, and what their clocks show at a time of the matches' clock."""
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
                stand_in_from=stand_in_from[number] if stand_in_from else None,
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
        mine = seen.decision.seat == seen.seat
        return structs.replace(seen.decision, can_undo=True) if mine and self._undoable else seen.decision

    def _tell(self, past: Sequence[Past], seat: int | None) -> list[wire.Happening]:
        for one in past:
            if seat not in one.told:
                one.told[seat] = happening(one, seat)
        return [told for one in past if (told := one.told[seat]) is not None]

    def _people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == "person"]

    # --- afterwards -----------------------------------------------------------------------------------------------
    def record(self) -> GameRecord:
        """The whole game, everything revealed; refused while it goes on."""
        if self.result is None or self.game is None:
            raise Refused(Refusal.NOT_NOW, self.version, detail="the match is not over yet.")
        names = [seat.name or SEAT_LETTERS[number] for number, seat in enumerate(self.seats)]
        return GameRecord.of(self.game, names=names, match=self.settings.match, ended=self.result.reason)

    @property
    def rematch_agreed(self) -> bool:
        """Whether all people want another match."""
        return self.next_match is not None and all(seat.rematch for seat in self._people())

    def rematch(self, at: int, seed: int) -> tuple[Settings, list[AnyEntry]] | None:
        """The match that follows, once all people want it: seats move on by one, tokens stay valid."""
        if self.next_match is None or not self.rematch_agreed:
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
