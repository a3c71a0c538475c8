"""`splendor engine`: an agent that answers the line protocol on standard input and output."""

import sys
from contextlib import suppress

from splendor.agents import make
from splendor.foreign import serve
from splendor.terminal.cold import compile_agents, compile_rules


def run(spec: str) -> None:
    """Answer until the other side says `quit` or closes its end; a seed from there is for specs that leave it open."""
    agent = make(spec)
    compile_rules()
    compile_agents([agent])  # before the clock of the other side runs

    with suppress(KeyboardInterrupt, BrokenPipeError):
        serve(agent.name, lambda seed: make(spec, seed=seed), sys.stdin.buffer, sys.stdout.buffer)
