"""The messages: every word that goes to a client or comes from one, as msgspec structs. docs/server-api.md shows them.

Nothing else may be sent: `encode` takes a `Message`, and no message has a place for a `Game`. A table is made from a
`View` alone (`telling.py`), so what a seat may not know has no way out.

Names are those of the rules. Colours are white, blue, green, red, black, gold; amounts leave out what is zero. Cards
are named as they are printed in records: `1` to `90`, `O17-01`, `O25-30`; `GET /api/catalogue` tells the facts of
each. Seats count from 0 in turn order. Times are milliseconds since 1970, by the server's clock.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from splendor.errors import SplendorError
from splendor.table.setup import Setup

Amounts = dict[str, int]

NAME_LENGTH = 30
CHAT_LENGTH = 500
FRAME = 8192  # bytes of a message from a client

Text = Annotated[str, Meta(max_length=200)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH, description="Shown to everybody at the table.")]
Token = Annotated[str, Meta(max_length=100, description="A secret: it is told once, and never belongs in an address.")]
RequestId = Annotated[
    str, Meta(min_length=1, max_length=64, description="Made up by the client; the same one again has no effect twice.")
]
Version = Annotated[int, Meta(ge=0, description="How many things have happened in the match; grows by one each time.")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
ActionNumber = Annotated[int, Meta(ge=0, le=378)]
Phase = Literal[
    "action", "extra_token", "keep", "pay", "sacrifice", "copy", "free_card", "reserve_noble", "stronghold",
    "conquer", "give_back", "visit", "post", "city", "confirm", "over",
]  # fmt: skip


# --- refusals -----------------------------------------------------------------------------------------------------
class Refusal(StrEnum):
    """Why something was not done: a closed list, and none of the reasons depends on what is hidden."""

    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL = "illegal"
    UNKNOWN_MATCH = "unknown_match"
    BAD_SEAT = "bad_seat"
    TOO_FAST = "too_fast"
    OVER = "over"
    NOT_NOW = "not_now"
    NOT_ALLOWED = "not_allowed"
    UNREADABLE = "unreadable"
    BAD_LOGIN = "bad_login"
    NAME_TAKEN = "name_taken"
    UNAVAILABLE = "unavailable"


REASONS = {
    Refusal.NOT_YOUR_TURN: "It is not this seat's turn. Wait for an update in which it decides.",
    Refusal.STALE: "The match has moved on. Look at the version told here and decide anew.",
    Refusal.ILLEGAL: "These actions are not legal here. Choose among those listed in the view.",
    Refusal.UNKNOWN_MATCH: "There is no such match. Check its id.",
    Refusal.BAD_SEAT: "No seat of this match belongs to this token. Take a seat, or use its own token.",
    Refusal.TOO_FAST: "Too many requests. Wait a little and try again.",
    Refusal.OVER: "The match is over. Ask for a rematch.",
    Refusal.NOT_NOW: "This cannot be done at the moment. Look at the newest view.",
    Refusal.NOT_ALLOWED: "This match, or this server, does not allow it.",
    Refusal.UNREADABLE: "The message cannot be read. docs/server-api.md shows what is expected.",
    Refusal.BAD_LOGIN: "Name and password do not belong together, or the token is no longer valid.",
    Refusal.NAME_TAKEN: "Somebody has this name already. Choose another one.",
    Refusal.UNAVAILABLE: "The server cannot do this now, and nothing was changed. Try again in a moment.",
}


class Refused(SplendorError):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, refusal: Refusal, version: int | None = None) -> None:
        super().__init__(REASONS[refusal])
        self.refusal = refusal
        self.version = version


class Refusing(Struct, tag="refused", tag_field="type", omit_defaults=True):
    """A request was not carried out: which, why, and the version the match has now."""

    refusal: Refusal
    reason: str
    version: Version | None = None
    request_id: str | None = None


# --- things on the table ------------------------------------------------------------------------------------------
class Card(Struct):
    """A development card."""

    name: str
    level: int
    orient: bool
    kind: str
    """`plain`, or for Orient cards `virtual_gold`, `copy`, `copy_and_free_card`, `double_bonus`, `reserve_noble`,
    `free_card`, `sacrifice`."""
    colour: str | None
    prestige: int
    cost: Amounts
    sacrifice: str | None
    """The colour of the two cards it costs, in place of tokens."""


class Noble(Struct):
    """A noble: visits whoever has so many bonuses."""

    name: str
    prestige: int
    count: Amounts


class City(Struct):
    """One face of a city; `alike` asks for so many of one further colour."""

    name: str
    edition: int
    prestige: int
    count: Amounts
    alike: int


class Post(Struct):
    """A trading post and what it asks for."""

    letter: str
    edition: int
    power: str
    count: Amounts
    nobles: int


class Catalogue(Struct):
    """Every printed thing there is, and the legal set-ups: the same for ever, to be fetched once."""

    cards: list[Card]
    nobles: list[Noble]
    cities: list[City]
    posts: list[Post]
    setups: list[Setup]
    levels: "list[Level]"


class Level(Struct):
    """A bot one can play against."""

    name: str
    """What to write as `agent` of a seat."""
    summary: str


class Strongholds(Struct):
    """Strongholds of one seat on a card."""

    seat: int
    number: int


class Slot(Struct):
    """A place of the market; `card` is null where it is empty."""

    slot: str
    card: Card | None
    strongholds: Strongholds | None = None


class Reserved(Struct):
    """A card out of a deck: `card` is null for those who may not know it."""

    level: int
    orient: bool
    card: Card | None


class Player(Struct):
    """What one player has before them."""

    seat: int
    tokens: Amounts
    bonus: Amounts
    """What each colour takes off a price."""
    count: Amounts
    """What each colour counts for nobles, posts and cities."""
    prestige: int
    tableau: list[str]
    """The cards, by name."""
    hand: list[Reserved]
    nobles: list[Noble]
    reserved_nobles: list[Noble]
    posts: list[str]
    city: City | None
    strongholds: int
    """Left in the supply."""
    copies: dict[str, str]
    """Copy cards and the colour each stands for."""
    virtual_gold: list[str]


class Table(Struct):
    """The table as one seat, or an onlooker, sees it."""

    round: int
    """From 1."""
    last_round: bool
    quiet_rounds: int
    """Rounds in a row without purchase or reservation; 25 end the game."""
    bank: Amounts
    market: list[Slot]
    decks: dict[str, int]
    """Cards left: `1` to `3`, and `o1` to `o3` with the Orient."""
    under_decks: dict[str, list[Reserved]]
    """Cards put under a deck with the draw-two post, next drawn first."""
    nobles: list[Noble | None]
    """By place; null where one has left."""
    cities: list[City | None]
    posts: list[Post]
    gone: list[str]
    players: list[Player]


# --- what is to be decided ----------------------------------------------------------------------------------------
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


# --- the match ----------------------------------------------------------------------------------------------------
class TimeControl(Struct, frozen=True):
    """`per_turn`: so many seconds for every turn. `bank`: so many for the match, and an increment for every turn."""

    kind: Literal["per_turn", "bank"]
    seconds: Annotated[int, Meta(ge=5, le=30 * 86400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class Clock(Struct):
    """What a seat has left."""

    remaining: int
    """Milliseconds, at the time `at` of the message."""
    running: bool


class Seat(Struct):
    """A place at the match and who sits there."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    agent: str | None
    """The bot's level."""
    account: str | None
    here: bool
    """Connected at the moment; always true of bots."""
    stand_in: bool
    """A bot decides for the person until they come back."""
    resigned: bool
    rematch: bool
    """Wants to play again."""
    clock: Clock | None


