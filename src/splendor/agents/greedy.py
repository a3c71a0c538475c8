"""The greedy agent: for every legal action it imagines the end of the turn and takes the one it likes best."""

import hashlib
from typing import Any

import numpy as np

from splendor.action import Action
from splendor.agents.greedy_core import PARTS, choose_at, explain_at, new_work
from splendor.agents.greedy_weights import BALANCED, weights
from splendor.agents.protocol import Explanation, Option
from splendor.game import LegalActions, View

SHOWN = 5  # options of an explanation


class GreedyAgent:
    """A hand-made evaluation in a style; the same position always gets the same answer. One a thread."""

    def __init__(self, style: str = BALANCED, noise: float = 0.0, seed: int | None = None) -> None:
        options = [f"style={style}"] if style != BALANCED else []
        options += [f"noise={noise:g}"] if noise else []
        options += [f"seed={seed}"] if seed is not None else []
        self.name = "greedy" + (":" + ",".join(options) if options else "")
        self._weights = weights(style)
        self._noise = noise
        self._seed = int(np.random.default_rng(seed).integers(2**62))
        self._work = new_work()

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action with the best outlook."""
        best = choose_at(view.record, 0, legal.numbers, len(legal), self._weights, self._work)
        if self._noise:
            best = np.argmax(self._scores(view, legal))
        return legal[int(best)]

    def explain(self, view: View, legal: LegalActions) -> Explanation:
        """The best few actions, and what speaks for each compared with the average legal action."""
        parts = np.zeros((len(legal), len(PARTS)))
        targets = np.zeros(len(legal), dtype=np.int16)
        explain_at(view.record, 0, legal.numbers, len(legal), self._weights, self._work, parts, targets)
        scores = self._scores(view, legal)
        advantage = np.round(parts - parts.mean(axis=0), 3)
        options = tuple(
            Option(
                action=legal[int(place)],
                score=float(scores[place]),
                reason=PARTS[int(np.argmax(advantage[place]))],
                numbers={name: float(gain) for name, gain in zip(PARTS, advantage[place], strict=True) if gain},
                target=int(targets[place]) if targets[place] >= 0 else None,
            )
            for place in np.argsort(-scores, kind="stable")[:SHOWN]
        )
        return Explanation(options[0].action, options)

    def _scores(self, view: View, legal: LegalActions) -> Any:
        """The scores just computed, misjudged by the noise: by view and seed alone, so that it can be repeated."""
        scores = np.array(self._work["scores"][0, : len(legal)])
        if self._noise:
            digest = hashlib.blake2b(view.record.tobytes(), digest_size=8).digest()
            generator = np.random.default_rng([self._seed, int.from_bytes(digest, "big")])
            scores += generator.normal(0.0, self._noise, len(legal))
        return scores
