"""The figures of `splendor bench`: how fast the rules run on this machine, mostly as ratios within one run.

What one thread does is timed in processor time, so that a busy machine disturbs it little. Bursts of a tenth of a
second are taken in turns and the best of each counts: a disturbance can only make a burst slower. docs/benchmarks.md
says how to read the figures.
"""

import json as json_format
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np

from splendor.agents.greedy import GreedyAgent
from splendor.agents.greedy_weights import BALANCED
from splendor.agents.mcts import MctsAgent, Searcher
from splendor.agents.neural import WALKS, NeuralAgent
from splendor.agents.neural_core.network import known
from splendor.errors import SplendorError
from splendor.game import Game, View
from splendor.observation import raw
from splendor.rules import doors
from splendor.rules.jit import PACKAGE
from splendor.rules.layout import copy_games, new_games, new_legal
from splendor.sim import kernels
from splendor.sim.batch import Batch, Observations
from splendor.sim.simulate import cores, records_of, simulate
from splendor.table.setup import Setup

BASE = Setup(2)
ALL_MODULES = Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025)

ROUNDS = 8  # bursts of each contender
GAMES = 4_000  # of one burst
STARTS = 5  # fresh processes
CALLS = 2_000  # from Python, in one burst
BATCH = 4_096  # games stepped together
STEPS = 30  # of a batch, in one burst
MIDDLE = 10  # rounds played before an agent is timed
MIDDLES = 6  # positions
SIMULATIONS = 5_000  # from each
GPU_GAMES = 4_000_000
GPU_COMPARED = 4_096
GPU_BATCH = 131_072

AGENT_SETUPS = (
    ("base_2p", "base game, 2 players", BASE),
    ("base_4p", "base game, 4 players", Setup(4)),
    ("all_modules_2p", "all 2025 modules, 2 players", ALL_MODULES),
)

OBSERVATIONS: tuple[Observations, ...] = ("int8", "float32")
NEURAL_SIMULATIONS: dict[int, float | None] = {0: 2.0, 100: None, 400: 500.0, 1600: None}
"""Simulations of a decision, and the milliseconds it should take at most."""
STEPPED = f"{BATCH} games stepped from Python, one core"

REFERENCE = PACKAGE.parents[1] / "benchmarks" / "reference.c"
NO_REFERENCE = "There is no C compiler (cc) or no benchmarks/reference.c here: the ratios to C are left out."
FIRST_MOVE = "from splendor import Game, Setup; game = Game(Setup(2), seed=1); game.play(game.legal_actions[0])"
TIMES = "; import time; print(time.process_time())"

Burst = Callable[[], float]
"""Something done for a moment; returns how much of it per second."""
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured; the target is for the ratio where there is one."""

    part: str
    name: str
    words: str
    value: float
    unit: str
    ratio: float | None = None
    ratio_to: str | None = None
    target: float | None = None
    at_most: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target was met; None without one."""
        if self.target is None:
            return None
        measured = self.value if self.ratio is None else self.ratio
        return measured <= self.target if self.at_most else measured >= self.target

    def to_dict(self) -> dict[str, Any]:
        """For JSON; the name is the key."""
        values = {"value": self.value, "unit": self.unit, "ratio": self.ratio, "ratio_to": self.ratio_to}
        return {**values, "target": self.target, "met": self.met}


@dataclass(frozen=True, slots=True)
class Bench:
    """All figures of one run, what they depend on, and what is to be said beside them."""

    machine: dict[str, Any]
    figures: list[Figure]
    notes: list[str]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        figures = {figure.name: figure.to_dict() for figure in self.figures}
        return {"machine": self.machine, "figures": figures, "notes": self.notes}


