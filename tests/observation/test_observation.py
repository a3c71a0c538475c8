"""Observations: every number means what its piece says, and none depends on what the seat may not know."""

import hashlib
from typing import Any

import numpy as np
import pytest

from splendor import Game, Phase, Setup, SplendorError
from splendor import observation as observations
from splendor.observation import MOST, PIECES, SCALE, SIZE, VERSION, named, observe, raw, scaled, write
from splendor.rules.actions import ACTIONS, PURCHASE, PURCHASE_HAND
from splendor.rules.jit import door
from splendor.rules.layout import EVERYONE, copy_games
from splendor.table.catalogue import COLOURS
from splendor.table.things import CARDS, Card, HiddenCard
from tests.observation import page
from tests.rules.batches import SETUPS, Batch, legal_lists
from tests.rules.checkers import EAGER, SECRETIVE, UNIFORM
from tests.rules.figures import figures
from tests.rules.test_views import determinised, reshuffled, shown

GAMES = 64  # side by side
EVERY = 6  # decisions between two looks
EVERYTHING = Setup(4, posts=2025, orient=2017, strongholds=2017)
GEMS = COLOURS[:5]


@door
def write_all(games, seat, out):  # type: ignore[no-untyped-def]
    """What a seat sees of each game; with seat −1 the one that decides."""
    for index in range(len(games)):
        write(games[index], np.int64(games[index].player) if seat < 0 else seat, out[index])


def seen_of(games: Any, seat: int = -1) -> Any:
    out = np.full((len(games), SIZE), 99, dtype=np.int8)
    write_all(games, seat, out)
    return out


def positions(setup: Setup, policies: tuple[int, ...] = (SECRETIVE, EAGER, UNIFORM)) -> Batch:
    return Batch(setup, GAMES, seed=5, policies=policies)


# --- the layout ---------------------------------------------------------------------------------------------------
def test_the_pieces_lie_side_by_side() -> None:
    end = 0
    for piece in PIECES:
        assert piece.slice.start == end
        assert piece.slice.stop - end == piece.rows * piece.width
        end = piece.slice.stop
    assert end == SIZE <= 1500
    assert MOST.shape == SCALE.shape == (SIZE,)
    assert MOST.min() >= 1
    assert len({piece.name for piece in PIECES}) == len(PIECES)


def test_scaled_and_named() -> None:
    view = Game(EVERYTHING, seed=3).view(2)
    numbers = raw(view)
    assert numbers.dtype == np.int8
    assert (observe(view) == scaled(numbers)).all()
    assert observe(view).dtype == np.float32
    one, many = named(numbers), named(np.stack([numbers, numbers]))
    assert sum(field.size for fields in one.values() for field in fields.values()) == SIZE
    assert (many["market"]["cost"][1] == one["market"]["cost"]).all()
    assert one["market"]["cost"].shape == (18, 5)
    assert one["bank"]["tokens"].tolist() == [7, 7, 7, 7, 7, 5]
    assert one["progress"]["seat"].tolist() == [0, 0, 1, 0]
    with pytest.raises(SplendorError, match="onlooker"):
        observe(Game(seed=1).view(None))


def test_the_page_has_the_pieces() -> None:
    assert page.parts()[1] == page.tables(), "renew docs/observation.md with `python -m tests.observation.page`"
    assert f"version {VERSION}" in page.PAGE.read_text("utf-8")


def test_a_change_needs_a_new_version() -> None:
    """What is seen of some games, in short: if this differs, raise VERSION and write the new digest here."""
    digest = hashlib.sha256()
    for setup in (Setup(2), Setup(3, cities=2017), EVERYTHING, Setup(4, cities=2025, posts=2025, orient=2025)):
        batch = positions(setup)
        for _ in range(40):
            batch.step()
        digest.update(seen_of(batch.games, 0).tobytes() + seen_of(batch.games, 1).tobytes())
    assert (VERSION, digest.hexdigest()[:16]) == (1, "9135139e03c7f685")


