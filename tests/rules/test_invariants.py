"""INV: what is always true, checked by compiled code after every decision of random games of all 111 set-ups.

`checkers.check` looks at every position right after the decision: tokens, limit, hands, market, each card in one
place, strongholds, nobles, legal actions, the sums of the player on turn, and from turn to turn what was gained,
whose turn it is and who won. Every 64th decision `invariants.status` looks too. `make test` covers 10⁸ decisions
(about 75 seconds of one core), `make test-long` 10⁹. Each set-up is played with all twelve combinations of its
options, each of them with uniform, purchase-eager and secretive random play.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from splendor import Phase, Setup, Status
from splendor.rules import doors
from splendor.rules.actions import CONQUER
from tests.rules import checkers
from tests.rules.batches import MODULE_SETS, SETUP_NAMES, SETUPS, Batch, structured, with_options
from tests.rules.checkers import EAGER, SECRETIVE, UNIFORM, WATCH, Wrong
from tests.rules.figures import INTERPRETED, figures

OPTIONS = 12
POLICIES = (UNIFORM, EAGER, SECRETIVE)
GAMES = 7 * OPTIONS * len(POLICIES)  # side by side
STATUS_EVERY = 64


class Watched(Batch):
    """A batch that is checked after every step."""

    def __init__(self, setup: Setup, number: int = GAMES) -> None:
        super().__init__(with_options(setup), number, policies=np.repeat(POLICIES, OPTIONS))
        self.watches = structured(number, WATCH)
        self.check()

    def check(self) -> None:
        if checkers.check(self.games, self.legal, self.drivers, self.watches):
            pytest.fail(self.report())

    def check_status(self) -> None:
        if checkers.check_status(self.games, self.watches):
            pytest.fail(self.report())

    def report(self) -> str:
        """What is wrong with the first game found, and how to come there again."""
        index = int(np.flatnonzero(self.watches["wrong"])[0])
        driver = self.drivers[index]
        return (
            f"{flags(self.watches['wrong'][index])} ({Status(doors.status(self.games, index))!r}) in game {index} of "
            f"{len(self)}, dealt from seed {driver['seed'] - driver['stride']}, policy {driver['policy']}, "
            f"after decision {driver['decisions']}, action {driver['played']}"
        )


def flags(wrong: Any) -> set[Wrong]:
    return {flag for flag in Wrong if wrong & flag}


@pytest.mark.rule("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-7", "INV-8", "INV-9")
@pytest.mark.parametrize("decisions", figures(ci=10**8, long=10**9))
@pytest.mark.parametrize("setup", SETUPS, ids=SETUP_NAMES)
def test_after_every_decision(setup: Setup, decisions: int) -> None:
    share = -(-decisions // len(SETUPS))
    batch = Watched(setup, min(GAMES, -(-share // STATUS_EVERY)))
    while batch.watches["decisions"].sum() < share:
        for _ in range(STATUS_EVERY):
            batch.step()
            batch.check()
        batch.check_status()


# --- the games reach what they are to reach -----------------------------------------------------------------------
def phases_of(setup: Setup) -> set[Phase]:
    """What random play comes to be asked in a set-up; two cities or, without the Orient, two posts at once are rare."""
    asked = {Phase.ACTION, Phase.PAY, Phase.GIVE_BACK, Phase.OVER}
    if not setup.cities:
        asked |= {Phase.VISIT}
    if setup.posts:
        asked |= {Phase.EXTRA_TOKEN}
    if setup.posts == 2025:
        asked |= {Phase.KEEP} | ({Phase.POST} if setup.orient else set())
    if setup.orient:
        asked |= {Phase.COPY, Phase.FREE_CARD, Phase.SACRIFICE}
    if setup.orient == 2017 and not setup.cities:
        asked |= {Phase.RESERVE_NOBLE}
    if setup.strongholds:
        asked |= {Phase.STRONGHOLD, Phase.CONQUER}
    return asked


@pytest.mark.skipif(INTERPRETED, reason="needs many games")
@pytest.mark.parametrize("name", MODULE_SETS)
def test_every_question_is_asked(name: str) -> None:
    """The checks above are no use if play never gets there."""
    setup = Setup.of_name(name, players=3)
    batch = Watched(setup)
    asked, events = np.zeros(len(Phase), dtype=int), set()
    for _ in range(1500):
        batch.step()
        asked += np.bincount(batch.games["phase"], minlength=len(Phase))
        events |= events_of(batch)
    assert {Phase(int(phase)) for phase in np.flatnonzero(asked)} >= phases_of(setup)
    assert events == {
        "shared victory", "empty deck", "fifteen" if not setup.cities else "city",
        *(["every post"] if setup.posts else []),
        *(["cards gone"] if setup.orient else []),
        *(["card under a deck"] if setup.posts == 2025 else []),
    }  # fmt: skip


def events_of(batch: Batch) -> set[str]:
    """Late and rare things that some game of the batch has come to."""
    games, players = batch.games, batch.games["players"]
    winners = games["winners"]
    found = {
        "shared victory": (winners & (winners - 1) != 0).any(),
        "empty deck": (games["deck_size"][:, 0] == 0).any(),
        "fifteen": (games["ending"] * (games["cities"] == 0)).any(),
        "city": (players["city"] >= 0).any(),
        "every post": (np.bitwise_count(np.bitwise_or.reduce(players["posts"], axis=None)) == 5),
        "cards gone": (games["gone"] != 0).any(),
        "card under a deck": (games["under_count"] != 0).any(),
    }
    return {name for name, happened in found.items() if happened}


# --- the checks can fail ------------------------------------------------------------------------------------------
Spoil = Callable[[Any, Any, Any], None]  # of the game, its driver and its watch


def too_many_tokens(game: Any, _driver: Any, _watch: Any) -> None:
    game["players"]["tokens"][0, :3] += game["bank"][:3]
    game["bank"][:3] = 0


def card_twice(game: Any, _driver: Any, _watch: Any) -> None:
    game["market"][0] = game["market"][1]


def empty_slot(game: Any, _driver: Any, _watch: Any) -> None:
    game["market"][2] = -1


def deck_too_small(game: Any, _driver: Any, _watch: Any) -> None:
    game["deck_size"][1] -= 1


def lost_stronghold(game: Any, _driver: Any, _watch: Any) -> None:
    game["players"]["strongholds"][0] -= 1


def stronghold_on_nothing(game: Any, _driver: Any, _watch: Any) -> None:
    game["players"]["strongholds"][0] -= 1
    game["held"][4], game["holder"][4] = 1, 0


def hand_of_four(game: Any, _driver: Any, _watch: Any) -> None:
    game["players"]["hand_size"][1] = 4


def noble_twice(game: Any, _driver: Any, _watch: Any) -> None:
    game["nobles"][0] = game["nobles"][1]


def prestige_from_nowhere(game: Any, _driver: Any, watch: Any) -> None:
    game["players"]["prestige"][watch["player"]] += 1


def bonus_from_nowhere(game: Any, _driver: Any, watch: Any) -> None:
    game["players"]["bonus"][watch["player"], 0] += 1


def two_posts_in_a_turn(game: Any, _driver: Any, watch: Any) -> None:
    game["players"]["posts"][watch["player"]] ^= 0b110


def noble_for_another(game: Any, _driver: Any, watch: Any) -> None:
    game["players"]["nobles"][1 - watch["player"]] |= 1


def two_conquests(_game: Any, driver: Any, watch: Any) -> None:
    driver["played"] = CONQUER
    watch["conquests"] = 1


def turn_skipped(_game: Any, _driver: Any, watch: Any) -> None:
    watch["player"] = 1 - watch["player"]


def turns_not_equal(game: Any, driver: Any, watch: Any) -> None:
    game["over"], game["phase"], game["winners"], driver["number"] = 1, Phase.OVER, 0b11, 0
    watch["turns"][:2] = 3, 2


def wrong_winner(game: Any, driver: Any, watch: Any) -> None:
    game["over"], game["phase"], game["winners"], driver["number"] = 1, Phase.OVER, 0b01, 0
    watch["turns"][:2] = 1


def hand_of_another(game: Any, _driver: Any, watch: Any) -> None:
    watch["things"][1 - watch["player"]] ^= 1
    del game


def no_choices(_game: Any, driver: Any, _watch: Any) -> None:
    driver["number"] = 0


@pytest.mark.parametrize(
    ("spoil", "flag"),
    [
        (too_many_tokens, Wrong.TOKEN_LIMIT),
        (card_twice, Wrong.CARDS),
        (empty_slot, Wrong.MARKET),
        (deck_too_small, Wrong.CARDS),
        (lost_stronghold, Wrong.STRONGHOLDS),
        (stronghold_on_nothing, Wrong.STRONGHOLDS),
        (hand_of_four, Wrong.HAND),
        (noble_twice, Wrong.NOBLES),
        (prestige_from_nowhere, Wrong.SUMS),
        (bonus_from_nowhere, Wrong.SUMS),
        (two_posts_in_a_turn, Wrong.GAINS),
        (noble_for_another, Wrong.GAINS),
        (two_conquests, Wrong.GAINS),
        (turn_skipped, Wrong.TURNS),
        (turns_not_equal, Wrong.TURNS),
        (wrong_winner, Wrong.END),
        (hand_of_another, Wrong.OTHERS),
        (no_choices, Wrong.CHOICES),
    ],
)
def test_check_finds(spoil: Spoil, flag: Wrong) -> None:
    batch = Watched(Setup(2, posts=2025, strongholds=2025), number=1)
    batch.drivers["played"] = 0  # as if a turn of tokens lay behind
    batch.watches["player"], batch.watches["turns"] = 1, 0
    checkers.check(batch.games, batch.legal, batch.drivers, batch.watches)
    assert batch.watches["wrong"][0] == 0
    spoil(batch.games[0], batch.drivers[0], batch.watches[0])
    assert checkers.check(batch.games, batch.legal, batch.drivers, batch.watches) == 1
    assert flag in flags(batch.watches["wrong"][0])


def test_tokens_lost_are_found() -> None:
    batch = Watched(Setup(3), number=5)
    batch.games["bank"][3, 0] -= 1
    assert checkers.check(batch.games, batch.legal, batch.drivers, batch.watches) == 1
    assert batch.watches["wrong"].tolist() == [0, 0, 0, Wrong.TOKENS, 0]


def test_status_is_asked_too() -> None:
    batch = Watched(Setup(2), number=2)
    batch.games["players"]["virtual_gold"][1, 0] = 1
    assert checkers.check_status(batch.games, batch.watches) == 1
    assert flags(batch.watches["wrong"][1]) == {Wrong.STATUS}
