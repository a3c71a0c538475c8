"""The network on a processor, with numpy alone: its file, and its answers to many observations at once.

    cards = relu(what is known of each card + beside(rest of the observation))       0 where no card lies
    flow = first(rest) + market(sum of the cards)
    for each block, cards and flow tell each other what is new:
        looks = relu(look(cards) + glance(norm(flow)))                               again 0 where no card lies
        flow, cards = flow + back(sum of the looks), cards + again(looks)
        flow = flow + out(relu(in(norm(flow))))
    answer = head(norm(flow))                                  for each action, then for each seat, own first
    answer += slots(relu(choice(cards) + context(norm(flow)))) for actions that name a card of the market or the hand

The cards are those of the market, of the own hand and, as far as they are known, of the others' hands: 30 places, and
the same weights whatever the place. Only what is known of a card differs between market, own hand and others' hands.

The file holds what is needed to play and nothing else: the scaling of the observation and of the norms is multiplied
into the weights, which are kept in half precision. Layers that read the same numbers stand side by side: `beside` after
`first`, `context` after `head`.
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
from splendor.files import whole
from splendor.observation.pieces import BY_NAME
from splendor.rules.actions import FREE_CARD, LIFT, PLACE, PURCHASE, REMOVE, RESERVE
from splendor.rules.layout import HAND, SLOTS

FORMAT = 2
FOLDER = Path(__file__).resolve().parents[1] / "networks"
DEFAULT = "splendor"
SMALLEST = 1e-5  # beside the variance in a norm
MARKET, IN_HAND, OF_OTHERS = CARDS = tuple(BY_NAME[name] for name in ("market", "hand", "hands"))
"""Where cards stand in an observation, a row each; the first number of a row says whether one lies there."""
OWNERS = OF_OTHERS.rows // HAND  # of the cards of others
REST = (slice(0, MARKET.slice.start), slice(IN_HAND.slice.stop, OF_OTHERS.slice.start))
"""Everything else."""
RESTING = sum(part.stop - part.start for part in REST)
BY_SLOT = {RESERVE: SLOTS, PURCHASE: SLOTS + HAND, PLACE: SLOTS, LIFT: SLOTS, REMOVE: SLOTS, FREE_CARD: 12}
"""Actions that name a card, and how many of them: a purchase may be from the hand, a free card is of level 1 or 2."""
INPUTS = ("first_weight", "card_weight", "hand_weight", "others_weight")  # layers that read the observation


class UnusableNetwork(SplendorError):
    """A file that holds no network, or one for other observations or actions."""


class Network:
    """Weights, and what they answer."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}
        self.sizes = sizes(self.weights)
        self.width, self.blocks = self.sizes["width"], self.sizes["blocks"]
        self.numbers = sum(array.size for array in self.weights.values())

    def evaluate(self, seen: Any) -> Any:
        """The answers to observations of whole numbers, a row each."""
        weights = self.weights
        numbers = seen.astype(np.float32)
        both = np.concatenate([numbers[:, part] for part in REST], axis=1) @ weights["first_weight"]
        both += weights["first_bias"]
        flow, beside = both[:, : self.width], both[:, self.width :]
        cards, lie, places = self._cards(numbers, beside)
        flow = flow + cards.sum(axis=1) @ weights["market_weight"]
        for block in range(self.blocks):
            self._tell_news(block, flow, cards, lie)
            inner = normed(flow) @ weights[f"in_weight_{block}"]
            inner += weights[f"in_bias_{block}"]
            np.maximum(inner, 0, out=inner)
            inner = inner @ weights[f"out_weight_{block}"]
            inner += weights[f"out_bias_{block}"]
            flow += inner
        answer = normed(flow) @ weights["head_weight"]
        answer += weights["head_bias"]
        by_slot = self._by_slot(cards, lie, places, answer[:, OUTPUTS:])
        answer = answer[:, :OUTPUTS]
        for kind, (first, number) in enumerate(BY_SLOT.items()):
            answer[:, first : first + number] += by_slot[:, :number, kind]
        return answer

    def _cards(self, numbers: Any, beside: Any) -> tuple[Any, Any, Any]:
        """The cards with the rest of the table in view, whether one lies there, and which places these are.

        Places where no card lies in any of the observations are left out: in most games half of them are empty.
        """
        cards, lie, places, before = [], [], [], 0
        for piece, name in zip(CARDS, ("card", "hand", "others"), strict=True):
            rows = numbers[:, piece.slice].reshape(-1, *piece.shape)
            used = np.flatnonzero(rows[:, :, 0].any(axis=0))
            rows = rows[:, used]
            cards.append(each(rows, self.weights[f"{name}_weight"]))
            if piece is OF_OTHERS:
                cards[-1] += self.weights["owner_weight"][used // HAND]
            lie.append(rows[:, :, :1])
            places.append(used + before)
            before += piece.rows
        found, present = np.concatenate(cards, axis=1), np.concatenate(lie, axis=1)
        found += beside[:, None]
        np.maximum(found, 0, out=found)
        found *= present
        return found, present, np.concatenate(places)

    def _tell_news(self, block: int, flow: Any, cards: Any, lie: Any) -> None:
        """What flow and cards tell each other before a block, added to both."""
        looks = each(cards, self.weights[f"look_weight_{block}"])
        looks += (normed(flow) @ self.weights[f"glance_weight_{block}"] + self.weights[f"glance_bias_{block}"])[:, None]
        np.maximum(looks, 0, out=looks)
        looks *= lie
        flow += looks.sum(axis=1) @ self.weights[f"back_weight_{block}"]
        cards += each(looks, self.weights[f"again_weight_{block}"])

    def _by_slot(self, cards: Any, lie: Any, places: Any, context: Any) -> Any:
        """What the actions that name a card are worth, by observation, place and kind; 0 where no card lies."""
        named = places[places < SLOTS + HAND]
        choices = each(cards[:, : len(named)], self.weights["choice_weight"])
        choices += context[:, None]
        np.maximum(choices, 0, out=choices)
        found = np.zeros((len(cards), SLOTS + HAND, len(BY_SLOT)), np.float32)
        found[:, named] = each(choices, self.weights["slots_weight"]) * lie[:, : len(named)]
        return found


def each(rows: Any, weight: Any) -> Any:
    """Every row of every observation through the same layer: one product of matrices."""
    return (rows.reshape(-1, rows.shape[2]) @ weight).reshape(*rows.shape[:2], weight.shape[1])


def normed(flow: Any) -> Any:
    """Every row with mean 0 and variance 1."""
    centred = flow - flow.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / flow.shape[1]
    centred /= np.sqrt(variance + SMALLEST)[:, None]
    return centred


def sizes(weights: Mapping[str, Any]) -> dict[str, int]:
    """How large a network with these weights is, by the names that `shapes` and `train.model.Model` have for it."""
    (cards, width), (_, choice), (_, look), (_, inner) = (
        shape if name in weights and len(shape := weights[name].shape) == 2 else (0, 0)
        for name in ("market_weight", "choice_weight", "look_weight_0", "in_weight_0")
    )
    blocks = sum(name.startswith("in_weight") for name in weights)
    return {"width": width, "inner": inner, "blocks": blocks, "cards": cards, "choice": choice, "look": look}


# --- the file -----------------------------------------------------------------------------------------------------
def shapes(width: int, inner: int, blocks: int, cards: int, choice: int, look: int) -> dict[str, tuple[int, ...]]:
    """The weights of a network by name: rows are inputs, columns outputs."""
    found: dict[str, tuple[int, ...]] = {
        "first_weight": (RESTING, width + cards),
        "first_bias": (width + cards,),
        "card_weight": (MARKET.width, cards),
        "hand_weight": (IN_HAND.width, cards),
        "others_weight": (OF_OTHERS.width, cards),
        "owner_weight": (OWNERS, cards),
        "market_weight": (cards, width),
        "choice_weight": (cards, choice),
        "slots_weight": (choice, len(BY_SLOT)),
    }
    for block in range(blocks):
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
    if {name: array.shape for name, array in weights.items()} != shapes(**sizes(weights)):
        raise UnusableNetwork(f"{path} lacks weights or has some of a wrong size; fetch or train it again.")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise UnusableNetwork(f"{path} has weights that are no numbers; fetch or train it again.")


@cache
def known(name: str = DEFAULT) -> Network:
    """A network that comes with the package, read once."""
    return load(FOLDER / f"{name}.npz")
