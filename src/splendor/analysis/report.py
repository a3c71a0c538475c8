"""An analysis as one HTML file: the graph, the accuracy of everybody, the turning points and every decision."""

from splendor.analysis.games import Analysis, Decision
from splendor.analysis.judging import Option
from splendor.analysis.saying import Words
from splendor.reports import Report, plots


def report_of(found: Analysis, words: Words) -> Report:
    """The page; `words` has the language and the names."""
    title, summary = words.say("report.title", names=" – ".join(found.names)), words.say("report.by", agent=found.agent)
    report = Report(title, summary, words.language)
    report.facts((name, percent(share), words.say("report.accuracy")) for name, share in _shares(found))
    report.heading(words.say("report.chances"))
    points = found.graph
    series = {name: [point[seat] for point in points] for seat, name in enumerate(_different(found.names))}
    if len(points) > 1:
        turns, title = list(range(1, len(points) + 1)), words.say("report.turn")
        figure = plots.lines(turns, series, percent=True, width=plots.WIDE, xlabel=title, reference=1 / len(series))
        report.figure(figure, words.say("report.chances"), wide=True)
    report.heading(words.say("report.turning"))
    turning = found.turning_points
    if turning:
        report.table(_header(words, why=True), [_row(one, words, why=True) for one in turning])
    else:
        report.paragraph(words.say("report.none"))
    report.heading(words.say("report.decisions"))
    report.table(_header(words), [_row(one, words) for one in found.decisions])
    report.paragraph(words.say("report.about"))
    return report


def percent(share: float | None) -> str:
    """`84 %`."""
    return "–" if share is None else f"{100 * share:.0f} %"


def points_lost(loss: float) -> str:
    """A loss in percentage points: `12.3`, or nothing."""
    return f"{100 * loss:.1f}" if loss >= 0.0005 else ""


def why_better(decision: Decision, words: Words) -> str:
    """What speaks for the best action and not for the one played."""
    best, played = decision.judged.options[0], decision.judged.played
    instead = [reason for reason in best.reasons if reason.good and not (played and reason in played.reasons)]
    return " ".join(words.reason(reason) for reason in instead[:2])


def why_worse(decision: Decision, words: Words) -> str:
    """What speaks against the action played."""
    played = decision.judged.played
    against = [reason for reason in played.reasons if not reason.good] if played else []
    return " ".join(words.reason(reason) for reason in against[:2])


def told(option: Option | None, words: Words) -> str:
    """An action in words."""
    return words.deed(option.deed) if option else ""


def _shares(found: Analysis) -> list[tuple[str, float | None]]:
    return list(zip(found.names, found.accuracies, strict=True))


def _different(names: tuple[str, ...]) -> list[str]:
    """Names that can be told apart in a plot."""
    return [name if names.count(name) == 1 else f"{name} {place + 1}" for place, name in enumerate(names)]


def _header(words: Words, why: bool = False) -> list[str]:
    keys = ["turn", "player", "played", "better", "lost"] + (["why"] if why else [])
    return [words.say(f"report.{key}") for key in keys]


def _row(one: Decision, words: Words, why: bool = False) -> list[str | int | float | None]:
    judged = one.judged
    better = told(judged.options[0], words) if judged.loss >= 0.0005 else ""
    lost = f"{points_lost(judged.loss)} {one.mark}".strip()
    row: list[str | int | float | None] = [
        one.label, words.name(judged.seat), told(judged.played, words), better, lost or None,
    ]  # fmt: skip
    return [*row, f"{why_worse(one, words)} {why_better(one, words)}".strip()] if why else row
