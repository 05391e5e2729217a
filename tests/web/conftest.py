"""The databases that the tests of the site run on, and the site itself."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest
from sqlalchemy import text

from goatherd.web.ledger import Ledger, migrate, schema
from goatherd.web.ledger import database as databases
from tests.web.postgres import Cluster, running
from tests.web.site import OpenSite, opened

NewDatabase: TypeAlias = Callable[[], str]
DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with running() as cluster:
        yield cluster


@pytest.fixture(params=DATABASES)
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> NewDatabase:
    """Makes empty databases, of each kind that the site runs on, and gives their URLs."""
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        return cluster.new_database
    numbers = iter(range(1000))
    return lambda: f"sqlite:///{tmp_path / f'empty{next(numbers)}.db'}"


@pytest.fixture(scope="session")
def migrated_postgresql(postgres: Cluster) -> str:
    url = postgres.new_database()
    migrate(url)
    return url


@pytest.fixture
def postgresql(postgres: Cluster, migrated_postgresql: str) -> str:
    """The URL of a PostgreSQL database that is ready for the site, and empty.

    It is one for all tests, emptied each time: to make one takes most of a second.
    """
    postgres.disconnect(migrated_postgresql)
    everything = ", ".join(table.name for table in schema.metadata.sorted_tables)
    with databases.engine(databases.address(migrated_postgresql)).begin() as connection:
        connection.execute(text(f"TRUNCATE {everything}"))
    return migrated_postgresql


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that is ready for the site, and empty."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    url = f"sqlite:///{tmp_path / 'site.db'}"
    migrate(url)
    return url


@pytest.fixture
async def ledger(database: str) -> AsyncIterator[Ledger]:
    async with Ledger(database) as opened:
        yield opened


@pytest.fixture
async def site(database: str) -> AsyncIterator[OpenSite]:
    async with opened(database) as site:
        yield site


@pytest.fixture
async def client(site: OpenSite) -> AsyncIterator[httpx.AsyncClient]:
    async with site.client() as client:
        yield client
