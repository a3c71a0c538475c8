"""The network as a graph of ONNX, which onnxruntime calculates: in the text form that the package `onnx` reads.

cards = relu(what is known of each card + beside(rest of the observation))       0 where no card lies
flow = first(rest) + market(sum of the cards)
for each block, cards and flow tell each other what is new:
    looks = relu(look(cards) + glance(norm(flow)))                               again 0 where no card lies
    flow, cards = flow + back(sum of the looks), cards + again(looks)
    flow = flow + out(relu(in(norm(flow))))
answer = head(norm(flow))                                  for each action, then for each seat, own first
answer += slots(relu(choice(cards) + context(norm(flow)))) for actions that name a card of the market or the hand
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from splendor.agents.neural_core.places import BY_SLOT, CARDS, IN_HAND, MARKET, OF_OTHERS, SMALLEST
from splendor.agents.neural_core.search import OUTPUTS
from splendor.observation import SIZE
from splendor.rules.layout import HAND

BEGIN = f"""<ir_version: 10, opset_import: ["": 21]>
network (int8[positions, {SIZE}] seen, int64[places] used) => (float[positions, {OUTPUTS}] answers) {{
  numbers = Cast <to = 1> (seen)
  before, market, hand, between, hands = Split <axis = 1> (numbers, parts)
  rest = Concat <axis = 1> (before, between)
  both = Gemm (rest, first_weight, first_bias)
  flow_0, beside = Split <axis = 1> (both, of_both)
  market_rows = Reshape (market, market_shape)
  hand_rows = Reshape (hand, hand_shape)
  hands_rows = Reshape (hands, hands_shape)
  of_market = MatMul (market_rows, card_weight)
  of_hand = MatMul (hand_rows, hand_weight)
  of_others = MatMul (hands_rows, others_weight)
  of_owners = Add (of_others, owners)
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
  glancing_OLD = LayerNormalization <axis = -1, epsilon = {SMALLEST}> (flow_told_OLD, ones)
  glance_OLD = Gemm (glancing_OLD, glance_weight_OLD, glance_bias_OLD)
  glance_each_OLD = Unsqueeze (glance_OLD, rows)
  look_OLD = MatMul (cards_OLD, look_weight_OLD)
  look_told_OLD = Add (look_OLD, glance_each_OLD)
  look_positive_OLD = Relu (look_told_OLD)
  looks_OLD = Mul (look_positive_OLD, lie)
  all_looks_OLD = ReduceSum <keepdims = 0> (looks_OLD, rows)
  back_OLD = MatMul (all_looks_OLD, back_weight_OLD)
  flow_back_OLD = Add (flow_told_OLD, back_OLD)
  again_OLD = MatMul (looks_OLD, again_weight_OLD)
  cards_NEW = Add (cards_OLD, again_OLD)
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
        return self._session.run(None, {"seen": np.ascontiguousarray(seen, dtype=np.int8), "used": used})[0]


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
    shapes = {
        "parts": (MARKET.slice.start, _size(MARKET), _size(IN_HAND), OF_OTHERS.slice.start - IN_HAND.slice.stop,
                  _size(OF_OTHERS)),
        "of_both": (width, cards),
        "of_head": (OUTPUTS, choice),
        "market_shape": (0, *MARKET.shape),
        "hand_shape": (0, *IN_HAND.shape),
        "hands_shape": (0, *OF_OTHERS.shape),
        "flat": (-1, OUTPUTS),
        "rows": (1,),
        "first_number": (0,),
    }  # fmt: skip
    found: dict[str, Any] = {name: np.array(numbers, dtype=np.int64) for name, numbers in shapes.items()}
    found["ones"] = np.ones(width, dtype=np.float32)
    found["owners"] = np.repeat(weights["owner_weight"], HAND, axis=0)
    found["action_of_slot"] = np.zeros((len(LIE), len(BY_SLOT), OUTPUTS), dtype=np.float32)
    for kind, (first, number) in enumerate(BY_SLOT.items()):
        found["action_of_slot"][np.arange(number), kind, first + np.arange(number)] = 1
    return found


def _size(piece: Any) -> int:
    return int(piece.slice.stop - piece.slice.start)
