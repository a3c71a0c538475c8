"""Server processes that start at once: this one has everything loaded, and forks a server for every line it reads.

A line is `PORT DATABASE [REDIS]`, or `worker REDIS`; the answer is the child's process id.
"""

import os
import signal
import sys

from splendor.agents import make
from splendor.game import Game
from splendor.server.running import serve, serve_bots
from splendor.server.service import Config
from splendor.table.setup import Setup


def warm_up() -> None:
    """Load the compiled rules once, for all children."""
    game = Game(Setup(2), seed=1)
    game.play(game.legal_actions[0])
    view = game.view(1)
    make("greedy").choose(view, view.legal_actions)


def run(first: str, *more: str) -> None:
    """What a line asks for."""
    if first == "worker":
        serve_bots(more[0], 1)
    else:
        serve(Config(more[0], more[1] if more[1:] else None), "127.0.0.1", int(first))


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are reaped by the system
    warm_up()
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            run(*line.split())
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