class Result(Struct, frozen=True):
    """How it ended. Seats in one group share the place; who resigned stands last."""

    ranking: list[list[int]]
    winners: list[int]
    prestige: list[int]
    reason: Literal["played", "quiet", "resigned", "time"]


class View(Struct):
    """Everything a seat, or an onlooker, may know of a match at one version."""

    match: str
    version: Version
    at: int
    """The server's clock, for the clocks of the seats."""
    seat: int | None
    """Whose eyes; null for an onlooker."""
    setup: Setup
    status: Literal["waiting", "playing", "over"]
    seats: list[Seat]
    table: Table | None
    """Null until all seats are taken."""
    decision: Decision | None
    """Null before the start and after the end."""
    last_turn: "list[Happening]"
    """What happened in the turn before this one and since, oldest first."""
    result: Result | None
    public: bool
    hints: bool
    rated: bool
    time_control: TimeControl | None
    rematch: str | None
    """The match that follows this one."""


# --- what happened ------------------------------------------------------------------------------------------------
class TokensMoved(Struct, tag="tokens", tag_field="what"):
    """Tokens from the bank (above zero) or to it (below)."""

    seat: int
    tokens: Amounts


class CardMoved(Struct, tag="card", tag_field="what", rename={"origin": "from"}):
    """A card went from one place to another.

    Places are `market 2.3`, `deck 1`, `under 1`, `tableau 0`, `hand 0` (the number is a seat) and `gone`. `card` is
    null for those who may not know it.
    """

    card: str | None
    level: int
    orient: bool
    origin: str
    to: str


class NobleMoved(Struct, tag="noble", tag_field="what"):
    """A noble visits a player, or is reserved."""

    seat: int
    noble: str
    reserved: bool


