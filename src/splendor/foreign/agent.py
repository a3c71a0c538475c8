"""A program of somebody else as an agent: it is shown the view and answers with an action."""

from splendor.action import Action
from splendor.foreign import messages
from splendor.foreign.messages import BadMessage
from splendor.foreign.program import Forfeit, Program
from splendor.foreign.table import Values
from splendor.game import LegalActions, View
from splendor.table.setup import Setup

LIMIT = 10.0  # seconds for a decision
START = 120.0  # seconds to start, and to get ready for a game: ours may have to be compiled first
LEEWAY = 0.05  # seconds for the way through the pipes


class ForeignAgent:
    """Runs a command that speaks the protocol; what it does wrong is a `Forfeit`, after which it starts anew.

    `begin`, `over` and `close` tell it of whole games; without them it learns of its game at the first decision.
    """

    def __init__(self, command: str, limit: float = LIMIT, start: float = START, seed: int | None = None) -> None:
        options = [f"limit={limit:g}"] if limit != LIMIT else []
        options += [f"start={start:g}"] if start != START else []
        options += [f"seed={seed}"] if seed is not None else []
        self.name = f"cmd({','.join(options)}):{command}" if options else f"cmd:{command}"
        self.comment = ""
        """What the program said about its last answer."""
        self._command = command
        self._limit = limit
        self._start = start
        self._seed = seed
        self._program: Program | None = None
        self._game: tuple[Setup, int] | None = None  # what the program was told of: the game and its seat

    def begin(self, setup: Setup, seat: int, seed: int | None = None) -> None:
        """A game begins; the program is started if it does not run."""
        try:
            program = self._running()
            program.check_silence()
            program.send(messages.encode(messages.game(setup, seat, self._seed if seed is None else seed)))
            messages.expect(program.receive(self._start, "sign that it is ready"), "ready")
        except (Forfeit, BadMessage) as error:
            raise self._fail(error) from None
        self._game = setup, seat

    def choose(self, view: View, legal: LegalActions) -> Action:
        """What the program answers in time; anything else is a `Forfeit`."""
        if self._game != (view.setup, view.player):
            self.begin(view.setup, view.player)
        try:
            program = self._running()
            program.check_silence()
            program.send(messages.encode(messages.decide(view, legal, self._limit)))
            line = program.receive(self._limit, "answer", LEEWAY)
            action, self.comment = messages.read_answer(line, legal)
        except (Forfeit, BadMessage) as error:
            raise self._fail(error) from None
        return action

    def over(self, winners: list[int], prestige: list[int]) -> None:
        """The game is over; the program waits for the next one."""
        self._game = None
        if self._program is not None:
            self._program.send(messages.encode(messages.over(winners, prestige)))

    def close(self) -> None:
        """Tell the program to leave, and see to it."""
        self._game = None
        if self._program is not None:
            self._program.send(messages.encode(messages.leave()))
            self._program.stop()
            self._program = None

    def _running(self) -> Program:
        if self._program is None:
            self._program = Program(self._command)
            self._program.send(messages.encode(messages.hello()))
            _check_version(messages.expect(self._program.receive(self._start, "greeting"), "hello"))
        return self._program

    def _fail(self, error: Forfeit | BadMessage) -> Forfeit:
        """Tell the program why, end it, and say it to everybody else."""
        reason = str(error) if isinstance(error, Forfeit) else f"wrote nonsense: {error}"
        self._game = None
        if self._program is not None:
            self._program.send(messages.encode(messages.forfeit(reason)))
            self._program.stop(grace=0.1)
            self._program = None
        return Forfeit(reason)


def _check_version(message: Values) -> None:
    if message.get("version") != messages.VERSION:
        shown = str(message.get("version"))[: messages.SHOWN]
        raise BadMessage(f"expected version {messages.VERSION} of the protocol, not {shown}")
