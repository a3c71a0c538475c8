"""Files that a command is given: whatever is wrong with one, the error names it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from splendor.errors import SplendorError
from splendor.records import GameRecord


@contextmanager
def about(path: Path) -> Iterator[None]:
    """What is said here is about this file."""
    try:
        yield
    except OSError as error:
        raise SplendorError(f"{path} cannot be read: {error.strerror or error}.") from None
    except SplendorError as error:
        raise SplendorError(f"{path}: {error}") from None


def read_record(path: Path) -> GameRecord:
    """The recorded game of a file; whether it is possible is seen when it is replayed or verified."""
    with about(path):
        return GameRecord.read(path.read_bytes())
