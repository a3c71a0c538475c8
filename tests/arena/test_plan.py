"""Who sits where: every deal in all rotations, everybody as often as everybody else."""

from collections import Counter
from itertools import combinations

import pytest

from splendor import Setup
from splendor.arena import Plan, Sprt
from splendor.errors import SplendorError

NAMES = ("random", "greedy", "greedy:style=rush", "greedy:style=nobles", "random:seed=1", "random:seed=2")


def plan(agents: int, players: int, games: int = 100) -> Plan:
    return Plan(NAMES[:agents], Setup(players), games)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", range(2, 7))
def test_in_a_group_everybody_has_every_seat(agents: int, players: int) -> None:
    for group in range(plan(agents, players).groups):
        seatings = plan(agents, players).seatings(group)
        assert len(seatings) == players
        for who in set(seatings[0]):
            by_seat = [sum(seats[seat] == who for seats in seatings) for seat in range(players)]
            assert set(by_seat) == {seatings[0].count(who)}


@pytest.mark.parametrize(("agents", "players"), [(2, 2), (3, 3), (4, 4), (5, 2), (5, 3), (6, 4)])
def test_everybody_plays_as_often(agents: int, players: int) -> None:
    counts: Counter[int] = Counter()
    tables: Counter[frozenset[int]] = Counter()
    for group in range(plan(agents, players).groups):
        for seats in plan(agents, players).seatings(group):
            counts.update(seats)
            tables[frozenset(seats)] += 1
    assert len(set(counts.values())) == 1
    assert set(tables) == {frozenset(table) for table in combinations(range(agents), players)}
    assert len(set(tables.values())) == 1


def test_two_agents_change_seats_on_the_same_deal() -> None:
    two = plan(2, 2)
    assert two.seatings(0) == two.seatings(7) == [(0, 1), (1, 0)]
    assert two.deal_seed(0) != two.deal_seed(1)


def test_at_a_larger_table_the_last_one_fills_the_seats() -> None:
    assert sorted(plan(2, 4).seatings(3)) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    assert sorted(plan(3, 4).seatings(0)[0]) == [0, 1, 2, 2]


def test_the_order_around_the_table_changes() -> None:
    """With four agents there are six orders around a table; each comes as often."""
    orders = Counter(plan(4, 4).seatings(group)[0] for group in range(24))
    assert len(orders) == 6
    assert set(orders.values()) == {4}


@pytest.mark.parametrize(
    ("agents", "players", "games", "groups"), [(2, 2, 100, 50), (2, 2, 99, 50), (3, 3, 100, 34), (4, 2, 10, 6)]
)
def test_games_are_rounded_up_to_whole_groups(agents: int, players: int, games: int, groups: int) -> None:
    assert plan(agents, players, games).groups == groups


def test_seeds_differ_from_game_to_game_and_from_arena_to_arena() -> None:
    seeds = {
        Plan(NAMES[:2], Setup(2), 10, seed).agent_seed(group, game, seat)
        for seed in range(3)
        for group in range(20)
        for game in range(2)
        for seat in range(2)
    }
    assert len(seeds) == 3 * 20 * 2 * 2
    assert all(0 <= seed < 2**62 for seed in seeds)


def test_the_same_agent_twice_has_two_names() -> None:
    assert Plan(("greedy",) * 3, Setup(3), 3).labels == ("greedy", "greedy #2", "greedy #3")


def test_a_plan_is_kept_and_read() -> None:
    first = Plan(NAMES[:2], Setup(3, cities=2025), 40, 7, 1.5, Sprt(0, 30, 0.01, 0.02))
    assert Plan.from_dict(first.to_dict()) == first
    assert Plan.from_dict(plan(2, 2).to_dict()) == plan(2, 2)
    with pytest.raises(SplendorError, match="version 9"):
        Plan.from_dict({**first.to_dict(), "arena": 9})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"specs": ("greedy",)}, "at least two agents"),
        ({"specs": ("greedy", "gready")}, "no agent 'gready'"),
        ({"games": 0}, "games=0"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**62}, "seed="),
        ({"limit": 0.0}, "time_limit=0"),
        ({"specs": NAMES[:3], "sprt": Sprt(0, 30)}, "a sequential test compares two agents; 3 were given"),
    ],
)
def test_what_cannot_be_planned(changes: dict[str, object], complaint: str) -> None:
    values: dict[str, object] = {"specs": NAMES[:2], "setup": Setup(2), "games": 10, **changes}
    with pytest.raises(SplendorError, match=complaint):
        Plan(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["0", "30,0", "0,0", "0,x", "0,30,60", "0,9999", "nan,30"])
def test_what_cannot_be_tested(text: str) -> None:
    with pytest.raises(SplendorError, match="sprt="):
        Sprt.read(text)


@pytest.mark.parametrize(("alpha", "beta"), [(0, 0.05), (0.05, 0.5), (-1, 0.05)])
def test_error_rates_are_small(alpha: float, beta: float) -> None:
    with pytest.raises(SplendorError, match="error rate"):
        Sprt.read("0,30", alpha, beta)
