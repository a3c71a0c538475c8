"""The server in a world of chance: real match, store and host code; clock, network, disk and crashes are simulated.

One seed makes one history. Whatever goes wrong is found again with `python -m tests.server.simulation SEED`.
"""
