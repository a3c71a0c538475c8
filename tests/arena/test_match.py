"""Whole matches: the same result whichever way they are played, interrupted or not, and every game on record."""

import json
import time
from pathlib import Path

import pytest

from splendor import Setup
from splendor.agents import Agent, Follows, make
from splendor.arena import Match, Plan, Sprt, Store, play_group, summary
from splendor.arena.play import _Table
from splendor.arena.results import Group, Result, Times
from splendor.errors import SplendorError
from splendor.foreign import ForeignAgent
from splendor.game import Game
from splendor.records import read_archive
from tests.foreign.bots import GOOD, command, is_alive, is_known, pids

PLAN = Plan(("greedy", "random"), Setup(2), games=12, seed=3)
ALL = {"cities": 2025, "posts": 2025, "orient": 2025, "strongholds": 2025}


def results(match: Match) -> list[tuple[Result, ...]]:
    """Everything but the times."""
    return [group.games for group in match.groups]


def played(plan: Plan, folder: Path, **options: int) -> Match:
    match = Match.start(plan, Store(folder))
    assert len(list(match.play(**options))) == plan.groups
    return match


# --- games --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("modules", [{}, ALL, {"cities": 2017}], ids=["base", "all", "cities2017"])
def test_places_are_those_of_the_game(players: int, modules: dict[str, int]) -> None:
    plan = Plan(("greedy", "random"), Setup(players, **modules), games=4)  # type: ignore[arg-type]
    for group in range(2):
        outcome = play_group(plan, group)
        for game, line in zip(outcome.games, outcome.records, strict=True):
            record = json.loads(line)
            winners = [seat for seat, place in enumerate(game.places) if place == 1]
            assert winners == record["result"]["winners"]
            assert list(game.prestige) == record["result"]["prestige"]
            assert record["names"] == [plan.labels[agent] for agent in game.seats]
            assert sum(game.shares) == pytest.approx(1.0)


def test_the_games_of_a_group_start_alike() -> None:
    outcome = play_group(Plan(("greedy", "random", "random"), Setup(3), games=3, seed=5), 4)
    deals = [json.loads(line)["deal"] for line in outcome.records]
    assert deals[0] == deals[1] == deals[2]
    assert {json.loads(line)["meta"]["deal_seed"] for line in outcome.records} == {"9"}


def test_a_group_depends_on_plan_and_number_alone() -> None:
    plan = Plan(("random", "random"), Setup(2), games=4, seed=1)
    again = Plan(("random", "random"), Setup(2), games=400, seed=1)
    other = Plan(("random", "random"), Setup(2), games=4, seed=2)
    assert play_group(plan, 1).games == play_group(again, 1).games
    assert play_group(plan, 1).games != play_group(other, 1).games
    assert play_group(plan, 0).games != play_group(plan, 1).games


def test_a_seed_in_the_spec_is_kept() -> None:
    plan = Plan(("random:seed=1", "random:seed=1"), Setup(2), games=2)
    first, second = play_group(plan, 0).games
    assert first.prestige == second.prestige


# --- the same, whichever way --------------------------------------------------------------------------------------
def test_several_processes_give_the_same(tmp_path: Path) -> None:
    alone = played(PLAN, tmp_path / "alone")
    together = played(PLAN, tmp_path / "together", threads=2)
    assert results(alone) == results(together)
    archives = [(tmp_path / name / "games.jsonl").read_bytes() for name in ("alone", "together")]
    assert archives[0] == archives[1]


@pytest.mark.parametrize("after", [0, 1, 4])
@pytest.mark.parametrize("damage", ["", "half a result", "a record too many", "a record too few"])
def test_going_on_is_as_never_having_stopped(after: int, damage: str, tmp_path: Path) -> None:
    whole = played(PLAN, tmp_path / "whole")
    store = Store(tmp_path / "parts")
    match = Match.start(PLAN, store)
    games = match.play()
    for _ in range(after):
        next(games)
    games.close()
    _damage(store, damage)
    match = Match.resume(store)
    assert len(match.groups) == after - (damage == "a record too few" and after > 0)
    list(match.play())
    assert match.plan == PLAN
    assert match.finished
    assert results(match) == results(whole)
    assert store.archive.read_bytes() == (tmp_path / "whole" / "games.jsonl").read_bytes()
    assert results(Match.resume(store)) == results(whole)
    assert list(Match.resume(store).play()) == []