class PostTaken(Struct, tag="post", tag_field="what"):
    """A trading post was taken, or lost."""

    seat: int
    post: str
    taken: bool


class CityTaken(Struct, tag="city", tag_field="what"):
    """A city was taken or fulfilled."""

    seat: int
    city: str


class StrongholdMoved(Struct, tag="stronghold", tag_field="what"):
    """Strongholds came to a slot (above zero) or left it."""

    seat: int
    slot: str
    number: int


class Copied(Struct, tag="copy", tag_field="what"):
    """A card stands for a colour from now on."""

    seat: int
    card: str
    colour: str


class PrestigeChanged(Struct, tag="prestige", tag_field="what"):
    """Prestige won or lost."""

    seat: int
    number: int


Change = (
    TokensMoved | CardMoved | NobleMoved | PostTaken | CityTaken | StrongholdMoved | Copied | PrestigeChanged
)  # fmt: skip


class Happening(Struct, omit_defaults=True):
    """One thing that happened, as this seat saw it; `version` is the match's version after it."""

    version: int
    at: int
    kind: Literal[
        "sat", "left", "decided", "undone", "confirmed", "resigned", "stood_in", "returned", "rematch",
    ]  # fmt: skip
    seat: int
    round: int = 0
    actions: list[Choice] = []
    changes: list[Change] = []
    """What changed on the table, also by decisions that left no choice."""
    name: str | None = None
    reason: str | None = None


# --- from the server ----------------------------------------------------------------------------------------------
class Update(Struct, tag="update", tag_field="type"):
    """The match as it is now, and what happened since version `since`.

    It comes after every change and when a client (re)connects. If more happened than the server remembers, `since` is
    later than asked for and some happenings are missing; the view is complete all the same.
    """

    since: int
    happenings: list[Happening]
    view: View


class Answer(Struct, tag="done", tag_field="type"):
    """A request was carried out (or had been before): the version after it."""

    version: Version
    request_id: str | None = None


class Chat(Struct, tag="chat", tag_field="type"):
    """Somebody says something; `seat` is null for an onlooker."""

    number: int
    at: int
    seat: int | None
    name: str
    text: str


class Presence(Struct, tag="presence", tag_field="type"):
    """Who is connected: by seat, and how many onlookers."""

    here: list[bool]
    onlookers: int


class YourTurn(Struct, tag="your_turn", tag_field="type"):
    """A match of the account waits for a decision of its seat."""

    match: str
    seat: int
    version: Version


class Pong(Struct, tag="pong", tag_field="type"):
    """Answers a ping, with the server's clock."""

    at: int


class Reason(Struct):
    """One action an agent would consider."""

    action: Choice
    score: float
    """Only differences between the options mean something."""
    reason: str
    numbers: dict[str, float]
    card: str | None
    """The card it works towards."""


class Hint(Struct, tag="hint", tag_field="type"):
    """What an agent would do in this seat's place, from what this seat knows."""

    version: int
    agent: str
    options: list[Reason]
    chances: list[float] | None
    """Winning chances by seat."""


class Listed(Struct):
    """A match in the lobby."""

    match: str
    setup: Setup
    status: Literal["waiting", "playing", "over"]
    seats: list[Seat]
    time_control: TimeControl | None
    rated: bool
    created: int


class Lobby(Struct, tag="lobby", tag_field="type"):
    """Public matches, newest first."""

    matches: list[Listed]


class Ticket(Struct):
    """A seat taken: the token is its key and is told only here."""

    seat: int
    token: Token


class Created(Struct):
    """A match was made: its id for all, its seats' tokens for whoever made it, and an invitation if it is private."""

    match: str
    tickets: list[Ticket]
    invitation: str | None


class Account(Struct):
    """Somebody with a name of their own."""

    name: str
    rating: float
    """Skill less three times its uncertainty: what is as good as certain."""
    mu: float
    sigma: float
    rated_matches: int
    joined: int


class Session(Struct):
    """Somebody has logged in: the token is told only here."""

    account: Account
    token: Token


class PlayedMatch(Struct):
    """A match one took part in."""

    match: str
    seat: int
    setup: Setup
    status: Literal["waiting", "playing", "over"]
    your_turn: bool
    result: Result | None
    created: int


class Matches(Struct):
    """One's matches, newest first."""

    matches: list[PlayedMatch]


class Health(Struct):
    """How the server is."""

    status: Literal["ok", "starting", "failing"]
    reason: str | None = None


class TokenMade(Struct):
    """A token for programs that act for an account."""

    name: str
    token: Token


