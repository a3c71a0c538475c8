"""Plots of one look: bars and dots with intervals, lines, histograms, heat maps.

Series differ in colour *and* in marker, dash or place, and the colours stay apart for colour-blind eyes (tested). The
figures are plain `matplotlib.figure.Figure` objects: no window, no global state.
"""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from splendor.errors import SplendorError
from splendor.reports.extra import need
from splendor.reports.svg import PAINTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SERIES = tuple(PAINTS[str(number)] for number in range(5))
INK, MUTED, LINE, GROUND = (PAINTS[name] for name in ("ink", "muted", "line", "ground"))
MARKERS = ("o", "s", "^", "D", "v")
DASHES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)), (0, (3, 1)))

WIDTH, HEIGHT = 400, 240  # points; one point is about one pixel on a phone
WIDE = 760
FONT = 11.0
SOLID = 0.78  # large areas are calmer than thin lines

Numbers = Sequence[float] | Any


def new(xlabel: str = "", ylabel: str = "", width: int = WIDTH, height: int = HEIGHT) -> tuple["Figure", "Axes"]:
    """An empty figure in the house's style, and its axes, for a plot that is not among these."""
    figure_of = need("matplotlib.figure").Figure
    figure = figure_of(figsize=(width / 72, height / 72), layout="constrained")
    axes = figure.add_subplot()
    axes.set_xlabel(xlabel, color=MUTED, fontsize=FONT)
    axes.set_ylabel(ylabel, color=MUTED, fontsize=FONT)
    axes.tick_params(colors=MUTED, labelsize=FONT, length=0, pad=6)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    return figure, axes


def bars(
    labels: Sequence[str],
    values: Numbers,
    low: Numbers | None = None,
    high: Numbers | None = None,
    *,
    ylabel: str = "",
    xlabel: str = "",
    percent: bool = False,
    reference: float | None = None,
    colours: Sequence[int] | None = None,
    width: int = WIDTH,
) -> "Figure":
    """A bar for each label with its value above; whiskers from `low` to `high`; a dashed line at `reference`."""
    figure, axes = new(xlabel, ylabel, width)
    places = np.arange(len(labels))
    values = np.asarray(values, float)
    paints = [SERIES[number % len(SERIES)] for number in (colours or [0] * len(labels))]
    axes.bar(places, values, width=min(0.62, 0.16 * len(labels)), color=paints, alpha=SOLID, linewidth=0)
    tops = values if high is None else np.maximum(values, np.asarray(high, float))
    if low is not None and high is not None:
        _whiskers(axes, places, values, low, high)
    for place, value, top in zip(places, values, tops, strict=True):
        text = _percent(value) if percent else f"{value:.3g}"
        axes.annotate(
            text, (place, top), (0, 4), textcoords="offset points", ha="center", va="bottom", color=INK, fontsize=FONT
        )
    axes.set_xticks(places, list(labels))
    axes.set_xlim(-0.6, len(labels) - 0.4)
    axes.set_ylim(0, max(float(tops.max(initial=0)), reference or 0) * 1.15 or 1)
    _reference(axes, reference, across=True)
    _finish(axes, percent=percent)
    return figure


def dots(
    labels: Sequence[str],
    values: Numbers,
    low: Numbers | None = None,
    high: Numbers | None = None,
    *,
    xlabel: str = "",
    percent: bool = False,
    reference: float | None = None,
    width: int = WIDTH,
) -> "Figure":
    """A dot for each label, from top to bottom, with its interval: for many values to be compared."""
    figure, axes = new(xlabel, "", width, 70 + 18 * max(len(labels), 3))
    places = np.arange(len(labels))[::-1]
    values = np.asarray(values, float)
    if low is not None and high is not None:
        low, high = np.asarray(low, float), np.asarray(high, float)
        axes.hlines(places, low, high, color=SERIES[0], linewidth=2.2, alpha=0.55)
    axes.plot(values, places, "o", color=SERIES[0], markersize=5.5, linestyle="none")
    axes.set_yticks(places, list(labels))
    axes.set_ylim(-0.7, len(labels) - 0.3)
    _reference(axes, reference, across=False)
    _finish(axes, percent=percent, grid="x")
    return figure


