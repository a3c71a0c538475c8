"""`splendor analyse`: a game or a position judged, as tables and a small graph, as JSON, and as an HTML file."""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from splendor.agents import Explains
from splendor.analysis import Analysis, Decision, Judgement, Step, Words, analyse, explaining, judge, steps_of
from splendor.analysis.games import as_dict
from splendor.analysis.report import percent, points_lost, report_of, told, why_better, why_worse
from splendor.errors import SplendorError
from splendor.files import write_whole
from splendor.game import Game
from splendor.records import GameRecord
from splendor.terminal import paint
from splendor.terminal.cold import compile_agents, compile_rules
from splendor.terminal.files import about
from splendor.terminal.progress import games_bar
from splendor.terminal.reading import terminal_console

SAVED = b"splendor"  # how a saved position begins
ROWS = 9  # of the graph
MOST_COLUMNS = 76
INTERRUPTED = 130

Source = GameRecord | Game


@dataclass(frozen=True, slots=True)
class Wanted:
    """What stands on the command line."""

    file: Path
    agent: str
    language: str
    turn: int | None = None
    html: Path | None = None
    out: Path | None = None
    json: bool = False


def run(wanted: Wanted) -> None:
    """Read, judge, and tell."""
    words = Words(wanted.language)
    source = read(wanted.file)
    if wanted.html and (isinstance(source, Game) or wanted.turn is not None):
        raise SplendorError("--html writes the report of a whole game; leave out --turn, and name a record.")
    if isinstance(source, Game) and wanted.turn is not None:
        raise SplendorError("--turn chooses a turn of a recorded game; this file is a position already.")
    agent = ready(wanted.agent)
    if isinstance(source, Game):
        judged = position(source, agent)
        _tell(wanted, position_dict(agent.name, judged), lambda console: show_judgement(console, judged, words))
        return
    words = Words(wanted.language, source.names)
    if wanted.turn is not None:
        decisions = one_turn(source, wanted.turn, agent)
        _tell(wanted, decisions_dict(agent.name, decisions), lambda console: show_decisions(console, decisions, words))
        return
    found = whole_game(source, agent, words)
    if wanted.html:
        report_of(found, words).write(wanted.html)
        Console(stderr=True, highlight=False).print(f"{wanted.html} written.")
    _tell(wanted, found.to_dict(), lambda console: show(console, source, found, words))


def _tell(wanted: Wanted, values: dict[str, Any], draw: Callable[[Console], None]) -> None:
    """One JSON object or the drawing, to the terminal or into a file."""
    if wanted.out is None and wanted.json:
        print(json.dumps(values, ensure_ascii=False))
    elif wanted.out is None:
        draw(terminal_console())
    else:
        text = io.StringIO()
        draw(Console(file=text, width=100, highlight=False))
        try:
            write_whole(wanted.out, json.dumps(values, ensure_ascii=False) + "\n" if wanted.json else text.getvalue())
        except OSError as error:
            raise SplendorError(f"{wanted.out} cannot be written: {error.strerror or error}.") from None


def read(path: Path) -> Source:
    """A record as text or JSON, or a position saved by `Game.to_bytes`."""
    with about(path):
        data = path.read_bytes()
        if data.startswith(SAVED):
            return Game.from_bytes(data)
        record = GameRecord.read(data)
        record.verify()
        return record


def ready(spec: str) -> Explains:
    """The agent that judges, with everything compiled it needs."""
    agent = explaining(spec)
    compile_rules()
    compile_agents([agent])
    return agent


def whole_game(record: GameRecord, agent: Explains, words: Words) -> Analysis:
    """Judge a game, with a progress bar on stderr where that is a terminal."""
    with games_bar() as bar:
        task = bar.add_task(words.say("report.working"), total=record.actions)
        return analyse(record, agent, lambda done, _: bar.update(task, completed=done))


def one_turn(record: GameRecord, number: int, agent: Explains) -> list[Decision]:
    """Judge the decisions of one turn, by its number from 1."""
    if not 1 <= number <= len(record.turns):
        raise SplendorError(f"there is no turn {number}: the record has {len(record.turns)} turns, from 1.")
    steps = [step for step in steps_of(record) if step.turn == number - 1]
    return [_judged(step, agent) for step in steps]


def _judged(step: Step, agent: Explains) -> Decision:
    return Decision(step.number, step.turn, step.label, judge(step.view, agent, step.action))


def position(game: Game, agent: Explains) -> Judgement:
    """Judge what may be done in a position, from the view of whoever decides."""
    if game.is_over:
        raise SplendorError("the game of this position is over: there is nothing to judge.")
    return judge(game.view(game.player), agent)


def decisions_dict(agent: str, decisions: list[Decision]) -> dict[str, Any]:
    """The decisions of a turn, as JSON can hold them."""
    told = [{"number": one.number, "label": one.label, "mark": one.mark, **as_dict(one.judged)} for one in decisions]
    return {"agent": agent, "decisions": told}


def position_dict(agent: str, judged: Judgement) -> dict[str, Any]:
    """A position, as JSON can hold it."""
    return {"agent": agent, **as_dict(judged)}


