"""The searching agent: legal everywhere, by the view alone, repeatable, in time, and stronger the more it searches."""

import numpy as np
import pytest

from splendor import Game, Setup
from splendor.agents import Explains, make, mcts
from splendor.agents.greedy_core import PARTS
from splendor.agents.mcts import Searcher
from splendor.agents.mcts_core.tree import EDGE, EDGES, NODE, NODES, ROOT, Tree, edges_of
from splendor.game import LegalActions
from tests.agents.clock import Clock
from tests.agents.matches import contest
from tests.agents.test_greedy import ALL_MODULES, other_view, positions

SETUPS = list(Setup.all())


def explaining(spec: str) -> Explains:
    agent = make(spec)
    assert isinstance(agent, Explains)
    return agent


# --- every set-up ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{setup.players}")
def test_whole_games_with_legal_answers_that_depend_on_the_view_alone(setup: Setup) -> None:
    game = Game(setup, seed=SETUPS.index(setup))
    agents = [make("mcts:sims=20,seed=1"), make("greedy")]
    decisions = 0
    while not game.is_over:
        legal, view = game.legal_actions, game.view(game.player)
        before = view.record.tobytes()
        action = agents[game.player % 2].choose(view, legal)
        assert action in legal
        assert view.record.tobytes() == before, "an agent leaves the view as it is"
        if decisions % 10 == 0:
            same = other_view(game, decisions)
            assert agents[game.player % 2].choose(same, legal) == action
        game.play(action)
        decisions += 1


def test_a_single_choice_needs_no_search() -> None:
    game = Game(Setup(2), seed=1)
    only = LegalActions(game.legal_actions.numbers[:1])
    assert make("mcts:sims=1000000000").choose(game.view(0), only) == only[0]


@pytest.mark.parametrize("simulations", [1, 2, 3])
def test_hardly_any_search_has_an_answer_too(simulations: int) -> None:
    for game in positions(Setup(2), seed=1, every=8):
        found = explaining(f"mcts:sims={simulations},threads=2,seed=1").explain(
            game.view(game.player), game.legal_actions
        )
        assert found.action in game.legal_actions
        assert sum(option.visits or 0 for option in found.options) <= simulations


# --- the same answer ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("setup", [Setup(2), ALL_MODULES, Setup(4, posts=2025)], ids=lambda setup: setup.name)
def test_by_simulations_the_search_repeats_itself(setup: Setup, threads: int) -> None:
    spec = f"mcts:sims=301,threads={threads},seed=5"
    used = explaining(spec)
    for game in positions(setup, seed=6, every=12):
        view, legal = game.view(game.player), game.legal_actions
        explanation = used.explain(view, legal)
        assert explanation == explaining(spec).explain(view, legal)
        assert explanation.action == used.choose(view, legal)


def test_seeds_search_differently() -> None:
    game = positions(Setup(2), seed=3)[6]
    view, legal = game.view(game.player), game.legal_actions
    found = {explaining(f"mcts:sims=500,seed={seed}").explain(view, legal).chances for seed in range(4)}
    assert len(found) == 4


# --- what it says ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", [Setup(2), ALL_MODULES, Setup(3, orient=2017)], ids=lambda setup: setup.name)
def test_explanations(setup: Setup) -> None:
    agent = explaining("mcts:sims=400,seed=1")
    for game in positions(setup, seed=5, every=9):
        view, legal = game.view(game.player), game.legal_actions
        found = agent.explain(view, legal)
        visits = [option.visits for option in found.options]
        assert all(count is not None for count in visits)
        assert visits == sorted(visits, reverse=True)  # type: ignore[type-var]
        assert sum(visits) <= 400  # type: ignore[arg-type]
        assert all(0 <= option.score <= 1 and option.reason in PARTS for option in found.options)
        assert found.chances is not None
        assert len(found.chances) == setup.players
        assert sum(found.chances) == pytest.approx(1)
        assert found.action == found.line[0] == found.options[0].action


def test_the_line_can_be_played() -> None:
    """Where nothing is revealed on the way the expected line is legal to its end; else its beginning is."""
    agent, longest = explaining("mcts:sims=2000,seed=2"), 0
    for game in positions(Setup(2), seed=8, every=6):
        line = agent.explain(game.view(game.player), game.legal_actions).line
        after = game.copy()
        for number, action in enumerate(line):
            if action not in after.legal_actions:
                break
            after.play(action, seed=1)
            longest = max(longest, number + 1)
    assert longest >= 3


def test_a_certain_victory_is_seen() -> None:
    game = positions(Setup(2), seed=0, every=1, noise=0)[-1]
    found = explaining("mcts:sims=300,seed=1").explain(game.view(game.player), game.legal_actions)
    game.play(found.action)
    while not game.is_over:
        game.play(make("greedy").choose(game.view(game.player), game.legal_actions))
    (winner,) = game.winners
    assert found.chances is not None
    assert found.chances[winner] > 0.8


