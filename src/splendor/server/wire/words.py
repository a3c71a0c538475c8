"""What many messages have in common: names, tokens, numbers and their bounds."""

from typing import Annotated, Literal

from msgspec import Meta

Amounts = dict[str, int]

NAME_LENGTH = 30
AGENT_LENGTH = 100  # of the name of a bot
CHAT_LENGTH = 500
FRAME = 8192  # bytes of a message from a client

# Control characters: PostgreSQL keeps no NUL, and nobody sees the others. In what is said, lines may end.
IN_A_LINE = r"^[^\x00-\x1f\x7f]*$"
IN_LINES = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"

Text = Annotated[str, Meta(max_length=200, pattern=IN_A_LINE)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH, description="Shown to everybody at the table.")]
Token = Annotated[str, Meta(max_length=100, description="A secret: it is told once, and never belongs in an address.")]
RequestId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        pattern=IN_A_LINE,
        description="Made up by the client; the same one again has no effect twice.",
    ),
]
SecretId = Annotated[
    str,
    Meta(
        min_length=22,
        max_length=64,
        pattern=IN_A_LINE,
        description="Made up by the client from 128 random bits or more, and kept secret: the same request with the "
        "same one again gets the same answer, tokens included.",
    ),
]
Version = Annotated[int, Meta(ge=0, description="How many things have happened in the match; grows by one each time.")]
SeatNumber = Annotated[int, Meta(ge=0, le=3)]
ActionNumber = Annotated[int, Meta(ge=0, le=378)]
Phase = Literal[
    "action", "extra_token", "keep", "pay", "sacrifice", "copy", "free_card", "reserve_noble", "stronghold",
    "conquer", "give_back", "visit", "post", "city", "confirm", "over",
]  # fmt: skip
