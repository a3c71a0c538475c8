"""The folder of a match: what is played, the results so far, the records of all games.

    plan.json      what is played
    results.jsonl  a line for each group of games, in order
    games.jsonl    a record for each game, in order: an archive for `splendor verify`

A group is written when all groups before it are, its records first. So the files always tell of the first so many
groups, and what was cut off in the middle of a line is played again.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from splendor.arena.plan import Plan
from splendor.arena.results import Group
from splendor.errors import SplendorError
from splendor.files import write_whole

PLAN, RESULTS, GAMES = "plan.json", "results.jsonl", "games.jsonl"


class Store:
    """A folder that a match is kept in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def archive(self) -> Path:
        """Where the records are."""
        return self.folder / GAMES

    # --- a new match ----------------------------------------------------------------------------------------------
    def create(self, plan: Plan) -> None:
        """Begin a match; a folder that holds one already is not overwritten."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if (self.folder / PLAN).exists():
                raise SplendorError(
                    f"{self.folder} holds a match already: go on with --resume {self.folder}, or name another folder."
                )
            for name in (RESULTS, GAMES):
                (self.folder / name).write_bytes(b"")
            write_whole(self.folder / PLAN, json.dumps(plan.to_dict(), ensure_ascii=False, indent=2) + "\n")
        except OSError as error:
            raise SplendorError(f"{self.folder} cannot be written: {error.strerror or error}.") from None

    def append(self, group: Group) -> None:
        """Write one more group, the records first."""
        try:
            with self.archive.open("ab") as file:
                file.write("".join(f"{record}\n" for record in group.records).encode())
            with (self.folder / RESULTS).open("ab") as file:
                file.write((json.dumps(group.to_dict(), separators=(",", ":")) + "\n").encode())
        except OSError as error:
            raise SplendorError(f"{self.folder} cannot be written: {error.strerror or error}.") from None

    # --- going on -------------------------------------------------------------------------------------------------
    def plan(self) -> Plan:
        """What is played here."""
        path = self.folder / PLAN
        try:
            return Plan.from_dict(json.loads(path.read_text("utf-8")))
        except OSError as error:
            raise SplendorError(
                f"{path} cannot be read: {error.strerror or error}; is it the folder of a match?"
            ) from None
        except (KeyError, TypeError, AttributeError, json.JSONDecodeError, UnicodeDecodeError):
            raise SplendorError(f"{path} is damaged: it tells of no match.") from None

    def groups(self) -> Iterator[Group]:
        """The groups played so far; what was not written to its end is cut off after the last."""
        records = _lines(self.archive)
        kept = size = 0
        for place, line in enumerate(_lines(self.folder / RESULTS)):
            try:
                group = Group.from_dict(json.loads(line))
            except (KeyError, TypeError, ValueError, AttributeError):
                raise SplendorError(f"{self.folder / RESULTS}: line {place + 1} is damaged.") from None
            lengths = [len(record) for _, record in zip(group.games, records, strict=False)]
            if len(lengths) < len(group.games):
                break
            if group.number != place:
                raise SplendorError(f"{self.folder / RESULTS}: line {place + 1} tells of group {group.number}.")
            yield group
            kept, size = kept + sum(lengths), size + len(line)
        _cut(self.archive, kept)
        _cut(self.folder / RESULTS, size)


def _lines(path: Path) -> Iterator[bytes]:
    """The complete lines of a file."""
    try:
        with path.open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):
                    yield line
    except OSError as error:
        raise SplendorError(f"{path} cannot be read: {error.strerror or error}.") from None


def _cut(path: Path, size: int) -> None:
    if path.stat().st_size > size:
        with path.open("rb+") as file:
            file.truncate(size)
