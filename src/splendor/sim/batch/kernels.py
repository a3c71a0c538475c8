"""The steps of a batch, compiled: one game at a time, so that threads and a GPU can run the same functions.

`table` is a `Table` of arrays with a row for each game; a function with `first, last` works on a run of rows.
"""

from typing import Any, NamedTuple

import numpy as np

from splendor.observation.pieces import SIZE
from splendor.observation.writing import write
from splendor.rules import chance, turn
from splendor.rules.actions import ACTIONS
from splendor.rules.deal import deal
from splendor.rules.jit import compiled, door, inlined
from splendor.rules.layout import SEATS
from splendor.sim.kernels import CHOICE_STREAM

OFF, NEXT_STEP, SAME_STEP = 0, 1, 2  # what becomes of a finished game
NONE = -1
EIGHT = 8
NEAR = 256  # games whose legal actions are still near the processor when their masks are written


class Table(NamedTuple):
    """The arrays of a batch."""

    games: Any  # records
    final: Any  # records: the last position of the game that ended last
    legal: Any  # int16 [games, MAX_LEGAL]: legal actions, ascending
    numbers: Any  # int16 [games]: how many of them
    masks: Any  # bool [games, ACTIONS]: the same as a mask
    players: Any  # int8 [games]: whose decision it is
    rewards: Any  # float32 [games, SEATS]: of the last step
    done: Any  # bool [games]: the last step ended the game
    seeds: Any  # int64 [games]: what the present game was dealt from
    choices: Any  # int64 [games, 2]: the generator of random choices
    decisions: Any  # int32 [games]: taken in the present game


# --- one game -----------------------------------------------------------------------------------------------------
@compiled
def start(table, index, seed, scratch):
    """Deal a new game; returns the number of legal actions, which are in `scratch`."""
    table.seeds[index] = seed
    table.decisions[index] = 0
    deal(table.games[index], seed)
    chance.seed(table.choices[index], seed ^ CHOICE_STREAM)
    return turn.legal_actions(table.games[index], scratch)


@compiled
def finish(table, index, mode, stride, scratch):
    """A game has ended: its rewards, and the next deal if that is to come at once; returns as `start` does."""
    table.done[index] = True
    pay_rewards(table.games[index], table.rewards[index])
    if mode != SAME_STEP:
        return 0
    table.final[index] = table.games[index]
    return start(table, index, int(table.seeds[index]) + stride, scratch)


@compiled
def pay_rewards(game, rewards):
    """The share of the victory, moved and stretched so that the sum is 0 and a sole winner has 1."""
    seats = int(game.seats)
    winners = 0
    for seat in range(seats):
        winners += (int(game.winners) >> seat) & 1
    for seat in range(seats):
        won = (int(game.winners) >> seat) & 1
        rewards[seat] = (won * seats / winners - 1) / (seats - 1)


@inlined
def advance(table, index, action, mode, stride, legal):
    """Play an action, or deal the game that takes the place of a finished one; returns the number of legal actions."""
    if table.done[index]:  # there are no other rewards
        table.done[index] = False
        for seat in range(SEATS):
            table.rewards[index, seat] = 0
    if table.numbers[index] == 0:
        return start(table, index, int(table.seeds[index]) + stride, legal)
    table.decisions[index] += 1
    number = turn.play(table.games[index], action, legal)
    if number == 0:
        number = finish(table, index, mode, stride, legal)
    return number


@compiled
def offer(table, index, number, scratch):
    """Put a decision's choices in place of those before."""
    for place in range(table.numbers[index]):
        table.masks[index, table.legal[index, place]] = False
    table.numbers[index] = number
    table.players[index] = table.games[index].player
    for place in range(number):
        table.legal[index, place] = scratch[place]
        table.masks[index, scratch[place]] = True


# --- many games ---------------------------------------------------------------------------------------------------
@door
def first_refused(table, actions, first, last):
    """The first game whose action is not legal; −1 if all are. A game without legal actions is over."""
    for index in range(first, last):
        action = actions[index]
        if table.numbers[index] > 0 and (action < 0 or action >= ACTIONS or not table.masks[index, action]):
            return index
    return NONE


@door
def step(table, actions, mode, stride, first, last):
    """One action in each game, or the deal that takes the place of a finished one.

    On a processor a whole row of a mask is cleared sooner than its single actions, and the masks of some hundred games
    are written sooner one after the other than each with its game; a GPU does as `step_on_gpu` does.
    """
    for begin in range(first, last, NEAR):
        end = min(begin + NEAR, last)
        for index in range(begin, end):
            if table.numbers[index] == 0 and mode == OFF:
                continue
            number = advance(table, index, int(actions[index]), mode, stride, table.legal[index])
            table.numbers[index] = number
            table.players[index] = table.games[index].player
        for index in range(begin, end):
            legal, mask = table.legal[index], table.masks[index]
            for action in range(ACTIONS):
                mask[action] = False
            number = table.numbers[index]
            for some in range(0, number, EIGHT):  # the last is repeated: an end that can be foreseen costs less
                for place in range(EIGHT):
                    mask[np.uint32(legal[min(some + place, number - 1)])] = True


@compiled
def step_on_gpu(table, index, action, mode, stride, scratch):
    """`step` for one game, with room of its own for the legal actions."""
    if table.numbers[index] > 0 or mode != OFF:
        offer(table, index, advance(table, index, action, mode, stride, scratch), scratch)


@door
def start_marked(table, marked, seeds, scratch, first, last):
    """Deal anew the games that are marked."""
    for index in range(first, last):
        if marked[index]:
            for seat in range(SEATS):
                table.rewards[index, seat] = 0
            table.done[index] = False
            offer(table, index, start(table, index, int(seeds[index]), scratch), scratch)


@door
def look(table, scratch, first, last):
    """Find the choices of positions that came from elsewhere."""
    for index in range(first, last):
        over = table.games[index].over
        offer(table, index, 0 if over else turn.legal_actions(table.games[index], scratch), scratch)


@door
def sample(table, actions, first, last):
    """Any legal action, all equally likely; 0 where none is asked for."""
    for index in range(first, last):
        number = table.numbers[index]
        actions[index] = 0
        if number > 0:
            actions[index] = table.legal[index, chance.below(table.choices[index], number)]


@door
def observe(games, seats, out, first, last):
    """What the seat of each game sees, as whole numbers."""
    for index in range(first, last):
        write(games[index], np.int64(seats[index]), out[index])


@door
def observe_scaled(games, seats, out, scale, scratch, first, last):
    """The same as numbers from 0 to 1; `scratch` is room for one observation."""
    for index in range(first, last):
        write(games[index], np.int64(seats[index]), scratch)
        for place in range(SIZE):
            out[index, place] = scratch[place] * scale[place]
