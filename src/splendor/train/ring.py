"""The decisions to learn from: the newest some million of them, on the device that learns."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from splendor.observation import SIZE
from splendor.rules.layout import SEATS
from splendor.train.tables import FULL, KEPT, THINGS, Rows

TYPES = {
    "seen": (torch.int8, SIZE),
    "legal": (torch.int16, KEPT),
    "policy": (torch.int16, KEPT),
    "targets": (torch.float32, SEATS),
    "shares": (torch.int8, SEATS),
    "points": (torch.int8, SEATS),
    "fates": (torch.int8, THINGS),
    "surprises": (torch.float32, 1),
}


class Ring:
    """When it is full, the oldest decisions give way."""

    def __init__(self, room: int, device: str) -> None:
        self.room, self.device = room, device
        self.parts = {
            name: torch.zeros((room, width), dtype=kind, device=device) for name, (kind, width) in TYPES.items()
        }
        self.parts["policy"][:, 0] = FULL  # a place that is read before it is written must not spoil a batch
        self.added = 0
        self._told = 0
        self.filled = torch.zeros((), dtype=torch.float32, device=device)
        """How many there are; on the device, because a recorded graph reads it."""

    def __len__(self) -> int:
        return min(self.added, self.room)

    def clear(self) -> None:
        """Forget everything."""
        self.added = self._told = 0
        self.filled.zero_()

    def add(self, source: dict[str, Tensor], number: int) -> None:
        """Take over so many decisions."""
        begin = self.added % self.room
        first = min(number, self.room - begin)
        for name, part in self.parts.items():
            part[begin : begin + first].copy_(source[name][:first], non_blocking=True)
            if first < number:
                part[: number - first].copy_(source[name][first:number], non_blocking=True)
        self.reaches(self.added + number)

    def reaches(self, added: int) -> None:
        """So many decisions have been added in all."""
        self.added = added
        self.filled.fill_(float(len(self)))

    def read_fresh(self) -> dict[str, float]:
        """How surprised the network was by the games added since the last call: the mean by number of players."""
        newest = torch.arange(max(self._told, self.added - self.room), self.added, device=self.device) % self.room
        self._told = self.added
        seen, surprises = self.parts["seen"][newest, :3], self.parts["surprises"][newest, 0]
        found = {str(players): surprises[seen[:, players - 2] == 1] for players in (2, 3, 4)}
        return {players: float(these.mean()) for players, these in found.items() if len(these)}


class Intake:
    """Where compiled code puts decisions on their way to the ring; what is full goes there at once.

    There are two places to put them: one is filled while the other is copied to a GPU.
    """

    def __init__(self, ring: Ring, room: int, stream: Any = None) -> None:
        self._ring, self._room, self._stream = ring, room, stream
        pinned = ring.device == "cuda"
        self._tensors = [
            {name: torch.zeros((room, width), dtype=kind, pin_memory=pinned) for name, (kind, width) in TYPES.items()}
            for _ in range(2)
        ]
        self._rows = [_as_rows(tensors) for tensors in self._tensors]
        self._copied = [torch.cuda.Event() if pinned else None for _ in range(2)]
        self._which = 0
        self._filled = 0
        self.total = 0  # decisions handed to the ring

    @property
    def rows(self) -> Rows:
        """Where to put them."""
        return self._rows[self._which]

    def places(self, counts: Any) -> Any:
        """Places for so many decisions of one game after the other."""
        total = int(counts.sum())
        if self._filled + total > self._room:
            self.flush()
        places = self._filled + np.cumsum(counts) - counts
        self._filled += total
        return places.astype(np.int64)

    def flush(self) -> None:
        """Everything to the ring now."""
        if self._filled == 0:
            return
        self.total += self._filled
        tensors, copied = self._tensors[self._which], self._copied[self._which]
        if copied is None:
            self._ring.add(tensors, self._filled)
        else:
            with torch.cuda.stream(self._stream):
                self._ring.add(tensors, self._filled)
                copied.record(self._stream)
        self._which = 1 - self._which
        self._filled = 0
        other = self._copied[self._which]
        if other is not None:
            other.synchronize()


def _as_rows(tensors: dict[str, Tensor]) -> Rows:
    return Rows(**{name: tensor.numpy() for name, tensor in tensors.items()})
