"""Chance and tokens: both come from the operating system, and nobody can guess them."""

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


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
