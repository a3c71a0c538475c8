"""Actions as messages: each says what it is about, in the fields that belong to its kind. And what happened."""

import random
from typing import get_args

from splendor.action import ACTION_BLOCKS
from splendor.server import telling, wire
from tests.server.simulation.positions import positions

# What a choice of each kind says besides its number and its words.
SAYS = {
    "take_different": {"tokens"},
    "take_same": {"tokens"},
    "pay": {"tokens", "colour"},
    "copy": {"colour"},
    "extra_token": {"colour"},
    "give_back": {"colour"},
    "reserve": {"slot", "card"},
    "purchase": {"slot", "card"},
    "free_card": {"slot", "card"},
    "place": {"slot", "card"},
    "lift": {"slot", "card"},
    "remove": {"slot", "card"},
    "conquer": {"slot", "card"},
    "decline": {"slot", "card"},
    "reserve_deck": {"deck"},
    "purchase_hand": {"hand", "card"},
    "keep": {"place", "card"},
    "sacrifice": {"card"},
    "pay_virtual": {"virtual"},
    "reserve_noble": {"place", "noble"},
    "visit": {"place", "noble"},
    "post": {"post"},
    "city": {"place", "city"},
}
WAYS = [
    ("market", "tableau"), ("market", "hand"), ("deck", "market"), ("deck", "hand"), ("hand", "tableau"),
    ("tableau", "gone"), ("deck", "under"),
]  # fmt: skip
FIELDS = set().union(*SAYS.values())


def test_every_kind_of_action_says_what_it_is_about() -> None:
    rng, kinds = random.Random(1), set[str]()
    for start in positions():
        game = start.copy()
        for _ in range(8):
            if game.is_over:
                break
            seen = telling.Seen(game.view(game.player))
            for action in game.legal_actions:
                said = telling.choice(seen, action)
                assert {name for name in FIELDS if getattr(said, name) is not None} == SAYS.get(action.kind, set()), (
                    said
                )
                kinds.add(action.kind)
            game.play(rng.choice(list(game.legal_actions)))
    assert kinds == {block.kind for block in ACTION_BLOCKS}


def test_every_kind_of_change_is_told() -> None:
    rng, told = random.Random(1), list[wire.Change]()
    for start in positions():
        game = start.copy()
        for _ in range(8):
            if game.is_over:
                break
            before = game.view(game.player)
            game.play(rng.choice(list(game.legal_actions)))
            told += telling.changes(before, game.view(before.seat))
    assert {type(one) for one in told} == {*get_args(wire.Change)}
    assert {one.reserved for one in told if isinstance(one, wire.NobleMoved)} == {False, True}
    moved = {(one.origin.split()[0], one.to.split()[0]) for one in told if isinstance(one, wire.CardMoved)}
    assert moved >= {*WAYS}
