"""Analysis: how good each decision of a game was, what would have been better, and why.

>>> from splendor import Game, Setup
>>> from splendor.agents import make
>>> from splendor.analysis import Words, judge
>>> game = Game(Setup(2), seed=1)
>>> found = judge(game.view(0), make("greedy"), played="reserve deck 1")
>>> found.loss > 0, len(found.options)
(True, 3)
>>> Words("en").deed(found.played.deed)
'reserve a card of level 1, unseen'

Everything is judged from the view of the seat that decided: nobody is blamed for what they could not know. What is
found is data (codes with values); `Words` makes sentences of it, in three languages.
"""

from splendor.analysis.deeds import Deed, deed_of
from splendor.analysis.games import Analysis, Decision, Step, analyse, step_at, steps_of, summed_up
from splendor.analysis.judging import (
    DEFAULT_AGENT,
    Judgement,
    LineStep,
    Option,
    explaining,
    judge,
)
from splendor.analysis.marks import Mark, accuracies, accuracy, mark, turning_points
from splendor.analysis.reasons import REASONS, Reason, reasons
from splendor.analysis.saying import LANGUAGES, Words

__all__ = [
    "DEFAULT_AGENT",
    "LANGUAGES",
    "REASONS",
    "Analysis",
    "Decision",
    "Deed",
    "Judgement",
    "LineStep",
    "Mark",
    "Option",
    "Reason",
    "Step",
    "Words",
    "accuracies",
    "accuracy",
    "analyse",
    "deed_of",
    "explaining",
    "judge",
    "mark",
    "reasons",
    "step_at",
    "steps_of",
    "summed_up",
    "turning_points",
]