# --- from a client, over HTTP -------------------------------------------------------------------------------------
class WantedSeat(Struct, forbid_unknown_fields=True):
    """A seat of a new match: taken by whoever makes it (`me`, also several: one screen for all), a bot, or open."""

    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    agent: Annotated[str, Meta(max_length=100)] | None = None


class CreateMatch(Struct, forbid_unknown_fields=True):
    """A new match."""

    setup: Setup
    seats: Annotated[list[WantedSeat], Meta(min_length=2, max_length=4)]
    public: bool = False
    shuffle: bool = False
    """Seats by lot."""
    hints: bool = True
    rated: bool = False
    time_control: TimeControl | None = None


class Join(Struct, forbid_unknown_fields=True):
    """Take an open seat: a given one, or the first."""

    name: Name
    seat: SeatNumber | None = None
    invitation: Token | None = None


class Credentials(Struct, forbid_unknown_fields=True):
    """A name and a password."""

    name: Name
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class NewToken(Struct, forbid_unknown_fields=True):
    """A token for a program, with a name to recognise it by."""

    name: Name


class Claim(Struct, forbid_unknown_fields=True):
    """A guest's seat becomes one's own."""

    match: Text
    token: Token


# --- from a client, over HTTP or a socket -------------------------------------------------------------------------
class Hello(Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The first message on a socket. Without a token one looks on. `version`: what the client has seen already."""

    match: Text
    token: Token | None = None
    version: Version | None = None


class Decide(Struct, tag="decide", tag_field="type", forbid_unknown_fields=True):
    """Make a decision, or several in a row. With `confirm`, a turn that ends by it needs no further confirmation."""

    request_id: RequestId
    expected_version: Version
    actions: Annotated[list[ActionNumber], Meta(min_length=1, max_length=20)]
    confirm: bool = False


class Undo(Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take back one's last decision of this turn, as long as nothing hidden was revealed by it."""

    request_id: RequestId
    expected_version: Version


class Confirm(Struct, tag="confirm", tag_field="type", forbid_unknown_fields=True):
    """The turn shall stay as it is: the next player goes on."""

    request_id: RequestId
    expected_version: Version


class Resign(Struct, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give the match up; in larger matches a bot plays on for the seat, without a chance to win."""

    request_id: RequestId


class Leave(Struct, tag="leave", tag_field="type", forbid_unknown_fields=True):
    """Give the seat back before the match begins."""

    request_id: RequestId


class StandIn(Struct, tag="stand_in", tag_field="type", forbid_unknown_fields=True):
    """Let a bot decide for a seat whose person has been gone for a while, or for one's own."""

    request_id: RequestId
    seat: SeatNumber


class Return(Struct, tag="return", tag_field="type", forbid_unknown_fields=True):
    """Take one's seat back from the bot that stood in."""

    request_id: RequestId


class Rematch(Struct, tag="rematch", tag_field="type", forbid_unknown_fields=True):
    """Play again: once everybody wants to, a new match begins, and the seats' tokens are valid there too."""

    request_id: RequestId


class Say(Struct, tag="say", tag_field="type", forbid_unknown_fields=True):
    """Say something to the table."""

    request_id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class Mute(Struct, tag="mute", tag_field="type", forbid_unknown_fields=True):
    """Hear no more of a seat (null: of onlookers), or hear it again."""

    request_id: RequestId
    seat: SeatNumber | None
    muted: bool


class Ping(Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Are you there?"""


Command = Decide | Undo | Confirm | Resign | Leave | StandIn | Return | Rematch
Request = Command | Say | Mute | Ping | Hello
Message = Update | Answer | Refusing | Chat | Presence | Pong | Hint | Lobby | YourTurn

_MESSAGES = Update, Answer, Refusing, Chat, Presence, Pong, Hint, Lobby, YourTurn
_encoder = msgspec.json.Encoder()
_requests: "msgspec.json.Decoder[Request]" = msgspec.json.Decoder(Request)


def encode(message: Message) -> bytes:
    """A message as JSON; anything that is none is refused."""
    if not isinstance(message, _MESSAGES):
        raise TypeError(f"a {type(message).__name__} is no message")
    return _encoder.encode(message)


def decode(data: bytes | str) -> Request:
    """A client's message; what cannot be read is refused in one way, whatever is wrong with it."""
    if len(data) > FRAME:
        raise Refused(Refusal.UNREADABLE)
    try:
        return _requests.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused(Refusal.UNREADABLE) from None


def refusing(error: Refused, request_id: str | None = None) -> Refusing:
    """A refusal as a message."""
    return Refusing(error.refusal, str(error), error.version, request_id)


def schema() -> dict[str, Any]:
    """The JSON schema of all messages of the socket, for clients that make their types from it."""
    _, parts = msgspec.json.schema_components([*_MESSAGES, Request], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in _MESSAGES],
        "$defs": parts,
    }
