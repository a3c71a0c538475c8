"""OpenSpiel: its own simulation test on every set-up, and hidden information that can be dealt anew."""

import pickle

import numpy as np
import pyspiel
import pytest

from splendor import Setup, Status
from splendor.env.openspiel import SplendorState
from splendor.observation import SIZE, observe
from splendor.table.setup import MODULES

SETUPS = list(Setup.all())
NAMES = [f"{setup.players}-{setup.name}" for setup in SETUPS]


def load(setup: Setup) -> pyspiel.Game:
    modules = {name: getattr(setup, name) or 0 for name in MODULES}
    return pyspiel.load_game("python_splendor", {"players": setup.players, **modules})


def advance(state: SplendorState, generator: np.random.Generator, steps: int = 10**6) -> SplendorState:
    """So many random steps, chance included."""
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(int(generator.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(generator.choice(state.legal_actions())))
    return state


# --- OpenSpiel's test ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", SETUPS[::50], ids=NAMES[::50])
def test_random_sim(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_random_sim_of_all_setups(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=3, serialize=True, verbose=False)


# --- every set-up ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("setup", SETUPS, ids=NAMES)
def test_games_are_sound_and_what_is_hidden_can_be_dealt_anew(setup: Setup) -> None:
    """INV-10 for OpenSpiel: the player cannot tell the resampled state from this one."""
    generator = np.random.default_rng(len(setup.name) + setup.players)
    state = load(setup).new_initial_state()
    for steps in (7, 60, 25):
        advance(state, generator, steps)
        if state.is_terminal() or state._held is None:
            continue
        assert state.settled().status() is Status.SOUND
        player = int(generator.integers(setup.players))
        other = state.resample_from_infostate(player, generator.random)
        assert other.current_player() == state.current_player()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert (np.array(other.observation_tensor(player)) == state.observation_tensor(player)).all()
        assert other.settled().status() is Status.SOUND


def test_hidden_cards_differ_after_resampling() -> None:
    generator = np.random.default_rng(5)
    state = advance(load(Setup(2)).new_initial_state(), generator, 15)
    state.apply_action(state.string_to_action("reserve deck 1"))
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == 36
    state.apply_action(state.chance_outcomes()[0][0])
    hands = {state.resample_from_infostate(1, generator.random).settled().players[0].hand[0].name for _ in range(30)}
    assert len(hands) > 10
    own = {state.resample_from_infostate(0, generator.random).settled().players[0].hand[0].name for _ in range(5)}
    assert own == {state.settled().players[0].hand[0].name}


def test_a_whole_game() -> None:
    setup = Setup(3, cities=2025, posts=2025, orient=2025, strongholds=2025)
    game = load(setup)
    state = advance(game.new_initial_state(), np.random.default_rng(1))
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == max(state.returns()[seat] for seat in state.settled().winners)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    assert pickle.loads(pickle.dumps(game)).setup == setup


def test_nothing_of_a_card_to_come_is_shown() -> None:
    """At a chance node the engine has drawn a card already; nobody sees it, and it need not be the one."""
    generator = np.random.default_rng(2)
    state = advance(load(Setup(2)).new_initial_state(), generator, 15)
    before = [state.observation_tensor(player) for player in range(2)]
    state.apply_action(state.string_to_action("reserve 1.1"))
    assert state.is_chance_node()
    assert [state.observation_tensor(player) for player in range(2)] == before
    assert "to come: 1.1" in str(state)
    outcome = state.chance_outcomes()[-1][0]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, outcome).startswith("1.1=")
    state.apply_action(outcome)
    assert state.settled().market[1, 1].number == outcome
    assert np.allclose(state.observation_tensor(1), observe(state.view(1)))


def test_observers() -> None:
    from open_spiel.python.observation import make_observation

    game = load(Setup(2))
    state = game.new_initial_state()
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert not observation.tensor.any()
    assert "nothing is dealt" in observation.string_from(state, 0)
    advance(state, np.random.default_rng(0), 40)
    observation.set_from(state, 1)
    assert observation.tensor.shape == (SIZE,)
    assert observation.dict["market"].shape == (18, 36)
    assert game.observation_tensor_shape() == [SIZE]
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})


def test_parameters() -> None:
    game = pyspiel.load_game("python_splendor(players=4,cities=2017,payment=least_gold,extra_nobles=True)")
    assert game.setup == Setup(4, cities=2017, payment="least_gold", extra_nobles=True)
    assert game.num_players() == 4
