"""The greedy agent: for every legal action it imagines the end of the turn and takes the one it likes best."""

import hashlib
from typing import Any

import numpy as np

from splendor.action import Action
from splendor.agents.greedy_core import PARTS, chances_at, choose_at, new_work
from splendor.agents.greedy_weights import BALANCED, weights
from splendor.agents.protocol import Explanation, Option
from splendor.game import LegalActions, View
from splendor.rules.layout import new_legal

SHOWN = 5  # options of an explanation


class GreedyAgent:
    """A hand-made evaluation in a style; the same position always gets the same answer. Not for several threads."""

    def __init__(self, style: str = BALANCED, noise: float = 0.0, seed: int | None = None) -> None:
        options = [f"style={style}"] if style != BALANCED else []
        options += [f"noise={noise:g}"] if noise else []
        options += [f"seed={seed}"] if seed is not None else []
        self.name = "greedy" + (":" + ",".join(options) if options else "")
        self._weights = weights(style)
        self._noise = noise
        self._seed = int(np.random.default_rng(seed).integers(2**62))
        self._work = new_work()
        self._spare = new_legal()

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action with the best outlook."""
        best = self._think(view, legal)
        if self._noise:
            best = int(np.argmax(self._scores(view, legal)))
        return legal[best]

    def explain(self, view: View, legal: LegalActions) -> Explanation:
        """The best few actions, what speaks for each compared with the average legal action, and who is ahead."""
        chances = np.zeros(view.setup.players)
        chances_at(view.record, 0, self._weights, self._work, chances)
        options = sorted(self.options(view, legal), key=lambda option: -option.score)[:SHOWN]
        return Explanation(options[0].action, tuple(options), tuple(map(float, chances)))

    def options(self, view: View, legal: LegalActions) -> list[Option]:
        """All legal actions as this agent judges them."""
        self._think(view, legal)
        scores = self._scores(view, legal)
        reasons = self._work["reasons"][0, : len(legal)]
        advantages = np.round(reasons - reasons.mean(axis=0), 3)
        return [self._option(legal, place, float(scores[place]), advantages[place]) for place in range(len(legal))]

    def _option(self, legal: LegalActions, place: int, score: float, advantage: Any) -> Option:
        target = int(self._work["targets"][0, place])
        return Option(
            action=legal[place],
            score=score,
            reason=PARTS[int(np.argmax(advantage))],
            numbers={name: float(gain) for name, gain in zip(PARTS, advantage, strict=True) if gain},
            target=target if target >= 0 else None,
        )

    def _think(self, view: View, legal: LegalActions) -> int:
        return int(choose_at(view.record, 0, legal.numbers, len(legal), self._weights, self._work, self._spare))

    def _scores(self, view: View, legal: LegalActions) -> Any:
        """The scores just thought of, misjudged by the noise: by view and seed alone, so that it can be repeated."""
        scores = np.array(self._work["scores"][0, : len(legal)])
        if self._noise:
            digest = hashlib.blake2b(view.record.tobytes(), digest_size=8).digest()
            generator = np.random.default_rng([self._seed, int.from_bytes(digest, "big")])
            scores += generator.normal(0.0, self._noise, len(legal))
        return scores
