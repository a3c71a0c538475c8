"""Written, read and replayed, a game is the same (RELIABILITY B5)."""

import random
import re
from pathlib import Path

import pytest

from splendor import Game, GameRecord, Setup, SplendorError, Status, UnreadableRecord, build
from splendor.records import read_archive, write_archive
from tests.records.helpers import NAMES, SETUPS, play_on, random_game, states, without_generator


def assert_replays(record: GameRecord, game: Game) -> None:
    """Every position of the replay is that of the game, but for the generator."""
    assert [without_generator(again.record.tobytes()) for again in record.positions()] == states(game)
    final = record.replay()
    assert final.actions == game.actions
    assert final.legal_actions.numbers.tolist() == game.legal_actions.numbers.tolist()
    assert final.status() is Status.SOUND
    record.verify()


@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_write_read_verify(setup: Setup) -> None:
    game = random_game(setup, seed=1)
    names = ["Zoë", "Bob; the #1", "C: D", "玉"][: setup.players]
    record = GameRecord.of(game, names=names, digests=True, date="2025-06-01", played_at="a table; outside")
    assert_replays(record, game)
    text, json = record.text(), record.json()
    assert str(record) == text
    assert "\n" not in json
    for again in (GameRecord.read(text), GameRecord.read(json), GameRecord.read(text.encode())):
        assert again == record
        assert (again.text(), again.json()) == (text, json)
        again.verify()


@pytest.mark.long
def test_write_read_verify_many() -> None:
    """111 set-ups, 100 games each, text and JSON in turn."""
    for number in range(100):
        for setup in SETUPS:
            game = random_game(setup, seed=1000 + number)
            record = GameRecord.of(game, digests=number % 10 == 0)
            again = GameRecord.read(record.json() if number % 2 else record.text())
            assert again == record
            again.verify()
            assert without_generator(again.replay().record.tobytes()) == states(game)[-1]


@pytest.mark.parametrize("setup", SETUPS[::9], ids=NAMES[::9])
@pytest.mark.parametrize("decisions", [0, 1, 2, 3, 50])
def test_unfinished(setup: Setup, decisions: int) -> None:
    game = random_game(setup, seed=2, most=decisions)
    record = GameRecord.of(game)
    assert record.result.winners is None
    assert record.text().endswith("Result: *\n")
    assert_replays(GameRecord.read(record.text()), game)
    assert_replays(GameRecord.read(record.json()), game)


@pytest.mark.parametrize(
    "setup",
    [
        Setup(2, take_fewer="never"),
        Setup(3, take_fewer="free", extra_nobles=True),
        Setup(4, orient=2025, posts=2025, payment="least_gold"),
    ],
)
def test_options(setup: Setup) -> None:
    game = random_game(setup, seed=3)
    for text in (GameRecord.of(game).text(), GameRecord.of(game).json()):
        record = GameRecord.read(text)
        assert record.setup == setup
        assert_replays(record, game)


