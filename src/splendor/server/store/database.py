"""The database, SQLite or PostgreSQL: it runs pieces of work, many together on SQLite, side by side on PostgreSQL."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import URL, Connection, create_engine, event, inspect, make_url, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from splendor.errors import MissingPackage, SplendorError

P = ParamSpec("P")
T = TypeVar("T")
Work = Callable[Concatenate[Connection, P], T]

MIGRATIONS = Path(__file__).parent / "migrations"
TOGETHER = 100  # pieces of work in one transaction of SQLite
CLOSE_WITHIN = 0.5  # seconds for a last word to PostgreSQL
PORTS = range(1, 65_536)
LOCK = 0x5E1E  # PostgreSQL's advisory lock while the schema is brought up to date


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
        from sqlalchemy.ext.asyncio import create_async_engine  # brings the whole ORM, which SQLite can do without

        address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            # asyncpg reads an address with all its options as PostgreSQL's own programs do: sslmode and the rest.
            self.engine = create_async_engine(
                "postgresql+asyncpg://", connect_args={"dsn": address}, pool_pre_ping=True
            )
        except ModuleNotFoundError as error:
            raise MissingPackage.of_extra("scale", str(error.name), "PostgreSQL") from None

    async def run(self, work: Work[P, T], /, *values: P.args, **named: P.kwargs) -> T:
        """See `Database`."""
        with storing():
            async with self.engine.begin() as connection:
                return await connection.run_sync(lambda plain: work(plain, *values, **named))

    async def close(self) -> None:
        """See `Store`. A database that hangs does not hear that nobody needs it any more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN):
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
        except Exception as error:  # everybody who asked is told
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
            ask = "Is its address right, and does it run?"
            if "unable to open database file" in str(cause):  # SQLite's words
                ask = "Does the folder exist, and may you write there?"
            raise StoreFailed(f"the database failed: {cause}. {ask}") from error


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
        if url.port is not None and url.port not in PORTS:
            raise ValueError
    except (SQLAlchemyError, ValueError):  # SQLAlchemy's own for a port that is no number
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


def upgrade(connection: Connection, schema: str = "") -> None:
    """Bring the schema up to date, one process at a time; or to an earlier one, for tests."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    wanted = schema or newest_schema()
    found = _schema(connection)
    if found == wanted:
        return
    if found is not None and found > newest_schema():
        raise SplendorError(
            f"this database was made by a newer version: it has schema {found}, this one knows {newest_schema()}. "
            "Update splendor, or name another database."
        )
    from alembic import command  # seldom needed, and it takes longer than the rest of the start
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, wanted)


def newest_schema() -> str:
    """The schema of this version: the last of the steps."""
    return max(file.stem for file in (MIGRATIONS / "versions").glob("schema_*.py")).removeprefix("schema_")


def _schema(connection: Connection) -> str | None:
    """The schema a database has; none if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("select version_num from alembic_version")).scalar()
    return found


def ping(connection: Connection) -> None:
    """Whether the database answers."""
    connection.execute(select(1))