def _damage(store: Store, damage: str) -> None:
    """What a power cut can leave behind."""
    file = store.archive if "record" in damage else store.folder / "results.jsonl"
    data = file.read_bytes()
    match damage:
        case "half a result":
            file.write_bytes(data + b'{"group":')
        case "a record too many":
            file.write_bytes(data + b'{"splendor_record":1}\n{"half')
        case "a record too few":
            file.write_bytes(data[:-10])


def test_records_can_be_verified(tmp_path: Path) -> None:
    plan = Plan(("greedy", "random"), Setup(4, **ALL), games=4)  # type: ignore[arg-type]
    played(plan, tmp_path)
    records = list(read_archive(tmp_path / "games.jsonl"))
    assert len(records) == 4
    for record in records:
        record.verify()


# --- the sequential test ------------------------------------------------------------------------------------------
def test_a_test_stops_at_the_same_group_with_any_number_of_workers(tmp_path: Path) -> None:
    plan = Plan(("greedy", "random"), Setup(2), games=2000, sprt=Sprt(0, 300, 0.2, 0.2))
    alone = Match.start(plan, Store(tmp_path / "alone"))
    list(alone.play())
    together = Match.start(plan, Store(tmp_path / "together"))
    list(together.play(threads=2))
    assert alone.verdict == together.verdict == "elo1"
    assert results(alone) == results(together)
    assert len(alone.groups) < 100
    assert Match.resume(Store(tmp_path / "alone")).finished


# --- keeping ------------------------------------------------------------------------------------------------------
def test_a_folder_holds_one_match(tmp_path: Path) -> None:
    Match.start(PLAN, Store(tmp_path))
    with pytest.raises(SplendorError, match="holds a match already: go on with --resume"):
        Match.start(PLAN, Store(tmp_path))


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("plan.json", None, "is it the folder of a match"),
        ("plan.json", "{", "is damaged"),
        ("plan.json", "[]", "is damaged"),
        ("plan.json", '{"arena": 1}', "is damaged"),
        ("plan.json", '{"arena": 2}', "version 2"),
        ("results.jsonl", "{}\n", "line 1 is damaged"),
        ("results.jsonl", '{"group": 5, "games": [], "times": []}\n', "line 1 tells of group 5"),
        ("results.jsonl", None, "cannot be read"),
        ("games.jsonl", None, "cannot be read"),
    ],
)
def test_a_damaged_folder_is_refused(name: str, text: str | None, complaint: str, tmp_path: Path) -> None:
    played(PLAN, tmp_path)
    (tmp_path / name).unlink() if text is None else (tmp_path / name).write_text(text)
    with pytest.raises(SplendorError, match=complaint):
        Match.resume(Store(tmp_path))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SplendorError, match="cannot be written"):
        Match.start(PLAN, Store(tmp_path / "file"))


def test_results_are_kept_whole() -> None:
    times = Times()
    for seconds in (0.001, 0.002, 1.0, 0.0):
        times.add(seconds)
    game = Result((0, 1, 1), (3, 1, 1), (3, 15, 15), 30, 90, {0: "no answer within 1 s"})
    group = Group(7, (game,), (times, Times()))
    again = Group.from_dict(json.loads(json.dumps(group.to_dict())))
    assert again == group
    assert again.times[0].quantile(0.5) == pytest.approx(0.001, rel=0.1)
    assert again.times[0].quantile(1.0) == 1.0
    assert Times().quantile(0.99) == Times().mean == 0.0


