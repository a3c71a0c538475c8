"""The network in PyTorch, for learning, and what becomes of it for playing: see `agents.neural_core.network`."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation import SCALE, SIZE
from splendor.rules.layout import SEATS

SMALLEST = 1e-5


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
    """Answers to scaled observations: a number for each action, one for each seat, and the prestige at the end."""

    def __init__(self, width: int, blocks: int) -> None:
        super().__init__()
        self.first = nn.Linear(SIZE, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width, eps=SMALLEST)
        self.head = nn.Linear(width, OUTPUTS)
        self.points = nn.Linear(width, SEATS)
        nn.init.normal_(self.first.weight, std=0.06)  # a twelfth of the numbers are not 0, and those are small
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)
        self.scale: Tensor
        self.register_buffer("scale", torch.from_numpy(np.array(SCALE, dtype=np.float32)))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Answers to observations of whole numbers, and the prestige expected at the end in twenties."""
        flow = self.first(seen.float() * self.scale)
        for block in self.blocks:
            flow = block(flow)
        flow = self.norm(flow)
        return self.head(flow), self.points(flow)


def folded(model: Model) -> dict[str, Tensor]:
    """The weights for playing: scales and norms multiplied into the layers after them, points left out."""
    weights = {
        "first_weight": (model.first.weight * model.scale).T,
        "first_bias": model.first.bias,
    }
    for number, block in enumerate(model.blocks):
        assert isinstance(block, Block)
        weights |= _after_norm(block.norm, block.inner, f"in_{{}}_{number}")
        weights |= {f"out_weight_{number}": block.outer.weight.T, f"out_bias_{number}": block.outer.bias}
    return {
        name: weight.detach() for name, weight in (weights | _after_norm(model.norm, model.head, "head_{}")).items()
    }


def _after_norm(norm: nn.LayerNorm, layer: nn.Linear, name: str) -> dict[str, Tensor]:
    weight, bias = (layer.weight * norm.weight).T, layer.bias + layer.weight @ norm.bias
    return {name.format("weight"): weight, name.format("bias"): bias}


class Player:
    """The folded weights on a device, in half precision on a GPU; answers like `agents.neural_core.network`."""

    def __init__(self, model: Model, device: str) -> None:
        self._type = torch.float16 if device == "cuda" else torch.float32
        self._weights = {name: weight.to(self._type).contiguous() for name, weight in folded(model).items()}
        self._blocks = len(model.blocks)

    def learn(self, model: Model) -> None:
        """Take over the model's weights, in place: a recorded graph goes on with them."""
        with torch.no_grad():
            for name, weight in folded(model).items():
                self._weights[name].copy_(weight)

    def __call__(self, seen: Tensor) -> Tensor:
        """The answers to observations of whole numbers."""
        weights = self._weights
        flow = torch.addmm(weights["first_bias"], seen.to(self._type), weights["first_weight"])
        for block in range(self._blocks):
            inner = torch.addmm(weights[f"in_bias_{block}"], _normed(flow), weights[f"in_weight_{block}"])
            flow = flow + torch.addmm(
                weights[f"out_bias_{block}"], functional.relu(inner), weights[f"out_weight_{block}"]
            )
        return torch.addmm(weights["head_bias"], _normed(flow), weights["head_weight"]).float()


def _normed(flow: Tensor) -> Tensor:
    return functional.layer_norm(flow, flow.shape[1:], eps=SMALLEST)


def to_arrays(model: Model) -> dict[str, Any]:
    """The folded weights as arrays, for `network.save`."""
    return {name: weight.float().cpu().numpy() for name, weight in folded(model).items()}
