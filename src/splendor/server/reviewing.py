"""Looking back at a game: its steps with everything revealed, and its decisions judged piece by piece.

Only games that are over, and records, come here: `Reviewed` is made from a `GameRecord`, and a match gives its record
away when it has ended. What is judged are the views of the seats that decided, in the worker processes.
"""

import asyncio
import gzip
import hashlib
import time
from collections import OrderedDict
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import msgspec

from splendor import analysis
from splendor.errors import SplendorError
from splendor.foreign.packed import pack
from splendor.game import Game, View
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord
from splendor.server import telling, wire
from splendor.server.bots import Thinker
from splendor.server.judging import Verdict
from splendor.server.limits import AtOnce
from splendor.server.match import Match
from splendor.server.wire import Refusal, Refused

KEPT = 40  # games in memory, with what was found about them
PIECE = 1.0  # seconds for a piece of an analysis
AT_ONCE = 6  # pieces that one address may wait for; a page that is loaded anew leaves its last one behind

# Who judges: the same answer for the same game, on every machine.
ANALYSTS: dict[wire.AnalysisLevel, str] = {
    "quick": "greedy",
    "standard": "mcts:sims=200,seed=1",
    "deep": "mcts:sims=1000,seed=1",
    "network": "neural:sims=40,seed=1",
    "network_deep": "neural:sims=400,seed=1",
}


class BadRecord(Refused):
    """A record that cannot be read, or tells of a game that is not possible: with the line and what is wrong there."""

    def __init__(self, reason: str) -> None:
        super().__init__(Refusal.UNREADABLE, reason=reason)


@dataclass(eq=False)
class Reviewed:
    """A game to look back at."""

    record: GameRecord
    body: bytes
    """The review as a message, compressed."""
    steps: list[analysis.Step]
    judged: dict[wire.AnalysisLevel, dict[int, wire.Judged]] = field(default_factory=dict)

    @property
    def plain(self) -> bytes:
        """The review for those who cannot unpack."""
        return gzip.decompress(self.body)


def read(text: str) -> GameRecord:
    """A record from outside; refused unless the game it tells is possible from the first line to the last."""
    try:
        record = GameRecord.read(text)
        record.verify()
    except SplendorError as error:
        raise BadRecord(str(error)) from None
    return record


def reviewed(record: GameRecord, seats: list[wire.Seat], result: wire.Result | None, match: str | None) -> Reviewed:
    """A game made ready to be looked at."""
    told = review(record, seats, result, match)
    return Reviewed(record, gzip.compress(msgspec.json.encode(told), 5), list(analysis.steps_of(record)))


# --- the steps ----------------------------------------------------------------------------------------------------
def review(record: GameRecord, seats: list[wire.Seat], result: wire.Result | None, match: str | None) -> wire.Review:
    """Every step of a game: the table before each turn, and the turn."""
    positions = record.positions()
    before = next(positions)
    told: list[wire.Step] = []
    happened: list[wire.Happening] = []
    for number, turn in enumerate(record.turns):
        first, choices = before, []
        for move in turn.moves:
            choices.append(telling.choice(_seen(before), move.action))
            before = next(positions)
        start = _seen(first)
        view = _view(start, number, seats, happened[-1:], None, match)
        now = wire.Happening(number + 1, 0, "decided", turn.seat, turn.round, choices)
        now.changes = telling.changes(start, _seen(before))
        happened.append(now)
        done = sum(len(step.decisions) for step in told)
        told.append(wire.Step(turn.label, view, now, list(range(done, done + len(choices)))))
    final = _view(_seen(before), len(told), seats, happened[-1:], result, match)
    told.append(wire.Step(None, final, None, []))
    return wire.Review(match, record.meta.get("date"), told, record.actions, record.text(), record.json())


def _seen(game: Game) -> telling.Seen:
    """The table as it was, nothing hidden: the game is over."""
    return telling.Seen(View(game.record, None))