def lines(
    x: Numbers,
    series: Mapping[str, Numbers],
    bands: Mapping[str, tuple[Numbers, Numbers]] | None = None,
    *,
    xlabel: str = "",
    ylabel: str = "",
    percent: bool = False,
    reference: float | None = None,
    width: int = WIDTH,
) -> "Figure":
    """A line for each series with its name beside its end; `bands` shade from low to high around a line."""
    figure, axes = new(xlabel, ylabel, width)
    x = np.asarray(x, float)
    for number, (name, values) in enumerate(series.items()):
        paint, values = SERIES[number % len(SERIES)], np.asarray(values, float)
        if bands and name in bands:
            low, high = (np.asarray(side, float) for side in bands[name])
            axes.fill_between(x, low, high, color=paint, alpha=0.16, linewidth=0)
        dash = DASHES[number % len(DASHES)]
        axes.plot(x, values, color=paint, linestyle=dash, linewidth=1.8, label=name)
        every = max(1, len(x) // 8)
        marker = MARKERS[number % len(MARKERS)]
        offset = (number * every) // max(len(series), 1)
        axes.plot(x[offset::every], values[offset::every], marker, color=paint, markersize=4.5, linestyle="none")
    _reference(axes, reference, across=True)
    _whole_numbers(axes, x)
    _finish(axes, percent=percent)
    _legend(axes, series)
    return figure


def histogram(
    x: Numbers,
    series: Mapping[str, Numbers],
    *,
    xlabel: str = "",
    ylabel: str = "",
    percent: bool = True,
    labels: Sequence[str] | None = None,
    width: int = WIDTH,
) -> "Figure":
    """Counted values: for each place on the axis (or label) a bar per series, one beside the other."""
    figure, axes = new(xlabel, ylabel, width)
    x = np.asarray(x, float)
    step = float(np.diff(x).min()) if len(x) > 1 else 1.0
    thickness = 0.86 * step / max(len(series), 1)
    for number, (name, values) in enumerate(series.items()):
        shift = (number - (len(series) - 1) / 2) * thickness
        paint = SERIES[number % len(SERIES)]
        axes.bar(
            x + shift, np.asarray(values, float), width=thickness, color=paint, alpha=SOLID, label=name, linewidth=0
        )
    if labels is None:
        _whole_numbers(axes, x)
    else:
        axes.set_xticks(x, list(labels))
    _finish(axes, percent=percent)
    _legend(axes, series)
    return figure


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Any,
    *,
    percent: bool = False,
    middle: float | None = None,
    xlabel: str = "",
    ylabel: str = "",
    width: int = WIDTH,
) -> "Figure":
    """A field for each pair, the stronger the colour the larger the value, which stands in it.

    With a `middle` it is the difference to it that stands there (with `percent` in percentage points); values above it
    are of one colour, values below of another.
    """
    values = np.asarray(values, float)
    if values.shape != (len(rows), len(columns)):
        raise SplendorError(f"a heat map of {len(rows)} rows and {len(columns)} columns got values of {values.shape}.")
    figure, axes = new(xlabel, ylabel, width, 60 + 24 * max(len(rows), 2))
    centre = 0.0 if middle is None else middle
    widest = float(np.nanmax(np.abs(values - centre), initial=0)) or 1.0
    for (row, column), value in np.ndenumerate(values):
        if math.isnan(value):
            continue
        paint = SERIES[2] if value < centre else SERIES[0]
        strength = 0.06 + 0.49 * abs(value - centre) / widest
        axes.add_patch(_rectangle(column, row, paint, strength))
        text = _percent(value) if percent else f"{value:.3g}"
        if middle is not None:
            text = f"{100 * (value - middle):+.1f}" if percent else f"{value - middle:+.2g}"
        axes.text(column, row, text.replace("-", "−"), ha="center", va="center", color=INK, fontsize=FONT - 1)
    axes.set_xticks(range(len(columns)), list(columns))
    axes.set_yticks(range(len(rows)), list(rows))
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.spines["bottom"].set_visible(False)
    return figure


# --- pieces -------------------------------------------------------------------------------------------------------
def _rectangle(column: int, row: int, paint: str, strength: float) -> Any:
    rectangle = need("matplotlib.patches").Rectangle
    return rectangle((column - 0.48, row - 0.46), 0.96, 0.92, facecolor=paint, alpha=strength, linewidth=0)


def _whiskers(axes: "Axes", places: Numbers, values: Any, low: Numbers, high: Numbers) -> None:
    below = np.clip(values - np.asarray(low, float), 0, None)
    above = np.clip(np.asarray(high, float) - values, 0, None)
    axes.errorbar(
        places, values, yerr=np.stack([below, above]), fmt="none", color=INK, ecolor=INK, elinewidth=1.2, capsize=4
    )


def _reference(axes: "Axes", value: float | None, across: bool) -> None:
    """A dashed line at the value one would expect if nothing had an effect."""
    if value is not None:
        draw = axes.axhline if across else axes.axvline
        draw(value, color=MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=1)


def _finish(axes: "Axes", percent: bool, grid: str = "y") -> None:
    axes.grid(axis=grid, color=LINE, linewidth=0.8)  # type: ignore[arg-type]
    axis = axes.yaxis if grid == "y" else axes.xaxis
    ticker = need("matplotlib.ticker")
    axis.set_major_locator(ticker.MaxNLocator(5))
    if percent:
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: _percent(value, 0)))


def _whole_numbers(axes: "Axes", x: Any) -> None:
    """Ticks between whole numbers would mean nothing on an axis of rounds or points."""
    if np.all(x == np.round(x)):
        axes.xaxis.set_major_locator(need("matplotlib.ticker").MaxNLocator(8, integer=True))


def _legend(axes: "Axes", series: Mapping[str, Numbers]) -> None:
    """Names above the plot, where they hide nothing; one series needs none."""
    if len(series) > 1:
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1.0),
            ncols=min(len(series), 4),
            frameon=False,
            labelcolor=INK,
            fontsize=FONT,
            handlelength=1.6,
            columnspacing=1.2,
            borderaxespad=0,
        )


def _percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f} %"
