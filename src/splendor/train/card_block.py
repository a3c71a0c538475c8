"""What a block of the network does with all cards, as one kernel: alone, each step would move them through memory.

Cards ask cards and tiles, then cards and flow tell each other what is new: see `agents.neural_core.graph`, and
`model.plain_block` for the same in PyTorch. A program works on two positions, whose cards are the rows of one matrix; a
row hears only what lies in its own position. A card's numbers come in three chunks, because Triton wants powers of two.
"""

import torch
import triton
import triton.language as tl
from torch import Tensor

from splendor.agents.neural_core.graph import HEAD, SMALLEST
from splendor.agents.neural_core.places import CARDS, TILES

PLACES = sum(piece.rows for piece in CARDS)

POSITIONS = tl.constexpr(2)  # of a program
ROOM = tl.constexpr(32)  # rows for the cards of each
TILED = tl.constexpr(sum(piece.rows for piece in TILES))  # rows for its tiles
CHUNK = tl.constexpr(64)
NUMBERS = tl.constexpr(3 * 64)  # of a card
OF_HEAD = tl.constexpr(HEAD)
NEVER = tl.constexpr(-1e30)
LEAST = tl.constexpr(SMALLEST)


def fits(cards: int, look: int) -> bool:
    """Whether the kernel is made for a network of these sizes."""
    return cards == NUMBERS.value and look in (64, 128, 256)


