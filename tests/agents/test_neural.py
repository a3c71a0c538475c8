"""The learned agent: legal everywhere, by the view alone, repeatable, in time, and with a tree whose sums are right."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from splendor import Game, Setup, observation
from splendor.agents import Explains, make, neural
from splendor.agents.edges import NONE, ROOT
from splendor.agents.greedy_core import PARTS
from splendor.agents.neural import MOST_SIMULATIONS, NODES, SAFETY, WALKS, NeuralAgent, Searcher, drawn
from splendor.agents.neural_core import graph, halving, network, places, search
from splendor.agents.neural_core.network import Network, UnusableNetwork, load, save
from splendor.agents.neural_core.search import OUTPUTS
from splendor.game import LegalActions
from tests.agents.clock import Clock
from tests.agents.matches import contest
from tests.agents.test_greedy import ALL_MODULES, other_view, positions
from tests.agents.untrained import random_network

SETUPS = list(Setup.all())
SOME = [setup for players in (2, 3, 4) for setup in list(Setup.all(players=players))[players - 2 :: 3]]  # each set once


def explaining(spec: str) -> Explains:
    agent = make(spec)
    assert isinstance(agent, Explains)
    return agent


@pytest.fixture(scope="module")
def small() -> Network:
    """A network that knows nothing, quickly."""
    return random_network(32, 1)


# --- every set-up ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", SOME, ids=lambda setup: f"{setup.name}-{setup.players}")
def test_whole_games_with_legal_answers_that_depend_on_the_view_alone(setup: Setup) -> None:
    whole_game(setup)


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{setup.players}")
def test_whole_games_of_every_set_up(setup: Setup) -> None:
    whole_game(setup)


def whole_game(setup: Setup) -> None:
    """Legal answers, the same ones when everything hidden is dealt anew."""
    game = Game(setup, seed=SETUPS.index(setup))
    agents = [make("neural:sims=8,seed=1"), make("neural:sims=0,seed=1"), make("greedy")]
    decisions = 0
    while not game.is_over:
        legal, view = game.legal_actions, game.view(game.player)
        before = view.record.tobytes()
        agent = agents[game.player % 3]
        action = agent.choose(view, legal)
        assert action in legal
        assert view.record.tobytes() == before, "an agent leaves the view as it is"
        if decisions % 10 == 0:
            assert agent.choose(other_view(game, decisions), legal) == action
        game.play(action)
        decisions += 1


def test_a_single_choice_needs_no_search() -> None:
    game = Game(Setup(2), seed=1)
    only = LegalActions(game.legal_actions.numbers[:1])
    assert make(f"neural:sims={MOST_SIMULATIONS}").choose(game.view(0), only) == only[0]


@pytest.mark.parametrize("simulations", [0, 1, 2, 3])
def test_hardly_any_search_has_an_answer_too(simulations: int) -> None:
    for game in positions(Setup(2), seed=1, every=8):
        found = explaining(f"neural:sims={simulations},seed=1").explain(game.view(game.player), game.legal_actions)
        assert found.action in game.legal_actions
        assert sum(option.visits or 0 for option in found.options) <= simulations


# --- the same answer ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", [Setup(2), ALL_MODULES, Setup(4, posts=2025)], ids=lambda setup: setup.name)
@pytest.mark.parametrize("spec", ["neural:sims=101,seed=5", "neural:sims=30,temperature=1,seed=2"])
def test_by_simulations_the_search_repeats_itself(setup: Setup, spec: str) -> None:
    used = explaining(spec)
    for game in positions(setup, seed=6, every=12):
        view, legal = game.view(game.player), game.legal_actions
        explanation = used.explain(view, legal)
        assert explanation == explaining(spec).explain(view, legal)
        assert explanation.action == used.choose(view, legal)


def test_a_temperature_draws(small: Network) -> None:
    """With a network that is sure of nothing: how sure the trained one is must not matter here."""
    game = Game(Setup(2), seed=3)
    view, legal = game.view(0), game.legal_actions
    agents = [NeuralAgent(sims=0, temperature=2, seed=seed, network=small) for seed in range(20)]
    assert len({agent.choose(view, legal) for agent in agents}) > 2


def test_a_draw_at_the_very_end_is_an_action_too() -> None:
    """Added up one by one the numbers of this policy are less than their sum: a draw may lie beyond them all."""
    policy = np.random.default_rng(45).random(10)
    assert np.cumsum(policy)[-1] < np.nextafter(1.0, 0.0) * policy.sum()
    assert drawn(policy, np.nextafter(1.0, 0.0)) == 9
    assert drawn(np.append(policy, 0.0), np.nextafter(1.0, 0.0)) == 9
    assert drawn(policy, 0.0) == 0


def test_a_very_low_temperature_takes_the_best(small: Network) -> None:
    for game in positions(Setup(2), seed=4, every=9):
        view, legal = game.view(game.player), game.legal_actions
        cold = NeuralAgent(sims=0, temperature=0.001, seed=1, network=small)
        assert cold.choose(view, legal) == NeuralAgent(sims=0, network=small).choose(view, legal)


# --- what it says ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", [Setup(2), ALL_MODULES, Setup(3, orient=2017)], ids=lambda setup: setup.name)
def test_explanations(setup: Setup) -> None:
    agent = explaining("neural:sims=200,seed=1")
    for game in positions(setup, seed=5, every=9):
        found = agent.explain(game.view(game.player), game.legal_actions)
        visits = [option.visits for option in found.options]
        assert visits == sorted(visits, reverse=True)  # type: ignore[type-var]
        assert all(0 <= option.score <= 1 and option.reason in PARTS for option in found.options)
        assert found.chances is not None
        assert len(found.chances) == setup.players
        assert sum(found.chances) == pytest.approx(1, abs=1e-4)
        assert found.action == found.line[0] == found.options[0].action


def test_chances_do_not_fall_because_it_is_ones_turn() -> None:
    """Bad actions are tried as well as good ones; the mean of all simulations would be lower for whoever decides."""
    agent = NeuralAgent(sims=100, seed=1)
    told: list[float] = []
    means: list[float] = []
    for seed in range(3):
        game, before = Game(Setup(2), seed=seed), None
        while not game.is_over:
            found = agent.explain(game.view(game.player), game.legal_actions)
            assert found.chances is not None
            root = agent._searcher.tree["nodes"][ROOT]
            now = found.chances[0], float(root["totals"][0] / root["visits"]), game.player
            if before is not None and before[2] != game.player:
                sign = 1 if before[2] == 0 else -1
                told.append(sign * (before[0] - now[0]))
                means.append(sign * (before[1] - now[1]))
            before = now
            game.play(found.action)
    assert len(told) > 100
    assert sum(means) / len(means) < -0.035
    assert abs(sum(told) / len(told)) < 0.025


# --- the tree ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", [Setup(2), ALL_MODULES, Setup(4, orient=2025)], ids=lambda setup: setup.name)
def test_visits_and_values_add_up(setup: Setup, small: Network) -> None:
    game = positions(setup, seed=4)[5]
    searcher = Searcher(small)
    assert searcher.run(game.view(game.player).record, 9, 700, None) == 700
    tree = searcher.tree
    edges = searcher.edges_of(ROOT)
    assert tree["nodes"]["visits"][ROOT] == 701  # the first visit judged the root itself
    assert edges["visits"].sum() == 700
    assert list(edges["action"]) == [action.number for action in game.legal_actions]
    for index in range(int(tree["nodes_used"])):
        node, below = tree["nodes"][index], searcher.edges_of(index)
        assert len(set(below["action"])) == len(below)
        assert below["visits"].sum() <= node["visits"]
        assert node["totals"].sum() == pytest.approx(node["visits"], rel=1e-3)
        assert all(below["prior"] <= 1)


def test_what_walks_found_is_not_lost_on_the_way_back(small: Network) -> None:
    """Nodes get more edges while walks are under way, and every edge knows what came of all walks along it."""
    game = positions(Setup(2), seed=4)[5]
    searcher = Searcher(small)
    searcher.run(game.view(game.player).record, 9, 3000, None)
    tree, compared = searcher.tree, 0
    assert not tree["nodes"]["under_way"].any()
    for index in range(int(tree["nodes_used"])):
        for edge in searcher.edges_of(index):
            assert edge["under_way"] == 0
            behind = tree["nodes"][edge["child"]]
            if edge["child"] != NONE and edge["visits"] == behind["visits"]:  # otherwise some games were over there
                compared += 1
                assert any(edge["total"] == pytest.approx(total, abs=1e-3) for total in behind["totals"][:2])
    assert compared > 1000


class Counting(Network):
    """A network that counts what it is asked."""

    def __init__(self, weights: Any) -> None:
        super().__init__(weights)
        self.asked = Counter[bytes]()

    def evaluate(self, seen: Any) -> Any:
        self.asked.update(row.tobytes() for row in seen)
        return super().evaluate(seen)


def test_the_network_is_asked_about_every_position_once(small: Network) -> None:
    """A walk asks wherever it comes to, because a node stands for many positions; but many walks come to the same."""
    game = positions(Setup(2), seed=4)[5]
    counting = Counting(small.weights)
    searcher = Searcher(counting)
    searcher.run(game.view(game.player).record, 9, 300, None)
    assert set(counting.asked.values()) == {1}
    assert counting.asked.total() > 300  # not just one at the end of each walk


def test_what_a_long_search_remembers_is_limited(small: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it forgot it asks again: the answers are the same."""
    game = positions(Setup(2), seed=4)[5]
    record, found = game.view(game.player).record, []
    for limit in (neural.REMEMBERED, 100):
        monkeypatch.setattr(neural, "REMEMBERED", limit)
        counting = Counting(small.weights)
        searcher = Searcher(counting)
        searcher.run(record, 9, 300, None)
        assert len(searcher._said) <= limit
        found.append((searcher.edges_of(ROOT)["visits"].tolist(), searcher.outlooks(game.player).tolist()))
    assert max(counting.asked.values()) > 1
    assert found[0][0] == found[1][0]
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-2)


