"""`splendor verify`: files of recorded games, each possible or not, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from splendor.errors import SplendorError
from splendor.records import GameRecord, read_archive
from splendor.terminal import paint

ARCHIVE = ".jsonl"


@dataclass(frozen=True, slots=True)
class Check:
    """What came of checking one file."""

    file: str
    games: int
    turns: int
    error: str | None

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {**asdict(self), "ok": self.error is None}


def check(path: Path) -> Check:
    """Verify every game in a file, up to the first that is not possible."""
    games = turns = 0
    try:
        for record in _records(path):
            record.verify()
            games += 1
            turns += len(record.turns)
    except SplendorError as error:
        return Check(str(path), games, turns, str(error))
    except OSError as error:
        return Check(str(path), games, turns, f"cannot be read: {error.strerror or error}.")
    return Check(str(path), games, turns, None)


def _records(path: Path) -> Iterator[GameRecord]:
    if path.suffix == ARCHIVE:
        yield from read_archive(path)
    else:
        yield GameRecord.read(path.read_bytes())


def show(console: Console, checked: Sequence[Check]) -> None:
    """One line for each file."""
    for one in checked:
        if one.error is None:
            games = f"{one.games} games, " if one.games != 1 else ""
            line = Text("OK      ", "bold green").append(one.file, "bold").append(f"  {games}{one.turns} turns", "dim")
        else:
            line = Text("WRONG   ", paint.WRONG).append(one.file, "bold").append(f"  {one.error}")
        console.print(line, soft_wrap=True)
