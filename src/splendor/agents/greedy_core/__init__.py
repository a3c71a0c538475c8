"""The greedy agent's judgement, compiled, for its own choices and for other compiled code (priors, leaf values).

- `choose(game, legal, number, weights, work, spare)` answers with a place in `legal`; all scores are in `work.scores`.
- `look(game, weights, work)`, then `score(game, action, weights, work, spare)`: one action at a time.
- `guess_all(game, legal, number, weights, work)`: rough scores of the actions of a turn, in `work.scores`.
- `chances(game, weights, work, out)` writes each seat's chance of winning.

`game` is the record of a game or a view, `weights` one of `greedy_weights.weights()`, `work` one of `new_work()`, and
`spare` a `new_legal()`; a thread needs a `work` and a `spare` of its own.
"""

from splendor.agents.greedy_core.chances import chances, chances_at
from splendor.agents.greedy_core.choice import choose, choose_at, look, score
from splendor.agents.greedy_core.guess import guess_all
from splendor.agents.greedy_core.work import PARTS, WORK, new_work

__all__ = [
    "PARTS",
    "WORK",
    "chances",
    "chances_at",
    "choose",
    "choose_at",
    "guess_all",
    "look",
    "new_work",
    "score",
]
