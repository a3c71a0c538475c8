"""Cities (CITY17, CITY25): they replace nobles and the fifteen-prestige end."""

from splendor.rules.actions import CITY
from splendor.rules.bits import bit, nth
from splendor.rules.chance import below
from splendor.rules.jit import inlined
from splendor.rules.layout import ABSENT, CITY_PLACES, NOTHING, SECOND
from splendor.rules.offering import offer
from splendor.table.catalogue import CITY_ALIKE, CITY_COUNT, CITY_FACES, CITY_PRESTIGE, CITY_TILES, GOLD


@inlined
def deal(game):
    """SETUP-CITY-1: three of seven tiles, each on a random side."""
    for place in range(CITY_PLACES):
        game.city_faces[place] = NOTHING
    if game.cities == ABSENT:
        return
    first = CITY_FACES if game.cities == SECOND else 0
    pool = bit(CITY_TILES) - 1
    for place in range(CITY_PLACES):
        tile = nth(pool, below(game.chance, CITY_TILES - place))
        pool &= ~bit(tile)
        game.city_faces[place] = first + 2 * tile + below(game.chance, 2)


@inlined
def fulfils(player, face):
    """CITY17-1, -2, CITY25-1, -2: prestige, the colours named, and so many alike of a colour not named."""
    if player.prestige < CITY_PRESTIGE[face]:
        return False
    most_alike = 0
    for colour in range(GOLD):
        if player.count[colour] < CITY_COUNT[face, colour]:
            return False
        if CITY_COUNT[face, colour] == 0:
            most_alike = max(most_alike, int(player.count[colour]))
    return most_alike >= CITY_ALIKE[face]


@inlined
def legal(game, legal):
    """DEC-CITY (2017): the tiles in play whose conditions hold; one must be taken (CITY17-3, -4)."""
    player = game.players[game.player]
    number = 0
    for place in range(CITY_PLACES):
        face = int(game.city_faces[place])
        number = offer(legal, number, CITY + place, face != NOTHING and fulfils(player, face))
    return number


@inlined
def take(game, place):
    """CITY17-3, -5: the tile is the player's, and the round is the last."""
    game.players[game.player].city = game.city_faces[place]
    game.city_faces[place] = NOTHING
    game.ending = 1
    game.gained = 1


@inlined
def check(game):
    """CITY25-3, -4: nothing is taken; fulfilling a city makes the round the last."""
    player = game.players[game.player]
    for place in range(CITY_PLACES):
        if player.city == NOTHING and fulfils(player, int(game.city_faces[place])):
            player.city = game.city_faces[place]
            game.ending = 1
            game.gained = 1
