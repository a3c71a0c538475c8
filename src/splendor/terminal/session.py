"""A game at the terminal: people and bots take turns at one table."""

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from platformdirs import user_state_path
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from splendor.action import Action
from splendor.agents import Agent, make
from splendor.choices import STEPWISE, Choice, choice_text
from splendor.errors import NothingToUndo, SplendorError
from splendor.files import write_whole
from splendor.game import Game
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord
from splendor.rules.actions import Phase
from splendor.terminal import paint, rulebook
from splendor.terminal.cold import compile_agents
from splendor.terminal.menu import Menu
from splendor.terminal.table import draw
from splendor.terminal.words import YOU, ask, join_names, one_sentence, tell

Reader = Callable[[str], str]
"""Asks for a line, as `input` does; raises EOFError when there are no more."""

PERSON = "person"
HINT_AGENT = "greedy"
RECORD_TITLE = "Splendor record"

HELP = """\
Choose by number, or type the action: 'take wug', 'reserve 2.3', 'reserve deck 1', 'purchase 1.4', 'purchase hand 2'.
Colours are [b]w[/]hite, bl[b]u[/]e, [b]g[/]reen, [b]r[/]ed, blac[b]k[/], and [b]y[/] for gold.
2.3 is the third card of level 2; a star marks the cards you can purchase.

  undo          back to your last decision; what the bots answered is taken back too
  hint          what a bot would do in your place
  table, view   draw the table again
  log           everything that happened
  rules WORDS   a rule by its id or by words in it: rules give back
  save FILE     write the game to a file; FILE.json for JSON
  quit          leave; the game is saved and can be resumed
"""


class Leave(Exception):
    """The person wants to stop playing."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: after how many actions, in which round, who, and what in words."""

    actions: int
    round: int
    seat: int
    told: str


