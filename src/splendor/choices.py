"""Whole choices: what the engine asks in several small decisions, offered at once.

A payment is asked colour by colour, tokens over ten one by one, a sacrifice card by card, the move of a stronghold
in two halves. A person would rather see the complete payments. `whole_choices` lists them by trying, on copies,
every way through the decisions of the same phase that follow each other.
"""

from collections.abc import Sequence

from splendor.action import Action
from splendor.game import Game
from splendor.position import Position
from splendor.rules.actions import Phase
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS, Power
from splendor.table.things import Amounts, letters

Choice = tuple[Action, ...]

STEPWISE = frozenset({Phase.PAY, Phase.SACRIFICE, Phase.STRONGHOLD, Phase.GIVE_BACK})
"""The phases that ask one thing in several decisions."""


def whole_choices(game: Game, limit: int = 200) -> list[Choice]:
    """The complete choices of the decision that is asked: each the actions to play one after the other.

    Payments come with the usual one, least gold, first. Where there would be more than `limit` choices, and in
    the phases that ask one thing at a time anyway, each legal action is a choice of its own.

    >>> from splendor import Setup
    >>> whole_choices(Game(Setup(2), seed=1))[0]
    (Action('take wug'),)
    """
    single: list[Choice] = [(action,) for action in game.legal_actions]
    if game.phase not in STEPWISE:
        return single
    found = _paths(game, limit)
    if found is None:
        return single
    if game.phase is Phase.PAY:
        found.sort(key=lambda path: _payment_order(game, path))
    return found


def choice_text(game: Game, choice: Choice) -> str:
    """A whole choice in short: `pay r2 y1`, `give back w r`, `move 1.1 2.3`; a single action in its notation.

    It says all that will happen, also what the engine does by itself because no choice is left.
    """
    after = _after(game, choice)
    if game.phase not in STEPWISE or (after.phase is game.phase and after.player == game.player):
        return ", ".join(map(str, choice))
    match game.phase:
        case Phase.PAY:
            return payment_text(*_paid(game, after))
        case Phase.GIVE_BACK:
            given = _paid(game, after)[0]
            return "give back " + " ".join(_letter(colour) for colour, number in given.items() for _ in range(number))
        case Phase.SACRIFICE:
            return "sacrifice " + " ".join(card.name for card in after.gone if card not in game.gone)
        case _:
            return _stronghold_text(choice)


def payment_of(game: Game, choice: Sequence[Action]) -> tuple[Amounts, int]:
    """What a complete payment takes: the tokens by colour, and how many virtual-gold cards.

    >>> from splendor import Setup
    >>> game = Game(Setup(2), seed=1)
    >>> payment_of(game, ())
    ({}, 0)
    """
    return _paid(game, _after(game, choice))


def payment_text(paid: Amounts, virtual: int) -> str:
    """A payment in short: `pay r2 y1`, `pay u1 virtual 1`."""
    parts = [letters(paid)] if paid else []
    parts += [f"virtual {virtual}"] if virtual else []
    return f"pay {' '.join(parts) or 'nothing'}"


def _paths(game: Game, limit: int) -> list[Choice] | None:
    """Every way through the decisions of this phase, or None if there are too many."""
    phase, seat = game.phase, game.player
    found: list[Choice] = []
    open_paths: list[tuple[Game, Choice]] = [(game, ())]
    while open_paths:
        here, path = open_paths.pop()
        for action in reversed(list(here.legal_actions)):
            after = here.copy()
            after.play(action)
            longer = (*path, action)
            if after.phase is phase and after.player == seat:
                open_paths.append((after, longer))
            else:
                found.append(longer)
            if len(found) + len(open_paths) > limit:
                return None
    return sorted(found)


def _after(game: Game, choice: Sequence[Action]) -> Game:
    """The game after a choice, on a copy where no trading post gives a token after a purchase."""
    copy = game.copy()
    copy.record["players"]["posts"][0, game.player] &= ~(1 << Power.TOKEN_AFTER_PURCHASE)
    for action in choice:
        copy.play(action)
    return copy


def _paid(before: Position, after: Position) -> tuple[Amounts, int]:
    """What the deciding player has less: tokens, and cards that left the game."""
    # Out of the records: everything else about the players is not needed, and there may be two hundred choices.
    had, has = (position.record[0]["players"][before.player]["tokens"].tolist() for position in (before, after))
    paid = {colour: more - less for colour, more, less in zip(COLOURS, had, has, strict=False) if more > less}
    return paid, len(after.gone) - len(before.gone)


def _letter(colour: str) -> str:
    return COLOUR_LETTERS[COLOURS.index(colour)]


def _stronghold_text(choice: Choice) -> str:
    """`place 1.2`, `remove 1.2` or `move 1.1 2.3`."""
    if choice[0].kind != "lift":
        return str(choice[0])
    if len(choice) == 2:
        return "move " + " ".join(str(action).split()[-1] for action in choice)
    return str(choice[0])  # onto the only other card, so the engine moves it at once


def _payment_order(game: Game, choice: Choice) -> tuple[int, int, list[int]]:
    """The order of payments: least gold, then least virtual gold, then most white tokens, most blue, …"""
    paid, virtual = payment_of(game, choice)
    gold = paid.get("gold", 0)
    return gold + 2 * virtual, virtual, [-paid.get(colour, 0) for colour in COLOURS[:5]]
