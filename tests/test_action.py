"""The notation of actions: every action has one text, and no two the same (RELIABILITY B4)."""

import pytest

from splendor import Action, UnreadableAction
from splendor.action import ACTION_BLOCKS, NUMBERS, TEXTS
from splendor.rules.actions import ACTIONS, BLOCKS
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS
from tests.records.helpers import SETUPS, decisions

ALL = [Action(number) for number in range(ACTIONS)]


def test_parse_is_the_inverse_of_print() -> None:
    for action in ALL:
        text = str(action)
        assert Action.parse(text) == action
        assert Action.parse(f"  {text.upper().replace(' ', '   ')} ") == action
        assert eval(repr(action).replace("Action(", "Action.parse(")) == action


def test_texts_are_unique() -> None:
    assert len(set(TEXTS)) == len(NUMBERS) == ACTIONS


def test_texts_are_short_and_plain() -> None:
    for text in TEXTS:
        assert len(text) <= 18
        assert text.isascii()
        assert not set(text) & set(",;#[]{}=:\"'")  # what a record puts around them


def test_blocks_cover_the_numbering() -> None:
    assert [(block.kind, block.size) for block in ACTION_BLOCKS] == list(BLOCKS)
    assert sum(block.size for block in ACTION_BLOCKS) == ACTIONS
    for action in ALL:
        assert action.block.first + action.value == action.number
        assert 0 <= action.value < action.block.size
        assert action.kind == action.block.kind
        assert int(action) == action.number


def test_colours_of_a_take_in_any_order() -> None:
    assert Action.parse("take guw") == Action.parse("take wug")
    assert Action.parse("TAKE KR") == Action.parse("take rk")


@pytest.mark.parametrize(
    "text",
    ["", "take", "take wugr", "take www", "take y", "take yy", "reserve 4.1", "reserve 1.7", "reserve deck 4", "pay r8",
     "reserve deck o4", "purchase hand 4", "pay y1", "pay virtual 6", "sacrifice 91", "free 3.1", "visit 6", "post F",
     "visit reserved 4", "keep 3", "city 4", "give back", "extra y", "take w u g", "purchase1.4", "purchase 1,4",
     "reserve noble 6", "passs", "Purchase １.４", "take\x00wug", "57", "copy y"],
)  # fmt: skip
def test_no_action(text: str) -> None:
    with pytest.raises(UnreadableAction, match="is no action; (expected|an action begins with)"):
        Action.parse(text)


@pytest.mark.parametrize("number", [-1, ACTIONS, 10**30, 1.0, None, "3"])
def test_no_number(number: object) -> None:
    with pytest.raises(UnreadableAction, match=f"actions are numbered from 0 to {ACTIONS - 1}"):
        Action(number)  # type: ignore[arg-type]


def test_no_text() -> None:
    with pytest.raises(UnreadableAction, match="None is no action text"):
        Action.parse(None)  # type: ignore[arg-type]


def test_a_long_text_is_shown_in_part() -> None:
    with pytest.raises(UnreadableAction) as caught:
        Action.parse("x" * 100_000)
    assert len(str(caught.value)) < 300


def test_no_two_legal_actions_alike() -> None:
    """Over 10⁵ decisions of random games of all 111 set-ups."""
    number = 0
    for _, legal in decisions(SETUPS, 100_000):
        texts = {TEXTS[action] for action in legal}
        assert len(texts) == len(legal)
        number += 1
    assert number >= 100_000


@pytest.mark.long
def test_no_two_legal_actions_alike_many() -> None:
    """Over a million, printed and parsed."""
    for game, _ in decisions(SETUPS, 1_000_000, seed=1):
        legal = list(game.legal_actions)
        assert [Action.parse(text) for text in {str(action): action for action in legal}] == legal


def test_parts_say_what_the_text_says() -> None:
    letters = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))
    for action in ALL:
        last = str(action).split()[-1]
        assert (action.slot is not None) == ("." in last), action
        if action.slot:
            assert last == "{}.{}".format(*action.slot)
        if action.kind.startswith("take"):
            assert last == "".join(letters[colour] * number for colour, number in (action.tokens or {}).items())
        elif action.kind == "pay":
            assert {last[0]: int(last[1:])} == {letters[colour]: n for colour, n in (action.tokens or {}).items()}
        else:
            assert action.tokens is None
        named = action.kind in ("take_same", "pay", "copy", "extra_token", "give_back")
        assert (letters[action.colour] == last[0]) if action.colour else not named, action
