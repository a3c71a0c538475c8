"""The network on a processor: its file, and its answers to many observations at once (`graph` says what they are).

The cards are those of the market, of the own hand and, as far as they are known, of the others' hands: 30 places, and
the same weights whatever the place. Only what is known of a card differs between market, own hand and others' hands.

The file holds what is needed to play and nothing else: the scaling of the observation and of the norms is multiplied
into the weights, which are kept in half precision. Layers that read the same numbers stand side by side: `beside` after
`first`, `say` after `offer`, `context` after `head`.
"""

import io
import zipfile
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from splendor import observation
from splendor.agents.neural_core.graph import HEAD, Graph
from splendor.agents.neural_core.places import BY_SLOT, IN_HAND, MARKET, OF_OTHERS, OWNERS, RESTING, TILES
from splendor.agents.neural_core.search import OUTPUTS
from splendor.errors import SplendorError
from splendor.files import whole

FORMAT = 3
FOLDER = Path(__file__).resolve().parents[1] / "networks"
DEFAULT = "splendor"
INPUTS = tuple(f"{name}_weight" for name in ("first", "card", "hand", "others", "noble", "city"))
"""Layers that read the observation."""


class UnusableNetwork(SplendorError):
    """A file that holds no network, or one for other observations or actions."""


class Network:
    """Weights, and what they answer."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.sizes = sizes(self.weights)
        self.numbers = sum(array.size for array in self.weights.values())
        self.pace = 0.0  # seconds of a simulation at the beginning of a game, as whoever was first here saw it

    @cached_property
    def _graph(self) -> Graph:
        """Made at the first question: who only reads or trains a network needs none."""
        return Graph(self.weights, self.sizes["blocks"])

    def evaluate(self, seen: Any) -> Any:
        """The answers to observations of whole numbers, a row each."""
        return self._graph(seen)


def sizes(weights: Mapping[str, Any]) -> dict[str, int]:
    """How large a network with these weights is, by the names that `shapes` and `train.model.Model` have for it."""
    (cards, width), (_, choice), (_, attention), (_, look), (_, inner) = (
        shape if name in weights and len(shape := weights[name].shape) == 2 else (0, 0)
        for name in ("market_weight", "choice_weight", "ask_weight_0", "look_weight_0", "in_weight_0")
    )
    return {
        "width": width,
        "inner": inner,
        "blocks": sum(name.startswith("in_weight") for name in weights),
        "cards": cards,
        "choice": choice,
        "look": look,
        "heads": attention // HEAD,
    }


# --- the file -----------------------------------------------------------------------------------------------------
def shapes(
    width: int, inner: int, blocks: int, cards: int, choice: int, look: int, heads: int
) -> dict[str, tuple[int, ...]]:
    """The weights of a network by name: rows are inputs, columns outputs."""
    found: dict[str, tuple[int, ...]] = {
        "first_weight": (RESTING, width + cards),
        "first_bias": (width + cards,),
        "card_weight": (MARKET.width, cards),
        "hand_weight": (IN_HAND.width, cards),
        "others_weight": (OF_OTHERS.width, cards),
        "owner_weight": (OWNERS, cards),
        "noble_weight": (TILES[0].width, cards),
        "city_weight": (TILES[1].width, cards),
        "market_weight": (cards, width),
        "choice_weight": (cards, choice),
        "slots_weight": (choice, len(BY_SLOT)),
    }
    attention = heads * HEAD
    for block in range(blocks):
        found |= {f"ask_weight_{block}": (cards, attention), f"offer_weight_{block}": (cards, 2 * attention)}
        found |= {f"heard_weight_{block}": (attention, cards)}
        found |= {f"look_weight_{block}": (cards, look), f"again_weight_{block}": (look, cards)}
        found |= {f"glance_weight_{block}": (width, look), f"glance_bias_{block}": (look,)}
        found[f"back_weight_{block}"] = (look, width)
        found |= {f"in_weight_{block}": (width, inner), f"in_bias_{block}": (inner,)}
        found |= {f"out_weight_{block}": (inner, width), f"out_bias_{block}": (width,)}
    return found | {"head_weight": (width, OUTPUTS + choice), "head_bias": (OUTPUTS + choice,)}


def save(path: Path, weights: Mapping[str, Any]) -> None:
    """Write the weights in half precision, with what they are good for."""
    halves = {name: np.asarray(array, dtype=np.float16) for name, array in weights.items()}
    with whole(path) as half, half.open("wb") as file:
        np.savez(file, format=FORMAT, observation=observation.VERSION, outputs=OUTPUTS, **halves)  # type: ignore[arg-type]


def load(path: Path) -> Network:
    """Read a network; a file that is damaged or not for this version is refused in words."""
    try:
        with np.load(io.BytesIO(path.read_bytes())) as file:
            held = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise UnusableNetwork(f"there is no network {path}.") from None
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):  # numpy would advise to trust the file
        raise UnusableNetwork(
            f"{path} cannot be read as a network: it is damaged, or something else; fetch or train it again."
        ) from None
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
    if {name: array.shape for name, array in weights.items()} != shapes(**sizes(weights)):
        raise UnusableNetwork(f"{path} lacks weights or has some of a wrong size; fetch or train it again.")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise UnusableNetwork(f"{path} has weights that are no numbers; fetch or train it again.")


@cache
def known(name: str = DEFAULT) -> Network:
    """A network that comes with the package, read once."""
    return load(FOLDER / f"{name}.npz")
