"""From the address of a database to connections that are set up as the ledger needs them."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from goatherd.errors import quoted
from goatherd.web.ledger.trouble import LedgerDown

PATIENCE = 5
"""Seconds to wait for a lock or for a connection."""
LONGEST_STATEMENT = 20
"""Seconds after which PostgreSQL gives a statement up."""
CONNECTING = {
    "application_name": "goatherd",
    "connect_timeout": PATIENCE,
    "tcp_user_timeout": 1000 * LONGEST_STATEMENT,  # a network that is cut says nothing by itself
}
"""How to connect to PostgreSQL."""
READ_ONLY = "goatherd_read_only"


def address(database: str) -> URL:
    """The URL with the driver to use; LedgerDown if this is no database that can be used."""
    try:
        url = make_url(database)
    except (ArgumentError, ValueError):  # ValueError: of the port
        raise LedgerDown(
            f"{quoted(_without_password(database))} is no address of a database: give "
            "sqlite:///path/to/file or postgresql://user@host/name"
        ) from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise LedgerDown(f"{url.drivername} is no database for Goatherd: use sqlite or postgresql")
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise LedgerDown("a SQLite database must be a file: sqlite:///path/to/file")
    return url


def _without_password(database: str) -> str:
    return database.rpartition("@")[2]


def sqlite_file(url: URL) -> Path | None:
    """The file of a SQLite database, None for PostgreSQL."""
    return Path(str(url.database)) if url.drivername == "sqlite" else None


def shown(url: URL) -> str:
    """The address as it may be shown and logged."""
    return url.render_as_string(hide_password=True)


def engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    """An engine whose connections each belong to whoever opened them.

    Parameters are kept out of error messages: there are secrets among them.
    """
    if url.drivername == "sqlite":
        made = create_engine(url, poolclass=NullPool, hide_parameters=True)
        event.listen(made, "connect", _set_up_sqlite)
        event.listen(made, "begin", _begin_sqlite)
        if foreign_keys:
            event.listen(made, "connect", _enforce_foreign_keys)
        return made
    try:
        made = create_engine(
            url,
            poolclass=NullPool,
            hide_parameters=True,
            connect_args=CONNECTING,
        )
    except ImportError:
        raise LedgerDown("for PostgreSQL, install goatherd[postgres]") from None
    event.listen(made, "connect", _set_up_postgresql)
    return made


def reading(connection: Connection) -> Connection:
    """The connection, set to see one unchanging state of the database in each transaction."""
    if connection.dialect.name == "sqlite":
        return connection.execution_options(**{READ_ONLY: True})
    return connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin below, not where the driver thinks fit
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")
    if cursor.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # WAL syncs at each commit only with this
    cursor.execute("PRAGMA cache_size = -400")  # kB: a table is read once, and then only added to
    cursor.close()


def _enforce_foreign_keys(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A write takes its lock at once: one that reads first could find itself too late to write."""
    reads = connection.get_execution_options().get(READ_ONLY)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _set_up_postgresql(connection: Any, _record: object) -> None:
    connection.autocommit = True
    connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
    connection.execute(f"SET statement_timeout = '{LONGEST_STATEMENT}s'")
    connection.autocommit = False
