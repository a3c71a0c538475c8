"""The searching agent: looks ahead in a tree of what may happen, guided and judged by the greedy agent's knowledge."""

import hashlib
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from splendor.action import Action
from splendor.agents.edges import ROOT
from splendor.agents.greedy import SHOWN, GreedyAgent
from splendor.agents.greedy_core import new_work
from splendor.agents.greedy_weights import BALANCED, weights
from splendor.agents.mcts_core.search import SETTINGS, VIEW, WALK, search, start
from splendor.agents.mcts_core.tree import NODES, edges_of, line, new_tree, with_room
from splendor.agents.protocol import Explanation
from splendor.game import LegalActions, View
from splendor.rules import doors
from splendor.rules.layout import new_games, new_legal

SECONDS = 1.0  # for a decision, if nothing else is asked for
CHUNK = 50  # simulations between two looks at the clock
FIRST_ROOM = 2_000
MOST_NODES = 4_000_000  # of a tree: some 600 MB
APART = 1 << 44  # seeds of one thread's simulations

# Found by matches of the agent against itself and against greedy; docs/design/agents.md tells how much each gives.
TUNED = {
    "explore": 1.0,
    "temperature": 0.3,
    "even": 0.02,
    "even_root": 0.1,
    "unvisited": 0.05,
    "expand_at": 2,
    "judge_at": 8,
}


class Searcher:
    """One tree and all it needs: what one thread works on."""

    def __init__(self, style: str) -> None:
        self.settings = np.zeros(1, dtype=SETTINGS)
        for name, value in TUNED.items():
            self.settings[name] = value
        self.games = new_games(2)
        self.walk = np.zeros(1, dtype=WALK)
        self.tree = new_tree(FIRST_ROOM)
        self._weights, self._work = weights(style), new_work()
        self._work["quick"] = 1  # priors need no more: a third more simulations, and as strong with as many
        self._legal, self._spare = new_legal(), new_legal()

    def run(self, view: Any, seed: int, simulations: int | None, deadline: float | None) -> int:
        """Search from a view until so many simulations are done or the clock says stop; returns how many were done."""
        self.games[VIEW : VIEW + 1].view(np.uint8)[:] = view.view(np.uint8)
        start(self.walk, self.tree)
        done = 0
        began = time.perf_counter()
        while self._goes_on(done, began, simulations, deadline):
            chunk = CHUNK if simulations is None else min(CHUNK, simulations - done)
            self.tree = with_room(self.tree, chunk)
            self.more(seed + done, chunk)
            done += chunk
        return done

    def more(self, seed: int, simulations: int) -> None:
        """Go on with the tree as it is, in the room there is."""
        search(
            self.games, seed, simulations, self.settings, self._weights, self._work, self.walk, self.tree,
            self._legal, self._spare,
        )  # fmt: skip

    def _goes_on(self, done: int, began: float, simulations: int | None, deadline: float | None) -> bool:
        """Whether more simulations may be made and could change the choice."""
        if done == 0:
            return True
        if done == simulations or self.tree.used[NODES] >= MOST_NODES:
            return False
        if deadline is None:
            return True
        if len(self.edges) == 1:
            return False
        now = time.perf_counter()
        if now >= deadline:
            return False
        expected = done * (deadline - now) / (now - began)
        visits = np.partition(self.edges["visits"], -2)
        return bool(visits[-1] - visits[-2] <= expected)

    @property
    def edges(self) -> Any:
        """The root's actions."""
        return edges_of(self.tree, ROOT)


@dataclass(slots=True)
class Tried:
    """What all trees together know of an action at the root."""

    visits: int = 0
    total: float = 0.0
    prior: float = 0.0

    def add(self, edge: Any) -> None:
        self.visits += int(edge["visits"])
        self.total += float(edge["total"])
        self.prior += float(edge["prior"])

    @property
    def value(self) -> float:
        return self.total / max(1, self.visits)


class MctsAgent:
    """Searches for a time or for a number of simulations; by simulations the same view always gets the same answer.

    Every thread searches a tree of its own, with hidden cards and chance of its own; the visits are added up.
    """

    def __init__(
        self,
        time: float | None = None,
        sims: int | None = None,
        threads: int = 1,
        style: str = BALANCED,
        seed: int | None = None,
    ) -> None:
        if time is None and sims is None:
            time = SECONDS
        given = {"time": time and f"{time:g}", "sims": sims, "threads": threads if threads > 1 else None,
                 "style": style if style != BALANCED else None, "seed": seed}  # fmt: skip
        self.name = "mcts:" + ",".join(f"{name}={value}" for name, value in given.items() if value is not None)
        self._seconds, self._simulations = time, sims
        self._seed = int(np.random.default_rng(seed).integers(2**62))
        self._searchers = [Searcher(style) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._greedy = GreedyAgent(style)
        self._ready = False

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action the search went for most often."""
        if len(legal) == 1:
            return legal[0]
        self._search(view)
        return self._ranking()[0][0]

    def explain(self, view: View, legal: LegalActions) -> Explanation:
        """The most visited actions with their winning chances, the chances of all seats and the line expected."""
        done = self._search(view)
        reasons = {option.action: option for option in self._greedy.options(view, legal)}
        options = tuple(
            replace(reasons[action], score=found.value, visits=found.visits)
            for action, found in self._ranking()[:SHOWN]
        )
        sums = sum(searcher.walk["sums"][0] for searcher in self._searchers)
        chances = tuple(float(total) / done for total in sums[: view.setup.players])
        best = self._searchers[0]
        return Explanation(
            options[0].action, options, chances, tuple(map(Action, line(best.tree, options[0].action.number)))
        )

    def _search(self, view: View) -> int:
        """Let every thread search; returns how many simulations were made together."""
        self.get_ready()
        deadline = None if self._seconds is None else time.perf_counter() + self._seconds
        digest = hashlib.blake2b(view.record.tobytes() + self._seed.to_bytes(8, "big"), digest_size=8).digest()
        seed = int.from_bytes(digest, "big") >> 2
        jobs = [
            (searcher, view.record, seed + number * APART, self._share(number), deadline)
            for number, searcher in enumerate(self._searchers)
        ]
        if self._pool is None:
            return jobs[0][0].run(*jobs[0][1:])
        return sum(self._pool.map(lambda job: job[0].run(*job[1:]), jobs))

    def _share(self, number: int) -> int | None:
        """How many of the simulations a thread makes."""
        if self._simulations is None:
            return None
        threads = len(self._searchers)
        return max(1, self._simulations // threads + (number < self._simulations % threads))

    def _ranking(self) -> list[tuple[Action, Tried]]:
        """The root's actions, most visited first, over all trees; of those never visited, the likeliest first."""
        found: dict[Action, Tried] = defaultdict(Tried)
        for searcher in self._searchers:
            for edge in searcher.edges:
                found[Action(int(edge["action"]))].add(edge)
        return sorted(found.items(), key=lambda pair: (-pair[1].visits, -pair[1].total, -pair[1].prior, pair[0].number))

    def get_ready(self) -> None:
        """Compile, or load what was compiled, before any clock runs."""
        if not self._ready:
            games = new_games(1)
            games["seats"] = 2
            doors.deal(games, 0, 0, new_legal())
            self._searchers[0].run(games, 0, 2, None)
            self._ready = True
