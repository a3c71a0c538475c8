"""Paying for a card (BASE-BONUS, BASE-PAY, PAY-GEN-1).

A payment is a number of tokens p(c) for each colour, g gold tokens and k virtual-gold cards of two units. A unit
of gold covers `value` tokens of one colour: 1, or 2 with the double-gold post. With p chosen, U(p) units are
still needed, and PAY-GEN-1 (nothing paid may be superfluous) comes down to this:

- p(c) = 0, or need(c) − p(c) is a multiple of `value`: one token less would need one unit more;
- g + 2k = U(p), or no gem token and no gold is paid and 2k = U + 1 (half a virtual-gold card is lost).

So the payment is asked colour by colour and then for k; g follows. The sums U that the colours still open can
reach are a set of small numbers, kept as bits: a choice is offered when some completion is legal.
"""

import numpy as np

from splendor.rules.actions import COUNTS_PER_COLOUR, PAY, PAY_VIRTUAL
from splendor.rules.bits import add_card, bit, has, remove_card
from splendor.rules.jit import compiled, inlined
from splendor.rules.layout import NOTHING, VIRTUAL_GOLD_CARDS
from splendor.rules.offering import offer
from splendor.rules.packed import halved, less, pack, total
from splendor.table.catalogue import COST, COST_PACKED, GOLD, Power

FREE, LEAST_GOLD = 0, 1  # values of the switch payment
VIRTUAL_STEP = 5
PAID = 6


@inlined
def gold_value(player):
    """POST17-C, POST25-D: what a unit of gold covers."""
    return 2 if has(player.posts, Power.DOUBLE_GOLD) else 1


@inlined
def price(player, card, colour):
    """BASE-BONUS-1, -2: the cost less the bonuses."""
    return max(0, int(COST[card, colour]) - int(player.bonus[colour]))


@inlined
def budget(player):
    """Units of gold at hand, virtual ones included."""
    return int(player.tokens[GOLD]) + 2 * int(player.virtual_gold)


@inlined
def means(player):
    """What a player can pay with: bonuses and tokens packed as COST_PACKED is, a unit's value, units of gold."""
    return pack(player.bonus) + pack(player.tokens), gold_value(player), budget(player)


@inlined
def can_pay(means, card):
    """Whether the means reach: if any payment does, leaving out what is superfluous is legal."""
    wallet, value, gold = means
    missing = less(int(COST_PACKED[card]), wallet)
    return total(halved(missing, value)) <= gold


@inlined
def units_for(missing, value):
    """Half of it, rounded up, where a unit is worth two; written without division, which is slow on a GPU."""
    return (missing + value - 1) >> (value - 1)


@inlined
def nothing_superfluous(need, tokens, value):
    return tokens == 0 or (need - tokens) & (value - 1) == 0


@inlined
def reachable_units(player, card, start):
    """The sums of units that the colours from `start` on can leave open, as bits."""
    value = gold_value(player)
    sums = np.int64(1)
    for colour in range(start, GOLD):
        need = price(player, card, colour)
        widened = np.int64(0)
        for tokens in range(min(need, int(player.tokens[colour])) + 1):
            if nothing_superfluous(need, tokens, value):
                widened |= sums << units_for(need - tokens, value)
        sums = widened
    return sums


@inlined
def payable_units(player):
    """The sums g + 2k that can be laid down exactly, as bits."""
    gold = bit(int(player.tokens[GOLD]) + 1) - 1
    sums = np.int64(0)
    for cards in range(player.virtual_gold + 1):
        sums |= gold << (2 * cards)
    return sums


@inlined
def units_without_gems(player, card):
    """U(0): the units needed when no gem token is paid."""
    value = gold_value(player)
    units = 0
    for colour in range(GOLD):
        units += units_for(price(player, card, colour), value)
    return units


@inlined
def may_lose_half(player, card):
    """Paying with virtual gold alone, half of one card lost."""
    units = units_without_gems(player, card)
    return units % 2 == 1 and (units + 1) // 2 <= player.virtual_gold


@inlined
def gems_paid(game):
    total = 0
    for colour in range(GOLD):
        total += int(game.paid[colour])
    return total


@inlined
def units_open(game, player):
    """Units needed for the colours already decided."""
    value = gold_value(player)
    units = 0
    for colour in range(min(int(game.pay_step), GOLD)):
        units += units_for(price(player, game.card, colour) - int(game.paid[colour]), value)
    return units


@inlined
def start(game):
    """Nothing is decided yet; without gold, or with the switch `least_gold`, everything is."""
    player = game.players[game.player]
    if budget(player) == 0:
        for colour in range(GOLD):
            game.paid[colour] = price(player, game.card, colour)
        game.pay_step = PAID
    elif game.payment == LEAST_GOLD:
        choose_least_gold(game)