@torch.library.custom_op("splendor::card_block", mutates_args=())
def card_block(
    cards: Tensor, present: Tensor, tile_offers: Tensor, glance: Tensor, ask: Tensor, offer: Tensor, heard: Tensor,
    look: Tensor, again: Tensor,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """The cards after the block, and what all of them tell the flow: `model.plain_block`, all in half precision."""
    read = [part.contiguous() for part in (cards, present, tile_offers, glance, ask, offer, heard, look, again)]
    changed, told = _like(*read)
    _on_two_positions[(triton.cdiv(len(cards), POSITIONS.value),)](
        *read, changed, told, len(cards), places=PLACES, heads=ask.shape[1], width=look.shape[1], num_warps=4
    )
    return changed, told


@card_block.register_fake
def _like(
    cards: Tensor, _present: Tensor, _tile_offers: Tensor, glance: Tensor, *_weights: Tensor
) -> tuple[Tensor, Tensor]:
    """Room for the results."""
    return torch.empty_like(cards), torch.empty_like(glance)


@triton.jit
def _on_two_positions(
    cards, present, tile_offers, glance, ask, offer, heard, look, again, changed, told, number,
    places: tl.constexpr, heads: tl.constexpr, width: tl.constexpr,
):  # fmt: skip
    first = tl.program_id(0) * POSITIONS
    rows, chunk = tl.arange(0, POSITIONS * ROOM), tl.arange(0, CHUNK)
    position, place = first + rows // ROOM, rows % ROOM
    there = (place < places) & (position < number)
    card = position * places + place
    mask = there[:, None]
    before = cards + card[:, None] * NUMBERS + chunk[None, :]
    one, two, three = _chunks(before, mask)
    squares = tl.sum(one.to(tl.float32) * one + two.to(tl.float32) * two + three.to(tl.float32) * three, 1)
    even = tl.rsqrt(squares / NUMBERS + LEAST).to(tl.float16)[:, None]
    one, two, three = one * even, two * even, three * even
    lie = tl.load(present + card, there, 0.0).to(tl.float32)[:, None]

    # Attention, head by head. Empty places have scores of 0, rows beyond the last place do not count.
    tiles = tl.arange(0, POSITIONS * TILED)
    tile_there = (first + tiles // TILED < number)[:, None]
    tile = tile_offers + (first * TILED + tiles)[:, None] * (2 * heads)
    near = (rows[:, None] // ROOM == rows[None, :] // ROOM) & (place[None, :] < places)
    near_tile = rows[:, None] // ROOM == tiles[None, :] // TILED
    new_one = tl.zeros((POSITIONS * ROOM, CHUNK), tl.float32)
    new_two = tl.zeros((POSITIONS * ROOM, CHUNK), tl.float32)
    new_three = tl.zeros((POSITIONS * ROOM, CHUNK), tl.float32)
    for begins in tl.static_range(0, heads, OF_HEAD):
        numbers = begins + tl.arange(0, OF_HEAD)
        asked = _times(one, two, three, ask, numbers, heads).to(tl.float16)
        offered = _times(one, two, three, offer, numbers, 2 * heads).to(tl.float16)
        said = _times(one, two, three, offer, heads + numbers, 2 * heads).to(tl.float16)
        tile_offered = tl.load(tile + numbers[None, :], tile_there, 0.0)
        tile_said = tl.load(tile + heads + numbers[None, :], tile_there, 0.0)
        scores = tl.where(near, tl.dot(asked, tl.trans(offered)), NEVER)
        tile_scores = tl.where(near_tile, tl.dot(asked, tl.trans(tile_offered)), NEVER)
        most = tl.maximum(tl.max(scores, 1), tl.max(tile_scores, 1))[:, None]
        shares, tile_shares = tl.exp(scores - most), tl.exp(tile_scores - most)
        total = tl.sum(shares, 1) + tl.sum(tile_shares, 1)
        found = tl.dot(tile_shares.to(tl.float16), tile_said, tl.dot(shares.to(tl.float16), said))
        found = (found / total[:, None]).to(tl.float16)
        weights = heard + numbers[:, None] * NUMBERS + chunk[None, :]
        new_one = tl.dot(found, tl.load(weights), new_one)
        new_two = tl.dot(found, tl.load(weights + CHUNK), new_two)
        new_three = tl.dot(found, tl.load(weights + 2 * CHUNK), new_three)
    one, two, three = _chunks(before, mask)
    one = (one + new_one * lie).to(tl.float16)
    two = (two + new_two * lie).to(tl.float16)
    three = (three + new_three * lie).to(tl.float16)

    # What cards and flow tell each other.
    column = tl.arange(0, width)
    looks = _times(one, two, three, look, column, width)
    looks += tl.load(glance + position[:, None] * width + column[None, :], (position < number)[:, None], 0.0)
    looks = tl.maximum(looks, 0.0) * lie
    pair = first + tl.arange(0, POSITIONS)
    sums = tl.sum(tl.reshape(looks, (POSITIONS, ROOM, width)), 1).to(tl.float16)
    tl.store(told + pair[:, None] * width + column[None, :], sums, (pair < number)[:, None])
    looks = looks.to(tl.float16)
    weights = again + column[:, None] * NUMBERS + chunk[None, :]
    after = changed + card[:, None] * NUMBERS + chunk[None, :]
    tl.store(after, tl.dot(looks, tl.load(weights), one.to(tl.float32)).to(tl.float16), mask)
    tl.store(after + CHUNK, tl.dot(looks, tl.load(weights + CHUNK), two.to(tl.float32)).to(tl.float16), mask)
    tl.store(after + 2 * CHUNK, tl.dot(looks, tl.load(weights + 2 * CHUNK), three.to(tl.float32)).to(tl.float16), mask)


@triton.jit
def _chunks(begin, mask):
    """The numbers of the cards."""
    return tl.load(begin, mask, 0.0), tl.load(begin + CHUNK, mask, 0.0), tl.load(begin + 2 * CHUNK, mask, 0.0)


@triton.jit
def _times(one, two, three, weights, columns, width):
    """The cards times some columns of the weights."""
    begin = weights + tl.arange(0, CHUNK)[:, None] * width + columns[None, :]
    found = tl.dot(one, tl.load(begin))
    found = tl.dot(two, tl.load(begin + CHUNK * width), found)
    return tl.dot(three, tl.load(begin + 2 * CHUNK * width), found)