def test_replay_up_to() -> None:
    game = random_game(Setup(3, orient=2017), seed=4)
    record = GameRecord.of(game)
    everything = states(game)
    for number in (0, 1, record.actions // 2, record.actions):
        again = record.replay(upto=number)
        assert states(again) == everything[: number + 1]
    for number in (-1, record.actions + 1):
        with pytest.raises(SplendorError, match=f"the record has {record.actions} actions"):
            record.replay(upto=number)


def test_a_replay_can_be_undone_and_played_on() -> None:
    game = random_game(Setup(2), seed=5)
    again = GameRecord.of(game).replay()
    action = again.undo()
    again.play(action)
    while again.actions:
        again.undo()
    assert states(again) == states(game)[:1]


def test_from_the_start_of_any_turn() -> None:
    """A game read from a save, or built, starts with a position in place of the deal."""
    for setup in SETUPS[::7]:
        middle = random_game(setup, seed=6, most=60)
        while middle.phase.name != "ACTION" and not middle.is_over:
            play_on(middle, random.Random(1), most=1)
        game = play_on(Game.from_bytes(middle.to_bytes()), random.Random(2))
        record = GameRecord.of(game, digests=True)
        assert record.deal is None
        assert_replays(GameRecord.read(record.text()), game)
        assert_replays(GameRecord.read(record.json()), game)


def test_built_position() -> None:
    game = build(Setup(2), players=[{"tokens": "w2 r1"}, {"prestige": 9}], player=1, seed=1)
    game.play("take wug")
    record = GameRecord.of(game)
    assert record.turns[0].label == "1B"
    assert_replays(GameRecord.read(record.text()), game)


def test_built_position_without_a_noble() -> None:
    game = build(Setup(2), nobles=[None], players=[{"nobles": ["Mary Stuart"], "bonus": "g4 r4"}], seed=1)
    record = GameRecord.of(game)
    assert record.deal is None
    assert_replays(GameRecord.read(record.text()), game)


def test_not_from_the_middle_of_a_turn() -> None:
    game = build(Setup(2), players=[{"tokens": "w2 u2 g2 r2 k2"}], seed=1)
    game.play("take wug")
    with pytest.raises(SplendorError, match="not the start of a turn"):
        GameRecord.of(Game.from_bytes(game.to_bytes()))


def test_the_record_tells_no_seed() -> None:
    """Two games that differ in what would come next have the same record."""
    one, other = Game(Setup(2, posts=2025), seed=8), Game(Setup(2, posts=2025), seed=8)
    one.play("take wug", seed=1)
    other.play("take wug", seed=2)
    assert one != other
    assert GameRecord.of(one).json() == GameRecord.of(other).json()
    one, other = Game.from_bytes(one.to_bytes()), Game.from_bytes(other.to_bytes())
    assert GameRecord.of(one).position is not None
    assert GameRecord.of(one).json() == GameRecord.of(other).json()


# --- what is revealed -------------------------------------------------------------------------------------------------
def draw_two_game() -> Game:
    """A player with the draw-two post; one shuffled card and one under it in deck o3."""
    return build(
        Setup(2, posts=2025, orient=2025),
        players=[{"posts": "B", "bonus": "k3"}],
        decks={"o3": ["O25-29"]},
        under_decks={"o3": {"O25-30": 0}},
        park=1,
        seed=3,
    )


def test_two_cards_drawn() -> None:
    game = draw_two_game()
    for action in ("reserve deck 2", "keep 2"):
        game.play(action)
    record = GameRecord.of(game)
    places = [reveal.place for reveal in record.turns[0].moves[0].reveals]
    assert places == ["first", "second"]
    assert record.turns[0].moves[1].reveals == ()
    assert_replays(GameRecord.read(record.json()), game)
    (card,) = re.findall("first=([0-9]+)", record.text())
    twice = re.sub("second=[0-9]+", f"second={card}", record.text())
    with pytest.raises(UnreadableRecord, match="a card cannot come to two places"):
        GameRecord.read(twice).verify()


def test_the_card_under_the_deck_comes_last() -> None:
    game = draw_two_game()
    for action in ("reserve deck o3", "keep 1", "take wug", "reserve deck o3"):
        game.play(action)
    record = GameRecord.of(game)
    assert "reserve deck o3 [first=O25-29 second=O25-30], keep 1" in record.text()
    assert "reserve deck o3 [hand=O25-30]" in record.text()
    assert_replays(record, game)
    swapped = record.text().replace("first=O25-29 second=O25-30", "first=O25-30 second=O25-29")
    with pytest.raises(UnreadableRecord, match="card O25-30 cannot come to first: it has left the deck already"):
        GameRecord.read(swapped).verify()


def test_refill_from_under_the_deck() -> None:
    game = build(
        Setup(2, posts=2025, orient=2025),
        players=[{"posts": "B", "bonus": "k3"}],
        decks={"o3": []},
        under_decks={"o3": {"O25-30": 0, "O25-29": 0}},
        park=1,
        seed=3,
    )
    game.play("reserve 3.5")
    record = GameRecord.of(game)
    assert "[3.5=O25-30]" in record.text()
    assert_replays(record, game)
    with pytest.raises(UnreadableRecord, match="card O25-29 cannot come to 3.5: O25-30 was next under the deck"):
        GameRecord.read(record.text().replace("=O25-30", "=O25-29")).verify()


def test_any_card_of_the_deck_can_be_imposed() -> None:
    """Exchanging the cards of a record gives another possible game."""
    game = Game(Setup(2), seed=9)
    game.play("reserve deck 3")
    record = GameRecord.of(game)
    on_table = {card.name for card in game.market.values() if card}
    (reveal,) = record.turns[0].moves[0].reveals
    for card in range(71, 91):
        text = record.text().replace(f"hand={reveal.card + 1}", f"hand={card}")
        if str(card) in on_table:
            with pytest.raises(UnreadableRecord, match="it has left the deck already"):
                GameRecord.read(text).verify()
        else:
            again = GameRecord.read(text).replay()
            assert again.players[0].hand[0].name == str(card)  # type: ignore[union-attr]
            assert again.status() is Status.SOUND


# --- archives ---------------------------------------------------------------------------------------------------------
def test_archive(tmp_path: Path) -> None:
    records = [GameRecord.of(random_game(setup, seed=7)) for setup in SETUPS[::20]]
    file = tmp_path / "games.jsonl"
    assert write_archive(file, iter(records)) == len(records)
    assert len(file.read_text("utf-8").splitlines()) == len(records)
    assert list(read_archive(file)) == records


def test_damaged_archive(tmp_path: Path) -> None:
    good = GameRecord.of(random_game(Setup(2), seed=7)).json()
    file = tmp_path / "games.jsonl"
    for bad, reason in [
        (b"[1, 2]", "line 3: expected a JSON object"),
        (b"\xff\xfe{}", "line 3: expected a JSON object"),
        (b'{"splendor_record":"\xff"}', "line 3: byte 20: the record is no UTF-8 text"),
        (good.encode()[:-5], "line 3: the JSON breaks at character"),
        (good.replace('"1A ', '"1B ').encode(), "line 3: turns\\[0\\]: it is turn 1A, not 1B"),
    ]:
        file.write_bytes(good.encode() + b"\n\n" + bad + b"\n" + good.encode() + b"\n")
        archive = read_archive(file)
        next(archive).verify()
        with pytest.raises(UnreadableRecord, match=f"^{reason}"):
            next(archive).verify()