def test_searches_of_a_position_agree() -> None:
    """A node stands for whatever cards came up, but what is best then differs. When all walks had the priors of the
    cards that came up first, the values of two actions were two points further apart in one search than in the next.
    """
    visits = np.tile(np.repeat(np.arange(60), 2), (17, 1)).astype(np.int32)
    searcher, differences = Searcher(network.known()), []
    for game in positions(Setup(2), seed=8, every=4)[1:6]:
        found = []
        for seed in range(4):
            searcher.look(game.view(game.player).record, seed)
            searcher.follow(seed, visits)
            edges = searcher.edges_of(ROOT)
            first, second = np.argsort(-edges["visits"])[:2]
            values = edges["total"][[first, second]] / edges["visits"][[first, second]]
            found.append(float(values[0] - values[1]))
        differences.append(np.var(found, ddof=1))
    assert np.sqrt(np.mean(differences)) < 0.006


def test_a_full_tree_goes_on_without_growing(small: Network) -> None:
    game = positions(Setup(2), seed=4)[5]
    searcher = Searcher(small)
    searcher.look(game.view(game.player).record, 9)
    searcher.desks["tree"]["nodes_used"] = NODES - 30
    assert searcher.more(9, 500, None) == 500
    assert searcher.tree["nodes_used"] == NODES
    assert searcher.edges_of(ROOT)["visits"].sum() == 500