# --- as text ------------------------------------------------------------------------------------------------------
def show(console: Console, record: GameRecord, found: Analysis, words: Words) -> None:
    """The whole game: accuracy, graph, turning points."""
    console.print(Text(words.say("report.title", names=" – ".join(found.names)), "bold"))
    console.print(Text(words.say("report.by", agent=found.agent), paint.QUIET))
    console.print()
    console.print(_players(record, found, words))
    console.print()
    console.print(Text(words.say("report.chances"), paint.BRASS))
    console.print(graph(found.graph))
    console.print()
    console.print(Text(words.say("report.turning"), paint.BRASS))
    if found.turning_points:
        console.print(_turning(found, words))
    else:
        console.print(words.say("report.none"))
    console.print()
    console.print(Text(words.say("report.about"), paint.QUIET))


def _players(record: GameRecord, found: Analysis, words: Words) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0), header_style=paint.QUIET)
    for key in ("player", "accuracy", "prestige"):
        table.add_column(words.say(f"report.{key}"), justify="left" if key == "player" else "right")
    table.add_column("")
    winners = record.result.winners or ()
    for seat, (name, share) in enumerate(zip(found.names, found.accuracies, strict=True)):
        won = Text(words.say("report.won"), paint.BRASS) if seat in winners else Text("")
        prestige = str(record.result.prestige[seat])
        table.add_row(Text(name, paint.SEAT_STYLES[seat]), percent(share), prestige, won)
    return table


def _turning(found: Analysis, words: Words) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=paint.QUIET)
    for key in ("turn", "lost", "played", "better"):
        table.add_column(words.say(f"report.{key}"), justify="right" if key == "lost" else "left", overflow="fold")
    for one in found.turning_points:
        judged = one.judged
        turn = Text(one.label, paint.SEAT_STYLES[judged.seat])
        better = Text(told(judged.options[0], words))
        better.append(f"\n{why_better(one, words)}", paint.QUIET)
        played = Text(told(judged.played, words)).append(f" {one.mark}", paint.WRONG)
        played.append(f"\n{why_worse(one, words)}", paint.QUIET)
        table.add_row(turn, points_lost(judged.loss), played, better)
    return table


def graph(points: list[tuple[float, ...]]) -> Text:
    """Winning chances over the turns: every column is a turn, and each seat has the share of it that its chance is.

    >>> print(graph([(0.5, 0.5), (0.9, 0.1)]).plain.splitlines()[0])
    BB
    """
    if not points:
        return Text()
    shown = points if len(points) <= MOST_COLUMNS else [
        points[place * (len(points) - 1) // (MOST_COLUMNS - 1)] for place in range(MOST_COLUMNS)
    ]  # fmt: skip
    text = Text()
    for row in range(ROWS):
        level = 1 - (row + 0.5) / ROWS
        for point in shown:
            seat = _seat_at(point, level)
            text.append("ABCD"[seat], f"#10131a on {paint.SEAT_STYLES[seat].split()[-1]}")
        text.append("\n" if row < ROWS - 1 else "")
    return text


def _seat_at(point: tuple[float, ...], level: float) -> int:
    """Whose band a height belongs to; the first seat's is at the bottom."""
    total = 0.0
    for seat, chance in enumerate(point):
        total += chance
        if level <= total:
            return seat
    return len(point) - 1


def show_decisions(console: Console, decisions: list[Decision], words: Words) -> None:
    """The decisions of a turn, each with its alternatives."""
    for one in decisions:
        judged = one.judged
        title = Text(f"{one.label} ", paint.SEAT_STYLES[judged.seat]).append(words.name(judged.seat))
        title.append(f": {told(judged.played, words)} ").append(
            one.mark, paint.BRASS if "!" in one.mark[:1] else paint.WRONG
        )
        console.print(title)
        if judged.loss >= 0.0005:
            console.print(f"{words.say('report.lost')}: {words.say('report.points', n=points_lost(judged.loss))}")
        show_judgement(console, judged, words)


def show_judgement(console: Console, judged: Judgement, words: Words) -> None:
    """Winning chances, and the best actions with reasons and the line expected."""
    chances = Text(f"{words.say('report.chances')}: ", paint.QUIET)
    for seat, chance in enumerate(judged.chances):
        chances.append(f"{words.name(seat)} ", paint.SEAT_STYLES[seat]).append(f"{percent(chance)}  ")
    console.print(chances)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=paint.QUIET)
    table.add_column(words.say("report.chance"), justify="right")
    table.add_column(words.say("report.action"), overflow="fold")
    for option in judged.options:
        best = option is judged.options[0]
        cell = Text(words.deed(option.deed), paint.BRASS if best else "bold")
        for reason in option.reasons:
            cell.append(f"\n{words.reason(reason)}", "" if reason.good else paint.QUIET)
        if option.line:
            line = "; ".join(f"{words.name(step.seat)}: {words.deed(step.deed)}" for step in option.line)
            cell.append(f"\n{words.say('report.expected')}: {line}", paint.QUIET)
        table.add_row(percent(option.value), cell)
    console.print(table)
    console.print()
