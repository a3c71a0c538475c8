"""What a training run is to do: sizes, and what changes as it goes on."""

import math
from dataclasses import asdict, dataclass
from typing import Any

from splendor.train import mixture

WARM_UP = 500  # steps: until then the optimiser knows too little of what it is to scale


@dataclass(frozen=True, slots=True)
class Plan:
    """A run of so many minutes, perhaps in several legs; everything that changes does so by the share that is over."""

    minutes: float = 20.0
    """Of all legs together."""
    setups: str = mixture.DEFAULT
    """And their shares, of the games; on the GPU of the tables, each of which keeps to one set-up."""
    width: int = 384
    inner: int = 256
    """Numbers between the two layers of a block."""
    blocks: int = 3
    cards: int = 192
    """Numbers for each card."""
    look: int = 128
    """Numbers for what a card and the flow of everything tell each other before a block."""
    heads: int = 4
    """Of the attention with which cards ask cards and tiles before a block."""
    tables: int = 8192
    """At which the processor plays."""
    gpu_tables: int = 0
    """At which the GPU plays by itself, instead of the processor; 0: it only answers."""
    gpu_groups: int = 2
    """That these tables are in: while some groups play, the network answers others."""
    room: int = 4_000_000
    """Decisions in the ring."""
    batch: int = 1024
    imitation: int = 5_000_000
    """Decisions of the greedy agent to begin with."""
    imitation_reuse: float = 4.0
    searches: tuple[tuple[float, int, int], ...] = ((0.0, 32, 8), (0.4, 96, 8))
    """From which share on, how many simulations, how many actions considered."""
    quick: float = 0.0
    """The share of decisions that are searched quickly, and of which the value alone is learned: more games."""
    quick_simulations: int = 16
    rate: float = 1e-3
    """Of learning, at first; it falls along a cosine."""
    last_rate: float = 2e-5
    reuse: tuple[tuple[float, float], ...] = ((0.0, 2.0), (0.5, 3.0))
    """How often each decision is learned from."""
    value_every: int = 1
    """Of so many decisions one teaches the value; what those of a game share of its outcome may be learned by heart."""
    steps_at_once: int = 8
    """Of learning, at most, between two rounds of play."""
    settings: str = ""
    """Of the searches, where they differ from those of play, as in `trust=0.5,doubt=4`."""
    seed: int = 0

    @classmethod
    def small(cls, **values: Any) -> "Plan":
        """Sizes for a processor: a network that learns something in minutes."""
        sizes: dict[str, Any] = {
            "width": 96, "inner": 96, "blocks": 1, "tables": 128, "room": 200_000, "batch": 256, "imitation": 100_000,
            "searches": ((0.0, 16, 8),),
        }  # fmt: skip
        return cls(**(sizes | values))

    def rate_at(self, share: float, steps: int) -> float:
        """The learning rate when this share of the run is over; the first steps are small ones.

        >>> [Plan(rate=8e-4).rate_at(share, steps=10_000) for share in (0.0, 0.5, 1.0)]
        [0.0008, 0.00041, 2e-05]
        """
        falling = self.last_rate + (self.rate - self.last_rate) * (1 + math.cos(math.pi * min(1.0, share))) / 2
        return float(f"{min(1.0, (steps + 1) / WARM_UP) * falling:.3g}")  # not another one with every step

    @property
    def most_simulations(self) -> int:
        """The most a search will make."""
        fewer = self.quick_simulations if self.quick else 0
        return max(fewer, *(simulations for _, simulations, _ in self.searches))

    def to_dict(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)


def at(table: tuple[tuple[Any, ...], ...], share: float) -> tuple[Any, ...]:
    """The entry in force when this share of the run is over.

    >>> at(((0.0, "first"), (0.5, "second")), 0.7)
    ('second',)
    """
    return [entry[1:] for entry in table if entry[0] <= share][-1]