def _view(
    seen: telling.Seen,
    number: int,
    seats: list[wire.Seat],
    last_turn: list[wire.Happening],
    result: wire.Result | None,
    match: str | None,
) -> wire.View:
    return wire.View(
        match=match or "",
        version=number,
        at=0,
        seat=None,
        setup=seen.setup,
        status="over" if result else "playing",
        seats=seats,
        table=seen.table,
        decision=None if seen.is_over or result else telling.decision(seen),
        last_turn=last_turn,
        result=result,
        public=False,
        hints=False,
        rated=False,
        time_control=None,
        rematch=None,
    )


def seats_of(record: GameRecord) -> list[wire.Seat]:
    """The players of a record."""
    names = record.names or SEAT_LETTERS[: record.setup.players]
    return [
        wire.Seat(number, "person", name, None, None, True, False, False, False, None)
        for number, name in enumerate(names)
    ]


def result_of(record: GameRecord) -> wire.Result | None:
    """How a recorded game ended, if it did."""
    winners = record.result.winners
    if winners is None:
        return None
    ranking = [list(group) for group in record.replay().ranking]
    return wire.Result(ranking, list(winners), list(record.result.prestige), "played")


# --- in a server --------------------------------------------------------------------------------------------------
class Reviews:
    """The games somebody looks back at, and what is known of them."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._kept: OrderedDict[str, Reviewed] = OrderedDict()
        self._turn = asyncio.Semaphore(1)  # one decision after the other: everybody's graph grows
        self._asking = AtOnce()

    async def of_match(self, match: Match, at: int) -> Reviewed:
        """A match that is over; refused before: until then it does not give its record away."""
        name = match.settings.match
        if kept := self._kept_as(name):
            return kept
        told = match.record(), match.seats_told(at), match.result, name
        return self._keep(name, await asyncio.to_thread(reviewed, *told))

    async def of_record(self, text: str) -> Reviewed:
        """A record somebody brought."""
        name = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return self._kept_as(name) or self._keep(name, await asyncio.to_thread(_imported, text))

    def _kept_as(self, name: str) -> Reviewed | None:
        if name in self._kept:
            self._kept.move_to_end(name)
        return self._kept.get(name)

    def _keep(self, name: str, game: Reviewed) -> Reviewed:
        """The game as it is kept: whoever was first may have had decisions of it judged meanwhile."""
        kept = self._kept.setdefault(name, game)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept

    # --- judging --------------------------------------------------------------------------------------------------
    def asked_by(self, address: str) -> AbstractContextManager[None]:
        """One of the few pieces that an address may wait for."""
        return self._asking.one(address, AT_ONCE)

    async def piece(self, game: Reviewed, level: wire.AnalysisLevel, first: int) -> wire.Analysis:
        """Judge decisions from `first` on for a moment, at least one; those judged before cost nothing."""
        known = game.judged.setdefault(level, {})
        found: list[wire.Judged] = []
        until = time.monotonic() + PIECE
        for step in game.steps[first:]:
            if step.number not in known:
                if found and time.monotonic() > until:
                    break
                async with self._turn:
                    if step.number not in known:  # somebody else may have asked for it meanwhile
                        known[step.number] = await self._judge(step, ANALYSTS[level])
            found.append(known[step.number])
        return summary(game, level, found)

    async def _judge(self, step: analysis.Step, spec: str) -> wire.Judged:
        try:
            told = await self._thinker.judge(pack(step.view), step.view.player, spec, step.action.number)
        except SplendorError:
            raise Refused(Refusal.UNAVAILABLE) from None
        values = msgspec.structs.asdict(msgspec.convert(told, Verdict))
        return wire.Judged(decision=step.number, turn=step.turn, **values)


def _imported(text: str) -> Reviewed:
    record = read(text)
    return reviewed(record, seats_of(record), result_of(record), None)


def summary(game: Reviewed, level: wire.AnalysisLevel, found: list[wire.Judged]) -> wire.Analysis:
    """A piece, with what all decisions judged so far say of the game."""
    known = game.judged[level]
    players = game.record.setup.players
    accuracy = analysis.accuracies(players, ((one.turn, one.seat, one.loss) for one in known.values()))
    worst = analysis.turning_points({number: one.loss for number, one in known.items()})
    return wire.Analysis(
        level, len(game.steps), len(known), found, [None if one is None else round(one, 4) for one in accuracy], worst
    )
