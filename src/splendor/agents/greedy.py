"""The greedy agent: for every legal action it imagines the end of the turn and takes the one it likes best."""

import hashlib

import numpy as np

from splendor.action import Action
from splendor.agents.greedy_core import choose_at
from splendor.agents.greedy_value import new_work
from splendor.agents.greedy_weights import BALANCED, weights
from splendor.game import LegalActions, View


class GreedyAgent:
    """A hand-made evaluation in a style; without noise it plays the same in the same position."""

    def __init__(self, style: str = BALANCED, noise: float = 0.0, seed: int | None = None) -> None:
        options = [f"style={style}"] if style != BALANCED else []
        options += [f"noise={noise:g}"] if noise else []
        options += [f"seed={seed}"] if seed is not None else []
        self.name = "greedy" + (":" + ",".join(options) if options else "")
        self._weights = weights(style)
        self._noise = noise
        self._seed = seed if seed is not None else int(np.random.default_rng().integers(2**62))
        self._work = new_work()

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action with the best outlook."""
        best = choose_at(view.record, 0, legal.numbers, len(legal), self._weights, self._work)
        if self._noise:
            best = int(np.argmax(self._work[0].scores[: len(legal)] + self._misjudgement(view, len(legal))))
        return legal[int(best)]

    def _misjudgement(self, view: View, number: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """By the view and the seed alone, so that the same position is misjudged in the same way."""
        digest = hashlib.blake2b(view.record.tobytes(), digest_size=8).digest()
        generator = np.random.default_rng([self._seed, int.from_bytes(digest, "big")])
        return generator.normal(0.0, self._noise, number)
