"""Chance and tokens: both come from the operating system, and nobody can guess them."""

import base64
import hashlib
import secrets
from collections.abc import Callable

SEED_BITS = 63

Seeds = Callable[[], int]


def system_seed() -> int:
    """Chance from the operating system."""
    return secrets.randbits(SEED_BITS)


def new_token() -> str:
    """128 bits from the operating system, as text."""
    return secrets.token_urlsafe(16)


def token_for(*words: str) -> str:
    """The token that answers a request: the same one again if the request comes again.

    It is as hard to guess as the words, one of which the client has made up from as many random bits.
    """
    return base64.urlsafe_b64encode(hashlib.sha256("\n".join(words).encode()).digest()[:16]).decode().rstrip("=")


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
