"""What is played in a hall and how it is searched."""

import math
from typing import Any

import numpy as np

from splendor.agents.neural_core import halving
from splendor.agents.neural_core.desk import TUNED, new_settings
from splendor.errors import SplendorError
from splendor.train.tables import MOST_CONSIDERED, rules_of

LASTING = 0.88  # the lambda of TD(lambda): nearer searches have less noise, later ones know better (docs/training.md)
OUTCOME = 0.1  # what the outcome itself weighs beside them
Parts = tuple[Any, Any]
"""Set-ups as records, and their limits: `mixture.as_arrays`."""
Quick = tuple[float, int]
"""The share of decisions with a quick search, and its simulations."""
ALL_WHOLE: Quick = (0.0, 0)


def settings_of(text: str) -> dict[str, float]:
    """Settings of a search from text.

    >>> settings_of("trust=2,doubt=0.5")
    {'trust': 2.0, 'doubt': 0.5}
    """
    found: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, number = part.partition("=")
        if name not in TUNED:
            raise SplendorError(
                f"{name!r} is no setting of a search: write some of {', '.join(TUNED)} as in 'trust=2,doubt=0.5'."
            )
        found[name] = _number(name, number)
    return found


def _number(name: str, text: str) -> float:
    """What a setting is to be."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise SplendorError(f"{name}={text}: expected a number, as in '{name}={TUNED[name]:g}'.")
    if name == "considered" and found not in range(1, MOST_CONSIDERED + 1):
        raise SplendorError(f"{name}={text}: expected a whole number from 1 to {MOST_CONSIDERED}.")
    return found


class Rules:
    """What is played in a hall and how it is searched, as the record that compiled code reads."""

    def __init__(self, parts: Parts, most_simulations: int, walks: int | None = None) -> None:
        self.record = np.zeros(1, dtype=rules_of(most_simulations + 2))
        setups, limits = parts
        self.record["setups"][0, : len(setups)] = setups
        self.record["limits"][0, : len(limits)] = limits
        for name, value in (
            ("noise", 1.0),
            ("lasting", LASTING),
            ("outcome", OUTCOME),
            ("again", 1),
            ("walks", walks or most_simulations + 1),
        ):
            self.record[name] = value
        self._search: tuple[int, Quick, dict[str, float]] | None = None
        self.search(most_simulations)

    def search(self, simulations: int, quick: Quick = ALL_WHOLE, **settings: float) -> bool:
        """How decisions are searched from now on; returns whether that is something new."""
        if self._search == (simulations, quick, settings):
            return False
        self._search = simulations, quick, settings
        self.record["settings"] = new_settings(**settings)
        self.record["quick"], fewer = quick
        for place, number in enumerate((simulations, fewer)):
            visits = halving.table(int(self.record["settings"]["considered"][0]), number)
            self.record["simulations"][0, place] = number
            self.record["visits"][0, place, : len(visits), :number] = visits
        return True
