"""What may be asked of a match: each request is answered with the entry it would add, or refused."""

import hmac
from collections.abc import Sequence

from splendor.errors import SplendorError
from splendor.server.match import entries
from splendor.server.match.secret import Seeds, hashed, system_seed
from splendor.server.match.state import MatchState
from splendor.server.wire import Refusal, Refused


class MatchRequests(MatchState):
    """A match that can be asked; nothing here changes it."""

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
    ) -> entries.Sat:
        """Take a seat: a person with a token, or a bot."""
        if self.status != "waiting":
            raise Refused(Refusal.NOT_NOW, self.version, detail="all seats are taken.")
        if self.settings.invitation and not hmac.compare_digest(hashed(invitation or ""), self.settings.invitation):
            raise Refused(Refusal.NOT_ALLOWED, self.version, detail="invitation: this match needs its own.")
        if account and self.seat_of_account(account) is not None:
            raise Refused(Refusal.NOT_ALLOWED, self.version, detail="this account has a seat here already.")
        chosen = self._free(seat)
        return entries.Sat(at, chosen, name=name, token=hashed(token) if token else "", agent=agent, account=account)

    def join(
        self, seat: int | None, at: int, *, name: str, token: str, account: str = "", invitation: str | None = None
    ) -> entries.Sat | None:
        """Take a seat with a token, once: there is nothing to do where somebody sits with it already."""
        if self.seat_of(token) is not None:
            return None
        if self.was_left(token):  # a copy that took its time must not sit down for somebody who has gone
            raise Refused(Refusal.NOT_NOW, self.version, detail="request_id: whoever came with it has left again.")
        return self.sit(seat, at, name=name, token=token, account=account, invitation=invitation)

    def seat_bot(self, by: int, seat: int | None, agent: str, at: int, request_id: str = "") -> entries.Sat:
        """Let a bot take an open seat, as somebody at the table wishes."""
        if self.status != "waiting":
            raise Refused(Refusal.NOT_NOW, self.version, detail="all seats are taken.")
        return entries.Sat(at, self._free(seat), request_id, name=agent.capitalize(), agent=agent, by=by)

    def _free(self, seat: int | None) -> int:
        """An open seat: this one, or the first."""
        free = [number for number, place in enumerate(self.seats) if place.kind == "open"]
        if seat is not None and seat not in free:
            taken = "this seat is taken." if seat < len(self.seats) else f"the last seat is {len(self.seats) - 1}."
            raise Refused(Refusal.NOT_NOW, self.version, detail=f"seat: {taken}")
        return free[0] if seat is None else seat

    def leave(self, seat: int, at: int, request_id: str = "") -> entries.Left:
        """Give a seat back before the match begins."""
        if self.status != "waiting":
            raise Refused(Refusal.NOT_NOW, self.version, detail="the match has begun; resign, or let a bot stand in.")
        return entries.Left(at, seat, request_id)

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
    ) -> entries.Decided:
        """Make one decision, or several in a row by the same seat in one turn."""
        self._check_turn(seat, expected_version, at)
        if self.confirming is not None or self.game is None:
            raise Refused(Refusal.NOT_NOW, self.version, detail="the turn is played; confirm it, or take it back.")
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
        return entries.Decided(at, seat, request_id, tuple(played), confirm or bool(self.seats[seat].bot))

    def undo(self, seat: int, expected_version: int, at: int, request_id: str = "") -> entries.Undone:
        """Take back the last decision of one's own turn."""
        self._check_turn(seat, expected_version, at)
        if not self._undoable:
            raise Refused(Refusal.NOT_NOW, self.version, detail="nothing of this turn can be taken back.")
        return entries.Undone(at, seat, request_id)

    def confirm(self, seat: int, expected_version: int, at: int, request_id: str = "") -> entries.Confirmed:
        """Let the turn stay as it is."""
        self._check_turn(seat, expected_version, at)
        if self.confirming != seat:
            raise Refused(Refusal.NOT_NOW, self.version, detail="the turn is not played yet.")
        return entries.Confirmed(at, seat, request_id)

    def resign(self, seat: int, at: int, request_id: str = "") -> entries.Resigned:
        """Give up."""
        self._check_playing()
        if self.seats[seat].resigned:
            raise Refused(Refusal.NOT_NOW, self.version, detail="this seat has resigned already.")
        return entries.Resigned(at, seat, request_id)

    def time_out(self, at: int) -> entries.Confirmed | entries.Resigned | None:
        """What follows when the time of whoever decides is over: a played turn is confirmed, another is given up."""
        seat, deadline = self.acting, self.deadline
        if seat is None or deadline is None or at < deadline:
            return None
        return entries.Confirmed(at, seat) if self.confirming is not None else entries.Resigned(at, seat, reason="time")

    def stand_in(self, seat: int, at: int, request_id: str = "", by: int | None = None) -> entries.StoodIn:
        """Let a bot decide for a person; `by` is the seat that asks, if it is another."""
        self._check_playing()
        if self.rated and by in (None, seat):  # whose skill would it be?
            detail = "a rated match is played by oneself; resign instead."
            raise Refused(Refusal.NOT_ALLOWED, self.version, detail=detail)
        if seat >= len(self.seats) or self.seats[seat].bot:
            raise Refused(Refusal.NOT_NOW, self.version, detail="a bot decides there already.")
        return entries.StoodIn(at, seat, request_id, None if by == seat else by)

    def come_back(self, seat: int, at: int, request_id: str = "") -> entries.Returned:
        """Decide oneself again."""
        self._check_playing()
        if not self.seats[seat].stand_in or self.seats[seat].resigned:
            raise Refused(Refusal.NOT_NOW, self.version, detail="no bot stands in for this seat.")
        return entries.Returned(at, seat, request_id)

    def claim(self, seat: int, account: str, at: int) -> entries.Claimed:
        """Let a guest's seat belong to an account."""
        if self.seats[seat].account or self.seat_of_account(account) is not None:
            raise Refused(Refusal.NOT_NOW, self.version, detail="the seat, or the account, belongs to another already.")
        return entries.Claimed(at, seat, account=account)

    def offer_rematch(self, seat: int, at: int, match: str, request_id: str = "") -> entries.Offered:
        """Wish to play again; `match` is the id a new match would have."""
        if self.result is None:
            raise Refused(Refusal.NOT_NOW, self.version, detail="the match is not over yet.")
        if self.seats[seat].rematch:
            raise Refused(Refusal.NOT_NOW, self.version, detail="this seat has offered a rematch already.")
        return entries.Offered(at, seat, request_id, self.next_match or match)

    def _check_playing(self) -> None:
        if self.result is not None:
            raise Refused(Refusal.OVER, self.version)
        if self.game is None:
            raise Refused(Refusal.NOT_NOW, self.version, detail="the match waits for players.")

    def _check_turn(self, seat: int, expected_version: int, at: int) -> None:
        """The order matters: nobody learns more from a refusal than the public version and whose turn it is."""
        self._check_playing()
        if expected_version != self.version:
            raise Refused(Refusal.STALE, self.version)
        if self.acting != seat:
            raise Refused(Refusal.NOT_YOUR_TURN, self.version)
        if self.deadline is not None and at >= self.deadline:
            raise Refused(Refusal.NOT_NOW, self.version, detail="the time is over.")
