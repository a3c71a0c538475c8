"""What is kept, in SQLite or PostgreSQL. Each piece of work is a function of a plain connection, in one transaction.

A `Store` runs them, many together on SQLite, side by side on PostgreSQL; the simulation in the tests runs the same
ones on a connection whose disk fails when it likes.
"""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    URL,
    Connection,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from splendor.errors import SplendorError
from splendor.server.match import AnyEntry, Claimed, Match, Offered, Sat, Settings
from splendor.server.ratings import new_ratings
from splendor.server.schema import accounts, chats, entries, matches, rated, taking_part, tokens
from splendor.server.wire import Chat

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]

BOT_GRACE = 5_000  # milliseconds a bot may think before another process thinks too
MIGRATIONS = Path(__file__).parent / "migrations"
TOGETHER = 100  # pieces of work in one transaction of SQLite
LOCK = 0x5E1E  # PostgreSQL's advisory lock while the schema is brought up to date

_entry: "msgspec.json.Decoder[AnyEntry]" = msgspec.json.Decoder(AnyEntry)
_settings = msgspec.json.Decoder(Settings)


class Conflict(SplendorError):
    """Somebody else has written this version first."""


class StoreFailed(SplendorError):
    """The database did not do it, or did not say so."""


class Database(Protocol):
    """Whatever runs a piece of work in one transaction, and commits it before it returns."""

    async def run(self, work: Work[P, T], /, *values: P.args, **named: P.kwargs) -> T:
        """The work's answer; `Conflict` if a key was taken, `StoreFailed` if anything else went wrong."""


class Store(ABC):
    """A database of either kind."""

    @abstractmethod
    async def run(self, work: Work[P, T], /, *values: P.args, **named: P.kwargs) -> T:
        """See `Database`."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of all connections."""


class PostgresStore(Store):
    """PostgreSQL, over SQLAlchemy's asynchronous engine: many transactions at a time, from many processes."""

    def __init__(self, url: URL) -> None:
        try:
            self.engine = create_async_engine(url.set(drivername="postgresql+asyncpg"), pool_pre_ping=True)
        except ModuleNotFoundError as error:
            raise SplendorError(f"PostgreSQL needs {error.name}: pip install 'splendor[scale]'.") from None

    async def run(self, work: Work[P, T], /, *values: P.args, **named: P.kwargs) -> T:
        """See `Database`."""
        with storing():
            async with self.engine.begin() as connection:
                return await connection.run_sync(lambda plain: work(plain, *values, **named))

    async def close(self) -> None:
        """See `Store`."""
        await self.engine.dispose()


class SqliteStore(Store):
    """SQLite in a thread of its own. What comes while it is busy is written together: one commit for many pieces.

    A commit waits for the disk, and that takes nearly all the time; so under load the disk is waited for once. Each
    piece has its own savepoint: a conflict of one is no matter for the others.
    """

    def __init__(self, url: URL) -> None:
        self.engine = create_engine(url)
        event.listen(self.engine, "connect", careful_sqlite)
        event.listen(self.engine, "begin", lambda connection: connection.exec_driver_sql("begin immediate"))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._waiting: deque[tuple[Callable[[Connection], Any], asyncio.Future[Any]]] = deque()
        self._writing: asyncio.Task[None] | None = None

    async def run(self, work: Work[P, T], /, *values: P.args, **named: P.kwargs) -> T:
        """See `Database`."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._waiting.append((lambda connection: work(connection, *values, **named), answer))
        if self._writing is None or self._writing.done():
            self._writing = loop.create_task(self._write_all())
        return await answer

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(TOGETHER, len(self._waiting)))]
            outcomes = await loop.run_in_executor(self._thread, self._together, [work for work, _ in batch])
            for (_, answer), outcome in zip(batch, outcomes, strict=True):
                if answer.done():  # whoever asked is gone
                    continue
                if isinstance(outcome, BaseException):
                    answer.set_exception(outcome)
                else:
                    answer.set_result(outcome)

    def _together(self, batch: list[Callable[[Connection], Any]]) -> list[Any]:
        """The answers to all pieces of work, or what went wrong with each; if the commit fails, with all."""
        try:
            with storing(), self.engine.begin() as connection:
                return [_alone(connection, work) for work in batch]
        except StoreFailed as error:
            return [error] * len(batch)

    async def close(self) -> None:
        """See `Store`."""
        if self._writing is not None:
            await asyncio.wait([self._writing])
        await asyncio.get_running_loop().run_in_executor(self._thread, self.engine.dispose)
        self._thread.shutdown()


def _alone(connection: Connection, work: Callable[[Connection], Any]) -> Any:
    """One piece of work inside a transaction of many: its answer, or its error."""
    try:
        with storing(), connection.begin_nested():
            return work(connection)
    except Exception as error:  # it is handed to whoever asked
        return error


class storing:  # noqa: N801 -- reads as a statement: `with storing():`
    """What a database complains of, in our words."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, IntegrityError):
            raise Conflict("this was written by somebody else first.") from error
        if isinstance(error, SQLAlchemyError | OSError):
            cause = getattr(error, "orig", None) or type(error).__name__
            raise StoreFailed(f"the database failed: {cause}. Is its address right, and does it run?") from error


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    """A store with the present schema, closed at the end."""
    store = open_store(address)
    try:
        await store.run(upgrade)
        yield store
    finally:
        await store.close()


