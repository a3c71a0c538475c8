"""INV-10, INFO: a view does not depend on anything its seat may not know.

After decisions of random games of every set-up, and for every seat and an onlooker, all that the viewer cannot know
is dealt anew in two ways: by `views.determinise`, and by `checkers.reshuffle_all`, which was written from the rules
text alone. The bytes of the view and the legal actions must stay the same. `make test` does 10⁷ such checks,
`make test-long` 10⁸. The same checker is then shown views with planted leaks, and must catch every one.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from splendor import Game, Setup, Status
from splendor.rules.layout import EVERYONE, GAME, NOTHING, PLAYER, SPECTATOR, UNKNOWN, copy_games, new_games
from splendor.table.catalogue import DECK, DECK_CARDS, DECK_FIRST
from tests.rules import checkers, chi_square
from tests.rules.batches import SETUP_NAMES, SETUPS, Batch, as_bytes, copies, legal_lists, structured
from tests.rules.checkers import EAGER, SECRETIVE, WATCH
from tests.rules.figures import INTERPRETED, figures, scaled

GAMES = 1 if INTERPRETED else 96  # side by side
EVERY = 8  # decisions between two looks
EVERYTHING = Setup(4, posts=2025, orient=2017, strongholds=2017)

Leak = Callable[[Any, Any], None]  # of the games, into their views


def viewers(setup: Setup) -> list[int]:
    return [*range(setup.players), SPECTATOR]


def no_leak(games: Any, views: Any) -> None:
    """The views as they are."""


def shown(games: Any, seat: int, leak: Leak = no_leak) -> Any:
    """The views of a seat, with a leak planted."""
    views = new_games(len(games))
    checkers.show_all(games, seat, views)
    leak(games, views)
    return views


def offered(games: Any, seat: int, leak: Leak = no_leak) -> Any:
    """The legal actions a seat is shown: its own, when it decides; the planted leak shows everybody's."""
    legal = legal_lists(games)
    if leak is not legal_actions_of_another:
        legal[games["player"] != seat] = NOTHING
    return legal


def determinised(views: Any, seed: int) -> Any:
    """Games as the views allow them."""
    guesses = copy_games(views)
    checkers.determinise_all(guesses, seed)
    return guesses


def reshuffled(games: Any, seat: int, seed: int) -> Any:
    """The games with everything hidden from the seat dealt anew."""
    others = copy_games(games)
    checkers.reshuffle_all(others, seat, seed, np.zeros(2, dtype=np.int64))
    return others


def differing(games: Any, seat: int, seed: int, leak: Leak = no_leak) -> int:
    """How many of the games' views tell them from one of two reshuffles."""
    views, legal = shown(games, seat, leak), offered(games, seat, leak)
    different = np.zeros(len(games), dtype=bool)
    for others in (determinised(shown(games, seat), seed), reshuffled(games, seat, seed)):
        different |= (as_bytes(views) != as_bytes(shown(others, seat, leak))).any(axis=1)
        different |= (legal != offered(others, seat, leak)).any(axis=1)
    return int(different.sum())


def positions(setup: Setup, seed: int = 0, policies: tuple[int, ...] = (SECRETIVE, EAGER)) -> Batch:
    return Batch(setup, GAMES, seed, policies)


@pytest.mark.rule("INV-10", "INFO-2", "INFO-3", "INFO-8", "INFO-9")
@pytest.mark.parametrize("checks", figures(ci=10**7, long=10**8))
@pytest.mark.parametrize("setup", SETUPS, ids=SETUP_NAMES)
def test_views_do_not_depend_on_what_is_hidden(setup: Setup, checks: int) -> None:
    batch = positions(setup)
    done = 0
    while done < checks / len(SETUPS):
        for _ in range(EVERY):
            batch.step()
        for seat in viewers(setup):
            assert differing(batch.games, seat, seed=done) == 0
            assert (offered(shown(batch.games, seat), seat) == offered(batch.games, seat)).all()
            done += 2 * len(batch)


# --- leaks are caught ---------------------------------------------------------------------------------------------
def decks(games: Any, views: Any) -> None:
    views["decks"] = games["decks"]


def chance(games: Any, views: Any) -> None:
    views["chance"] = games["chance"]


def blind_hand_card(games: Any, views: Any) -> None:
    views["players"]["hand"][:, 0, 2] = games["players"]["hand"][:, 0, 2]


def under_cards(games: Any, views: Any) -> None:
    views["under"] = games["under"]


