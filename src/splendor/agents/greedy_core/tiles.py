"""Nobles, posts and cities: what the way to them is worth, and what one more card of each colour would bring."""

import numpy as np

from splendor.agents.greedy_core.distance import helps_city, missing_cards, missing_for_city
from splendor.agents.greedy_core.work import FAR, MOST_BONUSES, P_CITY, P_NOBLE, P_POST
from splendor.rules.bits import count, has
from splendor.rules.jit import compiled
from splendor.rules.layout import ABSENT, CITY_PLACES, NOBLE_PLACES
from splendor.table.catalogue import (
    CITY_PRESTIGE,
    GOLD,
    NOBLE_COUNT,
    NOBLE_PRESTIGE,
    POST_COUNT,
    POST_NOBLES,
    POWERS,
    Power,
)


@compiled
def measure_tiles(game, seat, row, weights, work):
    """Nobles, posts and cities, and what one more card of each colour would be worth for a seat."""
    player = game.players[seat]
    for colour in range(GOLD):
        bonus = min(int(player.bonus[colour]), MOST_BONUSES)
        work.gain[row, colour] = work.engine[seat, colour, bonus + 1] - work.engine[seat, colour, bonus]
        work.completes[row, colour] = 0
    work.parts[P_NOBLE] = 0.0
    work.parts[P_CITY] = 0.0
    work.parts[P_POST] = 0.0
    work.city_point[row] = 0.0
    work.city_open[row] = 0
    if game.cities != ABSENT:
        add_city(game, player, row, weights, work)
    else:
        add_nobles(game, seat, row, weights, work)
    if game.posts != ABSENT:
        add_posts(game, player, row, weights, work)
    work.tiles[row] = work.parts[P_NOBLE] + work.parts[P_CITY] + work.parts[P_POST]


@compiled
def add_nobles(game, seat, row, weights, work):
    player = game.players[seat]
    for place in range(NOBLE_PLACES):
        noble = int(game.nobles[place])
        if noble >= 0:
            nearest = FAR
            for other in range(np.int64(game.seats)):
                if other != seat:
                    nearest = min(nearest, int(work.missing[other, place]))
            add_noble(player, noble, nearest, row, weights, work)
    for place in range(player.reserved_count):
        add_noble(player, int(player.reserved_nobles[place]), FAR, row, weights, work)


@compiled
def add_noble(player, noble, nearest_rival, row, weights, work):
    missing = missing_cards(player, NOBLE_COUNT[noble])
    hope = weights.noble_rival if nearest_rival < missing else 1.0
    worth = work.noble[missing] * hope
    work.parts[P_NOBLE] += worth
    if missing == 0:
        return
    if missing == 1:
        step = work.point * NOBLE_PRESTIGE - worth
    else:
        step = work.noble[missing - 1] * hope - worth
    for colour in range(GOLD):
        if player.count[colour] < NOBLE_COUNT[noble, colour]:
            work.gain[row, colour] += step
            if missing == 1:
                work.completes[row, colour] = NOBLE_PRESTIGE


@compiled
def add_posts(game, player, row, weights, work):
    edition = game.posts - 1
    for power in range(POWERS):
        if POST_COUNT[edition, power, 0] < 0:
            continue
        if has(player.posts, power):
            if power != Power.PRESTIGE_PER_POST:
                work.parts[P_POST] += weights.post * work.power[power]
            continue
        worth = power_worth(player, power, work)
        missing = missing_cards(player, POST_COUNT[edition, power])
        distance = min(FAR, missing + 2 * max(0, int(POST_NOBLES[edition, power]) - count(player.nobles)))
        work.parts[P_POST] += worth * work.post[distance]
        if missing > 0:
            step = worth * (work.post[distance - 1] - work.post[distance])
            for colour in range(GOLD):
                if player.count[colour] < POST_COUNT[edition, power, colour]:
                    work.gain[row, colour] += step


@compiled
def power_worth(player, power, work):
    """What a post not owned yet would bring."""
    worth = work.power[power]
    if power == Power.FIVE_PRESTIGE:
        worth += 5.0
    if power == Power.PRESTIGE_PER_POST:
        worth += 1.0 + count(player.posts)
    elif has(player.posts, Power.PRESTIGE_PER_POST):
        worth += 1.0
    return worth


@compiled
def add_city(game, player, row, weights, work):
    """The nearest city counts, and the way to it."""
    nearest = -1
    least = 0.0
    for place in range(CITY_PLACES):
        face = int(game.city_faces[place])
        if face >= 0:
            distance = city_distance(player, face, weights)
            if nearest < 0 or distance < least:
                nearest = face
                least = distance
    if nearest < 0:
        return
    worth = city_worth(least, work)
    work.parts[P_CITY] += worth
    step = city_worth(max(0.0, least - 1.0), work) - worth
    for colour in range(GOLD):
        if helps_city(player, nearest, colour):
            work.gain[row, colour] += step
    work.city_open[row] = max(0, int(CITY_PRESTIGE[nearest]) - int(player.prestige))
    if work.city_open[row] > 0:
        work.city_point[row] = city_worth(max(0.0, least - weights.city_prestige), work) - worth


@compiled
def city_distance(player, face, weights):
    """Cards that are missing; missing prestige counts as cards too."""
    missing_prestige = max(0, int(CITY_PRESTIGE[face]) - int(player.prestige))
    return missing_for_city(player, face) + weights.city_prestige * missing_prestige


@compiled
def city_worth(distance, work):
    """From the table; between whole cards in a straight line."""
    whole = min(int(distance), FAR - 1)
    part = min(1.0, distance - whole)
    return work.city[whole] * (1.0 - part) + work.city[whole + 1] * part