@pytest.mark.parametrize(
    ("actions", "simulations", "visits"),
    [
        (1, 4, [0, 1, 2, 3]),
        (2, 6, [0, 0, 1, 1, 2, 2]),
        (3, 8, [0, 0, 0, 1, 1, 2, 2, 3]),
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
        (8, 16, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3]),
        (16, 4, [0, 0, 0, 0]),
        (5, 0, []),
    ],
)
def test_the_table_of_sequential_halving(actions: int, simulations: int, visits: list[int]) -> None:
    """Compared with the sequences of the authors' own program."""
    assert halving.sequence(actions, simulations).tolist() == visits
    assert halving.table(16, simulations)[actions].tolist() == visits


def test_walks_under_way_at_once_are_few_beside_those_an_action_has_had(small: Network) -> None:
    searcher = Searcher(small)
    searcher.look(Game(Setup(2), seed=1).view(0).record, 1)
    visits = halving.table(16, 400)
    sizes = []
    before = Counter[int]()
    while number := search.gather(searcher.desks, 0, 1, 16, visits, searcher.settings, searcher.seen):
        under_way = Counter(map(int, searcher.desks["walks"][0][:number]["edges"][:, 0]))
        assert all(under_way[edge] <= max(1, before[edge] / 8) for edge in under_way)
        before += under_way
        waiting = list(range(number))
        while waiting:
            waiting = searcher._answer(waiting)
        sizes.append(number)
    assert sum(sizes) == 400
    assert sizes[:8] == [16, 16, 16, 16, 16, 16, 8, 8]  # whole rounds, and none before it is known who is left
    assert max(sizes[-5:]) >= 8  # of the last two actions several at once


