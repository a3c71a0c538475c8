"""What the tests of the rules share: positions, whole choices, and illegal actions that change nothing."""

from collections.abc import Iterable
from typing import Any

import pytest

from splendor import Game, Phase, Setup, SplendorError, Status, build
from splendor.position import Slot
from splendor.table.catalogue import COLOUR_LETTERS, COLOURS, Kind

A, B, C = range(3)

# Nobles and cities by what they ask.
W4U4, U4G4, G4R4, R4K4 = "Niccolo Machiavelli", "Suleiman the Magnificent", "Mary Stuart", "Henry VIII"
W3U3G3, U3G3R3, W3R3K3 = "Anne of Brittany", "Catherine de' Medici", "Charles V"


def position(setup: Setup | None = None, /, *, seed: int = 1, **named: Any) -> Game:
    """`build` with a fixed seed: what a test does not name is the same in every run."""
    return build(setup, seed=seed, **named)


def amounts(text: str) -> dict[str, int]:
    """'w2 y1' as a position reads it: every colour, zeros included."""
    found = {word[0]: int(word[1:]) for word in text.split()}
    return {colour: found.get(letter, 0) for letter, colour in zip(COLOUR_LETTERS, COLOURS, strict=True)}


def gems(text: str) -> dict[str, int]:
    """The same for bonuses: five colours."""
    return {colour: number for colour, number in amounts(text).items() if colour != "gold"}


def short(numbers: dict[str, int]) -> str:
    """Amounts in short, nothing that is zero: 'w2 y1'."""
    letter = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))
    return " ".join(f"{letter[colour]}{numbers[colour]}" for colour in COLOURS if numbers.get(colour))


# --- playing ------------------------------------------------------------------------------------------------------
def play(game: Game, *actions: str) -> Game:
    """Play actions; the position is sound after each of them."""
    for action in actions:
        game.play(action)
        assert game.status() is Status.SOUND
    return game


def texts(game: Game, *kinds: str) -> set[str]:
    """The legal actions, or those of some kinds, in their notation."""
    return {str(action) for action in game.legal_actions if not kinds or action.kind in kinds}


def takes(game: Game) -> set[str]:
    """The legal takings of tokens."""
    return texts(game, "take_different", "take_same")


def refuses(game: Game, *actions: str) -> bool:
    """Whether every one of these actions is refused and nothing has changed."""
    for action in actions:
        before, legal = game.to_bytes(), texts(game)
        with pytest.raises(SplendorError):
            game.play(action)
        assert (game.to_bytes(), texts(game)) == (before, legal)
    return True


# --- whole choices ------------------------------------------------------------------------------------------------
def whole_choices(game: Game) -> list[tuple[tuple[str, ...], Game]]:
    """All ways through the decisions of the present phase: the actions, and a copy of the game after them."""
    phase, player = game.phase, game.player
    found: list[tuple[tuple[str, ...], Game]] = []
    open_paths: list[tuple[tuple[str, ...], Game]] = [((), game)]
    while open_paths:
        path, here = open_paths.pop()
        for action in here.legal_actions:
            after = play(here.copy(), str(action))
            step = ((*path, str(action)), after)
            (open_paths if after.phase is phase and after.player == player else found).append(step)
    return found


def payments(game: Game, purchase: str) -> list[str]:
    """The complete payments of a purchase: 'r2 y1', 'u1 +1' with a virtual-gold card, '' for nothing.

    They are read off the tokens and virtual gold the player has afterwards; nothing may give tokens in between.
    """
    seat = game.player
    started = play(game.copy(), purchase)
    ends = [after for _, after in whole_choices(started)] if started.phase is Phase.PAY else [started]
    return sorted(_spent(game, after, seat) for after in ends)


def _spent(before: Game, after: Game, seat: int) -> str:
    had, has = before.players[seat], after.players[seat]
    paid = short({colour: had.tokens[colour] - has.tokens[colour] for colour in COLOURS})
    virtual = sum(card.kind is Kind.VIRTUAL_GOLD for card in after.gone) - len(before.gone)
    return " ".join([paid, *([f"+{virtual}"] if virtual else [])]).strip()


def give_backs(game: Game) -> list[str]:
    """The complete sets of tokens that may be given back: 'w1 r1 k1'."""
    assert game.phase is Phase.GIVE_BACK
    had = game.players[game.player].tokens
    ends = [after.players[game.player].tokens for _, after in whole_choices(game)]
    return sorted(short({colour: had[colour] - has[colour] for colour in COLOURS}) for has in ends)


def sacrifices(game: Game, purchase: str) -> list[set[str]]:
    """The complete sets of cards that may be sacrificed for a card."""
    started = play(game.copy(), purchase)
    if started.phase is Phase.SACRIFICE:
        ends = [after for _, after in whole_choices(started)]
    else:
        ends = [started]
    before = names(game.gone)
    return sorted((names(after.gone) - before for after in ends), key=sorted)


def stronghold_choices(game: Game) -> set[str]:
    """What may be done with strongholds: 'place 1.1', 'move 1.1 2.3', 'remove 3.2'."""
    assert game.phase is Phase.STRONGHOLD
    found = [_operation(path) for path, _ in whole_choices(game)]
    assert len(set(found)) == len(found)
    return set(found)


def _operation(path: tuple[str, ...]) -> str:
    if path[0].startswith("lift"):
        return " ".join(["move", path[0].split()[1], path[-1].split()[1]])
    return path[0]


# --- looking ------------------------------------------------------------------------------------------------------
def names(things: Iterable[Any]) -> set[str]:
    """The names of cards or tiles, None left out."""
    return {thing.name for thing in things if thing is not None}


def shown(game: Game) -> dict[Slot, str | None]:
    """The names of the market cards by slot."""
    return {slot: card.name if card else None for slot, card in game.market.items()}


def letters_of(game: Game, seat: int) -> str:
    """The trading posts of a player, as letters."""
    return "".join(sorted(post.letter for post in game.players[seat].posts))
