"""The learned agent: a network trained by self-play, alone or guiding a search; docs/training.md tells how it came."""

import hashlib
import time
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from splendor.action import Action
from splendor.agents.edges import NONE, ROOT
from splendor.agents.greedy import SHOWN, GreedyAgent
from splendor.agents.neural_core import halving, search
from splendor.agents.neural_core.desk import new_desks, new_settings
from splendor.agents.neural_core.network import DEFAULT, Network, known, load
from splendor.agents.protocol import Explanation
from splendor.game import LegalActions, View
from splendor.observation import SIZE
from splendor.rules import doors
from splendor.rules.layout import SEATS, new_games, new_legal

SIMULATIONS = 400  # for a decision, if nothing else is asked for
MOST_SIMULATIONS = 50_000
WALKS = 16  # under way at once: the network answers sixteen questions in the time of seven asked one by one
NODES = 20_000  # a search that has filled its tree goes on without new nodes
SURE = 10  # visits below which a line is no expectation any more
SAFETY = 0.9  # of the time is planned with
FIRST_PLAN = 64  # simulations, before the speed is known
FASTEST = 2  # times as fast as at the beginning of a game is what a plan may count on
REMEMBERED = 20_000  # answers of the network: 60 MB


class Searcher:
    """One tree and all it needs."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.settings = new_settings()
        self.desks = new_desks(1, NODES, WALKS)
        self.seen = np.zeros((WALKS, SIZE), dtype=np.int8)
        self._said: dict[bytes, Any] = {}  # what the network said in this search, by what it saw
        self.seconds_each = network.pace  # of a simulation, as seen lately

    def look(self, view: Any, seed: int) -> None:
        """Begin a search with the network's own opinion of the root."""
        self.desks["seen"] = view
        self._said.clear()
        search.begin(self.desks, 0, seed, self.seen)
        self._answer([0])

    def run(self, view: Any, seed: int, simulations: int, deadline: float | None) -> int:
        """Search from a view; returns how many simulations were made."""
        self.look(view, seed)
        return self.more(seed, simulations, deadline)

    def more(self, seed: int, simulations: int, deadline: float | None) -> int:
        """The simulations, once the root has been looked at."""
        planned = simulations if deadline is None else self._plan(simulations, deadline)
        return self.follow(seed, halving.table(int(self.settings["considered"][0]), planned), deadline)

    def follow(self, seed: int, visits: Any, deadline: float | None = None) -> int:
        """Simulations by a table of the visits that the action to try has had; returns how many were made."""
        began = time.perf_counter()
        while deadline is None or time.perf_counter() < deadline:
            number = search.gather(self.desks, 0, seed, WALKS, visits, self.settings, self.seen)
            if number == 0:
                break
            waiting = list(range(number))
            while waiting:
                waiting = self._answer(waiting)
        done = int(self.tree["done"])
        if done:  # at the end of a game walks hardly ask anything: that is not how fast the next game will be
            self.seconds_each = max((time.perf_counter() - began) / done, self.network.pace / FASTEST)
        return done

    def _answer(self, waiting: list[int]) -> list[int]:
        """Tell these walks what the network says of the positions where they wait; returns those that wait again."""
        questions = [self.seen[place].tobytes() for place in waiting]
        new = {seen: place for seen, place in zip(questions, waiting, strict=True) if seen not in self._said}
        if len(self._said) + len(new) > REMEMBERED:
            self._said.clear()
            new = dict(zip(questions, waiting, strict=True))
        if new:
            self._said.update(zip(new, self.network.evaluate(self.seen[list(new.values())]), strict=True))
        return [
            place
            for place, seen in zip(waiting, questions, strict=True)
            if search.answer(self.desks, 0, place, self._said[seen], self.settings, self.seen[place])
        ]

    def _plan(self, simulations: int, deadline: float) -> int:
        """How many simulations the time allows, by the speed seen before."""
        left = SAFETY * (deadline - time.perf_counter())
        fit = int(left / self.seconds_each) if self.seconds_each else FIRST_PLAN
        return max(1, min(simulations, fit, MOST_SIMULATIONS))

    @property
    def tree(self) -> Any:
        return self.desks["tree"][0]

    def edges_of(self, node: int) -> Any:
        """The edges of a node, none before it is expanded."""
        tree = self.tree
        nodes, edges = tree["nodes"], tree["edges"]
        edge = nodes["last"][node]
        return edges[[edge := edges["next"][edge] for _ in range(nodes["edges"][node])]]

    @property
    def chances(self) -> Any:
        """Winning chances by seat."""
        found = np.zeros(SEATS, dtype=np.float32)
        search.chances_at(self.desks, 0, int(self.desks["seen"]["player"][0]), self.settings, found)
        return found

    def outlooks(self, seat: int) -> Any:
        """The policy the search came to, over the root's actions."""
        policy = np.zeros(len(self.edges_of(ROOT)), dtype=np.float32)
        search.improved_at(self.desks, 0, seat, self.settings, policy)
        return policy


