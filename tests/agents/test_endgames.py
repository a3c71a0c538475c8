"""The last turn of a game has an exact answer: try everything. The search must find it.

Positions count only where something is at stake: some ways to play the turn end better than others.
"""

from collections.abc import Iterator
from itertools import count, islice

import pytest

from splendor import Game, Setup
from splendor.agents import make
from splendor.agents.protocol import Agent

ALL_2025 = Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025)
SETUPS = (
    Setup(2),
    Setup(3),
    Setup(4),
    Setup(2, orient=2017),
    Setup(2, cities=2017),
    Setup(2, strongholds=2025),
    ALL_2025,
)
AGREEMENT = 0.99


def share(game: Game, seat: int) -> float:
    """What a seat got of the victory."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def outcomes(game: Game, seat: int, found: set[float]) -> set[float]:
    """Every share the seat can reach by the decisions of its last turn, as soon as all or nothing is among them."""
    if game.is_over:
        found.add(share(game, seat))
        return found
    for action in game.legal_actions:
        if {0.0, 1.0} <= found:
            break
        after = game.copy()
        after.play(action)
        outcomes(after, seat, found)
    return found


def last_turns(setup: Setup) -> Iterator[tuple[Game, float]]:
    """Last turns with something at stake, and the best share there is."""
    for seed in count():
        game = Game(setup, seed=seed)
        agent = make("greedy:noise=1", seed=seed)
        while not game.is_over:
            if game.ending and game.player == setup.players - 1:
                found = outcomes(game.copy(), game.player, set())
                if len(found) > 1:
                    yield game.copy(), max(found)
                break
            game.play(agent.choose(game.view(game.player), game.legal_actions))


def play_out(game: Game, agent: Agent) -> float:
    """Play the turn and say what came of it."""
    seat = game.player
    while not game.is_over:
        game.play(agent.choose(game.view(seat), game.legal_actions))
    return share(game, seat)


def agreement(setup: Setup, positions: int, spec: str) -> float:
    """How often an agent reaches what can be reached."""
    agent = make(spec, seed=1)
    return sum(play_out(game, agent) == best for game, best in islice(last_turns(setup), positions)) / positions


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{setup.players}")
def test_the_search_solves_last_turns(setup: Setup) -> None:
    assert agreement(setup, 4, "mcts:sims=2000") == 1.0


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.name}-{setup.players}")
def test_the_search_solves_many_last_turns(setup: Setup) -> None:
    assert agreement(setup, 150, "mcts:sims=5000") >= AGREEMENT
