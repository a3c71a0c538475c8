"""Accounts: a name, a password kept as argon2 hash, tokens kept as hashes. Nobody needs one to play."""

import asyncio
import re
import unicodedata
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from splendor.server import store, wire
from splendor.server.making import new_id
from splendor.server.match import hashed, new_token
from splendor.server.ratings import START, provisional, shown
from splendor.server.store import Conflict, Database
from splendor.server.wire import Refusal, Refused

SESSION = 90 * 86_400_000  # milliseconds a login lasts

INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")  # as Unicode calls its kinds of characters
ON_OTHERS = ("Mn", "Me", "Mc", "Zs")  # seen on a letter or between two, never by themselves
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs, as Unicode calls them, that draw nothing
JOINERS = "\u200c\u200d"

_JOINERS = re.compile(f"[{JOINERS}]")
_LOOSE = re.compile(rf"(?:(?<=\s)|^)[{JOINERS}]+|[{JOINERS}]+(?=[\s{JOINERS}]|$)")  # between no two letters
_hasher = PasswordHasher()


@cache
def _nobody() -> str:
    """Checked for unknown names: they take as long as known ones."""
    return _hasher.hash("nobody has this password")


def key_of(name: str) -> str:
    """The name as it is compared: capitals, width and composition of letters and what nobody sees make no difference.

    >>> key_of(" Ａda ") == key_of("ada")
    True
    """
    return _JOINERS.sub("", unicodedata.normalize("NFKC", clean_name(name)).casefold())[: wire.NAME_LENGTH]


def clean_name(name: str) -> str:
    """A name that can stand in a line: no control characters, no marks that turn the text around, no empty ones.

    What joins letters or keeps them apart stays between them: Persian is written with it, and families of emoji.
    """
    kept = "".join(letter for letter in name if _drawn(letter) or letter in JOINERS)
    shown = _LOOSE.sub("", " ".join(kept.split()))
    if not can_be_seen(shown):
        raise Refused(Refusal.UNREADABLE, detail="name: nothing of it can be seen.")
    return shown


def can_be_seen(text: str) -> bool:
    """Whether there is anything to see in a text.

    >>> can_be_seen("hi"), can_be_seen(" \u200b\\n")
    (True, False)
    """
    return any(_drawn(letter) and unicodedata.category(letter) not in ON_OTHERS for letter in text)


def _drawn(letter: str) -> bool:
    return unicodedata.category(letter) not in INVISIBLE and letter not in BLANKS


async def register(database: Database, name: str, password: str, at: int) -> wire.Session:
    """A new account, logged in."""
    shown = clean_name(name)
    kept = await asyncio.to_thread(_hasher.hash, password)
    mu, sigma = START
    named = {"id": new_id(), "key": key_of(shown), "name": shown, "password": kept}
    values = {**named, "mu": mu, "sigma": sigma, "rated": 0, "joined": at}
    try:
        await database.run(store.add_account, values)
    except Conflict:
        raise Refused(Refusal.NAME_TAKEN) from None
    return await _session(database, values, at)


async def log_in(database: Database, name: str, password: str, at: int) -> wire.Session:
    """A session for somebody who knows the password."""
    values = await database.run(store.account_named, key_of(name))
    if not await asyncio.to_thread(_matches, values["password"] if values else None, password) or not values:
        raise Refused(Refusal.BAD_LOGIN)
    return await _session(database, values, at)


async def change_password(database: Database, account: str, password: str, new: str, token: str) -> None:
    """Another password for somebody who knows the one so far; all logins end but the one with this token."""
    await _check(database, account, password)
    await database.run(store.set_password, account, await asyncio.to_thread(_hasher.hash, new), hashed(token))


async def delete(database: Database, account: str, password: str) -> None:
    """An account goes with its name, password, rating, list of matches and tokens; seats keep the names of games."""
    await _check(database, account, password)
    await database.run(store.drop_account, account)


async def _check(database: Database, account: str, password: str) -> None:
    values = await database.run(store.account, account)
    if not await asyncio.to_thread(_matches, values["password"] if values else None, password):
        raise Refused(Refusal.BAD_LOGIN)


def _matches(kept: str | None, password: str) -> bool:
    try:
        return _hasher.verify(kept or _nobody(), password)
    except (VerificationError, InvalidHashError):
        return False


async def _session(database: Database, values: dict[str, Any], at: int) -> wire.Session:
    token = new_token()
    await database.run(store.add_login, hashed(token), values["id"], at, at + SESSION)
    return wire.Session(told(values), token)


def token_name(name: str) -> str:
    """The name of a program's token, as it can stand in an address, where it is taken back.

    >>> token_name("home / laptop")
    'home laptop'
    """
    shown = clean_name(name.replace("/", " "))
    if shown in (".", ".."):
        raise Refused(Refusal.UNREADABLE, detail="name: in an address these dots would mean a folder.")
    return shown


async def program_token(database: Database, account: str, name: str) -> wire.TokenMade:
    """A token for a program; an earlier one with the same name is worth nothing any more."""
    made = wire.TokenMade(token_name(name), new_token())
    await database.run(store.add_program, hashed(made.token), account, made.name)
    return made


def told(values: dict[str, Any]) -> wire.Account:
    """An account as everybody may see it."""
    mu, sigma = values["mu"], values["sigma"]
    known = not provisional(sigma)
    return wire.Account(values["name"], shown(mu), not known, mu, sigma, values["rated"], values["joined"])
