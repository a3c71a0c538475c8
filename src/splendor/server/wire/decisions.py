"""What is to be decided: actions, complete choices, and the question."""

from msgspec import Struct

from splendor.server.wire.table import Card, Reserved
from splendor.server.wire.words import ActionNumber, Amounts, Phase


class Choice(Struct, omit_defaults=True):
    """One action, with all that it says; what does not apply is left out."""

    number: int
    """The same number means the same in every match: docs/actions.md."""
    text: str
    """In the notation: `take wug`, `purchase 1.4`; docs/notation.md."""
    kind: str
    words: str
    """In English, as the rest of a sentence that begins with "you"."""
    tokens: Amounts | None = None
    slot: str | None = None
    deck: str | None = None
    hand: int | None = None
    """Place in the hand, from 0."""
    card: str | None = None
    colour: str | None = None
    noble: str | None = None
    place: int | None = None
    """Which of several, from 0: noble, city, drawn card."""
    virtual: int | None = None
    """Virtual-gold cards."""
    post: str | None = None
    city: str | None = None


class WholeChoice(Struct, omit_defaults=True):
    """Several decisions as one: a complete payment, all tokens given back. Submit its `actions` together."""

    actions: list[ActionNumber]
    text: str
    tokens: Amounts | None = None
    """Paid or given back."""
    virtual: int = 0


class Decision(Struct):
    """What is asked now, and of whom. The choices are told only to the seat that decides."""

    seat: int
    phase: Phase
    question: str | None
    """In English; only for the seat that decides."""
    card: Card | None
    """The card being paid, or whose effect is under way."""
    price: Amounts
    """Its cost less the bonuses, while it is being paid."""
    paid: Amounts
    drawn: list[Reserved]
    """The two cards of the draw-two post, while one is to be kept."""
    over_limit: int
    """Tokens to be given back."""
    legal: list[Choice]
    whole: list[WholeChoice]
    """The complete choices, the usual one first, where one thing is asked in several decisions."""
    can_undo: bool
