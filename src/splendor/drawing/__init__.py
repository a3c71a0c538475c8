"""Pictures of a table: in plain text for `print`, in SVG for a notebook or a page."""

from splendor.drawing.svg import svg_table
from splendor.drawing.text import text_table

__all__ = ["svg_table", "text_table"]
