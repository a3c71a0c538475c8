"""`Report`: headings, paragraphs, tables and figures, written as one self-contained HTML file."""

import html
import math
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from splendor.errors import SplendorError
from splendor.files import write_whole
from splendor.reports import svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Cell = str | int | float | None
"""A text, a number, or nothing; a text that begins with a number (`52.1 %`) is sorted as that number."""

NUMBER = re.compile(r"\s*([-+−]?\d[\d,]*(?:\.\d+)?)")
# Nothing may be fetched: what is not in the file does not exist.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


class Report:
    """A page in the making; what is added first stands first."""

    def __init__(self, title: str, summary: str = "", language: str = "en") -> None:
        """`title` names the page, `summary` says in a sentence or two what it is about, both in a `language`."""
        self.title = title
        self.summary = summary
        self.language = language
        self._parts: list[str] = []
        self._headings: list[tuple[str, str]] = []
        self._figures = 0

    # --- what a page is made of -----------------------------------------------------------------------------------
    def heading(self, text: str, level: int = 2) -> None:
        """A title of a part of the page; those of level 2 are listed at the top."""
        if level not in (2, 3):
            raise SplendorError(f"level={level}: a heading has level 2 or 3.")
        name = self._free_name(text)
        if level == 2:
            self._headings.append((name, text))
        self._parts.append(f'<h{level} id="{name}">{html.escape(text)}</h{level}>')

    def paragraph(self, text: str) -> None:
        """A paragraph of plain text."""
        self._parts.append(f"<p>{html.escape(text)}</p>")

    def facts(self, facts: Iterable[tuple[str, str, str]]) -> None:
        """A few figures in large type: what, how much, and a note below (may be empty)."""
        tiles = [
            f"<div><dt>{html.escape(what)}</dt><dd>{html.escape(value)}</dd>"
            + (f'<dd class="note">{html.escape(note)}</dd>' if note else "")
            + "</div>"
            for what, value, note in facts
        ]
        self._parts.append(f'<dl class="facts">{"".join(tiles)}</dl>')

    def table(self, header: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str = "") -> None:
        """A table; a click on a column's title sorts by it."""
        rows = [list(row) for row in rows]
        for row in rows:
            if len(row) != len(header):
                raise SplendorError(f"a row has {len(row)} cells, the header {len(header)}: {row!r}")
        numeric = [_is_numeric([row[column] for row in rows]) for column in range(len(header))]
        titles = "".join(_title(text, number) for text, number in zip(header, numeric, strict=True))
        body = "\n".join("<tr>" + "".join(map(_cell, row, numeric)) + "</tr>" for row in rows)
        top = f"<caption>{html.escape(caption)}</caption>" if caption else ""
        # A region that scrolls must be reachable by keyboard, and then it needs a name.
        region = f'<div class="table" role="region" tabindex="0" aria-label="{html.escape(caption or "table")}">'
        self._parts.append(
            f"{region}<table>{top}<thead><tr>{titles}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
        )

    def figure(self, figure: "Figure", caption: str, alt: str = "", wide: bool = False) -> None:
        """A plot; `alt` says in words what it shows, for those who do not see it (else the caption does).

        Neighbouring figures stand side by side where there is room; a `wide` one takes the whole width.
        """
        self._figures += 1
        drawing = svg.inline(figure, f"f{self._figures}", alt or caption)
        start = '<figure class="wide">' if wide else "<figure>"
        text = f"<figcaption>{html.escape(caption)}</figcaption>"
        self._parts.append(f'{start}<div class="scroll">{drawing}</div>{text}</figure>')

    # --- the page -------------------------------------------------------------------------------------------------
    def html(self) -> str:
        """The whole page."""
        style, script = (
            files("splendor.reports").joinpath(name).read_text("utf-8") for name in ("report.css", "sort.js")
        )
        summary = f'\n<p class="summary">{html.escape(self.summary)}</p>' if self.summary else ""
        return f"""<!DOCTYPE html>
<html lang="{self.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{html.escape(self.title)}</title>
<style>
{style}{svg.STYLE}</style>
</head>
<body>
<main>
<header>
<h1>{html.escape(self.title)}</h1>{summary}
</header>
{self._contents()}{_grouped(self._parts)}
</main>
<script>
{script}</script>
</body>
</html>
"""

    def write(self, path: str | Path) -> Path:
        """Write the page; a file that is there already is replaced only when the new one is whole."""
        path = Path(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, self.html())
        except OSError as error:
            raise SplendorError(
                f"the report cannot be written to {path}: {error.strerror}; name another file."
            ) from error
        return path

    def _contents(self) -> str:
        if len(self._headings) < 3:
            return ""
        links = "".join(f'<li><a href="#{name}">{html.escape(text)}</a></li>' for name, text in self._headings)
        return f'<nav aria-label="Contents"><ul>{links}</ul></nav>\n'

    def _free_name(self, text: str) -> str:
        """A name for links that no other heading has."""
        name = re.sub(r"\W+", "-", text.lower()).strip("-") or "part"
        taken = sum(f'id="{name}' in part for part in self._parts)
        return f"{name}-{taken + 1}" if taken else name


def _grouped(parts: list[str]) -> str:
    """The parts one after the other; neighbouring figures come together, to stand side by side."""
    text: list[str] = []
    inside = False
    for part in parts:
        is_figure = part.startswith("<figure")
        if is_figure != inside:
            text.append('<div class="figures">' if is_figure else "</div>")
        inside = is_figure
        text.append(part)
    return "\n".join(text) + ("\n</div>" if inside else "")


# --- cells --------------------------------------------------------------------------------------------------------
def _title(text: str, numeric: bool) -> str:
    kind = ' class="number"' if numeric else ""
    return f'<th scope="col"{kind}><button type="button">{html.escape(text)}</button></th>'


def _cell(value: Cell, numeric: bool) -> str:
    if not numeric:
        return f"<td>{html.escape(_shown(value))}</td>"
    number = _number(value)
    data = "" if number is None else f' data-value="{number:.12g}"'
    return f'<td class="number"{data}>{html.escape(_shown(value))}</td>'


def _shown(value: Cell) -> str:
    """A value as people read it."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "–"
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, int):
        return f"{value:,}"
    return value


def _number(value: Cell) -> float | None:
    """The number a cell is sorted by, if it is or begins with one."""
    if isinstance(value, int | float):
        return None if math.isnan(value) else float(value)
    found = NUMBER.match(value or "")
    return float(found[1].replace(",", "").replace("−", "-")) if found else None


def _is_numeric(values: list[Cell]) -> bool:
    """Whether a column holds numbers; places with nothing do not matter."""
    there = [value for value in values if value not in (None, "", "–")]
    return bool(there) and all(isinstance(value, int | float) or _number(value) is not None for value in there)
