"""The greedy agent's judgement, compiled, for its own choices and for other compiled code (priors, leaf values).

`choose(game, legal, number, weights, work)` answers with a place in `legal` and leaves all scores in `work.scores`;
`evaluate(game, seat, weights, work)`, after `prepare(game, weights, work)`, judges a position for one seat. `game`
is a record of a game or a view, `weights` one of `greedy_weights.weights()`, `work` one of `new_work()`; a thread
needs a `work` of its own.
"""

from splendor.agents.greedy_core.choice import choose, choose_at, explain_at, look, score, score_all
from splendor.agents.greedy_core.value import evaluate, prepare
from splendor.agents.greedy_core.work import PARTS, WORK, new_work

__all__ = [
    "PARTS",
    "WORK",
    "choose",
    "choose_at",
    "evaluate",
    "explain_at",
    "look",
    "new_work",
    "prepare",
    "score",
    "score_all",
]
