"""The tables of docs/observation.md, written from the pieces: `python -m tests.observation.page` renews the page."""

from splendor.observation import PIECES, SIZE, Piece
from tests.docs_pages import ROOT

PAGE = ROOT / "docs" / "observation.md"
BEGIN, END = "<!-- pieces: written by tests/observation/page.py -->\n", "<!-- end of pieces -->\n"


def overview() -> str:
    lines = ["| piece | numbers | rows × width | what it is |", "| --- | --- | --- | --- |"]
    for piece in PIECES:
        where = f"{piece.slice.start}–{piece.slice.stop - 1}"
        lines.append(f"| [`{piece.name}`](#{piece.name}) | {where} | {piece.rows} × {piece.width} | {piece.meaning} |")
    return "\n".join(lines)


def details(piece: Piece) -> str:
    lines = [f"### {piece.name}", "", piece.meaning[0].upper() + piece.meaning[1:] + ".", ""]
    lines += ["| field | in the row | most | meaning |", "| --- | --- | --- | --- |"]
    for field in piece.fields:
        first = piece.offset(field.name)
        where = str(first) if field.size == 1 else f"{first}–{first + field.size - 1}"
        lines.append(f"| `{field.name}` | {where} | {field.most} | {field.meaning} |")
    return "\n".join(lines)


def tables() -> str:
    """What stands between the two marks of the page."""
    return "\n\n".join([f"{SIZE} numbers in all.", overview(), *map(details, PIECES)]) + "\n"


def parts() -> tuple[str, str, str]:
    """The page before, between and after the marks."""
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    between, after = rest.split(END)
    return before, between, after


if __name__ == "__main__":
    before, _, after = parts()
    PAGE.write_text(before + BEGIN + tables() + END + after, "utf-8")
