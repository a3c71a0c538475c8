"""Splendor: the whole game, to play, to study and to learn from.

>>> from splendor import Game, Setup
>>> game = Game(Setup(players=2, posts=2025), seed=1)
>>> while not game.is_over:
...     game.play(game.legal_actions[0])
>>> len(game.winners) >= 1
True
"""

from importlib.metadata import PackageNotFoundError, version

from splendor.action import Action
from splendor.builder import build, hidden
from splendor.errors import (
    CorruptSave,
    IllegalAction,
    IllegalSetup,
    ImpossiblePosition,
    MissingPackage,
    NothingToUndo,
    SplendorError,
    UnreadableAction,
    UnreadableRecord,
)
from splendor.game import Game, LegalActions, View
from splendor.records import GameRecord
from splendor.rules.actions import Phase
from splendor.rules.invariants import Status
from splendor.table.setup import Setup

try:
    __version__ = version("splendor")
except PackageNotFoundError:  # the sources alone, not installed: that is enough to play and to train
    __version__ = "0+unknown"

__all__ = [
    "Action",
    "CorruptSave",
    "Game",
    "GameRecord",
    "IllegalAction",
    "IllegalSetup",
    "ImpossiblePosition",
    "LegalActions",
    "MissingPackage",
    "NothingToUndo",
    "Phase",
    "Setup",
    "SplendorError",
    "Status",
    "UnreadableAction",
    "UnreadableRecord",
    "View",
    "build",
    "hidden",
]
