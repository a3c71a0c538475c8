"""Accounts, their tokens and their ratings."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from splendor.server.match import Match
from splendor.server.ratings import new_ratings
from splendor.server.store.schema import accounts, rated, taking_part, tokens


def add_account(connection: Connection, values: dict[str, Any]) -> None:
    """A new account; `Conflict` if the name is taken."""
    connection.execute(insert(accounts).values(**values))


def account(connection: Connection, owner: str) -> dict[str, Any] | None:
    """An account by its id."""
    return _account(connection, accounts.c.id == owner)


def account_named(connection: Connection, key: str) -> dict[str, Any] | None:
    """An account by its name, as names are compared."""
    return _account(connection, accounts.c.key == key)


def _account(connection: Connection, which: ColumnElement[bool]) -> dict[str, Any] | None:
    row = connection.execute(select(accounts).where(which)).mappings().first()
    return dict(row) if row else None


def set_password(connection: Connection, owner: str, password: str, digest: str) -> None:
    """Another password: all logins end but the one with this token. Programs never knew the password, and go on."""
    connection.execute(update(accounts).where(accounts.c.id == owner).values(password=password))
    logins = tokens.c.account == owner, tokens.c.expires.is_not(None)
    connection.execute(delete(tokens).where(*logins, tokens.c.hash != digest))


def drop_account(connection: Connection, owner: str) -> None:
    """Forget an account with all that belongs to it. Logs keep its id, which nobody has any more."""
    for table in (tokens, taking_part):
        connection.execute(delete(table).where(table.c.account == owner))
    connection.execute(delete(accounts).where(accounts.c.id == owner))


def add_login(connection: Connection, digest: str, owner: str, at: int, expires: int) -> None:
    """A token of somebody who has logged in; those that have expired make room."""
    connection.execute(delete(tokens).where(tokens.c.account == owner, tokens.c.expires <= at))
    connection.execute(insert(tokens).values(hash=digest, account=owner, name="login", expires=expires))


def add_program(connection: Connection, digest: str, owner: str, name: str) -> None:
    """A token of a program; it takes the place of one with the same name, and lasts until it is taken back."""
    drop_program(connection, owner, name)
    connection.execute(insert(tokens).values(hash=digest, account=owner, name=name, expires=None))


def drop_program(connection: Connection, owner: str, name: str) -> None:
    """Take a program's token back."""
    connection.execute(delete(tokens).where(*_of_programs(owner), tokens.c.name == name))


def programs(connection: Connection, owner: str) -> list[str]:
    """The names of an account's tokens for programs."""
    return list(connection.execute(select(tokens.c.name).where(*_of_programs(owner)).order_by(tokens.c.name)).scalars())


def _of_programs(owner: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return tokens.c.account == owner, tokens.c.expires.is_(None)


def token_owner(connection: Connection, digest: str, at: int) -> tuple[str, str, bool] | None:
    """The account a token belongs to, unless it has expired: its id, its name, and whether a program has the token."""
    fresh = or_(tokens.c.expires.is_(None), tokens.c.expires > at)
    row = connection.execute(
        select(accounts.c.id, accounts.c.name, tokens.c.expires)
        .join(tokens, tokens.c.account == accounts.c.id)
        .where(tokens.c.hash == digest, fresh)
    ).first()
    return (row.id, row.name, row.expires is None) if row else None


def drop_token(connection: Connection, digest: str) -> None:
    """Take a token back."""
    connection.execute(delete(tokens).where(tokens.c.hash == digest))


def rate(connection: Connection, match: Match) -> None:
    """Put a result into the ratings of the accounts at the table, in the transaction that ends the match."""
    if not match.rated or match.result is None:
        return
    owners = {seat.account: number for number, seat in enumerate(match.seats)}
    places = {seat: place for place, group in enumerate(match.result.ranking) for seat in group}
    connection.execute(insert(rated).values(match=match.settings.match))
    # Locked, always in the same order: another match of the same people may end at the same moment.
    query = select(accounts).where(accounts.c.id.in_(owners)).order_by(accounts.c.id).with_for_update()
    rows = connection.execute(query).all()
    if len(rows) < 2:  # others have deleted their accounts
        return
    ratings = new_ratings([(row.mu, row.sigma) for row in rows], [places[owners[row.id]] for row in rows])
    for row, (mu, sigma) in zip(rows, ratings, strict=True):
        connection.execute(
            update(accounts).where(accounts.c.id == row.id).values(mu=mu, sigma=sigma, rated=accounts.c.rated + 1)
        )
