"""Agents that play the games of a batch on in compiled code. Each sees only the view of its own seat."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from splendor.agents import make
from splendor.agents.greedy_core import choose, new_work
from splendor.agents.greedy_weights import BALANCED, weights
from splendor.errors import SplendorError
from splendor.rules import chance, turn, views
from splendor.rules.jit import compiled, door
from splendor.rules.layout import SEATS, new_games, new_legal
from splendor.sim.batch.kernels import OFF, finish, offer
from splendor.sim.kernels import LIMIT

RANDOM, GREEDY = 0, 1
NOBODY = -1


class Players(NamedTuple):
    """Who plays each seat."""

    kinds: Any  # int8 [SEATS]
    weights: Any  # records of the greedy agents' weights [SEATS]


class Room(NamedTuple):
    """Desks to think at; every thread needs its own."""

    views: Any  # records [desks]
    works: Any  # records of `greedy_core.WORK` [desks]
    legal: Any  # int16 [desks, MAX_LEGAL]
    spare: Any  # the same


def new_room(desks: int) -> Room:
    """Room for so many threads."""
    works = new_work() if desks == 1 else np.concatenate([new_work()] * desks)
    lists = np.stack([new_legal()] * desks)
    return Room(new_games(desks), works, lists, lists.copy())


def players_of(specs: str | Sequence[str], seats: int) -> Players:
    """The agents of these specs, one for all seats or one for each."""
    return _players_of((specs,) * seats if isinstance(specs, str) else tuple(specs), seats)


@lru_cache(maxsize=64)
def _players_of(names: tuple[str, ...], seats: int) -> Players:
    if len(names) < seats:
        raise SplendorError(f"{len(names)} agents for {seats} seats: give one for all, or one for each.")
    kinds = np.zeros(SEATS, dtype=np.int8)
    styles = [BALANCED] * SEATS
    for seat, spec in enumerate(names[:SEATS]):
        kinds[seat], styles[seat] = _kind_and_style(spec)
    return Players(kinds, np.concatenate([weights(style) for style in styles]))


def _kind_and_style(spec: str) -> tuple[int, str]:
    """What compiled code can play: `random`, and `greedy` in any style."""
    name, _, options = make(spec).name.partition(":")
    if name == "random" and not options:
        return RANDOM, BALANCED
    if name == "greedy" and (not options or ("," not in options and options.startswith("style="))):
        return GREEDY, options.removeprefix("style=") or BALANCED
    raise SplendorError(f"a batch is played on by 'random' and 'greedy:style=…' only, not by {spec!r}.")


@door
def play_on_at_random(table, until, legal, first, last):
    """`play_on` for random agents alone: it starts without compiling the others."""
    for index in range(first, last):
        number = table.numbers[index]
        if number == 0 or table.players[index] == until[index]:
            continue
        game = table.games[index]
        generator = table.choices[index]
        for place in range(number):
            legal[place] = table.legal[index, place]
        while number > 0 and game.player != until[index] and table.decisions[index] < LIMIT:
            number = turn.play(game, int(legal[chance.below(generator, number)]), legal)
            table.decisions[index] += 1
        if number == 0:
            finish(table, index, OFF, 0, legal)
        offer(table, index, number, legal)


@door
def play_on(table, players, room, until, desk, first, last):
    """Play each game until the seat in `until` decides, or to its end where that is NOBODY."""
    legal = room.legal[desk]
    for index in range(first, last):
        number = table.numbers[index]
        if number == 0 or table.players[index] == until[index]:
            continue
        game = table.games[index]
        for place in range(number):
            legal[place] = table.legal[index, place]
        while number > 0 and game.player != until[index] and table.decisions[index] < LIMIT:
            place = choice(game, legal, number, table.choices[index], players, room, desk)
            number = turn.play(game, int(legal[place]), legal)
            table.decisions[index] += 1
        if number == 0:
            finish(table, index, OFF, 0, legal)
        offer(table, index, number, legal)


@compiled
def choice(game, legal, number, generator, players, room, desk):
    """The place of the chosen action among the legal ones."""
    seat = np.int64(game.player)
    if players.kinds[seat] == RANDOM:
        return np.int64(chance.below(generator, number))
    view = room.views[desk]
    views.show(game, seat, view)
    return np.int64(choose(view, legal, number, players.weights[seat], room.works[desk], room.spare[desk]))
