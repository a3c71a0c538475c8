"""Archives: many records in one file, one JSON object a line (JSON Lines). Both directions stream."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from splendor.errors import UnreadableRecord
from splendor.files import whole
from splendor.records.parts import MAX_LENGTH
from splendor.records.record import GameRecord


def write_archive(path: str | PathLike[str], records: Iterable[GameRecord]) -> int:
    """Write records to a new file; returns how many."""
    number = 0
    with whole(Path(path)) as half, half.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            file.write(record.json() + "\n")
            number += 1
    return number


def read_archive(path: str | PathLike[str]) -> Iterator[GameRecord]:
    """The records of a file, one at a time; complaints, also those of `verify`, name the line.

    >>> import tempfile
    >>> from splendor import Game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "games.jsonl"
    ...     write_archive(file, [GameRecord.of(Game(seed=seed)) for seed in range(3)])
    ...     [record.setup.players for record in read_archive(file)]
    3
    [2, 2, 2]
    """
    with Path(path).open("rb") as file:
        number = 0
        while line := file.readline(4 * MAX_LENGTH):
            number += 1
            if line.strip():
                yield _read_line(line, f"line {number}: ")


def _read_line(line: bytes, where: str) -> GameRecord:
    if not line.lstrip(b"\xef\xbb\xbf \t")[:1] == b"{":
        raise UnreadableRecord(f"{where}expected a JSON object, not {line[:20]!r}.")
    return GameRecord.read(line, where)