def measure(cold: bool = False, device: str = "cpu", tell: Tell | None = None) -> Bench:
    """Measure everything: with `cold` also compiling anew, with device='cuda' also a GPU; `tell` hears what is next."""
    if device not in ("cpu", "cuda"):
        raise SplendorError(f"device={device!r} is unknown: expected 'cpu' or 'cuda'.")
    if device == "cuda":
        from splendor.sim import cuda

        cuda.require_device()
    tell = tell or (lambda _: None)
    notes = []
    with tempfile.TemporaryDirectory(prefix="splendor-bench-") as folder:
        tell("starting fresh processes")
        figures = [warm_start(Path(folder))]
        if cold:
            tell("compiling everything anew")
            figures.append(cold_start(Path(folder)))
        tell("random play on one core")
        reference = compile_reference(Path(folder))
        if reference is None:
            notes.append(NO_REFERENCE)
        figures += one_core(reference)
        tell("two threads")
        if cores() > 1:
            figures += two_threads(reference)
        else:
            notes.append("There is one core only: two threads are left out.")
    tell("batches stepped from Python")
    figures += batches()
    tell("agents")
    figures += agents()
    tell("the learned agent")
    figures += neural()
    tell("single calls from Python")
    figures += single_calls()
    if device == "cuda":
        tell("random play on the GPU")
        figures += on_gpu()
    notes += [figure.note for figure in figures if figure.note]
    return Bench(machine(), figures, notes)


def prepare() -> None:
    """Compile in another process what will be measured: code runs up to a fifth faster once loaded from the cache."""
    command = [sys.executable, "-c", "from splendor.sim import bench; bench.touch()"]
    subprocess.run(command, check=True)


def touch() -> None:
    """Use everything once."""
    simulate(BASE, 1)
    for observations in (None, *OBSERVATIONS):
        Batch(BASE, 2, observations=observations).sample()
    game = Game(BASE, seed=0)
    game.play(game.legal_actions[0])
    game.view(0).determinise(0)
    MctsAgent(sims=1).choose(game.view(1), game.legal_actions)
    NeuralAgent(sims=1).choose(game.view(1), game.legal_actions)


def machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "system": platform.system(),
        "processor": platform.machine(),
        "cores": cores(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def best(contenders: dict[str, Burst], rounds: int = ROUNDS) -> dict[str, float]:
    """The best burst of each, taken in turns: a busy moment of the machine hits all alike."""
    rates = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, burst in contenders.items():
            rates[name] = max(rates[name], burst())
    return rates


# --- random play --------------------------------------------------------------------------------------------------
def compile_reference(folder: Path) -> Path | None:
    """The yardstick in C as a program in the folder; None without a compiler or the source."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None or not REFERENCE.exists():
        return None
    program = folder / "reference"
    options = ["-O3", "-march=native", "-o", str(program), str(REFERENCE)]
    done = subprocess.run([compiler, *options], capture_output=True, text=True)
    if done.returncode != 0:
        raise SplendorError(f"{compiler} could not compile {REFERENCE}: {done.stderr.strip()}")
    return program


def play_reference(program: Path, players: int, games: int, seed: int = 0) -> dict[str, Any]:
    """Random games played by the yardstick."""
    command = [str(program), str(players), str(games), str(seed)]
    played: dict[str, Any] = json_format.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return played


def one_core(reference: Path | None) -> list[Figure]:
    """Random play with legal actions, in decisions per second of processor time."""
    contenders: dict[str, Burst] = {f"base_{players}p": partial(_play, Setup(players)) for players in (2, 3, 4)}
    contenders["all_modules_2p"] = partial(_play, ALL_MODULES)
    if reference is not None:
        contenders |= {f"c_{players}p": partial(_play_c, reference, players) for players in (2, 3, 4)}
    rates = best(contenders)
    part, unit = "Random play, one core", "decisions/s"
    figures = []
    for players in (2, 3, 4):
        name, other = f"base_{players}p", f"c_{players}p"
        words = f"base game, {players} players"
        if other in rates:
            ratio, target = rates[name] / rates[other], 0.8 if players == 2 else None
            figures.append(Figure(part, name, words, rates[name], unit, ratio, "C", target))
        else:
            figures.append(Figure(part, name, words, rates[name], unit))
    if "c_2p" in rates:
        figures.append(Figure(part, "c_2p", "the same in C -O3, 2 players", rates["c_2p"], unit))
    words, ratio = "all 2025 modules, 2 players", rates["all_modules_2p"] / rates["base_2p"]
    figures.append(Figure(part, "all_modules_2p", words, rates["all_modules_2p"], unit, ratio, "base", 0.4))
    return figures


def _play(setup: Setup) -> float:
    sums = np.zeros(kernels.TALLY, dtype=np.int64)
    choice = np.zeros(2, dtype=np.int64)
    record, legal = records_of(setup, 1), new_legal()
    start = time.thread_time()
    kernels.play_many(record, 0, 0, GAMES, legal, choice, sums)
    return float(sums[kernels.DECISIONS]) / (time.thread_time() - start)


def _play_c(program: Path, players: int) -> float:
    played = play_reference(program, players, GAMES)
    return float(played["decisions"]) / float(played["seconds"])


def two_threads(reference: Path | None) -> list[Figure]:
    """How much faster two threads are, by the clock; two programs in C at once show what the machine has to give."""
    contenders: dict[str, Burst] = {"1": partial(_play_threads, 1), "2": partial(_play_threads, 2)}
    if reference is not None:
        contenders |= {"1 in C": partial(_play_programs, reference, 1), "2 in C": partial(_play_programs, reference, 2)}
    rates = best(contenders)
    part, unit = "Two threads, by the clock", "decisions/s"
    words, ratio = "base game, 2 players", rates["2"] / rates["1"]
    note = "Two threads: whatever else runs on the machine takes its share of the two cores."
    figures = [Figure(part, "two_threads", words, rates["2"], unit, ratio, "one thread", 1.8, note=note)]
    if reference is not None:
        words, ratio = "two programs in C at once", rates["2 in C"] / rates["1 in C"]
        figures.append(Figure(part, "two_c_programs", words, rates["2 in C"], unit, ratio, "one program"))
    return figures


def _play_threads(threads: int) -> float:
    return simulate(BASE, 2 * GAMES * threads, threads=threads).decisions_per_second


def _play_programs(program: Path, number: int) -> float:
    command = [str(program), "2", str(3 * GAMES), "0"]
    start = time.perf_counter()
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(number)]
    decisions = sum(json_format.loads(running.communicate()[0])["decisions"] for running in programs)
    return float(decisions / (time.perf_counter() - start))


# --- batches ------------------------------------------------------------------------------------------------------
def batches() -> list[Figure]:
    """Thousands of games stepped together from Python, masks included, compared with random play in compiled code."""
    figures = []
    for name, words, setup in (("base", "base game", BASE), ("all_modules", "all 2025 modules", ALL_MODULES)):
        contenders: dict[str, Burst] = {"play": partial(_play, setup), "": partial(_step, _running_batch(setup))}
        for observations in OBSERVATIONS:
            contenders[f"_{observations}"] = partial(_step, _running_batch(setup, observations))
        rates = best(contenders)
        for suffix, shown, target in (
            ("", f"{words}, masks", 0.7),
            ("_int8", f"{words}, masks and observations", 0.2),
            ("_float32", f"{words}, the same as float32", None),
        ):
            rate, ratio = rates[suffix], rates[suffix] / rates["play"]
            figures.append(Figure(STEPPED, f"batch_{name}{suffix}", shown, rate, "decisions/s", ratio, "play", target))
    return figures


def _running_batch(setup: Setup, observations: Observations | None = None) -> Batch:
    """A batch whose games are under way."""
    batch = Batch(setup, BATCH, observations=observations)
    for _ in range(2 * STEPS):
        batch.step(batch.sample())
    return batch


def _step(batch: Batch) -> float:
    seconds = 0.0
    for _ in range(STEPS):
        actions = batch.sample()
        start = time.thread_time()
        batch.step(actions)
        seconds += time.thread_time() - start
    return STEPS * len(batch) / seconds


# --- agents -------------------------------------------------------------------------------------------------------
def agents() -> list[Figure]:
    """What greedy decides and mcts simulates in a second of processor time, from the middle of games on."""
    contenders: dict[str, Burst] = {}
    for name, _, setup in AGENT_SETUPS:
        views = [_middle(setup, seed) for seed in range(MIDDLES)]
        contenders[f"mcts_{name}"] = partial(_search, views)
        contenders[f"greedy_{name}"] = partial(_decide, views)
    rates = best(contenders, rounds=3)
    part = "Agents in the middle of a game, one core"
    figures = []
    for agent, unit in (("mcts", "simulations/s"), ("greedy", "decisions/s")):
        for name, words, _ in AGENT_SETUPS:
            target = 150_000.0 if (agent, name) == ("mcts", "base_2p") else None
            key = f"{agent}_{name}"
            figures.append(Figure(part, key, f"{agent}, {words}", rates[key], unit, target=target))
    return figures


def _middle(setup: Setup, seed: int) -> View:
    """What the player on turn sees after ten rounds between greedy players."""
    game, agent = Game(setup, seed=seed), GreedyAgent()
    while game.rounds < MIDDLE:
        game.play(agent.choose(game.view(game.player), game.legal_actions))
    return game.view(game.player)


def _search(views: list[View]) -> float:
    searcher = Searcher(BALANCED)
    searcher.run(views[0].record, 0, 1, None)
    start = time.thread_time()
    for view in views:
        searcher.run(view.record, 0, SIMULATIONS, None)
    return len(views) * SIMULATIONS / (time.thread_time() - start)


def _decide(views: list[View]) -> float:
    agent, pairs = GreedyAgent(), [(view, view.legal_actions) for view in views]
    start = time.thread_time()
    for view, legal in 50 * pairs:
        agent.choose(view, legal)
    return 50 * len(pairs) / (time.thread_time() - start)


def neural() -> list[Figure]:
    """The learned agent: answers of its network, and what a decision takes, in processor time of all its threads."""
    views = [_middle(BASE, seed) for seed in range(MIDDLES)]
    contenders: dict[str, Burst] = {"neural_evaluations": partial(_evaluate, views)}
    for simulations in NEURAL_SIMULATIONS:
        contenders[f"neural_{simulations}"] = partial(_think, views, simulations)
    rates = best(contenders, rounds=3)
    part = "The learned agent in the middle of a game, base game, 2 players"
    words = f"answers of the network, {WALKS} at once"
    figures = [Figure(part, "neural_evaluations", words, rates["neural_evaluations"], "answers/s")]
    for simulations, target in NEURAL_SIMULATIONS.items():
        key = f"neural_{simulations}"
        words = f"{simulations} simulations" if simulations else "without search"
        figures.append(Figure(part, key, words, 1000 / rates[key], "ms/decision", target=target, at_most=True))
    speed = 400 * rates["neural_400"]
    return [*figures, Figure(part, "neural_simulations", "simulations, by 400 a decision", speed, "simulations/s")]


def _evaluate(views: list[View]) -> float:
    network = known()
    seen = np.stack([raw(view) for view in (views * WALKS)[:WALKS]])
    start = time.process_time()
    for _ in range(20):
        network.evaluate(seen)
    return 20 * WALKS / (time.process_time() - start)


def _think(views: list[View], simulations: int) -> float:
    agent = NeuralAgent(sims=simulations, seed=0)
    agent.get_ready()
    pairs = [(view, view.legal_actions) for view in views]
    start = time.process_time()
    for view, legal in pairs:
        agent.choose(view, legal)
    return len(pairs) / (time.process_time() - start)


# --- single calls from Python ---------------------------------------------------------------------------------------
def single_calls() -> list[Figure]:
    """What one call costs, in microseconds of processor time."""
    game = _random_game(BASE, seed=7)
    actions = game.actions
    middle = _after(BASE, 7, [action.number for action in actions[: len(actions) // 2]])
    contenders: dict[str, tuple[str, Burst]] = {
        "play_text": ("Game.play('take wug')", partial(_replay, list(map(str, actions)))),
        "play_number": ("Game.play(3)", partial(_replay, [action.number for action in actions])),
        "legal_actions": ("list(Game.legal_actions)", partial(_repeat, lambda: list(middle.legal_actions))),
        "doors_play": ("doors.play(games, 0, 3, …)", partial(_replay_doors, [action.number for action in actions])),
        "copy_record": ("copy of a record", partial(_repeat, lambda: copy_games(middle.record))),
        "copy_game": ("Game.copy()", partial(_repeat, middle.copy)),
        "view": ("Game.view(0)", partial(_repeat, lambda: middle.view(0))),
        "view_determinise": ("Game.view(0).determinise()", partial(_repeat, lambda: middle.view(0).determinise(1))),
        "doors_view_determinise": ("doors.view + .determinise", partial(_determinise, middle.record)),
    }
    rates = best({name: burst for name, (_, burst) in contenders.items()})
    return [
        Figure("One call from Python", name, words, 1e6 / rates[name], "µs") for name, (words, _) in contenders.items()
    ]


def _random_game(setup: Setup, seed: int) -> Game:
    rng = random.Random(seed)
    game = Game(setup, seed=seed)
    while not game.is_over:
        game.play(rng.choice(list(game.legal_actions)))
    return game


def _after(setup: Setup, seed: int, actions: list[int]) -> Game:
    game = Game(setup, seed=seed)
    for action in actions:
        game.play(action)
    return game


def _replay(actions: list[Any]) -> float:
    seconds = 0.0
    for _ in range(-(-CALLS // len(actions))):
        game = Game(BASE, seed=7)
        start = time.thread_time()
        for action in actions:
            game.play(action)
        seconds += time.thread_time() - start
    return len(actions) * -(-CALLS // len(actions)) / seconds


def _replay_doors(actions: list[int]) -> float:
    record, legal = records_of(BASE, 1), new_legal()
    seconds = 0.0
    for _ in range(-(-CALLS // len(actions))):
        doors.deal(record, 0, 7, legal)
        start = time.thread_time()
        for action in actions:
            doors.play(record, 0, action, legal)
        seconds += time.thread_time() - start
    return len(actions) * -(-CALLS // len(actions)) / seconds


def _determinise(record: Any) -> float:
    seen = new_games(1)

    def once() -> None:
        doors.view(record, 0, 0, seen, 0)
        doors.determinise(seen, 0, 1)

    return _repeat(once)


def _repeat(call: Callable[[], object]) -> float:
    call()
    start = time.thread_time()
    for _ in range(CALLS):
        call()
    return CALLS / (time.thread_time() - start)


# --- starting -------------------------------------------------------------------------------------------------------
def warm_start(folder: Path) -> Figure:
    """A fresh process with everything compiled: from its start to the first action played."""
    tries = [_first_move(folder) for _ in range(1 + STARTS)]  # the first one writes Python's bytecode
    seconds, used = (min(column) for column in zip(*tries, strict=True))
    note = f"Import and first move: the best of {STARTS} fresh processes; by the clock it took {seconds:.2f} s."
    return Figure("Start", "warm_start", "import and first move", used, "s", target=1.0, at_most=True, note=note)


def cold_start(folder: Path) -> Figure:
    """The same with nothing compiled yet."""
    seconds, used = _first_move(folder, SPLENDOR_CACHE=str(folder / "cache"))
    note = f"Compiling: one try; by the clock it took {seconds:.1f} s."
    return Figure("Start", "cold_start", "the same, compiling first", used, "s", target=15.0, at_most=True, note=note)


def _first_move(folder: Path, **environment: str) -> tuple[float, float]:
    """Seconds by the clock and of processor time; Python may keep its bytecode, as it does for people."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    kept |= {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), **environment}
    start = time.perf_counter()
    command = [sys.executable, "-c", FIRST_MOVE + TIMES]
    done = subprocess.run(command, env=kept, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, float(done.stdout)


# --- a GPU ----------------------------------------------------------------------------------------------------------
def on_gpu() -> list[Figure]:
    """Random play on the GPU, and whether its last positions are the CPU's to the byte."""
    figures = []
    for name, words, setup, target in (
        ("gpu_base_2p", "base game, 2 players", BASE, 1e9),
        ("gpu_all_modules_2p", "all 2025 modules, 2 players", ALL_MODULES, 4e8),
    ):
        rate = max(simulate(setup, GPU_GAMES, device="cuda").decisions_per_second for _ in range(3))
        same = "the same bytes as" if same_on_gpu(setup) else "OTHER bytes than"
        note = f"GPU, {setup.describe()}: {GPU_COMPARED} games ended with {same} on the CPU."
        figures.append(Figure("GPU", name, words, rate, "decisions/s", target=target, note=note))
        words = f"{words}, {GPU_BATCH} games stepped with observations"
        figures.append(Figure("GPU", name.replace("gpu", "gpu_batch"), words, step_on_gpu(setup), "decisions/s"))
    return figures


def step_on_gpu(setup: Setup) -> float:
    """Steps of a batch that stays on the GPU, random choices included; by the clock."""
    from numba import cuda

    batch = Batch(setup, GPU_BATCH, observations="int8", device="cuda", check=False)
    rate = 0.0
    for _ in range(4):  # the first compiles
        start = time.perf_counter()
        for _ in range(STEPS):
            batch.step(batch.sample())
        cuda.synchronize()
        rate = max(rate, STEPS * len(batch) / (time.perf_counter() - start))
    return rate


def same_on_gpu(setup: Setup, games: int = GPU_COMPARED) -> bool:
    """Whether games of the same seeds end in the same bytes on CPU and GPU."""
    from splendor.sim import cuda

    records = records_of(setup, games)
    kernels.play_each(records, 0, new_legal(), np.zeros(2, dtype=np.int64))
    return bool(records.tobytes() == cuda.final_records(setup, games, 0).tobytes())
