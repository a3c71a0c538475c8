"""Which set-ups are played while training, and how often."""

from typing import Any

import numpy as np

from splendor.errors import SplendorError
from splendor.rules.layout import new_games
from splendor.sim.simulate import records_of
from splendor.table.setup import Setup

DEFAULT = "base/2=55,base/3=12,base/4=9,all=24"


def mixture(text: str = DEFAULT) -> list[tuple[Setup, float]]:
    """Set-ups with their shares, from text such as `base/2=60,orient2025/3=10,all=30`; they need not add up to 100.

    A part is a module set's name, a slash and the number of players; without the slash all three numbers share what
    is given; `all` shares it among everything not named.

    >>> [(setup.describe(), share) for setup, share in mixture("base/2=3,cities2017/4=1")]
    [('2 players, base game', 0.75), ('4 players, Cities 2017', 0.25)]
    """
    shares: dict[Setup, float] = {}
    rest = 0.0
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        try:
            share = float(value) if equals else 1.0
        except ValueError:
            share = -1.0
        if not 0 < share < 1e9:
            raise SplendorError(f"{part!r}: a share is a number above 0, as in {DEFAULT!r}.")
        if name == "all":
            rest += share
            continue
        named = _named(name)
        for setup in named:
            shares[setup] = shares.get(setup, 0.0) + share / len(named)
    others = [setup for setup in Setup.all() if setup not in shares] if rest else []
    shares |= dict.fromkeys(others, rest / max(1, len(others)))
    total = sum(shares.values())
    if not total:
        raise SplendorError(f"no set-ups to train on; write for example {DEFAULT!r}.")
    return [(setup, share / total) for setup, share in shares.items()]


def _named(name: str) -> list[Setup]:
    modules, slash, players = name.partition("/")
    if slash and players not in ("2", "3", "4"):
        raise SplendorError(f"{name!r}: after the slash stands the number of players, 2, 3 or 4.")
    return [Setup.of_name(modules, int(count)) for count in (players if slash else "234")]


def as_arrays(parts: list[tuple[Setup, float]]) -> tuple[Any, Any]:
    """The set-ups as records, and the limits below which a random number takes each."""
    records = new_games(len(parts))
    for place, (setup, _) in enumerate(parts):
        records[place : place + 1].view(np.uint8)[:] = records_of(setup, 1).view(np.uint8)
    limits = np.cumsum([share for _, share in parts])
    limits[-1] = 1.0
    return records, limits
