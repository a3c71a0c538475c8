"""What is kept: races for a version, the schema and its steps, databases of released versions."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text

from splendor.errors import SplendorError
from splendor.records import digest
from splendor.server import accounts, store, wire
from splendor.server.hosting import Host
from splendor.server.match import Match, Sat, Settings, hashed
from splendor.server.store import talk
from splendor.server.store.database import MIGRATIONS
from splendor.server.store.schema import matches, metadata
from splendor.server.wire import Refused
from splendor.table.setup import Setup
from tests.server.leaks import Plain
from tests.server.matches import play, seated
from tests.server.serving import FirstChoice
from tests.server.simulation.world import new_database

RACES = 10_000
RELEASED = Path(__file__).parent / "released"


# --- races --------------------------------------------------------------------------------------------------------
class Yielding(Plain):
    """A database that lets others in before it writes."""

    async def run(self, work: Any, /, *values: Any, **named: Any) -> Any:
        await asyncio.sleep(0)
        return await super().run(work, *values, **named)


async def races(count: int, seed: int) -> list[tuple[str, str]]:
    """Two processes that both believe it is their turn to write the same version."""
    database = Yielding(new_database())
    hosts = [Host(database, FirstChoice(), name=str(number)) for number in range(2)]
    settings = Settings("R", Setup(2), seed, 0)
    await hosts[0].create(settings, [Sat(0, seat, name="x", token=hashed(str(seat))) for seat in range(2)])
    lives = [await host.live("R") for host in hosts]
    outcomes = []
    for number in range(count):
        match = lives[number % 2].match
        if match.result is not None or match.game is None:
            break
        action = match.game.legal_actions[0].number
        assert match.acting is not None
        answers = await asyncio.gather(*(
            outcome(host, match.acting, wire.Decide(f"{place}-{number}", match.version, [action], confirm=True))
            for place, host in enumerate(hosts)
        ))  # fmt: skip
        outcomes.append((answers[0], answers[1]))
        for live, host in zip(lives, hosts, strict=True):
            live.doubt()
            await host.current("R")
    return outcomes


async def outcome(host: Host, seat: int, command: wire.Command) -> str:
    try:
        await host.submit("R", seat, command)
        return "won"
    except Refused as error:
        return error.refusal


def test_of_two_writers_of_a_version_exactly_one_wins() -> None:
    outcomes: list[tuple[str, str]] = []
    while len(outcomes) < RACES:
        outcomes += asyncio.run(races(100, seed=len(outcomes)))
    assert {tuple(sorted(pair)) for pair in outcomes} == {("stale", "won")}


# --- the schema ---------------------------------------------------------------------------------------------------
def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def test_the_steps_lead_to_the_schema_of_the_code(tmp_path: Path) -> None:
    async def run() -> list[Any]:
        async with store.opened(f"sqlite:///{tmp_path}/a.db") as opened:
            await opened.run(store.upgrade)  # a second time does nothing
            return await opened.run(differences)

    assert asyncio.run(run()) == []


def write_release(name: str) -> None:
    """Keep a database of this version for later ones: `python -c "…write_release('0.1.0')"`."""
    file = RELEASED / "release.db"
    running, over = seated(Setup(3, orient=2025), seed=5), seated(Setup(2), seed=6)

    async def run() -> None:
        async with store.opened(f"sqlite:///{file}") as opened:
            for match, entries in ((running, play(running, 1, 40)), (over, play(over, 2))):
                people = [Sat(0, seat, name="x", token=hashed(str(seat))) for seat in range(len(match.seats))]
                settings = Settings(name_of(match), match.settings.setup, match.settings.deal_seed, 0)
                await opened.run(store.create, settings, [*people, *entries])
            for at in (0, 60_000):  # an outage
                await opened.run(store.beat, at)

    asyncio.run(run())
    with sqlite3.connect(file) as database:
        (RELEASED / f"{name}.sql").write_text("\n".join(database.iterdump()) + "\n", "utf-8")
    database.close()
    for path in RELEASED.glob("release.db*"):
        path.unlink()


def name_of(match: Match) -> str:
    """A match is named after how it stands: a later version has to find it the same."""
    assert match.game is not None
    return f"{digest(match.game)}-{match.version}"


@pytest.mark.parametrize("file", sorted(RELEASED.glob("*.sql")), ids=lambda file: file.stem)
def test_databases_of_released_versions_are_read_with_every_match(file: Path, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "old.db") as database:
        database.executescript(file.read_text("utf-8"))
    database.close()

    async def run() -> list[Match | None]:
        async with store.opened(f"sqlite:///{tmp_path}/old.db") as opened:
            assert await opened.run(differences) == []
            names = await opened.run(lambda connection: list(connection.execute(select(matches.c.id)).scalars()))
            return [await opened.run(store.load, name) for name in names]

    found = asyncio.run(run())
    assert len(found) >= 2
    assert all(match is not None and name_of(match) == match.settings.match for match in found)


def test_an_account_of_the_time_when_names_were_ids_is_kept(tmp_path: Path) -> None:
    kept = accounts._hasher.hash("correct horse")

    def old(connection: Connection) -> None:
        store.upgrade(connection, "0002")
        values = {"password": kept}
        connection.execute(text("insert into accounts values ('ada', 'Ada', :password, 25, 8, 0, 1)"), values)
        connection.execute(text("insert into tokens values ('h', 'ada', 'bot', null)"))

    async def run() -> None:
        opened = store.open_store(f"sqlite:///{tmp_path}/old.db")
        try:
            await opened.run(old)
            await opened.run(store.upgrade)
            session = await accounts.log_in(opened, "ADA", "correct horse", 2)
            assert session.account.name == "Ada"
            assert await opened.run(store.token_owner, "h", 2) == ("ada", "Ada", True)
            with pytest.raises(Refused, match="Somebody has this name"):
                await accounts.register(opened, "ada", "another horse", 3)
        finally:
            await opened.close()

    asyncio.run(run())


def test_a_late_copy_of_a_mute_does_not_mute_whoever_sits_there_next() -> None:
    with new_database() as connection:
        store.create(connection, Settings("M", Setup(2), 1, 0), [Sat(0, 0, name="x", token=hashed("0"))])
        store.mute(connection, "M", 0, "r", 1, True)
        assert store.muted(connection, "M", 0) == {1}
        talk.forget(connection, "M", 1)
        store.mute(connection, "M", 0, "r", 1, True)
        assert store.muted(connection, "M", 0) == set()
        store.mute(connection, "M", 0, "another", 1, True)
        assert store.muted(connection, "M", 0) == {1}


def test_there_is_a_database_of_every_schema() -> None:
    versions = {file.stem for file in (MIGRATIONS / "versions").glob("schema_*.py")}
    kept = "".join(file.read_text("utf-8") for file in RELEASED.glob("*.sql"))
    missing = [name for name in versions if f"'{name.removeprefix('schema_')}'" not in kept]
    assert missing == []


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nonsense",
        "mysql://x",
        "sqlite:///no/such/folder/a.db",
        "postgresql://splendor@127.0.0.1:port/x",
        "postgresql://splendor@127.0.0.1:99999/x",
        "postgresql://splendor@127.0.0.1:1/x?sslmode=require",
    ],
)
def test_a_database_that_cannot_be_opened_is_named(address: str) -> None:
    async def run() -> None:
        async with store.opened(address):
            pass

    with pytest.raises((SplendorError, OSError), match="database|sqlite"):
        asyncio.run(run())


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/new.db"

    def grow(connection: Connection) -> None:
        connection.execute(text("update alembic_version set version_num = '9999'"))

    async def run() -> None:
        async with store.opened(address) as database:
            await database.run(grow)
        async with store.opened(address):
            pass

    with pytest.raises(SplendorError, match="newer version: it has schema 9999"):
        asyncio.run(run())