def drawn_cards(games: Any, views: Any) -> None:
    views["drawn"] = games["drawn"]


def next_card_is_even(games: Any, views: Any) -> None:
    """A single bit, hidden where nobody looks."""
    views["stage"] ^= (games["decks"][:, 0] & 1).astype(np.int8) << 6


def hands_in_order(games: Any, views: Any) -> None:
    """The cards stay hidden, but which of two is the higher shows."""
    hand = games["players"]["hand"][:, 0]
    views["players"]["city"][:, 3] = hand[:, 0] < hand[:, 1]


def affordable_hand_card(games: Any, views: Any) -> None:
    """Whether the player who decides can purchase the third card of the hand."""
    views["paid"][:, 0] = (legal_lists(games) == 74).any(axis=1)


def legal_actions_of_another(games: Any, views: Any) -> None:
    """`offered` shows the choices of whoever decides, to all."""


@pytest.mark.parametrize(
    "leak",
    [
        decks, chance, blind_hand_card, under_cards, drawn_cards, next_card_is_even, hands_in_order,
        affordable_hand_card, legal_actions_of_another,
    ],
)  # fmt: skip
def test_planted_leak_is_caught(leak: Leak) -> None:
    batch = positions(EVERYTHING, policies=(SECRETIVE,))
    caught = 0
    for number in range(4000):
        batch.step()
        if number % EVERY == 0:
            caught += differing(batch.games, seat=1, seed=number, leak=leak)
            if caught:
                break
    assert caught


def test_hidden_places_are_filled() -> None:
    """Without hidden cards in hands, under decks and just drawn, the checks above would check nothing."""
    batch = positions(EVERYTHING, policies=(SECRETIVE,))
    found = set()
    for _ in range(4000):
        batch.step()
        views = shown(batch.games, SPECTATOR)
        found |= {name for name in ("under", "drawn") if (views[name] <= UNKNOWN).any()}
        found |= {"hand"} if (views["players"]["hand"] <= UNKNOWN).any() else set()
        known = batch.games["under_seen"] & ~np.int8(1 << SPECTATOR)
        found |= {"known to some"} if ((known != 0) & (batch.games["under"] >= 0)).any() else set()
        if len(found) == 4:
            break
    assert found == {"under", "drawn", "hand", "known to some"}


# --- who has seen what, counted independently of the record -------------------------------------------------------
@pytest.mark.rule("INFO-3", "INFO-4", "INFO-6", "INFO-8")
@pytest.mark.parametrize("setup", SETUPS, ids=SETUP_NAMES)
def test_cards_named_are_cards_seen(setup: Setup) -> None:
    """A view names only cards its viewer saw lying open, in the own hand or drawn; and all reserved in the open."""
    batch = positions(setup, seed=500)
    witnesses = np.zeros((len(batch), SPECTATOR + 1, 3), dtype=np.int64)
    for number in range(40 if INTERPRETED else 600):
        checkers.witness(batch.games, batch.drivers, witnesses)
        if number % 4 == 0:
            for seat in viewers(setup):
                views = shown(batch.games, seat)
                assert checkers.wrongly_named(views, seat, witnesses) == 0
                assert checkers.wrongly_hidden(batch.games, views, witnesses) == 0
        batch.step()


@pytest.mark.parametrize("leak", [blind_hand_card, under_cards, drawn_cards])
def test_cards_named_but_not_seen_are_caught(leak: Leak) -> None:
    batch = positions(EVERYTHING, policies=(SECRETIVE,))
    witnesses = np.zeros((len(batch), SPECTATOR + 1, 3), dtype=np.int64)
    caught = 0
    for _ in range(4000):
        checkers.witness(batch.games, batch.drivers, witnesses)
        caught += checkers.wrongly_named(shown(batch.games, 1, leak), 1, witnesses)
        if caught:
            break
        batch.step()
    assert caught


# --- every field of the record ------------------------------------------------------------------------------------
HIDDEN = {"chance"}
MADE_ANEW = {"decks"}  # from what else is seen
PARTLY = {"drawn", "under", "hand"}
OPEN_OF_GAME = {
    "seats", "cities", "posts", "orient", "strongholds", "take_fewer", "extra_nobles", "payment",
    "phase", "stage", "player", "over", "winners", "ending", "passes", "quiet_rounds", "rounds", "lively",
    "passed", "gained", "conquest", "pair", "buying", "pay_step", "paid", "paid_virtual", "effect", "lifted",
    "give_back_from", "opened_count", "opened", "card", "sacrificed",
    "bank", "nobles", "city_faces", "holder", "held", "market",
    "deck_size", "under_count", "under_seen", "copied", "gone",
}  # fmt: skip
OPEN_OF_PLAYER = {
    "tokens", "bonus", "count", "prestige", "cards", "hand_size", "virtual_gold", "reserved_count", "strongholds",
    "posts", "city", "reserved_nobles", "hand_seen", "virtual_gold_cards", "nobles", "tableau",
}  # fmt: skip


