"""Corners of the rules that neither the scenarios nor random games are sure to reach."""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import pytest

from splendor import Game, Phase, Setup, Status, hidden
from splendor.game import fill_setup
from splendor.rules import chance, doors, packed, turn
from splendor.rules.actions import ACTIONS, CITY, COUNTS_PER_COLOUR, PAY, PAY_VIRTUAL, TAKEN
from splendor.rules.bits import lowest, nth
from splendor.rules.jit import Function, compiled, counting_door, door, inlined
from splendor.rules.layout import CITY_PLACES, GAME, NOTHING, PLAYER, copy_games, new_games, new_legal, with_attributes
from splendor.table.things import HiddenCard
from tests.rules.helpers import names, payments, play, position, texts


def drawer(**named: object) -> Game:
    """Player 0 owns the draw-two post."""
    players = [{"posts": "B", "bonus": "w3 u3 g3 r3 k3"}, {"hand": []}]
    return position(Setup(2, posts=2025), players=players, **named)


def test_the_first_question_of_a_dealt_game_is_the_action() -> None:
    game = Game(Setup(2), seed=1)
    record = with_attributes(copy_games(game.record))[0]
    assert turn.next_phase(record) == Phase.ACTION
    assert game.record.tobytes() == record.tobytes()


def test_colours_to_take_are_numbered_by_how_many_then_in_order() -> None:
    colours = [choice for number in (3, 2, 1) for choice in combinations(range(5), number)]
    assert TAKEN.tolist() == [sum(1 << colour for colour in choice) for choice in colours]


def test_payments_are_numbered_by_colour_then_by_tokens() -> None:
    assert COUNTS_PER_COLOUR * 5 == PAY_VIRTUAL - PAY == 40


def test_the_last_number_is_that_of_the_third_city() -> None:
    assert ACTIONS == CITY + CITY_PLACES == 379


def test_between_two_turns_nothing_of_a_purchase_is_left() -> None:
    game = position(Setup(2), players=[{"tokens": "w1 u1 g1 r1 k1 y3", "bonus": "w2 u2 g2 r2 k2"}, {}])
    before = game.record[0].copy()
    game.play(sorted(texts(game, "purchase"))[0])
    while game.phase is not Phase.ACTION:
        game.play(game.legal_actions[0])
    assert game.record[0]["players"]["cards"][0] == before["players"]["cards"][0] + 1
    for name in ("paid", "paid_virtual", "pay_step", "buying", "card", "gained", "passed", "opened"):
        assert game.record[0][name].tolist() == before[name].tolist(), name


def test_between_two_turns_the_pair_that_was_taken_is_forgotten() -> None:
    game = Game(Setup(2), seed=1)
    before = game.record[0]["pair"].copy()
    game.play("take ww")
    assert game.record[0]["pair"] == before == NOTHING


# --- the deal -----------------------------------------------------------------------------------------------------
MODULES = [Setup(2), Setup(4, cities=2025, posts=2025), Setup(3, posts=2025, orient=2017, strongholds=2025)]


@pytest.mark.parametrize("setup", MODULES, ids=lambda setup: setup.name)
def test_a_deal_forgets_whatever_the_record_held(setup: Setup) -> None:
    dealt = Game(setup, seed=3).record[0]
    used = new_games(1)
    used.view(np.uint8)[:] = 0x55
    fill_setup(with_attributes(used)[0], setup)
    doors.deal(used, 0, 3, new_legal())
    fields = [(name, used[0][name], dealt[name]) for name in GAME.names if name != "players"]
    fields += [(name, used[0]["players"][name], dealt["players"][name]) for name in PLAYER.names]
    assert [name for name, now, expected in fields if now.tolist() != expected.tolist()] == []


@pytest.mark.parametrize("setup", MODULES, ids=lambda setup: setup.name)
def test_a_dealt_game_stands_at_its_beginning(setup: Setup) -> None:
    game = Game(setup, seed=3)
    now = game.record[0]
    zeros = "stage player over winners ending passes quiet_rounds rounds lively passed gained conquest pay_step paid"
    zeros += " paid_virtual effect give_back_from opened_count opened under_count under_seen held gone"
    assert [name for name in zeros.split() if now[name].any()] == []
    nothings = "pair buying lifted card sacrificed drawn holder under copied"
    assert [name for name in nothings.split() if (now[name] != NOTHING).any()] == []
    players = now["players"]
    empty = "tokens bonus count prestige cards hand_size virtual_gold reserved_count posts nobles tableau hand_seen"
    assert [name for name in empty.split() if players[name].any()] == []
    nothings = "city reserved_nobles hand virtual_gold_cards"
    assert [name for name in nothings.split() if (players[name] != NOTHING).any()] == []
    supplies = [3 if setup.strongholds and seat < setup.players else 0 for seat in range(4)]
    assert players["strongholds"].tolist() == supplies
    assert (game.phase, game.winners, game.drawn, game.card) == (Phase.ACTION, frozenset(), (), None)