# --- the tree ----------------------------------------------------------------------------------------------------
def searched(setup: Setup, simulations: int, seed: int = 4) -> tuple[Searcher, Game]:
    game = positions(setup, seed=seed)[5]
    searcher = Searcher("balanced")
    assert searcher.run(game.view(game.player).record, 9, simulations, None) == simulations
    return searcher, game


@pytest.mark.parametrize("setup", [Setup(2), ALL_MODULES, Setup(4, orient=2025)], ids=lambda setup: setup.name)
def test_visits_and_values_add_up(setup: Setup) -> None:
    searcher, game = searched(setup, 1500)
    tree, seats = searcher.tree, range(setup.players)
    root = tree.nodes[ROOT]
    assert root["visits"] == 1500
    assert searcher.edges["visits"].sum() == 1499  # the first visit judged the root itself
    assert list(searcher.edges["action"]) == [action.number for action in game.legal_actions]
    assert searcher.walk["sums"][0] == pytest.approx(root["totals"])
    for index in range(int(tree.used[NODES])):
        node = tree.nodes[index]
        edges = edges_of(tree, index)
        assert list(edges["action"]) == sorted(set(edges["action"]))
        assert edges["visits"].sum() <= max(0, node["visits"] - 1)
        assert sum(node["totals"][seat] for seat in seats) == pytest.approx(node["visits"], abs=1e-6)


def test_a_full_tree_goes_on_without_growing() -> None:
    """Only the room that was given is written to, however many simulations follow."""
    searcher, game = searched(Setup(2), 200)
    edges, nodes = int(searcher.tree.used[EDGES]), int(searcher.tree.used[NODES])
    small = Tree(np.zeros(nodes + 500, dtype=NODE), np.zeros(edges + 5, dtype=EDGE), searcher.tree.used)
    small.nodes[:nodes] = searcher.tree.nodes[:nodes]
    small.edges[:edges] = searcher.tree.edges[:edges]
    searcher.tree = small
    searcher.more(11, 500)
    assert int(small.used[EDGES]) <= edges + 5
    assert int(small.used[NODES]) <= nodes + 500
    assert small.nodes[ROOT]["visits"] == 700
    assert game.legal_actions[0].number == searcher.edges["action"][0]


# --- time --------------------------------------------------------------------------------------------------------
@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(mcts, "time", clock)
    return clock


def test_the_clock_is_kept(clock: Clock) -> None:
    """The search stops at the first look at the clock after its time."""
    game = positions(ALL_MODULES, seed=2)[8]
    searcher = Searcher("balanced")
    done = searcher.run(game.view(game.player).record, 3, None, clock.perf_counter() + 0.20)
    assert clock.looks <= 23
    assert 0 < done <= 21 * mcts.CHUNK


def test_time_and_simulations_both_limit(clock: Clock) -> None:
    game = positions(Setup(2), seed=2)[4]
    searcher = Searcher("balanced")
    assert searcher.run(game.view(game.player).record, 3, 120, clock.perf_counter() + 9.0) == 120
    assert searcher.run(game.view(game.player).record, 3, 10**6, clock.perf_counter() + 0.10) < 10**6


def test_time_is_not_spent_on_what_is_decided(clock: Clock) -> None:
    """Where one action is so far ahead that no other can catch up, the answer comes before the time is over."""
    for seed in range(10):
        game = positions(Setup(2), seed, every=1, noise=0)[-1]
        view, legal = game.view(game.player), game.legal_actions
        before = clock.looks
        action = make("mcts:time=100,seed=1").choose(view, legal)
        if clock.looks - before < 9000:
            assert make("mcts:sims=20000,seed=1").choose(view, legal) == action
            return
    pytest.fail("every last decision of ten games took all its time")


def test_a_single_choice_is_explained_without_waiting(clock: Clock) -> None:
    game = only_choice()
    found = explaining("mcts:time=100,seed=1").explain(game.view(game.player), game.legal_actions)
    assert [option.action for option in found.options] == [found.action] == list(game.legal_actions)
    assert found.chances is not None
    assert sum(found.chances) == pytest.approx(1)
    assert clock.looks < 100


def only_choice() -> Game:
    """A position with one legal action: random play soon leaves somebody nothing else."""
    game, agent = Game(Setup(2), seed=0), make("random:seed=0")
    while len(game.legal_actions) > 1:
        game.play(agent.choose(game.view(game.player), game.legal_actions))
    return game


# --- strength ----------------------------------------------------------------------------------------------------
def test_searching_beats_greedy() -> None:
    assert contest(Setup(2), 30, "mcts:sims=800,seed=1", "greedy") >= 0.6


@pytest.mark.long
@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.players == 2], ids=lambda setup: setup.name)
def test_searching_beats_greedy_with_every_module_set(setup: Setup) -> None:
    assert contest(setup, 100, "mcts:sims=3000,seed=1", "greedy") > 0.55


@pytest.mark.long
def test_more_simulations_are_better() -> None:
    assert contest(Setup(2), 200, "mcts:sims=2000,seed=1", "mcts:sims=500,seed=2") > 0.6
