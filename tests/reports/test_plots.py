"""Plots: every kind draws, shows what it was given, and can be told apart by colour-blind eyes."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from splendor.errors import SplendorError
from splendor.reports import plots, svg


def drawn(figure: Figure) -> str:
    return svg.inline(figure, "f1", "a plot")


def texts(figure: Figure) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawn(figure))


def test_bars_show_values_and_intervals() -> None:
    figure = plots.bars(["A", "B"], [0.525, 0.475], [0.5, 0.45], [0.55, 0.5], percent=True, reference=0.5)
    assert {"A", "B", "52.5 %", "47.5 %"} <= set(texts(figure))
    assert plots.bars(["A"], [0.0]).axes[0].get_ylim()[0] == 0


def test_dots_stand_from_top_to_bottom() -> None:
    figure = plots.dots(["first", "second"], [1, 2], [0, 1], [2, 3], reference=0)
    places = dict(zip(["first", "second"], figure.axes[0].get_yticks(), strict=True))
    assert places["first"] > places["second"]


def test_lines_and_histograms_name_their_series() -> None:
    x = np.arange(10)
    assert {"winners", "others"} <= set(texts(plots.lines(x, {"winners": x, "others": x / 2}, {"winners": (x, x + 1)})))
    assert {"winners", "others"} <= set(texts(plots.histogram(x, {"winners": x / 45, "others": x[::-1] / 45})))
    assert "alone" not in texts(plots.lines(x, {"alone": x}))
    assert drawn(plots.histogram([3], {"alone": [1.0]}))


def test_heat_maps_write_the_value_into_the_field() -> None:
    assert {"25.0 %", "75.0 %"} <= set(texts(plots.heat_map(["r"], ["a", "b"], [[0.25, 0.75]], percent=True)))
    against = texts(plots.heat_map(["r"], ["a", "b", "c"], [[0.4, 0.6, np.nan]], percent=True, middle=0.5))
    assert {"+10.0", "−10.0"} <= set(against)


def test_a_heat_map_of_another_shape_is_refused() -> None:
    with pytest.raises(SplendorError, match="1 rows and 2 columns"):
        plots.heat_map(["r"], ["a", "b"], [[1.0]])


def test_all_colours_are_left_to_the_page() -> None:
    figures = [
        plots.bars(["A"], [1], [0.5], [1.5], reference=1),
        plots.dots(["A"], [1], [0], [2]),
        plots.lines([1, 2], {str(n): [n, n] for n in range(5)}),
        plots.histogram([1, 2], {"A": [1, 2]}),
        plots.heat_map(["r"], ["c", "d"], [[1, -1]], middle=0),
    ]
    for figure in figures:
        text = drawn(figure)
        assert set(re.findall(r"(?:fill|stroke): *(#\w+)", text)) == set()
        assert set(re.findall(r"font: [^;\"]*", text)) <= {f"font: {size}px var(--sans)" for size in (10, 11)}


def test_style_sheet_knows_every_paint_in_both_themes() -> None:
    light, dark, paper = (set(re.findall(r"--plot-(\w+):", line)) for line in svg.STYLE.splitlines())
    assert light == dark == paper == set(svg.PAINTS)


# --- colour-blind eyes --------------------------------------------------------------------------------------------
# How protanopes, deuteranopes and tritanopes see linear RGB (Machado, Oliveira and Fernandes, 2009).
EYES = {
    "usual": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    xyz = TO_XYZ @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089]
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_four_series_stay_apart_for_all_eyes(theme: int, eyes: str) -> None:
    paints = dict(re.findall(r"--plot-(\w+): (#\w{6})", svg.STYLE.splitlines()[theme]))
    seen = [lab(np.array(EYES[eyes]) @ linear(paints[str(number)])) for number in range(4)]
    distances = [np.linalg.norm(a - b) for i, a in enumerate(seen) for b in seen[:i]]
    assert min(distances) > 25, distances


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_every_series_stands_out_from_the_ground(theme: int) -> None:
    paints = dict(re.findall(r"--plot-(\w+): (#\w{6})", svg.STYLE.splitlines()[theme]))
    light = {name: float(TO_XYZ[1] @ linear(value)) + 0.05 for name, value in paints.items()}
    for name in ("0", "1", "2", "3", "4", "ink", "muted"):
        one, two = sorted([light[name], light["ground"]])
        assert two / one >= (4.5 if name in ("ink", "muted") else 3), name