# --- cards under a deck -------------------------------------------------------------------------------------------
def test_cards_under_a_deck_come_in_the_order_they_went_there() -> None:
    game = drawer(decks={"1": 3}, under_decks={"1": {"36": 0, "37": 0, "38": 0}}, park=1)
    play(game, "reserve deck 1", "keep 2")
    assert names(game.players[0].hand) == {"37"}
    assert [card.name for card in game.under_decks["1"]] == ["38", "36"]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_others_imagine_the_two_cards_looked_at(level: int) -> None:
    game = play(drawer(), f"reserve deck {level}")
    assert game.phase is Phase.KEEP
    view = game.view(1)
    assert view.drawn == (HiddenCard(level, orient=False),) * 2
    imagined = [view.determinise(seed) for seed in range(20)]
    assert all(other.status() is Status.SOUND and other.view(1) == view for other in imagined)
    assert len({frozenset(names(other.drawn)) for other in imagined}) > 10
    assert all(other.drawn == game.drawn for other in map(game.view(0).determinise, range(5)))


def test_who_knows_the_only_card_left_knows_it_in_another_hand() -> None:
    game = drawer(decks={"1": 1}, under_decks={"1": {"36": 0}}, park=1, player=1)
    play(game, "reserve deck 1")
    assert [names(game.view(seat).players[1].hand) for seat in (0, 1)] == [{"36"}, {"36"}]
    assert game.view(None).players[1].hand == (HiddenCard(1, orient=False),)


def test_what_others_hide_is_imagined_from_the_unseen_cards() -> None:
    hands = [{"posts": "B", "bonus": "k3", "hand": ["57", hidden("58")]}, {"hand": [hidden("90"), hidden("8", 0)]}]
    game = position(Setup(3, posts=2025), players=hands, under_decks={"2": {"59": 0, "60": 0}})
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        imagined = [view.determinise(seed) for seed in range(5)]
        assert all(other.status() is Status.SOUND and other.view(seat) == view for other in imagined)


# --- payment ------------------------------------------------------------------------------------------------------
def test_least_gold_loses_half_a_virtual_gold_card_where_nothing_else_pays() -> None:
    """The card costs two red and a black one; two red bonuses leave one unit, and half of the card is lost."""
    game = position(
        Setup(2, orient=2017, payment="least_gold"),
        players=[{"tableau": ["O17-06", "4", "9"], "tokens": "g3"}],
        market={"1.1": "1"},
    )
    play(game, "purchase 1.1")
    assert names(game.gone) == {"O17-06"}
    assert names(game.players[0].tableau) == {"4", "9", "1"}
    assert sum(game.players[0].tokens.values()) == 3


@pytest.mark.rule("PAY-GEN-1", "ORIENT-JOKER-2")
def test_half_a_virtual_gold_card_is_not_lost_beside_a_gem() -> None:
    """A red and a black one are needed: the card for both, or black and gold; not the card for red alone."""
    owner = {"tableau": ["O17-06", "4"], "tokens": "k1 y1"}
    game = position(Setup(2, orient=2017), players=[owner], market={"1.1": "1"})
    assert payments(game, "purchase 1.1") == ["+1", "k1 y1"]


@pytest.mark.rule("PAY-GEN-1", "POST25-D")
def test_doubled_gold_pays_for_two_tokens_and_never_for_half() -> None:
    """Green 3, red 2 and black 1 are needed: a gold for one green alone, or for one red alone, would waste half."""
    owner = {"posts": "D", "bonus": "u3 k1", "tokens": "g3 r2 k1 y2"}
    game = position(Setup(2, posts=2025), players=[owner], market={"2.1": "41"})
    assert payments(game, "purchase 2.1") == sorted(
        ["g3 r2 k1", "g3 r2 y1", "g3 k1 y1", "g3 y2", "g1 r2 k1 y1", "g1 r2 y2", "g1 k1 y2", "r2 k1 y2"]
    )


@pytest.mark.rule("DEC-POST-TOKEN")
def test_token_of_a_conquest_may_have_the_colour_of_the_pair_taken_before() -> None:
    """A takes two white and conquers 51, which costs r5: nothing. The post then gives any gem the bank has."""
    game = position(
        Setup(2, posts=2025, strongholds=2017),
        market={"2.1": "51"},
        players=[{"bonus": "r5 w1", "posts": "A"}],
        strongholds={"2.1": (0, 3)},
    )
    play(game, "take ww", "conquer")
    assert game.phase is Phase.EXTRA_TOKEN
    assert texts(game) == {"extra w", "extra u", "extra g", "extra r", "extra k"}


# --- the end ------------------------------------------------------------------------------------------------------
def test_nothing_can_be_chosen_once_the_game_is_over() -> None:
    game = position(Setup(2), players=[{"prestige": 15}], player=1)
    play(game, str(game.legal_actions[0]))
    assert game.is_over
    assert len(game.copy().legal_actions) == len(Game.from_bytes(game.to_bytes()).legal_actions) == 0


# --- compiling ----------------------------------------------------------------------------------------------------
def half(number: int) -> int:
    return number // 2


@pytest.mark.parametrize("decorate", [compiled, inlined, door, counting_door])
def test_a_decorated_function_does_what_it_did(decorate: Callable[[Function], Function]) -> None:
    assert decorate(half)(9) == 4


