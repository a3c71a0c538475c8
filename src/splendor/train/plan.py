"""What a training run is to do: sizes, and what changes as it goes on."""

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from splendor.errors import SplendorError
from splendor.train import mixture
from splendor.train.rules import settings_of
from splendor.train.tables import MOST_CONSIDERED

WARM_UP = 500  # steps: until then the optimiser knows too little of what it is to scale
AT_LEAST_ONE = (
    "width", "inner", "blocks", "cards", "look", "heads", "tables", "gpu_groups", "room", "batch", "quick_simulations",
    "value_every", "steps_at_once",
)  # fmt: skip
NOT_NEGATIVE = ("minutes", "gpu_tables", "imitation", "imitation_reuse", "rate", "last_rate")


def told(default: Any, meaning: str) -> Any:
    """A number of the plan, and what `python -m splendor.train --help` says of it."""
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True, slots=True)
class Plan:
    """A run of so many minutes, perhaps in several legs; everything that changes does so by the share that is over."""

    minutes: float = told(20.0, "of all legs together")
    setups: str = told(
        mixture.DEFAULT, "and their shares, of the games; on the GPU of the tables, each of which keeps to one set-up"
    )
    width: int = told(384, "numbers that the flow of everything has")
    inner: int = told(256, "numbers between the two layers of a block")
    blocks: int = told(3, "of the network")
    cards: int = told(192, "numbers for each card")
    look: int = told(128, "numbers for what a card and the flow of everything tell each other before a block")
    heads: int = told(4, "of the attention with which cards ask cards and tiles before a block")
    tables: int = told(8192, "at which the processor plays")
    gpu_tables: int = told(0, "at which the GPU plays by itself, instead of the processor; 0: it only answers")
    gpu_groups: int = told(2, "that these tables are in: while some groups play, the network answers others")
    room: int = told(4_000_000, "decisions in the ring")
    batch: int = told(1024, "decisions learned from in one step")
    imitation: int = told(5_000_000, "decisions of the greedy agent to begin with")
    imitation_reuse: float = told(4.0, "how often each of those is learned from")
    searches: tuple[tuple[float, int, int], ...] = told(
        ((0.0, 32, 8), (0.4, 96, 8)), "from which share on, how many simulations, how many actions considered"
    )
    quick: float = told(
        0.0, "the share of decisions that are searched quickly, and of which the value alone is learned: more games"
    )
    quick_simulations: int = told(16, "of a quick search")
    rate: float = told(1e-3, "of learning, at first; it falls along a cosine")
    last_rate: float = told(2e-5, "of learning, at the end")
    reuse: tuple[tuple[float, float], ...] = told(
        ((0.0, 2.0), (0.5, 3.0)), "from which share on, how often each decision is learned from"
    )
    value_every: int = told(
        1,
        "of so many decisions one teaches the value; what those of a game share of its outcome may be learned by heart",
    )
    steps_at_once: int = told(8, "of learning, at most, between two rounds of play")
    settings: str = told("", "of the searches, where they differ from those of play, as in trust=0.5,doubt=4")
    seed: int = told(0, "where the random numbers begin")

    def __post_init__(self) -> None:
        """Refuse in words what would only fail later."""
        for name in AT_LEAST_ONE:
            if getattr(self, name) < 1:
                raise SplendorError(f"{name}={getattr(self, name)}: expected 1 or more.")
        for name in NOT_NEGATIVE:
            if not 0 <= getattr(self, name) < math.inf:
                raise SplendorError(f"{name}={getattr(self, name)}: expected 0 or more.")
        if not 0 <= self.quick <= 1:
            raise SplendorError(f"quick={self.quick}: expected a share from 0 to 1.")
        _check_table("searches", self.searches, ("simulations", "actions considered"))
        _check_table("reuse", self.reuse, ("times",))
        for _, simulations, considered in self.searches:
            if simulations < 1 or not 1 <= considered <= MOST_CONSIDERED:
                raise SplendorError(
                    f"searches: expected 1 simulation or more and 1 to {MOST_CONSIDERED} actions considered, "
                    f"not {simulations} and {considered}."
                )
        if "considered" in settings_of(self.settings):
            raise SplendorError("settings: how many actions are considered stands in `searches`, not here.")

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


def _check_table(name: str, table: tuple[tuple[Any, ...], ...], columns: tuple[str, ...]) -> None:
    """A row says from which share of the run on what is in force; the first begins with the run."""
    if not table or any(len(row) != 1 + len(columns) for row in table) or table[0][0] != 0:
        raise SplendorError(
            f"{name}: expected rows of a share of the run and {' and '.join(columns)}, the first with share 0, "
            f"not {[list(row) for row in table]}."
        )
