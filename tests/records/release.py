"""Write a record of every module set that has none yet into `released/`: `python -m tests.records.release`.

What is written there stays: such records must verify for ever. Their digests show at which turn a changed rule
changes a game; where that is meant, delete the file, write it anew and say so in the changelog.
"""

import random
from pathlib import Path

from splendor import Game, GameRecord, Setup
from splendor.records import write_archive

FOLDER = Path(__file__).with_name("released")
ARCHIVE = FOLDER / "all-players.jsonl"
TRIES = 400
# How much a lively player likes each kind of main action; follow-up decisions are taken evenly.
LIKES = {"purchase": 60, "purchase_hand": 60, "reserve": 3, "reserve_deck": 4}


def lively_game(setup: Setup, seed: int) -> Game:
    """A game between players who purchase when they can."""
    rng = random.Random(f"{setup.players} {setup.name} {seed}")
    game = Game(setup, seed=rng.randrange(2**63))
    while not game.is_over:
        legal = list(game.legal_actions)
        weights = [LIKES.get(action.kind, 10) for action in legal]
        game.play(rng.choices(legal, weights)[0])
    return game


def richness(game: Game) -> tuple[int, int]:
    """More kinds of actions first, then fewer actions."""
    return len({action.kind for action in game.actions}), -len(game.actions)


def main() -> None:
    """Write what is missing."""
    FOLDER.mkdir(exist_ok=True)
    for number, setup in enumerate(Setup.all(players=2)):
        file = FOLDER / f"{setup.name}.txt"
        if not file.exists():
            chosen = setup.replace(players=2 + number % 3)
            game = max((lively_game(chosen, seed) for seed in range(TRIES)), key=richness)
            file.write_text(GameRecord.of(game, digests=True).text(), encoding="utf-8", newline="\n")
    if not ARCHIVE.exists():
        setups = [setup for setup in Setup.all() if setup.name in ("base", "posts2025+orient2025+strongholds2025")]
        write_archive(ARCHIVE, (GameRecord.of(lively_game(setup, 0), digests=True) for setup in setups))


if __name__ == "__main__":
    main()