# --- every set-up -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("checks", figures(ci=10**6, long=10**7))
def test_observations_do_not_depend_on_what_is_hidden(checks: int) -> None:
    """INV-10 for the numbers: of a game, of its view, and of games that differ in everything hidden."""
    done = 0
    for setup in SETUPS:
        batch = positions(setup)
        limit = done + checks / len(SETUPS)
        while done < limit:
            for _ in range(EVERY):
                batch.step()
            for seat in range(setup.players):
                seen = seen_of(batch.games, seat)
                views = shown(batch.games, seat)
                assert (seen == seen_of(views, seat)).all()
                assert (seen == seen_of(determinised(views, done), seat)).all()
                assert (seen == seen_of(reshuffled(batch.games, seat, done), seat)).all()
                done += 3 * len(batch)


def test_a_planted_leak_is_found() -> None:
    batch = positions(EVERYTHING, (SECRETIVE,))
    for _ in range(60):
        batch.step()

    def leaking(games: Any) -> Any:
        games = copy_games(games)
        games["players"]["hand_seen"][:] = EVERYONE
        return seen_of(games, 0)

    assert (leaking(batch.games) != leaking(reshuffled(batch.games, 0, 1))).any()


def test_all_numbers_are_used_and_none_is_too_large() -> None:
    used = np.zeros(SIZE, dtype=bool)
    options = [Setup(2, take_fewer="free", extra_nobles=True, payment="least_gold"), Setup(3, take_fewer="never")]
    for setup in [*SETUPS, *options]:
        batch = positions(setup)
        for _ in range(25):
            for _ in range(7):
                batch.step()
            for seat in range(setup.players):
                seen = seen_of(batch.games, seat)
                assert (seen >= 0).all()
                assert (seen <= MOST).all(), [piece.name for piece in PIECES if (seen > MOST)[:, piece.slice].any()]
                used |= (seen != 0).any(axis=0)
    idle = [
        f"{piece.name}.{field.name}[{row}]"
        for piece in PIECES
        for row, numbers in enumerate(used[piece.slice].reshape(piece.shape))
        for field in piece.fields
        if not numbers[piece.offset(field.name) :][: field.size].any()
    ]
    base_slots = {f"market.{field}[{slot}]" for slot in range(18) if slot % 6 < 4 for field in ("orient", "effect")}
    orient_of_level_1 = {f"market.{field}[{slot}]" for slot in (4, 5) for field in ("bonus", "prestige")}
    assert set(idle) == base_slots | orient_of_level_1 | {"decks.unseen[3]"}


@pytest.mark.parametrize("setup", SETUPS[::3], ids=lambda setup: f"{setup.players}-{setup.name}")
def test_affordable_is_what_the_rules_let_purchase(setup: Setup) -> None:
    batch = positions(setup)
    for _ in range(20):
        for _ in range(EVERY):
            batch.step()
        asked = batch.games["phase"] == Phase.ACTION
        legal = np.zeros((len(batch), ACTIONS + 1), dtype=np.int8)
        np.put_along_axis(legal, legal_lists(batch.games).astype(np.int64), 1, axis=1)
        seen = named(seen_of(batch.games))
        assert (seen["market"]["affordable"][asked, :, 0] == legal[asked, PURCHASE:PURCHASE_HAND]).all()
        assert (seen["hand"]["affordable"][asked, :, 0] == legal[asked, PURCHASE_HAND : PURCHASE_HAND + 3]).all()


# --- read by people -----------------------------------------------------------------------------------------------
def amounts(numbers: dict[str, int]) -> list[int]:
    return [numbers.get(colour, 0) for colour in GEMS]


def card_numbers(card: Card | HiddenCard | None) -> list[int]:
    """What `pieces.CARD` should say of a card."""
    if card is None:
        return [0] * 21
    deck = [1, *(card.level == level for level in (1, 2, 3)), card.orient]
    if isinstance(card, HiddenCard):
        return [*map(int, deck), *([0] * 16)]
    kind = card.kind.name
    cost = amounts(card.cost if card.sacrifice is None else {card.sacrifice: 2})
    bonus = amounts({} if card.colour is None else {card.colour: 2 if kind == "DOUBLE_BONUS" else 1})
    effects = [
        kind == "VIRTUAL_GOLD",
        "COPY" in kind,
        "FREE_CARD" in kind,
        kind == "RESERVE_NOBLE",
        kind == "SACRIFICE",
    ]
    return [*map(int, deck), *cost, *bonus, card.prestige, *map(int, effects)]