def test_the_simulations_of_a_search_follow_the_table(small: Network) -> None:
    game = Game(Setup(2), seed=1)
    searcher = Searcher(small)
    searcher.run(game.view(0).record, 1, 64, None)
    visits = sorted(searcher.edges_of(ROOT)["visits"], reverse=True)
    assert visits[:16] == [15, 15, 7, 7, 3, 3, 3, 3, *[1] * 8]
    assert sum(visits) == 64


# --- time --------------------------------------------------------------------------------------------------------
@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(neural, "time", clock)
    return clock


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_the_clock_is_kept(small: Network, clock: Clock, seconds: float) -> None:
    """The search stops at the first look at the clock after its time, even where much more was planned."""
    searcher = Searcher(small)
    for game in positions(ALL_MODULES, seed=2, every=25):
        searcher.seconds_each = 1e-5
        before = clock.looks
        done = searcher.run(game.view(game.player).record, 1, MOST_SIMULATIONS, clock.perf_counter() + seconds)
        assert clock.looks - before <= 100 * seconds + 3
        assert 0 < done <= 100 * seconds * WALKS


def test_no_more_is_planned_than_the_speed_seen_before_allows(small: Network, clock: Clock) -> None:
    game = positions(ALL_MODULES, seed=2)[4]
    searcher = Searcher(small)
    for seconds in (1.0, 0.5):
        searcher.seconds_each = 0.01
        done = searcher.run(game.view(game.player).record, 1, MOST_SIMULATIONS, clock.perf_counter() + seconds)
        assert seconds * 80 <= done <= seconds * 100 * SAFETY


def test_no_plan_counts_on_the_speed_of_the_end_of_a_game(small: Network, clock: Clock) -> None:
    """There walks end with the game and ask nothing: a thousand times as many take the same time."""
    game, network = positions(Setup(2), seed=2)[4], Network(small.weights)
    network.pace = 0.01
    searcher = Searcher(network)
    clock.step = 0.0  # no time at all
    searcher.run(game.view(game.player).record, 1, 50, clock.perf_counter() + 10)
    assert searcher.seconds_each == network.pace / 2 == 0.005


def test_a_search_without_time_says_nothing_of_the_speed(small: Network, clock: Clock) -> None:
    game, searcher = positions(Setup(2), seed=2)[4], Searcher(small)
    searcher.seconds_each = 0.01
    assert searcher.run(game.view(game.player).record, 1, 50, clock.perf_counter() - 1) == 0
    assert searcher.seconds_each == 0.01


def test_the_agent_thinks_for_its_time(clock: Clock) -> None:
    game = positions(Setup(2), seed=2)[4]
    agent = make("neural:time=0.3,seed=1")
    agent.get_ready()  # type: ignore[attr-defined]
    before = clock.looks
    agent.choose(game.view(game.player), game.legal_actions)
    assert clock.looks - before <= 34


# --- the network -------------------------------------------------------------------------------------------------
def test_a_file_of_weights_there_and_back(tmp_path: Path, small: Network) -> None:
    save(tmp_path / "net.npz", small.weights)
    read = load(tmp_path / "net.npz")
    assert read.weights.keys() == small.weights.keys()
    assert all(np.allclose(read.weights[name], small.weights[name], atol=1e-3) for name in small.weights)
    seen = observation.raw(Game(Setup(3), seed=1).view(0))[None]
    assert np.allclose(read.evaluate(seen), small.evaluate(seen), atol=0.05)
    assert read.evaluate(seen).shape == (1, OUTPUTS)


