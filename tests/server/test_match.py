"""The match by itself: clocks, undo, resignation, stand-ins, rematch, results."""

import random

import pytest

from splendor import build
from splendor.action import Action
from splendor.server import wire
from splendor.server.match import Match, Settings, hashed, new_token
from splendor.server.wire import Refusal, Refused
from splendor.table.setup import Setup
from tests.server.matches import at_position, eyes, play, seated, sent

MINUTE = 60_000


def decide(match: Match, text: str, at: int = 0, confirm: bool = True) -> None:
    assert match.acting is not None
    number = Action.parse(text).number
    match.apply(match.decide(match.acting, [number], match.version, at, confirm=confirm))


def refusal(error: pytest.ExceptionInfo[Refused]) -> Refusal:
    return error.value.refusal


# --- the log ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "setup", [Setup(2), Setup(3, orient=2025, strongholds=2025), Setup(4, cities=2025, posts=2025)]
)
def test_the_same_entries_give_the_same_match(setup: Setup) -> None:
    match = seated(setup)
    start = seated(setup)
    entries = play(match, 3)
    for entry in entries:
        start.apply(entry)
    assert [sent(match, seat) for seat in eyes(match)] == [sent(start, seat) for seat in eyes(start)]
    assert match.record().actions == len(match.game.actions if match.game else ())


def test_a_copy_can_be_played_on_without_touching_the_match() -> None:
    match = seated(Setup(3, posts=2025, strongholds=2017))
    rng = random.Random(5)
    for _ in range(60):
        before = [sent(match, seat) for seat in eyes(match)]
        play(match.copy(), rng.randrange(1000), entries=5)
        assert [sent(match, seat) for seat in eyes(match)] == before
        play(match, rng.randrange(1000), entries=1)


def test_tokens_are_long_and_kept_as_hashes_only() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert min(map(len, tokens)) >= 22  # 128 bits in base64
    match = seated()
    assert match.seat_of("token-of-b") == 1
    assert match.seat_of(hashed("token-of-b")) is None
    assert match.seat_of("") is None


# --- undo ---------------------------------------------------------------------------------------------------------
def test_nobody_goes_back_behind_a_card_that_came_to_light() -> None:
    match = seated()
    decide(match, "reserve 1.1", confirm=False)
    assert match.confirming is None
    assert match.acting == 1
    with pytest.raises(Refused) as error:
        match.undo(0, match.version, 0)
    assert refusal(error) is Refusal.NOT_YOUR_TURN


def test_what_follows_a_revealed_card_can_be_taken_back() -> None:
    game = build(Setup(2), players=[{"tokens": "w3 u3 g3 r1"}], seed=1)
    match = at_position(seated(), game)
    decide(match, "reserve deck 1", confirm=False)
    assert (match.game and match.game.phase.name) == "GIVE_BACK"
    decide(match, "give back w", confirm=False)
    assert match.confirming == 0
    match.apply(match.undo(0, match.version, 0))
    assert (match.game and match.game.phase.name) == "GIVE_BACK"
    with pytest.raises(Refused) as error:
        match.undo(0, match.version, 0)
    assert refusal(error) is Refusal.NOT_NOW


def test_a_whole_payment_is_one_submission_and_one_undo() -> None:
    game = build(Setup(2), players=[{"tokens": "r3 y3"}], market={"1.1": "8"}, seed=1)
    match = at_position(seated(), game)
    decide(match, "purchase 1.1", confirm=False)
    decision = match.view(0, 0).decision
    assert decision is not None
    assert (decision.phase, decision.price) == ("pay", {"red": 3})
    assert [one.tokens for one in decision.whole] == [
        {"red": 3}, {"red": 2, "gold": 1}, {"red": 1, "gold": 2}, {"gold": 3},
    ]  # fmt: skip
    assert decision.can_undo
    match.apply(match.decide(0, decision.whole[-1].actions, match.version, 0))
    assert match.view(None, 0).table.players[0].tokens == {"red": 3}  # type: ignore[union-attr]


# --- time ---------------------------------------------------------------------------------------------------------
def test_a_bank_runs_down_and_grows_with_every_turn() -> None:
    match = seated(time_control=wire.TimeControl("bank", 60, 5))
    decide(match, "take wug", at=20_000)
    clocks = [seat.clock for seat in match.view(None, 30_000).seats]
    assert clocks == [wire.Clock(45_000, False), wire.Clock(50_000, True)]
    assert match.deadline == 80_000


def test_time_per_turn_is_whole_again() -> None:
    match = seated(time_control=wire.TimeControl("per_turn", 30))
    decide(match, "take wug", at=29_000)
    decide(match, "take wug", at=30_000)
    assert match.deadline == 60_000


def test_who_runs_out_of_time_resigns_and_late_decisions_do_not_count() -> None:
    match = seated(time_control=wire.TimeControl("per_turn", 30))
    assert match.time_out(29_999) is None
    with pytest.raises(Refused) as error:
        match.decide(0, [0], match.version, 30_000)
    assert refusal(error) is Refusal.NOT_NOW
    entry = match.time_out(30_000)
    assert entry is not None
    match.apply(entry)
    assert match.result == wire.Result([[1], [0]], [1], [0, 0], "time")


