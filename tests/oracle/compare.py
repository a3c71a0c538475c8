"""Engine and oracle side by side: the same choices, the same next position, the same winners."""

import random
from collections import Counter
from typing import Any

from splendor.table.setup import Setup
from tests.oracle.adapter import Choice, Engine
from tests.oracle.oracle import OracleGame

POLICIES = ("uniform", "eager", "hoarder")


class Difference(AssertionError):
    """The two engines disagree; the message says where and how to get there again."""


def compare_game(setup: Setup, seed: int, policy: str, counts: Counter[str]) -> int:
    """Play one game on both sides; returns the number of decisions compared."""
    chance = random.Random(f"{setup.name} {setup.players} {seed} {policy}")
    engine = Engine(setup, seed)
    oracle = oracle_of(engine)
    decisions = 0
    where = f"{setup!r}, seed {seed}, policy {policy}"
    while not engine.number("over"):
        choices = engine.legal()
        expect(set(choices), set(oracle.legal()), f"{where}, decision {decisions}: legal set at {engine.node}")
        choice = pick(chance, policy, engine, list(choices))
        counts[engine.node] += 1
        counts.update(special(engine, oracle, choice))
        for deck, cards in engine.play(choices[choice]).items():
            oracle.arrange(deck, cards)
        oracle.apply(choice)
        decisions += 1
        compare_positions(engine, oracle, f"{where}, decision {decisions} after {choice}")
    counts.update(special_end(engine))
    return decisions


def oracle_of(engine: Engine) -> OracleGame:
    """The oracle, dealt the same table."""
    at_start = engine.snapshot()
    return OracleGame.from_deal(
        engine.setup.to_dict(),
        display=at_start["display"],
        nobles=[noble + 1 for noble in engine.numbers("nobles") if noble >= 0],
        cities=[face % 14 + 1 for face in engine.numbers("city_faces") if face >= 0],
    )


def compare_positions(engine: Engine, oracle: OracleGame, where: str) -> None:
    ours, theirs = engine.snapshot(), oracle.snapshot()
    if ours["node"] == "DEC-KEEP":  # the two cards looked at: still in the deck for one side, apart for the other
        for key in ("decks", "under"):
            del ours[key], theirs[key]
    if ours != theirs:
        differing = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
        raise Difference(f"{where}: engine and oracle differ in {differing}")
    if ours["node"] == "DEC-ACTION":
        for seat in range(len(ours["players"])):
            expect(engine.knowledge(seat), oracle.knowledge(seat), f"{where}: what seat {seat} knows")


def expect(ours: Any, theirs: Any, where: str) -> None:
    if ours != theirs:
        raise Difference(f"{where}: engine {ours}, oracle {theirs}")


def pick(chance: random.Random, policy: str, engine: Engine, choices: list[Choice]) -> Choice:
    """Uniform; eager buys whenever it can; a hoarder reserves and collects one colour, buying only if it must."""
    if policy == "eager" and chance.random() < 0.9:
        purchases = [choice for choice in choices if choice[0] in ("buy", "conquer")]
        return chance.choice(purchases or choices)
    if policy == "hoarder" and engine.node in ("DEC-ACTION", "DEC-RETURN"):
        seat = engine.number("player")
        return max(choices, key=lambda choice: (hoarded(choice, seat), chance.random()))
    return chance.choice(choices)


def hoarded(choice: Choice, seat: int) -> int:
    """How much a hoarder of the seat's own colour likes a choice."""
    favourite = "WUGRK"[seat]
    match choice[0]:
        case "take_same":
            return 30 if choice[1] == favourite else 10
        case "take_diff":
            return 20 if favourite in choice[1] else 9
        case "reserve":
            return 25
        case "return":
            return 100 - 10 * choice[1]["WUGRK".index(favourite)] + choice[1][5]
        case _:
            return 0


def special(engine: Engine, oracle: OracleGame, choice: Choice) -> list[str]:
    """The special rules this choice exercises, by name."""
    return []


def special_end(engine: Engine) -> list[str]:
    return []
