"""A matplotlib figure as SVG that takes its colours from the page around it, so that it reads in light and dark."""

import html
import re
from importlib.resources import files
from io import StringIO
from typing import TYPE_CHECKING

from splendor.reports.extra import need

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE = files("splendor.reports").joinpath("plots.css").read_text("utf-8")
# The colours plots are drawn in, by name: the light ones of the style sheet. In the SVG each is `var(--plot-name)`.
PAINTS: dict[str, str] = dict(re.findall(r"--plot-(\w+): (#\w{6})", STYLE.splitlines()[0]))
SANS = (
    '-apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "DejaVu Sans Condensed", system-ui, sans-serif'
)

MARGIN = 12  # around a figure that stands alone

# Nothing of the day, the machine or the version goes into a file: the same data gives the same bytes.
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def inline(figure: "Figure", name: str, alt: str) -> str:
    """The figure for the inside of an HTML page; `name` is its own on the page, `alt` says what it shows."""
    attributes = f'role="img" aria-label="{html.escape(alt)}"'
    return re.sub(r"<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>", rf"<svg \1 {attributes}>", _painted(figure, name), count=1)


def standalone(figure: "Figure", alt: str) -> str:
    """The figure as a file of its own, for documents: on a ground of its own, with a margin."""
    svg = _painted(figure, "plot").replace("var(--sans)", "var(--plot-sans)")
    width, height = map(float, re.findall(r"viewBox=\"0 0 ([\d.]+) ([\d.]+)\"", svg)[0])
    place = f'x="-{MARGIN}" y="-{MARGIN}" width="{width + 2 * MARGIN:g}" height="{height + 2 * MARGIN:g}"'
    box = " ".join(re.findall(r"[-\d.]+", place))
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{html.escape(alt)}">\n'
        f"<style>\n:root {{ --plot-sans: {SANS}; }}\n{STYLE}rect.ground {{ fill: var(--plot-ground); }}\n</style>\n"
        f'<rect class="ground" {place} rx="8"/>'
    )
    return start + svg[svg.index(">") + 1 :]


def _painted(figure: "Figure", name: str) -> str:
    """matplotlib's SVG without prologue and addresses, its ids made unique and its colours left to the page."""
    svg = _drawn(figure, name)
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(r'\bid="', f'id="{name}-', svg)
    svg = re.sub(r'(url\(|href=")#', rf"\1#{name}-", svg)
    svg = re.sub(r"font: ([^;\"]*?)([\d.]+px) [^;\"]*", r"font: \1\2 var(--sans)", svg)
    for paint, value in PAINTS.items():
        svg = svg.replace(value, f"var(--plot-{paint})")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def _drawn(figure: "Figure", salt: str) -> str:
    matplotlib = need("matplotlib")
    out = StringIO()
    with matplotlib.rc_context({"svg.hashsalt": salt, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata=NO_METADATA, transparent=True)
    return out.getvalue()
