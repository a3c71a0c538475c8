"""Writes web/src/learn/lessons.json: the positions of the tutorial, built and played by the rules themselves.

    python web/tools/lessons.py          write the file
    python web/tools/lessons.py --check  fail if it is not what would be written

A lesson is a position and the decisions it asks for, each with the message that follows. The page says in words what
is asked and why; it accepts only these decisions, so nothing it shows can be against the rules.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from splendor import Action, Game, Setup, build
from splendor.server import telling, wire

TARGET = Path(__file__).resolve().parents[1] / "src" / "learn" / "lessons.json"
ME = 0


def lesson(name: str, steps: Sequence[str], setup: Setup, **position: Any) -> dict[str, Any]:
    """A position, and what happens step by step; a step may be several actions, separated by commas."""
    game = build(setup, seed=7, **position)
    messages, wanted = [update(game, 1, [])], []
    for version, step in enumerate(steps, start=2):
        actions = [Action.parse(text) for text in step.split(",")]
        before, said = game.view(ME), []
        for action in actions:
            said.append(telling.choice(game.view(ME), action))
            game.play(action, seed=version)
        changes = telling.changes(before, game.view(ME))
        messages.append(update(game, version, [wire.Happening(version, version, "decided", ME, 1, said, changes)]))
        wanted.append([action.number for action in actions])
    return {"name": name, "wanted": wanted, "updates": messages}


def update(game: Game, version: int, happened: list[wire.Happening]) -> wire.Update:
    """What seat 0 would be told."""
    view = game.view(ME)
    seats = [
        wire.Seat(seat, "bot" if seat else "person", None if seat == ME else "Ada", "casual" if seat else None,
                  None, True, False, False, False, None)
        for seat in range(game.setup.players)
    ]  # fmt: skip
    told = wire.View(
        match="lesson", version=version, at=version, seat=ME, setup=game.setup, status="playing", seats=seats,
        table=telling.table(view), decision=telling.decision(view), last_turn=happened, result=None,
        public=False, hints=False, rated=False, time_control=None, rematch=None,
    )  # fmt: skip
    return wire.Update(version - 1, happened, told)


def lessons() -> list[dict[str, Any]]:
    """All of them, in the order in which they are taught."""
    two = Setup(2)
    return [
        # card 13: green, for one each of white, blue, red and black
        lesson("take", ["take wrk"], two, market={"1.1": "13"}, players=[{"tokens": "u1"}, {}]),
        # card 8: green, for three red
        lesson("pair", ["take rr"], two, market={"1.2": "8"}, players=[{"bonus": "r1"}, {}]),
        lesson("purchase", ["purchase 1.2"], two, market={"1.2": "8"}, players=[{"tokens": "r3"}, {}]),
        # card 57: two prestige, for two white, one red and four black
        lesson(
            "bonus", ["purchase 2.1"], two, market={"2.1": "57"},
            players=[{"tokens": "k3 w1", "bonus": "w1 r1 k1"}, {"bonus": "u2"}],
        ),
        # card 76: four prestige, for seven black
        lesson(
            "reserve", ["reserve 3.2"], two, market={"3.2": "76"},
            players=[{"tokens": "k1", "bonus": "k2"}, {"tokens": "k3", "bonus": "k3"}],
        ),
        # card 4: two blue and one green; card 40, in the hand, asks for four blue
        lesson(
            "gold", ["purchase 1.2", "pay u1"], two, market={"1.2": "4"},
            players=[{"tokens": "u2 g1 y1", "hand": ["40"]}, {}],
        ),
        lesson(
            "limit", ["take wug", "give back r,give back r"], two,
            players=[{"tokens": "w1 u2 r3 k3"}, {}],
        ),
        lesson(
            "noble", ["purchase 1.3"], two, market={"1.3": "8"}, nobles=["Mary Stuart"],
            players=[{"bonus": "g3 r4"}, {"bonus": "w2"}],
        ),
        lesson(
            "city", ["purchase 1.2"], Setup(2, cities=2025), market={"1.2": "8"}, cities=["Delhi A"],
            players=[{"tokens": "r3", "bonus": "w2 u3 g3", "prestige": 13}, {"bonus": "k2"}],
        ),
        # card 6: white, for three blue
        lesson(
            "post", ["purchase 1.1"], Setup(2, posts=2025), market={"1.1": "6"},
            players=[{"tokens": "u3", "bonus": "w1"}, {}],
        ),
        lesson(
            "post_token", ["purchase 1.2", "extra k"], Setup(2, posts=2025), market={"1.2": "8", "1.4": "17"},
            players=[{"tokens": "g1 k1", "bonus": "w1 r3 g1", "posts": "A"}, {}],
        ),
        lesson(
            "copy", ["purchase 1.5", "copy u"], Setup(2, orient=2025), market={"1.5": "O25-01"},
            players=[{"tokens": "w3 r2", "bonus": "u2 g1"}, {}],
        ),
        # card 57 once more: two tokens short, which the virtual gold stands for
        lesson(
            "virtual", ["purchase 2.4"], Setup(2, orient=2025), market={"2.4": "57"},
            players=[{"tokens": "w1 k1", "bonus": "w1 r1 k1", "tableau": ["O25-07"]}, {}],
        ),
        lesson(
            "free", ["purchase 3.5", "free 2.4"], Setup(2, orient=2025), market={"3.5": "O25-26", "2.4": "68"},
            players=[{"tokens": "u3 g1", "bonus": "u3 g2 r1"}, {}],
        ),
        # cards 8 and 13 have no prestige, card 53 has two
        lesson(
            "sacrifice", ["purchase 3.5", "sacrifice 8", "sacrifice 13"], Setup(2, orient=2025),
            market={"3.5": "O25-21"}, players=[{"tableau": ["8", "13", "53"], "bonus": "g3 r2"}, {}],
        ),
        lesson(
            "noble_kept", ["purchase 2.5", "reserve noble 1"], Setup(2, orient=2017), market={"2.5": "O17-17"},
            nobles=["Mary Stuart", "Charles V", "Isabella I of Castile"],
            players=[{"tokens": "w1 u1 r1 k1", "bonus": "w1 u1 g2 r1 k1"}, {"bonus": "g3 r4"}],
        ),
        lesson(
            "stronghold", ["purchase 1.2", "place 3.2"], Setup(2, strongholds=2025),
            market={"1.2": "8", "3.2": "76"},
            players=[{"tokens": "r3", "bonus": "k2"}, {"tokens": "k3", "bonus": "k3"}],
        ),
        lesson(
            "removing", ["purchase 1.2", "remove 3.2"], Setup(2, strongholds=2025),
            market={"1.2": "8", "3.2": "76"}, strongholds={"3.2": (1, 1)},
            players=[{"tokens": "r3 k4", "bonus": "k3"}, {"bonus": "k3"}],
        ),
        lesson(
            "conquest", ["purchase 1.2", "place 3.2", "conquer"], Setup(2, strongholds=2025),
            market={"1.2": "8", "3.2": "76"}, strongholds={"3.2": (0, 2)},
            players=[{"tokens": "r3 k4", "bonus": "k3"}, {}],
        ),
    ]  # fmt: skip


def main() -> int:
    """Write, or with --check compare."""
    wanted = b"[\n" + b",\n".join(map(msgspec.json.encode, lessons())) + b"\n]\n"  # a line for each
    if "--check" in sys.argv[1:]:
        return 0 if TARGET.read_bytes() == wanted else 1
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
