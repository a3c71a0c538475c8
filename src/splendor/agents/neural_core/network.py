"""The network on a processor, with numpy alone: its file, and its answers to many observations at once.

    cards = relu(card(each card of the market) + beside(rest of the observation))    0 where no card lies
    flow = first(rest) + market(sum of the cards)
    flow = flow + out(relu(in(norm(flow))))                       for each block; before the last one a second look:
    flow = flow + back(sum of relu(look(cards) + glance(norm(flow))))              again 0 where no card lies
    answer = head(norm(flow))                                     for each action, then for each seat, own first
    answer += slots(relu(choice(cards) + context(norm(flow))))    for actions that name a slot

The file holds what is needed to play and nothing else: the scaling of the observation and of the norms is multiplied
into the weights, which are kept in half precision. Layers that read the same numbers stand side by side: `beside` after
`first`, `context` after `head`. Older networks know no second look.
"""

import io
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from splendor import observation
from splendor.agents.neural_core.search import OUTPUTS
from splendor.errors import SplendorError
from splendor.rules.actions import FREE_CARD, LIFT, PLACE, PURCHASE, REMOVE, RESERVE
from splendor.rules.layout import SLOTS

FORMAT = 1
FOLDER = Path(__file__).resolve().parents[1] / "networks"
DEFAULT = "splendor"
SMALLEST = 1e-5  # beside the variance in a norm
MARKET = next(piece for piece in observation.PIECES if piece.name == "market")
BEFORE, AFTER = MARKET.slice.start, MARKET.slice.stop
BY_SLOT = (RESERVE, PURCHASE, PLACE, LIFT, REMOVE, FREE_CARD)  # actions that name a slot
FREE_SLOTS = 12  # of levels 1 and 2: a free card comes from no other


class UnusableNetwork(SplendorError):
    """A file that holds no network, or one for other observations or actions."""