def plainly(weights: Any, blocks: int, seen: Any) -> Any:
    """One answer, number by number as `graph` writes it down: cards one after the other, in double precision."""
    held = {name: np.asarray(array, np.float64) for name, array in weights.items()}

    def normed(flow: Any) -> Any:
        return (flow - flow.mean()) / np.sqrt(flow.var() + graph.SMALLEST)

    def even(card: Any) -> Any:
        return card / np.sqrt((card**2).mean() + graph.SMALLEST)

    rest = np.concatenate([seen[part] for part in places.REST]).astype(np.float64)
    both = rest @ held["first_weight"] + held["first_bias"]
    width = held["market_weight"].shape[1]
    flow, beside = both[:width], both[width:]
    cards, number = {}, 0
    for piece, name in zip(places.CARDS, ("card", "hand", "others"), strict=True):
        for row, card in enumerate(seen[piece.slice].reshape(piece.shape)):
            if card[0]:
                owner = held["owner_weight"][row // 3] if name == "others" else 0
                cards[number] = np.maximum(card @ held[f"{name}_weight"] + owner + beside, 0)
            number += 1
    tiles = [
        even(np.maximum(tile @ held[f"{name}_weight"], 0))
        for piece, name in zip(places.TILES, ("noble", "city"), strict=True)
        for tile in seen[piece.slice].reshape(piece.shape)
    ]
    nothing = [np.zeros(len(beside))] * (places.THINGS - len(tiles) - len(cards))
    flow = flow + sum(cards.values(), np.zeros(len(beside))) @ held["market_weight"]
    for block in range(blocks):
        own = {place: even(card) for place, card in cards.items()}
        things = np.array([*own.values(), *tiles, *nothing]) @ held[f"offer_weight_{block}"]
        for place, card in own.items():
            asked, heard = card @ held[f"ask_weight_{block}"], []
            for first in range(0, len(asked), graph.HEAD):
                head = slice(first, first + graph.HEAD)
                listens = np.exp(things[:, head] @ asked[head])
                heard.append(listens / listens.sum() @ things[:, len(asked) :][:, head])
            cards[place] = cards[place] + np.concatenate(heard) @ held[f"heard_weight_{block}"]
        glance = normed(flow) @ held[f"glance_weight_{block}"] + held[f"glance_bias_{block}"]
        looks = {place: np.maximum(card @ held[f"look_weight_{block}"] + glance, 0) for place, card in cards.items()}
        flow = flow + sum(looks.values(), np.zeros(len(glance))) @ held[f"back_weight_{block}"]
        cards = {place: card + looks[place] @ held[f"again_weight_{block}"] for place, card in cards.items()}
        inner = np.maximum(normed(flow) @ held[f"in_weight_{block}"] + held[f"in_bias_{block}"], 0)
        flow = flow + inner @ held[f"out_weight_{block}"] + held[f"out_bias_{block}"]
    head = normed(flow) @ held["head_weight"] + held["head_bias"]
    answer, context = head[:OUTPUTS].copy(), head[OUTPUTS:]
    for place, card in cards.items():
        for kind, (first, slots) in enumerate(places.BY_SLOT.items()):
            if place < slots:
                answer[first + place] += (
                    np.maximum(card @ held["choice_weight"] + context, 0) @ held["slots_weight"][:, kind]
                )
    return answer


@pytest.mark.parametrize("setup", [Setup(2), Setup(4), ALL_MODULES], ids=lambda setup: setup.name)
def test_answers_are_what_is_written_down(setup: Setup) -> None:
    net = random_network(32, 2)
    seen = np.stack([observation.raw(game.view(game.player)) for game in positions(setup, seed=3, every=9)])
    for row, answer in zip(seen, net.evaluate(seen), strict=True):
        assert np.allclose(answer, plainly(net.weights, 2, row), atol=1e-3)


def test_a_table_without_any_card_is_answered(small: Network) -> None:
    nothing = np.zeros((2, observation.SIZE), np.int8)
    assert np.allclose(small.evaluate(nothing), plainly(small.weights, 1, nothing[0]), atol=1e-3)


def test_answers_do_not_depend_on_the_company(small: Network) -> None:
    seen = np.stack([observation.raw(game.view(game.player)) for game in positions(ALL_MODULES, seed=1, every=20)])
    together = small.evaluate(seen)
    for row, alone in zip(together, seen, strict=True):
        assert np.allclose(row, small.evaluate(alone[None])[0], atol=1e-4)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda data: data[: len(data) // 2], "cannot be read as a network"),
        (lambda _: b"", "cannot be read as a network"),
        (lambda data: data[:2000] + bytes(200) + data[2200:], "cannot be read as a network|no numbers|wrong size"),
        (lambda _: b"something else", "cannot be read as a network"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, small: Network, damage: object, complaint: str) -> None:
    path = tmp_path / "net.npz"
    save(path, small.weights)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(UnusableNetwork, match=complaint):
        load(path)


def test_a_file_for_another_version_is_refused(tmp_path: Path, small: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnusableNetwork, match="there is no network"):
        load(tmp_path / "missing.npz")
    monkeypatch.setattr(network, "FORMAT", 99)
    save(tmp_path / "net.npz", small.weights)
    monkeypatch.undo()
    with pytest.raises(UnusableNetwork, match=f"format should be {network.FORMAT}, there is 99"):
        load(tmp_path / "net.npz")
    weights = {name: array for name, array in small.weights.items() if name != "head_bias"}
    save(tmp_path / "net.npz", weights)
    with pytest.raises(UnusableNetwork, match="lacks weights"):
        load(tmp_path / "net.npz")


def test_a_file_written_anew_is_read_anew(tmp_path: Path, small: Network) -> None:
    """Agents share what was read, as long as it is what the file says."""
    game, path = Game(seed=0), tmp_path / "net.npz"
    save(path, small.weights)
    before = [NeuralAgent(sims=0, network=path).explain(game.view(0), game.legal_actions).chances for _ in range(2)]
    save(path, {name: 2 * array for name, array in small.weights.items()})
    after = NeuralAgent(sims=0, network=path).explain(game.view(0), game.legal_actions).chances
    assert before[0] == before[1] != after


def test_the_network_that_comes_along_is_small() -> None:
    path = network.FOLDER / f"{network.DEFAULT}.npz"
    assert network.known().numbers <= 2_300_000
    assert path.stat().st_size <= 8_000_000
    assert path.with_suffix(".md").exists(), "a network has its card beside it"


# --- strength ----------------------------------------------------------------------------------------------------
def test_without_search_it_beats_greedy() -> None:
    assert contest(Setup(2), 60, "neural:sims=0", "greedy") >= 0.6


@pytest.mark.long
@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.players == 2], ids=lambda setup: setup.name)
def test_searching_beats_greedy_with_every_module_set(setup: Setup) -> None:
    assert contest(setup, 100, "neural:sims=100,seed=1", "greedy") > 0.6