@dataclass
class Session:
    """One game, with an agent for each seat, or None where a person sits."""

    game: Game
    agents: Sequence[Agent | None]
    names: Sequence[str]
    console: Console
    read: Reader
    events: list[Event] = field(default_factory=list)
    choices_made: list[int] = field(default_factory=list)
    """How many actions had been played before each choice a person made: where `undo` goes back to."""
    told: int = 0
    """How many events the person has been shown."""
    drawn_turn: int = -1
    """After how many actions the table was drawn last."""

    @classmethod
    def resume(
        cls,
        record: GameRecord,
        agents: Sequence[Agent | None],
        names: Sequence[str],
        console: Console,
        read: Reader,
    ) -> "Session":
        """Go on with a recorded game; what happened so far is told again in the log."""
        session = cls(record.replay(), agents, names, console, read)
        positions = list(record.positions())
        for number, action in enumerate(session.game.actions):
            if agents[positions[number].player] is None:
                session.choices_made.append(number)
            session._note(number, positions[number], action, positions[number + 1])
        session.told = len(session.events)
        return session

    # --- the game -------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Play to the end, or until the person leaves; an unfinished game is saved."""
        try:
            compile_agents(self.agents)
            self.console.print(Text(self.game.setup.describe(), paint.QUIET))
            while True:
                while not self.game.is_over:
                    self._let_bots_play()
                    if not self.game.is_over:
                        self._ask_person()
                self._show_end()
                self._after_the_end()
        except (Leave, EOFError, KeyboardInterrupt):
            self._leave()
        except Exception:
            self._leave()  # whatever went wrong, the game is not lost
            raise

    def _let_bots_play(self) -> None:
        """Until it is a person's turn again."""
        if self.agents[self.game.player] is None:
            return
        with self.console.status("The others are thinking …"):
            while not self.game.is_over and (agent := self.agents[self.game.player]) is not None:
                name = self.names[self.game.player]
                self._play((agent.choose(self.game.view(self.game.player), self.game.legal_actions),))
                if comment := getattr(agent, "comment", ""):  # a foreign program may say something
                    self.console.print(Text(f"{name}: {comment}", paint.QUIET))

    def _play(self, choice: Choice) -> None:
        for action in choice:
            before = self.game.copy()
            self.game.play(action)
            self._note(len(self.game.actions) - 1, before, action, self.game)

    def _note(self, number: int, before: Game, action: Action, after: Game) -> None:
        """Write what happened into the log, as the person at the terminal saw it."""
        you = self.names[before.player] == YOU
        for told in tell(before.view(self._eyes), action, after.view(self._eyes), you):
            self.events.append(Event(number, before.rounds + 1, before.player, told))

    @property
    def _people(self) -> list[int]:
        return [seat for seat, agent in enumerate(self.agents) if agent is None]

    @property
    def _eyes(self) -> int | None:
        """Whose view the log is written from: the person's, or an onlooker's where several people sit."""
        return self._people[0] if len(self._people) == 1 else None

    # --- the person -----------------------------------------------------------------------------------------------
    def _ask_person(self) -> None:
        """Show what is new, ask until something was chosen."""
        menu = Menu(self.game)
        if self.game.phase is Phase.ACTION or self.drawn_turn < 0:
            self._show_table(menu)
        self._show_question(menu)
        while True:
            typed = self.read(f"{self.names[self.game.player]}> ").strip()
            if not typed:
                continue
            try:
                if self._obey(typed, menu):
                    return
            except SplendorError as error:
                self.console.print(Text(str(error), paint.WRONG))

    def _obey(self, typed: str, menu: Menu) -> bool:
        """Carry out a command or a choice; true when the game has moved on."""
        word, _, rest = typed.partition(" ")
        match word.lower():
            case "quit" | "exit" | "q":
                raise Leave
            case "undo" | "u":
                self._undo()
                return True
            case "hint":
                self._hint()
            case "help" | "?":
                self.console.print(HELP, highlight=False)
            case "table" | "view":
                self._show_table(menu)
                self._show_question(menu)
            case "log":
                self._show_events(self.events)
            case "rules" | "rule":
                rulebook.show(self.console, rest)
            case "save":
                self._save(rest.strip())
            case _:
                choice = menu.find(typed)
                self.choices_made.append(len(self.game.actions))
                self._play(choice)
                return True
        return False

    def _undo(self) -> None:
        if not self.choices_made:
            raise NothingToUndo("there is nothing to undo: you have not decided anything yet.")
        mark = self.choices_made.pop()
        while len(self.game.actions) > mark:
            self.game.undo()
        self.events = [event for event in self.events if event.actions < mark]
        self.told = min(self.told, len(self.events))
        self.drawn_turn = -1
        self.console.print(Text("Taken back.", paint.BRASS))

    def _hint(self) -> None:
        agent = make(HINT_AGENT)
        compile_agents([agent])
        imagined, phase, seat = self.game.copy(), self.game.phase, self.game.player
        choice: Choice = ()
        while not choice or (phase in STEPWISE and (imagined.phase, imagined.player) == (phase, seat)):
            action = agent.choose(imagined.view(seat), imagined.legal_actions)
            imagined.play(action)
            choice = (*choice, action)
        line = Text().append(f"The {HINT_AGENT} bot would play: ", paint.BRASS)
        self.console.print(line.append_text(paint.with_gems(choice_text(self.game, choice))))

    # --- showing --------------------------------------------------------------------------------------------------
    def _show_table(self, menu: Menu) -> None:
        round_number = self.game.rounds + 1
        title = f"round {round_number}, {self.names[self.game.player]}"
        self.console.print(Rule(title + (" · last round" if self.game.ending else ""), style=paint.QUIET))
        self._show_news()
        self.console.print(draw(menu.position, self.names, self.console, menu.purchasable()))
        self.drawn_turn = len(self.game.actions)

    def _show_news(self) -> None:
        """What happened since the person's last turn, from that turn on."""
        news = self.events[self.told :]
        self.told = len(self.events)
        if news:
            self._show_events(news)
            self.console.print()

    def _show_events(self, events: Sequence[Event]) -> None:
        """A line for each turn."""
        turns: dict[tuple[int, int], list[str]] = {}
        for event in events:
            turns.setdefault((event.round, event.seat), []).append(event.told)
        for (number, seat), told in turns.items():
            line = Text().append(f"{number:>3}{SEAT_LETTERS[seat]} ", paint.QUIET)
            line.append(self.names[seat], paint.SEAT_STYLES[seat]).append(f" {one_sentence(told)}")
            self.console.print(line)

    def _show_question(self, menu: Menu) -> None:
        whole = any(len(item.choice) > 1 for item in menu.items) or self.game.phase in (Phase.PAY, Phase.GIVE_BACK)
        self.console.print()
        self.console.print(Text(ask(menu.position, whole), "bold"))
        self.console.print(menu.draw())

    def _show_end(self) -> None:
        self.console.print(Rule("the game is over", style=paint.BRASS))
        self._show_events(self.events[self.told :])
        self.told = len(self.events)
        self.console.print()
        self.console.print(draw(self.game.view(self._eyes), self.names, self.console))
        self.console.print()
        if self.game.stalled:
            rounds = self.game.quiet_rounds
            self.console.print(f"Nobody purchased or reserved for {rounds} rounds: the game ends (BASE-STALL-1).")
        place = 1
        for group in self.game.ranking:
            for seat in group:
                player = self.game.players[seat]
                city = f", {player.city.name}" if player.city else ""
                line = Text().append(f"{place}. ", paint.BRASS).append(self.names[seat], paint.SEAT_STYLES[seat])
                self.console.print(line.append(f"  {player.prestige} prestige, {player.cards} cards{city}"))
            place += len(group)
        winners = [self.names[seat] for seat in sorted(self.game.winners)]
        verb = "share the victory" if len(winners) > 1 else "win" if winners == [YOU] else "wins"
        self.console.print(Text(f"{join_names(winners)} {verb}!", paint.BRASS))

    def _after_the_end(self) -> None:
        """The last chance to save, to look at the log or to take something back; a slip is forgiven, once in a row."""
        slipped = False
        while True:
            typed = self.read("save FILE, log, undo, or Enter to leave> ").strip()
            word, _, rest = typed.partition(" ")
            try:
                match word.lower():
                    case "save":
                        self._save(rest.strip())
                    case "log":
                        self._show_events(self.events)
                    case "undo" | "u":
                        self._undo()
                        return
                    case _ if slipped or word.lower() in ("", "quit", "q", "exit"):
                        raise Leave
                    case _:
                        slipped = True
                        raise SplendorError(f"{word!r} is nothing to do now: save FILE, log, undo, or Enter to leave.")
                slipped = False
            except SplendorError as error:
                self.console.print(Text(str(error), paint.WRONG))

    # --- saving ---------------------------------------------------------------------------------------------------
    def record(self) -> GameRecord:
        """The game so far, with who sits where."""
        specs = shlex.join(PERSON if agent is None else agent.name for agent in self.agents)
        return GameRecord.of(self.game, names=self.names, date=datetime.now().strftime("%Y-%m-%d"), agents=specs)

    def _save(self, name: str) -> None:
        if not name:
            raise SplendorError("save where? Type for example: save game.txt")
        path = Path(name).expanduser()
        write_record(path, self.record())
        self.console.print(f"Saved to {path}", highlight=False)

    def _leave(self) -> None:
        if self.game.is_over or not self.game.actions:
            self.console.print("\nGood-bye.")
            return
        path = saves_folder() / f"{datetime.now():%Y-%m-%d-%H%M%S}.txt"
        write_record(path, self.record())
        command = f"splendor play --text --resume {shlex.quote(str(path))}"
        self.console.print(f"\nThe game is saved. Go on with: {command}", highlight=False, soft_wrap=True)


def saves_folder() -> Path:
    """Where unfinished games are kept."""
    folder = Path(os.environ.get("SPLENDOR_SAVES", user_state_path("splendor") / "games"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or error
        raise SplendorError(f"{folder} cannot be written: {why}; SPLENDOR_SAVES names another folder.") from None
    return folder


def write_record(path: Path, record: GameRecord) -> None:
    """Write a record as text, or as JSON if the name says so; only another record is overwritten."""
    try:
        if path.exists() and not path.read_text("utf-8").lstrip().startswith((RECORD_TITLE, "{")):
            raise SplendorError(f"{path} exists and is no game: choose another name.")
        write_whole(path, record.json() + "\n" if path.suffix == ".json" else record.text())
    except UnicodeDecodeError:
        raise SplendorError(f"{path} exists and is no game: choose another name.") from None
    except OSError as error:
        raise SplendorError(f"{path} cannot be written: {error.strerror or error}.") from None
