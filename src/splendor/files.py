"""Files that are there whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole(file: Path) -> Iterator[Path]:
    """A file to write instead: it takes the place of `file` when all of it is written.

    Whatever goes wrong before that, a file that was there already is as it was, and nothing else is left. A device or a
    pipe cannot be replaced: it is written to as it is.
    """
    if file.exists() and not file.is_file():
        yield file
        return
    half = file.with_name(f"{file.name}.part")
    try:
        yield half
        half.replace(file)
    except BaseException:
        with suppress(OSError):
            half.unlink()
        raise


def write_whole(file: Path, text: str) -> None:
    """Write a text, with the same bytes on every system."""
    with whole(file) as half:
        half.write_text(text, "utf-8", newline="\n")