def test_a_played_turn_is_confirmed_by_time() -> None:
    match = seated(time_control=wire.TimeControl("per_turn", 30))
    decide(match, "take wug", at=1000, confirm=False)
    assert match.confirming == 0
    entry = match.time_out(30_000)
    assert entry is not None
    match.apply(entry)
    assert (match.result, match.acting) == (None, 1)


def test_bots_have_no_clock() -> None:
    match = seated(agents=("club",), time_control=wire.TimeControl("per_turn", 30))
    decide(match, "take wug", at=1000)
    assert (match.bot, match.deadline) == ((1, "club"), None)


# --- leaving ------------------------------------------------------------------------------------------------------
def test_in_a_larger_match_a_bot_plays_on_for_who_resigns_and_cannot_win() -> None:
    match = seated(Setup(3))
    match.apply(match.resign(0, 0))
    assert (match.status, match.bot) == ("playing", (0, "league"))
    play(match, 2)
    assert match.result is not None
    assert match.result.ranking[-1] == [0]
    assert 0 not in match.result.winners


def test_a_match_ends_when_no_person_is_left() -> None:
    match = seated(Setup(3), agents=("club", "casual"))
    match.apply(match.resign(0, 0))
    assert match.result is not None
    assert match.result.winners == [1, 2]
    with pytest.raises(Refused) as error:
        match.resign(0, 0)
    assert refusal(error) is Refusal.OVER


def test_a_stand_in_decides_until_the_person_returns() -> None:
    match = seated()
    match.apply(match.stand_in(0, 0))
    assert match.bot == (0, "league")
    assert match.view(None, 0).seats[0].stand_in
    match.apply(match.come_back(0, 0))
    assert match.bot is None
    decide(match, "take wug", confirm=False)
    match.apply(match.stand_in(0, 0))
    assert match.acting == 1, "a turn that waited for confirmation is confirmed"


def test_nobody_lets_a_bot_play_a_rated_match_for_them() -> None:
    match = Match(Settings("m", Setup(2), 1, 0, rated=True))
    for name in ("Ada", "Bob"):
        match.apply(match.sit(None, 0, name=name, token=name, account=name))
    assert match.rated
    with pytest.raises(Refused) as error:
        match.stand_in(0, 0, by=0)
    assert refusal(error) is Refusal.NOT_ALLOWED
    match.apply(match.stand_in(0, 0, by=1))  # for somebody who is gone, as others see it
    assert match.bot == (0, "league")


def test_a_seat_can_be_left_before_the_match_begins() -> None:
    match = Match(Settings("m", Setup(2), 1, 0))
    match.apply(match.sit(None, 0, name="Ada", token="t"))
    match.apply(match.leave(0, 0))
    assert match.seat_of("t") is None
    for name in ("Bob", "Cleo"):
        match.apply(match.sit(None, 0, name=name, token=name))
    with pytest.raises(Refused) as error:
        match.leave(0, 0)
    assert refusal(error) is Refusal.NOT_NOW


# --- coming back --------------------------------------------------------------------------------------------------
def test_what_was_missed_is_told_as_far_as_it_is_remembered() -> None:
    match = seated()
    play(match, 4, entries=30)
    near = match.update(0, match.version - 3, 0)
    assert [one.version for one in near.happenings] == [match.version - 2, match.version - 1, match.version]
    far = match.update(0, 0, 0)
    assert far.since == match.version - 20
    ahead = match.update(0, match.version + 5, 0)
    assert (ahead.since, ahead.happenings) == (match.version, [])


def test_several_decisions_at_once_are_told_one_by_one() -> None:
    game = build(Setup(2), players=[{"tokens": "r3 y3"}], market={"1.1": "8"}, seed=1)
    match = at_position(seated(), game)
    numbers = [Action.parse(text).number for text in ("purchase 1.1", "pay r2")]
    match.apply(match.decide(0, numbers, match.version, 0, confirm=True))
    told = match.update(1, match.version - 1, 0).happenings
    assert [choice.text for choice in told[0].actions] == ["purchase 1.1", "pay r2"]


def test_a_claim_is_nobodys_business() -> None:
    match = seated()
    match.apply(match.claim(0, "ada", 0))
    update = match.update(1, match.version - 1, 0)
    assert (update.since, update.happenings) == (match.version - 1, [])
    assert update.view.seats[0].account == "ada"


def test_who_has_a_seat_or_is_too_early_is_refused() -> None:
    match = Match(Settings("m", Setup(3), 1, 0))
    match.apply(match.sit(None, 0, name="Ada", token="t", account="ada"))
    with pytest.raises(Refused) as error:
        match.sit(1, 0, name="Ada", token="u", account="ada")
    assert refusal(error) is Refusal.NOT_ALLOWED
    with pytest.raises(Refused) as error:
        match.resign(0, 0)
    assert refusal(error) is Refusal.NOT_NOW
    three = seated(Setup(3))
    three.apply(three.resign(0, 0))
    with pytest.raises(Refused) as error:
        three.resign(0, 0)
    assert refusal(error) is Refusal.NOT_NOW
