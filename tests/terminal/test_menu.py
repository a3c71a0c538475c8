"""Finding the choice that was meant."""

import pytest

from splendor import Game, IllegalAction, Phase, Setup, UnreadableAction
from splendor.terminal.menu import Menu, normal, price_text
from tests.terminal.helpers import ALL, game_at


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1", "take wug"),
        ("take wug", "take wug"),
        ("TAKE guw", "take wug"),
        ("wug", "take wug"),
        ("w, u, g", "take wug"),
        ("rr", "take rr"),
        ("deck 2", "reserve deck 2"),
        ("3.4", "reserve 3.4"),
        ("  reserve   3.4 ", "reserve 3.4"),
    ],
)
def test_a_choice_can_be_typed_in_several_ways(typed: str, action: str) -> None:
    [found] = Menu(Game(Setup(2), seed=1)).find(typed)
    assert str(found) == action


def test_what_could_be_two_things_is_asked_back() -> None:
    game = game_at(Setup(2), 1, lambda game: Menu(game).purchasable() != set() and game.phase is Phase.ACTION)
    menu = Menu(game)
    level, place = sorted(menu.purchasable())[0]
    if "reserve" in {item.group for item in menu.items}:
        with pytest.raises(UnreadableAction, match="say which"):
            menu.find(f"{level}.{place}")
    assert str(menu.find(f"purchase {level}.{place}")[0]) == f"purchase {level}.{place}"


@pytest.mark.parametrize("typed", ["0", "31", "99999999999"])
def test_a_number_out_of_range_is_refused(typed: str) -> None:
    with pytest.raises(UnreadableAction, match="from 1 to 30"):
        Menu(Game(Setup(2), seed=1)).find(typed)


@pytest.mark.parametrize("typed", ["-1", "²", "take", "pay r2 y1", "conquer", "give back w"])
def test_what_is_no_choice_now_is_refused(typed: str) -> None:
    with pytest.raises((UnreadableAction, IllegalAction), match="Type a number"):
        Menu(Game(Setup(2), seed=1)).find(typed)


def test_tokens_are_given_back_at_once_and_in_any_order() -> None:
    def wanted(game: Game) -> bool:
        tokens = game.players[game.player].tokens
        return game.phase is Phase.GIVE_BACK and sum(tokens.values()) == 12 and min(tokens["white"], tokens["red"]) > 0

    game = game_at(Setup(2), 3, wanted)
    choice = Menu(game).find("r w")
    assert [str(action) for action in choice] == ["give back w", "give back r"]
    assert choice == Menu(game).find("give back rw")


def test_payments_are_offered_whole_with_the_usual_first() -> None:
    game = game_at(Setup(2), 4, lambda game: game.phase is Phase.PAY)
    menu = Menu(game)
    assert all(item.text.startswith("pay ") for item in menu.items)
    words = menu.items[0].text.split()
    assert menu.find(" ".join(reversed(words[1:]))) == menu.items[0].choice
    gold = ["y" in item.text for item in menu.items]
    assert gold == sorted(gold)


def test_a_small_decision_of_the_engine_is_understood_too() -> None:
    game = game_at(
        ALL, 5, lambda game: game.phase is Phase.STRONGHOLD and "lift" in {a.kind for a in game.legal_actions}
    )
    lift = next(action for action in game.legal_actions if action.kind == "lift")
    assert Menu(game).find(str(lift)) == (lift,)


def test_the_price_of_a_purchase_is_told() -> None:
    game = game_at(Setup(2), 6, lambda game: "purchase" in {action.kind for action in game.legal_actions})
    purchase = next(action for action in game.legal_actions if action.kind == "purchase")
    assert price_text(game, purchase)


def test_colours_and_amounts_have_one_spelling() -> None:
    assert normal("PAY y1  r2") == "pay r2 y1"
    assert normal("give back r, w") == normal("give back wr")
