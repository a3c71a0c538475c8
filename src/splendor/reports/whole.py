"""Files that are there whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(file: Path) -> Iterator[Path]:
    """A file to write instead: it takes the place of `file` when all of it is written.

    Whatever goes wrong before that, a file that was there already is as it was.
    """
    half = file.with_name(f"{file.name}.part")
    yield half
    half.replace(file)
