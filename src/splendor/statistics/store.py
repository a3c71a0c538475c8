"""The folder of a run: what is finished is kept there, so that a run can be stopped and go on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from splendor.errors import SplendorError
from splendor.files import whole, write_whole
from splendor.statistics.plan import Plan
from splendor.statistics.play import Chunk
from splendor.statistics.rows import EVENT_ROW, GAME_ROW, SEAT_ROW, Sheet

FORMAT = 1
PLAN = "run.json"
PARTS = "parts"
ALL = "all.npz"
DTYPES = Sheet(GAME_ROW, SEAT_ROW, EVENT_ROW)


class Store:
    """Finished chunks on the disk, one file each; once all are there, one file for all."""

    def __init__(self, folder: str | Path, plan: Plan) -> None:
        """Open the folder, or make it; one with another run in it is refused."""
        self.folder = Path(folder)
        self.plan = plan
        self._parts = self.folder / PARTS
        try:
            self._parts.mkdir(parents=True, exist_ok=True)
            self._check_plan()
        except OSError as error:
            raise SplendorError(f"the folder {self.folder} cannot be used: {error.strerror}; name another.") from error

    def _check_plan(self) -> None:
        file = self.folder / PLAN
        mine = {"format": FORMAT, **self.plan.to_dict()}
        if not file.exists():
            write_whole(file, json.dumps(mine, indent=1) + "\n")
            return
        try:
            found = json.loads(file.read_text("utf-8"))
            different = [name for name in mine if found.get(name) != mine[name]]
        except (ValueError, AttributeError):
            raise SplendorError(f"{file} is no plan of a run; name another folder, or remove this one.") from None
        if different:
            name = different[0]
            raise SplendorError(
                f"{self.folder} holds another run: its {name} is {_short(found.get(name))}, not {_short(mine[name])}. "
                "Name another folder, or remove this one."
            )

    # --- chunks ---------------------------------------------------------------------------------------------------
    def done(self) -> frozenset[Chunk]:
        """The chunks that need not be played any more."""
        if (self._parts / ALL).exists():
            return frozenset(self.plan.chunks())
        there = {file.name for file in self._parts.iterdir()}
        return frozenset(chunk for chunk in self.plan.chunks() if self._file(chunk).name in there)

    def save(self, chunk: Chunk, sheet: Sheet) -> None:
        """Keep a finished chunk."""
        _save(self._file(chunk), sheet)

    def join(self) -> Sheet:
        """All rows of a finished run, in the order of its games."""
        everything = self._parts / ALL
        if everything.exists():
            return _load(everything)
        sheet = Sheet.joined([_load(self._file(chunk)) for chunk in self.plan.chunks()])
        _save(everything, sheet)
        for file in self._chunk_files():
            file.unlink()
        return sheet

    def _file(self, chunk: Chunk) -> Path:
        return self._parts / f"{chunk.before + chunk.first:08}.npz"

    def _chunk_files(self) -> Iterator[Path]:
        return (self._file(chunk) for chunk in self.plan.chunks() if self._file(chunk).exists())


def _save(file: Path, sheet: Sheet) -> None:
    try:
        with whole(file) as half, half.open("wb") as out:
            np.savez_compressed(out, **sheet._asdict())
    except OSError as error:
        raise SplendorError(f"{file} cannot be written: {error.strerror}; what is finished is kept.") from error


def _load(file: Path) -> Sheet:
    try:
        with file.open("rb") as source, np.load(source, allow_pickle=False) as data:
            found = Sheet(*(data[name] for name in Sheet._fields))
        if any(rows.dtype.names != dtype.names for rows, dtype in zip(found, DTYPES, strict=True)):
            raise ValueError("rows of another layout")
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise SplendorError(f"{file} is damaged ({error}); remove it and run the same command again.") from None
    return Sheet(*(rows.astype(dtype) for rows, dtype in zip(found, DTYPES, strict=True)))  # a file forgets alignment


def _short(value: Any) -> str:
    """A value of a plan for a message; set-ups by number and first one."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return f"{len(value)} set-ups from {value[0]}" if len(value) > 1 else str(value[0])
    return json.dumps(value)
