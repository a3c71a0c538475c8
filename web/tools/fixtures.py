"""Writes messages of real matches, to build and look at the page without a server.

    python web/tools/fixtures.py FOLDER

Greedy agents play seeded matches; for each set-up one message from the middle of the match, and for each phase that
comes up (paying, giving back, strongholds …) the first in which seat 0 decides it.
"""

import sys
from itertools import count
from pathlib import Path

import msgspec

from splendor.agents import make
from splendor.server import telling, wire
from splendor.server.match import Match, Settings
from splendor.table.setup import Setup

NAMES = ("Noor", "Mila", "Ada", "Jonas")
MIDDLE = 30  # turns

SETUPS = {
    "base-2": Setup(2),
    "base-4": Setup(4),
    "cities-3": Setup(3, cities=2017),
    "posts-2": Setup(2, posts=2025),
    "orient-3": Setup(3, orient=2017),
    "strongholds-2": Setup(2, strongholds=2025),
    "all-2": Setup(2, cities=2025, posts=2025, orient=2025, strongholds=2025),
    "all-4": Setup(4, cities=2025, posts=2025, orient=2025, strongholds=2025),
    "nobles-all-4": Setup(4, posts=2025, orient=2025, strongholds=2025),
}


def played(name: str, setup: Setup, seed: int) -> dict[str, wire.Update]:
    """Messages for seat 0 out of one match, by what they show."""
    match = Match(Settings("fixture", setup, deal_seed=seed, created=0, public=True))
    agent, seeds = make("greedy:noise=3,seed=5"), count(seed)
    at = 0
    for seat in range(setup.players):
        person = {"token": "seat-0"} if seat == 0 else {"agent": "club"}
        match.apply(match.sit(seat, at, name=NAMES[seat], **person))
    found: dict[str, wire.Update] = {}
    turns = 0
    while match.result is None:
        at += 9000
        seat, game = match.acting, match.game
        if seat is None or game is None:
            break
        view = match.game_view(seat)
        phase = view.phase.name.lower()
        turns += phase == "action"
        message = match.update(0, match.version - 2 * setup.players, at, [True] * setup.players)
        if seat == 0 and phase != "action":
            found.setdefault(f"{name}-{phase}", message)
        if seat == 0 and phase == "action" and turns >= MIDDLE * setup.players // 2:
            found.setdefault(name, message)
        number = agent.choose(view, view.legal_actions).number
        match.apply(match.decide(seat, [number], match.version, at, confirm=True, seeds=seeds.__next__))
    found[f"{name}-over"] = match.update(0, match.version - 3, at, [True] * setup.players)
    return found


def main(folder: Path) -> None:
    """Write everything."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for name, setup in SETUPS.items():
        for shown, message in played(name, setup, seed=11).items():
            (folder / f"{shown}.json").write_bytes(wire.encode(message))
            names.append(shown)
    levels = [wire.Level("casual", "", None), wire.Level("club", "", None)]
    (folder / "catalogue.json").write_bytes(msgspec.json.encode(telling.catalogue(levels)))
    print("\n".join(sorted(names)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
