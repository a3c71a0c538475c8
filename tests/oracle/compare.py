"""Engine and oracle side by side: the same choices, the same next position, the same winners."""

import random
from collections import Counter
from typing import Any

from splendor.table.setup import Setup
from tests.oracle.adapter import Choice, Engine
from tests.oracle.oracle import OracleGame
from tests.oracle.special import special_end, special_rules

POLICIES = ("uniform", "eager", "gambler", "hoarder", "idler", "conqueror")

Snapshot = dict[str, Any]


class Difference(AssertionError):
    """The two engines disagree; the message says where and how to get there again."""


def compare_game(setup: Setup, seed: int, policy: str, counts: Counter[str]) -> int:
    """Play one game on both sides; returns the number of decisions compared."""
    chance = random.Random(f"{setup.name} {setup.players} {seed} {policy}")
    engine = Engine(setup, seed)
    oracle = oracle_of(engine)
    decisions = 0
    where = f"{setup!r}, seed {seed}, policy {policy}"
    before = engine.snapshot()
    while not before["over"]:
        node = before["node"]
        choices = engine.legal()
        expect(set(choices), set(oracle.legal()), f"{where}, decision {decisions}: legal set at {node}")
        choice = pick(chance, policy, before, list(choices))
        for deck, cards in engine.play(choices[choice]).items():
            oracle.arrange(deck, cards)
        oracle.apply(choice)
        decisions += 1
        after = compare_positions(engine, oracle, f"{where}, decision {decisions} after {choice}")
        counts[node] += 1
        counts.update(special_rules(setup, before, choice, choices, after))
        before = after
    counts.update(special_end(before))
    return decisions


def oracle_of(engine: Engine) -> OracleGame:
    """The oracle, dealt the same table."""
    return OracleGame.from_deal(
        engine.setup.to_dict(),
        display=engine.snapshot()["display"],
        nobles=[noble + 1 for noble in engine.numbers("nobles") if noble >= 0],
        cities=[face % 14 + 1 for face in engine.numbers("city_faces") if face >= 0],
    )


def compare_positions(engine: Engine, oracle: OracleGame, where: str) -> Snapshot:
    ours, theirs = engine.snapshot(), oracle.snapshot()
    if ours["node"] == "DEC-KEEP":  # the two cards looked at: still in the deck for one side, apart for the other
        for key in ("decks", "under"):
            theirs[key] = ours[key]
    if ours != theirs:
        differing = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
        raise Difference(f"{where}: engine and oracle differ in {differing}")
    if ours["node"] == "DEC-ACTION":
        for seat in range(len(ours["players"])):
            expect(engine.knowledge(seat), oracle.knowledge(seat), f"{where}: what seat {seat} knows")
    return ours


def expect(ours: Any, theirs: Any, where: str) -> None:
    if ours != theirs:
        raise Difference(f"{where}: engine {ours}, oracle {theirs}")


def pick(chance: random.Random, policy: str, before: Snapshot, choices: list[Choice]) -> Choice:
    """How each kind of player chooses.

    Uniform: anything. Eager: buys whenever it can, so that games get far. A gambler digs through the smallest deck
    and pays in gold. A hoarder reserves and collects one colour, buying only if it must, which
    leads to short supply and passes; an idler reserves and then takes and gives back for ever. A conqueror buys and
    heaps its strongholds.
    """
    if policy == "eager" and chance.random() < 0.9:
        return chance.choice([choice for choice in choices if choice[0] in ("buy", "conquer")] or choices)
    if policy == "gambler" and chance.random() < 0.9:
        return max(choices, key=lambda choice: (gambled(choice, before), chance.random()))
    if policy == "hoarder" and before["node"] in ("DEC-ACTION", "DEC-RETURN"):
        return max(choices, key=lambda choice: (hoarded(choice, before["seat"]), chance.random()))
    if policy == "idler" and before["node"] in ("DEC-ACTION", "DEC-RETURN", "DEC-CONQUEST"):
        return max(choices, key=lambda choice: (idled(choice), chance.random()))
    if policy == "conqueror" and chance.random() < 0.9:
        return max(choices, key=lambda choice: (heaped(choice, before), chance.random()))
    return chance.choice(choices)


def heaped(choice: Choice, before: Snapshot) -> int:
    """How much a conqueror likes a choice: strongholds go where others of its own stand."""
    match choice:
        case ("conquer",):
            return 9
        case ("place", *slot) | ("move", _, _, *slot):
            return 1 + int(before["forts"].get(tuple(slot), (0, 0))[1])
        case ("buy", *source):
            return 0 if tuple(source[1:]) in before["forts"] else 1
        case _:
            return 0


def gambled(choice: Choice, before: Snapshot) -> int:
    """How much a gambler likes a choice."""
    match choice:
        case ("buy", "hand", _) | ("conquer",):
            return 100
        case ("reserve", "deck", *deck):
            return 90 - len(before["decks"][tuple(deck)])
        case ("buy", *_):
            return 40
        case ("pay", _, gold, virtual):
            return int(gold + virtual)
        case _:
            return 0


def idled(choice: Choice) -> int:
    """How much an idler likes a choice."""
    match choice:
        case ("reserve", *_):
            return 3
        case ("take_diff" | "take_same", *_):
            return 2
        case ("return", tokens):
            return -int(tokens[5])
        case ("decline",):
            return 1
        case _:
            return 0


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
