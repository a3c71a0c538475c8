"""Statistics: play many games, write down what happens, and report it.

>>> from splendor.statistics import Plan, collect, summary
>>> from splendor.table.setup import Setup
>>> plan = Plan((Setup(2),), ("random",), games=20)
>>> main = summary(plan, collect(plan))
>>> main["games"], main["setups"][0]["setup"]
(20, 'base')
"""

from splendor.statistics.collecting import collect
from splendor.statistics.figures import summary
from splendor.statistics.plan import Plan
from splendor.statistics.rows import Sheet
from splendor.statistics.store import Store

__all__ = ["Plan", "Sheet", "Store", "collect", "summary"]
