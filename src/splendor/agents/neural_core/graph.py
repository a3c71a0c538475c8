"""The network as a graph of ONNX, which onnxruntime calculates: in the text form that the package `onnx` reads.

cards = relu(what is known of each card + beside(rest of the observation))       0 where no card lies
tiles = even(relu(what is known of each noble and city))                         0 where none lies
flow = first(rest) + market(sum of the cards)
for each block, cards ask cards and tiles, then cards and flow tell each other what is new:
    asked, things = ask(even(cards)), even(cards) and tiles
    cards = cards + heard(attention(asked, offer(things), say(things)))          again 0 where no card lies
    looks = relu(look(cards) + glance(norm(flow)))                               and again
    flow, cards = flow + back(sum of the looks), cards + again(looks)
    flow = flow + out(relu(in(norm(flow))))
answer = head(norm(flow))                                  for each action, then for each seat, own first
answer += slots(relu(choice(cards) + context(norm(flow)))) for actions that name a card of the market or the hand

Attention is that of transformers, with several heads side by side; an empty place can be asked too, has nothing to say,
and takes its share of who asks: one row of zeros stands for all places that are left out.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from splendor.agents.neural_core.places import BY_SLOT, CARDS, IN_HAND, MARKET, OF_OTHERS, THINGS, TILES
from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation import SIZE
from splendor.rules.layout import HAND

SMALLEST = 1e-5  # beside the variance in a norm
HEAD = 32  # numbers of a head of attention

BEGIN = f"""<ir_version: 10, opset_import: ["": 21]>
network (int8[positions, {SIZE}] seen, int64[places] used, float[things] shares)
  => (float[positions, {OUTPUTS}] answers) {{
  numbers = Cast <to = 1> (seen)
  setting, nobles, own_nobles, cities, posts, market, hand, between, hands = Split <axis = 1> (numbers, parts)
  rest = Concat <axis = 1> (setting, nobles, own_nobles, cities, posts, between)
  both = Gemm (rest, first_weight, first_bias)
  flow_0, beside = Split <axis = 1> (both, of_both)
  market_rows = Reshape (market, market_shape)
  hand_rows = Reshape (hand, hand_shape)
  hands_rows = Reshape (hands, hands_shape)
  of_market = MatMul (market_rows, card_weight)
  of_hand = MatMul (hand_rows, hand_weight)
  of_others = MatMul (hands_rows, others_weight)
  of_owners = Add (of_others, owners)
  noble_rows = Reshape (nobles, nobles_shape)
  city_rows = Reshape (cities, cities_shape)
  of_nobles = MatMul (noble_rows, noble_weight)
  of_cities = MatMul (city_rows, city_weight)
  all_tiles = Concat <axis = 1> (of_nobles, of_cities)
  tiles_positive = Relu (all_tiles)
  tiles_squared = Mul (tiles_positive, tiles_positive)
  tiles_mean = ReduceMean (tiles_squared, last_axis)
  tiles_more = Add (tiles_mean, smallest)
  tiles_root = Sqrt (tiles_more)
  tiles = Div (tiles_positive, tiles_root)
  all_known = Concat <axis = 1> (of_market, of_hand, of_owners)
  known = Gather <axis = 1> (all_known, used)
  market_lie = Gather <axis = 2> (market_rows, first_number)
  hand_lie = Gather <axis = 2> (hand_rows, first_number)
  hands_lie = Gather <axis = 2> (hands_rows, first_number)
  all_lie = Concat <axis = 1> (market_lie, hand_lie, hands_lie)
  lie = Gather <axis = 1> (all_lie, used)
  beside_each = Unsqueeze (beside, rows)
  in_view = Add (known, beside_each)
  positive = Relu (in_view)
  cards_0 = Mul (positive, lie)
  all_cards = ReduceSum <keepdims = 0> (cards_0, rows)
  of_all = MatMul (all_cards, market_weight)
  flow_told_0 = Add (flow_0, of_all)
"""
# What is called NEW is what the block makes of OLD.
BLOCK = f"""
  squared_OLD = Mul (cards_OLD, cards_OLD)
  mean_OLD = ReduceMean (squared_OLD, last_axis)
  more_OLD = Add (mean_OLD, smallest)
  root_OLD = Sqrt (more_OLD)
  own_OLD = Div (cards_OLD, root_OLD)
  with_tiles_OLD = Concat <axis = 1> (own_OLD, tiles)
  things_OLD = Pad (with_tiles_OLD, one_row)
  ask_OLD = MatMul (own_OLD, ask_weight_OLD)
  ask_heads_OLD = Reshape (ask_OLD, heads)
  asked_OLD = Transpose <perm = [0, 2, 1, 3]> (ask_heads_OLD)
  told_OLD = MatMul (things_OLD, offer_weight_OLD)
  offer_OLD, say_OLD = Split <axis = 2, num_outputs = 2> (told_OLD)
  offer_heads_OLD = Reshape (offer_OLD, heads)
  offered_OLD = Transpose <perm = [0, 2, 3, 1]> (offer_heads_OLD)
  say_heads_OLD = Reshape (say_OLD, heads)
  said_OLD = Transpose <perm = [0, 2, 1, 3]> (say_heads_OLD)
  scores_OLD = MatMul (asked_OLD, offered_OLD)
  all_scores_OLD = Add (scores_OLD, shares)
  listens_OLD = Softmax <axis = -1> (all_scores_OLD)
  hears_OLD = MatMul (listens_OLD, said_OLD)
  heard_heads_OLD = Transpose <perm = [0, 2, 1, 3]> (hears_OLD)
  heard_flat_OLD = Reshape (heard_heads_OLD, headless)
  heard_OLD = MatMul (heard_flat_OLD, heard_weight_OLD)
  heard_lie_OLD = Mul (heard_OLD, lie)
  asking_OLD = Add (cards_OLD, heard_lie_OLD)
  glancing_OLD = LayerNormalization <axis = -1, epsilon = {SMALLEST}> (flow_told_OLD, ones)
  glance_OLD = Gemm (glancing_OLD, glance_weight_OLD, glance_bias_OLD)
  glance_each_OLD = Unsqueeze (glance_OLD, rows)
  look_OLD = MatMul (asking_OLD, look_weight_OLD)
  look_told_OLD = Add (look_OLD, glance_each_OLD)
  look_positive_OLD = Relu (look_told_OLD)
  looks_OLD = Mul (look_positive_OLD, lie)
  all_looks_OLD = ReduceSum <keepdims = 0> (looks_OLD, rows)
  back_OLD = MatMul (all_looks_OLD, back_weight_OLD)
  flow_back_OLD = Add (flow_told_OLD, back_OLD)
  again_OLD = MatMul (looks_OLD, again_weight_OLD)
  cards_NEW = Add (asking_OLD, again_OLD)
  normed_OLD = LayerNormalization <axis = -1, epsilon = {SMALLEST}> (flow_back_OLD, ones)
  inner_OLD = Gemm (normed_OLD, in_weight_OLD, in_bias_OLD)
  inner_positive_OLD = Relu (inner_OLD)
  outer_OLD = Gemm (inner_positive_OLD, out_weight_OLD, out_bias_OLD)
  flow_told_NEW = Add (flow_back_OLD, outer_OLD)
"""
END = f"""
  last = LayerNormalization <axis = -1, epsilon = {SMALLEST}> (flow_told_OLD, ones)
  head = Gemm (last, head_weight, head_bias)
  plain, context = Split <axis = 1> (head, of_head)
  context_each = Unsqueeze (context, rows)
  choice = MatMul (cards_OLD, choice_weight)
  choice_told = Add (choice, context_each)
  choice_positive = Relu (choice_told)
  slots = MatMul (choice_positive, slots_weight)
  slots_lie = Mul (slots, lie)
  by_slot = Flatten (slots_lie)
  action_of_used = Gather (action_of_slot, used)
  action_of_slots = Reshape (action_of_used, flat)
  by_action = MatMul (by_slot, action_of_slots)
  answers = Add (plain, by_action)
}}
"""
TILED = sum(piece.rows for piece in TILES)
LIE = np.concatenate([piece.slice.start + piece.width * np.arange(piece.rows) for piece in CARDS])
"""The numbers of an observation that say whether a card lies at a place."""


class Graph:
    """A network ready to answer, by one thread: several of them would wait for each other on a busy machine."""

    def __init__(self, weights: Mapping[str, Any], blocks: int) -> None:
        from onnxruntime import InferenceSession, SessionOptions  # here: training does without

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = InferenceSession(_model(weights, blocks), options, providers=["CPUExecutionProvider"])

    def __call__(self, seen: Any) -> Any:
        """The answers to observations of whole numbers, a row each.

        Places where no card lies in any of them are left out: in most games half of them are empty.
        """
        used = np.flatnonzero(seen[:, LIE].any(axis=0))
        shares = np.zeros(len(used) + TILED + 1, dtype=np.float32)
        shares[-1] = math.log(empty) if (empty := THINGS - TILED - len(used)) else -np.inf
        given = {"seen": np.ascontiguousarray(seen, dtype=np.int8), "used": used, "shares": shares}
        return self._session.run(None, given)[0]


def _model(weights: Mapping[str, Any], blocks: int) -> bytes:
    """The file that onnxruntime reads."""
    from onnx import numpy_helper, parser

    text = "".join(
        [BEGIN, *(BLOCK.replace("OLD", str(block)).replace("NEW", str(block + 1)) for block in range(blocks)),
         END.replace("OLD", str(blocks))]
    )  # fmt: skip
    model = parser.parse_model(text)
    held = {name: array for name, array in weights.items() if name != "owner_weight"}  # it stands in `owners`
    for name, array in (held | _constants(weights)).items():
        model.graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
    found: bytes = model.SerializeToString()
    return found


def _constants(weights: Mapping[str, Any]) -> dict[str, Any]:
    """What the graph needs to know beside the weights."""
    cards, width = weights["market_weight"].shape
    choice = weights["choice_weight"].shape[1]
    heads = weights["ask_weight_0"].shape[1] // HEAD
    shapes = {
        "parts": _lengths(*TILES, *CARDS),
        "of_both": (width, cards),
        "of_head": (OUTPUTS, choice),
        "market_shape": (0, *MARKET.shape),
        "hand_shape": (0, *IN_HAND.shape),
        "hands_shape": (0, *OF_OTHERS.shape),
        "flat": (-1, OUTPUTS),
        "nobles_shape": (0, *TILES[0].shape),
        "cities_shape": (0, *TILES[1].shape),
        "heads": (0, 0, heads, HEAD),
        "headless": (0, 0, heads * HEAD),
        "one_row": (0, 0, 0, 0, 1, 0),
        "last_axis": (-1,),
        "rows": (1,),
        "first_number": (0,),
    }  # fmt: skip
    found: dict[str, Any] = {name: np.array(numbers, dtype=np.int64) for name, numbers in shapes.items()}
    found["smallest"] = np.array(SMALLEST, dtype=np.float32)
    found["ones"] = np.ones(width, dtype=np.float32)
    found["owners"] = np.repeat(weights["owner_weight"], HAND, axis=0)
    found["action_of_slot"] = np.zeros((len(LIE), len(BY_SLOT), OUTPUTS), dtype=np.float32)
    for kind, (first, number) in enumerate(BY_SLOT.items()):
        found["action_of_slot"][np.arange(number), kind, first + np.arange(number)] = 1
    return found


def _lengths(*pieces: Any) -> list[int]:
    """Of the parts that an observation falls into: what lies before each piece, unless nothing does, and the piece."""
    found, end = [], 0
    for piece in pieces:
        found += [length for length in (piece.slice.start - end, piece.slice.stop - piece.slice.start) if length]
        end = piece.slice.stop
    return found