# --- forfeits -----------------------------------------------------------------------------------------------------
CRASHES = "begin(); decide(3); sys.exit(4)"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_program_that_fails_loses_and_the_others_play_on(players: int, tmp_path: Path) -> None:
    spec = f"cmd:{command(tmp_path, CRASHES)}"
    plan = Plan((spec, "greedy"), Setup(players), games=players)
    match = played(plan, tmp_path / "match")
    (group,) = match.groups
    for game in group.games:
        seat = game.seats.index(0)
        assert game.forfeits == {seat: "ended with exit code 4"}
        assert game.places[seat] == players
        assert game.share_of(1) == 1.0
    values = summary(match)
    bad, good = values["agents"]
    assert (bad["wins"], bad["forfeits"]) == (0.0, players)
    assert bad["forfeit_reasons"] == {"ended with exit code 4": players}
    assert (good["share"], good["forfeits"]) == (1.0, 0)
    assert bad["seconds"]["decisions"] == 3 * players
    records = list(read_archive(tmp_path / "match" / "games.jsonl"))
    for record, game in zip(records, group.games, strict=True):
        record.verify()
        assert record.meta["forfeits"] == f"{'ABCD'[game.seats.index(0)]} ended with exit code 4"
        assert (record.result.winners is None) == (players == 2)
    assert not any(is_known(pid) for pid in pids(tmp_path))


def test_when_everybody_fails_the_last_one_wins() -> None:
    plan = Plan(("cmd:./no-such-bot", "cmd:./nor-this"), Setup(3), games=3)
    for game in play_group(plan, 0).games:
        assert len(game.forfeits) == 2
        assert sorted(game.places) == [1, 3, 3]
        assert game.decisions == 0


def test_one_process_plays_the_games_of_a_deal(tmp_path: Path) -> None:
    plan = Plan((f"cmd:{command(tmp_path, GOOD)}", "random"), Setup(2), games=4)
    first, second = play_group(plan, 0), play_group(plan, 1)
    assert not any(game.forfeits for game in (*first.games, *second.games))
    assert len(pids(tmp_path)) == 2
    assert not any(is_known(pid) for pid in pids(tmp_path))


def test_stopping_leaves_no_program_behind(tmp_path: Path) -> None:
    match = Match(Plan((f"cmd:{command(tmp_path, GOOD)}", "random"), Setup(2), games=2000))
    games = match.play(threads=2)
    next(games)
    games.close()
    while any(is_alive(pid) for pid in pids(tmp_path)):  # one that was just being started notices a moment later
        time.sleep(0.05)
    assert pids(tmp_path)


def test_several_copies_of_a_program_are_several_processes(tmp_path: Path) -> None:
    plan = Plan(("random", f"cmd:{command(tmp_path, GOOD)}"), Setup(4), games=4)
    assert not any(game.forfeits for game in play_group(plan, 0).games)
    assert len(pids(tmp_path)) == 3


def test_the_time_limit_is_for_programs_that_name_none(tmp_path: Path) -> None:
    tells = GOOD.replace('action=message["legal"][-1]["text"]', 'action="limit" + str(message["limit"])')
    line = command(tmp_path, tells)
    plan = Plan((f"cmd:{line}", f"cmd(limit=7):{line}"), Setup(2), games=2, limit=33.0)
    reasons = {reason for game in play_group(plan, 0).games for reason in game.forfeits.values()}
    assert {limit for limit in ("limit33", "limit7") if any(limit in reason for reason in reasons)}
    assert all("limit33.0'" in reason or "limit7.0'" in reason for reason in reasons)


class Cheat:
    """An agent of ours with a mistake."""

    name = "cheat"

    def choose(self, view: object, legal: object) -> object:  # noqa: ARG002
        return "pass"


def test_an_illegal_action_of_our_own_is_a_forfeit_too() -> None:
    cheat: Agent = Cheat()  # type: ignore[assignment]
    table = _Table(Game(seed=1), [make("greedy"), cheat])
    table.play([0, 0], [Times(), Times()])
    assert "'pass' is not legal now" in table.forfeits[1]
    assert table.places() == (1, 2)


def test_who_follows_games() -> None:
    assert isinstance(ForeignAgent("true"), Follows)
    assert not isinstance(make("greedy"), Follows)