# --- bits and chance ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("bits", [1, 2**39, 2**40 - 1, 0b1010_0000_0001, 2**31 + 2**8, 0x8080808080, 0x0101010101])
def test_the_nth_bit_of_a_set(bits: int) -> None:
    places = [place for place in range(40) if bits >> place & 1]
    assert [nth(np.int64(bits), number) for number in range(len(places))] == places
    assert lowest(np.int64(bits)) == places[0]


def test_the_nth_bit_of_any_set() -> None:
    generator = np.random.default_rng(1)
    for density in (0.1, 0.5, 0.9):
        for _ in range(40):
            places = [place for place in range(40) if generator.random() < density] or [39]
            bits = sum(1 << place for place in places)
            assert [nth(bits, number) for number in range(len(places))] == places


def test_five_amounts_at_once_are_reckoned_like_each_alone() -> None:
    generator = np.random.default_rng(1)
    for most in (1, 4, 7, 30):
        for _ in range(60):
            many, few = generator.integers(0, most + 1, (2, 5))
            assert list(packed.pack(many).to_bytes(5, "little")) == many.tolist()
            ours, theirs = packed.pack(many), packed.pack(few)
            rest = np.maximum(many - few, 0)
            assert packed.less(ours, theirs) == packed.pack(rest)
            assert packed.reaches(ours, theirs) == bool((many >= few).all())
            assert packed.halved(ours, 1) == ours
            assert packed.halved(ours, 2) == packed.pack((many + 1) // 2)
            assert packed.total(ours) == many.sum()


def test_no_seed_leaves_the_generator_standing_still() -> None:
    words = np.zeros(2, dtype=np.int64)
    seeds = {*range(200), *(2**bit for bit in range(63)), *(2**bit - 1 for bit in range(64))}
    found = set()
    for seed in seeds:
        chance.seed(words, seed)
        assert words.any()
        assert (words >> 32 == 0).all()
        found.add(tuple(words.tolist()))
    assert len(found) == len(seeds)


def published(low: int, high: int) -> Iterator[int]:
    """The generator xoroshiro64** as its authors describe it, written a second time."""
    mask = 2**32 - 1

    def turned(word: int, by: int) -> int:
        return (word << by | word >> 32 - by) & mask

    while True:
        yield turned(low * 0x9E3779BB & mask, 5) * 5 & mask
        high ^= low
        low, high = turned(low, 26) ^ high ^ (high << 9 & mask), turned(high, 13)


def test_the_generator_is_the_published_one() -> None:
    words = np.array([0x12345678, 0x9ABCDEF0], dtype=np.int64)
    expected = published(*words.tolist())
    assert [int(chance.next_word(words)) for _ in range(100)] == [next(expected) for _ in range(100)]


@pytest.mark.parametrize(
    ("seed", "words"),
    [(0, [3536965187, 2336712613]), (1, [3489755803, 510659070]), (2**62 + 12345, [2036579898, 2124851677])],
)
def test_a_seed_means_the_same_for_ever(seed: int, words: list[int]) -> None:
    """Games are found again by their seeds, in records and in reports of faults."""
    found = np.zeros(2, dtype=np.int64)
    chance.seed(found, seed)
    assert found.tolist() == words


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 40, 1000])
def test_every_number_below_a_limit_comes(limit: int) -> None:
    words = np.zeros(2, dtype=np.int64)
    chance.seed(words, 1)
    found = {int(chance.below(words, limit)) for _ in range(40 * limit)}
    assert found == set(range(limit)) if limit < 1000 else found <= set(range(limit))


# --- views --------------------------------------------------------------------------------------------------------
HIDDEN = {"chance", "players", "drawn", "under", "decks"}


@pytest.mark.parametrize("setup", MODULES, ids=lambda setup: setup.name)
def test_a_view_shows_all_that_lies_open_whatever_it_held(setup: Setup) -> None:
    """Flags are 0 or 1, too: programs read them from the record."""
    games, seen, legal = new_games(1), new_games(1), new_legal()
    fill_setup(with_attributes(games)[0], setup)
    number = doors.deal(games, 0, 5, legal)
    rng = np.random.default_rng(5)
    for _ in range(60):
        if number == 0:
            break
        for seat in range(setup.players):
            seen.view(np.uint8)[:] = 0x55
            doors.view(games, 0, seat, seen, 0)
            now, shown = games[0], seen[0]
            assert shown["chance"].tolist() == [0, 0]  # what comes next is nobody's to know
            fields = [(name, shown[name], now[name]) for name in GAME.names if name not in HIDDEN]
            fields += [(name, shown["players"][name], now["players"][name]) for name in PLAYER.names if name != "hand"]
            fields.append(("hand", shown["players"]["hand"][seat], now["players"]["hand"][seat]))
            assert [name for name, found, expected in fields if found.tolist() != expected.tolist()] == []
        flags = ["over", "ending", "lively", "passed", "gained"]
        assert {name: int(games[0][name]) for name in flags if games[0][name] not in (0, 1)} == {}
        number = doors.play(games, 0, int(legal[rng.integers(number)]), legal)