def test_an_agent_may_have_another_network(small: Network) -> None:
    game = Game(Setup(2), seed=1)
    agent = NeuralAgent(sims=4, seed=1, network=small)
    assert agent.choose(game.view(0), game.legal_actions) in game.legal_actions


def test_a_network_of_ones_own_plays_by_its_file(tmp_path: Path, small: Network) -> None:
    save(tmp_path / "mine.npz", small.weights)
    agent = make(f"neural:sims=0,seed=1,network={tmp_path / 'mine.npz'}")
    assert agent.name == f"neural:sims=0,seed=1,network={tmp_path / 'mine.npz'}"
    game = Game(Setup(2), seed=1)
    same = NeuralAgent(sims=0, seed=1, network=load(tmp_path / "mine.npz"))
    assert agent.choose(game.view(0), game.legal_actions) == same.choose(game.view(0), game.legal_actions)
    with pytest.raises(UnusableNetwork, match="there is no network"):
        make(f"neural:network={tmp_path / 'none.npz'}")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted where Linux lists them")
def test_one_thread_calculates(small: Network) -> None:
    """On a busy machine several would wait for each other."""
    threads = len(list(Path("/proc/self/task").iterdir()))
    game = Game(Setup(2), seed=1)
    fresh = Network(small.weights)  # whose calculator is still to be made
    NeuralAgent(sims=8, seed=1, network=fresh).choose(game.view(0), game.legal_actions)
    assert len(list(Path("/proc/self/task").iterdir())) == threads