def test_every_field_is_accounted_for() -> None:
    """Whoever adds a field says here who may see it."""
    assert set(GAME.names) == HIDDEN | MADE_ANEW | PARTLY - {"hand"} | OPEN_OF_GAME | {"players"}
    assert set(PLAYER.names) == {"hand"} | OPEN_OF_PLAYER


@pytest.fixture(scope="module")
def midgame() -> Any:
    """Games of several set-ups with cards in every hidden place."""
    setups = [EVERYTHING, Setup(3), Setup(2, posts=2025), Setup(3, posts=2025, orient=2025), Setup(4, cities=2017)]
    batch = Batch(setups, 3 if INTERPRETED else 200, policies=(SECRETIVE,))
    for _ in range(20 if INTERPRETED else 170):
        batch.step()
    return batch.games


@pytest.mark.parametrize("seat", range(SPECTATOR + 1))
def test_open_fields_are_shown_and_hidden_ones_are_not(midgame: Any, seat: int) -> None:
    views = shown(midgame, seat)
    for name in OPEN_OF_GAME:
        assert (views[name] == midgame[name]).all(), name
    for name in OPEN_OF_PLAYER:
        assert (views["players"][name] == midgame["players"][name]).all(), name
    assert not views["chance"].any()
    hands, true_hands = views["players"]["hand"], midgame["players"]["hand"]
    known = (midgame["players"]["hand_seen"] >> seat) & 1 == 1
    assert (hands[known] == true_hands[known]).all()
    hidden = ~known & (true_hands != NOTHING)
    assert hidden.any()
    assert (hands[hidden] == UNKNOWN - DECK[true_hands[hidden]]).all()
    under_known = (midgame["under_seen"] >> seat) & 1 == 1
    assert (views["under"][under_known] == midgame["under"][under_known]).all()
    assert set(np.unique(views["under"][~under_known])) <= {NOTHING, UNKNOWN}


@pytest.mark.parametrize("seat", range(SPECTATOR + 1))
def test_nothing_leaks_from_rubbish(midgame: Any, seat: int) -> None:
    """Random bits in everything hidden, and a record full of rubbish to write the view to: the same view."""
    rng = np.random.default_rng(seat)
    games = copy_games(midgame)
    games["chance"] = rng.integers(-(2**62), 2**62, games["chance"].shape)
    games["decks"] = rng.integers(-(2**62), 2**62, games["decks"].shape)
    hands = games["players"]["hand"]
    hidden = ((games["players"]["hand_seen"] >> seat) & 1 == 0) & (hands != NOTHING)
    hands[hidden] = other_cards(rng, games["orient"][:, None, None], hands, hidden)
    under = ((games["under_seen"] >> seat) & 1 == 0) & (games["under"] != NOTHING)
    games["under"][under] = rng.integers(0, 10, under.sum())
    expected, views = shown(midgame, seat), new_games(len(games))
    as_bytes(views)[:] = rng.integers(0, 256, as_bytes(views).shape)
    checkers.show_all(games, seat, views)
    for name in GAME.names:
        if name != "players":
            assert (views[name] == expected[name]).all(), name
    for name in PLAYER.names:
        assert (views["players"][name] == expected["players"][name]).all(), name


def other_cards(rng: np.random.Generator, orient: Any, hands: Any, hidden: Any) -> Any:
    """A random card of the same deck for each hidden one."""
    edition = np.broadcast_to(orient, hands.shape)[hidden]
    deck = DECK[hands[hidden]]
    return DECK_FIRST[edition, deck] + rng.integers(0, DECK_CARDS[deck])


