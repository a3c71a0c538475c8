"""What is played in a hall and how it is searched."""

from typing import Any

import numpy as np

from splendor.agents.neural_core import halving
from splendor.agents.neural_core.desk import new_settings
from splendor.train.tables import rules_of

Parts = tuple[Any, Any]
"""Set-ups as records, and their limits: `mixture.as_arrays`."""


class Rules:
    """What is played in a hall and how it is searched, as the record that compiled code reads."""

    def __init__(self, parts: Parts, most_simulations: int, walks: int | None = None) -> None:
        self.record = np.zeros(1, dtype=rules_of(most_simulations + 2))
        setups, limits = parts
        self.record["setups"][0, : len(setups)] = setups
        self.record["limits"][0, : len(limits)] = limits
        for name, value in (
            ("noise", 1.0),
            ("lasting", 0.94),
            ("outcome", 0.15),
            ("again", 1),
            ("walks", walks or most_simulations + 1),
        ):
            self.record[name] = value
        self._search = (-1, 0, 0.0)
        self.search(most_simulations, 16, 1.0)

    def search(self, simulations: int, considered: int, trust: float) -> bool:
        """How decisions are searched from now on; returns whether that is something new."""
        if self._search == (simulations, considered, trust):
            return False
        self._search = simulations, considered, trust
        visits = halving.table(considered, simulations)
        self.record["settings"] = new_settings(considered=considered, trust=trust)
        self.record["simulations"] = simulations
        self.record["visits"][0, : len(visits), :simulations] = visits
        return True
