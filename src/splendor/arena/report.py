"""The report of a match: one HTML file with tables and plots."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from splendor.arena.match import Match
from splendor.arena.results import STEPS, Result, Times, all_games
from splendor.arena.summary import Values, summary
from splendor.position import SEAT_LETTERS
from splendor.reports import Report, plots

SHORT = 24  # characters of a spec beside a plot
SERIES = 5  # lines and bars that can be told apart


def report(match: Match) -> Report:
    """Standings, crosstable, the course of the match, points and lengths, decision times, forfeits."""
    values = summary(match)
    names = [_short(agent["label"]) for agent in values["agents"]]
    page = Report(_title(values), _abstract(match, values))
    _standings(page, values, names)
    _crosstable(page, values, names)
    _course(page, match, names)
    _games(page, match, values, names)
    _times(page, match, values, names)
    _forfeits(page, values)
    _method(page, match)
    return page


def _short(label: str) -> str:
    return label if len(label) <= SHORT else label[: SHORT - 1] + "…"


def _title(values: Values) -> str:
    return "Arena: " + ", ".join(_short(agent["label"]) for agent in values["agents"])


def _abstract(match: Match, values: Values) -> str:
    told = f"{match.plan.setup.describe()}. {values['games']} games on {values['groups']} deals, seed {values['seed']}."
    return (
        told if match.finished else told + f" The match is not finished: {values['games_planned']} games are planned."
    )


# --- who is stronger ----------------------------------------------------------------------------------------------
def _standings(page: Report, values: Values, names: Sequence[str]) -> None:
    agents = values["agents"]
    page.heading("Standings")
    elo = np.array([agent["elo"] for agent in agents])
    error = np.array([agent["elo_error"] for agent in agents])
    page.figure(
        plots.dots(names, elo, elo - error, elo + error, xlabel="Elo compared with the others", reference=0.0),
        "Elo differences with 95 % intervals",
    )
    share = np.array([agent["share"] for agent in agents])
    wide = np.array([agent["share_error"] for agent in agents])
    low, high = np.maximum(share - wide, 0), np.minimum(share + wide, 1)
    page.figure(
        plots.dots(names, share, low, high, xlabel="part of the victories", percent=True),
        "Victories with 95 % intervals; a shared victory is divided",
    )
    page.table(
        ["agent", "games", "won", "share", "share if equal", "Elo", "± (95 %)", "prestige", "forfeits"],
        [
            [
                agent["label"],
                agent["games"],
                f"{agent['wins']:.6g}",
                _percent(agent["share"]),
                _percent(agent["share_if_equal"]),
                _signed(agent["elo"]),
                f"{agent['elo_error']:.1f}",
                f"{agent['prestige']['mean']:.2f}",
                agent["forfeits"],
            ]
            for agent in agents
        ],
        "Elo: compared with the average of the other agents",
    )
    if values["sprt"] is not None:
        page.paragraph(_sprt_words(values["sprt"]))


def _sprt_words(sprt: Values) -> str:
    told = f"Sequential test of {sprt['elo0']:g} against {sprt['elo1']:g} Elo (error rates {sprt['alpha']:g} and "
    told += f"{sprt['beta']:g}): log-likelihood ratio {sprt['llr']:.2f}, "
    told += f"stops at {sprt['lower']:.2f} or {sprt['upper']:.2f}; "
    return told + ("undecided." if sprt["accepted"] is None else f"{sprt[sprt['accepted']]:g} Elo accepted.")


def _crosstable(page: Report, values: Values, names: Sequence[str]) -> None:
    page.heading("Crosstable")
    scores = [[np.nan if score is None else score for score in row] for row in values["crosstable"]]
    page.figure(
        plots.heat_map(names, names, scores, percent=True),
        "How often the agent of the row stood before the agent of the column; the same place counts half",
    )
    page.table(
        ["agent", "opponent", "games", "stood before", "Elo difference", "± (95 %)", "chance to be stronger"],
        [
            [
                names[pair["agent"]],
                names[pair["opponent"]],
                pair["games"],
                _percent(pair["score"]),
                _signed(pair["elo"]),
                f"{pair['elo_error']:.1f}",
                _percent(pair["superiority"]),
            ]
            for pair in values["pairs"]
            if pair["agent"] < pair["opponent"]
        ],
        "Pairs",
    )


def _course(page: Report, match: Match, names: Sequence[str]) -> None:
    """The share from group to group: whether the end was in sight early."""
    if len(match.groups) < 2:
        return
    shown = min(len(names), SERIES)
    shares = np.array([[group.share_of(agent) for agent in range(shown)] for group in match.groups])
    counts = np.arange(1, len(shares) + 1)
    places = np.unique(np.linspace(0, len(shares) - 1, 200).astype(int))
    means = np.cumsum(shares, axis=0) / counts[:, None]
    series = {names[agent]: means[places, agent] for agent in range(shown)}
    page.figure(
        plots.lines(counts[places], series, xlabel="deals", ylabel="share so far", percent=True, width=plots.WIDE),
        "The share of the victories as the match went on",
        wide=True,
    )


# --- the games ----------------------------------------------------------------------------------------------------
def _games(page: Report, match: Match, values: Values, names: Sequence[str]) -> None:
    games = all_games(match.groups)
    if not games:
        return
    page.heading("Points and lengths")
    prestige = {name: _prestige(games, agent) for agent, name in enumerate(names[:SERIES])}
    page.figure(_distribution(prestige, "prestige at the end"), "Prestige of each agent")
    page.figure(_distribution({"games": [game.rounds for game in games]}, "rounds"), "Length of the games")
    seats = values["seats"]
    page.figure(
        plots.bars(list(SEAT_LETTERS[: len(seats)]), seats, percent=True, reference=1 / len(seats), xlabel="seat"),
        "Victories by seat, whoever sat there; the line is an equal share",
    )


def _prestige(games: Sequence[Result], agent: int) -> list[int]:
    return [game.prestige[seat] for game in games for seat, who in enumerate(game.seats) if who == agent]


def _distribution(samples: dict[str, list[int]], xlabel: str) -> Any:
    everything = [value for values in samples.values() for value in values]
    x = np.arange(min(everything), max(everything) + 1)
    counts = {name: np.array([Counter(values)[int(place)] for place in x]) for name, values in samples.items()}
    shares = {name: count / max(count.sum(), 1) for name, count in counts.items()}
    return plots.histogram(x, shares, xlabel=xlabel, ylabel="share of the games")


# --- thinking -----------------------------------------------------------------------------------------------------
def _times(page: Report, match: Match, values: Values, names: Sequence[str]) -> None:
    page.heading("Decision times")
    series = {name: times for name, times in zip(names[:SERIES], match.times, strict=False) if times.number}
    if series:
        places = np.arange(min(map(_first, series.values())), max(map(_last, series.values())) + 1)
        parts = {name: np.cumsum([times.classes[int(place)] for place in places]) for name, times in series.items()}
        figure = plots.lines(
            1000 * 2.0 ** ((places + 1) / STEPS),
            {name: part / part[-1] for name, part in parts.items()},
            xlabel="milliseconds",
            ylabel="decisions that took at most",
            percent=True,
            width=plots.WIDE,
        )
        figure.axes[0].set_xscale("log")
        page.figure(figure, "How many decisions were made within which time", wide=True)
    rows = [(agent["label"], agent["seconds"]) for agent in values["agents"]]
    page.table(
        ["agent", "decisions", "mean ms", "p99 ms", "longest ms"],
        [
            [label, seconds["decisions"], *(f"{1000 * seconds[name]:.4g}" for name in ("mean", "p99", "longest"))]
            for label, seconds in rows
        ],
        "Time for a decision",
    )


def _first(times: Times) -> int:
    return min(times.classes)


def _last(times: Times) -> int:
    return max(times.classes)


def _forfeits(page: Report, values: Values) -> None:
    rows = [
        [agent["label"], reason, number]
        for agent in values["agents"]
        for reason, number in agent["forfeit_reasons"].items()
    ]
    if rows:
        page.heading("Forfeits")
        page.table(["agent", "reason", "games"], rows, "Games lost by what a program did or did not do")


def _method(page: Report, match: Match) -> None:
    players = match.plan.setup.players
    page.heading("How it was measured")
    page.paragraph(
        f"Each deal is played {players} times, with the seats rotated; these {players} games are one group. The chance "
        "to win is taken to be an agent's strength divided by the sum of the strengths at the table; the strengths are "
        "the most likely ones, and the intervals come from how much whole groups differ, because games of one deal are "
        "alike."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _signed(elo: float) -> str:
    return f"{elo:+.1f}".replace("-", "−")