def rows_of(seen: Any, name: str) -> Any:
    piece = next(piece for piece in PIECES if piece.name == name)
    return seen[piece.slice].reshape(piece.shape)[:, :21]


def compare(game: Game, seat: int) -> None:
    """An observation with what the view says in words."""
    view = game.view(seat)
    numbers = raw(view)
    seen = named(numbers)
    order = [(seat + place) % view.setup.players for place in range(view.setup.players)]
    for place, owner in enumerate(order):
        player = view.players[owner]
        mine = {name: values[place].tolist() for name, values in seen["players"].items()}
        assert mine["tokens"] == [*amounts(player.tokens), player.tokens.get("gold", 0)]
        assert mine["bonus"] == [min(10, number) for number in amounts(player.bonus)]
        assert mine["count"] == [min(10, number) for number in amounts(player.count)]
        assert mine["prestige"] == [min(20, player.prestige)]
        assert mine["cards"] == [min(30, player.cards)]
        assert mine["hand"] == [len(player.hand)]
        assert mine["virtual_gold"] == [len(player.virtual_gold)]
        assert mine["nobles"] == [len(player.nobles)]
        assert mine["reserved_nobles"] == [len(player.reserved_nobles)]
        assert mine["posts"] == [any(post.power == power for post in player.posts) for power in range(6)]
        assert mine["city"] == [player.city is not None]
        assert mine["strongholds"] == [player.strongholds]
        assert mine["decides"] == [owner == view.player and not view.is_over]
        hand = [card_numbers(card) for card in [*player.hand, None, None, None][:3]]
        cards = rows_of(numbers, "hands")[3 * place - 3 : 3 * place] if place else rows_of(numbers, "hand")
        assert cards.tolist() == hand
    market = [card_numbers(view.market.get((level, place))) for level in (1, 2, 3) for place in range(1, 7)]
    assert rows_of(numbers, "market").tolist() == market
    assert seen["decks"]["size"][:, 0].tolist() == [*view.deck_sizes.values(), 0, 0, 0][:6]
    assert seen["bank"]["tokens"].tolist() == list(view.bank.values())
    assert seen["decision"]["phase"].argmax() == view.phase
    assert seen["nobles"]["present"].sum() == len([noble for noble in view.nobles if noble is not None])


@pytest.mark.parametrize("setup", [Setup(2), Setup(3, cities=2017), EVERYTHING, Setup(3, posts=2025, orient=2025)])
def test_the_numbers_say_what_the_view_says(setup: Setup) -> None:
    for seed in range(3):
        game = Game(setup, seed=seed)
        generator = np.random.default_rng(seed)
        while not game.is_over:
            game.play(int(generator.choice(game.legal_actions.numbers)))
            if generator.random() < 0.15:
                for seat in range(setup.players):
                    compare(game, seat)
        compare(game, 0)


def test_unseen_cards_are_counted_by_colour() -> None:
    game = Game(Setup(2), seed=4)
    game.play("reserve deck 1")
    own, other = (named(raw(game.view(seat)))["decks"]["unseen"][0] for seat in (0, 1))
    reserved = CARDS[int(game.record["players"][0]["hand"][0][0])]
    difference = other - own
    assert difference.tolist() == amounts({str(reserved.colour): 1})
    shown_cards = [card for (level, _), card in game.market.items() if level == 1 and card is not None]
    assert other.sum() == 40 - len(shown_cards)


def test_public_names_are_there() -> None:
    assert sorted(observations.__all__) == sorted(set(observations.__all__))
    assert all(hasattr(observations, name) for name in observations.__all__)
