"""The network on a processor, with numpy alone: its file, and its answers to many observations at once.

    h = first(observation)
    h = h + out(relu(in(norm(h))))      for each block
    answer = head(norm(h))              a number for each action, then one for each seat, own first

The file holds what is needed to play and nothing else: the scaling of the observation and of the norms is multiplied
into the weights, which are kept in half precision.
"""

import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from splendor import observation
from splendor.agents.neural_core.search import OUTPUTS
from splendor.errors import SplendorError

FORMAT = 1
FOLDER = Path(__file__).resolve().parents[1] / "networks"
DEFAULT = "splendor"
SMALLEST = 1e-5  # beside the variance in a norm


class UnusableNetwork(SplendorError):
    """A file that holds no network, or one for other observations or actions."""


class Network:
    """Weights, and what they answer."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.width = len(self.weights["first_bias"])
        self.blocks = sum(name.startswith("in_weight") for name in self.weights)
        self.numbers = sum(array.size for array in self.weights.values())

    def evaluate(self, seen: Any) -> Any:
        """The answers to observations of whole numbers, a row each."""
        weights = self.weights
        flow = seen.astype(np.float32) @ weights["first_weight"]
        flow += weights["first_bias"]
        for block in range(self.blocks):
            inner = normed(flow) @ weights[f"in_weight_{block}"]
            inner += weights[f"in_bias_{block}"]
            np.maximum(inner, 0, out=inner)
            inner = inner @ weights[f"out_weight_{block}"]
            inner += weights[f"out_bias_{block}"]
            flow += inner
        answer = normed(flow) @ weights["head_weight"]
        answer += weights["head_bias"]
        return answer


def normed(flow: Any) -> Any:
    """Every row with mean 0 and variance 1."""
    centred = flow - flow.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / flow.shape[1]
    centred /= np.sqrt(variance + SMALLEST)[:, None]
    return centred


# --- the file -----------------------------------------------------------------------------------------------------
def shapes(width: int, blocks: int) -> dict[str, tuple[int, ...]]:
    """The weights of a network by name: rows are inputs, columns outputs."""
    found: dict[str, tuple[int, ...]] = {"first_weight": (observation.SIZE, width), "first_bias": (width,)}
    for block in range(blocks):
        for part in ("in", "out"):
            found |= {f"{part}_weight_{block}": (width, width), f"{part}_bias_{block}": (width,)}
    return found | {"head_weight": (width, OUTPUTS), "head_bias": (OUTPUTS,)}


def save(path: Path, weights: Mapping[str, Any]) -> None:
    """Write the weights in half precision, with what they are good for."""
    halves = {name: np.asarray(array, dtype=np.float16) for name, array in weights.items()}
    np.savez(path, format=FORMAT, observation=observation.VERSION, outputs=OUTPUTS, **halves)  # type: ignore[arg-type]


def load(path: Path) -> Network:
    """Read a network; a file that is damaged or not for this version is refused in words."""
    try:
        with np.load(path) as file:
            held = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise UnusableNetwork(f"there is no network {path}.") from None
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise UnusableNetwork(f"{path} cannot be read as a network ({error}); fetch or train it again.") from None
    _check_versions(path, held)
    weights = {name: held[name] for name in held if name not in ("format", "observation", "outputs")}
    _check_shapes(path, weights)
    return Network(weights)


def _check_versions(path: Path, held: Mapping[str, Any]) -> None:
    for name, expected in (("format", FORMAT), ("observation", observation.VERSION), ("outputs", OUTPUTS)):
        if name not in held or held[name].shape != () or int(held[name]) != expected:
            found = held.get(name, "nothing")
            raise UnusableNetwork(f"{path} is not for this version: {name} should be {expected}, there is {found}.")


def _check_shapes(path: Path, weights: Mapping[str, Any]) -> None:
    width = weights["first_bias"].size if "first_bias" in weights else 0
    expected = shapes(width, sum(name.startswith("in_weight") for name in weights))
    if {name: array.shape for name, array in weights.items()} != expected:
        raise UnusableNetwork(f"{path} lacks weights or has some of a wrong size; fetch or train it again.")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise UnusableNetwork(f"{path} has weights that are no numbers; fetch or train it again.")


@cache
def known(name: str = DEFAULT) -> Network:
    """A network that comes with the package, read once."""
    return load(FOLDER / f"{name}.npz")


def random_network(width: int, blocks: int, seed: int = 0) -> Network:
    """An untrained one, for tests and for measuring speed."""
    generator = np.random.default_rng(seed)
    scales = observation.SCALE[:, None]
    weights = {}
    for name, shape in shapes(width, blocks).items():
        array = generator.normal(0.0, 1.0 / np.sqrt(shape[0]), shape) if len(shape) == 2 else np.zeros(shape)
        weights[name] = array * scales if name == "first_weight" else array
    return Network(weights)