@compiled
def choose_least_gold(game):
    """Smallest g + 2k, then smallest k, then as many white tokens as possible, then blue, …"""
    player = game.players[game.player]
    value = gold_value(player)
    exact = reachable_units(player, game.card, 0) & payable_units(player)
    if exact == 0:
        game.paid_virtual = (units_without_gems(player, game.card) + 1) // 2
        game.pay_step = PAID
        return
    units = 0
    while not has(exact, units):
        units += 1
    game.paid_virtual = max(0, (units - int(player.tokens[GOLD]) + 1) // 2)
    for colour in range(GOLD):
        need = price(player, game.card, colour)
        rest = reachable_units(player, game.card, colour + 1)
        tokens = min(need, int(player.tokens[colour]))
        while not fits(need, tokens, value, rest, units):
            tokens -= 1
        game.paid[colour] = tokens
        units -= units_for(need - tokens, value)
    game.pay_step = PAID


@inlined
def fits(need, tokens, value, rest, units):
    """Whether paying so many tokens leaves exactly `units` together with the colours to come."""
    units -= units_for(need - tokens, value)
    return nothing_superfluous(need, tokens, value) and units >= 0 and has(rest, units)


@inlined
def settled(game):
    """Pass over the steps that leave no choice; true once the whole payment is known."""
    player = game.players[game.player]
    while game.pay_step < PAID:
        if game.pay_step == VIRTUAL_STEP:
            options = virtual_options(game, player)
        else:
            options = token_options(game, player)
        if options & (options - 1):
            return False
        chosen = 0
        while not has(options, chosen):
            chosen += 1
        choose(game, chosen)
    return True


@inlined
def token_options(game, player):
    """How many tokens of the colour of this step may be paid, as bits."""
    colour = int(game.pay_step)
    need = price(player, game.card, colour)
    if need == 0:
        return np.int64(1)
    most = min(need, int(player.tokens[colour]))
    if player.virtual_gold == 0 and gold_value(player) == 1:
        fewest = max(0, most - gold_to_spare(game, player))
        return bit(most + 1) - bit(fewest)
    return general_token_options(game, player, need, most)


@inlined
def gold_to_spare(game, player):
    """Gold beyond what must be paid in it, where gold is plain: it may replace so many gem tokens."""
    spare = int(player.tokens[GOLD])
    for colour in range(GOLD):
        need = price(player, game.card, colour)
        paid = int(game.paid[colour]) if colour < game.pay_step else min(need, int(player.tokens[colour]))
        spare -= need - paid
    return spare


@compiled
def general_token_options(game, player, need, most):
    """With virtual or doubled gold: those that some choice of the colours to come completes."""
    colour = int(game.pay_step)
    value = gold_value(player)
    rest = reachable_units(player, game.card, colour + 1) << units_open(game, player)
    payable = payable_units(player)
    options = np.int64(0)
    for tokens in range(most + 1):
        if nothing_superfluous(need, tokens, value) and (rest << units_for(need - tokens, value)) & payable:
            options |= bit(tokens)
    if gems_paid(game) == 0 and may_lose_half(player, game.card):
        options |= 1
    return options


@inlined
def virtual_options(game, player):
    """How many virtual-gold cards may be paid; gold tokens pay the rest."""
    if player.virtual_gold == 0:
        return np.int64(1)
    units = units_open(game, player)
    options = np.int64(0)
    for cards in range(player.virtual_gold + 1):
        gold = units - 2 * cards
        if 0 <= gold <= player.tokens[GOLD]:
            options |= bit(cards)
    if gems_paid(game) == 0 and may_lose_half(player, game.card):
        options |= bit((units + 1) // 2)
    return options


@inlined
def legal(game, legal):
    """DEC-PAY, one colour at a time."""
    player = game.players[game.player]
    if game.pay_step == VIRTUAL_STEP:
        options = virtual_options(game, player)
        first = PAY_VIRTUAL
    else:
        options = token_options(game, player)
        first = PAY + COUNTS_PER_COLOUR * int(game.pay_step)
    number = 0
    for chosen in range(COUNTS_PER_COLOUR):
        number = offer(legal, number, first + chosen, has(options, chosen))
    return number


@inlined
def choose(game, chosen):
    if game.pay_step == VIRTUAL_STEP:
        game.paid_virtual = chosen
    else:
        game.paid[game.pay_step] = chosen
    game.pay_step += 1


@inlined
def gold_due(game, player):
    """The gold tokens that go with the chosen tokens and virtual gold."""
    return max(0, units_open(game, player) - 2 * int(game.paid_virtual))


@inlined
def settle(game):
    """BASE-BUY-2, ORIENT-JOKER-2: tokens go to the bank, spent virtual gold leaves the game."""
    player = game.players[game.player]
    gold = gold_due(game, player)
    for colour in range(GOLD):
        move(game, player, colour, int(game.paid[colour]))
        game.paid[colour] = 0
    move(game, player, GOLD, gold)
    for _ in range(game.paid_virtual):
        spend_virtual_gold(game, player)
    game.paid_virtual = 0


@inlined
def move(game, player, colour, amount):
    player.tokens[colour] -= amount
    game.bank[colour] += amount


@inlined
def spend_virtual_gold(game, player):
    """PAY-GEN-1: the card acquired first is spent first."""
    card = int(player.virtual_gold_cards[0])
    for place in range(VIRTUAL_GOLD_CARDS - 1):
        player.virtual_gold_cards[place] = player.virtual_gold_cards[place + 1]
    player.virtual_gold_cards[VIRTUAL_GOLD_CARDS - 1] = NOTHING
    player.virtual_gold -= 1
    player.cards -= 1
    remove_card(player.tableau, card)
    add_card(game.gone, card)
