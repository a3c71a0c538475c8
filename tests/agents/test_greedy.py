"""The greedy agent: always legal, always the same, by the view alone, and sensible where nobody would hesitate."""

import numpy as np
import pytest

from splendor import Action, Game, Phase, Setup
from splendor.agents import Explains, make
from splendor.agents.greedy_core import PARTS, chances_at, new_work
from splendor.agents.greedy_weights import MEANINGS, STYLES, WEIGHTS, weights
from splendor.game import View

SETUPS = list(Setup.all())


def explaining(spec: str) -> Explains:
    agent = make(spec)
    assert isinstance(agent, Explains)
    return agent


def other_view(game: Game, seed: int) -> View:
    """The same seat's view of a game that differs in everything this seat cannot see."""
    seat = game.player
    return game.view(seat).determinise(seed).view(seat)


# --- every set-up ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{setup.players}")
def test_whole_games_with_legal_answers_that_depend_on_the_view_alone(setup: Setup) -> None:
    game = Game(setup, seed=SETUPS.index(setup))
    agents = [make("greedy") if seat % 2 == 0 else make("random:seed=1") for seat in range(setup.players)]
    decisions = 0
    while not game.is_over:
        legal, view = game.legal_actions, game.view(game.player)
        before = view.record.tobytes()
        action = agents[game.player].choose(view, legal)
        assert action in legal
        assert view.record.tobytes() == before, "an agent leaves the view as it is"
        if decisions % 10 == 0 and game.player % 2 == 0:
            same = other_view(game, decisions)
            assert same.record.tobytes() == before
            assert agents[game.player].choose(same, legal) == action
        game.play(action)
        decisions += 1


# --- the same answer ---------------------------------------------------------------------------------------------
def positions(setup: Setup, seed: int, every: int = 3, noise: float = 2) -> list[Game]:
    """Positions of a game of greedy players, every other one careless."""
    game, found = Game(setup, seed=seed), []
    agents = [make("greedy"), make(f"greedy:noise={noise},seed=7")]
    while not game.is_over:
        found.append(game.copy())
        game.play(agents[game.player % 2].choose(game.view(game.player), game.legal_actions))
    return found[::every]


ALL_MODULES = Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025)


@pytest.mark.parametrize(
    "setup", [Setup(2), ALL_MODULES, Setup(3, orient=2017, strongholds=2025)], ids=lambda s: s.name
)
def test_agents_made_anew_and_used_before_agree(setup: Setup) -> None:
    for spec in ("greedy", "greedy:noise=3,seed=4"):
        used = make(spec)
        for game in positions(setup, seed=2):
            view = game.view(game.player)
            assert used.choose(view, game.legal_actions) == make(spec).choose(view, game.legal_actions)


def test_noise_makes_other_choices_and_its_seed_decides_which() -> None:
    games = positions(Setup(2), seed=3)
    answers = [
        [make(spec).choose(game.view(game.player), game.legal_actions) for game in games]
        for spec in ("greedy", "greedy:noise=5,seed=1", "greedy:noise=5,seed=2", "greedy:seed=1")
    ]
    assert answers[0] != answers[1] != answers[2]
    assert answers[0] == answers[3]


def test_styles_play_differently() -> None:
    games = positions(Setup(2), seed=4, every=1)
    answers = {
        style: [make(f"greedy:style={style}").choose(game.view(game.player), game.legal_actions) for game in games]
        for style in STYLES
    }
    assert len({tuple(chosen) for chosen in answers.values()}) == len(STYLES)


# --- sense -------------------------------------------------------------------------------------------------------
def outcome(game: Game, action: Action) -> Game:
    after = game.copy()
    after.play(action, seed=1)
    return after


@pytest.mark.parametrize("setup", [Setup(2), Setup(2, cities=2017), ALL_MODULES], ids=lambda setup: setup.name)
def test_it_wins_when_it_can(setup: Setup) -> None:
    agent, tried = make("greedy"), 0
    for seed in range(10):
        for game in positions(setup, seed, every=1, noise=0):
            player = game.player
            if any(outcome(game, action).winners == {player} for action in game.legal_actions):
                while not game.is_over and game.player == player:
                    game.play(agent.choose(game.view(player), game.legal_actions))
                assert game.winners == {player}
                tried += 1
    assert tried > 2


