"""Figures on rows made by hand, where everybody can count."""

import numpy as np
import pytest

from splendor import Setup
from splendor.statistics import Plan, Sheet, collect, figures, summary
from splendor.statistics.figures import SetupFigures
from splendor.statistics.intervals import Estimate
from splendor.statistics.rows import EVENT_ROW, Ended, Event, Kind, Source

PLAN = Plan((Setup(2),), ("random", "greedy"), games=4)


def by_hand(*events: tuple[object, ...], plan: Plan = PLAN) -> Sheet:
    """Four games of two players: A wins two, B one, one is shared; all last ten rounds."""
    sheet = Sheet.empty(plan.setups[0], 4)
    sheet.games["game"] = np.arange(4)
    sheet.games["rounds"] = 10
    sheet.games["decisions"] = 20
    sheet.games["choices"] = [200, 400, 200, 400]
    sheet.games["winners"] = [1, 1, 2, 3]
    sheet.games["ended"] = [Ended.PRESTIGE, Ended.PRESTIGE, Ended.PRESTIGE, Ended.QUIET]
    seats = sheet.seats.reshape(4, 2)
    seats["seat"] = [0, 1]
    seats["agent"] = [[0, 1], [1, 0], [0, 1], [1, 0]]
    seats["won"] = [[1, 0], [1, 0], [0, 1], [0.5, 0.5]]
    seats["prestige"] = [[15, 9], [16, 9], [8, 17], [15, 15]]
    names = ("game", "round", "seat", "event", "kind", "thing", "source", "prestige")
    rows = np.zeros(len(events), EVENT_ROW)
    for row, event in zip(rows, events, strict=True):
        for name, value in zip(names, event, strict=True):
            row[name] = value
    return sheet._replace(events=rows)


def test_a_set_up() -> None:
    found = figures.of_setup(PLAN, by_hand(), 0)
    assert [seat.value for seat in found.seats] == [0.625, 0.375]
    assert (found.rounds.value, found.choices.value, found.prestige.value) == (10, 15, 15.75)
    assert {way: part.value for way, part in found.ended.items()} == {"prestige": 0.75, "quiet": 0.25}


def test_agents_by_seat() -> None:
    first, second = figures.of_agents(PLAN, by_hand())
    assert (first.agent, first.won.value, [seat.value for seat in first.seats]) == ("random", 0.375, [0.5, 0.25])
    assert (second.agent, second.won.value, [seat.value for seat in second.seats]) == ("greedy", 0.625, [0.75, 0.5])


def test_cards_seen_had_and_won() -> None:
    events = [(game, 0, -1, Event.APPEAR, Kind.CARD, 5, Source.DECK, 0) for game in range(3)]
    events += [(3, 2, 1, Event.RESERVE, Kind.CARD, 5, Source.DECK, 0)]  # drawn from the deck: seen by its owner
    events += [(0, 3, 0, Event.PURCHASE, Kind.CARD, 5, Source.MARKET, 1)]
    events += [(1, 5, 1, Event.FREE_CARD, Kind.CARD, 5, Source.MARKET, 1)]
    events += [(3, 7, 1, Event.PURCHASE, Kind.CARD, 5, Source.HAND, 1)]
    (card,) = figures.of_things(PLAN, by_hand(*events), Kind.CARD)
    assert (card.name, card.seen, card.reserved) == ("6", 4, 1)
    assert (card.taken.value, card.round.value, card.won.value) == (0.75, 5, 0.5)


def test_posts_can_come_to_several_players() -> None:
    plan = Plan((Setup(2, posts=2017),), ("greedy",), games=4)
    events = [(0, 3, seat, Event.POST, Kind.POST, 3, Source.TABLE, 0) for seat in (0, 1)]
    found = {post.name: post for post in figures.of_things(plan, by_hand(*events, plan=plan), Kind.POST)}
    assert "draw_two" not in found, "a power of 2025 only"
    assert (found["double_gold"].taken.value, found["double_gold"].won.value) == (0.25, 0.5)
    assert found["third_token"].taken.value == 0


def test_prestige_round_by_round() -> None:
    gains = [(0, 2, 0, Event.PURCHASE, Kind.CARD, 0, Source.MARKET, 4), (0, 5, 0, Event.SACRIFICE, Kind.CARD, 1, 5, -2)]
    gains += [(1, 2, 1, Event.VISIT, Kind.NOBLE, 0, Source.TABLE, 3)]
    sheet = by_hand(*gains)
    course = figures.course(PLAN, sheet, by_result=False)
    assert course.rounds.tolist() == list(range(11))
    assert course.groups["seat A"][0].tolist() == [0, 0, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    winners = figures.course(PLAN, sheet, by_result=True).groups["winners"][0]
    assert winners[4] == pytest.approx(4 / 5)


def test_events_are_counted_per_player_and_game() -> None:
    events = [(0, 1, 0, Event.RESERVE, Kind.CARD, 3, Source.MARKET, 0), (0, 2, 1, Event.RESERVE, Kind.NOBLE, 3, 4, 0)]
    events += [(2, 3, 1, Event.PURCHASE, Kind.CARD, 9, Source.CONQUEST, 0)]
    sheet = by_hand(*events)
    assert figures.reservations(PLAN, sheet)["all"].value == 1 / 8
    assert figures.purchases(PLAN, sheet)["conquest"].value == 1 / 8
    assert figures.strongholds(PLAN, sheet)["conquered"].value == 1 / 8


# --- modules ------------------------------------------------------------------------------------------------------
def made(name: str, rounds: float) -> SetupFigures:
    """Figures of a set-up with these rounds, known to within one."""
    known = Estimate(rounds, rounds - 1, rounds + 1, 100)
    return SetupFigures(Setup.of_name(name), 100, [known, known], known, known, known, known, known, {})


def test_the_effect_of_a_module_is_the_mean_over_pairs_that_differ_in_it_alone() -> None:
    setups = [made("base", 20), made("orient2025", 17), made("posts2025", 22), made("posts2025+orient2025", 20)]
    effects = figures.effects(setups)
    assert effects["orient2025"]["rounds"].value == pytest.approx((-3 - 2) / 2)
    assert effects["posts2025"]["rounds"].value == pytest.approx((2 + 3) / 2)
    half = effects["orient2025"]["rounds"].high - effects["orient2025"]["rounds"].value
    assert half == pytest.approx(1.0), "four independent figures of ± 1: √4 / 2"
    assert figures.against_base(setups)["posts2025+orient2025"]["rounds"].value == 0


def test_without_pairs_there_is_no_effect() -> None:
    assert figures.effects([made("base", 20), made("posts2025+orient2025", 20)]) == {}
    assert figures.against_base([made("orient2025", 20)]) == {}


def test_the_summary_can_be_written_as_json() -> None:
    import json

    plan = Plan((Setup(2, cities=2025), Setup(2)), ("random",), games=5)
    values = json.loads(json.dumps(summary(plan, collect(plan)), allow_nan=False))
    assert values["games"] == 10
    assert [each["setup"] for each in values["setups"]] == ["cities2025", "base"]
    for each in values["setups"]:
        assert sum(seat["value"] for seat in each["wins_by_seat"].values()) == pytest.approx(1)
    assert set(values["against_base"]) == set(values["modules"]) == {"cities2025"}