def open_store(address: str) -> Store:
    """The store of an address: `sqlite:///PATH` or `postgresql://…`."""
    try:
        url = make_url(address)
    except SQLAlchemyError:
        raise SplendorError("this is no database; write sqlite:///PATH or postgresql://USER@HOST/NAME.") from None
    match url.get_backend_name():
        case "sqlite":
            return SqliteStore(url)
        case "postgresql":
            return PostgresStore(url)
        case other:
            raise SplendorError(f"a database is sqlite:///PATH or postgresql://…, not {other}.")


def careful_sqlite(connection: Any, _: object = None) -> None:
    """Settings of a SQLite connection: several readers beside a writer, and a commit is on the disk."""
    connection.isolation_level = None  # transactions are begun by the engine's event, not by the driver
    cursor = connection.cursor()
    for pragma in ("journal_mode=wal", "synchronous=full", "busy_timeout=10000", "foreign_keys=on"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date, one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


# --- matches ------------------------------------------------------------------------------------------------------
def create(connection: Connection, settings: Settings, first: Sequence[AnyEntry]) -> None:
    """A new match with its first entries."""
    match = Match(settings, first)
    connection.execute(
        insert(matches).values(
            id=settings.match,
            settings=msgspec.json.encode(settings).decode(),
            public=settings.public,
            created=settings.created,
            **_standing(match),
        )
    )
    for version, entry in enumerate(first, start=1):
        _write(connection, settings.match, version, entry)


def append(connection: Connection, after: Match, entry: AnyEntry) -> None:
    """The next entry of a match, which then stands as `after`. The key (match, version) lets only one be the next."""
    match = after.settings.match
    _write(connection, match, after.version, entry)
    connection.execute(update(matches).where(matches.c.id == match).values(**_standing(after)))
    if after.result is not None and not isinstance(entry, Claimed | Offered):
        _rate(connection, after)


def append_with_rematch(
    connection: Connection, after: Match, entry: AnyEntry, settings: Settings, first: Sequence[AnyEntry]
) -> None:
    """The last wish for a rematch, and the rematch itself."""
    append(connection, after, entry)
    create(connection, settings, first)


def _write(connection: Connection, match: str, version: int, entry: AnyEntry) -> None:
    body = msgspec.json.encode(entry).decode()
    connection.execute(insert(entries).values(match=match, version=version, body=body))
    account = entry.account if isinstance(entry, Sat | Claimed) else ""
    if account:
        connection.execute(insert(taking_part).values(account=account, match=match, seat=entry.seat))


def _standing(match: Match) -> dict[str, Any]:
    return {"status": match.status, "version": match.version, "due": due(match)}


def due(match: Match) -> int | None:
    """When the server has to do something in this match, if nobody else does."""
    return match.changed + BOT_GRACE if match.bot else match.deadline


def load(connection: Connection, match: str) -> Match | None:
    """A match from its log."""
    row = connection.execute(select(matches.c.settings).where(matches.c.id == match)).first()
    if row is None:
        return None
    return Match(_settings.decode(row.settings), since(connection, match, 0))


def since(connection: Connection, match: str, version: int) -> list[AnyEntry]:
    """The entries after a version."""
    rows = connection.execute(
        select(entries.c.body).where(entries.c.match == match, entries.c.version > version).order_by(entries.c.version)
    )
    return [_entry.decode(row.body) for row in rows]


def lobby(connection: Connection, limit: int) -> list[str]:
    """Public matches that wait or are being played, those with an open seat first, then the newest."""
    rows = connection.execute(
        select(matches.c.id)
        .where(matches.c.public.is_(True), matches.c.status.in_(["waiting", "playing"]))
        .order_by(matches.c.status.desc(), matches.c.created.desc())
        .limit(limit)
    )
    return [row.id for row in rows]


def overdue(connection: Connection, at: int, limit: int) -> list[str]:
    """Matches in which the server has to do something."""
    rows = connection.execute(select(matches.c.id).where(matches.c.due <= at).order_by(matches.c.due).limit(limit))
    return [row.id for row in rows]


def matches_of(connection: Connection, account: str, limit: int) -> list[tuple[str, int]]:
    """The matches of an account with its seat, newest first."""
    rows = connection.execute(
        select(taking_part.c.match, taking_part.c.seat)
        .join(matches, matches.c.id == taking_part.c.match)
        .where(taking_part.c.account == account)
        .order_by(matches.c.created.desc())
        .limit(limit)
    )
    return [(row.match, row.seat) for row in rows]


def ping(connection: Connection) -> None:
    """Whether the database answers."""
    connection.execute(select(1))


# --- chat ---------------------------------------------------------------------------------------------------------
def say(connection: Connection, match: str, at: int, seat: int | None, name: str, said: str) -> Chat:
    """Keep what somebody said."""
    newest = connection.execute(select(func.max(chats.c.number)).where(chats.c.match == match)).scalar()
    number = (newest or 0) + 1
    connection.execute(insert(chats).values(match=match, number=number, at=at, seat=seat, name=name, text=said))
    return Chat(number, at, seat, name, said)


def chats_since(connection: Connection, match: str, number: int, limit: int) -> list[Chat]:
    """What was said after a number, the newest `limit` of it."""
    rows = connection.execute(
        select(chats)
        .where(chats.c.match == match, chats.c.number > number)
        .order_by(chats.c.number.desc())
        .limit(limit)
    )
    return [Chat(row.number, row.at, row.seat, row.name, row.text) for row in reversed(rows.all())]


# --- accounts -----------------------------------------------------------------------------------------------------
def add_account(connection: Connection, values: dict[str, Any]) -> None:
    """A new account; `Conflict` if the name is taken."""
    connection.execute(insert(accounts).values(**values))


def account(connection: Connection, name: str) -> dict[str, Any] | None:
    """An account by its id."""
    row = connection.execute(select(accounts).where(accounts.c.id == name)).mappings().first()
    return dict(row) if row else None


def add_token(connection: Connection, digest: str, owner: str, name: str, expires: int | None) -> None:
    """A token of an account."""
    connection.execute(insert(tokens).values(hash=digest, account=owner, name=name, expires=expires))


def token_owner(connection: Connection, digest: str, at: int) -> str | None:
    """The account a token belongs to, unless it has expired."""
    row = connection.execute(select(tokens.c.account, tokens.c.expires).where(tokens.c.hash == digest)).first()
    return row.account if row and (row.expires is None or row.expires > at) else None


def drop_token(connection: Connection, digest: str) -> None:
    """Take a token back."""
    connection.execute(delete(tokens).where(tokens.c.hash == digest))


def _rate(connection: Connection, match: Match) -> None:
    """Put a result into the ratings of the accounts at the table, in the transaction that ends the match."""
    places = {seat: place for place, group in enumerate(match.result.ranking if match.result else []) for seat in group}
    owners = [(seat.account, places[number]) for number, seat in enumerate(match.seats) if seat.account]
    rows = [row for name, _ in owners if (row := account(connection, name))]
    if not match.settings.rated or len(rows) < 2:
        return
    connection.execute(insert(rated).values(match=match.settings.match))
    ratings = new_ratings([(row["mu"], row["sigma"]) for row in rows], [place for _, place in owners])
    for row, (mu, sigma) in zip(rows, ratings, strict=True):
        connection.execute(
            update(accounts).where(accounts.c.id == row["id"]).values(mu=mu, sigma=sigma, rated=accounts.c.rated + 1)
        )