def test_it_pays_with_gems_rather_than_gold() -> None:
    """Gold is the better token: of all payments asked in some games, few spend more of it than they must."""
    asked = spent = 0
    for seed in range(12):
        for game in positions(Setup(2), seed, every=1):
            if game.phase is Phase.PAY:
                choice = make("greedy").choose(game.view(game.player), game.legal_actions)
                asked += 1
                spent += choice != max(game.legal_actions)
    assert asked > 20
    assert spent < 0.4 * asked


# --- explaining --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", [Setup(2), ALL_MODULES, Setup(4, posts=2017)], ids=lambda setup: setup.name)
@pytest.mark.parametrize("spec", ["greedy", "greedy:noise=1,seed=3"])
def test_explanations_agree_with_the_choice(setup: Setup, spec: str) -> None:
    agent = explaining(spec)
    for game in positions(setup, seed=5):
        view, legal = game.view(game.player), game.legal_actions
        explanation = agent.explain(view, legal)
        assert explanation.action == agent.choose(view, legal)
        assert explanation.action == explanation.options[0].action
        assert len(explanation.options) == min(5, len(legal))
        assert explanation.chances is not None
        assert len(explanation.chances) == setup.players
        assert sum(explanation.chances) == pytest.approx(1)
        scores = [option.score for option in explanation.options]
        assert scores == sorted(scores, reverse=True)
        for option in explanation.options:
            assert option.action in legal
            assert option.reason in PARTS
            assert set(option.numbers) <= set(PARTS)
            assert all(np.isfinite(number) for number in option.numbers.values())
            assert option.numbers.get(option.reason, 0.0) >= max(option.numbers.values(), default=0.0)
            assert option.target is None or option.target >= 0


def test_a_winning_purchase_is_explained_by_the_ending() -> None:
    for seed in range(10):
        game = positions(Setup(2), seed, every=1, noise=0)[-1]
        explanation = explaining("greedy").explain(game.view(game.player), game.legal_actions)
        if outcome(game, explanation.action).winners == {game.player}:
            assert explanation.options[0].score > 500
            if len({option.score > 500 for option in explanation.options}) == 2:
                assert explanation.options[0].reason == "ending"
                return
    pytest.fail("no game of these ended with a decisive choice")


def test_chances_tell_who_wins() -> None:
    """On average they are better than a coin from early on, and sure at the end."""
    agent, weights_of_the_winner = explaining("greedy"), []
    for seed in range(30):
        games = positions(Setup(2), seed, every=1, noise=0)
        last = games[-1].copy()
        last.play(agent.choose(last.view(last.player), last.legal_actions), seed=1)
        if len(last.winners) == 1:
            (winner,) = last.winners
            for game in games[10::10]:
                found = agent.explain(game.view(game.player), game.legal_actions).chances
                assert found is not None
                weights_of_the_winner.append(found[winner])
    assert np.mean(np.log2(weights_of_the_winner)) > -0.9


def test_a_finished_game_has_certain_chances() -> None:
    game = positions(Setup(3), seed=1, every=1, noise=0)[-1]
    while not game.is_over:
        game.play(make("greedy").choose(game.view(game.player), game.legal_actions))
    out = np.zeros(3)
    chances_at(game.record, 0, weights(), new_work(), out)
    assert {seat for seat in range(3) if out[seat] > 0} == game.winners
    assert out.sum() == pytest.approx(1)


def test_every_weight_says_what_it_means() -> None:
    assert WEIGHTS.names is not None
    assert list(MEANINGS) == list(WEIGHTS.names)
    assert all(MEANINGS.values())
    assert all(text for text, _ in STYLES.values())
    assert all(set(changes) <= set(MEANINGS) for _, changes in STYLES.values())
