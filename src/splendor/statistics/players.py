"""Who sits where, and whether the whole table can be played in compiled code."""

import hashlib
from typing import Any

import numpy as np

from splendor.agents import Agent, make
from splendor.agents.greedy_weights import BALANCED, WEIGHTS, weights
from splendor.errors import SplendorError
from splendor.rules.layout import SEATS
from splendor.statistics import kernels
from splendor.statistics.rows import new_rows


def checked_specs(specs: tuple[str, ...], players: int) -> tuple[str, ...]:
    """One spec for each seat, in the agents' own spelling; a single one is for all seats."""
    specs = specs or ("greedy",)
    if len(specs) not in (1, players):
        raise SplendorError(
            f"{len(specs)} agents for {players} players: name one agent, who then plays at every seat, or {players}."
        )
    names = tuple(make(spec).name for spec in specs)
    return names * players if len(names) == 1 else names


def seating(players: int, game: int, rotate: bool) -> list[int]:
    """The number of the agent at each seat; with `rotate` everybody moves on by one seat with every game."""
    shift = game % players if rotate else 0
    return [(seat - shift) % players for seat in range(players)]


def agent_for(spec: str, seed: int, seat: int) -> Agent:
    """A fresh agent for one game; if it uses chance, with a seed made of the game's and the seat.

    So a game does not depend on those before it, and a run that was interrupted goes on as if it had not been.
    """
    return make(spec, seed=seed_for(seed, seat))


def seed_for(seed: int, seat: int) -> int:
    """The seed of an agent whose spec leaves it open."""
    digest = hashlib.blake2b(f"{seed} {seat}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def split(spec: str) -> tuple[str, dict[str, str]]:
    """A spec as name and options."""
    name, _, options = spec.partition(":")
    return name, dict(part.split("=", 1) for part in options.split(",") if "=" in part)


# --- compiled tables ----------------------------------------------------------------------------------------------
def is_compiled(spec: str) -> bool:
    """Whether an agent can play in compiled code: random, and greedy without noise."""
    name, options = split(spec)
    return name == "random" or (name == "greedy" and not set(options) & {"noise"})


def compiled_players(specs: tuple[str, ...]) -> tuple[Any, Any]:
    """For each agent the kind of player and its weights, as `kernels.play_game` wants them."""
    kinds = np.array([kernels.GREEDY if split(spec)[0] == "greedy" else kernels.RANDOM for spec in specs])
    vectors = new_rows(len(specs), WEIGHTS)
    for place, spec in enumerate(specs):
        vectors[place] = weights(split(spec)[1].get("style", BALANCED))[0]
    return kinds, vectors


NOBODY = np.random.default_rng(0)  # for seats that need no dice


def dice(specs: list[str], seed: int) -> tuple[Any, ...]:
    """The generators of those who play at random, as their agents would make them."""
    made = [NOBODY] * SEATS
    for seat, spec in enumerate(specs):
        name, options = split(spec)
        if name == "random":
            made[seat] = np.random.default_rng(int(options.get("seed", seed_for(seed, seat))))
    return tuple(made)
