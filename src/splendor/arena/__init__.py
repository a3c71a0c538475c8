"""Matches between agents on paired deals, and what they say about strength. docs/design/arena.md gives the reasons.

>>> from splendor import Setup
>>> from splendor.arena import Plan, play_group
>>> plan = Plan(("greedy", "random"), Setup(2), games=2, seed=1)
>>> [game.seats for game in play_group(plan, 0).games]
[(0, 1), (1, 0)]
"""

from splendor.arena.match import Match
from splendor.arena.plan import Plan, Sprt
from splendor.arena.play import play_group
from splendor.arena.store import Store
from splendor.arena.summary import summary

__all__ = ["Match", "Plan", "Sprt", "Store", "play_group", "summary"]
