"""The training run: imitation of the greedy agent first, then self-play with search, learning all the while."""

import json
import math
import shutil
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from splendor.agents.neural_core import network
from splendor.errors import SplendorError
from splendor.files import whole
from splendor.sim.simulate import cores
from splendor.train import contest, mixture
from splendor.train.checkpoint import read, write
from splendor.train.curve import draw
from splendor.train.hall import Hall
from splendor.train.learner import Learner
from splendor.train.model import Model, Player, from_arrays, model_of, to_arrays
from splendor.train.plan import Plan, at
from splendor.train.ring import Intake, Ring
from splendor.train.rules import ALL_WHOLE, settings_of

if TYPE_CHECKING:
    from splendor.train.gpu_hall import GpuHall

INTAKE = 32_768
TOLD_EVERY = 10.0  # seconds between two lines
SAVED_EVERY = 60.0
FEWEST = 64  # batches in the ring before learning begins
TEMPERATURE, MISTAKES = 0.3, 0.15  # of the greedy agent that is imitated, in prestige points; how often it errs
BEST, NEWEST = "network.npz", "newest.npz"
PLAYED_WITH = 16  # steps of learning between two updates of the network that plays

Tell = Callable[[str], None]


class Run:
    """One leg of a training run; `go` makes it."""

    def __init__(
        self, plan: Plan, folder: Path, device: str = "cpu", threads: int | None = None, resume: bool = False,
        contests: float = 90.0, tell: Tell = print, start: Path | None = None,
    ) -> None:  # fmt: skip
        if device not in ("cpu", "cuda"):
            raise SplendorError(f"device={device!r} is unknown: expected 'cpu' or 'cuda'.")
        if device == "cuda" and not torch.cuda.is_available():
            raise SplendorError("device='cuda' needs an NVIDIA GPU and a PyTorch built for it; use device='cpu'.")
        if plan.gpu_tables and device != "cuda":
            raise SplendorError("tables on the GPU need device='cuda'; leave gpu_tables at 0 for a processor.")
        if resume and start is not None:
            raise SplendorError("--start begins a run and --resume goes on with one: give one of them.")
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.manual_seed(plan.seed)
        self.plan, self.folder, self.device, self.tell, self.contests = plan, folder, device, tell, contests
        folder.mkdir(parents=True, exist_ok=True)
        self.threads = threads or cores()
        self.parts = mixture.mixture(plan.setups)
        self.ring = Ring(plan.room, device)
        model = Model(plan.width, plan.inner, plan.blocks, plan.cards, look=plan.look, heads=plan.heads)
        self.learner = Learner(model, self.ring, plan.batch, device, value_every=plan.value_every)
        self.counts = {"seconds": 0.0, "legs": 0, "games": 0, "rows": 0, "simulations": 0, "imitated": 0}
        if resume:
            self.counts |= read(folder, self.learner)
        elif start is not None:
            self._start_with(start)
        self.counts["legs"] += 1
        self.seconds_before = float(self.counts["seconds"])
        self._simulations_before = int(self.counts["simulations"])
        self.player = Player(self.learner.mean, device)
        self.hall = self._playing_hall()
        self._due = 0.0  # decisions still to be learned from, each as often as it is to be
        self._began = self._saved = self._matched = time.perf_counter()  # by the clock, which `go` starts anew
        self._marks = {"time": 0.0, "games": 0.0, "rows": 0.0, "simulations": 0.0, "steps": 0.0}

    def _start_with(self, path: Path) -> None:
        """Begin with a network that there is, instead of with imitation."""
        weights = network.load(path).weights
        for model in (self.learner.model, self.learner.mean):
            from_arrays(model, weights)
        self.counts["imitated"] = self.plan.imitation
        if not (self.folder / BEST).exists():
            _copy(path, self.folder / BEST)  # what the first leg has to beat

    def _own_hall(self) -> Hall:
        """Tables whose games and trees the processor keeps."""
        return Hall(
            self.player, mixture.as_arrays(self.parts), self.plan.tables, self.plan.most_simulations, self.threads,
            self.device, self._seed, Intake(self.ring, min(INTAKE, self.plan.room), self.learner.stream),
        )  # fmt: skip

    def _playing_hall(self) -> "Hall | GpuHall":
        """Tables for self-play; a GPU can keep them all by itself."""
        if not self.plan.gpu_tables:
            return self._own_hall()
        from splendor.train.gpu_hall import GpuHall

        return GpuHall(
            self.player, mixture.as_arrays(self.parts), self.plan.gpu_tables, self.plan.gpu_groups,
            self.plan.most_simulations, self._seed, self.ring,
        )  # fmt: skip

    @cached_property
    def _teacher(self) -> Hall:
        """Tables at which the greedy agent is imitated: the processor keeps them, whoever keeps those of self-play."""
        return self.hall if isinstance(self.hall, Hall) else self._own_hall()

    @property
    def _seed(self) -> int:
        return self.plan.seed * 1000 + int(self.counts["legs"])

    @property
    def _imitates(self) -> bool:
        return self.counts["imitated"] < self.plan.imitation

    def go(self, leg: float = math.inf) -> None:
        """Train for so many minutes, at most those that are left; the clock starts once everything is compiled."""
        minutes = min(leg, self.plan.minutes - self.seconds_before / 60)
        began = time.perf_counter()
        self._warm_up()
        self.tell(f"compiled and ready after {time.perf_counter() - began:.0f} s; {self.threads} threads")
        self._began = self._saved = self._matched = time.perf_counter()
        self._mark()
        end = self._began + 60 * minutes
        if self._imitates:
            self._imitate(end)
        self._play(end)
        self._hand_over()
        self._match()
        self.save()
        self._gate()

    def _warm_up(self) -> None:
        """Use every compiled function once."""
        self.hall.begin()
        self.hall.round()
        if self._imitates:
            self._teacher.imitate(TEMPERATURE, MISTAKES)
        if self.contests < math.inf:
            self._contest.warm_up()
        if self.device == "cuda":
            torch.cuda.synchronize()
        self.ring.clear()

    def _imitate(self, end: float) -> None:
        """Learn from games of the greedy agent in all set-ups: better than to begin with random play."""
        while self._imitates and time.perf_counter() < end:
            self.learner.set_rate(self.plan.rate_at(0.0, self.learner.steps))
            new = self._gained(self._teacher, lambda: self._teacher.imitate(TEMPERATURE, MISTAKES))
            self.counts["imitated"] += new
            self._due += new * self.plan.imitation_reuse
            self._learn(10**9)
            self._now_and_then(0.0)
        self._line(0.0)
        with self.learner.in_turn():
            self.ring.clear()
        self._hand_over()

    def _play(self, end: float) -> None:
        """Self-play with search."""
        self.hall.begin()
        self._match()
        while time.perf_counter() < end:
            share = self._share()
            simulations, considered = at(self.plan.searches, share)
            quick = (self.plan.quick, self.plan.quick_simulations) if self.plan.quick else ALL_WHOLE
            self.hall.search(simulations, quick, considered=considered, **settings_of(self.plan.settings))
            self.learner.set_rate(self.plan.rate_at(share, self.learner.steps))
            self._due += self._gained(self.hall, self.hall.round) * at(self.plan.reuse, share)[0]
            if len(self.ring) >= min(FEWEST * self.plan.batch, self.plan.room // 4):
                self._learn(self.plan.steps_at_once)
                self.learner.keep_pace()
            self._now_and_then(share)

    def _gained(self, hall: "Hall | GpuHall", play: Callable[[], None]) -> int:
        """Let a hall play; returns how many decisions that gave to learn from."""
        games, rows = hall.games, hall.rows
        play()
        self.counts["games"] += hall.games - games
        self.counts["rows"] += hall.rows - rows
        return hall.rows - rows

    def _share(self) -> float:
        return min(1.0, self.seconds / (60 * self.plan.minutes))

    @property
    def seconds(self) -> float:
        """Of training so far, in all legs."""
        return self.seconds_before + time.perf_counter() - self._began

    def _learn(self, most: int) -> None:
        for _ in range(most):
            if self._due < self.plan.batch:
                return
            self._due -= self.plan.batch
            self.learner.step()
            if self.learner.steps % PLAYED_WITH == 0:
                self._hand_over()

    def _hand_over(self) -> None:
        """The network that plays takes over the mean weights; a forward under way may see some of both."""
        with self.learner.in_turn():
            self.player.learn(self.learner.mean)

    # --- what a person sees ---------------------------------------------------------------------------------------
    def _now_and_then(self, share: float) -> None:
        now = time.perf_counter()
        if now - self._marks["time"] >= TOLD_EVERY:
            self._line(share)
        if now - self._matched >= self.contests:
            self._match()
        if now - self._saved >= SAVED_EVERY:
            self.save()

    def _mark(self) -> None:
        self.counts["simulations"] = self._simulations_before + self.hall.simulations
        self._marks = {
            "time": time.perf_counter(),
            "games": self.counts["games"],
            "rows": self.counts["rows"],
            "simulations": self.counts["simulations"],
            "steps": self.learner.steps,
        }
        self.hall.played = self.hall.waited = 0.0

    def _line(self, share: float) -> None:
        """Tell how it goes, and keep it in the log."""
        before, played, waited = self._marks, self.hall.played, self.hall.waited
        self._mark()
        took = self._marks["time"] - before["time"]
        rates = {name: (self._marks[name] - before[name]) / took for name in ("games", "rows", "simulations", "steps")}
        losses, fresh = self.learner.read_losses(), self.ring.read_fresh()
        entry = {
            "seconds": self.seconds,
            "share": share,
            "rates": rates,
            "losses": losses,
            "fresh": fresh,
            "played": played / took,
            "waited": waited / took,
            "ring": len(self.ring),
            "rate": float(self.learner.rate),
            "counts": dict(self.counts),
            "steps": self.learner.steps,
        }
        self._log("line", entry)
        shown = " ".join(f"{name} {loss:.3f}" for name, loss in losses.items())
        seen = " ".join(f"{players}p {loss:.3f}" for players, loss in fresh.items())
        self.tell(
            f"{self.seconds:5.0f} s  {rates['games']:.0f} games/s  {rates['rows']:.0f} positions/s  "
            f"{rates['simulations'] / 1e6:.2f} M simulations/s  {rates['steps']:.0f} steps/s  "
            f"play {played / took:.0%} waiting {waited / took:.0%}  learned: {shown}  fresh: {seen}"
        )

    def _match(self) -> None:
        """Where the network without search stands against greedy players."""
        if self.contests == math.inf:
            return
        found = self._contest.against_greedy()
        self._log("match", {"seconds": self.seconds, "greedy": found})
        self.tell(f"{self.seconds:5.0f} s  without search against greedy: {contest.in_words(found)}")
        self._matched = time.perf_counter()

    def _gate(self) -> None:
        """The network of this leg takes the place of the one before it, unless it loses to it."""
        best, newest = self.folder / BEST, self.folder / NEWEST
        if self.contests < math.inf and best.exists():
            before = model_of(network.load(best))
            found = self._contest.against(Player(before.to(self.device), self.device))
            gained = contest.surplus(found)
            self._log("gate", {"seconds": self.seconds, "network": found, "surplus": gained})
            verdict = "it takes its place" if gained > 0 else f"that one stays {BEST}; the new one is {NEWEST}"
            self.tell(f"{self.seconds:5.0f} s  against the network before: {contest.in_words(found)}: {verdict}")
            if gained <= 0:
                return
        _copy(newest, best)

    @cached_property
    def _contest(self) -> contest.Contest:
        simulations = self.plan.most_simulations
        return contest.Contest(self.player, simulations, self.threads, self.device, self.plan.seed + 77)

    def _log(self, kind: str, entry: dict[str, Any]) -> None:
        with (self.folder / "log.jsonl").open("a") as file:
            file.write(json.dumps({"kind": kind, **entry}) + "\n")

    def save(self) -> None:
        """Everything to go on from, and the network as it is now."""
        self.counts["seconds"] = self.seconds
        self.counts["simulations"] = self._simulations_before + self.hall.simulations
        write(self.folder, self.learner, self.counts, self.plan)
        network.save(self.folder / NEWEST, to_arrays(self.learner.mean))
        draw(self.folder)
        self._saved = time.perf_counter()


def _copy(file: Path, to: Path) -> None:
    with whole(to) as half:
        shutil.copyfile(file, half)


def compile_part(plan: Plan, part: str) -> None:
    """Compile `play` or `imitation` for a plan and keep the machine code: two processes are faster than one."""
    parts = mixture.as_arrays(mixture.mixture("base/2"))
    intake = Intake(Ring(INTAKE, "cpu"), INTAKE)
    hall = Hall(Player(Model(16, 16, 1), "cpu"), parts, 2, plan.most_simulations, 1, "cpu", 0, intake)
    if part == "imitation":
        hall.imitate(TEMPERATURE, MISTAKES)
    else:
        hall.begin()
        hall.round()