# --- determinisations ---------------------------------------------------------------------------------------------
@pytest.mark.rule("INFO-9")
@pytest.mark.parametrize("games", figures(ci=10**4, long=10**6))
@pytest.mark.parametrize("setup", SETUPS, ids=SETUP_NAMES)
def test_determinisations_are_sound_and_play_on(setup: Setup, games: int) -> None:
    """Games made of views obey every rule, and go on to their end with nothing wrong."""
    batch = positions(setup, seed=900)
    for round_number in range(-(-games // len(SETUPS) // len(batch))):
        for _ in range(37):
            batch.step()
        seat = viewers(setup)[round_number % (setup.players + 1)]
        guesses = determinised(shown(batch.games, seat), seed=round_number)
        assert checkers.check_status(guesses, structured(len(guesses), WATCH)) == 0
        play_to_the_end(batch, guesses)


def play_to_the_end(batch: Batch, guesses: Any) -> None:
    """Every decision has a legal action until the game is over, and the position stays sound."""
    other = Batch(Setup(2), len(guesses))
    as_bytes(other.games)[:] = as_bytes(guesses)
    other.drivers["chance"] = batch.drivers["chance"]
    other.drivers["number"] = (legal := legal_lists(guesses) >= 0).sum(axis=1)
    other.legal[legal] = legal_lists(guesses)[legal]
    ended = other.over.copy()
    assert ((other.drivers["number"] == 0) == ended).all()
    watches = structured(len(guesses), WATCH)
    for number in range(2000):
        if ended.all():
            break
        other.step()
        ended |= other.over
        assert ((other.drivers["number"] == 0) == other.over).all()
        if number % 16 == 0:
            assert checkers.check_status(other.games, watches) == 0
    assert ended.all()


@pytest.mark.rule("INFO-9")
def test_determinisations_are_uniform() -> None:
    """Every unseen card is as likely as any other in every hidden place."""
    number = scaled(200_000)
    game = blind_game()
    seat = 1
    views = shown(copies(game.record, np.zeros(number, dtype=int)), seat)
    unseen = {deck: _cards(int(views["decks"][0, deck])) for deck in range(6)}
    guesses = determinised(views, seed=10**6)
    hidden = np.argwhere(views["players"]["hand"][0] <= UNKNOWN).tolist()
    assert len(hidden) >= 4
    orient = int(views["orient"][0])
    worst = 1.0
    for owner, place in hidden:
        deck = UNKNOWN - int(views["players"]["hand"][0, owner, place])
        cards = guesses["players"]["hand"][:, owner, place] - DECK_FIRST[orient, deck]
        counts = np.bincount(cards, minlength=DECK_CARDS[deck])
        assert set(np.flatnonzero(counts)) <= set(unseen[deck])
        if not INTERPRETED:
            worst = min(worst, chi_square.uniform(counts[unseen[deck]]))
    assert worst > 0.001 / len(hidden)


@pytest.mark.skipif(INTERPRETED, reason="needs many determinisations")
def test_determinised_pairs_are_uniform() -> None:
    """Two hidden cards of one deck: every pair in order is as likely as any other."""
    game = Game(Setup(3), seed=4)
    for action in ("reserve deck 3", "take wug", "reserve deck 3", "take wug", "take urk", "take wgr"):
        game.play(action)
    views = shown(copies(game.record, np.zeros(400_000, dtype=int)), seat=1)
    guesses = determinised(views, seed=1)
    first, second = guesses["players"]["hand"][:, 0, 0] - 70, guesses["players"]["hand"][:, 2, 0] - 70
    counts = np.zeros((20, 20), dtype=int)
    np.add.at(counts, (first, second), 1)
    unseen = _cards(int(views["decks"][0, 2]))
    pairs = [(one, other) for one in unseen for other in unseen if one != other]
    assert counts.sum() == sum(counts[pair] for pair in pairs)
    assert chi_square.uniform([counts[pair] for pair in pairs]) > 0.001


def _cards(bits: int) -> list[int]:
    return [place for place in range(40) if bits >> place & 1]


def blind_game() -> Game:
    """Everybody has reserved from the decks, from different ones."""
    game = Game(Setup(3, orient=2025), seed=12)
    for deck in ("1", "1", "2", "o3", "1", "2", "3", "o1", "o3"):
        game.play(f"reserve deck {deck}")
    return game


# --- the objects people use ---------------------------------------------------------------------------------------
@pytest.mark.rule("INV-10")
def test_view_objects() -> None:
    """The same through Game, View and their methods."""
    game = blind_game()
    for seat in (0, 1, 2, None):
        view = game.view(seat)
        guess = view.determinise(seed=3)
        assert guess.status() is Status.SOUND
        assert guess.view(seat) == view
        assert guess != game
        assert list(view.legal_actions) == (list(game.legal_actions) if seat == game.player else [])
        assert list(view.legal_actions) == list(guess.view(seat).legal_actions)
    assert view.record["players"]["hand_seen"].max() < EVERYONE
