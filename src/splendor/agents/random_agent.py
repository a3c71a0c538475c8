"""The agent that plays at random: every legal action is equally likely."""

import numpy as np

from splendor.action import Action
from splendor.game import LegalActions, View


class RandomAgent:
    """Uniform; with a seed its choices repeat."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random" if seed is None else f"random:seed={seed}"
        self._generator = np.random.default_rng(seed)

    def choose(self, view: View, legal: LegalActions) -> Action:  # noqa: ARG002 — it does not look
        """One of the legal actions, by lot."""
        return legal[int(self._generator.integers(len(legal)))]