def _read(path: Path) -> Network:
    """A network from a file, read once: in a match every game has agents of its own."""
    return _read_once(path, path.stat().st_mtime_ns if path.exists() else 0)


@lru_cache(maxsize=4)
def _read_once(path: Path, changed: int) -> Network:  # noqa: ARG001  (written anew, a file is read anew)
    return load(path)


def drawn(policy: Any, random: float) -> int:
    """The place that a random number from 0 to 1 falls on; what rounding puts beyond the last belongs to the last."""
    sums = np.cumsum(policy)
    return int(np.searchsorted(sums, min(random * policy.sum(), sums[-1])))


class NeuralAgent:
    """Chooses with a network and, unless `sims` is 0, a search; by simulations the same view gets the same answer.

    A temperature makes the choice softer: 0 takes the best, 1 draws by the policy of network and search. The network is
    the one that comes with the package, unless a file or a network is given.
    """

    def __init__(
        self,
        sims: int | None = None,
        time: float | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
        network: Network | Path | None = None,
    ) -> None:
        given = {"sims": sims, "time": time and f"{time:g}",
                 "temperature": f"{temperature:g}" if temperature else None, "seed": seed,
                 "network": network if isinstance(network, Path) else None}  # fmt: skip
        options = ",".join(f"{name}={value}" for name, value in given.items() if value is not None)
        self.name = f"neural:{options}" if options else "neural"
        self._simulations = sims if sims is not None else SIMULATIONS if time is None else MOST_SIMULATIONS
        self._seconds, self._temperature = time, temperature
        self._seed = int(np.random.default_rng(seed).integers(2**62))
        self._searcher = Searcher(_read(network) if isinstance(network, Path) else network or known(DEFAULT))
        self._greedy: GreedyAgent | None = None

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action that network and search like best, or one drawn by the temperature."""
        if len(legal) == 1:
            return legal[0]
        self._search(view)
        return legal[self._choice(view)]

    def explain(self, view: View, legal: LegalActions) -> Explanation:
        """The best actions with their winning chances, the chances of all seats and the line expected."""
        self._search(view)
        self._greedy = self._greedy or GreedyAgent()
        chosen, edges = self._choice(view), self._searcher.edges_of(ROOT)
        reasons = self._greedy.options(view, legal)
        policy = self._searcher.outlooks(view.player)
        order = sorted(range(len(legal)), key=lambda place: (place != chosen, -edges["visits"][place], -policy[place]))
        values = self._values(edges, view.player)
        options = tuple(
            replace(reasons[place], score=float(values[place]), visits=int(edges["visits"][place]))
            for place in order[:SHOWN]
        )
        chances = tuple(map(float, self._searcher.chances[: view.setup.players]))
        return Explanation(options[0].action, options, chances, tuple(map(Action, self._line(chosen))))

    def _values(self, edges: Any, seat: int) -> Any:
        """Winning chances after each action; for one never tried, those before."""
        tried = edges["total"] / np.maximum(1, edges["visits"])
        return np.where(edges["visits"] > 0, tried, self._searcher.chances[seat])

    def _line(self, place: int) -> list[int]:
        """The actions tried most, one after the other, beginning with a given one at the root."""
        edge = self._searcher.edges_of(ROOT)[place]
        actions = [int(edge["action"])]
        while edge["child"] != NONE and len(edges := self._searcher.edges_of(edge["child"])) > 0:
            edge = edges[np.argmax(edges["visits"])]
            if edge["visits"] < SURE:
                break
            actions.append(int(edge["action"]))
        return actions

    def _digest(self, view: View) -> int:
        """A number that view and seed determine: with it everything can be repeated."""
        digest = hashlib.blake2b(view.record.tobytes() + self._seed.to_bytes(8, "big"), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 2

    def _search(self, view: View) -> None:
        self.get_ready()
        deadline = None if self._seconds is None else time.perf_counter() + self._seconds
        if self._simulations == 0:
            self._searcher.look(view.record, self._digest(view))
        else:
            self._searcher.run(view.record, self._digest(view), self._simulations, deadline)

    def _choice(self, view: View) -> int:
        """The place of the chosen action among the legal ones."""
        if not self._temperature:
            return int(search.decide_at(self._searcher.desks, 0, view.player, self._searcher.settings))
        outlooks = self._searcher.outlooks(view.player).astype(np.float64)
        policy = (outlooks / outlooks.max()) ** (1 / self._temperature)  # the best stays 1, however cold it is
        return drawn(policy, np.random.default_rng(self._digest(view)).random())

    def get_ready(self) -> None:
        """Compile, or load what was compiled, and see how fast the network is here, before any clock runs."""
        if not self._searcher.seconds_each:  # no agent with this network has searched before
            games = new_games(1)
            games["seats"] = 2
            doors.deal(games, 0, 0, new_legal())
            for _ in range(2):
                self._searcher.run(games, 0, FIRST_PLAN, None)
            self._searcher.network.pace = self._searcher.seconds_each
            search.decide_at(self._searcher.desks, 0, 0, self._searcher.settings)
            self._searcher.outlooks(0)
            _ = self._searcher.chances