class Network:
    """Weights, and what they answer."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.width = self.weights["market_weight"].shape[1]
        self.blocks = sum(name.startswith("in_weight") for name in self.weights)
        self.looks_again = "look_weight" in self.weights
        self.numbers = sum(array.size for array in self.weights.values())

    def evaluate(self, seen: Any) -> Any:
        """The answers to observations of whole numbers, a row each."""
        weights = self.weights
        numbers = seen.astype(np.float32)
        rows = numbers[:, BEFORE:AFTER].reshape(-1, MARKET.width)
        both = np.concatenate([numbers[:, :BEFORE], numbers[:, AFTER:]], axis=1) @ weights["first_weight"]
        both += weights["first_bias"]
        flow, beside = both[:, : self.width], both[:, self.width :]
        cards = self._cards(rows, beside)
        flow = flow + cards.sum(axis=1) @ weights["market_weight"]
        for block in range(self.blocks):
            if self.looks_again and block == self.blocks - 1:
                flow += self._second_look(cards, rows, normed(flow))
            inner = normed(flow) @ weights[f"in_weight_{block}"]
            inner += weights[f"in_bias_{block}"]
            np.maximum(inner, 0, out=inner)
            inner = inner @ weights[f"out_weight_{block}"]
            inner += weights[f"out_bias_{block}"]
            flow += inner
        answer = normed(flow) @ weights["head_weight"]
        answer += weights["head_bias"]
        by_slot = self._by_slot(cards, answer[:, OUTPUTS:])
        answer = answer[:, :OUTPUTS]
        for kind, first in enumerate(BY_SLOT):
            slots = FREE_SLOTS if first == FREE_CARD else SLOTS
            answer[:, first : first + slots] += by_slot[:, :slots, kind]
        return answer

    def _cards(self, rows: Any, beside: Any) -> Any:
        """The cards of the market with the rest of the table in view, by observation and slot."""
        cards = (rows @ self.weights["card_weight"]).reshape(len(beside), SLOTS, -1)
        cards += beside[:, None]
        np.maximum(cards, 0, out=cards)
        cards *= rows[:, 0].reshape(-1, SLOTS, 1)
        return cards

    def _second_look(self, cards: Any, rows: Any, flow: Any) -> Any:
        """What the cards mean now that all of them are known."""
        looks = (cards.reshape(-1, cards.shape[2]) @ self.weights["look_weight"]).reshape(*cards.shape[:2], -1)
        looks += (flow @ self.weights["glance_weight"] + self.weights["glance_bias"])[:, None]
        np.maximum(looks, 0, out=looks)
        looks *= rows[:, 0].reshape(-1, SLOTS, 1)
        return looks.sum(axis=1) @ self.weights["back_weight"]

    def _by_slot(self, cards: Any, context: Any) -> Any:
        """What the actions that name a slot are worth, by observation, slot and kind of action."""
        choices = cards.reshape(-1, cards.shape[2]) @ self.weights["choice_weight"]
        choices = choices.reshape(*cards.shape[:2], -1)
        choices += context[:, None]
        np.maximum(choices, 0, out=choices)
        return (choices.reshape(-1, choices.shape[2]) @ self.weights["slots_weight"]).reshape(*cards.shape[:2], -1)


def normed(flow: Any) -> Any:
    """Every row with mean 0 and variance 1."""
    centred = flow - flow.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / flow.shape[1]
    centred /= np.sqrt(variance + SMALLEST)[:, None]
    return centred


# --- the file -----------------------------------------------------------------------------------------------------
def shapes(width: int, blocks: int, cards: int, choice: int, look: int) -> dict[str, tuple[int, ...]]:
    """The weights of a network by name: rows are inputs, columns outputs."""
    found: dict[str, tuple[int, ...]] = {
        "first_weight": (observation.SIZE - SLOTS * MARKET.width, width + cards),
        "first_bias": (width + cards,),
        "card_weight": (MARKET.width, cards),
        "market_weight": (cards, width),
        "choice_weight": (cards, choice),
        "slots_weight": (choice, len(BY_SLOT)),
    }
    if look:
        found |= {"look_weight": (cards, look), "glance_weight": (width, look), "glance_bias": (look,)}
        found |= {"back_weight": (look, width)}
    for block in range(blocks):
        for part in ("in", "out"):
            found |= {f"{part}_weight_{block}": (width, width), f"{part}_bias_{block}": (width,)}
    return found | {"head_weight": (width, OUTPUTS + choice), "head_bias": (OUTPUTS + choice,)}


def save(path: Path, weights: Mapping[str, Any]) -> None:
    """Write the weights in half precision, with what they are good for."""
    halves = {name: np.asarray(array, dtype=np.float16) for name, array in weights.items()}
    np.savez(path, format=FORMAT, observation=observation.VERSION, outputs=OUTPUTS, **halves)  # type: ignore[arg-type]


def load(path: Path) -> Network:
    """Read a network; a file that is damaged or not for this version is refused in words."""
    try:
        with np.load(io.BytesIO(path.read_bytes())) as file:
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
    found = {name: array.shape for name, array in weights.items()}
    (cards, width), (_, choice), (_, look) = (
        shape if len(shape := found.get(name, ())) == 2 else (0, 0)
        for name in ("market_weight", "choice_weight", "look_weight")
    )
    if found != shapes(width, sum(name.startswith("in_weight") for name in weights), cards, choice, look):
        raise UnusableNetwork(f"{path} lacks weights or has some of a wrong size; fetch or train it again.")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise UnusableNetwork(f"{path} has weights that are no numbers; fetch or train it again.")


@cache
def known(name: str = DEFAULT) -> Network:
    """A network that comes with the package, read once."""
    return load(FOLDER / f"{name}.npz")


def random_network(
    width: int, blocks: int, cards: int = 192, choice: int = 128, look: int = 40, seed: int = 0
) -> Network:
    """An untrained one, for tests and for measuring speed."""
    generator = np.random.default_rng(seed)
    weights = {}
    for name, shape in shapes(width, blocks, cards, choice, look).items():
        array = generator.normal(0.0, 1.0 / np.sqrt(shape[0]), shape) if len(shape) == 2 else np.zeros(shape)
        weights[name] = array / 3 if name in ("first_weight", "card_weight") else array
    return Network(weights)
