"""Every module set and number of players: whatever is decided there can be judged and told."""

import random

import pytest

from splendor import Game, Setup
from splendor.analysis import LANGUAGES, REASONS, Words, explaining, judge

MANY = 40  # decisions judged in a game


def judged_anywhere(setup: Setup, seed: int, number: int) -> set[str]:
    """Judge decisions of a game played half by chance; which reasons there were."""
    game, agent, chance = Game(setup, seed=seed), explaining("greedy"), random.Random(seed)
    words = [Words(language) for language in LANGUAGES]
    codes: set[str] = set()
    for _ in range(400):
        if game.is_over or number == 0:
            break
        view = game.view(game.player)
        action = agent.choose(view, view.legal_actions)
        if chance.random() < 0.4:
            action = chance.choice(list(view.legal_actions))
        if chance.random() < 0.25 or action.kind not in ("take_different", "take_same", "pay"):
            found = judge(view, agent, action)
            number -= 1
            assert found.loss >= 0
            for option in found.options:
                assert all(language.deed(option.deed) for language in words)
                for reason in option.reasons:
                    assert set(reason.values) == set(REASONS[reason.code].places.split())
                    assert all(language.reason(reason) for language in words)
                    codes.add(reason.code)
        game.play(action)
    return codes


SOME = [
    Setup(4, cities=2017),
    Setup(3, posts=2025, orient=2017),
    Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025),
]


@pytest.mark.parametrize("setup", SOME, ids=Setup.describe)
def test_some_module_sets(setup: Setup) -> None:
    assert judged_anywhere(setup, 1, MANY)


@pytest.mark.long
def test_every_setup() -> None:
    codes: set[str] = set()
    for seed, setup in enumerate(Setup.all()):
        codes |= judged_anywhere(setup, seed, MANY)
    assert len(codes) > 20
