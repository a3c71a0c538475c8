"""Lines from a person at a keyboard, or from a script."""

import sys
from contextlib import suppress

from rich.console import Console

from splendor.terminal.session import Reader


def terminal_console() -> Console:
    """Standard output; rich leaves out colours for files, pipes and NO_COLOR."""
    return Console(highlight=False)


def line_reader(console: Console) -> Reader:
    """Ask for a line. A script's answers are shown after the question, as if they had been typed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 — editing and history for `input`
        return input

    def read(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        console.print(prompt + line.rstrip("\n"), markup=False)
        return line.rstrip("\n")

    return read
