"""Single decisions: what is certain is found, nothing is lost by the best action, and hidden cards do not matter."""

import pytest

from splendor import Game, IllegalAction, Setup, SplendorError
from splendor.agents import Explains, make
from splendor.analysis import DEFAULT_AGENT, explaining, judge
from tests.analysis.positions import a_loss_is_near, a_win_is_there, played

SPECS = ["greedy", "mcts:sims=100,seed=1"]
MODULES = [
    Setup(2),
    Setup(3, cities=2025, posts=2025),
    Setup(4, orient=2025, strongholds=2025),
    Setup(2, cities=2017),
    Setup(3, posts=2017),
]


@pytest.fixture(params=SPECS)
def agent(request: pytest.FixtureRequest) -> Explains:
    return explaining(request.param)


def test_a_purchase_that_wins_is_best_and_certain(agent: Explains) -> None:
    game = a_win_is_there()
    found = judge(game.view(1), agent, "take wug")
    best = found.options[0]
    assert (str(best.action), best.value) == ("purchase 3.1", 1.0)
    assert best.reasons[0].code == "wins"
    assert found.played is not None
    assert found.loss == pytest.approx(1 - found.played.value)
    assert found.loss > 0.05


def test_the_best_action_loses_nothing(agent: Explains) -> None:
    found = judge(a_win_is_there().view(1), agent, "purchase 3.1")
    assert found.loss == 0
    assert found.played == found.options[0]


def test_a_win_of_another_is_stopped(agent: Explains) -> None:
    found = judge(a_loss_is_near().view(0), agent, "take wug")
    assert str(found.options[0].action) == "reserve 3.1"
    assert "stops" in {reason.code for reason in found.options[0].reasons}
    assert found.played is not None
    assert "exposes" in {reason.code for reason in found.played.reasons}
    assert found.loss > 0.05


def test_without_an_action_played_the_best_three_are_told(agent: Explains) -> None:
    found = judge(Game(Setup(2), seed=1).view(0), agent)
    assert (found.played, found.loss) == (None, 0)
    assert len(found.options) == 3
    values = [option.value for option in found.options]
    assert values == sorted(values, reverse=True)
    assert sum(found.chances) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("setup", MODULES, ids=Setup.describe)
def test_losses_are_never_below_zero_and_chances_are_chances(setup: Setup) -> None:
    agent = explaining("greedy")
    record = played(setup, actions=60)
    for game, move in zip(record.positions(), (move for turn in record.turns for move in turn.moves), strict=False):
        found = judge(game.view(game.player), agent, move.action)
        assert found.played is not None
        assert 0 <= found.loss <= 1
        assert found.loss == pytest.approx(max(0.0, found.options[0].value - found.played.value))
        assert sum(found.chances) == pytest.approx(1, abs=0.01)
        assert all(0 <= option.value <= 1 for option in found.options)
        assert all(step.seat < setup.players for option in found.options for step in option.line)


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_hidden_does_not_matter(spec: str) -> None:
    """The same judgement in every game that the seat cannot tell from the true one: nobody is blamed in hindsight."""
    game = Game(Setup(3), seed=7)
    for action in ("reserve deck 3", "reserve deck 2", "reserve deck 1"):
        game.play(action)
    view = game.view(0)
    first = judge(view, explaining(spec), "take wug")
    for seed in range(1, 4):
        other = view.determinise(seed)
        assert other.players[1].hand != game.players[1].hand or seed > 1
        assert judge(other.view(0), explaining(spec), "take wug") == first


def test_the_same_view_gets_the_same_judgement() -> None:
    view = Game(Setup(2), seed=4).view(0)
    one, other = (judge(view, explaining("mcts:sims=100,seed=1"), "reserve 1.1") for _ in range(2))
    assert one == other


def test_one_legal_action_is_no_decision() -> None:
    record = played()
    alone = [game for game in record.positions() if not game.is_over and len(game.legal_actions) == 1]
    for game in alone[:2]:
        found = judge(game.view(game.player), explaining("greedy"), game.legal_actions[0])
        assert (found.loss, len(found.options)) == (0, 1)


def test_what_cannot_be_judged_is_refused() -> None:
    game = Game(Setup(2), seed=1)
    with pytest.raises(IllegalAction, match="not legal"):
        judge(game.view(0), explaining("greedy"), "purchase 3.1")
    with pytest.raises(SplendorError, match="nothing to decide"):
        judge(game.view(1), explaining("greedy"))
    with pytest.raises(SplendorError, match="cannot say why"):
        explaining("random")
    assert isinstance(make(DEFAULT_AGENT), Explains)
