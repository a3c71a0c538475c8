"""The network in PyTorch, for learning, and what becomes of it for playing: see `agents.neural_core.graph`."""

import importlib.util
import shutil
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from splendor.agents.neural_core.graph import HEAD, SMALLEST
from splendor.agents.neural_core.network import INPUTS, Network, sizes
from splendor.agents.neural_core.places import (
    BY_SLOT,
    CARDS,
    IN_HAND,
    MARKET,
    OF_OTHERS,
    OWNERS,
    REST,
    RESTING,
    TILES,
)
from splendor.agents.neural_core.search import OUTPUTS
from splendor.errors import SplendorError
from splendor.observation import SCALE
from splendor.rules.layout import HAND, NOBLE_PLACES, SEATS, SLOTS

FATES = SEATS + 1  # of a card or noble at the end: somebody's, own seat first, or nobody's (`tables.NOBODY`)
EVENED = ("width", "cards")  # sizes whose numbers are made even together, so that one more would change all
EVEN = 8  # a GPU multiplies matrices whose rows are whole multiples of so many numbers several times faster


def can_compile() -> bool:
    """Whether there is what kernels for a GPU are compiled with."""
    return importlib.util.find_spec("triton") is not None and shutil.which("cc") is not None


def fused(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its small steps made one on a GPU, where PyTorch finds what it needs to compile them."""
    if not can_compile():
        return function
    compiled: Callable[..., Any] = torch.compile(function, dynamic=False)
    return compiled


def evened(numbers: Tensor, dim: int = -1) -> Tensor:
    """With zeros at the end, so that the dimension is a multiple of EVEN, and as memory of its own."""
    lacking = -numbers.shape[dim] % EVEN
    if not lacking:
        return numbers.contiguous()  # rows that lie in longer ones begin anywhere, which a GPU multiplies slowly
    after = numbers.dim() - 1 - dim % numbers.dim()  # `pad` counts dimensions from the last one on
    return functional.pad(numbers, [0, 0] * after + [0, lacking])


def parted(numbers: Tensor) -> tuple[Tensor, list[Tensor], list[Tensor]]:
    """Observations as what is beside the cards, and one by one the cards, of market, hand, others' hands, and tiles."""
    lacking = numbers.new_zeros(len(numbers), -RESTING % EVEN)
    rest = torch.cat([*(numbers[:, part] for part in REST), lacking], 1)
    cards, tiles = (
        [evened(numbers[:, piece.slice].unflatten(1, piece.shape)) for piece in pieces] for pieces in (CARDS, TILES)
    )
    return rest, cards, tiles


def all_cards(rows: list[Tensor], weights: list[Tensor], owners: Tensor) -> tuple[Tensor, Tensor]:
    """What the layers make of the cards (outputs by rows of `weights`), and 1 where one lies."""
    found = [functional.linear(piece, weight) for piece, weight in zip(rows, weights, strict=True)]
    found[-1] = found[-1] + owners.repeat_interleave(HAND, 0)
    return torch.cat(found, 1), torch.cat([piece[:, :, :1] for piece in rows], 1)


def all_tiles(rows: list[Tensor], weights: list[Tensor]) -> Tensor:
    """What the layers make of nobles and cities, by rows of `weights`."""
    found = [functional.linear(piece, weight) for piece, weight in zip(rows, weights, strict=True)]
    return even(functional.relu(torch.cat(found, 1)))


def even(rows: Tensor) -> Tensor:
    """Every row with a mean square of 1; rows of zeros stay so."""
    squares = rows.float().square().mean(-1, keepdim=True)
    return rows * (squares + SMALLEST).rsqrt().to(rows.dtype)


def attention(asked: Tensor, offered: Tensor, said: Tensor, scale: float) -> Tensor:
    """What those who ask hear by attention: rows of numbers, the heads side by side."""
    query, keys, values = (rows.unflatten(2, (-1, HEAD)).transpose(1, 2) for rows in (asked, offered, said))
    found = functional.scaled_dot_product_attention(query, keys, values, scale=scale)
    return found.transpose(1, 2).flatten(2)


def with_slots(answers: Tensor, by_slot: Tensor) -> Tensor:
    """The answers, with what was found for each card (place by kind of action) added to the actions that name it.

    In pieces, because the gradient of a selection by indices is slow on a GPU.
    """
    parts, done = [], 0
    for first, kind in sorted((first, kind) for kind, first in enumerate(BY_SLOT)):
        end = first + BY_SLOT[first]
        parts += [answers[:, done:first], answers[:, first:end] + by_slot[:, : end - first, kind]]
        done = end
    return torch.cat([*parts, answers[:, done:]], 1)


class Block(nn.Module):
    """Adds to the flow what two layers make of it; at first nothing."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width, eps=SMALLEST)
        self.inner = nn.Linear(width, inner)
        self.outer = nn.Linear(inner, width)
        nn.init.zeros_(self.outer.weight)
        nn.init.zeros_(self.outer.bias)

    def forward(self, flow: Tensor) -> Tensor:
        """The flow, changed."""
        result: Tensor = flow + self.outer(functional.relu(self.inner(self.norm(flow))))
        return result


class Questions(nn.Module):
    """Cards ask cards and tiles before a block; at first they hear nothing."""

    def __init__(self, cards: int, heads: int) -> None:
        super().__init__()
        self.ask, self.offer, self.say = (nn.Linear(cards, heads * HEAD, bias=False) for _ in range(3))
        self.heard = nn.Linear(heads * HEAD, cards, bias=False)
        nn.init.zeros_(self.heard.weight)

    def forward(self, cards: Tensor, tiles: Tensor, present: Tensor) -> Tensor:
        """The cards, changed."""
        own = even(cards)
        things = torch.cat([own, tiles], 1)
        found = attention(through(self.ask, own), through(self.offer, things), through(self.say, things), HEAD**-0.5)
        return cards + through(self.heard, found) * present


class News(nn.Module):
    """Flow and cards tell each other what is new before a block; at first nothing."""

    def __init__(self, width: int, cards: int, look: int) -> None:
        super().__init__()
        self.look = nn.Linear(cards, look, bias=False)
        self.norm = nn.LayerNorm(width, eps=SMALLEST)
        self.glance = nn.Linear(width, look)
        self.back = nn.Linear(look, width, bias=False)
        self.again = nn.Linear(look, cards, bias=False)
        nn.init.zeros_(self.back.weight)
        nn.init.zeros_(self.again.weight)

    def forward(self, flow: Tensor, cards: Tensor, present: Tensor) -> tuple[Tensor, Tensor]:
        """Both, changed."""
        glance = self.glance(self.norm(flow)).to(cards.dtype)
        looks = functional.relu(through(self.look, cards) + glance[:, None]) * present
        return flow + self.back(looks.sum(1, dtype=flow.dtype)), cards + through(self.again, looks)


def through(layer: nn.Linear, rows: Tensor) -> Tensor:
    """A layer without bias, in the rows' own precision."""
    return functional.linear(rows, layer.weight.to(rows.dtype))


class Model(nn.Module):
    """Answers to observations: a number for each action, one for each seat; and what else becomes of the game.

    What else is the prestige of each seat at the end, and whose each card and noble is then: playing needs neither, but
    who learns to foresee them learns sooner why games are won.

    All cards go through the same layers, whatever place they lie in: once with the rest of the table beside them, to be
    added up for the flow of everything; then before each block, with other cards and tiles and with that flow; and at
    the end, for the actions that name them. On a GPU what is calculated for every card is in half precision.
    """

    def __init__(
        self, width: int, inner: int, blocks: int, cards: int = 192, choice: int = 128, look: int = 128, heads: int = 4
    ) -> None:
        super().__init__()
        self.card = nn.Linear(MARKET.width, cards)
        self.hand = nn.Linear(IN_HAND.width, cards, bias=False)
        self.others = nn.Linear(OF_OTHERS.width, cards, bias=False)
        self.owner = nn.Parameter(torch.zeros(OWNERS, cards))
        self.noble, self.city = (nn.Linear(piece.width, cards, bias=False) for piece in TILES)
        self.beside = nn.Linear(RESTING, cards, bias=False)
        self.first = nn.Linear(RESTING, width)
        self.market = nn.Linear(cards, width, bias=False)
        self.questions = nn.ModuleList(Questions(cards, heads) for _ in range(blocks))
        self.news = nn.ModuleList(News(width, cards, look) for _ in range(blocks))
        self.blocks = nn.ModuleList(Block(width, inner) for _ in range(blocks))
        self.norm = nn.LayerNorm(width, eps=SMALLEST)
        self.head = nn.Linear(width, OUTPUTS)
        self.choice = nn.Linear(cards, choice, bias=False)
        self.context = nn.Linear(width, choice)
        self.slots = nn.Linear(choice, len(BY_SLOT), bias=False)
        self.points = nn.Linear(width, SEATS)
        self.fates = nn.Linear(cards, FATES)
        self.noble_fates = nn.Linear(width, NOBLE_PLACES * FATES)
        for layer, spread in (
            (self.beside, 0.06), (self.first, 0.06), (self.card, 0.25), (self.hand, 0.25), (self.others, 0.25),
            (self.noble, 0.25), (self.city, 0.25), (self.head, 0.01),
        ):  # fmt: skip
            nn.init.normal_(layer.weight, std=spread)  # few of the numbers are not 0, and those are small
        nn.init.zeros_(self.head.bias)
        self.scale: Tensor
        self.register_buffer("scale", torch.from_numpy(np.array(SCALE, dtype=np.float32)))

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Answers to observations of whole numbers, the prestige expected at the end in twenties, fates as logits."""
        kind = torch.bfloat16 if seen.is_cuda else torch.float32
        rest, rows, tiled = parted(seen.float() * self.scale)
        both = functional.linear(rest, evened(torch.cat([self.first.weight, self.beside.weight])))
        width = self.first.out_features
        weights = [evened(layer.weight) for layer in (self.card, self.hand, self.others)]
        cards, present = all_cards(rows, weights, self.owner)
        cards = functional.relu(cards + (both[:, width:] + self.card.bias)[:, None]) * present
        flow = both[:, :width] + self.first.bias + self.market(cards.sum(1))
        tiles = all_tiles(tiled, [evened(layer.weight) for layer in (self.noble, self.city)]).to(kind)
        cards, present = cards.to(kind), present.to(kind)
        for questions, news, block in zip(self.questions, self.news, self.blocks, strict=True):
            cards = questions(cards, tiles, present)
            flow, cards = news(flow, cards, present)
            flow = block(flow)
        flow = self.norm(flow)
        choices = through(self.choice, cards[:, : SLOTS + HAND]).float() + self.context(flow)[:, None]
        by_slot = functional.linear(functional.relu(choices), evened(self.slots.weight, 0))
        answers = functional.linear(flow, evened(self.head.weight, 0), evened(self.head.bias))
        answers = with_slots(answers[:, :OUTPUTS], by_slot * present[:, : SLOTS + HAND])
        fates = torch.cat([self.fates(even(cards).float()), self.noble_fates(flow).unflatten(1, (-1, FATES))], 1)
        return answers, self.points(flow), fates


def folded(model: Model) -> dict[str, Tensor]:
    """The weights for playing: scales and norms multiplied into the layers after them, points and fates left out.

    Layers that read the same numbers stand side by side: the first and what is beside a card, head and context.
    """
    rest, scales, tiles = _scales(model)
    weights = {
        "first_weight": (torch.cat([model.first.weight, model.beside.weight]) * rest).T,
        "first_bias": torch.cat([model.first.bias, model.card.bias]),
        "card_weight": (model.card.weight * scales[0]).T,
        "hand_weight": (model.hand.weight * scales[1]).T,
        "others_weight": (model.others.weight * scales[2]).T,
        "owner_weight": model.owner,
        "noble_weight": (model.noble.weight * tiles[0]).T,
        "city_weight": (model.city.weight * tiles[1]).T,
        "market_weight": model.market.weight.T,
        "choice_weight": model.choice.weight.T,
        "slots_weight": model.slots.weight.T,
    }
    for number, (questions, news, block) in enumerate(zip(model.questions, model.news, model.blocks, strict=True)):
        assert isinstance(questions, Questions)
        weights |= {
            f"ask_weight_{number}": questions.ask.weight.T * HEAD**-0.5,
            f"offer_weight_{number}": torch.cat([questions.offer.weight, questions.say.weight]).T,
            f"heard_weight_{number}": questions.heard.weight.T,
        }
        assert isinstance(news, News)
        assert isinstance(block, Block)
        weights |= {
            f"look_weight_{number}": news.look.weight.T,
            f"back_weight_{number}": news.back.weight.T,
            f"again_weight_{number}": news.again.weight.T,
        }
        weights |= _after_norm(news.norm, news.glance.weight, news.glance.bias, f"glance_{{}}_{number}")
        weights |= _after_norm(block.norm, block.inner.weight, block.inner.bias, f"in_{{}}_{number}")
        weights |= {f"out_weight_{number}": block.outer.weight.T, f"out_bias_{number}": block.outer.bias}
    last = torch.cat([model.head.weight, model.context.weight])
    weights |= _after_norm(model.norm, last, torch.cat([model.head.bias, model.context.bias]), "head_{}")
    return {name: weight.detach() for name, weight in weights.items()}


def _scales(model: Model) -> tuple[Tensor, list[Tensor], list[Tensor]]:
    """What the numbers beside the cards are multiplied by, those of a card of each piece, and of a noble and a city."""
    rest = torch.cat([model.scale[part] for part in REST])
    cards, tiles = (
        [model.scale[piece.start : piece.start + piece.width] for piece in pieces] for pieces in (CARDS, TILES)
    )
    return rest, cards, tiles


def _after_norm(norm: nn.LayerNorm, weight: Tensor, bias: Tensor, name: str) -> dict[str, Tensor]:
    return {name.format("weight"): (weight * norm.weight).T, name.format("bias"): bias + weight @ norm.bias}


def evenly(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The folded weights with zeros for those that `parted` adds to an observation, and for as many answers."""
    dims = dict.fromkeys(INPUTS, 0) | {"slots_weight": 1, "head_weight": 1, "head_bias": 0}
    return {name: evened(weight, dims[name]) if name in dims else weight for name, weight in weights.items()}


class Player:
    """The folded weights on a device, in half precision on a GPU; answers like `agents.neural_core.network`."""

    def __init__(self, model: Model, device: str) -> None:
        self._type = torch.float16 if device == "cuda" else torch.float32
        self._weights = {name: weight.to(self._type).contiguous() for name, weight in evenly(folded(model)).items()}
        self._blocks = len(model.blocks)
        self._width = model.first.out_features
        self._context = slice(OUTPUTS, OUTPUTS + model.context.out_features)
        self._card_block = _kernel_for(model) if device == "cuda" else plain_block

    def learn(self, model: Model) -> None:
        """Take over the model's weights, in place: a recorded graph goes on with them."""
        with torch.no_grad():
            for name, weight in evenly(folded(model)).items():
                self._weights[name].copy_(weight)

    def __call__(self, seen: Tensor) -> Tensor:
        """The answers to observations of whole numbers."""
        weights = self._weights
        rest, rows, tiled = parted(seen.to(self._type))
        both = torch.addmm(weights["first_bias"], rest, weights["first_weight"])
        flow, beside = both[:, : self._width], both[:, self._width :]
        layers = [weights[f"{name}_weight"].t() for name in ("card", "hand", "others")]
        cards, present = all_cards(rows, layers, weights["owner_weight"])
        cards = functional.relu(cards + beside[:, None]) * present
        flow = flow + cards.sum(1) @ weights["market_weight"]
        tiles = all_tiles(tiled, [weights[f"{name}_weight"].t() for name in ("noble", "city")])
        for block in range(self._blocks):
            glance = torch.addmm(weights[f"glance_bias_{block}"], _normed(flow), weights[f"glance_weight_{block}"])
            of_cards = [weights[f"{name}_weight_{block}"] for name in ("ask", "offer", "heard", "look", "again")]
            cards, told = self._card_block(cards, present, tiles @ of_cards[1], glance, *of_cards)
            flow = flow + told @ weights[f"back_weight_{block}"]
            inner = torch.addmm(weights[f"in_bias_{block}"], _normed(flow), weights[f"in_weight_{block}"])
            flow = flow + torch.addmm(
                weights[f"out_bias_{block}"], functional.relu(inner), weights[f"out_weight_{block}"]
            )
        last = torch.addmm(weights["head_bias"], _normed(flow), weights["head_weight"])
        named = cards[:, : SLOTS + HAND]
        choices = functional.relu(named @ weights["choice_weight"] + last[:, None, self._context])
        by_slot = (choices @ weights["slots_weight"]) * present[:, : SLOTS + HAND]
        return with_slots(last[:, :OUTPUTS], by_slot).float()


def plain_block(
    cards: Tensor, present: Tensor, tile_offers: Tensor, glance: Tensor, ask: Tensor, offer: Tensor, heard: Tensor,
    look: Tensor, again: Tensor,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """What a block does with cards: the cards after it, and what all of them tell the flow."""
    own = even(cards)
    offered, said = torch.cat([own @ offer, tile_offers], 1).chunk(2, 2)
    cards = cards + (attention(own @ ask, offered, said, 1.0) @ heard) * present
    looks = functional.relu(cards @ look + glance[:, None]) * present
    return cards + looks @ again, looks.sum(1)


def _kernel_for(model: Model) -> Callable[..., tuple[Tensor, Tensor]]:
    """The fastest way to do the same on a GPU."""
    if not can_compile():
        return plain_block
    from splendor.train import card_block

    size = sizes(folded(model))
    return card_block.card_block if card_block.fits(size["cards"], size["look"]) else plain_block


def _normed(flow: Tensor) -> Tensor:
    return functional.layer_norm(flow, flow.shape[1:], eps=SMALLEST)


def to_arrays(model: Model) -> dict[str, Any]:
    """The folded weights as arrays, for `network.save`."""
    return {name: weight.float().cpu().numpy() for name, weight in folded(model).items()}


def model_of(network: Network) -> Model:
    """A model that answers as the network does."""
    model = Model(**network.sizes)
    from_arrays(model, network.weights)
    return model


def from_arrays(model: Model, arrays: Mapping[str, Any]) -> None:
    """Give a new model the weights of a network for playing, which may be smaller in all but its width and its cards'.

    It answers the same, whatever it has more: numbers that the network does not have tell nothing to those that it has,
    and blocks that it does not have add nothing at first. What was folded into the weights stays so. The prestige at
    the end and the fates of cards have to be learned anew, for playing does not need them.
    """
    weights = {name: torch.from_numpy(np.asarray(array, np.float32)) for name, array in arrays.items()}
    size = sizes(weights)
    largest = sizes(folded(model))
    if any(size[name] != largest[name] for name in EVENED) or any(size[name] > largest[name] for name in size):
        raise SplendorError(
            f"the network has another size than the plan: {size} instead of {largest}. {' and '.join(EVENED)} have to "
            "be the same, all else may be smaller."
        )
    width = size["width"]
    rest, scales, tiles = _scales(model)
    first, last = weights["first_weight"].T / rest.cpu(), weights["head_weight"].T
    for norm in (model.norm, *(part.norm for part in (*model.news, *model.blocks))):
        assert isinstance(norm, nn.LayerNorm)
        norm.weight.data.fill_(1.0)
        norm.bias.data.zero_()
    values = {
        model.first.weight: first[:width],
        model.first.bias: weights["first_bias"][:width],
        model.beside.weight: first[width:],
        model.card.weight: weights["card_weight"].T / scales[0].cpu(),
        model.card.bias: weights["first_bias"][width:],
        model.hand.weight: weights["hand_weight"].T / scales[1].cpu(),
        model.others.weight: weights["others_weight"].T / scales[2].cpu(),
        model.owner: weights["owner_weight"],
        model.noble.weight: weights["noble_weight"].T / tiles[0].cpu(),
        model.city.weight: weights["city_weight"].T / tiles[1].cpu(),
        model.market.weight: weights["market_weight"].T,
        model.choice.weight: weights["choice_weight"].T,
        model.slots.weight: weights["slots_weight"].T,
        model.head.weight: last[:OUTPUTS],
        model.head.bias: weights["head_bias"][:OUTPUTS],
        model.context.weight: last[OUTPUTS:],
        model.context.bias: weights["head_bias"][OUTPUTS:],
    }
    for number, (questions, news, block) in enumerate(
        list(zip(model.questions, model.news, model.blocks, strict=True))[: size["blocks"]]
    ):
        offered, said = weights[f"offer_weight_{number}"].T.chunk(2)
        values |= {
            questions.ask.weight: weights[f"ask_weight_{number}"].T * HEAD**0.5,
            questions.offer.weight: offered,
            questions.say.weight: said,
            questions.heard.weight: weights[f"heard_weight_{number}"].T,
            news.look.weight: weights[f"look_weight_{number}"].T,
            news.glance.weight: weights[f"glance_weight_{number}"].T,
            news.glance.bias: weights[f"glance_bias_{number}"],
            news.back.weight: weights[f"back_weight_{number}"].T,
            news.again.weight: weights[f"again_weight_{number}"].T,
            block.inner.weight: weights[f"in_weight_{number}"].T,
            block.inner.bias: weights[f"in_bias_{number}"],
            block.outer.weight: weights[f"out_weight_{number}"].T,
            block.outer.bias: weights[f"out_bias_{number}"],
        }
    with torch.no_grad():
        for parameter, value in values.items():
            parameter[: len(value)] = 0  # what is new tells nothing to what was there
            parameter[tuple(map(slice, value.shape))] = value
