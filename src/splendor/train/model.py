"""The network in PyTorch, for learning, and what becomes of it for playing: see `agents.neural_core.network`."""

import importlib.util
import shutil
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from splendor.agents.neural_core.network import AFTER, BEFORE, BY_SLOT, FREE_SLOTS, MARKET, SMALLEST
from splendor.agents.neural_core.search import OUTPUTS
from splendor.errors import SplendorError
from splendor.observation import SCALE, SIZE
from splendor.rules.actions import FREE_CARD
from splendor.rules.layout import SEATS, SLOTS

REST = SIZE - SLOTS * MARKET.width
SECOND_LOOK = ("look_weight", "glance_weight", "glance_bias", "back_weight")
EVEN = 8  # a GPU multiplies matrices whose rows are whole multiples of so many numbers several times faster


def fused(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its small steps made one on a GPU, where PyTorch finds what it needs to compile them."""
    if importlib.util.find_spec("triton") is None or shutil.which("cc") is None:
        return function
    compiled: Callable[..., Any] = torch.compile(function, dynamic=False)
    return compiled


def evened(numbers: Tensor, dim: int = -1) -> Tensor:
    """With zeros at the end, so that the dimension is a multiple of EVEN."""
    lacking = -numbers.shape[dim] % EVEN
    if not lacking:
        return numbers
    after = numbers.dim() - 1 - dim % numbers.dim()  # `pad` counts dimensions from the last one on
    return functional.pad(numbers, [0, 0] * after + [0, lacking])


def parted(numbers: Tensor) -> tuple[Tensor, Tensor]:
    """Observations as what is beside the market, and the cards of the market one by one."""
    lacking = numbers.new_zeros(len(numbers), -REST % EVEN)
    rest = torch.cat([numbers[:, :BEFORE], numbers[:, AFTER:], lacking], 1)
    return rest, evened(numbers[:, BEFORE:AFTER].unflatten(1, (SLOTS, MARKET.width)))


def with_slots(answers: Tensor, by_slot: Tensor) -> Tensor:
    """The answers, with what was found for each slot (slot by kind of action) added to the actions that name it.

    In pieces, because the gradient of a selection by indices is slow on a GPU.
    """
    parts, done = [], 0
    for first, kind in sorted((first, kind) for kind, first in enumerate(BY_SLOT)):
        end = first + (FREE_SLOTS if first == FREE_CARD else SLOTS)
        parts += [answers[:, done:first], answers[:, first:end] + by_slot[:, : end - first, kind]]
        done = end
    return torch.cat([*parts, answers[:, done:]], 1)


class Block(nn.Module):
    """Adds to the flow what two layers make of it."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width, eps=SMALLEST)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)

    def forward(self, flow: Tensor) -> Tensor:
        """The flow, changed."""
        result: Tensor = flow + self.outer(functional.relu(self.inner(self.norm(flow))))
        return result


class Model(nn.Module):
    """Answers to observations: a number for each action, one for each seat, and the prestige at the end.

    The cards of the market go through the same layers, whatever slot they lie in: once with the rest of the table
    beside them, to be added up for the flow of everything; with that flow, to be added up once more before the last
    block; and with the flow at the end, for the actions that name their slot.
    """

    def __init__(self, width: int, blocks: int, cards: int = 192, choice: int = 128, look: int = 40) -> None:
        super().__init__()
        self.card = nn.Linear(MARKET.width, cards)
        self.beside = nn.Linear(REST, cards, bias=False)
        self.first = nn.Linear(REST, width)
        self.market = nn.Linear(cards, width, bias=False)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.look = nn.Linear(cards, look, bias=False)
        self.before_glance = nn.LayerNorm(width, eps=SMALLEST)
        self.glance = nn.Linear(width, look)
        self.back = nn.Linear(look, width, bias=False)
        nn.init.zeros_(self.back.weight)  # like a block: at first it adds nothing
        self.norm = nn.LayerNorm(width, eps=SMALLEST)
        self.head = nn.Linear(width, OUTPUTS)
        self.choice = nn.Linear(cards, choice, bias=False)
        self.context = nn.Linear(width, choice)
        self.slots = nn.Linear(choice, len(BY_SLOT), bias=False)
        self.points = nn.Linear(width, SEATS)
        for layer, spread in ((self.beside, 0.06), (self.first, 0.06), (self.card, 0.25), (self.head, 0.01)):
            nn.init.normal_(layer.weight, std=spread)  # few of the numbers are not 0, and those are small
        nn.init.zeros_(self.head.bias)
        self.scale: Tensor
        self.register_buffer("scale", torch.from_numpy(np.array(SCALE, dtype=np.float32)))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Answers to observations of whole numbers, and the prestige expected at the end in twenties."""
        rest, rows = parted(seen.float() * self.scale)
        both = functional.linear(rest, evened(torch.cat([self.first.weight, self.beside.weight])))
        width = self.first.out_features
        beside = both[:, width:] + self.card.bias
        cards = functional.relu(functional.linear(rows, evened(self.card.weight)) + beside[:, None]) * rows[:, :, :1]
        flow = both[:, :width] + self.first.bias + self.market(cards.sum(1))
        for block in self.blocks[:-1]:
            flow = block(flow)
        looks = functional.relu(self.look(cards) + self.glance(self.before_glance(flow))[:, None]) * rows[:, :, :1]
        flow = self.norm(self.blocks[-1](flow + self.back(looks.sum(1))))
        choices = functional.relu(self.choice(cards) + self.context(flow)[:, None])
        by_slot = functional.linear(choices, evened(self.slots.weight, 0))
        answers = functional.linear(flow, evened(self.head.weight, 0), evened(self.head.bias))
        return with_slots(answers[:, :OUTPUTS], by_slot), self.points(flow)


def folded(model: Model) -> dict[str, Tensor]:
    """The weights for playing: scales and norms multiplied into the layers after them, points left out.

    Layers that read the same numbers stand side by side: the first and what is beside a card, head and context.
    """
    scale = torch.cat([model.scale[:BEFORE], model.scale[AFTER:]])
    weights = {
        "first_weight": (torch.cat([model.first.weight, model.beside.weight]) * scale).T,
        "first_bias": torch.cat([model.first.bias, model.card.bias]),
        "card_weight": (model.card.weight * model.scale[BEFORE : BEFORE + MARKET.width]).T,
        "market_weight": model.market.weight.T,
        "choice_weight": model.choice.weight.T,
        "slots_weight": model.slots.weight.T,
        "look_weight": model.look.weight.T,
        "back_weight": model.back.weight.T,
    }
    weights |= _after_norm(model.before_glance, model.glance.weight, model.glance.bias, "glance_{}")
    for number, block in enumerate(model.blocks):
        assert isinstance(block, Block)
        weights |= _after_norm(block.norm, block.inner.weight, block.inner.bias, f"in_{{}}_{number}")
        weights |= {f"out_weight_{number}": block.outer.weight.T, f"out_bias_{number}": block.outer.bias}
    last = torch.cat([model.head.weight, model.context.weight])
    weights |= _after_norm(model.norm, last, torch.cat([model.head.bias, model.context.bias]), "head_{}")
    return {name: weight.detach() for name, weight in weights.items()}


def _after_norm(norm: nn.LayerNorm, weight: Tensor, bias: Tensor, name: str) -> dict[str, Tensor]:
    return {name.format("weight"): (weight * norm.weight).T, name.format("bias"): bias + weight @ norm.bias}


def evenly(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The folded weights with zeros for those that `parted` adds to an observation, and for as many answers."""
    dims = {"first_weight": 0, "card_weight": 0, "slots_weight": 1, "head_weight": 1, "head_bias": 0}
    return {name: evened(weight, dims[name]) if name in dims else weight for name, weight in weights.items()}


class Player:
    """The folded weights on a device, in half precision on a GPU; answers like `agents.neural_core.network`."""

    def __init__(self, model: Model, device: str) -> None:
        self._type = torch.float16 if device == "cuda" else torch.float32
        self._weights = {name: weight.to(self._type).contiguous() for name, weight in evenly(folded(model)).items()}
        self._blocks = len(model.blocks)
        self._width = model.first.out_features
        self._context = slice(OUTPUTS, OUTPUTS + model.context.out_features)

    def learn(self, model: Model) -> None:
        """Take over the model's weights, in place: a recorded graph goes on with them."""
        with torch.no_grad():
            for name, weight in evenly(folded(model)).items():
                self._weights[name].copy_(weight)

    def __call__(self, seen: Tensor) -> Tensor:
        """The answers to observations of whole numbers."""
        weights = self._weights
        rest, rows = parted(seen.to(self._type))
        both = torch.addmm(weights["first_bias"], rest, weights["first_weight"])
        flow, beside = both[:, : self._width], both[:, self._width :]
        cards = functional.relu(rows @ weights["card_weight"] + beside[:, None]) * rows[:, :, :1]
        flow = flow + cards.sum(1) @ weights["market_weight"]
        for block in range(self._blocks):
            if block == self._blocks - 1:
                glance = torch.addmm(weights["glance_bias"], _normed(flow), weights["glance_weight"])
                looks = functional.relu(cards @ weights["look_weight"] + glance[:, None]) * rows[:, :, :1]
                flow = flow + looks.sum(1) @ weights["back_weight"]
            inner = torch.addmm(weights[f"in_bias_{block}"], _normed(flow), weights[f"in_weight_{block}"])
            flow = flow + torch.addmm(
                weights[f"out_bias_{block}"], functional.relu(inner), weights[f"out_weight_{block}"]
            )
        last = torch.addmm(weights["head_bias"], _normed(flow), weights["head_weight"])
        choices = functional.relu(cards @ weights["choice_weight"] + last[:, None, self._context])
        return with_slots(last[:, :OUTPUTS], choices @ weights["slots_weight"]).float()


def _normed(flow: Tensor) -> Tensor:
    return functional.layer_norm(flow, flow.shape[1:], eps=SMALLEST)


def to_arrays(model: Model) -> dict[str, Any]:
    """The folded weights as arrays, for `network.save`."""
    return {name: weight.float().cpu().numpy() for name, weight in folded(model).items()}


def from_arrays(model: Model, arrays: Mapping[str, Any]) -> None:
    """Give a model the weights of a network for playing; what was folded into them stays so.

    The prestige at the end has to be learned anew, for playing does not need it; and the second look, which a network
    without it begins to learn from nothing.
    """
    weights = {name: torch.from_numpy(np.asarray(array, np.float32)) for name, array in arrays.items()}
    weights = {name: weight.cpu() for name, weight in folded(model).items() if name in SECOND_LOOK} | weights
    expected = {name: weight.shape for name, weight in folded(model).items()}
    if expected != {name: weight.shape for name, weight in weights.items()}:
        raise SplendorError("the network has another size than the plan: width and number of blocks must be the same.")
    width = model.first.out_features
    rest = torch.cat([model.scale[:BEFORE], model.scale[AFTER:]]).cpu()
    cards = model.scale[BEFORE : BEFORE + MARKET.width].cpu()
    first, last = weights["first_weight"].T / rest, weights["head_weight"].T
    for norm in (model.norm, model.before_glance, *(block.norm for block in model.blocks)):
        norm.weight.data.fill_(1.0)
        norm.bias.data.zero_()
    values = {
        model.first.weight: first[:width],
        model.first.bias: weights["first_bias"][:width],
        model.beside.weight: first[width:],
        model.card.weight: weights["card_weight"].T / cards,
        model.card.bias: weights["first_bias"][width:],
        model.market.weight: weights["market_weight"].T,
        model.choice.weight: weights["choice_weight"].T,
        model.slots.weight: weights["slots_weight"].T,
        model.look.weight: weights["look_weight"].T,
        model.glance.weight: weights["glance_weight"].T,
        model.glance.bias: weights["glance_bias"],
        model.back.weight: weights["back_weight"].T,
        model.head.weight: last[:OUTPUTS],
        model.head.bias: weights["head_bias"][:OUTPUTS],
        model.context.weight: last[OUTPUTS:],
        model.context.bias: weights["head_bias"][OUTPUTS:],
    }
    for number, block in enumerate(model.blocks):
        values |= {
            block.inner.weight: weights[f"in_weight_{number}"].T,
            block.inner.bias: weights[f"in_bias_{number}"],
            block.outer.weight: weights[f"out_weight_{number}"].T,
            block.outer.bias: weights[f"out_bias_{number}"],
        }
    with torch.no_grad():
        for parameter, value in values.items():
            parameter.copy_(value)
