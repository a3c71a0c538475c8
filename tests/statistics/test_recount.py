"""The rows of the statistics against a count of recorded games by other means."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from splendor import Game, Setup
from splendor.position import SEAT_LETTERS
from splendor.records import GameRecord
from splendor.statistics import Plan, collect
from splendor.statistics.players import agent_for
from splendor.statistics.tables import tables
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS
from tests.statistics.recount import Recount

SETS = list(Setup.all(2))
OTHERS = [
    Setup(3),
    Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025),
    Setup(4, posts=2017),
    Setup(3, posts=2025, orient=2017, strongholds=2025),
]
SPECS = ("greedy", "random", "greedy:style=reserver", "random")


def recorded(setup: Setup, seed: int, specs: tuple[str, ...]) -> GameRecord:
    """The same game, played through `Game`, written to text and read back."""
    game = Game(setup, seed)
    agents = [agent_for(spec, seed, seat) for seat, spec in enumerate(specs)]
    while not game.is_over:
        game.play(agents[game.player].choose(game.view(game.player), game.legal_actions))
    return GameRecord.read(GameRecord.of(game).text())


def events_of(columns: Any) -> Counter[tuple[Any, ...]]:
    """Events as the recount tells them; it cannot tell purchases, free cards and conquests apart."""
    had = {"purchase": "had", "free_card": "had"}
    sources = {"conquest": "market"}
    names = ("round", "seat", "event", "kind", "name", "source")
    rows = zip(*(np.asarray(columns[name]).tolist() for name in names), strict=True)
    return Counter((when, seat, had.get(event, event), kind, name, sources.get(source, source))
                   for when, seat, event, kind, name, source in rows)  # fmt: skip


@pytest.mark.parametrize("setup", [*SETS, *OTHERS], ids=lambda setup: f"{setup.name}-{setup.players}")
def test_rows_equal_a_count_of_the_record(setup: Setup) -> None:
    specs = SPECS[: setup.players]
    seed = 7 * SETS.index(setup.replace(players=2))
    data = tables(plan := Plan((setup,), specs, games=1, seed=seed, rotate=False), collect(plan))
    count = Recount(recorded(setup, seed, specs))
    assert events_of(data["events"]) == count.events
    seats, game = data["seats"], count.game
    assert data["games"]["rounds"][0] == game.rounds
    assert data["games"]["winners"][0] == "".join(SEAT_LETTERS[seat] for seat in sorted(game.winners))
    for name in ("turns", "decisions", "choices"):
        assert data["games"][name][0] == sum(getattr(count, name).values())
    for seat, player in enumerate(game.players):
        assert seats["won"][seat] == (1 / len(game.winners) if seat in game.winners else 0)
        assert seats["prestige"][seat] == player.prestige
        assert seats["cards"][seat] == player.cards
        assert (seats["nobles"][seat], seats["posts"][seat]) == (len(player.nobles), len(player.posts))
        assert seats["city"][seat] == (player.city is not None)
        assert seats["hand"][seat] == len(player.hand)
        for name in ("turns", "decisions", "choices"):
            assert seats[name][seat] == getattr(count, name)[seat]
        for colour in COLOURS:
            held = seats[f"taken_{colour}"][seat] - seats[f"paid_{colour}"][seat] - seats[f"given_back_{colour}"][seat]
            assert held == seats[f"held_{colour}"][seat] == player.tokens[colour]
    gains = np.bincount(
        [SEAT_LETTERS.index(seat) for seat in data["events"]["seat"] if seat],
        [gain for gain, seat in zip(data["events"]["prestige"], data["events"]["seat"], strict=True) if seat],
        minlength=setup.players,
    )
    assert gains.tolist() == [player.prestige for player in game.players]


@pytest.mark.parametrize("seed", range(3))
def test_tokens_of_the_base_game_equal_a_count_of_the_actions(seed: int) -> None:
    specs = ("greedy", "random", "random")
    plan = Plan((Setup(3),), specs, games=1, seed=seed, rotate=False)
    data = tables(plan, collect(plan))
    count = Recount(recorded(Setup(3), seed, specs))
    seats, events = data["seats"], data["events"]
    for seat in range(3):
        gold = sum(
            int(gold)
            for gold, event, who in zip(events["gold"], events["event"], events["seat"], strict=True)
            if event == "reserve" and who == SEAT_LETTERS[seat]
        )
        for letter, colour in zip(COLOUR_LETTERS, COLOURS, strict=True):
            assert seats[f"taken_{colour}"][seat] == (gold if colour == "gold" else count.taken[seat, letter])
    bought = events["event"] == "purchase"
    paid = dict(zip(events["name"][bought], (events["gems"] + events["gold"])[bought], strict=True))
    assert {name: int(tokens) for name, tokens in paid.items()} == count.prices


@pytest.mark.parametrize("edition", [2017, 2025])
def test_strongholds_equal_a_count_of_the_actions(edition: Any) -> None:
    setup = Setup(2, strongholds=edition)
    found: Counter[str] = Counter()
    for seed in range(3):
        plan = Plan((setup,), ("greedy", "random"), games=1, seed=seed, rotate=False)
        data = tables(plan, collect(plan))
        count = Recount(recorded(setup, seed, ("greedy", "random")))
        conquests = Counter(data["events"]["seat"][data["events"]["source"] == "conquest"].tolist())
        for seat in range(2):
            moved, placed, removed = (int(data["seats"][name][seat]) for name in ("moved", "placed", "removed"))
            # Where there is one choice only the engine takes it, and no action tells of it.
            assert moved >= count.words[seat, "lift"]
            assert placed + moved >= count.words[seat, "place"]
            assert removed >= count.words[seat, "remove"]
            assert placed + moved + removed == count.game.players[seat].cards, "one for every purchase"
            assert conquests[SEAT_LETTERS[seat]] == count.words[seat, "conquer"]
            found.update({name: int(data["seats"][name][seat]) for name in ("placed", "moved", "removed")})
    assert min(found["placed"], found["removed"]) > 0
