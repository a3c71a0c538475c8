"""Learning from the ring: one step is a batch of decisions drawn at random, on a GPU a recorded graph."""

import copy
from contextlib import nullcontext
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from splendor.rules.actions import ACTIONS
from splendor.rules.layout import SEATS
from splendor.train.model import Model, fused
from splendor.train.ring import Ring
from splendor.train.symmetry import exchanges
from splendor.train.tables import NOTHING_THERE, SHARE

EXCHANGES = 512
POINTS_SCALE = 20.0
POINTS_WEIGHT = 0.05
FATES_WEIGHT = 0.2
ENDS_EVERY = 4  # of so many decisions one teaches prestige and fates, which those of a game share
LOSSES = ("policy", "value", "outcome", "points", "fates", "gain")
"""Cross-entropy of policy and value; of the value against the outcome, to compare with fresh games; squared error of
the prestige; cross-entropy of whose each card and noble will be; and what the policy still lacks (cross-entropy less
the target's own entropy)."""


class Learner:
    """The model, its optimiser and the mean of its weights over the last steps (EMA), which plays."""

    def __init__(
        self, model: Model, ring: Ring, batch: int, device: str, decay: float = 0.998, value_every: int = 4
    ) -> None:
        self.model, self.ring, self.batch, self.device = model.to(device), ring, batch, device
        self.mean = copy.deepcopy(self.model)
        self.decay = decay
        self.steps = 0
        self.value_every = value_every
        self.age = torch.zeros((), device=device)  # steps, as a recorded graph counts them
        cuda = device == "cuda"
        self.rate = torch.tensor(1e-3, device=device)
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), lr=self.rate, weight_decay=0.02, betas=(0.9, 0.98), fused=cuda, capturable=cuda
        )
        self.sources, self.renamed, self.moved = (torch.from_numpy(part).to(device) for part in exchanges(EXCHANGES))
        self.sums = torch.zeros(len(LOSSES) + 1, device=device)
        self.stream = torch.cuda.Stream() if cuda else None
        self._losses = fused(self.losses) if cuda else self.losses
        self._asked: list[Any] = []
        self._graph: Any = None
        self._used = 0
        self._rate = 0.0

    def step(self) -> None:
        """One batch."""
        self.steps += 1
        if self.stream is None:
            self._step()
            return
        with torch.cuda.stream(self.stream):
            if self._graph is not None:
                self._graph.replay()
            elif self._used < 3:  # a graph can be recorded once everything has been used
                self._used += 1
                self._step()
            else:
                self._record()

    def keep_pace(self) -> None:
        """On a GPU, wait for the steps asked for before the last call: play must not run away from learning."""
        if self.stream is None:
            return
        asked = torch.cuda.Event()
        asked.record(self.stream)
        self._asked.append(asked)
        if len(self._asked) > 2:
            self._asked.pop(0).synchronize()

    def _record(self) -> None:
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=self.stream):
            self._step()
        self._graph = graph
        graph.replay()

    def _step(self) -> None:
        rows = self._draw()
        losses = self._losses(*rows)
        total = losses[0] + losses[1] + POINTS_WEIGHT * losses[3] + FATES_WEIGHT * losses[4]
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0, foreach=True)
        self.optimiser.step()
        with torch.no_grad():
            self.age += 1
            newest = torch.clamp(9 / (9 + self.age), min=1 - self.decay)
            for mean, weight in zip(self.mean.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(weight, newest)
            self.sums[:-1] += torch.stack(losses).detach()
            self.sums[-1] += 1

    def _draw(self) -> tuple[Tensor, ...]:
        """Decisions drawn at random, each with its places exchanged in one of many ways."""
        drawn = torch.rand(self.batch, device=self.device) * self.ring.filled
        chosen = torch.minimum(drawn, self.ring.filled - 1).long()
        which = torch.randint(0, EXCHANGES, (self.batch,), device=self.device)
        parts = {name: part[chosen] for name, part in self.ring.parts.items()}
        seen = parts["seen"].gather(1, self.sources[which])
        legal = self.renamed[which].gather(1, parts["legal"].long())
        # Decisions of one game share one outcome: the value is learned from some of them only, always the same.
        counts, ends = ((chosen % every == 0).float() for every in (self.value_every, ENDS_EVERY))
        fates = parts["fates"].gather(1, self.moved[which])
        return seen, legal, parts["policy"], parts["targets"], parts["shares"], parts["points"], fates, counts, ends

    def losses(
        self,
        seen: Tensor,
        legal: Tensor,
        policy: Tensor,
        targets: Tensor,
        shares: Tensor,
        points: Tensor,
        fates: Tensor,
        counts: Tensor,
        ends: Tensor,
    ) -> list[Tensor]:
        """The losses of a batch, in the order of LOSSES."""
        answers, expected, foreseen = self.model(seen)
        present = present_seats(seen)
        padding = functional.pad((legal[:, 1:] == legal[:, :1]).float(), (1, 0))
        # A decision may be read while it is being written, half old and half new: padding must not count then either.
        wanted = policy.float() * (1 - padding)
        wanted = wanted / wanted.sum(1, keepdim=True).clamp_min(1.0)
        logs = functional.log_softmax(answers.gather(1, legal) - 1e9 * padding, 1)
        searched = (wanted.sum(1) > 0).sum().clamp_min(1)  # the others come from quick searches
        policy_loss = -(wanted * logs).sum() / searched
        entropy = -(wanted * wanted.clamp_min(1e-9).log()).sum() / searched
        seats = functional.log_softmax(answers[:, ACTIONS:] - 1e9 * (1 - present), 1)
        weights, last = (part / part.sum().clamp_min(1.0) for part in (counts, ends))
        value_loss = -(weights * (targets * seats * present).sum(1)).sum()
        outcome = -(weights * (shares.float() / SHARE * seats * present).sum(1)).sum()
        error = ((expected - points.float() / POINTS_SCALE) ** 2 * present).sum(1) / present.sum(1)
        there = (fates != NOTHING_THERE) * last[:, None]
        missed = functional.cross_entropy(foreseen.transpose(1, 2), fates.clamp_min(0).long(), reduction="none")
        fates_loss = (missed * there).sum() / there.sum().clamp_min(1e-9)
        return [policy_loss, value_loss, outcome, (error * last).sum(), fates_loss, policy_loss - entropy]

    def read_losses(self) -> dict[str, float]:
        """The means since the last call."""
        with self.in_turn():
            sums = self.sums.tolist()
            self.sums.zero_()
        return {name: total / max(1.0, sums[-1]) for name, total in zip(LOSSES, sums, strict=False)}

    def set_rate(self, rate: float) -> None:
        """The learning rate from now on."""
        if rate != self._rate:
            self._rate = rate
            with self.in_turn():
                self.rate.fill_(rate)

    def in_turn(self) -> Any:
        """On a GPU, what is done inside comes after the steps asked for before."""
        return nullcontext() if self.stream is None else torch.cuda.stream(self.stream)

    def state(self) -> dict[str, Any]:
        """Everything that learning goes on from."""
        return {
            "model": self.model.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.model.load_state_dict(state["model"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
        self.steps = state["steps"]
        self.age.fill_(float(self.steps))


def present_seats(seen: Tensor) -> Tensor:
    """1 for each seat that somebody sits at: the observation begins with two, three or four players, one-hot."""
    four = seen[:, 2].float()
    three = seen[:, 1].float() + four
    return torch.stack([torch.ones_like(four), torch.ones_like(four), three, four], 1)[:, :SEATS]
